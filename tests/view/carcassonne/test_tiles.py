"""The pictures of the tiles follow from the data, and tell no other tile than the one they show."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Final

import pytest

from bastide.carcassonne.tiles.load import tiles_of
from bastide.carcassonne.tiles.model import CITY, FIELD, Tile
from bastide.carcassonne.tiles.sets import BASE, sets
from bastide.view.carcassonne.art import sheet
from bastide.view.carcassonne.tiles import BOXES, GROUND, SIZE, STANDING, document, drawing, patch
from bastide.view.carcassonne.tiles.decorate import plan_at, plan_of
from bastide.view.carcassonne.tiles.geometry import MIDDLE, T, dist, inside
from bastide.view.carcassonne.tiles.plan import fields_of
from bastide.view.carcassonne.tiles.sections import anchor, kept, shape, worked_out
from tests.chosen import by_commit

TILES: Final = [tile for name in sets() for tile in tiles_of(name)]
SHOWN: Final = ("shield", "wine", "grain", "cloth")
CHOSEN: Final = by_commit(set(sets()) - {BASE}, 1) | {BASE}
"""The sets whose tiles are looked at in `make test`."""


@pytest.fixture(
    scope="module",
    params=[pytest.param(tile, id=tile.id, marks=[] if tile.set in CHOSEN else [pytest.mark.slow]) for tile in TILES],
)
def tile(request: pytest.FixtureRequest) -> Tile:
    """Each tile; as a fixture of the module, so that its plan is made for all tests of a tile at once."""
    found: Tile = request.param
    return found


def test_there_are_all_types() -> None:
    assert len(TILES) == 103


def test_meadows_of_a_picture_are_the_fields_of_the_data(tile: Tile) -> None:
    plan = plan_of(tile)
    fields = fields_of(tile)
    assert len(plan.fields) == len(fields)
    for i, area in enumerate(plan.fields):
        assert area.bit_count() > 60
        assert all(not area & other for other in plan.fields[:i])


def test_every_figure_stands_on_its_own_section(tile: Tile) -> None:
    for turns in range(4):
        plan = plan_at(tile, turns)
        assert len(plan.anchors) == len(tile.sections) == len(plan.outlines)
        for at, lines in zip(plan.anchors, plan.outlines, strict=True):
            assert sum(inside(line, at) for line in lines) % 2 == 1, (turns, at)
        places = [anchor(tile, turns, k) for k in range(len(tile.sections))]
        assert all(0 < x < SIZE and 0 < y < SIZE for x, y in places)
        assert all(dist(a, b) > 20 for i, a in enumerate(places) for b in places[:i])


def test_a_picture_shows_what_the_data_tell(tile: Tile) -> None:
    plan = plan_of(tile)
    tags = [tag for city in tile.of_kind(CITY) for tag in SHOWN for _ in range(city.count(tag))]
    assert sorted(kind for kind, _ in plan.badges) == sorted(tags)
    assert (plan.monastery is not None) == tile.monastery
    assert (plan.landmark is not None) == any(city.count("cathedral") for city in tile.of_kind(CITY))
    assert len(plan.roadside) == sum(section.count("inn") for section in tile.sections)
    assert len(plan.grazing) == sum(field.count("sheep") for field in tile.of_kind(FIELD))
    assert any(plot.kind == "vines" for plot in plan.plots) == tile.vineyard
    assert bool(plan.hill) == tile.hill
    assert bool(plan.bridges) == tile.bridge
    assert bool(plan.river) == bool(tile.water)
    assert (plan.icon is not None) == bool(tile.icons)
    assert (plan.spring is not None) == (tile.role == "source")


def test_what_meets_at_a_side_depends_on_its_letter_alone(tile: Tile) -> None:
    """Roads and the river cross a side in its middle; a city reaches from corner to corner."""
    plan = plan_of(tile)
    for side, letter in enumerate(tile.edges):
        ways = [way for way in plan.roads if MIDDLE[side] in (way.line[0], way.line[-1])]
        waters = [way for way in plan.river if MIDDLE[side] in (way.line[0], way.line[-1])]
        assert (len(ways), len(waters)) == (int(letter == "R"), int(letter == "I"))
        strip = (patch.box(0, 0, T, 1), patch.box(T - 1, 0, T, T), patch.box(0, T - 1, T, T), patch.box(0, 0, 1, T))
        town = 0
        for city in plan.cities:
            town |= patch.polygon(city)
        covered = (town & strip[side]).bit_count()
        assert covered > 230 if letter == "C" else covered < 20


def test_pictures_are_whole_and_always_the_same(tile: Tile) -> None:
    for turns in range(4):
        for part in BOXES:
            text = document(tile, turns, part, tile.icons[0] if tile.icons else 0)
            elements = list(ET.fromstring(text).iter())
            names = {element.get("id") for element in elements}
            used = {href[1:] for element in elements if (href := element.get("href"))}
            assert used <= names
            assert "nan" not in text
    drawing.cache_clear()
    plan_of.cache_clear()
    plan_at.cache_clear()
    assert drawing(tile, 1, STANDING) in document(tile, 1, STANDING)
    assert drawing(tile, 0, GROUND) in document(tile, 0, GROUND)


def test_what_is_kept_of_sections_is_what_is_worked_out(tile: Tile) -> None:
    """Otherwise write the file again: see `bastide.view.carcassonne.tiles.sections`."""
    assert kept()[tile.id] == worked_out(tile)


def test_a_turned_tile_keeps_its_shape_and_stands_upright() -> None:
    tile = next(tile for tile in TILES if tile.id == "base.city1_straight_road")
    x, y = anchor(tile, 0, 1)
    assert anchor(tile, 1, 1) == pytest.approx((SIZE - y, x))
    assert shape(tile, 0) != shape(tile, 1)
    tree = sheet("scenery")["t-cypress"]
    assert "rotate" not in drawing(tile, 1, STANDING)
    assert "rotate" not in tree
