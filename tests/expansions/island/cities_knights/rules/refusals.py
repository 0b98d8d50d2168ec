"""Positions in which a decision is refused: the line, the rule against it, the sentence; one for each of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

Position = Mapping[str, Any]


class Case(NamedTuple):
    """In a position, after the lines of `play`, `line` is refused."""

    line: str
    rule: str
    sentence: str
    position: Position
    play: tuple[str, ...] = ()


CASES: Final[list[Case]] = []
OLD: Final = {"edition": "classic"}


def case(line: str, rule: str, sentence: str, *play: str, **position: Any) -> None:
    """Write one down."""
    CASES.append(Case(line, rule, sentence, position, play))


def cards(held: str, **more: Any) -> dict[str, Any]:
    """Seat 0 holds these progress cards."""
    return {"progress": {0: held}, **more}


# The turn, cards apart.

case("buy", "CK-006", "development cards are not used in Cities & Knights")
case("knight", "CK-006", "development cards are not used in Cities & Knights", rolled=False)
case("wall 0,0,S", "CK-159", "roll the dice first", rolled=False, cities={0: "0,0,S"}, hands={0: "brick*2"})
case("take ore", "CK-084", "you may take nothing from the bank now")
case("defend 0,0,S", "CKV-001", "the barbarians do not attack now", knights={0: "0,0,S active"})
case("lose 0,0,S", "CK-104", "none of your cities falls now", cities={0: "0,0,S"})
case("draw-from trade", "CK-109", "only the best defenders draw a card, after a victory")
case("return crane", "CK-026", "only a fifth progress card is put back", **cards("crane"))
case("metropolis 0,0,S", "CK-089", "you have no metropolis to place", cities={0: "0,0,S"})
case("retreat 0,0,S", "CK-074", "no knight of yours has been driven off")
case("pay cloth", "CK-138", "nobody asks you for a commodity", hands={0: "cloth"})
case("seize ore", "CK-139", "this only follows when its card is played", hands={1: "ore"})
case("spy crane", "CK-146", "this only follows when its card is played", progress={1: "crane"})
case("dismiss 0,0,S", "CK-153", "this only follows when its card is played", knights={0: "0,0,S"})
case("enlist basic 0,0,S", "CK-153", "this only follows when its card is played")
case("pass", "CK-159", "you cannot pass now")

case("wall 0,0,S", "CK-048", "you lack cards for a wall", cities={0: "0,0,S"}, hands={0: "brick"})
FOUR: Final = {"cities": {0: "0,0,S -2,0,S 0,-1,N 1,1,S"}, "walls": "0,0,S -2,0,S 0,-1,N"}
case("wall 1,1,S", "CK-048", "you have no wall left in your supply", hands={0: "brick*2"}, **FOUR)
case("wall 1,1,S", "CK-049", "a wall comes under a city of yours that has none", hands={0: "brick*2"})
case("repair 0,0,S", "CKO-003", "you lack cards to repair a city", cities={0: "0,0,S"}, damaged="0,0,S", **OLD)
case("repair 0,0,S", "CKO-004", "there is no damaged city of yours", hands={0: "lumber ore"}, **OLD)
SPOILT: Final = {"hands": {0: "lumber ore"}, "cities": {0: "0,0,S -2,0,S"}, "damaged": "0,0,S"}
case("repair -2,0,S", "CKO-004", "no damaged city of yours stands there", **SPOILT, **OLD)
case("improve trade", "CK-080", "in this domain you have reached the last level", levels={0: "trade 5"})
case("improve trade", "CK-082", "without a city you cannot build improvements", hands={0: "cloth"})
METROPOLIS: Final = {"cities": {0: "0,0,S"}, "metropolises": {"science": "0,0,S"}}
case(
    "improve trade",
    "CK-095",
    "above level 3 you need a city that is no metropolis yet",
    levels={0: "science 4 trade 3"},
    hands={0: "cloth*4"},
    **METROPOLIS,
)
case("improve trade", "CK-080", "you lack cards for this improvement", cities={0: "0,0,S"})

PAIR: Final = {0: "wool ore"}
ROADS: Final = {0: "0,0,SE"}
case("recruit 0,0,S", "CK-051", "you lack cards for a knight", roads=ROADS, hands={0: "wool"})
case(
    "recruit 0,0,S",
    "CK-064",
    "you have no knight of this level left in your supply",
    roads=ROADS,
    hands=PAIR,
    knights={0: "2,0,N; 2,0,S"},
)
case(
    "recruit 0,0,S", "CK-053", "something stands on this corner already", roads=ROADS, hands=PAIR, knights={1: "0,0,S"}
)
case("recruit 1,1,S", "CK-052", "a knight is placed at a road of yours", roads=ROADS, hands=PAIR)
HARBOR: Final = {**cards("commercial-harbor"), "hands": {0: "wool*2", 1: "cloth*2"}}
case("exchange 1 wool", "CK-138", "play a commercial harbour first", **HARBOR)
case(
    "exchange 1 wool",
    "CK-177",
    "you have exchanged with this player already",
    "commercial-harbor",
    "exchange 1 wool",
    "1: pay cloth",
    **HARBOR,
)
case("exchange 1 ore", "CK-138", "give another player a resource that you hold", "commercial-harbor", **HARBOR)
case("exchange 0 wool", "CK-138", "give another player a resource that you hold", "commercial-harbor", **HARBOR)

case("activate 0,0,S", "CK-067", "no knight of yours stands there", knights={1: "0,0,S"}, hands={0: "grain"})
case("activate 0,0,S", "CK-057", "this knight is active already", knights={0: "0,0,S active"}, hands={0: "grain"})
case("activate 0,0,S", "CK-057", "you lack cards to activate a knight", knights={0: "0,0,S"})
case("promote 0,0,S", "CK-067", "no knight of yours stands there", knights={1: "0,0,S"}, hands=PAIR)
case("promote 0,0,S", "CK-066", "a mighty knight does not rise further", knights={0: "0,0,S mighty"}, hands=PAIR)
case(
    "promote 0,0,S",
    "CK-061",
    "this knight has risen this turn already",
    "promote 0,0,S",
    knights={0: "0,0,S"},
    hands={0: "wool*2 ore*2"},
)
case("promote 0,0,S", "CK-063", "for a mighty knight you need the Fortress", knights={0: "0,0,S strong"}, hands=PAIR)
case(
    "promote 0,0,S",
    "CK-064",
    "you have no knight of this level left in your supply",
    knights={0: "0,0,S; 2,0,N strong; 2,0,S strong"},
    hands=PAIR,
)
case("promote 0,0,S", "CK-060", "you lack cards to promote a knight", knights={0: "0,0,S"})
case("move 0,0,S 0,1,N", "CK-059", "this knight is not active", knights={0: "0,0,S"}, roads=ROADS)
case(
    "move 0,0,S 0,1,N",
    "CK-058",
    "this knight was activated only this turn",
    "activate 0,0,S",
    knights={0: "0,0,S"},
    roads=ROADS,
    hands={0: "grain"},
)
case(
    "move 0,1,N 0,0,S",
    "CKO-016",
    "this knight has acted this turn already",
    "move 0,0,S 0,1,N",
    "activate 0,1,N",
    knights={0: "0,0,S active"},
    roads=ROADS,
    hands={0: "grain"},
    edition="classic",
    fresh_knights="act",
)
SLEEPS: Final = "before the first attack of the barbarians the robber stays where it is"
case("chase 0,0,S", "CK-079", SLEEPS, knights={0: "0,0,S active"}, asleep=True)
case("chase 0,0,S", "CK-078", "the robber does not stand beside this knight", knights={0: "0,0,S active"}, robber="2,0")
KNIGHT: Final = {0: "0,0,S active"}
case(
    "move 0,0,S 0,1,N",
    "CK-069",
    "a knight moves to a corner without a building",
    knights=KNIGHT,
    roads=ROADS,
    settlements={1: "0,1,N"},
)
case("move 0,0,S 0,1,N", "CK-076", "a knight of yours stands there", knights={0: "0,0,S active; 0,1,N"}, roads=ROADS)
case("move 0,0,S 0,1,N", "CK-076", "only a weaker knight can be displaced", knights={**KNIGHT, 1: "0,1,N"}, roads=ROADS)
case("move 0,0,S 0,1,N", "CK-069", "your roads do not lead there past all opponents", knights=KNIGHT)

PAYS: Final = {0: "brick lumber wool grain"}
case(
    "settle 0,1,N", "CK-072", "your knight must leave this corner first", knights={0: "0,1,N"}, roads=ROADS, hands=PAYS
)
case("settle 0,1,N", "CK-054", "an opponent's knight stands there", knights={1: "0,1,N"}, roads=ROADS, hands=PAYS)
PAST: Final = "a road does not go on past an opponent's knight"
case("road 0,0,E", "CK-054", PAST, knights={1: "0,1,N"}, roads=ROADS, hands=PAYS)
TIPPED: Final = "restore your city that lies on its side first"
LYING: Final = {"settlements": {0: "0,0,S -2,0,S 0,-1,N 1,1,S 2,0,N -1,2,S"}, "tipped": "0,0,S"}
case("city 1,1,S", "CK-107", TIPPED, hands={0: "ore*3 grain*2"}, **LYING)

# What is owed, and by whom.

FIRST: Final = "others decide first"
SHIP: Final = ("roll", "roll 1 1", "event ship")
ATTACK: Final = {"ship": 6, "rolled": False}
case("1: crane", "CK-160", "progress cards are played in your own turn", progress={1: "crane"})
GUESTS: Final = {"settlements": {1: "0,0,S -2,0,S"}, "hands": {1: "ore*4"}}
case("end", "CK-150", FIRST, "wedding", **cards("wedding"), **GUESTS)
case("2: roll", "CK-150", FIRST, "wedding", **cards("wedding"), **GUESTS)
case("end", "CK-152", FIRST, "sabotage", **cards("sabotage"), **GUESTS)
case(
    "end", "BASE-022", "others must discard first", "roll", "roll 3 4", "event trade", hands={1: "ore*8"}, rolled=False
)
case(
    "1: discard ore",
    "BASE-022",
    "discard exactly {count} cards that you hold",
    "roll",
    "roll 3 4",
    "event trade",
    hands={1: "ore*8"},
    rolled=False,
)
case("1: discard ore", "CK-150", "give exactly {count} cards that you hold", "wedding", **cards("wedding"), **GUESTS)
case(
    "1: discard ore", "CK-152", "discard exactly {count} cards that you hold", "sabotage", **cards("sabotage"), **GUESTS
)
SEND: Final = {**ATTACK, "defense": "chosen", "knights": {0: "-1,0,N active; 0,0,S", 1: "2,-1,N active"}}
WHO: Final = "say first which of your active knights take part, in the order of their corners"
case("1: defend 2,-1,N", "CKV-001", FIRST, *SHIP, **SEND)
case("end", "CKV-001", WHO, *SHIP, **SEND)
case("defend 2,-1,N", "CKV-001", "no knight of yours stands there", *SHIP, **SEND)
case("defend 0,0,S", "CK-059", "this knight is not active", *SHIP, **SEND)
CITIES: Final = "0,0,S 1,1,S"
case("end", "CK-104", FIRST, *SHIP, cities={1: CITIES}, **ATTACK)
case(
    "lose 0,-1,N",
    "CK-104",
    "choose first which of your cities falls; a metropolis does not",
    *SHIP,
    cities={0: CITIES},
    **ATTACK,
)
TIE: Final = {**ATTACK, "knights": {0: "0,0,S active", 1: "1,1,S active"}, "piles": {"trade": ""}}
case("1: draw-from science", "CK-109", FIRST, *SHIP, **TIE)
case("draw-from trade", "CK-029", "this pile is empty", *SHIP, **TIE)
case("end", "CK-109", "draw a card from a pile first, or pass", *SHIP, **TIE)

DRAWS: Final = ("roll", "roll 1 1", "event trade", "progress merchant")
ONE: Final = "you hold five progress cards: put one under its pile first"
PLAY: Final = "you hold five progress cards: play one first that can be played"


def five(seat: int, held: str, **more: Any) -> dict[str, Any]:
    """That seat draws a merchant as its fifth card."""
    return {"levels": {seat: "trade 1"}, "progress": {seat: held}, "rolled": False, **more}


case("end", "CK-028", FIRST, *DRAWS, **five(1, "crane*2 taxes*2"))
case("end", "CKO-002", FIRST, *DRAWS, **five(1, "crane*2 taxes*2"), **OLD)
case("1: crane", "CK-160", "progress cards are played in your own turn", *DRAWS, **five(2, "crane*2 taxes*2"))
case("1: crane", "CK-028", ONE, *DRAWS, **five(1, "crane*2 taxes*2"))
case("crane", "CKO-002", ONE, *DRAWS, **five(0, "crane*2 taxes*2"), **OLD)
case("end", "CK-027", PLAY, *DRAWS, **five(0, "crane*2 taxes*2"))
case("return crane", "CK-027", PLAY, *DRAWS, **five(0, "crane*2 taxes*2"))
case("mining", "CK-027", PLAY, *DRAWS, **five(0, "crane*2 taxes*2"))
case("end", "CK-027", ONE, *DRAWS, **five(0, "mining*2 taxes*2"))
case("alchemist 1 2", "CK-182", "this card is played before the roll", *DRAWS, **five(0, "alchemist*2 crane*2"))
case("taxes 1", "CK-187", "nobody has more points than you", *DRAWS, **five(0, "taxes*2 crane*2"))
case("resource-monopoly cloth", "CK-136", "name a resource", *DRAWS, **five(0, "resource-monopoly*4"))
AQUEDUCT: Final = {"rolled": False, "levels": {0: "science 3", 1: "science 3"}}
case("take paper", "CK-084", "take a resource that the bank has, or pass", *SHIP, **AQUEDUCT)
case("1: take ore", "CK-084", FIRST, *SHIP, **AQUEDUCT)
case(
    "metropolis 2,0,N",
    "CK-089",
    "choose first on which of your cities the metropolis comes",
    "improve trade",
    cities={0: CITIES},
    levels={0: "trade 3"},
    hands={0: "cloth*4"},
)
DRIVEN: Final = {**cards("intrigue"), "roads": {0: "0,0,SE", 1: "0,0,E"}, "knights": {1: "0,1,N"}}
case("end", "CK-074", FIRST, "intrigue 0,1,N", **DRIVEN)
case(
    "1: retreat 0,0,S",
    "CK-074",
    "move your displaced knight first, to a free corner that it can reach",
    "intrigue 0,1,N",
    **DRIVEN,
)
BUILT: Final = {**cards("road-building"), "settlements": {0: "0,0,S"}}
case("end", "CK-122", "lay your free roads first", "road-building", **BUILT)
case("road 1,1,E", "BASE-029", "a road must touch a road or building of yours", "road-building", **BUILT)
case("road 0,0,E", "CK-054", PAST, "road-building", roads=ROADS, knights={1: "0,1,N"}, **BUILT)
MOVED: Final = {**cards("diplomacy"), "settlements": {0: "0,0,S"}, "roads": ROADS}
ELSE: Final = "{piece:Name}: lay it on another path first"
case("road 0,0,SE", "CK-145", ELSE, "diplomacy 0,0,SE", **MOVED)
case("end", "CK-145", ELSE, "diplomacy 0,0,SE", **MOVED)
case("road 1,1,E", "BASE-029", "a road must touch a road or building of yours", "diplomacy 0,0,SE", **MOVED)
TWO: Final = {**cards("diplomacy", settlements={0: "0,0,S"}, roads={0: "0,0,SE"}), **OLD}
case("pass", "CKO-006", ELSE, "diplomacy 0,0,SE", **TWO)
SMITHS: Final = {**cards("smithing"), "knights": {0: "0,0,S; 2,0,N mighty"}}
RISE: Final = "promote a knight first that may rise; after the first you may pass"
case("pass", "CK-123", RISE, "smithing", **SMITHS)
case("promote 2,0,N", "CK-066", "a mighty knight does not rise further", "smithing", **SMITHS)
case("promote 2,0,S", "CK-067", "no knight of yours stands there", "smithing", **SMITHS)
case("1: pay coin", "CK-138", "give a commodity first that you hold", "commercial-harbor", "exchange 1 wool", **HARBOR)
case("end", "CK-138", FIRST, "commercial-harbor", "exchange 1 wool", **HARBOR)
case("seize wool", "CK-139", "take a card of that hand first", "taxes 1", **cards("taxes"), **GUESTS)
SPIED: Final = {"progress": {0: "espionage", 1: "crane"}}
case("spy mining", "CK-183", "take a card first that this player holds", "espionage 1", **SPIED)
TRAITORS: Final = {**cards("treason"), "roads": ROADS, "knights": {1: "1,1,S"}}
GIVE_UP: Final = "remove one of your knights first"
case("end", "CK-153", FIRST, "treason 1", **TRAITORS)
case("1: dismiss 0,0,S", "CK-153", GIVE_UP, "treason 1", **TRAITORS)
case("1: dismiss 0,0,S", "CKO-007", GIVE_UP, "treason 1", **TRAITORS, **OLD)
COMES: Final = "place the knight first, of a level that you may place, on a free corner where it may stand"
case("pass", "CK-153", COMES, "treason 1", "1: dismiss 1,1,S", **TRAITORS)
case("end", "CKO-007", COMES, "treason 1", "1: dismiss 1,1,S", **TRAITORS, **OLD)
GIVEN: Final = ("treason 1", "1: dismiss 1,1,S")
HIGHER: Final = "only a knight of the level that was given up may come, or a lower one"
case("enlist strong 0,0,S", "CK-154", HIGHER, *GIVEN, **TRAITORS)
case("enlist strong 0,0,S", "CKO-007", HIGHER, *GIVEN, **TRAITORS, **OLD)
STRONG: Final = {**TRAITORS, "knights": {1: "1,1,S strong"}}
LOWER: Final = "a lower knight comes only if you have none of that level left"
case("enlist basic 0,0,S", "CK-154", LOWER, *GIVEN, **STRONG)
NO_STRONG: Final = {**TRAITORS, "knights": {1: "1,1,S strong", 0: "2,0,N strong; 2,0,S strong"}}
NONE_LEFT: Final = "you have no knight of this level left in your supply"
case("enlist strong 0,0,S", "CK-154", NONE_LEFT, *GIVEN, **NO_STRONG)
case("enlist strong 0,0,S", "CKO-007", NONE_LEFT, *GIVEN, **NO_STRONG, **OLD)
ACTIVE: Final = {**TRAITORS, "knights": {1: "1,1,S active"}}
SAME: Final = "the knight comes active or not, as the one that was given up was"
case("enlist basic 0,0,S active", "CK-153", SAME, *GIVEN, **TRAITORS)
case("enlist basic 0,0,S", "CK-153", SAME, *GIVEN, **ACTIVE)
ASLEEP: Final = "the knight comes active only if the one that was given up was"
case("enlist basic 0,0,S active", "CKO-007", ASLEEP, *GIVEN, **TRAITORS, **OLD)
WITH_CITY: Final = {**TRAITORS, "cities": {0: "0,0,S"}}
for edition in ({}, OLD):
    case("enlist basic 0,0,S", "CK-156", "something stands on this corner already", *GIVEN, **WITH_CITY, **edition)
    case("enlist basic 1,1,S", "CK-156", "a knight is placed at a road of yours", *GIVEN, **TRAITORS, **edition)
