"""What must hold in every position at sea."""

from __future__ import annotations

from collections import Counter
from typing import Final

from bastide.catan.base.seams import ModuleRules
from bastide.catan.family import IslandGame
from bastide.expansions.island.seafarers.rules.module import SeafarersRules
from bastide.kernel.state import AGENDA, DEPTH, FRAME, State
from bastide.testing.invariants import members
from bastide.testing.own import Own
from tests.expansions.island.cities_knights.rules.invariants import SETTLING
from tests.island import plain_lines


class Sea(Own):
    replaces = frozenset({"pieces", "roads", "openings", "awards"})
    derived = frozenset({"seafarers.loose"})
    negative = frozenset({"seafarers.pirate", "pirate"})
    # The bank hardly ever runs out of all resources, and nobody begins at gold on the printed maps.
    unseen = frozenset({"seafarers_short", "seafarers_pirate", "chase-pirate", "seafarers_chase"})

    def check(self, r: IslandGame, module: ModuleRules, s: State) -> None:
        """Ships lie at the sea; nobody is owed gold but by the agenda; who has a chit has a building there."""
        assert isinstance(module, SeafarersRules)
        c = s.cells
        plain_lines.check_lines(r, s)
        if r.is_over(s) or r.phases[c[s.top()]].name not in ("seafarers_sail", *SETTLING):
            plain_lines.check_holder(r, s)
        land, beside = int(r.board.land), r.board.edge_hexes
        afloat = [e for e in range(int(r.board.edges)) if c[r.road + e] and c[r.line_kind + e] == module.ship]
        for e in afloat:
            assert any(not 0 <= int(beside[2 * e + k]) < land for k in range(2)), "a ship on dry land"
        for e in members(s, int(module.fresh), int(module.fresh_words)):
            assert e in afloat or c[r.road + e] == 0, "a road counts as a ship built this turn"
        for seat in range(int(r.seats)):
            own = [e for e in afloat if c[r.road + e] == seat + 1]
            ships = Counter(int(r.board.edge_corners[2 * e + k]) for e in own for k in range(2))
            ends = {corner for corner, count in ships.items() if count == 1 and c[r.owner + corner] != seat + 1}
            loose = {e for e in own if ends & {int(r.board.edge_corners[2 * e + k]) for k in range(2)}}
            assert set(members(s, int(module.loose + seat * r.edge_words), int(r.edge_words))) == loose
        begun = r.is_over(s) or r.phases[c[s.top()]].name != "start"
        assert not begun or c[module.pirate] < 0 or c[module.pirate] >= land, "the pirate is ashore"
        waiting = any(int(c[k]) in (int(module.due_phase), int(module.gold_phase)) for k in frames(s))
        for seat in range(int(r.seats)):
            assert waiting or c[module.due + seat] == 0, "gold that nobody pays"
            for area in range(int(module.area_count)):
                here = int(c[module.areas + seat * module.area_count + area])
                built = any(
                    c[r.owner + at] == seat + 1 and module.corner_area[at] == area for at in range(int(r.board.ashore))
                )
                assert (here != 0) == built, "a chit without a building, or a building without its chit"

    def points(self, r: IslandGame, module: ModuleRules, s: State, seat: int) -> int:
        assert isinstance(module, SeafarersRules)
        first = int(module.areas + seat * module.area_count)
        return 2 * sum(int(s.cells[at]) == 2 for at in range(first, first + int(module.area_count)))


def frames(s: State) -> list[int]:
    """The first cells of the frames on the agenda."""
    return [int(AGENDA) + k * int(FRAME) for k in range(int(s.cells[DEPTH]))]


OWN: Final = Sea()
