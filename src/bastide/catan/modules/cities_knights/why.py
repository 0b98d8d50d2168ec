"""Why a decision of this expansion is not possible now: the rule against it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.island import CITY, ROAD
from bastide.catan.base.network import touches
from bastide.catan.modules.cities_knights.cities import has_place, improvement_cost
from bastide.catan.modules.cities_knights.knights import beside_robber
from bastide.catan.modules.cities_knights.realm import (
    ABILITY,
    ACTIVATION,
    KNIGHT,
    MEDICINE,
    MIGHTY,
    POLITICS,
    PROMOTED,
    PROMOTION,
    REPAIR,
    RESOURCES,
    TIRED,
    TOP_LEVEL,
    WALL,
    Realm,
)
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import BITS, State

CARD_RULES: Final[dict[str, str]] = {
    "alchemist": "CK-120",
    "road-building": "CK-122",
    "smithing": "CK-123",
    "crane": "CK-124",
    "engineering": "CK-125",
    "invention": "CK-126",
    "irrigation": "CK-127",
    "medicine": "CK-128",
    "mining": "CK-129",
    "merchant-fleet": "CK-131",
    "merchant": "CK-132",
    "resource-monopoly": "CK-136",
    "trade-monopoly": "CK-137",
    "commercial-harbor": "CK-138",
    "taxes": "CK-139",
    "intrigue": "CK-140",
    "diplomacy": "CK-142",
    "espionage": "CK-146",
    "encouragement": "CK-147",
    "taxation": "CK-148",
    "wedding": "CK-150",
    "sabotage": "CK-152",
    "treason": "CK-153",
}
"""The rule of each card that is played."""
OLDER_RULES: Final[dict[str, str]] = {
    "sabotage": "CKO-003",
    "diplomacy": "CKO-006",
    "treason": "CKO-007",
    "merchant": "CKO-009",
}
"""The rules of cards that say something else in the older edition."""
OWN_WORDS: Final = ("improve", "wall", "repair", "recruit", "activate", "promote", "move", "chase", "exchange")
"""What the seat on turn does after the roll, cards apart."""


def card_rule(m: Realm, word: str) -> str:
    """The rule of a card, as this game plays it."""
    older = {
        "sabotage": m.sabotage_hits_cities,
        "diplomacy": not m.diplomacy_takes_any,
        "treason": m.treason_is_free,
        "merchant": m.merchant_needs_city,
    }
    return OLDER_RULES[word] if older.get(word, False) else CARD_RULES[word]


def why_not(m: Realm, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
    """The rule of this expansion against a decision of a seat whom the game waits for."""
    verb = m.r.verb_of[codes[0]]
    arg: i64 = codes[0] - verb.offset
    phase = m.r.phases[s.cells[s.top()]].name
    found = _owed(m, s, seat, phase, no)
    if found is not None:
        return found
    if phase not in ("main", "roll"):
        return None
    word = verb.word
    if word in CARD_RULES:
        return _card(m, s, seat, word, arg, phase, no)
    if word in OWN_WORDS:
        if phase == "roll":
            return no.say("CK-159", "roll the dice first")
        return _own(m, s, seat, word, arg, no)
    if phase == "main":
        return _base(m, s, seat, word, arg, no)
    return None


def _owed(m: Realm, s: State, seat: i64, phase: str, no: Refusal) -> IllegalAction | None:
    """What is to be decided first."""
    top = s.top()
    if phase == "discard" and s.cells[top + 2] > 0:
        count = int(s.cells[m.r.discards + seat])
        return no.say("CK-150", "give exactly {count} cards that you hold", {"count": count})
    if phase == "muster":
        return no.say("CKV-001", "say first which of your active knights take part, in the order of their corners")
    if phase == "fall":
        return no.say("CK-104", "choose first which of your cities falls; a metropolis does not")
    if phase == "choose":
        return no.say("CK-109", "draw a card from a pile first, or pass")
    if phase == "surplus":
        if m.fifth_is_played and s.cells[top + 1] == s.cells[m.r.on_turn]:
            return no.say("CK-027", "you hold five progress cards: play one first that can be played")
        return no.say("CK-028", "you hold five progress cards: put one under its pile first")
    if phase == "aqueduct":
        return no.say("CK-084", "take a resource that the bank has, or pass")
    if phase == "metropolis":
        return no.say("CK-089", "choose first on which of your cities the metropolis comes")
    if phase == "displaced":
        return no.say("CK-074", "move your displaced knight first, along your roads to a free corner")
    if phase == "smith":
        return no.say("CK-123", "promote a knight first that may rise, or pass")
    if phase == "rebuild":
        return no.say("CK-145", "lay your road on another path first")
    if phase == "reply":
        return no.say("CK-138", "give a commodity first that you hold")
    if phase == "seize":
        return no.say("CK-139", "take a card first that lies in that hand")
    if phase == "spy":
        return no.say("CK-183", "take a card first that this player holds")
    if phase == "treason":
        return no.say("CK-153", "remove one of your knights first")
    if phase == "enlist":
        return no.say("CK-153", "place the knight first, of a level that you may place, on a free corner at your roads")
    return None


def _missing(m: Realm, s: State, seat: i64, item: i64) -> dict[str, int]:
    """The cards that lack for an item."""
    r = m.r
    out: dict[str, int] = {}
    for g in range(RESOURCES):
        lacking = m.costs[item * r.goods + g] - s.cells[r.hand + seat * r.goods + g]
        if lacking > 0:
            out[r.good_names[g]] = int(lacking)
    return out


def _own(m: Realm, s: State, seat: i64, word: str, arg: i64, no: Refusal) -> IllegalAction:
    if word == "improve":
        return _improve(m, s, seat, arg, no)
    if word == "wall":
        missing = _missing(m, s, seat, WALL)
        if missing:
            return no.say("CK-048", "you lack cards for a wall", None, missing)
        if s.cells[m.walls_left + seat] == 0:
            return no.say("CK-048", "you have no wall left in your supply")
        return no.say("CK-049", "a wall comes under a city of yours that has none")
    if word == "repair":
        missing = _missing(m, s, seat, REPAIR)
        if missing:
            return no.say("CKO-003", "you lack cards to repair a city", None, missing)
        return no.say("CKO-004", "there is no damaged city of yours")
    if word == "recruit":
        return _recruit(m, s, seat, arg, no)
    if word == "exchange":
        if s.cells[m.harbor_open] == 0:
            return no.say("CK-138", "play a commercial harbour first")
        if s.cells[m.harbor_done] & BITS[arg // RESOURCES]:
            return no.say("CK-177", "you have exchanged with this player already")
        return no.say("CK-138", "give another player a resource that you hold")
    corner = arg // m.r.board.corners if word == "move" else arg
    if s.cells[m.knight + corner] != seat + 1:
        return no.say("CK-067", "no knight of yours stands there")
    if word == "activate":
        if s.cells[m.active + corner] != 0:
            return no.say("CK-057", "this knight is active already")
        return no.say("CK-057", "you lack cards to activate a knight", None, _missing(m, s, seat, ACTIVATION))
    if word == "promote":
        return _promote(m, s, seat, corner, no)
    if s.cells[m.active + corner] == 0:
        return no.say("CK-059", "this knight is not active")
    if s.cells[m.marks + corner] & TIRED:
        return no.say("CK-058", "this knight was activated only this turn")
    if word == "chase":
        if not m.robber_is_awake(s):
            return no.say("CK-079", "before the first attack of the barbarians the robber stays where it is")
        if not beside_robber(m, s, corner):
            return no.say("CK-078", "the robber does not stand beside this knight")
    return _move(m, s, seat, corner, arg % m.r.board.corners, no)


def _improve(m: Realm, s: State, seat: i64, domain: i64, no: Refusal) -> IllegalAction:
    if m.level(s, seat, domain) == TOP_LEVEL:
        return no.say("CK-080", "in this domain you have reached the last level")
    if m.cities(s, seat) == 0:
        return no.say("CK-082", "without a city you cannot build improvements")
    if not has_place(m, s, seat, domain):
        return no.say("CK-095", "above level 3 you need a city that is no metropolis yet")
    held = s.cells[m.r.hand + seat * m.r.goods + RESOURCES + domain]
    lacking = int(improvement_cost(m, s, seat, domain) - held)
    good = m.r.good_names[RESOURCES + domain]
    return no.say("CK-080", "you lack cards for this improvement", None, {good: lacking})


def _recruit(m: Realm, s: State, seat: i64, corner: i64, no: Refusal) -> IllegalAction:
    missing = _missing(m, s, seat, KNIGHT)
    if missing:
        return no.say("CK-051", "you lack cards for a knight", None, missing)
    if s.cells[m.knights_left + seat * 3] == 0:
        return no.say("CK-064", "you have no knight of this level left in your supply")
    if not m.is_free(s, corner):
        return no.say("CK-053", "something stands on this corner already")
    return no.say("CK-052", "a knight is placed at a road of yours")


def _promote(m: Realm, s: State, seat: i64, corner: i64, no: Refusal) -> IllegalAction:
    rank = s.cells[m.rank + corner]
    if rank == MIGHTY:
        return no.say("CK-066", "a mighty knight does not rise further")
    if s.cells[m.marks + corner] & PROMOTED:
        return no.say("CK-061", "this knight has risen this turn already")
    if rank + 1 == MIGHTY and m.level(s, seat, POLITICS) < ABILITY:
        return no.say("CK-063", "for a mighty knight you need the Fortress")
    if s.cells[m.knights_left + seat * 3 + rank] == 0:
        return no.say("CK-064", "you have no knight of this level left in your supply")
    return no.say("CK-060", "you lack cards to promote a knight", None, _missing(m, s, seat, PROMOTION))


def _move(m: Realm, s: State, seat: i64, start: i64, to: i64, no: Refusal) -> IllegalAction:
    c = s.cells
    if c[m.r.owner + to] != 0:
        return no.say("CK-069", "a knight moves to a corner without a building")
    if c[m.knight + to] == seat + 1:
        return no.say("CK-076", "a knight of yours stands there")
    if c[m.knight + to] != 0 and c[m.rank + to] >= c[m.rank + start]:
        return no.say("CK-076", "only a weaker knight can be displaced")
    return no.say("CK-069", "your roads do not lead there past all opponents")


def _card(m: Realm, s: State, seat: i64, word: str, arg: i64, phase: str, no: Refusal) -> IllegalAction:
    kind = m.card_names.index(word)
    if s.cells[m.card_at(seat, kind)] == 0:
        return no.say("CK-115", "you hold no such progress card")
    if word == "alchemist":
        return no.say("CK-016", "this card is played before the roll")
    if phase == "roll":
        return no.say("CK-016", "roll the dice first")
    if word == "taxation" and not m.robber_is_awake(s):
        return no.say("CK-149", "before the first attack of the barbarians the robber stays where it is")
    if word == "medicine":
        missing = _missing(m, s, seat, MEDICINE)
        if missing:
            return no.say("CK-128", "you lack cards for a city", None, missing)
    if word == "treason" and m.treason_is_free and arg != seat and m.knights_out(s, arg) > 0:
        return no.say("CKO-008", "there is no free corner at your roads for the knight")
    return no.say(card_rule(m, word), "so this card would do nothing, or its rule forbids it")


def _base(m: Realm, s: State, seat: i64, word: str, arg: i64, no: Refusal) -> IllegalAction | None:
    """What knights and fallen cities forbid to build."""
    c = s.cells
    r = m.r
    if word == "settle" and c[m.knight + arg] != 0:
        if c[m.knight + arg] == seat + 1:
            return no.say("CK-072", "your knight must leave this corner first")
        return no.say("CK-054", "an opponent's knight stands there")
    if word == "road" and c[r.road + arg] == 0 and r.payable(s, seat) & BITS[ROAD]:
        for k in range(2):
            corner = r.board.edge_corners[2 * arg + k]
            if c[m.knight + corner] not in (0, seat + 1) and touches(r, s, seat, corner):
                return no.say("CK-054", "a road does not go on past an opponent's knight")
    if word == "city" and not m.may_raise(s, seat, arg) and r.payable(s, seat) & BITS[CITY]:
        return no.say("CK-107", "restore your city that lies on its side first")
    return None
