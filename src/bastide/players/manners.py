"""The manners of offers, which every level keeps.

At most `OFFERS` offers a turn, none twice in a turn, and none to a seat that cannot accept it by public facts: the
sizes of the hands, what lies in purses, and how many cards of a good all others hold together.
"""

from __future__ import annotations

from bastide.catan.base.island import Island
from bastide.kernel.state import BITS, State
from bastide.players.greedy.island.trade import others_hold

OFFER, GIVE, WANT, SEND = "offer", "give", "want", "send"


def polite(r: Island, s: State, seat: int, codes: list[int]) -> list[int]:
    """The legal actions, less those of an offer that would break the manners; all of them if none were left.

    A seat without a memory makes one offer a turn, so that it makes none twice.
    """
    if s.cells[s.top()] == r.main_phase:
        fresh = s.cells[r.offers] == r.offer_limit and any(_may_give(r, s, seat, good) for good in _held(r, s, seat))
        return codes if fresh else [code for code in codes if r.verb_of[code].word != OFFER]
    if s.cells[s.top()] != r.draft_phase or s.cells[s.top() + 2] != 0:
        return codes  # a counter-offer is an answer
    return [code for code in codes if _keeps(r, s, seat, code)] or codes


def could_accept(r: Island, s: State, seat: int, other: int) -> bool:
    """Whether the offer that `seat` is composing, or has made, asks for nothing that `other` surely lacks."""
    wants = [int(s.cells[r.wants + good]) for good in range(int(r.goods))]
    if any(wanted > _most(r, s, seat, other, good) for good, wanted in enumerate(wants)):
        return False
    return sum(wants[: int(r.held)]) <= r.hand_size(s, other)


def _keeps(r: Island, s: State, seat: int, code: int) -> bool:
    """Whether a step of a draft leads to an offer with manners."""
    verb = r.verb_of[code]
    arg = code - int(verb.offset)
    if verb.word == GIVE:
        return _may_give(r, s, seat, arg)
    if verb.word == WANT:
        later = s.copy()
        later.cells[r.wants + arg] += 1
        return any(could_accept(r, later, seat, other) for other in range(r.seats) if other != seat)
    if verb.word == SEND:
        asked = arg or int(BITS[r.seats] - 1 - BITS[seat])
        # Who has nothing at all is not asked.
        return all(could_accept(r, s, seat, o) for o in range(r.seats) if asked & BITS[o] and r.tradable(s, o) > 0)
    return True


def _may_give(r: Island, s: State, seat: int, good: int) -> bool:
    """Whether another seat may have a good other than this one and those that the offer gives already."""
    given = {g for g in range(int(r.goods)) if s.cells[r.gives + g] > 0} | {good}
    others = [other for other in range(r.seats) if other != seat]
    return any(_most(r, s, seat, o, g) > 0 for o in others for g in range(int(r.goods)) if g not in given)


def _most(r: Island, s: State, seat: int, other: int, good: int) -> int:
    """How many of a good another seat may have for all that `seat` knows by public facts."""
    if good >= r.held:
        return int(s.cells[r.hand + other * r.goods + good])  # in an open purse
    return min(int(others_hold(r, s, seat, good)), int(r.hand_size(s, other)))


def _held(r: Island, s: State, seat: int) -> list[int]:
    """The goods that a seat has."""
    return [g for g in range(int(r.goods)) if s.cells[r.hand + seat * r.goods + g] > 0]
