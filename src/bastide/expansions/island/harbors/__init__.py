"""Harbours: buildings at harbours earn the card for the greatest harbour power."""
