"""Bastide: a digital table for hex-island board games, one engine for players, bots, students and rule makers."""

__version__ = "0.1.0"
