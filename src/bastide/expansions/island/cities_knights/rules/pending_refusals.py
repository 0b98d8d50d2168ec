"""Why another decision comes first, by this seat or by others: the decision owed, and the rule that requires it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.island import ROAD_LINE
from bastide.catan.base.refusals import why_no_road
from bastide.catan.base.wide import lines_at
from bastide.expansions.island.cities_knights.rules.progress.allegiance import enlistable
from bastide.expansions.island.cities_knights.rules.progress.piles import pile_size
from bastide.expansions.island.cities_knights.rules.progress.refusals import (
    CARD_RULES,
    card_rule,
    why_no_progress,
    why_not_so,
)
from bastide.expansions.island.cities_knights.rules.state import ABILITY, MIGHTY, POLITICS, PROMOTED, KnightsState
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import BITS, State

WAITS: Final[dict[str, str]] = {
    "muster": "CKV-001",
    "fall": "CK-104",
    "choose": "CK-109",
    "aqueduct": "CK-084",
    "displaced": "CK-074",
    "reply": "CK-138",
}
"""The rule of each phase in which others than the seat on turn may decide; cards and the fifth card have their own."""
OWED: Final[dict[str, tuple[str, str]]] = {
    "fall": ("CK-104", "choose first which of your cities falls; a metropolis does not"),
    "aqueduct": ("CK-084", "take a resource that the bank has, or pass"),
    "metropolis": ("CK-089", "choose first on which of your cities the metropolis comes"),
    "displaced": ("CK-074", "move your displaced knight first, to a free corner that it can reach"),
    "reply": ("CK-138", "give a commodity first that you hold"),
    "seize": ("CK-139", "take a card of that hand first"),
    "spy": ("CK-183", "take a card first that this player holds"),
}
"""What a phase asks for before anything else, with its rule; other phases look at the answer."""


def why_wait(m: KnightsState, s: State, seat: i64, word: str, no: Refusal) -> IllegalAction | None:
    """By which rule others decide first."""
    phase = m.r.phases[s.cells[s.top()]].name
    if word in CARD_RULES and seat != s.cells[m.r.on_turn]:
        return no.say("CK-160", "progress cards are played in your own turn")
    rule = WAITS.get(phase, "")
    if phase == "surplus":
        rule = _fifth(m, s)
    if phase == "treason":
        rule = card_rule(m, phase)
    if phase == "discard":
        asked = s.cells[s.top() + 3]
        rule = card_rule(m, m.card_names[asked]) if asked > 0 else ""
    return no.say(rule, "others decide first") if rule else None


def why_owed(m: KnightsState, s: State, seat: i64, word: str, arg: i64, no: Refusal) -> IllegalAction | None:
    """The decision a seat owes first, or the error in its answer. None if the base handles it, or nothing is wrong."""
    c = s.cells
    top = s.top()
    phase = m.r.phases[c[top]].name
    if phase == "setup" and c[top + 3] == 0 and m.r.places_city[c[top + 2]]:
        if word == "city":
            return no.say(
                "CK-011", "a starting {piece} needs a free corner with no building one path away", {"piece": "city"}
            )
        return no.say("CK-011", "place your starting {piece} first", {"piece": "city"})
    if phase == "discard" and c[top + 3] > 0:
        rule = card_rule(m, m.card_names[c[top + 3]])
        count = {"count": int(c[m.r.discards + seat])}
        if c[top + 2] > 0:
            return no.say(rule, "give exactly {count} cards that you hold", count)
        return no.say(rule, "discard exactly {count} cards that you hold", count)
    if phase in ("muster", "choose"):
        return _attack(m, s, seat, phase, word, arg, no)
    if phase == "surplus":
        return _surplus(m, s, seat, word, arg, no)
    if phase in OWED:
        rule, sentence = OWED[phase]
        return no.say(rule, sentence)
    return _of_card(m, s, seat, phase, word, arg, no)


def _attack(m: KnightsState, s: State, seat: i64, phase: str, word: str, arg: i64, no: Refusal) -> IllegalAction:
    if phase == "choose":
        if word == "draw-from" and pile_size(m, s, arg) == 0:
            return no.say("CK-029", "this pile is empty")
        return no.say("CK-109", "draw a card from a pile first, or pass")
    if word == "defend":
        if s.cells[m.knight + arg] != seat + 1:
            return no.say("CKV-001", "no knight of yours stands there")
        if s.cells[m.active + arg] == 0:
            return no.say("CK-059", "this knight is not active")
    return no.say("CKV-001", "say first which of your active knights take part, in the order of their corners")


def _fifth(m: KnightsState, s: State) -> str:
    """The rule by which a fifth card must go."""
    if not m.fifth_is_played:
        return "CKO-002"
    return "CK-027" if s.cells[s.top() + 1] == s.cells[m.r.on_turn] else "CK-028"


def _surplus(m: KnightsState, s: State, seat: i64, word: str, arg: i64, no: Refusal) -> IllegalAction:
    rule = _fifth(m, s)
    if rule == "CK-027":
        codes = Codes()
        m.playable(s, seat, codes)
        if word in CARD_RULES and s.cells[m.card_at(seat, m.card_names.index(word))] > 0:
            return why_no_progress(m, s, seat, word, no) or why_not_so(m, s, seat, word, arg, no)
        if codes.count > 0:
            return no.say(rule, "you hold five progress cards: play one first that can be played")
    return no.say(rule, "you hold five progress cards: put one under its pile first")


def _of_card(
    m: KnightsState, s: State, seat: i64, phase: str, word: str, arg: i64, no: Refusal
) -> IllegalAction | None:
    """What a card that was played asks for."""
    if phase in ("roads", "rebuild"):
        return _free_road(m, s, seat, phase, word, arg, no)
    if phase == "smith":
        if word == "promote":
            found = why_no_rise(m, s, seat, arg, no)
            if found is not None:
                return found
        return no.say("CK-123", "promote a knight first that may rise; after the first you may pass")
    if phase == "treason":
        return no.say(card_rule(m, phase), "remove one of your knights first")
    if phase == "enlist":
        if word == "enlist":
            return _enlisted(m, s, seat, arg, no)
        return no.say(
            card_rule(m, "treason"),
            "place the knight first, of a level that you may place, on a free corner where it may stand",
        )
    return None


def _enlisted(m: KnightsState, s: State, seat: i64, arg: i64, no: Refusal) -> IllegalAction:
    """Why a knight that comes over is not placed so: its level, its status, its place."""
    corners = m.r.board.corners
    corner = arg % corners
    level = arg // corners // 2
    rank = s.cells[s.top() + 2]
    mask = enlistable(m, s, seat, rank)
    by_level = "CKO-007" if m.treason_is_free else "CK-154"
    if level >= rank:
        return no.say(by_level, "only a knight of the level that was given up may come, or a lower one")
    if (mask & BITS[level]) == 0:
        if s.cells[m.knights_left + seat * 3 + level] == 0:
            return no.say(by_level, "you have no knight of this level left in your supply")
        return no.say(by_level, "a lower knight comes only if you have none of that level left")
    if arg // corners % 2 != s.cells[s.top() + 3]:
        if m.treason_is_free:
            return no.say("CKO-007", "the knight comes active only if the one that was given up was")
        return no.say("CK-153", "the knight comes active or not, as the one that was given up was")
    if not m.is_free(s, corner):
        return no.say("CK-156", "something stands on this corner already")
    return no_post(m, "CK-156", no)


def no_post(m: KnightsState, rule: str, no: Refusal) -> IllegalAction:
    """A knight is not placed on a corner that none of its owner's lines touches."""
    if m.r.lines > 1:
        return no.say(rule, "a knight is placed at a road or {piece} of yours", {"piece": m.r.line_names[1]})
    return no.say(rule, "a knight is placed at a road of yours")


def _free_road(
    m: KnightsState, s: State, seat: i64, phase: str, word: str, arg: i64, no: Refusal
) -> IllegalAction | None:
    r = m.r
    if word == "road" and phase == "roads":
        return past_knight(m, s, seat, arg, no) or why_no_road(r, s, seat, arg, no)
    if phase == "roads":
        # The base and the other expansions know lines of other kinds.
        return None if word in r.line_names else no.say("CK-122", "lay your free roads first")
    kind = s.cells[s.top() + 3]
    if word == r.line_names[kind] and arg != s.cells[s.top() + 2]:
        if kind != ROAD_LINE:
            return None
        return past_knight(m, s, seat, arg, no) or why_no_road(r, s, seat, arg, no)
    rule = "CK-145" if m.diplomacy_takes_any else "CKO-006"
    return no.say(rule, "{piece:Name}: lay it on another path first", {"piece": r.line_names[kind]})


def past_knight(m: KnightsState, s: State, seat: i64, edge: i64, no: Refusal) -> IllegalAction | None:
    """Whether a road on a free path would go on past an opponent's knight."""
    r = m.r
    if s.cells[r.road + edge] == 0:
        for k in range(2):
            corner = r.board.edge_corners[2 * edge + k]
            leads = lines_at(r, s, seat, corner) & r.line_joins[ROAD_LINE] != 0
            if s.cells[m.knight + corner] not in (0, seat + 1) and leads:
                return no.say("CK-054", "a road does not go on past an opponent's knight")
    return None


def why_no_rise(m: KnightsState, s: State, seat: i64, corner: i64, no: Refusal) -> IllegalAction | None:
    """Why a knight cannot be promoted, cost apart; None if it can."""
    if s.cells[m.knight + corner] != seat + 1:
        return no.say("CK-067", "no knight of yours stands there")
    rank = s.cells[m.rank + corner]
    if rank == MIGHTY:
        return no.say("CK-066", "a mighty knight does not rise further")
    if s.cells[m.marks + corner] & PROMOTED:
        return no.say("CK-061", "this knight has risen this turn already")
    if rank + 1 == MIGHTY and m.level(s, seat, POLITICS) < ABILITY:
        return no.say("CK-063", "for a mighty knight you need the Fortress")
    if s.cells[m.knights_left + seat * 3 + rank] == 0:
        return no.say("CK-064", "you have no knight of this level left in your supply")
    return None
