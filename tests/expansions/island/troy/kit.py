"""Positions for the scenarios of Troy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bastide.catan.base.island import Island
from bastide.expansions.island.troy.rules.module import TroyRules
from bastide.expansions.island.troy.rules.state import CITIES, KINDS, SHIPS
from tests.kit import Cards, Table, goods, table

ONE: Final = "troy"
SIX: Final = ("five_six", "troy")
NEAR: Final = "3,1,N"
"""A corner of the hexes of sea 3,1 and 3,0's land; the ship space 3,1 is beside it."""
SHIP: Final = "wool lumber"
FIRST_ROW: Final = "wool ore lumber grain"


def troy(
    seats: int = 4,
    *,
    sides: str = "troy troy mycenae mycenae",
    row: str = FIRST_ROW,
    givers: str = "",
    rest: Cards = "",
    ships: Mapping[int, str] | None = None,
    points: Mapping[int, int] | None = None,
    markers: tuple[int, int] = (0, 0),
    people: str | None = None,
    charters: Mapping[int, str] | None = None,
    **more: Any,
) -> Table:
    """A table with these decision cards, row, ships (in the order of building), trade points and steps of the markers.

    `row` are the cards put in since the last battle, `givers` who put each in: a seat, or `-` for the start, which is
    so for all without it. `rest` is what a battle left over.
    """
    modules = SIX if seats == 6 else (ONE,)
    t = table(seats, modules=modules, **more)
    m, c, r = module(t), t.game.state.cells, t.r
    if seats == 6 and sides.count(" ") == 3:
        sides = "troy troy troy mycenae mycenae mycenae"
    for seat, side in enumerate(sides.split()):
        c[m.side + seat] = CITIES.index(side) + 1
    for city in range(len(CITIES)):
        c[m.undealt + city] = 0
        c[m.marker + city] = markers[city]
    cards = row.split()
    who = givers.split() or ["-"] * len(cards)
    for place in range(int(m.places)):
        c[m.given + place] = r.good_names.index(cards[place]) + 1 if place < len(cards) else 0
        c[m.knows + place] = 0
        if place < len(cards):
            c[m.knows + place] = seats + 1 if who[place] == "-" else int(who[place]) + 1
    left = goods(rest)
    for k, good in enumerate(r.good_names):
        c[m.rest + k] = left.get(good, 0)
        c[r.bank + k] -= cards.count(good) + left.get(good, 0)
    for seat, places in (ships or {}).items():
        for number, at in enumerate(places.split()):
            hex_ = r.board.hex_index[at]
            c[m.ship_at + seat * SHIPS + number] = hex_ + 1
            c[m.ship_on + hex_] = seat + 1
            r.use_item(t.game.state, seat, m.ship, 1)
    for seat, count in (points or {}).items():
        c[m.points_of + seat] = count
    for seat, name in (charters or {}).items():
        c[m.chosen + seat] = r.good_names.index(name) + 1
        c[m.charters + r.good_names.index(name)] -= 1
    if people is not None:
        c[m.people] = r.board.hex_index[people]
    return t


def module(t: Table) -> TroyRules:
    """The scenario in a game."""
    return module_of(t.r)


def module_of(r: Island) -> TroyRules:
    """The scenario in a configured game."""
    return r.module(TroyRules)


def row(t: Table) -> list[str]:
    """The cards put into the row since the last battle, in their order."""
    m = module(t)
    return [t.r.good_names[t.cell(m.given + k) - 1] for k in range(int(m.given_cards(t.game.state)))]


def rest(t: Table) -> dict[str, int]:
    """The cards that a battle left over."""
    m = module(t)
    return {name: n for good, name in enumerate(t.r.good_names) if (n := t.cell(m.rest + good))}


def markers(t: Table) -> tuple[int, int]:
    """The points of both cities."""
    m = module(t)
    return int(m.city_points(t.game.state, 0)), int(m.city_points(t.game.state, 1))


def trade_points(t: Table, seat: int) -> int:
    """The trade points of a seat."""
    return t.cell(module(t).points_of + seat)


def people(t: Table) -> str:
    """The sea people's hex."""
    return t.r.board.hex_names[t.cell(module(t).people)]


def fleet(t: Table, seat: int) -> list[str]:
    """The hexes of a seat's ships, in the order of building."""
    m = module(t)
    return [
        t.r.board.hex_names[t.cell(m.ship_at + seat * SHIPS + k) - 1] for k in range(int(m.built(t.game.state, seat)))
    ]


def battle(t: Table, cards: str) -> Table:
    """Turn these cards up."""
    for good in cards.split():
        t.play(f"chance: reveal {good}")
    return t


def kinds(t: Table) -> list[str]:
    """The kinds of ship in the order of building."""
    return [KINDS[kind] for kind in module(t).order]
