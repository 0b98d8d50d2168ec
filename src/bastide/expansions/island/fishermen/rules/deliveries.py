"""Deliveries of fish, and the old boot's way from hand to hand (TB-FISH-011 to -015, -022 to -027, -032, -033)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.automatic import go_on
from bastide.catan.base.cards import bank_size
from bastide.catan.base.island import ROAD_LINE, cards_for_sale, hand_size, open_points
from bastide.catan.base.network import can_lay_road, road_spots
from bastide.catan.base.robber import rob_from
from bastide.expansions.island.fishermen.rules.payments import (
    DEVELOPMENT,
    FREE_ROAD,
    PRICE,
    PRICES,
    RESOURCE,
    ROBBER_OFF,
    THEFT,
)
from bastide.expansions.island.fishermen.rules.state import KINDS, FishermenPhase, FishermenState, FishermenVerb
from bastide.expansions.island.fishermen.rules.tokens import restock, spend
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, State


def price(m: FishermenState, s: State, seat: i64, delivery: i64) -> i64:
    """How many fish a delivery costs a seat now."""
    return PRICE[delivery] - m.discount(s, seat)


def deliveries(m: FishermenState, s: State, seat: i64, out: Codes) -> None:
    """Add every delivery that a seat's tokens pay, with each payment."""
    c = s.cells
    at = m.fish + seat * KINDS
    ones, twos, threes = c[at], c[at + 1], c[at + 2]
    fish = ones + 2 * twos + 3 * threes
    if fish == 0:
        return
    discount = m.discount(s, seat)
    p = m.payments
    code = m.buy
    for delivery in range(len(PRICES)):
        cost = PRICE[delivery] - discount
        if fish < cost:
            return
        if may_deliver(m, s, seat, delivery):
            for i in range(p.start[cost], p.start[cost + 1]):
                payment = p.order[i]
                if p.threes[payment] <= threes and p.twos[payment] <= twos and p.ones[payment] <= ones:
                    out.add(code + payment)
        code += p.count


def may_deliver(m: FishermenState, s: State, seat: i64, delivery: i64) -> bool:
    """Whether a delivery would bring the seat anything, its price apart."""
    r = m.r
    if delivery == ROBBER_OFF:
        return s.cells[r.robber] >= 0
    if delivery == THEFT:
        return others_with_cards(m, s, seat) != 0
    if delivery == RESOURCE:
        return bank_size(r, s) > 0
    if delivery == FREE_ROAD:
        return can_lay_road(r, s, seat)
    return cards_for_sale(r, s, seat) > 0


def others_with_cards(m: FishermenState, s: State, seat: i64) -> i64:
    """The mask of other seats with cards in hand."""
    mask: i64 = 0
    for other in range(m.r.seats):
        if other != seat and hand_size(m.r, s, other) > 0:
            mask += BITS[other]
    return mask


class FishVerb(FishermenVerb):
    """`fish road 2 3`: a delivery, and the tokens that pay for it."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        r = m.r
        p = m.payments
        delivery = arg // p.count
        payment = arg % p.count
        ones, twos, threes = p.ones[payment], p.twos[payment], p.threes[payment]
        spend(m, s, seat, 0, ones)
        spend(m, s, seat, 1, twos)
        spend(m, s, seat, 2, threes)
        s.emit("fishermen_paid", seat, delivery, ones, twos, threes)
        restock(m, s)
        if delivery == ROBBER_OFF:
            s.cells[r.robber] = -1
        elif delivery == THEFT:
            rob_from(r, s, seat, others_with_cards(m, s, seat))
        elif delivery == RESOURCE:
            s.push(m.resource_phase, seat, 1)
        elif delivery == FREE_ROAD:
            s.push(m.road_phase, seat)
        elif delivery == DEVELOPMENT:
            s.push(r.draw_phase, seat)


class ResourcePhase(FishermenPhase):
    """A card of choice from the bank. Frame: the seat, 1, the kind taken."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        r = self.m.r
        for good in range(r.held):
            if s.cells[r.bank + good] > 0:
                out.add(self.asks + good)


class FreeRoadPhase(FishermenPhase):
    """A road for fish. Frame: the seat."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        r = self.m.r
        road_spots(r, s, seat, r.line_codes[ROAD_LINE], out)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        s.pop()
        go_on(self.m.r, s)


def receivers(m: FishermenState, s: State, seat: i64, out: Codes) -> None:
    """Add the seats to which a seat may give the boot: those with as many open points or more (TB-FISH-022)."""
    mine = open_points(m.r, s, seat)
    for other in range(m.r.seats):
        if other != seat and open_points(m.r, s, other) >= mine:
            out.add(m.give_boot + other)


class BootVerb(FishermenVerb):
    """`boot 2`: the old boot goes to that seat; the giver needs one point less from now on."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        s.cells[m.boot] = arg + 1
        s.cells[m.boot_new] = 1
        s.emit("fishermen_given", seat, arg)
        m.r.check_win(s)
