"""How the greedy bot plays Traders & Barbarians: it plans deliveries, builds roads for them and upgrades its wagon.

Ways are measured in half points of a move; a toll adds one. Everything that it looks at is open.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.catan.base.journeys import Journey
from bastide.expansions.island.traders_barbarians.rules.barbarians import ROBS
from bastide.expansions.island.traders_barbarians.rules.state import (
    MOVES,
    REWARDS,
    ROLLS,
    STACKS,
    TOP,
    WANTED,
    TradersState,
)
from bastide.expansions.island.traders_barbarians.rules.ways import way_to
from bastide.kernel.bits import has, put
from bastide.kernel.state import State
from bastide.players.greedy.island.best import Best
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.module_bot import ModuleBot
from bastide.players.greedy.island.robber import rivalry
from bastide.players.greedy.island.weights import POINT, STEAL, WIN

FAR: Final[i64] = 10_000
"""More than any way takes."""
TOLL: Final = vec[i64]([20, 4, 2, 1])
"""The length that a toll adds to a way, by the gold to pay it."""
USED: Final[i64] = 85
"""The percentage of a move's points that bring the wagon on."""
ROUNDS: Final[i64] = 19
LEAST_ROUNDS: Final[i64] = 4
"""The rounds of a game, and those that are always thought to come."""
SURE: Final[i64] = 62
"""The percentage of the deliveries to come that counts."""
GOLD_WORTH: Final[i64] = 60
GOLD_MOST: Final[i64] = 8
"""A piece of gold, and how many are worth that."""
ROADS_PLAN: Final[i64] = 3
"""One road in so many lies on the way of the next delivery."""
PATH_SHARE: Final[i64] = 5
"""How much of a barbarian on a rival's way counts."""
KEPT: Final = 64
"""The maps of ways that are kept."""


class WagonWay(Journey):
    """The ways of a seat's wagon within its points, past barbarians at their price."""

    def __init__(self, m: TradersState) -> None:
        super().__init__(m.r)
        self.m = m

    def cost(self, s: State, seat: i64, here: i64, way: i64, there: i64) -> i64:
        m = self.m
        if m.open_edge[way] == 0 or has(s.cells, m.barring, way):
            return -1
        if m.pays_toll(s, seat, way) and s.cells[m.r.hand + seat * m.r.goods + m.gold] == 0:
            return -1
        return m.step(s, way, True)

    def ends(self, s: State, seat: i64, place: i64) -> bool:
        return self.m.plaza_at[place] != 0


class Ways:
    """By place and corner, the length of the way to its plaza in half points; between plazas, the mean."""

    def __init__(self, far: vec[i64], trip: i64) -> None:
        self.far: vec[i64] = far
        self.trip: i64 = trip


class TradersBarbariansBot(ModuleBot):
    """The scenario's part of the bot."""

    def __init__(self, r: Island) -> None:
        super().__init__(r)
        self.m: TradersState = r.module(TradersState)
        self.way = WagonWay(self.m)
        self.known: dict[tuple[int, ...], Ways] = {}

    # -- ways

    def ways(self, s: State, seat: i64) -> Ways:
        """The ways of a seat's wagon as roads and barbarians lie."""
        m = self.m
        c = s.cells
        edges = self.r.board.edges
        key = [int(seat)]
        for edge in range(edges):
            key.append(int(c[self.r.road + edge]))
        for k in range(self.r.edge_words):
            key.append(int(c[m.barbarians + k]))
            if m.damaged >= 0:
                key.append(int(c[m.damaged + k]))
        key.append(int(c[m.level + seat] > 0))
        key.append(int(self.toll(s, seat)))
        found = self.known.get(tuple(key))
        if found is None:
            if len(self.known) >= KEPT:
                self.known.clear()
            found = self.measured(s, seat)
            self.known[tuple(key)] = found
        return found

    def measured(self, s: State, seat: i64) -> Ways:
        """The same, measured from each plaza outwards."""
        m = self.m
        r = self.r
        length = vec[i64]([0] * r.board.edges)
        for edge in range(r.board.edges):
            length[edge] = -1
            if m.open_edge[edge] != 0:
                length[edge] = self.length(s, seat, edge)
        corners = r.board.corners
        far = vec[i64]([FAR] * (STACKS * corners))
        queue = vec[i64]([0] * corners)
        waiting = vec[i64]([0] * corners)
        trip: i64 = 0
        for place in range(STACKS):
            at = place * corners
            far[at + m.plazas[place]] = 0
            queue[0] = m.plazas[place]
            waiting[queue[0]] = 1
            head: i64 = 0
            count: i64 = 1
            while count > 0:
                here = queue[head]
                head = (head + 1) % corners
                count -= 1
                waiting[here] = 0
                # A plaza ends a move: no way leads through another one.
                if m.plaza_at[here] != 0 and here != m.plazas[place]:
                    continue
                for k in range(here * r.way_count, (here + 1) * r.way_count):
                    edge = r.ways[k]
                    if edge < 0 or length[edge] < 0:
                        continue
                    there = r.way_ends[k]
                    if far[at + here] + length[edge] < far[at + there]:
                        far[at + there] = far[at + here] + length[edge]
                        if waiting[there] == 0:
                            waiting[there] = 1
                            queue[(head + count) % corners] = there
                            count += 1
            for other in range(place):
                trip += far[at + m.plazas[other]]
        return Ways(far, max(trip // 3, 2))

    def length(self, s: State, seat: i64, edge: i64) -> i64:
        """One path: half points, and what its toll counts; a barbarian counts less once he can be attacked."""
        m = self.m
        total = 2 * m.step(s, edge, False)
        if m.pays_toll(s, seat, edge):
            total += self.toll(s, seat)
        if m.has_barbarian(s, edge):
            total += 3 if s.cells[m.level + seat] > 0 else 4
        return total

    def toll(self, s: State, seat: i64) -> i64:
        """The length that a toll adds to a way: little, but much for a seat that can pay few tolls."""
        return TOLL[min(s.cells[self.r.hand + seat * self.r.goods + self.m.gold], len(TOLL) - 1)]

    def place_for(self, s: State, seat: i64, ways: Ways, corner: i64) -> i64:
        """The place to which a wagon at a corner goes next: where its token is wanted, or else the nearest."""
        m = self.m
        kind = m.cargo_of(s, seat)
        if kind >= 0:
            return WANTED[kind]
        best: i64 = 0
        least: i64 = FAR + 1
        for place in range(STACKS):
            far = ways.far[place * self.r.board.corners + corner]
            if m.in_stack(s, place) > 0 and far < least:
                least = far
                best = place
        return best

    # -- positions

    def demand(self, demand: vec[i64], supply: vec[i64]) -> None:
        """Upgrades take lumber, wool and ore, and roads carry the wagon."""
        costs = self.r.costs
        goods = self.r.goods
        for good in range(goods):
            demand[good] += 2 * costs[self.m.cheap * goods + good] + 2 * costs[self.m.dear * goods + good]
            demand[good] += 4 * costs[good]

    def rounds(self, s: State) -> i64:
        """The moves that a wagon is thought to have left: the same in all positions that are compared."""
        return max(ROUNDS - s.cells[self.r.turn] // self.r.seats, LEAST_ROUNDS)

    def prospects(self, s: State, seat: i64, ways: Ways, level: i64) -> i64:
        """The worth of further deliveries with a wagon of a level."""
        m = self.m
        corner = s.cells[m.wagon + seat] - 1
        if corner < 0:
            return 0
        place = self.place_for(s, seat, ways, corner)
        now = min(ways.far[place * self.r.board.corners + corner], 4 * ways.trip)
        if m.cargo_of(s, seat) < 0:
            now += ways.trip
        strength = 2 * MOVES[level] * self.rounds(s) * USED // 100
        each = POINT + GOLD_WORTH * REWARDS[level]
        # A first delivery that is nearly there counts for more than its share.
        total = (strength - now) * each // ways.trip * SURE // 100
        return max(total, 0)

    def term(self) -> str:
        """What `worth` counts."""
        return "deliveries"

    def worth(self, look: Look) -> i64:
        """Deliveries to come, and gold."""
        s = look.s
        ways = self.ways(s, look.seat)
        total = self.prospects(s, look.seat, ways, s.cells[self.m.level + look.seat])
        gold = s.cells[self.r.hand + look.seat * self.r.goods + self.m.gold]
        return total + GOLD_WORTH * min(gold, GOLD_MOST)

    def plans(self, look: Look) -> None:
        """The next level, and a road on the wagon's ways."""
        m = self.m
        s = look.s
        level = s.cells[m.level + look.seat]
        ways = self.ways(s, look.seat)
        now = self.prospects(s, look.seat, ways, level)
        if level < TOP:
            gain = self.prospects(s, look.seat, ways, level + 1) - now
            if level + 1 == TOP:
                gain += POINT
            look.plans.add(gain, 0, m.upgrade_item(s, look.seat))
        if s.cells[self.r.left + look.seat * 3] > 0:
            look.plans.add(now * 2 // (ROADS_PLAN * ways.trip), 1, -1)

    # -- decisions

    def decide(self, look: Look, codes: vec[i64]) -> i64:
        m = self.m
        phase = look.s.cells[look.s.top()]
        if phase == m.wagon_phase:
            return self.drive(look, codes)
        if phase == m.rouse_phase:
            return self.rouse(look, codes)
        if phase == m.post_phase:
            return self.post(look, codes)
        return -1

    def best_end(self, s: State, seat: i64, start: i64, points: i64, far: vec[i64], at: i64) -> i64:
        """The shortest way that is left after a move from a corner with so many points."""
        best = far[at + start]
        if points <= 0 or self.m.plaza_at[start] != 0:
            return best
        count = self.way.reach(s, seat, start, points)
        for i in range(count):
            best = min(best, far[at + self.way.found[i]])
        return best

    def steps(self, look: Look, codes: vec[i64], points: i64, far: vec[i64], at: i64, barred: i64) -> Leg:
        """The best next corner but along one path, and the shortest way that is then left."""
        m = self.m
        s = look.s
        here = s.cells[m.wagon + look.seat] - 1
        best = Leg(-1, far[at + here])
        for code in codes:
            there = code - m.drive
            if there < 0 or there >= self.r.board.corners:
                continue
            edge = way_to(self.r, here, there)
            if edge == barred:
                continue
            left = self.best_end(s, look.seat, there, points - m.step(s, edge, True), far, at)
            if m.pays_toll(s, look.seat, edge):
                left += TOLL[len(TOLL) - 1]
            if left < best.left:
                best = Leg(code, left)
        return best

    def drive(self, look: Look, codes: vec[i64]) -> i64:
        """The next step of the wagon: on, an attack, grain, the card, or the end."""
        m = self.m
        s = look.s
        c = s.cells
        seat = look.seat
        points = c[s.top() + 2]
        here = c[m.wagon + seat] - 1
        if m.plaza_at[here] != 0 and c[s.top() + 3] >= 2:
            return m.journey if listed(codes, m.journey) else m.rest
        ways = self.ways(s, seat)
        far = ways.far
        at = self.place_for(s, seat, ways, here) * self.r.board.corners
        best = self.steps(look, codes, points, far, at, -1)
        for code in codes:
            edge = code - m.expel
            if 0 <= edge < self.r.board.edges and self.attacks(look, codes, points, far, at, edge, best):
                return code
        if listed(codes, m.feed):
            fed = self.best_end(s, seat, here, points + 2, far, at)
            if fed == 0 and self.best_end(s, seat, here, points, far, at) > 0:
                return m.feed
            if best.code < 0 and self.grain_pays(look, ways, far[at + here] - fed):
                return m.feed
        if best.code >= 0:
            return best.code
        return m.journey if listed(codes, m.journey) else m.rest

    def attacks(self, look: Look, codes: vec[i64], points: i64, far: vec[i64], at: i64, edge: i64, best: Leg) -> bool:
        """Whether an attack shortens the way on average; before the end of a move it costs nothing."""
        m = self.m
        s = look.s
        if best.code < 0:
            return True
        here = s.cells[m.wagon + look.seat] - 1
        there = self.r.board.edge_corners[2 * edge]
        if there == here:
            there = self.r.board.edge_corners[2 * edge + 1]
        won = best.left
        after = points - m.step(s, edge, False)
        if after >= 0:
            put(s.cells, m.barbarians, edge, False)
            won = min(won, self.best_end(s, look.seat, there, after, far, at))
            put(s.cells, m.barbarians, edge, True)
        lost = self.steps(look, codes, points, far, at, edge).left
        faces = 7 - ROLLS[s.cells[m.level + look.seat]]
        return faces * won + (6 - faces) * lost < 6 * best.left

    def grain_pays(self, look: Look, ways: Ways, gained: i64) -> bool:
        """Whether so many half points are worth a grain of the hand."""
        if gained <= 0:
            return False
        hand = look.hand()
        before = look.with_hand(hand)
        hand[self.m.grain] -= 1
        return POINT * gained // ways.trip > before - look.with_hand(hand)

    # -- barbarians

    def harms(self, look: Look) -> vec[i64]:
        """By path, what a barbarian there costs the rivals more than the seat: on the shortest ways of wagons."""
        m = self.m
        r = self.r
        s = look.s
        out = vec[i64]([0] * r.board.edges)
        harm = rivalry(r, s, look.seat)
        for seat in range(r.seats):
            corner = s.cells[m.wagon + seat] - 1
            if corner < 0:
                continue
            weight = -150 * (r.seats - 1) if seat == look.seat else harm[seat]
            ways = self.ways(s, seat)
            at = self.place_for(s, seat, ways, corner) * r.board.corners
            for _step in range(r.board.corners):
                if ways.far[at + corner] == 0:
                    break
                best: i64 = -1
                to = corner
                for k in range(corner * r.way_count, (corner + 1) * r.way_count):
                    edge = r.ways[k]
                    if edge >= 0 and m.open_edge[edge] != 0:
                        there = r.way_ends[k]
                        if ways.far[at + there] + self.length(s, seat, edge) == ways.far[at + corner]:
                            best = edge
                            to = there
                if best < 0:
                    break
                out[best] += weight
                corner = to
        return out

    def rouse(self, look: Look, codes: vec[i64]) -> i64:
        """The barbarian that stands worst for the seat."""
        harms = self.harms(look)
        best = Best(codes[0], -WIN)
        for code in codes:
            best.offer(code, -harms[code - self.m.rouse])
        return best.code

    def post(self, look: Look, codes: vec[i64]) -> i64:
        """The path where the barbarian harms the rivals most; if he robs, a road of a rival with cards."""
        m = self.m
        r = self.r
        s = look.s
        robs = s.cells[s.top() + 3] == ROBS
        harms = self.harms(look)
        harm = rivalry(r, s, look.seat)
        best = Best(codes[0], -WIN)
        for code in codes:
            edge = code - m.post
            value = PATH_SHARE * harms[edge] // 10
            owner = s.cells[r.road + edge] - 1
            if robs and 0 <= owner < r.seats and owner != look.seat and r.hand_size(s, owner) > 0:
                value += STEAL * harm[owner] // 100
            best.offer(code, value)
        return best.code


class Leg:
    """The next decision of a move, and the shortest way that is left after it."""

    def __init__(self, code: i64, left: i64) -> None:
        self.code: i64 = code
        self.left: i64 = left


def listed(codes: vec[i64], code: i64) -> bool:
    """Whether a decision is possible."""
    for one in codes:
        if one == code:
            return True
    return False


BOT: Final = TradersBarbariansBot
