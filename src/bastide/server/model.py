"""What travels between a table and those who sit at it or watch: requests, answers and the state of the table.

The same types serve the page (rendered to HTML by `bastide.web`) and the JSON API. Decoding is strict: an unknown
field, a wrong type or a value out of bounds is refused with the path of the fault.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from bastide.view.views import AnyView

Name = Annotated[str, Meta(min_length=1, max_length=24)]
"""A nickname or the name of a table, after trimming; control characters are refused by the table."""
Text = Annotated[str, Meta(min_length=1, max_length=500)]
Notation = Annotated[str, Meta(min_length=1, max_length=200)]
CommandId = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[^\\x00]+$")]
"""Any text; a zero sign is the only one that no database keeps."""
Password = Annotated[str, Meta(max_length=64)]
"""The password of a table; empty for none."""
SeatKind = Literal["open", "person", "bot"]


class SeatPlan(msgspec.Struct, forbid_unknown_fields=True):
    """One chair of a table to be made: open for anybody with the link, or a bot of a level (`random`, `greedy`)."""

    kind: Literal["open", "bot"] = "open"
    bot: str = "greedy"


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How long people may think, in seconds; `bastide.server.clock` says how it runs.

    `turn`: `seconds` for each own turn. `reserve`: `seconds` for the whole game, and `increment` more whenever an own
    turn begins. What is decided out of turn (discards, answers to an offer) has `answer` seconds of its own each time.
    `late` is what happens to whoever has no time left and a choice: the table waits, or a bot stands in.
    """

    kind: Literal["turn", "reserve"]
    seconds: Annotated[int, Meta(ge=5, le=604_800)]
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 0
    answer: Annotated[int, Meta(ge=5, le=86_400)] = 30
    late: Literal["wait", "bot"] = "wait"


class CreateTable(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A table to be made. `config` is a game config (see docs/api.md); the maker takes the first open chair as host.

    With a `password` nobody else sits down or watches without it; it is kept as a hash and never shown.
    """

    name: Name
    nickname: Name
    config: dict[str, Any]
    seats: list[SeatPlan]
    public: bool = False
    undo: bool = True
    spectators: bool = True
    clock: Clock | None = None
    start: bool = False
    password: Password = ""


class Chair(msgspec.Struct, frozen=True):
    """One seat of a table as everybody sees it. `present` is whether a person's page is connected.

    `stand_in` is the level of the bot that plays for a person now, empty if none does. `away` is since when (seconds
    since 1970) a person has not been connected, None if that was a moment ago; `absent` is whether it is so long that
    others may decide about the seat. On an open chair that is `locked` nobody can sit down.
    """

    seat: int
    kind: SeatKind
    name: str
    color: str
    bot: str
    host: bool
    present: bool
    stand_in: str = ""
    away: int | None = None
    absent: bool = False
    locked: bool = False


class SeatClock(msgspec.Struct, frozen=True):
    """A person's clock: the milliseconds left, and whether it runs.

    `answer` is whether this is the time of a decision out of turn. Where nothing is left, time is up.
    """

    seat: int
    left: int
    running: bool
    answer: bool


class ClockView(msgspec.Struct, frozen=True):
    """The clocks of a table at the moment of asking; those that run go on from there. Bots have none."""

    rule: Clock
    seats: list[SeatClock]


class ChatLine(msgspec.Struct, frozen=True):
    """One line of chat. `seat` is None for a spectator; `at` is seconds since 1970."""

    number: int
    seat: int | None
    name: str
    text: str
    at: int


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """A table as one viewer sees it. `view` is None until the game has begun.

    `version` counts everything that changes the table (decisions, undo, chairs, chat); a client says the last one it
    has. `stage` is waiting, playing or over. `link` is the path to share. `clock` is None for a table without clocks,
    and holds none before the game; `paused` is the seat that has paused the game, None while it goes on; `may_pause`
    is whether the viewer may pause it, or let it go on.
    `automatic` are the versions of those lines of `view.log` that tell of what was played because a time was up.
    `password` is whether the table has one; `outside` whether the viewer has yet to give it, and sees the name alone.
    """

    id: str
    name: str
    version: int
    stage: Literal["waiting", "playing", "over"]
    link: str
    config: dict[str, Any]
    chairs: list[Chair]
    seat: int | None
    host: bool
    watchers: int
    chat: list[ChatLine]
    undo: bool
    view: AnyView | None
    clock: ClockView | None = None
    paused: int | None = None
    may_pause: bool = False
    password: bool = False
    outside: bool = False
    automatic: list[int] = []


class Command(msgspec.Struct, forbid_unknown_fields=True):
    """One request. `id` makes a resent command apply once. `text` is a notation for `play`, words for `chat`.

    do: play, undo, chat, sit (text = nickname), leave, bot (seat + text = level), open (seat),
    lock and unlock (seat; without one all open chairs), host (seat of the next host), start, rematch,
    stand-in (seat + text = level: a bot plays for a person; without seat for oneself), back (ends that), pause, resume,
    why (text = a notation or a verb; answered by `Ack` if it is possible now, else by `Refused` with the reason), seen
    (asks for what followed `version`; text = the panels at which a page does not look now, with a full stop between
    each two: they are left out), ping, password (the host gives the table the password `secret`, or takes it off with
    an empty one), withdraw (the host lets all who watch give the password again). `secret` is also what `sit` needs
    where there is a password.
    """

    id: CommandId
    do: Literal[
        "play",
        "undo",
        "chat",
        "sit",
        "leave",
        "bot",
        "open",
        "lock",
        "unlock",
        "host",
        "stand-in",
        "back",
        "start",
        "pause",
        "resume",
        "rematch",
        "why",
        "seen",
        "ping",
        "password",
        "withdraw",
    ]
    text: Annotated[str, Meta(max_length=500)] = ""
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None
    version: Annotated[int, Meta(ge=0)] | None = None
    secret: Password = ""


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request was refused: a code, a sentence that quotes the input, the rule's id if a rule forbids it.

    `missing` are the goods that lack, if that is the reason.
    """

    code: str
    message: str
    rule: str = ""
    missing: dict[str, int] = {}


class Ack(msgspec.Struct, frozen=True, tag="ack"):
    """The command is stored and applied; `version` is the table's after it."""

    id: str
    version: int


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """The command changed nothing."""

    id: str
    fault: Fault
    version: int


class Panels(msgspec.Struct, frozen=True, tag="panels"):
    """Parts of the page that changed, as HTML or SVG by element id, and the redacted events that they show.

    `clock` are the clocks as they stand when this is sent; the page lets them run on.
    """

    version: int
    panels: dict[str, str]
    events: list[dict[str, Any]] = []
    whole: bool = False
    clock: ClockView | None = None


class Shown(msgspec.Struct, frozen=True, tag="table"):
    """The table as the caller sees it, as data: what `Panels` is for clients that draw themselves.

    Only a whole frame surely holds all of `table.chat` and `table.view.log`; others may leave out what the frames
    before told. Lines of chat are numbered. `lines` says how long the log is: `view.log` are its last lines.
    """

    version: int
    table: TableView
    events: list[dict[str, Any]] = []
    whole: bool = False
    lines: int = 0


class Seated(msgspec.Struct, frozen=True, tag="seated"):
    """A seat was taken. `token` proves it later: as cookie, as `Authorization: Bearer`, or as query `token`."""

    id: str
    version: int
    table: str
    seat: int
    token: str
    link: str


class SitDown(msgspec.Struct, forbid_unknown_fields=True):
    """A request for a chair. `id` is chosen at random by the client: who knows it is given the same seat again."""

    nickname: Name
    id: Annotated[str, Meta(min_length=16, max_length=64, pattern="^[^\\x00]+$")]
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None
    password: Password = ""


class Enter(msgspec.Struct, forbid_unknown_fields=True):
    """The password of a table, from whoever wants to watch, or to see who sits there before taking a seat."""

    password: Password


class Entered(msgspec.Struct, frozen=True, tag="entered"):
    """The password was right: `token` shows what a spectator sees, and a seat may be taken with it."""

    version: int
    table: str
    token: str
    link: str


class TableCard(msgspec.Struct, frozen=True):
    """A table in a list: `seat` is the caller's own, if the caller sits there.

    Of a table with a `password` strangers are told neither who plays nor what.
    """

    id: str
    name: str
    stage: Literal["waiting", "playing", "over"]
    link: str
    created: int
    seats: int
    open: int
    players: list[str]
    config: dict[str, Any]
    seat: int | None = None
    password: bool = False


class Tables(msgspec.Struct, frozen=True):
    """Public tables, newest first."""

    tables: list[TableCard]


Frame = Ack | Refused | Panels | Shown | Seated
"""Everything that a table says over its socket."""
