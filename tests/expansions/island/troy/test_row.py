"""The support row: donations, and the ships that take cards of it."""

from __future__ import annotations

import pytest

from bastide import Game
from bastide.view.words import Words
from tests.expansions.island.troy.kit import FIRST_ROW, module, rest, row, trade_points, troy
from tests.view.island.seen import seen

FLEET = "3,1 3,2 2,2"
"""The ships of a seat up to the exchange ship."""
ALL = "3,1 3,2 2,2 2,3 1,3 1,4"
"""The ships of a seat up to the drawing ship."""


@pytest.mark.rule("TROY-004", "TROY-001", "TROY-042", "HIST-004")
def test_a_game_begins_with_the_decision_cards_and_four_known_cards() -> None:
    game = Game.new({"modules": ["troy"], "options": {"first": 0}})
    assert game.rules.seats == 4
    assert dict(game.chances()) == {"side troy": 2, "side mycenae": 2}
    events = game.play("side troy")
    assert [(event.kind, int(event.sees)) for event in events] == [("troy_side", 1)]
    game.play("side troy")
    assert dict(game.chances()) == {"side mycenae": 2}
    game.play("side mycenae")
    game.play("side mycenae")
    assert game.actors == [0]
    assert all(text.startswith("settle ") for text in game.legal())
    t = troy()
    assert row(t) == FIRST_ROW.split()
    t.check(bank="lumber*18 brick*19 wool*18 grain*18 ore*18")


@pytest.mark.rule("TROY-001", "HIST-001")
def test_six_players_have_three_cards_of_each_city() -> None:
    game = Game.new({"seats": 6, "modules": ["troy", "five_six"], "options": {"first": 0}})
    assert dict(game.chances()) == {"side troy": 3, "side mycenae": 3}


@pytest.mark.rule("TROY-008", "TROY-010")
@pytest.mark.parametrize("cards", ["ore", "wool*2", "brick grain ore"])
def test_a_donation_brings_one_trade_point_however_many_cards_it_has(cards: str) -> None:
    """TROY-EX-06."""
    t = troy(hands={0: "brick grain ore*2 wool*2"}).play(f"donate {cards}")
    t.check(phase="main", actors=[0])
    assert trade_points(t, 0) == 1
    count = len(row(t)) - 4
    assert count == {"ore": 1, "wool*2": 2, "brick grain ore": 3}[cards]
    assert [(int(e.seat), int(e.a), int(e.b)) for e in t.told("troy_donated")] == [(0, count, 4 + count)]


@pytest.mark.rule("TROY-008")
def test_a_donation_is_possible_once_a_turn() -> None:
    t = troy(hands={0: "ore*3"}).play("donate ore")
    t.refuses("donate ore", "TROY-008")
    t.play("end", "1: roll", "roll 1 3", "1: end", "2: roll", "roll 1 3", "2: end", "3: roll", "roll 1 3", "3: end")
    t.play("roll", "roll 1 1", "donate ore*2")
    assert trade_points(t, 0) == 2


@pytest.mark.rule("TROY-008")
def test_a_donation_has_at_most_three_cards_that_are_held() -> None:
    t = troy(hands={0: "ore*4 wool"})
    t.refuses("donate ore*4", "TROY-008")
    t.refuses("donate wool*2", "TROY-008", "wool")
    t.refuses("donate grain", "TROY-008", "grain")
    assert t.can("donate ore*3")
    assert t.can("donate ore*2 wool")


@pytest.mark.rule("TROY-009")
def test_any_resource_may_be_given_and_only_the_giver_sees_which() -> None:
    t = troy(hands={0: "brick grain ore wool lumber"})
    assert all(t.can(f"donate {good}") for good in t.r.good_names)
    t.play("donate brick ore")
    assert [int(event.sees) for event in t.told("troy_put")] == [1, 1]


@pytest.mark.rule("TROY-008", "TROY-037")
def test_cards_are_given_after_the_roll_on_the_own_turn() -> None:
    t = troy(hands={0: "ore", 1: "ore"}, rolled=False)
    t.refuses("donate ore", "BASE-016")
    t.refuses("1: donate ore", "BASE-016")


@pytest.mark.rule("TROY-024", "TROY-027")
def test_the_exchange_ship_takes_a_random_card_and_puts_one_in() -> None:
    t = troy(ships={0: FLEET}, rest="brick*2", hands={0: "grain"}).play("swap-card")
    assert dict(t.game.chances()) == {
        "lifted 1": 1,
        "lifted 2": 1,
        "lifted 3": 1,
        "lifted 4": 1,
        "lifted brick": 2,
    }
    t.play("chance: lifted 2").check(hands={0: "grain ore"}, phase="troy_return", actors=[0])
    assert t.places("put-back") == {"grain", "ore"}
    t.refuses("put-back wool", "TROY-024")
    t.refuses("end", "TROY-024")
    t.play("put-back grain").check(hands={0: "ore"}, phase="main")
    assert row(t) == ["wool", "lumber", "grain", "grain"]
    t.refuses("swap-card", "TROY-024")


@pytest.mark.rule("TROY-024")
def test_the_same_card_may_go_back() -> None:
    t = troy(ships={0: FLEET}, rest="brick*2").play("swap-card", "chance: lifted brick", "put-back brick")
    t.check(hands={0: ""})
    assert (row(t), rest(t)) == ([*FIRST_ROW.split(), "brick"], {"brick": 1})


@pytest.mark.rule("TROY-026")
def test_the_drawing_ship_takes_a_card_for_nothing() -> None:
    t = troy(ships={0: ALL}, rest="brick").play("draw-row", "chance: lifted brick")
    t.check(hands={0: "brick"}, phase="main")
    assert (row(t), rest(t)) == (FIRST_ROW.split(), {})
    t.refuses("draw-row", "TROY-026")
    assert t.can("swap-card"), "each ship once"


@pytest.mark.rule("TROY-024", "TROY-026", "TROY-037")
def test_ships_are_used_once_they_are_built_on_the_own_turn_after_the_roll() -> None:
    t = troy(ships={0: "3,1 3,2"})
    t.refuses("swap-card", "TROY-024")
    t.refuses("draw-row", "TROY-026")
    t = troy(ships={0: ALL, 1: ""}, rolled=False)
    t.refuses("swap-card", "BASE-016")


@pytest.mark.rule("TROY-024")
def test_with_the_option_the_card_to_exchange_is_pointed_at() -> None:
    t = troy(ships={0: FLEET}, rest="brick*2", hands={0: "grain"}, row_cards="pointed").play("swap-card")
    t.check(phase="troy_point", actors=[0])
    assert t.places("point") == {"1", "2", "3", "4", "rest"}
    for wrong in ("point 5", "put-back grain", "end"):
        t.refuses(wrong, "TROY-024")
    t.play("point 2")
    assert dict(t.game.chances()) == {"lifted 2": 1}
    t.play("chance: lifted 2").check(hands={0: "grain ore"}, phase="troy_return")
    t.play("put-back ore").check(hands={0: "grain"}, phase="main")
    t.refuses("point 1", "TROY-024")


@pytest.mark.rule("TROY-026")
def test_with_the_option_the_card_to_take_is_pointed_at() -> None:
    t = troy(ships={0: ALL}, rest="brick*2 ore", row_cards="pointed").play("draw-row")
    t.refuses("end", "TROY-026")
    t.play("point rest")
    assert dict(t.game.chances()) == {"lifted brick": 2, "lifted ore": 1}
    t.play("chance: lifted ore").check(hands={0: "ore"}, phase="main")
    assert rest(t) == {"brick": 2}


@pytest.mark.rule("TROY-024", "TROY-026")
def test_nobody_points_at_a_card_without_the_option_or_at_none() -> None:
    t = troy(ships={0: ALL}).play("draw-row")
    assert t.phase == "troy_lift"
    assert "point" not in {verb.word for verb in t.r.verbs}
    t = troy(ships={0: ALL}, row="", rest="brick", row_cards="pointed").play("draw-row")
    assert t.places("point") == {"rest"}
    t = troy(ships={0: ALL}, row_cards="pointed").play("draw-row")
    assert t.places("point") == {"1", "2", "3", "4"}


@pytest.mark.rule("TROY-049", "TROY-043")
def test_pointing_at_an_unknown_card_shows_it_to_nobody_beforehand() -> None:
    """Two rows that differ only in a card that the seat does not know look the same to it until it has the card."""
    seen_: list[list[str]] = []
    for card in ("brick", "ore"):
        t = troy(ships={0: ALL}, row=f"{FIRST_ROW} {card}", givers="- - - - 2", row_cards="pointed").play("draw-row")
        choice = seen(t).choice
        assert choice is not None
        seen_.append([Words("en").text(option.say, ["Ada", "Bo", "Cy", "Di"]) for option in choice.options])
        t.play("point 5", "chance: lifted 5")
        assert [(int(e.c), int(e.sees)) for e in t.told("troy_lifted")] == [(5, 0b101)]
        t.check(hands={0: card})
        assert not t.game.can_undo(0)
    assert seen_ == [["1: Wool", "2: Ore", "3: Lumber", "4: Grain", "5: a card of Cy"]] * 2


@pytest.mark.rule("TROY-031")
def test_a_ship_among_the_sea_people_takes_no_card() -> None:
    t = troy(ships={0: ALL}, people="2,2")
    t.refuses("swap-card", "TROY-031")
    assert t.can("draw-row")
    troy(ships={0: ALL}, people="1,4").refuses("draw-row", "TROY-031")


@pytest.mark.rule("TROY-038")
def test_no_card_is_taken_from_an_empty_row() -> None:
    t = troy(ships={0: ALL}, row="")
    t.refuses("swap-card", "TROY-038")
    t.refuses("draw-row", "TROY-038")


@pytest.mark.rule("TROY-024", "TROY-026", "TROY-008")
def test_all_is_possible_again_in_the_next_turn() -> None:
    t = troy(ships={0: ALL}, rest="brick*3").play("draw-row", "chance: lifted brick", "end")
    for seat in (1, 2, 3):
        t.play(f"{seat}: roll", "roll 1 3", f"{seat}: end")
    t.play("roll", "roll 1 3")
    assert t.can("draw-row")


@pytest.mark.rule("TROY-049")
def test_who_sees_the_card_that_is_taken() -> None:
    """All see the place; the taker, who knew the card, and nobody else, what it is."""
    t = troy(ships={0: ALL}, row=f"{FIRST_ROW} brick", givers="- - - - 2", rest="ore")
    t.play("draw-row", "chance: lifted 5")
    assert [(int(e.c), int(e.sees)) for e in t.told("troy_lifted")] == [(5, 0b101)]
    t.play("swap-card", "chance: lifted 1")
    assert [int(e.sees) for e in t.told("troy_lifted")] == [-1]
    t.play("put-back brick")
    assert [int(e.sees) for e in t.told("troy_returned")] == [1]
    m = module(t)
    assert t.cell(m.knows + 3) == 1, "the card put in last is known to its owner alone"
