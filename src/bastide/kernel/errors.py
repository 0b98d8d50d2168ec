"""The seven kinds of error. Every message quotes the input and says what would be right."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

FIELD: Final = re.compile(r"\{(\w+)(?::(?:(Name)|([^{}|]*)\|([^{}]*)))?\}")
"""A field of a sentence: a value, a name at the head, or one of two words by a number."""


class BastideError(Exception):
    """The base class of all errors that input can cause."""


class ConfigError(BastideError):
    """A game cannot be configured like this.

    There is an unknown option, a value out of range, two things that exclude each other. `text` is a sentence with
    named fields (also the key of its translation), `values` fill them, `rule` is its id in the catalogue or empty.

    >>> print(ConfigError("{given} is no goal; say {low} or more", {"given": quote("x"), "low": 3}, "HOUSE-001"))
    'x' is no goal; say 3 or more (HOUSE-001)
    """

    def __init__(self, text: str, values: Mapping[str, int | str] | None = None, rule: str = "") -> None:
        said = filled(text, values or {})
        super().__init__(f"{said} ({rule})" if rule else said)
        self.text = text
        self.values: dict[str, int | str] = dict(values or {})
        self.rule = rule

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), (self.text, self.values, self.rule)


def declared_twice(text: str, name: str, owner: str, other: str) -> ConfigError:
    """The error for a name that two owners declare; `text` has the fields name, owner and other."""
    return ConfigError(text, {"name": quote(name), "owner": quote(owner), "other": quote(other)})


class InvalidAction(BastideError):
    """The text is no notation of this game, or is incomplete."""


class IllegalAction(BastideError):
    """The notation can be read, but a rule forbids it now.

    `rule` is the id in the catalogue, `text` a sentence with named fields (also the key of its translation), `values`
    fill them, `missing` the lacking goods if that is the reason.
    """

    def __init__(
        self,
        message: str,
        rule: str,
        text: str = "",
        values: Mapping[str, int | str] | None = None,
        missing: Mapping[str, int] | None = None,
    ) -> None:
        super().__init__(message)
        self.rule = rule
        self.text = text or message
        self.values: dict[str, int | str] = dict(values or {})
        self.missing: dict[str, int] = dict(missing or {})

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        # A worker process hands it on; by default only the message would be kept.
        return type(self), (str(self), self.rule, self.text, self.values, self.missing)


class RecordError(BastideError):
    """A record is truncated, altered or not a record; the message names the line."""


class ImpossiblePosition(BastideError):
    """The known facts about a position's hidden cards contradict each other, so they cannot be redealt.

    This never happens in a game played by its rules.
    """


class OutOfRange(BastideError, IndexError):
    """A seat, an action code or a place does not exist in this game, or a position belongs to another one."""


class Refusal:
    """A builder of refusals: the quoted decision and the sentence that answers it."""

    def __init__(self, text: str) -> None:
        self.text = text

    def say(
        self,
        rule: str,
        sentence: str,
        values: Mapping[str, int | str] | None = None,
        missing: Mapping[str, int] | None = None,
    ) -> IllegalAction:
        """The error: `sentence` has named fields that `values` fill."""
        said = filled(sentence, values or {})
        return IllegalAction(f"{quote(self.text)}: {said} ({rule})", rule, sentence, values, missing)


def filled(sentence: str, values: Mapping[str, int | str]) -> str:
    """A sentence with its fields filled in, as plain English; braces in a value are literal.

    >>> filled("{piece:Name}: {count} {count:card|cards} too few", {"piece": "road", "count": 1})
    'Road: 1 card too few'
    """

    return _filled(sentence, tuple(values.items())) if values else sentence


@lru_cache(maxsize=1024)
def _filled(sentence: str, values: tuple[tuple[str, int | str], ...]) -> str:
    # A page asks for the same few refusals again and again.
    known = dict(values)

    def said(field: re.Match[str]) -> str:
        if field[1] not in known:
            return field[0]
        value = known[field[1]]
        if field[3] is not None:
            return str(field[3] if value == 1 else field[4])
        text = str(value)
        return text[:1].upper() + text[1:] if field[2] else text

    return FIELD.sub(said, sentence)


def quote(value: object, limit: int = 80) -> str:
    """The input as it is quoted in messages: `repr`, cut to `limit` characters."""
    text = repr(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"
