"""What must hold in every position with rivers: bridges at their sites, gold kept, tiles with whom they belong to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from bastide.catan.base.config import UNLIMITED
from bastide.catan.base.island import line_at
from bastide.catan.base.seams import ModuleRules
from bastide.catan.family import IslandGame
from bastide.expansions.island.rivers.rules.module import RiversRules
from bastide.kernel.game import Game
from bastide.kernel.state import State
from bastide.testing.own import Own
from tests.expansions.island.rivers.kit import rivers
from tests.island import plain_lines


class Riches(Own):
    replaces = frozenset({"roads", "openings"})

    def check(self, r: IslandGame, module: ModuleRules, s: State) -> None:
        assert isinstance(module, RiversRules)
        plain_lines.check_lines(r, s)
        sites = {r.board.edge_index[site.place] for site in r.board.layout.sites if site.word == "river"}
        bridges = [0] * int(r.colours)
        for edge in range(int(r.board.edges)):
            owner = int(s.cells[r.road + edge]) - 1
            if owner >= 0:
                assert (int(line_at(r, s, edge)) == int(module.bridge)) is (edge in sites), "a line of the wrong kind"
                bridges[owner] += edge in sites
        for colour, count in enumerate(bridges):
            assert int(r.left_of(s, colour, module.bridge_item)) == 3 - count
            assert colour < r.seats or count == 0, "a bridge of a colour that nobody plays"
        purses = [int(s.cells[r.hand + seat * r.goods + module.gold]) for seat in range(int(r.seats))]
        assert min(purses) >= 0
        assert int(s.cells[r.bank + module.gold]) + sum(purses) == UNLIMITED
        if s.cells[r.turn] == 0:
            return  # the tiles are dealt after the set-up
        richest = [seat for seat, gold in enumerate(purses) if gold == max(purses)]
        fortune = int(s.cells[module.fortune]) - 1
        assert fortune == (richest[0] if len(richest) == 1 else -1)
        poor = [seat for seat in range(int(r.seats)) if s.cells[module.misery + seat]]
        least = [seat for seat, gold in enumerate(purses) if gold == min(purses)]
        poorer = [seat for seat in range(int(r.seats)) if seat not in richest] or least
        # Until gold first changes, those of the set-up stay: the poorest, whatever the reading (TB-RIV-029).
        assert poor == least or (poor == poorer and not module.least), "a Misery tile is elsewhere"

    def points(self, r: IslandGame, module: ModuleRules, s: State, seat: int) -> int:
        assert isinstance(module, RiversRules)
        return (int(s.cells[module.fortune]) == seat + 1) - 2 * int(s.cells[module.misery + seat])

    def witness(self) -> Callable[[Game], None]:
        """Gold is what was earned and exchanged with the bank, two pieces for a card at most twice a turn.

        Misery tiles move with it. Where players trade, gold goes from one to another, and nothing is asserted.
        """
        purses: Counter[int] = Counter()
        exchanged = 0
        begun = changed = False

        def follow(game: Game) -> None:
            nonlocal exchanged, begun, changed
            m, s = rivers(game), game.state
            if m.r.config.trade != "bank":
                return
            for event in game.history[-1]:
                moves = event.kind == "rivers_gold" or (event.kind == "bank" and m.gold in (event.a, event.c))
                changed = changed or (begun and moves)
                if event.kind == "turn":
                    exchanged = 0
                    begun = True
                elif event.kind == "rivers_gold":
                    purses[int(event.seat)] += int(event.a)
                elif event.kind == "bank" and event.a == m.gold:
                    purses[int(event.seat)] -= 2
                    exchanged += 1
                    assert int(event.b) == 2
                    assert exchanged <= 2
                elif event.kind == "bank" and event.c == m.gold:
                    purses[int(event.seat)] += 1
            held = [purses[seat] for seat in range(int(game.rules.seats))]
            assert held == [int(m.gold_of(s, seat)) for seat in range(len(held))]
            if changed:
                poor = [gold == min(held) if m.least else gold < max(held) for gold in held]
                expected = poor if any(poor) else [True] * len(held)
                assert [bool(m.holds_misery(s, seat)) for seat in range(len(held))] == expected

        return follow


OWN: Final = Riches()
