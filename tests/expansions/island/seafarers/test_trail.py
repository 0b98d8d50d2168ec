"""The lines of a longest route, and the drawings of the sea's pieces."""

from __future__ import annotations

import random

import pytest

from bastide.kernel.game import Game
from bastide.view import svg
from bastide.view.island.glance import Glance
from bastide.view.island.trail import trail
from bastide.view.words import Words
from tests.expansions.island.seafarers.rules.kit import afloat
from tests.expansions.island.seafarers.test_page import greedy, step
from tests.kit import table
from tests.view.island.seen import seen


def lines_of(game: Game, seat: int) -> dict[str, list[str]]:
    return trail(Glance(game, -1), seat)


def test_a_route_of_roads_and_ships_is_told_by_kind() -> None:
    t = afloat(settlements={0: "3,4,N"}, roads={0: "3,3,SE"}, ships={0: "3,4,NE 4,3,SE"})
    assert lines_of(t.game, 0) == {"road": ["3,3,SE"], "ship": ["3,4,NE", "4,3,SE"]}
    assert seen(t, 1).seats[0].trail == lines_of(t.game, 0)
    assert lines_of(t.game, 1) == {}


def test_a_road_that_no_building_joins_to_the_ships_does_not_count() -> None:
    t = afloat(settlements={0: "2,4,N"}, roads={0: "3,3,SE"}, ships={0: "3,4,NE 4,3,SE"})
    assert lines_of(t.game, 0) == {"ship": ["3,4,NE", "4,3,SE"]}


def test_where_there_are_only_roads_nothing_is_told() -> None:
    t = table(3, settlements={0: "0,0,N"}, roads={0: "0,0,NE"})
    assert lines_of(t.game, 0) == {}


@pytest.mark.parametrize(
    ("modules", "seed"), [(["seafarers"], 1), (["seafarers"], 2), (["cities_knights", "seafarers"], 5)]
)
def test_the_lines_are_as_many_as_the_route_is_long(modules: list[str], seed: int) -> None:
    """In games of bots, at every tenth decision; each line is the seat's own and counts once."""
    game = Game.new({"seats": 3, "modules": modules, "layout": "new_shores"}, seed=seed)
    bots, rng = greedy(3), random.Random(seed)
    most = 0
    while not game.over and game.version < 420:
        step(game, bots, rng)
        if game.version % 10:
            continue
        glance = Glance(game, -1)
        for seat in range(3):
            edges = [edge for places in trail(glance, seat).values() for edge in places]
            r, c = glance.rules, game.state.cells
            assert len(edges) == len(set(edges)) == c[r.route + seat]
            assert {c[r.road + r.board.edge_index[edge]] for edge in edges} <= {seat + 1}
            most = max(most, len(edges))
    assert most > 3


def test_ships_have_a_wake_and_the_pirate_a_shade() -> None:
    t = afloat(settlements={0: "3,4,N"}, ships={0: "3,4,NE 4,3,SE"})
    drawn = svg.pieces(seen(t, 0), ["azure", "crimson", "ivory", "amber"])
    assert drawn.count('class="p-azure wake"') == 2
    assert drawn.count('data-trail="0"') == 1
    assert 'data-trail="1"' not in drawn
    assert svg.lit(seen(t, 0)).count('<g class="shade"') == 1
    assert svg.lit(seen(afloat(pirate=""), 0)).count('<g class="shade"') == 0


@pytest.mark.parametrize(("language", "name"), [("en", "gold field"), ("fr", "rivière d’or")])
def test_gold_is_called_a_terrain_where_it_is_one(language: str, name: str) -> None:
    assert Words(language).terrain("gold") == name
    assert Words(language).terrain("hills") == Words(language).name("hills")
