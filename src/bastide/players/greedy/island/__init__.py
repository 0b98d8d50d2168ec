"""The greedy bot for the island."""
