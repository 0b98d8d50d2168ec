"""All tables of a server: creates and finds them, loads them on demand, and unloads them when idle."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, Final
from weakref import WeakValueDictionary

import msgspec

from bastide.kernel.plugins import MODULES, plugins
from bastide.server.common.faults import RequestRefused, plain
from bastide.server.common.limits import Buckets
from bastide.server.common.logs import mark, write
from bastide.server.common.model import CreateTable, TableCard
from bastide.server.common.seat_list import SeatLists
from bastide.server.common.tokens import SeatToken, Tokens, is_id, new_id
from bastide.server.log.commands import create
from bastide.server.log.draft import Draft, Outcome, Who
from bastide.server.log.entries import Change, Create, Entry
from bastide.server.log.ownership import OwnerInfo
from bastide.server.log.state import TableState
from bastide.server.storage import expiry
from bastide.server.storage.loading import load_table
from bastide.server.storage.readable import readable, unknown_table
from bastide.server.storage.results import Score
from bastide.server.storage.store import StoreError
from bastide.server.tables.heartbeat import Heartbeat
from bastide.server.tables.rater import Rater
from bastide.server.tables.shared import Shared
from bastide.server.tables.table import Table
from bastide.server.tables.table_password import PasswordHasher, TablePasswords

log = logging.getLogger("bastide.hub")

TALKS: Final = 2
"""At how many tables the people of one address may talk without end."""
CONNECTIONS: Final = 8
"""An address may send messages without delay as fast as this many connections, however many it has open."""
SWEEP: Final = 30.0
"""How often, in seconds, idle tables are looked for."""
HANDOVER: Final = 20.0
"""For how many seconds a table is kept for readers of other servers only."""
EXPIRY: Final = 600.0
"""How often, in seconds, expired tables are looked for."""


def configs_of(entries: Iterable[Entry]) -> Iterator[dict[str, Any]]:
    """The configs of the games at a table, by its log."""
    for entry in entries:
        if isinstance(entry.payload, Create | Change):
            yield entry.payload.config
            yield from entry.payload.series.games if entry.payload.series is not None else ()


class Hub:
    """The tables of one server. Open with `bastide.server.cluster.opening.open_hub`, close with `close`."""

    def __init__(self, shared: Shared, tokens: Tokens, threads: ThreadPoolExecutor, passwords: PasswordHasher) -> None:
        self.heartbeat = Heartbeat(self._recovered)
        self.rater = Rater(shared.store)
        self.shared = replace(shared, stood=self.heartbeat.stood, rater=self.rater)
        self.settings = shared.settings
        self.tokens = tokens
        self.seat_lists = SeatLists(tokens.secret, shared.settings.token_age)
        self._threads = threads
        self.passwords = passwords
        self.table_passwords = TablePasswords(shared.settings, passwords, shared.metrics)
        chosen = shared.settings
        self.talkers = Buckets(CONNECTIONS * chosen.message_rate, CONNECTIONS * chosen.message_burst)
        self.chatters = Buckets(TALKS * chosen.chat_rate, TALKS * chosen.chat_burst)
        """Limits the lines of chat of an address: of those who sit somewhere, and of those who watch."""
        self.coders = Buckets(chosen.guess_rate, chosen.guess_burst)
        """Limits how often an address may try short codes."""
        self.closing = False
        self.stuck = ""
        """Why games cannot be made or loaded, in a word; empty if they can."""
        self._tables: dict[str, Table] = {}
        shared.metrics.watch(self._tables.values())
        self._expires_at = 0.0
        self._expiring = asyncio.Lock()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._sweeper = asyncio.create_task(self._sweep(), name="hub")

    async def drain(self, seconds: float) -> None:
        """Stop accepting work, finish queued commands, and tell readers to reconnect, within a number of seconds."""
        self.closing = True
        try:
            async with asyncio.timeout(seconds):
                await asyncio.gather(*(self._put_away(table) for table in self._tables.values()))
                while any(table.watchers for table in self._tables.values()):
                    await asyncio.sleep(0.01)
        except TimeoutError:
            write(
                log, logging.WARNING, "tables not closed in time", count=sum(t.watched for t in self._tables.values())
            )

    async def close(self) -> None:
        """Finish queued commands of every table, then close the store."""
        self.closing = True
        self._sweeper.cancel()
        await self.heartbeat.close()
        await self.shared.trials.close()
        await asyncio.gather(self._sweeper, return_exceptions=True)
        await asyncio.gather(*(table.close() for table in self._tables.values()))
        await self.rater.close()
        self._tables.clear()
        self.passwords.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
        await self.shared.bot_pool.close()
        await self.shared.ownership.close()
        await self.shared.store.close()

    def _recovered(self) -> None:
        """Show the players whose clocks stood that they have their time back."""
        for table in self._tables.values():
            if table.state.clocks is not None and table.state.clocks.running:
                table.show()

    async def _put_away(self, table: Table) -> None:
        """Finish the queued commands of a table, and release its ownership."""
        await table.close()
        if table.sharing.owned:
            await self.shared.ownership.give([table.state.id])

    async def create(self, order: CreateTable) -> tuple[Table, Outcome]:
        """Create a table; when this returns, it is on disk. The outcome holds the creator's seat.

        :raises RequestRefused: the config, a name or a bot is invalid, or it could not be stored.
        """
        self._check_open()
        password = await self.table_passwords.hash(order.password) if order.password else ""
        draft = Draft(TableState(new_id()), self.shared.engine, self.shared.rng, None, "", at=self.shared.now())
        series = order.series.games if order.series is not None else ()
        for config in (order.config, *series):
            plain(config)
            await self.shared.try_out({"seats": len(order.seats), **config})
        for level in {plan.bot for plan in order.seats if plan.kind == "bot"}:
            await self.shared.try_bot(draft.state.id, level)
        outcome = await self.shared.rules_thread.run(create, draft, order, password)
        try:
            with self.shared.metrics.append.time():
                await self.shared.store.create(draft.state, draft.sealed())
        except StoreError as error:
            self.shared.metrics.store_errors.inc()
            write(log, logging.ERROR, "new table not stored", error)
            raise RequestRefused("store", "The table could not be stored; try again") from None
        table = self._tables[draft.state.id] = Table(self.shared, draft.state)
        return table, outcome

    async def table(self, table_id: str) -> Table:
        """The table with this id, loaded from the store if it is not in memory.

        :raises RequestRefused: it does not exist, or cannot be read.
        """
        found = self._tables.get(table_id)
        if found is not None and not found.closed:
            found.used = time.monotonic()
            await found.sharing.fresh()
            return found
        if not is_id(table_id):
            raise unknown_table(table_id)
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            found = self._tables.get(table_id)
            if found is None:
                self._check_open()
                # Tables that are being deleted are gone before one of them is read; this one is in use from now on.
                async with self._expiring:
                    pass
                # Take ownership first: others cannot change the table while it is loaded.
                info = await self._take(table_id)
                state, kept = await self._load(table_id)
                # Loading takes time, and the server may have begun to close and closed all tables in memory.
                self._check_open()
                found = self._tables[table_id] = Table(self.shared, state, info, kept)
                if not info.mine:
                    # Entries that others stored during loading were not announced here.
                    await found.sharing.fresh()
                if info.mine:
                    # A table that cannot be stored now can still be shown: its clocks stand until it can.
                    with contextlib.suppress(RequestRefused):
                        await found.came_back()
            return found

    async def _take(self, table_id: str) -> OwnerInfo:
        try:
            return await self.shared.ownership.take(table_id)
        except StoreError as error:
            write(log, logging.WARNING, "table not taken", error, table=mark(table_id))
            # It can still be shown.
            return OwnerInfo(False)

    async def _load(self, table_id: str) -> tuple[TableState, int]:
        shared = self.shared
        with readable(table_id):
            if plugins(MODULES):
                entries = await shared.store.load(table_id)
                await shared.try_out(*configs_of(entries))
            state, kept = await load_table(shared.store, shared.engine, shared.rules_thread, table_id)
        if not state.version:
            raise unknown_table(table_id)
        try:
            await shared.store.catch_up(shared.engine, shared.rules_thread, state)
        except Exception as error:
            # The table works without its results. The next load looks for them again.
            write(log, logging.ERROR, "results not kept", error, table=mark(table_id))
        return state, kept

    def _check_open(self) -> None:
        if self.closing:
            raise RequestRefused("busy", "The server is restarting; try again in a moment")

    def issue(self, table: Table, seat: int, generation: int) -> str:
        """The token of a seat."""
        return self.tokens.issue(SeatToken(table.state.id, seat, generation))

    def admit(self, table: Table) -> str:
        """The token of a spectator who gave the table's password."""
        return self.tokens.issue(SeatToken(table.state.id, None, table.state.password_generation))

    def who(self, token: str, table_id: str) -> Who:
        """The author that a token proves.

        :raises RequestRefused: it is forged, expired, or for another table.
        """
        found = self.tokens.verify(token, table_id)
        return Who(found.seat, found.generation, entered=found.seat is None)

    async def coded(self, code: str) -> str | None:
        """The id of the table to which this short code leads now; None without one, or with several.

        :raises RequestRefused: they cannot be read.
        """
        try:
            alike = await self.shared.store.coded(code, self._since())
        except StoreError as error:
            raise self._unreadable(error) from None
        # Whether the host shows the code stands in the log alone.
        found = [table_id for table_id in alike if (await self.table(table_id)).state.has_code]
        return found[0] if len(found) == 1 else None

    async def public(self) -> list[TableCard]:
        """The public tables: waiting ones first, then those in play.

        :raises RequestRefused: they cannot be read.
        """
        try:
            cards = await self.shared.store.public(self._since())
        except StoreError as error:
            raise self._unreadable(error) from None
        cards = [msgspec.structs.replace(card, awaited=[]) for card in cards]
        return [msgspec.structs.replace(card, config={}, players=[]) if card.password else card for card in cards]

    def _since(self) -> int:
        """From when on tables are listed: by the time of their logs, which no adjusted system clock changes."""
        return self.shared.now() - self.settings.list_age * 1000

    async def cards(self, seats: Mapping[str, int]) -> list[TableCard]:
        """These tables as list entries, each with the caller's seat.

        :raises RequestRefused: they cannot be read.
        """
        try:
            cards = await self.shared.store.cards(list(seats), 100)
        except StoreError as error:
            raise self._unreadable(error) from None
        return [msgspec.structs.replace(card, seat=seats[card.id]) for card in cards]

    async def scores(self, tables: Sequence[str]) -> dict[str, list[Score]]:
        """How the last finished games of these tables ended, each by seat.

        :raises RequestRefused: they cannot be read.
        """
        try:
            return await self.shared.store.scores(tables)
        except StoreError as error:
            raise self._unreadable(error) from None

    async def still(self, held: Mapping[str, Who]) -> dict[str, int]:
        """The seats, by table, that still belong to the holder of these tokens.

        :raises RequestRefused: they cannot be read.
        """
        try:
            chairs = await self.shared.store.chairs([table for table, who in held.items() if who.seat is not None])
        except StoreError as error:
            raise self._unreadable(error) from None
        return {table: seat for table, seat, generation in chairs if held[table] == Who(seat, generation)}

    @staticmethod
    def _unreadable(error: StoreError) -> RequestRefused:
        write(log, logging.ERROR, "tables not listed", error)
        return RequestRefused("store", "The tables cannot be listed now; try again")

    @property
    def tables(self) -> Mapping[str, Table]:
        """The tables in memory."""
        return self._tables

    @property
    def loaded(self) -> int:
        """The number of tables in memory."""
        return len(self._tables)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            await self.rest()
            await self.expire()
            try:
                # Somebody may have removed the database while nobody used it.
                await self.shared.store.version("")
            except StoreError as error:
                write(log, logging.ERROR, "store not ready", error)

    async def expire(self) -> None:
        """Delete tables that never began, or whose games were all left unfinished, some time after their last change.

        It looks for them seldom. Tables that are in memory or being loaded, here or at another server, stay.
        """
        if time.monotonic() < self._expires_at:
            return
        self._expires_at = time.monotonic() + EXPIRY
        now = self.shared.now() // 1000
        waiting, abandoned = (
            (now - age) * 1000 if age else 0 for age in (self.settings.waiting_age, self.settings.abandoned_age)
        )
        try:
            count = await expiry.expire(
                self.shared.store, waiting, abandoned, lambda: {*self._tables, *self._locks}, self._expiring
            )
        except StoreError as error:
            write(log, logging.ERROR, "tables not expired", error)
            return
        if count:
            write(log, logging.INFO, "tables expired", count=count)

    async def rest(self) -> None:
        """Unload tables that are idle, or that only readers of other servers need: one of those takes it over."""

        def rests(table: Table) -> bool:
            return table.idle > self.settings.idle or table.watched_elsewhere > HANDOVER

        for table_id, table in list(self._tables.items()):
            if rests(table):
                async with self._locks.setdefault(table_id, asyncio.Lock()):
                    if rests(table):
                        await self._put_away(table)
                        self._tables.pop(table_id, None)
