"""Positions with bridges, gold and tiles in a few words, on top of `tests.kit`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bastide.catan.base.island import line_left
from bastide.catan.base.network import corner_changed
from bastide.catan.base.routes import award_route, longest
from bastide.catan.family import IslandGame
from bastide.expansions.island.rivers.rules.module import RiversRules
from bastide.expansions.island.rivers.rules.tiles import move_tiles
from bastide.kernel.game import Game
from tests.kit import Table, table

SITES: Final = ("-1,-1,SE", "-1,0,SE", "-1,1,SE", "-2,3,NE", "1,-1,SE", "1,0,SE", "1,1,E")
"""The bridge sites of the printed rivers."""
WET: Final = ("-1,-1", "-1,0", "-1,1", "-1,2", "1,-1", "1,0", "1,1")
"""The hexes of the printed rivers."""
SWAMPS: Final = ("-1,2", "1,1")
BRIDGE: Final = "brick*2 lumber"


def rivers(game: Game) -> RiversRules:
    """The module of a game."""
    assert isinstance(game.rules, IslandGame)
    return game.rules.module(RiversRules)


def riverside(
    seats: int = 3,
    *,
    gold: Sequence[int] = (),
    bridges: Mapping[int, str] | None = None,
    modules: Sequence[str] = (),
    **more: Any,
) -> Table:
    """A table in play with bridges and gold; the tiles are with whom they belong to."""
    t = table(seats, modules=["rivers", *modules], **more)
    r, s, m = t.r, t.game.state, rivers(t.game)
    for seat, places in (bridges or {}).items():
        for place in places.split():
            edge = r.board.edge_index[place]
            assert s.cells[r.road + edge] == 0, f"two lines at {place}"
            s.cells[r.road + edge] = seat + 1
            s.cells[r.line_kind + edge] = m.bridge
            s.cells[line_left(r, seat, m.bridge)] -= 1
    for corner in range(int(r.board.corners)):
        corner_changed(r, s, corner)
    for seat in range(int(r.colours)):
        s.cells[r.route + seat] = longest(r, s, seat)
    award_route(r, s)
    amounts = [*gold, *[0] * (seats - len(gold))]
    for seat, amount in enumerate(amounts):
        s.cells[r.hand + seat * r.goods + m.gold] = amount
    s.cells[r.bank + m.gold] = r.stock[m.gold] - sum(amounts)
    move_tiles(m, s, m.least)
    return t


def purses(t: Table) -> list[int]:
    """The gold of each seat."""
    m = rivers(t.game)
    return [int(m.gold_of(t.game.state, seat)) for seat in range(int(t.r.seats))]


def rich(t: Table) -> int:
    """The seat that holds the Fortune tile; -1 for none."""
    return t.cell(int(rivers(t.game).fortune)) - 1


def poor(t: Table) -> list[int]:
    """The seats that hold a Misery tile."""
    m = rivers(t.game)
    return [seat for seat in range(int(t.r.seats)) if m.holds_misery(t.game.state, seat)]


def bridges_left(t: Table, seat: int) -> int:
    """The bridges in a seat's supply."""
    return int(t.r.left_of(t.game.state, seat, rivers(t.game).bridge_item))
