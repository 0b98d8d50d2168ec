"""Fishermen in a browser."""
