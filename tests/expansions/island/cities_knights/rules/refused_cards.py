"""Positions in which a progress card is refused: what it would do nothing for, and what it may not name."""

from __future__ import annotations

from typing import Final

from tests.expansions.island.cities_knights.rules.refusals import FOUR, LYING, OLD, ROADS, SLEEPS, TIPPED, cards, case

case("crane", "CK-115", "you hold no such progress card", **cards("mining"))
case("crane", "CK-016", "roll the dice first", **cards("crane", rolled=False))
case("alchemist 3 4", "CK-016", "this card is played before the roll", **cards("alchemist"))

# Science.

case("engineering 1,1,S", "CK-186", "you have no wall left in your supply", **cards("engineering"), **FOUR)
WALLED: Final = {**cards("engineering"), "cities": {0: "0,0,S"}, "walls": "0,0,S"}
case("engineering 0,0,S", "CK-186", "you have no city without a wall", **WALLED)
OPEN: Final = {**cards("engineering"), "cities": {0: "0,0,S -2,0,S"}, "walls": "0,0,S"}
case("engineering 0,0,S", "CK-125", "a wall comes under a city of yours that has none", **OPEN)
SIXES: Final = {
    "hexes": [
        {"q": 0, "r": 0, "terrain": "hills", "number": 6},
        {"q": 1, "r": 0, "terrain": "hills", "number": 9},
        {"q": 0, "r": 1, "terrain": "desert"},
    ]
}
case(
    "invention 0,0 1,0",
    "CK-186",
    "there are no two number tokens that may change places",
    **cards("invention"),
    layout=SIXES,
    seats=2,
)
STAY: Final = "the numbers 2, 6, 8 and 12 stay where they are"
case("invention 1,-1 0,0", "CK-126", "one of these hexes has no number token", **cards("invention"))
case("invention 0,0 1,-1", "CK-126", "one of these hexes has no number token", **cards("invention"))
for place in ("1,-2", "0,1", "2,0", "-1,2"):
    case(f"invention 0,0 {place}", "CK-126", STAY, **cards("invention"))
case("invention 0,0 0,2", "CK-126", "choose two different numbers", **cards("invention"))
BANK: Final = "the bank has no {good} left"
for card, good, where in (("irrigation", "grain", "fields"), ("mining", "ore", "mountains")):
    case(card, "CK-186", f"no building of yours stands at {where}", **cards(card), settlements={0: "-2,0,N"})
    case(card, "CK-186", BANK, **cards(card), settlements={0: "0,0,S"}, bank="", hands={1: f"{good}*19"})
RAISE: Final = {**cards("medicine"), "hands": {0: "ore*2 grain"}}
case("medicine 0,0,S", "CK-128", "you lack cards for a city", **cards("medicine"), settlements={0: "0,0,S"})
NO_CITY: Final = "you have no {piece} left in your supply"
ALL_CITIES: Final = {"cities": {0: "0,0,S -2,0,S 0,-1,N 1,1,S"}, "settlements": {0: "2,0,N"}}
case("medicine 2,0,N", "CK-186", NO_CITY, **RAISE, **ALL_CITIES)
case("medicine 2,0,N", "CK-186", "you have no settlement to turn into a city", **RAISE)
case("medicine 1,1,S", "CK-181", TIPPED, **RAISE, **LYING)
case("medicine 2,0,N", "CK-128", "no settlement of yours stands there", **RAISE, settlements={0: "0,0,S"})
LAID: Final = " ".join(
    f"{q},{r},{side}" for q, r in ((0, 0), (1, 0), (-1, 0), (0, 1), (-1, 1)) for side in ("NE", "E", "SE")
)
case("road-building", "CK-186", NO_CITY, **cards("road-building"), roads={0: LAID})
case("road-building", "CK-186", "no free path touches your roads or buildings", **cards("road-building"))
case("smithing", "CK-186", "none of your knights may rise", **cards("smithing"), knights={0: "0,0,S mighty"})

# Trade.

case("resource-monopoly cloth", "CK-136", "name a resource", **cards("resource-monopoly"))
case("trade-monopoly wool", "CK-137", "name a commodity", **cards("trade-monopoly"))
case("merchant 0,0", "CK-186", "no building of yours stands at a hex that yields something", **cards("merchant"))
case("merchant 0,0", "CKO-009", "no city of yours stands at a hex that yields something", **cards("merchant"), **OLD)
HOUSE: Final = {**cards("merchant"), "cities": {0: "1,-1,S"}, "settlements": {0: "-1,0,N"}}
case("merchant 1,-1", "CK-135", "this hex yields nothing", **HOUSE)
case("merchant 2,0", "CK-132", "no building of yours stands at this hex", **HOUSE)
case("merchant -1,0", "CKO-009", "no city of yours stands at this hex", **HOUSE, **OLD)
RICHER: Final = "nobody has more points than you"
HOLDS: Final = "nobody with more points than you holds a card"
for line, card in (("taxes 1", "taxes"), ("wedding", "wedding")):
    case(line, "CK-187", RICHER, **cards(card), settlements={0: "0,0,S", 1: "1,1,S"}, hands={1: "ore*3"})
    case(line, "CK-187", HOLDS, **cards(card), settlements={1: "1,1,S"}, hands={2: "ore*3"})
TAXED: Final = {**cards("taxes"), "settlements": {1: "1,1,S", 2: "0,0,N", 3: "2,0,N"}, "seats": 4}
case("taxes 0", "CK-139", "name another player", **TAXED, hands={0: "ore", 1: "ore"})
case("taxes 2", "CK-139", "this player holds no card", **TAXED, hands={1: "ore"})
EVEN: Final = {**cards("taxes"), "settlements": {1: "1,1,S"}, "hands": {1: "ore", 2: "ore*5"}}
case("taxes 2", "CK-139", "this player does not have more points than you", **EVEN)

# Politics.

case("taxation 0,0", "CK-149", SLEEPS, **cards("taxation"), asleep=True)
case("taxation 0,0", "CK-148", "the robber must move to another hex", **cards("taxation"), robber="0,0")
case("diplomacy 0,0,E", "CK-187", "there is no road with an open end", **cards("diplomacy"))
ELSEWHERE: Final = "you have no road with an open end that could lie elsewhere"
case("diplomacy 0,0,E", "CKO-006", ELSEWHERE, **cards("diplomacy"), **OLD, roads={1: "0,0,E"})
STREETS: Final = {
    **cards("diplomacy"),
    "settlements": {0: "0,0,S 1,-1,S"},
    "roads": {0: "0,0,SE 0,0,E 0,0,NE", 1: "1,1,E"},
}
NO_ROAD: Final = "there is no road on this path"
case("diplomacy -1,0,E", "CK-142", NO_ROAD, **STREETS)
case("diplomacy -1,0,E", "CKO-006", NO_ROAD, **STREETS, **OLD)
case("diplomacy 0,0,E", "CK-142", "this road has no open end", **STREETS)
case("diplomacy 0,0,E", "CKO-006", "this road has no open end", **STREETS, **OLD)
case("diplomacy 1,1,E", "CKO-006", "only a road of your own can be moved", **STREETS, **OLD)
# Where the second road ends stands a knight; only the second has another path when it is taken up.
ENDS: Final = {0: "0,0,SE 0,-3,SE", 1: "-1,1,E -1,1,NE 0,-2,NE"}
DEAD: Final = {**cards("diplomacy"), "settlements": {0: "0,0,S 0,-2,N"}, "roads": ENDS, "knights": {1: "0,-3,S"}}
case("diplomacy 0,0,SE", "CKO-037", "there is no other path for this road", **DEAD, **OLD)
case("encouragement", "CK-187", "you have no knight on the board", **cards("encouragement"))
case(
    "encouragement",
    "CK-187",
    "all your knights are active already",
    **cards("encouragement"),
    knights={0: "0,0,S active"},
)
case("espionage 1", "CK-187", "nobody else holds a progress card", **cards("espionage crane"))
SPIES: Final = {"progress": {0: "espionage", 1: "crane"}}
case("espionage 0", "CK-146", "name another player", **SPIES)
case("espionage 2", "CK-146", "this player holds no progress card", **SPIES)
FAR: Final = {**cards("intrigue"), "roads": ROADS, "knights": {0: "0,0,S", 1: "1,1,S"}}
case("intrigue 1,1,S", "CK-187", "no knight of an opponent stands at your roads", **FAR)
NEAR: Final = {**cards("intrigue"), "roads": ROADS, "knights": {0: "0,0,S", 1: "0,1,N; 1,1,S"}}
NOBODY: Final = "no knight of an opponent stands there"
case("intrigue 0,0,S", "CK-140", NOBODY, **NEAR)
case("intrigue 2,0,N", "CK-140", NOBODY, **NEAR)
case("intrigue 1,1,S", "CK-140", "none of your roads leads to this corner", **NEAR)
POORER: Final = {**cards("sabotage"), "settlements": {0: "0,0,N"}, "hands": {1: "ore*8"}}
case("sabotage", "CK-187", "nobody has as many points as you", **POORER)
ALONE: Final = {**cards("sabotage"), "hands": {0: "ore*8", 1: "ore"}}
case("sabotage", "CK-187", "nobody with as many points as you holds two cards", **ALONE)
ALL: Final = {**cards("sabotage"), **OLD, "cities": {1: "0,0,S -2,0,S 1,1,S", 0: "0,-1,N"}, "settlements": {1: "2,0,N"}}
HIT: Final = {**ALL, "metropolises": {"trade": "-2,0,S"}, "damaged": "0,0,S"}
case("sabotage 0,0,S", "CKO-003", "no opponent has a city that could be sabotaged", **cards("sabotage"), **OLD)
ONLY: Final = {**cards("sabotage"), **OLD, "cities": {1: "0,0,S -2,0,S"}, "metropolises": {"trade": "-2,0,S"}}
DONE: Final = "every city that could be sabotaged has been already"
for place in ("0,0,S", "-2,0,S"):
    case(f"sabotage {place}", "CKO-005", DONE, **ONLY, damaged="0,0,S")
case("sabotage -2,0,S", "CKO-003", "a metropolis cannot be sabotaged", **ONLY)
case("sabotage 0,0,S", "CKO-005", "this city has been sabotaged already", **HIT)
case("sabotage -2,0,S", "CKO-003", "a metropolis cannot be sabotaged", **HIT)
for place in ("0,-1,N", "2,0,N", "2,0,S"):
    case(f"sabotage {place}", "CKO-003", "no city of an opponent stands there", **HIT)
case("treason 1", "CK-187", "nobody else has a knight on the board", **cards("treason"), knights={0: "0,0,S"})
case("treason 1", "CKO-008", "there is no free corner where the knight could be placed", **cards("treason"), **OLD)
TRAITOR: Final = {**cards("treason"), "knights": {1: "1,1,S", 0: "0,0,S"}, "roads": ROADS}
case("treason 0", "CK-153", "name another player", **TRAITOR)
case("treason 2", "CK-153", "this player has no knight on the board", **TRAITOR)
case("treason 2", "CKO-007", "this player has no knight on the board", **TRAITOR, **OLD)
