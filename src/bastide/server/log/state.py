"""The state of a table: chairs, chat, the game. It changes only by folding log entries."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

import msgspec

from bastide.kernel.errors import RecordError
from bastide.server.common.banners import COLORS, EMBLEM_OF, EMBLEMS
from bastide.server.common.model import (
    Chair,
    ChatLine,
    Clock,
    ClockView,
    GameResult,
    SeatKind,
    Series,
    SeriesView,
    TableView,
)
from bastide.server.common.tokens import code_of
from bastide.server.engine.interface import Engine
from bastide.server.engine.rules_thread import rest
from bastide.server.log.clock import ClockInput, Clocks
from bastide.server.log.entries import (
    Back,
    BotFailed,
    Chance,
    Change,
    Chat,
    Color,
    Create,
    Emblem,
    Entry,
    Host,
    Leave,
    Lock,
    Open,
    PasswordChange,
    Pause,
    Play,
    Ready,
    Redo,
    Rematch,
    Renew,
    Resume,
    SetBot,
    ShowCode,
    Sit,
    StandIn,
    Start,
    Undo,
)
from bastide.server.log.match import Match
from bastide.server.log.series import decided, in_short, result_of, shown_series
from bastide.server.log.waits import Wait, stepped, usual
from bastide.view.catalogues import edition_of
from bastide.view.model import SPECTATOR

CHAT_SHOWN: Final = 200
NEWS_KEPT: Final = 200
RESULTS_KEPT: Final = 100
"""How many results of a table without a series are kept; earlier ones are no longer counted."""
REMEMBERED: Final = 4096
"""How many commands of a table are remembered in memory; older ones are found in its log (`Store.done`)."""
OF_GAMES: Final = (Start, Play, Chance, Undo, Redo)
"""The entries that are played in the game."""


class Done(NamedTuple):
    """A command that was applied: the digest of its request, the version after it, and the chair that it gave."""

    digest: str
    version: int
    seat: int | None = None
    generation: int = 0


def done_by(entry: Entry) -> Done:
    """The result of the command whose first entry this is."""
    generation = entry.payload.generation if isinstance(entry.payload, Sit | Renew) else 0
    return Done(entry.digest, entry.upto, entry.seat, generation)


class News(NamedTuple):
    """The events of one version, not yet redacted: they never leave the server in this form."""

    version: int
    events: Sequence[Any]


class Gap(NamedTuple):
    """How long a person has been disconnected: since when (seconds since 1970), and how that counts.

    `away` is longer than a moment, `absent` longer than the grace period: others may decide about the seat.
    """

    at: int
    away: bool
    absent: bool


@dataclass(frozen=True)
class ChairState:
    """A chair. `generation` grows whenever it changes hands or gets a new token, so that old tokens grant nothing.

    `stand_in` is the level of the bot that plays a person's seat for now. `since` is the version since which the seat
    has its current player: a decision based on an earlier version is stale. Its first `before` decisions of the game
    were not that player's to take back. Nobody can sit down on an open chair that is `locked`. `ready` is whether the
    person has said, in the waiting room, that the game may begin. Anybody can sit down on a seat that is `offered`
    while a bot stands in. `failed` is the level of the bot for which another plays on in this game.
    """

    kind: SeatKind = "open"
    name: str = ""
    bot: str = ""
    generation: int = 0
    stand_in: str = ""
    since: int = 0
    locked: bool = False
    before: int = 0
    ready: bool = False
    offered: bool = False
    failed: str = ""

    @property
    def level(self) -> str:
        """The level of the bot that plays this seat, empty if it is a person's or open."""
        return self.bot or self.stand_in


@dataclass
class TableState:
    """The state of a table, completely determined by its log.

    `done` are the latest applied commands, by id; `news` the latest events, complete for versions after `floor`;
    `moved` is the version of the last entry that concerned the game; `at` the time of the last entry; `size` the
    bytes of all entries, as `Entry.size` counts them; `games` how many games have begun. `planned` are the configs
    of a series, which is over once somebody has won `wins` of its games; `results` the games that were played since
    it began. `limit` is the time control, `clocks` the clocks of the current game; `paused` is the seat that paused
    the game. `colors` are the seats' colours, then those that no seat has; `emblems` are their emblems in the same
    way. `password_generation` counts the changes of the password: tokens of spectators from before grant nothing.
    `code_shown` is whether the host shows the short code of a running private game.
    `form` are the fields of the form that gave the game, `before` the config before the host changed it, until the game
    begins.
    `hints` is whether seats may ask for hints although other people play, `slow` whether bots take their time,
    `known_cards` whether the page lists the cards that everybody knows to be in each hand.
    `rated` is the rule set under which the last game is rated, empty if it is not; `starters` are then the chairs as
    the game began, and `gone` the seats whose person has left it since.
    `patience` is for how many seconds the table waits for one person (0: for ever), `waits` are those it waits for.
    """

    id: str
    name: str = ""
    config: dict[str, Any] = field(default_factory=dict)
    public: bool = False
    undo: bool = True
    spectators: bool = True
    hints: bool = False
    slow: bool = False
    known_cards: bool = False
    password: str = ""
    password_generation: int = 0
    code_shown: bool = False
    created: int = 0
    version: int = 0
    stage: Literal["waiting", "playing", "over"] = "waiting"
    host: int | None = None
    seats: list[ChairState] = field(default_factory=list)
    chat: deque[ChatLine] = field(default_factory=lambda: deque(maxlen=CHAT_SHOWN))
    lines: int = 0
    match: Match | None = None
    done: dict[str, Done] = field(default_factory=dict)
    news: deque[News] = field(default_factory=lambda: deque(maxlen=NEWS_KEPT))
    floor: int = 0
    moved: int = 0
    at: int = 0
    size: int = 0
    games: int = 0
    planned: list[dict[str, Any]] = field(default_factory=list)
    wins: int = 0
    results: list[GameResult] = field(default_factory=list)
    limit: Clock | None = None
    clocks: Clocks | None = None
    paused: int | None = None
    colors: tuple[str, ...] = COLORS
    emblems: tuple[str, ...] = EMBLEMS
    form: dict[str, str] = field(default_factory=dict)
    before: dict[str, Any] | None = None
    rated: str = ""
    starters: list[ChairState] = field(default_factory=list)
    gone: tuple[int, ...] = ()
    patience: int = 0
    waits: dict[int, Wait] = field(default_factory=dict)

    @classmethod
    def replayed(cls, engine: Engine, table: str, entries: Sequence[Entry]) -> TableState:
        """Fold a whole log. Games that were followed by a rematch are not replayed.

        :raises bastide.kernel.errors.BastideError: the log does not replay under these rules.
        """
        state = cls(table)
        started = max((entry.version for entry in entries if isinstance(entry.payload, Start)), default=0)
        for entry in entries:
            if entry.version < started and isinstance(entry.payload, OF_GAMES):
                state._check_next(entry)
                state._note(entry)
                continue
            state.replay(engine, entry)
        return state

    def replay(self, engine: Engine, entry: Entry) -> None:
        """Fold an entry, and play it in the game.

        :raises bastide.kernel.errors.BastideError: it is not the next one, or does not replay under these rules.
        """
        rest()
        self._check_next(entry)
        match = self.match
        events: Sequence[Any] = ()
        if isinstance(entry.payload, Start):
            match = Match(engine, engine.load(entry.payload.record), entry.version, len(self.seats))
        elif match is not None:
            events = match.replay(entry.version, entry.seat, entry.payload)
        self.fold(entry, match, events)

    def _check_next(self, entry: Entry) -> None:
        """Check that an entry of the log is the next one: SQLite keeps any value in any column.

        :raises RecordError: it is not, or nobody at this table can have made it.
        """
        if entry.version != self.version + 1:
            raise RecordError(f"after entry {self.version} of the log comes {entry.version!r:.20}")
        if self.version and entry.seat is not None and entry.seat not in range(len(self.seats)):
            raise RecordError(f"entry {entry.version} of the log is of seat {entry.seat!r:.20}")

    def fork(self) -> TableState:
        """A draft to try a command on. It shares the game, which must be forked before anything is played."""
        return replace(
            self,
            seats=list(self.seats),
            chat=self.chat.copy(),
            done=dict(self.done),
            news=self.news.copy(),
        )

    def fold(self, entry: Entry, match: Match | None, events: Sequence[Any] = ()) -> None:
        """Fold an entry whose effect on the game is already in `match`."""
        payload = entry.payload
        taken = 0 if match is None else len(match.game.decisions)
        match payload:
            case Play() | Chance() | Redo():
                # Nearly every entry is one of these, so they are matched first.
                self.news.append(News(entry.version, events))
                if len(self.news) == NEWS_KEPT:
                    self.floor = self.news[0].version
            case Create():
                self._create(entry, payload)
            case Change():
                self._change(entry.version, payload)
            case Sit(name, generation, host):
                assert entry.seat is not None
                # Whoever sat there before, behind a bot, has lost the seat.
                self._left(entry.seat)
                self.seats[entry.seat] = ChairState("person", name, "", generation, before=taken)
                self.host = host
            case Renew(generation):
                assert entry.seat is not None
                self.seats[entry.seat] = replace(self.seats[entry.seat], generation=generation)
            case Leave(generation, host):
                assert entry.seat is not None
                self._left(entry.seat)
                self.seats[entry.seat] = ChairState(generation=generation)
                self.host = host
            case SetBot(target, level, name, generation):
                self.seats[target] = ChairState("bot", name, level, generation)
            case Open(target, generation):
                self._left(target)
                self.seats[target] = ChairState(generation=generation)
            case Host(target):
                self.host = target
            case Lock(target, locked):
                self.seats[target] = replace(self.seats[target], locked=locked)
            case Color(color):
                assert entry.seat is not None
                mine = self.colors[entry.seat]
                # A colour brings its emblem, unless one of the two has been chosen apart.
                here, there = (self.emblems[self.colors.index(each)] for each in (mine, color))
                if (here, there) == (EMBLEM_OF[mine], EMBLEM_OF[color]):
                    self.emblems = swapped(self.emblems, here, there)
                self.colors = swapped(self.colors, mine, color)
            case Emblem(emblem):
                assert entry.seat is not None
                self.emblems = swapped(self.emblems, self.emblems[entry.seat], emblem)
            case Ready(ready):
                assert entry.seat is not None
                self.seats[entry.seat] = replace(self.seats[entry.seat], ready=ready)
            case PasswordChange(password, generation):
                self.password = password
                self.password_generation = generation
            case ShowCode(shown):
                self.code_shown = shown
            case StandIn(target, level, offered):
                self.seats[target] = replace(
                    self.seats[target], stand_in=level, since=entry.version, before=taken, offered=offered, failed=""
                )
            case BotFailed(target, level):
                seat = self.seats[target]
                self.seats[target] = replace(
                    seat, bot=seat.bot and level, stand_in=seat.stand_in and level, failed=seat.level
                )
            case Chat(name, text):
                self.lines += 1
                self.chat.append(ChatLine(self.lines, entry.seat, name, text, entry.at // 1000))
            case Rematch(result):
                self.stage = "waiting"
                match = None
                if result is not None:
                    self._next_game(result)
                # Stand-ins end: with a new game people may be back.
                self.seats = [
                    replace(seat, stand_in="", since=0, before=0, ready=False, offered=False, failed="")
                    for seat in self.seats
                ]
                self.paused = None
                self._rate("")
                self._forget(entry.version)
            case Pause():
                self.paused = entry.seat
            case Resume():
                self.paused = None
            case Start(_record, rated):
                self.stage = "playing"
                self._rate(rated)
                self.code_shown = False
                self.before = None
                self.paused = None
                self._forget(entry.version)
            case Undo():
                self.seats = [replace(seat, before=min(seat.before, taken)) for seat in self.seats]
                self._forget(entry.version)
        if self.paused is not None and self.host is not None and self.seats[self.paused].kind != "person":
            # The person who paused has left; their successor on that chair has not paused.
            self.paused = self.host
        self.match = match
        if match is not None:
            self.stage = "over" if match.over else "playing"
            if isinstance(payload, OF_GAMES):
                self.moved = entry.version
            if match.over and any(seat.offered for seat in self.seats):
                self.seats = [replace(seat, offered=False) for seat in self.seats]
        if self.limit is not None:
            self.clocks = self._timed(entry, match)
        if self.patience:
            self.waits = stepped(self, entry, () if match is None or match.over else match.game.actors)
        self._note(entry)

    def _rate(self, rules: str) -> None:
        """Begin a game that is rated under these rules, or (empty) is not."""
        self.rated = rules
        self.starters = list(self.seats) if rules else []
        self.gone = ()

    def _left(self, seat: int) -> None:
        """Note that the person who began a rated game has left it, if one did."""
        if self.stage == "playing" and self.rated and seat not in self.gone and self.starters[seat].kind == "person":
            self.gone = (*self.gone, seat)

    def _next_game(self, result: GameResult) -> None:
        """Note how a game ended, and go on to the next one of the series; one that is over begins anew."""
        results = [*self.results, result][-RESULTS_KEPT:]
        self.results = [] if self.planned and decided(results, len(self.planned), self.wins) else results
        if self.planned:
            self.config = self.planned[len(self.results)]

    def _create(self, entry: Entry, payload: Create) -> None:
        self.name = payload.name
        self.config = payload.config
        self._plan(payload.config, payload.series)
        self.form = payload.form
        self.public = payload.public
        self.undo = payload.undo
        self.spectators = payload.spectators
        self.hints = payload.hints
        self.slow = payload.slow
        self.known_cards = payload.known_cards
        self.limit = payload.clock
        self.patience = usual(public=payload.public) if payload.idle is None else payload.idle
        self.password = payload.password
        self.created = entry.at // 1000
        self.host = payload.seat
        for number, plan in enumerate(payload.seats):
            bot = ChairState("bot", payload.bots.get(str(number), ""), plan.bot)
            self.seats.append(bot if plan.kind == "bot" else ChairState())
        self.seats[payload.seat] = ChairState("person", payload.nickname, "", 1)

    def _plan(self, config: dict[str, Any], series: Series | None) -> None:
        self.planned = [] if series is None else [config, *series.games]
        self.wins = 0 if series is None else series.wins

    def _change(self, version: int, payload: Change) -> None:
        # The first config that people have seen stays the one that they compare with.
        if self.before is None:
            further = {"series": [in_short(config) for config in self.planned]} if self.planned else {}
            self.before = {**self.config, **further}
        if self.planned or payload.series is not None:
            self.results = []
        self.config = payload.config
        self._plan(payload.config, payload.series)
        self.form = payload.form
        seats = []
        for number, plan in enumerate(payload.seats):
            # A chair that comes back after it was gone has a generation that it never had: old tokens grant nothing.
            old = self.seats[number] if number < len(self.seats) else ChairState(generation=version)
            if old.kind == "person":
                old = replace(old, ready=False)
            elif plan.kind == "bot" and old.bot != plan.bot:
                old = ChairState("bot", payload.bots[str(number)], plan.bot, old.generation + 1)
            elif plan.kind == "open" and old.kind == "bot":
                old = ChairState(generation=old.generation + 1)
            seats.append(old)
        self.seats = seats

    def _timed(self, entry: Entry, match: Match | None) -> Clocks | None:
        """The clocks after an entry that is otherwise folded; None without a game."""
        if self.limit is None or match is None:
            return None
        waited = frozenset(seat for seat in match.game.actors if seat >= 0 and not match.over)
        people = frozenset(number for number, seat in enumerate(self.seats) if seat.kind == "person" and not seat.level)
        moment = ClockInput(entry.at, match.engine.turn(match.game), waited, people, self.paused is not None)
        if self.clocks is None or isinstance(entry.payload, Start):
            return Clocks.begin(self.limit, len(self.seats), moment)
        counts = not isinstance(entry.payload, Back)
        return self.clocks.step(moment, counts=counts, undo=isinstance(entry.payload, Undo))

    def _note(self, entry: Entry) -> None:
        self.version = entry.version
        self.at = entry.at
        self.size += entry.size
        self.games += isinstance(entry.payload, Start)
        if entry.command is not None:
            self.remember(entry.command, done_by(entry))

    def remember(self, command: str, done: Done) -> None:
        """Remember an applied command. The number of remembered commands is bounded."""
        self.done[command] = done
        if len(self.done) > REMEMBERED:
            del self.done[next(iter(self.done))]

    def _forget(self, version: int) -> None:
        """From this version on, earlier events cannot be told as a sequence."""
        self.news.clear()
        self.floor = version

    def since(self, version: int) -> list[News] | None:
        """The events after a version, or None if there is a gap."""
        if version < self.floor or version > self.version:
            return None
        return [news for news in self.news if news.version > version]

    def after(self, version: int) -> list[News] | None:
        """The same for a reader connected all along: an undo or a new game needs no events to follow."""
        if version < self.floor and len(self.news) == NEWS_KEPT:
            return None
        return [news for news in self.news if news.version > version]

    @property
    def names(self) -> list[str]:
        """The players' names, by seat."""
        return [seat.name for seat in self.seats]

    @property
    def awaited(self) -> list[int]:
        """The seats that must act now; a paused game waits for nobody."""
        if self.match is None or self.stage != "playing" or self.paused is not None:
            return []
        return sorted(seat for seat in self.match.game.actors if seat >= 0)

    @property
    def has_bots(self) -> bool:
        """Whether a bot plays for any seat."""
        return any(seat.level for seat in self.seats)

    @property
    def edition(self) -> str:
        """The edition in play; empty if the config names none."""
        return edition_of(self.config)

    def vacant(self) -> int | None:
        """The first chair on which anybody may sit down: open and not locked, or else one that is offered."""
        offered = (number for number, seat in enumerate(self.seats) if seat.offered)
        free = self.first("open", locked=False)
        return next(offered, None) if free is None else free

    def first(self, kind: SeatKind, *, locked: bool = True) -> int | None:
        """The first chair of a kind; with `locked=False` only an unlocked one."""
        found = (number for number, seat in enumerate(self.seats) if seat.kind == kind and (locked or not seat.locked))
        return next(found, None)

    def heir(self, leaving: int, gaps: Mapping[int, Gap] = MappingProxyType({})) -> int | None:
        """The host after this seat leaves: unchanged, or the next person in order of play, preferably a connected one.

        `gaps` are the seats of disconnected people.
        """
        if self.host is not None and self.host != leaving:
            return self.host
        order = (*range(leaving + 1, len(self.seats)), *range(leaving))
        people = [number for number in order if self.seats[number].kind == "person"]
        return min(people, key=lambda number: number in gaps, default=None)

    def own_action(self, seat: int) -> bool:
        """Whether a seat's latest decision was taken by the player that it has now."""
        return self.match is not None and self.match.latest(seat) > self.seats[seat].before

    def may_pause(self, seat: int | None) -> bool:
        """Whether a seat may pause or resume the game.

        At a private table any seat may pause; at a public one, among strangers, only the host. The seat that paused and
        the host may resume.
        """
        if seat is None or self.stage != "playing":
            return False
        if self.paused is None:
            return not self.public or seat == self.host
        return seat in (self.paused, self.host)

    def outside(self, seat: int | None, entered: bool) -> bool:
        """Whether this viewer has yet to give the password; until then only the table's name is shown."""
        return seat is None and bool(self.password) and not entered

    def may_watch(self, seat: int | None, entered: bool = False) -> bool:
        """Whether this viewer may see the game; `entered` is whether they gave the table's password."""
        return seat is not None or (self.spectators and not self.outside(seat, entered))

    @property
    def has_code(self) -> bool:
        """Whether the short code leads here: before a game, and to one that runs if it may be watched and either is
        public or its host shows the code.
        """
        if self.stage == "playing":
            return self.spectators and (self.public or self.code_shown)
        return self.stage == "waiting"

    def may_show_code(self, seat: int | None) -> bool:
        """Whether a seat may show or hide the code: the host of a private game that runs and may be watched."""
        return (
            self.stage == "playing" and self.spectators and not self.public and seat is not None and seat == self.host
        )

    def result(self, engine: Engine) -> GameResult:
        """How the finished game ended."""
        assert self.match is not None
        return result_of(engine, self.match.game, self.games, self.config, self.names)

    def _series(self, engine: Engine) -> SeriesView | None:
        if not self.planned and not self.results:
            return None
        ended = self.result(engine) if self.stage == "over" else None
        return shown_series(self.planned, self.wins, self.results, ended)

    def shown(
        self,
        engine: Engine,
        seat: int | None,
        present: frozenset[int],
        watchers: int,
        gaps: Mapping[int, Gap] = MappingProxyType({}),
        entered: bool = False,
        brief: bool = False,
    ) -> TableView:
        """The table as one viewer sees it, without running clocks.

        `brief` limits the log to the last turn.
        """
        outside = self.outside(seat, entered)
        watch = self.may_watch(seat, entered)
        game = self.match.game if self.match is not None and watch else None
        view = None if game is None else engine.view(game, SPECTATOR if seat is None else seat, brief)
        if view is not None and seat is not None and view.can_undo and not self.own_action(seat):
            view = msgspec.structs.replace(view, can_undo=False)
        return TableView(
            id=self.id,
            name=self.name,
            version=self.version,
            stage=self.stage,
            link=f"/t/{self.id}",
            config={} if outside else self.config,
            chairs=[]
            if outside
            else [
                _chair(
                    number,
                    chair,
                    self.colors[number],
                    self.emblems[number],
                    number == self.host,
                    number in present,
                    gaps.get(number),
                )
                for number, chair in enumerate(self.seats)
            ],
            seat=seat,
            host=seat is not None and seat == self.host,
            watchers=0 if outside else watchers,
            chat=list(self.chat) if watch else [],
            undo=self.undo,
            clock=None if outside or self.limit is None else ClockView(self.limit, []),
            idle=self.patience,
            paused=None if outside else self.paused,
            may_pause=self.may_pause(seat),
            code=code_of(self.id) if self.has_code and not outside else "",
            may_show_code=self.may_show_code(seat),
            password=bool(self.password),
            outside=outside,
            automatic=[] if game is None or self.match is None else list(self.match.automatic),
            view=view,
            series=self._series(engine) if watch else None,
            rated=bool(self.rated) and watch,
            before=None if outside else self.before,
        )


# The same object for all viewers until the chair changes: renderers compare chairs often.
@lru_cache(maxsize=4096)
def swapped(all_: tuple[str, ...], one: str, other: str) -> tuple[str, ...]:
    """Values in which two have changed places.

    >>> swapped(("sun", "lily", "key"), "sun", "key")
    ('key', 'lily', 'sun')
    """
    return tuple({one: other, other: one}.get(each, each) for each in all_)


def _chair(
    number: int, chair: ChairState, color: str, emblem: str, host: bool, present: bool, gap: Gap | None
) -> Chair:
    return Chair(
        number,
        chair.kind,
        chair.name,
        color,
        chair.bot,
        host,
        present,
        stand_in=chair.stand_in,
        locked=chair.locked,
        ready=chair.ready,
        emblem=emblem,
        offered=chair.offered,
        failed=chair.failed,
        away=gap.at if gap is not None and gap.away else None,
        absent=gap is not None and gap.absent,
    )
