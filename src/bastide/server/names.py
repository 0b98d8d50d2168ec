"""What people may write: nicknames, names of tables, chat; and what bots are called."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from bastide.kernel.errors import quote
from bastide.server.faults import Refusal

BOTS: Final = ("Agathe", "Bruno", "Clara", "Denis", "Emma", "Félix", "Gaspard", "Hélène", "Irène", "Jules")
"""First names that both languages know."""


def clean(text: str, limit: int) -> str:
    """A text on one line, without spaces around it or several in a row.

    :raises Refusal: nothing is left, it is too long, or it holds signs that are not to be seen: control characters,
        signs that turn the direction of writing, halves of characters.
    """
    line = " ".join(text.split())
    for sign in line:
        # Joiners hold emoji together and belong to several scripts.
        if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Cn") and sign not in "\u200c\u200d":
            raise Refusal("malformed", "{input} holds a character that cannot be shown", input=quote(text))
    if not line.strip("\u200c\u200d\u3164\u2800"):
        raise Refusal("malformed", "{input} is empty: write at least one character", input=quote(text))
    if len(line) > limit:
        raise Refusal("malformed", "{input} is too long: at most {limit} characters", input=quote(text), limit=limit)
    return line


def same(one: str, other: str) -> bool:
    """Whether two names would be taken for each other."""
    return unicodedata.normalize("NFKC", one).casefold() == unicodedata.normalize("NFKC", other).casefold()


def nickname(text: str, taken: Iterable[str]) -> str:
    """A nickname that nobody else at the table has.

    :raises Refusal: somebody has it, or it is no name.
    """
    name = clean(text, 24)
    if any(same(name, other) for other in taken):
        raise Refusal("taken", "Somebody here is called {input} already; choose another name", input=quote(name))
    return name


def bot_name(taken: Iterable[str], seat: int) -> str:
    """A name for a bot that nobody at the table has."""
    used = list(taken)
    for name in BOTS[seat:] + BOTS[:seat]:
        if not any(same(name, other) for other in used):
            return name
    return f"Bot {seat + 1}"
