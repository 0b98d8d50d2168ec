"""The bots that search, for the island."""
