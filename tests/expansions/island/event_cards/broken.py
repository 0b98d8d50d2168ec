"""Ways to break the rules of Event Cards, each to be noticed by a scenario.

`python -m tests.expansions.island.event_cards.broken` tries them all.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from tests.island.mutation import Mutations
from tests.island.mutations import main

MUTATIONS: Final = Mutations("expansions/island/event_cards/")
_break = MUTATIONS.add

DECK = "rules/deck.py"
EVENTS = "rules/events.py"
GIFTS = "rules/gifts.py"
MODULE = "rules/module.py"
REVEAL = "rules/reveal.py"
ROADS = "rules/roads.py"
STATE = "rules/state.py"
KNIGHTS = "with_cities_knights.py"
SEA = "with_seafarers.py"
TABLE = "../combinations.toml"

_break("TB-EVT-001", "seven robber attacks", DECK, '("robber-attack", 7, 6)', '("robber-attack", 7, 7)')
_break("TB-EVT-001 TB-EVT-023", "an event on a fine day", DECK, '("fine-day", 9, 3)', '("calm-sea", 9, 3)')
_break("TB-EVT-002 TB-EVT-006", "New Year a card too late", DECK, "ABOVE: Final[i64] = 31", "ABOVE: Final[i64] = 32")
_break("TB-EVT-003", "dice are rolled", MODULE, "return self.first_phase", "return phase")
_break(
    "TB-EVT-004",
    "no event comes",
    MODULE,
    "            begin_event(self, s, seat, total)",
    "            pass",
)
_break("TB-EVT-005", "New Year leaves the pile as it is", REVEAL, "            c[at] = 0\n", "            pass\n")
_break("TB-EVT-006", "cards come again", REVEAL, "n -= s.cells[self.m.seen + kind]", "n -= 0")
_break("TB-EVT-008", "cities draw two", MODULE, "r.claim(s, seat, good, 1)", "r.claim(s, seat, good, 2)")
_break("TB-EVT-008", "an epidemic is felt at other numbers", EVENTS, "s.cells[r.number + h] == total", "True")
_break("TB-EVT-008", "an epidemic is felt under the robber", EVENTS, "    if h == s.cells[r.robber] or", "    if")
_break("TB-EVT-008", "an epidemic is felt by nobody", EVENTS, "if city_at(r, s, r.roll_hexes[i]):", "if False:")
_break("TB-EVT-031", "the epidemic lasts", MODULE, "        s.cells[self.card] = 0\n", "        pass\n")
_break("TB-EVT-009", "a road is damaged twice", STATE, "and not self.is_damaged(s, e)", "")
_break("TB-EVT-009", "seat 0 begins", EVENTS, "other = (seat + k) % n", "other = k")
_break("TB-EVT-010", "roads go on before the repair", MODULE, "kind != ROAD_LINE or not self", "True or not self")
_break("TB-EVT-010", "the repair is free", ROADS, "            r.pay(s, seat, m.repair)\n", "            pass\n")
_break("TB-EVT-010", "a repair repairs nothing", ROADS, "m.mended(s, arg, seat)", "pass")
_break(
    "TB-EVT-010",
    "roads of others bar",
    STATE,
    "if s.cells[self.broken + colour] == 0:",
    "if all(s.cells[self.broken + other] == 0 for other in range(self.r.colours)):",
)
_break(
    "TB-EVT-010",
    "roads of others are repaired",
    STATE,
    "while edge >= 0 and s.cells[r.road + edge] != seat + 1:",
    "while False:",
)
_break("TB-EVT-010", "the place stays damaged", MODULE, "self.mended(s, edge, seat)", "pass")
_break(
    "TB-EVT-012",
    "settlements at damaged roads",
    MODULE,
    "                return False\n        return True",
    "                return True\n        return True",
)
_break(
    "TB-EVT-013",
    "free roads repair nothing",
    MODULE,
    "        repairs(self, s, seat, out)\n\n    # -- production",
    "        pass\n\n    # -- production",
)
_break("TB-EVT-014", "to the right", GIFTS, "to = (giver + 1) % r.seats", "to = (giver + r.seats - 1) % r.seats")
_break(
    "TB-EVT-014",
    "everybody sees the gifts",
    GIFTS,
    "                sees = BITS[giver] | BITS[to]",
    "                sees = -1",
)
_break(
    "TB-EVT-014",
    "a gift that the hand is known to lack",
    GIFTS,
    "            return self.m.r.barred(s, self.m.r.hand, row, viewer)",
    "            return 0",
)
_break("TB-EVT-014", "one gift ends it", GIFTS, "            if c[m.owing + other] != 0:", "            if False:")
_break(
    "TB-EVT-015",
    "nobody is needed for the most",
    EVENTS,
    "for seat in range(m.r.seats)], 1)",
    "for seat in range(m.r.seats)], 0)",
)
_break(
    "TB-EVT-015",
    "a tie wins nothing",
    EVENTS,
    "        if amount == best:\n            mask |=",
    "        if amount == best:\n            mask =",
)
_break("TB-EVT-016", "the advantage is a must", EVENTS, "event == TRADE_ADVANTAGE)", "False)")
_break(
    "TB-EVT-017",
    "cities count twice",
    EVENTS,
    "            buildings[owner] += 1\n",
    "            buildings[owner] += s.cells[r.level + corner]\n",
)
_break(
    "TB-EVT-017",
    "no harbour is needed",
    EVENTS,
    "    return most(buildings, 1)\n",
    "    return most(buildings, 0)\n",
)
_break("TB-EVT-018", "the robber stays", EVENTS, "    s.cells[r.robber] = r.desert\n", "")
_break(
    "TB-EVT-018",
    "the robber also steals",
    EVENTS,
    '        s.emit("event_cards_fled", -1, r.desert)\n',
    '        s.emit("event_cards_fled", -1, r.desert)\n        rob_from(r, s, seat, holding(r, s) & ~BITS[seat])\n',
)
_break("TB-EVT-051", "only the first desert", EVENTS, "r.deserts > 1", "r.deserts > 9")
_break(
    "TB-EVT-051",
    "the robber leaves its desert",
    EVENTS,
    "fled = there == r.desert or (there >= 0 and r.is_desert[there] == 1)",
    "fled = False",
)
_break("TB-EVT-019", "equals help", EVENTS, "if leaders != everybody:", "if True:")
_break("TB-EVT-019", "leaders get cards", GIFTS, "if leaders & BITS[other] == 0:", "if other != seat:")
_break(
    "TB-EVT-019 TB-EVT-052",
    "hidden points count",
    EVENTS,
    "open_points(r, s, seat) for seat",
    "r.total_points(s, seat) for seat",
)
_break("TB-EVT-020", "the army does not matter", EVENTS, "taker = m.knights.champion(s)", "taker = -1")
_break("TB-EVT-021", "the first of equals wins", EVENTS, "if best & (best - 1) == 0:", "if True:")
_break("TB-EVT-022", "the bank gives what it has not", EVENTS, "if in_bank(m, s) > 0:", "if True:")
_break("TB-EVT-024 TB-EVT-030", "no red die", KNIGHTS, "m.first_phase = m.r.add_phase(", "m.r.add_phase(")
_break(
    "TB-EVT-024",
    "the card before the event die",
    KNIGHTS,
    "        s.push(m.reveal_phase, seat)\n        s.push(self.partner.other.event_phase, seat)",
    "        s.push(self.partner.other.event_phase, seat)\n        s.push(m.reveal_phase, seat)",
)
_break(
    "TB-EVT-025",
    "the other expansion's yield first",
    TABLE,
    'right = ["cities_knights", "seafarers"]\ncomes = "before"',
    'right = ["cities_knights", "seafarers"]\ncomes = "after"',
)
_break(
    "TB-EVT-027 TB-EVT-028",
    "commodities for all",
    EVENTS,
    "for good in range(self.m.resources):",
    "for good in range(self.m.r.held):",
)
_break("TB-EVT-027 TB-EVT-029", "tired knights count", KNIGHTS, "if s.cells[knights.active + corner] != 0:", "if True:")
_break(
    "TB-EVT-031",
    "no event die for the alchemist",
    "../cities_knights/rules/module.py",
    "if not self.event_die_first or s.cells[self.r.dice + 1] != 0:",
    "if not self.event_die_first:",
)
_break(
    "TB-EVT-032",
    "the robber flees from its rest",
    EVENTS,
    "if r.seams.sets_in_motion(s, seat, BY_EVENT) or fled:",
    "if fled:",
)
_break("TB-EVT-033", "ships are damaged", STATE, "and line_at(r, s, e) == ROAD_LINE", "")
_break("TB-EVT-054", "gold yields two", SEA, "s.cells[self.sea.due + seat] += 1", "s.cells[self.sea.due + seat] += 2")
_break("TB-EVT-046", "no repair in the special building phase", MODULE, "    def purchases(", "    def _purchases(")

_break(
    "TB-EVT-009",
    "damaged roads are damaged again",
    STATE,
    "s.cells[self.r.left + seat * 3 + ROAD] - s.cells[self.broken + seat]",
    "s.cells[self.r.left + seat * 3 + ROAD]",
)


if __name__ == "__main__":
    sys.exit(main(mutations=MUTATIONS, tests=Path(__file__).parent))
