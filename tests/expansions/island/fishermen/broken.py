"""Ways to break the rules of Fishermen, each to be noticed by a scenario.

`python -m tests.expansions.island.fishermen.broken` tries them all.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from tests.island.mutation import Mutations
from tests.island.mutations import main

MUTATIONS: Final = Mutations("expansions/island/fishermen/rules/")
_break = MUTATIONS.add

MODULE = "module.py"
STATE = "state.py"
GROUNDS = "grounds.py"
PAYMENTS = "payments.py"
TOKENS = "tokens.py"
DELIVERIES = "deliveries.py"
KNOWLEDGE = "knowledge.py"
TABLE = "../../combinations.toml"
EVENTS = "../../event_cards/rules/events.py"

_break("TB-FISH-001", "the lake on the coast", GROUNDS, "for side in SIDES)])", "for side in SIDES[:1])])")
_break("TB-FISH-001", "a lake on the coast is allowed", GROUNDS, "== LAKE and on_rim(board, hex_)", "== LAKE and False")
_break("TB-FISH-001", "a desert too", GROUNDS, 'if "desert" in board.terrain:', "if False:")
_break("TB-FISH-002", "twelve tokens of one fish", STATE, "TOKENS: Final = (11, 10, 8)", "TOKENS: Final = (12, 10, 8)")
_break("TB-FISH-002", "no boot in the stock", TOKENS, "        if s.cells[m.boot] == 0:\n", "        if False:\n")
_break("TB-FISH-002", "every kind is as likely", TOKENS, "out.weigh(m.catch + kind, n)", "out.weigh(m.catch + kind, 1)")
_break("TB-FISH-003", "grounds always lie alike", GROUNDS, "        chance.shuffle(numbers)\n", "")
_break("TB-FISH-003", "a ground with a seven", GROUNDS, " or number == SEVEN", "")
_break("TB-FISH-003", "a ground anywhere", GROUNDS, "if len(land_at(board, corner)) != 2:", "if False:")
_break(
    "TB-FISH-005",
    "a ground serves one corner",
    GROUNDS,
    "    for k in range(3):\n        edge",
    "    for k in range(0):\n        edge",
)
_break(
    "TB-FISH-005",
    "a ground serves inland",
    GROUNDS,
    "if edge >= 0 and board.by_water(edge):",
    "if edge >= 0:",
)
_break(
    "TB-FISH-005",
    "the lake serves three",
    GROUNDS,
    "+ k]) for k in range(6)]\n                    lakes += [hex_] * 6",
    "+ k]) for k in range(3)]\n                    lakes += [hex_] * 3",
)
_break("TB-FISH-005", "the lake has no 12", GROUNDS, "(2, 3, 11, 12)", "(2, 3, 11, 10)")
_break("TB-FISH-006", "a city draws one", TOKENS, "+= c[r.level + corner]", "+= 1")
_break("TB-FISH-006", "neutral colours draw", TOKENS, "if owner == 0 or owner > r.seats:", "if owner == 0:")
_break(
    "TB-FISH-007", "the first seat draws first", TOKENS, "s.push(m.due_phase, c[r.on_turn])", "s.push(m.due_phase, 0)"
)
_break(
    "TB-FISH-007",
    "the last draws first",
    TOKENS,
    "other = (seat + k) % m.r.seats",
    "other = (seat - k + m.r.seats) % m.r.seats",
)
_break("TB-FISH-008", "nothing for the second settlement", MODULE, "if self.waters.fishing[place] != 0:", "if False:")
_break("TB-FISH-008", "the first one draws too", MODULE, " or self.r.placing_pays[s.cells[top + 2]] == 0", "")
_break("TB-FISH-008", "printed ones do not", MODULE, "if piece.pays and self.waters", "if False and self.waters")
_break(
    "TB-FISH-009",
    "a token for each number there",
    MODULE,
    "            s.cells[self.due + seat] = 1\n",
    "            s.cells[self.due + seat] = sum(int(c == place) for c in self.waters.corners)\n",
)
_break("TB-FISH-010", "all see a drawn token", TOKENS, "arg + 1, 0, 0, 0, BITS[who])", "arg + 1)")
_break("TB-FISH-010", "tokens lie open", STATE, 'OWNER, "fish"', '0, "fish"')
_break("TB-FISH-011", "other prices", PAYMENTS, "PRICES: Final = (2, 3, 4, 5, 7)", "PRICES: Final = (2, 3, 4, 5, 6)")
_break(
    "TB-FISH-011",
    "deliveries before the roll",
    MODULE,
    "        if rolled:\n            deliveries",
    "        if True:\n            deliveries",
)
_break("TB-FISH-011", "the robber stays", DELIVERIES, "            s.cells[r.robber] = -1\n", "            pass\n")
_break("TB-FISH-011", "fish are kept", TOKENS, "        s.cells[m.fish + seat * KINDS + kind] -= 1\n", "")
_break("TB-FISH-014", "tokens that are not needed", PAYMENTS, "total >= price and all(", "total >= price and any(")
_break("TB-FISH-014", "the exact price alone", PAYMENTS, "return total >= price and", "return total == price and")
_break("TB-FISH-016", "eight tokens", STATE, "MOST_HELD: Final[i64] = 7", "MOST_HELD: Final[i64] = 8")
_break(
    "TB-FISH-016",
    "no exchange",
    TOKENS,
    "                s.push(m.swap_phase, other)\n                return\n",
    "                pass\n",
)
_break("TB-FISH-016", "the exchange is a duty", TOKENS, "        out.add(self.m.r.no)\n", "")
_break(
    "TB-FISH-017",
    "an exchange for each token",
    TOKENS,
    "                c[m.due + other] = 0\n                s.push(m.swap_phase",
    "                c[m.due + other] -= 1\n                s.push(m.swap_phase",
)
_break(
    "TB-FISH-017",
    "the boot counts",
    STATE,
    "s.cells[at + 1] + s.cells[at + 2]",
    "s.cells[at + 1] + s.cells[at + 2] + (s.cells[self.boot] == seat + 1)",
)
_break("TB-FISH-018", "spent tokens are gone", TOKENS, "    if m.face_down(s) > 0:\n", "    if True:\n")
_break(
    "TB-FISH-018",
    "the boot does not count as face down",
    STATE,
    "return fish + 1 if c[self.boot] == 0 else fish",
    "return fish",
)
_break("TB-FISH-020", "the robber does not stop the lake", TOKENS, "if lake < 0 or lake != c[r.robber]:", "if True:")
_break(
    "TB-FISH-020",
    "the robber stays off the lake",
    MODULE,
    "Terrain(numbered=True)",
    "Terrain(numbered=True, robber=False)",
)
_break(
    "TB-FISH-020",
    "the robber at the lake stops all waters",
    TOKENS,
    "if lake < 0 or lake != c[r.robber]:",
    'if c[r.robber] < 0 or m.r.board.terrain[c[r.robber]] != "lake":',
)
_break("TB-FISH-022", "the boot goes at once", MODULE, "and s.cells[self.boot_new] == 0", "")
_break(
    "TB-FISH-022",
    "the boot goes to anybody",
    DELIVERIES,
    "open_points(m.r, s, other) >= mine",
    "open_points(m.r, s, other) >= 0",
)
_break(
    "TB-FISH-022",
    "the boot goes to those ahead alone",
    DELIVERIES,
    "open_points(m.r, s, other) >= mine",
    "open_points(m.r, s, other) > mine",
)
_break(
    "TB-FISH-022",
    "hidden points count",
    DELIVERIES,
    "open_points(m.r, s, other) >= mine",
    "open_points(m.r, s, other) + m.r.hidden_points(s, other) >= mine",
)
_break("TB-FISH-022", "giving it away does not win", DELIVERIES, "        m.r.check_win(s)\n", "")
_break(
    "TB-FISH-023",
    "the boot stays with the second",
    MODULE,
    "    def begin_turn(self, s: State, seat: i64) -> None:\n        s.cells[self.boot_new] = 0",
    "    def begin_turn(self, s: State, seat: i64) -> None:\n        s.cells[self.boot_new] = s.cells[self.boot_new]",
)
_break("TB-FISH-024", "the boot is no burden", MODULE, "return 1 if s.cells[self.boot] == seat + 1 else 0", "return 0")
_break(
    "TB-FISH-024",
    "all need a point more",
    MODULE,
    "return 1 if s.cells[self.boot] == seat + 1 else 0",
    "return 1 if s.cells[self.boot] > 0 else 0",
)
_break("TB-FISH-026", "cards without a deck", DELIVERIES, "return cards_for_sale(r, s, seat) > 0", "return True")
_break("TB-FISH-027", "a road without a place", DELIVERIES, "return can_lay_road(r, s, seat)", "return True")
_break(
    "TB-FISH-028",
    "two players start without tokens",
    STATE,
    "FIRST_TOKENS: Final = (2, 2, 1)",
    "FIRST_TOKENS: Final = (0, 0, 0)",
)
_break("TB-FISH-028", "trade tokens beside fish", TABLE, "sets = { tokens = false }", "sets = { tokens = true }")
_break(
    "TB-FISH-028",
    "nobody pays less",
    STATE,
    "            return 0\n        return 1\n",
    "            return 0\n        return 0\n",
)
_break(
    "TB-FISH-039", "a tie pays less", STATE, ">= open_points(self.r, s, 1 - seat)", "> open_points(self.r, s, 1 - seat)"
)
_break(
    "TB-FISH-029",
    "the second settlement of two draws",
    MODULE,
    "item != SETTLEMENT or self.pair or",
    "item != SETTLEMENT or",
)
_break(
    "TB-FISH-029", "printed second settlements of two draw", MODULE, "        if self.pair:\n            return\n", ""
)
_break(
    "TB-FISH-030 TB-EVT-035",
    "the robber flees to where it is not",
    EVENTS,
    "    s.cells[r.robber] = r.desert\n",
    "    s.cells[r.robber] = max(r.desert, 0)\n",
)
_break("TB-FISH-032", "two fish for nothing", DELIVERIES, "return s.cells[r.robber] >= 0", "return True")
_break("TB-FISH-033", "three fish for nothing", DELIVERIES, "return others_with_cards(m, s, seat) != 0", "return True")
_break("TB-FISH-033", "four fish for nothing", DELIVERIES, "return bank_size(r, s) > 0", "return True")
_break(
    "TB-FISH-033",
    "a card that the bank has not",
    DELIVERIES,
    "            if s.cells[r.bank + good] > 0:",
    "            if True:",
)
_break(
    "TB-FISH-034",
    "no exchange after a draw",
    TOKENS,
    "                c[m.due + other] -= 1\n                s.push(m.draw_phase",
    "                c[m.due + other] = 0\n                s.push(m.draw_phase",
)
_break(
    "TB-FISH-035",
    "a token given back goes into the stock",
    TOKENS,
    "        s.cells[m.spent + kind] += 1",
    "        s.cells[m.stock + kind] += 1",
)
_break("TB-FISH-036", "tokens without end", TOKENS, "            if m.face_down(s) == 0:", "            if False:")
_break(
    "TB-FISH-010",
    "the turned stock tells nothing",
    KNOWLEDGE,
    "            c[m.older + seat] += unsure\n            c[m.pooled + k] += unsure\n",
    "",
)
_break(
    "TB-FISH-010", "any deal is possible", KNOWLEDGE, "            if wanted > 0:\n                return False\n", ""
)
_break(
    "TB-FISH-010",
    "tokens spent first are not told",
    KNOWLEDGE,
    "    elif drawn_since(m, s, seat) == 0:",
    "    elif False:",
)


if __name__ == "__main__":
    sys.exit(main(mutations=MUTATIONS, tests=Path(__file__).parent))
