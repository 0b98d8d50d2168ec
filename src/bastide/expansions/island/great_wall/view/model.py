"""The wall as data: sections and what stands before them, riders gathered and behind the wall, passes."""

from __future__ import annotations

import msgspec

from bastide.expansions.island.great_wall.rules.board import TOP
from bastide.expansions.island.great_wall.rules.state import NUMERALS, GreatWallState
from bastide.view.island.glance import Glance


class RiderCall(msgspec.Struct, frozen=True):
    """An arrow to a section: its number, and the riders that wait on the gathering territory for it."""

    number: int
    waiting: int


class Section(msgspec.Struct, frozen=True):
    """A section of the wall, counted from 1 in the east.

    `owner` is -1 while its fortress is not placed, `hex` its battlefield. `falls`: the next rider to come passes it.
    `price` is that of the next level, empty if there is none.
    """

    number: int
    owner: int
    hex: str
    fortress: str
    level: int
    riders: int
    calls: list[RiderCall]
    falls: bool
    price: dict[str, int]


class Place(msgspec.Struct, frozen=True):
    """Riders on a hex. `name` is the numeral of a gathering territory; behind the wall, the number of the section."""

    hex: str
    name: str
    riders: int


class GreatWallView(msgspec.Struct, frozen=True):
    """The wall from east to west, the riders, the passes.

    `bag` are the riders of each numeral that may still be drawn. `passes` of `most_passes`: then all have lost.
    `penalties` are by seat. `pirate` is None before the board is laid out. `leads` is the numeral of the territory from
    which the viewer's knight leads a rider, `acts` are the actions that the card still has.
    """

    sections: list[Section]
    gathered: list[Place]
    behind: list[Place]
    bag: dict[str, int]
    passes: int
    most_passes: int
    penalties: list[int]
    pirate: str | None
    leads: str
    acts: list[str]


def seen(g: Glance) -> GreatWallView:
    """The scenario's part of the view."""
    m, s = g.rules.module(GreatWallState), g.state
    names = g.rules.board.hex_names
    mine = g.phase == "great_wall_knight" and g.viewer in g.actors
    start = g.cell(int(s.top()) + 3) if mine else 0
    pirate = int(m.pirate_hex(s))
    behind = [
        Place(names[hex_], str(section + 1), int(m.riders(s, m.behind, hex_)))
        for section in range(int(m.sections))
        for hex_ in lines_of(m, section)
    ]
    return GreatWallView(
        sections=[section_of(g, m, section) for section in range(int(m.sections))],
        gathered=[
            Place(names[int(hex_)], NUMERALS[k], int(m.riders(s, m.gathered, k)))
            for k, hex_ in enumerate(m.territories)
        ],
        behind=[place for place in behind if place.riders],
        bag={NUMERALS[k]: g.cell(m.bag + k) for k in range(int(m.numerals))},
        passes=g.cell(m.passes),
        most_passes=int(m.most_passes),
        penalties=[g.cell(m.penalties + seat) for seat in range(int(g.rules.seats))],
        pirate=names[pirate] if pirate >= 0 else None,
        leads=NUMERALS[start - 1] if start else "",
        acts=[verb for verb in ("ride", "free", "pirate") if mine and verb in g.verbs],
    )


def lines_of(m: GreatWallState, section: int) -> list[int]:
    """The hexes behind a section, nearest first."""
    return [int(m.line[k]) for k in range(int(m.line_from[section]), int(m.line_from[section + 1]))]


def section_of(g: Glance, m: GreatWallState, k: int) -> Section:
    """One section as it stands."""
    board, goods = g.rules.board, int(g.rules.goods)
    level, riders = g.cell(m.level + k), int(m.riders(g.state, m.fighting, k))
    calls = [
        RiderCall(int(m.arrow_number[i]), int(m.riders(g.state, m.gathered, m.arrow_from[i])))
        for i in range(len(m.arrow_number))
        if m.arrow_to[i] == k
    ]
    price = (
        {g.rules.good_names[good]: int(m.prices[level * goods + good]) for good in range(goods)} if level < TOP else {}
    )
    return Section(
        number=k + 1,
        owner=int(m.owner_of(g.state, k)),
        hex=board.hex_names[int(m.fields[k])],
        fortress=board.corner_names[int(m.fortresses[k])],
        level=level,
        riders=riders,
        calls=calls,
        falls=riders >= level and level < TOP,
        price={good: count for good, count in price.items() if count},
    )
