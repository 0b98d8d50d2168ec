"""How the greedy bot plays Seafarers: ways over the sea to new sites, gold fields, chits, and the pirate."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bastide.catan.base.corners import corner_free, cut
from bastide.catan.base.island import SETTLEMENT, Island, line_at
from bastide.expansions.island.seafarers.rules.areas import HOME_AREA
from bastide.expansions.island.seafarers.rules.state import CHIT, SeafarersState
from bastide.kernel.bits import has
from bastide.kernel.state import State
from bastide.players.greedy.island.best import Best
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.module_bot import UNJUDGED, ModuleBot
from bastide.players.greedy.island.robber import steal_gain
from bastide.players.greedy.island.turn import best_after
from bastide.players.greedy.island.weights import POINT, ROUTE, ROUTE_REACH, SITES, WIN

REACH: Final[i64] = 4
"""How many ships ahead the bot looks for sites."""
RISK: Final = vec[i64]([100, 88, 76, 64, 52])
"""Share of its value that a site keeps, by the number of missing ships."""
GOLD: Final[i64] = 130
"""The worth of a pip of gold, in percent of a pip of a resource: the player chooses."""
NEED: Final[i64] = 6
"""How many ships are bought in a game."""
HELD: Final[i64] = 60
"""A rival's ship that the pirate holds, in thousandths of a point; as a cost for the seat's own ships."""


class SeafarersBot(ModuleBot):
    """The expansion's part of the bot."""

    def __init__(self, r: Island) -> None:
        super().__init__(r)
        self.m: SeafarersState = r.module(SeafarersState)

    # -- income

    def income(self, s: State, seat: i64, pips: vec[i64], income: vec[i64]) -> None:
        """Gold counts as a share of every resource."""
        m = self.m
        r = self.r
        total: i64 = 0
        for hex_ in range(r.board.land):
            if m.is_gold[hex_] == 0 or s.cells[r.robber] == hex_:
                continue
            for k in range(6):
                corner = r.board.hex_corners[hex_ * 6 + k]
                if s.cells[r.owner + corner] == seat + 1:
                    total += pips[hex_] * s.cells[r.level + corner]
        for good in range(m.resources):
            income[good] += total * GOLD // m.resources

    def demand(self, demand: vec[i64], supply: vec[i64]) -> None:
        """The cards for ships."""
        for good in range(self.r.goods):
            demand[good] += NEED * self.r.costs[self.m.ship_item * self.r.goods + good]

    # -- positions

    def plans(self, look: Look) -> None:
        """The best sites beyond the sea: ships, then a settlement; the longest route with ships."""
        r = self.r
        left = r.left_of(look.s, look.seat, self.m.ship_item)
        missing = look.route_missing()
        if 0 < missing <= min(ROUTE_REACH, left):
            self.plan(look, ROUTE, missing, False)
        if r.left_of(look.s, look.seat, SETTLEMENT) <= 0:
            return
        far = self.distances(look.s, look.seat, min(left, REACH))
        best = vec[i64]([0] * SITES)
        best_far = vec[i64]([0] * SITES)
        for corner in range(r.board.ashore):
            if far[corner] >= 0:
                look.enter(best, best_far, self.site_gain(look, corner, far[corner]), far[corner])
        for i in range(SITES):
            if best[i] > 0:
                self.plan(look, best[i], best_far[i], True)

    def plan(self, look: Look, gain: i64, ships: i64, settles: bool) -> None:
        """A plan: so many ships, then perhaps a settlement."""
        goods = self.r.goods
        costs = self.r.costs
        cards = vec[i64]([0] * goods)
        for good in range(goods):
            cards[good] = ships * costs[self.m.ship_item * goods + good]
            if settles:
                cards[good] += costs[SETTLEMENT * goods + good]
        look.plans.add_cards(gain, cards)

    def site_gain(self, look: Look, corner: i64, away: i64) -> i64:
        """The gain of a settlement at a corner so many ships away, given the risk that another seat is first."""
        if look.s.cells[self.r.owner + corner] != 0 or not corner_free(self.r, look.s, look.seat, corner):
            return 0
        return (POINT + look.with_corner(corner) - look.worth + self.extra(look, corner)) * RISK[away] // 100

    def extra(self, look: Look, corner: i64) -> i64:
        """What a site brings besides a point and the income that the base sees: a chit, gold."""
        m = self.m
        r = self.r
        area = m.corner_area[corner]
        gain: i64 = 0
        if area != HOME_AREA and look.s.cells[m.areas + look.seat * m.area_count + area] == 0:
            gain += CHIT * POINT
        for k in range(3):
            hex_ = r.board.corner_hexes[corner * 3 + k]
            if hex_ >= 0 and m.is_gold[hex_] != 0:
                gain += look.t.pips[hex_] * look.pip * GOLD // 100
        return gain

    def distances(self, s: State, seat: i64, ships: i64) -> vec[i64]:
        """By corner, how many more ships lead there from the seat's ships and coastal buildings; -1 beyond `ships`."""
        m = self.m
        r = self.r
        c = s.cells
        sea = m.ship * r.edge_words
        far = vec[i64]([-1] * r.board.corners)
        ring = vec[i64]([])
        for edge in range(r.board.edges):
            if not has(r.line_edges, sea, edge):
                continue
            sails = c[r.road + edge] == seat + 1 and line_at(r, s, edge) == m.ship
            for k in range(2):
                corner = r.board.edge_corners[2 * edge + k]
                if far[corner] < 0 and (c[r.owner + corner] == seat + 1 or (sails and not cut(r, s, seat, corner))):
                    far[corner] = 0
                    ring = append(ring, corner)
        away: i64 = 0
        while away < ships and len(ring) > 0:
            away += 1
            after = vec[i64]([])
            for corner in ring:
                for k in range(corner * r.way_count, (corner + 1) * r.way_count):
                    edge = r.ways[k]
                    if edge < 0 or c[r.road + edge] != 0 or not has(r.line_edges, sea, edge):
                        continue
                    other = r.way_ends[k]
                    if far[other] < 0 and not m.beside_pirate(s, edge) and not cut(r, s, seat, other):
                        far[other] = away
                        after = append(after, other)
            ring = after
        return far

    # -- decisions

    def judge(self, look: Look, hand: vec[i64], code: i64) -> i64:
        """A ship that is moved is worth its best new path."""
        m = self.m
        if code < m.sail or code >= m.sail + self.r.board.edges:
            return UNJUDGED
        there = look.s.copy()
        self.r.perform(there, look.seat, code)
        best: i64 = -WIN
        for to in self.r.legal(there, look.seat):
            later = there.copy()
            self.r.perform(later, look.seat, to)
            best = max(best, Look(look.t, later, look.seat, look.pip).value())
        return best

    def moves_another(self, s: State, seat: i64, codes: vec[i64], harm: vec[i64], gain: i64) -> i64:
        """The best hex for the pirate, if it gains more than the robber's best move."""
        m = self.m
        r = self.r
        best = Best(-1, gain)
        for code in codes:
            hex_ = code - m.move_pirate
            if hex_ < r.board.land or hex_ >= r.board.hexes:
                continue
            value: i64 = 0
            theft: i64 = 0
            for k in range(hex_ * 6, hex_ * 6 + 6):
                edge = r.board.hex_edges[k]
                if edge < 0 or s.cells[r.road + edge] == 0 or line_at(r, s, edge) != m.ship:
                    continue
                owner = s.cells[r.road + edge] - 1
                if owner == seat:
                    value -= HELD
                elif owner < r.seats:
                    value += HELD * harm[owner] // 100
                    theft = max(theft, steal_gain(r, s, owner, harm))
            best.offer(code, value + theft)
        return best.code

    def decide(self, look: Look, codes: vec[i64]) -> i64:
        """The path for a ship that is moved, the cards of gold fields, the pirate's hex."""
        m = self.m
        phase = look.s.cells[look.s.top()]
        if phase == m.sail_phase:
            return best_after(look.t, look.s, look.seat, codes, look.pip)
        if phase == m.gold_phase:
            return self.choose_gold(look, codes)
        if phase == m.pirate_phase:
            harm = vec[i64]([100] * self.r.seats)
            return max(self.moves_another(look.s, look.seat, codes, harm, -POINT), codes[0])
        return -1

    def choose_gold(self, look: Look, codes: vec[i64]) -> i64:
        """The next card: kinds ascend, so the lowest kind of the best pair, or the best card alone."""
        m = self.m
        hand = look.hand()
        owed = look.s.cells[look.s.top() + 2]
        best = Best(codes[0], -1_000_000_000)
        for code in codes:
            first = code - m.choose_gold
            one = hand[:]
            one[first] += 1
            if owed == 1:
                best.offer(code, look.with_hand(one))
                continue
            for other in codes:
                if other < code:
                    continue
                second = other - m.choose_gold
                two = one[:]
                two[second] += 1
                best.offer(code, look.with_hand(two))
        return best.code


BOT: Final = SeafarersBot
