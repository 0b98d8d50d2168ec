"""How the fitted numbers of the searching bots were made: not a part of the package."""
