"""The seven without a robber, and gold: how it is got, what it buys, that it is no card."""

from __future__ import annotations

import pytest

from tests.expansions.island.barbarian_attack.kit import attack, gold
from tests.kit import Table


def seven(**more: object) -> Table:
    return attack(rolled=False, **more).play("roll", "roll 3 4")  # type: ignore[arg-type] # keywords


@pytest.mark.rule("TB-BARB-038", "TB-BARB-040")
def test_on_a_seven_half_is_discarded_then_the_roller_robs_anybody() -> None:
    t = seven(hands={0: "ore gold*9", 1: "ore*8", 2: "wool*7 gold*5"})
    t.check(phase="discard", actors=[1])
    t.refuses("0: rob 2", "BASE-022")
    t.play("1: discard ore*4").check(phase="rob", actors=[0])
    assert t.places("rob") == {"1", "2"}
    t.play("rob 2")
    t.refuses("chance: steal gold", "BASE-048")
    t.play("steal wool").check(phase="main", hands={0: "ore wool gold*9", 2: "wool*6 gold*5"})


@pytest.mark.rule("TB-BARB-038", "TB-BARB-040")
def test_only_gold_is_nothing_to_rob() -> None:
    seven(hands={1: "gold*9"}).check(phase="main", hands={1: "gold*9"})
    t = seven(hands={1: "gold*9", 2: "ore"})
    t.check(phase="steal")


@pytest.mark.rule("TB-BARB-039")
def test_two_gold_for_one_card_twice_a_turn() -> None:
    t = attack(hands={0: "gold*9"})
    t.refuses("bank gold*4 ore", "TB-BARB-039")
    t.play("bank gold*2 ore", "bank gold*2 wool")
    t.refuses("bank gold*2 ore", "TB-BARB-039")
    t.refuses("bank gold*4 ore", "TB-BARB-039")  # nor at the bank's usual rate
    t.check(hands={0: "gold*5 ore wool"})
    t.play("end", "roll", "roll 1 2", "end", "roll", "roll 1 2", "end", "roll", "roll 1 2")
    assert t.can("bank gold*2 ore")


@pytest.mark.rule("TB-BARB-039")
def test_gold_is_got_at_harbours_and_at_the_bank() -> None:
    t = attack(hands={0: "wool*7"}, settlements={0: "0,-3,S"})
    t.play("bank wool*3 gold").check(hands={0: "wool*4 gold"})
    t = attack(hands={0: "wool*4 gold"}, settlements={0: "0,-3,S"})
    assert t.can("bank wool*3 gold")
    t.refuses("bank gold*3 ore", "TB-BARB-039")
    t = attack(hands={0: "wool*4"}).play("bank wool*4 gold")
    assert gold(t) == [1, 0, 0]


@pytest.mark.rule("TB-BARB-039")
def test_gold_is_traded_with_other_players() -> None:
    t = attack(hands={0: "gold*3", 1: "ore"}).play("offer gold*2 for ore", "1: accept", "0: trade 1")
    t.check(hands={0: "gold ore", 1: "gold*2"})


@pytest.mark.rule("TB-BARB-040")
def test_gold_does_not_count_on_a_seven() -> None:
    seven(hands={0: "ore*7 gold*20"}).check(phase="main")
