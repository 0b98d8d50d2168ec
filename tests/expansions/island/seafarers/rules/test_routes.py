"""The longest trade route over roads and ships, beside a plain search that walks every path."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bastide import Game
from bastide.catan.base import trails, wide
from bastide.kernel.bits import has
from bastide.testing.play import island, play
from tests.expansions.island.seafarers.rules.kit import SEA, afloat
from tests.island import plain_lines
from tests.kit import Table
from tests.sizes import sized

HOME = "4,2,S"
FAR = "2,8"
ROADS = "3,3,E 3,4,NE"
LANE = "4,2,SE 4,2,E 4,2,NE"


@pytest.mark.rule("SEA-011")
def test_two_roads_and_three_ships_count_five_through_an_own_building() -> None:
    t = afloat(settlements={0: HOME}, roads={0: ROADS}, ships={0: LANE}, pirate=FAR)
    t.check(length={0: 5}, longest=0, points={0: 3})


@pytest.mark.rule("SEA-011")
def test_without_a_building_between_them_roads_and_ships_are_two_routes() -> None:
    t = afloat(settlements={0: "4,2,N"}, roads={0: ROADS}, ships={0: LANE}, pirate=FAR)
    t.check(length={0: 3}, longest=None)


@pytest.mark.rule("SEA-011")
def test_a_foreign_settlement_cuts_a_mixed_route() -> None:
    t = afloat(
        settlements={0: HOME, 1: "6,0,S"},
        roads={0: ROADS, 1: "5,1,E 5,1,SE"},
        ships={0: LANE},
        hands={1: "lumber brick wool grain"},
        on_turn=1,
        pirate=FAR,
    )
    t.check(length={0: 5}, longest=0)
    assert "5,1,S" in t.places("settle")
    t.play("settle 5,1,S")
    t.check(length={0: 4}, longest=None, points={0: 1})


@pytest.mark.rule("SEA-005", "SEA-011")
def test_a_moved_ship_shortens_a_route_and_lengthens_another() -> None:
    t = afloat(settlements={0: HOME}, roads={0: ROADS}, ships={0: LANE}, pirate=FAR)
    t.check(length={0: 5}, longest=0)
    t.play("sail 4,2,NE", "ship 4,3,NE")
    t.check(length={0: 4}, longest=None)


@pytest.mark.rule("SEA-005", "SEA-011", "BASE-041")
@pytest.mark.parametrize(("goal", "winners"), [(14, []), (3, [0])])
def test_a_ship_that_is_moved_to_the_end_of_a_route_takes_the_award_and_may_win(goal: int, winners: list[int]) -> None:
    t = afloat(
        settlements={0: HOME},
        roads={0: ROADS, 1: "1,5,NE 1,5,E 1,5,SE 0,6,NE 0,5,E"},
        ships={0: f"{LANE} 4,3,NE"},
        longest_road=1,
        pirate=FAR,
        goal=goal,
    )
    t.check(length={0: 5, 1: 5}, longest=1, points={0: 1, 1: 2})
    t.play("sail 4,3,NE").check(longest=1)
    t.play("ship 4,1,SE").check(length={0: 6, 1: 5}, longest=0, points={0: 3, 1: 0}, winners=winners)


@pytest.mark.rule("SEA-011")
def test_ships_in_a_ring_count_once_each() -> None:
    ring = "4,2,NE 4,2,E 4,2,SE 3,2,E 4,1,SE 3,3,NE"
    t = afloat(settlements={0: HOME}, ships={0: ring + " 4,3,NE"}, pirate=FAR)
    t.check(length={0: 7}, longest=0)


@pytest.mark.rule("SEA-006")
def test_a_ring_has_no_loose_end() -> None:
    t = afloat(settlements={0: HOME}, ships={0: "4,2,NE 4,2,E 4,2,SE 3,2,E 4,1,SE 3,3,NE"}, pirate=FAR)
    assert t.places("sail") == set()


@pytest.mark.compiled
@pytest.mark.rule("SEA-011")
@pytest.mark.parametrize("layout", ["new_shores", "through_the_desert", "four_islands"])
@pytest.mark.parametrize("seed", range(sized(1, 10)))
def test_routes_equal_a_walk_over_every_path(layout: str, seed: int) -> None:
    lengths: set[int] = set()

    def look(game: Game) -> None:
        r, s = island(game), game.state
        if game.version % 9 or game.over or r.phases[s.cells[s.top()]].name == "seafarers_sail":
            return
        plain_lines.check(r, s)
        lengths.update(int(s.cells[r.route + seat]) for seat in range(int(r.seats)))

    config = {"seats": 4, "modules": SEA, "layout": layout, "options": {"trade": "bank"}}
    play(Game.new(config, seed=seed), random.Random(seed), sized(600, 3000), look)
    assert max(lengths) > 3


@cache
def begun() -> Table:
    """A position without lines; nobody changes it."""
    return afloat(pirate=FAR)


@pytest.mark.rule("SEA-011")
@settings(deadline=None)
@given(st.data())
def test_any_lines_are_as_long_as_a_walk_over_every_path(data: st.DataObject) -> None:
    """Rings, forks, mixed lines and cuts that games seldom come to: lines are dropped on a few hexes beside the sea."""
    t = begun()
    r, s = t.r, t.game.state.copy()
    c, board = s.cells, r.board
    hexes = [board.hex_index[name] for name in ("4,2", "4,3", "5,2", "3,3")]
    near = sorted({e for e in range(int(board.edges)) if {int(board.edge_hexes[2 * e + k]) for k in (0, 1)} & {*hexes}})
    for e in data.draw(st.lists(st.sampled_from(near), unique=True, min_size=1, max_size=12), "lines"):
        kinds = [kind for kind in range(int(r.lines)) if has(r.line_edges, kind * r.edge_words, e)]
        c[r.road + e] = 1
        c[r.line_kind + e] = data.draw(st.sampled_from(kinds), "kind")
    corners = sorted({int(board.edge_corners[2 * e + k]) for e in near for k in (0, 1)})
    for corner in data.draw(st.lists(st.sampled_from(corners), unique=True, max_size=3), "buildings"):
        c[r.owner + corner] = data.draw(st.sampled_from([1, 2]), "owner")
    own = {corner for corner in corners if c[r.owner + corner] == 1}
    closed = {corner for corner in corners if c[r.owner + corner] == 2}
    lines = plain_lines.lines_of(r, s, 0)
    for corner in corners:
        wide.see_corner(r, s, 0, corner)
    pairs = plain_lines.joins(r)
    most = plain_lines.longest(lines, closed, own, pairs)
    assert trails.anew(r, s, 0) == trails.longest(r, s, 0, 0, most) == most
    plain_lines.check_ways(r, s, 0, plain_lines.ahead(lines, closed, own, pairs))


@pytest.mark.rule("SEA-011")
def test_a_ring_without_an_end_is_walked() -> None:
    ring = "4,2,NE 4,2,E 4,2,SE 3,2,E 4,1,SE 3,3,NE"
    t = afloat(ships={0: ring}, pirate=FAR)
    t.check(length={0: 6}, longest=0)
