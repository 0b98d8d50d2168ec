"""The cards of trade (CK-131 to CK-139, CK-176, CK-177)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.island import hand_size, open_points
from bastide.expansions.island.cities_knights.rules.deciding import KnightsPhase, KnightsVerb
from bastide.expansions.island.cities_knights.rules.hands import look_in
from bastide.expansions.island.cities_knights.rules.progress.hand import PlainCard, holds, lay_down
from bastide.expansions.island.cities_knights.rules.progress.names import (
    COMMERCIAL_HARBOR,
    MERCHANT,
    MERCHANT_FLEET,
    RESOURCE_MONOPOLY,
    TAXES,
    TRADE_MONOPOLY,
)
from bastide.expansions.island.cities_knights.rules.state import RESOURCES, KnightsState
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, State

TAKEN: Final[i64] = 2
"""Cards that Taxes and a resource monopoly take from a hand."""


class TradeCards:
    """The verbs of the cards of trade."""

    def __init__(self, m: KnightsState) -> None:
        self.m = m
        add = m.r.add_verb
        self.harbor = add(HarborVerb(m, COMMERCIAL_HARBOR), final=True)
        exchanges = [f"{seat} {good}" for seat in m.r.seat_names for good in m.r.good_names[: int(RESOURCES)]]
        self.exchange = add(ExchangeVerb(m, "exchange", names=exchanges), final=True)
        self.pay = add(PayVerb(m, "pay", names=m.r.good_names), final=True)
        self.merchant = MerchantVerb(m, "merchant", names=m.r.board.hex_names)
        add(self.merchant, final=True)
        self.fleet = add(FleetVerb(m, "merchant-fleet", names=m.r.good_names), final=True)
        self.resource_monopoly = add(MonopolyCard(m, RESOURCE_MONOPOLY, TAKEN), final=True)
        self.taxes = add(TaxesVerb(m, "taxes", names=m.r.seat_names), final=True)
        self.seize = add(SeizeVerb(m, "seize", names=m.r.good_names), final=True)
        self.trade_monopoly = add(MonopolyCard(m, TRADE_MONOPOLY, 1), final=True)

    def exchanges(self, s: State, seat: i64, out: Codes) -> None:
        """Add the forced exchanges that a commercial harbour allows (CK-138, CK-177)."""
        m = self.m
        r = m.r
        c = s.cells
        if c[m.harbor_open] == 0:
            return
        for other in range(r.seats):
            if other != seat and (c[m.harbor_done] & BITS[other]) == 0:
                for g in range(RESOURCES):
                    if c[r.hand + seat * r.goods + g] > 0:
                        out.add(self.exchange + other * RESOURCES + g)

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        """Add what may be played after the roll (CK-186, CK-187)."""
        m = self.m
        r = m.r
        if holds(m, s, seat, COMMERCIAL_HARBOR):
            out.add(self.harbor)
        if holds(m, s, seat, MERCHANT) and not (m.merchant_needs_city and m.cities(s, seat) == 0):
            for h in range(r.board.hexes):
                if self.merchant.may_stand(s, seat, h):
                    out.add(self.merchant.offset + h)
        if holds(m, s, seat, MERCHANT_FLEET):
            for g in range(r.held):
                out.add(self.fleet + g)
        if holds(m, s, seat, RESOURCE_MONOPOLY):
            for g in range(RESOURCES):
                out.add(self.resource_monopoly + g)
        if holds(m, s, seat, TRADE_MONOPOLY):
            for g in range(RESOURCES, r.held):
                out.add(self.trade_monopoly + g)
        if holds(m, s, seat, TAXES):
            points = open_points(r, s, seat)
            for other in range(r.seats):
                if hand_size(r, s, other) > 0 and open_points(r, s, other) > points:
                    out.add(self.taxes + other)


class HarborVerb(PlainCard):
    """`commercial-harbor`: forced exchanges until the end of the turn (CK-138)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        lay_down(self.m, s, seat, COMMERCIAL_HARBOR)
        s.cells[self.m.harbor_open] = 1
        self.m.go_on(s)


class ExchangeVerb(KnightsVerb):
    """`exchange 2 wool`: a resource for a commodity of that seat's choice, if it has one (CK-138)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        other = arg // RESOURCES
        for g in range(RESOURCES, m.r.held):
            if s.cells[m.r.hand + other * m.r.goods + g] > 0:
                s.emit("exchange", seat, other, arg % RESOURCES)
                s.push(m.reply_phase, other, seat, arg % RESOURCES)
                return
        for g in range(RESOURCES, m.r.held):
            s.cells[m.lacking + other] |= BITS[g]
        s.emit("no_exchange", seat, other)


class ReplyPhase(KnightsPhase):
    """Choosing a commodity to pay for a resource. Frame: the payer, the recipient, the resource."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        r = self.m.r
        for g in range(RESOURCES, r.held):
            if s.cells[r.hand + seat * r.goods + g] > 0:
                out.add(self.asks + g)


class PayVerb(KnightsVerb):
    """`pay cloth`: give that commodity for the resource."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        to = s.cells[s.top() + 2]
        good = s.cells[s.top() + 3]
        s.pop()
        s.cells[m.harbor_done] |= BITS[seat]
        hand_over(m, s, to, seat, good)
        hand_over(m, s, seat, to, arg)


def hand_over(m: KnightsState, s: State, giver: i64, taker: i64, good: i64) -> None:
    """Move a card from one hand to another; only these two seats know which."""
    sees = BITS[giver] | BITS[taker]
    m.r.pass_goods(s, giver, taker, good, 1, sees)
    s.emit("give", giver, good, 1, taker, 0, sees)


class MerchantVerb(KnightsVerb):
    """`merchant q,r`: place the merchant on a hex (CK-132 to CK-135, CK-176, CKO-009)."""

    def may_stand(self, s: State, seat: i64, hex_: i64) -> bool:
        """Whether a hex yields something and lies beside an own building."""
        m = self.m
        r = m.r
        if r.terrain_good[hex_] < 0:
            return False
        for k in range(6):
            corner = r.board.hex_corners[hex_ * 6 + k]
            if s.cells[r.owner + corner] == seat + 1:
                if not m.merchant_needs_city or s.cells[r.level + corner] == 2:
                    return True
        return False

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        lay_down(m, s, seat, MERCHANT)
        s.cells[m.merchant] = arg + 1
        s.cells[m.merchant_holder] = seat + 1
        s.emit("merchant", seat, arg)
        m.r.check_win(s)
        m.go_on(s)


class FleetVerb(KnightsVerb):
    """`merchant-fleet paper`: that good goes two for one this turn (CK-131)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        lay_down(self.m, s, seat, MERCHANT_FLEET)
        s.cells[self.m.fleet] |= BITS[arg]
        s.emit("fleet", seat, arg)
        self.m.go_on(s)


class MonopolyCard(KnightsVerb):
    """`resource-monopoly wool`, `trade-monopoly coin`: the others give up to so many (CK-136, CK-137)."""

    def __init__(self, m: KnightsState, kind: i64, most: i64) -> None:
        super().__init__(m, m.card_names[kind], names=m.r.good_names)
        self.kind: i64 = kind
        self.most: i64 = most

    def example(self) -> str:
        return self.describe(0 if self.kind == RESOURCE_MONOPOLY else RESOURCES)

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        r = m.r
        lay_down(m, s, seat, self.kind)
        s.emit("monopoly_on", seat, arg)
        for other in range(r.seats):
            if other == seat:
                continue
            n = s.cells[r.hand + other * r.goods + arg]
            if n < self.most:
                s.cells[m.lacking + other] |= BITS[arg]
            else:
                n = self.most
            if n > 0:
                r.pass_goods(s, other, seat, arg, n)
                s.emit("hand_over", other, arg, n, seat)
        m.go_on(s)


class TaxesVerb(KnightsVerb):
    """`taxes 2`: two cards of choice from the hand of a seat with more points (CK-139)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        lay_down(m, s, seat, TAXES)
        n = hand_size(m.r, s, arg)
        s.emit("taxes", seat, arg)
        look_in(m, s, seat, arg)
        s.push(m.seize_phase, seat, arg, n if n < TAKEN else TAKEN)


class SeizePhase(KnightsPhase):
    """Choosing cards from a hand shown to the chooser. Frame: the chooser, the hand's seat, the number left."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        r = self.m.r
        victim = s.cells[s.top() + 2]
        for g in range(r.held):
            if s.cells[r.hand + victim * r.goods + g] > 0:
                out.add(self.asks + g)


class SeizeVerb(KnightsVerb):
    """`seize ore`: take that card."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        top = s.top()
        hand_over(m, s, s.cells[top + 2], seat, arg)
        s.cells[top + 3] -= 1
        if s.cells[top + 3] == 0:
            s.pop()
            m.go_on(s)
