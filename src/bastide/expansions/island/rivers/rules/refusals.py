"""Why a decision about bridges, paths over rivers or gold is illegal."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.corners import cut
from bastide.catan.base.island import payable
from bastide.catan.base.network import may_lay
from bastide.catan.base.wide import lines_at
from bastide.expansions.island.rivers.rules.state import RiversState
from bastide.kernel.bits import has
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.rules import Verb
from bastide.kernel.state import BITS, State


def why_not(m: RiversState, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
    """The rule of Rivers against a decision of a seat that must act; None if there is none."""
    r = m.r
    verb = r.verb_of[codes[0]]
    arg: i64 = codes[0] - verb.offset
    phase = s.cells[s.top()]
    if verb.word in ("road", "neutral-road") and crosses(m, arg) and s.cells[r.road + arg] == 0:
        if phase == r.setup_phase and s.cells[s.top() + 3] == 0:
            return None
        own = verb.word == "road" and phase in (r.setup_phase, r.roads_phase, r.main_phase)
        if own or _offered(m, s, seat, phase, verb):
            return no.say("TB-RIV-008", "no road crosses a river: only a bridge can be built on this path")
    if verb.word == "bridge":
        return _no_bridge(m, s, seat, phase, arg, no)
    if verb.word == "bank" and phase == r.main_phase and arg // 3 // r.goods == m.gold:
        if r.rate(s, seat, m.gold) == 0:
            return no.say("TB-RIV-016", "you have exchanged gold twice this turn already")
    return None


def _offered(m: RiversState, s: State, seat: i64, phase: i64, verb: Verb) -> bool:
    """Whether a verb may be used in a phase at all: another expansion lays roads in phases of its own."""
    offered = Codes()
    m.r.phases[phase].legal(s, seat, offered)
    return any(m.r.verb_of[code] is verb for code in offered.row())


def _no_bridge(m: RiversState, s: State, seat: i64, phase: i64, edge: i64, no: Refusal) -> IllegalAction | None:
    """Why a bridge cannot be built on a path; None where the base says why: cost, supply, another decision first."""
    r = m.r
    if phase == r.setup_phase:
        return no.say("TB-RIV-033", "no bridges are built in the set-up")
    if phase == r.roads_phase:
        return no.say("TB-RIV-011", "the card lays only roads, no bridges")
    if not r.phases[phase].paid or (payable(r, s, seat) & BITS[m.bridge_item]) == 0:
        return None
    if r.left_of(s, seat, m.bridge_item) <= 0:
        return None
    if not crosses(m, edge):
        return no.say("TB-RIV-008", "a bridge lies only where a river crosses a path")
    if s.cells[r.road + edge] != 0:
        return no.say("TB-RIV-008", "a bridge lies there already")
    ends = [r.board.edge_corners[2 * edge + k] for k in range(2)]
    if any(lines_at(r, s, seat, corner) and cut(r, s, seat, corner) for corner in ends):
        if not may_lay(r, s, seat, m.bridge, edge):
            return no.say("TB-RIV-009", "a bridge does not go on past an opponent's building")
    if not may_lay(r, s, seat, m.bridge, edge):
        return no.say("TB-RIV-009", "a bridge must touch a road, a bridge or a building of yours")
    return None


def crosses(m: RiversState, edge: i64) -> bool:
    """Whether a river crosses a path."""
    return has(m.r.line_edges, m.bridge * m.r.edge_words, edge)
