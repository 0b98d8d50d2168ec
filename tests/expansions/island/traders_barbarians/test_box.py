"""The counts of the box of scenarios and variants (TB-GEN-010)."""

from __future__ import annotations

import pytest

from bastide import Game
from bastide.catan.base.island import ITEMS
from bastide.catan.family import IslandGame
from bastide.expansions.island.barbarian_attack.rules import state as attack
from bastide.expansions.island.barbarian_attack.rules.board import FIGURES
from bastide.expansions.island.caravans.rules.state import WAGONS
from bastide.expansions.island.event_cards.rules.deck import COPIES
from bastide.expansions.island.fishermen.rules.state import TOKENS as FISH
from bastide.expansions.island.fishermen.rules.tokens import BOOT
from bastide.expansions.island.rivers.rules.module import FORTUNE, MISERY
from bastide.expansions.island.traders_barbarians.rules.state import TOKENS
from bastide.expansions.island.two_players.rules.state import TOKENS as TRADE_TOKENS
from tests.expansions.island.traders_barbarians.kit import trade


@pytest.mark.rule("TB-GEN-010", "TB-TRAD-004", "TB-TRAD-035")
def test_the_counts_of_the_box() -> None:
    assert (int(attack.KNIGHTS) * 4, int(attack.BARBARIANS)) == (24, 36)
    rivers = Game.new({"seats": 4, "modules": ["rivers"], "layout": "random"}, seed=1).rules
    assert isinstance(rivers, IslandGame)
    assert 4 * int(rivers.item_supply[rivers.item_names.index("bridge") - int(ITEMS)]) == 12
    assert (int(WAGONS), trade(4).r.seats) == (22, 4)
    assert sum(int(n) for n in COPIES) + 1 == 37
    assert sum(FIGURES["cards"].values()) == 26
    deck = dict(zip(trade().r.card_names, (int(n) for n in trade().r.deck_stock), strict=True))
    assert deck == {"knight": 16, "roads": 3, "plenty": 0, "monopoly": 0, "point": 3, "journey": 3}
    assert sum(deck.values()) == 25
    assert (int(TRADE_TOKENS), TOKENS) == (20, 36)
    assert (int(FORTUNE), int(MISERY)) == (1, -2), "one Fortune, and a Misery for each of four players"
    assert (sum(FISH), BOOT) == (29, "boot")
