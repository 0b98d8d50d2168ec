"""Catan for Two as it is shown: tokens, the numbers of the turn, neutral colours, the log, in both languages."""

from __future__ import annotations

import pytest

from bastide.expansions.island.two_players.view import TwoPlayersView
from bastide.view import SPECTATOR
from bastide.view.text import text
from bastide.view.words import Words
from tests.expansions.island.two_players.kit import ROAD, WHITE, two
from tests.expansions.island.two_players.test_building import COAST, COAST_ROAD, ROUTE, example
from tests.expansions.island.two_players.test_tokens import isle
from tests.kit import Table
from tests.view.island.seen import seen

PLAYERS = ["Maud", "Odile"]
SPACES = {0xA0: " ", 0x202F: " "}
"""The spaces of French typography, as plain ones."""


def own(t: Table, viewer: int = 0) -> TwoPlayersView:
    found = seen(t, viewer).modules["two_players"]
    assert isinstance(found, TwoPlayersView)
    return found


def lines(t: Table, language: str, viewer: int = 0) -> list[str]:
    words = Words(language)
    return [words.text(line.say, [*PLAYERS, "White", "Blue"]) for line in seen(t, viewer).log if line.version]


def prompt(t: Table, viewer: int, language: str = "en") -> str:
    return Words(language).text(seen(t, viewer).prompt, [*PLAYERS, "White", "Blue"])


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_everybody_sees_the_tokens_and_the_prices(viewer: int) -> None:
    t = two(tokens=(3, 6), settlements={1: COAST})
    seen = own(t, viewer)
    assert (seen.tokens, seen.supply, seen.prices) == ([3, 6], 11, [1, 2])


def test_the_numbers_of_the_turn_are_shown_and_how_many_are_left() -> None:
    t = two(rolled=False)
    assert (own(t).numbers, own(t).left) == ([], 2)
    t.play("roll")
    assert (own(t).numbers, own(t).left) == ([], 2)
    t.play("roll 2 4")
    assert (own(t).numbers, own(t).left) == ([6], 1)
    assert prompt(t, 0) == "Your turn: roll the dice for the second time."
    assert prompt(t, 1) == "Maud is to roll."
    t.play("roll", "roll 1 1")
    assert (own(t).numbers, own(t).left) == ([6, 2], 0)
    t.play("end")
    assert (own(t).numbers, own(t).left) == ([], 2)


def test_with_cards_the_other_variant_asks_for_the_second_number() -> None:
    t = two(modules=("event_cards",), rolled=False).play("roll", "chance: reveal fine-day 6")
    assert (own(t).numbers, own(t).left) == ([6], 1)
    assert prompt(t, 0) == "Your turn: reveal a card."


def test_what_tokens_buy_is_offered_or_refused_with_a_reason() -> None:
    t = two(robber="2,-1", hands={1: "ore*2"})
    uses = {use.verb: use for use in own(t).uses}
    assert (uses["forced-trade"].notation, uses["banish"].notation) == ("forced-trade", "banish 0,0")
    assert uses["retire"].reason is not None
    assert uses["retire"].reason.rule == "TB-TWO-022"
    uses = {use.verb: use for use in own(t, 1).uses}
    assert {use.reason.rule for use in uses.values() if use.reason} == {"BASE-016"}
    assert own(t, SPECTATOR).uses == []


def test_of_several_deserts_the_places_are_shown() -> None:
    t = two(layout=isle(0, 11), robber="1,1")
    [use] = [use for use in own(t).uses if use.verb == "banish"]
    assert (use.places, use.notation) == (True, None)
    assert {target.place for target in seen(t).targets if target.verb == "banish"} == {"0,0", "3,2"}
    t = two(layout=isle(), robber="1,1")
    assert [use.notation for use in own(t).uses if use.verb == "banish"] == ["banish aside"]
    assert [target for target in seen(t).targets if target.verb == "banish"] == []
    t = two(layout=isle())
    assert [use.reason.rule for use in own(t).uses if use.verb == "banish" and use.reason] == ["TB-TWO-035"]


def test_the_choice_of_a_colour_and_its_places() -> None:
    t = two(settlements={0: COAST}, hands={0: ROAD}).play(f"road {COAST_ROAD}")
    choice = seen(t).choice
    assert choice is not None
    assert [(option.notation, option.seat) for option in choice.options] == [("neutral 2", 2), ("neutral 3", 3)]
    assert seen(t, 1).choice is None
    assert prompt(t, 0) == "Which neutral colour builds a road?"
    assert prompt(t, 1) == "Maud chooses a neutral colour."
    assert prompt(t, 1, "fr") == "Maud choisit une couleur neutre."
    t.play("neutral 2")
    assert {target.verb for target in seen(t).targets} == {"neutral-road"}
    assert prompt(t, 0) == "Build a road for White."
    assert prompt(t, 1) == "Maud builds a road for White."
    assert seen(t, 1).targets == []
    t = example().play(f"settle {COAST}")
    [target] = seen(t).targets
    assert (target.notation, target.place, target.piece) == ("neutral-settle 0,1,N", "0,1,N", "two_players_site")
    assert Words("en").text(target.label, [*PLAYERS, "White", "Blue"]) == "Settlement of Blue here"


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            [
                "Maud forces a trade, for 1 trade token",
                "Odile gives 1 ore to Maud",
                "Odile gives 1 ore to Maud",
                "Maud gives 1 brick, 1 wool to Odile",
            ],
        ),
        (
            "fr",
            [
                "Maud impose un échange, pour 1 jeton Commerce",
                "Odile donne 1 minerai à Maud",
                "Odile donne 1 minerai à Maud",
                "Maud donne 1 argile, 1 laine à Odile",
            ],
        ),
    ],
)
def test_a_forced_trade_in_the_log(language: str, told: list[str]) -> None:
    t = two(hands={0: "brick wool", 1: "ore*2"}).play("forced-trade", "grab ore", "grab ore")
    asked = seen(t).choice
    assert asked is not None
    assert (asked.kind, asked.count, asked.verb) == ("give", 2, "discard")
    expected = {
        "en": "Forced trade: choose 2 cards for Odile.",
        "fr": "Échange forcé : choisissez 2 cartes à donner à Odile.",
    }
    assert Words(language).text(asked.say, PLAYERS).translate(SPACES) == expected[language]
    t.play("discard brick wool")
    assert [line.translate(SPACES) for line in lines(t, language)] == told
    assert "Odile gives 1 card to Maud" in lines(t, "en", SPECTATOR)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_other_events_in_the_log(language: str) -> None:
    t = two(robber="2,-1", played={0: "knight"}, roads={0: COAST_ROAD}, hands={0: "brick lumber wool grain"}).play(
        "banish 0,0", "retire", f"settle {COAST}"
    )
    for colour in (2, 3):
        t.game.state.cells[t.r.left + colour * 3] = 0
    expected = {
        "en": [
            "Maud sends the robber to the desert, for 1 trade token",
            "Maud gives up a knight",
            "Maud takes 2 trade tokens",
            "Maud builds a settlement",
            "Maud takes 1 trade token",
        ],
        "fr": [
            "Maud envoie le pion Voleurs au désert, pour 1 jeton Commerce",
            "Maud défausse un Chevalier",
            "Maud prend 2 jetons Commerce",
            "Maud construit une colonie",
            "Maud prend 1 jeton Commerce",
        ],
    }
    assert [line.translate(SPACES) for line in lines(t, language)] == expected[language]


def test_nothing_to_build_and_a_board_without_a_desert_are_told() -> None:
    t = two(settlements={0: COAST}, hands={0: ROAD})
    for colour in (2, 3):
        t.game.state.cells[t.r.left + colour * 3] = 0
    assert "No neutral colour can build" in lines(t.play(f"road {COAST_ROAD}"), "en")
    t = two(layout=isle(), robber="1,1").play("banish aside")
    assert lines(t, "en") == ["Maud sends the robber off the board, for 1 trade token"]


def test_the_text_view_tells_tokens_rolls_and_neutral_colours() -> None:
    t = two(rolled=False).play("roll", "roll 2 4")
    said = text(seen(t), Words("en"), PLAYERS)
    assert "Trade tokens: Maud 5, Odile 5, supply 10" in said
    assert "A token action costs you 1 token" in said
    assert "This turn: 6; one more to come" in said
    assert "neutral 1" in said
    french = text(seen(t), Words("fr"), PLAYERS).translate(SPACES)
    assert "Jetons Commerce : Maud 5, Odile 5, réserve 10" in french
    assert "Ce tour : 6 ; encore un à venir" in french
    t.play("roll", "roll 1 1")
    assert "This turn: 6, 2" in text(seen(t), Words("en"), PLAYERS)


def test_a_neutral_colour_with_the_longest_road_is_told() -> None:
    t = two(roads={WHITE: ROUTE})
    [white, _blue] = seen(t).unplayed
    assert (white.route, white.awards) == (5, ["route"])
