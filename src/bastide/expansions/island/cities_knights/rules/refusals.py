"""Why a decision of this expansion is not possible now: the rule against it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.island import CITY, ROAD
from bastide.catan.base.turn import BuildingPhase
from bastide.expansions.island.cities_knights.rules.cities import has_place, improvement_cost
from bastide.expansions.island.cities_knights.rules.pending_refusals import no_post, past_knight, why_no_rise, why_owed
from bastide.expansions.island.cities_knights.rules.progress.refusals import (
    CARD_RULES,
    why_missing,
    why_no_progress,
    why_not_so,
)
from bastide.expansions.island.cities_knights.rules.state import (
    ACTIVATION,
    KNIGHT,
    PROMOTION,
    REPAIR,
    RESOURCES,
    TIRED,
    TOP_LEVEL,
    WALL,
    KnightsState,
)
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import BITS, State

OWN_WORDS: Final = ("improve", "wall", "repair", "recruit", "activate", "promote", "move", "chase", "exchange")
"""What the seat on turn does after the roll, cards apart."""
BOUGHT: Final = ("improve", "wall", "repair", "recruit", "activate", "promote")
"""What a seat does outside its turn, too, where it may build and buy."""
UNUSED: Final = ("buy", "knight", "roads", "plenty", "monopoly")
"""What the island does with development cards."""
UNASKED: Final[dict[str, tuple[str, str]]] = {
    "take": ("CK-084", "you may take nothing from the bank now"),
    "defend": ("CKV-001", "the barbarians do not attack now"),
    "lose": ("CK-104", "none of your cities falls now"),
    "draw-from": ("CK-109", "only the best defenders draw a card, after a victory"),
    "return": ("CK-026", "only a fifth progress card is put back"),
    "metropolis": ("CK-089", "you have no metropolis to place"),
    "retreat": ("CK-074", "no knight of yours has been driven off"),
    "pay": ("CK-138", "nobody asks you for a commodity"),
    "seize": ("CK-139", "this only follows when its card is played"),
    "spy": ("CK-146", "this only follows when its card is played"),
    "dismiss": ("CK-153", "this only follows when its card is played"),
    "enlist": ("CK-153", "this only follows when its card is played"),
    "pass": ("CK-159", "you cannot pass now"),
}
"""Answers that nobody waits for on a turn: the rule by which each would be asked for, and what to say."""


def why_not(m: KnightsState, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
    """The rule of this expansion against a decision of a seat whom the game waits for."""
    word, arg = m.r.named(codes[0])
    found = why_owed(m, s, seat, word, arg, no)
    if found is not None:
        return found
    pending = m.r.phases[s.cells[s.top()]]
    if isinstance(pending, BuildingPhase):
        return why_no_deed(m, s, seat, word, arg, no) if word in BOUGHT else _base(m, s, seat, word, arg, no)
    phase = pending.name
    if phase not in ("main", "roll"):
        return None
    if word in CARD_RULES:
        return _card(m, s, seat, word, arg, phase, no)
    if word in UNUSED:
        return no.say("CK-006", "development cards are not used in Cities & Knights")
    if word in OWN_WORDS:
        if phase == "roll":
            return no.say("CK-159", m.r.config.before_number[1])
        return why_no_deed(m, s, seat, word, arg, no)
    if word in UNASKED:
        rule, sentence = UNASKED[word]
        return no.say(rule, sentence)
    return _base(m, s, seat, word, arg, no) if phase == "main" else None


def why_no_deed(m: KnightsState, s: State, seat: i64, word: str, arg: i64, no: Refusal) -> IllegalAction:
    """The rule against one of the words of a turn, which is not possible now though the seat may decide."""
    if word == "improve":
        return why_no_level(m, s, seat, arg, no) or no.say(
            "CK-080", "you lack cards for this improvement", None, _commodities(m, s, seat, arg)
        )
    if word == "wall":
        missing = why_missing(m, s, seat, WALL)
        if missing:
            return no.say("CK-048", "you lack cards for a wall", None, missing)
        if s.cells[m.walls_left + seat] == 0:
            return no.say("CK-048", "you have no wall left in your supply")
        return no.say("CK-049", "a wall comes under a city of yours that has none")
    if word == "repair":
        missing = why_missing(m, s, seat, REPAIR)
        if missing:
            return no.say("CKO-003", "you lack cards to repair a city", None, missing)
        for other in range(m.r.board.corners):
            if s.cells[m.damaged + other] != 0 and s.cells[m.r.owner + other] == seat + 1:
                return no.say("CKO-004", "no damaged city of yours stands there")
        return no.say("CKO-004", "there is no damaged city of yours")
    if word == "recruit":
        return _recruit(m, s, seat, arg, no)
    if word == "exchange":
        if s.cells[m.harbor_open] == 0:
            return no.say("CK-138", "play a commercial harbour first")
        if s.cells[m.harbor_done] & BITS[arg // RESOURCES]:
            return no.say("CK-177", "you have exchanged with this player already")
        return no.say("CK-138", "give another player a resource that you hold")
    if word == "promote":
        return why_no_rise(m, s, seat, arg, no) or no.say(
            "CK-060", "you lack cards to promote a knight", None, why_missing(m, s, seat, PROMOTION)
        )
    corner = arg // m.r.board.corners if word == "move" else arg
    if s.cells[m.knight + corner] != seat + 1:
        return no.say("CK-067", "no knight of yours stands there")
    if word == "activate":
        if s.cells[m.active + corner] != 0:
            return no.say("CK-057", "this knight is active already")
        return no.say("CK-057", "you lack cards to activate a knight", None, why_missing(m, s, seat, ACTIVATION))
    rests = why_rests(m, s, corner, no)
    if rests is not None:
        return rests
    if word == "chase":
        if not m.robber_is_awake(s):
            return no.say("CK-079", "before the first attack of the barbarians the robber stays where it is")
        return no.say("CK-078", "the robber does not stand beside this knight")
    return _move(m, s, seat, corner, arg % m.r.board.corners, no)


def why_rests(m: KnightsState, s: State, corner: i64, no: Refusal) -> IllegalAction | None:
    """Why a knight may not act this turn, wherever it would go. None if it may."""
    if s.cells[m.active + corner] == 0:
        return no.say("CK-059", "this knight is not active")
    if s.cells[m.marks + corner] & TIRED:
        if not m.activation_tires:
            return no.say("CKO-016", "this knight has acted this turn already")
        return no.say("CK-058", "this knight was activated only this turn")
    return None


def why_no_level(m: KnightsState, s: State, seat: i64, domain: i64, no: Refusal) -> IllegalAction | None:
    """Why a domain does not rise, cost apart. None if nothing stops it."""
    if m.level(s, seat, domain) == TOP_LEVEL:
        return no.say("CK-080", "in this domain you have reached the last level")
    if m.cities(s, seat) == 0:
        return no.say("CK-082", "without a city you cannot build improvements")
    if not has_place(m, s, seat, domain):
        return no.say("CK-095", "above level 3 you need a city that is no metropolis yet")
    return None


def _commodities(m: KnightsState, s: State, seat: i64, domain: i64) -> dict[str, int]:
    """What a seat lacks for the next level of a domain."""
    held = s.cells[m.r.hand + seat * m.r.goods + RESOURCES + domain]
    return {m.r.good_names[RESOURCES + domain]: int(improvement_cost(m, s, seat, domain) - held)}


def _recruit(m: KnightsState, s: State, seat: i64, corner: i64, no: Refusal) -> IllegalAction:
    missing = why_missing(m, s, seat, KNIGHT)
    if missing:
        return no.say("CK-051", "you lack cards for a knight", None, missing)
    if s.cells[m.knights_left + seat * 3] == 0:
        return no.say("CK-064", "you have no knight of this level left in your supply")
    if not m.is_free(s, corner):
        return no.say("CK-053", "something stands on this corner already")
    return no_post(m, "CK-052", no)


def _move(m: KnightsState, s: State, seat: i64, start: i64, to: i64, no: Refusal) -> IllegalAction:
    c = s.cells
    if c[m.r.owner + to] != 0:
        return no.say("CK-069", "a knight moves to a corner without a building")
    if c[m.knight + to] == seat + 1:
        return no.say("CK-076", "a knight of yours stands there")
    if c[m.knight + to] != 0 and c[m.rank + to] >= c[m.rank + start]:
        return no.say("CK-076", "only a weaker knight can be displaced")
    if m.r.lines > 1:
        lines: dict[str, int | str] = {"piece": m.r.line_names[1]}
        return no.say("CK-069", "no line of yours, of road or {piece}, leads there past all opponents", lines)
    return no.say("CK-069", "your roads do not lead there past all opponents")


def _card(m: KnightsState, s: State, seat: i64, word: str, arg: i64, phase: str, no: Refusal) -> IllegalAction:
    kind = m.card_names.index(word)
    if s.cells[m.card_at(seat, kind)] == 0:
        return no.say("CK-115", "you hold no such progress card")
    if phase == "roll":
        return no.say("CK-016", m.r.config.before_number[1])
    return why_no_progress(m, s, seat, word, no) or why_not_so(m, s, seat, word, arg, no)


def _base(m: KnightsState, s: State, seat: i64, word: str, arg: i64, no: Refusal) -> IllegalAction | None:
    """What knights and fallen cities forbid to build."""
    c = s.cells
    r = m.r
    if word == "settle" and c[m.knight + arg] != 0:
        if c[m.knight + arg] == seat + 1:
            return no.say("CK-072", "your knight must leave this corner first")
        return no.say("CK-054", "an opponent's knight stands there")
    if word == "road" and r.payable(s, seat) & BITS[ROAD]:
        return past_knight(m, s, seat, arg, no)
    if word == "city" and not m.may_build(s, seat, CITY, arg) and r.payable(s, seat) & BITS[CITY]:
        return no.say("CK-107", "restore your city that lies on its side first")
    return None
