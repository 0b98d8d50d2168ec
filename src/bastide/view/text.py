"""The table as text: for terminals, and for those who listen to a page instead of looking at it.

`text` gives the whole position; its parts can be had one by one. Each family writes its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, Protocol

from bastide.view.carcassonne import text as carcassonne
from bastide.view.island import text as island
from bastide.view.lines import latest, prompt, reason_words, wrapped
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
    "text",
    "wrapped",
]


class Writer(Protocol):
    """How a family writes its views; it is given none but its own."""

    def text(self, view: Any, words: Words, names: Sequence[str]) -> str:
        """The whole position."""
        ...

    def chart(self, view: Any, words: Words) -> str:
        """The board drawn with characters."""
        ...

    def legend(self, words: Words) -> str:
        """What the signs of the drawing mean."""
        ...

    def player(self, view: Any, words: Words, names: Sequence[str], seat: Any) -> Iterable[str]:
        """The lines of one player."""
        ...

    def hand(self, view: Any, words: Words) -> str:
        """What the viewer holds, or has to place."""
        ...

    def offer(self, view: Any, words: Words, names: Sequence[str]) -> str:
        """What is put to the viewer by others."""
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


def text(view: View, words: Words, names: Sequence[str]) -> str:
    """The whole position as one viewer sees it, ready to be printed: board, players, log, and what may be done.

    `names` are the players by seat; seats without a name are called by their number.
    """
    return WRITERS[view.family].text(view, words, names)


def chart(view: View, words: Words) -> str:
    """The board drawn with characters; what the signs mean is told by `legend`."""
    return WRITERS[view.family].chart(view, words)


def legend(view: View, words: Words) -> str:
    """What the signs of the drawing mean."""
    return WRITERS[view.family].legend(words)


def player(view: View, words: Words, names: Sequence[str], seat: Seat) -> Iterable[str]:
    """The lines of one player."""
    return WRITERS[view.family].player(view, words, names, seat)


def hand(view: View, words: Words) -> str:
    """What the viewer holds, or has to place."""
    return WRITERS[view.family].hand(view, words)


def offer(view: View, words: Words, names: Sequence[str]) -> str:
    """What is put to the viewer by others."""
    return WRITERS[view.family].offer(view, words, names)


def place(view: View, words: Words, names: Sequence[str], where: str) -> str:
    """What lies at a place, and what it would give the viewer; empty if there is no such place."""
    return WRITERS[view.family].place(view, words, names, where)


def decisions(view: View, words: Words) -> str:
    """Everything that the viewer may send now, grouped by verb."""
    return WRITERS[view.family].decisions(view, words)


def refusals(view: View, words: Words, names: Sequence[str]) -> str:
    """The buttons of the table that cannot be used now, each with its reason."""
    return WRITERS[view.family].refusals(view, words, names)
