"""Every drawing of the table, for every seat: in random games of every set of expansions, and where it went wrong."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET

import pytest

from bastide.carcassonne.family import MODULES
from bastide.carcassonne.tiles.model import Tile
from bastide.kernel.game import Game
from bastide.players import make_bot
from bastide.view import OPEN, SPECTATOR, svg, view
from bastide.view.carcassonne import svg as table
from bastide.view.carcassonne.model import CarcassonneView
from bastide.view.carcassonne.module_views import view_of
from bastide.view.carcassonne.text import PICTURED
from bastide.view.carcassonne.tiles import OVER, whole
from bastide.view.carcassonne.tiles.decorate import plan_of
from bastide.view.carcassonne.tiles.geometry import dist
from bastide.view.model import CHANCE, Say
from bastide.view.words import Words
from tests.carcassonne.kit import BLUE, RED, Board, board
from tests.chosen import sampled
from tests.sizes import sized
from tests.view.svg.test_layers import ids, references

NAMES = ["Maud", "Odile", "Tibor", "Wanda"]
SETS = [(), tuple(MODULES), *((name,) for name in MODULES)]
EVERY = sized(120, 10)
"""The decisions between two drawings."""


def say(message: Say) -> str:
    return Words("fr").text(message, NAMES)


def seen(b: Board, viewer: int = OPEN) -> CarcassonneView:
    shown = view(b.game, viewer)
    assert isinstance(shown, CarcassonneView)
    return shown


def drawn(shown: CarcassonneView) -> None:
    """Call every public function that draws, and read what it drew."""
    # With words and places to act for a seat, without both for all.
    picture = svg.board(shown, None if shown.viewer < 0 else say, title="Maud & co")
    words = [*re.findall(r"<title>([^<]*)<", picture), *re.findall(r'aria-label="([^"]*)"', picture)]
    assert not any("{" in text for text in words), "no field is left open"
    assert not re.search(r"\bnan\b", picture)
    whole_picture = ET.fromstring(picture)
    assert references(whole_picture) <= set(ids(whole_picture))
    layers = [
        picture,
        table.land(shown, say),
        table.figures(shown, say),
        table.targets(shown, say, lambda target: ""),
        *(
            table.outline("lit", one, [shown.tiles[part.tile] for part in one.parts], ("a", "b"), ("azure", "red"))
            for one in shown.features[-3:]
        ),
        *(table.face(tile.tile, tile.turns, tile.number) for tile in shown.tiles[-3:] if tile.tile in PICTURED),
        *(table.board_document(name) for name in shown.modules if view_of(name).squares),
    ]
    for layer in layers:
        ET.fromstring(f"<svg>{layer}</svg>")
    x, y, width, height = table.box(shown)
    assert all(x < tile.x * table.TILE < x + width and y < tile.y * table.TILE < y + height for tile in shown.tiles)


def has_inn(tile: Tile) -> bool:
    return any(section.count("inn") for section in tile.sections)


@pytest.mark.parametrize("modules", sampled(SETS, lambda one: not one, lambda one: "-".join(one) or "base", most=5))
def test_everything_is_drawn_for_every_seat(modules: tuple[str, ...]) -> None:
    game = Game.new({"game": "carcassonne", "seats": 2, "modules": list(modules)}, seed=len(modules))
    rng, bot = random.Random(5), make_bot("random", 6)
    phases: set[str] = set()
    while not game.over:
        phase = game.rules.phase(game.state).name
        if game.version % EVERY == 0 or phase not in phases:
            phases.add(phase)
            for viewer in (OPEN, SPECTATOR, 0, 1):
                shown = view(game, viewer)
                assert isinstance(shown, CarcassonneView)
                drawn(shown)
        if game.actors == [CHANCE]:
            game.draw(rng)
        else:
            game.play(bot.choose(game, game.actors[0]), game.actors[0])
    assert {"draw", "tile", "figure"} <= phases
    last = view(game, OPEN)
    assert isinstance(last, CarcassonneView)
    drawn(last)


def test_a_document_shows_where_one_may_act() -> None:
    b = board(seats=3, modules=["inns"]).drawn(RED, "road_straight")
    shown = seen(b, RED)
    assert svg.board(shown, say).count('class="target tile"') == len(shown.targets)
    assert "data-notation" not in svg.board(shown)
    b.game.play("tile 1,0,0")
    shown = seen(b, RED)
    # A follower and a big follower may stand in the same places: one of them is drawn.
    assert len({target.place for target in shown.targets}) * 2 == len(shown.targets)
    assert svg.board(shown, say).count('class="target claim"') == len({target.place for target in shown.targets})


def test_documents_have_a_table_by_day_and_by_night() -> None:
    shown = seen(board(seats=2))
    assert svg.board(shown) != svg.board(shown, theme="dark")


@pytest.mark.rule("INN-002", "CARC-016")
def test_a_big_farmer_lies_down() -> None:
    b = board("S road_straight@1,0,0", {"1,0 field:NL": (BLUE, "big"), "0,0 road:E": (RED, "big")}, 3, ["inns"])
    layer = table.figures(seen(b), say)
    assert layer.count('href="#f-big-lying"') == layer.count('href="#f-big"') == 1
    b.lay(2, "city1@0,-1,180")
    offered = table.targets(seen(b, 2), say, lambda target: "")
    lying = re.findall(r'data-notation="(big [^"]*)"(?:(?!data-notation).)*?href="#f-big-lying"', offered)
    assert lying == ["big field:NL"]


@pytest.mark.parametrize(("language", "names"), [("en", ["plague", "storm"]), ("fr", ["peste", "tempête"])])
def test_the_wheel_bears_its_names(language: str, names: list[str]) -> None:
    shown = seen(board(seats=2, modules=["wheel"]))
    layer = table.land(shown, lambda message: Words(language).text(message, NAMES))
    signs = re.findall(r"<textPath [^>]*>([^<]*)<", layer)
    assert len(signs) == 6
    assert set(names) <= set(signs)


@pytest.mark.parametrize("tile", [tile for tile in PICTURED.values() if has_inn(tile)], ids=lambda one: one.id)
def test_an_inn_stands_by_its_own_road(tile: Tile) -> None:
    plan = plan_of(tile)
    for road in (road for road in plan.roads if road.roadside):
        ((_, house, _),) = plan.roadside
        own = min(dist(house, at) for at in road.line)
        others = [dist(house, at) for way in plan.roads if way is not road for at in way.line]
        assert own < 0.6 * min(others, default=1000.0)


@pytest.mark.slow
def test_a_single_tile_has_room_for_its_spire() -> None:
    for tile in PICTURED.values():
        root = ET.fromstring(whole(tile, 0))
        assert root.get("viewBox") == f"0 {-OVER} 480 {480 + OVER}"
