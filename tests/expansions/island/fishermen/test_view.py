"""Fishermen as it is shown: tokens, prices and payments, the boot, the log, the text view, in both languages."""

from __future__ import annotations

import pytest

from bastide.expansions.island.fishermen.view import FishermenView
from bastide.view import SPECTATOR
from bastide.view.model import OPEN
from bastide.view.text import text
from bastide.view.words import Words
from tests.expansions.island.fishermen.kit import INLAND, NINE, fishers
from tests.kit import Table
from tests.view.island.seen import Reader, seen

PLAYERS = ["Maud", "Odile", "Tibor"]
SPACES = {0xA0: " ", 0x202F: " "}
READER = Reader(PLAYERS, SPACES)
lines, prompt = READER.lines, READER.prompt


def own(t: Table, viewer: int = 0) -> FishermenView:
    found = seen(t, viewer).modules["fishermen"]
    assert isinstance(found, FishermenView)
    return found


@pytest.mark.rule("TB-FISH-010")
def test_all_see_how_many_tokens_there_are_and_the_owner_which() -> None:
    t = fishers(fish={0: "1 3", 1: "2*3"}, spent="1*2", boot=2)
    for viewer in (0, 1, 2, SPECTATOR, OPEN):
        view = own(t, viewer)
        assert (view.held, view.spent, view.boot, view.goals) == ([2, 3, 0], (2, 0, 0), 2, [10, 10, 11])
        assert view.face_down == 29 - 5 - 2
        tokens = [(1, 0, 1), (0, 3, 0), (0, 0, 0)]
        assert view.shown == [tokens[seat] if viewer in (seat, OPEN) else None for seat in range(3)]


@pytest.mark.rule("TB-FISH-011", "TB-FISH-014")
def test_each_delivery_has_its_payments_the_best_first_or_a_reason() -> None:
    t = fishers(fish={0: "1 2 3"}, robber="1,-2")
    found = {one.word: one for one in own(t).deliveries}
    assert {word: one.price for word, one in found.items()} == {
        "robber": 2,
        "steal": 3,
        "resource": 4,
        "road": 5,
        "card": 7,
    }
    assert [(way.notation, way.lost) for way in found["robber"].ways] == [("fish robber 2", 0), ("fish robber 3", 1)]
    assert [way.tokens for way in found["resource"].ways] == [(1, 0, 1), (0, 1, 1)]
    rules = {word: one.reason.rule for word, one in found.items() if one.reason}
    assert rules == {"steal": "TB-FISH-033", "road": "TB-FISH-027", "card": "TB-FISH-011"}
    assert {one.reason.rule for one in own(t, 1).deliveries if one.reason} == {"BASE-016"}
    assert own(t, SPECTATOR).deliveries == []
    pair = fishers(2, modules=("two_players",), fish={0: "2"}, settlements={1: INLAND}, robber="1,-2")
    assert [one.price for one in own(pair).deliveries] == [1, 2, 3, 4, 6]


@pytest.mark.rule("TB-FISH-022")
def test_the_holder_of_the_boot_sees_who_may_have_it_or_why_nobody() -> None:
    t = fishers(boot=0, settlements={1: INLAND}, rolled=False)
    assert (own(t).receivers, own(t).boot_reason) == ([1, 2], None)
    assert prompt(t, 0) == "Your turn: roll, or give the old boot away first."
    assert prompt(t, 0, "fr") == "À vous : lancez les dés, ou donnez d’abord la Vieille Godasse."
    t = fishers(boot=0, settlements={0: INLAND})
    assert own(t).receivers == []
    why = own(t).boot_reason
    assert why is not None
    assert why.rule == "TB-FISH-022"
    assert own(t, 1).boot_reason is None


@pytest.mark.parametrize(
    ("viewer", "drawn"),
    [(0, "Maud draws a token of 3 fish"), (1, "Maud draws a fish token"), (-1, "Maud draws a fish token")],
)
def test_the_log_tells_a_token_to_its_owner_alone(viewer: int, drawn: str) -> None:
    t = fishers(rolled=False, settlements={0: NINE}).play("roll", "roll 4 5", "catch 3")
    assert drawn in lines(t, "en", viewer)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            [
                "Maud pays 2 fish: the robber leaves the board",
                "Maud pays 3 fish to take a card",
                "Maud pays 4 fish for a card from the bank",
                "Maud pays 5 fish for a road",
                "Maud pays 7 fish for a development card",
            ],
        ),
        (
            "fr",
            [
                "Maud livre 2 poissons : le pion Voleurs quitte le plateau",
                "Maud livre 3 poissons pour prendre une carte",
                "Maud livre 4 poissons pour une carte de la Réserve",
                "Maud livre 5 poissons pour une route",
                "Maud livre 7 poissons pour une carte Développement",
            ],
        ),
    ],
)
def test_the_log_tells_deliveries(language: str, told: list[str]) -> None:
    t = fishers(fish={0: "2*4 3"}, hands={1: "ore"}, robber="1,-2", settlements={0: INLAND})
    t.play("fish robber 2", "fish steal 3", "steal ore", "fish resource 2*2", "take ore")
    more = fishers(fish={0: "2*3 3*2"}, settlements={0: INLAND}).play("fish road 2 3")
    more.play(more.legal()[0], "fish card 2*2 3", "draw knight")
    found = [*lines(t, language), *lines(more, language)]
    assert [line for line in found if line in told] == told


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["Odile draws the old boot and needs one point more", "Odile gives the old boot to Tibor"]),
        (
            "fr",
            [
                "Odile pioche la Vieille Godasse et a besoin d’un point de plus",
                "Odile donne la Vieille Godasse à Tibor",
            ],
        ),
    ],
)
def test_the_log_tells_the_boot(language: str, told: list[str]) -> None:
    t = fishers(rolled=False, settlements={1: NINE, 2: INLAND}).play("roll", "roll 4 5", "catch boot", "end", "boot 2")
    assert [line for line in lines(t, language, SPECTATOR) if line in told] == told


def test_the_log_tells_exchanges_and_the_turned_stock() -> None:
    t = fishers(4, rolled=False, settlements={0: NINE}, fish={0: "1*7", 1: "1*4 3*3", 2: "3*5 2*2", 3: "2*7"}, boot=1)
    t.play("roll", "roll 4 5", "throw-back 1", "catch 2")
    assert "Maud exchanges a token of 1 fish" in lines(t, "en", 1)
    assert "The 1 spent fish tokens are turned over and shuffled" in lines(t, "en", 1)


def test_the_exchange_is_asked_of_the_seat_alone() -> None:
    t = fishers(rolled=False, cities={0: NINE}, fish={0: "1*6 3"}).play("roll", "roll 4 5")
    choice = seen(t).choice
    assert choice is not None
    assert [option.notation for option in choice.options] == ["throw-back 1", "throw-back 3", "pass"]
    assert prompt(t, 0) == "You hold seven tokens: exchange one of them, or keep them all."
    assert prompt(t, 1) == "Maud holds seven tokens and may exchange one."
    assert seen(t, 1).choice is None
    t.play("throw-back 1")
    assert prompt(t, 1) == "Fish tokens are drawn."


def test_what_a_delivery_asks_is_said_in_its_own_words() -> None:
    t = fishers(fish={0: "3"}, hands={1: "ore", 2: "wool"}).play("fish steal 3")
    assert prompt(t, 0) == "Choose from whom you take a card for your fish."
    t = fishers(fish={0: "2*2"}).play("fish resource 2*2")
    choice = seen(t).choice
    assert choice is not None
    assert [option.good for option in choice.options] == list(t.r.good_names)
    assert (prompt(t, 0), prompt(t, 1)) == (
        "Take one card from the bank for your fish.",
        "Maud takes a card from the bank for fish.",
    )
    t = fishers(fish={0: "2 3"}, settlements={0: INLAND}).play("fish road 2 3")
    assert {target.verb for target in seen(t).targets} == {"road"}
    assert (prompt(t, 0), prompt(t, 1)) == ("Build the road for your fish.", "Maud builds a road for fish.")


@pytest.mark.rule("TB-EVT-016")
def test_a_theft_for_fish_is_not_taken_for_that_of_an_event() -> None:
    t = fishers(modules=("event_cards",), fish={0: "3"}, hands={1: "ore", 2: "wool"}, roads={0: "0,-1,E"})
    t.play("fish steal 3")
    assert prompt(t, 0) == "Choose from whom you take a card for your fish."


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            [
                "Fish tokens: Maud 2, Odile 1, Tibor 0",
                "Fish of Maud: 1 3",
                "23 face down; spent: 1*2 2",
                "4 fish: card from the bank",
                "Odile has the old boot and needs 11 points",
                "1,-3,S fishing ground 9",
                "0,0 lake 2 3 11 12",
            ],
        ),
        (
            "fr",
            [
                "Jetons Poisson : Maud 2, Odile 1, Tibor 0",
                "Poissons de Maud : 1 3",
                "4 poissons : carte de la Réserve",
                "Odile a la Vieille Godasse et a besoin de 11 points",
                "1,-3,S site de pêche 9",
                "0,0 lac 2 3 11 12",
            ],
        ),
    ],
)
def test_the_text_view_tells_tokens_prices_and_waters(language: str, told: list[str]) -> None:
    t = fishers(fish={0: "1 3", 1: "2"}, spent="1*2 2", boot=1)
    written = " ".join(text(seen(t, 0), Words(language), PLAYERS).translate(SPACES).split())
    for line in told:
        assert line in written, line
    assert "Fish of Odile" not in written


@pytest.mark.rule("TB-FISH-028")
def test_for_two_the_trade_tokens_are_gone_from_the_view() -> None:
    t = fishers(2, modules=("two_players",))
    pair = seen(t).modules["two_players"]
    assert (pair.tokens, pair.supply, pair.prices, pair.uses) == ([], 0, [], [])
    assert "rade token" not in text(seen(t), Words("en"), PLAYERS)
