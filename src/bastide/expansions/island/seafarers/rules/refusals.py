"""Why a decision about ships, the pirate, gold or starting places is illegal."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.corners import corner_free, cut
from bastide.catan.base.island import line_at, payable
from bastide.catan.base.lines import loose_end
from bastide.catan.base.network import may_lay
from bastide.catan.base.wide import lines_at
from bastide.expansions.island.seafarers.rules.gold import in_bank
from bastide.expansions.island.seafarers.rules.pirate import ROBBER_ALONE
from bastide.expansions.island.seafarers.rules.ships import joined_without
from bastide.expansions.island.seafarers.rules.state import SeafarersState
from bastide.kernel.bits import has
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import BITS, State


def why_not(m: SeafarersState, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
    """The rule of Seafarers against a decision of a seat that must act; None if there is none."""
    r = m.r
    phase = s.cells[s.top()]
    word, arg = r.named(codes[0])
    if phase == m.sail_phase:
        if word == "ship":
            return _no_port(m, s, seat, arg, no)
        return no.say("SEA-005", "place the ship first that you have taken up")
    if phase == m.gold_phase:
        count = min(int(s.cells[s.top() + 2]), int(in_bank(m, s)))
        return no.say("SEA-010", "choose exactly {count} cards that the bank has", {"count": count})
    if word == "pirate":
        return _no_pirate(m, s, phase, arg, no)
    if phase == r.robber_phase and word != "robber" and s.cells[s.top() + 2] != ROBBER_ALONE:
        return no.say("SEA-008", "move the robber or the pirate first")
    if phase == r.rob_phase and word == "rob" and s.cells[s.top() + 2] != 0:
        return no.say("SEA-022", "choose an opponent with cards and a ship at the pirate's hex")
    if phase == m.pirate_phase:
        return no.say("CKS-016", "move the pirate first")
    if word == "gold":
        return no.say("SEA-010", "no gold field gives you cards now")
    if phase == r.setup_phase:
        if word == "settle" and s.cells[s.top() + 3] == 0:
            return _no_start(m, s, seat, arg, no)
        if word == "ship" and s.cells[s.top() + 3] != 0:
            found = _no_path(m, s, arg, no)
            if found is None:
                return no.say("SEA-012", "your starting ship must touch the building just placed")
            return found
        return None
    if word == "sail" and phase != r.roll_phase:
        return _no_sail(m, s, seat, phase, arg, no)
    if word == "road" and s.cells[r.road + arg] != 0 and line_at(r, s, arg) == m.ship:
        if r.phases[phase].paid or phase in (r.roads_phase, m.relay_phase):
            return no.say("SEA-002", "a ship lies on this path")
    if word == "ship" and phase != r.roll_phase:
        return _no_ship(m, s, seat, phase, arg, no)
    if word in ("sail", "ship"):
        return None
    return m.partner.why_not(s, seat, word, arg, no)


def _no_pirate(m: SeafarersState, s: State, phase: i64, hex_: i64, no: Refusal) -> IllegalAction:
    if phase == m.r.robber_phase and s.cells[s.top() + 2] == ROBBER_ALONE:
        return no.say("CKS-016", "this knight has driven the robber away, not the pirate")
    if phase not in (m.r.robber_phase, m.pirate_phase):
        return no.say("SEA-008", "the pirate moves on a seven or with a knight")
    if hex_ == s.cells[m.pirate]:
        return no.say("SEA-022", "the pirate must move to another hex")
    return no.say("SEA-022", "the pirate goes only to hexes of sea")


def _no_start(m: SeafarersState, s: State, seat: i64, corner: i64, no: Refusal) -> IllegalAction | None:
    if corner < m.r.board.ashore and corner_free(m.r, s, seat, corner) and not m.at_home(corner):
        return no.say("SEA-015", "nobody begins here: starting settlements stand only on the corners of home")
    return None


def _no_sail(m: SeafarersState, s: State, seat: i64, phase: i64, edge: i64, no: Refusal) -> IllegalAction | None:
    r = m.r
    c = s.cells
    if not r.phases[phase].paid:
        # Something else is decided first: the base or another module says what.
        return None
    if phase != r.main_phase:
        return no.say("SEA-021", "a ship is moved in its owner's own turn, while trading and building")
    if c[m.sailed] != 0:
        return no.say("SEA-005", "you have moved a ship this turn already")
    if c[r.road + edge] != seat + 1 or line_at(r, s, edge) != m.ship:
        return no.say("SEA-005", "no ship of yours lies on this path")
    if has(c, m.fresh, edge):
        return no.say("SEA-005", "this ship was built this turn")
    if m.beside_pirate(s, edge):
        return no.say("SEA-007", "the pirate holds the ships at its hex")
    if not loose_end(r, s, seat, edge):
        held = m.partner.why_not(s, seat, "sail", edge, no)
        return held or no.say("SEA-006", "only a ship at the open end of a line may be moved")
    return no.say("SEA-021", "there is no other path for this ship")


def _no_port(m: SeafarersState, s: State, seat: i64, edge: i64, no: Refusal) -> IllegalAction:
    """Why a ship that has left its path cannot go to another one."""
    left = s.cells[s.top() + 2]
    if edge == left:
        return no.say("SEA-005", "a ship moves to another path")
    found = _no_path(m, s, edge, no)
    if found is None and joined_without(m, s, seat, edge, left):
        return no.say("SEA-021", "this ship cannot go there")
    return found if found is not None else _not_joined(m, s, seat, edge, no)


def _no_ship(m: SeafarersState, s: State, seat: i64, phase: i64, edge: i64, no: Refusal) -> IllegalAction | None:
    """Why a ship cannot be built on a path; None where the base knows it: cost, supply, or another decision first."""
    r = m.r
    if r.left_of(s, seat, m.ship_item) <= 0:
        return None
    if r.phases[phase].paid and (payable(r, s, seat) & BITS[m.ship_item]) == 0:
        return None
    if not r.phases[phase].paid and phase not in (r.roads_phase, m.relay_phase):
        return None
    found = _no_path(m, s, edge, no)
    if found is None and not may_lay(r, s, seat, m.ship, edge):
        return _not_joined(m, s, seat, edge, no)
    return found


def _no_path(m: SeafarersState, s: State, edge: i64, no: Refusal) -> IllegalAction | None:
    """Why no ship at all may come to a path."""
    if s.cells[m.r.road + edge] != 0:
        return no.say("SEA-002", "this path is taken")
    if not _takes_ship(m, edge):
        return no.say("SEA-002", "a ship is placed on a path at the sea")
    if m.beside_pirate(s, edge):
        return no.say("SEA-007", "no ship comes to a path of the pirate's hex")
    return None


def _not_joined(m: SeafarersState, s: State, seat: i64, edge: i64, no: Refusal) -> IllegalAction:
    road = False
    for k in range(2):
        corner = m.r.board.edge_corners[2 * edge + k]
        lines = lines_at(m.r, s, seat, corner)
        if lines & BITS[m.ship] and cut(m.r, s, seat, corner):
            barred = m.partner.why_not(s, seat, "ship", edge, no)
            return barred or no.say("SEA-003", "a ship does not go on past an opponent's building")
        road = road or lines & ~BITS[m.ship] != 0
    if road:
        return no.say("SEA-003", "a ship goes on from a ship or a building of yours, not from a road")
    return no.say("SEA-003", "a ship must touch a ship or a building of yours")


def _takes_ship(m: SeafarersState, edge: i64) -> bool:
    return has(m.r.line_edges, m.ship * m.r.edge_words, edge)
