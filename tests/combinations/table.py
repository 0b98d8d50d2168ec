"""What may be played together: every pair of the fourteen modules with its rule, and the sets that follow (MIX-002).

It says the same as `bastide/expansions/island/combinations.toml` in another form: a pair that one of them has otherwise
fails `test_matrix`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final, NamedTuple

from bastide.catan.base.seams import IslandModule
from bastide.catan.family import MODULES
from bastide.kernel.rooms import rooms

Names = frozenset[str]

ROLES: Final = {
    "friendly_robber": "variant",
    "event_cards": "variant",
    "harbors": "variant",
    "two_players": "variant",
    "cities_knights": "extension",
    "seafarers": "extension",
    "five_six": "extension",
    "fishermen": "scenario",
    "rivers": "scenario",
    "caravans": "scenario",
    "barbarian_attack": "scenario",
    "traders_barbarians": "scenario",
    "great_wall": "world",
    "troy": "world",
}
"""The modules (MIX-001), in the order of the columns below."""

COLUMNS: Final = ("ROB", "EVT", "HARB", "TWO", "CK", "SEA", "X56", "FISH", "RIV", "CARA", "BARB", "TRAD", "GW", "TROY")
SHORT: Final = dict(zip(ROLES, COLUMNS, strict=True))

TABLE: Final = """
    EVT   +4
    HARB  +4  +4
    TWO   +4  +4  +4
    CK   -18  +7  +7 -17
    SEA   +6  +6  +6  +6  +8
    X56  +10 +10 +10 -16  +9 -19
    FISH  +5  +5  +5  +5 -13 -14 -15
    RIV   +5  +5  +5  +5 -13 -14 -15 -12
    CARA  +5  +5  +5  +5 -13 -14 -15 -12 -12
    BARB  +5  +5  +5  +5 -13 -14 -15 -12 -12 -12
    TRAD  +5  +5  +5  +5 -13 -14 -15 -12 -12 -12 -12
    GW   -20 -20 -20 -20 -20 -20 +11 -20 -20 -20 -20 -20
    TROY -20 -20 -20 -20 -20 -20 +11 -20 -20 -20 -20 -20 -21
"""
"""Each module beside those before it: +4 is allowed by MIX-004, -18 refused by MIX-018."""


class Entry(NamedTuple):
    """Whether two modules may be played together, and the rule."""

    allowed: bool
    rule: str


def entries() -> dict[Names, Entry]:
    """The table, by pair."""
    names = list(ROLES)
    found: dict[Names, Entry] = {}
    for row, line in enumerate(TABLE.split("\n")[1:-1], 1):
        head, *cells = line.split()
        assert head == SHORT[names[row]]
        assert len(cells) == row
        for other, cell in zip(names, cells, strict=False):
            found[frozenset((names[row], other))] = Entry(cell[0] == "+", f"MIX-{int(cell[1:]):03}")
    return found


ENTRIES: Final = entries()


def allowed(names: Iterable[str]) -> bool:
    """Whether every two of these may be played together."""
    return all(ENTRIES[frozenset(pair)].allowed for pair in combinations(names, 2))


def sets_of(names: Iterable[str]) -> list[Names]:
    """Every set of these modules that may be played, small ones first: the base alone, single modules, pairs."""
    found: list[Names] = [frozenset()]
    for one in found:  # grows on the way
        last = max((list(ROLES).index(name) for name in one), default=-1)
        later = [name for name in list(ROLES)[last + 1 :] if name in set(names)]
        found += [one | {name} for name in later if allowed(one | {name})]
    return found


def maximal(sets: Iterable[Names]) -> list[Names]:
    """Those of these sets that no other one contains."""
    every = list(sets)
    return [one for one in every if not any(one < other for other in every)]


def present() -> list[str]:
    """The modules of the table that are rooms of Bastide."""
    return [name for name in ROLES if name in rooms("island")]


def in_short(names: Iterable[str]) -> str:
    """A set in the short names of the table."""
    return "+".join(SHORT[name] for name in ROLES if name in set(names)) or "base"


def missing() -> Iterator[str]:
    """The sets that cannot be played yet, because a module of theirs is not there, in lines of text."""
    here, every = sets_of(present()), sets_of(ROLES)
    there = [SHORT[name] for name in ROLES if name not in present()]
    if not there:
        return
    yield f"{len(here)} of {len(every)} sets are played; the others wait for {', '.join(there)}:"
    line = " "
    for one in every:
        if one not in here:
            if len(line) + len(in_short(one)) > 118:
                yield line
                line = " "
            line += f" {in_short(one)}"
    yield line


def made(name: str) -> IslandModule:
    """The module, or where it is not there yet one that has only its name and its role."""
    if name in present():
        return MODULES[name]()
    module = IslandModule(name)
    module.role = ROLES[name]
    return module
