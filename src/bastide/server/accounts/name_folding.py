"""Folding of account names for comparison: names that people would confuse are equal."""

from __future__ import annotations

import unicodedata
from typing import Final

from bastide.kernel.errors import quote
from bastide.server.common import names
from bastide.server.common.faults import RequestRefused
from bastide.server.common.names import ALIKE, BLANK

LONGEST: Final = 96
"""The maximum length of a folded name: some characters fold to many letters."""


def folded(name: str) -> str:
    """A name without case, accents and invisible characters, with lookalike letters mapped to Latin.

    >>> folded("Élodie") == folded("ELODIE") == folded("Еlodie")  # the last begins with a Cyrillic letter
    True
    """
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    # Drop marks and control characters; databases need not store NUL.
    plain = "".join(sign for sign in text if sign not in BLANK and unicodedata.category(sign)[0] not in "MC")
    return " ".join(plain.translate(ALIKE).split())


def account_name(text: str) -> tuple[str, str]:
    """Validate an account name; return it as displayed and folded.

    :raises RequestRefused: it is empty or too long, or holds characters that must not be shown.
    """
    name = names.clean(text, 24)
    key = folded(name)
    if not key:
        raise RequestRefused("malformed", "{input} is empty: write at least one character", input=quote(text))
    if len(key) > LONGEST:
        raise RequestRefused(
            "malformed", "{input} is too long: at most {limit} characters", input=quote(text), limit=24
        )
    return name, key
