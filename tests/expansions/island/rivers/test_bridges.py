"""Rivers: where bridges lie, what they cost and join, the longest road over them."""

from __future__ import annotations

import random

import pytest
from mypy_extensions import i64

from bastide import Game
from bastide.catan.base.corners import cut
from bastide.catan.base.island import Island
from bastide.kernel.state import State
from bastide.testing.play import island, play
from tests.expansions.island.rivers.kit import BRIDGE, SITES, bridges_left, riverside

FIRST = "-1,-1,SE"
NORTH, SOUTH = "-1,0,N", "-1,-1,S"
"""The corners at both ends of the first bridge site."""


@pytest.mark.rule("TB-RIV-007", "TB-RIV-008", "TB-RIV-013")
def test_a_bridge_costs_two_brick_and_a_lumber_and_brings_three_gold() -> None:
    t = riverside(settlements={0: NORTH}, hands={0: f"{BRIDGE} ore"})
    assert t.places("bridge") == {FIRST}
    t.play(f"bridge {FIRST}")
    t.check(hands={0: "ore gold*3"}, roads={0: 15}, length={0: 1})
    assert bridges_left(t, 0) == 2
    assert [(int(e.seat), int(e.a)) for e in t.told("rivers_gold")] == [(0, 3)]


@pytest.mark.rule("TB-RIV-007")
def test_each_player_has_three_bridges() -> None:
    t = riverside(bridges={0: " ".join(SITES[:3])}, settlements={0: "1,0,N"}, hands={0: BRIDGE})
    t.refuses("bridge 1,-1,SE", "TB-RIV-007")
    assert t.places("bridge") == set()


@pytest.mark.rule("TB-RIV-007")
@pytest.mark.parametrize(("hand", "missing"), [("brick lumber", "brick"), ("brick*2", "lumber"), ("gold*9", BRIDGE)])
def test_a_bridge_that_cannot_be_paid_is_not_built(hand: str, missing: str) -> None:
    riverside(settlements={0: NORTH}, hands={0: hand}).refuses(f"bridge {FIRST}", "TB-RIV-007", missing)


@pytest.mark.rule("TB-RIV-008")
@pytest.mark.parametrize("site", SITES)
def test_no_road_crosses_a_river(site: str) -> None:
    board = riverside().r.board
    ends = [board.corner_names[board.edge_corners[2 * board.edge_index[site] + k]] for k in range(2)]
    t = riverside(settlements={0: ends[0]}, hands={0: f"brick lumber {BRIDGE}"})
    t.refuses(f"road {site}", "TB-RIV-008")
    assert site not in t.places("road")
    t.play(f"bridge {site}")
    assert bridges_left(t, 0) == 2


@pytest.mark.rule("TB-RIV-008")
def test_a_bridge_lies_nowhere_else() -> None:
    t = riverside(settlements={0: NORTH}, bridges={1: FIRST}, hands={0: BRIDGE})
    assert t.places("bridge") == set()
    t.refuses("bridge -1,0,NE", "TB-RIV-008")
    t.refuses(f"bridge {FIRST}", "TB-RIV-008")


@pytest.mark.rule("TB-RIV-008", "TB-RIV-033")
def test_in_the_set_up_no_road_lies_on_a_bridge_site_and_no_bridge_anywhere() -> None:
    game = Game.new({"seats": 3, "modules": ["rivers"], "options": {"first": 0}})
    game.play(f"settle {NORTH}")
    assert sorted(game.legal()) == ["road -1,-1,E", "road -1,0,NE"]
    for text, rule in ((f"road {FIRST}", "TB-RIV-008"), (f"bridge {FIRST}", "TB-RIV-033")):
        refused = game.why_not(text, 0)
        assert refused is not None
        assert refused.rule == rule


@pytest.mark.rule("TB-RIV-009")
def test_a_bridge_touches_a_road_or_a_building_of_its_owner() -> None:
    t = riverside(settlements={1: SOUTH}, roads={0: "-1,0,E"}, hands={0: BRIDGE, 1: BRIDGE})
    # -1,0,E ends at -1,1,N, where the second site begins.
    assert t.places("bridge") == {"-1,0,SE"}
    t.refuses(f"bridge {FIRST}", "TB-RIV-009")
    t.play("bridge -1,0,SE", "end", "roll", "roll 1 2")
    assert t.places("bridge") == {FIRST}


@pytest.mark.rule("TB-RIV-009")
def test_an_opponents_building_closes_the_way_to_a_bridge() -> None:
    t = riverside(settlements={1: "-1,1,N"}, roads={0: "-1,0,E"}, hands={0: BRIDGE})
    t.refuses("bridge -1,0,SE", "TB-RIV-009")


@pytest.mark.rule("TB-RIV-010")
def test_roads_and_settlements_go_on_from_a_bridge() -> None:
    t = riverside(bridges={0: FIRST}, hands={0: "brick*3 lumber*3 wool grain"})
    assert {NORTH, SOUTH} <= t.places("settle")
    assert t.places("road") == {"-1,-1,E", "-1,0,NE", "-2,0,E", "-2,0,NE"}
    t.play(f"settle {SOUTH}").check(settlements={0: 4})


@pytest.mark.rule("TB-RIV-010")
def test_a_bridge_counts_as_a_road_for_the_longest_road() -> None:
    t = riverside(
        settlements={1: "2,-2,N"},
        roads={0: "-1,0,NE -1,0,E -2,0,E -2,0,SE"},
        bridges={0: FIRST},
    )
    # -1,0,E, -1,0,NE, the bridge, -2,0,E, -2,0,SE.
    t.check(length={0: 5}, longest=0)


@pytest.mark.rule("TB-RIV-011")
def test_the_card_for_two_roads_lays_no_bridge() -> None:
    t = riverside(settlements={0: NORTH}, cards={0: "roads"}, hands={0: BRIDGE}).play("roads")
    assert t.phase == "roads"
    assert t.places("bridge") == set()
    t.refuses(f"bridge {FIRST}", "TB-RIV-011")
    t.refuses(f"road {FIRST}", "TB-RIV-008")


# -- the longest road, against a search that tries every trail


def by_trying(r: Island, s: State, seat: i64) -> int:
    """The longest trail of a seat's roads and bridges: every order of every edge, from every corner."""
    edges = [e for e in range(int(r.board.edges)) if s.cells[r.road + e] == seat + 1]
    ends = {e: (int(r.board.edge_corners[2 * e]), int(r.board.edge_corners[2 * e + 1])) for e in edges}

    def on(corner: int, left: frozenset[int], started: bool) -> int:
        if started and cut(r, s, seat, corner):
            return 0
        lengths = [1 + on(ends[e][0] + ends[e][1] - corner, left - {e}, True) for e in left if corner in ends[e]]
        return max(lengths, default=0)

    corners = {corner for both in ends.values() for corner in both}
    return max((on(corner, frozenset(edges), False) for corner in corners), default=0)


@pytest.mark.rule("TB-RIV-010")
@pytest.mark.parametrize("seed", range(4))
def test_routes_over_bridges_are_those_of_a_slow_search(seed: int) -> None:
    crossed = 0

    def look(game: Game) -> None:
        nonlocal crossed
        if not any(event.kind in ("road", "line", "settlement") for event in game.history[-1]):
            return
        r, s = island(game), game.state
        for seat in range(int(r.seats)):
            assert int(s.cells[r.route + seat]) == by_trying(r, s, seat)
        crossed += any(event.kind == "line" for event in game.history[-1])

    options = {"trade": "bank", "goal": 16}
    config = {"seats": 3, "modules": ["rivers"], "layout": "random", "options": options}
    play(Game.new(config, seed=seed), random.Random(seed), 2500, look)
    assert crossed > 1
