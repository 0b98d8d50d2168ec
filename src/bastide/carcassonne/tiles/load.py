"""Reads the tiles, one file a set, and checks that each is valid.

A tile is written like this; docs/carcassonne.md explains it:

    [[tile]]
    name = "city1_straight_road"
    copies = 4
    edges = "CRFR"
    cities = ["N"]
    roads = ["E W"]
    fields = ["EL WR | N", "ER SL SR WL"]
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from bastide.carcassonne.tiles.model import CITY, FIELD, HALVES, INNER, MONASTERY, ROAD, SIDES, Section, Tile
from bastide.carcassonne.tiles.sets import TileError, roles, tags_of, text_of
from bastide.carcassonne.tiles.sets import tags as all_tags

KEYS: Final = {
    "name": str,
    "copies": int,
    "edges": str,
    "cities": list,
    "roads": list,
    "fields": list,
    "water": str,
    "monastery": bool,
    "vineyard": bool,
    "hill": bool,
    "bridge": bool,
    "icons": list,
    "start": bool,
    "role": str,
}
NEEDED: Final = ("name", "copies", "edges")
HEAD: Final = {"name", "tiles"}
DECLARES: Final = {"tags", "roles"}
"""The required and the optional keys of a set's head."""
WATER: Final = "water"
MOST_ICON: Final = 3
NOTHING: Final = "."
"""The letter of a side inside a board."""


@cache
def tiles_of(name: str) -> tuple[Tile, ...]:
    """The tiles of one set, in the order of its file. Raises TileError."""
    return read_set(text_of(name), name)


def read_set(text: str, name: str) -> tuple[Tile, ...]:
    """The tiles in the text of a set's file. Raises TileError."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TileError(f"{name}: not TOML: {error}") from None
    head = data.get("set")
    if set(data) != {"set", "tile"} or not isinstance(head, dict) or set(head) - DECLARES != HEAD:
        raise TileError(
            f"{name}: a set has a table [set] with name, tiles and perhaps tags and roles, and tables [[tile]], "
            "nothing else"
        )
    if head["name"] != name:
        raise TileError(f"{name}: the set calls itself {head['name']!r}")
    tiles = tuple(read_tile(entry, name) for entry in data["tile"])
    ids = [tile.id for tile in tiles]
    for tile in tiles:
        if ids.count(tile.id) > 1:
            raise TileError(f"{tile.id}: this name stands twice")
    total = sum(tile.copies for tile in tiles)
    if total != head["tiles"]:
        raise TileError(f"{name}: the set says {head['tiles']} tiles, there are {total}")
    return tiles


def read_tile(entry: Mapping[str, Any], set_: str, inside: bool = False) -> Tile:
    """Parse one tile. A square of a board may have sides `inside` it, with a dot. Raises TileError."""
    where = f"{set_}.{entry.get('name', '?')}"
    for key, value in entry.items():
        if key not in KEYS or type(value) is not KEYS[key]:
            raise TileError(f"{where}: {key} = {value!r} is unknown or of the wrong type; there is {', '.join(KEYS)}")
    for key in NEEDED:
        if key not in entry:
            raise TileError(f"{where}: {key} is missing")
    edges = entry["edges"]
    if len(edges) != 4 or set(edges) - set("CRFI" + NOTHING * inside):
        raise TileError(f"{where}: edges must be four letters of C, R, F, I, got {edges!r}")
    if entry["copies"] < 1:
        raise TileError(f"{where}: copies must be 1 or more, got {entry['copies']}")
    cities = _cities(entry.get("cities", []), where)
    sections = [_road(text, where) for text in entry.get("roads", [])]
    before = len(sections)
    sections += cities
    if entry.get("monastery", False):
        sections.append(Section(MONASTERY))
    sections += [_field(text, cities, before, where) for text in entry.get("fields", [])]
    icons = tuple(entry.get("icons", ()))
    if len(icons) > entry["copies"] or any(type(n) is not int or not 1 <= n <= MOST_ICON for n in icons):
        raise TileError(f"{where}: icons must be numbers from 1 to {MOST_ICON}, one a copy at most, got {icons}")
    tile = Tile(
        id=where,
        set=set_,
        copies=entry["copies"],
        edges=edges,
        sections=tuple(sections),
        water=tuple(_places(entry.get("water", "").split(), SIDES, where)),
        vineyard=entry.get("vineyard", False),
        hill=entry.get("hill", False),
        bridge=entry.get("bridge", False),
        icons=icons,
        start=entry.get("start", False),
        role=entry.get("role", ""),
    )
    _check_sides(tile)
    _check_water(tile)
    _check_crossings(tile)
    for rotation in range(4):
        names = tile.names(rotation)
        if len(set(names)) < len(names):
            raise TileError(f"{where}: two sections would both be called {max(names, key=names.count)}")
    return tile


def _road(text: str, where: str) -> Section:
    words, tags = _tagged(text, tags_of(ROAD), where)
    sides = _places(words, SIDES, where)
    if not 1 <= len(sides) <= 2:
        raise TileError(f"{where}: road {text!r} must have one side (it ends on the tile) or two")
    return Section(ROAD, sides=sides, tags=tags)


def _cities(texts: list[str], where: str) -> list[Section]:
    """The cities. Where two share a side, each owns the half towards its other side."""
    read = [_tagged(text, tags_of(CITY), where) for text in texts]
    sides = [_places(words, SIDES, where) for words, _ in read]
    out: list[Section] = []
    for mine, (_, tags) in zip(sides, read, strict=True):
        if not mine:
            raise TileError(f"{where}: a city has no side")
        halves: list[int] = []
        for side in mine:
            shared = sum(side in other for other in sides) > 1
            if shared and (side - 1) % 4 in mine:
                halves.append(2 * side)
            elif shared and (side + 1) % 4 in mine:
                halves.append(2 * side + 1)
            elif not shared:
                halves += [2 * side, 2 * side + 1]
        out.append(Section(CITY, sides=mine, halves=tuple(sorted(halves)), tags=tags))
    return out


def _field(text: str, cities: list[Section], before: int, where: str) -> Section:
    """`EL WR | N`: half-edges, what stands there, and after the bar the cities that the field touches."""
    own, _, touched = text.partition("|")
    words, tags = _tagged(own, tags_of(FIELD), where)
    halves = () if words == [INNER] else _places(words, HALVES, where)
    if not halves and words != [INNER]:
        raise TileError(f"{where}: field {text!r} has no half-edge; one without any is written {INNER!r}")
    names = Tile("", "", 1, "", tuple(cities)).names(0)
    at = []
    for name in touched.split():
        if f"city:{name}" not in names:
            known = ", ".join(known.removeprefix("city:") for known in names) or "none"
            raise TileError(f"{where}: field {text!r} touches no city {name!r}; the cities are {known}")
        at.append(before + names.index(f"city:{name}"))
    return Section(FIELD, halves=halves, cities=tuple(at), tags=tags)


def _tagged(text: str, known: tuple[str, ...], where: str) -> tuple[list[str], tuple[int, ...]]:
    """The words of a section without its tags, and how many of each tag it has."""
    words = text.split()
    for word in words:
        if word.islower() and word not in (*known, INNER):
            raise TileError(f"{where}: {word!r} in {text!r} is unknown; there is {', '.join(known)}")
    return [word for word in words if word not in known], tuple(words.count(tag) for tag in all_tags())


def _places(words: list[str], known: tuple[str, ...], where: str) -> tuple[int, ...]:
    for word in words:
        if word not in known or words.count(word) > 1:
            raise TileError(f"{where}: {word!r} is none of {' '.join(known)}, or stands twice")
    return tuple(sorted(known.index(word) for word in words))


def _check_sides(tile: Tile) -> None:
    """Every side bears what its letter says, and every half-edge belongs to exactly one city or field."""
    roads = [side for road in tile.of_kind(ROAD) for side in road.sides]
    owned = [half for section in tile.sections for half in section.halves]
    fields = {half for field in tile.of_kind(FIELD) for half in field.halves}
    for side, letter in enumerate(tile.edges):
        if roads.count(side) != (letter == "R"):
            raise TileError(f"{tile.id}: side {SIDES[side]} is {letter}, and {roads.count(side)} roads reach it")
        if (side in tile.water) != (letter == "I"):
            raise TileError(f"{tile.id}: side {SIDES[side]} is {letter}, and the water disagrees")
        for half in (2 * side, 2 * side + 1):
            if letter == NOTHING:
                if half in owned:
                    raise TileError(f"{tile.id}: half-edge {HALVES[half]} lies inside the board")
            elif owned.count(half) != 1 or (half in fields) != (letter != "C"):
                what = "city" if letter == "C" else "field"
                raise TileError(f"{tile.id}: half-edge {HALVES[half]} must belong to exactly one {what}")


def _check_water(tile: Tile) -> None:
    if tile.role not in roles():
        raise TileError(f"{tile.id}: role {tile.role!r} is unknown; there is {', '.join(filter(None, roles()))}")
    if (tile.role or tile.water) and len(tile.water) != roles()[tile.role]:
        raise TileError(f"{tile.id}: the water has {len(tile.water)} sides, here {roles()[tile.role]} are right")


def _check_crossings(tile: Tile) -> None:
    """Check that round the rim no sections cross, except at a bridge."""
    rim: list[tuple[str, list[int]]] = []
    for section in tile.sections:
        middles = [3 * side + 1 for side in section.sides] if section.kind == ROAD else []
        rim.append((section.kind, [*middles, *(3 * (half // 2) + 2 * (half % 2) for half in section.halves)]))
    rim.append((WATER, [3 * side + 1 for side in tile.water]))
    for i, (kind, mine) in enumerate(rim):
        for other_kind, other in rim[:i]:
            bridged = tile.bridge and {kind, other_kind} <= {ROAD, WATER}
            if not bridged and len(_runs(mine, other)) > 2:
                raise TileError(f"{tile.id}: a {other_kind} and a {kind} lie across each other")


def _runs(mine: list[int], other: list[int]) -> list[str]:
    """Whose places follow each other round the rim: more than one run of each means that they cross."""
    order = sorted([(at, "mine") for at in mine] + [(at, "other") for at in other])
    owners = [owner for _, owner in order]
    return [owner for i, owner in enumerate(owners) if owner != owners[i - 1]]
