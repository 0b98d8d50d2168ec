"""The base game of the island."""
