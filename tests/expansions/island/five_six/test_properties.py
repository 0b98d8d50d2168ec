"""Five and six players over random games: cards, pieces, the order of turns, secrets, refusals, counts of actions."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from bastide import Game
from bastide.kernel.errors import IllegalAction, InvalidAction
from bastide.kernel.perft import perft
from bastide.kernel.resample import resample
from bastide.view import view
from bastide.view.model import IslandView
from tests.expansions.island.five_six.kit import KNIGHTS, SIX, extension, many, paired
from tests.properties.invariants import check_awards, check_cards, check_openings, check_pieces, check_roads
from tests.properties.play import island, play
from tests.sizes import sized

MODES = ("building", "paired")


def game(seats: int, mode: str, seed: int, modules: list[str] | None = None) -> Game:
    options = {"between_turns": mode, "goal": 8, "offers": 2}
    config: dict[str, Any] = {"seats": seats, "modules": modules or SIX, "layout": "random", "options": options}
    return Game.new(config, seed=seed)


@pytest.mark.rule("X56-004", "X56-005", "X56-007")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seed", range(sized(2, 40)))
def test_cards_and_pieces_are_conserved_and_turns_follow_their_order(mode: str, seed: int) -> None:
    seats = 5 + seed % 2
    turns: list[tuple[str, int]] = []

    def look(g: Game) -> None:
        r = island(g)
        turns.extend((e.kind, int(e.seat)) for e in g.history[-1] if e.kind in ("turn", "five_six_second"))
        if g.version % 7 == 0:
            check_cards(r, g.state)
            check_pieces(r, g.state)
            check_roads(r, g.state)
            check_openings(r, g.state)
            check_awards(r, g.state)

    play(game(seats, mode, seed), random.Random(seed), sized(700, 4000), look)
    full = [seat for kind, seat in turns if kind == "turn"]
    assert len(full) > 20
    assert all(after == (before + 1) % seats for before, after in pairwise(full))
    pairs = [(a[1], b[1]) for a, b in pairwise(turns) if b[0] == "five_six_second"]
    assert all(second == (first + 3) % seats for first, second in pairs)
    assert bool(pairs) is (mode == "paired")


@pytest.mark.rule("X56-005", "X56-012")
@pytest.mark.parametrize("modules", [SIX, KNIGHTS])
@pytest.mark.parametrize("seed", range(sized(1, 10)))
def test_what_others_see_is_the_same_in_every_world_that_is_possible_for_them(modules: list[str], seed: int) -> None:
    rng = random.Random(seed)
    looked = 0

    def look(g: Game) -> None:
        nonlocal looked
        if g.over or rng.random() > 0.02 or extension(g).building(g.state) < 0:
            return
        looked += 1
        for viewer in (-1, 1, 4):
            other = g.copy()
            other.state = resample(g.rules, g.state, viewer, rng)
            mine, theirs = view(g, viewer), view(other, viewer)
            assert mine.actors == theirs.actors
            assert mine.prompt == theirs.prompt
            assert isinstance(mine, IslandView)
            assert isinstance(theirs, IslandView)
            assert mine.modules["five_six"] == theirs.modules["five_six"]
            if viewer not in mine.actors:
                assert mine.actions == theirs.actions
                assert mine.legal == theirs.legal

    play(game(5, "building", seed, modules), random.Random(seed), 500, look)
    assert looked


@pytest.mark.parametrize("mode", MODES)
def test_a_refused_action_changes_nothing(mode: str) -> None:
    rng = random.Random(5)
    words = ["pass", "sit-out", "join-in", "end", "roll", "buy", "knight", "road 0,0,NE", "bank brick*4 ore"]
    refused = 0

    def look(g: Game) -> None:
        nonlocal refused
        if g.over or -1 in g.actors or rng.random() > 0.1:
            return
        before = g.hash()
        for text in words:
            for seat in range(5):
                try:
                    if g.is_legal(text, seat):
                        continue
                    g.play(text, seat)
                except IllegalAction as error:
                    refused += bool(error.rule)
                except InvalidAction:
                    assert mode == "paired"  # `pass` and `sit-out` belong to the special building phase
        assert g.hash() == before

    play(game(5, mode, 5), random.Random(5), 300, look)
    assert refused > 200


@pytest.mark.rule("X56-005")
def test_counts_of_actions_after_a_turn() -> None:
    # All hands are empty: each of five seats passes or sits out, and the next one rolls one of 36.
    t = many().play("end")
    assert [perft(t.r, t.game.state, depth) for depth in range(1, 7)] == [2, 4, 8, 16, 32, 32]


@pytest.mark.rule("X56-005")
def test_counts_of_actions_with_something_to_buy() -> None:
    # Seat 1 has a settlement and one road's cards: three edges, pass, sit out. After a road it has the last two; after
    # one of these, seat 2 is asked, which has two ways to answer.
    t = many(settlements={1: "0,0,N"}, hands={1: "brick lumber"}).play("end")
    assert [perft(t.r, t.game.state, depth) for depth in range(1, 4)] == [5, 3 * 2 + 2 * 2, 3 * 2 * 2 + 2 * 2 * 2]


@pytest.mark.rule("X56-007")
def test_counts_of_actions_in_a_second_turn() -> None:
    # Nothing to do but to end the second turn; then seat 1 rolls one of 36, of which six are a seven.
    t = paired().play("end")
    assert [perft(t.r, t.game.state, depth) for depth in range(1, 4)] == [1, 1, 36]
