"""What a table's log holds: everything that ever changed it, one entry per change, in order.

A table is its log: folding the entries from the first gives the table as it is. Entries say what happened and not what
was asked, so that a later version of the code reads them the same way.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final

import msgspec

from bastide.server.model import Clock, SeatPlan


class Create(msgspec.Struct, frozen=True, tag_field="kind", tag="create"):
    """The table is made; its maker takes the seat as host. Of its `password`, if it has one, only the hash is kept."""

    name: str
    nickname: str
    seat: int
    config: dict[str, Any]
    seats: list[SeatPlan]
    bots: dict[str, str]
    public: bool
    undo: bool
    spectators: bool
    clock: Clock | None = None
    password: str = ""


class Sit(msgspec.Struct, frozen=True, tag_field="kind", tag="sit"):
    """A person takes an open chair; `host` is the host from now on."""

    name: str
    generation: int
    host: int


class Leave(msgspec.Struct, frozen=True, tag_field="kind", tag="leave"):
    """A person gives the chair back; `host` is the host from now on, None when no person is left."""

    generation: int
    host: int | None


class SetBot(msgspec.Struct, frozen=True, tag_field="kind", tag="bot"):
    """The host puts a bot on a chair."""

    target: int
    level: str
    name: str
    generation: int


class Open(msgspec.Struct, frozen=True, tag_field="kind", tag="open"):
    """The host clears a chair, of a bot or (before the game) of a person."""

    target: int
    generation: int


class Host(msgspec.Struct, frozen=True, tag_field="kind", tag="host"):
    """Another person is host from now on."""

    target: int


class Lock(msgspec.Struct, frozen=True, tag_field="kind", tag="lock"):
    """The host locks an open chair, so that nobody sits down there, or unlocks it."""

    target: int
    locked: bool


class Door(msgspec.Struct, frozen=True, tag_field="kind", tag="door"):
    """The host changes the table's `password` (its hash; empty for none), or only who may come in without giving it
    again: what was given to spectators before this `generation` opens nothing.
    """

    password: str
    generation: int


class StandIn(msgspec.Struct, frozen=True, tag_field="kind", tag="stand-in"):
    """A bot of a level plays a person's seat from now on; an empty level gives the seat back to the person."""

    target: int
    level: str


class Start(msgspec.Struct, frozen=True, tag_field="kind", tag="start"):
    """The game begins; `record` is its beginning, with the whole layout."""

    record: str


class Play(msgspec.Struct, frozen=True, tag_field="kind", tag="play", omit_defaults=True):
    """A seat's decision, in notation; `auto` if the seat's time was up and there was nothing else to decide."""

    text: str
    auto: bool = False


class Chance(msgspec.Struct, frozen=True, tag_field="kind", tag="chance"):
    """What dice or deck decided, in notation."""

    text: str


class Undo(msgspec.Struct, frozen=True, tag_field="kind", tag="undo"):
    """A seat takes back its last action."""


class Pause(msgspec.Struct, frozen=True, tag_field="kind", tag="pause"):
    """A seat interrupts the game: until it goes on nothing is played and no clock runs."""


class Resume(msgspec.Struct, frozen=True, tag_field="kind", tag="resume"):
    """The game goes on after a pause."""


class Back(msgspec.Struct, frozen=True, tag_field="kind", tag="back"):
    """The table was loaded again: the time since the last entry counts for nobody."""


class Chat(msgspec.Struct, frozen=True, tag_field="kind", tag="chat"):
    """A line of chat; `name` is that of the moment."""

    name: str
    text: str


class Rematch(msgspec.Struct, frozen=True, tag_field="kind", tag="rematch"):
    """After a game the table waits for the next one; everybody keeps their chair."""


Payload = (
    Create
    | Sit
    | Leave
    | SetBot
    | Open
    | Host
    | Lock
    | Door
    | StandIn
    | Start
    | Play
    | Chance
    | Undo
    | Chat
    | Rematch
    | Pause
    | Resume
    | Back
)

DECODER: Final[msgspec.json.Decoder[Payload]] = msgspec.json.Decoder(Payload)


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the log. `version` numbers it from 1; `seat` is who did it, None for nobody at the table.

    The first entry that a command writes carries its `command` id, a `digest` of what it asked, and `upto`, the version
    of the last entry that it wrote: all are stored in one transaction. `at` is in milliseconds since 1970.
    """

    version: int
    payload: Payload
    seat: int | None
    at: int
    command: str | None = None
    digest: str = ""
    upto: int = 0

    @property
    def kind(self) -> str:
        """The name of the kind of payload."""
        return str(self.payload.__struct_config__.tag)


def digest(*parts: object) -> str:
    """A short fingerprint of what a command asked: the same id with another request is not a resend."""
    return hashlib.blake2s(repr(parts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def encode_payload(payload: Payload) -> str:
    """The payload as it is stored."""
    return msgspec.json.encode(payload).decode("utf-8")


def decode_payload(text: str) -> Payload:
    """A stored payload."""
    return DECODER.decode(text)
