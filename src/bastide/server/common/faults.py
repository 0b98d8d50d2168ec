"""Refused requests: what was wrong, with the input quoted, and what would be right.

A `RequestRefused` keeps its English sentence (the gettext key, see `bastide.view.words`) apart from its arguments, so
that it can be shown in the caller's language. Inside the server it is an exception; on the wire it is a `Fault`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

import msgspec

from bastide.kernel.errors import BastideError, ConfigError, IllegalAction, InvalidAction, quote
from bastide.server.common.model import Fault
from bastide.view.model import Arg, Reason, Say
from bastide.view.typesetting import NARROW
from bastide.view.words import Words

STATUS: Final = {
    "malformed": 400,
    "invalid": 400,
    "config": 400,
    "token": 401,
    "session": 401,
    "credentials": 401,
    "origin": 403,
    "spectator": 403,
    "host": 403,
    "hidden": 403,
    "password": 403,
    "unknown": 404,
    "method": 405,
    "slow": 408,
    "stage": 409,
    "turn": 409,
    "stale": 409,
    "illegal": 409,
    "why": 409,
    "hint": 409,
    "taken": 409,
    "stand-in": 409,
    "paused": 409,
    "locked": 409,
    "undo": 409,
    "used": 409,
    "full": 409,
    "too-large": 413,
    "media": 415,
    "host-name": 421,
    "rate": 429,
    "internal": 500,
    "store": 503,
    "busy": 503,
}
"""The HTTP status of every fault code."""


SECRETS: Final = ('"password"', '"secret"', '"token"')
"""A message with one of these fields is never quoted: the answer might end up in a log."""


class RequestRefused(Exception):
    """A request that changes nothing: a code of `STATUS`, a sentence, and the rule's id if a rule forbids it.

    `names` are the players by seat, for sentences that mention seats; `quoted` is the input, if the sentence does not
    quote it; `edition` is the edition whose words are used.
    """

    def __init__(
        self,
        code: str,
        text: str,
        *,
        rule: str = "",
        missing: Mapping[str, int] | None = None,
        names: Sequence[str] = (),
        quoted: str = "",
        edition: str = "",
        values: Mapping[str, Arg] | None = None,
        **args: Arg,
    ) -> None:
        self.code = code
        self.say = Say(text, {**(values or {}), **args})
        self.rule = rule
        self.missing = dict(missing or {})
        self.names = tuple(names)
        self.quoted = quoted
        self.edition = edition
        super().__init__(code)

    def __str__(self) -> str:
        return self.fault().message

    @property
    def status(self) -> int:
        """The HTTP status of the code."""
        return STATUS.get(self.code, 400)

    def fault(self, language: str = "en") -> Fault:
        """The `Fault` that is sent to the client, in a language."""
        words = Words(language, self.edition)
        said = words.text(self.say, self.names)
        if self.quoted:
            said = f"{self.quoted}{NARROW if words.language == 'fr' else ''}: {said}"
        return Fault(self.code, said, self.rule, self.missing)


def of_engine(error: BastideError, names: Sequence[str] = (), quoted: str = "", edition: str = "") -> RequestRefused:
    """Convert an error of the engine. Its messages quote the input, except the reason of an illegal action."""
    if isinstance(error, IllegalAction):
        return RequestRefused(
            "illegal",
            error.text,
            rule=error.rule,
            missing=error.missing,
            names=names,
            quoted=quoted,
            edition=edition,
            values=error.values,
        )
    if isinstance(error, InvalidAction):
        return RequestRefused("invalid", "{why}", why=str(error))
    if isinstance(error, ConfigError):
        return RequestRefused("config", error.text, rule=error.rule, values=error.values)
    return RequestRefused("malformed", "{why}", why=str(error))


def of_reason(reason: Reason, names: Sequence[str], quoted: str, edition: str = "") -> RequestRefused:
    """Convert the reason why a quoted action is not possible."""
    return RequestRefused(
        "why",
        reason.say.text,
        rule=reason.rule,
        missing=reason.missing,
        names=names,
        quoted=quoted,
        edition=edition,
        values=reason.say.args,
    )


T = TypeVar("T")


def decode(data: bytes | str, kind: type[T], limit: int, *, secret: bool = False) -> T:
    """Decode a message strictly as `kind`, after checking its size. A `secret` message is not quoted in errors.

    :raises RequestRefused: it is too large, not JSON, or not of that kind; the error names the position.
    """
    size = len(data) if isinstance(data, bytes) else len(data.encode("utf-8", "surrogatepass"))
    if size > limit:
        raise RequestRefused(
            "too-large", "This message has {size} bytes; at most {limit} are read", size=size, limit=limit
        )
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        raise RequestRefused(
            "malformed", "Not a message of this kind: {why}, in {input}", why=str(error), input=_shown(data, secret)
        ) from None
    except RecursionError:
        raise RequestRefused("malformed", "Nested too deeply: {input}", input=_shown(data, secret)) from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise RequestRefused(
            "malformed", "Not JSON: {why}, in {input}", why=str(error), input=_shown(data, secret)
        ) from None


def plain(value: Any, depth: int = 12) -> None:
    """Check that a free-form value is about as small and flat as a config: it will be stored and read again.

    :raises RequestRefused: it is nested too deeply, or a number or text in it is out of bounds.
    """
    if isinstance(value, dict | list):
        if depth == 0:
            raise RequestRefused("config", "Nested too deeply: {input}", input=quote(value))
        for part in value.items() if isinstance(value, dict) else value:
            for item in part if isinstance(part, tuple) else (part,):
                plain(item, depth - 1)
    elif isinstance(value, int | float) and not -(2**53) <= value <= 2**53:
        raise RequestRefused("config", "{input} is too large a number", input=quote(value))
    elif isinstance(value, str) and len(value) > 2000:
        raise RequestRefused("config", "{input} is too long a text", input=quote(value))


def _shown(data: bytes | str, secret: bool) -> str:
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    return "…" if secret or any(name in text for name in SECRETS) else quote(text)
