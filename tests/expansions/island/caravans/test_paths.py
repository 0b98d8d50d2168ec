"""The possible paths of wagons are those of a slow reference."""

from __future__ import annotations

import random

import pytest

from bastide import Game
from bastide.expansions.island.caravans.rules.module import CaravansRules
from bastide.expansions.island.caravans.rules.wagons import place_wagon
from bastide.testing.play import island
from tests.expansions.island.caravans.invariants import wagons
from tests.expansions.island.caravans.kit import caravans, module_of, next_paths
from tests.kit import Table


def plain_paths(game: Game, m: CaravansRules, placed: list[tuple[int, int]]) -> set[int]:
    """The possible paths, from the wagons in the order in which they came.

    A free end is a corner and the caravans that go on there. A wagon moves the ends that it starts from to its other
    corner; with ends at both corners, they become one caravan that goes on at either.
    """
    r = m.r
    ends: list[tuple[set[int], frozenset[int]]] = [({int(m.inner[k])}, frozenset([k])) for k in range(3)]
    started: set[int] = set()
    used: set[int] = set()
    for one, other in placed:
        edge = edge_between(game, one, other)
        moving = []
        for corners, group in ends:
            fresh = not (group & started)
            if fresh and int(m.arrows[min(group)]) != edge:
                continue
            if corners & {one, other}:
                moving.append((corners, group))
        assert moving, "a wagon that extends nothing"
        from_one = [it for it in moving if one in it[0]]
        from_other = [it for it in moving if other in it[0]]
        group = frozenset().union(*(it[1] for it in moving))
        at = {one, other} if from_one and from_other else {other} if from_one else {one}
        ends = [it for it in ends if it not in moving] + [(at, group)]
        started |= group
        used.add(edge)
    free: set[int] = set()
    for corners, group in ends:
        if not group & started:
            free |= {int(m.arrows[min(group)])}
            continue
        for corner in corners:
            free |= {int(r.board.corner_edges[3 * corner + k]) for k in range(3)} - {-1}
    return free - used


def edge_between(game: Game, one: int, other: int) -> int:
    """The edge between two corners."""
    ends = island(game).board.edge_corners
    return next(e for e in range(len(ends) // 2) if {int(ends[2 * e]), int(ends[2 * e + 1])} == {one, other})


@pytest.mark.rule(
    "TB-CARA-006", "TB-CARA-007", "TB-CARA-008", "TB-CARA-012", "TB-CARA-013", "TB-CARA-030", "TB-CARA-038"
)
@pytest.mark.parametrize("seed", range(6))
def test_paths_are_those_of_a_slow_reference(seed: int) -> None:
    """All 22 wagons, drawn at random; nothing else happens."""
    rng = random.Random(seed)
    t = caravans(layout="random", seed=seed)
    m, r = module_of(t.r), t.r
    placed: list[tuple[int, int]] = []
    ends = r.board.edge_corners
    for step in range(22):
        possible = next_paths(t)
        assert possible == {r.board.edge_names[e] for e in plain_paths(t.game, m, placed)}, step
        if not possible:
            break
        edge = r.board.edge_index[rng.choice(sorted(possible))]
        placed.append((int(ends[2 * edge]), int(ends[2 * edge + 1])))
        t = placed_wagon(t, edge)
        assert len(wagons(r, m, t.game.state)) == step + 1
    assert len(placed) == 22 or not next_paths(t)


def placed_wagon(t: Table, edge: int) -> Table:
    """The same position with one wagon more."""
    place_wagon(module_of(t.r), t.game.state, -1, edge)
    return t
