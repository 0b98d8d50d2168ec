"""The database: schema, migrations, SQLite and PostgreSQL, and reading tables and finished games from it."""
