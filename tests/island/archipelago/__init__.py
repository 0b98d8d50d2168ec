"""A room for tests: a lagoon, ferries, villages that nobody plays, and a mint."""
