"""Why a decision about fish or the old boot is illegal."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.island import ROAD, ROAD_LINE, open_points
from bastide.catan.base.refusals import why_no_road
from bastide.expansions.island.fishermen.rules.deliveries import may_deliver, price
from bastide.expansions.island.fishermen.rules.payments import FREE_ROAD, RESOURCE, ROBBER_OFF, THEFT
from bastide.expansions.island.fishermen.rules.state import KINDS, FishermenState
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import FRAME, State


def why_not(m: FishermenState, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
    """The rule against a decision of a seat that must act; None if there is none."""
    r = m.r
    phase = s.cells[s.top()]
    word, arg = r.named(codes[0])
    if phase == m.swap_phase:
        if word == "throw-back":
            return no.say("TB-FISH-016", "you have no such token")
        return no.say("TB-FISH-016", "you hold seven tokens: exchange one for another, or pass")
    if phase == m.resource_phase:
        if word == "take":
            return no.say("TB-FISH-033", "the bank has none of this good")
        return no.say("TB-FISH-013", "first take the card that you have paid for")
    if robs_for_fish(m, s):
        return no.say("TB-FISH-033", "choose another player who has a card")
    if phase == m.road_phase:
        if word == "road":
            return why_no_road(r, s, seat, arg, no)
        return no.say("TB-FISH-013", "first build the road that you have paid for")
    if word == "throw-back":
        return no.say("TB-FISH-016", "tokens are exchanged only instead of a draw, by players who hold seven")
    if phase != r.roll_phase and phase != r.main_phase:
        return None
    if word == "boot":
        return _boot(m, s, seat, arg, no)
    if word == "fish":
        if phase == r.roll_phase:
            return no.say("TB-FISH-011", "fish are delivered after the roll, while trading and building")
        return _fish(m, s, seat, arg, no)
    return None


def robs_for_fish(m: FishermenState, s: State) -> bool:
    """Whether a delivery asks whose card to take: only that is asked over the main phase with a mask of seats."""
    top = s.top()
    c = s.cells
    return c[top] == m.r.rob_phase and c[top + 2] != 0 and c[top - FRAME] == m.r.main_phase


def _boot(m: FishermenState, s: State, seat: i64, other: i64, no: Refusal) -> IllegalAction:
    if m.holder(s) != seat:
        return no.say("TB-FISH-022", "you do not have the old boot")
    if s.cells[m.boot_new] != 0:
        return no.say("TB-FISH-022", "you can give the boot away from your next turn on")
    if other == seat:
        return no.say("TB-FISH-022", "you have the boot already")
    counts: dict[str, int | str] = {
        "count": int(open_points(m.r, s, other)),
        "number": int(open_points(m.r, s, seat)),
    }
    return no.say("TB-FISH-022", "the boot goes to a player with at least {number} points, not {count}", counts)


def _fish(m: FishermenState, s: State, seat: i64, arg: i64, no: Refusal) -> IllegalAction:
    p = m.payments
    delivery, payment = arg // p.count, arg % p.count
    at = m.fish + seat * KINDS
    c = s.cells
    if c[at] < p.ones[payment] or c[at + 1] < p.twos[payment] or c[at + 2] < p.threes[payment]:
        return no.say("TB-FISH-011", "you do not have these tokens")
    cost = price(m, s, seat, delivery)
    fish = p.ones[payment] + 2 * p.twos[payment] + 3 * p.threes[payment]
    if fish < cost:
        counts: dict[str, int | str] = {"count": int(cost), "number": int(fish)}
        return no.say("TB-FISH-011", "this costs {count} fish, these tokens show {number}", counts)
    if not may_deliver(m, s, seat, delivery):
        return _nothing(m, s, seat, delivery, no)
    return no.say("TB-FISH-014", "one of these tokens is not needed, and nothing is given back")


def _nothing(m: FishermenState, s: State, seat: i64, delivery: i64, no: Refusal) -> IllegalAction:
    """Why a delivery that the seat can pay for would bring it nothing."""
    if delivery == ROBBER_OFF:
        return no.say("TB-FISH-032", "the robber is not on the board")
    if delivery == THEFT:
        return no.say("TB-FISH-033", "no other player has a card")
    if delivery == RESOURCE:
        return no.say("TB-FISH-033", "the bank has no card left")
    if delivery == FREE_ROAD:
        if m.r.left_of(s, seat, ROAD) == 0:
            return no.say("TB-FISH-027", "you have no road left")
        barred = m.r.seams.why_not(s, seat, [int(m.r.line_codes[ROAD_LINE])], no)  # such as roads to be repaired first
        return barred or no.say("TB-FISH-027", "you have no place for a road")
    return no.say("TB-FISH-026", "no development card is left")
