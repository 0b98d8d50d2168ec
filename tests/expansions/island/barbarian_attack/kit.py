"""Positions for the scenarios of Barbarian Attack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bastide.catan.base.building import rates_changed
from bastide.catan.base.island import Island
from bastide.expansions.island.barbarian_attack.rules.module import BarbarianRules
from bastide.expansions.island.barbarian_attack.rules.state import CARD_WORDS
from bastide.kernel.bits import put
from tests.kit import Table, table

ONE: Final = "barbarian_attack"
SETTLEMENT: Final = "brick lumber wool grain"
CITY: Final = "ore*3 grain*2"
CARD: Final = "wool grain ore"
CASTLE, DESERT = "-2,2", "2,-2"
COAST: Final = ("-2,1", "-2,0", "-1,-1", "0,-2", "1,-2", "2,-1", "2,0", "1,1", "0,2", "-1,2")
"""The coastal hexes with numbers, clockwise from the castle: 4, 12, 9, 3, 8, 10, 11, 5, 2, 6."""
CASTLE_PATHS: Final = ("-2,2,NE", "-2,2,E", "-2,2,SE", "-3,3,NE", "-3,2,E", "-2,1,SE")
"""The paths of the castle, clockwise from the one at the upper right."""


def attack(
    seats: int = 3,
    *,
    barbarians: Mapping[str, int] | None = None,
    knights: Mapping[int, str] | None = None,
    entered: str = "",
    prisoners: Mapping[int, int] | None = None,
    supply: int | None = None,
    pile: Mapping[str, int] | None = None,
    modules: tuple[str, ...] = (),
    **more: Any,
) -> Table:
    """A table of the scenario.

    `barbarians` are those by hex, `knights` the paths of each seat's, `entered` those that came to the castle this
    turn. `supply` leaves so many barbarians there: the others are laid aside. `pile` are its cards, all by default.
    """
    t = table(seats, modules=[*modules, ONE], **more)
    m, r, s = module(t), t.r, t.game.state
    c = s.cells
    for hex_ in range(int(r.board.hexes)):
        c[m.barbarians + hex_] = (barbarians or {}).get(r.board.hex_names[hex_], 0)
    for seat, places in (knights or {}).items():
        for place in places.split():
            edge = r.board.edge_index[place]
            assert c[m.knight + edge] == 0, f"two knights at {place}"
            c[m.knight + edge] = seat + 1
            if seat < seats:
                c[m.ready + seat] -= 1
            else:
                m.partner.moved(s, edge)
    for place in entered.split():
        put(c, m.entered, r.board.edge_index[place], True)
    for seat, count in (prisoners or {}).items():
        c[m.prisoners + seat] = count
    out = sum((barbarians or {}).values()) + sum((prisoners or {}).values())
    c[m.supply] = 36 - out if supply is None else supply
    c[m.aside] = 36 - out - c[m.supply]
    for word, count in (pile or {}).items():
        c[m.pile + CARD_WORDS.index(word)] = count
    for word in set(CARD_WORDS) - set(pile or CARD_WORDS):
        c[m.pile + CARD_WORDS.index(word)] = 0
    for seat in range(seats):
        c[m.lost + seat] = sum(
            int(c[r.level + corner])
            for corner in range(int(r.board.ashore))
            if c[r.owner + corner] == seat + 1 and m.is_lost(s, corner)
        )
        rates_changed(r, s, seat)
    return t


def module(t: Table) -> BarbarianRules:
    """The scenario in a game."""
    return module_of(t.r)


def module_of(r: Island) -> BarbarianRules:
    """The scenario in a configured game."""
    return r.module(BarbarianRules)


def barbarians(t: Table) -> dict[str, int]:
    """The barbarians by hex, where there are any."""
    m = module(t)
    found = {name: t.cell(m.barbarians + h) for h, name in enumerate(t.r.board.hex_names)}
    return {name: n for name, n in found.items() if n}


def knights(t: Table, seat: int) -> set[str]:
    """The paths of a seat's knights; the number of the seats stands for nobody."""
    m = module(t)
    return {name for e, name in enumerate(t.r.board.edge_names) if t.cell(m.knight + e) == seat + 1}


def prisoners(t: Table) -> list[int]:
    """The prisoners of each seat."""
    return [t.cell(module(t).prisoners + seat) for seat in range(int(t.r.seats))]


def supply(t: Table) -> int:
    """The barbarians that have not landed yet."""
    return t.cell(module(t).supply)


def gold(t: Table) -> list[int]:
    """The gold of each seat."""
    return [t.hand(seat).get("gold", 0) for seat in range(int(t.r.seats))]


def weights(t: Table) -> dict[str, int]:
    """What chance may bring now, with its weights."""
    pairs = [int(n) for n in t.r.outcomes(t.game.state)]
    return {t.r.write([code]): weight for code, weight in zip(pairs[::2], pairs[1::2], strict=True)}
