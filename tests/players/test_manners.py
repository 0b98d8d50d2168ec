"""Offers of every level keep the manners: at most two a turn, none twice, none to a seat that cannot accept."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, Final

import pytest
from mypy_extensions import i64

from bastide.catan.base.island import WAITING, Island
from bastide.catan.base.trade import WANTING
from bastide.kernel.bits import lowest
from bastide.kernel.families import configure
from bastide.kernel.rules import Rules
from bastide.kernel.state import BITS, CHANCE, State
from bastide.players import Bot, make_bot
from bastide.players.greedy.island.bot import tables_of
from bastide.players.greedy.island.trade import Deal, able, next_step
from bastide.players.greedy.island.weights import OFFERS
from bastide.players.manners import could_accept, polite
from bastide.players.strong.island.bot import SearchBot
from bastide.players.strong.island.weights import Effort
from bastide.players.uniform import RandomBot
from tests.differential.sets import Set, alone_or_maximal
from tests.sizes import CAMPAIGN, sized

TURNS: Final = sized(24, 400)
GAMES: Final = sized(1, 10)
QUICK: Final = ("island",)
SLOW: Final = ("island + rivers", "island + fishermen", "island + cities_knights", "island + traders_barbarians")
"""The sets of the check; the campaign plays each module alone, and each maximal set."""
PLAYED: Final = [
    pytest.param(one, marks=[] if CAMPAIGN or one.name in QUICK else pytest.mark.slow, id=one.name)
    for one in alone_or_maximal("island")
    if CAMPAIGN or one.name in QUICK + SLOW
]
LEVELS: Final = ("random", "easy", "greedy", "strong")


class Talkative(RandomBot):
    """Offers whenever it may, and keeps the manners by `polite` alone."""

    def act(self, rules: Rules, state: State, seat: int, rng: random.Random) -> i64:
        assert isinstance(rules, Island)
        codes = polite(rules, state, seat, [int(code) for code in rules.legal(state, seat)])
        offer = [code for code in codes if rules.verb_of[code].word == "offer"]
        return i64(offer[0]) if offer else super().act(rules, state, seat, rng)


def bot(level: str, seed: int) -> Bot:
    """A bot of a level; `strong` with few rollouts, since its offers are greedy's."""
    if level == "talkative":
        return Talkative(seed)
    return SearchBot(seed, effort=Effort(4, 2, 1, 150, True)) if level == "strong" else make_bot(level, seed)


def sent(config: dict[str, Any], level: str, seed: int) -> int:
    """Play a game and check each offer; returns how many there were."""
    rng = random.Random(seed)
    rules = configure({"game": "island", **config}, rng)
    assert isinstance(rules, Island)
    bots = [bot(level, 10 * seed + seat) for seat in range(rules.seats)]
    made: Counter[tuple[int, int]] = Counter()
    known: set[tuple[int, ...]] = set()
    s = rules.start()
    while not rules.is_over(s):
        mask = rules.actors(s)
        if mask == 0:
            pairs = [int(n) for n in rules.outcomes(s)]
            rules.apply(s, CHANCE, rng.choices(pairs[::2], pairs[1::2])[0])
            continue
        seat = int(lowest(mask))
        code = bots[seat].act(rules, s, seat, bots[seat].rng)
        offering = rules.verb_of[code].word == "send" and s.cells[s.top() + 2] == 0
        rules.apply(s, seat, code)
        if offering:
            turn = int(s.cells[rules.turn])
            made[turn, seat] += 1
            assert made[turn, seat] <= OFFERS
            goods = range(2 * int(rules.goods))
            cards = [int(s.cells[(rules.gives if g < rules.goods else rules.wants) + g % rules.goods]) for g in goods]
            assert (turn, seat, *cards) not in known, "the same offer twice in a turn"
            known.add((turn, seat, *cards))
            for other in range(rules.seats):
                if s.cells[rules.answer + other] == WAITING:
                    assert could_accept(rules, s, seat, other), f"{cards} asked of seat {other}"
    return sum(made.values())


@pytest.mark.compiled
@pytest.mark.parametrize("one", PLAYED)
def test_offers_of_every_level_keep_the_manners(one: Set) -> None:
    configs = [config for config in one.configs if config.get("options", {}).get("trade") != "bank"]
    offers: Counter[str] = Counter()
    for seed in range(GAMES):
        config = {**configs[seed % len(configs)], "modules": list(one.modules)}
        config["options"] = {**config.get("options", {}), "turns": TURNS}
        for level in (*LEVELS, "talkative"):
            offers[level] += sent(config, level, seed)
    assert offers["talkative"] > 3 * GAMES


def test_a_seat_that_surely_lacks_what_is_asked_cannot_accept() -> None:
    rules = configure({"game": "island", "seats": 3, "layout": "random"}, random.Random(1))
    assert isinstance(rules, Island)
    s = rules.start()
    c = s.cells
    for seat, hand in enumerate([(2, 0, 0, 0, 0), (0, 1, 0, 0, 0), (0, 0, 1, 1, 0)]):
        for good, count in enumerate(hand):
            c[rules.hand + seat * rules.goods + good] = count
            c[rules.bank + good] -= count
    c[rules.wants + 1] = 1
    # Seat 0 knows that there is a card of the second good, not who has it; of the last there is none.
    assert [could_accept(rules, s, 0, other) for other in (1, 2)] == [True, True]
    c[rules.wants + 2] = 1
    assert [could_accept(rules, s, 0, other) for other in (1, 2)] == [False, True]
    c[rules.wants + 2] = 0
    c[rules.wants + 4] = 1
    assert [could_accept(rules, s, 0, other) for other in (1, 2)] == [False, False]


def test_an_offer_is_not_sent_to_a_seat_that_has_gold_and_no_cards() -> None:
    rules = configure({"game": "island", "seats": 3, "layout": "random", "modules": ["rivers"]}, random.Random(1))
    assert isinstance(rules, Island)
    s = rules.start()
    c, gold = s.cells, rules.good_names.index("gold")
    for seat, hand in {0: {0: 2}, 1: {gold: 3}, 2: {1: 2}}.items():
        for good, count in hand.items():
            c[rules.hand + seat * rules.goods + good] = count
            c[rules.bank + good] -= count
    deal = Deal(rules.goods)
    deal.gives[0] = deal.wants[1] = 1
    c[rules.gives], c[rules.wants + 1] = 1, 1
    s.push(rules.draft_phase, 0)
    c[s.top() + 3] = WANTING + 1
    t = tables_of(rules)
    assert int(next_step(t, s, 0, deal, rules.legal(s, 0)) - t.send) == BITS[2]
    # For gold it is asked, and alone.
    c[rules.wants + 1], c[rules.wants + gold] = 0, 1
    deal.wants[1], deal.wants[gold] = 0, 1
    assert int(able(rules, s, BITS[1] | BITS[2], gold)) == BITS[1]


def test_random_bots_need_the_manners(monkeypatch: pytest.MonkeyPatch) -> None:
    """The property above fails for a bot that offers whenever it may and knows no manners."""
    monkeypatch.setattr(f"{__name__}.polite", lambda _r, _s, _seat, codes: codes)
    monkeypatch.setattr("bastide.players.uniform.polite", lambda _r, _s, _seat, codes: codes)
    with pytest.raises(AssertionError):
        sent({"seats": 3, "layout": "random", "options": {"turns": TURNS}}, "talkative", 1)
