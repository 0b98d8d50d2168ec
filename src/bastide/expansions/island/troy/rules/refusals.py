"""Why a decision of Troy, or one of the base that it forbids, is illegal."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.island import payable
from bastide.catan.base.refusals import why_no_item
from bastide.expansions.island.troy.rules.state import (
    DONATED,
    DRAW,
    DRAWN,
    EXCHANGE,
    EXCHANGED,
    MOST_GIVEN,
    SHIP_POINTS,
    SHIPS,
    TroyState,
)
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import BITS, State

UNUSED: Final = ("buy", "knight", "roads", "plenty", "monopoly")
"""The verbs of development cards."""


def why_not(m: TroyState, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
    """The rule against a decision of a seat that must act; None if there is none."""
    r = m.r
    phase = s.cells[s.top()]
    word, arg = r.named(codes[0])
    if word in UNUSED:
        return no.say("TROY-047", "there are no development cards in this scenario")
    if word == "robber":
        return no.say("TROY-003", "this scenario is played without the robber")
    found = _owed(m, s, phase, word, arg, no)
    if found is not None:
        return found
    if word == "people":
        return no.say("TROY-028", "the sea people move after a seven and after each new ship")
    if word == "charter":
        return no.say("TROY-025", "a trade card comes only with the 2:1 ship")
    if word == "point":
        return no.say("TROY-024", "a card of the row is pointed at to take it with a ship")
    if word == "put-back":
        return no.say("TROY-024", "a card goes into the row for one taken with the exchange ship")
    if word == "ship" and (phase == r.main_phase or r.phases[phase].paid):
        return _ship(m, s, seat, arg, no)
    if phase != r.main_phase:
        return None
    if word == "donate":
        return _donation(m, s, seat, codes, no)
    if word == "swap-card":
        return _ability(m, s, seat, EXCHANGE, EXCHANGED, "TROY-024", no)
    if word == "draw-row":
        return _ability(m, s, seat, DRAW, DRAWN, "TROY-026", no)
    return None


def _owed(m: TroyState, s: State, phase: i64, word: str, arg: i64, no: Refusal) -> IllegalAction | None:
    """Why a decision does not answer what a phase of the scenario asks."""
    if phase == m.people_phase:
        if word != "people":
            return no.say("TROY-028", "move the sea people first")
        if arg < m.r.board.land:
            return no.say("TROY-029", "the sea people stay at sea")
        return no.say("TROY-029", "the sea people must move to another hex")
    if phase == m.charter_phase:
        if word != "charter":
            return no.say("TROY-025", "choose the trade card of your new ship first")
        return no.say("TROY-025", "{good:Name}: no trade card is left", {"good": m.r.good_names[arg]})
    if phase == m.return_phase:
        if word != "put-back":
            return no.say("TROY-024", "put a card into the row first")
        return no.say("TROY-024", "you do not hold this card")
    if m.pointed and phase == m.point_phase:
        rule = "TROY-026"
        if s.cells[s.top() + 2] != 0:
            rule = "TROY-024"
        if word != "point":
            return no.say(rule, "point at a card of the row first")
        return no.say(rule, "no card of the row lies at this place")
    if phase == m.r.rob_phase:
        if word == "rob":
            return no.say("TROY-030", "choose a player with cards, and a ship or a building at the sea people's hex")
        return no.say("TROY-030", "choose first from whom you take a card, or pass")
    return None


def _donation(m: TroyState, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction:
    """Why these cards cannot be donated."""
    r = m.r
    if s.cells[m.once + DONATED] != 0:
        return no.say("TROY-008", "you have donated this turn already")
    missing: dict[str, int] = {}
    for good in range(r.held):
        lacking = codes.count(int(m.donate + good)) - s.cells[r.hand + seat * r.goods + good]
        if lacking > 0:
            missing[r.good_names[good]] = int(lacking)
    if missing:
        return no.say("TROY-008", "you can only donate cards that you hold", None, missing)
    return no.say("TROY-008", "a donation has at most {count} cards", {"count": int(MOST_GIVEN)})


def _ability(m: TroyState, s: State, seat: i64, kind: i64, once: i64, rule: str, no: Refusal) -> IllegalAction:
    """Why a ship does not take a card of the row."""
    if not m.has_ship(s, seat, kind):
        return no.say(rule, "you have not built this ship yet")
    if not m.serves(s, seat, kind):
        return no.say("TROY-031", "the sea people are at this ship")
    if s.cells[m.once + once] != 0:
        return no.say(rule, "this ship has taken a card this turn already")
    return no.say("TROY-038", "no card lies in the row")


def _ship(m: TroyState, s: State, seat: i64, hex_: i64, no: Refusal) -> IllegalAction:
    """Why no ship can be built on a hex."""
    c = s.cells
    if m.built(s, seat) == SHIPS or (payable(m.r, s, seat) & BITS[m.ship]) == 0:
        found = why_no_item(m.r, s, seat, m.ship, no)
        if found is not None:
            return found
    if c[m.points_of + seat] < SHIP_POINTS:
        return no.say("TROY-017", "a ship costs {count} trade points too", {"count": int(SHIP_POINTS)})
    if hex_ < m.r.board.land:
        return no.say("TROY-018", "a ship is placed at sea")
    if c[m.ship_on + hex_] != 0:
        return no.say("TROY-018", "a ship lies on this hex already")
    for i in range(len(m.berths)):
        if m.berths[i] == hex_:
            return no.say("TROY-019", "neither a building of yours nor a ship of yours beside it reaches this hex")
    return no.say("TROY-018", "no ship is drawn on this hex")
