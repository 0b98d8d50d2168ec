"""What must hold in every position of Traders & Barbarians."""

from __future__ import annotations

from typing import Final

from bastide.catan.base.config import UNLIMITED
from bastide.catan.base.seams import ModuleRules
from bastide.catan.family import IslandGame
from bastide.expansions.island.traders_barbarians.rules.module import TradersBarbariansRules
from bastide.expansions.island.traders_barbarians.rules.state import CARGO
from bastide.kernel.state import State
from bastide.testing.invariants import members, row
from bastide.testing.own import Own
from tests.island import plain_lines

SHUT: Final = ("2,-2,E", "2,-2,NE", "2,-3,SE", "-2,-1,SE", "-3,0,E", "-3,1,NE", "0,2,E", "-1,3,NE", "0,2,SE")
"""The coastal paths of the three places."""


class Wagons(Own):
    # Some paths take no road.
    replaces = frozenset({"roads", "openings"})
    # No robber, no longest road, and no card of choice.
    absent = frozenset(
        {
            *("robber", "blocked", "banish", "event_cards_fled", "two_players_banished"),
            *("route", "no_route"),
            *("plenty", "monopoly", "take", "hand_over"),
        }
    )

    # Two players seldom empty a stack, and of two nobody chooses whom an event robs; without a longest route nobody may
    # decline to.
    unseen = frozenset({"traders_barbarians_empty", "rob", "pass"})

    def check(self, r: IslandGame, module: ModuleRules, s: State) -> None:
        """Barbarians, tokens and gold are conserved; wagons stand where wagons come; nothing lies on closed paths."""
        assert isinstance(module, TradersBarbariansRules)
        plain_lines.check_lines(r, s)
        c = s.cells
        seats = int(r.seats)
        here = members(s, int(module.barbarians), int(r.edge_words))
        laid = len(here) > 0
        assert len(here) in (0, 3), "barbarians are not conserved"
        names = r.board.edge_names
        assert not {names[edge] for edge in here} & set(SHUT), "a barbarian at the sea"
        assert all(c[r.road + r.board.edge_index[name]] == 0 for name in SHUT if name in names), "a road at the sea"
        held = [int(c[r.hand + seat * r.goods + module.gold]) for seat in range(seats)]
        assert int(c[r.bank + module.gold]) + sum(held) == UNLIMITED, "gold is not conserved"
        for k, kind in enumerate(CARGO):
            out = sum(row(s, module.delivered + seat * len(CARGO), len(CARGO))[k] for seat in range(seats))
            out += row(s, module.cargo, seats).count(k + 1)
            out += sum(int(c[module.stacks + place * len(CARGO) + k]) for place in range(3))
            assert not laid or out == (12 if kind in ("tools", "sand") else 6), f"{kind} is not conserved"
        beside = {int(r.board.edge_corners[2 * r.board.edge_index[name] + end]) for name in SHUT for end in range(2)}
        for seat in range(seats):
            wagon = int(c[module.wagon + seat]) - 1
            assert (wagon >= 0) or c[r.turn] == 0, "a wagon is missing"
            ways = [e for e in row_of_ways(r, wagon) if names[e] not in SHUT]
            assert wagon < 0 or ways, f"a wagon at the sea: {beside}"
        attacked = members(s, int(module.attacked), int(r.edge_words))
        barring = members(s, int(module.barring), int(r.edge_words))
        assert set(barring) <= set(attacked) <= set(here), "an attack on nobody"

    def points(self, r: IslandGame, module: ModuleRules, s: State, seat: int) -> int:
        assert isinstance(module, TradersBarbariansRules)
        delivered = sum(row(s, module.delivered + seat * len(CARGO), len(CARGO)))
        return delivered + (int(s.cells[module.level + seat]) == 4)


def row_of_ways(r: IslandGame, corner: int) -> list[int]:
    """The edges at a corner; none for a wagon that is not on the board."""
    width = int(r.way_count)
    return [int(e) for e in r.ways[width * corner : width * corner + width] if e >= 0] if corner >= 0 else []


OWN: Final = Wagons()
