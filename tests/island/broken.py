"""Ways to break the rules of the base island: each a small change of the source and the rules that it breaks."""

from __future__ import annotations

from typing import Final

from tests.island.mutation import Mutations

MUTATIONS: Final = Mutations()
_break = MUTATIONS.add

FRAME = "catan/board/data/island.toml"
FIGURES = "catan/base/island.toml"
LAYOUT = "catan/board/layout.py"
READER = "catan/board/reader.py"
SPIRAL = "catan/board/spiral.py"
GRAPH = "catan/board/graph.py"
CONFIG = "catan/base/config.py"
OPTIONS = "catan/base/options.py"
READING = "catan/base/reading.py"
FAMILY = "catan/family.py"
ISLAND = "catan/base/island.py"
SETUP = "catan/base/setup.py"
TURN = "catan/base/turn.py"
PRODUCTION = "catan/base/production.py"
ROBBER = "catan/base/robber.py"
TRADE = "catan/base/trade.py"
NOTATION = "catan/base/notation.py"
BUILDING = "catan/base/building.py"
CARDS = "catan/base/cards.py"
CORNERS = "catan/base/corners.py"
NETWORK = "catan/base/network.py"
ROUTES = "catan/base/routes.py"
GAME = "kernel/game.py"
RULES = "kernel/rules.py"
GLANCE = "view/island/glance.py"

# Board and pieces

_break("BASE-001", "two mountains and four hills", FRAME, '"mountains 10"', '"hills 10"')
_break("BASE-001", "forests give brick", FIGURES, 'forest = "lumber"', 'forest = "brick"')
_break("BASE-002 BASE-003", "two twelves", FRAME, "R11", "R12")
_break(
    "BASE-002",
    "a desert may carry a token",
    READER,
    "if numbers and not terrains[terrain].bears_numbers:",
    "if False:",
)
_break("BASE-002", "a token may be a seven", READER, "<= 12 and number != 7", "<= 12")
_break("BASE-002", "a token may be a one", READER, "and 2 <= number", "and 1 <= number")
_break("BASE-003", "B and C swapped", FRAME, "B2 C6", "B6 C2")
_break("BASE-006", "a harbour elsewhere", FRAME, '{ q = -1, r = 2, side = "SE" }', '{ q = -1, r = 2, side = "SW" }')
_break("BASE-006", "two ore harbours", FRAME, 'good = "wool" }', 'good = "ore" }')
_break("BASE-006", "shuffling always deals the same", LAYOUT, "rng.shuffle(kinds)", "kinds.reverse()")
_break("BASE-006", "a harbour inland", READER, "if neighbour((q, r), str(side)) in land:", "if False:")
_break(
    "BASE-006 BASE-027",
    "a harbour at one end of its path",
    GRAPH,
    "for c in edge_ends(side_edge((h.q, h.r), h.side)):",
    "for c in edge_ends(side_edge((h.q, h.r), h.side))[:1]:",
)
_break("BASE-008", "no paths on the western coast", GRAPH, "for side in SIDES:", "for side in SIDES[:3]:")
_break("BASE-009", "18 ore in the bank", FIGURES, "ore = 19", "ore = 18")
_break("BASE-009", "13 knights", FIGURES, "knight = 14", "knight = 13")
_break("BASE-009", "a sixth point", FIGURES, "point = 5", "point = 6")
_break("BASE-010", "16 roads", FIGURES, "road = 15", "road = 16")
_break("BASE-010", "six settlements", FIGURES, "settlement = 5", "settlement = 6")
_break("BASE-010", "five cities", FIGURES, "city = 4", "city = 5")
_break(
    "BASE-010",
    "more roads than pieces",
    NETWORK,
    "seat * 3 + ROAD] <= 0 or not lines_allowed(r, s, seat, ROAD_LINE):\n        return\n",
    "seat * 3 + ROAD] <= -9:\n        return\n",
)
_break(
    "BASE-010 BASE-036",
    "free roads without a piece",
    NETWORK,
    "seat * 3 + ROAD] <= 0 or not lines_allowed(r, s, seat, ROAD_LINE):\n        return False\n",
    "seat * 3 + ROAD] <= -9:\n        return False\n",
)
_break(
    "BASE-010",
    "more settlements than pieces",
    NETWORK,
    "seat * 3 + SETTLEMENT] <= 0:\n        return\n",
    "seat * 3 + SETTLEMENT] <= -9:\n        return\n",
)
_break("BASE-010", "more cities than pieces", BUILDING, "seat * 3 + CITY] <= 0:", "seat * 3 + CITY] <= -9:")
_break("BASE-010", "six printed settlements", FAMILY, "if counts.get(p.seat, 0) > r.supply[SETTLEMENT]:", "if False:")

# Setting up

_break("BASE-004", "hexes not shuffled", LAYOUT, "rng.shuffle(terrains)", "terrains.sort()")
_break(
    "BASE-004",
    "the spiral goes clockwise",
    SPIRAL,
    '("W", "SW", "SE", "E", "NE", "NW")',
    '("W", "NW", "NE", "E", "SE", "SW")',
)
_break("BASE-004", "the spiral begins between corners", LAYOUT, "for side in SIDES) == 3]", "for side in SIDES) == 4]")
_break("BASE-004", "the spiral may begin inland", LAYOUT, "    for at in coast:\n", "    for at in spots:\n")
_break(
    "BASE-002",
    "the desert takes a letter",
    LAYOUT,
    "rng), bare)\n        number_at = dict(zip(order, numbers, strict=True))",
    "rng))\n        number_at = dict(zip(order, numbers))",
)
_break(
    "BASE-004",
    "letters lie row by row",
    LAYOUT,
    "spiral(spots, _spiral_start(spots, spiral_from, rng), bare)",
    "[at for at in spots if at not in bare]",
)
_break("BASE-005", "red numbers side by side", LAYOUT, "if not red_neighbours(number_at):", "if True:")
_break("BASE-005", "only sixes are red", LAYOUT, "RED: Final = (6, 8)", "RED: Final = (6,)")
_break("BASE-005", "always a spiral", LAYOUT, 'if tokens == "spiral":', "if True:")
_break(
    "BASE-007",
    "a printed road elsewhere",
    FRAME,
    'corner = "2,-2,S", edge = "1,-1,NE"',
    'corner = "2,-2,S", edge = "1,-1,E"',
)
_break("BASE-007", "three seats get the pieces of four", READING, "if p.seat < seats))", "if p.seat <= seats))")
_break("BASE-007 BASE-014", "printed firsts pay as well", SETUP, "if p.pays:", "if True:")
_break("BASE-007", "pieces always printed", READING, 'if options["pieces"] == "free":', "if False:")
_break(
    "BASE-012",
    "the second round goes clockwise",
    CONFIG,
    "for turn in reversed(range(seats))",
    "for turn in range(seats)",
)
_break(
    "BASE-012",
    "round one goes counter-clockwise",
    SETUP,
    "(c[r.starter] + r.placing_turn[step]) %",
    "(c[r.starter] + r.seats - r.placing_turn[step]) %",
)
_break("BASE-012", "the lowest roll begins", SETUP, "if roll > best:", "if best == 0 or roll < best:")
_break("BASE-012", "the first of those who tie begins", SETUP, "if tied != BITS[first]:", "if False:")
_break("BASE-012", "all roll again after a tie", SETUP, "c[top + 2] = tied", "c[top + 2] = contenders")
_break(
    "BASE-013",
    "no distance rule at the start",
    SETUP,
    "if corner_free(r, s, seat, spot) and",
    "if s.cells[r.owner + spot] == 0 and",
)
_break(
    "BASE-013",
    "a starting road anywhere",
    SETUP,
    "return\n        for k in range(3):\n            e = r.board.corner_edges[corner * 3 + k]\n            if 0 <= e <",
    "return\n        for e in range(r.board.edges):\n            if",
)
_break(
    "BASE-013",
    "printed roads anywhere",
    FAMILY,
    "if corner not in (board.edge_corners",
    "if False and corner not in (board.edge_corners",
)
_break(
    "BASE-013",
    "printed neighbours",
    FAMILY,
    "if corner in corners or any(c in corners for c in near):",
    "if corner in corners:",
)
_break("BASE-014", "the first settlement pays", SETUP, "if r.placing_pays[step]:", "if not r.placing_pays[step]:")
_break("BASE-014", "two cards a hex", SETUP, "r.draw_goods(s, seat, good, 1)", "r.draw_goods(s, seat, good, 2)")
_break(
    "BASE-014",
    "one card in all",
    SETUP,
    's.emit("gain", seat, good, 1)',
    's.emit("gain", seat, good, 1)\n                return',
)
_break(
    "BASE-015", "the robber begins on the first hex", FAMILY, "c[self.robber] = self.robber_start", "c[self.robber] = 0"
)
_break(
    "BASE-015", "the robber always begins in the desert", ISLAND, "sites[0][0] if sites else self.desert", "self.desert"
)
_break("BASE-013", "the first settlements float", SETUP, "in range(r.board.ashore):", "in range(r.board.corners):")
_break("HOUSE-001", "no duel", READING, "numbers = {*SEATS, *", "numbers = {3, 4, *")
_break("HOUSE-001", "one may play alone", READING, "numbers = {*SEATS, *", "numbers = {1, *SEATS, *")
_break("HOUSE-001", "five may play", READING, "numbers = {*SEATS, *", "numbers = {*SEATS, 5, *")
_break(
    "HOUSE-002",
    "always a roll",
    CONFIG,
    'self.first = -1 if options["first"] == "roll" else',
    "self.first = -1 if True else",
)
_break("HOUSE-002", "the last seat is never drawn", READING, "rng.randrange(seats)", "rng.randrange(seats - 1)")
_break("HOUSE-002", "a seat that does not exist", OPTIONS, "0 <= value < seats", "0 <= value <= seats")

# The turn

_break(
    "BASE-047",
    "the second seat takes the first turn",
    SETUP,
    "begin_turn(r, s, first)",
    "begin_turn(r, s, (first + 1) % r.seats)",
)
_break(
    "BASE-047",
    "play goes counter-clockwise",
    TURN,
    "begin_turn(r, s, (seat + 1) %",
    "begin_turn(r, s, (seat + r.seats - 1) %",
)
_break("BASE-016", "no roll", TURN, "s.push(r.roll_phase, seat)", "s.push(r.main_phase, seat)")
_break(
    "BASE-016 BASE-035",
    "no card before the roll",
    TURN,
    "        playable_cards(self.r, self.cards, s, seat, out)\n",
    "",
)
_break(
    "BASE-016",
    "no card after the roll",
    TURN,
    "        playable_cards(r, self.cards, s, seat, out)\n",
    "",
)
_break(
    "BASE-016",
    "the turn may end before the roll",
    TURN,
    "out.add(self.roll)",
    "out.weigh(self.roll, self.roll + 37)",
)
_break(
    "BASE-051",
    "one road a game",
    TURN,
    "if affordable & BITS[ROAD]:",
    "if affordable & BITS[ROAD] and s.cells[r.left + seat * 3] > 14:",
)
_break(
    "BASE-051",
    "seat 1 always may act",
    RULES,
    "return BITS[s.cells[s.top() + 1]]",
    "return BITS[s.cells[s.top() + 1]] | 2",
)
_break("BASE-054", "hands are public", ISLAND, 'add("hand", [n, g], OWNER', 'add("hand", [n, g], 0')
_break("BASE-054", "cards are public", ISLAND, 'add("cards", [n, k], OWNER', 'add("cards", [n, k], 0')
_break("BASE-054", "the deck is public", ISLAND, 'add("deck", [k], NOBODY', 'add("deck", [k], 0')
_break("BASE-054", "everybody sees the stolen card", ROBBER, "sees = BITS[thief] | BITS[victim]", "sees = -1")
_break("BASE-054", "the victim does not see it", ROBBER, "sees = BITS[thief] | BITS[victim]", "sees = BITS[thief]")
_break(
    "BASE-054 BASE-039 BASE-033",
    "every viewer sees all hands",
    GLANCE,
    "return self.viewer in (seat, OPEN)",
    "return seat >= 0",
)
_break("HOUSE-003", "others' steps can be taken back", GAME, " or decisions[at].seat != seat:", ":")
_break(
    "HOUSE-003",
    "chance can be taken back",
    GAME,
    "CHANCE or decisions[at].seat != seat:",
    "CHANCE or decisions[at].seat not in (seat, CHANCE):",
)
_break("HOUSE-003", "the end can be taken back", GAME, "if seat is None or self.over:", "if seat is None:")
_break("HOUSE-003", "a trade can be taken back", FAMILY, '"offer", "trade")', '"offer")')
_break("HOUSE-003", "an offer can be taken back", FAMILY, '"offer", "trade")', '"trade")')
_break("HOUSE-003", "a discard can be taken back", FAMILY, '"discard", "offer", ', '"offer", ')
_break("HOUSE-003", "a monopoly can be taken back", FAMILY, '"plenty", "monopoly", ', '"plenty", ')
_break("HOUSE-003", "a year of plenty can be taken back", FAMILY, '"plenty", "monopoly", ', '"monopoly", ')
_break("HOUSE-003", "a knight can be taken back", FAMILY, 'FINAL: Final = ("knight", ', "FINAL: Final = (")
_break("HOUSE-003", "road building can be taken back", FAMILY, '("knight", "roads", ', '("knight", ')
_break(
    "HOUSE-003",
    "nothing is taken back in analysis",
    GAME,
    "if seat is None or last < 0:\n            return last",
    "if seat is None or last < 0:\n            return -1",
)

# Production

_break(
    "BASE-048",
    "double ones twice as likely",
    TURN,
    "36):\n            out.weigh(self.asks + k, 1)",
    "36):\n            out.weigh(self.asks + k, 2 if k == 0 else 1)",
)
_break(
    "BASE-048", "one die counts twice", TURN, "lay_number(r, s, roller, first +", "lay_number(r, s, roller, second +"
)
_break("BASE-017", "a city yields one card", PRODUCTION, "good, level)\n", "good, 1)\n")
_break(
    "BASE-017",
    "a building yields once a roll",
    ISLAND,
    "c[self.claims + seat * self.goods + good] += count",
    "c[self.claims + seat * self.goods + good] = count",
)
_break(
    "BASE-017",
    "four corners of a hex yield",
    PRODUCTION,
    "range(h * 6, h * 6 + 6):",
    "range(h * 6, h * 6 + 4):",
)
_break("BASE-017", "only the first of two numbers yields", ISLAND, "numbers[h][first:]:", "numbers[h][first:1]:")
_break("BASE-018", "the robber does not block", PRODUCTION, "if h == robber:", "if h == -2:")
_break(
    "BASE-018",
    "the robber blocks the number",
    PRODUCTION,
    "        if h == robber:",
    "        if robber >= 0 and r.board.number[h] == r.board.number[robber]:",
)
_break("BASE-049", "the desert gives wool", FIGURES, 'desert = ""', 'desert = "wool"')
_break(
    "BASE-049",
    "no way back to the desert",
    ROBBER,
    "if hex_ == s.cells[r.robber]:",
    "if hex_ == s.cells[r.robber] or r.terrain_good[hex_] < 0:",
)
_break("BASE-019", "who comes first is served", PRODUCTION, "if claimants > 1:", "if claimants > 9:")
_break("BASE-019", "just enough is too little", PRODUCTION, "if owed > there:", "if owed >= there:")
_break(
    "BASE-019",
    "a shortage of one stops all",
    PRODUCTION,
    "            if claimants > 1:\n                there = 0",
    "            if claimants > 1:\n                return",
)
_break("BASE-020", "a single claimant gets nothing", PRODUCTION, "if claimants > 1:", "if claimants > 0:")
_break("BASE-020", "claims are counted by cards", PRODUCTION, "count += 1", "count += 2")
_break("BASE-050", "paid cards are lost", ISLAND, "c[self.bank + g] += n", "c[self.bank + g] += 0")
_break(
    "BASE-050",
    "discards and exchanges are lost",
    ISLAND,
    "s.cells[self.bank + good] -= count",
    "s.cells[self.bank + good] -= max(count, 0)",
)
_break(
    "BASE-050",
    "a played card goes back to the deck",
    CARDS,
    "    c[r.cards + seat * r.kinds + kind] -= 1",
    "    c[r.cards + seat * r.kinds + kind] -= 1\n    c[r.deck + kind] += 1",
)
_break(
    "BASE-050",
    "a played card is kept",
    CARDS,
    "    c[r.cards + seat * r.kinds + kind] -= 1",
    "    c[r.cards + seat * r.kinds + kind] -= 0",
)
_break("HOUSE-004", "the bank is hidden", ISLAND, 'add("bank", [g], ', 'add("bank", [g], NOBODY, ')

# The seven and the robber

_break("BASE-021", "a six is a seven", TURN, "elif total == 7:", "elif total == 6:")
_break(
    "BASE-021",
    "a seven produces like an eight",
    TURN,
    "start_seven(r, s, roller)\n",
    "start_seven(r, s, roller)\n        produce(r, s, 8)\n",
)
_break("BASE-022", "half rounded up", ROBBER, "= n // 2\n", "= (n + 1) // 2\n")
_break(
    "BASE-022",
    "seven cards are too many",
    ROBBER,
    "if n > hand_limit(r, s, other):",
    "if n >= hand_limit(r, s, other):",
)
_break(
    "BASE-022",
    "the roller is spared",
    ROBBER,
    "if n > hand_limit(r, s, other):",
    "if n > hand_limit(r, s, other) and other != seat:",
)
_break(
    "BASE-022",
    "only the roller discards",
    ROBBER,
    "if n > hand_limit(r, s, other):",
    "if n > hand_limit(r, s, other) and other == seat:",
)
_break(
    "BASE-022",
    "nobody has to discard",
    ROBBER,
    "    if owing:\n        s.push(r.discard_phase, seat, 0)",
    "    if owing:\n        pass",
)
_break(
    "BASE-022",
    "development cards count",
    ROBBER,
    "n = hand_size(r, s, other)\n        if n > hand_limit(r, s, other):",
    "n = hand_size(r, s, other) + s.cells[r.cards + other * 5]\n        if n > hand_limit(r, s, other):",
)
_break("BASE-022", "one discard is enough", ROBBER, "if c[r.discards + other] > 0:\n                    return", "pass")
_break(
    "BASE-022", "cards that are not there", ROBBER, "if held > 0 and g >= least and beyond >= owed:", "if g >= least:"
)
_break(
    "BASE-023",
    "the robber swims",
    ROBBER,
    "range(r.board.land):\n            if robber",
    "range(r.board.hexes):\n            if robber",
)
_break(
    "BASE-023",
    "the robber may stay",
    ROBBER,
    "if hex_ == s.cells[r.robber]:",
    "if False:",
)
_break(
    "BASE-023",
    "seat 1 moves the robber",
    ROBBER,
    "            s.push(r.robber_phase, seat)\n            return\n",
    "            s.push(r.robber_phase, 0)\n            return\n",
)
_break(
    "BASE-024",
    "one may rob oneself",
    ROBBER,
    "if 0 <= owner < r.seats and owner != seat and",
    "if 0 <= owner < r.seats and",
)
_break(
    "BASE-024",
    "an empty hand may be robbed",
    ROBBER,
    "and hand_size(r, s, owner) > 0:",
    "and hand_size(r, s, owner) >= 0:",
)
_break("BASE-024", "every kind is as likely", ROBBER, "self.asks + g, n)", "self.asks + g, 1)")
_break("BASE-024", "two cards are stolen", ROBBER, "victim, thief, arg, 1, sees)", "victim, thief, arg, 2, sees)")
_break("BASE-024", "the first victim is robbed", ROBBER, "if mask == BITS[seat]:", "if mask & BITS[seat]:")
_break("BASE-024", "nobody is robbed", ROBBER, "    mask = victims(r, s, seat)\n", "    mask: i64 = 0\n")
_break(
    "HOUSE-005",
    "discards are hidden",
    ROBBER,
    's.emit("discard", seat, arg, 1)',
    's.emit("discard", seat, arg, 1, 0, 0, BITS[seat])',
)
_break("HOUSE-006", "the limit is always seven", ISLAND, "self.limit: i64 = config.hand_limit", "self.limit: i64 = 7")
_break("HOUSE-006", "the usual limit is eight", OPTIONS, '"hand_limit": 7', '"hand_limit": 8')

# Trade

_break("BASE-025", "the partner gets the wrong cards", TRADE, "s, arg, seat, g, m)", "s, arg, seat, g, n)")
_break(
    "BASE-025", "an offer to oneself", TRADE, "                if (mask & everyone) == mask and", "                if"
)
_break(
    "BASE-025",
    "an offer to nobody",
    TRADE,
    " and others_hold_any(r, s, seat):",
    ":",
)
_break(
    "BASE-025",
    "anybody may take an answer",
    TRADE,
    "            out.add(verbs.refuse)\n",
    "            out.weigh(verbs.refuse, verbs.trade + 1)\n",
)
_break("BASE-026", "like for like", TRADE, "if c[gives + g] == 0 and c[wants", "if c[wants")
_break(
    "BASE-026", "like for like with the bank", TRADE, "if get != g and c[r.bank + get] > 0:", "if c[r.bank + get] > 0:"
)
_break("BASE-026", "gifts can be written", NOTATION, "if not any(gives) or not any(wants):", "if False:")
_break("BASE-026", "an offer of every kind", TRADE, "and (there > 0 or kinds < r.goods - 1):", "and there >= 0:")
_break("BASE-026", "an offer with an empty hand", TRADE, " and holds_any(r, s, seat) and others", " and others")
_break("BASE-027", "the bank takes three", ISLAND, "BANK_RATE: Final[i64] = 4", "BANK_RATE: Final[i64] = 3")
_break("BASE-027", "special harbours take three", BUILDING, "+ harbor - 2] = 2", "+ harbor - 2] = 3")
_break("BASE-027", "general harbours take four", BUILDING, "seat * r.goods + g] = 3", "seat * r.goods + g] = 4")
_break(
    "BASE-027",
    "a general harbour spoils a special one",
    BUILDING,
    "            if c[r.rates + seat * r.goods + g] > 3:",
    "            if c[r.rates + seat * r.goods + g] > 0:",
)
_break("BASE-027", "closed harbours serve", BUILDING, "r.modular and not r.seams.corner_serves(s, corner)", "False")
_break("BASE-027", "rates never rise again", BUILDING, "c[r.rates + seat * r.goods + g] = BANK_RATE", "pass")
_break("BASE-027", "the bank gives what it has not", TRADE, "if get != g and c[r.bank + get] > 0:", "if get != g:")
_break(
    "BASE-027",
    "harbours serve all",
    BUILDING,
    "c[r.rates + seat * r.goods + harbor - 2] = 2",
    "c[r.rates + harbor - 2] = 2",
)
_break(
    "BASE-027 BASE-028",
    "new harbours do not serve",
    BUILDING,
    "harbor = r.board.harbor[corner]",
    "harbor = r.board.harbor[corner] if c[r.turn] == 0 else 0",
)
_break("HOUSE-007", "all are asked", TRADE, "if other != seat and mask & BITS[other]:", "if other != seat:")
_break("HOUSE-007", "cards one does not hold", TRADE, "if c[r.hand + seat * r.goods + g] > there and", "if")
_break("HOUSE-007", "no withdrawal", TRADE, "out.add(verbs.withdraw)", "pass")
_break("HOUSE-007", "empty hands are asked", TRADE, "WAITING if tradable(r, s, other) > 0 else REFUSED", "WAITING")
_break(
    "HOUSE-007",
    "all by name are not all",
    FAMILY,
    "if 0 <= seat < self.seats and action ==",
    "if seat >= 9 and action ==",
)
_break("HOUSE-007", "asking for more than anybody holds", TRADE, "if wanted < most:", "if wanted < 9:")
_break(
    "HOUSE-007",
    "the offer is secret",
    TRADE,
    's.emit("wants", seat, g, c[wants + g])',
    's.emit("wants", seat, g, c[wants + g], 0, 0, 1)',
)
_break(
    "HOUSE-008", "a yes without the cards", TRADE, "            if holds(r, s, seat, r.wants):", "            if True:"
)
_break("HOUSE-008", "a refused offer stays", TRADE, "if answer != 0 and answer != REFUSED:", "if answer != 0:")
_break("HOUSE-008", "one refusal ends it", TRADE, "if answer != 0 and answer != REFUSED:", "if answer == ACCEPTED:")
_break("HOUSE-008", "answers can be changed", TRADE, "answer + seat] == WAITING:", "answer + seat] != 0:")
_break("HOUSE-008", "no counter-offers", TRADE, "out.add(verbs.counter)", "pass")
_break(
    "HOUSE-008",
    "the first answers first",
    TRADE,
    "                mask += BITS[seat]\n        return mask",
    "                mask = BITS[seat]\n        return mask",
)
_break("HOUSE-009", "a refusal can be taken", TRADE, "if answer == ACCEPTED or", "if answer != 0 or")
_break("HOUSE-009", "the maker waits for all", TRADE, "        return offering\n", "        return 0\n")
_break(
    "HOUSE-009",
    "terms that one cannot pay",
    TRADE,
    "holds(r, s, seat, r.counter_wants + other * r.goods)",
    "other >= 0",
)
_break("HOUSE-009", "answers outlive their offer", TRADE, "        c[r.answer + seat] = 0\n", "        pass\n")
_break("HOUSE-009", "counter-offers are taken as the offer", TRADE, "if c[r.answer + arg] == COUNTERED:", "if False:")
_break(
    "HOUSE-009",
    "a yes is a trade",
    TRADE,
    "s.cells[self.r.answer + seat] = ACCEPTED",
    "s.cells[self.r.hand + seat] += 1",
)
_break(
    "HOUSE-010",
    "the limit cannot be set",
    ISLAND,
    "self.offer_limit: i64 = config.offers",
    "self.offer_limit: i64 = 20",
)
_break("HOUSE-010", "the usual limit is 21", OPTIONS, '"offers": 20', '"offers": 21')
_break("HOUSE-010", "no limit", TRADE, "c[r.offers] -= 1", "c[r.offers] -= 0")
_break(
    "HOUSE-010",
    "a limit for the game",
    TURN,
    "c[r.offers] = r.offer_limit",
    "c[r.offers] = r.offer_limit if c[r.turn] == 1 else c[r.offers]",
)
_break(
    "HOUSE-011",
    "trade is always on",
    ISLAND,
    'self.trading: bool = config.trade == "full"',
    "self.trading: bool = True",
)

# Building

_break(
    "BASE-029", "a road for two lumber", FIGURES, "[cost.road]        # BASE-029\nlumber = 1", "[cost.road]\nlumber = 2"
)
_break("BASE-029", "past an opponent's building", NETWORK, " and not cut(r, s, seat, corner)):", "):")
_break(
    "BASE-029",
    "roads join nothing",
    NETWORK,
    "    return False\n\n\ndef lines_allowed(",
    "    return True\n\n\ndef lines_allowed(",
)
_break("BASE-029", "roads join no building", NETWORK, "if c[r.owner + corner] == seat + 1 or (", "if (")
_break(
    "BASE-029",
    "roads join others' roads",
    NETWORK,
    "if e >= 0 and c[r.road + e] == seat + 1:",
    "if e >= 0 and c[r.road + e] != 0:",
)
_break(
    "BASE-029",
    "roads for nothing",
    BUILDING,
    "        if phase.paid:\n            r.pay(",
    "        if phase.paid and self.item != ROAD:\n            r.pay(",
)
_break("BASE-029", "roads lead out to sea", NETWORK, "if 0 <= e < r.board.overland:", "if e >= 0:")
_break("BASE-030", "two roads on a path", NETWORK, "if c[r.road + edge] != 0:", "if c[r.road + edge] < 0:")
_break(
    "BASE-030",
    "two starting roads on a path",
    SETUP,
    "overland and s.cells[r.road + e] == 0 and edge_allowed(r, s, seat, e, ROAD_LINE):\n                out",
    "overland:\n                out",
)
_break("BASE-031", "a settlement without wool", FIGURES, "brick = 1\nwool = 1\ngrain = 1\n", "brick = 1\ngrain = 1\n")
_break(
    "BASE-031",
    "a settlement without a road",
    NETWORK,
    "far_enough(r, s, corner) and touches(r, s, seat, corner)",
    "far_enough(r, s, corner)",
)
_break(
    "BASE-029",
    "no road goes on from a new one",
    NETWORK,
    "        _see_edges(r, s, seat, corner)\n        _see_corner(r, s, seat, corner)\n\n",
    "        _see_corner(r, s, seat, corner)\n\n",
)
_break("BASE-030", "others may still build on a road", NETWORK, "edge, False)", "edge, other != seat)")
_break(
    "BASE-031", "no settlement at the end of a new road", NETWORK, "        _see_corner(r, s, seat, corner)\n\n", "\n"
)
_break(
    "BASE-031",
    "a new settlement keeps no distance",
    NETWORK,
    "                _see_corner(r, s, seat, other)\n",
    "                pass\n",
)
_break("BASE-029", "a new settlement closes no way", BUILDING, "    corner_changed(r, s, corner)\n", "")
_break("BASE-031", "no distance rule", CORNERS, "if other >= 0 and c[r.owner + other] != 0:", "if other >= 99:")
_break(
    "BASE-031",
    "no distance to buildings of seat 0",
    CORNERS,
    "if other >= 0 and c[r.owner + other] != 0:",
    "if other >= 0 and c[r.owner + other] > 1:",
)
_break(
    "BASE-031",
    "settlements for nothing",
    BUILDING,
    "        if phase.paid:\n            r.pay(",
    "        if phase.paid and self.item != SETTLEMENT:\n            r.pay(",
)
_break("BASE-032", "a city for two ore", FIGURES, "ore = 3", "ore = 2")
_break("BASE-032", "a city for three grain", FIGURES, "grain = 2", "grain = 3")
_break(
    "BASE-032",
    "a city on others' settlements",
    BUILDING,
    "== seat + 1 and c[r.level + corner] == 1 and",
    "> 0 and c[r.level + corner] == 1 and",
)
_break("BASE-032", "a city on a city", BUILDING, " and c[r.level + corner] == 1 and", " and")
_break("BASE-032", "a city is a settlement", BUILDING, "c[r.level + corner] = 2", "c[r.level + corner] = 1")
_break(
    "BASE-011", "the piece does not come back", BUILDING, "seat * 3 + SETTLEMENT] += 1", "seat * 3 + SETTLEMENT] += 0"
)

# Development cards

_break("BASE-033", "a card without ore", FIGURES, "grain = 1\nore = 1", "grain = 1")
_break("BASE-033", "a card from an empty deck", TURN, "BITS[CARD] and cards_for_sale(r, s, seat) > 0:", "BITS[CARD]:")
_break("BASE-033", "every kind is as likely", CARDS, "self.asks + k, n)", "self.asks + k, 1)")
_break("BASE-033", "everybody sees the card", CARDS, "0, 0, 0, BITS[buyer])", "0, 0, 0, -1)")
_break("BASE-033", "the deck does not shrink", CARDS, "s.cells[r.deck + arg] -= 1", "s.cells[r.deck + arg] -= 0")
_break("BASE-034", "any number of cards a turn", CARDS, "if c[r.card_played] != 0:", "if False:")
_break("BASE-034", "fresh cards can be played", CARDS, "s.cells[r.fresh + buyer", "s.cells[r.cards + buyer")
_break("BASE-034", "one card a game", TURN, "c[r.card_played] = 0", "c[r.card_played] = c[r.card_played]")
_break("BASE-034", "fresh cards stay fresh", TURN, "c[at - r.fresh + r.cards] += bought", "c[r.cards] += 0")
_break(
    "BASE-034",
    "two cards, if one comes before the roll",
    TURN,
    "        c[top] = r.main_phase\n",
    "        c[top] = r.main_phase\n        c[r.card_played] = 0\n",
)
_break("BASE-035", "the robber stays", CARDS, "        set_in_motion(r, s, seat, BY_KNIGHT)\n", "")
_break(
    "BASE-035",
    "a knight makes others discard",
    CARDS,
    "        set_in_motion(r, s, seat, BY_KNIGHT)\n",
    "        from bastide.catan.base.robber import start_seven\n\n        start_seven(r, s, seat)\n",
)
_break(
    "BASE-035",
    "knights are not counted",
    CARDS,
    "c[r.played + seat * r.kinds + kind] += 1",
    "c[r.played + seat * r.kinds + kind] += 0",
)
_break("BASE-036", "one free road", CARDS, "roads_phase, seat, 2)", "roads_phase, seat, 1)")
_break("BASE-036", "three free roads", CARDS, "roads_phase, seat, 2)", "roads_phase, seat, 3)")
_break(
    "BASE-036",
    "no end without a place",
    CARDS,
    "elif not can_lay_free(r, s, seat):",
    "elif False:",
)
_break(
    "BASE-036",
    "free roads are paid",
    BUILDING,
    "        if phase.paid:\n            r.pay(",
    "        if phase.id != r.setup_phase:\n            r.pay(",
)
_break(
    "BASE-036",
    "played for nothing",
    CARDS,
    "c[at + ROADS] > 0 and can_lay_free(r, s, seat):",
    "c[at + ROADS] > 0:",
)
_break("BASE-037", "one card of choice", CARDS, "min(there, 2)", "1")
_break("BASE-037", "three cards of choice", CARDS, "min(there, 2)", "3")
_break(
    "BASE-037",
    "cards that the bank has not",
    CARDS,
    "if there > 0 and g >= least and beyond >= owed:",
    "if g >= least:",
)
_break("BASE-037", "from an empty bank", CARDS, "c[at + PLENTY] > 0 and bank_size(r, s) > 0:", "c[at + PLENTY] > 0:")
_break(
    "BASE-038",
    "one card from each",
    CARDS,
    "            if n > 0:\n                r.pass_goods",
    "            if n > 0:\n                n = 1\n                r.pass_goods",
)
_break("BASE-038", "cards are copied", CARDS, "r.pass_goods(s, other, seat, arg, n)", "r.draw_goods(s, seat, arg, n)")
_break(
    "BASE-038",
    "only the next seat hands over",
    CARDS,
    "            if other == seat:",
    "            if other != (seat + 1) % r.seats:",
)

# Longest Road and Largest Army

_break("BASE-040", "four roads are enough", ISLAND, "LEAST_ROUTE: Final[i64] = 5", "LEAST_ROUTE: Final[i64] = 4")
_break("BASE-040", "six roads are needed", ISLAND, "LEAST_ROUTE: Final[i64] = 5", "LEAST_ROUTE: Final[i64] = 6")
_break(
    "BASE-040 BASE-044 BASE-045",
    "awards are worth one",
    CONFIG,
    "AWARD_POINTS: Final = 2",
    "AWARD_POINTS: Final = 1",
)
_break(
    "BASE-040",
    "all roads count",
    ROUTES,
    "            if length > c[r.route + seat]:\n",
    "            length = r.supply[0] - c[r.left + seat * 3]\n            if length > c[r.route + seat]:\n",
)
_break(
    "BASE-041 BASE-043",
    "the holder does not keep a tie",
    ROUTES,
    "elif holder != 0 and c[r.route + holder - 1] == best:",
    "elif best < 0:",
)
_break(
    "BASE-041",
    "a longer line does not take it",
    ROUTES,
    "elif holder != 0 and c[r.route + holder - 1] == best:",
    "elif holder != 0 and c[r.route + holder - 1] >= LEAST_ROUTE:",
)
_break(
    "BASE-041",
    "an equal line takes it",
    ROUTES,
    "        new = holder\n    else:",
    "        new = c[r.on_turn] + 1 if c[r.route + c[r.on_turn]] == best else holder\n    else:",
)
_break(
    "BASE-042",
    "nothing cuts",
    CORNERS,
    "return owner != 0 and owner != seat + 1",
    "return owner < 0",
)
_break(
    "BASE-042",
    "own buildings cut",
    CORNERS,
    "return owner != 0 and owner != seat + 1",
    "return owner != 0",
)
_break("BASE-042", "a cut is noticed late", ROUTES, "s.cells[r.route + other] = longest(r, s, other)", "pass")
_break("BASE-042", "only where three roads meet", ROUTES, "other + 1, corner) > 1:", "other + 1, corner) > 2:")
_break(
    "BASE-052",
    "the new road counts only at an end",
    ROUTES,
    "    c[r.route + seat] = longest(r, s, seat)\n",
    "    pass\n",
)
_break("BASE-052", "the new road stands alone", ROUTES, "edge_corners[2 * edge + 1 - k]", "edge_corners[2 * edge + k]")
_break(
    "BASE-043",
    "the last of those who tie takes it",
    ROUTES,
    "        if count > 1:\n            new = 0",
    "        if count > 9:\n            new = 0",
)
_break(
    "BASE-043",
    "the old holder keeps it when others tie",
    ROUTES,
    "        if count > 1:\n            new = 0",
    "        if count > 1:\n            new = holder",
)
_break(
    "BASE-043", "less than five is enough to keep it", ROUTES, "if best < LEAST_ROUTE:", "if best < LEAST_ROUTE - 3:"
)
_break(
    "BASE-043",
    "whoever holds it keeps it",
    ROUTES,
    "elif holder != 0 and c[r.route + holder - 1] == best:",
    "elif holder != 0:",
)
_break(
    "BASE-043",
    "set aside for good",
    ROUTES,
    "    if new != holder:\n",
    "    if new != holder and (holder != 0 or c[r.turn] < 10):\n",
)
_break(
    "BASE-052",
    "branches add up",
    ROUTES,
    "        used[e] = 0\n        if length > best:\n            best = length",
    "        used[e] = 0\n        best += length",
)
_break(
    "BASE-052",
    "no intersection twice",
    ROUTES,
    "    edges = r.board.corner_edges\n    best: i64 = 0\n",
    "    edges = r.board.corner_edges\n    best: i64 = 0\n    been = 0\n"
    "    for k in range(3):\n        e = edges[corner * 3 + k]\n"
    "        if e >= 0 and used[e] != 0:\n            been += 1\n    if been > 1:\n        return 0\n",
)
_break(
    "BASE-052",
    "roads count twice",
    ROUTES,
    "or used[e] != 0:\n            continue\n        used[e] = 1\n"
    "        length = 1 + _walk(r, s, seat, r.board.corner_corners[corner * 3 + k], used, False)\n"
    "        used[e] = 0\n",
    "or used[e] > 1:\n            continue\n        used[e] += 1\n"
    "        length = 1 + _walk(r, s, seat, r.board.corner_corners[corner * 3 + k], used, False)\n"
    "        used[e] -= 1\n",
)
_break(
    "BASE-053",
    "a line from an opponent's building",
    ROUTES,
    "if not first and cut(r, s, seat, corner):",
    "if cut(r, s, seat, corner):",
)
_break(
    "BASE-053",
    "the road to an opponent's building does not count",
    ROUTES,
    "length = 1 + _walk(r, s, seat, r.board.corner_corners",
    "length = (0 if cut(r, s, seat, r.board.corner_corners[corner * 3 + k]) else 1)"
    " + _walk(r, s, seat, r.board.corner_corners",
)
_break("BASE-044", "two knights are enough", ISLAND, "LEAST_ARMY: Final[i64] = 3", "LEAST_ARMY: Final[i64] = 2")
_break("BASE-044", "four knights are needed", ISLAND, "LEAST_ARMY: Final[i64] = 3", "LEAST_ARMY: Final[i64] = 4")
_break("BASE-044", "an equal army takes it", CARDS, "== best):\n        return\n", "> best):\n        return\n")
_break("BASE-044", "the army is never lost", CARDS, "(holder >= 0 and c[r.played", "(holder >= 0 and 99 + c[r.played")

# The end of the game

_break("BASE-045", "a city is worth one point", ISLAND, "+ 2 * (supply[CITY]", "+ (supply[CITY]")
_break("BASE-045", "eleven points win", OPTIONS, '"goal": 10', '"goal": 11')
_break("BASE-045", "more than the goal is needed", ISLAND, "< goal(self, s, seat):", "<= goal(self, s, seat):")
_break("BASE-045 BASE-046", "play goes on after the end", ISLAND, "                self.finish(s, BITS[seat])\n", "")
_break("BASE-039", "fresh points do not count", ISLAND, " + s.cells[r.fresh + at]", "")
_break("BASE-039", "points do not count", ISLAND, "points = s.cells[r.cards + at] +", "points =")
_break(
    "BASE-046",
    "a win on anybody's turn",
    ISLAND,
    "        seat = c[self.on_turn]\n        if c[OVER] == 0 and c[self.turn] > 0:",
    "        seat = c[self.on_turn]\n        for other in range(self.seats):\n"
    "            if open_points(self, s, other) >= goal(self, s, other):\n                seat = other\n"
    "        if c[OVER] == 0 and c[self.turn] > 0:",
)
_break(
    "BASE-046",
    "no win before the roll",
    TURN,
    "        r.seams.begin_turn(s, seat)\n    r.check_win(s)",
    "        r.seams.begin_turn(s, seat)",
)
_break("BASE-046", "no win by a card", CARDS, "        r.check_win(s)\n\n\nclass KnightVerb", "\n\nclass KnightVerb")
_break(
    "HOUSE-012", "the goal is always ten", ISLAND, "self.goal_points: i64 = config.goal", "self.goal_points: i64 = 10"
)
_break("HOUSE-012", "the usual goal is nine", OPTIONS, '"goal": 10', '"goal": 9')
_break("HOUSE-012", "a goal of two", OPTIONS, '"goal": (3, 30)', '"goal": (2, 30)')
_break(
    "HOUSE-013", "the limit comes a turn early", TURN, "if c[r.turn] > r.turn_limit:", "if c[r.turn] >= r.turn_limit:"
)
_break("HOUSE-013", "no limit", TURN, "if c[r.turn] > r.turn_limit:", "if c[r.turn] < 0:")
_break("HOUSE-013", "the first seat wins at the limit", TURN, "r.finish(s, 0)", "r.finish(s, 1)")
