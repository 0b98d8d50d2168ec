"""Friendly Robber changes no invariant of the base."""

from __future__ import annotations

from typing import Final

from tests.properties.own import Own


class Friendly(Own):
    # Both need a board with few hexes; the second one without a desert.
    unseen = frozenset({"friendly_robber_home", "friendly_robber_aside"})


OWN: Final = Friendly()
