"""The view of the base island."""
