"""The expansions of the island."""
