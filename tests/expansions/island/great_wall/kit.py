"""Positions for the scenarios of the Great Wall."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bastide.catan.base.building import rates_changed
from bastide.catan.base.island import Island
from bastide.expansions.island.great_wall.rules.module import GreatWallRules
from bastide.expansions.island.great_wall.rules.state import NUMERALS
from bastide.kernel.game import Game
from tests.kit import Table, table

WALL: Final = "great_wall"
FORTRESSES: Final = ("5,1,S", "4,1,S", "3,1,S", "2,1,S", "1,1,S", "0,1,S")
"""The fortresses of sections 1 to 6: in these positions section k belongs to seat k - 1."""
LINES: Final = {
    1: "4,2 2,4 1,5 0,6",
    2: "3,2 2,3 1,4 0,5 -1,6",
    3: "2,2 1,3 0,4 -1,5 -2,6",
    4: "1,2 0,3 -1,4 -2,5 -3,6",
}
"""The hexes behind each section, the nearest first."""
SETTLEMENT: Final = "brick lumber wool grain"
CITY: Final = "ore*3 grain*2"


def modules(seats: int) -> list[str]:
    """The modules with which so many seats play."""
    return [WALL, "five_six"] if seats == 6 else [WALL]


def steppe(
    seats: int = 4,
    *,
    levels: Mapping[int, int] | None = None,
    fields: Mapping[int, int] | None = None,
    gathered: str = "",
    behind: str = "",
    freed: str = "",
    penalties: Mapping[int, int] | None = None,
    bag: Mapping[str, int] | None = None,
    pirate: str = "6,1",
    settlements: Mapping[int, str] | None = None,
    **more: Any,
) -> Table:
    """A table of the scenario.

    `levels` and `fields` (riders on the battlefields) are by section, `gathered` are riders like `I III*2`, `behind`
    like `3,2 2,3*2`. Riders who are neither there nor in a `bag` that is given are left out; by default the bag holds
    all others. Those before and behind the wall have the numeral of which most are in the bag.
    """
    built = {seat: " ".join((FORTRESSES[seat], (settlements or {}).get(seat, ""))) for seat in range(seats)}
    t = table(seats, modules=modules(seats), settlements=built, **more)
    m, r, s = module(t), t.r, t.game.state
    c = s.cells
    n = int(m.numerals)
    for numeral, count in _counts(gathered).items():
        k = NUMERALS.index(numeral)
        c[m.bag + k] -= count
        c[m.gathered + k * n + k] += count
    places = [(m.fighting + (section - 1) * n, count) for section, count in (fields or {}).items()]
    places += [(m.behind + r.board.hex_index[place] * n, count) for place, count in _counts(behind).items()]
    for at, count in places:
        for _ in range(count):
            k = max(range(n), key=lambda one: (c[m.bag + one], -one))
            c[m.bag + k] -= 1
            c[at + k] += 1
    for numeral in NUMERALS[:n] if bag is not None else ():
        c[m.bag + NUMERALS.index(numeral)] = (bag or {}).get(numeral, 0)
    for place in freed.split():
        c[m.freed + r.board.hex_index[place]] = 1
    for section, level in (levels or {}).items():
        c[m.level + section - 1] = level
    for seat, count in (penalties or {}).items():
        c[m.penalties + seat] = count
        c[m.passes] += count
    c[m.pirate] = r.board.hex_index[pirate]
    for seat in range(seats):
        rates_changed(r, s, seat)
    return t


def _counts(text: str) -> dict[str, int]:
    pairs = (word.partition("*") for word in text.split())
    return {name: int(count or 1) for name, _, count in pairs}


def module(t: Table) -> GreatWallRules:
    """The scenario at a table."""
    return module_of(t.r)


def module_of(r: Island) -> GreatWallRules:
    """The scenario in a configured game."""
    return r.module(GreatWallRules)


def rules_of(game: Game) -> Island:
    """The rules of a game of the scenario."""
    assert isinstance(game.rules, Island)
    return game.rules


def behind(t: Table) -> dict[str, int]:
    """The riders behind the wall by hex, where there are any."""
    m = module(t)
    found = {t.r.board.hex_names[h]: int(m.riders(t.game.state, m.behind, h)) for h in range(int(t.r.board.land))}
    return {name: n for name, n in found.items() if n}


def fields(t: Table) -> list[int]:
    """The riders on each battlefield."""
    m = module(t)
    return [int(m.riders(t.game.state, m.fighting, k)) for k in range(int(m.sections))]


def gathered(t: Table) -> dict[str, int]:
    """The riders on each gathering territory, where there are any."""
    m = module(t)
    found = {NUMERALS[k]: int(m.riders(t.game.state, m.gathered, k)) for k in range(int(m.numerals))}
    return {name: n for name, n in found.items() if n}


def bag(t: Table) -> dict[str, int]:
    """The riders in the bag by numeral."""
    m = module(t)
    return {NUMERALS[k]: t.cell(m.bag + k) for k in range(int(m.numerals))}


def levels(t: Table) -> list[int]:
    """The level of each section."""
    m = module(t)
    return [t.cell(m.level + k) for k in range(int(m.sections))]


def penalties(t: Table) -> list[int]:
    """The penalties of each seat."""
    return [t.cell(module(t).penalties + seat) for seat in range(int(t.r.seats))]


def passes(t: Table) -> int:
    """How often the wall has been passed."""
    return t.cell(module(t).passes)


def pirate(t: Table) -> str:
    """The pirate's hex."""
    return t.r.board.hex_names[t.cell(module(t).pirate)]


def weights(t: Table) -> dict[str, int]:
    """What chance may bring now, with its weights."""
    pairs = [int(n) for n in t.r.outcomes(t.game.state)]
    return {t.r.write([code]): weight for code, weight in zip(pairs[::2], pairs[1::2], strict=True)}
