"""Gold: exchanges with the bank and the players, what it is not."""

from __future__ import annotations

import pytest

from tests.expansions.island.traders_barbarians.kit import gold, trade


@pytest.mark.rule("TB-TRAD-037")
def test_two_gold_buy_a_card_twice_a_turn() -> None:
    t = trade(hands={0: "gold*8"}).play("bank gold*2 ore", "bank gold*2 wool")
    t.check(hands={0: "ore wool gold*4"})
    t.refuses("bank gold*2 grain", "TB-TRAD-037")
    t.refuses("bank gold*4 grain", "TB-TRAD-037")  # nor at the bank's usual rate
    t.play("end", "roll", "roll 1 2", "end", "roll", "roll 1 2", "end", "roll", "roll 1 2")
    assert t.can("bank gold*2 grain")


@pytest.mark.rule("TB-TRAD-037")
def test_gold_comes_from_the_bank_from_harbours_and_from_players() -> None:
    t = trade(hands={0: "ore*4"}).play("bank ore*4 gold")
    assert gold(t)[0] == 1
    t = trade(hands={0: "ore*3"}, settlements={0: "0,-3,S"}).play("bank ore*3 gold")
    assert gold(t)[0] == 1
    t = trade(hands={0: "ore", 1: "gold*2"}).play("offer ore for gold*2", "1: accept", "trade 1")
    assert gold(t)[:2] == [2, 0]


@pytest.mark.rule("TB-TRAD-038", "TB-TRAD-033")
def test_gold_does_not_count_on_a_seven() -> None:
    t = trade(hands={0: "ore*7 gold*9", 1: "gold*9"}, rolled=False).play("roll", "roll 3 4")
    t.check(phase="traders_barbarians_rouse")
