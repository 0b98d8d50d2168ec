"""The value of a position to one seat, based on what that seat may know.

    value = points + income + harbours + awards + cards + plans - the strongest rival's points

Read are: the board, open points, the bank, sizes of hands, played cards, and the seat's own hands. What others hold is
never read; where it matters (a theft, a card bought), the caller takes the expectation.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.config import AWARD_POINTS
from bastide.catan.base.corners import corner_free, cut
from bastide.catan.base.island import (
    CARD,
    CITY,
    KNIGHT,
    LEAST_ARMY,
    LEAST_ROUTE,
    MONOPOLY,
    PLENTY,
    ROAD,
    ROAD_LINE,
    ROADS,
    SETTLEMENT,
    Island,
    cards_for_sale,
    goal,
    hand_limit,
    hidden_points,
    line_at,
    open_points,
    rate,
)
from bastide.catan.base.island import POINT as POINT_CARD
from bastide.catan.base.network import edge_allowed, lines_allowed
from bastide.kernel.bits import has
from bastide.kernel.state import BITS, OVER, WINNERS, State
from bastide.players.greedy.island.plan import Plans
from bastide.players.greedy.island.tables import MOST_PIPS, Tables, counted
from bastide.players.greedy.island.weights import (
    ARMY,
    ARMY_HELD,
    CONTESTED,
    DENY,
    HARBOR_THREE,
    HARBOR_TWO,
    HORIZON_LEAST,
    KNIGHT_HELD,
    MONOPOLY_HELD,
    NEVER,
    PIP,
    PLENTY_HELD,
    POINT,
    REACH,
    RIVALS,
    ROADS_HELD,
    ROBBED,
    ROUTE,
    ROUTE_AHEAD,
    ROUTE_REACH,
    SITE_RISK,
    SITES,
    WIN,
)


class Look:
    """One seat's look at one position.

    `pip` is what a pip of income is worth. It must be the same in all positions that are compared, or else a step
    towards the end of the game would seem to cost income; 0 takes it from this position.
    `base` is the value of everything but the resource cards, `plans` values those; `value()` is the sum.
    """

    def __init__(self, t: Tables, s: State, seat: i64, pip: i64 = 0) -> None:
        r = t.r
        c = s.cells
        goods = t.goods
        self.t = t
        self.r: Island = r
        self.s = s
        self.seat: i64 = seat
        self.hand_at: i64 = r.hand + seat * goods
        self.points: i64 = open_points(r, s, seat) + hidden_points(r, s, seat)
        self.rival: i64 = 0
        for other in range(r.seats):
            if other != seat:
                self.rival = max(self.rival, open_points(r, s, other))
        self.pip: i64 = pip if pip > 0 else pip_worth(r, s, seat, max(self.points, self.rival))
        self.spot: i64 = -1  # the settlement whose city yields most
        self.rates: vec[i64] = vec[i64]([0] * goods)
        for g in range(goods):
            each = rate(r, s, seat, g)
            self.rates[g] = each if each > 0 else NEVER
        self.income: vec[i64] = income_of(t, s, seat)
        self._total: i64 = self._counted(self.income, self.rates)
        self.worth: i64 = self._total * self.pip // 10_000
        self._known: i64 = t.known[seat].follow(self.income, self.rates, self.pip, t.lays)
        self.plans = Plans(t.waits, self.income, self.rates)
        self.plans.limit = hand_limit(r, s, seat)
        self.add_plans()
        self.base: i64 = (
            POINT * self.points
            - POINT * self.rival * RIVALS // (100 * (r.seats - 1))
            + self.worth
            + self.card_worth()
            + self.route_worth()
        )
        for module in t.modules:
            module.plans(self)
            self.base += module.worth(self)
        if c[OVER] != 0 and c[WINNERS] & BITS[seat]:
            self.base += WIN

    def value(self) -> i64:
        """The value of the position."""
        return self.with_goods(self.s.cells, self.hand_at)

    def with_hand(self, hand: vec[i64]) -> i64:
        """The value of the position with other resource cards."""
        return self.with_goods(hand, 0)

    def with_goods(self, hand: vec[i64], at: i64) -> i64:
        """The value of the position with the goods `hand[at:]`."""
        value = self.base + self.plans.worth(hand, at)
        for module in self.t.modules:
            value += module.in_hand(self, hand, at)
        return value

    def hand(self) -> vec[i64]:
        """The seat's resource cards."""
        return self.s.cells[self.hand_at : self.hand_at + self.t.goods]

    # -- income

    def income_worth(self, income: vec[i64], rates: vec[i64]) -> i64:
        """The value of an income: the first pips of a good count most, harbours add to goods that can be exchanged."""
        return self._counted(income, rates) * self.pip // 10_000

    def _counted(self, income: vec[i64], rates: vec[i64]) -> i64:
        """The same in hundredths of hundredths of a pip."""
        total: i64 = 0
        for g in range(self.t.goods):
            if income[g] != 0:
                total += self._of_good(g, income[g], rates[g])
        return total

    def _of_good(self, good: i64, pips: i64, rate: i64) -> i64:
        """What pips of one good count, with a rate of exchange."""
        t = self.t
        value = t.counted[pips] if 0 <= pips < MOST_PIPS else counted(pips)
        value *= t.worth[good]
        if rate == 3:
            value += pips * (HARBOR_THREE * 100)
        elif rate == 2:
            value += pips * (HARBOR_TWO * 100)
        return value

    def with_corner(self, corner: i64, more: i64 = 1, city: bool = False) -> i64:
        """The value of income, harbours and the modules' own things with a building `more` levels higher than now.

        Without it the value is `worth`.
        """
        t = self.t
        if city and len(t.modules) > 0:
            return self._with_city(corner, more)
        worth = self._base_with(corner, more)
        for module in t.modules:
            worth += module.corner_gain(self, corner, more)
        return worth

    def with_site(self, corner: i64) -> i64:
        """`with_corner` for a settlement: what it is without the modules is remembered while the income is the same."""
        t = self.t
        known = t.known[self.seat]
        worth: i64 = 0
        if known.mark != self._known:  # a later look at the seat had another income
            worth = self._base_with(corner, 1)
        else:
            if known.marks[corner] != known.mark:
                known.marks[corner] = known.mark
                known.worths[corner] = self._base_with(corner, 1)
            worth = known.worths[corner]
        for module in t.modules:
            worth += module.corner_gain(self, corner, 1)
        return worth

    def _base_with(self, corner: i64, more: i64) -> i64:
        """The value of income and harbours with a building `more` levels higher than now."""
        t = self.t
        goods = t.goods
        income = self.income
        rates = self.rates
        yields = t.yields
        harbor = self.r.board.harbor[corner]
        total = self._total
        for g in range(goods):
            pips = more * yields[corner * goods + g]
            now = rates[g]
            then = now
            if harbor == 1:
                then = min(now, 3)
            elif harbor == g + 2:
                then = 2
            if pips != 0 or then != now:
                total += self._of_good(g, income[g] + pips, then) - self._of_good(g, income[g], now)
        return total * self.pip // 10_000

    def _with_city(self, corner: i64, more: i64) -> i64:
        """The same for a city whose income the modules change."""
        t = self.t
        income = self.income[:]
        for g in range(t.goods):
            income[g] += more * t.yields[corner * t.goods + g]
        for module in t.modules:
            module.city_income(corner, t.pips, income)
        worth = self.income_worth(income, with_harbor(self.rates, self.r.board.harbor[corner]))
        for module in t.modules:
            worth += module.corner_gain(self, corner, more)
        return worth

    # -- plans

    def add_plans(self) -> None:
        """The best sites, the best city, a card, the longest road."""
        r = self.r
        c = self.s.cells
        plans = self.plans
        left = r.left + self.seat * 3
        if c[left + CITY] > 0:
            best: i64 = 0
            for corner in range(r.board.ashore):
                if c[r.owner + corner] == self.seat + 1 and c[r.level + corner] == 1:
                    gain = POINT + self.with_corner(corner, 1, True) - self.worth
                    if gain > best:
                        best = gain
                        self.spot = corner
            if best > 0:
                plans.add(best, 0, CITY)
        if c[left + SETTLEMENT] > 0:
            self.add_sites(c[left + ROAD])
        if cards_for_sale(r, self.s, self.seat) > 0:
            plans.add(self.draw_worth(), 0, CARD)
        missing = self.route_missing()
        if r.route_points > 0 and 0 < missing <= ROUTE_REACH and missing <= c[left + ROAD]:
            plans.add(ROUTE, missing, -1)

    def add_sites(self, roads: i64) -> None:
        """The best corners for settlements within reach of the seat's roads, or of a few more."""
        r = self.r
        c = self.s.cells
        board = r.board
        mark = self.seat + 1
        scratch = self.t.sites
        far = scratch.far
        ring = scratch.ring
        scratch.clear()
        count: i64 = 0
        roads_of = r.road
        for e in range(board.edges if r.wide else board.overland):
            if c[roads_of + e] == mark and r.line_joins[ROAD_LINE] & BITS[line_at(r, self.s, e)]:
                for k in range(2):
                    corner = board.edge_corners[2 * e + k]
                    if far[corner] < 0 and not cut(r, self.s, self.seat, corner):
                        far[corner] = 0
                        ring[count] = corner
                        count += 1
        best = scratch.best
        best_far = scratch.best_far
        first: i64 = 0
        while first < count:
            corner = ring[first]
            distance = far[corner]
            first += 1
            if corner < board.ashore and c[r.owner + corner] == 0 and corner_free(r, self.s, self.seat, corner):
                self.enter(best, best_far, self.site_gain(corner, distance), distance)
            if distance >= REACH or distance >= roads:
                continue
            for k in range(corner * r.way_count, (corner + 1) * r.way_count):
                e = r.ways[k]
                if e < 0 or c[roads_of + e] != 0:
                    continue
                other = r.way_ends[k]
                if far[other] >= 0 or not self.carries_road(e):
                    continue
                if not cut(r, self.s, self.seat, other):
                    far[other] = distance + 1
                    ring[count] = other
                    count += 1
        for i in range(SITES):
            if best[i] > 0:
                self.plans.add(best[i], best_far[i], SETTLEMENT)

    def carries_road(self, edge: i64) -> bool:
        """Whether the seat could ever lay a road on a free edge."""
        r = self.r
        if edge >= r.board.overland if not r.wide else not has(r.line_edges, 0, edge):
            return False
        if not r.modular:
            return True
        return edge_allowed(r, self.s, self.seat, edge, ROAD_LINE) and lines_allowed(r, self.s, self.seat, ROAD_LINE)

    def enter(self, best: vec[i64], best_far: vec[i64], gain: i64, distance: i64) -> None:
        """Enter a site among the best few, in falling order."""
        for i in range(SITES):
            if gain > best[i]:
                for j in range(SITES - 1, i, -1):
                    best[j] = best[j - 1]
                    best_far[j] = best_far[j - 1]
                best[i] = gain
                best_far[i] = distance
                return

    def site_gain(self, corner: i64, distance: i64) -> i64:
        """The gain of a settlement at a corner, given the risk that another seat is first."""
        r = self.r
        c = self.s.cells
        gain = POINT + self.with_site(corner) - self.worth
        share = SITE_RISK[distance]
        for k in range(corner * r.way_count, (corner + 1) * r.way_count):
            e = r.ways[k]
            if e >= 0:
                owner = c[r.road + e]
                if owner != 0 and owner != self.seat + 1:
                    gain += DENY
                    if distance > 0:
                        share = share * CONTESTED // 100
                    break
        return gain * share // 100

    # -- awards and cards

    def route_missing(self) -> i64:
        """How many roads the seat lacks for the longest road; 0 if it holds it."""
        r = self.r
        c = self.s.cells
        holder = c[r.route_holder] - 1
        if holder == self.seat:
            return 0
        most = LEAST_ROUTE - 1
        for other in range(r.colours):
            if other != self.seat:
                most = max(most, c[r.route + other])
        return max(most + 1 - c[r.route + self.seat], 1)

    def route_worth(self) -> i64:
        """The value of the longest road to its holder, beyond the points."""
        r = self.r
        c = self.s.cells
        if c[r.route_holder] != self.seat + 1:
            return 0
        next_: i64 = 0
        for other in range(r.colours):
            if other != self.seat:
                next_ = max(next_, c[r.route + other])
        lead = c[r.route + self.seat] - next_
        return ROUTE_AHEAD * min(lead, 2)

    def army_worth(self, held: i64) -> i64:
        """The value of progress towards the largest army with that many knights in hand."""
        missing = army_missing(self.r, self.s, self.seat)
        if missing == 0:
            return 0
        in_hand = min(held, missing)
        left = missing - in_hand
        if left >= len(ARMY):
            return 0
        return max(ARMY[left] - ARMY_HELD * in_hand, 0) * self.r.army_points // AWARD_POINTS

    def card_worth(self) -> i64:
        """The value of the seat's unplayed development cards; victory points on cards count in full."""
        r = self.r
        c = self.s.cells
        at = self.seat * r.kinds
        held = c[r.cards + at + KNIGHT] + c[r.fresh + at + KNIGHT]
        total = held * KNIGHT_HELD + self.army_worth(held)
        total += (c[r.cards + at + ROADS] + c[r.fresh + at + ROADS]) * ROADS_HELD
        total += (c[r.cards + at + PLENTY] + c[r.fresh + at + PLENTY]) * PLENTY_HELD
        total += (c[r.cards + at + MONOPOLY] + c[r.fresh + at + MONOPOLY]) * MONOPOLY_HELD
        return total

    def draw_worth(self) -> i64:
        """The average value of a card from the deck, over the cards that the seat has not seen."""
        r = self.r
        c = self.s.cells
        at = self.seat * r.kinds
        total: i64 = 0
        unseen: i64 = 0
        for kind in range(r.kinds):
            n = r.deck_stock[kind] - c[r.cards + at + kind] - c[r.fresh + at + kind]
            for other in range(r.seats):
                n -= c[r.played + other * r.kinds + kind]
            if n <= 0:
                continue
            unseen += n
            if kind == KNIGHT:
                held = c[r.cards + at + KNIGHT] + c[r.fresh + at + KNIGHT]
                total += n * (KNIGHT_HELD + self.army_worth(held + 1) - self.army_worth(held))
            elif kind == ROADS:
                total += n * ROADS_HELD
            elif kind == PLENTY:
                total += n * PLENTY_HELD
            elif kind == MONOPOLY:
                total += n * MONOPOLY_HELD
            elif kind == POINT_CARD:
                total += n * POINT
        if unseen > 0:
            return total // unseen
        return 0


def with_harbor(rates: vec[i64], harbor: i64) -> vec[i64]:
    """The rates of exchange with a harbour more: 0 is none, 1 takes any good, and from 2 on they take one."""
    out = rates[:]
    if harbor == 1:
        for g in range(len(out)):
            out[g] = min(out[g], 3)
    elif harbor > 1:
        out[harbor - 2] = 2
    return out


def pip_worth(r: Island, s: State, seat: i64, lead: i64) -> i64:
    """The value of a pip of income when the leader has that many points: it falls as the game goes on."""
    most = goal(r, s, seat)
    return PIP * max(100 * (most - lead + 1) // most, HORIZON_LEAST) // 100


def army_missing(r: Island, s: State, seat: i64) -> i64:
    """How many knights the seat must still play for the largest army; 0 if it holds it."""
    c = s.cells
    holder = c[r.army_holder] - 1
    if holder == seat:
        return 0
    need = LEAST_ARMY
    if holder >= 0:
        need = c[r.played + holder * r.kinds + KNIGHT] + 1
    return max(need - c[r.played + seat * r.kinds + KNIGHT], 1)


def income_of(t: Tables, s: State, seat: i64) -> vec[i64]:
    """Pips of each good that a seat's buildings yield; the robbed hex counts in part."""
    c = s.cells
    r = t.r
    goods = t.goods
    board = r.board
    mark = seat + 1
    income = vec[i64]([0] * goods)
    for corner in range(board.ashore):
        if c[r.owner + corner] == mark:
            level = c[r.level + corner]
            for g in range(goods):
                income[g] += 100 * level * t.yields[corner * goods + g]
    h = c[r.robber]
    if h >= 0 and r.terrain_good[h] >= 0:
        for k in range(6):
            corner = board.hex_corners[h * 6 + k]
            if c[r.owner + corner] == mark:
                income[r.terrain_good[h]] -= (100 - ROBBED) * c[r.level + corner] * t.pips[h]
    for module in t.modules:
        module.income(s, seat, t.pips, income)
    for g in range(goods):
        income[g] = (income[g] + 50) // 100
    return income
