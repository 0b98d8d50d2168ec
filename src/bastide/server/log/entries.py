"""The entries of a table's log: every change of the table, in order.

A table is its log: folding all entries gives its current state. Entries record what happened, not what was requested,
so that later versions of the code read them the same way.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final

import msgspec

from bastide.server.common.model import Clock, GameResult, SeatPlan, Series, Way


class Create(msgspec.Struct, frozen=True, tag_field="kind", tag="create"):
    """The table is created, with its creator seated as host. Of a `password` only the hash is stored.

    `idle` is for how many seconds it waits for one person, 0 for ever; None in logs from before there was a choice.
    """

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
    series: Series | None = None
    idle: int | None = None
    form: dict[str, str] = {}
    hints: bool = False
    slow: bool = False
    known_cards: bool = False


class Change(msgspec.Struct, frozen=True, tag_field="kind", tag="change"):
    """The host changes the game and the chairs before it begins; `bots` are the names of new bots, by chair."""

    config: dict[str, Any]
    seats: list[SeatPlan]
    bots: dict[str, str]
    series: Series | None = None
    form: dict[str, str] = {}


class Sit(msgspec.Struct, frozen=True, tag_field="kind", tag="sit"):
    """A person takes an open chair; `host` is the host from now on."""

    name: str
    generation: int
    host: int


class Renew(msgspec.Struct, frozen=True, tag_field="kind", tag="renew"):
    """A person keeps the chair with a new token; earlier ones grant nothing."""

    generation: int


class Leave(msgspec.Struct, frozen=True, tag_field="kind", tag="leave"):
    """A person gives up the chair; `host` is the host from now on, None when no person is left."""

    generation: int
    host: int | None


class SetBot(msgspec.Struct, frozen=True, tag_field="kind", tag="bot"):
    """The host puts a bot on a chair."""

    target: int
    level: str
    name: str
    generation: int


class Open(msgspec.Struct, frozen=True, tag_field="kind", tag="open"):
    """The host clears a chair: of a bot, or (before the game) of a person."""

    target: int
    generation: int


class Host(msgspec.Struct, frozen=True, tag_field="kind", tag="host"):
    """Another person becomes host."""

    target: int


class Lock(msgspec.Struct, frozen=True, tag_field="kind", tag="lock"):
    """The host locks an open chair, so that nobody can sit down there, or unlocks it."""

    target: int
    locked: bool


class Color(msgspec.Struct, frozen=True, tag_field="kind", tag="color"):
    """A person takes another colour; the seat that had it, if any, gets theirs."""

    color: str


class Emblem(msgspec.Struct, frozen=True, tag_field="kind", tag="emblem"):
    """A person takes another emblem; the seat that had it, if any, gets theirs."""

    emblem: str


class Ready(msgspec.Struct, frozen=True, tag_field="kind", tag="ready"):
    """A person is ready for the game to begin, or is not any more."""

    ready: bool


class PasswordChange(msgspec.Struct, frozen=True, tag_field="kind", tag="door"):
    """The host changes the table's `password` (a hash; empty for none), or only makes spectators give it again.

    Spectators' tokens of an earlier `generation` grant nothing.
    """

    password: str
    generation: int


class ShowCode(msgspec.Struct, frozen=True, tag_field="kind", tag="code"):
    """The host shows the short code of a running game, by which others find the table, or hides it."""

    shown: bool


class StandIn(msgspec.Struct, frozen=True, tag_field="kind", tag="stand-in", omit_defaults=True):
    """A bot of a level plays a person's seat from now on; an empty level gives it back to the person.

    With `offered` anybody may sit down on the seat meanwhile.
    """

    target: int
    level: str
    offered: bool = False


class BotFailed(msgspec.Struct, frozen=True, tag_field="kind", tag="bot-failed"):
    """The bot of a seat has failed too often in this game: one of this level plays on."""

    target: int
    level: str


class Awaited(msgspec.Struct, frozen=True, tag_field="kind", tag="awaited"):
    """A person is awaited, which counts from `since`, in milliseconds since 1970; votes about the seat end."""

    target: int
    since: int


class Idle(msgspec.Struct, frozen=True, tag_field="kind", tag="idle"):
    """The table has waited long enough for a person: the others may decide about the seat."""

    target: int


class Here(msgspec.Struct, frozen=True, tag_field="kind", tag="here"):
    """An awaited person is there: the wait begins anew."""


class Vote(msgspec.Struct, frozen=True, tag_field="kind", tag="vote"):
    """A person votes on how the game goes on without an idle one."""

    target: int
    way: Way


class Start(msgspec.Struct, frozen=True, tag_field="kind", tag="start", omit_defaults=True):
    """The game begins; `record` is its initial record, with the complete layout.

    `rated` is the rule set under which it is rated, empty if it is not.
    """

    record: str
    rated: str = ""


class Play(msgspec.Struct, frozen=True, tag_field="kind", tag="play", omit_defaults=True):
    """A seat's decision, in notation; `auto` if played because time was up and it was the only legal action."""

    text: str
    auto: bool = False


class Chance(msgspec.Struct, frozen=True, tag_field="kind", tag="chance"):
    """The outcome of a chance event, in notation."""

    text: str


class Undo(msgspec.Struct, frozen=True, tag_field="kind", tag="undo"):
    """A seat takes back its last action."""


class Redo(msgspec.Struct, frozen=True, tag_field="kind", tag="redo"):
    """A seat takes the action again that it took back last."""


class Pause(msgspec.Struct, frozen=True, tag_field="kind", tag="pause"):
    """A seat pauses the game: until it resumes nothing is played and no clock runs."""


class Resume(msgspec.Struct, frozen=True, tag_field="kind", tag="resume"):
    """The game resumes after a pause."""


class Back(msgspec.Struct, frozen=True, tag_field="kind", tag="back"):
    """The table was loaded again: the time since the last entry counts for nobody."""


class Chat(msgspec.Struct, frozen=True, tag_field="kind", tag="chat"):
    """A line of chat; `name` is the author's name at that time."""

    name: str
    text: str


class Rematch(msgspec.Struct, frozen=True, tag_field="kind", tag="rematch", omit_defaults=True):
    """After a game the table waits for the next one; all seats are kept. `result` is how the last one ended."""

    result: GameResult | None = None


Payload = (
    Create
    | Change
    | Sit
    | Renew
    | Leave
    | SetBot
    | Open
    | Host
    | Lock
    | Color
    | Emblem
    | Ready
    | PasswordChange
    | ShowCode
    | StandIn
    | BotFailed
    | Awaited
    | Idle
    | Here
    | Vote
    | Start
    | Play
    | Chance
    | Undo
    | Redo
    | Chat
    | Rematch
    | Pause
    | Resume
    | Back
)

DECODER: Final[msgspec.json.Decoder[Payload]] = msgspec.json.Decoder(Payload)


BESIDE: Final = 300
"""What is stored with each entry beside its payload: ids, numbers and a digest, in bytes."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of the log. `version` numbers entries from 1; `seat` is the author, None if nobody at the table.

    The first entry of a command carries the `command` id, a `digest` of the request, and `upto`, the version of the
    command's last entry; all of its entries are stored in one transaction. `at` is in milliseconds since 1970.
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
        """The tag of the payload."""
        return str(self.payload.__struct_config__.tag)

    @property
    def size(self) -> int:
        """How many bytes it takes where it is stored, about; a long id of its command is not counted."""
        return BESIDE + len(msgspec.json.encode(self.payload))


def digest(*parts: object) -> str:
    """A short fingerprint of a request: a command with a known id and another digest is not a resend."""
    return hashlib.blake2s(repr(parts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def encode_payload(payload: Payload) -> str:
    """Encode a payload as it is stored."""
    return msgspec.json.encode(payload).decode("utf-8")


def decode_payload(text: str) -> Payload:
    """Decode a stored payload."""
    return DECODER.decode(text)
