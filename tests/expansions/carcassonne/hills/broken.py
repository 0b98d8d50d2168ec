"""Ways to break the rules of Hills & Sheep, each to be noticed by a scenario.

`python -m tests.expansions.carcassonne.hills.broken` tries them all.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from tests.island.mutation import Mutations
from tests.island.mutations import main

MUTATIONS: Final = Mutations("expansions/carcassonne/hills/rules/")
_break = MUTATIONS.add

FLOCK = "flock.py"
HILLS = "hills.py"
MODULE = "module.py"

# Shepherds and flocks

_break("SHEEP-002", "one wolf", FLOCK, '"p12": [2, 4, 5, 5, 2]', '"p12": [1, 4, 5, 5, 2]')
_break(
    "SHEEP-003",
    "two shepherds in a field",
    FLOCK,
    " and not self.tended(s, c[r.label + first + k]):",
    ":",
)
_break(
    "SHEEP-008",
    "the shepherd's own tile extends its field",
    FLOCK,
    "root < 0 or c[r.tile_of + c[self.shepherd + seat] - 1] == tile",
    "root < 0",
)
_break(
    "SHEEP-010",
    "the wolf leaves the flock alone",
    FLOCK,
    "            f.scatter(s, f.root_of(s, player))\n",
    "            pass\n",
)
_break(
    "SHEEP-012",
    "the flock of whoever gathers counts alone",
    FLOCK,
    "held = c[self.flock + seat * MOST_SHEEP + sheep - 1]",
    "held = c[self.flock + seat * MOST_SHEEP + sheep - 1] if seat == c[r.on_turn] else 0",
)
_break(
    "SHEEP-015",
    "a closed field is always gathered",
    FLOCK,
    "        if not self.gather_closed:\n            return\n",
    "",
)
_break(
    "SHEEP-018",
    "printed sheep count for each shepherd",
    FLOCK,
    "                    points += held * sheep\n",
    "                    points += held * sheep\n                points += printed\n",
)
_break("SHEEP-018", "printed sheep do not count", FLOCK, "        points = printed\n", "        points: i64 = 0\n")

# Hills and vineyards

_break("SHEEP-019", "nothing is buried", HILLS, "            c[r.stack] -= 1\n", "            pass\n")
_break(
    "SHEEP-021",
    "a stack of less than no tiles",
    HILLS,
    "self.hill[kind] != 0 and c[r.stack] > 0",
    "self.hill[kind] != 0",
)
_break(
    "SHEEP-025",
    "a player outside the tie takes it",
    HILLS,
    "if seats & BITS[seat] and r.figure_follows[",
    "if r.figure_follows[",
)
_break("SHEEP-027", "most followers always decide", HILLS, "if self.most else on_hills", "if True else on_hills")
_break(
    "SHEEP-028",
    "a shepherd breaks ties",
    HILLS,
    " and r.figure_follows[figure % FIGURE_SECTION // FIGURE]:",
    ":",
)
_break(
    "SHEEP-028",
    "a big follower is two on a hill",
    HILLS,
    "many += BITS[seat * 4]",
    "many += BITS[seat * 4] * r.figure_weight[figure % FIGURE_SECTION // FIGURE]",
)
_break("SHEEP-029", "a vineyard pays 2", HILLS, "VINEYARD_PAYS: Final[i64] = 3", "VINEYARD_PAYS: Final[i64] = 2")
_break(
    "SHEEP-029",
    "an unfinished monastery has vineyards",
    MODULE,
    "kind != MONASTERY_KIND or not complete",
    "kind != MONASTERY_KIND",
)
_break("SHEEP-029", "vineyards at the sides alone", HILLS, "for step in range(8):", "for step in range(4):")


if __name__ == "__main__":
    sys.exit(main(mutations=MUTATIONS, tests=Path(__file__).parent))
