"""Seafarers: ships, islands across the water, gold and a pirate."""
