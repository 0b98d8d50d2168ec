"""The tiles and their features, read from data and checked."""
