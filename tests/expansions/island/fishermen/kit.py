"""Positions for the scenarios of Fishermen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bastide.catan.base.island import Island
from bastide.expansions.island.fishermen.rules.knowledge import turned_over
from bastide.expansions.island.fishermen.rules.module import FishermenRules
from bastide.expansions.island.fishermen.rules.state import KINDS
from tests.kit import Table, table

FISH: Final = "fishermen"
NINE: Final = "1,-3,S"
"""The middle of the ground with the number 9; at its ends 0,-2,N and 1,-2,N."""
LAKE: Final = "0,0"
SHORE: Final = "0,0,N"
"""A corner of the lake."""
INLAND: Final = "1,-1,N"
"""A corner without water."""

Tokens = str
"""Tokens in notation: `1*2 3`."""


def fishers(
    seats: int = 3,
    *,
    fish: Mapping[int, Tokens] | None = None,
    spent: Tokens = "",
    boot: int | None = None,
    modules: tuple[str, ...] = (),
    **more: Any,
) -> Table:
    """A table with these tokens before the seats and spent; the others lie face down, the boot unless a seat has it.

    What is known of the tokens is as if they had just been turned over.
    """
    t = table(seats, modules=[*modules, FISH], **more)
    m, c = module(t), t.game.state.cells
    for kind, most in enumerate((11, 10, 8)):
        left = most
        for seat in range(seats):
            count = counts((fish or {}).get(seat, ""))[kind]
            c[m.fish + seat * KINDS + kind], c[m.sure + seat * KINDS + kind] = count, 0
            left -= count
        c[m.spent + kind] = counts(spent)[kind]
        c[m.stock + kind] = left - counts(spent)[kind]
        assert c[m.stock + kind] >= 0, f"too many tokens of {kind + 1} fish"
    c[m.boot] = 0 if boot is None else boot + 1
    turned_over(m, t.game.state)
    return t


def counts(tokens: Tokens) -> tuple[int, int, int]:
    """Tokens in notation by kind."""
    out = [0, 0, 0]
    for word in tokens.split():
        value, _, count = word.partition("*")
        out[int(value) - 1] += int(count) if count else 1
    return out[0], out[1], out[2]


def module(t: Table) -> FishermenRules:
    """The scenario in a game."""
    return module_of(t.r)


def module_of(r: Island) -> FishermenRules:
    """The scenario in a configured game."""
    return r.module(FishermenRules)


def held(t: Table, seat: int) -> tuple[int, int, int]:
    """The tokens of a seat by kind."""
    at = int(module(t).fish) + seat * int(KINDS)
    return t.cell(at), t.cell(at + 1), t.cell(at + 2)


def spent(t: Table) -> tuple[int, int, int]:
    """The spent tokens by kind."""
    at = int(module(t).spent)
    return t.cell(at), t.cell(at + 1), t.cell(at + 2)


def stock(t: Table) -> tuple[int, int, int]:
    """The tokens that lie face down, by kind."""
    at = int(module(t).stock)
    return t.cell(at), t.cell(at + 1), t.cell(at + 2)


def holder(t: Table) -> int | None:
    """The seat with the boot."""
    seat = int(module(t).holder(t.game.state))
    return seat if seat >= 0 else None


def empty_stock(t: Table) -> Table:
    """The same position without tokens face down: they are out of the game."""
    m, c = module(t), t.game.state.cells
    for kind in range(int(KINDS)):
        c[m.stock + kind] = 0
    return t
