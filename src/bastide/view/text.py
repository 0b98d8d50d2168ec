"""The table as text, for terminals and screen readers.

`text` gives the whole position; its parts are available separately. Each family writes its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, Protocol

from bastide.view import lines
from bastide.view.carcassonne import text as carcassonne
from bastide.view.island import text as island
from bastide.view.lines import reason_words, wrapped
from bastide.view.model import Seat, View
from bastide.view.words import Words

__all__ = [
    "chart",
    "decisions",
    "hand",
    "latest",
    "legend",
    "offer",
    "place",
    "player",
    "prompt",
    "reason_words",
    "refusals",
    "spoken",
    "text",
    "wrapped",
]


class Writer(Protocol):
    """How a family writes its views; called only with views of its own, and the words of the edition played."""

    def edition(self, view: Any) -> str:
        """The edition whose names are used; empty if there is but one."""
        ...

    def text(self, view: Any, words: Words, names: Sequence[str]) -> str:
        """The whole position."""
        ...

    def chart(self, view: Any, words: Words) -> str:
        """The board drawn with characters."""
        ...

    def legend(self, view: Any, words: Words) -> str:
        """What the signs of the drawing mean."""
        ...

    def player(self, view: Any, words: Words, names: Sequence[str], seat: Any) -> Iterable[str]:
        """The lines of one player."""
        ...

    def hand(self, view: Any, words: Words) -> str:
        """What the viewer holds, or has to place."""
        ...

    def offer(self, view: Any, words: Words, names: Sequence[str]) -> str:
        """Offers made to the viewer."""
        ...

    def place(self, view: Any, words: Words, names: Sequence[str], where: str) -> str:
        """What lies at a place; empty if there is no such place."""
        ...

    def decisions(self, view: Any, words: Words) -> str:
        """Everything that the viewer may send now."""
        ...

    def refusals(self, view: Any, words: Words, names: Sequence[str]) -> str:
        """The buttons that cannot be used now, each with its reason."""
        ...


WRITERS: Final[dict[str, Writer]] = {"island": island, "carcassonne": carcassonne}


def spoken(view: View, words: Words) -> Words:
    """The words of the edition that is played."""
    return words.of(WRITERS[view.family].edition(view))


def text(view: View, words: Words, names: Sequence[str]) -> str:
    """The whole position as one viewer sees it, ready to print: board, players, log and options.

    `names` are the players by seat; seats without a name are called by their number.
    """
    return WRITERS[view.family].text(view, spoken(view, words), names)


def chart(view: View, words: Words) -> str:
    """The board drawn with characters; see `legend` for the signs."""
    return WRITERS[view.family].chart(view, spoken(view, words))


def legend(view: View, words: Words) -> str:
    """What the signs of the drawing mean."""
    return WRITERS[view.family].legend(view, spoken(view, words))


def player(view: View, words: Words, names: Sequence[str], seat: Seat) -> Iterable[str]:
    """The lines of one player."""
    return WRITERS[view.family].player(view, spoken(view, words), names, seat)


def hand(view: View, words: Words) -> str:
    """What the viewer holds, or has to place."""
    return WRITERS[view.family].hand(view, spoken(view, words))


def offer(view: View, words: Words, names: Sequence[str]) -> str:
    """Offers made to the viewer."""
    return WRITERS[view.family].offer(view, spoken(view, words), names)


def place(view: View, words: Words, names: Sequence[str], where: str) -> str:
    """The content of a place, and its value to the viewer; empty if there is no such place."""
    return WRITERS[view.family].place(view, spoken(view, words), names, where)


def decisions(view: View, words: Words) -> str:
    """Everything that the viewer may send now, grouped by verb."""
    return WRITERS[view.family].decisions(view, spoken(view, words))


def refusals(view: View, words: Words, names: Sequence[str]) -> str:
    """The buttons of the table that cannot be used now, each with its reason."""
    return WRITERS[view.family].refusals(view, spoken(view, words), names)


def latest(view: View, words: Words, names: Sequence[str], since: int | None = None) -> str:
    """The last lines of the log; with `since`, all lines of decisions after that version."""
    return lines.latest(view, spoken(view, words), names, since)


def prompt(view: View, words: Words, names: Sequence[str]) -> str:
    """What is asked, of whom."""
    return lines.prompt(view, spoken(view, words), names)
