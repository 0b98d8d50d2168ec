"""Friendly Robber changes no invariant of the base."""

from __future__ import annotations

from typing import Final

from tests.properties.own import Own


class Friendly(Own):
    # All need a board with few hexes; the second one without a desert, the third with several.
    unseen = frozenset({"friendly_robber_home", "friendly_robber_aside", "friendly_robber_desert"})


OWN: Final = Friendly()
