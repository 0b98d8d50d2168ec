"""The tile data: against the rulebook's figures, and against every possible mistake in a file."""

from __future__ import annotations

from collections import Counter
from importlib import resources

import pytest

from bastide.carcassonne.tiles.load import read_set, tiles_of
from bastide.carcassonne.tiles.model import CITY, FIELD, HALVES, KINDS, MONASTERY, NAMES, ROAD, SIDES, Tile
from bastide.carcassonne.tiles.sets import TileError, sets

ALL = [tile for name in sets() for tile in tiles_of(name)]

# Figures of the rulebook and of a count made by others: tiles, types, monasteries, shields, cities, roads, fields.
FIGURES = {
    "base": (72, 24, 6, 10, 49, 62, 126),
    "inns": (18, 17, 1, 3, 20, 18, 35),
    "traders": (24, 24, 1, 0, 29, 23, 56),
    "hills": (18, 16, 2, 0, 20, 13, 30),
    "wheel": (12, 12, 1, 0, 10, 14, 25),
    "river": (12, 10, 1, 0, 4, 4, 28),
}
# The 24 pictures of the base game: how often each pattern of edges occurs, whatever its rotation.
PATTERNS = {
    "FFFF": 4,
    "FFFR": 2,
    "CRFR": 4,
    "CCCC": 1,
    "CCCR": 3,
    "CFCF": 6,
    "CCFF": 7,
    "CCRR": 5,
    "CCCF": 4,
    "CRRF": 3,
    "CRRR": 3,
    "CFRR": 3,
    "CFFF": 5,
    "RRRR": 1,
    "FRRR": 4,
    "FFRR": 9,
    "FRFR": 8,
}


def total(tiles: list[Tile], kind: str) -> int:
    return sum(tile.copies * len(tile.of_kind(kind)) for tile in tiles)


def tags(tiles: list[Tile], tag: str) -> int:
    return sum(tile.copies * sum(part.count(tag) for part in tile.sections) for tile in tiles)


@pytest.mark.rule("CARC-003")
@pytest.mark.parametrize("name", sets())
def test_a_set_has_the_figures_of_the_rulebook(name: str) -> None:
    tiles = list(tiles_of(name))
    copies = sum(tile.copies for tile in tiles)
    sections = [total(tiles, kind) for kind in (CITY, ROAD, FIELD)]
    assert (copies, len(tiles), total(tiles, MONASTERY), tags(tiles, "shield"), *sections) == FIGURES[name]


def test_all_sets_together() -> None:
    assert (sum(tile.copies for tile in ALL), len(ALL)) == (156, 103)
    sides = Counter[str]()
    for tile in ALL:
        for letter in tile.edges:
            sides[letter] += tile.copies
    assert sides == {"F": 212, "R": 187, "C": 203, "I": 22}
    assert [tags(ALL, tag) for tag in ("shield", "inn", "cathedral", "wine", "grain", "cloth", "sheep")] == [
        13,
        6,
        2,
        9,
        6,
        5,
        2,
    ]
    assert sum(tile.copies for tile in ALL if tile.hill) == 8
    assert sum(tile.copies for tile in ALL if tile.vineyard) == 10
    assert not any(tile.hill and tile.vineyard for tile in ALL)
    assert sum(tile.bridge for tile in ALL) == 5
    assert Counter(tile.role for tile in ALL if tile.role) == {"source": 1, "mouth": 1}


@pytest.mark.rule("CARC-007")
def test_the_wheel_icons() -> None:
    assert sum(len(tile.icons) for tile in tiles_of("base")) == 16
    assert Counter(icon for tile in ALL for icon in tile.icons) == {1: 11, 2: 5, 3: 3}


@pytest.mark.rule("CARC-003")
def test_the_patterns_of_the_base_game() -> None:
    found = Counter[str]()
    for tile in tiles_of("base"):
        turns = {"".join(tile.edge(side, rotation) for side in range(4)) for rotation in range(4)}
        (pattern,) = [pattern for pattern in PATTERNS if pattern in turns]
        found[pattern] += tile.copies
    assert found == PATTERNS
    assert [tile.id for tile in ALL if tile.start] == ["base.city1_straight_road"]


@pytest.mark.parametrize("tile", ALL, ids=lambda tile: tile.id)
def test_every_section_has_a_name_of_its_own_in_every_rotation(tile: Tile) -> None:
    for rotation in range(4):
        names = tile.names(rotation)
        assert len(set(names)) == len(names)
        assert set(names) <= set(NAMES)
        for name, part in zip(names, tile.sections, strict=True):
            kind, _, place = name.partition(":")
            assert kind == part.kind
            if kind in (ROAD, CITY):
                assert (SIDES.index(place) - rotation) % 4 in part.sides
            elif part.halves:
                assert (HALVES.index(place) - 2 * rotation) % 8 in part.halves
            assert part.kind in KINDS


def by_id(name: str) -> Tile:
    return next(tile for tile in ALL if tile.id == name)


def shape(name: str) -> list[str]:
    """The sections of a tile in short: their names at rotation 0, and the cities that fields touch."""
    tile = by_id(name)
    names = tile.names(0)
    return [
        " ".join([name, *(names[city].removeprefix("city:") for city in part.cities)])
        for name, part in zip(names, tile.sections, strict=True)
    ]


@pytest.mark.rule("CARC-042")
def test_the_special_tiles() -> None:
    assert shape("hills.shared_edge_vineyard") == ["city:W", "city:E", "field:SL E W"]
    west, east = by_id("hills.shared_edge_vineyard").of_kind(CITY)
    assert [HALVES[half] for half in west.halves] == ["NL", "WL", "WR"]
    assert [HALVES[half] for half in east.halves] == ["NR", "EL", "ER"]
    assert shape("hills.wedge_vineyard") == ["city:N", "field:SR N", "field:EL N"]
    for name in ("inns.four_cities", "traders.two_corners_wine", "traders.corner_cloth_plus_two_cities"):
        assert "inner" in shape(name)[-1]
    assert [part.sides for part in by_id("traders.bridge_crossing").of_kind(ROAD)] == [(0, 2), (1, 3)]
    assert [part.sides for part in by_id("hills.straight_and_deadend_vineyard").of_kind(ROAD)] == [(1, 3), (2,)]
    assert not by_id("base.city4_s").of_kind(FIELD)
    assert not by_id("inns.cathedral").of_kind(FIELD)


GOOD = (
    '[set]\nname = "base"\ntiles = 2\n\n[[tile]]\nname = "a"\ncopies = 2\nedges = "CRFR"\ncities = ["N"]\n'
    'roads = ["E W"]\nfields = ["EL WR | N", "ER SL SR WL"]\n'
)


def test_a_set_is_read() -> None:
    (tile,) = read_set(GOOD, "base")
    assert tile.id == "base.a"
    assert tile.names(1) == ("road:N", "city:E", "field:NR", "field:NL")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("[set]", "[set", "not TOML"),
        ('name = "base"', 'name = "bas"', "calls itself"),
        ("tiles = 2", "tiles = 3", "says 3 tiles, there are 2"),
        ("copies = 2", "copies = 0", "copies must be 1 or more"),
        ("copies = 2", 'copies = "2"', "of the wrong type"),
        ("copies = 2\n", "", "copies is missing"),
        ("copies = 2", "copies = 2\ncolour = 3", "unknown"),
        ('"CRFR"', '"CRXR"', "four letters"),
        ('"CRFR"', '"CRF"', "four letters"),
        ('"CRFR"', '"CRFF"', "1 roads reach it"),
        ('"CRFR"', '"CRIR"', "the water disagrees"),
        ('"CRFR"', '"FRFR"', "exactly one field"),
        ('["N"]', '["N N"]', "stands twice"),
        ('["N"]', '["X"]', "none of"),
        ('["N"]', '["N tower"]', "'tower'"),
        ('["N"]', '["N inn"]', "'inn'"),
        ('["E W"]', '["E"]', "0 roads reach it"),
        ('["E W"]', '["E S W"]', "one side"),
        ("EL WR | N", "EL WR | S", "no city 'S'"),
        ("EL WR | N", "EL", "exactly one field"),
        ("EL WR | N", "EL WR NL | N", "exactly one city"),
        ("EL WR | N", "EL WR ER | N", "exactly one field"),
        ('"EL WR | N", "ER SL SR WL"', '"EL WL | N", "ER SL SR WR"', "lie across each other"),
        ("edges", "icons = [1, 2, 3]\nedges", "icons"),
        ("edges", "icons = [4]\nedges", "icons"),
        ("edges", 'role = "source"\nedges', "the water has 0 sides"),
        ("edges", 'role = "spring"\nedges', "unknown"),
    ],
)
def test_a_wrong_tile_is_refused(old: str, new: str, says: str) -> None:
    assert GOOD.count(old) >= 1
    with pytest.raises(TileError) as caught:
        read_set(GOOD.replace(old, new, 1) if old != "edges" else GOOD.replace("edges", new), "base")
    assert says in str(caught.value)


def test_no_name_stands_twice() -> None:
    with pytest.raises(TileError, match="stands twice"):
        read_set(GOOD.replace("tiles = 2", "tiles = 4") + GOOD[GOOD.index("[[tile]]") :], "base")


def test_a_file_holds_nothing_else() -> None:
    text = resources.files("bastide.carcassonne.tiles").joinpath("data/base.toml").read_text("utf-8")
    with pytest.raises(TileError, match="nothing else"):
        read_set(text + "\n[more]\n", "base")
