"""Carcassonne: the base game, and the expansions of the Big Box as modules on its seams."""
