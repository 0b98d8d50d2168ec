"""Ways to break the rules of Seafarers, each to be noticed by a scenario.

`python -m tests.expansions.island.seafarers.rules.broken` tries them all.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from tests.island.mutation import Mutations
from tests.island.mutations import main

MUTATIONS: Final = Mutations("expansions/island/seafarers/")
_break = MUTATIONS.add

MODULE = "rules/module.py"
STATE = "rules/state.py"
SHIPS = "rules/ships.py"
GOLD = "rules/gold.py"
PIRATE = "rules/pirate.py"
AREAS = "rules/areas.py"
FIGURES = "rules/figures.py"
MAPS = "rules/maps.toml"
LINES = "../../../catan/base/wide.py"
KNIGHTS = "with_cities_knights.py"
HOLDING = "../../../catan/base/lines.py"
TABLE = "../combinations.toml"

_break("SEA-001", "fourteen ships", MODULE, "SHIPS: Final = 15", "SHIPS: Final = 14")
_break("SEA-001", "ships for lumber and brick", MODULE, '{"lumber": 1, "wool": 1}', '{"lumber": 1, "brick": 1}')
_break("SEA-002", "ships on any path", MODULE, "if board.by_water(edge)}", "}")
_break(
    "SEA-003 SEA-011",
    "ships go on from roads",
    MODULE,
    "SHIPS, free=True, rule=",
    'SHIPS, ("road",), True, rule=',
)
_break("SEA-005", "a ship built this turn moves", SHIPS, " & ~c[m.fresh + word]", "")
_break("SEA-005", "any number of moves a turn", SHIPS, "        s.cells[m.sailed] = 1\n", "")
_break("SEA-005", "one move a game", MODULE, "        s.cells[self.sailed] = 0\n", "")
_break("SEA-005", "a ship stays new", MODULE, "            s.cells[self.fresh + k] = 0\n", "            pass\n")
_break("SEA-012 SEA-013 CKS-013", "ships are never free", MODULE, "SHIPS, free=True", "SHIPS, free=False")
_break(
    "SEA-006",
    "ships of closed lines move",
    SHIPS,
    "        if s.cells[m.r.owner + ends[k]] != seat + 1:\n            other = ship_beside(m, s, seat, edge, ends[k])\n"
    "            if other == NONE:",
    "        if True:\n            other = ship_beside(m, s, seat, edge, ends[k])\n            if other == NONE:",
)
_break(
    "SEA-006", "ships within a line move", SHIPS, "                return SEVERAL\n", "                return NONE\n"
)
_break("SEA-006", "a settlement closes no line", MODULE, "            ships_met(self, s, seat, place)\n", "")
_break(
    "CKS-006",
    "a knight holds no ship",
    SHIPS,
    "if r.seams.has_piece_at and not loose_end(r, s, seat, edge):",
    "if False:",
)
_break("SEA-005", "a ship moves to where it lay", SHIPS, "if to != left and (", "if (")
_break("SEA-021", "a ship follows itself", SHIPS, "if e >= 0 and e != edge and c[", "if e >= 0 and c[")
_break("SEA-021", "a ship moves before the roll", MODULE, "        if not rolled:\n            return\n", "")
_break(
    "SEA-007",
    "ships are built at the pirate",
    MODULE,
    "return not self.beside_pirate(s, edge)",
    "return True",
)
_break("SEA-007", "ships leave the pirate", SHIPS, "~c[m.fresh + word] & ~shores[shore + word]", "~c[m.fresh + word]")
_break(
    "SEA-007",
    "ships come to the pirate",
    SHIPS,
    "            here = s.cells[at + word] & ~m.shores[shore + word]\n            while",
    "            here = s.cells[at + word]\n            while",
)
_break("SEA-009", "the pirate stops roads", STATE, "self.closable = BITS[self.ship]", "self.closable = -1")
_break("SEA-008", "the pirate never moves", MODULE, "            pirate_moves(self, s, out)\n", "            pass\n")
_break(
    "SEA-022",
    "the pirate stays",
    PIRATE,
    "        if hex_ != there:\n            out",
    "        if True:\n            out",
)
_break("SEA-022", "the pirate goes ashore", PIRATE, "range(m.r.board.land, m.r.board.hexes)", "range(m.r.board.hexes)")
_break("SEA-022", "the pirate robs nobody", PIRATE, "        rob_from(m.r, s, seat, pirate_victims(m, s, seat))\n", "")
_break("SEA-022", "the pirate robs its mover", PIRATE, "owner != seat and (mask", "(mask")
_break("SEA-022", "who holds nothing is robbed", PIRATE, " and hand_size(r, s, owner) > 0:", ":")
_break(
    "SEA-020",
    "the pirate begins beside the board",
    MODULE,
    "s.cells[self.pirate] = sites[0][0] if sites else -1",
    "s.cells[self.pirate] = -1",
)
_break("SEA-010", "cities take one card", STATE, "return s.cells[self.m.r.level + corner]", "return 1")
_break(
    "SEA-010",
    "gold without a number",
    MODULE,
    "        if self.is_gold[hex_] == 0:\n            return False\n",
    "        return False\n",
)
_break("SEA-026", "the roller is last", GOLD, "other = (seat + k) % m.r.seats", "other = (seat + 1 + k) % m.r.seats")
_break("SEA-026", "more than the bank has", GOLD, "                owed = there\n", "")
_break(
    "SEA-010",
    "starting settlements take no gold",
    MODULE,
    "            owe_first_gold(self, s, seat, place)\n",
    "            pass\n",
)
_break("SEA-010", "printed pieces take no gold", MODULE, "        owe_printed_gold(self, s)\n", "        pass\n")
_break("SEA-014", "chits of one point", STATE, "CHIT: Final[i64] = 2", "CHIT: Final[i64] = 1")
_break(
    "SEA-014",
    "a chit for each settlement",
    MODULE,
    "if area == HOME_AREA or c[at] != 0:",
    "if area == HOME_AREA:\n                return\n            if False:",
)
_break(
    "SEA-014", "one chit an island", MODULE, "at = self.areas + seat * self.area_count + area", "at = self.areas + area"
)
_break(
    "SEA-023",
    "chits in the set-up",
    MODULE,
    "if c[self.r.turn] == 0:\n                c[at] = NATIVE",
    "if False:\n                c[at] = NATIVE",
)
_break(
    "SEA-015 SEA-018",
    "anybody begins anywhere",
    STATE,
    "return not self.has_home or self.corner_area[corner] == HOME_AREA",
    "return True",
)
_break(
    "SEA-019",
    "mixed corners are home",
    AREAS,
    "out.append(min(foreign, default=HOME_AREA))",
    "out.append(min(foreign, default=HOME_AREA) if len(foreign) > 2 else HOME_AREA)",
)
_break("SEA-023", "fourteen points on four islands", FIGURES, '{"four_islands": -1}', '{"four_islands": 0}')
_break("SEA-015", "thirteen points on New Shores", MODULE, '"goal": 14', '"goal": 13')
_break("SEA-016", "the robber of three on gold", MAPS, 'robber = "2,1"', 'robber = "3,1"')
_break("SEA-017", "harbours that never change", FIGURES, "        rng.shuffle(pool)\n", "")
_break("SEA-025", "five and six are never enough", TABLE, 'leaves = ["only_seats", "layouts"]', 'leaves = ["layouts"]')
_break("CKS-009", "one point more with knights", TABLE, "raises = { goal = 2 }", "raises = { goal = 1 }")
_break(
    "CKS-010",
    "gold gives commodities",
    STATE,
    'sum(owner == "island" for owner in r.config.good_owners.values())',
    "len(r.config.good_owners)",
)
_break(
    "CKS-011",
    "the merchant on gold",
    "../cities_knights/rules/progress/trade.py",
    "        if r.terrain_good[hex_] < 0:\n            return False\n        for k in range(6):",
    "        for k in range(6):",
)
_break(
    "CKS-018",
    "the robber wakes in the desert",
    "../cities_knights/rules/barbarians.py",
    "c[m.r.robber] = m.r.robber_start",
    "c[m.r.robber] = m.r.desert",
)
_break(
    "CKO-003",
    "a sabotaged city takes two of gold",
    KNIGHTS,
    "        if s.cells[self.knights.damaged + corner] != 0:\n            return 1\n",
    "",
)
_break(
    "CKS-012",
    "the pirate is chased at once",
    KNIGHTS,
    "there < 0 or not knights.robber_is_awake(s)",
    "there < 0",
)
_break(
    "CKS-008",
    "resting knights chase",
    KNIGHTS,
    "if may_act(knights, s, seat, corner):",
    "if s.cells[knights.knight + corner] == seat + 1:",
)
_break("CKS-016", "the knight stays active", KNIGHTS, "        s.cells[knights.active + arg] = 0\n", "")
_break(
    "CKS-016",
    "who chases the robber moves the pirate",
    MODULE,
    "s.push(self.r.robber_phase, seat, ROBBER_ALONE)",
    "s.push(self.r.robber_phase, seat, 0)",
)
HELD = "r.seams.piece_at(s, corner) == colour + 1"
_break("CKS-006 CKS-019", "knights hold no ship", HOLDING, HELD, "False")
_break(
    "CKS-007",
    "opposing knights hold ships",
    HOLDING,
    HELD,
    "any(r.seams.piece_at(s, r.way_ends[k]) != 0 for k in range(corner * 3, corner * 3 + 3))",
)

_break("CKS-008", "the pirate is chased from five corners", KNIGHTS, "there * 6 + 6)", "there * 6 + 5)")
_break(
    "SEA-005",
    "a cut line takes a ship",
    SHIPS,
    "        if cut(r, s, seat, corner):\n            continue\n        for i in",
    "        for i in",
)
_break("SEA-010 SEA-026", "too few cards of gold are left", GOLD, "good >= least and beyond >= owed:", "good >= least:")
_break(
    "SEA-003 SEA-005",
    "a road is cut where a ship has left",
    LINES,
    "        if left == 0:\n            _join_corner",
    "        if left & BITS[lifted] == 0:\n            _join_corner",
)
_break(
    "SEA-003 SEA-005",
    "a ship leaves paths open at the end of a road",
    LINES,
    "!= colour + 1 and left & BITS[lifted] == 0:",
    "!= colour + 1 and left == 0:",
)


if __name__ == "__main__":
    sys.exit(main(mutations=MUTATIONS, tests=Path(__file__).parent))
