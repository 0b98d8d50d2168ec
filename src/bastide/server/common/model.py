"""Messages between the server and its clients: requests, answers, and the state of a table.

The same types serve the page (rendered to HTML by `bastide.web`) and the JSON API. Decoding is strict: an unknown
field, a wrong type or a value out of bounds is refused with its path.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from bastide.server.common.banners import look
from bastide.view.hints import Hints
from bastide.view.views import AnyView

Name = Annotated[str, Meta(min_length=1, max_length=24)]
"""A nickname or a table name, after trimming. The table refuses control characters."""
Text = Annotated[str, Meta(min_length=1, max_length=500)]
Notation = Annotated[str, Meta(min_length=1, max_length=200)]
CommandId = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[^\\x00]+$")]
"""Any text without NUL, which databases do not store."""
Password = Annotated[str, Meta(max_length=64)]
"""The password of a table; empty for none."""
SeatKind = Literal["open", "person", "bot"]


class SeatPlan(msgspec.Struct, forbid_unknown_fields=True):
    """One chair of a new table: open to anybody with the link, or a bot of a level (`easy`, `greedy`)."""

    kind: Literal["open", "bot"] = "open"
    bot: str = "greedy"


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How long people may think, in seconds; `bastide.server.log.clock` says how it runs.

    `turn`: `seconds` for each own turn. `reserve`: `seconds` for the whole game, plus `increment` at the start of each
    own turn. A decision out of turn (a discard, an answer to an offer) has its own `answer` seconds each time. `late`
    is what happens when a person with a choice runs out of time: the table waits, or a bot stands in.
    """

    kind: Literal["turn", "reserve"]
    seconds: Annotated[int, Meta(ge=5, le=604_800)]
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 0
    answer: Annotated[int, Meta(ge=5, le=86_400)] = 30
    late: Literal["wait", "bot"] = "wait"


MOST_GAMES: Final = 12
"""The most games of a series."""


class Series(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Games that the same people play one after the other. `games` are the configs of those after the first.

    With `wins` the series is over as soon as a player has won so many games; with 0 all games are played.
    """

    games: Annotated[list[dict[str, Any]], Meta(min_length=1, max_length=MOST_GAMES - 1)]
    wins: Annotated[int, Meta(ge=0, le=MOST_GAMES)] = 0


Form = Annotated[dict[Annotated[str, Meta(max_length=64)], Annotated[str, Meta(max_length=64)]], Meta(max_length=100)]
"""The fields of a form."""


class CreateTable(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A request for a new table. `config` is a game config (see docs/api.md); the creator gets the first open chair as
    host. `series` are the games after it.

    With a `password`, nobody else can sit down or watch without it. Only its hash is stored, and it is never shown.

    `idle` is for how many seconds the game waits for one person before the others may decide about the seat; 0 is for
    ever. Without it a public table waits 300 s and a private one a day. Without `clock` a public table has 300 s for
    each turn and 120 s for an answer, and a private one no clock; null is for none. `form` are the fields of the page's
    form that made it: the host changes the game in the same form. With `hints`, seats may ask for hints although other
    people play. With `slow`, bots take their time: `SLOWER` times as long as else. With `known_cards`, for a table of
    the island, the page lists the cards that everybody knows to be in each hand.
    """

    name: Name
    nickname: Name
    config: dict[str, Any]
    seats: list[SeatPlan]
    public: bool = False
    undo: bool = True
    spectators: bool = True
    clock: Clock | UnsetType | None = UNSET
    idle: Annotated[int, Meta(ge=0, le=604_800)] | None = None
    start: bool = False
    password: Password = ""
    series: Series | None = None
    form: Form = {}
    hints: bool = False
    slow: bool = False
    known_cards: bool = False


class ChangeGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Another game for a table that waits: its config, its chairs and the games after it.

    `seats` are all chairs from now on, more or fewer than before. People keep theirs, whatever is planned for it; a
    bot of the same level stays. `form` are the fields of the page's form that gave this, for the next change.
    """

    config: dict[str, Any]
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=8)]
    series: Series | None = None
    form: Form = {}


class Chair(msgspec.Struct, frozen=True):
    """One seat of a table as everybody sees it. `present` is whether the person's page is connected.

    `stand_in` is the level of the bot that plays for a person now, empty if none. `away` is when the person
    disconnected (seconds since 1970), None if connected or only briefly gone; `absent` is whether they have been gone
    long enough for others to decide about the seat. Nobody can sit down on an open chair that is `locked`. `ready` is
    whether the person has said, before the game, that it may begin. `emblem` is the emblem beside the `color`. Anybody
    may sit down on a person's chair that is `offered`, until the person takes it back. `failed` is the level of the bot
    that failed three times in this game, so that the one named plays on for it.
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
    ready: bool = False
    emblem: str = ""
    offered: bool = False
    failed: str = ""

    @property
    def look(self) -> str:
        """The name by which its banner and pieces are drawn."""
        return look(self.color, self.emblem)


class SeatClock(msgspec.Struct, frozen=True):
    """A person's clock: the milliseconds left, and whether it runs.

    `answer` is whether this is the time for a decision out of turn. At 0 time is up.
    """

    seat: int
    left: int
    running: bool
    answer: bool


class ClockView(msgspec.Struct, frozen=True):
    """The clocks of a table when the view was made; those that run continue from there. Bots have none."""

    rule: Clock
    seats: list[SeatClock]


Way = Literal["bot", "open", "wait"]
"""What the others may decide about an idle person's seat."""


class Ballot(msgspec.Struct, frozen=True):
    """The vote of a seat about an idle one: a bot plays, a bot plays until somebody takes the seat, or wait longer."""

    seat: int
    way: Way


class WaitView(msgspec.Struct, frozen=True):
    """A wait for one person. `left` is the milliseconds until the others may decide, None while it does not count;
    `soon` is whether little of it is left: the person is asked.

    Once the seat is `idle`, the people of the seats `voters` decide about it; `votes` are their votes so far. In a
    pause and before a game the host is awaited, and passes on without a vote. `eased` is whether only a decision of the
    person ends the wait, and no `here`.
    """

    seat: int
    left: int | None
    soon: bool
    idle: bool
    eased: bool
    voters: list[int]
    votes: list[Ballot]


class OfferTimes(msgspec.Struct, frozen=True):
    """The times of answers to offers, in seconds: how long a bot's offer stands before silence counts as a refusal, and
    the shortest and longest delay of an automatic answer, a bot's or a person's standing one.
    """

    stands: float
    delay: tuple[float, float]


class ChatLine(msgspec.Struct, frozen=True):
    """One line of chat. `seat` is None for a spectator; `at` is in seconds since 1970."""

    number: int
    seat: int | None
    name: str
    text: str
    at: int


class GameResult(msgspec.Struct, frozen=True):
    """How a finished game of a table ended. `names` and `points` are by seat, `winners` are seats (none for a draw).

    `game` counts all games of the table from 1, as `?game=` of its record does.
    """

    game: int
    config: dict[str, Any]
    names: list[str]
    points: list[int]
    winners: list[int]


class Standing(msgspec.Struct, frozen=True):
    """What a player has reached in a series. `place` counts from 1 by wins and is shared by equals (TB-GEN-002)."""

    name: str
    wins: int
    points: int
    place: int


class SeriesView(msgspec.Struct, frozen=True):
    """The games of a table: those that were played since the series began, and those to come.

    `planned` are the configs of all games of the series, without their maps; empty if the table plays no series, and
    its games are only counted. `number` is the game that is waited for, played or just over, counted from 1. When the
    series is `over`, a rematch begins it anew.
    """

    planned: list[dict[str, Any]]
    wins: int
    results: list[GameResult]
    standings: list[Standing]
    number: int
    over: bool


class HintView(msgspec.Struct, frozen=True):
    """The hints of a seat that may ask for them: how many it has left in this game, and the one for this position.

    `hints` is None until the seat has asked, and again once the position has changed.
    """

    left: int
    hints: Hints | None = None


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """A table as one viewer sees it. `view` is None until the game has begun.

    `version` counts every change of the table (decisions, undo, chairs, chat); a client reports the last one it has.
    `stage` is waiting, playing or over. `link` is the path to share. `clock` is None for a table without clocks, and
    has no seats before the game; `idle` is for how many seconds the table waits for one person (0: for ever), `waits`
    are those for whom it waits now; `paused` is the seat that paused the game, None while it runs; `may_pause` is
    whether the viewer may pause or resume it. `code` is the short code that leads to the table now, empty if none does;
    `may_show_code` is whether the viewer may show and hide it. `automatic` lists the versions of lines in `view.log`
    that were played because time was up; `offers` are the times of answers to offers. `password` is whether the table
    has one; `outside` is whether the viewer has yet to give it and sees only the name. `series` has the table's other
    games, None at its only game. `bots` are the levels of bots that this server can seat. `before` is the config before
    the host changed the game in the waiting room, with the `series` that was planned then, if any; None without a
    change. `hint` is what the viewer's seat has of hints, None where it may not ask for any. `rated` is whether the
    game counts for the ratings of its players.
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
    idle: int = 0
    waits: list[WaitView] = []
    paused: int | None = None
    may_pause: bool = False
    code: str = ""
    may_show_code: bool = False
    password: bool = False
    outside: bool = False
    automatic: list[int] = []
    offers: OfferTimes | None = None
    series: SeriesView | None = None
    bots: list[str] = []
    before: dict[str, Any] | None = None
    hint: HintView | None = None
    rated: bool = False


class Command(msgspec.Struct, forbid_unknown_fields=True):
    """One request. Resending a command with the same `id` is idempotent. `text` is a notation for `play`, words for
    `chat`. `before` is a notation that `play` plays first: both are played, or neither.

    do: play, undo, redo, chat, sit (text = nickname), leave, bot (seat + text = level), open (seat), lock and unlock
    (seat; all open chairs without one), renew (a new token for one's own seat: earlier ones show the table to a
    spectator), color (text = garnet, azure, ivory, amber, green, mauve, sky or ink: one's own colour, before the game),
    emblem (text = sun, lily, tower, bell, trefoil, rose, shell or key: the same for the emblem), ready and unready
    (before the game), host (seat of the next host), change (before the game, the host: `game` is the other game),
    start (text = level: bots of it take the open chairs first), rematch, stand-in (seat + text = level: a bot plays for
    a person; without seat for oneself), back (ends that), here (answers the question whether one is there), vote (seat
    + text = bot, open or wait, with the version: about a person who is idle), pause, resume, why (text = a notation or
    a verb; answered by `Ack` if it is possible now, else by `Refused` with the reason), hint (with the
    version: what to do now; answered once the table has it as `TableView.hint`), seen (asks for everything after
    `version`; text = ids of panels not on screen, separated by full stops: they are not rendered), ping, password (the
    host sets the table's password to `secret`, or removes it with an empty one), withdraw (the host makes all
    spectators give the password again), show-code and hide-code (the host of a private game that runs: whether its
    short code leads to it). `secret` is also what `sit` needs at a table with a password.
    """

    id: CommandId
    do: Literal[
        "play",
        "undo",
        "redo",
        "chat",
        "sit",
        "renew",
        "leave",
        "bot",
        "open",
        "lock",
        "unlock",
        "color",
        "emblem",
        "ready",
        "unready",
        "host",
        "stand-in",
        "back",
        "here",
        "vote",
        "change",
        "start",
        "pause",
        "resume",
        "rematch",
        "why",
        "hint",
        "seen",
        "ping",
        "password",
        "withdraw",
        "show-code",
        "hide-code",
    ]
    text: Annotated[str, Meta(max_length=500)] = ""
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None
    version: Annotated[int, Meta(ge=0)] | None = None
    secret: Password = ""
    game: ChangeGame | None = None
    before: Annotated[str, Meta(max_length=500)] = ""


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request was refused: a code, a sentence that quotes the input, and the rule's id if a rule forbids it.

    `missing` are the missing goods, if that is the reason.
    """

    code: str
    message: str
    rule: str = ""
    missing: dict[str, int] = {}


class Ack(msgspec.Struct, frozen=True, tag="ack"):
    """The command is stored and applied; `version` is the table's version after it."""

    id: str
    version: int


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """The command changed nothing."""

    id: str
    fault: Fault
    version: int


class Panels(msgspec.Struct, frozen=True, tag="panels"):
    """Parts of the page that changed, as HTML or SVG by element id, with the redacted events that they show.

    `clock` holds the clocks at the time of sending; the page lets them run on.
    """

    version: int
    panels: dict[str, str]
    events: list[dict[str, Any]] = []
    whole: bool = False
    clock: ClockView | None = None


class Shown(msgspec.Struct, frozen=True, tag="table"):
    """The table as the caller sees it, as data: the counterpart of `Panels` for clients that render it themselves.

    Only a frame with `whole` is certain to hold all of `table.chat` and `table.view.log`; other frames may leave out
    what earlier frames contained. Chat lines are numbered. `lines` is the length of the log; `view.log` are its last
    lines.
    """

    version: int
    table: TableView
    events: list[dict[str, Any]] = []
    whole: bool = False
    lines: int = 0


class Seated(msgspec.Struct, frozen=True, tag="seated"):
    """A seat was taken or renewed. `token` proves it: as a cookie, `Authorization: Bearer`, or query `token`."""

    id: str
    version: int
    table: str
    seat: int
    token: str
    link: str


class SitDown(msgspec.Struct, forbid_unknown_fields=True):
    """A request for a chair. The client chooses `id` at random: a resend with the same id returns the same seat."""

    nickname: Name
    id: Annotated[str, Meta(min_length=16, max_length=64, pattern="^[^\\x00]+$")]
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None
    password: Password = ""


class Enter(msgspec.Struct, forbid_unknown_fields=True):
    """The table's password, from a spectator, or from a person who wants to see the table before taking a seat."""

    password: Password


class Entered(msgspec.Struct, frozen=True, tag="entered"):
    """The password was right: `token` grants a spectator's view, and allows taking a seat."""

    version: int
    table: str
    token: str
    link: str


class TableCard(msgspec.Struct, frozen=True):
    """A table in a list; `seat` is the caller's own seat there, if any.

    `open` is the number of seats that anybody may take: open chairs that are not locked, and seats of idle people that
    the others have opened; such a person is still among the `players`. `awaited` are the seats that must act now; only
    lists of the caller's own tables have them.

    For a table with a `password`, strangers see neither players nor config.
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
    awaited: list[int] = []

    @property
    def turn(self) -> bool:
        """Whether the game awaits the caller."""
        return self.seat in self.awaited


class Tables(msgspec.Struct, frozen=True):
    """Public tables, newest first."""

    tables: list[TableCard]


Frame = Ack | Refused | Panels | Shown | Seated
"""Every message that the server sends over a table's socket."""
