"""The greedy bot as a player: it wins, trades with module, and does not harm itself."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.catan.family import configure
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.players import make_bot
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.module_bot import UNJUDGED, ModuleBot
from bastide.players.greedy.island.tables import Tables
from bastide.players.greedy.island.trade import others_hold
from bastide.players.greedy.island.turn import by_modules
from bastide.players.greedy.island.weights import NEAR, OFFERS
from tests.players.strength import measure, wilson
from tests.sizes import sized


@pytest.mark.slow
@pytest.mark.parametrize(
    ("levels", "least"),
    [(("greedy", "random"), 0.95), (("greedy", "random", "random", "random"), 0.9)],
    ids=["duel", "four seats"],
)
def test_it_beats_random_seats(levels: tuple[str, ...], least: float) -> None:
    # 95 and 85 of 100 are promised, more is measured (docs/bots.md); the games are always the same ones.
    games = sized(20, 400)
    assert measure(levels, games).wins() >= least * games


def test_games_between_greedy_bots_are_as_long_as_those_of_people() -> None:
    games = measure(("greedy",) * 4, 6).games
    assert all(game.seat >= 0 for game in games)
    assert 40 <= sum(game.turns for game in games) / 6 <= 110
    assert sum(game.trades for game in games) > 6
    # Few offers, and every third is taken.
    assert sum(game.offers for game in games) <= 15 * 6
    assert 3 * sum(game.trades for game in games) >= sum(game.offers for game in games)


def test_offers_are_few_are_repeated_for_a_reason_and_never_meant_for_a_seat_about_to_win() -> None:
    rules = configure({"game": "island", "seats": 4, "layout": "random"}, random.Random(11))
    game = Game(rules)
    bots = [make_bot("greedy", seat) for seat in range(4)]
    rng = random.Random(11)
    sent: list[tuple[int, str]] = []
    before: dict[tuple[int, str], int] = {}
    while not game.over:
        seat = game.actors[0]
        if seat == CHANCE:
            game.draw(rng)
            continue
        text = bots[seat].choose(game, seat)
        if text.startswith("offer"):
            s = game.state
            cards, _, seats = text.partition(" to ")
            sent.append((int(s.cells[rules.turn]), cards))
            asked = [int(other) for other in seats.split()] or [other for other in range(4) if other != seat]
            assert all(rules.open_points(s, o) < 10 - NEAR or rules.hand_size(s, o) == 0 for o in asked)
            # Somebody holds the good, and for the same offer again the others together hold more of it.
            held = int(others_hold(rules, s, seat, rules.good_names.index(cards.split()[-1])))
            assert held > before.get((seat, cards), 0)
            before[seat, cards] = held
        game.play(text, seat)
    assert sent
    assert max(Counter(sent).values()) == 1
    assert max(Counter(turn for turn, _ in sent).values()) <= OFFERS


def test_the_robber_is_never_sent_to_its_own_hex() -> None:
    rules = configure({"game": "island", "seats": 4, "layout": "random"}, random.Random(12))
    game = Game(rules)
    bots = [make_bot("greedy", seat) for seat in range(4)]
    rng = random.Random(12)
    moves = 0
    while not game.over:
        seat = game.actors[0]
        if seat == CHANCE:
            game.draw(rng)
            continue
        text = bots[seat].choose(game, seat)
        game.play(text, seat)
        if text.startswith("robber"):
            moves += 1
            h = int(game.state.cells[rules.robber])
            corners = [int(rules.board.hex_corners[6 * h + k]) for k in range(6)]
            assert all(game.state.cells[rules.owner + corner] != seat + 1 for corner in corners)
    assert moves > 3


def test_wilson_interval() -> None:
    low, high = wilson(95, 100)
    assert low == pytest.approx(0.8882, abs=1e-4)
    assert high == pytest.approx(0.9785, abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_what_several_modules_gain_by_an_action_adds_up() -> None:
    class Gains(ModuleBot):
        """Gains by every action what it was given."""

        def __init__(self, r: Island, gain: int | None) -> None:
            super().__init__(r)
            self.gain = gain

        def judge(self, look: Look, hand: Any, code: Any) -> Any:
            return UNJUDGED if self.gain is None else look.value() + self.gain

    rules = configure({"game": "island", "seats": 2, "options": {"first": 0}}, None)
    assert isinstance(rules, Island)
    start = rules.start()
    for gains, total in (((5,), 5), ((5, 7), 12), ((None, 7, -3), 4)):
        look = Look(Tables(rules, [Gains(rules, gain) for gain in gains]), start, 0, 0)
        assert by_modules(look, look.hand(), 0) - look.value() == total
    assert by_modules(Look(Tables(rules, [Gains(rules, None)]), start, 0, 0), vec[i64]([]), 0) == UNJUDGED
