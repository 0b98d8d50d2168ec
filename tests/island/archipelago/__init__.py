"""A room for tests: a lagoon, ferries, villages that nobody plays, a mint, and carts that roll for their way."""
