"""What is measured of the boards of the Great Wall (`tests/players/balance.py`), also where nobody may raise a wall."""

from __future__ import annotations

from typing import Final

from bastide.expansions.island.great_wall.rules.board import FIGURES
from tests.expansions.island.great_wall.kit import modules
from tests.players.balance import Measured

TOO_DEAR: Final = dict.fromkeys(("brick", "lumber", "wool", "grain", "ore"), 9)
"""A price that nobody pays."""


def forbid_walls() -> None:
    """Let nobody raise a section in this process."""
    FIGURES["prices"] = [TOO_DEAR for _level in FIGURES["prices"]]


TABLES: Final = (
    Measured("4 seats", 4, tuple(modules(4))),
    Measured("6 seats", 6, tuple(modules(6))),
    Measured("4 seats, walls not allowed", 4, tuple(modules(4)), games=400, won=False, prepare=forbid_walls),
)
