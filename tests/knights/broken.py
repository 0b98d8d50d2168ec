"""Ways to break the rules of Cities & Knights; `python -m tests.knights.broken` tries them all on the scenarios."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from tests.island.broken import Mutation
from tests.island.mutations import main

MUTATIONS: Final[list[Mutation]] = []
FOLDER: Final = "catan/modules/cities_knights/"


def _break(rules: str, title: str, file: str, old: str, new: str) -> None:
    MUTATIONS.append(Mutation(tuple(rules.split()), title, FOLDER + file, old, new))


FIGURES = "figures.toml"
REALM = "realm.py"
MODULE = "module.py"
EVENTS = "events.py"
BARBARIANS = "barbarians.py"
CITIES = "cities.py"
PIECES = "pieces.py"
KNIGHTS = "knights.py"
PILES = "progress/piles.py"
HAND = "progress/hand.py"
SCIENCE = "progress/science.py"
TRADE = "progress/trade.py"
POLITICS = "progress/politics.py"

_break("CK-002", "thirteen coins", FIGURES, "coin = 12 ", "coin = 13 ")
_break("CK-003", "two spies", FIGURES, "espionage = 3", "espionage = 2")
_break("CK-008", "six spaces", FIGURES, "length = 7", "length = 6")
_break("CK-009", "the robber starts in the desert", MODULE, "c[self.r.robber] = -1", "c[self.r.robber] = 0")
_break("CK-011 CK-162", "two settlements", MODULE, "        return second\n", "        return False\n")
_break("CK-018", "two ships", EVENTS, "([3, 1, 1, 1])", "([2, 1, 1, 1])")
_break("CK-021 CKO-014", "the red die below the level", EVENTS, "red <= level + 1", "red <= level")
_break("CK-022", "drawing from seat 0 on", EVENTS, "other = (roller + i) % seats", "other = i")
_break("CK-023", "drawing without a level", EVENTS, "level > 0 and red", "level >= 0 and red")
_break("CK-026", "five cards", REALM, "MOST_CARDS: Final[i64] = 4", "MOST_CARDS: Final[i64] = 5")
_break("CK-027", "a fifth card always returned", PILES, "if m.fifth_is_played and", "if False and")
_break("CKO-002", "a fifth card played", FIGURES, "fifth-card-is-played = false", "fifth-card-is-played = true")
_break("CK-116", "the last comes first", PILES, "top = c[m.bottom[d]] - 1", "top = c[m.bottom[d] + 1] - 1")
_break("CK-031", "cloth from forests", FIGURES, 'forest = "paper"', 'forest = "cloth"')
_break("CK-033", "settlements draw commodities", CITIES, "if c[r.level + corner] < 2:", "if c[r.level + corner] < 1:")
_break("CK-037", "a seven moves the robber", MODULE, "return not self.robber_is_awake(s)", "return False")
_break("CK-042", "a card a wall", REALM, "WALL_CARDS: Final[i64] = 2", "WALL_CARDS: Final[i64] = 1")
_break("CK-086", "no guild", MODULE, "return 2 if self.level(s, seat, TRADE) >= ABILITY else rate", "return rate")
_break("CK-048", "two walls under a city", CITIES, " and c[m.wall + corner] == 0:", ":")
_break(
    "CK-052",
    "knights anywhere",
    REALM,
    "return self.is_free(s, corner) and touches(self.r, s, seat, corner)",
    "return True",
)
_break("CK-053", "knights on buildings", REALM, "s.cells[self.r.owner + corner] == 0 and s.cells", "s.cells")
_break("CK-054 CK-055", "knights cut nothing", MODULE, "return owner != 0 and owner != seat + 1", "return False")
_break("CK-056", "own knights cut", MODULE, "return owner != 0 and owner != seat + 1", "return owner != 0")
_break("CK-072", "settlements on knights", MODULE, "return s.cells[self.knight + corner] == 0", "return True")
_break("CK-058", "acting at once", KNIGHTS, "s.cells[m.marks + arg] |= TIRED", "pass")
_break("CK-061", "rising twice", KNIGHTS, "c[m.marks + arg] |= PROMOTED", "pass")
_break("CK-063", "mighty without a fortress", KNIGHTS, "return rank + 1 < MIGHTY or", "return True or")
_break("CK-065", "the old piece is lost", KNIGHTS, "seat * 3 + rank - 1] += 1", "seat * 3 + rank - 1] += 0")
_break(
    "CK-067",
    "active after moving",
    KNIGHTS,
    "stand(m, s, seat, to, rank, 0, marks)",
    "stand(m, s, seat, to, rank, 1, marks)",
)
_break("CK-070", "through opponents", PIECES, "if here == start or not cut(m.r, s, seat, here):", "if True:")
_break("CK-074", "the helmet is lost", PIECES, "packed // 2, packed % 2, 0)", "packed // 2, 0, 0)")
_break(
    "CK-076",
    "equals are displaced",
    KNIGHTS,
    "c[m.rank + to] < c[m.rank + corner]",
    "c[m.rank + to] <= c[m.rank + corner]",
)
_break("CK-078", "chasing from afar", KNIGHTS, "if beside_robber(m, s, corner):", "if True:")
_break("CK-080", "a level for one card", CITIES, "cost = m.level(s, seat, domain) + 1", "cost: i64 = 1")
_break("CK-082", "improving without a city", CITIES, "    if cities == 0:\n        return False\n", "")
_break(
    "CK-084",
    "aqueducts at level 4",
    CITIES,
    "m.level(s, seat, SCIENCE) >= ABILITY",
    "m.level(s, seat, SCIENCE) > ABILITY",
)
_break("CK-092", "no taking", CITIES, "elif c[at] == TOP_LEVEL and", "elif False and")
_break("CK-093", "always taking", CITIES, " and m.level(s, holder, arg) < TOP_LEVEL:", ":")
_break("CK-095 CK-171", "level 4 without a place", CITIES, "return cities > m.metropolises(s, seat)", "return True")
_break("CK-100", "equal barbarians win", BARBARIANS, "if barbarians > knights:", "if barbarians >= knights:")
_break("CK-102", "metropolises count", BARBARIANS, "if m.cities(s, seat) > m.metropolises(s, seat):", "if True:")
_break("CK-050", "walls stay", BARBARIANS, "c[m.wall + corner] = 0", "pass")
_break("CK-107", "other cities first", MODULE, "or s.cells[self.tipped + corner] != 0", "or True")
_break("CK-108", "no point for defenders", BARBARIANS, "s.cells[m.tokens + first] += 1", "pass")
_break("CK-112", "helmets stay", BARBARIANS, "c[m.active + corner] = 0", "pass")
_break("CK-113", "the ship stays", BARBARIANS, "c[m.ship] = 0", "c[m.ship] = 1")
_break(
    "CKV-003", "all are tired", BARBARIANS, "if not m.defense_is_chosen or c[m.marks + corner] & DEFENDS:", "if True:"
)
_break("CK-124", "the crane takes two off", CITIES, "return cost - 1 if", "return cost - 2 if")
_break("CK-126", "a six is swapped", SCIENCE, " and number != 6 and", " and")
_break("CK-127 CK-129", "a card a hex", SCIENCE, "DRAWN: Final[i64] = 2", "DRAWN: Final[i64] = 1")
_break("CK-131", "a fleet for good", MODULE, "        c[self.fleet] = 0\n", "")
_break("CK-132", "the merchant serves all", MODULE, "if c[self.merchant_holder] == seat + 1 and", "if")
_break("CKO-009", "a settlement will do", FIGURES, "merchant-needs-city = true", "merchant-needs-city = false")
_break("CK-136", "all of a resource", TRADE, "            if n > self.most:\n                n = self.most\n", "")
_break("CK-177", "as often as one likes", TRADE, "s.cells[m.harbor_done] |= BITS[seat]", "pass")
_break("CK-139", "taxes from equals", TRADE, "if r.open_points(s, other) > r.open_points(s, seat) and", "if")
_break("CK-142", "closed roads", POLITICS, "if mark == 0 or not open_end(m, s, edge):", "if mark == 0:")
_break("CKO-006", "others' roads", FIGURES, "diplomacy-takes-any = false", "diplomacy-takes-any = true")
_break("CK-145", "on the same path", POLITICS, "if e != s.cells[s.top() + 2] and may_road", "if may_road")
_break("CK-148", "no robber", POLITICS, "        s.cells[r.robber] = arg\n", "")
_break(
    "CK-150",
    "a wedding of equals",
    POLITICS,
    "n > 0 and r.open_points(s, other) > r.open",
    "n > 0 and r.open_points(s, other) >= r.open",
)
_break(
    "CK-152",
    "only richer hands",
    POLITICS,
    "r.open_points(s, other) >= r.open_points(s, seat) and r.hand",
    "r.open_points(s, other) > r.open_points(s, seat) and r.hand",
)
_break(
    "CK-153", "the status is lost", POLITICS, "(level * 2 + active) * corners + corner", "level * 2 * corners + corner"
)
_break("CK-180", "traitors act", POLITICS, "TIRED if active != 0 else 0)", "0)")
_break("CK-147", "encouraged knights act", POLITICS, "                c[m.marks + corner] |= TIRED\n", "")
_break(
    "CK-157",
    "a metropolis for a point",
    REALM,
    "METROPOLIS_POINTS: Final[i64] = 2",
    "METROPOLIS_POINTS: Final[i64] = 1",
)

if __name__ == "__main__":
    sys.exit(main(mutations=MUTATIONS, tests=Path(__file__).parent))
