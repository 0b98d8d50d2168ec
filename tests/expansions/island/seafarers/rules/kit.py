"""Positions at sea in a few words, on top of `tests.kit`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bastide.catan.base.island import line_left
from bastide.catan.base.network import corner_changed
from bastide.catan.base.routes import award_route, longest
from bastide.catan.family import IslandGame
from bastide.expansions.island.seafarers.rules.module import SeafarersRules
from bastide.expansions.island.seafarers.rules.ships import ship_laid
from bastide.kernel.game import Game
from tests.kit import Table, table

SEA: Final = ["seafarers"]


def sea(game: Game) -> SeafarersRules:
    """The module of a game."""
    assert isinstance(game.rules, IslandGame)
    return game.rules.module(SeafarersRules)


def afloat(
    seats: int = 4,
    *,
    layout: str | Mapping[str, Any] = "new_shores",
    modules: list[str] | None = None,
    ships: Mapping[int, str] | None = None,
    pirate: str | None = None,
    **more: Any,
) -> Table:
    """A table with ships, the pirate perhaps elsewhere; the ships were not built this turn."""
    t = table(seats, layout=layout, modules=modules or SEA, **more)
    r, s, m = t.r, t.game.state, sea(t.game)
    for seat, places in (ships or {}).items():
        for place in places.split():
            edge = r.board.edge_index[place]
            assert s.cells[r.road + edge] == 0, f"two lines at {place}"
            s.cells[r.road + edge] = seat + 1
            s.cells[r.line_kind + edge] = m.ship
            s.cells[line_left(r, seat, m.ship)] -= 1
    for corner in range(int(r.board.corners)):
        corner_changed(r, s, corner)
    for edge in range(int(r.board.edges)):
        for seat in range(seats):
            if s.cells[r.road + edge] == seat + 1 and s.cells[r.line_kind + edge] == m.ship:
                ship_laid(m, s, seat, edge)
    for seat in range(seats):
        s.cells[r.route + seat] = longest(r, s, seat)
    award_route(r, s)
    if pirate is not None:
        s.cells[m.pirate] = r.board.hex_index[pirate] if pirate else -1
    return t


def ships_left(t: Table, seat: int) -> int:
    """The ships in a seat's supply."""
    return int(t.r.left_of(t.game.state, seat, sea(t.game).ship_item))


def chits(t: Table, seat: int) -> int:
    """The points of a seat's chits."""
    return int(sea(t.game).points(t.game.state, seat))


def pirate_at(t: Table) -> str:
    """The hex of the pirate, empty beside the board."""
    there = t.cell(int(sea(t.game).pirate))
    return t.r.board.hex_names[there] if there >= 0 else ""


def land_corner(t: Table, corner: str) -> int:
    """The foreign area of a corner, -1 for home."""
    return int(sea(t.game).corner_area[t.r.board.corner_index[corner]])
