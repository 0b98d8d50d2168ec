"""Why a decision of Barbarian Attack, or one of the base that it forbids, is illegal."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.corners import far_enough
from bastide.catan.base.island import CITY, ROAD, SETTLEMENT, payable
from bastide.expansions.island.barbarian_attack.rules.cards import MOVED, highest
from bastide.expansions.island.barbarian_attack.rules.marches import HIRED, must_march
from bastide.expansions.island.barbarian_attack.rules.reach import FED_STEPS, STEPS
from bastide.expansions.island.barbarian_attack.rules.state import FULL, KNIGHTHOOD, BarbarianState
from bastide.kernel.bits import has
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import BITS, FRAME, State

UNUSED: Final = ("knight", "roads", "plenty", "monopoly")
OWN: Final = ("station", "march", "halt", "lift", "land", "capture")


def why_not(m: BarbarianState, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
    """The rule against a decision of a seat that must act; None if there is none."""
    r = m.r
    phase = s.cells[s.top()]
    word, arg = r.named(codes[0])
    found = _owed(m, s, seat, phase, word, arg, no)
    if found is not None:
        return found
    if phase == r.rob_phase and word == "rob" and s.cells[s.top() - FRAME] == r.main_phase:
        return no.say("TB-BARB-038", "choose a player with cards")
    if phase == m.partner.phase:
        return m.partner.why_not(s, seat, word, arg, no)
    if phase != r.main_phase and phase != r.roll_phase:
        return None
    if word in UNUSED:
        return no.say("TB-BARB-004", "these development cards are not used in this scenario")
    if word == "robber":
        return no.say("TB-BARB-004", "this scenario is played without the robber")
    if word in OWN:
        return _not_now(word, no)
    found = m.partner.why_not(s, seat, word, arg, no)
    if found is not None:
        return found
    return _on_conquered(m, s, seat, word, arg, no) if phase == r.main_phase else None


def _owed(m: BarbarianState, s: State, seat: i64, phase: i64, word: str, arg: i64, no: Refusal) -> IllegalAction | None:
    """Why a decision does not answer what a phase of the scenario asks."""
    if phase == m.place_phase:
        if word != "station":
            return no.say("TB-BARB-018", "place your knight first")
        if s.cells[m.knight + arg] != 0:
            return no.say("TB-BARB-018", "a knight stands on this path already")
        if s.cells[s.top() + 2] == KNIGHTHOOD and arg < m.r.board.overland:
            return no.say("TB-BARB-018", "place this knight on a path of the castle")
        return no.say("TB-BARB-019", "no knight stands on a path that borders no land")
    if phase == m.lift_phase:
        return _lifting(m, s, word, arg, no)
    if phase == m.land_phase:
        return _landing(m, s, word, arg, no)
    if phase == m.capture_phase:
        if word != "capture":
            return no.say("TB-BARB-021", "take your prisoner first")
        return no.say("TB-BARB-021", "no barbarian is on this hex")
    if phase == m.march_phase:
        return _marching(m, s, seat, word, arg, no)
    if phase == m.halt_phase:
        return _halting(m, s, seat, word, arg, no)
    return None


def _lifting(m: BarbarianState, s: State, word: str, arg: i64, no: Refusal) -> IllegalAction:
    top = s.top()
    if word != "lift":
        return no.say("TB-BARB-020", "choose first the hexes that barbarians leave")
    if m.coast_at[arg] < 0 or s.cells[m.barbarians + arg] == 0:
        return no.say("TB-BARB-020", "no barbarian is on this hex")
    if s.cells[top + 2] & BITS[m.coast_at[arg]]:
        return no.say("TB-BARB-020", "the barbarians come from different hexes")
    left = s.cells[top + 2]
    if m.coast_at[arg] < highest(left):
        return no.say("TB-BARB-020", "name the hexes clockwise: this one comes before the hex you have chosen")
    if s.cells[top + 3] > 1 and _goes_after_another(m, s, left, m.coast_at[arg]):
        return no.say("TB-BARB-020", "name the hexes clockwise: this one comes last, choose an earlier one first")
    return no.say("TB-BARB-020", "then there would be no other hex for these barbarians")


def _goes_after_another(m: BarbarianState, s: State, left: i64, place: i64) -> bool:
    """Whether a barbarian could leave this place of the coast as the second of two, after an earlier one."""
    for k in range(place):
        if s.cells[m.barbarians + m.coast[k]] > 0 and m.open_coast(s, left | BITS[place] | BITS[k]) >= MOVED:
            return True
    return False


def _landing(m: BarbarianState, s: State, word: str, arg: i64, no: Refusal) -> IllegalAction:
    if word != "land":
        return no.say("TB-BARB-020", "choose first where the barbarians go")
    if m.coast_at[arg] < 0:
        return no.say("TB-BARB-020", "barbarians go only to coastal hexes that have a number")
    if s.cells[m.barbarians + arg] == FULL:
        return no.say("TB-BARB-020", "this hex is conquered already")
    if s.cells[s.top() + 2] & BITS[m.coast_at[arg]]:
        return no.say("TB-BARB-020", "the barbarians go to other hexes than those they left, named clockwise")
    return no.say("TB-BARB-020", "name the hexes clockwise: this one comes last, choose an earlier one first")


def _marching(m: BarbarianState, s: State, seat: i64, word: str, arg: i64, no: Refusal) -> IllegalAction:
    hired = s.cells[s.top() + 2] == HIRED
    if word == "pass":
        return no.say("TB-BARB-024", "a knight that came to the castle this turn has to march")
    if word != "march":
        return no.say("TB-BARB-023", "your knights march now: end the march first")
    if hired:
        return no.say("TB-BARB-042", "your own knights have marched: only the mercenary may march now")
    if s.cells[m.knight + arg] != seat + 1:
        return no.say("TB-BARB-023", "no knight of yours stands there")
    if has(s.cells, m.marched, arg):
        return no.say("TB-BARB-023", "this knight has marched already")
    return no.say("TB-BARB-028", "this knight has no path to go to")


def _halting(m: BarbarianState, s: State, seat: i64, word: str, arg: i64, no: Refusal) -> IllegalAction:
    start = s.cells[s.top() + 2]
    if word != "halt":
        return no.say("TB-BARB-023", "choose first where the knight stops")
    if arg == start and must_march(m, s, seat, start):
        return no.say("TB-BARB-024", "a knight that came to the castle this turn has to march")
    if m.at_castle[arg] != 0:
        return no.say("TB-BARB-027", "no march ends on a path of the castle")
    if s.cells[m.knight + arg] != 0:
        return no.say("TB-BARB-027", "a knight stands on this path already")
    for k in range(m.reach.until[start], m.reach.fed[start]):
        if m.reach.near[k] == arg:
            return no.say("TB-BARB-025", "you need a grain to march further than {count} paths", {"count": int(STEPS)})
    return no.say("TB-BARB-025", "no knight marches further than {count} paths", {"count": int(FED_STEPS)})


def _not_now(word: str, no: Refusal) -> IllegalAction:
    """Why a verb of the scenario is not possible in the middle of a turn."""
    if word in ("march", "halt"):
        return no.say("TB-BARB-023", "knights march at the end of your turn")
    if word == "station":
        return no.say("TB-BARB-018", "knights come with development cards")
    if word == "capture":
        return no.say("TB-BARB-021", "prisoners are taken with Intrigue and in fights")
    return no.say("TB-BARB-020", "barbarians are moved with Treason")


def _on_conquered(m: BarbarianState, s: State, seat: i64, word: str, arg: i64, no: Refusal) -> IllegalAction | None:
    """Why nothing is built at a conquered hex, or why gold is not exchanged."""
    r = m.r
    c = s.cells
    if word == "bank" and arg // 3 // r.goods == m.gold and r.rate(s, seat, m.gold) == 0:
        return no.say("TB-BARB-039", "you have exchanged gold twice this turn")
    able = payable(r, s, seat)
    if word == "road" and able & BITS[ROAD] and c[r.road + arg] == 0 and not m.may_take_edge(s, seat, arg, 0):
        return no.say("TB-BARB-012", "no road is built at a conquered hex")
    if word == "settle" and able & BITS[SETTLEMENT] and far_enough(r, s, arg) and m.touches_conquered(s, arg):
        return no.say("TB-BARB-012", "no settlement is built at a conquered hex")
    if word == "city" and able & BITS[CITY] and c[r.owner + arg] == seat + 1 and c[r.level + arg] == 1:
        if m.touches_conquered(s, arg):
            return no.say("TB-BARB-012", "no settlement at a conquered hex becomes a city")
    return None
