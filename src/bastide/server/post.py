"""What servers on one PostgreSQL tell each other, as payloads of NOTIFY: short, and lost if nobody listens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from bastide.server.commands import Outcome, Who
from bastide.server.faults import Refusal
from bastide.server.model import Command
from bastide.view.model import Arg

EVERYBODY: Final = "bastide"
"""The channel on which all servers listen; each has one of its own as well, see `channel`."""
LIMIT: Final = 7900
"""How many bytes a message may have; PostgreSQL takes less than 8,000."""


class Stored(msgspec.Struct, frozen=True, tag="stored"):
    """The log of a table has grown to this version."""

    by: int
    table: str
    version: int


class Here(msgspec.Struct, frozen=True, tag="here"):
    """Who is connected to a table at the server `by`; `ask` wants to hear the same from others."""

    by: int
    table: str
    seats: list[int]
    watchers: int
    ask: bool = False


class Free(msgspec.Struct, frozen=True, tag="free"):
    """The server `by` has given up these tables; without any, all."""

    by: int
    tables: list[str]


class Ask(msgspec.Struct, frozen=True, tag="ask"):
    """A command for a table that the receiver owns."""

    by: int
    number: int
    table: str
    who: Who
    command: Command


class Refused(msgspec.Struct, frozen=True):
    """A `Refusal` on its way from the owner to whoever is refused."""

    code: str
    text: str
    args: dict[str, Arg]
    rule: str
    missing: dict[str, int]
    names: list[str]
    quoted: str
    edition: str

    @classmethod
    def of(cls, refusal: Refusal) -> Refused:
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

    def unpacked(self) -> Refusal:
        """The refusal."""
        values: Mapping[str, Arg] = self.args
        return Refusal(
            self.code,
            self.text,
            rule=self.rule,
            missing=self.missing,
            names=self.names,
            quoted=self.quoted,
            edition=self.edition,
            values=values,
        )


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    """What came of an `Ask`. Neither outcome nor refusal: the table is not the answering server's."""

    by: int
    number: int
    outcome: Outcome | None = None
    refused: Refused | None = None


Message = Stored | Here | Free | Ask | Answer

FAILED: Final = Refusal("internal", "The server failed at this; nothing was changed")


def channel(server: int) -> str:
    """The channel of one server."""
    return f"{EVERYBODY}_{server}"


def pack(message: Message) -> str:
    """A message as a payload.

    :raises ValueError: it is too long.
    """
    data = msgspec.json.encode(message)
    if len(data) > LIMIT:
        raise ValueError(f"a message of {len(data)} bytes is too long for NOTIFY")
    return data.decode("utf-8")


def unpack(payload: str) -> Message:
    """A message.

    :raises msgspec.MsgspecError: it is none of ours.
    """
    message: Any = msgspec.json.decode(payload, type=Message)
    found: Message = message
    return found
