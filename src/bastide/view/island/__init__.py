"""The view of an island game, put together from what each file of this folder draws from the position."""
