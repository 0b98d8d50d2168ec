"""Windmills: each turn the mills of the seat on turn grind a sack of flour, and a third die tells the wind."""
