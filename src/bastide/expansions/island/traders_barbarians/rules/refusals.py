"""Why a decision of Traders & Barbarians, or one of the base that it forbids, is illegal."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.corners import far_enough
from bastide.catan.base.island import ROAD, SETTLEMENT, payable
from bastide.catan.base.refusals import why_no_card, why_no_item
from bastide.expansions.island.traders_barbarians.rules.barbarians import PATHS_ALONE
from bastide.expansions.island.traders_barbarians.rules.state import JOURNEY, ROLLS, TOP, TradersState
from bastide.expansions.island.traders_barbarians.rules.wagons import ARRIVED, SECOND
from bastide.expansions.island.traders_barbarians.rules.ways import can_pay, way_to
from bastide.kernel.bits import has
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import BITS, State

UNUSED: Final = ("plenty", "monopoly")
MOVING: Final = ("drive", "feed", "expel", "rest")


def why_not(m: TradersState, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
    """The rule against a decision of a seat that must act; None if there is none."""
    r = m.r
    phase = s.cells[s.top()]
    word, arg = r.named(codes[0])
    if phase == m.wagon_phase:
        return _moving(m, s, seat, word, arg, no)
    if phase == m.rouse_phase:
        if word == "rouse":
            return no.say("TB-TRAD-033", "no barbarian stands on this path")
        return no.say("TB-TRAD-033", "choose first the barbarian that moves")
    if phase == m.post_phase:
        return _posting(m, s, word, arg, no)
    if phase == r.setup_phase:
        top = s.top()
        line = s.cells[top + 3] != 0
        building = "city" if r.places_city[s.cells[top + 2]] else "settle"
        if word == building and not line and m.shut_corner[arg] != 0 and far_enough(r, s, arg):
            return _at_sea(no)
        if word == "road" and line and m.open_edge[arg] == 0 and arg < r.board.overland:
            return _closed(no)
        return None
    if phase == r.roads_phase:
        return _closed(no) if word == "road" and m.open_edge[arg] == 0 and arg < r.board.overland else None
    if phase != r.main_phase and phase != r.roll_phase:
        return None
    if word in UNUSED:
        return no.say("TB-TRAD-006", "these development cards are not used in this scenario")
    if word == "robber":
        return no.say("TB-TRAD-006", "this scenario is played without the robber")
    if word in MOVING:
        return no.say("TB-TRAD-014", "your wagon moves at the end of your turn")
    if word == JOURNEY:
        return no.say("TB-TRAD-047", "this card is played once your wagon moves")
    if word in ("rouse", "post"):
        return no.say("TB-TRAD-033", "barbarians move on a seven, with a knight, and when a wagon drives them off")
    found = m.neutrals.why_not(s, seat, word, arg, no)
    if found is not None:
        return found
    return _building(m, s, seat, word, arg, no) if phase == r.main_phase else None


def _moving(m: TradersState, s: State, seat: i64, word: str, arg: i64, no: Refusal) -> IllegalAction:
    """Why a wagon cannot do that in its move."""
    c = s.cells
    top = s.top()
    stage = c[top + 3]
    if word == JOURNEY:
        if stage & SECOND:
            return no.say("TB-TRAD-047", "your wagon is on its second move already")
        found = why_no_card(m.r, s, seat, m.journey_kind, no)
        return found if found is not None else no.say("BASE-034", "this card cannot be played now")
    if word not in MOVING:
        return no.say("TB-TRAD-014", "your wagon moves now: end its move first")
    if stage & ARRIVED:
        return no.say("TB-TRAD-019", "your wagon has come to a plaza: its move is over")
    if word == "feed":
        if c[m.fed] != 0:
            return no.say("TB-TRAD-020", "your wagon has had its grain this turn")
        return no.say("TB-TRAD-020", "you have no grain", None, {"grain": 1})
    here = c[m.wagon + seat] - 1
    if word == "expel":
        return _attacking(m, s, seat, here, arg, no)
    edge = way_to(m.r, here, arg)
    if edge < 0:
        return no.say("TB-TRAD-014", "a wagon goes along one path at a time")
    if m.open_edge[edge] == 0:
        return no.say("TB-TRAD-045", "no wagon takes this path along the sea")
    if has(c, m.barring, edge):
        return no.say("TB-TRAD-031", "the barbarian there has held out: no way past it this turn")
    if not can_pay(m, s, seat, edge):
        return no.say("TB-TRAD-017", "this road costs 1 gold, and you have none", None, {"gold": 1})
    return no.say(
        "TB-TRAD-018",
        "this path costs {count} {count:point|points}, your wagon has {number} left",
        {"count": int(m.step(s, edge, True)), "number": int(c[top + 2])},
    )


def _attacking(m: TradersState, s: State, seat: i64, here: i64, edge: i64, no: Refusal) -> IllegalAction:
    """Why a wagon cannot attack on a path."""
    if ROLLS[s.cells[m.level + seat]] > 6:
        return no.say("TB-TRAD-029", "a wagon of level 1 drives no barbarian off")
    if not m.has_barbarian(s, edge):
        return no.say("TB-TRAD-029", "no barbarian stands on this path")
    ends = m.r.board.edge_corners
    if here != ends[2 * edge] and here != ends[2 * edge + 1]:
        return no.say("TB-TRAD-029", "your wagon does not stand before this barbarian")
    return no.say("TB-TRAD-031", "your wagon has attacked this barbarian already this turn")


def _posting(m: TradersState, s: State, word: str, arg: i64, no: Refusal) -> IllegalAction:
    """Why a barbarian cannot go there."""
    if word != "post":
        return no.say("TB-TRAD-033", "choose first where the barbarian goes")
    if m.has_barbarian(s, arg):
        if arg == s.cells[s.top() + 2]:
            return no.say("TB-TRAD-049", "the barbarian goes to another path")
        return no.say("TB-TRAD-032", "a barbarian stands on this path already")
    if m.open_edge[arg] != 0 and s.cells[s.top() + 3] == PATHS_ALONE:
        return no.say("TB-TRAD-041", "for tokens a barbarian goes to a path without a road")
    return no.say("TB-TRAD-036", "no barbarian is placed on this path")


def _building(m: TradersState, s: State, seat: i64, word: str, arg: i64, no: Refusal) -> IllegalAction | None:
    """Why nothing is built there, the wagon is not upgraded, or gold not exchanged."""
    r = m.r
    if word == "upgrade":
        if s.cells[m.level + seat] == TOP:
            return no.say("TB-TRAD-026", "your wagon has reached the highest level")
        return why_no_item(r, s, seat, m.upgrade_item(s, seat), no)
    if word == "bank" and arg // 3 // r.goods == m.gold and r.rate(s, seat, m.gold) == 0:
        return no.say("TB-TRAD-037", "you have exchanged gold twice this turn")
    able = payable(r, s, seat)
    if word == "road" and able & BITS[ROAD] and m.open_edge[arg] == 0 and arg < r.board.overland:
        return _closed(no)
    if word == "settle" and able & BITS[SETTLEMENT]:
        if arg < r.board.ashore and m.shut_corner[arg] != 0:
            return _at_sea(no)
        if m.plaza_at[arg] != 0:
            return no.say("TB-TRAD-011", "no settlement stands on a plaza")
    return None


def _closed(no: Refusal) -> IllegalAction:
    return no.say("TB-TRAD-011", "no road is built on the coastal paths of the castle, the quarry and the glassworks")


def _at_sea(no: Refusal) -> IllegalAction:
    return no.say("TB-TRAD-012", "no settlement stands on this corner: no path leads there")
