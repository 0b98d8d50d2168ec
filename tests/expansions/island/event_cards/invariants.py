"""What must hold in every position of Event Cards."""

from __future__ import annotations

from typing import Final

from bastide.catan.base.seams import ModuleRules
from bastide.catan.family import IslandGame
from bastide.expansions.island.event_cards.rules.deck import KINDS
from bastide.expansions.island.event_cards.rules.module import EventCardsRules
from bastide.kernel.state import State
from bastide.testing.invariants import members, row
from bastide.testing.own import Own


class Cards(Own):
    derived = frozenset({"event_cards.broken", "event_cards.come"})
    negative = frozenset({"robber"})
    # The dice are not rolled. The desert of a board is one of several only with more seats, or missing at sea; the
    # bank hardly ever runs out of all resources.
    absent = frozenset({"dice", "roll"})
    unseen = frozenset({"event_cards_bank", "event_cards_off", "event_cards_desert", "flee"})

    def check(self, r: IslandGame, module: ModuleRules, s: State) -> None:
        """No card comes too often; damaged is what is a road; gifts are chosen by those who owe none any more."""
        assert isinstance(module, EventCardsRules)
        c = s.cells
        assert int(c[module.come]) == sum(row(s, module.seen, int(KINDS))) <= module.above
        assert all(0 <= c[module.seen + kind] <= module.copies[kind] for kind in range(int(KINDS)))
        broken = [0] * int(r.colours)
        for edge in members(s, int(module.damaged), int(r.edge_words)):
            broken[int(c[r.road + edge]) - 1] += 1
            assert 0 < c[r.road + edge] <= r.seats, "a damaged road that is not there"
            assert r.line_at(s, edge) == 0, "a damaged line that is no road"
        assert row(s, module.broken, int(r.colours)) == broken
        gives = not r.is_over(s) and r.phases[c[s.top()]].name == "event_cards_gift"
        owing, gifts = row(s, module.owing, int(r.seats)), row(s, module.gift, int(r.seats))
        assert gives == any(owing)
        assert gives or not any(gifts)
        assert not any(owed and gift for owed, gift in zip(owing, gifts, strict=True))


OWN: Final = Cards()
