"""Positions with harbour points in a few words, on top of `tests.kit`."""

from __future__ import annotations

from typing import Any

from bastide.catan.family import IslandGame
from bastide.expansions.island.harbors.rules import HarborsRules, award
from bastide.kernel.game import Game
from tests.kit import Table, table


def harbors_of(game: Game) -> HarborsRules:
    """The rules of the module in a game."""
    assert isinstance(game.rules, IslandGame)
    return game.rules.module(HarborsRules)


def harbored(seats: int = 3, *, card: int | None = None, modules: tuple[str, ...] = (), **more: Any) -> Table:
    """A table; `card` holds the card, or nobody does, unless the pieces say who took it."""
    t = table(seats, modules=["harbors", *modules], **more)
    m = harbors_of(t.game)
    t.game.state.cells[m.holder] = 0 if card is None else card + 1
    if card is None:
        award(m, t.game.state)
    return t


def holder(t: Table) -> int:
    """The seat that holds the card; -1 for none."""
    return int(harbors_of(t.game).holder_of(t.game.state))


def harbor_points(t: Table) -> list[int]:
    """The harbour points by seat."""
    return [int(harbors_of(t.game).harbor_points(t.game.state, seat)) for seat in range(int(t.r.seats))]


def taken(t: Table) -> list[tuple[int, int, int]]:
    """Who took the card in the last decision, with how many points, and from whom."""
    return [(int(event.seat), int(event.a), int(event.b)) for event in t.told("harbors_card")]
