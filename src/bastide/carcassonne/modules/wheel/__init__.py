"""Wheel of Fortune: the board to begin with, the pig and its events, the crown."""
