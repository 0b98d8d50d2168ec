"""Caravans: wagons leave the oasis, and players bid wool and grain for the ways that they take."""
