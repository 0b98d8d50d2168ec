"""Barbarian Attack: barbarians land on the coast, knights from the castle drive them off."""
