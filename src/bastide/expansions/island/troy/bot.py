"""How the greedy bot plays Troy: which cards it gives, what ships are worth, where it sends the sea people.

It gives what supports its own city, as nobody sees the cards. It does not guess the decision cards of others: a step of
its marker counts as help for one rival in three. A step that ends the game counts for the player who would then lead.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island, hand_size, open_points
from bastide.expansions.island.troy.rules.ships import present
from bastide.expansions.island.troy.rules.state import (
    DRAW,
    EXCHANGE,
    FLAG,
    OF_MYCENAE,
    SHIP_POINTS,
    SHIPS,
    SIDES,
    THREE,
    TroyState,
)
from bastide.kernel.state import BITS, State
from bastide.players.greedy.island.best import Best
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.module_bot import UNJUDGED, ModuleBot
from bastide.players.greedy.island.robber import rivalry, steal_gain
from bastide.players.greedy.island.turn import best_after
from bastide.players.greedy.island.weights import POINT

STEP: Final[i64] = 650
"""The worth of a step of the own marker for each point, in thousandths of one: an ally has it too."""
DECIDES: Final[i64] = 14
"""How often a card of the row decides a battle, in percent."""
LAST_STEP: Final[i64] = 2_500
"""A step that ends the game, for the player who would win by it."""
TRADE_POINT: Final[i64] = 28
"""A trade point, in percent of the next ship's gain."""
SPARE_POINT: Final[i64] = 25
"""The same of those beyond the next ship, in percent of the first."""
DRAW_PIPS: Final[i64] = 6
EXCHANGE_PIPS: Final[i64] = 2
"""What the ships that take a card of the row are worth, in pips of income."""
DRAW_GAIN: Final[i64] = 130
EXCHANGE_GAIN: Final[i64] = 45
"""What taking a card of the row gains, in thousandths of a point."""
COAST: Final[i64] = 260
"""The first building at a space for ships."""
STOPPED: Final = vec[i64]([60, 0, 35, 60, 80])
"""The harm when the sea people stop a player's ship, by its kind."""
NEED: Final[i64] = 5
"""How many ships are bought in a game."""


class TroyBot(ModuleBot):
    """The scenario's part of the bot."""

    def __init__(self, r: Island) -> None:
        super().__init__(r)
        self.m: TroyState = r.module(TroyState)
        berth = [0] * int(r.board.corners)
        for hex_ in self.m.berths:
            for k in range(6):
                berth[r.board.hex_corners[hex_ * 6 + k]] = 1
        # By corner, whether it lies at a space for ships.
        self.coast: vec[i64] = vec[i64](berth)

    # -- what things yield

    def demand(self, demand: vec[i64], supply: vec[i64]) -> None:
        """The cards for ships."""
        for good in range(self.r.goods):
            demand[good] += NEED * self.r.costs[self.m.ship * self.r.goods + good]

    # -- positions

    def plans(self, look: Look) -> None:
        """The next ship, once its trade points are there."""
        m = self.m
        number = m.built(look.s, look.seat)
        if number == SHIPS or look.s.cells[m.points_of + look.seat] < SHIP_POINTS:
            return
        if self.has_berth(look.s, look.seat):
            # Its trade points are worth something already.
            look.plans.add(self.ship_gain(look, number) * (100 - SHIP_POINTS * TRADE_POINT) // 100, 0, m.ship)

    def has_berth(self, s: State, seat: i64) -> bool:
        """Whether a seat could place a ship somewhere."""
        m = self.m
        for i in range(len(m.berths)):
            if s.cells[m.ship_on + m.berths[i]] == 0 and m.reaches_berth(s, seat, m.berths[i]):
                return True
        return False

    def ship_gain(self, look: Look, number: i64) -> i64:
        """What the ship of that number brings, and the way to a flag behind it."""
        gain = self.kind_gain(look, self.m.order[number])
        if number + 1 < SHIPS and self.m.order[number + 1] == FLAG:
            gain += POINT // 4
        return gain

    def kind_gain(self, look: Look, kind: i64) -> i64:
        """What a ship of a kind brings its owner."""
        if kind == FLAG:
            return POINT
        if kind == DRAW:
            return DRAW_PIPS * look.pip
        if kind == EXCHANGE:
            return EXCHANGE_PIPS * look.pip
        rates = look.rates[:]
        best: i64 = -1
        for good in range(self.r.held):
            if kind == THREE:
                rates[good] = min(rates[good], 3)
            elif best < 0 or look.income[good] > look.income[best]:
                best = good
        if best >= 0:
            rates[best] = 2
        return POINT // 10 + look.income_worth(look.income, rates) - look.worth

    def corner_gain(self, look: Look, corner: i64, more: i64) -> i64:
        """A building at the sea opens it to the seat's ships."""
        if self.coast[corner] == 0 or more != 1 or self.has_berth(look.s, look.seat):
            return 0
        return COAST

    def term(self) -> str:
        """What `worth` counts."""
        return "ships"

    def worth(self, look: Look) -> i64:
        """Ships that take cards, and trade points on the way to the next ship; the flags are points already."""
        m = self.m
        s = look.s
        total: i64 = 0
        if m.has_ship(s, look.seat, DRAW):
            total += DRAW_PIPS * look.pip
        if m.has_ship(s, look.seat, EXCHANGE):
            total += EXCHANGE_PIPS * look.pip
        number = m.built(s, look.seat)
        if number < SHIPS:
            points = min(s.cells[m.points_of + look.seat], SHIP_POINTS * (SHIPS - number))
            first = min(points, SHIP_POINTS)
            share = 100 * first + SPARE_POINT * (points - first)
            total += self.ship_gain(look, number) * TRADE_POINT * share // 10_000
        return total

    # -- decisions

    def judge(self, look: Look, hand: vec[i64], code: i64) -> i64:
        m = self.m
        if m.donate <= code < m.donate + self.r.goods:
            later = look.s.copy()
            self.r.perform(later, look.seat, code)
            self.r.perform(later, look.seat, m.donated)
            return Look(look.t, later, look.seat, look.pip).value() + self.cause(look, code - m.donate)
        if code == m.exchange:
            return look.value() + EXCHANGE_GAIN
        if code == m.draw:
            return look.value() + DRAW_GAIN
        return UNJUDGED

    def decide(self, look: Look, codes: vec[i64]) -> i64:
        """Further cards of a donation, a card for the row, a trade card, the sea people."""
        m = self.m
        phase = look.s.cells[look.s.top()]
        if phase == m.donate_phase:
            return self.best_card(look, codes, m.donate, m.donated)
        if phase == m.return_phase:
            return self.best_card(look, codes, m.put_back, -1)
        if m.pointed and phase == m.point_phase:
            return self.best_place(look, codes)
        if phase == m.charter_phase:
            return best_after(look.t, look.s, look.seat, codes, look.pip)
        if phase == m.people_phase:
            return self.best_hex(look.s, look.seat, codes)
        return -1

    def best_card(self, look: Look, codes: vec[i64], offset: i64, otherwise: i64) -> i64:
        """The card that the seat misses least, for what it does in the row; `otherwise` if none is worth it."""
        best = Best(otherwise, look.value() if otherwise >= 0 else UNJUDGED)
        for code in codes:
            good = code - offset
            if good < 0 or good >= self.r.goods:
                continue
            hand = look.hand()
            hand[good] -= 1
            best.offer(code, look.with_hand(hand) + self.cause(look, good))
        return best.code

    def best_place(self, look: Look, codes: vec[i64]) -> i64:
        """The card to take out of the row: a known one by what it is, another by what it may be."""
        best = Best(codes[0], UNJUDGED)
        for code in codes:
            place = code - self.m.point
            value: i64 = 0
            if place < self.m.places and self.m.knows_card(look.s, place, look.seat):
                value = self.taken(look, look.s.cells[self.m.given + place] - 1)
            else:
                for good in range(self.r.held):
                    value += self.taken(look, good)
                value //= self.r.held
            best.offer(code, value)
        return best.code

    def taken(self, look: Look, good: i64) -> i64:
        """What a position is worth once the seat has taken a card of a kind out of the row."""
        hand = look.hand()
        hand[good] += 1
        return look.with_hand(hand) - self.cause(look, good)

    def cause(self, look: Look, good: i64) -> i64:
        """What a card in the row is worth to a seat by the battles that it may decide."""
        m = self.m
        city = m.cause[good] - 1
        side = look.s.cells[m.side + look.seat] - 1
        if city < 0 or side < 0:
            return 0
        gain = self.step_gain(look, city, side)
        for other in range(SIDES):
            if other != city:
                gain -= self.step_gain(look, other, side)
        return gain * DECIDES // 200

    def step_gain(self, look: Look, city: i64, side: i64) -> i64:
        """What a step of a city's marker is worth to a seat that stands by `side`."""
        m = self.m
        s = look.s
        step = s.cells[m.marker + city]
        if step >= m.last_step:
            return 0
        points = m.track[step + 1] - m.track[step]
        gain = STEP * points
        if city != side:
            gain = -STEP * points // 2
        if step + 1 < m.last_step:
            return gain
        mine = look.points
        if city == side:
            mine += points
        best: i64 = 0
        for other in range(self.r.seats):
            if other != look.seat:
                theirs = 2 * open_points(self.r, s, other) + m.track[s.cells[m.marker + OF_MYCENAE]]
                theirs += m.track[s.cells[m.marker + 1 - OF_MYCENAE]]
                best = max(best, theirs)
        if 2 * mine > best + points:
            return LAST_STEP
        return -LAST_STEP

    def best_hex(self, s: State, seat: i64, codes: vec[i64]) -> i64:
        """Where the sea people stop rivals' ships and bring a card."""
        m = self.m
        r = self.r
        harm = rivalry(r, s, seat)
        best = Best(codes[0], UNJUDGED)
        for code in codes:
            hex_ = code - m.move
            value: i64 = 0
            owner = s.cells[m.ship_on + hex_] - 1
            if owner >= 0:
                stopped = STOPPED[self.kind_at(s, owner, hex_)]
                if owner == seat:
                    value -= 2 * stopped
                else:
                    value += stopped * harm[owner] // 100
            theft: i64 = 0
            mask = present(m, s, seat, hex_)
            for other in range(r.seats):
                if mask & BITS[other]:
                    theft = max(theft, steal_gain(r, s, other, harm) + hand_size(r, s, other))
            best.offer(code, value + theft)
        return best.code

    def kind_at(self, s: State, seat: i64, hex_: i64) -> i64:
        """The kind of a seat's ship on a hex."""
        for ship in range(SHIPS):
            if s.cells[self.m.ship_at + seat * SHIPS + ship] == hex_ + 1:
                return self.m.order[ship]
        return FLAG


BOT: Final = TroyBot
