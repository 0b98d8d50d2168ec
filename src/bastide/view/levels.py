"""What the levels of bots are, in a sentence each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bastide.view.model import Say
from bastide.view.words import Words

ABOUT: Final[Mapping[str, Say]] = {
    "random": Say("Plays any move that is allowed."),
    "easy": Say("A beginner: judges well what it sees, and overlooks much."),
    "greedy": Say("Weighs every move of its turn, and looks no further."),
    "strong": Say("Tries likely continuations before each move, for some hundredths of a second."),
    "master": Say("Tries ten times as many continuations as strong."),
}
"""By level; bots of plug-ins are not in it."""


def about(words: Words, level: str) -> str:
    """The sentence about a level; "" for a bot of a plug-in.

    >>> about(Words("en"), "greedy")
    'Weighs every move of its turn, and looks no further.'
    """
    return words.text(ABOUT[level], ()) if level in ABOUT else ""


def described(words: Words, level: str) -> str:
    """The name of a level and the sentence about it, as a page shows them when one points at its face.

    >>> described(Words("fr"), "random")
    'robot sans plan. Joue n’importe quel coup permis.'
    """
    return f"{words.gettext('bot, {level}', level=words.name(level))}. {about(words, level)}".removesuffix(". ")
