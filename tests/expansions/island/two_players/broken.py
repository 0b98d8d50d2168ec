"""Ways to break the rules of Catan for Two, each to be noticed by a scenario.

`python -m tests.expansions.island.two_players.broken` tries them all.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from tests.island.mutation import Mutations
from tests.island.mutations import main

MUTATIONS: Final = Mutations("expansions/island/two_players/rules/")
_break = MUTATIONS.add

MODULE = "module.py"
STATE = "state.py"
PLACES = "places.py"
TOKENS = "tokens.py"
NEUTRALS = "neutrals.py"
REFUSALS = "refusals.py"
SEA = "../../seafarers/with_two_players.py"
ROBBER = "../../friendly_robber/rules.py"

_break("TB-TWO-001", "one neutral colour", PLACES, "NEUTRALS: Final[i64] = 2", "NEUTRALS: Final[i64] = 1")
_break("TB-TWO-001 TB-GEN-012", "any number of seats", MODULE, "self.only_seats = (PLAYERS,)", "self.only_seats = ()")
_break("TB-TWO-002", "another corner", PLACES, '"1,-2,S", "-1,2,N"', '"1,-1,S", "-1,2,N"')
_break("TB-TWO-002", "sites are not looked at", PLACES, "    if not corners:", "    if True:")
_break("TB-TWO-002", "one site is enough", PLACES, "len(corners) != NEUTRALS", "len(corners) > NEUTRALS")
_break(
    "TB-TWO-002",
    "a neutral colour begins at sea",
    PLACES,
    "        if corner >= board.ashore:",
    "        if corner < 0:",
)
_break("TB-TWO-002", "no distance to printed pieces", PLACES, "[*taken, *corners[:i]]", "corners[:i]")
_break("TB-TWO-002", "no distance to each other", PLACES, "[*taken, *corners[:i]]", "taken")
_break("TB-TWO-003", "pieces are printed", MODULE, '{"pieces": "free"}', '{"pieces": "printed"}')
_break("TB-TWO-004", "four tokens", STATE, "FIRST_TOKENS: Final[i64] = 5", "FIRST_TOKENS: Final[i64] = 4")
_break("TB-TWO-004", "thirty tokens", STATE, "TOKENS: Final[i64] = 20", "TOKENS: Final[i64] = 30")
_break("TB-TWO-005", "one roll", MODULE, "ROLLS = 2", "ROLLS = 1")
_break("TB-TWO-005", "three rolls", MODULE, "ROLLS = 2", "ROLLS = 3")
_break(
    "TB-TWO-005 TB-TWO-030",
    "equal rolls stand",
    MODULE,
    "return total != c[self.r.dice] + c[self.r.dice + 1]",
    "return True",
)
_break(
    "TB-TWO-007",
    "actions only after the rolls",
    MODULE,
    "        if self.has_tokens:\n            token_actions",
    "        if rolled and self.has_tokens:\n            token_actions",
)
_break("TB-TWO-008", "roads bring nothing", MODULE, "item in (ROAD, SETTLEMENT)", "item == SETTLEMENT")
_break("TB-TWO-009", "settlements bring nothing", MODULE, "item in (ROAD, SETTLEMENT)", "item == ROAD")
_break(
    "TB-TWO-009",
    "settlements bring a road",
    NEUTRALS,
    "    wanted = item\n    mask = able(m, s, item)\n",
    "    wanted = ROAD\n    mask = able(m, s, ROAD)\n",
)
_break("TB-TWO-010", "no road instead", NEUTRALS, "    if mask == 0 and item != ROAD:", "    if False:")
_break(
    "TB-TWO-009",
    "a colour without a place may be chosen",
    NEUTRALS,
    "    elif mask & (mask - 1) != 0:",
    "    elif mask != 0:",
)
_break("TB-TWO-008", "the first colour builds", NEUTRALS, "    elif mask & (mask - 1) != 0:", "    elif False:")
_break(
    "TB-TWO-008",
    "the other colour builds",
    NEUTRALS,
    "wanted, self.m.r.seats + arg)",
    "wanted, self.m.r.colours - 1 - arg)",
)
_break(
    "TB-TWO-012",
    "cities bring a settlement",
    MODULE,
    "item in (ROAD, SETTLEMENT)",
    "item <= 2",
)
_break(
    "TB-TWO-013",
    "the set-up brings roads",
    MODULE,
    "if s.cells[self.r.turn] > 0 and item in",
    "if item in",
)
_break(
    "TB-TWO-013",
    "free roads bring none",
    MODULE,
    "if s.cells[self.r.turn] > 0 and item in",
    "if s.cells[self.r.turn] > 0 and s.cells[s.top()] == self.r.main_phase and item in",
)
_break("TB-TWO-016", "actions without end", STATE, "        s.cells[self.acted] = 1\n", "")
_break("TB-TWO-016", "one action a game", MODULE, "        s.cells[self.acted] = 0\n", "")
_break("TB-TWO-017", "three cards", TOKENS, "SWAPPED: Final[i64] = 2", "SWAPPED: Final[i64] = 3")
_break("TB-TWO-017", "one card", TOKENS, "SWAPPED: Final[i64] = 2", "SWAPPED: Final[i64] = 1")
_break("TB-TWO-017", "as many back as taken", TOKENS, "c[r.discards + taker] = SWAPPED", "c[r.discards + taker] = 1")
_break("TB-TWO-017", "the bank gets the cards", TOKENS, "taker, 2 - taker, FORCED", "taker, 0, FORCED")
_break(
    "TB-TWO-017",
    "every good is as likely",
    TOKENS,
    "out.weigh(self.asks + good, n)",
    "out.weigh(self.asks + good, 1)",
)
_break(
    "TB-TWO-017",
    "everybody sees the cards",
    TOKENS,
    "arg, 1, taker, 0, sees)",
    "arg, 1, taker)",
)
_break("TB-TWO-018", "nothing is taken", TOKENS, "(taken > 0 and hand_size", "(hand_size")
_break(
    "TB-TWO-029",
    "too few are left to give",
    TOKENS,
    " and hand_size(m.r, s, seat) + taken >= SWAPPED)",
    ")",
)
_break(
    "TB-TWO-019",
    "the robber goes anywhere",
    TOKENS,
    "if h != there and r.is_desert[h] == 1:",
    "if h != there:",
)
_break(
    "TB-TWO-019",
    "without a desert nothing happens",
    TOKENS,
    "        if there >= 0:\n            out.add(m.banish + r.board.hexes)\n",
    "",
)
_break("TB-TWO-035", "the robber goes where it is", TOKENS, "if h != there and r.is_desert", "if r.is_desert")
_break("TB-TWO-035", "the robber leaves the board twice", TOKENS, "        if there >= 0:", "        if True:")
_break(
    "TB-TWO-020",
    "a tie pays two",
    STATE,
    "return 1 if open_points(self.r, s, seat) <= open_points",
    "return 1 if open_points(self.r, s, seat) < open_points",
)
_break("TB-TWO-020", "who is ahead pays one", STATE, "1 - seat) else 2", "1 - seat) else 1")
_break("TB-TWO-021", "an action costs nothing", STATE, "        s.cells[self.tokens + seat] -= paid\n", "")
_break(
    "TB-TWO-020",
    "tokens are owed",
    STATE,
    "!= 0 or held == 0:\n            return False\n        return held > 1 or self.price(s, seat) == 1",
    "!= 0:\n            return False\n        return True",
)
_break("TB-TWO-022", "one token", TOKENS, "KNIGHT_TOKENS: Final[i64] = 2", "KNIGHT_TOKENS: Final[i64] = 1")
_break("TB-TWO-022", "knights without end", TOKENS, "        c[m.retired] = 1\n", "")
_break("TB-TWO-022", "one knight a game", MODULE, "        s.cells[self.retired] = 0\n", "")
_break("TB-TWO-022", "knights that are not there", TOKENS, " and c[m.r.played + seat * m.r.kinds + KNIGHT] > 0", "")
_break("TB-TWO-034", "the knight goes back to the deck", TOKENS, "c[m.gone] += 1", "c[r.deck + KNIGHT] += 1")
_break("TB-TWO-023", "the army stays", TOKENS, "            army_shrank(r, s)\n", "            pass\n")
_break(
    "TB-TWO-023",
    "nobody wins the army that nobody had",
    TOKENS,
    "            award_army(r, s)  # nobody held it, and the opponent now has more\n",
    "            pass\n",
)
_break("TB-TWO-024", "the desert brings one", PLACES, "DESERT_TOKENS: Final = 2", "DESERT_TOKENS: Final = 1")
_break("TB-TWO-024", "the coast brings two", PLACES, "COAST_TOKENS: Final = 1", "COAST_TOKENS: Final = 2")
_break(
    "TB-TWO-024",
    "the desert hides the coast",
    PLACES,
    "COAST_TOKENS * coast + DESERT_TOKENS * desert",
    "DESERT_TOKENS if desert else COAST_TOKENS * coast",
)
_break("TB-TWO-024", "no coast at sea", PLACES, "h < 0 or h >= board.land for", "h < 0 for")
_break(
    "TB-TWO-024",
    "only settlements of a turn",
    MODULE,
    "if item == SETTLEMENT and seat < self.r.seats",
    "if item == SETTLEMENT and s.cells[self.r.turn] > 0 and seat < self.r.seats",
)
_break("TB-TWO-024", "cities bring tokens", MODULE, "if item == SETTLEMENT and seat", "if item >= SETTLEMENT and seat")
_break("TB-TWO-025", "tokens without end", STATE, "count if count < left else left", "count")
_break("TB-TWO-025", "a knight for nothing", TOKENS, " and m.supply(s) > 0:", ":")
_break(
    "TB-TWO-031",
    "neutral settlements bring tokens",
    NEUTRALS,
    "        place_settlement(self.m.r, s, colour, place)\n",
    "        place_settlement(self.m.r, s, colour, place)\n        self.m.gain(s, 0, 2)\n",
)
_break(
    "TB-TWO-031",
    "neutral pieces win nothing",
    NEUTRALS,
    "        go_on(r, s)\n        r.check_win(s)\n",
    "        go_on(r, s)\n",
)
_break("TB-TWO-036", "the map for three", SEA, "COLOURS: Final = 4", "COLOURS: Final = 3")
_break("TB-TWO-036", "other corners", SEA, '"3,3,S", "1,5,S"', '"3,2,S", "1,5,S"')
_break(
    "TB-TWO-028",
    "neutral colours are spared",
    ROBBER,
    "if 0 <= owner < r.seats and seen",
    "if owner >= 0 and seen",
)


if __name__ == "__main__":
    sys.exit(main(mutations=MUTATIONS, tests=Path(__file__).parent))
