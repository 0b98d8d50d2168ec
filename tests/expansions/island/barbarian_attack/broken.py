"""Ways to break the rules of Barbarian Attack, each to be noticed by a scenario.

`python -m tests.expansions.island.barbarian_attack.broken` tries them all.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from tests.island.mutation import Mutations
from tests.island.mutations import main

MUTATIONS: Final = Mutations("expansions/island/barbarian_attack/rules/")
_break = MUTATIONS.add

MODULE = "module.py"
STATE = "state.py"
BOARD = "board.py"
FIGURES = "figures.toml"
INVASIONS = "invasions.py"
CARDS = "cards.py"
MARCHES = "marches.py"
REACH = "reach.py"
FIGHTS = "fights.py"
MODEL = "../view/model.py"
TWO = "../with_two_players.py"
EVENTS = "../../event_cards/with_barbarian_attack.py"
CALM = "../../event_cards/rules/events.py"
HARBORS = "../../harbors/rules.py"

_break("TB-BARB-001 TB-BARB-056", "the castle lies elsewhere", FIGURES, '"castle", "forest 6"', '"forest 6", "castle"')
_break("TB-BARB-001", "coast and inland are mixed", BOARD, " and on_coast((h.q, h.r), spots) == coastal", "")
_break("TB-BARB-002", "numbers may repeat", BOARD, "            if other != h:", "            if other < 0:")
_break("TB-BARB-003", "forty barbarians", STATE, "BARBARIANS: Final[i64] = 36", "BARBARIANS: Final[i64] = 40")
_break("TB-BARB-003", "none on the board", FIGURES, "first_landings = [2, 12]", "first_landings = []")
_break("TB-BARB-004", "there is a robber", MODULE, "        config.robber = False\n", "")
_break("TB-BARB-004", "cards of the base", MODULE, "        config.deck = [0] * len(config.deck)\n", "")
_break("TB-BARB-005 TB-BARB-018", "five knights", STATE, "KNIGHTS: Final[i64] = 6", "KNIGHTS: Final[i64] = 5")
_break("TB-BARB-006", "two settlements", MODULE, "city=True, pays=True", "pays=True")
_break("TB-BARB-007", "cities bring nobody", MODULE, "SETTLEMENT <= item <= CITY", "item == SETTLEMENT")
_break("TB-BARB-006", "the set-up brings barbarians", MODULE, "s.cells[self.r.turn] > 0 and SETTLEMENT", "SETTLEMENT")
_break("TB-BARB-008", "two landings", INVASIONS, "LANDINGS: Final[i64] = 3", "LANDINGS: Final[i64] = 2")
_break("TB-BARB-008", "sevens count", INVASIONS, "total != 7 and ", "")
_break("TB-BARB-008", "sums may repeat", INVASIONS, "        c[top + 2] += BITS[value]\n", "")
_break("TB-BARB-009", "a fourth lands", INVASIONS, "            if there < FULL:", "            if there <= FULL:")
_break("TB-BARB-010", "an invasion goes on", INVASIONS, "== LANDINGS or c[m.supply] == 0", "== LANDINGS")
_break("TB-BARB-011 TB-BARB-015", "two conquer", STATE, "FULL: Final[i64] = 3", "FULL: Final[i64] = 2")
_break("TB-BARB-011", "it yields", MODULE, "return s.cells[self.barbarians + hex_] == FULL", "return False")
_break(
    "TB-BARB-012",
    "roads are built",
    MODULE,
    "return not self.conquered(s, beside[2 * edge]) and not self.conquered(s, beside[2 * edge + 1])",
    "return True",
)
_break(
    "TB-BARB-012",
    "cities are built",
    MODULE,
    "corner: i64) -> bool:\n        return not self.touches_conquered(s, corner)\n\n    def after_build",
    "corner: i64) -> bool:\n        return True\n\n    def after_build",
)
_break("TB-BARB-013", "points stay", MODULE, " - s.cells[self.lost + seat]", "")
_break("TB-BARB-013 TB-HARB-009", "harbours serve", MODULE, "return not self.is_lost(s, corner)", "return True")
_break(
    "TB-BARB-014",
    "castle and desert do not count",
    STATE,
    "            if 0 <= beside[k] < self.r.board.land and not self.conquered(s, beside[k]):",
    "            if 0 <= beside[k] and self.coast_at[beside[k]] >= 0 and not self.conquered(s, beside[k]):",
)
_break("TB-BARB-016", "ten Knighthoods", FIGURES, "knighthood = 14", "knighthood = 10")
_break(
    "TB-BARB-017",
    "the pile stays empty",
    CARDS,
    "            s.cells[m.pile + k] = m.card_counts[k]",
    "            pass",
)
_break("TB-BARB-018", "any path", CARDS, "    if card == KNIGHTHOOD:\n        for k", "    if False:\n        for k")
_break(
    "TB-BARB-019", "the castle alone", CARDS, "    if card == KNIGHTHOOD:\n        for k", "    if True:\n        for k"
)
_break("TB-BARB-020", "three gold", CARDS, "BRIBE: Final[i64] = 2", "BRIBE: Final[i64] = 3")
_break("TB-BARB-020", "one barbarian moves", CARDS, "MOVED: Final[i64] = 2", "MOVED: Final[i64] = 1")
_break(
    "TB-BARB-020",
    "the supply gives none",
    CARDS,
    "        c[m.supply] -= moved - lifts\n",
    "        c[m.supply] -= 0\n",
)
_break("TB-BARB-021", "no other card", CARDS, "                deal(m, s, buyer)\n", "")
_break("TB-BARB-021 TB-BARB-034", "two prisoners", CARDS, "c[m.prisoners + seat] += 1", "c[m.prisoners + seat] += 2")
_break("TB-BARB-022 TB-BARB-035", "nothing is freed", STATE, "before == FULL or count == FULL", "count == FULL")
_break("TB-BARB-023", "four paths", REACH, "\nSTEPS: Final[i64] = 3", "\nSTEPS: Final[i64] = 4")
_break("TB-BARB-024", "nobody must march", MARCHES, "has(s.cells, m.entered, edge) and", "False and")
_break("TB-BARB-025", "six paths", REACH, "FED_STEPS: Final[i64] = 5", "FED_STEPS: Final[i64] = 6")
_break("TB-BARB-025", "free of charge", MARCHES, "            if fed != 0:", "            if fed > 1:")
_break("TB-BARB-027", "on top of a knight", STATE, "s.cells[self.knight + edge] == 0 and ", "")
_break("TB-BARB-027", "at the castle", STATE, " and self.at_castle[edge] == 0", "")
_break("TB-BARB-023", "a knight marches twice", MARCHES, "        put(c, m.marched, arg, True)\n", "")
_break("TB-BARB-029", "anticlockwise", BOARD, "(turns[h] - start) % math.tau", "(start - turns[h]) % math.tau")
_break("TB-BARB-030", "as many are enough", FIGHTS, "m.knights_at(s, hex_) > there", "m.knights_at(s, hex_) >= there")
_break("TB-BARB-031", "one for a victor alone", FIGHTS, "spoils if sides == 1 else 1", "1")
_break("TB-BARB-032", "no gold", FIGHTS, "                self.m.earn(s, who, CONSOLATION)", "                pass")
_break(
    "TB-BARB-032",
    "the lowest gets it",
    FIGHTS,
    "                if score > best:",
    "                if best == 0 or score < best:",
)
_break("TB-BARB-032", "one die", STATE, '"two": 2', '"two": 1')
_break(
    "TB-BARB-033",
    "the last one is rolled for",
    FIGHTS,
    "        if strongest & (strongest - 1) == 0:",
    "        if False:",
)
_break("TB-BARB-034", "three for a point", STATE, "PAIR: Final[i64] = 2", "PAIR: Final[i64] = 3")
_break("TB-BARB-036", "two gold", STATE, "CONSOLATION: Final[i64] = 3", "CONSOLATION: Final[i64] = 2")
_break(
    "TB-BARB-036",
    "no knight is lost",
    FIGHTS,
    "                c[m.ready + who] += 1",
    "                c[m.ready + who] += 0",
)
_break("TB-BARB-037", "other paths", FIGHTS, "((5, 2), (0, 3), (4, 1))", "((4, 2), (0, 3), (5, 1))")
_break("TB-BARB-038", "nobody is robbed", MODULE, "            rob_from(self.r, s, seat, mask)", "            pass")
_break("TB-BARB-039", "three times", STATE, "EXCHANGES: Final[i64] = 2", "EXCHANGES: Final[i64] = 3")
_break("TB-BARB-039", "three for one", MODULE, "PRICE: Final[i64] = 2", "PRICE: Final[i64] = 3")
_break(
    "TB-BARB-039",
    "after two exchanges gold goes at the rate of the bank",
    MODULE,
    "            return PRICE\n        return 0",
    "            return PRICE\n        return rate",
)
_break("TB-BARB-040", "gold is cards", MODULE, ", purse=True", "")
_break("TB-BARB-041", "ten points", MODULE, "GOAL: Final = 12", "GOAL: Final = 10")
_break("TB-BARB-050 TB-GEN-011", "the option does nothing", FIGHTS, "        if not m.ends_turn:", "        if False:")
_break("TB-BARB-050 TB-GEN-011", "nobody wins by fights", FIGHTS, "        if not m.ends_turn:", "        if True:")
_break(
    "TB-BARB-053 TB-BARB-052",
    "the die comes last",
    FIGHTS,
    "            s.push(m.colour_phase, seat, hex_)\n            return",
    "            pass",
)
_break("TB-BARB-042", "no mercenary", TWO, "s.cells[self.where] == 0 and", "False and")
_break("TB-BARB-057", "it may wait", TWO, "        put(s.cells, m.entered, arg, True)\n", "")
_break("TB-BARB-043", "one invasion for two", MODULE, "seat >= self.r.seats and item == SETTLEMENT", "False")
_break("TB-BARB-044", "for nothing", TWO, "self.mercenary.two.pay_action(s, seat)", "0")
_break("TB-BARB-045", "it rolls six", FIGHTS, "HIRED_ROLL: Final[i64] = 3", "HIRED_ROLL: Final[i64] = 6")
_break("TB-BARB-046", "three gold", TWO, "LOST_GOLD: Final[i64] = 2", "LOST_GOLD: Final[i64] = 3")
_break("TB-BARB-046", "no token", TWO, "        self.two.gain(s, seat, LOST_TOKENS)\n", "")
_break(
    "TB-BARB-058",
    "it may come back",
    TWO,
    "        s.push(m.land_phase, seat, bit, 1)",
    "        s.push(m.land_phase, seat, 0, 1)",
)
_break("TB-EVT-038 TB-EVT-039", "knights do not count", EVENTS, "return self.scenario.in_play(s, seat)", "return 0")
_break("TB-EVT-056", "conquered harbours count", CALM, " and r.seams.corner_serves(s, corner)", "")
_break("TB-HARB-009", "conquered buildings count", HARBORS, " and r.seams.corner_serves(s, corner)", "")
_break(
    "TB-BARB-008",
    "invasions without barbarians are told",
    MODEL,
    "0 if full or g.cell(m.supply) == 0 else",
    "0 if full else",
)


if __name__ == "__main__":
    sys.exit(main(mutations=MUTATIONS, tests=Path(__file__).parent))
