"""Gold fields: cards of one's choice, the bank's limits, several seats in order."""

from __future__ import annotations

import pytest

from bastide import Game
from tests.expansions.island.seafarers.rules.kit import SEA, afloat
from tests.kit import Table

GOLD = "5,1,S"
"""A corner of the gold field 5,1, whose number is 4."""
OTHER = "6,0,S"


@pytest.mark.rule("SEA-010")
def test_a_settlement_chooses_one_card_and_a_city_two() -> None:
    t = afloat(settlements={0: GOLD}, rolled=False)
    t.play("roll", "roll 1 3")
    assert t.phase == "seafarers_gold"
    t.refuses("gold ore*2", "SEA-010")
    t.refuses("end", "SEA-010")
    t.play("gold ore")
    t.check(hands={0: "ore"}, phase="main")
    t.refuses("gold ore", "SEA-010")
    u = afloat(cities={0: GOLD}, rolled=False)
    u.play("roll", "roll 1 3", "gold ore brick")
    u.check(hands={0: "ore brick"}, phase="main")


@pytest.mark.rule("SEA-010", "BASE-018")
def test_the_robber_stops_gold() -> None:
    t = afloat(settlements={0: GOLD}, robber="5,1", rolled=False)
    t.play("roll", "roll 1 3")
    t.check(phase="main", hands={0: ""})


@pytest.mark.rule("SEA-026")
def test_several_seats_choose_clockwise_from_the_roller_out_of_what_is_left() -> None:
    t = afloat(cities={0: GOLD, 2: OTHER}, on_turn=1, rolled=False, bank="ore*2 wool")
    t.play("roll", "roll 1 3")
    assert t.actors == [2]
    t.refuses("0: gold ore", "SEA-026")
    t.play("2: gold ore*2")
    assert t.actors == [0]
    assert [(e.seat, e.a, e.b) for e in t.told("seafarers_short")] == [(0, 2, 1)]
    t.refuses("gold ore", "SEA-010")
    t.play("gold wool")
    t.check(hands={0: "wool", 2: "ore*2"}, bank="", phase="main", actors=[1])


@pytest.mark.rule("SEA-010", "SEA-026")
def test_each_first_card_of_gold_leaves_enough_for_the_others() -> None:
    """Cards are chosen in the order of their kinds: with the last ore first, no second card would be left."""
    t = afloat(cities={0: GOLD}, rolled=False, bank="wool*3 ore")
    t.play("roll", "roll 1 3")
    r, s = t.r, t.game.state
    firsts = [int(code) for code in r.legal(s, 0)]
    for code in firsts:
        after = s.copy()
        r.apply(after, 0, code)
        assert list(r.legal(after, 0)), "a second card"
    assert len(firsts) == 1


@pytest.mark.rule("SEA-026")
def test_an_empty_bank_gives_nothing() -> None:
    t = afloat(settlements={0: GOLD, 2: OTHER}, rolled=False, bank="ore")
    t.play("roll", "roll 1 3", "gold ore")
    t.check(hands={0: "ore", 2: ""}, phase="main")


@pytest.mark.rule("SEA-026", "BASE-019")
def test_gold_comes_after_the_other_cards() -> None:
    # The gold field 5,4 and the forest 0,5 have a 10.
    t = afloat(settlements={0: "5,3,S", 1: "0,4,S"}, rolled=False, bank="lumber ore")
    t.play("roll", "roll 4 6")
    t.check(hands={1: "lumber"})
    assert t.places("gold") == {"ore"}


GOLDEN = {
    "hexes": [
        {"q": q, "r": r, "terrain": "gold", "number": 4}
        if abs(q) <= 2 and abs(r) <= 2 and abs(q + r) <= 2
        else {"q": q, "r": r, "terrain": "sea"}
        for q in range(-3, 4)
        for r in range(-3, 4)
        if abs(q + r) <= 3
    ],
    "harbors": [],
}
"""An island of gold fields alone."""


@pytest.mark.rule("SEA-010")
def test_a_starting_settlement_that_pays_also_takes_gold() -> None:
    game = Game.new({"seats": 3, "modules": SEA, "layout": GOLDEN, "options": {"first": 0}})
    for text in ("settle 0,0,N", "road 0,0,NE", "settle 0,1,N", "road 0,1,NE", "settle 2,0,N", "road 2,0,NE"):
        game.play(text)
    game.play("settle -2,0,S")
    assert game.actors == [2]
    game.play("gold ore*2")
    assert any(text.startswith("road") for text in game.legal(2))


@pytest.mark.rule("SEA-010", "SEA-026")
def test_printed_starting_pieces_that_pay_take_gold_before_the_first_turn() -> None:
    pieces = [(0, "0,0", True), (1, "0,1", False), (2, "2,0", True), (0, "-1,-1", False), (1, "-2,2", False)]
    starts = [{"seat": seat, "corner": f"{at},N", "edge": f"{at},NE", "pays": pays} for seat, at, pays in pieces]
    config = {"seats": 3, "modules": SEA, "layout": GOLDEN, "starts": starts, "options": {"first": 1}}
    t = Table(Game.new(config))
    t.check(phase="seafarers_gold", actors=[2])
    t.play("2: gold ore*2").check(phase="seafarers_gold", actors=[0])
    t.play("gold ore*2 wool").check(phase="roll", actors=[1], hands={0: "ore*2 wool", 1: "", 2: "ore*2"})
