"""Inns & Cathedrals: a big follower, roads and cities that pay more or nothing."""
