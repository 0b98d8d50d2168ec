"""What must hold in every position of the Great Wall."""

from __future__ import annotations

from typing import Final

from bastide.catan.base.seams import ModuleRules
from bastide.catan.family import IslandGame
from bastide.expansions.island.great_wall.rules.board import FIGURES
from bastide.expansions.island.great_wall.rules.module import GreatWallRules
from bastide.kernel.state import State
from bastide.testing.invariants import row
from bastide.testing.own import Own


class Riders(Own):
    # No robber, so that nothing sends it anywhere.
    absent = frozenset({"robber", "blocked"})
    # A full battlefield, a line with two riders on each hex and an empty bag need long games; so does a lost one.
    unseen = frozenset({"great_wall_full", "great_wall_no_room", "great_wall_none", "great_wall_fallen", "draw_game"})

    def check(self, r: IslandGame, module: ModuleRules, s: State) -> None:
        """Riders of each numeral are conserved; fields hold what they may; penalties are the passes."""
        assert isinstance(module, GreatWallRules)
        c = s.cells
        seats, numerals, land = int(r.seats), int(module.numerals), int(r.board.land)
        bag = row(s, module.bag, numerals)
        places = [row(s, module.gathered + k * numerals, numerals) for k in range(numerals)]
        places += [row(s, module.fighting + k * numerals, numerals) for k in range(seats)]
        behind = [row(s, module.behind + h * numerals, numerals) for h in range(land)]
        everywhere = [sum(riders) for riders in zip(bag, *places, *behind, strict=True)]
        assert min(map(min, [bag, *places, *behind])) >= 0
        if c[r.turn] > 0:
            assert everywhere == [int(FIGURES["riders"])] * numerals, "riders are not conserved"
            assert module.sea[c[module.pirate]] == 1, "the pirate is not at sea"
        levels = row(s, module.level, seats)
        assert all(0 <= level <= 5 for level in levels)
        for section in range(seats):
            riders = sum(places[numerals + section])
            assert riders <= levels[section], "more riders stand before a section than it has levels"
        line = {int(hex_) for hex_ in module.line}
        for hex_ in range(land):
            riders = sum(behind[hex_])
            assert riders <= 2
            assert not riders or (hex_ in line and c[module.freed + hex_] == 0)
        assert sum(row(s, module.penalties, seats)) == int(c[module.passes]) <= int(module.most_passes)
        assert (int(c[module.passes]) == int(module.most_passes)) == (r.ending(s) == "great_wall.fallen")
        for seat in range(seats):
            for good in range(int(r.goods)):
                assert int(c[r.rates + seat * r.goods + good]) == rate(r, module, s, seat, good)

    def points(self, r: IslandGame, module: ModuleRules, s: State, seat: int) -> int:
        assert isinstance(module, GreatWallRules)
        return -int(s.cells[module.penalties + seat])


def rate(r: IslandGame, module: GreatWallRules, s: State, seat: int, good: int) -> int:
    """The bank's rate for a seat: harbours on the pirate's hex apart."""
    best = 4
    for corner in range(int(r.board.ashore)):
        harbor = int(r.board.harbor[corner])
        mine = int(s.cells[r.owner + corner]) == seat + 1
        if not harbor or not mine or int(module.harbor_hex[corner]) == int(s.cells[module.pirate]):
            continue
        if harbor == 1:
            best = min(best, 3)
        elif harbor == good + 2:
            best = 2
    return best


OWN: Final = Riders()
