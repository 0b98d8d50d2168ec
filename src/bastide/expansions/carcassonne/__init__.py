"""The expansions of Carcassonne."""
