"""Positions for the scenarios of Catan for Two."""

from __future__ import annotations

from typing import Any, Final

from bastide.catan.base.island import Island
from bastide.expansions.island.two_players.rules.module import TwoPlayersRules
from tests.kit import Table, table

ONE: Final = "two_players"
ROAD: Final = "brick lumber"
SETTLEMENT: Final = "brick lumber wool grain"
WHITE, BLUE = 2, 3
"""The neutral colours of the examples: white begins at 1,-2,S and blue at -1,2,N."""
DESERT, CORNER_HEX = "0,-2", "1,-2"


def two(
    *,
    tokens: tuple[int, int] | None = None,
    modules: tuple[str, ...] = (),
    roads: dict[int, str] | None = None,
    settlements: dict[int, str] | None = None,
    **more: Any,
) -> Table:
    """A table for two; `tokens` are those of the players, five each unless they are named."""
    t = table(2, modules=[*modules, ONE], roads=roads, settlements=settlements, **more)
    if tokens is not None:
        m = module(t)
        for seat, count in enumerate(tokens):
            t.game.state.cells[m.tokens + seat] = count
    return t


def module(t: Table) -> TwoPlayersRules:
    """The variant in a game."""
    return module_of(t.r)


def module_of(r: Island) -> TwoPlayersRules:
    """The variant in a configured game."""
    return r.module(TwoPlayersRules)


def tokens(t: Table) -> list[int]:
    """The trade tokens of each player, then those of the supply."""
    m, s = module(t), t.game.state
    return [*(int(m.tokens_of(s, seat)) for seat in range(2)), int(m.supply(s))]


def between_rolls(t: Table) -> Table:
    """The same position between the two rolls of the turn; the first was a three."""
    c = t.game.state.cells
    top = t.game.state.top()
    c[top], c[top + 2] = t.r.roll_phase, 1
    c[t.r.dice], c[t.r.dice + 1] = 1, 2
    return t


def built(t: Table, colour: int) -> tuple[int, int]:
    """The roads and the settlements of a colour on the board."""
    c = t.game.state.cells
    roads = sum(int(c[t.r.road + e]) == colour + 1 for e in range(int(t.r.board.edges)))
    return roads, sum(int(c[t.r.owner + at]) == colour + 1 for at in range(int(t.r.board.corners)))
