"""The country between tiles: what grows across borders stands on meadow on both sides, and stays once it is there."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from typing import Final

import pytest

from bastide.kernel.game import Game
from bastide.players import make_bot
from bastide.view import SPECTATOR, view
from bastide.view.carcassonne.model import CarcassonneView, Laid
from bastide.view.carcassonne.svg.country import Growth, growth_image, light, tilled, under, woods
from bastide.view.carcassonne.svg.picture import country_documents
from bastide.view.carcassonne.svg.pieces import TILE
from bastide.view.carcassonne.text import PICTURED, by_id
from bastide.view.carcassonne.tiles import symbols
from bastide.view.carcassonne.tiles.borders import corner_of, side_of
from bastide.view.carcassonne.tiles.decorate import plan_at
from bastide.view.carcassonne.tiles.geometry import Point, T, dist, gap_between, inside
from bastide.view.carcassonne.tiles.growth import ACRES, REACH, WOODS, drawing_of, names
from bastide.view.carcassonne.tiles.ink import K
from bastide.view.model import CHANCE

EVERYTHING: Final = ["river", "inns", "traders", "hills", "wheel"]


SEED: Final = 11


@cache
def tables() -> list[list[Laid]]:
    """The tiles on the table after each turn of a random game with all expansions."""
    game = Game.new({"game": "carcassonne", "seats": 2, "modules": EVERYTHING}, seed=SEED)
    rng = random.Random(SEED)
    out: list[list[Laid]] = []
    bot = make_bot("random", SEED)
    while not game.over:
        if game.actors == [CHANCE]:
            game.draw(rng)
        else:
            game.play(bot.choose(game, game.actors[0]), game.actors[0])
        shown = view(game, SPECTATOR)
        assert isinstance(shown, CarcassonneView)
        if not out or len(shown.tiles) > len(out[-1]):
            out.append(list(shown.tiles))
    return out


def growths(tiles: list[Laid]) -> list[Growth]:
    """All that grows on a table."""
    acres = [one for some in tilled(tiles) for one in some]
    return acres + [one for north, within in woods(tiles).values() for one in (*north, *within)]


@pytest.fixture(scope="module")
def table() -> list[Laid]:
    """A late table."""
    return tables()[-1]


def samples(growth: Growth) -> list[Point]:
    """Places on the board where a growth covers the ground, in tile units."""
    kind = growth.name.rpartition("-")[0]
    wide, high, _ = (WOODS | ACRES)[kind]
    x, y = growth.x / TILE * T, growth.y / TILE * T
    return [(x + wide * u, y + high * v) for u in (-0.6, 0, 0.6) for v in (-0.6, 0, 0.6)]


@pytest.mark.slow
def test_what_grows_stands_on_meadow_on_both_sides(table: list[Laid]) -> None:
    at = {(tile.x, tile.y): tile for tile in table}
    seen = 0
    for growth in growths(table):
        for x, y in samples(growth):
            tile = at[int(x // T), int(y // T)]
            plan = plan_at(by_id(tile.tile), tile.turns)
            place = (x - tile.x * T, y - tile.y * T)
            assert not any(inside(city, place) for city in plan.cities), (growth, tile)
            ways = [*plan.roads, *plan.stubs, *plan.river]
            assert all(gap_between(way.line, place) > 9 for way in ways), (growth, tile)
            # A farmer on the meadow, an inn, a beast must be seen.
            stands = [*plan.anchors, *(house for _, house, _ in plan.roadside), *(beast for _, beast in plan.grazing)]
            assert all(dist(one, place) > 8 for one in stands), (growth, tile)
            seen += 1
    assert seen > 500


def test_a_late_table_is_one_landscape(table: list[Laid]) -> None:
    kinds = Counter(growth.name.split("-")[0] for growth in growths(table))
    assert all(kinds[kind] > 2 for kind in ("copse", "grove", "clump", "bushes", "acre")), kinds
    assert sum(kinds.values()) > len(table) / 2
    assert len({growth.name for growth in growths(table)}) > len(names()) / 3


def test_what_has_grown_stays_when_tiles_are_added() -> None:
    before: set[Growth] = set()
    for tiles in tables():
        now = set(growths(tiles))
        assert before <= now
        assert len(now) == len(growths(tiles))
        before = now
    assert before


def test_tilled_land_comes_with_the_later_of_its_two_tiles() -> None:
    tiles = tables()[-1]
    whole = tilled(tiles)
    for number in range(1, len(tiles)):
        assert tilled(tiles[:number]) == whole[:number]


def test_squares_of_boards_have_no_borders() -> None:
    tiles = tables()[-1]
    boards = [tile for tile in tiles if tile.tile not in PICTURED]
    assert len(boards) > 4
    assert growths(boards) == []


def test_borders_turn_with_the_tile() -> None:
    tile = "base.city1_straight_road"
    assert side_of(tile, 0, 0) == side_of(tile, 1, 1) == side_of(tile, 3, 3) == "0000000"
    assert side_of(tile, 0, 2) == side_of(tile, 2, 0) != "0000000"
    assert [corner_of(tile, 0, corner) for corner in range(4)] == [
        corner_of(tile, 1, corner) for corner in (1, 2, 3, 0)
    ]
    assert corner_of(tile, 0, 0) == corner_of(tile, 0, 1) == 0 < corner_of(tile, 0, 2)


@pytest.mark.parametrize("name", names())
def test_a_drawing_stays_in_its_box(name: str) -> None:
    drawing = drawing_of(name)
    assert drawing == drawing_of(name)
    # Crowns rise above the places of trees.
    places = [(float(x), float(y)) for x, y in re.findall(r'(?:translate\(| x=")(-?\d+)(?:" y="| )(-?\d+)', drawing)]
    assert len(places) > 1
    assert all(abs(x) < REACH * K - 24 and abs(y) < REACH * K - 20 for x, y in places), places
    assert symbols(drawing)
    assert f"/{name}.svg" in growth_image(Growth(name, 0, 0))


def test_all_tiles_share_the_pictures_of_meadow_and_light() -> None:
    """Each tile shows its part of them, with a little of the meadow around it."""
    tiles = [Laid("base.monastery", x, y, 0) for x in range(-8, 8) for y in range(-6, 6)]
    for draw, picture, columns, rows in ((under, "meadow", 2, 2), (light, "light", 7, 5)):
        drawn = [draw(tile) for tile in tiles]
        assert len(set(re.findall('data-art="[^"]+"', "".join(drawn)))) == 1
        assert len(set(re.findall('viewBox="[^"]+"', "".join(drawn)))) == columns * rows
        assert all(f"/{picture}.svg" in one for one in drawn)
        assert country_documents()[picture].startswith("<svg ")
    assert 'viewBox="-0.3 -0.3 100.6 100.6"' in under(Laid("base.monastery", -2, 4, 0))
    assert 'viewBox="600 400 100 100"' in light(Laid("base.monastery", -1, -1, 0))
