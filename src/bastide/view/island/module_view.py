"""What an expansion of the island adds to the view of a game: the view's extension point.

A module's package has its `ModuleView` as `view.VIEW`. The view of the base island calls those of a game's modules and
adds their answers to its own; it knows none of them. Every default adds nothing.

Lists and mappings are collected from all modules of a game, in their order. Where the whole table has one answer,
only one module may give it, and the rules determine which: an event, a verb and a phase belong to one module, and
one at most deals the cards of a seat (`module_views.check_views`, `check_together`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from bastide.catan.base.island import Island
from bastide.kernel.errors import FIELD
from bastide.kernel.state import CHANCE, Event
from bastide.view.island.glance import Glance, shown
from bastide.view.island.model import IslandView
from bastide.view.model import Action, Arg, Card, Choice, LogLine, Piece, Points, Say, Target
from bastide.view.styles import Styles
from bastide.view.words import Words

Fields = tuple[tuple[str, str], ...]
"""The name and the sort of each number of an event."""
GOOD, HEX, CORNER, EDGE, SEAT, CARD, NUMBER = "good", "hex", "corner", "edge", "seat", "card", "number"
LINE: Final = "line"


@cache
def named_in(sentence: str) -> frozenset[str]:
    """The arguments that a sentence names. The log asks for those of the same few sentences at each event."""
    return frozenset(field[1] for field in FIELD.finditer(sentence))


class Telling:
    """The events of a game, decision by decision, as log lines for one viewer.

    `numbers` are the number tokens by hex at that point of the log; a module that moves one updates them.
    `owing` are the seats that owe cards, with the key of the cause.
    `standing` is the piece at a corner, where its yield does not show it.
    """

    def __init__(self, rules: Island, viewer: int, may_know: Callable[[Event, int], bool]) -> None:
        self.rules = rules
        self.viewer = viewer
        self._may_know = may_know
        self.numbers = [int(n) for n in rules.board.number]
        self.turn = 0
        self.version = 0
        self.events: Sequence[Event] = ()
        self.lines: list[LogLine] = []
        self.owing: dict[int, str] = {}
        self.standing: dict[int, str] = {}

    def number(self, hex_: int) -> int | str:
        """The number on a hex as an argument of a message, several as one text; 0 for none."""
        return shown([self.numbers[hex_], *self.rules.board.numbers[hex_][1:]])

    def begin(self, events: Sequence[Event], version: int) -> None:
        """The next decision."""
        self.events, self.version, self.lines = events, version, []

    def knows(self, event: Event) -> bool:
        """Whether the viewer may see the secret number of an event."""
        return self._may_know(event, self.viewer)

    def line(self, kind: str, seat: int, say: Say, detail: Sequence[Say] = ()) -> None:
        """One line of the log."""
        self.lines.append(LogLine(self.version, self.turn, seat, kind, say, list(detail)))

    def reason(self, seat: int) -> list[Say]:
        """Why a seat parts with the cards that it owed, told once; nothing if it owed none."""
        cause = self.owing.pop(seat, None)
        return [] if cause is None else [Say("{cause}", {"cause": cause})]

    def first(self, i: int) -> bool:
        """Whether this is the decision's first event of its kind and seat: sets of cards are one line."""
        event = self.events[i]
        return not any(e.kind == event.kind and e.seat == event.seat for e in self.events[:i])


class ModuleView:
    """How an expansion is shown."""

    fields: Mapping[str, Fields] = {}
    """By event, the name and the sort of each of its numbers: `GOOD` and the other constants of this file."""
    secrets: Mapping[str, str] = {}
    """The field of an event that only the seats in `Event.sees` may know."""
    plain: Mapping[str, tuple[str, Say]] = {}
    """Events that have their own line, for the seats that know their secret: icon and sentence, filled by `args`."""
    values: Mapping[str, Sequence[str | int]] = {}
    """What sentences say for the numbers of a field of its events: by the field's name, each value's key."""
    lines: Mapping[str, Say] = {}
    """What the log says of a line of its kind that is built; without it, a sentence that suits any kind."""
    hints: Mapping[str, Say] = {}
    """What each verb of its notation does."""
    deeds: Mapping[str, Say] = {}
    """What decisions that no place shows do, for hints: by the first words of their notation. A sentence may name the
    `other` seat, a `good` or `goods` of the words that follow. Default: `hints`, and "Play" for a card."""
    reasons: Mapping[str, Say] = {}
    """Why a decision is good if the term of this name speaks for it (`ModuleBot.term`): one sentence for hints."""
    placed: frozenset[str] = frozenset()
    """Those of its verbs that name a place."""
    asked: Mapping[str, tuple[Say, Say]] = {}
    """By phase, the prompt for the seat that decides, and for the others, who read its `player`."""
    chance: Mapping[str, Say] = {}
    """By phase, the prompt while chance decides."""
    deals_cards: bool = False
    """Whether it deals the cards of a seat, instead of the base's development cards; at most one of a game does."""
    cards_counted: Say = Say("{count} {count:development card|development cards}")
    """How many cards of its own a seat holds."""
    cards_headed: Say = Say("development cards")
    """The heading of a list of them."""
    signs: Mapping[str, str] = {}
    """Text drawings of its pieces: by kind, the characters on either side of the seat's number."""
    legend: Say | None = None
    """Its entries in the legend of the text drawing."""
    styles: Styles = Styles()
    """How its pieces, goods, cards and dice are drawn (`view/styles.py`); the drawings lie in its `art/`."""
    turn_prompt: Say | None = None
    """The prompt for the player on turn, instead of the base's; if several modules have one, the base's is used."""

    def own(self, g: Glance) -> Any:
        """The module's own struct in the view, under its name.

        None for nothing: then `edition`, `marks`, `hint`, `text` and the legend are not called either. [own]
        """
        return None

    def buildings(self, g: Glance) -> Mapping[str, Piece]:
        """By corner, buildings shown as another piece than they count as.

        If several modules answer, the last one is used. [last]
        """
        return {}

    def edition(self, own: Any) -> str:
        """The edition whose names are used; empty if it has but one. [first]"""
        return ""

    def pieces(self, g: Glance) -> list[Piece]:
        """Pieces on the board besides the base's. [collected]"""
        return []

    def targets(self, g: Glance) -> list[Target]:
        """The places of its decisions. [collected]"""
        return []

    def moved(self, text: str) -> str | None:
        """The place in one of its decisions; default: what follows a verb of `placed`. [first]"""
        verb, _, place = text.partition(" ")
        return place if verb in self.placed else None

    def actions(self, g: Glance) -> list[Action]:
        """Its buttons, placed after the base's; without any, one for each item that it has added. [collected]"""
        return []

    def cards(self, g: Glance, seat: int) -> tuple[int, list[Card]]:
        """A seat's card count and cards; the view hides the cards from other viewers. [own]"""
        return 0, []

    def card_key(self, kind: str) -> str:
        """The key of the name of one of its cards. [own]"""
        return kind

    def points(self, g: Glance, seat: int) -> list[Points]:
        """The sources of points that the module gives a seat; default: under the module's name. [collected]"""
        return []

    def prompt(self, g: Glance) -> Say | None:
        """The prompt in one of its phases; None in any other. See `turn_prompt` for the base's.

        Default: those of `asked` and `chance`. [first]
        """
        if g.actors == [CHANCE]:
            return self.chance.get(g.phase)
        if g.phase not in self.asked:
            return None
        own, others = self.asked[g.phase]
        return own if g.viewer in g.actors else Say(others.text, {"player": g.actors[0]})

    def ending(self, g: Glance) -> Say | None:
        """How a game has ended in one of its own endings (`Rules.add_ending`); None in any other. [first]"""
        return None

    def choice(self, g: Glance) -> Choice | None:
        """What the viewer owes in a phase of its own; None in any other. [first]"""
        return None

    def cause(self, rules: Island, events: Sequence[Event]) -> str | None:
        """The key of the cause if one of its decisions makes seats owe cards; `events` are that decision's. [first]"""
        return None

    def marks(self, own: Any) -> Mapping[str, str]:
        """By hex, the names of public pieces there; the text drawing shows their first letters. [collected]"""
        return {}

    def hint(self, own: Any, words: Words, verb: str) -> str:
        """What playing one of its cards does, in a few words; empty for a verb that is none of its cards. [own]"""
        return ""

    def text(self, view: IslandView, own: Any, words: Words, names: Sequence[str]) -> list[str]:
        """Its lines in the text view; `names` are the players by seat. [collected]"""
        return []

    def args(self, rules: Island, event: Event) -> dict[str, Arg]:
        """The arguments of the sentence of a `plain` event, the seat apart.

        Default: what the sentence names of the event's fields; of a hex, the `terrain` and its `number`. A `count`, an
        `other` and a `victim` that are no fields are the first number and the first seat. [own]
        """
        named = named_in(self.plain[event.kind][1].text)
        out: dict[str, Arg] = {}
        for (name, sort), cell in zip(self.fields[event.kind], (event.a, event.b, event.c, event.d), strict=False):
            value = int(cell)
            if sort == HEX:
                out |= {"terrain": rules.board.terrain[value], "number": shown(rules.board.numbers[value])}
            elif sort == GOOD:
                out[name] = rules.good_names[value]
            else:
                out[name] = self.values[name][value] if name in self.values and name in named else value
            for other in {NUMBER: ("count",), SEAT: ("other", "victim")}.get(sort, ()):
                out.setdefault(other, value)
        return {name: value for name, value in out.items() if name in named}

    def tell(self, telling: Telling, i: int) -> None:
        """Write the lines of one event that is not `plain`. [own]"""
