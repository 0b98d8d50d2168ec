"""A quick policy for rollouts: it saves for the best purchase in sight and looks at no position after an action.

Purchases are judged as by `Plans`: a gain that decays with the rolls until income pays for it.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.corners import far_enough
from bastide.catan.base.island import (
    CARD,
    CITY,
    ROAD,
    SETTLEMENT,
    hand_limit,
    open_points,
    rate,
)
from bastide.catan.base.trade import RATES
from bastide.kernel.bits import following
from bastide.kernel.chooser import Chooser
from bastide.kernel.codes import Codes
from bastide.kernel.state import State
from bastide.players.greedy.island.evaluation import army_missing, pip_worth
from bastide.players.greedy.island.plan import Plans
from bastide.players.greedy.island.policy import GreedyPolicy
from bastide.players.greedy.island.tables import Tables
from bastide.players.greedy.island.trade import others_hold
from bastide.players.greedy.island.weights import (
    FIRST_PIPS,
    FIRST_SHARE,
    FURTHER_SHARE,
    MONOPOLY_HELD,
    NEVER,
    NEXT_PIPS,
    PLENTY_HELD,
    POINT,
    QUICK_CARD,
    QUICK_HARBOR,
    SITE_RISK,
)
from bastide.search.policy import Policy

PLANS: Final[i64] = 6


class QuickPolicy(Policy):
    """Plays a turn by one pass over the pieces; what it does not know it leaves to the greedy policy."""

    def __init__(self, t: Tables) -> None:
        super().__init__(t.r)
        self.t = t
        self.greedy = GreedyPolicy(t)
        goods = t.goods
        self._hand: vec[i64] = vec[i64]([0] * goods)
        self._income: vec[i64] = vec[i64]([0] * goods)
        self._rates: vec[i64] = vec[i64]([NEVER] * goods)
        self._margin: vec[i64] = vec[i64]([0] * goods)
        # Of each plan, the road that it begins with, and how many roads it needs.
        self._plans = Plans(t.waits, self._income, self._rates)
        self._roads: vec[i64] = vec[i64]([0] * PLANS)
        self._away: vec[i64] = vec[i64]([0] * PLANS)
        self._card: i64 = 0

    def choose(self, s: State, seat: i64, chooser: Chooser) -> i64:
        """The quick action in the phases that the policy knows; the greedy one in others."""
        t = self.t
        r = t.r
        c = s.cells
        phase = c[s.top()]
        if phase != r.main_phase and phase != r.roll_phase and phase != r.discard_phase:
            if phase != r.roads_phase and phase != r.take_phase:
                return self.greedy.choose(s, seat, chooser)
        out = self._codes
        out.clear()
        self.rules.phase(s).legal(s, seat, out)
        if out.count == 1:
            return out.items[0]
        if r.numbers_move:
            t.follow(s)
        if phase == r.main_phase:
            return self.turn(s, seat)
        if phase == r.roll_phase:
            for i in range(out.count):
                if out.items[i] == t.knight and self.robbed(s, seat):
                    return t.knight
            return t.roll
        if phase == r.discard_phase:
            return self.discard(s, seat)
        self.survey(s, seat)
        self.plan(s, seat)
        return self.free_road() if phase == r.roads_phase else self.free_card(c[s.top() + 2])

    def free_road(self) -> i64:
        """The road with which the best plan that needs one begins; the first, if there is no such plan."""
        out = self._codes
        best = out.items[0]
        most: i64 = 0
        for i in range(out.count):
            plan = self.begins_with(out.items[i] - self.t.road)
            if plan >= 0 and self._plans.gains[plan] > most:
                most = self._plans.gains[plan]
                best = out.items[i]
        return best

    def free_card(self, owed: i64) -> i64:
        """The card that makes the plans worth most, alone or with a second one."""
        out = self._codes
        hand = self._hand
        goods = self.t.r.held
        best = out.items[0]
        most: i64 = -1
        for i in range(out.count):
            first = out.items[i] - self.t.take
            if first < 0 or first >= goods:
                continue
            hand[first] += 1
            worth = self.worth()
            if owed > 1:
                for second in range(goods):
                    if self.lacks(second):
                        hand[second] += 1
                        worth = max(worth, self.worth())
                        hand[second] -= 1
            hand[first] -= 1
            if worth > most:
                most = worth
                best = out.items[i]
        return best

    def rank(self, s: State, seat: i64, out: Codes, most: i64) -> None:
        """As the greedy policy does."""
        self.greedy.rank(s, seat, out, most)

    def robbed(self, s: State, seat: i64) -> bool:
        """Whether the robber stands beside a building of the seat."""
        r = self.t.r
        c = s.cells
        h = c[r.robber]
        mark = seat + 1
        if h < 0:
            return False
        for k in range(6):
            if c[r.owner + r.board.hex_corners[h * 6 + k]] == mark:
                return True
        return False

    def discard(self, s: State, seat: i64) -> i64:
        """Give away from the largest pile, card by card; cards are named in the order of the goods."""
        r = self.t.r
        c = s.cells
        hand = self._hand
        for g in range(r.goods):
            hand[g] = c[r.hand + seat * r.goods + g]
        first = r.goods
        for _card in range(c[r.discards + seat]):
            best: i64 = -1
            for g in range(max(c[r.discard_from + seat] - 1, 0), r.held):
                if hand[g] > 0 and (best < 0 or hand[g] > hand[best]):
                    best = g
            if best < 0:
                break
            hand[best] -= 1
            first = min(first, best)
        out = self._codes
        for i in range(out.count):
            if out.items[i] == self.t.discard + first:
                return out.items[i]
        return out.items[0]

    # -- the turn

    def turn(self, s: State, seat: i64) -> i64:
        """What to do next in the own turn; the legal actions are listed in `_codes`."""
        t = self.t
        r = t.r
        out = self._codes
        self.survey(s, seat)
        corners = r.board.corners
        best: i64 = -1
        best_gain: i64 = 0
        knight = False
        for i in range(out.count):
            code = out.items[i]
            if t.settle <= code < t.settle + corners:
                gain = self.corner_gain(s, seat, code - t.settle)
            elif t.city <= code < t.city + corners:
                gain = self.corner_gain(s, seat, code - t.city)
            else:
                knight = knight or code == t.knight
                continue
            if gain > best_gain:
                best_gain = gain
                best = code
        if best >= 0:
            return best
        if knight:
            return t.knight
        self.plan(s, seat)
        now = self.worth()
        best_gain = 0
        best = -1
        for i in range(out.count):
            code = out.items[i]
            gain = self.gain(s, seat, code) - now
            for module in t.modules:
                brought = module.quick_gain(s, seat, code)
                if brought > 0:
                    gain = max(gain, 0) + brought
            if gain > best_gain:
                best_gain = gain
                best = code
        return best if best >= 0 else self.stop()

    def gain(self, s: State, seat: i64, code: i64) -> i64:
        """What the plans are worth after an action, with what it brings at once; 0 if it is none to be tried."""
        t = self.t
        goods = t.goods
        hand = self._hand
        costs = t.r.costs
        if code == t.buy:
            return self.after(CARD) + self._card
        if t.road <= code < t.road + t.r.board.edges:
            plan = self.begins_with(code - t.road)
            if plan < 0:
                return 0
            # The plan is a road nearer: it needs the same further cards and is safer.
            plans = self._plans
            gain = plans.gains[plan]
            roads = self._away[plan]
            at = plan * goods
            plans.gains[plan] = gain * SITE_RISK[roads - 1] // SITE_RISK[roads]
            for g in range(goods):
                plans.needs[at + g] -= costs[ROAD * goods + g]
            worth = self.after(ROAD)
            for g in range(goods):
                plans.needs[at + g] += costs[ROAD * goods + g]
            plans.gains[plan] = gain
            return worth
        if t.bank <= code < t.bank + goods * goods * RATES:
            arg = code - t.bank
            pair = arg // RATES
            wanted = pair % goods
            given = pair // goods
            if not self.lacks(wanted):
                return 0
            hand[given] -= arg % RATES + 2
            hand[wanted] += 1
            worth = self.worth()
            hand[given] += arg % RATES + 2
            hand[wanted] -= 1
            return worth
        if t.monopoly >= 0 and t.monopoly <= code < t.monopoly + goods:
            good = code - t.monopoly
            count = others_hold(t.r, s, seat, good)
            hand[good] += count
            worth = self.worth() - MONOPOLY_HELD
            hand[good] -= count
            return worth
        if code == t.roads:
            for plan in range(self._plans.count):
                if self._away[plan] > 0:
                    return self.worth() + self._plans.gains[plan] // 4
            return 0
        if code == t.plenty:
            return self.with_two() - PLENTY_HELD
        return 0

    def begins_with(self, edge: i64) -> i64:
        """The plan whose first road lies on an edge; -1 if there is none."""
        for plan in range(self._plans.count):
            if self._roads[plan] == edge:
                return plan
        return -1

    def after(self, item: i64) -> i64:
        """What the plans are worth without the cards that an item costs."""
        goods = self.t.goods
        costs = self.t.r.costs
        for g in range(goods):
            self._hand[g] -= costs[item * goods + g]
        worth = self.worth()
        for g in range(goods):
            self._hand[g] += costs[item * goods + g]
        return worth

    def with_two(self) -> i64:
        """What the plans are worth with the two missing cards of the best pair."""
        hand = self._hand
        best: i64 = 0
        for first in range(self.t.r.held):
            if not self.lacks(first):
                continue
            hand[first] += 1
            for second in range(self.t.r.held):
                if self.lacks(second):
                    hand[second] += 1
                    best = max(best, self.worth())
                    hand[second] -= 1
            hand[first] -= 1
        return best

    def lacks(self, good: i64) -> bool:
        """Whether some plan needs more of a good than the hand has."""
        return self._plans.lacks(good, self._hand)

    def worth(self) -> i64:
        """What the cards in hand are worth for the plans."""
        return self._plans.worth(self._hand, 0)

    def stop(self) -> i64:
        """End the turn."""
        out = self._codes
        for i in range(out.count):
            if out.items[i] == self.t.end:
                return self.t.end
        return out.items[0]

    # -- what the seat has

    def survey(self, s: State, seat: i64) -> None:
        """The seat's hand, income and rates, and what a further pip of each good is worth."""
        t = self.t
        r = t.r
        c = s.cells
        goods = t.goods
        board = r.board
        income = self._income
        at = r.hand + seat * goods
        for g in range(goods):
            self._hand[g] = c[at + g]
            income[g] = 0
            n = rate(r, s, seat, g)
            self._rates[g] = n if n > 0 else NEVER
        mark = seat + 1
        self._plans.trade_at(self._rates)
        self._plans.limit = hand_limit(r, s, seat)
        for corner in range(board.ashore):
            if c[r.owner + corner] == mark:
                level = c[r.level + corner]
                for g in range(goods):
                    income[g] += level * t.yields[corner * goods + g]
        points = open_points(r, s, seat)
        pip = pip_worth(r, s, seat, points)
        for g in range(goods):
            have = income[g]
            share = FURTHER_SHARE
            if have < FIRST_PIPS:
                share = FIRST_SHARE
            elif have < FIRST_PIPS + NEXT_PIPS:
                share = 100
            self._margin[g] = t.worth[g] * share * pip // 100

    def corner_gain(self, s: State, seat: i64, corner: i64) -> i64:
        """What a further level of a building at a corner is worth."""
        t = self.t
        goods = t.goods
        gain: i64 = 0
        for g in range(goods):
            pips = t.yields[corner * goods + g]
            if pips > 0:
                gain += pips * self._margin[g]
        gain = POINT + gain // 100
        if t.r.board.harbor[corner] != 0:
            gain += QUICK_HARBOR
        for module in t.modules:
            gain += module.quick_corner(s, seat, corner)
        return gain

    # -- what it may save for

    def plan(self, s: State, seat: i64) -> None:
        """List the purchases: a city, a settlement so many roads away, a card."""
        t = self.t
        r = t.r
        c = s.cells
        board = r.board
        self._plans.count = 0
        left = r.left + seat * 3
        mark = seat + 1
        if c[left + CITY] > 0:
            best: i64 = 0
            for corner in range(board.ashore):
                if c[r.owner + corner] == mark and c[r.level + corner] == 1:
                    best = max(best, self.corner_gain(s, seat, corner))
            if best > 0:
                self.add(best, 0, CITY, -1)
        if c[left + SETTLEMENT] > 0:
            self.plan_sites(s, seat, c[left + ROAD])
        if r.sells_cards:
            self._card = QUICK_CARD[min(army_missing(r, s, seat), 3)]
            self.add(self._card, 0, CARD, -1)

    def plan_sites(self, s: State, seat: i64, roads: i64) -> None:
        """The best corner for a settlement at each distance of up to two roads."""
        t = self.t
        r = t.r
        c = s.cells
        board = r.board
        best: i64 = 0
        at = r.open_corners + seat * r.corner_words
        corner = following(c, at, r.corner_words, -1)
        while corner >= 0:
            best = max(best, self.corner_gain(s, seat, corner))
            corner = following(c, at, r.corner_words, corner)
        if best > 0:
            self.add(best, 0, SETTLEMENT, -1)
            if self.missing(self._plans.count - 1) <= 1:
                return  # nothing further away is worth the look
        if roads == 0:
            return
        near: i64 = 0
        near_road: i64 = -1
        far: i64 = 0
        far_road: i64 = -1
        at = r.open_edges + seat * r.edge_words
        edge = following(c, at, r.edge_words, -1)
        while edge >= 0:
            for k in range(2):
                end = board.edge_corners[2 * edge + k]
                if c[r.owner + end] != 0 or end >= board.ashore:
                    continue
                if far_enough(r, s, end):
                    gain = self.corner_gain(s, seat, end)
                    if gain > near:
                        near = gain
                        near_road = edge
                elif roads > 1:
                    for j in range(3):
                        way = board.corner_edges[end * 3 + j]
                        if way < 0 or way == edge or c[r.road + way] != 0:
                            continue
                        site = board.corner_corners[end * 3 + j]
                        if site < board.ashore and far_enough(r, s, site):
                            gain = self.corner_gain(s, seat, site)
                            if gain > far:
                                far = gain
                                far_road = edge
            edge = following(c, at, r.edge_words, edge)
        if near > 0:
            self.add(near * SITE_RISK[1] // 100, 1, SETTLEMENT, near_road)
        if far > 0:
            self.add(far * SITE_RISK[2] // 100, 2, SETTLEMENT, far_road)

    def missing(self, plan: i64) -> i64:
        """How many cards the hand lacks for a plan."""
        goods = self.t.goods
        missing: i64 = 0
        for g in range(goods):
            missing += max(self._plans.needs[plan * goods + g] - self._hand[g], 0)
        return missing

    def add(self, gain: i64, roads: i64, item: i64, road: i64) -> None:
        """A plan: so many roads, beginning with `road`, then an item."""
        plans = self._plans
        self._roads[plans.count] = road
        self._away[plans.count] = roads
        plans.add(gain, roads, item)
