"""Positions for the scenarios of Caravans."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bastide.catan.base.island import Island
from bastide.expansions.island.caravans.rules.module import CaravansRules
from bastide.expansions.island.caravans.rules.wagons import count_beside, paths, place_wagon
from bastide.kernel.codes import Codes
from tests.kit import Table, table

ONE: Final = "caravans"
ARROWS: Final = ("0,-1,E", "0,1,NE", "-1,0,SE")
"""The paths to which the arrows point on the beginners' board: up, down to the right, down to the left."""
SETTLEMENT: Final = "brick lumber wool grain"
CITY: Final = "grain*2 ore*3"
THREE_CARAVANS: Final = "0,-1,E 1,-2,SE 0,1,NE 1,0,SE -1,0,SE -2,1,NE"
"""The three caravans of TB-CARA-EX-04."""
FAR: Final = "-2,2,S"
"""A corner in the south-west, far from the oasis."""


def caravans(
    seats: int = 3,
    *,
    wagons: str = "",
    left: int | None = None,
    built: bool = False,
    modules: tuple[str, ...] = (),
    **more: Any,
) -> Table:
    """A table with wagons, placed in the order in which they are named.

    `left` wagons lie beside the board, all others unless it is named. `built`: the seat on turn has built.
    """
    t = table(seats, modules=[*modules, ONE], **more)
    m, s = module(t), t.game.state
    for name in wagons.split():
        assert name in next_paths(t), f"no wagon may stand on {name}: {sorted(next_paths(t))}"
        place_wagon(m, s, -1, t.r.board.edge_index[name])
    count_beside(m, s)
    s.cells[m.built] = int(built)
    if left is not None:
        s.cells[m.stock] = left
    return t


def next_paths(t: Table) -> set[str]:
    """The paths where the next wagon may stand."""
    found = Codes()
    paths(module(t), t.game.state, 0, found, 0)
    return {t.r.board.edge_names[edge] for edge in found.row()}


def module(t: Table) -> CaravansRules:
    """The scenario in a game."""
    return module_of(t.r)


def module_of(r: Island) -> CaravansRules:
    """The scenario in a configured game."""
    return r.module(CaravansRules)


def bid(t: Table, bids: Mapping[int, str]) -> Table:
    """The bids of all seats from the one on turn; a seat that is not named bids nothing."""
    first = t.cell(t.r.on_turn)
    for k in range(int(t.r.seats)):
        seat = (first + k) % int(t.r.seats)
        assert t.actors == [seat], f"{t.actors} bid, not {seat}"
        t.play(f"{seat}: bid {bids[seat]}" if seat in bids else f"{seat}: pass")
    return t


def wagons(t: Table) -> set[str]:
    """The paths with a wagon."""
    m = module(t)
    return {name for edge, name in enumerate(t.r.board.edge_names) if m.has_wagon(t.game.state, edge)}


def left(t: Table) -> int:
    """The wagons beside the board."""
    return t.cell(module(t).stock)
