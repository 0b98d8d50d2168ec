"""Ways to break the rules of Cities & Knights, each to be noticed by a scenario.

`python -m tests.expansions.island.cities_knights.rules.broken` tries them all.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from tests.island.mutation import Mutations
from tests.island.mutations import main

MUTATIONS: Final = Mutations("expansions/island/cities_knights/rules/")
_break = MUTATIONS.add

FIGURES = "figures.toml"
STATE = "state.py"
MODULE = "module.py"
EVENTS = "events.py"
BARBARIANS = "barbarians.py"
CITIES = "cities.py"
PIECES = "pieces.py"
TREK = "trek.py"
KNIGHTS = "knights.py"
PILES = "progress/piles.py"
HAND = "progress/hand.py"
SCIENCE = "progress/science.py"
TRADE = "progress/trade.py"
POLITICS = "progress/politics.py"
DIPLOMACY = "progress/diplomacy.py"
ALLEGIANCE = "progress/allegiance.py"
LEVIES = "progress/levies.py"
ESPIONAGE = "progress/espionage.py"
REFUSALS = "refusals.py"
LINES = "../../../../catan/base/lines.py"
KNIGHT_AT = "return s.cells[self.knight + corner]\n"
PENDING = "pending_refusals.py"
PROGRESS = "progress/refusals.py"

_break("CK-002", "thirteen coins", FIGURES, "coin = 12 ", "coin = 13 ")
_break("CK-003", "two spies", FIGURES, "espionage = 3", "espionage = 2")
_break("CK-008", "six spaces", FIGURES, "length = 7", "length = 6")
_break("CK-009", "the robber starts in the desert", MODULE, "c[self.r.robber] = -1", "c[self.r.robber] = 0")
_break("CK-011 CK-162", "two settlements", MODULE, "city=placing.pays", "city=False")
_break("CK-018", "two ships", EVENTS, "([3, 1, 1, 1])", "([2, 1, 1, 1])")
_break("CK-021 CKO-014", "the red die below the level", EVENTS, "red <= level + 1", "red <= level")
_break("CK-022", "drawing from seat 0 on", EVENTS, "other = (roller + i) % seats", "other = i")
_break("CK-023", "drawing without a level", EVENTS, "level > 0 and red", "level >= 0 and red")
_break("CK-026", "five cards", STATE, "MOST_CARDS: Final[i64] = 4", "MOST_CARDS: Final[i64] = 5")
_break("CK-027", "a fifth card always returned", PILES, "if m.fifth_is_played and", "if False and")
_break("CKO-002", "a fifth card played", FIGURES, "fifth-card-is-played = false", "fifth-card-is-played = true")
_break("CK-116", "the last comes first", PILES, "top = c[m.bottom[d]] - 1", "top = c[m.bottom[d] + 1] - 1")
_break("CK-031", "cloth from forests", FIGURES, 'forest = "paper"', 'forest = "cloth"')
_break(
    "CK-033",
    "settlements draw commodities",
    CITIES,
    "if c[r.level + corner] < 2 or good < 0:",
    "if c[r.level + corner] < 1 or good < 0:",
)
_break("CK-037", "a seven moves the robber", MODULE, "return not self.robber_is_awake(s)", "return False")
_break("CK-042", "a card a wall", STATE, "WALL_CARDS: Final[i64] = 2", "WALL_CARDS: Final[i64] = 1")
_break(
    "CK-086",
    "no guild",
    MODULE,
    "if self.level(s, seat, TRADE) >= ABILITY:\n                return 2",
    "if False:\n                return 2",
)
_break("CK-048", "two walls under a city", CITIES, " and c[m.wall + corner] == 0:", ":")
_break(
    "CK-052",
    "knights at others' roads",
    STATE,
    "at = self.r.joined + seat * words",
    "at = self.r.joined",
)
_break("CK-053", "knights on buildings", STATE, "s.cells[self.r.owner + corner] == 0 and s.cells", "s.cells")
_break("CK-054 CK-055", "knights cut nothing", MODULE, KNIGHT_AT, "return 0\n")
_break("CK-056", "own knights cut", MODULE, KNIGHT_AT, "return -s.cells[self.knight + corner]\n")
_break("CK-072", "settlements on knights", MODULE, "return s.cells[self.knight + corner] == 0", "return True")
_break("CK-058", "acting at once", KNIGHTS, "s.cells[m.marks + arg] |= TIRED", "pass")
_break("CKO-016 CKO-017", "a fresh knight acts twice", KNIGHTS, "    return TIRED\n", "    return 0\n")
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
_break("CK-070", "through opponents", TREK, "return cut(self.r, s, seat, place)", "return False")
_break(
    "CK-074",
    "the helmet is lost",
    PIECES,
    "stand(m, s, seat, arg, rank, active, packed",
    "stand(m, s, seat, arg, rank, 0, packed",
)
_break("CKV-003", "a defender driven off is forgotten", PIECES, "active, packed // (2 * RANKS))", "active, 0)")
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
_break("CK-127 CK-129", "a card a hex", SCIENCE, "CARDS_A_HEX: Final[i64] = 2", "CARDS_A_HEX: Final[i64] = 1")
_break("CK-131", "a fleet for good", MODULE, "        c[self.fleet] = 0\n", "")
_break("CK-132", "the merchant serves all", MODULE, "if c[self.merchant_holder] == seat + 1 and", "if")
_break("CKO-009", "never beside settlements", FIGURES, "{ merchant-needs-city = false }", "{}")
_break("CKO-017", "never at once", FIGURES, "{ activation-tires = false }", "{}")
_break("CKO-009", "a settlement will do", FIGURES, "merchant-needs-city = true", "merchant-needs-city = false")
_break("CK-136", "all of a resource", TRADE, "            else:\n                n = self.most\n", "")
_break("CK-177", "as often as one likes", TRADE, "s.cells[m.harbor_done] |= BITS[seat]", "pass")
_break("CK-139", "taxes from equals", TRADE, " and open_points(r, s, other) > points:", ":")
_break("CK-142", "closed roads", DIPLOMACY, " or not loose_end(m.r, s, mark - 1, edge):", ":")
_break("CKO-006", "others' roads", FIGURES, "diplomacy-takes-any = false", "diplomacy-takes-any = true")
_break("CK-145", "on the same path", DIPLOMACY, "if e != s.cells[s.top() + 2] and may_lay", "if may_lay")
_break("CK-148", "no robber", LEVIES, "        s.cells[r.robber] = arg\n", "")
_break(
    "CK-150",
    "a wedding of equals",
    LEVIES,
    "n > 0 and open_points(r, s, other) > open_points",
    "n > 0 and open_points(r, s, other) >= open_points",
)
_break(
    "CK-152",
    "only richer hands",
    LEVIES,
    "open_points(r, s, other) >= points",
    "open_points(r, s, other) > points",
)
_break(
    "CK-153",
    "the status is lost",
    ALLEGIANCE,
    "(level * 2 + active) * corners + corner",
    "level * 2 * corners + corner",
)
_break("CK-180", "traitors act", ALLEGIANCE, "            marks = TIRED\n", "            marks = 0\n")
_break("CK-140", "knights anywhere are driven off", POLITICS, " and touches(r, s, seat, corner):", ":")
_break("CK-141", "a knight driven off goes home", PIECES, "if can_retreat(m, s, seat, start):", "if False:")
_break(
    "CK-143",
    "knights of the others close",
    LINES,
    "r.seams.piece_at(s, corner) == colour + 1",
    "r.seams.piece_at(s, corner) != 0",
)
_break("CKO-037", "knights do not close", LINES, "r.seams.piece_at(s, corner) == colour + 1", "False")
_break("CK-146", "the cards of nobody", POLITICS, "if other != seat and m.cards_of(s, other) > 0:", "if other != seat:")
_break("CK-183", "what was looked at is forgotten", ESPIONAGE, "        look(self.m, s, seat, arg)\n", "")
_break("CK-149", "taxes at once", POLITICS, "TAXATION) and m.robber_is_awake(s):", "TAXATION):")
_break(
    "CK-154",
    "no lower knight",
    ALLEGIANCE,
    "    for level in range(rank):\n        if s.cells[left",
    "    for level in range(rank - 1, rank):\n        if s.cells[left",
)
_break("CKO-007", "only the same level", FIGURES, "treason-is-free = true ", "treason-is-free = false ")
_break(
    "CKO-008",
    "a deserter without a place",
    POLITICS,
    "TREASON) and (not m.treason_is_free or has_post(m, s, seat)):",
    "TREASON):",
)
_break("CKO-003", "hands are sabotaged", FIGURES, "sabotage-hits-cities = true", "sabotage-hits-cities = false")
_break("CKO-005", "a city twice", POLITICS, " and s.cells[m.damaged + corner] == 0:", ":")
_break("CK-120", "the alchemist may not roll a seven", SCIENCE, "for k in range(36):", "for k in range(5):")
_break("CK-128", "medicine at full price", FIGURES, "grain = 1\nore = 2", "grain = 2\nore = 3")
_break("CK-123", "one knight a smith", SCIENCE, "m.smith_phase, seat, 2)", "m.smith_phase, seat, 1)")
_break("CK-122", "one road", SCIENCE, "m.r.roads_phase, seat, 2)", "m.r.roads_phase, seat, 1)")
_break("CK-125", "a fourth wall", SCIENCE, " and c[m.walls_left + seat] > 0:", ":")
_break("CK-139", "a hand that was looked at is forgotten", TRADE, "        look_in(m, s, seat, arg)\n", "")
_break("CK-138", "who had no commodity may have one", TRADE, "s.cells[m.lacking + other] |= BITS[g]", "pass")
_break("CK-137", "who could not give may have more", TRADE, "s.cells[m.lacking + other] |= BITS[arg]", "pass")
_break("CK-138", "exchanges for nothing", TRADE, "        hand_over(m, s, to, seat, good)\n", "")
_break(
    "CK-137", "two commodities", TRADE, "MonopolyCard(m, TRADE_MONOPOLY, 1)", "MonopolyCard(m, TRADE_MONOPOLY, TAKEN)"
)
_break(
    "CK-176",
    "the merchant must move",
    TRADE,
    "if r.terrain_good[hex_] < 0:",
    "if r.terrain_good[hex_] < 0 or s.cells[m.merchant] == hex_ + 1:",
)
_break("CK-135", "the merchant in the desert", TRADE, "if r.terrain_good[hex_] < 0:", "if r.terrain_good[hex_] < -1:")
_break("CK-104", "the first city falls", BARBARIANS, "if plain > 1:", "if False:")
_break("CK-106", "no city on its side", BARBARIANS, "c[m.tipped + corner] = 1", "pass")
_break(
    "CK-109",
    "one of the best draws",
    BARBARIANS,
    "if m.strength(s, seat) == best:\n                s.push",
    "if seat == first:\n                s.push",
)
_break("CK-039", "the robber sleeps on", BARBARIANS, "c[m.r.robber] = m.r.robber_start", "pass")
_break(
    "CK-083",
    "one domain",
    CITIES,
    "for domain in range(DOMAINS):\n            held",
    "for domain in range(1):\n            held",
)
_break("CK-147", "encouraged knights act", ALLEGIANCE, "                c[m.marks + corner] |= TIRED\n", "")
_break(
    "CK-157",
    "a metropolis for a point",
    STATE,
    "METROPOLIS_POINTS: Final[i64] = 2",
    "METROPOLIS_POINTS: Final[i64] = 1",
)

_break("CKO-016 CKO-030", "fighting is no use", BARBARIANS, "c[m.marks + corner] |= spent(m)", "pass")
_break("CK-061", "risen for good", MODULE, "            s.cells[self.marks + corner] = 0\n", "            pass\n")
_break("CK-099", "a knight of any level for one", BARBARIANS, "knights += m.strength(s, other)", "knights += 1")
_break(
    "CK-167",
    "a knight that goes home cuts on",
    ALLEGIANCE,
    "        judge(m, s)\n        m.go_on(s)",
    "        m.go_on(s)",
)
_break("CK-177", "one exchange for good", MODULE, "        c[self.harbor_done] = 0\n", "")
_break("CK-123", "a smith without end", SCIENCE, " or s.cells[s.top() + 2] == 0 or not can", " or not can")

# The order of seats, and what is judged at once.
_break(
    "CK-039 CK-041",
    "every attack recalls the robber",
    BARBARIANS,
    "if m.robber_sleeps and c[m.attacks] == 0:",
    "if m.robber_sleeps:",
)
_break(
    "CK-039",
    "the robber awakes in a desert that is not there",
    BARBARIANS,
    "            if m.r.robber_start >= 0:\n",
    "            if True:\n",
)
_break(
    "CKV-001",
    "the defence is asked from seat 0 on",
    BARBARIANS,
    "seat = (roller + i) % m.r.seats\n            if next_defender",
    "seat = i\n            if next_defender",
)
_break(
    "CK-104",
    "the losers choose from seat 0 on",
    BARBARIANS,
    "seat = (roller + i) % m.r.seats\n            plain =",
    "seat = i\n            plain =",
)
_break(
    "CK-109",
    "the best defenders draw from seat 0 on",
    BARBARIANS,
    "seat = (roller + i) % m.r.seats\n            if m.strength",
    "seat = i\n            if m.strength",
)
_break(
    "CK-167",
    "a retreat is not judged",
    PIECES,
    "        judge(m, s)\n        m.go_on(s)",
    "        m.go_on(s)",
)
_break(
    "CK-167",
    "a knight sent home is not judged",
    PIECES,
    's.emit("knight_home", seat, start, rank)\n        judge(m, s)',
    's.emit("knight_home", seat, start, rank)',
)
_break(
    "CK-167",
    "a displaced knight is judged before it has moved",
    KNIGHTS,
    "other_marks)\n        else:\n            judge(m, s)",
    "other_marks)\n        judge(m, s)",
)
_break(
    "CK-167",
    "a moved knight is not judged",
    KNIGHTS,
    "        else:\n            judge(m, s)",
    "        else:\n            pass",
)
_break("CK-167", "a recruited knight is not judged", KNIGHTS, "BASIC, 0, 0)\n        judge(m, s)", "BASIC, 0, 0)")
_break(
    "CK-167",
    "a knight that comes over is not judged",
    ALLEGIANCE,
    "        judge(self.m, s)\n",
    "",
)
_break("CK-167", "a road taken away is not judged", DIPLOMACY, "        judge(m, s)\n", "")
_break("CK-167", "a road laid elsewhere is not judged", DIPLOMACY, "        judge(self.m, s)\n", "")
_break("CK-174", "a metropolis does not win at once", CITIES, "    m.r.check_win(s)\n", "")
_break("CK-174", "Medicine does not win at once", SCIENCE, "        m.r.check_win(s)\n", "")
_break("CK-174", "the merchant does not win at once", TRADE, "        m.r.check_win(s)\n", "")
_break("CK-174", "a point drawn does not win at once", PILES, "                m.r.check_win(s)\n", "")
_break("CK-174", "a defender does not win at once", BARBARIANS, "            m.r.check_win(s)\n", "")
_break("CK-174", "the longest road does not win at once", PIECES, "    m.r.check_win(s)\n", "")
_break("CK-188", "activation for nothing", KNIGHTS, "        m.charge(s, seat, ACTIVATION)\n", "")
_break(
    "CK-188",
    "a grain activates them all",
    KNIGHTS,
    "        s.cells[m.active + arg] = 1\n",
    "        for other in range(m.r.board.corners):\n            s.cells[m.active + other] = 1\n",
)

# Refusals.
_break("CK-154", "a level for no reason", PENDING, "    if level >= rank:\n", "    if level >= 3:\n")
_break(
    "CK-156",
    "a corner for no reason",
    PENDING,
    '    if not m.is_free(s, corner):\n        return no.say("CK-156"',
    '    if False:\n        return no.say("CK-156"',
)
_break("CKO-005", "the only city like none", PROGRESS, "if s.cells[m.damaged + corner] != 0 and", "if False and")
_break(
    "CK-152",
    "a sabotage like a seven",
    LEVIES,
    "s.push(r.discard_phase, seat, 0, SABOTAGE)",
    "s.push(r.discard_phase, seat)",
)
_break("CK-150", "a wedding like a sabotage", LEVIES, "seat + 1, WEDDING)", "seat + 1, SABOTAGE)")
_break("CK-006", "development cards are lacking only", REFUSALS, "if word in UNUSED:", "if False:")
_break("CK-115", "cards that nobody holds", REFUSALS, "if s.cells[m.card_at(seat, kind)] == 0:", "if False:")
_break(
    "CK-054",
    "knights let roads pass",
    PENDING,
    "not in (0, seat + 1) and leads",
    "not in (0, 1, 2, 3, 4) and leads",
)
_break("CK-160", "cards on another's turn", PENDING, " and seat != s.cells[m.r.on_turn]:", " and False:")
_break("CK-109 CK-138", "nobody to wait for", PENDING, 'rule = WAITS.get(phase, "")', 'rule = ""')
_break("CKO-002", "the fifth card of the new edition", PENDING, "    if not m.fifth_is_played:\n", "    if False:\n")
_break("CK-027 CK-182", "the fifth card of another's turn", PENDING, 'return "CK-027" if', 'return "CK-028" if')
_break(
    "CK-122",
    "free roads of the plain island",
    PENDING,
    '    if phase in ("roads", "rebuild"):',
    '    if phase == "rebuild":',
)
_break("CK-145", "the same path, for another reason", PENDING, " and arg != s.cells[s.top() + 2]:", ":")
_break("CK-011", "a settlement would do", PENDING, 'phase == "setup" and', "False and")
_break("CK-181", "a city that lies is no hindrance", PROGRESS, "if c[r.owner + arg] == seat + 1 and", "if False and")
_break("CK-135", "the desert like another hex", PROGRESS, "if r.terrain_good[arg] < 0:", "if False:")
_break(
    "CK-187",
    "nobody is richer",
    PROGRESS,
    'if m.r.open_points(s, other) > m.r.open_points(s, seat):\n            return no.say("CK-187"',
    'if False:\n            return no.say("CK-187"',
)
_break("CK-186", "a bank that is never empty", PROGRESS, "if c[r.bank + r.good_names.index(good)] == 0:", "if False:")
_break("CK-149", "the robber is awake", PROGRESS, "and not m.robber_is_awake(s):", "and False:")
_break("CKO-005", "a city that is whole", PROGRESS, "    if m.is_metropolis(s, corner):\n", "    if True:\n")
_break(
    "CKO-037", "closed, not without another path", PROGRESS, "if not loose_end(m.r, s, owner - 1, edge):", "if True:"
)
_break("CKO-008", "a deserter has a place", PROGRESS, "m.treason_is_free and not has_post(m, s, seat):", "False:")

if __name__ == "__main__":
    sys.exit(main(mutations=MUTATIONS, tests=Path(__file__).parent))
