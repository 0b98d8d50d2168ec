"""Why a progress card cannot be played: it would do nothing (CK-186, CK-187), or not so, by the card's own rule."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.building import city_spots
from bastide.catan.base.island import CITY, ROAD
from bastide.catan.base.lines import loose_end
from bastide.catan.base.refusals import lacking
from bastide.expansions.island.cities_knights.rules.progress.allegiance import has_post
from bastide.expansions.island.cities_knights.rules.state import MEDICINE, KnightsState
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import State

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
USELESS: Final[dict[str, tuple[str, str]]] = {
    "engineering": ("CK-186", "you have no city without a wall"),
    "invention": ("CK-186", "there are no two number tokens that may change places"),
    "irrigation": ("CK-186", "no building of yours stands at fields"),
    "mining": ("CK-186", "no building of yours stands at mountains"),
    "road-building": ("CK-186", "no free path touches your roads or buildings"),
    "smithing": ("CK-186", "none of your knights may rise"),
}
"""Why a card of science that cannot be played would do nothing."""


def card_rule(m: KnightsState, word: str) -> str:
    """The rule of a card, as this game plays it."""
    older = {
        "sabotage": m.sabotage_hits_cities,
        "diplomacy": not m.diplomacy_takes_any,
        "treason": m.treason_is_free,
        "merchant": m.merchant_needs_city,
    }
    return OLDER_RULES[word] if older.get(word, False) else CARD_RULES[word]


def why_no_progress(m: KnightsState, s: State, seat: i64, word: str, no: Refusal) -> IllegalAction | None:
    """Why a seat cannot play a card it holds, after the roll, with any argument. None if it can."""
    found = _science(m, s, seat, word, no)
    if found is None:
        found = _trade(m, s, seat, word, no)
    return found if found is not None else _politics(m, s, seat, word, no)


def why_not_so(m: KnightsState, s: State, seat: i64, word: str, arg: i64, no: Refusal) -> IllegalAction:
    """What is wrong with the place, player, good or tokens that a playable card names."""
    rule = card_rule(m, word)
    r = m.r
    c = s.cells
    if word in ("resource-monopoly", "trade-monopoly"):
        return no.say(rule, "name a resource" if word == "resource-monopoly" else "name a commodity")
    if word in ("taxes", "espionage", "treason"):
        return _player(m, s, seat, word, arg, rule, no)
    if word == "invention":
        return _tokens(m, s, arg, rule, no)
    if word == "engineering":
        return no.say(rule, "a wall comes under a city of yours that has none")
    if word == "medicine":
        if c[r.owner + arg] == seat + 1 and c[r.level + arg] == 1:
            return no.say("CK-181", "restore your city that lies on its side first")
        return no.say(rule, "no settlement of yours stands there")
    if word == "merchant":
        if r.terrain_good[arg] < 0:
            return no.say("CK-135", "this hex yields nothing")
        if m.merchant_needs_city:
            return no.say(rule, "no city of yours stands at this hex")
        return no.say(rule, "no building of yours stands at this hex")
    if word == "diplomacy":
        return _open_road(m, s, seat, arg, rule, no)
    if word == "intrigue":
        if c[m.knight + arg] in (0, seat + 1):
            return no.say(rule, "no knight of an opponent stands there")
        if r.lines > 1:
            return no.say(rule, "no road or {piece} of yours leads to this corner", {"piece": r.line_names[1]})
        return no.say(rule, "none of your roads leads to this corner")
    if word == "taxation":
        if c[r.robber] != arg:
            return no.say(rule, "the robber cannot stand on this hex")
        return no.say(rule, "the robber must move to another hex")
    return _city(m, s, seat, arg, rule, no)


def _science(m: KnightsState, s: State, seat: i64, word: str, no: Refusal) -> IllegalAction | None:
    r = m.r
    c = s.cells
    if word == "alchemist":
        forced = s.cells[s.top()] == m.surplus_phase
        return no.say("CK-182" if forced else "CK-016", "this card is played before the roll")
    if word == "engineering" and c[m.walls_left + seat] == 0:
        return no.say("CK-186", "you have no wall left in your supply")
    if word == "medicine":
        return _medicine(m, s, seat, no)
    if word == "road-building" and c[r.left + seat * 3 + ROAD] <= 0:
        return no.say("CK-186", "you have no {piece} left in your supply", {"piece": "road"})
    if word in ("irrigation", "mining"):
        good = "grain" if word == "irrigation" else "ore"
        if c[r.bank + r.good_names.index(good)] == 0:
            return no.say("CK-186", "the bank has no {good} left", {"good": good})
    if word not in USELESS or _possible(m, s, seat, word):
        return None
    rule, sentence = USELESS[word]
    return no.say(rule, sentence)


def _medicine(m: KnightsState, s: State, seat: i64, no: Refusal) -> IllegalAction | None:
    r = m.r
    missing = why_missing(m, s, seat, MEDICINE)
    if missing:
        return no.say("CK-128", "you lack cards for a city", None, missing)
    spots = Codes()
    city_spots(r, s, seat, 0, spots)
    if spots.count > 0:
        return None
    if s.cells[r.left + seat * 3 + CITY] <= 0:
        return no.say("CK-186", "you have no {piece} left in your supply", {"piece": "city"})
    return no.say("CK-186", "you have no settlement to turn into a city")


def _trade(m: KnightsState, s: State, seat: i64, word: str, no: Refusal) -> IllegalAction | None:
    if word not in ("merchant", "taxes") or _possible(m, s, seat, word):
        return None
    if word == "taxes":
        return _nobody_richer(m, s, seat, no)
    if m.merchant_needs_city:
        return no.say("CKO-009", "no city of yours stands at a hex that yields something")
    return no.say("CK-186", "no building of yours stands at a hex that yields something")


def _politics(m: KnightsState, s: State, seat: i64, word: str, no: Refusal) -> IllegalAction | None:
    if word == "taxation" and not m.robber_is_awake(s):
        return no.say("CK-149", "before the first attack of the barbarians the robber stays where it is")
    if _possible(m, s, seat, word):
        return None
    if word == "diplomacy":
        if m.diplomacy_takes_any:
            return no.say("CK-187", "there is no road with an open end")
        return no.say("CKO-006", "you have no road with an open end that could lie elsewhere")
    if word == "encouragement":
        if m.knights_out(s, seat) == 0:
            return no.say("CK-187", "you have no knight on the board")
        return no.say("CK-187", "all your knights are active already")
    if word == "espionage":
        return no.say("CK-187", "nobody else holds a progress card")
    if word == "intrigue":
        if m.r.lines > 1:
            lines: dict[str, int | str] = {"piece": m.r.line_names[1]}
            return no.say("CK-187", "no knight of an opponent stands at a road or {piece} of yours", lines)
        return no.say("CK-187", "no knight of an opponent stands at your roads")
    if word == "sabotage":
        return _nobody_to_sabotage(m, s, seat, no)
    if word == "treason":
        if m.treason_is_free and not has_post(m, s, seat):
            return no.say("CKO-008", "there is no free corner where the knight could be placed")
        return no.say("CK-187", "nobody else has a knight on the board")
    return _nobody_richer(m, s, seat, no)


def _possible(m: KnightsState, s: State, seat: i64, word: str) -> bool:
    """Whether a card that the seat holds can be played in some way."""
    codes = Codes()
    m.playable(s, seat, codes)
    for i in range(codes.count):
        if m.r.verb_of[codes.items[i]].word == word:
            return True
    return False


def why_missing(m: KnightsState, s: State, seat: i64, item: i64) -> dict[str, int]:
    """The cards that a seat lacks for an item."""
    return lacking(m.r, s, seat, m.first_item + item)


def _nobody_richer(m: KnightsState, s: State, seat: i64, no: Refusal) -> IllegalAction:
    for other in range(m.r.seats):
        if m.r.open_points(s, other) > m.r.open_points(s, seat):
            return no.say("CK-187", "nobody with more points than you holds a card")
    return no.say("CK-187", "nobody has more points than you")


def _nobody_to_sabotage(m: KnightsState, s: State, seat: i64, no: Refusal) -> IllegalAction:
    if m.sabotage_hits_cities:
        for corner in range(m.r.board.corners):
            if s.cells[m.damaged + corner] != 0 and s.cells[m.r.owner + corner] != seat + 1:
                return no.say("CKO-005", "every city that could be sabotaged has been already")
        return no.say("CKO-003", "no opponent has a city that could be sabotaged")
    for other in range(m.r.seats):
        if other != seat and m.r.open_points(s, other) >= m.r.open_points(s, seat):
            return no.say("CK-187", "nobody with as many points as you holds two cards")
    return no.say("CK-187", "nobody has as many points as you")


def _player(m: KnightsState, s: State, seat: i64, word: str, other: i64, rule: str, no: Refusal) -> IllegalAction:
    if other == seat:
        return no.say(rule, "name another player")
    if word == "espionage":
        return no.say(rule, "this player holds no progress card")
    if word == "treason":
        return no.say(rule, "this player has no knight on the board")
    if m.r.open_points(s, other) > m.r.open_points(s, seat):
        return no.say(rule, "this player holds no card")
    return no.say(rule, "this player does not have more points than you")


def _tokens(m: KnightsState, s: State, arg: i64, rule: str, no: Refusal) -> IllegalAction:
    r = m.r
    one = r.number_of(s, arg // r.board.hexes)
    other = r.number_of(s, arg % r.board.hexes)
    if one == 0 or other == 0:
        return no.say(rule, "one of these hexes has no number token")
    for number in (one, other):
        if number in (2, 6, 8, 12):
            return no.say(rule, "the numbers 2, 6, 8 and 12 stay where they are")
    return no.say(rule, "choose two different numbers")


def _open_road(m: KnightsState, s: State, seat: i64, edge: i64, rule: str, no: Refusal) -> IllegalAction:
    owner = s.cells[m.r.road + edge]
    if owner == 0:
        return no.say(rule, "there is no road on this path")
    if owner != seat + 1 and not m.diplomacy_takes_any:
        return no.say(rule, "only a road of your own can be moved")
    if not loose_end(m.r, s, owner - 1, edge):
        return no.say(rule, "this road has no open end")
    return no.say("CKO-037", "there is no other path for this road")


def _city(m: KnightsState, s: State, seat: i64, corner: i64, rule: str, no: Refusal) -> IllegalAction:
    """Why the older Sabotage does not take a city."""
    owner = s.cells[m.r.owner + corner] - 1
    if owner < 0 or owner == seat or s.cells[m.r.level + corner] != 2:
        return no.say(rule, "no city of an opponent stands there")
    if m.is_metropolis(s, corner):
        return no.say(rule, "a metropolis cannot be sabotaged")
    return no.say("CKO-005", "this city has been sabotaged already")
