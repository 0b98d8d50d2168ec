"""A room for tests: an archipelago with lagoon, ferries, villages that nobody plays, a mint, and carts that roll for their way."""
