"""Ways to break the rules of Friendly Robber, each to be noticed by a scenario.

`python -m tests.expansions.island.friendly_robber.broken` tries them all.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from tests.island.mutation import Mutations
from tests.island.mutations import main

MUTATIONS: Final = Mutations("expansions/island/friendly_robber/")
_break = MUTATIONS.add

RULES = "rules.py"

_break("TB-ROB-001", "a hex at one corner only", RULES, "for k in range(6):", "for k in range(1):")
_break(
    "TB-ROB-001",
    "every hex is open",
    RULES,
    "                    return False\n                seen",
    "                    return True\n                seen",
)
_break("TB-ROB-002", "only one point", RULES, "SPARED_POINTS: Final[i64] = 2", "SPARED_POINTS: Final[i64] = 1")
_break("TB-ROB-002 TB-ROB-011", "three points", RULES, "SPARED_POINTS: Final[i64] = 2", "SPARED_POINTS: Final[i64] = 3")
_break(
    "TB-ROB-002 TB-ROB-011",
    "hidden points count",
    RULES,
    "open_points(self.r, s, seat) <=",
    "self.r.total_points(s, seat) <=",
)
_break(
    "TB-ROB-003 TB-ROB-012",
    "the robber stays where it is",
    RULES,
    "            s.cells[r.robber] = r.desert\n",
    "            pass\n",
)
_break("TB-ROB-004", "everybody is robbed", RULES, "return not self.m.spares(s, victim)", "return True")
_break("TB-ROB-004", "nobody is robbed", RULES, "        rob(r, s, seat)\n", "")
_break(
    "TB-ROB-005",
    "the robber goes home before discards",
    RULES,
    "                return  # the robber",
    "                break  # the robber",
)
_break(
    "TB-ROB-008",
    "the last hex for a desert",
    RULES,
    "s.cells[r.robber] = r.desert",
    "s.cells[r.robber] = max(r.desert, 0)",
)


if __name__ == "__main__":
    sys.exit(main(mutations=MUTATIONS, tests=Path(__file__).parent))
