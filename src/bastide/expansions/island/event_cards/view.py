"""How Event Cards are shown: the card of the turn, what is left of the pile, damaged roads, the choices of events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from bastide.catan.base.island import Island
from bastide.expansions.island.event_cards.rules.deck import DECK, EVENT_NAMES
from bastide.expansions.island.event_cards.rules.events import (
    ALL_EQUAL,
    NEUTRAL_HOLDER,
    NEVER_HELD,
    NO_CARDS,
    NO_CARDS_TO_GIVE,
    NO_CITY,
    NO_CITY_DRAWS,
    NO_HARBOUR,
    NO_HOLDER,
    NO_KNIGHT,
    NO_ROAD,
    NO_ROBBER,
    ROBBER_OFF,
    ROBBER_RESTS,
    ROBBER_THERE,
    TIE,
    robs_by_event,
)
from bastide.expansions.island.event_cards.rules.state import EventCardsState
from bastide.kernel.state import Event
from bastide.view.island.actions import price
from bastide.view.island.glance import Glance
from bastide.view.island.model import IslandView
from bastide.view.island.module_view import EDGE, HEX, NUMBER, Fields, ModuleView, Telling
from bastide.view.island.tips import tip
from bastide.view.lines import pair
from bastide.view.model import Arg, Choice, Option, Piece, Say, Target
from bastide.view.styles import PieceStyle, Styles
from bastide.view.words import Words

CRACK: Final = "event_cards_crack"
"""The piece that marks a damaged road."""
EVENTS: Final[Mapping[str, Fields]] = {
    "event_cards_card": (("event", NUMBER), ("number", NUMBER)),
    "event_cards_new_year": (),
    "event_cards_nobody": (("event", NUMBER), ("why", NUMBER)),
    "event_cards_fled": (("hex", HEX),),
    "event_cards_off": (),
    "event_cards_damaged": (("place", EDGE),),
    "event_cards_mended": (("place", EDGE),),
    "event_cards_chosen": (),
    "event_cards_bank": (),
}
"""The fields of each kind of event; `event` is the index in `EVENT_NAMES`, `why` a number of `NOBODY`."""
LINES: Final = {
    "event_cards_card": ("card", Say("{player} reveals {number}: {card}")),
    "event_cards_new_year": ("card", Say("New Year: all event cards are shuffled again")),
    "event_cards_fled": ("robber", Say("The robber flees to the {terrain}")),
    "event_cards_off": ("robber", Say("The robber flees: it leaves the board until it is moved")),
    "event_cards_damaged": ("road", Say("A road of {player} is damaged")),
    "event_cards_mended": ("road", Say("{player} repairs a road")),
    "event_cards_bank": ("bank", Say("The bank has no resource left for {player}")),
}
NOBODY: Final[Mapping[int, Say]] = {
    int(NO_CARDS): Say("{card:Name}: nothing happens, no other player holds a card"),
    int(NO_ROAD): Say("{card:Name}: nothing happens, nobody has a road that could be damaged"),
    int(TIE): Say("{card:Name}: nothing happens, several players have the most knights"),
    int(NO_HARBOUR): Say("{card:Name}: nothing happens, nobody has a building at a harbour"),
    int(NO_HOLDER): Say("{card:Name}: nothing happens, nobody has the longest road"),
    int(NEUTRAL_HOLDER): Say("{card:Name}: nothing happens, a neutral colour has the longest road"),
    int(NEVER_HELD): Say("{card:Name}: nothing happens, there is no longest road in this game"),
    int(ALL_EQUAL): Say("{card:Name}: nothing happens, all have the same number of points"),
    int(NO_CARDS_TO_GIVE): Say("{card:Name}: nothing happens, the players with the most points hold no card"),
    int(NO_ROBBER): Say("{card:Name}: nothing happens, there is no robber in this game"),
    int(ROBBER_RESTS): Say("{card:Name}: nothing happens, the robber does not move yet"),
    int(ROBBER_THERE): Say("{card:Name}: nothing happens, the robber is already where it would go"),
    int(NO_CITY): Say("{card:Name}: nothing happens, nobody has a city"),
    int(NO_CITY_DRAWS): Say("{card:Name}: nothing happens, no city produces on this number"),
    int(ROBBER_OFF): Say("{card:Name}: nothing happens, the robber is off the board already"),
}
"""Why an event has no effect, by the number in its event (but `NO_KNIGHT`)."""
NO_KNIGHTS: Final[Mapping[str, Say]] = {
    "played": Say("{card:Name}: nothing happens, nobody has played a knight"),
    "board": Say("{card:Name}: nothing happens, nobody has a knight on the board"),
    "active": Say("{card:Name}: nothing happens, nobody has an active knight"),
}
"""The same without knights, by the knights that count."""
EQUALLY_STRONG: Final = Say("{card:Name}: nothing happens, the strongest active knights are tied")
NOBODY_HOLDS_A_CARD: Final = Say("{card:Name}: nothing happens, nobody holds a card")
HINTS: Final = {
    "damage": Say("the road that the earthquake damages"),
    "mend": Say("repair a damaged road"),
    "present": Say("give this card"),
    "help": Say("give that player a card"),
    "flee": Say("where the robber flees"),
}
EFFECTS: Final[Mapping[str, Say]] = {
    "fine-day": Say("Nothing but the harvest."),
    "plentiful-year": Say("Everybody takes one resource of choice from the bank."),
    "conflict": Say(
        "The owner of the largest army, or else the player who alone has the most knights, takes a random card."
    ),
    "robber-flees": Say("The robber leaves its hex; nobody is robbed."),
    "tournament": Say("The players with the most knights each take one resource of choice from the bank."),
    "trade-advantage": Say("The owner of the longest road may take a random card from one player."),
    "epidemic": Say("This turn, each city draws only one card from a hex."),
    "earthquake": Say(
        "Everybody chooses one of their own roads: it is damaged. Repair it before you build further roads."
    ),
    "good-neighbours": Say("Everybody gives one card of choice to the neighbour on the left."),
    "robber-attack": Say("Too many cards? Discard half. Then the robber moves."),
    "calm-sea": Say("The players with the most buildings at harbours each take one resource of choice."),
    "neighbours-help": Say("The players with the most points each give a card to a player with fewer."),
}
"""What each event does, in a line."""
KNIGHTS: Final[Mapping[str, Mapping[str, Say]]] = {
    "played": {},
    "board": {
        "conflict": Say("The player who alone has the most knights on the board takes a random card."),
        "tournament": Say(
            "The players with the most knights on the board each take one resource of choice from the bank."
        ),
    },
    "active": {
        "conflict": Say("The player with the strongest active knights takes a random card; in a tie nobody does."),
        "tournament": Say(
            "The players with the strongest active knights each take one resource of choice from the bank."
        ),
    },
}
"""The texts that depend on which knights count."""
WITHOUT_ROBBER: Final[Mapping[str, Say]] = {
    "robber-flees": Say("This game has no robber: nothing happens."),
    "robber-attack": Say("Too many cards? Discard half. Then the player on turn acts as on a seven."),
}
WHILE_ROBBER_SLEEPS: Final[Mapping[str, Say]] = {
    "robber-flees": Say("The robber does not move yet: nothing happens."),
    "robber-attack": Say("Too many cards? Discard half. The robber does not move yet."),
}
WITHOUT_ROUTE: Final[Mapping[str, Say]] = {
    "trade-advantage": Say("Nobody holds the longest road in this game: nothing happens."),
}
PLACES: Final = frozenset({"damage", "mend", "flee"})
"""The verbs that name a place."""


class EventCardsView(msgspec.Struct, frozen=True):
    """The cards and the roads.

    `event` and `number` are those of the last card (None and 0 before the first), `fresh` is whether it is this turn's.
    `left` cards come before New Year; of all the cards that have not come since the last one, `rest` counts those of
    each event, and `numbers` those of each number (0 to 12). The five that lie below New Year are among them. `damaged`
    are the damaged roads of each seat, and `cost` is the price of a repair. `differs` tells what events do that do
    something else in this game than usually (`EFFECTS`).
    """

    event: str | None
    number: int
    fresh: bool
    left: int
    rest: dict[str, int]
    numbers: list[int]
    damaged: list[list[str]]
    cost: dict[str, int]
    differs: dict[str, Say]

    def effect(self, event: str) -> Say:
        """What an event does, in a line."""
        return self.differs.get(event) or EFFECTS[event]


class EventCardsShown(ModuleView):
    """How the variant is shown."""

    reasons: Mapping[str, Say] = {"damage": Say("It spares your roads.")}
    fields = EVENTS
    plain = LINES
    hints = HINTS
    placed = PLACES
    chance: Mapping[str, Say] = {
        "event_cards_reveal": Say("The next event card is revealed."),
        "event_cards_round": Say("The event goes on."),
    }
    styles = Styles(pieces={CRACK: PieceStyle(figure=True, edge=True, scale=0.9, depth=5)})

    def own(self, g: Glance) -> EventCardsView:
        m = g.rules.module(EventCardsState)
        gone = g.cell(m.come)
        rest = dict.fromkeys(EVENT_NAMES, 0)
        numbers = [0] * 13
        for kind, (event, number, _count) in enumerate(DECK):
            count = int(m.copies[kind]) - g.cell(m.seen + kind)
            rest[event] += count
            numbers[number] += count
        shown = last_card(g)
        return EventCardsView(
            event=EVENT_NAMES[shown.a] if shown is not None else None,
            number=int(shown.b) if shown is not None else 0,
            fresh=g.cell(m.card) != 0,
            left=int(m.above) - gone,
            rest=rest,
            numbers=numbers,
            damaged=[roads(g, m, seat) for seat in range(int(g.rules.seats))],
            cost=price(g, max(g.viewer, 0), int(m.repair)),
            differs={
                **KNIGHTS[m.knights.knights_are()],
                **(WHILE_ROBBER_SLEEPS if m.knights.robber_sleeps(g.state) else {}),
                **({} if g.rules.has_robber else WITHOUT_ROBBER),
                **({} if g.rules.route_points else WITHOUT_ROUTE),
            },
        )

    def pieces(self, g: Glance) -> list[Piece]:
        m = g.rules.module(EventCardsState)
        label = [Say("a damaged road")]
        return [Piece(CRACK, place, -1, label) for seat in range(int(g.rules.seats)) for place in roads(g, m, seat)]

    def targets(self, g: Glance) -> list[Target]:
        out: list[Target] = []
        for text in g.legal:
            verb, _, place = text.partition(" ")
            if verb == "damage":
                out.append(Target(text, place, verb, "lift", Say("let this road be damaged"), tip(g, "road", place)))
            elif verb == "mend":
                out.append(Target(text, place, verb, "lift", Say("repair this road"), tip(g, "road", place)))
            elif verb == "flee":
                label = Say("{piece:Name} here", {"piece": "robber"})
                out.append(Target(text, place, verb, "robber", label, tip(g, "robber", place)))
        return out

    def prompt(self, g: Glance) -> Say | None:
        mine = g.viewer in g.actors
        who: dict[str, Arg] = {"player": g.actors[0]} if g.actors else {}
        if g.phase == "roll" and mine:
            cards = any(text != "roll" for text in [*g.legal, *g.forms])
            return Say("Your turn: reveal a card, or play one first.") if cards else Say("Your turn: reveal a card.")
        if g.phase == "roll":
            return Say("{player} is to reveal a card.", who)
        if g.phase == "event_cards_gift" and not mine:
            return Say("Waiting for {count} {count:player|players} to choose a card.", {"count": len(g.actors)})
        asked = self._asked(g)
        if asked is not None:
            return asked if mine else self._waiting(g)
        if g.phase == "roads" and mine and "mend" in g.verbs:
            left: dict[str, Arg] = {"count": g.cell(int(g.state.top()) + 2)}
            return Say("Lay a free road, or repair one; {count} left.", left)
        return super().prompt(g)

    def _waiting(self, g: Glance) -> Say:
        """What the others read while the actor of one of the module's phases is asked."""
        said = WAITING[g.phase]
        who: dict[str, Arg] = {"player": g.actors[0], "card": event_key(g)}
        if g.phase == "event_cards_desert":
            who["terrain"] = g.rules.board.terrain[g.rules.desert]
        return Say(said.text, who)

    def _asked(self, g: Glance) -> Say | None:
        """What the actor of one of the module's phases is asked; None in any other."""
        event = event_key(g)
        if g.phase == "event_cards_quake":
            return Say("Earthquake: choose one of your roads to be damaged.")
        if g.phase == "event_cards_boon":
            return Say("{card:Name}: take one resource from the bank.", {"card": event})
        if g.phase == "event_cards_gift":
            return Say("Good neighbours: choose a card for your left neighbour.")
        if g.phase == "event_cards_help":
            return Say("Neighbours' help: who gets a card from you?")
        if g.phase == "event_cards_give":
            return Say("Neighbours' help: choose a card for {player}.", {"player": g.cell(int(g.state.top()) + 2)})
        if g.phase == "event_cards_desert":
            return Say(
                "The robber flees: choose the {terrain} to which it goes.",
                {"terrain": g.rules.board.terrain[g.rules.desert]},
            )
        if robs_by_event(g.rules.module(EventCardsState), g.state):
            return Say("{card:Name}: choose from whom you take a card.", {"card": event})
        return None

    def choice(self, g: Glance) -> Choice | None:
        if g.viewer not in g.actors:
            return None
        asked = self._asked(g)
        if asked is None:
            return None
        if g.phase == "event_cards_help":
            seats = [int(text.split()[1]) for text in g.legal]
            given = [Option(f"help {seat}", Say("A card for {player}", {"player": seat}), seat) for seat in seats]
            return Choice("rob", asked, options=given)
        if g.phase == "event_cards_boon":
            bank = list(g.cards(g.rules.bank).items())[: int(g.rules.module(EventCardsState).resources)]
            goods = [(f"take {name}", name) for name, left in bank if left]
        else:
            goods = [(text, text.split()[1]) for text in g.legal if text.startswith("present ")]
        if goods:
            return Choice(
                "good",
                asked,
                options=[Option(text, Say("{good:Name}", {"good": name}), good=name) for text, name in goods],
            )
        return None

    def cause(self, rules: Island, events: Sequence[Event]) -> str | None:
        attack = EVENT_NAMES.index("robber-attack")
        attacked = any(event.kind == "event_cards_card" and int(event.a) == attack for event in events)
        return card_key(attack) if attacked else None

    def text(self, view: IslandView, own: EventCardsView, words: Words, names: Sequence[str]) -> list[str]:
        say = words.gettext
        lines = []
        if own.event is not None:
            shown = f"{words.title(f'event-card-{own.event}')} {own.number}. {words.text(own.effect(own.event), names)}"
            lines.append(pair(words, say("Event card of this turn") if own.fresh else say("Last event card"), shown))
        rest = ", ".join(f"{words.name(f'event-card-{event}')} {count}" for event, count in own.rest.items() if count)
        lines.append(say("{count} {count:card|cards} before New Year", count=own.left))
        lines.append(pair(words, say("Not seen since New Year"), rest))
        for seat, places in enumerate(own.damaged):
            if places:
                lines.append(pair(words, say("Damaged roads of {name}", name=names[seat]), ", ".join(places)))
        if any(own.damaged):
            lines.append(pair(words, say("A repair costs"), words.goods(own.cost)))
        return lines

    def args(self, rules: Island, event: Event) -> dict[str, Arg]:
        out = super().args(rules, event)
        return out | {"card": card_key(int(event.a))} if event.kind == "event_cards_card" else out

    def tell(self, telling: Telling, i: int) -> None:
        event = telling.events[i]
        if event.kind == "event_cards_nobody":
            telling.line("card", -1, Say(nobody(telling.rules, event).text, {"card": card_key(int(event.a))}))


WAITING: Final[Mapping[str, Say]] = {
    "event_cards_quake": Say("Earthquake: {player} chooses a road to be damaged."),
    "event_cards_boon": Say("{card:Name}: {player} takes one resource from the bank."),
    "event_cards_help": Say("Neighbours' help: {player} chooses who gets a card."),
    "event_cards_give": Say("Neighbours' help: {player} chooses a card to give."),
    "event_cards_desert": Say("The robber flees: {player} chooses the {terrain} to which it goes."),
    "rob": Say("{card:Name}: {player} chooses from whom to take a card."),
}
"""What the others read in the phases in which one player is asked."""


def nobody(rules: Island, event: Event) -> Say:
    """Why an event had no effect."""
    why, name = int(event.b), EVENT_NAMES[event.a]
    counted = rules.module(EventCardsState).knights.knights_are()
    if why == NO_KNIGHT:
        return NO_KNIGHTS[counted]
    if why == TIE and counted == "active":
        return EQUALLY_STRONG
    if why == NO_CARDS and name == "good-neighbours":
        return NOBODY_HOLDS_A_CARD
    return NOBODY[why]


def card_key(event: int) -> str:
    """The key of the name of an event."""
    return f"event-card-{EVENT_NAMES[event]}"


def event_key(g: Glance) -> str:
    """The key of the name of this turn's event; empty if there is none."""
    event = int(g.rules.module(EventCardsState).event(g.state))
    return card_key(event) if event >= 0 else ""


def last_card(g: Glance) -> Event | None:
    """The last card that was revealed."""
    for events in reversed(g.game.history):
        for event in events:
            if event.kind == "event_cards_card":
                return event
    return None


def roads(g: Glance, m: EventCardsState, seat: int) -> list[str]:
    """The damaged roads of a seat."""
    out: list[str] = []
    edge = int(m.next_damaged(g.state, seat, -1))
    while edge >= 0:
        out.append(g.rules.board.edge_names[edge])
        edge = int(m.next_damaged(g.state, seat, edge))
    return out


VIEW: Final = EventCardsShown()
