"""Trade with the bank and the harbours, and between players (BASE-025 to BASE-028).

An offer is composed card by card, sent to some or all, and answered in any order: accept, refuse or counter. The
offering seat may take any answer given, or withdraw, even before all have answered. All of it is public.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.holders import IslandPhase, IslandVerb
from bastide.catan.base.island import ACCEPTED, BANK_RATE, COUNTERED, REFUSED, WAITING, Island, rate, tradable
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, State

RATES: Final[i64] = 3  # number of rates in notation: 2, 3 and 4
GIVING: Final[i64] = 0
WANTING: Final[i64] = 16  # added to the next kind in the draft's frame


class TradeVerbs:
    """The verbs of trade, as the phases need them."""

    def __init__(self, r: Island) -> None:
        self.r = r
        add = r.add_verb
        self.bank = add(BankVerb(r, "bank", r.goods * r.goods * RATES))
        self.offer = add(OfferVerb(r, "offer"))
        self.counter = add(CounterVerb(r, "counter"))
        self.give = add(GiveVerb(r, "give", names=r.good_names))
        self.want = add(WantVerb(r, "want", names=r.good_names))
        self.send = add(SendVerb(r, "send", BITS[r.seats]))
        self.accept = add(AcceptVerb(r, "accept"))
        self.refuse = add(RefuseVerb(r, "refuse"))
        self.trade = add(TradeVerb(r, "trade", names=r.seat_names))
        self.withdraw = add(WithdrawVerb(r, "withdraw"))

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        """Add the bank exchanges open to the seat on turn, and the start of an offer."""
        r = self.r
        c = s.cells
        goods = r.goods
        hand = r.hand + seat * goods
        rates = r.rates + seat * goods
        asks = r.modular and r.seams.has_rate
        for g in range(goods):
            held = c[hand + g]
            if held < 2:
                continue
            price = rate(r, s, seat, g) if asks else c[rates + g]
            if held < price or price == 0:
                continue
            for get in range(goods):
                if get != g and c[r.bank + get] > 0:
                    out.add(self.bank + (g * goods + get) * RATES + price - 2)
        if r.trading and c[r.offers] > 0 and holds_any(r, s, seat) and others_hold_any(r, s, seat):
            if not r.modular or r.seams.may_offer(s, seat):
                out.add(self.offer)


def holds_any(r: Island, s: State, seat: i64) -> bool:
    """Whether a seat has anything that it could trade; open to all, as `tradable` is."""
    c = s.cells
    at = r.hand + seat * r.goods
    end = at + r.goods
    while at < end:
        if c[at] > 0:
            return True
        at += 1
    return False


def others_hold_any(r: Island, s: State, seat: i64) -> bool:
    """Whether an opponent has anything that it could trade."""
    for other in range(r.seats):
        if other != seat and holds_any(r, s, other):
            return True
    return False


def most_cards(r: Island, s: State, seat: i64) -> i64:
    """The most that an opponent could trade: an offer cannot ask for more."""
    most: i64 = 0
    for other in range(r.seats):
        if other != seat:
            n = tradable(r, s, other)
            if n > most:
                most = n
    return most


def fewest_cards(r: Island, s: State, mask: i64) -> i64:
    """The fewest cards that one of these seats could trade, seats without any apart, which are not asked.

    An offer to them by name cannot ask for more.
    """
    fewest: i64 = 0
    for seat in range(r.seats):
        if mask & BITS[seat]:
            n = tradable(r, s, seat)
            if n > 0 and (fewest == 0 or n < fewest):
                fewest = n
    return fewest


def asks_too_much(r: Island, s: State, seat: i64, mask: i64) -> bool:
    """Whether a draft may be sent, but for a seat in `mask` that holds fewer cards than it asks for."""
    if seat < 0 or mask <= 0 or mask >= BITS[r.seats] or mask & BITS[seat] or r.phase(s).id != r.draft_phase:
        return False
    c = s.cells
    wanted: i64 = 0
    for g in range(r.goods):
        wanted += c[r.wants + g]
    fewest = fewest_cards(r, s, mask)
    return c[s.top() + 2] == 0 and 0 < fewest < wanted


class BankVerb(IslandVerb):
    """`bank grain*4 ore`: cards for one card of the bank, at the best rate that the seat has (BASE-027)."""

    def describe(self, arg: i64) -> str:
        names = self.r.good_names
        pair = arg // RATES
        return f"bank {names[pair // self.r.goods]}*{arg % RATES + 2} {names[pair % self.r.goods]}"

    def example(self) -> str:
        return f"bank {self.r.good_names[0]}*{BANK_RATE} {self.r.good_names[1]}"

    def parse(self, words: list[str]) -> i64:
        names = self.r.good_names
        if len(words) != 2 or words[1] not in names:
            return -1
        give, star, count = words[0].partition("*")
        if give not in names or not star or count not in ("2", "3", "4"):
            return -1
        goods = self.r.goods
        return (names.index(give) * goods + names.index(words[1])) * RATES + int(count) - 2

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        r = self.r
        pair = arg // RATES
        give = pair // r.goods
        get = pair % r.goods
        rate = arg % RATES + 2
        s.emit("bank", seat, give, rate, get, 1)
        r.draw_goods(s, seat, give, -rate)
        r.draw_goods(s, seat, get, 1)
        if r.modular:
            r.seams.exchanged(s, seat, give, rate, get)
            if r.goods_win:
                r.check_win(s)


def rows(r: Island, s: State, seat: i64) -> tuple[i64, i64]:
    """The offsets of a seat's draft: the offer itself, or the seat's counter-offer."""
    if s.cells[r.on_turn] == seat:
        return r.gives, r.wants
    return r.counter_gives + seat * r.goods, r.counter_wants + seat * r.goods


class OfferVerb(IslandVerb):
    """Begins an offer; the notation writes the whole: `offer wool*2 for brick to 1 3`."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.push(self.r.draft_phase, seat)


class CounterVerb(IslandVerb):
    """Begins a counter-offer; the notation writes the whole: `counter brick for wool*3`."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.push(self.r.draft_phase, seat, 1)


class DraftPhase(IslandPhase):
    """An offer or counter-offer being composed. Frame: the seat, whether it is a counter, the stage and next kind."""

    def __init__(self, r: Island) -> None:
        super().__init__(r, "draft", 1, WANTING + r.goods - 1)
        self.give: i64 = 0
        self.want: i64 = 0
        self.send: i64 = 0

    def partial(self, s: State, seat: i64) -> bool:
        return s.cells[s.top() + 1] == seat

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        r = self.r
        c = s.cells
        top = s.top()
        counter = c[top + 2] != 0
        stage = c[top + 3]
        gives, wants = rows(r, s, seat)
        given: i64 = 0
        kinds: i64 = 0
        wanted: i64 = 0
        for g in range(r.goods):
            given += c[gives + g]
            wanted += c[wants + g]
            if c[gives + g] > 0:
                kinds += 1
        if stage < WANTING:
            for g in range(stage, r.goods):
                there = c[gives + g]
                # One kind must remain to ask for: no like-for-like (BASE-026).
                if c[r.hand + seat * r.goods + g] > there and (there > 0 or kinds < r.goods - 1):
                    out.add(self.give + g)
        if given == 0:
            return
        least: i64 = 0
        if stage >= WANTING:
            least = stage - WANTING
        most = tradable(r, s, c[r.on_turn]) if counter else most_cards(r, s, seat)
        if wanted < most:
            for g in range(least, r.goods):
                if c[gives + g] == 0 and c[wants + g] < r.stock[g]:
                    out.add(self.want + g)
        if wanted == 0:
            return
        out.add(self.send)
        if not counter:
            # As `fewest_cards` has it: somebody asked can give as much, and nobody with cards has less.
            able: i64 = 0
            unable: i64 = 0
            for other in range(r.seats):
                held: i64 = 0
                if other != seat:
                    held = tradable(r, s, other)
                if held >= wanted:
                    able |= BITS[other]
                elif held > 0:
                    unable |= BITS[other]
            everyone = BITS[r.seats] - 1 - BITS[seat]
            for mask in range(1, everyone):
                if (mask & everyone) == mask and (mask & unable) == 0 and (mask & able) != 0:
                    out.add(self.send + mask)


class GiveVerb(IslandVerb):
    """One card that the draft gives."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        gives, _ = rows(self.r, s, seat)
        s.cells[gives + arg] += 1
        s.cells[s.top() + 3] = arg


class WantVerb(IslandVerb):
    """One card that the draft asks for."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        _, wants = rows(self.r, s, seat)
        s.cells[wants + arg] += 1
        s.cells[s.top() + 3] = WANTING + arg


class SendVerb(IslandVerb):
    """Sends the draft: to the seats of a mask, to all others for 0."""

    def describe(self, arg: i64) -> str:
        return f"send {arg}"

    def parse(self, words: list[str]) -> i64:
        return -1  # only ever part of an offer's notation

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        r = self.r
        c = s.cells
        counter = c[s.top() + 2] != 0
        gives, wants = rows(r, s, seat)
        s.pop()
        s.emit("counter" if counter else "offer", seat, arg)
        for g in range(r.goods):
            if c[gives + g] > 0:
                s.emit("gives", seat, g, c[gives + g])
        for g in range(r.goods):
            if c[wants + g] > 0:
                s.emit("wants", seat, g, c[wants + g])
        if counter:
            c[r.answer + seat] = COUNTERED
            return
        c[r.offers] -= 1
        mask = arg if arg != 0 else BITS[r.seats] - 1 - BITS[seat]
        for other in range(r.seats):
            if other != seat and mask & BITS[other]:
                # A seat without cards can only refuse, and hand sizes are public.
                c[r.answer + other] = WAITING if tradable(r, s, other) > 0 else REFUSED
        s.push(r.answer_phase, seat)


class AnswerPhase(IslandPhase):
    """An offer is pending.

    Addressed seats answer in any order; the offering seat may act meanwhile and must at the end.
    """

    def __init__(self, r: Island, verbs: TradeVerbs) -> None:
        super().__init__(r, "answer")
        self.verbs = verbs

    def actors(self, s: State) -> i64:
        mask: i64 = 0
        for seat in range(self.r.seats):
            if s.cells[self.r.answer + seat] == WAITING:
                mask += BITS[seat]
        return mask if mask != 0 else BITS[s.cells[s.top() + 1]]

    def optional(self, s: State) -> i64:
        offering = BITS[s.cells[s.top() + 1]]
        if self.actors(s) == offering:
            return 0
        return offering

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        r = self.r
        c = s.cells
        verbs = self.verbs
        if seat != c[s.top() + 1]:
            if holds(r, s, seat, r.wants):
                out.add(verbs.accept)
            out.add(verbs.refuse)
            out.add(verbs.counter)
            return
        for other in range(r.seats):
            answer = c[r.answer + other]
            if answer == ACCEPTED or (answer == COUNTERED and holds(r, s, seat, r.counter_wants + other * r.goods)):
                out.add(verbs.trade + other)
        out.add(verbs.withdraw)


def holds(r: Island, s: State, seat: i64, wants: i64) -> bool:
    """Whether a seat holds all the cards of a row."""
    c = s.cells
    for g in range(r.goods):
        if c[r.hand + seat * r.goods + g] < c[wants + g]:
            return False
    return True


def close_offer(r: Island, s: State) -> None:
    """Clear all fields of the negotiation."""
    c = s.cells
    for g in range(r.goods):
        c[r.gives + g] = 0
        c[r.wants + g] = 0
    for k in range(r.seats * r.goods):
        c[r.counter_gives + k] = 0
        c[r.counter_wants + k] = 0
    for seat in range(r.seats):
        c[r.answer + seat] = 0
    s.pop()


class AcceptVerb(IslandVerb):
    """`accept`: the seat would make the exchange."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.cells[self.r.answer + seat] = ACCEPTED
        s.emit("accept", seat)


class RefuseVerb(IslandVerb):
    """`refuse`: the seat would not. When all have refused, the offer is off the table."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        r = self.r
        s.cells[r.answer + seat] = REFUSED
        s.emit("refuse", seat)
        for other in range(r.seats):
            answer = s.cells[r.answer + other]
            if answer != 0 and answer != REFUSED:
                return
        s.emit("offer_off", s.cells[s.top() + 1])
        close_offer(r, s)


class TradeVerb(IslandVerb):
    """`trade 2`: the offering seat takes that seat's answer; the cards change hands."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        r = self.r
        c = s.cells
        out = r.gives
        back = r.wants
        if c[r.answer + arg] == COUNTERED:
            out = r.counter_wants + arg * r.goods
            back = r.counter_gives + arg * r.goods
        s.emit("trade", seat, arg)
        for g in range(r.goods):
            n = c[out + g]
            m = c[back + g]
            if n > 0:
                r.pass_goods(s, seat, arg, g, n)
                s.emit("hand_over", seat, g, n, arg)
            if m > 0:
                r.pass_goods(s, arg, seat, g, m)
                s.emit("hand_over", arg, g, m, seat)
        close_offer(r, s)
        if r.modular and r.goods_win:
            r.check_win(s)


class WithdrawVerb(IslandVerb):
    """`withdraw`: the offering seat takes the offer back."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.emit("withdraw", seat)
        close_offer(self.r, s)


def first_rates(r: Island, s: State) -> None:
    """Set all rates to four for one."""
    for k in range(r.seats * r.goods):
        s.cells[r.rates + k] = BANK_RATE
