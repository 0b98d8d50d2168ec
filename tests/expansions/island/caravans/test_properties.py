"""Caravans over random games: cards and wagons are conserved, paths and routes as slow references say, secrets kept."""

from __future__ import annotations

import random

import pytest

from bastide import Game
from bastide.expansions.island.caravans.rules.module import Caravans
from bastide.expansions.island.caravans.rules.wagons import place_wagon
from bastide.kernel.errors import IllegalAction, InvalidAction
from bastide.kernel.perft import perft
from bastide.kernel.resample import resample
from tests.expansions.island.caravans.invariants import wagons
from tests.expansions.island.caravans.kit import ONE, bid, caravans, module_of, next_paths
from tests.kit import Table
from tests.properties.invariants import check
from tests.properties.play import island, play
from tests.sizes import sized

CONFIG = {"seats": 4, "modules": [ONE], "layout": "random", "options": {"trade": "bank"}}
SETS = (
    [ONE],
    [ONE, "event_cards", "harbors", "friendly_robber"],
    [ONE, "two_players"],
    [ONE, "event_cards", "harbors", "friendly_robber", "two_players"],
)


@pytest.mark.rule("TB-CARA-003", "TB-CARA-021", "TB-CARA-023", "TB-CARA-024", "TB-CARA-036")
@pytest.mark.parametrize("modules", SETS, ids="-".join)
def test_cards_wagons_and_routes_are_as_slow_references_say(modules: list[str]) -> None:
    words: set[str] = set()

    def look(game: Game) -> None:
        words.add(game.decisions[-1].text.split()[0])
        if game.version % 7 == 0:
            check(island(game), game.state)

    for seed in range(sized(2, 20)):
        seats = 2 if "two_players" in modules else 3 + seed % 2
        play(Game.new({**CONFIG, "modules": modules, "seats": seats}, seed=seed), random.Random(seed), 900, look)
    assert words >= {"bid", "wagon"}


def plain_paths(game: Game, m: Caravans, placed: list[tuple[int, int]]) -> set[int]:
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


@pytest.mark.rule("TB-CARA-014")
def test_a_deal_of_hidden_cards_keeps_the_bids() -> None:
    t = caravans(built=True, hands={0: "wool*2 ore", 1: "grain*3 brick", 2: "wool lumber"}).play("end", "bid wool")
    m, state = module_of(t.r), t.game.state
    for seed in range(30):
        for viewer in (-1, 0, 1, 2):
            other = resample(t.r, state, viewer, seed)
            check(t.r, other)
            assert [int(m.votes(other, seat)) for seat in range(3)] == [1, 0, 0]
            assert [int(t.r.hand_size(other, seat)) for seat in range(3)] == [2, 4, 2]


@pytest.mark.parametrize("text", ["bid wool", "bid ore", "vote 0,-1,E", "wagon 0,-1,E", "wagon 9,9,E", "laid"])
def test_a_refused_action_changes_nothing(text: str) -> None:
    t = caravans(hands={0: "wool ore"})
    before = t.game.hash()
    with pytest.raises((IllegalAction, InvalidAction)):
        t.game.play(text, 0)
    assert t.game.hash() == before


@pytest.mark.rule("TB-CARA-014", "TB-CARA-017")
def test_the_counts_of_a_bidding() -> None:
    """By hand: a bid is counted card by card, wool before grain, and what ends it.

    Seat 0 begins with wool, grain or none; after wool it adds grain or ends, after grain it ends. Seat 1 has one wool.
    """
    t = caravans(built=True, hands={0: "wool grain", 1: "wool", 2: "wool"}).play("end")
    assert len(t.legal()) == 4
    assert [perft(t.r, t.game.state, depth) for depth in (1, 2, 3)] == [3, 2 + 1 + 2, 1 + 2 + 2 + 1 + 2]
    bid(t, {0: "wool", 1: "wool"})
    # Two voters with three paths each; only where they agree, the wagon is placed at once.
    assert [perft(t.r, t.game.state, depth) for depth in (1, 2, 3)] == [3, 9, 3 * 1 + 6 * 3]


@pytest.mark.parametrize("seed", range(2))
def test_records_replay(seed: int) -> None:
    game = play(Game.new(CONFIG, seed=seed), random.Random(seed), 900)
    again = Game.load(game.save())
    assert again.hash() == game.hash()
    for _ in range(25):
        again.undo()
    assert again.hash() != game.hash()
