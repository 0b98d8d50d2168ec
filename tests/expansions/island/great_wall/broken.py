"""Ways to break the rules of the Great Wall, each to be noticed by a scenario.

`python -m tests.expansions.island.great_wall.broken` tries them all.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from tests.island.mutation import Mutations
from tests.island.mutations import main

MUTATIONS: Final = Mutations("expansions/island/great_wall/rules/")
_break = MUTATIONS.add

MODULE = "module.py"
STATE = "state.py"
BOARD = "board.py"
RIDERS = "riders.py"
KNIGHT = "knight.py"
WALL = "wall.py"
FIGURES = "figures.toml"

_break("HIST-001", "three may play", MODULE, "PLAYERS: Final = (4, 6)", "PLAYERS: Final = (3, 4, 6)")
_break("HIST-003", "four play on the whole board", BOARD, "if seats > 4 else [data", "if seats > 3 else [data")
_break("HIST-005", "it is a small variant", MODULE, 'self.role = "world"', 'self.role = "variant"')
_break("GW-001 GW-013", "four levels", BOARD, "TOP: Final[i64] = 5", "TOP: Final[i64] = 4")
_break("GW-002", "six riders of each numeral", FIGURES, "riders = 7 ", "riders = 6 ")
_break(
    "GW-002",
    "the highest numeral goes first",
    STATE,
    "for k in range(self.numerals):\n            if s.cells[start + k]",
    "for k in range(self.numerals - 1, -1, -1):\n            if s.cells[start + k]",
)
_break("GW-003 GW-049", "four victory points are left out", FIGURES, "point = 3 }", "point = 4 }")
_break("GW-003", "no card of invention is left out", FIGURES, "plenty = 1, ", "plenty = 0, ")
_break("GW-004", "the pirate starts elsewhere", FIGURES, 'pirate = "6,1"', 'pirate = "6,2"')
_break("GW-005", "an army of two points", MODULE, "ARMY_POINTS: Final = 1", "ARMY_POINTS: Final = 2")
_break("GW-006", "fortresses stand anywhere", MODULE, "        if step >= self.sections:\n", "        if True:\n")
_break(
    "GW-007",
    "the first player begins with the settlements",
    MODULE,
    "round_ = [last, *range(last)]",
    "round_ = [*range(seats)]",
)
_break("GW-008", "a fortress has a road", MODULE, "Placing(turn, line=False)", "Placing(turn)")
_break(
    "GW-008",
    "the first settlement pays",
    MODULE,
    "[Placing(turn) for turn in round_] +",
    "[Placing(turn, pays=True) for turn in round_] +",
)
_break("GW-010", "the first player has the first turn", MODULE, "config.first_turn = last", "config.first_turn = 0")
_break("GW-011", "two levels at once", WALL, "s.cells[m.level + section] += 1", "s.cells[m.level + section] += 2")
_break("GW-012", "the level before is paid", WALL, "s.cells[m.level + section] * m.r.goods", "0 * m.r.goods")
_break("GW-012", "levels for nothing", WALL, "            if count > 0:\n", "            if count > 9:\n")
_break("GW-012", "levels before the roll", MODULE, "        if rolled:\n", "        if True:\n")
_break("GW-013", "a sixth level", WALL, " or s.cells[m.level + section] == TOP:", ":")
_break("GW-014", "cities draw nobody", MODULE, "SETTLEMENT <= item <= CITY", "item == SETTLEMENT")
_break("GW-014", "settlements draw nobody", MODULE, "SETTLEMENT <= item <= CITY", "item == CITY")
_break("GW-014", "roads draw riders", MODULE, "SETTLEMENT <= item <= CITY", "item <= CITY")
_break(
    "GW-014",
    "all riders gather on the first territory",
    RIDERS,
    "s.cells[m.gathered + arg * m.numerals + arg] += 1",
    "s.cells[m.gathered + arg] += 1",
)
_break(
    "GW-014",
    "a rider is as likely as another numeral",
    RIDERS,
    "out.weigh(self.asks + numeral, count)",
    "out.weigh(self.asks + numeral, 1)",
)
_break("GW-015", "an empty bag gives a rider", RIDERS, "if m.lowest(s, m.bag, 0) >= 0:", "if True:")
_break("GW-016", "every number moves riders", RIDERS, "m.arrow_number[k] != total or ", "")
_break("GW-016 GW-038", "a seven moves riders", BOARD, " or number == 7:", ":")
_break("GW-017", "a sixth rider before a section", STATE, "FULL: Final[i64] = 5", "FULL: Final[i64] = 6")
_break(
    "GW-018",
    "as many riders as levels pass",
    RIDERS,
    "if m.riders(s, m.fighting, section) > s.cells[m.level + section]:",
    "if m.riders(s, m.fighting, section) >= s.cells[m.level + section] > 0:",
)
_break(
    "GW-019 GW-018",
    "one rider comes through",
    RIDERS,
    "    for _rider in range(count):\n        hex_ = next_hex",
    "    for _rider in range(1):\n        hex_ = next_hex",
)
_break(
    "GW-020",
    "occupied hexes produce",
    MODULE,
    "return self.lowest(s, self.behind, hex_) >= 0",
    "return self.lowest(s, self.behind, hex_) >= 9",
)
_break("GW-021", "the section keeps its level", RIDERS, "        c[m.level + section] -= 1\n", "        pass\n")
_break("GW-022", "no penalty", RIDERS, "        c[m.penalties + owner] += 1\n", "        pass\n")
_break("GW-022 GW-047 GW-034", "penalties cost nothing", MODULE, "return -s.cells[self.penalties + seat]", "return 0")
_break(
    "GW-023",
    "gaps are not filled first",
    RIDERS,
    "if not again or s.cells[m.freed + hex_] != 0:",
    "if not again:",
)
_break("GW-023", "what is freed is no gap", KNIGHT, "            s.cells[m.freed + arg] = 1\n", "            pass\n")
_break("GW-024", "the lowest number", RIDERS, "m.rank[hex_] > m.rank[best]", "m.rank[hex_] < m.rank[best]")
_break("GW-024", "of equal numbers the last hex", RIDERS, "m.rank[hex_] > m.rank[best]", "m.rank[hex_] >= m.rank[best]")
_break("GW-024", "the option changes nothing", STATE, "6 - abs(7 - number) if likeliest else number", "number")
_break("GW-025", "three riders on a hex", STATE, "CROWD: Final[i64] = 2", "CROWD: Final[i64] = 3")
_break(
    "GW-025",
    "riders without room stay before the section",
    RIDERS,
    "            m.move_rider(s, m.fighting, section, m.bag, 0)\n",
    "",
)
_break(
    "GW-026",
    "riders do not cross the sea",
    BOARD,
    "        if hex_ < board.land:\n",
    "        if hex_ >= board.land:\n            break\n        else:\n",
)
_break("GW-027", "five levels can be passed", RIDERS, "if m.riders(s, m.fighting, section) == FULL:", "if False:")
_break(
    "GW-028",
    "the pirate may stay",
    KNIGHT,
    "        if m.sea[hex_] != 0 and hex_ != s.cells[m.pirate]:\n            out.add",
    "        if m.sea[hex_] != 0:\n            out.add",
)
_break(
    "GW-028",
    "the pirate goes to the battlefields",
    KNIGHT,
    "        if m.sea[hex_] != 0 and hex_ != s.cells[m.pirate]:\n            out.add",
    "        if hex_ != s.cells[m.pirate]:\n            out.add",
)
_break(
    "GW-028",
    "nothing moves on a seven",
    MODULE,
    "        s.push(self.knight_phase if by == BY_KNIGHT else self.pirate_phase, seat)\n",
    "        if by == BY_KNIGHT:\n            s.push(self.knight_phase, seat)\n",
)
_break(
    "GW-029",
    "the pirate closes no harbour",
    MODULE,
    "return self.harbor_hex[corner] < 0 or self.harbor_hex[corner] != s.cells[self.pirate]",
    "return True",
)
_break(
    "GW-029",
    "a harbour stays as it was when the pirate moves",
    KNIGHT,
    "                rates_changed(m.r, s, other)\n",
    "                pass\n",
)
_break("GW-030", "one action", KNIGHT, "ALLOWED: Final[i64] = 2", "ALLOWED: Final[i64] = 1")
_break("GW-030", "three actions", KNIGHT, "ALLOWED: Final[i64] = 2", "ALLOWED: Final[i64] = 3")
_break(
    "GW-030",
    "a freed rider is gone",
    KNIGHT,
    "m.move_rider(s, m.behind, arg, m.bag, 0)",
    "s.cells[m.behind + arg * m.numerals + m.lowest(s, m.behind, arg)] -= 1",
)
_break(
    "GW-031",
    "a second rider may be led",
    KNIGHT,
    "        if not done & BITS[RIDE] and m.numerals > 1:\n            for",
    "        if m.numerals > 1:\n            for",
)
_break("GW-031 GW-033", "a knight must act", KNIGHT, "        out.add(m.no)\n", "        pass\n")
_break(
    "GW-032 GW-030",
    "both riders leave a hex",
    KNIGHT,
    "        left = m.riders(s, m.behind, arg)\n",
    "        while m.riders(s, m.behind, arg) > 0:\n            m.move_rider(s, m.behind, arg, m.bag, 0)\n"
    "        left = m.riders(s, m.behind, arg)\n",
)
_break("GW-035", "four passes are enough", FIGURES, 'passes = { "4" = 5, ', 'passes = { "4" = 4, ')
_break("GW-035", "six players lose after five", FIGURES, '"6" = 7 }', '"6" = 5 }')
_break(
    "GW-035 GW-036", "nobody loses", RIDERS, "                m.r.finish_as(s, 0, m.fallen)\n", "                pass\n"
)
_break(
    "GW-036",
    "passes from the west",
    RIDERS,
    "    for section in range(m.sections):\n        if m.riders(s, m.fighting",
    "    for section in range(m.sections - 1, -1, -1):\n        if m.riders(s, m.fighting",
)
_break(
    "GW-037 X56-012",
    "no section in the special building phase",
    MODULE,
    "        if may_wall(self, s, seat):\n            out.add(self.wall)\n",
    "        if s.cells[self.r.on_turn] == seat and may_wall(self, s, seat):\n            out.add(self.wall)\n",
)
_break(
    "GW-042",
    "riders move after production",
    MODULE,
    "    def after_roll(self, s: State, seat: i64, total: i64) -> None:\n",
    "    def after_production(self, s: State, total: i64) -> None:\n",
)
_break("GW-044 GW-002", "five territories for four", BOARD, "[: sections - 1]]", "[: 5]]")
_break("GW-045", "the option changes nothing", STATE, 'options["pirate_theft"] == "may"', "True")
_break("GW-045", "a card must be taken", STATE, 'options["pirate_theft"] == "may"', "False")
_break(
    "GW-045",
    "the pirate takes cards at the coast alone",
    KNIGHT,
    "if other != seat and hand_size(m.r, s, other) > 0:",
    "if other != seat and other < 3 and hand_size(m.r, s, other) > 0:",
)
_break(
    "GW-046",
    "one rider in a turn",
    MODULE,
    "        if s.cells[self.r.turn] > 0 and SETTLEMENT <= item <= CITY:\n",
    "        if s.cells[self.r.turn] > 0 and SETTLEMENT <= item <= CITY and self.riders(s, self.bag, 0) % 2 == 1:\n",
)


if __name__ == "__main__":
    sys.exit(main(mutations=MUTATIONS, tests=Path(__file__).parent))
