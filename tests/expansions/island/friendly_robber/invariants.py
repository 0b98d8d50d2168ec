"""Friendly Robber changes no invariant of the base."""

from __future__ import annotations

from typing import Final

from tests.properties.own import Own


class Friendly(Own):
    unseen = frozenset({"friendly_robber_aside"})  # only on boards without a desert


OWN: Final = Friendly()
