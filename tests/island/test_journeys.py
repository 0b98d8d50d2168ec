"""The search for where a figure can go: along corners or edges, within its points, at the cost that a module sets."""

from __future__ import annotations

import random

import pytest
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.catan.base.journeys import Journey
from bastide.catan.family import MODULES
from bastide.kernel.state import State
from tests.island.archipelago.rules.ferries import Ferries
from tests.kit import Table, table

HOME = "0,0,N"


class Walk(Journey):
    """A walk with a price for each way, and places where it ends."""

    def __init__(self, r: Island, on_edges: bool = False) -> None:
        super().__init__(r, on_edges)
        self.prices: dict[int, int] = {}
        self.inns: frozenset[int] = frozenset()

    def cost(self, s: State, seat: i64, here: i64, way: i64, there: i64) -> i64:
        return self.prices.get(way, 1)

    def ends(self, s: State, seat: i64, place: i64) -> bool:
        return place in self.inns


def reached(walk: Journey, t: Table, start: int, points: int) -> dict[int, int]:
    """The places found, with the points that are left there."""
    count = int(walk.reach(t.game.state, 0, start, points))
    found = [int(place) for place in walk.found[:count]]
    assert len(set(found)) == count
    assert start not in found
    return {place: int(walk.left[place]) for place in found}


def steps(t: Table, on_edges: bool) -> dict[int, list[tuple[int, int]]]:
    """By place, the ways from it and where they lead."""
    board = t.r.board
    ends = [(int(board.edge_corners[2 * e]), int(board.edge_corners[2 * e + 1])) for e in range(int(board.edges))]
    out: dict[int, list[tuple[int, int]]] = {}
    for e, (a, b) in enumerate(ends):
        if not on_edges:
            out.setdefault(a, []).append((e, b))
            out.setdefault(b, []).append((e, a))
        else:
            out[e] = [(c, f) for c in (a, b) for f, pair in enumerate(ends) if f != e and c in pair]
    return out


def plainly(walk: Walk, t: Table, start: int, points: int) -> dict[int, int]:
    """The same by trying all steps until nothing gets better."""
    left = {start: points}
    better = True
    while better:
        better = False
        for here, ways in steps(t, len(walk.left) == t.r.board.edges).items():
            if here not in left or (here in walk.inns and here != start):
                continue
            for way, there in ways:
                price = walk.prices.get(way, 1)
                if price >= 0 and left[here] - price > left.get(there, -1):
                    left[there] = left[here] - price
                    better = True
    return {place: rest for place, rest in left.items() if place != start}


def test_one_point_leads_to_the_neighbours() -> None:
    t = table(3)
    board = t.r.board
    corner, edge = board.corner_index[HOME], board.edge_index["0,0,NE"]
    near = {int(c) for c in board.corner_corners[3 * corner : 3 * corner + 3] if c >= 0}
    assert reached(Journey(t.r), t, corner, 1) == dict.fromkeys(near, 0)
    beside = {board.edge_names[e] for e in reached(Journey(t.r, on_edges=True), t, edge, 1)}
    assert beside == {"0,-1,SE", "0,-1,E", "0,0,E", "1,-1,SE"}
    assert reached(Journey(t.r), t, corner, 0) == {}


def test_a_journey_ends_where_the_module_says_but_not_at_its_start() -> None:
    t = table(3)
    corner = t.r.board.corner_index[HOME]
    walk = Walk(t.r)
    near = reached(walk, t, corner, 1).keys()
    walk.inns = frozenset({corner, *near})
    assert reached(walk, t, corner, 9).keys() == near


def test_a_dearer_way_is_left_for_a_cheaper_one() -> None:
    t = table(3)
    walk = Walk(t.r)
    board = t.r.board
    start, other = board.corner_index[HOME], board.corner_index["1,-1,S"]
    walk.prices = {board.edge_index["0,0,NE"]: 5}
    assert reached(walk, t, start, 6)[other] == 1, "five steps round the hex, rather than one for five points"
    walk.prices[board.edge_index["0,0,NE"]] = -1
    assert other not in reached(walk, t, start, 4)


@pytest.mark.parametrize("on_edges", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_it_finds_what_trying_everything_finds(monkeypatch: pytest.MonkeyPatch, seed: int, on_edges: bool) -> None:
    rng = random.Random(seed)
    monkeypatch.setitem(MODULES, "ferries", Ferries)
    t = table(3, layout="quarry_strait", modules=["ferries"]) if seed % 2 else table(3)
    board = t.r.board
    places, ways = (board.edges, board.corners) if on_edges else (board.corners, board.edges)
    walk = Walk(t.r, on_edges=on_edges)
    for _ in range(4):
        walk.prices = {way: rng.choice([-1, 0, 1, 1, 2, 3]) for way in range(int(ways))}
        walk.inns = frozenset(rng.sample(range(int(places)), int(places) // 6))
        start, points = rng.randrange(int(places)), rng.randrange(7)
        assert reached(walk, t, start, points) == plainly(walk, t, start, points)
