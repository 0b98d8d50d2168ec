"""A table in memory: a queue of commands, applied one at a time, each stored before readers are told."""

from __future__ import annotations

import asyncio
import enum
import logging
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import msgspec

from bastide.kernel.errors import BastideError, quote
from bastide.server.common.faults import RequestRefused, of_engine, of_reason, plain
from bastide.server.common.limits import Buckets
from bastide.server.common.logs import Fields, mark, milliseconds, write
from bastide.server.common.model import ChangeGame, Command
from bastide.server.common.tokens import new_id
from bastide.server.engine.contained import contained
from bastide.server.log import timing
from bastide.server.log.checks import STAGES
from bastide.server.log.commands import apply_command, command_key, done_before, request_digest
from bastide.server.log.draft import Draft, Outcome, Who
from bastide.server.log.ownership import OURS, Connected, OwnerInfo
from bastide.server.log.people import check_entered
from bastide.server.log.state import Gap, News, TableState, done_by
from bastide.server.storage.loading import load_table
from bastide.server.storage.readable import readable, unknown_table
from bastide.server.storage.results import ending
from bastide.server.storage.store import Conflict, NotOwner, StoreError
from bastide.server.tables.alarm import Alarm
from bastide.server.tables.bots import BotPlayers
from bastide.server.tables.hints import HintDesk
from bastide.server.tables.log_room import check_room
from bastide.server.tables.offers import OfferCloser
from bastide.server.tables.pictures import Pictures
from bastide.server.tables.presence import Presence
from bastide.server.tables.queue import QueuedCommand
from bastide.server.tables.shared import Shared
from bastide.server.tables.sharing import Sharing
from bastide.server.tables.snapshot_writer import SnapshotWriter
from bastide.server.tables.table_clock import TableClock
from bastide.server.tables.wait_watch import WaitWatch

log = logging.getLogger("bastide.table")

WAITING: Final = 256
"""The maximum length of a table's command queue."""


class Writing(enum.Enum):
    """How storing the table goes."""

    WORKS = "every command so far could be stored, or was refused"
    STALLED = "the last one could not be stored: nobody can act, and the clocks stand until it is tried again"
    RECOVERING = "it is tried again: first that no clock counts the time since"


class Memory(enum.Enum):
    """What the table in memory is worth."""

    CURRENT = "it is what the database has"
    DOUBTFUL = "the database may have more: it is loaded before the next command"


class Watcher(Protocol):
    """A reader connected to a table: it is told of changes, and then asks for what to show."""

    who: Who

    def notify(self, news: Sequence[News] | None) -> None:
        """The table changed: by these events, or (None) in a way that events cannot tell."""
        ...

    def dismiss(self) -> None:
        """The table is being closed here; the reader should reconnect."""
        ...

    def withdraw(self) -> None:
        """The reader must give the table's password (again); nothing is shown until then."""
        ...


class Table:
    """One table. Commands go in through `do`; `join` subscribes to changes."""

    def __init__(self, shared: Shared, state: TableState, info: OwnerInfo = OURS, kept: int = 0) -> None:
        self.shared = shared
        self.state = state
        self.watchers: set[Watcher] = set()
        self.closed = False
        self.used = self._unwatched = time.monotonic()
        self._queue: asyncio.Queue[QueuedCommand] = asyncio.Queue(WAITING)
        self.clock = TableClock(self)
        self._memory = Memory.CURRENT
        self._writing = Writing.WORKS
        self._pictures = Pictures(self)
        self.view, self.panels = self._pictures.view, self._pictures.panels
        self._announced = state.version
        self._password_generation = state.password_generation
        self.sharing = Sharing(self, info)
        self._snapshot_writer = SnapshotWriter(self, kept)
        self._snapshot_writer.look()
        self._worker = asyncio.create_task(self._work(), name="table")
        self.bots = BotPlayers(self)
        self.offers = OfferCloser(self)
        self.hints = HintDesk(self, self._show_seat)
        # Spectators must not use up the chat limit of players.
        self._chats = Buckets(shared.settings.chat_rate, shared.settings.chat_burst)
        self._undos = Buckets(shared.settings.undo_rate, shared.settings.undo_burst)
        # The end of a period changes what is shown, and nothing else.
        self.presence = Presence(shared.settings.absence, lambda: self._changed([]), shared.steady)
        self.presence.update(state.seats, ())
        self.alarm = Alarm(self) if state.limit is not None else None
        self.wait_watch = WaitWatch(self)

    async def do(
        self, who: Who, command: Command, apply: Callable[[Draft, Who, Command], Outcome] = apply_command
    ) -> Outcome:
        """Apply a command. When this returns, it is on disk.

        It is applied even if the caller is cancelled. `apply` is what the server itself does instead of
        `apply_command`.

        :raises RequestRefused: it is not possible; nothing is changed.
        """
        self.used = time.monotonic()
        self.heard(who)
        if command.secret:
            # The password has been checked: nothing behind this point needs it, least of all another server.
            command = msgspec.structs.replace(command, secret="")
        seat = self.current(who).seat
        limits: list[tuple[Buckets, str]] = []
        if not self.knows(who, command):
            limits += [(self._chats, "watches" if seat is None else "sits")] if command.do == "chat" else []
            limits += [(self._undos, str(seat))] if command.do in ("undo", "redo", "change") else []
        for buckets, asker in limits:
            wait = buckets.wait(asker)
            if wait:
                raise RequestRefused("rate", "Too many requests: try again in {retry} s", retry=int(wait) + 1)
        if seat is not None:
            # Before it is queued: the table goes on meanwhile.
            for level in levels_of(command):
                await self.shared.try_bot(self.state.id, level)
        try:
            return await self._queued(who, command, apply)
        except RequestRefused:
            # Only commands that change the table count; clients repeat one that is refused for now.
            for buckets, asker in limits:
                buckets.give(asker)
            raise

    def knows(self, who: Who, command: Command) -> bool:
        """Whether a command with this id was applied: it gets the same answer, even if a limit was reached since."""
        return command_key(who, command) in self.state.done

    async def _queued(self, who: Who, command: Command, apply: Callable[[Draft, Who, Command], Outcome]) -> Outcome:
        """Put a command into the queue and wait for its outcome.

        :raises RequestRefused: it is not possible; nothing is changed.
        """
        if not who.bot and apply is apply_command and not self.knows(who, command):
            check_room(self.state, self.shared.settings, who, command, watches=self.current(who).seat is None)
        if self.closed or self._queue.full():
            raise RequestRefused(
                "busy", "The table is too busy; send {input} again in a moment", input=quote(command.do)
            )
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(QueuedCommand(who, command, apply, future, time.perf_counter(), self.now()))
        return await future

    def now(self) -> int:
        """The current time for this table's clocks."""
        return self.clock.now()

    def synchronize(self) -> None:
        """Another server has just stored the last entry: set the clock to its time."""
        self.clock.synchronize()

    @contained()
    def why(self, who: Who, text: str) -> RequestRefused | None:
        """Why a notation or a verb is not possible for the seat now, or None if it is."""
        match = self.state.match
        if who.seat is None:
            return RequestRefused(
                "spectator", "You watch this table: take a seat before you {input}", input=quote(text)
            )
        if match is None or self.state.stage != "playing":
            return RequestRefused("stage", STAGES[self.state.stage], input=quote(text))
        try:
            timing.check_running(self.state)
        except RequestRefused as refusal:
            return refusal
        try:
            reason = self.shared.engine.explain(match.game, text, who.seat)
        except BastideError as error:
            return of_engine(error, self.state.names, edition=self.state.edition)
        if reason is None:
            return None
        return of_reason(reason, self.state.names, quote(text), self.state.edition)

    @contained()
    def events(self, news: News, viewer: int) -> list[dict[str, Any]]:
        """The events of one version, redacted for a viewer."""
        match = self.state.match
        return [] if match is None else self.shared.engine.events(match.game, news.events, viewer)

    def current(self, who: Who) -> Who:
        """The author if the seat is still theirs, else a spectator; one without the current password loses that too."""
        seat = who.seat
        if who.entered and who.generation != self.state.password_generation:
            return Who()
        if seat is not None and self.state.seats[seat].generation != who.generation:
            return Who()
        return who

    def heard(self, who: Who) -> None:
        """Note a sign of life of a seated person, with or without a connection."""
        if not who.bot and (seat := self.current(who).seat) is not None:
            self.presence.heard(seat)

    @property
    def present(self) -> frozenset[int]:
        """The seats whose people are connected, to any server."""
        return self.connected.seats | self.sharing.seats

    def gaps(self) -> dict[int, Gap]:
        """The seats of disconnected people."""
        return self.presence.gaps()

    @property
    def connected(self) -> Connected:
        """The readers connected to this server."""
        people = [watcher.who for watcher in self.watchers]
        seats = frozenset(who.seat for who in people if who.seat is not None)
        return Connected(seats, sum(who.seat is None and not self.state.outside(None, who.entered) for who in people))

    async def record(self, who: Who, number: int | None = None, asker: str = "") -> str:
        """The record of the last game at this table, or of a game by number, counted from 1, for an address.

        :raises RequestRefused: there is no such game, or it is still running: a record shows every hand.
        """
        check_entered(self.state, who)
        if not self.state.may_watch(who.seat, who.entered):
            raise RequestRefused("spectator", "This table shows nothing to spectators; take a seat")
        shared = self.shared
        return await shared.archive.record(shared.store, shared.engine, self.state, number, asker)

    def join(self, watcher: Watcher) -> None:
        """Add a reader."""
        self.used = time.monotonic()
        self.watchers.add(watcher)
        self._changed([])

    def part(self, watcher: Watcher) -> None:
        """Remove a reader."""
        self.used = self._unwatched = time.monotonic()
        self.watchers.discard(watcher)
        if not self.closed:
            # The readers of a closed table leave one after the other: none of them is shown that.
            self._changed([])

    def show(self) -> None:
        """Send all readers the table again without a new version: a clock has run out, or presence changed."""
        self._changed([])

    def _show_seat(self, seat: int) -> None:
        """Send the readers of one seat the table again; nobody else learns of it."""
        self._pictures.clear()
        for watcher in list(self.watchers):
            if watcher.who.seat == seat:
                watcher.notify([])

    async def came_back(self, *, at_once: bool = False) -> None:
        """Note that the table was loaded, taken over, or can be stored again: no clock counts the time before.

        `at_once` is for a caller that already holds the table's turn.

        :raises RequestRefused: this could not be stored.
        """

        def apply(draft: Draft, who: Who, command: Command) -> Outcome:
            timing.came_back(draft)
            return Outcome(draft.state.version)

        if self.state.clocks is not None and self.state.clocks.running:
            command = Command(id=f"back-{new_id()}", do="resume")
            try:
                if not at_once:
                    await self.do(Who(), command, apply)
                    return
                future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
                await self._apply(QueuedCommand(Who(), command, apply, future, time.perf_counter(), self.now()))
            except RequestRefused:
                # It is stored before the next command; until then the clocks stand.
                self._writing = Writing.STALLED
                raise

    @property
    def stalled(self) -> bool:
        """Whether the last attempt to store the table failed: nobody can act, and the clocks stand."""
        return self._writing is not Writing.WORKS

    async def recover(self) -> None:
        """Try whether a stalled table can be stored again.

        :raises RequestRefused: it cannot.
        """

        def apply(draft: Draft, who: Who, command: Command) -> Outcome:
            return Outcome(draft.state.version)

        await self.do(Who(), Command(id=f"back-{new_id()}", do="resume"), apply)

    @property
    def spectators(self) -> int:
        """The number of spectators at all servers."""
        return self.connected.watchers + self.sharing.watchers

    @property
    def stage(self) -> str:
        """The stage of the table: waiting, playing or over."""
        return self.state.stage

    @property
    def waiting(self) -> int:
        """The number of queued commands."""
        return self._queue.qsize()

    @property
    def watched(self) -> bool:
        """Whether a reader is connected to this server."""
        return bool(self.watchers)

    @property
    def owned(self) -> bool:
        """Whether this server owns the table and applies its commands."""
        return self.sharing.owned

    @property
    def attended(self) -> bool:
        """Whether a seated person is connected, to any server."""
        return bool(self.present)

    @property
    def idle(self) -> float:
        """For how many seconds nobody has needed this table, here or at another server."""
        busy = self.watchers or self.sharing.attended or self._queue.qsize() or self.bots.thinking
        return 0.0 if busy else time.monotonic() - self.used

    @property
    def watched_elsewhere(self) -> float:
        """For how many seconds this server has owned the table for readers of other servers only."""
        here = self.watchers or not self.sharing.attended or self._queue.qsize() or self.bots.thinking
        return 0.0 if here else time.monotonic() - self._unwatched

    async def close(self) -> None:
        """Apply the queued commands, then stop. Connected readers are told to reconnect."""
        self.closed = True
        # At once those who decide by themselves: they would be refused.
        await self.bots.close()
        await self.offers.close()
        await self.hints.close()
        await self.wait_watch.close()
        if self.alarm is not None:
            await self.alarm.close()
        await self.sharing.close()
        self.presence.close()
        await self._snapshot_writer.close()
        await self._queue.join()
        self._worker.cancel()
        await asyncio.gather(self._worker, return_exceptions=True)
        for watcher in list(self.watchers):
            watcher.dismiss()

    async def _work(self) -> None:
        while True:
            queued = await self._queue.get()
            await self.sharing.turn.acquire()
            who, command, future, received = queued.who, queued.command, queued.future, queued.received
            try:
                before = self.state
                with self.clock.applying(), contained():
                    outcome = await self._apply(queued)
                changed = self.state is not before
                ours = self.sharing.owned
                if changed and ours:
                    self.shared.metrics.stored.observe(time.perf_counter() - received)
                # The author is answered first, then readers are told.
                if not future.done():
                    future.set_result(outcome)
                self.announce()
                if changed and ours:
                    self.shared.metrics.announced.observe(time.perf_counter() - received)
                    if self.state.stage == "over" != before.stage:
                        self.shared.metrics.games.inc()
                        self.shared.rated(self.state)
                if ours:
                    # The owner of the table logs forwarded commands.
                    self._note(who, command, received, "accepted" if changed else "repeated")
            except RequestRefused as refusal:
                self._note(who, command, received, "stale" if refusal.code == "stale" else "refused", refusal.code)
                if not future.done():
                    future.set_exception(refusal)
            except Exception as error:
                write(log, logging.ERROR, "command failed", error, **command_fields(self.state.id, who, command))
                self.shared.metrics.commands.labels(command.do, "failed", "internal").inc()
                self._memory = Memory.DOUBTFUL
                if not future.done():
                    future.set_exception(RequestRefused("internal", "The server failed at this; nothing was changed"))
            finally:
                self.announce()
                self.sharing.turn.release()
                self._queue.task_done()

    def _note(self, who: Who, command: Command, received: float, result: str, reason: str = "") -> None:
        """Count and log the result of a command."""
        self.shared.metrics.commands.labels(command.do, result, reason).inc()
        if log.isEnabledFor(logging.DEBUG):
            about = command_fields(self.state.id, who, command)
            about.update({"result": result, "version": self.state.version, "ms": milliseconds(received)})
            if reason:
                about["reason"] = reason
            write(log, logging.DEBUG, "command", **about)

    async def _apply(self, queued: QueuedCommand) -> Outcome:
        who, command = queued.who, queued.command
        for _ in range(3):
            if not self.sharing.owned:
                outcome = await self.sharing.pass_on(queued)
                if outcome is not None:
                    return outcome
            if self._memory is Memory.DOUBTFUL:
                await self._reload()
            if self._writing is Writing.STALLED:
                # Nobody could act meanwhile, so that time counts for nobody; until that is stored the clocks stand.
                self._writing = Writing.RECOVERING
                try:
                    await self.came_back(at_once=True)
                except BaseException:
                    self._writing = Writing.STALLED
                    raise
                self._writing = Writing.WORKS
            draft = Draft(
                self.state.fork(),
                self.shared.engine,
                self.shared.rng,
                command_key(who, command),
                request_digest(command),
                self.presence.gaps(),
                queued.at,
            )
            if command.do == "start" and self.state.stage == "waiting":
                draft.rated = await self.shared.rules_of(self.state, command.text)
            if command.do in ("start", "change"):
                for config in configs_of(command.game) if command.game is not None else [self.state.config]:
                    await self.shared.try_out(config)
                outcome = await self.shared.rules_thread.run(queued.apply, draft, who, command)
            else:
                outcome = queued.apply(draft, who, command)
            if not draft.entries:
                return outcome
            over = ending(self.shared.engine, self.state, draft.state)
            try:
                with self.shared.metrics.append.time():
                    await self.shared.store.append(draft.state, draft.sealed(), chairs=draft.chairs, ended=over)
            except NotOwner:
                self.sharing.lost()
                continue
            except Conflict:
                # Another process wrote in between, or the command was applied long ago: reload, and check it again.
                self._memory = Memory.DOUBTFUL
                await self._reload()
                await self._recall(who, command)
                continue
            except StoreError as error:
                write(log, logging.ERROR, "command not stored", error, **command_fields(self.state.id, who, command))
                self.shared.metrics.store_errors.inc()
                self._writing = Writing.STALLED
                # The commit may have reached the disk all the same: only a reload tells.
                self._memory = Memory.DOUBTFUL
                await self._reload()
                before = done_before(self.state, who, command)
                if before is not None:
                    return before
                self._changed([])
                raise RequestRefused(
                    "store", "This could not be stored, so nothing was changed; send it again"
                ) from None
            if self.state.match is not None and draft.state.match is not None and not draft.began:
                draft.state.match.game = self.shared.engine.settle(self.state.match.game, draft.state.match.game)
            self.state = draft.state
            return outcome
        raise RequestRefused("busy", "The table is too busy; send {input} again in a moment", input=quote(command.do))

    async def _recall(self, who: Who, command: Command) -> None:
        """Find a resent command in the log if the table in memory no longer remembers it."""
        key = command_key(who, command)
        with readable(self.state.id):
            found = await self.shared.store.done(self.state.id, key)
        if found is not None:
            self.state.remember(key, done_by(found))

    async def _reload(self) -> None:
        """Load the table from the database again: what is stored there is authoritative.

        :raises RequestRefused: it cannot be read, or was deleted.
        """
        with readable(self.state.id):
            state, _ = await load_table(self.shared.store, self.shared.engine, self.shared.rules_thread, self.state.id)
        if not state.version:
            raise unknown_table(self.state.id)
        self._memory = Memory.CURRENT
        if state.version != self.state.version:
            # Readers are told the events since the last announcement, like those of any other command. At once: those
            # who come meanwhile see the new state, and must not be told its events again.
            self.state = state
            self.announce()

    def announce(self) -> None:
        """Tell all readers what was stored since they were last told."""
        if self._announced != self.state.version:
            news = self.state.after(self._announced)
            self._announced = self.state.version
            self._changed(news)
            self._snapshot_writer.look()

    @contained()
    def _changed(self, news: Sequence[News] | None) -> None:
        """Drop cached views and tell all readers, after the change is stored."""
        self._pictures.clear()
        for watcher in self.watchers:
            watcher.who = self.current(watcher.who)
        if self._password_generation != self.state.password_generation:
            self._password_generation = self.state.password_generation
            for watcher in self.watchers:
                if self.state.outside(watcher.who.seat, watcher.who.entered):
                    watcher.withdraw()
        self.presence.update(self.state.seats, self.present)
        for watcher in list(self.watchers):
            watcher.notify(news)
        self.bots.wake()
        self.offers.look()
        if self.alarm is not None:
            self.alarm.wake()
        self.wait_watch.look()
        self.sharing.tell()


def levels_of(command: Command) -> set[str]:
    """The levels of the bots that a command seats."""
    if command.game is not None:
        return {plan.bot for plan in command.game.seats if plan.kind == "bot"}
    return {command.text} if command.do in ("bot", "stand-in") or (command.do == "start" and command.text) else set()


def configs_of(game: ChangeGame) -> list[dict[str, Any]]:
    """The configs of a game and of those after it, for as many as sit at it.

    :raises RequestRefused: one of them is no plain data.
    """
    configs = [game.config, *(game.series.games if game.series is not None else ())]
    for config in configs:
        plain(config)
    return [{"seats": len(game.seats), **config} for config in configs]


def command_fields(table: str, who: Who, command: Command) -> Fields:
    """The log fields of a command: its author and kind, never its text."""
    return {"table": mark(table), "seat": who.seat, "command": mark(command.id), "do": command.do}
