"""The pile of event cards: which cards there are, the exact odds of the next one, New Year."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bastide import Game
from bastide.expansions.island.event_cards.rules.deck import ABOVE, BELOW, COPIES, DECK
from bastide.kernel.chooser import Chooser
from bastide.kernel.codes import Codes
from bastide.testing.play import play
from tests.expansions.island.event_cards.kit import cards, module, reveal, see, weights, whole
from tests.kernel.test_dealing import score


@pytest.mark.rule("TB-EVT-001", "TB-EVT-023")
def test_the_numbers_are_those_of_two_dice_and_sixteen_days_are_fine() -> None:
    assert sum(whole().values()) == 36
    for number in range(2, 13):
        assert sum(count for _event, n, count in DECK if n == number) == 6 - abs(7 - number)
    fine = {number: count for event, number, count in DECK if event == "fine-day"}
    assert fine == {3: 1, 4: 1, 5: 2, 6: 2, 8: 4, 9: 3, 10: 2, 11: 1}
    events = {f"{event} {number}": count for event, number, count in DECK if event != "fine-day"}
    assert events == {
        "plentiful-year 2": 1, "conflict 3": 1, "robber-flees 4": 2, "tournament 5": 1, "trade-advantage 5": 1,
        "epidemic 6": 1, "earthquake 6": 1, "good-neighbours 6": 1, "robber-attack 7": 6, "epidemic 8": 1,
        "calm-sea 9": 1, "neighbours-help 10": 1, "neighbours-help 11": 1, "calm-sea 12": 1,
    }  # fmt: skip


@pytest.mark.rule("TB-EVT-002", "TB-EVT-003")
def test_at_first_each_of_the_36_cards_is_as_likely() -> None:
    assert (ABOVE, BELOW) == (31, 5)
    t = cards().play("roll")
    t.check(phase="event_cards_reveal")
    assert weights(t) == {f"reveal {card}": count for card, count in whole().items()}


@pytest.mark.rule("TB-EVT-003")
def test_the_number_of_the_card_produces_and_no_dice_lie() -> None:
    t = cards(settlements={1: "0,0,N"}, layout="beginner")
    number = next(int(t.r.board.number[h]) for h in range(int(t.r.board.hexes)) if t.r.board.hex_names[h] == "0,-1")
    event = "fine-day"
    reveal(t, f"{event} {number}").check(phase="main", actors=[0])
    assert t.r.hand_size(t.game.state, 1) == 1
    assert (t.cell(t.r.dice), t.cell(t.r.dice + 1)) == (0, 0)
    assert [(e.seat, e.a) for e in t.told("number")] == [(0, number)]
    t.refuses("roll", "TB-EVT-003")


@pytest.mark.rule("TB-EVT-003", "TB-EVT-045")
def test_before_the_card_only_a_knight_or_another_card_may_be_played() -> None:
    t = cards(cards={0: "knight"}, hands={0: "brick lumber"}, settlements={0: "0,0,N"}, robber="2,-2")
    assert t.verbs() == {"roll", "knight"}
    for line in ("road 0,0,NE", "end", "bank wool*4 ore"):
        t.refuses(line, "TB-EVT-003")
    t.play("knight", "robber 0,-2").check(phase="roll")
    reveal(t, "fine-day 3").check(phase="main")


@pytest.mark.rule("TB-EVT-001", "TB-EVT-006")
def test_cards_do_not_come_again_before_new_year() -> None:
    t = cards()
    reveal(t, "earthquake 6")
    t.play("end", "roll")
    assert "reveal earthquake 6" not in weights(t)
    assert sum(weights(t).values()) == 35
    t.play("chance: reveal robber-attack 7", "robber 0,-2", "end", "roll")
    assert weights(t)["reveal robber-attack 7"] == 5
    assert sum(weights(t).values()) == 34
    with pytest.raises(Exception, match="earthquake"):
        t.play("chance: reveal earthquake 6")


@pytest.mark.parametrize(
    "gone",
    [
        ("earthquake 6",),
        ("robber-attack 7*3", "fine-day 8*2", "fine-day 9*3", "calm-sea 9"),
        ("all", "robber-attack 7*2", "fine-day 8*2"),
        ("all", "robber-attack 7*1"),
    ],
    ids=["one gone", "nine gone", "six left", "New Year"],
)
@pytest.mark.rule("TB-EVT-006")
def test_cards_are_drawn_by_the_weights_of_what_is_left(gone: tuple[str, ...]) -> None:
    t = see(cards(), *gone)
    t.play("roll")
    s, chooser, out = t.game.state, Chooser(1), Codes()
    phase = t.r.phase(s)
    drawn: Counter[str] = Counter()
    for _ in range(5_000):
        code = phase.sample(s, chooser, out)
        verb = t.r.verb_of[code]
        drawn[verb.describe(code - verb.offset)] += 1
    assert score(drawn, weights(t)) < 4


@pytest.mark.rule("TB-EVT-005", "TB-EVT-006")
def test_with_31_cards_seen_new_year_shuffles_all_and_the_next_card_is_resolved_at_once() -> None:
    t = see(cards(hands={1: "ore*8"}), "all", "fine-day 8*0")
    t.game.state.cells[module(t).seen + 14] = 0  # the four fine days with an 8
    t.game.state.cells[module(t).seen + 16] = 3
    see(t)  # counts them
    assert DECK[14] == ("fine-day", 8, 4)
    t.play("roll")
    # 32 cards would have been seen: one fine day more lies in the pile, and it is the only other card.
    assert sum(weights(t).values()) == 4
    t = see(cards(hands={1: "ore*8"}), "all")
    t.game.state.cells[module(t).seen + 14] = 0
    t.game.state.cells[module(t).seen + 16] = 2
    see(t)
    t.play("roll")
    assert weights(t) == {f"reveal {card}": count for card, count in whole().items()}
    t.play("chance: reveal robber-attack 7").check(phase="discard", actors=[1])
    assert len(t.told("event_cards_new_year")) == 1
    t.play("1: discard ore*4", "robber 0,-2", "end", "roll")
    assert sum(weights(t).values()) == 35


@pytest.mark.rule("TB-EVT-005", "TB-EVT-006")
@pytest.mark.parametrize("seed", range(2))
def test_every_31_cards_there_is_a_new_year_and_no_card_comes_too_often_between(seed: int) -> None:
    config = {"seats": 2, "modules": ["event_cards"], "layout": "random", "options": {"trade": "bank"}}
    game = play(Game.new(config, seed=seed), random.Random(seed), 900)
    years: list[list[tuple[int, int]]] = [[]]
    for events in game.history:
        for event in events:
            if event.kind == "event_cards_new_year":
                years.append([])
            if event.kind == "event_cards_card":
                years[-1].append((int(event.a), int(event.b)))
    assert len(years) > 2
    assert all(len(year) == 31 for year in years[:-1])
    for year in years:
        for card in set(year):
            index = [(int(e), n) for e, n in zip(_events(), _numbers(), strict=True)].index(card)
            assert year.count(card) <= COPIES[index]


def _events() -> list[int]:
    from bastide.expansions.island.event_cards.rules.deck import EVENTS

    return [int(event) for event in EVENTS]


def _numbers() -> list[int]:
    return [number for _event, number, _count in DECK]


def test_notation_names_the_event_and_the_number() -> None:
    t = cards().play("roll")
    for bad in ("reveal", "reveal earthquake", "reveal earthquake 7", "reveal epidemic 6 8", "reveal 6"):
        with pytest.raises(Exception, match="reveal"):
            t.game.play(bad)
    t.play("chance: reveal calm-sea 12")
    assert t.game.decisions[-1].text == "reveal calm-sea 12"
