"""How the numbers of the searching bots were found: one command each, in steps that resume."""
