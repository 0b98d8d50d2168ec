"""The tiles: what stands on each, read from data and checked."""
