"""What must hold in every position of Caravans."""

from __future__ import annotations

from typing import Final

from bastide.catan.base.seams import ModuleRules
from bastide.catan.family import IslandGame
from bastide.expansions.island.caravans.rules.module import CaravansRules
from bastide.kernel.state import State
from bastide.testing.invariants import members, row
from bastide.testing.own import Own
from tests.island import plain_lines


class Wagons(Own):
    replaces = frozenset({"roads", "openings", "awards"})
    derived = frozenset({"caravans.beside"})
    # The oasis is there in place of the desert: the robber leaves the board.
    absent = frozenset({"event_cards_fled", "two_players_banished"})
    # Random players hardly ever use up all wagons or paths, and two of them hardly ever both bid.
    unseen = frozenset({"caravans_none", "caravans_vote", "vote"})

    def check(self, r: IslandGame, module: ModuleRules, s: State) -> None:
        """22 wagons; caravans hang together from the arrows; roads under wagons count twice; bids belong to a round."""
        assert isinstance(module, CaravansRules)
        plain_lines.check(r, s)
        here = wagons(r, module, s)
        begun = int(s.cells[r.turn]) > 0
        assert len(here) + int(s.cells[module.stock]) == 22 or not begun
        check_caravans(r, module, s, here)
        beside = [counted(r, s, seat, here) for seat in range(int(r.seats))]
        assert row(s, module.beside, int(r.seats)) == beside
        phase = "" if r.is_over(s) else r.phases[s.cells[s.top()]].name
        stakes = row(s, module.stake, 2 * int(r.seats))
        named = row(s, module.named, int(r.seats))
        if phase not in ("caravans_bid", "caravans_vote", "caravans_choose"):
            assert not any(stakes) or r.is_over(s)
            assert not any(named) or r.is_over(s)
        assert all(sum(stakes[2 * seat : 2 * seat + 2]) for seat, edge in enumerate(named) if edge)

    def points(self, r: IslandGame, module: ModuleRules, s: State, seat: int) -> int:
        assert isinstance(module, CaravansRules)
        return counted(r, s, seat, wagons(r, module, s))


def wagons(r: IslandGame, module: CaravansRules, s: State) -> set[int]:
    """The edges with a wagon."""
    return members(s, int(module.wagons), (int(r.board.edges) + 59) // 60)


def at(r: IslandGame, corner: int, here: set[int]) -> int:
    """How many wagons stand on the paths of a corner."""
    return sum(corner in (int(r.board.edge_corners[2 * e]), int(r.board.edge_corners[2 * e + 1])) for e in here)


def counted(r: IslandGame, s: State, seat: int, here: set[int]) -> int:
    """The buildings of a seat with two wagons or more beside them."""
    owned = [c for c in range(int(r.board.corners)) if int(s.cells[r.owner + c]) == seat + 1]
    return sum(at(r, corner, here) >= 2 for corner in owned)


def check_caravans(r: IslandGame, module: CaravansRules, s: State, here: set[int]) -> None:
    """Every wagon is joined to a started caravan's arrow by others, and every free end is the end of a wagon."""
    reached: set[int] = set()
    for caravan in range(3):
        heads = row(s, int(module.heads) + 2 * caravan, 2)
        arrow = int(module.arrows[caravan])
        assert any(heads) == (arrow in here), "a caravan starts with the wagon on its arrow's path"
        if arrow in here:
            reached |= {arrow}
        assert all(at(r, head - 1, here) >= 1 for head in heads if head)
    ends = r.board.edge_corners
    while True:
        corners = {int(ends[2 * e + k]) for e in reached for k in range(2)}
        more = {e for e in here - reached if corners & {int(ends[2 * e]), int(ends[2 * e + 1])}}
        if not more:
            break
        reached |= more
    assert reached == here, "a wagon apart from all caravans"


OWN: Final = Wagons()
