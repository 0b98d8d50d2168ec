"""What must hold in every position of Barbarian Attack."""

from __future__ import annotations

from typing import Final

from bastide.catan.base.config import UNLIMITED
from bastide.catan.base.seams import ModuleRules
from bastide.catan.family import IslandGame
from bastide.expansions.island.barbarian_attack.rules.module import BarbarianRules
from bastide.kernel.bits import has
from bastide.kernel.state import State
from bastide.testing.invariants import row
from bastide.testing.own import Own


class Attack(Own):
    derived = frozenset({"barbarian_attack.lost"})
    # No robber, so that nothing sends it anywhere.
    without_robber = frozenset({"robber", "blocked", "banish", "event_cards_fled", "two_players_banished"})
    # No card of the base: nobody draws, plays or holds one, has an army, or gives up a knight.
    without_cards = frozenset(
        {
            "knight",
            "roads",
            "plenty",
            "monopoly",
            "take",
            "draw",
            "play",
            "army",
            "no_army",
            "retire",
            "two_players_retired",
        }
    )
    absent = without_robber | without_cards
    # Players who act at random hardly ever buy all cards, and rarely fight.
    unseen = frozenset({"barbarian_attack_shuffled", "barbarian_attack_none", "barbarian_attack_again"})

    def check(self, r: IslandGame, module: ModuleRules, s: State) -> None:
        """Barbarians, knights, cards and gold are conserved; what is conquered follows from the barbarians."""
        assert isinstance(module, BarbarianRules)
        c = s.cells
        seats = int(r.seats)
        if c[r.turn] == 0 and c[module.supply] == 0:
            return  # the board is not laid out yet
        here = row(s, module.barbarians, int(r.board.hexes))
        coast = {int(h) for h in module.coast}
        assert all(n == 0 or (n <= 3 and h in coast) for h, n in enumerate(here)), "barbarians inland, or too many"
        out = sum(here) + sum(row(s, module.prisoners, seats))
        assert out + int(c[module.supply] + c[module.aside] + c[module.loose]) == 36, "barbarians are not conserved"
        posts = row(s, module.knight, int(r.board.edges))
        for seat in range(seats):
            assert posts.count(seat + 1) + int(c[module.ready + seat]) == 6, f"knights of seat {seat}"
        assert posts.count(seats + 1) <= 1
        hired = int(module.partner.post(s))
        assert (hired >= 0) == (seats + 1 in posts)
        assert hired < 0 or posts[hired] == seats + 1
        for edge in range(int(r.board.edges)):
            if has(c, module.entered, edge):
                assert posts[edge], "a knight entered and is not there"
                assert module.at_castle[edge]
        assert all(row(s, module.pile, 4)[k] <= int(module.card_counts[k]) for k in range(4))
        gold = int(module.gold)
        held = [int(c[r.hand + seat * r.goods + gold]) for seat in range(seats)]
        assert min(held) >= 0
        assert int(c[r.bank + gold]) + sum(held) == UNLIMITED, "gold is not conserved"
        lost = [0] * seats
        for corner in range(int(r.board.ashore)):
            owner = int(c[r.owner + corner]) - 1
            if 0 <= owner < seats and cut_off(r, here, corner):
                lost[owner] += int(c[r.level + corner])
        assert row(s, module.lost, seats) == lost, "points lost to barbarians"

    def points(self, r: IslandGame, module: ModuleRules, s: State, seat: int) -> int:
        assert isinstance(module, BarbarianRules)
        here = row(s, module.barbarians, int(r.board.hexes))
        lost = sum(
            int(s.cells[r.level + corner])
            for corner in range(int(r.board.ashore))
            if int(s.cells[r.owner + corner]) == seat + 1 and cut_off(r, here, corner)
        )
        return int(s.cells[module.prisoners + seat]) // 2 - lost


def cut_off(r: IslandGame, here: list[int], corner: int) -> bool:
    """Whether only sea and hexes with three barbarians lie round a corner."""
    beside = [int(r.board.corner_hexes[3 * corner + k]) for k in range(3)]
    return all(here[h] == 3 for h in beside if 0 <= h < r.board.land)


OWN: Final = Attack()
