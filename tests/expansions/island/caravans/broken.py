"""Ways to break the rules of Caravans, each to be noticed by a scenario.

`python -m tests.expansions.island.caravans.broken` tries them all.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from tests.island.mutation import Mutations
from tests.island.mutations import main

MUTATIONS: Final = Mutations("expansions/island/caravans/rules/")
_break = MUTATIONS.add

MODULE = "module.py"
STATE = "state.py"
BOARDS = "boards.py"
WAGONS = "wagons.py"
BIDDING = "bidding.py"
TABLE = "../../combinations.toml"
EVENTS = "../../event_cards/rules/events.py"
ROBBER = "../../friendly_robber/rules.py"

_break("TB-CARA-001", "the oasis may lie anywhere", BOARDS, "    rng.shuffle(terrains)\n", "    rng.shuffle(others)\n")
_break("TB-CARA-001", "the hexes are not shuffled", BOARDS, "    rng.shuffle(terrains)\n", "")
_break("TB-CARA-001", "the arrows point one way", BOARDS, "rng.choice((UP, DOWN))", "UP")
_break("TB-CARA-001", "two oases", BOARDS, "    if count != 1:", "    if count < 1:")
_break("TB-CARA-001", "a desert besides", BOARDS, "    if DESERT in board.terrain:", "    if False:")
_break("TB-CARA-001", "two arrows are enough", BOARDS, "if len(starts) != 3:", "if len(starts) > 3:")
_break(
    "TB-CARA-001", "arrows at any corner", BOARDS, "% 2 for corner in corners}) != 1", "% 2 for corner in corners}) < 1"
)
_break("TB-CARA-006", "arrows may point along the oasis", BOARDS, "if len(near) == 1 else -1", "if near else -1")
_break("TB-CARA-002", "the robber stands on the oasis", MODULE, "Terrain(robber=False)", "Terrain()")
_break("TB-CARA-003", "21 wagons", STATE, "WAGONS: Final[i64] = 22", "WAGONS: Final[i64] = 21")
_break("TB-CARA-025", "10 points", MODULE, "GOAL = 12", "GOAL = 10")
_break(
    "TB-CARA-004", "every turn brings a wagon", MODULE, "        if s.cells[self.built] != 0:\n", "        if True:\n"
)
_break("TB-CARA-004", "once built, always built", MODULE, "            s.cells[self.built] = 0\n", "")
_break(
    "TB-CARA-004",
    "cities bring none",
    MODULE,
    "if (item != SETTLEMENT and item != CITY) or seat",
    "if item != SETTLEMENT or seat",
)
_break(
    "TB-CARA-004",
    "settlements bring none",
    MODULE,
    "            s.cells[self.built] = 1\n",
    "            s.cells[self.built] = int(item == CITY)\n",
)
_break("TB-CARA-005", "the set-up brings a wagon", MODULE, "if s.cells[self.r.turn] > 0 and seat ==", "if seat ==")
_break(
    "TB-CARA-006",
    "a caravan starts at a corner of the oasis",
    WAGONS,
    "            _add(m, s, m.arrows[caravan], offset, out, but)\n            continue\n",
    "            _add(m, s, m.arrows[caravan], offset, out, but)\n"
    "            _add(m, s, r.board.corner_edges[3 * m.inner[caravan]], offset, out, but)\n            continue\n",
)
_break(
    "TB-CARA-008",
    "a new caravan starts only where none goes on",
    WAGONS,
    "        if not m.started(s, caravan):\n            _add",
    "        if not m.started(s, caravan):\n            if s.cells[m.stock] < 22:\n                continue\n"
    "            _add",
)
_break(
    "TB-CARA-009",
    "two wagons on a path",
    WAGONS,
    "if m.has_wagon(s, edge) or (but",
    "if (but",
)
_break(
    "TB-CARA-009",
    "no wagon on a road",
    WAGONS,
    "if m.has_wagon(s, edge) or (but",
    "if m.has_wagon(s, edge) or s.cells[m.r.road + edge] != 0 or (but",
)
_break(
    "TB-CARA-030",
    "the inner end grows",
    WAGONS,
    "c[m.heads + 2 * caravan + 1] = first + 1 if here and there else 0",
    "c[m.heads + 2 * caravan + 1] = first + 1",
)
_break(
    "TB-CARA-007",
    "a caravan goes on where it began",
    WAGONS,
    "c[m.heads + 2 * caravan] = second + 1 if here else first + 1",
    "c[m.heads + 2 * caravan] = first + 1 if here else second + 1",
)
_break(
    "TB-CARA-012",
    "only the caravan at one end goes on",
    WAGONS,
    "        if (here | there) & BITS[caravan]:",
    "        if (here or there) & BITS[caravan]:",
)
_break("TB-CARA-012", "one corner of a gap", WAGONS, "first + 1 if here and there else 0", "0")
_break(
    "TB-CARA-006 TB-CARA-012",
    "an arrow's path from outside starts nothing",
    WAGONS,
    "        elif m.arrows[caravan] == edge and m.inner[caravan] == corner:",
    "        elif m.arrows[caravan] == edge and m.inner[caravan] == corner and s.cells[m.stock] > 16:",
)
_break("TB-CARA-013", "wagons without end", WAGONS, "        return\n    r = m.r\n", "        pass\n    r = m.r\n")
_break("TB-CARA-013", "wagons stay in stock", WAGONS, "    c[m.stock] -= 1\n", "")
_break("TB-CARA-034", "bids for the only path", BIDDING, "if found.count > 1:", "if found.count > 0:")
_break(
    "TB-CARA-034",
    "the only path is left out",
    BIDDING,
    "        place_wagon(m, s, -1, found.items[0])\n",
    "        pass\n",
)
_break(
    "TB-CARA-014",
    "bids anticlockwise",
    BIDDING,
    "(c[top + 1] + 1) % m.r.seats",
    "(c[top + 1] + m.r.seats - 1) % m.r.seats",
)
_break("TB-CARA-014", "all but one bid", BIDDING, "if c[top + 2] + 1 < m.r.seats:", "if c[top + 2] + 2 < m.r.seats:")
_break("TB-CARA-014", "ore is bid", BIDDING, "for good in (m.wool, m.grain):", "for good in (m.wool, m.grain, 4):")
_break("TB-CARA-014", "only wool is bid", BIDDING, "for good in (m.wool, m.grain):", "for good in (m.wool,):")
_break("TB-CARA-014", "nobody may pass", BIDDING, "out.add(m.r.no if last == 0 else m.end_bid)", "out.add(m.end_bid)")
_break(
    "TB-CARA-015",
    "a vote each",
    STATE,
    "return s.cells[at] + s.cells[at + 1]",
    "return min(s.cells[at] + s.cells[at + 1], 1)",
)
_break("TB-CARA-015", "grain has no votes", STATE, "return s.cells[at] + s.cells[at + 1]", "return s.cells[at]")
_break("TB-CARA-016", "half is enough", BIDDING, "2 * m.votes(s, most) > total", "2 * m.votes(s, most) >= total")
_break("TB-CARA-016", "the most are enough", BIDDING, "2 * m.votes(s, most) > total", "m.votes(s, most) > 0")
_break("TB-CARA-017", "all vote", BIDDING, "        if m.votes(s, seat) > 0:\n", "        if True:\n")
_break("TB-CARA-017", "votes outlast their bidding", BIDDING, "        s.cells[m.named + seat] = 0\n", "")
_break(
    "TB-CARA-026",
    "the second wagon joins no caravans",
    WAGONS,
    "extended(m, s, edge) & ~but == 0",
    "extended(m, s, edge) & but != 0",
)
_break("TB-CARA-033", "the first seat votes first", BIDDING, "seat = (c[r.on_turn] + k) % r.seats\n", "seat = k\n")
_break(
    "TB-CARA-018", "ties win", BIDDING, "        elif votes == best and edge != found:\n            found = -1\n", ""
)
_break("TB-CARA-018", "the option changes nothing", BIDDING, "if m.half and 2", "if False and 2")
_break("TB-CARA-018", "the option is always on", BIDDING, "if m.half and 2", "if 2")
_break("TB-CARA-018", "half is a majority", BIDDING, "2 * best <= total", "2 * best < total")
_break(
    "TB-CARA-019",
    "the player on turn decides",
    BIDDING,
    "appoint(m, s, most, MOST_CARDS, 1)",
    "appoint(m, s, c[r.on_turn], MOST_CARDS, 1)",
)
_break(
    "TB-CARA-020",
    "the first of equals decides",
    BIDDING,
    "        if votes == best:\n            found = -1\n        elif",
    "        if",
)
_break(
    "TB-CARA-020",
    "the next player decides",
    BIDDING,
    "appoint(m, s, c[r.on_turn], ON_TURN, 1)",
    "appoint(m, s, (c[r.on_turn] + 1) % r.seats, ON_TURN, 1)",
)
_break("TB-CARA-021", "bids are not paid", BIDDING, "        m.r.draw_goods(s, seat, arg, -1)\n", "")
_break("TB-CARA-021", "bids are remembered", BIDDING, "        s.cells[m.stake + 2 * seat] = 0\n", "")
_break("TB-CARA-022", "nobody decides", BIDDING, "        appoint(m, s, seat, NO_BIDS, 1)\n", "        pass\n")
_break("TB-CARA-023", "roads count once", MODULE, "return 1 if self.has_wagon(s, edge) else 0", "return 0")
_break("TB-CARA-023", "roads count three times", MODULE, "return 1 if self.has_wagon", "return 2 if self.has_wagon")
_break("TB-CARA-031", "the road is measured later", WAGONS, "        weight_changed(r, s, edge)\n", "")
_break("TB-CARA-031", "the award waits", WAGONS, "        award_route(r, s)\n", "")
_break("TB-CARA-024", "one wagon is enough", WAGONS, "m.wagons_at(s, corner) == 2", "m.wagons_at(s, corner) == 1")
_break("TB-CARA-024", "a third wagon counts", WAGONS, "m.wagons_at(s, corner) == 2", "m.wagons_at(s, corner) >= 2")
_break(
    "TB-CARA-024", "two points", MODULE, "return s.cells[self.beside + seat]", "return 2 * s.cells[self.beside + seat]"
)
_break(
    "TB-CARA-024",
    "a new settlement has none",
    MODULE,
    "if item == SETTLEMENT and self.wagons_at",
    "if False and self.wagons_at",
)
_break(
    "TB-CARA-036",
    "neutral buildings have points",
    WAGONS,
    "if 0 <= owner < r.seats and m.wagons_at(s, corner) == 2",
    "if 0 <= owner and m.wagons_at(s, corner) == 2",
)
_break(
    "TB-CARA-036",
    "new neutral buildings have points",
    MODULE,
    "and item != CITY) or seat >= self.r.seats:",
    "and item != CITY):",
)
_break("TB-CARA-025", "the wagon does not win", WAGONS, "    r.check_win(s)\n", "")
_break("TB-CARA-026", "one wagon for two players", TABLE, "sets = { pairs = true }", "sets = {}")
_break("TB-CARA-026 TB-GEN-012", "two play alone", MODULE, "self.only_seats = (3, 4)", "self.only_seats = (2, 3, 4)")
_break("TB-CARA-026", "both wagons for one caravan", BIDDING, "        c[top + 3] |= extended(m, s, arg)\n", "")
_break(
    "TB-CARA-026",
    "the other player begins in a tie",
    BIDDING,
    "        appoint(m, s, 1 - seat, TIE, 1)\n        appoint(m, s, seat, TIE, 1)\n",
    "        appoint(m, s, seat, TIE, 1)\n        appoint(m, s, 1 - seat, TIE, 1)\n",
)
_break("TB-CARA-026", "one wagon in a tie", BIDDING, "        appoint(m, s, 1 - seat, TIE, 1)\n", "")
_break(
    "TB-CARA-035",
    "a wagon that is not there",
    BIDDING,
    "            if found.count > 0:\n                return\n",
    "            return\n",
)
_break(
    "TB-CARA-036",
    "neutral roads count once",
    MODULE,
    "return 1 if self.has_wagon(s, edge) else 0",
    "return 1 if self.has_wagon(s, edge) and s.cells[self.r.road + edge] <= self.r.seats else 0",
)
_break(
    "TB-CARA-037",
    "only paths with votes",
    BIDDING,
    "        paths(self.m, s, self.m.wagon, out, s.cells[s.top() + 3])\n",
    "        paths(self.m, s, self.m.wagon, out, s.cells[s.top() + 3])\n"
    "        if s.cells[self.m.named + 1] > 0:\n            out.count = 1\n",
)
_break(
    "TB-CARA-028 TB-EVT-037",
    "the robber stays",
    EVENTS,
    "    s.cells[r.robber] = r.desert\n    if r.desert >= 0:",
    "    if r.desert >= 0:",
)
_break(
    "TB-ROB-008",
    "the robber stays without a desert",
    ROBBER,
    "            s.cells[r.robber] = r.desert\n",
    "            s.cells[r.robber] = max(r.desert, 0)\n",
)


if __name__ == "__main__":
    sys.exit(main(mutations=MUTATIONS, tests=Path(__file__).parent))
