"""Why a decision about the cards and their events is illegal."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.island import SETTLEMENT
from bastide.catan.base.refusals import why_no_item
from bastide.catan.base.turn import BuildingPhase, MainPhase
from bastide.expansions.island.event_cards.rules.deck import CALM_SEA, CONFLICT, TOURNAMENT, TRADE_ADVANTAGE
from bastide.expansions.island.event_cards.rules.events import robs_by_event
from bastide.expansions.island.event_cards.rules.state import EventCardsState
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import State

BEFORE_THE_CARD: Final = ("TB-EVT-003", "reveal an event card first")
BEFORE_THE_NEXT_CARD: Final = ("TB-EVT-044", "reveal the second event card first")


def why_not(m: EventCardsState, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
    """The rule against a decision of a seat that must act; None if there is none."""
    r = m.r
    top = s.top()
    phase = s.cells[top]
    word, arg = r.named(codes[0])
    if phase == m.quake_phase:
        if word == "damage" and m.is_damaged(s, arg):
            return no.say("TB-EVT-009", "this road is damaged already")
        return no.say("TB-EVT-009", "choose one of your roads: the earthquake damages it")
    if phase == m.boon_phase:
        if m.event(s) == TOURNAMENT:
            return no.say("TB-EVT-015", "take a resource that the bank has")
        rule = "TB-EVT-022"
        if m.event(s) == CALM_SEA:
            rule = "TB-EVT-017"
        return no.say(rule, "take only one resource, of those that the bank has")
    if phase == m.gift_phase:
        return no.say("TB-EVT-014", "choose a card of your hand for your left neighbour")
    if phase == m.help_phase:
        return no.say("TB-EVT-019", "choose a player with fewer points than you")
    if phase == m.give_phase:
        return no.say("TB-EVT-019", "choose a card of your hand to give away")
    if phase == m.desert_phase:
        terrain = m.r.board.terrain[m.r.desert]
        return no.say("TB-EVT-051", "choose the {terrain} to which the robber flees", {"terrain": terrain})
    if robs_by_event(m, s):
        return _no_theft(m, s, no)
    if word in ("damage", "present", "help", "flee"):
        return no.say("TB-EVT-004", "no event card asks for this now")
    if phase == r.roll_phase:
        return None  # the base says what comes first
    if word == "roll" and phase == r.main_phase and s.cells[m.card] != 0:
        return no.say("TB-EVT-003", "the card of this turn has been revealed already")
    return _building(m, s, seat, word, arg, no)


def _no_theft(m: EventCardsState, s: State, no: Refusal) -> IllegalAction | None:
    event = m.event(s)
    if event == TRADE_ADVANTAGE:
        return no.say("TB-EVT-016", "choose a player with cards, or pass")
    if event == CONFLICT:
        return no.say("TB-EVT-020", "choose a player with cards")
    return None


def _building(m: EventCardsState, s: State, seat: i64, word: str, arg: i64, no: Refusal) -> IllegalAction | None:
    r = m.r
    phase = r.phases[s.cells[s.top()]]
    builds = isinstance(phase, (MainPhase, BuildingPhase)) or s.cells[s.top()] == r.roads_phase
    if not builds:
        return None
    if word == "mend" and not m.is_damaged(s, arg):
        return no.say("TB-EVT-010", "no damaged road of yours lies there")
    if word == "mend" and s.cells[r.road + arg] != seat + 1:
        return no.say("TB-EVT-010", "this road is not yours")
    if word == "mend":
        return why_no_item(r, s, seat, m.repair, no)
    if word == "road" and m.must_repair(s, seat):
        return no.say("TB-EVT-010", "repair your damaged road first")
    if word == "settle" and s.cells[s.top()] != r.roads_phase and not m.may_build(s, seat, SETTLEMENT, arg):
        return no.say("TB-EVT-012", "no settlement at the end of a damaged road")
    return None
