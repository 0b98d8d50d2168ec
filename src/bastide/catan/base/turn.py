"""The turn: a card perhaps, the roll, trade and building, the end (BASE-016, BASE-046 to BASE-048, BASE-051)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bastide.catan.base.automatic import AutomaticPhase, go_on
from bastide.catan.base.building import city_spots
from bastide.catan.base.cards import CardVerbs, playable_cards
from bastide.catan.base.holders import IslandPhase, IslandVerb
from bastide.catan.base.island import CARD, CITY, ROAD, SETTLEMENT, Island, cards_for_sale, payable
from bastide.catan.base.network import line_spots, road_spots, settlement_spots
from bastide.catan.base.production import produce
from bastide.catan.base.robber import start_seven
from bastide.catan.base.trade import TradeVerbs
from bastide.kernel.chooser import Chooser
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, OVER, State

DICE_NAMES: Final = [f"{first} {second}" for first in range(1, 7) for second in range(1, 7)]
"""The rolls of two dice in notation."""
REROLLS: Final = 20
"""How often dice that do not count are rolled again, before the outcomes are listed."""


class RollPhase(IslandPhase):
    """Before the roll: roll, or play a card first."""

    def __init__(self, r: Island, cards: CardVerbs, roll: i64) -> None:
        super().__init__(r, "roll", r.rolls - 1)
        self.cards = cards
        self.roll = roll

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        out.add(self.roll)
        playable_cards(self.r, self.cards, s, seat, out)
        if self.r.modular:
            self.r.seams.turn_actions(s, seat, False, out)


class DicePhase(IslandPhase):
    """Chance: two dice (BASE-048). Frame: the roller."""

    def actors(self, s: State) -> i64:
        return 0

    def outcomes(self, s: State, out: Codes) -> None:
        if self.chosen(s):
            seat = s.cells[s.top() + 1]
            for k in range(36):
                if not self.r.modular or self.r.seams.number_stands(s, seat, k // 6 + k % 6 + 2):
                    out.weigh(self.asks + k, 1)
            return
        for k in range(36):
            out.weigh(self.asks + k, 1)

    def sample(self, s: State, chooser: Chooser, out: Codes) -> i64:
        if not self.chosen(s):
            return self.asks + chooser.below(36)
        seat = s.cells[s.top() + 1]
        for _try in range(REROLLS):
            k = chooser.below(36)
            first = k // 6
            if not self.r.modular or self.r.seams.number_stands(s, seat, k - 5 * first + 2):
                return self.asks + k
        return super().sample(s, chooser, out)

    def chosen(self, s: State) -> bool:
        """Whether modules reroll some numbers; never when rolling for the start."""
        return self.r.modular and self.r.seams.has_number_stands and s.cells[s.top()] == self.id


class MainPhase(IslandPhase):
    """Trade and build in any order, play a card, end the turn."""

    def __init__(self, r: Island, cards: CardVerbs, trade: TradeVerbs, build: vec[i64], end: i64) -> None:
        super().__init__(r, "main")
        self.paid = True
        self.cards = cards
        self.trade = trade
        self.build = build
        self.end = end

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        r = self.r
        affordable = payable(r, s, seat)
        if affordable != 0:
            self.purchases(s, seat, affordable, out)
        playable_cards(r, self.cards, s, seat, out)
        self.trade.legal(s, seat, out)
        if r.modular:
            r.seams.turn_actions(s, seat, True, out)
        out.add(self.end)

    def purchases(self, s: State, seat: i64, affordable: i64, out: Codes) -> None:
        """Add what the base lets a seat build and buy now, of the items of a mask."""
        r = self.r
        if affordable & BITS[ROAD]:
            road_spots(r, s, seat, self.build[ROAD], out)
        for kind in range(1, r.lines):
            if affordable & BITS[r.line_items[kind]]:
                line_spots(r, s, seat, kind, out)
        if affordable & BITS[SETTLEMENT]:
            settlement_spots(r, s, seat, self.build[SETTLEMENT], out)
        if affordable & BITS[CITY]:
            city_spots(r, s, seat, self.build[CITY], out)
        if affordable & BITS[CARD] and cards_for_sale(r, s, seat) > 0:
            out.add(self.cards.buy)


@mypyc_attr(allow_interpreted_subclasses=True)
class BuildingPhase(IslandPhase):
    """Build and buy outside one's own turn; `pass` ends it, and cards bought become playable. Frame: the seat."""

    def __init__(self, name: str, r: Island, no: i64) -> None:
        super().__init__(r, name)
        self.paid = True
        self.quick = True
        self.no = no

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        main = self.r.phases[self.r.main_phase]
        assert isinstance(main, MainPhase)
        main.purchases(s, seat, payable(self.r, s, seat), out)
        if self.r.modular:
            self.r.seams.purchases(s, seat, out)
        out.add(self.no)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        ripen(self.r, s, seat)
        s.pop()
        go_on(self.r, s)


class RollVerb(IslandVerb):
    """`roll`: the seat on turn takes the dice."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        if self.r.modular:
            s.push(self.r.seams.number_source(s, self.r.dice_phase), seat)
        else:
            s.push(self.r.dice_phase, seat)


class DiceVerb(IslandVerb):
    """`roll 3 5`: what the dice show."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        r = self.r
        c = s.cells
        first = arg // 6 + 1
        second = arg % 6 + 1
        roller = c[s.top() + 1]
        if c[s.top()] == r.start_phase:
            s.emit("start_roll", roller, first, second)
            r.phases[r.start_phase].resume(s, roller, first + second)
            return
        s.pop()  # the dice
        lay_dice(r, s, roller, first, second)


def lay_dice(r: Island, s: State, roller: i64, first: i64, second: i64) -> None:
    """Apply dice, rolled or chosen: production or the seven follows (BASE-048)."""
    c = s.cells
    s.emit("roll", roller, first, second)
    c[r.dice] = first
    c[r.dice + 1] = second
    lay_number(r, s, roller, first + second)


def lay_other_number(r: Island, s: State, roller: i64, total: i64) -> None:
    """Apply the turn's number where no two dice gave it: what `lay_dice` does for dice."""
    s.emit("number", roller, total)
    lay_number(r, s, roller, total)


def lay_number(r: Island, s: State, roller: i64, total: i64) -> None:
    """Apply the turn's number, with the roll phase on top: production or the seven follows.

    Then comes the main phase, or the next roll if a turn has several: the frame of the roll phase counts them.
    """
    c = s.cells
    top = s.top()
    if r.rolls > 1 and c[top + 2] + 1 < r.rolls:
        c[top + 2] += 1
    else:
        c[top] = r.main_phase
        c[top + 2] = 0
    if r.modular:
        if r.seams.has_after_roll:
            s.push(r.yield_phase, roller, total)
            at = s.top()
            r.seams.after_roll(s, roller, total)
            if s.top() == at and c[OVER] == 0:  # nothing comes before
                s.pop()
                carry_out(r, s, roller, total)
        else:
            carry_out(r, s, roller, total)
        go_on(r, s)
    elif total == 7:
        start_seven(r, s, roller)
    else:
        produce(r, s, total)


class YieldPhase(AutomaticPhase):
    """Production or the seven, after all consequences of the roll. Frame: the roller, the sum."""

    def __init__(self, r: Island, verb: i64) -> None:
        super().__init__("yield", verb)
        self.most = [12, 0]
        self.r = r

    def resume(self, s: State, seat: i64, value: i64) -> None:
        total = s.cells[s.top() + 2]
        s.pop()
        carry_out(self.r, s, seat, total)


def carry_out(r: Island, s: State, seat: i64, total: i64) -> None:
    """Production or the seven in a game with modules."""
    if total == 7:
        start_seven(r, s, seat)
        return
    produce(r, s, total)
    if r.modular and r.seams.has_after_production:
        r.seams.after_production(s, total)
        for other in range(r.seats):
            s.cells[r.drew + other] = 0


class EndVerb(IslandVerb):
    """`end`: the turn passes on."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        r = self.r
        if not r.cards_wait:
            ripen(r, s, seat)
        s.pop()
        if r.modular:
            if r.seams.has_close_turn:
                s.push(r.passing_phase, seat)
                r.seams.close_turn(s, seat)
            else:
                pass_on(r, s, seat)
            go_on(r, s)
        else:
            begin_turn(r, s, (seat + 1) % r.seats)


def ripen(r: Island, s: State, seat: i64) -> None:
    """Let a seat play the cards that it has bought, from now on (BASE-034)."""
    c = s.cells
    at = r.fresh + seat * r.kinds
    end = at + r.kinds
    while at < end:
        bought = c[at]
        if bought > 0:
            c[at - r.fresh + r.cards] += bought
            c[at] = 0
        at += 1


class PassingPhase(AutomaticPhase):
    """The next turn, after all work that closes this one. Frame: the previous seat."""

    def __init__(self, r: Island, verb: i64) -> None:
        super().__init__("passing", verb)
        self.r = r

    def resume(self, s: State, seat: i64, value: i64) -> None:
        s.pop()
        pass_on(self.r, s, seat)


def pass_on(r: Island, s: State, seat: i64) -> None:
    """Begin the turn after a seat's, if there is one, in a game with modules."""
    if r.cards_wait:
        ripen(r, s, seat)
    following = (seat + 1) % r.seats
    if r.modular:
        following = r.seams.next_turn(s, seat, following)
    if following >= 0:
        begin_turn(r, s, following)


def take_turn(r: Island, s: State, seat: i64) -> None:
    """Make it a seat's turn and reset its once-a-turn actions; the caller handles the agenda."""
    c = s.cells
    c[r.on_turn] = seat
    c[r.card_played] = 0
    c[r.offers] = r.offer_limit
    c[r.dice] = 0
    c[r.dice + 1] = 0


def begin_turn(r: Island, s: State, seat: i64) -> None:
    """Begin a seat's turn; it wins at once if it already has the points (BASE-046)."""
    c = s.cells
    c[r.turn] += 1
    take_turn(r, s, seat)
    s.push(r.roll_phase, seat)
    if c[r.turn] > r.turn_limit:
        s.emit("draw_game", -1, r.turn_limit)
        r.finish(s, 0)
        return
    s.emit("turn", seat, c[r.turn])
    if r.modular:
        r.seams.begin_turn(s, seat)
    r.check_win(s)
