"""Names that people may choose (nicknames, table names), chat text, and names for bots."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from bastide.kernel.errors import quote
from bastide.server.common.faults import RequestRefused

BOTS: Final = ("Agathe", "Bruno", "Clara", "Denis", "Emma", "Félix", "Gaspard", "Hélène", "Irène", "Jules")
"""First names that exist in both languages."""
BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u200c\u200d\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
"""Characters that count as letters, marks or joiners but are invisible on their own."""
ALIKE: Final = str.maketrans(
    {
        **dict(zip("авекмнорстухѕіјԁһԛԝѵɡ", "abekmhopctyxsijdhqwvg", strict=True)),
        **dict(zip("αβεζηικμνορτυχγω", "abezhikmvoptyxyw", strict=True)),
        **{"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h", "ı": "i", "þ": "p", "ŋ": "n"},
    }
)
"""Letters without a decomposition, and letters of other scripts, mapped to the Latin letters that they look like."""


def clean(text: str, limit: int) -> str:
    """Return a text on one line, trimmed and with single spaces.

    :raises RequestRefused: it is empty or too long, or holds characters that must not be shown: control characters,
        direction overrides, surrogates.
    """
    line = " ".join(text.split())
    for sign in line:
        # Joiners hold emoji together and are part of several scripts.
        if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Cn") and sign not in "\u200c\u200d":
            raise RequestRefused("malformed", "{input} holds a character that cannot be shown", input=quote(text))
    if not any(sign not in BLANK and sign != " " for sign in line):
        raise RequestRefused("malformed", "{input} is empty: write at least one character", input=quote(text))
    if len(line) > limit:
        raise RequestRefused(
            "malformed", "{input} is too long: at most {limit} characters", input=quote(text), limit=limit
        )
    return line


def same(one: str, other: str) -> bool:
    """Whether two names look the same; an accent makes a different name.

    >>> same("Maud", "m\N{CYRILLIC SMALL LETTER A}u\N{ZERO WIDTH JOINER}d"), same("Jose", "José")
    (True, False)
    """
    return seen(one) == seen(other)


def seen(name: str) -> str:
    """A name as it looks at a glance: case-folded, without invisible characters, lookalike letters mapped to Latin."""
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join("".join(sign for sign in text if sign not in BLANK).translate(ALIKE).split())


def nickname(text: str, taken: Iterable[str]) -> str:
    """Check a nickname: nobody else at the table may have it.

    :raises RequestRefused: it is taken, or not a valid name.
    """
    name = clean(text, 24)
    if any(same(name, other) for other in taken):
        raise RequestRefused("taken", "Somebody here is called {input} already; choose another name", input=quote(name))
    return name


def bot_name(taken: Iterable[str], seat: int) -> str:
    """A name for a bot that nobody at the table has."""
    used = list(taken)
    for name in BOTS[seat:] + BOTS[:seat]:
        if not any(same(name, other) for other in used):
            return name
    return f"Bot {seat + 1}"
