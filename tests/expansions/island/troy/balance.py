"""Measurements of the boards of Troy (`tests/players/balance.py`): whose marker is ahead at the end."""

from __future__ import annotations

from typing import Final

from bastide.catan.family import IslandGame
from bastide.kernel.state import State
from tests.expansions.island.troy.kit import ONE, SIX, module_of
from tests.players.balance import Measured


def troy_ahead(r: IslandGame, s: State) -> bool:
    """Whether the marker of Troy is ahead."""
    m = module_of(r)
    return bool(s.cells[m.marker] > s.cells[m.marker + 1])


def mycenae_ahead(r: IslandGame, s: State) -> bool:
    """Whether the marker of Mycenae is ahead."""
    m = module_of(r)
    return bool(s.cells[m.marker] < s.cells[m.marker + 1])


ENDS: Final = {"Troy ahead": troy_ahead, "Mycenae ahead": mycenae_ahead}
TABLES: Final = (Measured("4 seats", 4, (ONE,), ends=ENDS), Measured("6 seats", 6, SIX, ends=ENDS))
