"""Why a decision of the Great Wall, or one of the base that it forbids, is illegal."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.expansions.island.great_wall.rules.board import TOP
from bastide.expansions.island.great_wall.rules.knight import FREE, RIDE, SAIL
from bastide.expansions.island.great_wall.rules.state import GreatWallState
from bastide.expansions.island.great_wall.rules.wall import price
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import BITS, State

OF_KNIGHTS: Final = ("ride", "lead", "free", "pirate")


def why_not(m: GreatWallState, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
    """The rule against a decision of a seat that must act; None if there is none."""
    r = m.r
    top = s.top()
    phase = s.cells[top]
    word, arg = r.named(codes[0])
    if phase == m.pirate_phase:
        if word == "pirate":
            return _no_sea(m, s, arg, no)
        return no.say("GW-028", "move the pirate first")
    if phase == m.knight_phase:
        return _of_knight(m, s, word, arg, no)
    if phase == r.rob_phase:
        if m.may_decline:
            return no.say("GW-045", "choose first from whom you take a card, or take none")
        return no.say("GW-045", "choose first from whom you take a card")
    if phase == r.setup_phase:
        step = s.cells[top + 2]
        if word == "settle" and step < m.sections and not m.may_start(s, seat, step, arg):
            return no.say("GW-006", "a border fortress is placed on one of the marked sites")
        return None
    if word == "robber":
        return no.say("GW-004", "this scenario is played without the robber")
    if word in OF_KNIGHTS:
        return no.say("GW-030", "this needs a knight card")
    if word == "wall-section" and r.phases[phase].paid:
        return why_no_wall(m, s, seat, no)
    return None


def why_no_wall(m: GreatWallState, s: State, seat: i64, no: Refusal) -> IllegalAction:
    """Why a seat cannot raise its section now: the text is the base's for what cannot be paid."""
    r = m.r
    section = m.section_of(s, seat)
    if section < 0 or s.cells[m.level + section] == TOP:
        return no.say("GW-013", "your section of the wall has all its levels")
    missing: dict[str, int] = {}
    for good in range(r.goods):
        short = price(m, s, section, good) - s.cells[r.hand + seat * r.goods + good]
        if short > 0:
            missing[r.good_names[good]] = int(short)
    return no.say("GW-012", "{piece:Name}: you cannot pay for it", {"piece": "wall-section"}, missing)


def _of_knight(m: GreatWallState, s: State, word: str, arg: i64, no: Refusal) -> IllegalAction:
    top = s.top()
    done = s.cells[top + 2]
    if s.cells[top + 3] != 0:
        if word == "lead":
            return no.say("GW-030", "the rider goes to another gathering territory")
        return no.say("GW-030", "choose first where the rider goes")
    if word not in OF_KNIGHTS:
        return no.say("GW-030", "your knight acts first: choose an action, or pass")
    if word == "lead":
        return no.say("GW-030", "choose first the rider that goes to another territory")
    if done & BITS[{"ride": RIDE, "free": FREE, "pirate": SAIL}[word]]:
        return no.say("GW-031", "a knight card allows each action at most once")
    if word == "pirate":
        return _no_sea(m, s, arg, no)
    if word == "free":
        return no.say("GW-030", "no rider stands on this hex")
    return no.say("GW-030", "no rider has gathered on this territory")


def _no_sea(m: GreatWallState, s: State, hex_: i64, no: Refusal) -> IllegalAction:
    if hex_ == s.cells[m.pirate]:
        return no.say("GW-028", "the pirate goes to another hex of sea")
    return no.say("GW-028", "the pirate goes to a hex of sea")
