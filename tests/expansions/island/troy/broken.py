"""Ways to break the rules of Troy, each to be noticed by a scenario.

`python -m tests.expansions.island.troy.broken` tries them all.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from tests.island.mutation import Mutations
from tests.island.mutations import main

MUTATIONS: Final = Mutations("expansions/island/troy/rules/")
_break = MUTATIONS.add

MODULE = "module.py"
STATE = "state.py"
BOARD = "board.py"
ROW = "row.py"
BATTLES = "battles.py"
SHIPS = "ships.py"
REFUSALS = "refusals.py"
SIX = "../../combinations.toml"

_break("TROY-001", "three cards of each city for four", MODULE, "= r.seats // 2\n", "= 3\n")
_break(
    "TROY-001",
    "no decision card",
    MODULE,
    "            s.push(self.deal_phase, 0)\n\n    def after",
    "            pass\n\n    def after",
)
_break("TROY-001 TROY-042", "all see a decision card", BATTLES, "who, arg, 0, 0, 0, BITS[who])", "who, arg)")
_break("TROY-042", "decision cards lie open", STATE, '[n], OWNER, "cities"', '[n], 0, "cities"')
_break(
    "TROY-042",
    "points of the city are open",
    MODULE,
    "return self.flags(s, seat)",
    "return self.flags(s, seat) + self.hidden_points(s, seat)",
)
_break("TROY-003", "the robber is there", MODULE, "        config.robber = False\n", "")
_break("TROY-047", "development cards are sold", MODULE, "        config.deck = [0] * len(config.deck)\n", "")
_break(
    "TROY-004 TROY-049",
    "nobody knows the first row",
    MODULE,
    "            c[self.knows + place] = r.seats + 1\n",
    "            c[self.knows + place] = 1\n",
)
_break(
    "TROY-005",
    "the sea people start anywhere",
    MODULE,
    "c[self.people] = r.board.sites(SEA_PEOPLE)[0][0]",
    "c[self.people] = r.board.land",
)
_break("TROY-005", "two starts", BOARD, "    if starts != 1:", "    if starts < 1:")
_break(
    "TROY-008",
    "a trade point for each card",
    ROW,
    "s.cells[m.points_of + seat] += 1",
    "s.cells[m.points_of + seat] += count",
)
_break("TROY-008", "four cards", STATE, "MOST_GIVEN: Final[i64] = 3", "MOST_GIVEN: Final[i64] = 4")
_break("TROY-008", "donations without end", ROW, "        s.cells[m.once + DONATED] = 1\n", "")
_break("TROY-008", "donations before the roll", MODULE, "        if rolled:\n", "        if True:\n")
_break(
    "TROY-009",
    "all see what is given",
    ROW,
    's.emit("troy_put", seat, arg, 1, 0, 0, BITS[seat])',
    's.emit("troy_put", seat, arg, 1)',
)
_break("TROY-011", "nine cards are enough", BATTLES, "if size < m.full:", "if size < m.full - 1:")
_break("TROY-011", "ten cards are too few", BATTLES, "if size < m.full:", "if size <= m.full:")
_break(
    "TROY-012",
    "the rest is gone",
    BATTLES,
    "        c[m.rest + c[m.given + place] - 1] += 1\n",
    "        c[m.rest] += 1\n",
)
_break("TROY-012 TROY-049", "a battle does not shuffle what is known", BATTLES, "        c[m.knows + place] = 0\n", "")
_break("TROY-013", "brick counts for Troy", STATE, '("ore", "wool")', '("ore", "wool", "brick")')
_break(
    "TROY-013",
    "wool counts for Mycenae",
    STATE,
    '{TROY: ("ore", "wool"), MYCENAE: ("lumber", "grain")}',
    '{TROY: ("ore",), MYCENAE: ("lumber", "grain", "wool")}',
)
_break("TROY-014", "a tie is Troy's", BATTLES, "    if troy == mycenae:", "    if troy == mycenae and troy == 99:")
_break("TROY-014", "the loser advances", BATTLES, "    if mycenae > troy:", "    if mycenae < troy:")
_break("TROY-015", "the cards are gone", BATTLES, "        c[r.bank + good] += c[m.turned_up + good]\n", "")
_break(
    "TROY-016",
    "a city is worth its steps",
    STATE,
    "return self.track[s.cells[self.marker + city]]",
    "return s.cells[self.marker + city]",
)
_break("TROY-017", "a ship for one trade point", STATE, "SHIP_POINTS: Final[i64] = 2", "SHIP_POINTS: Final[i64] = 1")
_break("TROY-017", "a ship of brick", MODULE, '{"lumber": 1, "wool": 1}', '{"lumber": 1, "brick": 1}')
_break("TROY-018", "two ships on a hex", SHIPS, "if s.cells[m.ship_on + hex_] == 0 and m.reaches", "if m.reaches")
_break("TROY-019", "ships go anywhere", SHIPS, " and m.reaches_berth(s, seat, hex_):", ":")
_break(
    "TROY-019",
    "no ship goes on from a ship",
    STATE,
    "if beside >= 0 and s.cells[self.ship_on + beside] == seat + 1:",
    "if False:",
)
_break(
    "TROY-019",
    "another's ship will do",
    STATE,
    "s.cells[self.ship_on + beside] == seat + 1:",
    "s.cells[self.ship_on + beside] != 0:",
)
_break("TROY-021 TROY-040", "the sea people stay", SHIPS, "        s.push(m.people_phase, seat)\n", "")
_break("TROY-022", "no 3:1 trade", MODULE, "            return THREE_RATE\n", "            return rate\n")
_break("TROY-023", "flags bring nothing", MODULE, "return self.flags(s, seat)", "return 0")
_break("TROY-023 TROY-034", "a flag does not win", SHIPS, "        r.check_win(s)\n", "")
_break(
    "TROY-024 TROY-026",
    "a card that is pointed at is random all the same",
    ROW,
    "seat, back, arg + 1)",
    "seat, back, 0)",
)
_break(
    "TROY-024",
    "an exchanged card is kept where it was pointed at",
    ROW,
    "            s.push(m.point_phase, seat, back)\n",
    "            s.push(m.point_phase, seat, 0)\n",
)
_break("TROY-024 TROY-026", "an empty rest is pointed at", ROW, "if m.rest_cards(s) > 0:", "if True:")
_break("TROY-024", "nothing is put in", ROW, "            s.push(m.return_phase, who)\n", "            pass\n")
_break("TROY-024 TROY-026", "ships without end", ROW, "        s.cells[m.once + self.once] = 1\n", "")
_break("TROY-025", "trade cards never run out", SHIPS, "        s.cells[m.charters + arg] -= 1\n", "        pass\n")
_break(
    "TROY-025", "all trade cards", SHIPS, "            if s.cells[self.m.charters + good] > 0:", "            if True:"
)
_break("TROY-025", "the trade card does nothing", MODULE, "            return TWO_RATE\n", "            return rate\n")
_break(
    "TROY-028",
    "nothing moves on a seven",
    MODULE,
    "        s.push(self.people_phase, seat)\n        return True",
    "        return True",
)
_break(
    "TROY-029", "the sea people may stay", SHIPS, "            if hex_ != s.cells[m.people]:", "            if True:"
)
_break("TROY-029", "the sea people land", SHIPS, "range(m.r.board.land, m.r.board.hexes)", "range(m.r.board.hexes)")
_break("TROY-030", "buildings are safe", SHIPS, "        if k < 6:", "        if k > 6:")
_break("TROY-030", "ships are safe", SHIPS, "    for k in range(7):", "    for k in range(6):")
_break(
    "TROY-044",
    "a card must be taken",
    SHIPS,
    "rob_from(m.r, s, seat, mask, True)",
    "rob_from(m.r, s, seat, mask, False)",
)
_break("TROY-031", "ships serve among the sea people", STATE, " and s.cells[at + ship] != people:", ":")
_break("TROY-035", "the war goes on", STATE, "len(track) - 1", "len(track)")
_break("TROY-035", "trade points do not decide", BATTLES, " or (points == best and trade > most)", "")
_break("TROY-036", "only one wins", BATTLES, "            winners |= BITS[seat]\n", "            pass\n")
_break("TROY-038", "cards of an empty row", ROW, " and m.row_size(s) > 0", "")
_break("TROY-041", "a battle wins later", BATTLES, "        r.check_win(s)\n", "        pass\n")
_break("TROY-041", "the option changes nothing", MODULE, "return s.cells[self.fought] == 0", "return True")
_break(
    "TROY-041",
    "with six the battle comes after the building phase",
    SIX,
    'left = ["troy"]\nright = ["five_six"]\ncomes = "after"',
    'left = ["troy"]\nright = ["five_six"]\ncomes = "before"',
)
_break(
    "TROY-045 TROY-037",
    "no ship in the special building phase",
    MODULE,
    "    def purchases(self, s: State, seat: i64, out: Codes) -> None:\n        ship_spots(self, s, seat, out)",
    "    def purchases(self, s: State, seat: i64, out: Codes) -> None:\n        pass",
)
_break(
    "TROY-049",
    "a giver forgets",
    ROW,
    "    c[m.knows + place] = seat + 1\n",
    "    c[m.knows + place] = m.r.seats + 1\n",
)
_break(
    "TROY-049",
    "who knew the card does not see who takes it",
    ROW,
    "                sees |= BITS[knows - 1]\n",
    "                pass\n",
)
_break(
    "TROY-049",
    "what is known is dealt anew",
    ROW,
    "            return 1\n        return 0\n\n    def lacks",
    "            return 0\n        return 0\n\n    def lacks",
)
_break("TROY-042", "a card that would have won", ROW, "                kinds |= BITS[city]\n", "                pass\n")
_break(
    "TROY-042",
    "so would have another who waits",
    ROW,
    "field != m.side or row != s.cells[r.on_turn] or",
    "field != m.side or",
)
_break("HIST-001", "three may play", MODULE, "PLAYERS: Final = (4, 6)", "PLAYERS: Final = (3, 4, 6)")
_break("HIST-003", "four play on the whole board", BOARD, "if seats > 4 else []", "if seats > 3 else []")


if __name__ == "__main__":
    sys.exit(main(mutations=MUTATIONS, tests=Path(__file__).parent))
