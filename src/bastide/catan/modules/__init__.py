"""Expansions, variants and scenarios of the island, one folder each."""
