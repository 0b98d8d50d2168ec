"""Notation of Carcassonne: every decision is one verb with its argument."""

from __future__ import annotations

from typing import Final

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.kernel.errors import InvalidAction, quote

MOST_CHARACTERS: Final = 200


def read_action(r: Carcassonne, text: str) -> list[int]:
    """The code of one decision. Raises InvalidAction that quotes the text and shows the form."""
    if len(text) > MOST_CHARACTERS:
        raise InvalidAction(f"{quote(text)} is too long: a notation has at most {MOST_CHARACTERS} characters")
    words = text.split()
    if not words:
        raise InvalidAction("an empty notation; say for example 'tile 1,0,90' or 'pass'")
    forms: list[str] = []
    for verb in r.verbs:
        if verb.word == words[0]:
            arg = verb.parse(words[1:])
            if arg >= 0:
                return [int(verb.offset + arg)]
            forms.append(verb.example())
    if forms:
        raise InvalidAction(
            f"{quote(text)} cannot be read; {words[0]!r} is written like {' or '.join(map(repr, forms))}"
        )
    known = sorted({verb.word for verb in r.verbs if not verb.by_chance})
    raise InvalidAction(f"{quote(text)} cannot be read: {quote(words[0])} is no verb; the verbs are {', '.join(known)}")
