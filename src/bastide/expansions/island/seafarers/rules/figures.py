"""The maps of the rulebook, printed or dealt (SEA-015 to SEA-018, SEA-020, SEA-023)."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final

from bastide.catan.base.config import ROBBER_SITE
from bastide.catan.base.reading import seeded
from bastide.catan.board.grid import SIDES, Hex, hex_name, neighbour
from bastide.catan.board.layout import LaidHex, LaidSite, Layout, harbors_of, hexes_of, lay_tokens, red_neighbours
from bastide.kernel.data import read_table

MAPS: Final = ("new_shores", "through_the_desert", "four_islands")
LAYOUTS: Final = (*MAPS, "beginner", "spiral", "random")
"""The maps, and the base's layouts, in whose place New Shores is laid."""
SET_UPS: Final = ("printed", "dealt")
"""Whether terrains and numbers lie as printed, or are dealt anew on each island."""
SEA: Final = "sea"
DESERT: Final = "desert"
HILLS: Final = "hills"
HOME: Final = "home"
PIRATE: Final = "pirate"
GOLD: Final = "gold"
SHIP: Final = "ship"
FEWER_POINTS: Final = {"four_islands": -1}
"""How many points the goal of a map differs from the usual one (SEA-023)."""
DATA: Final = read_table("bastide.expansions.island.seafarers.rules", "maps.toml")
"""The maps by name and seats."""


@cache
def printed(name: str, seats: int) -> Layout:
    """A map as printed."""
    data = DATA[name][str(seats)]
    sites = [LaidSite(ROBBER_SITE, data["robber"]), LaidSite(PIRATE, data["pirate"])]
    sites += [LaidSite(HOME, place) for place in data["home"]]
    harbors = harbors_of(data["harbors"])
    if "pool" in data:
        harbors = tuple(replace(h, good=good) for h, good in zip(harbors, data["pool"], strict=True))
    return Layout(hexes_of(data["rows"]), harbors, (), tuple(sites))


def lay(name: str, seats: int, options: Mapping[str, Any], rng: random.Random | None) -> Layout:
    """One of `LAYOUTS`. Raises ConfigError where chance is needed and there is no seed."""
    map_ = name if name in MAPS else MAPS[0]
    layout = printed(map_, seats)
    if name in ("spiral", "random") or options["islands"] == "dealt":
        layout = dealt(layout, "spiral" if name == "spiral" else "random", options, seeded(rng, f"layout = '{name}'"))
    if "pool" in DATA[map_][str(seats)] and rng is not None:
        pool = [h.good for h in layout.harbors]
        rng.shuffle(pool)
        layout = replace(
            layout, harbors=tuple(replace(h, good=good) for h, good in zip(layout.harbors, pool, strict=True))
        )
    return layout


def dealt(layout: Layout, tokens: str, options: Mapping[str, Any], rng: random.Random) -> Layout:
    """A map whose terrains and numbers are shuffled within each of its parts; water, harbours and home stay.

    The parts are the home and each piece of land that is not home. Several deserts of a part stay: they are the border
    to what lies behind. A single one may go elsewhere, and the robber that stands on it goes along. The robber that
    starts on hills goes along with them, and they keep their number (SEA-016). No 6 or 8 lies beside a 6 or 8; with
    `spiral` the numbers of each part lie along a spiral instead, where the base's option `spiral_from` is for the home.
    """
    terrain = {(h.q, h.r): h.terrain for h in layout.hexes if h.terrain != SEA}
    number = {(h.q, h.r): h.numbers for h in layout.hexes if h.numbers}
    home = {site.place for site in layout.sites if site.word == HOME}
    parts = parts_of(set(terrain), home)
    moved: dict[str, str] = {}
    for part in parts:
        deserts = [at for at in part if terrain[at] == DESERT]
        free = [at for at in part if at not in deserts] if len(deserts) > 1 else part
        kinds = [terrain[at] for at in free]
        rng.shuffle(kinds)
        terrain.update(zip(free, kinds, strict=True))
        if len(deserts) == 1:
            [now] = [at for at in part if terrain[at] == DESERT]
            moved[hex_name(deserts[0])] = hex_name(now)
    while True:
        laid_numbers: dict[Hex, tuple[int, ...]] = {}
        for part in parts:
            bare = [at for at in part if terrain[at] == DESERT]
            values = [number[at][0] for at in part if at in number]
            start = str(options["spiral_from"]) if part is parts[0] else "corner"
            laid_numbers |= lay_tokens(part, bare, values, tokens, start, rng)
        if tokens == "spiral" or not red_neighbours({at: numbers[0] for at, numbers in laid_numbers.items()}):
            break
    robber = robbers_hills(layout)
    if robber is not None:  # on an islet of two hexes, neither with a 6 or an 8: each order of its numbers is a spiral
        part = next(part for part in parts if robber in part)
        hills = next(at for at in part if terrain[at] == HILLS)
        other = next(at for at in part if laid_numbers[at] == number[robber])
        laid_numbers[hills], laid_numbers[other] = laid_numbers[other], laid_numbers[hills]
        moved[hex_name(robber)] = hex_name(hills)
    hexes = tuple(
        LaidHex(h.q, h.r, terrain[h.q, h.r], laid_numbers.get((h.q, h.r), ())) if (h.q, h.r) in terrain else h
        for h in layout.hexes
    )
    sites = tuple(
        replace(site, place=moved.get(site.place, site.place)) if site.word == ROBBER_SITE else site
        for site in layout.sites
    )
    return replace(layout, hexes=hexes, sites=sites)


def robbers_hills(layout: Layout) -> Hex | None:
    """The hills where the robber starts, if it does not start on another terrain."""
    robber = [site.place for site in layout.sites if site.word == ROBBER_SITE]
    return next(((h.q, h.r) for h in layout.hexes if h.terrain == HILLS and hex_name((h.q, h.r)) in robber), None)


def parts_of(land: set[Hex], home: Collection[str]) -> list[list[Hex]]:
    """The home, if there is one, then the connected pieces of the other land, each in reading order."""
    left = {at for at in land if hex_name(at) not in home}
    parts = [sorted(land - left, key=_reading)] if land - left else []
    while left:
        part: list[Hex] = []
        edge = [min(left, key=_reading)]
        left.discard(edge[0])
        while edge:
            at = edge.pop()
            part.append(at)
            near = {neighbour(at, side) for side in SIDES} & left
            left -= near
            edge += near
        parts.append(sorted(part, key=_reading))
    return parts


def _reading(at: Hex) -> Hex:
    return at[1], at[0]
