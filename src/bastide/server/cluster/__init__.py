"""Several servers on one PostgreSQL: leases on tables, and messages between servers."""
