"""What people may write: nicknames, names of tables, chat; and what bots are called."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from bastide.kernel.errors import quote
from bastide.server.faults import Refusal

BOTS: Final = ("Agathe", "Bruno", "Clara", "Denis", "Emma", "Félix", "Gaspard", "Hélène", "Irène", "Jules")
"""First names that both languages know."""
BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u200c\u200d\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
"""Signs that count as letters, marks or joiners but show nothing by themselves."""
ALIKE: Final = str.maketrans(
    {
        **dict(zip("авекмнорстухѕіјԁһԛԝѵɡ", "abekmhopctyxsijdhqwvg", strict=True)),
        **dict(zip("αβεζηικμνορτυχγω", "abezhikmvoptyxyw", strict=True)),
        **{"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h", "ı": "i", "þ": "p", "ŋ": "n"},
    }
)
"""Letters without a decomposition, and letters of other scripts, as the Latin letters that they look like."""


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
    if not any(sign not in BLANK and sign != " " for sign in line):
        raise Refusal("malformed", "{input} is empty: write at least one character", input=quote(text))
    if len(line) > limit:
        raise Refusal("malformed", "{input} is too long: at most {limit} characters", input=quote(text), limit=limit)
    return line


def same(one: str, other: str) -> bool:
    """Whether two names would be taken for each other; an accent makes another name.

    >>> same("Maud", "m\N{CYRILLIC SMALL LETTER A}u\N{ZERO WIDTH JOINER}d"), same("Jose", "José")
    (True, False)
    """
    return seen(one) == seen(other)


def seen(name: str) -> str:
    """A name as a glance takes it: without case and signs that show nothing, its letters as those they look like."""
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join("".join(sign for sign in text if sign not in BLANK).translate(ALIKE).split())


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
