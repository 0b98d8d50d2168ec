"""Why a decision about bids and wagons is illegal."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.expansions.island.caravans.rules.boards import OASIS
from bastide.expansions.island.caravans.rules.state import CaravansState
from bastide.expansions.island.caravans.rules.wagons import extended
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import State


def why_not(m: CaravansState, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
    """The rule against a decision of a seat that must act; None if there is none."""
    r = m.r
    phase = s.cells[s.top()]
    word, arg = r.named(codes[0])
    if phase == m.bid_phase:
        if word == "bid":
            return no.say("TB-CARA-014", "bid only wool and grain that you hold")
        return no.say("TB-CARA-014", "bid wool and grain, or pass")
    if phase == m.vote_phase:
        if word == "vote":
            return _no_path(m, s, arg, no)
        return no.say("TB-CARA-017", "vote for the path of the wagon first")
    if phase == m.choose_phase:
        if word != "wagon":
            return no.say("TB-CARA-004", "place the wagon first")
        used = s.cells[s.top() + 3]
        if used != 0 and extended(m, s, arg) != 0 and extended(m, s, arg) & ~used == 0:
            return no.say("TB-CARA-026", "your second wagon must extend another caravan")
        return _no_path(m, s, arg, no)
    if word in ("bid", "vote", "wagon"):
        return no.say("TB-CARA-004", "a wagon comes only at the end of a turn in which somebody built")
    if word == "robber" and phase == r.robber_phase and r.board.terrain[arg] == OASIS:
        return no.say("TB-CARA-002", "the robber never stands on the oasis")
    return None


def _no_path(m: CaravansState, s: State, edge: i64, no: Refusal) -> IllegalAction:
    if m.has_wagon(s, edge):
        return no.say("TB-CARA-009", "a wagon stands on this path already")
    for k in range(2):
        corner = m.r.board.edge_corners[2 * edge + k]
        if m.wagons_at(s, corner) > 0:
            return no.say("TB-CARA-007", "a wagon goes on only from the free end of a caravan")
    return no.say("TB-CARA-006", "a caravan starts only on a path to which an arrow of the oasis points")


def why_wait(m: CaravansState, s: State, seat: i64, no: Refusal) -> IllegalAction | None:
    """The rule that lets other seats decide first; None if there is none."""
    phase = s.cells[s.top()]
    if phase == m.bid_phase:
        ahead = (s.cells[s.top() + 1] - s.cells[m.r.on_turn] + m.r.seats) % m.r.seats
        if (seat - s.cells[m.r.on_turn] + m.r.seats) % m.r.seats < ahead:
            return no.say("TB-CARA-014", "you have bid already, and nobody bids twice")
        return no.say("TB-CARA-014", "other players bid first")
    if phase == m.vote_phase or phase == m.choose_phase:
        return no.say("TB-CARA-016", "other players decide first where the wagon goes")
    return None
