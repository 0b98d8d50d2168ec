"""Ways to break the rules of Traders & Builders, each to be noticed by a scenario.

`python -m tests.expansions.carcassonne.traders.broken` tries them all.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from tests.island.mutation import Mutations
from tests.island.mutations import main

MUTATIONS: Final = Mutations()
_break = MUTATIONS.add

RULES = "expansions/carcassonne/traders/rules.py"
SCORING = "carcassonne/base/scoring.py"

_break(
    "TRD-003",
    "a builder without company",
    RULES,
    "if has_follower(r, s, c[r.label + c[r.first + tile] + k], seat):",
    "if True:",
)
_break("TRD-005 TRD-006", "no second tile", RULES, "c[self.part] = SECOND_DUE", "c[self.part] = FIRST_PART")
_break("TRD-009", "a third tile", RULES, "if c[self.part] == FIRST_PART and", "if")
_break(
    "TRD-012 TRD-027",
    "a piece stays alone",
    RULES,
    "                take_up(self.r, s, tile)\n",
    "                pass\n",
)
_break(
    "TRD-016",
    "a second part without a tile",
    RULES,
    "c[self.part] == SECOND_DUE and c[self.r.stack] > 0",
    "c[self.part] == SECOND_DUE",
)
_break(
    "TRD-017",
    "goods for each section of the closing tile",
    SCORING,
    "if c[r.ends + root] == 0 and not _twin_before(r, s, first + k, root):",
    "if c[r.ends + root] == 0:",
)
_break("TRD-017", "one token of a kind", RULES, "+ good] += count", "+ good] += 1")
_break(
    "TRD-020", "every owner of goods is paid", RULES, "KINDS_OF_GOODS + good] == most:", "KINDS_OF_GOODS + good] > 0:"
)
_break("TRD-020", "goods pay 5", RULES, "GOODS_PAY: Final[i64] = 10", "GOODS_PAY: Final[i64] = 5")
_break("TRD-024 TRD-026", "a pig pays 2", RULES, "PIG_PAYS: Final[i64] = 1", "PIG_PAYS: Final[i64] = 2")
_break(
    "TRD-026",
    "a pig serves everybody",
    RULES,
    "        if standing_at(self.r, s, root, self.pig, seat) >= 0:\n            return worth + PIG_PAYS\n",
    "        for each in range(self.r.seats):\n            if standing_at(self.r, s, root, self.pig, each) >= 0:\n"
    "                return worth + PIG_PAYS\n",
)


if __name__ == "__main__":
    sys.exit(main(mutations=MUTATIONS, tests=Path(__file__).parent))
