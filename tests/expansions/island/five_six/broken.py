"""Ways to break the rules of five and six players, each to be noticed by a scenario.

`python -m tests.expansions.island.five_six.broken` tries them all.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from tests.island.mutation import Mutations
from tests.island.mutations import main

MUTATIONS: Final = Mutations("expansions/island/five_six/")
_break = MUTATIONS.add

RULES = "rules/module.py"
FIGURES = "rules/figures.toml"
LAYING = "rules/figures.py"
ISLAND = "../../../catan/base/island.py"
ROBBER = "../friendly_robber/rules.py"
KNIGHTS = "../cities_knights/"
TABLE = "../combinations.toml"

_break("X56-001 X56-009", "a third desert", FIGURES, '"pasture 3"] },', '"desert"] },')
_break("X56-002", "two letters exchanged", FIGURES, "A2 B5 C4", "A2 B4 C5")
_break("X56-003", "two harbours for ore", FIGURES, 'side = "NE", good = "wool"', 'side = "NE", good = "ore"')
_break("X56-004", "the base's bank", FIGURES, "stock = 5 ", "stock = 0 ")
_break("X56-004", "the base's knights", FIGURES, "knight = 6", "knight = 0")
_break("X56-004", "no more of the other cards", FIGURES, "monopoly = 1", "monopoly = 0")
_break(
    "X56-005",
    "the phase begins with the second neighbour",
    RULES,
    "first = self.asked(s, seat)\n",
    "first = self.asked(s, (seat + 1) % self.r.seats)\n",
)
_break(
    "X56-005",
    "only one seat is asked",
    RULES,
    "        if following >= 0:\n            s.cells",
    "        if following < -1:\n            s.cells",
)
_break(
    "X56-005",
    "who can pay for nothing is skipped",
    RULES,
    "if c[self.out + following] == 0:",
    "if c[self.out + following] == 0 and self.r.payable(s, following) != 0:",
)
_break("X56-005", "who sits out is asked", RULES, "if c[self.out + following] == 0:", "if c[self.out + following] < 2:")
_break("X56-005", "sitting out is for once", RULES, "s.cells[m.out + seat] = 1", "s.cells[m.out + seat] = 0")
_break(
    "X56-005",
    "joining in does nothing",
    RULES,
    "s.cells[self.m.out + seat] = 0",
    "s.cells[self.m.out + seat] = 1",
)
_break(
    "X56-006", "the turn that is over still wins", RULES, "return self.paired or self.building(s) < 0", "return True"
)
_break("X56-006", "bought cards rest for a turn more", RULES, "        ripen(self.r, s, seat)\n", "")
_break(
    "X56-006",
    "no rule against trade",
    RULES,
    "return None if self._sold(word) else self._only_building(verb, no)",
    "return None",
)
_break("X56-007", "the second seat to the left", RULES, "PARTNER: Final[i64] = 3", "PARTNER: Final[i64] = 2")
_break(
    "X56-007", "the turn passes on from the second player", RULES, "return (before + 1) % r.seats", "return following"
)
_break("X56-007", "the pair is never over", RULES, "            c[self.first] = 0\n", "")
_break("X56-007", "players trade in the second turn", RULES, "return not self.second(s)", "return True")
_break(
    "X56-007",
    "a card of the first turn counts for the second player",
    RULES,
    "        take_turn(r, s, partner)\n",
    "        c[r.on_turn] = partner\n",
)
_break("X56-007", "the second turn does not begin", RULES, "        r.seams.begin_turn(s, partner)\n", "")
_break("X56-007", "nobody wins at the beginning of the second turn", RULES, "        r.check_win(s)\n", "")
_break(
    "X56-007 X56-013",
    "a roll in the second turn",
    RULES,
    "s.push(r.main_phase, partner)",
    "s.push(r.roll_phase, partner)",
)
_break("X56-010", "the second desert", ISLAND, "if sites else self.desert\n", "if sites else self.desert + 11\n")
_break("X56-010", "always the first desert", ROBBER, "r.deserts > 1", "r.deserts > 2")
_break(
    "X56-011",
    "17 of each commodity",
    TABLE,
    "more_commodities = 6",
    "more_commodities = 5",
)
_break(
    "X56-012",
    "no walls and improvements",
    KNIGHTS + "rules/module.py",
    "def purchases(self, s: State, seat: i64, out: Codes) -> None:\n        self.city_verbs.legal(s, seat, out)\n",
    "def purchases(self, s: State, seat: i64, out: Codes) -> None:\n",
)
_break(
    "X56-012",
    "knights act",
    KNIGHTS + "rules/module.py",
    "self.knights.legal(s, seat, out, False)\n\n    def playable",
    "self.knights.legal(s, seat, out, True)\n\n    def playable",
)
_break("MIX-022", "with any number of seats", RULES, "        self.only_seats = tuple(numbers)\n", "")
_break("MIX-022", "six at most", FIGURES, "seats = [5, 6]", "seats = [6]")
_break("X56-002", "always the printed island", LAYING, 'if name == "beginner":', "if name:")


if __name__ == "__main__":
    sys.exit(main(mutations=MUTATIONS, tests=Path(__file__).parent))
