"""Ways to break the rules of Rivers, each to be noticed by a scenario.

`python -m tests.expansions.island.rivers.broken` tries them all.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from tests.island.mutation import Mutations
from tests.island.mutations import main

MUTATIONS: Final = Mutations("expansions/island/rivers/")
_break = MUTATIONS.add

MODULE, STATE, TILES = "rules/module.py", "rules/state.py", "rules/tiles.py"
COURSES, FIGURES = "rules/courses.py", "rules/figures.py"
REFUSALS, DATA = "rules/refusals.py", "rules/figures.toml"
TRADE, ISLAND = "../../../catan/base/trade.py", "../../../catan/base/island.py"

_break("TB-RIV-001", "a board needs no river", COURSES, "    if not crossings(board):", "    if False:")
_break(
    "TB-RIV-001",
    "a river may jump",
    COURSES,
    "            if not set(board.land_beside(edge)) &",
    "            if False and set(board.land_beside(edge)) &",
)
_break("TB-RIV-002", "the rivers are shuffled, too", FIGURES, "not in on_river]", "]")
_break("TB-RIV-003", "A may lie on a swamp", FIGURES, "    if spiral_from in map(hex_name, bare):", "    if False:")
_break("TB-RIV-003", "the 3 is set aside", FIGURES, "SET_ASIDE: Final = 2", "SET_ASIDE: Final = 3")
_break("TB-RIV-004", "the 2 joins the 11", FIGURES, "JOINED: Final = 12", "JOINED: Final = 11")
_break("TB-RIV-005", "the robber always begins on the first swamp", FIGURES, "chance.choice(", "min(")
_break("TB-RIV-007", "four bridges each", MODULE, "BRIDGES: Final = 3", "BRIDGES: Final = 4")
_break("TB-RIV-007", "one brick is enough", MODULE, '"brick": 2', '"brick": 1')
_break("TB-RIV-007", "no lumber is needed", MODULE, ', "lumber": 1}', "}")
_break("TB-RIV-008", "roads cross rivers", MODULE, "else edges - crossings(board)", "else edges")
_break("TB-RIV-009", "a bridge goes on from bridges alone", MODULE, 'joins=("road",), ', "")
_break("TB-RIV-011", "the card lays bridges", MODULE, 'joins=("road",), rule', 'joins=("road",), free=True, rule')
_break("TB-RIV-012", "a road earns nothing", STATE, "return self.path_gold[place]", "return 0")
_break("TB-RIV-012", "a settlement earns nothing", STATE, "return self.corner_gold[place]", "return 0")
_break("TB-RIV-012", "every corner earns", COURSES, "[int(bool(hexes & wet)) for", "[1 for")
_break("TB-RIV-012", "every path earns", COURSES, "int(bool(wet.intersection(board.land_beside(edge))))", "1")
_break("TB-RIV-013", "a bridge earns four", STATE, "BRIDGE_GOLD: Final[i64] = 3", "BRIDGE_GOLD: Final[i64] = 4")
_break("TB-RIV-014", "a city earns, too", STATE, "if item == SETTLEMENT:", "if item in (1, 2):")
_break("TB-RIV-016", "three gold for a card", MODULE, "RATE: Final[i64] = 2", "RATE: Final[i64] = 3")
_break("TB-RIV-016", "three exchanges a turn", STATE, "EXCHANGES: Final[i64] = 2", "EXCHANGES: Final[i64] = 3")
_break(
    "TB-RIV-016", "exchanges are never counted again", MODULE, "        s.cells[self.changed] = 0\n", "        pass\n"
)
_break(
    "TB-RIV-016",
    "after two exchanges gold goes at the rate of the bank",
    MODULE,
    "            return RATE\n        return 0",
    "            return RATE\n        return rate",
)
_break("TB-RIV-017", "gold is a card", MODULE, "purse=True", "purse=False")
_break(
    "TB-RIV-018",
    "after the set-up all but the richest are poor",
    TILES,
    "move_tiles(m, s, True)",
    "move_tiles(m, s, False)",
)
_break("TB-RIV-022", "nobody is poor where all are equal", TILES, "if least or low == high else", "if least else")
_break("TB-RIV-019", "no tiles are dealt", MODULE, "        deal_tiles(self, s)\n", "        pass\n")
_break(
    "TB-RIV-020",
    "the first of several is the richest",
    TILES,
    "seat + 1 if richest == 0 else -1",
    "seat + 1 if richest == 0 else richest",
)
_break("TB-RIV-020", "Fortune is worth two", MODULE, "FORTUNE: Final[i64] = 1", "FORTUNE: Final[i64] = 2")
_break("TB-RIV-022", "Misery takes one", MODULE, "MISERY: Final[i64] = -2", "MISERY: Final[i64] = -1")
_break(
    "TB-RIV-022",
    "the least is the default",
    STATE,
    'READINGS: Final = ("poorer", "least")',
    'READINGS: Final = ("least", "poorer")',
)
_break("TB-RIV-022", "Misery is never returned", TILES, "elif not poor and c[m.misery + seat] != 0:", "elif False:")
_break(
    "TB-RIV-023", "tiles move once a turn", MODULE, "            move_tiles(self, s, self.least)", "            pass"
)
_break(
    "TB-RIV-024",
    "no trade wins",
    TRADE,
    "        close_offer(r, s)\n        if r.modular and r.goods_win:",
    "        close_offer(r, s)\n        if False:",
)
_break("TB-RIV-024", "no exchange wins", TRADE, "get)\n            if r.goods_win:", "get)\n            if False:")
_break("TB-RIV-025", "a swamp is no desert", MODULE, "Terrain(desert=True)", "Terrain()")
_break("TB-RIV-028", "the robber avoids swamps", MODULE, "Terrain(desert=True)", "Terrain(desert=True, robber=False)")
_break(
    "TB-RIV-018",
    "the tiles move in the set-up",
    MODULE,
    "good == self.gold and s.cells[self.r.turn] > 0:",
    "good == self.gold:",
)
_break(
    "TB-RIV-034",
    "neutral colours earn",
    MODULE,
    "        if seat >= self.r.seats:\n            return\n",
    "        seat = seat % self.r.seats\n",
)


if __name__ == "__main__":
    sys.exit(main(mutations=MUTATIONS, tests=Path(__file__).parent))
