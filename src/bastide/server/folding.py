"""Names of accounts as they are compared: two that a person would take for each other are one."""

from __future__ import annotations

import unicodedata
from typing import Final

from bastide.kernel.errors import quote
from bastide.server import names
from bastide.server.faults import Refusal
from bastide.server.names import ALIKE, BLANK

LONGEST: Final = 96
"""Some signs stand for many letters; a name that folds to more than this is refused."""


def folded(name: str) -> str:
    """A name without case, accents and signs that show nothing, its letters as the Latin ones that they look like.

    >>> folded("Élodie") == folded("ELODIE") == folded("Еlodie")  # the last begins with a Cyrillic letter
    True
    """
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    # Neither marks nor control characters; a database need not know what a NUL is.
    plain = "".join(sign for sign in text if sign not in BLANK and unicodedata.category(sign)[0] not in "MC")
    return " ".join(plain.translate(ALIKE).split())


def account_name(text: str) -> tuple[str, str]:
    """A name for an account, as it is shown and as it is compared.

    :raises Refusal: it is empty, too long, or holds signs that cannot be shown.
    """
    name = names.clean(text, 24)
    key = folded(name)
    if not key:
        raise Refusal("malformed", "{input} is empty: write at least one character", input=quote(text))
    if len(key) > LONGEST:
        raise Refusal("malformed", "{input} is too long: at most {limit} characters", input=quote(text), limit=24)
    return name, key
