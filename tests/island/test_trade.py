"""Trade (BASE-025 to 028, HOUSE-007 to HOUSE-011)."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from bastide.kernel.errors import IllegalAction, InvalidAction
from bastide.kernel.game import Game
from bastide.kernel.record import Decision
from bastide.kernel.state import CHANCE
from bastide.testing.play import island
from bastide.view import SPECTATOR
from bastide.view.island.shown import view
from tests.island.places import coast, landing
from tests.kit import Table, table

SETTLEMENT = "lumber brick wool grain"


def market() -> Table:
    """Four seats; seat 0 is on turn and has wool to sell; seat 1 has brick, seat 2 brick and ore, seat 3 grain."""
    hands = {0: "wool*3 lumber", 1: "brick*2", 2: "brick ore*2", 3: "grain*2"}
    return table(4, hands=hands)


# -- who trades


@pytest.mark.rule("BASE-025")
def test_a_trade_between_the_active_player_and_another() -> None:
    t = market().play("offer wool*2 for brick", "1: accept", "0: trade 1")
    t.check(hands={0: "wool lumber brick", 1: "brick wool*2", 2: "brick ore*2", 3: "grain*2"}, phase="main", actors=[0])
    t.check(bank="lumber*18 brick*16 wool*16 grain*17 ore*17")  # the bank has no part in it


@pytest.mark.rule("BASE-025")
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_only_the_active_player_offers(seat: int) -> None:
    t = market()
    t.refuses(f"{seat}: offer brick for wool" if seat < 3 else "3: offer grain for wool", "BASE-016")
    assert t.legal(seat) == t.game.forms(seat) == []


@pytest.mark.rule("BASE-025")
def test_two_others_cannot_trade_with_each_other() -> None:
    """Seat 1 would give brick for ore; a counter-offer goes to the active player, and nobody else can take it."""
    t = market().play("offer wool for brick", "1: counter brick for lumber")
    t.refuses("2: trade 1", "HOUSE-008")
    t.play("2: accept")
    t.refuses("2: trade 1", "HOUSE-008")
    t.refuses("1: trade 2", "HOUSE-008")
    t.play("0: trade 1").check(hands={0: "wool*3 brick", 1: "brick lumber", 2: "brick ore*2"})


@pytest.mark.rule("BASE-025")
def test_an_offer_goes_to_others() -> None:
    t = market()
    t.refuses("offer wool for brick to 0", "BASE-025")
    t.refuses("offer wool for brick to 0 1", "BASE-025")


@pytest.mark.rule("BASE-025")
def test_without_anybody_who_holds_a_card_there_is_no_trade() -> None:
    t = table(hands={0: "wool"})
    assert t.game.forms() == []
    t.refuses("offer wool for brick", "BASE-025")


# -- gifts, like for like


@pytest.mark.rule("BASE-026")
@pytest.mark.parametrize("gift", ["offer wool for", "offer for brick", "offer for", "offer wool"])
def test_a_gift_cannot_even_be_written(gift: str) -> None:
    with pytest.raises(InvalidAction, match="offer"):
        market().play(gift)
    if " for" in gift:
        with pytest.raises(InvalidAction, match="BASE-026"):
            market().play(gift)


@pytest.mark.rule("BASE-026")
@pytest.mark.parametrize(
    "like", ["wool for wool", "wool*3 for wool*2", "wool lumber for brick wool", "wool for wool brick"]
)
def test_no_resource_on_both_sides(like: str) -> None:
    t = market()
    t.refuses(f"offer {like}", "BASE-026")
    t.play("offer wool for brick")
    t.refuses("1: counter brick for brick", "BASE-026")
    t.refuses("2: counter brick ore for brick wool", "BASE-026")


@pytest.mark.rule("BASE-026")
def test_nor_with_the_bank() -> None:
    t = table(hands={0: "wool*4"})
    t.refuses("bank wool*4 wool", "BASE-026")
    assert t.places("bank") == {f"wool*4 {good}" for good in ("lumber", "brick", "grain", "ore")}


@pytest.mark.rule("BASE-026")
def test_who_has_nothing_can_offer_nothing() -> None:
    t = table(hands={1: "brick"})
    assert "offer" not in t.verbs()
    t.refuses("offer wool for brick", "BASE-026")


@pytest.mark.rule("BASE-026")
def test_one_kind_must_be_left_to_ask_for() -> None:
    t = table(hands={0: "lumber brick wool grain ore", 1: "ore*5"})
    t.refuses("offer lumber brick wool grain ore for ore", "BASE-026")
    assert t.can("offer lumber brick wool grain for ore*4")
    # Composed card by card, the offer cannot get stuck: after four kinds the fifth is not among the cards to give.
    codes = t.r.read("offer lumber brick wool grain ore for ore")
    for code in codes[:5]:
        t.r.apply(t.game.state, 0, code)
    assert not t.r.is_legal(t.game.state, 0, codes[5])
    assert t.r.is_legal(t.game.state, 0, codes[6])


# -- bank and harbours


@pytest.mark.rule("BASE-027")
def test_four_of_a_kind_always_buy_one_from_the_bank() -> None:
    t = table(hands={0: "ore*5 wool*3"})
    assert t.places("bank") == {f"ore*4 {good}" for good in ("lumber", "brick", "wool", "grain")}
    for wrong in ("ore*3 wool", "ore*2 wool"):
        t.refuses(f"bank {wrong}", "BASE-027")
    t.refuses("bank wool*4 ore", "BASE-027", missing="wool")
    t.play("bank ore*4 grain").check(hands={0: "ore wool*3 grain"}, bank="lumber*19 brick*19 wool*16 grain*18 ore*18")


GENERAL, GRAIN = 1, 4
"""Landings at the 3:1 harbour in the north-west of the island, and at the grain harbour beside it."""


@pytest.mark.rule("BASE-027")
@pytest.mark.parametrize("place", [landing(GENERAL), landing(GENERAL + 1)])
def test_a_general_harbour_takes_three_of_any_kind(place: str) -> None:
    t = table(roads={0: coast(0, 3)}, hands={0: f"{SETTLEMENT} ore*3 brick*3 wool*2"})
    t.refuses("bank ore*3 wool", "BASE-027")
    t.play(f"settle {place}")
    assert t.places("bank") == {
        *(f"ore*3 {good}" for good in ("lumber", "brick", "wool", "grain")),
        *(f"brick*3 {good}" for good in ("lumber", "wool", "grain", "ore")),
    }
    t.play("bank ore*3 wool").check(hands={0: "brick*3 wool*3"})
    t.refuses("bank wool*2 ore", "BASE-027")


@pytest.mark.rule("BASE-027")
def test_a_special_harbour_takes_two_of_its_own_kind() -> None:
    t = table(roads={0: coast(4, 6)}, hands={0: f"{SETTLEMENT} grain*2 ore*3"}).play(f"settle {landing(GRAIN)}")
    assert t.places("bank") == {f"grain*2 {good}" for good in ("lumber", "brick", "wool", "ore")}
    t.refuses("bank ore*3 wool", "BASE-027")
    t.refuses("bank ore*2 wool", "BASE-027")
    t.play("bank grain*2 ore").check(hands={0: "ore*4"})
    assert t.places("bank") == {f"ore*4 {good}" for good in ("lumber", "brick", "wool", "grain")}


@pytest.mark.rule("BASE-027")
@pytest.mark.parametrize(("at", "good"), [(4, "grain"), (8, "ore"), (14, "wool"), (24, "brick"), (28, "lumber")])
@pytest.mark.parametrize("end", [0, 1])
def test_each_resource_has_its_harbour(at: int, good: str, end: int) -> None:
    t = table(roads={0: coast(at, at + 1)}, hands={0: SETTLEMENT}).play(f"settle {landing(at + end)}")
    rates = view(t.game, SPECTATOR).seats[0].rates
    assert rates == {"lumber": 4, "brick": 4, "wool": 4, "grain": 4, "ore": 4, good: 2}


@pytest.mark.rule("BASE-027")
@pytest.mark.parametrize("at", [1, 11, 18, 21])
def test_four_harbours_are_general(at: int) -> None:
    t = table(roads={0: coast(at, at + 1)}, hands={0: SETTLEMENT}).play(f"settle {landing(at)}")
    assert set(view(t.game, SPECTATOR).seats[0].rates.values()) == {3}


@pytest.mark.rule("BASE-027")
def test_a_general_and_a_special_harbour_together() -> None:
    t = table(roads={0: coast(2, 5)}, hands={0: "lumber*2 brick*2 wool*2 grain*2"})
    t.play(f"settle {landing(GRAIN)}", f"settle {landing(GENERAL + 1)}")
    assert view(t.game, 1).seats[0].rates == {"lumber": 3, "brick": 3, "wool": 3, "grain": 2, "ore": 3}
    t = table(roads={0: coast(2, 5)}, hands={0: "lumber*2 brick*2 wool*2 grain*2"})
    t.play(f"settle {landing(GENERAL + 1)}", f"settle {landing(GRAIN)}")
    assert view(t.game, 1).seats[0].rates == {"lumber": 3, "brick": 3, "wool": 3, "grain": 2, "ore": 3}


@pytest.mark.rule("BASE-027")
def test_a_harbour_serves_only_who_has_a_building_there() -> None:
    t = table(roads={0: coast(0, 4)}, settlements={1: landing(1)}, hands={0: "ore*3"})
    t.refuses("bank ore*3 wool", "BASE-027")  # a road to it is not enough
    assert set(view(t.game, 0).seats[1].rates.values()) == {3}


@pytest.mark.rule("BASE-027")
@pytest.mark.parametrize("seat", [1, 2])
def test_a_harbour_serves_whoever_settles_at_it(seat: int) -> None:
    t = table(roads={seat: coast(1, 2)}, hands={seat: SETTLEMENT}, on_turn=seat).play(f"settle {landing(GENERAL)}")
    assert [set(view(t.game, SPECTATOR).seats[n].rates.values()) for n in (0, seat)] == [{4}, {3}]
    t = table(roads={seat: coast(4, 5)}, hands={seat: SETTLEMENT}, on_turn=seat).play(f"settle {landing(GRAIN)}")
    assert [view(t.game, SPECTATOR).seats[n].rates["grain"] for n in (0, seat)] == [4, 2]


@pytest.mark.rule("BASE-027")
def test_a_starting_settlement_opens_a_harbour_too() -> None:
    t = table(pieces="free")
    t.game.state.pop()
    t.game.state.push(t.r.setup_phase, 0)
    t.play(f"settle {landing(GENERAL)}")
    assert set(view(t.game, 0).seats[0].rates.values()) == {3}


@pytest.mark.rule("BASE-027")
def test_the_bank_must_have_the_card() -> None:
    t = table(hands={0: "ore*8"}, bank="wool")
    assert t.places("bank") == {"ore*4 wool"}
    t.refuses("bank ore*4 grain", "BASE-009")
    t.play("bank ore*4 wool").check(bank="ore*4")
    t.refuses("bank ore*4 wool", "BASE-009")


@pytest.mark.rule("BASE-028")
def test_a_harbour_serves_in_the_turn_in_which_it_is_settled() -> None:
    t = table(roads={0: coast(4, 5)}, hands={0: f"{SETTLEMENT} grain*4"})
    t.refuses("bank grain*2 ore", "BASE-027")
    t.play(f"settle {landing(GRAIN)}", "bank grain*2 ore", "bank grain*2 ore").check(hands={0: "ore*2"}, actors=[0])


# -- offers


@pytest.mark.rule("HOUSE-007")
def test_an_offer_to_all_is_answered_by_all() -> None:
    t = market().play("offer wool for brick")
    t.check(phase="answer", actors=[1, 2, 3])
    assert t.game.optional == [0]


@pytest.mark.rule("HOUSE-007")
@pytest.mark.parametrize(
    ("to", "asked"), [("1", [1]), ("3", [3]), ("1 3", [1, 3]), ("2 1", [1, 2]), ("1 2 3", [1, 2, 3])]
)
def test_an_offer_to_some_is_answered_by_them(to: str, asked: list[int]) -> None:
    t = market().play(f"offer wool for brick to {to}")
    t.check(phase="answer", actors=asked)
    for seat in {1, 2, 3} - set(asked):
        assert t.legal(seat) == []
        t.refuses(f"{seat}: accept", "HOUSE-008")
        t.refuses(f"{seat}: counter {'ore' if seat == 2 else 'grain'} for wool", "HOUSE-008")


@pytest.mark.rule("HOUSE-007")
def test_in_a_duel_the_other_is_all() -> None:
    for text in ("offer wool for brick", "offer wool for brick to 1"):
        t = table(2, hands={0: "wool", 1: "brick"}).play(text, "1: accept", "trade 1")
        t.check(hands={0: "brick", 1: "wool"})


@pytest.mark.rule("HOUSE-007")
def test_only_cards_in_hand_can_be_offered() -> None:
    t = market()
    t.refuses("offer wool*4 for brick", "HOUSE-007", missing="wool")
    t.refuses("offer ore lumber*3 for brick", "HOUSE-007", missing="ore lumber*2")
    assert t.can("offer wool*3 lumber for brick")


@pytest.mark.rule("HOUSE-007")
def test_nobody_is_asked_for_more_cards_than_a_hand_holds() -> None:
    """The largest hand, seat 2's, is three; how many cards a hand has is known to all, which ones is not."""
    t = market()
    assert t.can("offer wool for grain*3")
    t.refuses("offer wool for grain*4", "HOUSE-007")


@pytest.mark.rule("HOUSE-007")
def test_the_offer_is_public() -> None:
    t = market().play("offer wool*2 for brick ore to 2")
    assert {event.sees for event in t.events} == {-1}
    assert [event.kind for event in t.events] == ["offer", "gives", "wants", "wants"]
    for viewer in (0, 1, 2, 3, SPECTATOR):
        offer = view(t.game, viewer).offer
        assert offer is not None
        assert (offer.seat, offer.gives, offer.wants) == (0, {"wool": 2}, {"brick": 1, "ore": 1})
        assert [(answer.seat, answer.kind) for answer in offer.answers] == [(2, "waiting")]


@pytest.mark.rule("HOUSE-007")
@pytest.mark.parametrize(
    "answers", [[], ["1: accept"], ["1: refuse", "2: accept", "3: refuse"], ["2: counter ore for wool"]]
)
def test_its_maker_may_withdraw_it_at_any_time(answers: list[str]) -> None:
    t = market().play("offer wool for brick", *answers, "0: withdraw")
    t.check(phase="main", actors=[0], hands={0: "wool*3 lumber", 1: "brick*2", 2: "brick ore*2", 3: "grain*2"})
    t.refuses("1: accept", "BASE-016")
    t.refuses("trade 1", "HOUSE-008")
    assert view(t.game, 1).offer is None


@pytest.mark.rule("HOUSE-007", "HOUSE-009")
def test_while_the_offer_is_out_its_maker_does_nothing_else() -> None:
    t = market().play("offer wool for brick")
    for line in ("0: end", "0: offer wool for ore", "0: bank ore*4 wool"):
        t.refuses(line, "HOUSE-009")
    assert t.legal(0) == ["withdraw"]


@pytest.mark.rule("HOUSE-007")
def test_a_seat_without_cards_is_not_asked() -> None:
    t = table(4, hands={0: "wool*2", 1: "brick", 3: "ore"})
    t.play("offer wool for brick").check(actors=[1, 3])
    t.play("1: refuse", "3: refuse").check(phase="main")
    t.refuses("offer wool for brick to 2", "BASE-025")
    t.play("offer wool for brick to 2 3").check(actors=[3])


# -- answers


@pytest.mark.rule("HOUSE-008")
@pytest.mark.parametrize("order", list(permutations([1, 2, 3])))
def test_answers_come_in_any_order(order: tuple[int, ...]) -> None:
    t = market().play("offer wool for brick")
    answers = {1: "accept", 2: "counter ore for wool*2", 3: "refuse"}
    waiting = [1, 2, 3]
    for seat in order:
        t.check(actors=waiting)
        t.play(f"{seat}: {answers[seat]}")
        waiting.remove(seat)
    t.check(phase="answer", actors=[0])
    assert t.game.optional == []
    assert t.legal() == ["trade 1", "trade 2", "withdraw"]


@pytest.mark.rule("HOUSE-008")
def test_when_all_have_refused_the_offer_is_off_the_table() -> None:
    t = market().play("offer wool for brick", "2: refuse", "1: refuse").check
    t(phase="answer", actors=[3])
    t = market().play("offer wool for brick", "2: refuse", "1: refuse", "3: refuse").check
    t(phase="main", actors=[0], hands={0: "wool*3 lumber"})


@pytest.mark.rule("HOUSE-008")
@pytest.mark.parametrize("answer", ["accept", "refuse", "counter brick for lumber"])
def test_each_answers_once(answer: str) -> None:
    t = market().play("offer wool for brick", f"1: {answer}")
    assert t.legal(1) == []
    for again in ("accept", "refuse", "counter brick for wool"):
        t.refuses(f"1: {again}", "HOUSE-008")


@pytest.mark.rule("HOUSE-008")
def test_to_say_yes_one_must_hold_the_cards() -> None:
    t = market().play("offer wool for brick*2")
    assert t.legal(1) == ["accept", "refuse"]
    assert t.legal(2) == t.legal(3) == ["refuse"]
    t.refuses("2: accept", "HOUSE-008", missing="brick")
    t.refuses("3: accept", "HOUSE-008", missing="brick*2")


def test_a_bank_trade_that_cannot_be_read_is_answered_with_one_that_is_possible() -> None:
    t = market()
    with pytest.raises(InvalidAction, match=r"'bank' is written like 'bank lumber\*4 brick'"):
        t.game.play("bank grain*04 ore", 0)


@pytest.mark.rule("HOUSE-008")
def test_other_terms_need_the_cards_as_well() -> None:
    t = market().play("offer wool for brick")
    t.refuses("1: counter brick*3 for wool", "HOUSE-008", missing="brick")
    t.refuses("1: counter ore for wool", "HOUSE-008", missing="ore")
    t.refuses("1: counter brick for wool*5", "HOUSE-007")  # seat 0 holds four cards
    assert "who made the offer does not hold" in str(t.game.why_not("counter brick for wool*5", 1))
    t.play("1: counter brick*2 for wool*4")  # of which kinds, seat 1 cannot know


@pytest.mark.rule("HOUSE-008")
def test_an_answer_is_owed_before_anything_else() -> None:
    t = market().play("offer wool for brick")
    for line in ("1: end", "1: trade 0", "1: withdraw"):
        t.refuses(line, "HOUSE-008")


@pytest.mark.rule("HOUSE-008")
def test_without_an_offer_there_is_nothing_to_answer() -> None:
    t = market()
    for line in ("accept", "refuse", "trade 1", "withdraw", "counter wool for brick"):
        t.refuses(line, "HOUSE-008")


@pytest.mark.rule("HOUSE-008", "HOUSE-009")
def test_a_counter_offer_is_seen_from_the_side_of_who_makes_it() -> None:
    t = market().play("offer wool for brick", "2: counter ore for wool*2")
    for viewer in (0, 1, SPECTATOR):
        offer = view(t.game, viewer).offer
        assert offer is not None
        assert [(a.kind, a.gives, a.wants) for a in offer.answers if a.seat == 2] == [
            ("counter", {"ore": 1}, {"wool": 2})
        ]
    t.play("0: trade 2").check(hands={0: "wool lumber ore", 2: "brick ore wool*2"}, phase="main")


# -- the choice


@pytest.mark.rule("HOUSE-009")
def test_the_active_player_picks_one_of_those_who_agreed() -> None:
    for partner, other in ((1, 2), (2, 1)):
        t = market().play("offer wool for brick", "2: accept", "1: accept", "3: refuse")
        t.refuses("trade 3", "HOUSE-009")
        t.refuses("trade 0", "HOUSE-009")
        before = t.hand(other)
        t.play(f"trade {partner}").check(phase="main", actors=[0], hands={0: "wool*2 lumber brick", other: before})
        t.refuses(f"trade {other}", "HOUSE-008")  # one trade for one offer


@pytest.mark.rule("HOUSE-009")
def test_or_picks_nobody_and_nothing_happens() -> None:
    t = market().play("offer wool for brick", "1: accept", "2: accept", "3: refuse")
    t.check(hands={0: "wool*3 lumber", 1: "brick*2"}, actors=[0])  # a yes is not yet a trade
    t.play("withdraw").check(hands={0: "wool*3 lumber", 1: "brick*2", 2: "brick ore*2"})


@pytest.mark.rule("HOUSE-009")
def test_an_answer_may_be_taken_while_others_still_think() -> None:
    t = market().play("offer wool for brick", "1: accept")
    t.check(actors=[2, 3])
    assert t.legal(0) == ["trade 1", "withdraw"]
    t.refuses("0: trade 2", "HOUSE-009")
    t.play("0: trade 1").check(phase="main", actors=[0], hands={0: "wool*2 lumber brick", 1: "brick wool"})
    t.refuses("2: accept", "BASE-016")


@pytest.mark.rule("HOUSE-009")
def test_terms_that_one_cannot_pay_cannot_be_taken() -> None:
    t = market().play("offer wool for brick", "3: counter grain for ore", "1: refuse", "2: refuse")
    assert t.legal() == ["withdraw"]
    t.refuses("trade 3", "HOUSE-009")


@pytest.mark.rule("HOUSE-009")
def test_nothing_of_a_negotiation_is_left_for_the_next() -> None:
    t = market().play("offer wool for brick", "1: accept", "2: counter ore for wool", "0: withdraw")
    t.play("offer lumber for grain to 3").check(actors=[3])
    t.refuses("0: trade 1", "HOUSE-009")
    t.play("3: accept", "trade 3").check(hands={0: "wool*3 grain", 1: "brick*2", 2: "brick ore*2", 3: "grain lumber"})


# -- what stays hidden


@pytest.mark.rule("BASE-025", "BASE-054")
def test_neither_offers_nor_answers_tell_what_others_hold() -> None:
    """Two games that differ only in the kinds of cards that others hold: everybody is offered and told the same."""
    seen = []
    for hands in ({0: "wool*2 ore", 1: "brick*3", 2: "ore"}, {0: "wool*2 ore", 1: "ore grain wool", 2: "lumber"}):
        t = table(hands=hands)
        offers = [f"offer wool for {'brick' if n == 1 else f'brick*{n}'}" for n in (1, 2, 3, 4)]
        told = [
            t.legal(),
            t.game.forms(),
            [t.can(offer) for offer in offers],
            str(t.game.why_not("offer wool for ore")),
        ]
        t.play("offer wool for grain*3")
        seen.append([told, t.legal(0), t.game.forms(0)])
    assert seen[0] == seen[1]
    answers = []
    for hand in ("wool*2 ore", "wool brick lumber"):  # the hand of the offering seat, seen by seat 1
        t = table(hands={0: hand, 1: "brick*3"}).play("offer wool for brick")
        asked = [t.can(f"1: counter brick for {good}*2") for good in ("ore", "grain", "wool")]
        answers.append([t.legal(1), t.game.forms(1), asked, str(t.game.why_not("counter brick for ore*4", 1))])
    assert answers[0] == answers[1]


# -- options


@pytest.mark.rule("HOUSE-010")
def test_a_game_without_offers_says_so() -> None:
    t = table(2, hands={0: "wool*4", 1: "brick*4"}, offers=0)
    t.refuses("offer wool for brick", "HOUSE-010")
    assert "players make no offers in this game" in str(t.game.why_not("offer wool for brick"))


@pytest.mark.rule("HOUSE-010")
def test_only_so_many_offers_in_one_turn() -> None:
    t = table(2, hands={0: "wool*4", 1: "brick*4"}, offers=3)
    t.play("offer wool for brick", "0: withdraw")  # it counts all the same
    t.play("offer wool for brick", "1: refuse")
    t.play("offer wool for brick", "1: accept", "trade 1")
    assert "offer" not in t.verbs()
    t.refuses("offer wool for brick", "HOUSE-010")
    t.play("end", "roll", "roll 1 1")  # the next turn has offers of its own
    t.play("offer brick for wool", "0: accept", "trade 0")


@pytest.mark.rule("HOUSE-010")
def test_twenty_unless_the_table_says_otherwise() -> None:
    t = table(2, hands={0: "wool*4", 1: "brick*4"})
    for _ in range(20):
        t.play("offer wool for brick", "1: refuse")
    t.refuses("offer wool for brick", "HOUSE-010")
    t.play("end").check(phase="roll", actors=[1])


@pytest.mark.rule("HOUSE-010")
def test_a_counter_offer_is_not_an_offer() -> None:
    t = table(2, hands={0: "wool*4", 1: "brick*4"}, offers=1)
    t.play("offer wool for brick", "1: counter brick for wool*2", "trade 1").check(hands={0: "wool*2 brick"})


@pytest.mark.rule("HOUSE-011")
def test_trade_between_players_may_be_off() -> None:
    t = table(hands={0: "wool*4", 1: "brick"}, trade="bank")
    assert t.verbs() == {"bank", "end"}
    t.refuses("offer wool for brick", "HOUSE-011")
    t.play("bank wool*4 brick").check(hands={0: "brick"})
    assert "offer" in table(hands={0: "wool*4", 1: "brick"}).verbs()


def test_a_refusal_quotes_what_was_tried() -> None:
    with pytest.raises(IllegalAction, match=r"'offer wool\*4 for brick': you can only offer cards that you hold"):
        market().play("offer wool*4 for brick")


# -- taking back


@pytest.mark.rule("HOUSE-003", "HOUSE-010")
def test_an_offer_is_withdrawn_and_not_taken_back() -> None:
    """With one offer left, it stays counted."""
    t = table(2, hands={0: "wool*4", 1: "brick*4"}, offers=1).play("offer wool for brick")
    assert not t.game.can_undo(0)
    with pytest.raises(IllegalAction, match="HOUSE-003"):
        t.game.undo(0)
    t.play("0: withdraw")
    assert t.game.can_undo(0)
    t.refuses("offer wool for brick", "HOUSE-010")


def offered(seats: int = 4) -> Game:
    """A game in which seat 0 has made an offer that everybody can accept."""
    game = Game.new({"seats": seats, "layout": "beginner", "options": {"first": 0}})
    rng = random.Random(1)
    while True:
        if game.actors == [CHANCE]:
            game.draw(rng)
            continue
        if "end" in game.legal():
            seat = game.actors[0]
            held = [view(game, n).seats[n].hand or {} for n in range(seats)]
            for want in ("brick", "lumber", "wool", "grain", "ore"):
                give = next((good for good, n in held[seat].items() if n and good != want), None)
                if give and all(hand.get(want) for n, hand in enumerate(held) if n != seat):
                    game.play(f"offer {give} for {want}")
                    return game
        game.play(rng.choice(game.simple(game.actors[0])), game.actors[0])


@pytest.mark.rule("HOUSE-003", "HOUSE-008", "HOUSE-009")
def test_an_answer_may_be_taken_back_until_the_offering_player_has_chosen() -> None:
    game = offered()
    maker, *others = game.optional + game.actors
    one, two, three = others
    game.play("accept", one)
    game.play("refuse", two)
    game.play("accept", three)
    assert [game.can_undo(seat) for seat in (maker, one, two, three)] == [False, True, True, True]
    whole = game.hash()
    assert game.undo(one) == Decision(one, "accept")
    assert [d.text for d in game.decisions[-2:]] == ["refuse", "accept"]
    assert game.actors == [one]
    game.undo(three)
    assert sorted(game.actors) == sorted([one, three])
    # Each may redo its own answer, in any order; what one does is none of the other's doing.
    assert [game.can_redo(seat) for seat in (maker, one, two, three)] == [False, True, False, True]
    other = game.copy()
    for seats in ((one, three), (three, one)):
        game = other.copy()
        for seat in seats:
            assert game.redo(seat) == Decision(seat, "accept")
        assert game.hash() == whole
        assert Game.load(game.save()).hash() == whole
    assert not game.can_redo()
    taken = game.copy()
    taken.play(f"trade {one}", maker)
    assert not any(taken.can_undo(seat) for seat in range(4))
    game.play("withdraw", maker)
    assert [game.can_undo(seat) for seat in (one, two, three)] == [False] * 3
    assert game.can_undo(maker)


@pytest.mark.rule("HOUSE-003")
def test_another_answer_ends_redoing() -> None:
    game = offered()
    one, two = game.actors[:2]
    game.play("accept", one)
    game.undo(one)
    game.play("refuse", two)
    assert not game.can_redo(one)
    assert one in game.actors


@pytest.mark.rule("HOUSE-003")
def test_only_answers_are_done_again_past_what_others_took_back() -> None:
    game = offered()
    (maker,) = game.optional
    one = game.actors[0]
    game.play("accept", one)
    game.play("withdraw", maker)
    game.undo(maker)
    game.undo(one)
    assert [game.can_redo(seat) for seat in (maker, one)] == [False, True]
    game.redo(one)
    assert game.redo(maker) == Decision(maker, "withdraw")


@pytest.mark.rule("HOUSE-003")
def test_an_offer_that_is_off_is_not_reopened_by_its_first_answer() -> None:
    game = offered()
    *first, last = game.actors
    for seat in (*first, last):
        game.play("refuse", seat)
    assert [game.can_undo(seat) for seat in (*first, last)] == [False] * len(first) + [True]


# -- who is asked


@pytest.mark.rule("HOUSE-007")
def test_a_named_player_is_not_asked_for_more_cards_than_they_hold() -> None:
    t = table(seats=4, hands={0: "wool*3", 1: "brick", 2: "ore*3", 3: "ore*2"})
    assert t.can("offer wool for ore*3")
    assert t.can("offer wool for ore*3 to 1 2 3"), "naming all is an offer to all"
    assert t.can("offer wool for ore*3 to 2")
    assert t.can("offer wool for ore*2 to 2 3")
    for to, count in (("1", 1), ("3", 2), ("2 3", 2), ("1 2", 1)):
        t.refuses(f"offer wool for ore*3 to {to}", "HOUSE-007")
        refusal = t.game.why_not(f"offer wool for ore*3 to {to}")
        assert refusal is not None
        assert refusal.values == {"count": count}
        assert f"holds fewer cards ({count}) than you ask for" in str(refusal)


def once_allowed() -> Game:
    """A game with an offer that names a player with fewer cards than it asks for."""
    game = offered()
    game.play("withdraw", game.optional[0])
    maker = game.actors[0]
    give = next(good for good, n in (view(game, maker).seats[maker].hand or {}).items() if n)
    want = "ore" if give != "ore" else "wool"
    held = [int(island(game).hand_size(game.state, seat)) for seat in range(4)]
    few = min((n for n in range(4) if n != maker), key=lambda n: held[n])
    text = f"offer {give} for {want}*{held[few] + 1} to {few}"
    with pytest.raises(IllegalAction, match="HOUSE-007"):
        game.play(text)
    events = game.replay(text, maker)
    assert events[0].kind == "offer"
    game.play("refuse", few)
    for wrong in (f"offer {give} for {want}*99 to {maker}", f"offer {give}*99 for {want} to {few}"):
        with pytest.raises(IllegalAction):
            game.replay(wrong, maker)
    return game


@pytest.mark.rule("HOUSE-007")
def test_a_record_with_an_offer_that_was_once_allowed_loads() -> None:
    game = once_allowed()
    assert Game.load(game.save()).hash() == game.hash()
