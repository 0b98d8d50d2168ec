"""The view of an island game, assembled from what each file of this folder reads from the position."""
