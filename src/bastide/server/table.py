"""A table in memory: one queue of commands, carried out one after the other, each stored before anybody hears of it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from bastide.kernel.errors import BastideError, quote
from bastide.server import timing
from bastide.server.alarm import Alarm
from bastide.server.bots import BotPlayers
from bastide.server.checks import STAGES
from bastide.server.commands import Draft, Outcome, Who, asked, carry_out, command_key, done_before
from bastide.server.faults import Refusal, of_engine, of_reason
from bastide.server.limits import Buckets
from bastide.server.logs import Fields, mark, milliseconds, write
from bastide.server.model import Command, TableView
from bastide.server.opening import Keeper, opened, readable
from bastide.server.ownership import OURS, Crowd, Title
from bastide.server.people import check_entered
from bastide.server.presence import Presence
from bastide.server.results import ending
from bastide.server.shared import Shared
from bastide.server.sharing import Sharing
from bastide.server.state import News, TableState, done_by
from bastide.server.store import Conflict, Lost, StoreError
from bastide.server.tokens import new_id

log = logging.getLogger("bastide.table")

WAITING: Final = 256
"""How many commands may wait at one table."""
DRAWINGS: Final = 64
"""How many drawings of one version are kept: readers leave out what they like, and nobody is to fill the memory so."""


class Order(NamedTuple):
    """A command in the queue of a table: who gave it, how it is carried out, and when it came.

    `at` is the time that counts for the clocks: however long it waits here, nobody loses by that.
    """

    who: Who
    command: Command
    carry: Callable[[Draft, Who, Command], Outcome]
    future: asyncio.Future[Outcome]
    received: float
    at: int

    @property
    def asked(self) -> bool:
        """Whether somebody from outside asked for this, and not the server itself."""
        return self.carry is carry_out and not self.who.bot


class Watcher(Protocol):
    """Somebody connected to a table; told of changes, asks for what to show."""

    who: Who

    def notify(self, news: Sequence[News] | None) -> None:
        """The table changed: by these events, or (None) in a way that no events tell."""
        ...

    def dismiss(self) -> None:
        """The table is closed here; come back later."""
        ...

    def withdraw(self) -> None:
        """Whoever watches must give the table's password, perhaps once more; nothing is shown until then."""
        ...


class Table:
    """One table. Give it commands with `do`; join it to hear of changes."""

    def __init__(self, shared: Shared, state: TableState, title: Title = OURS, kept: int = 0) -> None:
        self.shared = shared
        self.state = state
        self.watchers: set[Watcher] = set()
        self.closed = False
        self.used = time.monotonic()
        self._queue: asyncio.Queue[Order] = asyncio.Queue(WAITING)
        self._ahead = 0
        self._suspect = False
        self._failed = self._recovers = False
        self._views: dict[tuple[int | None, bool, bool], TableView] = {}
        self._panels: dict[tuple[object, ...], dict[str, str]] = {}
        self._announced = state.version
        self._door = state.door
        self.sharing = Sharing(self, title)
        self._keeper = Keeper(self, kept)
        self._keeper.look()
        self._worker = asyncio.create_task(self._work(), name="table")
        self.bots = BotPlayers(self)
        # Whoever only watches silences nobody who plays.
        self._chats = Buckets(shared.settings.chat_rate, shared.settings.chat_burst)
        # A period that ends changes what is shown, and nothing else.
        self.presence = Presence(shared.settings.absence, lambda: self._changed([]))
        self.presence.update(state.seats, ())
        self.alarm = Alarm(self) if state.limit is not None else None

    async def do(
        self, who: Who, command: Command, carry: Callable[[Draft, Who, Command], Outcome] = carry_out
    ) -> Outcome:
        """Carry a command out. When this returns, it is on disk.

        It is carried out also if whoever asked stops waiting for it. `carry` is what the server itself does with it.

        :raises Refusal: it is not possible; nothing is changed.
        """
        self.used = time.monotonic()
        self.heard(who)
        if command.secret:
            # The door has read the password; nobody behind it needs it, least of all another server.
            command = msgspec.structs.replace(command, secret="")
        if command.do == "chat":
            wait = self._chats.wait("watches" if self.current(who).seat is None else "sits")
            if wait:
                raise Refusal("rate", "Too many requests: try again in {retry} s", retry=int(wait) + 1)
        if self.closed or self._queue.full():
            raise Refusal("busy", "The table is too busy; send {input} again in a moment", input=quote(command.do))
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(Order(who, command, carry, future, time.perf_counter(), self.now()))
        return await future

    def now(self) -> int:
        """The time that counts for the clocks here: never before the log's last, and going on from there.

        A log may be ahead of this server's clock, which was set back before a restart, or is not that of the server
        that owned the table before. The clocks would stand until it has caught up.
        """
        at = self.shared.now()
        self._ahead = max(self._ahead, self.state.at - at)
        return at + self._ahead

    def why(self, who: Who, text: str) -> Refusal | None:
        """Why a notation or a verb is not possible for the seat now, or None if it is."""
        match = self.state.match
        if who.seat is None:
            return Refusal("spectator", "You watch this table: take a seat before you {input}", input=quote(text))
        if match is None or self.state.stage != "playing":
            return Refusal("stage", STAGES[self.state.stage], input=quote(text))
        try:
            timing.check_running(self.state)
        except Refusal as refusal:
            return refusal
        try:
            reason = self.shared.engine.explain(match.game, text, who.seat)
        except BastideError as error:
            return of_engine(error, self.state.names, edition=self.state.edition)
        if reason is None:
            return None
        return of_reason(reason, self.state.names, quote(text), self.state.edition)

    def events(self, news: News, viewer: int) -> list[dict[str, Any]]:
        """What happened in one version, as that viewer may know it."""
        match = self.state.match
        return [] if match is None else self.shared.engine.events(match.game, news.events, viewer)

    def current(self, who: Who) -> Who:
        """Whoever a token names if the seat is still theirs, else a spectator; of those, whoever may come in still."""
        seat = who.seat
        if who.entered and who.generation != self.state.door:
            return Who()
        if seat is not None and self.state.seats[seat].generation != who.generation:
            return Who()
        return who

    def heard(self, who: Who) -> None:
        """Somebody at the table asked for something: a sign of life, also without a connection."""
        if not who.bot and (seat := self.current(who).seat) is not None:
            self.presence.heard(seat)

    @property
    def present(self) -> frozenset[int]:
        """The seats whose people are connected, with one page or several."""
        return self.crowd.seats | self.sharing.seats

    @property
    def crowd(self) -> Crowd:
        """Who is connected to this server, of all that there may be."""
        people = [watcher.who for watcher in self.watchers]
        seats = frozenset(who.seat for who in people if who.seat is not None)
        return Crowd(seats, sum(who.seat is None and not self.state.outside(None, who.entered) for who in people))

    async def record(self, who: Who, number: int | None = None) -> str:
        """The record of the last game at this table, or of the game of this number from 1.

        :raises Refusal: there is no such game, or it is still played: a record shows every hand.
        """
        check_entered(self.state, who)
        if not self.state.may_watch(who.seat, who.entered):
            raise Refusal("spectator", "This table shows nothing to spectators; take a seat")
        shared = self.shared
        return await shared.archive.record(shared.store, shared.engine, self.state, number)

    def join(self, watcher: Watcher) -> None:
        """Somebody's page is connected from now on."""
        self.used = time.monotonic()
        self.watchers.add(watcher)
        self._changed([])

    def part(self, watcher: Watcher) -> None:
        """Somebody's page is gone."""
        self.used = time.monotonic()
        self.watchers.discard(watcher)
        self._changed([])

    def show(self) -> None:
        """Show everybody the table anew, although nothing was stored: a time has run out."""
        self._changed([])

    async def came_back(self, *, at_once: bool = False) -> None:
        """The table was loaded again or taken over, or can be stored again: no clock counts the time before.

        `at_once` is for whoever has the table's turn already.

        :raises Refusal: this could not be stored.
        """

        def carry(draft: Draft, who: Who, command: Command) -> Outcome:
            timing.came_back(draft)
            return Outcome(draft.state.version)

        if self.state.clocks is not None and self.state.clocks.running:
            command = Command(id=f"back-{new_id()}", do="resume")
            try:
                if not at_once:
                    await self.do(Who(), command, carry)
                    return
                future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
                await self._apply(Order(Who(), command, carry, future, time.perf_counter(), self.now()))
            except Refusal:
                # It is stored before anything else that is stored; until then the clocks stand.
                self._failed = True
                raise

    @property
    def stalled(self) -> bool:
        """Whether the table could not be stored when that was tried last: nobody can act, and the clocks stand."""
        return self._failed

    async def recover(self) -> None:
        """Try whether a table that is stalled can be stored again.

        :raises Refusal: it cannot.
        """

        def carry(draft: Draft, who: Who, command: Command) -> Outcome:
            return Outcome(draft.state.version)

        await self.do(Who(), Command(id=f"back-{new_id()}", do="resume"), carry)

    def view(self, seat: int | None, entered: bool = False, brief: bool = False) -> TableView:
        """The table as one seat sees it, or a spectator; `entered` is whether that one gave the table's password.

        A `brief` view has no more of the log than its last turn.
        """
        found = self._views.get((seat, entered, brief))
        if found is None:
            found = self._views[seat, entered, brief] = self.state.shown(
                self.shared.engine, seat, self.present, self.spectators, self.presence.gaps(), entered, brief
            )
        if self.state.clocks is not None and not found.outside:
            clock = self.state.clocks.shown(self.now(), stand=self._failed)
            return msgspec.structs.replace(found, clock=clock)
        return found

    def panels(
        self,
        seat: int | None,
        language: str,
        entered: bool = False,
        brief: bool = False,
        unseen: frozenset[str] = frozenset(),
    ) -> dict[str, str]:
        """The table drawn for one seat, or a spectator; there must be a renderer. Outside the door nothing is drawn.

        When `brief`, all turns of the log but the last are left out: they are most of what a late game takes to draw.
        `unseen` are panels that are left out with their rows.
        """
        found = self._panels.get((seat, entered, language, brief, unseen))
        if found is None:
            assert self.shared.render is not None
            view = self.view(seat, entered, brief)
            found = {} if view.outside else self.shared.render(view, language, unseen)
            if len(self._panels) >= DRAWINGS:
                self._panels.clear()
            self._panels[seat, entered, language, brief, unseen] = found
        return found

    @property
    def spectators(self) -> int:
        """How many watch without a seat."""
        return self.crowd.watchers + self.sharing.watchers

    @property
    def stage(self) -> str:
        """The stage of the table: waiting, playing or over."""
        return self.state.stage

    @property
    def waiting(self) -> int:
        """How many commands wait to be carried out."""
        return self._queue.qsize()

    @property
    def watched(self) -> bool:
        """Whether anybody is connected."""
        return bool(self.watchers)

    @property
    def owned(self) -> bool:
        """Whether this server carries its commands out, and no other."""
        return self.sharing.owned

    @property
    def attended(self) -> bool:
        """Whether anybody who sits here is connected, to whichever server."""
        return bool(self.present)

    @property
    def idle(self) -> float:
        """For how many seconds nobody has needed this table, here or at another server."""
        busy = self.watchers or self.sharing.attended or self._queue.qsize() or self.bots.thinking
        return 0.0 if busy else time.monotonic() - self.used

    async def close(self) -> None:
        """Finish what was asked, then stop. Whoever is connected is sent away to come back."""
        self.closed = True
        await self.sharing.close()
        self.presence.close()
        await self._keeper.close()
        await self.bots.close()
        if self.alarm is not None:
            await self.alarm.close()
        await self._queue.join()
        self._worker.cancel()
        await asyncio.gather(self._worker, return_exceptions=True)
        for watcher in list(self.watchers):
            watcher.dismiss()

    async def _work(self) -> None:
        while True:
            order = await self._queue.get()
            await self.sharing.turn.acquire()
            who, command, future, received = order.who, order.command, order.future, order.received
            try:
                before = self.state
                outcome = await self._apply(order)
                changed = self.state is not before
                ours = self.sharing.owned
                if changed and ours:
                    self.shared.metrics.stored.observe(time.perf_counter() - received)
                # Whoever asked is answered first, then everybody is told.
                if not future.done():
                    future.set_result(outcome)
                self.announce()
                if changed and ours:
                    self.shared.metrics.announced.observe(time.perf_counter() - received)
                    if self.state.stage == "over" != before.stage:
                        self.shared.metrics.games.inc()
                if ours:
                    # What was passed on is noted by the owner.
                    self._note(who, command, received, "accepted" if changed else "repeated")
            except Refusal as refusal:
                self._note(who, command, received, "stale" if refusal.code == "stale" else "refused", refusal.code)
                if not future.done():
                    future.set_exception(refusal)
            except Exception as error:
                write(log, logging.ERROR, "command failed", error, **told(self.state.id, who, command))
                self.shared.metrics.commands.labels(command.do, "failed", "internal").inc()
                self._suspect = True
                if not future.done():
                    future.set_exception(Refusal("internal", "The server failed at this; nothing was changed"))
            finally:
                self.announce()
                self.sharing.turn.release()
                self._queue.task_done()

    def _note(self, who: Who, command: Command, received: float, result: str, reason: str = "") -> None:
        """Count and log what came of a command."""
        self.shared.metrics.commands.labels(command.do, result, reason).inc()
        if log.isEnabledFor(logging.DEBUG):
            about = told(self.state.id, who, command)
            about.update({"result": result, "version": self.state.version, "ms": milliseconds(received)})
            if reason:
                about["reason"] = reason
            write(log, logging.DEBUG, "command", **about)

    async def _apply(self, order: Order) -> Outcome:
        who, command = order.who, order.command
        for _ in range(3):
            if not self.sharing.owned:
                outcome = await self.sharing.pass_on(order)
                if outcome is not None:
                    return outcome
            if self._suspect:
                await self._reload()
            if self._failed and not self._recovers:
                # Nobody could act meanwhile, so that time counts for nobody; until that is stored the clocks stand.
                self._recovers = True
                try:
                    await self.came_back(at_once=True)
                finally:
                    self._recovers = False
                self._failed = False
            draft = Draft(
                self.state.fork(),
                self.shared.engine,
                self.shared.rng,
                command_key(who, command),
                asked(command),
                self.presence.gaps(),
                order.at,
            )
            if command.do == "start":
                outcome = await self.shared.workshop.do(order.carry, draft, who, command)
            else:
                outcome = order.carry(draft, who, command)
            if not draft.entries:
                return outcome
            over = ending(self.shared.engine, self.state, draft.state)
            try:
                with self.shared.metrics.append.time():
                    await self.shared.store.append(draft.state, draft.sealed(), chairs=draft.chairs, ended=over)
            except Lost:
                self.sharing.lost()
                continue
            except Conflict:
                # Another process wrote in between, or this was carried out long ago: look again, and judge again.
                self._suspect = True
                await self._reload()
                await self._recall(who, command)
                continue
            except StoreError as error:
                write(log, logging.ERROR, "command not stored", error, **told(self.state.id, who, command))
                self.shared.metrics.store_errors.inc()
                self._failed = True
                # The commit may have reached the disk all the same: only the disk knows.
                self._suspect = True
                await self._reload()
                before = done_before(self.state, who, command)
                if before is not None:
                    return before
                self._changed([])
                raise Refusal("store", "This could not be stored, so nothing was changed; send it again") from None
            if self.state.match is not None and draft.state.match is not None and not draft.began:
                draft.state.match.game = self.shared.engine.settle(self.state.match.game, draft.state.match.game)
            self.state = draft.state
            return outcome
        raise Refusal("busy", "The table is too busy; send {input} again in a moment", input=quote(command.do))

    async def _recall(self, who: Who, command: Command) -> None:
        """Find a command in the log that is sent again after so long that the table in memory has forgotten it."""
        key = command_key(who, command)
        with readable(self.state.id):
            found = await self.shared.store.done(self.state.id, key)
        if found is not None:
            self.state.remember(key, done_by(found))

    async def _reload(self) -> None:
        """Take the table from the disk again: what is there is what is true."""
        with readable(self.state.id):
            state, _ = await opened(self.shared.store, self.shared.engine, self.shared.workshop, self.state.id)
        self._suspect = False
        if state.version != self.state.version:
            self.state = state
            self._announced = state.version
            self._changed(None)

    def announce(self) -> None:
        """Tell everybody who is connected what was stored since they were told last."""
        if self._announced != self.state.version:
            news = self.state.after(self._announced)
            self._announced = self.state.version
            self._changed(news)
            self._keeper.look()

    def _changed(self, news: Sequence[News] | None) -> None:
        """Tell everybody who is connected, once what happened is stored."""
        self._views.clear()
        self._panels.clear()
        for watcher in self.watchers:
            watcher.who = self.current(watcher.who)
        if self._door != self.state.door:
            self._door = self.state.door
            for watcher in self.watchers:
                if self.state.outside(watcher.who.seat, watcher.who.entered):
                    watcher.withdraw()
        self.presence.update(self.state.seats, self.present)
        for watcher in list(self.watchers):
            watcher.notify(news)
        self.bots.wake()
        if self.alarm is not None:
            self.alarm.wake()
        self.sharing.tell()


def told(table: str, who: Who, command: Command) -> Fields:
    """What the log tells of a command: whose it is and what sort, never what it says."""
    return {"table": mark(table), "seat": who.seat, "command": mark(command.id), "do": command.do}
