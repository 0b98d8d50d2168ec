"""Ways to break the rules of Traders & Barbarians, each to be noticed by a scenario.

`python -m tests.expansions.island.traders_barbarians.broken` tries them all.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from tests.island.mutation import Mutations
from tests.island.mutations import main

MUTATIONS: Final = Mutations("expansions/island/traders_barbarians/rules/")
_break = MUTATIONS.add

MODULE = "module.py"
STATE = "state.py"
BOARD = "board.py"
FIGURES = "figures.toml"
WAGONS = "wagons.py"
WAYS = "ways.py"
BARBARIANS = "barbarians.py"
REACH = "../view/reach.py"
SHOWN = "../view/module.py"
TWO = "../with_two_players.py"
EVENTS = "../with_event_cards.py"
TABLE = "../../combinations.toml"

_break("TB-TRAD-001", "castle and quarry change places", FIGURES, '["citadel", "forest 11"', '["quarry", "forest 11"')
_break("TB-TRAD-002", "terrains are not dealt", BOARD, "    rng.shuffle(kinds)\n", "")
_break("TB-TRAD-003", "the two is used", FIGURES, "unused_numbers = [2, 12]", "unused_numbers = [3, 12]")
_break("TB-TRAD-004", "five of a kind", FIGURES, "glass = 6, tools = 6", "glass = 5, tools = 6")
_break("TB-TRAD-005", "a barbarian elsewhere", FIGURES, '"1,-2,SE", "-2,1,NE"', '"1,-2,E", "-2,1,NE"')
_break("TB-TRAD-006", "there is a longest road", MODULE, "        config.route_points = 0\n", "")
_break("TB-TRAD-006", "the option is ignored", MODULE, 'options["army"] == "off"', 'options["army"] == "none"')
_break("TB-TRAD-007", "four gold", FIGURES, "gold = 5         #", "gold = 4         #")
_break("TB-TRAD-008", "two settlements", MODULE, "city=True, pays=True", "pays=True")
_break("TB-TRAD-011", "roads at the sea", MODULE, "return edges - closed_edges(board)", "return edges")
_break("TB-TRAD-013", "a twelve counts", MODULE, "return 2 < total < 12", "return 2 < total")
_break("TB-TRAD-016", "own roads cost two", STATE, "ROADED: Final[i64] = 1", "ROADED: Final[i64] = 2")
_break("TB-TRAD-016", "bare paths cost one", STATE, "BARE: Final[i64] = 2", "BARE: Final[i64] = 1")
_break("TB-TRAD-016", "barbarians cost one", STATE, "PAST_BARBARIAN: Final[i64] = 2", "PAST_BARBARIAN: Final[i64] = 1")
_break("TB-TRAD-017", "credit", WAYS, "or gold_of(m, s, seat) > 0", "or gold_of(m, s, seat) >= 0")
_break("TB-TRAD-018 TB-TRAD-053", "points are kept", WAYS, "    c[top + 2] = 0\n", "")
_break("TB-TRAD-019", "the move goes on", WAGONS, "        c[top + 3] |= ARRIVED\n", "")
_break("TB-TRAD-020", "grain again and again", WAGONS, "        s.cells[m.fed] = 1\n", "")
_break("TB-TRAD-020", "three points for a grain", STATE, "FODDER: Final[i64] = 2", "FODDER: Final[i64] = 3")
_break("TB-TRAD-023", "sand is wanted at the quarry", FIGURES, 'sand = "glassworks"', 'sand = "quarry"')
_break("TB-TRAD-024", "the token stays", WAGONS, "        c[m.cargo + seat] = 0\n", "")
_break("TB-TRAD-025", "any plaza pays", WAGONS, "kind >= 0 and WANTED[kind] != place", "kind < -1")
_break("TB-TRAD-026", "all levels cost the same", STATE, "DEAR: Final[i64] = 3", "DEAR: Final[i64] = 5")
_break("TB-TRAD-026", "upgrades are free", WAGONS, "        m.r.pay(s, seat, m.upgrade_item(s, seat))\n", "")
_break("TB-TRAD-027", "the top is worth nothing", MODULE, "            points += 1\n", "            points += 0\n")
_break("TB-TRAD-029", "the first level attacks", BARBARIANS, "value < ROLLS", "value + 1 < ROLLS")
_break("TB-TRAD-031", "attacks again", BARBARIANS, "        put(s.cells, self.m.attacked, arg, True)\n", "")
_break("TB-TRAD-031", "it can be passed", BARBARIANS, "            put(c, m.barring, edge, True)\n", "")
_break("TB-TRAD-032", "two on a path", STATE, " and not has(s.cells, self.barbarians, edge)", "")
_break("TB-TRAD-030", "who is driven off robs", BARBARIANS, "edge, EXPELLED)", "edge, ROBS)")
_break("TB-TRAD-033", "nobody is robbed", BARBARIANS, "why == ROBS and 0 <=", "why != ROBS and 0 <=")
_break("TB-TRAD-033 TB-TRAD-034", "no barbarian moves", MODULE, "if by != BY_EVENT:", "if by == BY_EVENT:")
_break("TB-TRAD-035", "fifteen knights", FIGURES, "knight = 16", "knight = 15")
_break("TB-TRAD-037", "three exchanges", STATE, "EXCHANGES: Final[i64] = 2", "EXCHANGES: Final[i64] = 3")
_break(
    "TB-TRAD-037",
    "after two exchanges gold goes at the rate of the bank",
    MODULE,
    "            return PRICE\n        return 0",
    "            return PRICE\n        return rate",
)
_break("TB-TRAD-039", "twelve points win", MODULE, "GOAL: Final = 13", "GOAL: Final = 12")
_break("TB-TRAD-046", "cards bought are played", MODULE, "        config.cards_wait = True\n", "")
_break("TB-TRAD-047", "a third move", WAGONS, "        s.cells[top + 3] = SECOND\n", "        s.cells[top + 3] = 0\n")
_break("TB-TRAD-050", "tolls are not paid", WAGONS, "    m.r.pass_goods(s, seat, owner, m.gold, 1)\n", "")
_break("TB-TRAD-040", "the opponent first", TWO, "% 2 == 1:", "% 2 == 0:")
_break("TB-TRAD-040", "tolls are never counted anew", TWO, "        s.cells[self.tolls] = 0\n", "        pass\n")
_break("TB-TRAD-041", "onto roads too", TWO, "arg, PATHS_ALONE)", "arg, 1)")
_break("TB-TRAD-041", "without a path for it", TWO, " or not has_room(m, s, True):", ":")
_break("TB-TRAD-042", "no token", TWO, "SITE_TOKENS: Final[i64] = 1", "SITE_TOKENS: Final[i64] = 0")
_break("TB-EVT-040", "the twelve stays", TABLE, "left_out = [2, 12]", "left_out = [2]")
_break("TB-EVT-042", "damaged roads are fast", EVENTS, "self.m.r.module(EventCardsState).damaged", "-1")
_break(
    "TB-TRAD-033", "an own road is robbed", BARBARIANS, "owner < r.seats and owner != seat and", "owner < r.seats and"
)
_break(
    "TB-TRAD-018 TB-TRAD-053",
    "a point is kept that is not enough behind a barbarian",
    WAYS,
    "m.step(s, edge, False) <= points and can_pay",
    "can_pay",
)
_break(
    "TB-TRAD-018 TB-TRAD-053",
    "a point is kept for a road without gold for its toll",
    WAYS,
    "m.step(s, edge, False) <= points and can_pay(m, s, seat, edge):",
    "m.step(s, edge, False) <= points:",
)
_break(
    "TB-TRAD-016",
    "barbarians are free in the reach",
    REACH,
    "int(m.step(s, edge, True))",
    "int(m.step(s, edge, False))",
)
_break("TB-TRAD-031", "the reach passes one that holds out", REACH, " or has(s.cells, m.barring, edge):", ":")
_break(
    "TB-TRAD-033",
    "an empty hand seems to be robbed",
    SHOWN,
    "if robs and r.hand_size(g.state, owner) else",
    "if robs else",
)


if __name__ == "__main__":
    sys.exit(main(mutations=MUTATIONS, tests=Path(__file__).parent))
