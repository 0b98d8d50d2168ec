"""All tables of a server: makes and finds them, loads them when somebody comes, lets them go when nobody is there."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Final
from weakref import WeakValueDictionary

import msgspec

from bastide.kernel.errors import BastideError, quote
from bastide.server.commands import Draft, Outcome, Who, create
from bastide.server.door import SHORTEST, Door
from bastide.server.engine import Engine
from bastide.server.faults import Refusal
from bastide.server.leases import ownership_in
from bastide.server.limits import Buckets
from bastide.server.logs import mark, write
from bastide.server.metrics import Metrics
from bastide.server.model import CreateTable, TableCard
from bastide.server.opening import opened, readable
from bastide.server.ownership import Title
from bastide.server.passwords import Passwords
from bastide.server.settings import Settings
from bastide.server.shared import Render, Shared
from bastide.server.state import TableState
from bastide.server.store import Store, StoreError
from bastide.server.table import Table
from bastide.server.tokens import Token, Tokens, is_id, kept_secret, new_id

log = logging.getLogger("bastide.hub")

LINES: Final = 8
"""As many messages as so many lines may send are read of one address without delay, however many it has open."""
SWEEP: Final = 30.0
"""How often, in seconds, tables that nobody needs are looked for."""


class Hub:
    """The tables of one server. Open with `Hub.open`, close with `close`."""

    def __init__(self, shared: Shared, tokens: Tokens, threads: ThreadPoolExecutor) -> None:
        self.shared = shared
        self.settings = shared.settings
        self.tokens = tokens
        self._threads = threads
        self.passwords = Passwords()
        self.door = Door(shared.settings, self.passwords, shared.metrics)
        chosen = shared.settings
        self.talkers = Buckets(LINES * chosen.message_rate, LINES * chosen.message_burst)
        self.closing = False
        self._tables: dict[str, Table] = {}
        shared.ownership.serve(self)
        shared.metrics.watch(self._tables.values())
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._sweeper = asyncio.create_task(self._sweep(), name="hub")

    @classmethod
    async def open(
        cls,
        settings: Settings,
        engine: Engine,
        render: Render | None = None,
        rng: random.Random | None = None,
        metrics: Metrics | None = None,
    ) -> Hub:
        """Open the store (made or migrated as needed) and the secret. Tables resume when somebody asks for them.

        :raises StoreError: the database cannot be opened.
        """
        settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        secret = settings.secret or kept_secret(settings.data)
        tokens = Tokens(secret, settings.token_age)
        store = await Store.open(settings.database_url)
        metrics = metrics or Metrics()
        try:
            ownership = await ownership_in(store, secret, metrics)
        except StoreError:
            await store.close()
            raise
        threads = ThreadPoolExecutor(settings.bot_threads, thread_name_prefix="bot")
        shared = Shared(engine, store, settings, rng or random.SystemRandom(), threads, metrics, render, ownership)
        return cls(shared, tokens, threads)

    async def drain(self, seconds: float) -> None:
        """Take nothing new from now on, finish what was asked, and send everybody away; at most for so many seconds."""
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
        """Finish what was asked of every table, then close the store."""
        self.closing = True
        self._sweeper.cancel()
        await asyncio.gather(self._sweeper, return_exceptions=True)
        await asyncio.gather(*(table.close() for table in self._tables.values()))
        self._tables.clear()
        self.passwords.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
        await self.shared.ownership.close()
        await self.shared.store.close()

    async def _put_away(self, table: Table) -> None:
        """Finish what was asked of a table, and leave it to whoever wants it."""
        await table.close()
        if table.sharing.owned:
            await self.shared.ownership.give([table.state.id])

    async def create(self, order: CreateTable) -> tuple[Table, Outcome]:
        """Make a table; when this returns, it is on disk. The outcome holds the maker's seat.

        :raises Refusal: the config, a name or a bot is wrong, or it could not be stored.
        """
        self._check_open()
        password = await self.passwords.hash(order.password, SHORTEST) if order.password else ""
        draft = Draft(TableState(new_id()), self.shared.engine, self.shared.rng, None, "", at=self.shared.now())
        outcome = await self.shared.workshop.do(create, draft, order, password)
        try:
            with self.shared.metrics.append.time():
                await self.shared.store.create(draft.state, draft.sealed())
        except StoreError as error:
            self.shared.metrics.store_errors.inc()
            write(log, logging.ERROR, "new table not stored", error)
            raise Refusal("store", "The table could not be stored; try again") from None
        table = self._tables[draft.state.id] = Table(self.shared, draft.state)
        return table, outcome

    async def table(self, table_id: str) -> Table:
        """The table with this id, loaded from the store if nobody was there.

        :raises Refusal: there is none, or it cannot be read.
        """
        found = self._tables.get(table_id)
        if found is not None and not found.closed:
            found.used = time.monotonic()
            await found.sharing.fresh()
            return found
        if not is_id(table_id):
            raise self._unknown(table_id)
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            found = self._tables.get(table_id)
            if found is None:
                self._check_open()
                # What is owned first is not changed by others while it is read.
                title = await self._take(table_id)
                state, kept = await self._load(table_id)
                # That took a while, and whoever closes the server has closed all tables that there were.
                self._check_open()
                found = self._tables[table_id] = Table(self.shared, state, title, kept)
                if not title.mine:
                    # Nobody could say here what others stored while it was read.
                    await found.sharing.fresh()
                if title.mine:
                    # A table that cannot be stored now can be looked at all the same: its clocks stand until it can.
                    with contextlib.suppress(Refusal):
                        await found.came_back()
            return found

    async def _take(self, table_id: str) -> Title:
        try:
            return await self.shared.ownership.take(table_id)
        except StoreError as error:
            write(log, logging.WARNING, "table not taken", error, table=mark(table_id))
            # It can be looked at all the same.
            return Title(False)

    async def _load(self, table_id: str) -> tuple[TableState, int]:
        shared = self.shared
        with readable(table_id):
            state, kept = await opened(shared.store, shared.engine, shared.workshop, table_id)
        if not state.version:
            raise self._unknown(table_id)
        try:
            await shared.store.catch_up(shared.engine, shared.workshop, state)
        except (StoreError, BastideError, msgspec.MsgspecError) as error:
            # The table is as good without: they are looked for again the next time.
            write(log, logging.ERROR, "results not kept", error, table=mark(table_id))
        return state, kept

    def _check_open(self) -> None:
        if self.closing:
            raise Refusal("busy", "The server is restarting; try again in a moment")

    @staticmethod
    def _unknown(table_id: str) -> Refusal:
        return Refusal("unknown", "There is no table {input}; check the link", input=quote(table_id, 40))

    def issue(self, table: Table, seat: int, generation: int) -> str:
        """The token that proves a seat."""
        return self.tokens.issue(Token(table.state.id, seat, generation))

    def admit(self, table: Table) -> str:
        """The token that shows what a spectator sees, for somebody who gave the table's password."""
        return self.tokens.issue(Token(table.state.id, None, table.state.door))

    def who(self, token: str, table_id: str) -> Who:
        """Whom a token names.

        :raises Refusal: it is forged, too old, or for another table.
        """
        found = self.tokens.verify(token, table_id)
        return Who(found.seat, found.generation, entered=found.seat is None)

    async def public(self) -> list[TableCard]:
        """The public tables: those that wait first, then those that are played.

        :raises Refusal: they cannot be read.
        """
        try:
            cards = await self.shared.store.public((int(time.time()) - self.settings.list_age) * 1000)
        except StoreError as error:
            raise self._unreadable(error) from None
        return [msgspec.structs.replace(card, config={}, players=[]) if card.password else card for card in cards]

    async def cards(self, seats: Mapping[str, int]) -> list[TableCard]:
        """These tables as they stand in lists, each with the caller's seat.

        :raises Refusal: they cannot be read.
        """
        try:
            cards = await self.shared.store.cards(list(seats)[:100])
        except StoreError as error:
            raise self._unreadable(error) from None
        return [msgspec.structs.replace(card, seat=seats[card.id]) for card in cards]

    async def still(self, held: Mapping[str, Who]) -> dict[str, int]:
        """The seats that are still those of whoever holds these tokens, by table.

        :raises Refusal: they cannot be read.
        """
        try:
            chairs = await self.shared.store.chairs([table for table, who in held.items() if who.seat is not None])
        except StoreError as error:
            raise self._unreadable(error) from None
        return {table: seat for table, seat, generation in chairs if held[table] == Who(seat, generation)}

    @staticmethod
    def _unreadable(error: StoreError) -> Refusal:
        write(log, logging.ERROR, "tables not listed", error)
        return Refusal("store", "The tables cannot be listed now; try again")

    @property
    def tables(self) -> Mapping[str, Table]:
        """The tables in memory."""
        return self._tables

    @property
    def loaded(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            await self.rest()

    async def rest(self) -> None:
        """Let go of the tables that nobody has needed for a while; they are loaded again on demand."""
        for table_id, table in list(self._tables.items()):
            if table.idle > self.settings.idle:
                async with self._locks.setdefault(table_id, asyncio.Lock()):
                    if table.idle > self.settings.idle:
                        await self._put_away(table)
                        self._tables.pop(table_id, None)
