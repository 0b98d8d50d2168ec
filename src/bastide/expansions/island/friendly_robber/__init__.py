"""Friendly Robber: the robber spares players who have only two points."""
