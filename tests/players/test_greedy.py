"""The greedy bot as a player: it wins, trades with module, and does not harm itself."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from bastide.arena.statistics import wilson
from bastide.catan.base.island import Island
from bastide.catan.family import configure
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.players import make_bot
from bastide.players.greedy.island.bot import tables_of
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.module_bot import UNJUDGED, ModuleBot
from bastide.players.greedy.island.robber import choose_victim
from bastide.players.greedy.island.tables import Tables
from bastide.players.greedy.island.trade import others_hold
from bastide.players.greedy.island.turn import after_action, by_modules
from bastide.players.greedy.island.weights import NEAR, OFFERS, PATIENCE
from tests.kit import table
from tests.players.strength import measure
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


@pytest.mark.slow
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


def test_it_ends_no_turn_with_a_card_that_gains_something() -> None:
    rules = configure({"game": "island", "seats": 2, "layout": "random"}, random.Random(3))
    game, rng = Game(rules), random.Random(3)
    bots = [make_bot("greedy", seat) for seat in range(2)]
    t = tables_of(rules)
    played = 0
    while not game.over:
        seat = game.actors[0]
        if seat == CHANCE:
            game.draw(rng)
            continue
        s, text = game.state, bots[seat].choose(game, seat)
        played += text.startswith(("roads", "plenty", "monopoly"))
        if text == "end":
            look = Look(t, s, seat)
            now, hand = look.value(), look.hand()
            for code in game.rules.legal(s, seat):
                if rules.verb_of[int(code)].word in ("roads", "plenty", "monopoly"):
                    assert after_action(look, hand, code) <= now - PATIENCE
        game.play(text, seat)
    assert played > 0


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


@pytest.mark.parametrize("seat", range(4))
def test_of_equal_partners_and_victims_it_takes_the_next_in_turn_order(seat: int) -> None:
    corners = ("0,-2,N", "2,-2,N", "-2,1,S", "1,1,S")
    hands = {n: "ore*3 grain brick" if n == seat else "grain*2" for n in range(4)}
    t = table(seats=4, on_turn=seat, settlements={seat: "0,0,S"}, hands=hands)
    others = [n for n in range(4) if n != seat]
    t.play("offer brick for grain", *(f"{n}: accept" for n in others))
    assert make_bot("greedy", 1).choose(t.game, seat) == f"trade {(seat + 1) % 4}"

    settlements = {n: corners[n] for n in others} | {seat: "0,0,S"}
    t = table(seats=4, on_turn=seat, rolled=False, settlements=settlements, hands=dict.fromkeys(others, "grain*2"))
    look = Look(Tables(t.r, []), t.game.state, seat)
    codes = vec[i64]([look.t.rob + n for n in others])
    assert choose_victim(look.t, t.game.state, seat, codes) == look.t.rob + (seat + 1) % 4


def test_plans_lead_over_paths_within_a_hex() -> None:
    def value(*paths: str) -> int:
        rich = ((0, 1), (-1, 1))
        places = [(q, r) for q in range(-1, 2) for r in range(-1, 2) if abs(q + r) < 2]
        hexes = [
            {"q": q, "r": r, "terrain": "mountains", "number": 6}
            if (q, r) in rich
            else {"q": q, "r": r, "terrain": "forest", "number": 4}
            for q, r in places
        ]
        t = table(
            2,
            layout={"hexes": hexes, "sites": [{"word": "inner", "place": path} for path in paths]},
            settlements={0: "0,0,N"},
            roads={0: "0,-1,E"},
            hands={0: "brick*3 lumber*3 wool grain"},
        )
        return int(Look(Tables(t.r, []), t.game.state, 0, 100).value())

    assert value() == value("0,0,CN"), "a path that ends in the middle leads nowhere"
    assert value("0,0,CN", "0,0,CS") > value(), "two roads to the best corner instead of three"
