"""Positions for the scenarios of Traders & Barbarians."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bastide.catan.base.island import Island
from bastide.expansions.island.traders_barbarians.rules.board import PLACES
from bastide.expansions.island.traders_barbarians.rules.module import TradersBarbariansRules
from bastide.expansions.island.traders_barbarians.rules.state import CARGO, FIRST_STACKS, KINDS
from bastide.kernel.bits import put
from tests.kit import Table, table

ONE: Final = "traders_barbarians"
CASTLE, QUARRY, GLASSWORKS = "-2,0,C", "2,-2,C", "0,2,C"
"""The plazas."""
CASTLE_DOOR, QUARRY_DOOR, GLASS_DOOR = "-1,-1,S", "1,-1,N", "0,2,N"
"""A corner from which an inner path leads to each plaza: CNE, CSW and CN."""
SHUT: Final = {
    *("2,-2,E", "2,-2,NE", "2,-3,SE"),
    *("-2,-1,SE", "-3,0,E", "-3,1,NE"),
    *("0,2,E", "-1,3,NE", "0,2,SE"),
}
"""The coastal paths of the three places."""
FIRST: Final = {"1,-2,SE", "-2,1,NE", "0,1,E"}
"""Where the barbarians begin."""
UPGRADE, FIT_OUT = "lumber wool ore", "lumber*2 wool ore"
CARD: Final = "wool grain ore"


def trade(
    seats: int = 3,
    *,
    wagons: Mapping[int, str] | None = None,
    levels: Mapping[int, int] | None = None,
    cargo: Mapping[int, str] | None = None,
    delivered: Mapping[int, str] | None = None,
    barbarians: str | None = None,
    stacks: Mapping[str, str] | None = None,
    modules: tuple[str, ...] = (),
    **more: Any,
) -> Table:
    """A table of the scenario.

    `wagons` are the corners of the wagons, `levels` counts from 1, `cargo` is the token that a seat has to deliver,
    `delivered` are those behind it; they are taken from the first stack that has some. `barbarians` are their paths.
    `stacks` are the tokens left at some places.
    """
    t = table(seats, modules=[*modules, ONE], **more)
    m, r, s = module(t), t.r, t.game.state
    c = s.cells
    for seat, corner in (wagons or {}).items():
        c[m.wagon + seat] = r.board.corner_index[corner] + 1
    for seat, level in (levels or {}).items():
        c[m.level + seat] = level - 1
    for place, tokens in (stacks or {}).items():
        for k in range(int(KINDS)):
            c[m.stacks + PLACES.index(place) * KINDS + k] = tokens.split().count(CARGO[k])
    for seat, kind in (cargo or {}).items():
        c[m.cargo + seat] = CARGO.index(kind) + 1
        _take(t, kind)
    for seat, kinds in (delivered or {}).items():
        for kind in kinds.split():
            c[m.delivered + seat * KINDS + CARGO.index(kind)] += 1
            _take(t, kind)
    if barbarians is not None:
        for edge in range(int(r.board.edges)):
            put(c, m.barbarians, edge, False)
        for place in barbarians.split():
            put(c, m.barbarians, r.board.edge_index[place], True)
    return t


def _take(t: Table, kind: str) -> None:
    """Take a token from the first stack that has one of its kind."""
    c, m = t.game.state.cells, module(t)
    at = next(
        m.stacks + place * KINDS + CARGO.index(kind)
        for place in range(3)
        if FIRST_STACKS[place * KINDS + CARGO.index(kind)]
    )
    c[at] -= 1


def module(t: Table) -> TradersBarbariansRules:
    """The scenario in a game."""
    return module_of(t.r)


def module_of(r: Island) -> TradersBarbariansRules:
    """The scenario in a configured game."""
    return r.module(TradersBarbariansRules)


def wagon(t: Table, seat: int = 0) -> str:
    """Where the wagon of a seat stands."""
    return t.r.board.corner_names[t.cell(module(t).wagon + seat) - 1]


def points_left(t: Table) -> int:
    """The points of the wagon that is on its move."""
    assert t.phase == "traders_barbarians_wagon"
    return t.cell(int(t.game.state.top()) + 2)


def barbarians(t: Table) -> set[str]:
    """The paths with barbarians."""
    m = module(t)
    return {name for edge, name in enumerate(t.r.board.edge_names) if m.has_barbarian(t.game.state, edge)}


def gold(t: Table) -> list[int]:
    """The gold of each seat."""
    return [t.hand(seat).get("gold", 0) for seat in range(int(t.r.seats))]


def cargo(t: Table, seat: int = 0) -> str:
    """What a seat has to deliver; empty for nothing."""
    kind = int(module(t).cargo_of(t.game.state, seat))
    return CARGO[kind] if kind >= 0 else ""


def stack(t: Table, place: str) -> dict[str, int]:
    """The tokens left at a place."""
    m = module(t)
    found = {CARGO[k]: t.cell(m.stacks + PLACES.index(place) * int(KINDS) + k) for k in range(int(KINDS))}
    return {kind: n for kind, n in found.items() if n}


def weights(t: Table) -> dict[str, int]:
    """What chance may bring now, with its weights."""
    pairs = [int(n) for n in t.r.outcomes(t.game.state)]
    return {t.r.write([code]): weight for code, weight in zip(pairs[::2], pairs[1::2], strict=True)}
