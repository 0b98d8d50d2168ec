"""Fishermen of Catan: a lake, fishing grounds on the coast, hidden fish tokens and what they buy, and the old boot."""
