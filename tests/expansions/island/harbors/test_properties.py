"""Harbours over random games: the card and its holder, cards and pieces, secrets, and counts of actions."""

from __future__ import annotations

import random

import pytest

from bastide import Game
from bastide.kernel.errors import IllegalAction, InvalidAction
from bastide.kernel.perft import perft
from bastide.kernel.resample import resample
from tests.expansions.island.harbors.invariants import OWN
from tests.expansions.island.harbors.kit import harbored, harbors_of, holder
from tests.expansions.island.harbors.test_rules import CITY, EAST, SOUTH, WEST
from tests.properties.play import island, play

CONFIG = {"seats": 3, "modules": ["harbors"], "layout": "random", "options": {"trade": "bank", "goal": 20}}


@pytest.mark.rule("TB-HARB-001", "TB-HARB-002", "TB-HARB-003")
@pytest.mark.parametrize("seed", range(4))
def test_the_card_is_with_the_most_points(seed: int) -> None:
    taken: list[tuple[int, int]] = []

    def look(game: Game) -> None:
        r, c = island(game), game.state.cells
        module = harbors_of(game)
        OWN.check(r, module, game.state)
        for event in game.history[-1]:
            if event.kind == "harbors_card":
                assert int(event.b) == (taken[-1][0] if taken else -1)
                assert int(event.a) >= 3
                assert not taken or int(event.a) > taken[-1][1] - 1
                taken.append((int(event.seat), int(event.a)))
        assert holder_is(game, taken[-1][0] if taken else -1)
        points = sum(int(module.points(game.state, seat)) for seat in range(3))
        assert points == (2 if taken else 0)
        for good, total in enumerate(r.stock):
            held = sum(int(c[r.hand + seat * r.goods + good]) for seat in range(r.seats))
            assert int(c[r.bank + good]) + held == int(total)

    play(Game.new(CONFIG, seed=seed), random.Random(seed), 2500, look)
    assert taken


def holder_is(game: Game, seat: int) -> bool:
    return int(harbors_of(game).holder_of(game.state)) == seat


@pytest.mark.parametrize("seed", range(2))
def test_what_a_viewer_cannot_know_changes_neither_points_nor_card(seed: int) -> None:
    rng = random.Random(seed)

    def look(game: Game) -> None:
        if rng.random() > 0.02:
            return
        module = harbors_of(game)
        for viewer in range(-1, 3):
            other = resample(game.rules, game.state, viewer, rng)
            assert module.holder_of(other) == module.holder_of(game.state)
            for seat in range(3):
                assert module.harbor_points(other, seat) == module.harbor_points(game.state, seat)

    play(Game.new(CONFIG, seed=seed), random.Random(seed), 1500, look)


@pytest.mark.parametrize("text", [f"city {SOUTH}", f"settle {EAST}", "harbors"])
def test_a_refused_action_changes_nothing(text: str) -> None:
    t = harbored(cities={0: EAST}, settlements={1: SOUTH}, hands={0: CITY})
    before = t.game.hash()
    with pytest.raises((IllegalAction, InvalidAction)):
        t.game.play(text, 0)
    assert (t.game.hash(), holder(t)) == (before, -1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_counts_are_those_of_the_base_game(seats: int) -> None:
    # The variant adds no decision, and nobody wins within these few.
    config = {"seats": seats, "layout": "beginner", "options": {"first": 0}}
    base, game = Game.new(config), Game.new({**config, "modules": ["harbors"]})
    for depth in range(1, 5):
        assert perft(game.rules, game.state, depth) == perft(base.rules, base.state, depth)


@pytest.mark.rule("TB-HARB-002", "TB-HARB-005")
def test_the_counts_end_where_the_card_wins() -> None:
    """One of the two cities wins by the card.

    By hand: `city` at the harbour, `city` inland, `end`. The first ends the game, which stays one leaf. The second
    leads to `end` and `roll`, the third to `roll` and its 36 outcomes.
    """
    t = harbored(2, cities={0: WEST}, settlements={0: f"{SOUTH} 0,0,N"}, hands={0: CITY}, goal=7, trade="bank")
    assert sorted(t.legal()) == [f"city {place}" for place in sorted(("0,0,N", SOUTH))] + ["end"]
    assert [perft(t.r, t.game.state, depth) for depth in range(1, 4)] == [3, 3, 38]
