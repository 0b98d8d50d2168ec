"""Ways to break the rules of Harbours, each to be noticed by a scenario.

`python -m tests.expansions.island.harbors.broken` tries them all.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from tests.island.mutation import Mutations
from tests.island.mutations import main

MUTATIONS: Final = Mutations("expansions/island/harbors/")
_break = MUTATIONS.add

RULES = "rules.py"
BARBARIANS = "../cities_knights/rules/barbarians.py"
BUILDING = "../../../catan/base/building.py"

_break("TB-HARB-001", "a city counts one", RULES, "total += s.cells[r.level + corner]", "total += 1")
_break("TB-HARB-001", "every corner counts", RULES, "in r.board.harbors:", "in range(r.board.corners):")
_break("TB-HARB-002", "two points are enough", RULES, "LEAST: Final[i64] = 3", "LEAST: Final[i64] = 2")
_break("TB-HARB-002", "four points are needed", RULES, "LEAST: Final[i64] = 3", "LEAST: Final[i64] = 4")
_break("TB-HARB-002", "the card counts one", RULES, "CARD_POINTS: Final[i64] = 2", "CARD_POINTS: Final[i64] = 1")
_break("TB-HARB-002", "settlements are not looked at", RULES, "SETTLEMENT <= item <= CITY", "item == CITY")
_break("TB-HARB-003", "cities are not looked at", RULES, "SETTLEMENT <= item <= CITY", "item == SETTLEMENT")
_break("TB-HARB-003", "a tie takes the card", RULES, "if n > best:", "if n >= best and seat != holder:")
_break(
    "TB-HARB-003", "the card is never taken from anybody", RULES, "    if ahead >= 0:", "    if ahead >= 0 > holder:"
)
_break(
    "TB-HARB-004",
    "only what is built in a turn counts",
    RULES,
    "self.r.board.harbor[place] != 0:",
    "self.r.board.harbor[place] != 0 and s.cells[self.r.turn] > 0:",
)
_break("TB-HARB-005", "the goal stays", RULES, "HIGHER: Final = 1", "HIGHER: Final = 0")
_break("TB-HARB-005", "the goal is two higher", RULES, "HIGHER: Final = 1", "HIGHER: Final = 2")
_break(
    "TB-HARB-006",
    "losses are not looked at",
    RULES,
    "    def buildings_changed(self, s: State) -> None:\n        award(self, s)",
    "    def buildings_changed(self, s: State) -> None:\n        pass",
)
_break(
    "TB-HARB-006",
    "a holder with too few points loses to nobody",
    RULES,
    "if holder >= 0 else LEAST - 1",
    "if holder >= 0 and m.harbor_points(s, holder) >= LEAST else LEAST - 1",
)
_break(
    "TB-HARB-006",
    "an attack is not told",
    BARBARIANS,
    "        buildings_changed(m.r, s)\n",
    "",
)
_break(
    "TB-HARB-006",
    "each city is told",
    BARBARIANS,
    "    lower_city(m.r, s, seat, corner)\n",
    "    lower_city(m.r, s, seat, corner)\n    buildings_changed(m.r, s)\n",
)
_break(
    "TB-HARB-006",
    "nobody wins by a loss",
    BUILDING,
    "        r.seams.buildings_changed(s)\n        r.check_win(s)\n",
    "        r.seams.buildings_changed(s)\n",
)
_break(
    "TB-HARB-009",
    "a closed harbour counts",
    RULES,
    " and r.seams.corner_serves(s, corner):",
    ":",
)
_break("TB-HARB-010", "of several the last takes it", RULES, "            ahead = -1\n", "            ahead = seat\n")
_break("TB-HARB-010", "of several the first takes it", RULES, "            ahead = -1\n", "            pass\n")
_break("TB-HARB-011", "every colour counts", RULES, "range(m.r.seats)", "range(m.r.colours)")


if __name__ == "__main__":
    sys.exit(main(mutations=MUTATIONS, tests=Path(__file__).parent))
