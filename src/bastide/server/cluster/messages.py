"""Messages between servers on one PostgreSQL, as payloads of NOTIFY: short, and lost if nobody listens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from bastide.server.common.faults import RequestRefused
from bastide.server.common.model import Command
from bastide.server.log.draft import Outcome, Who
from bastide.view.model import Arg

EVERYBODY: Final = "bastide"
"""The channel that all servers listen on; each also has its own, see `channel`."""
LIMIT: Final = 7900
"""The maximum size of a message in bytes; PostgreSQL takes less than 8,000."""


class Stored(msgspec.Struct, frozen=True, tag="stored"):
    """The log of a table has reached this version."""

    by: int
    table: str
    version: int


class Here(msgspec.Struct, frozen=True, tag="here"):
    """The readers of a table connected to server `by`; with `ask` others answer with the same."""

    by: int
    table: str
    seats: list[int]
    watchers: int
    ask: bool = False


class Free(msgspec.Struct, frozen=True, tag="free"):
    """Server `by` has released these tables; an empty list means all."""

    by: int
    tables: list[str]


class Ask(msgspec.Struct, frozen=True, tag="ask"):
    """A command for a table that the receiver owns."""

    by: int
    number: int
    table: str
    who: Who
    command: Command


class PackedRefusal(msgspec.Struct, frozen=True):
    """A `RequestRefused` on its way from the owner of a table to another server."""

    code: str
    text: str
    args: dict[str, Arg]
    rule: str
    missing: dict[str, int]
    names: list[str]
    quoted: str
    edition: str

    @classmethod
    def of(cls, refusal: RequestRefused) -> PackedRefusal:
        """Pack a refusal."""
        return cls(
            refusal.code,
            refusal.say.text,
            dict(refusal.say.args),
            refusal.rule,
            refusal.missing,
            list(refusal.names),
            refusal.quoted,
            refusal.edition,
        )

    def unpacked(self) -> RequestRefused:
        """Unpack the refusal."""
        values: Mapping[str, Arg] = self.args
        return RequestRefused(
            self.code,
            self.text,
            rule=self.rule,
            missing=self.missing,
            names=self.names,
            quoted=self.quoted,
            edition=self.edition,
            values=values,
        )


class Reply(msgspec.Struct, frozen=True, tag="answer"):
    """The answer to an `Ask`. Without outcome and refusal: the answering server does not own the table."""

    by: int
    number: int
    outcome: Outcome | None = None
    refused: PackedRefusal | None = None


Message = Stored | Here | Free | Ask | Reply

FAILED: Final = RequestRefused("internal", "The server failed at this; nothing was changed")


def channel(server: int) -> str:
    """The channel of one server."""
    return f"{EVERYBODY}_{server}"


def pack(message: Message) -> str:
    """Encode a message.

    :raises ValueError: it is too long.
    """
    data = msgspec.json.encode(message)
    if len(data) > LIMIT:
        raise ValueError(f"a message of {len(data)} bytes is too long for NOTIFY")
    return data.decode("utf-8")


def notification(by: int, table: str, version: int) -> tuple[str, str]:
    """The channel and payload of the NOTIFY that tells all servers the new version of a table."""
    return EVERYBODY, pack(Stored(by, table, version))


def unpack(payload: str) -> Message:
    """Decode a message.

    :raises msgspec.MsgspecError: it is not a known message.
    """
    message: Any = msgspec.json.decode(payload, type=Message)
    found: Message = message
    return found
