"""What an expansion of the island adds to what is seen of a game: the seam of the view.

A module of the engine is shown by a `Part` of the same name, which `parts.py` lists. The view of the base island asks
the parts of a game's modules and puts their answers beside its own; it knows none of them. Every default adds nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bastide.catan.base.island import Island
from bastide.kernel.state import Event
from bastide.view.island.glance import Glance
from bastide.view.model import Action, Arg, Card, Choice, IslandView, LogLine, Piece, Points, Say, Target
from bastide.view.words import Words

Fields = tuple[tuple[str, str], ...]


class Telling:
    """The events of a game, decision by decision, as they are told to one viewer.

    `numbers` are the number tokens by hex as they lie while it is told; who moves one writes it down there.
    `owing` are the seats that owe cards, with the key of what is the reason.
    `standing` is which piece stands at a corner, where what it draws does not tell.
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
        """Whether no earlier event of the decision is of the same kind and seat: sets of cards are one line."""
        event = self.events[i]
        return not any(e.kind == event.kind and e.seat == event.seat for e in self.events[:i])


class Part:
    """How one expansion is shown."""

    fields: Mapping[str, Fields] = {}
    """What the numbers of each of its events mean, as in `log.FIELDS`."""
    secrets: Mapping[str, str] = {}
    """The number of an event that only the seats of `Event.sees` may know."""
    plain: Mapping[str, tuple[str, Say]] = {}
    """Events that are a line of their own by themselves: icon and sentence. Their arguments come from `args`."""
    hints: Mapping[str, Say] = {}
    """What each verb of its notation does."""
    deals_cards: bool = False
    """Whether it deals the cards of a seat, instead of the base's development cards."""
    cards_counted: Say = Say("{count} {count:development card|development cards}")
    """How many cards of its own a seat holds."""
    cards_headed: Say = Say("development cards")
    """What stands before a list of them."""
    signs: Mapping[str, str] = {}
    """How its pieces are drawn with characters: by their kinds, what stands on either side of the seat's number."""
    legend: Say | None = None
    """What its signs mean on a drawing made of characters."""

    def own(self, g: Glance) -> Any:
        """What the view holds under the module's name: a struct of its own; None for nothing."""
        return None

    def buildings(self, g: Glance) -> Mapping[str, Piece]:
        """By their corners, the buildings that are seen as something else than what they count as."""
        return {}

    def edition(self, own: Any) -> str:
        """The edition whose names are used; empty if it has but one."""
        return ""

    def pieces(self, g: Glance) -> list[Piece]:
        """What stands on the board beside the base's pieces."""
        return []

    def targets(self, g: Glance) -> list[Target]:
        """The places of its own decisions."""
        return []

    def moved(self, text: str) -> str | None:
        """The place that a decision of its own names."""
        return None

    def actions(self, g: Glance) -> list[Action]:
        """Its buttons, which stand after what the base builds."""
        return []

    def cards(self, g: Glance, seat: int) -> tuple[int, list[Card]]:
        """How many cards a seat holds, and which; the view hides these from those who may not know."""
        return 0, []

    def card_key(self, kind: str) -> str:
        """The key of the name of one of its cards."""
        return kind

    def points(self, g: Glance, seat: int) -> list[Points]:
        """Where the points come from that the module gives a seat."""
        return []

    def prompt(self, g: Glance) -> Say | None:
        """What is asked, and of whom, in a phase of its own; None in any other."""
        return None

    def choice(self, g: Glance) -> Choice | None:
        """What the viewer owes in a phase of its own."""
        return None

    def cause(self, rules: Island, events: Sequence[Event]) -> str | None:
        """The key of what makes seats owe cards, if a decision of its own does that; `events` are those of it."""
        return None

    def marks(self, own: Any) -> Mapping[str, str]:
        """By their hexes, the names of what stands there for all; the drawing shows their first letters."""
        return {}

    def hint(self, own: Any, words: Words, verb: str) -> str:
        """What playing one of its cards does, in a few words; empty for a verb that is none of its cards."""
        return ""

    def text(self, view: IslandView, own: Any, words: Words, names: Sequence[str]) -> list[str]:
        """What it adds to the table as text: lines; `names` are the players by seat."""
        return []

    def args(self, rules: Island, event: Event) -> dict[str, Arg]:
        """The arguments of an event's sentence, the seat apart."""
        return {}

    def tell(self, told: Telling, i: int) -> None:
        """Write the lines of one event that is not `plain`."""
