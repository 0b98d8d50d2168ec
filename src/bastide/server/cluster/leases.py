"""Leases: each table has one owning server, recorded in its row, and replaced when it dies.

An owner's writes are conditional on still owning the table, in the same transaction (`Store.append`): a server that was
frozen, cut off or slow cannot append to a table that another has taken over meanwhile.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import logging
import time
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Final

import msgspec

from bastide.server.cluster.listener import ALIVE, Listener
from bastide.server.cluster.messages import (
    FAILED,
    Ask,
    Free,
    Here,
    Message,
    PackedRefusal,
    Reply,
    Stored,
    notification,
    unpack,
)
from bastide.server.common.faults import RequestRefused
from bastide.server.common.logs import mark, write
from bastide.server.common.metrics import Metrics
from bastide.server.common.model import Command
from bastide.server.log.draft import Outcome, Who
from bastide.server.log.ownership import Connected, OwnerInfo
from bastide.server.storage.store import Store, StoreError
from bastide.server.tables.hub import Hub
from bastide.server.tables.sharing import Sharing
from bastide.server.tables.table import Table

log = logging.getLogger("bastide.servers")

PATIENCE: Final = 5.0
"""How many seconds to wait for the owner's answer to a command."""
REPEATED: Final = 10.0
"""How often, in seconds, connected readers are reported again, in case a message was lost."""
LIVING: Final = f"SELECT number, key FROM server WHERE {ALIVE}"
STANDING: Final = "SELECT id, version, owner FROM game_table WHERE id = ANY($1::text[])"


class Leases:
    """The leases of one server, through the database. Open with `Leases.open`."""

    def __init__(self, store: Store, key: str, metrics: Metrics) -> None:
        self._store = store
        self._key = key
        self._metrics = metrics
        self._hub: Hub | None = None
        self._living: dict[int, str] = {}
        self._pending: dict[int, tuple[int, asyncio.Future[Reply | None]]] = {}
        self._numbers = itertools.count(1)
        self._jobs: set[asyncio.Task[None]] = set()
        self._repeated = 0.0
        self._listener = Listener(store, key, self._hear, self._beat)

    @classmethod
    async def open(cls, store: Store, secret: str, metrics: Metrics) -> Leases:
        """Join the servers of this database.

        :raises StoreError: the others sign with another secret, or cannot be heard.
        """
        # Too short for an attack on the secret: it only tells two secrets apart.
        leases = cls(store, hashlib.blake2b(secret.encode(), digest_size=3).hexdigest(), metrics)
        try:
            await leases._listener.ready()
            async with store.dedicated_connection() as connection:
                await leases._look(connection)
        except Exception as error:
            await leases._listener.close()
            raise StoreError(f"cannot listen to other servers of the database: {error}") from error
        if any(key != leases._key for key in leases._living.values()):
            await leases.close()
            raise StoreError(
                "another server of this database signs seats with another secret; give all of them the same "
                "BASTIDE_SECRET"
            )
        store.share(leases.number, partial(notification, leases.number))
        return leases

    @property
    def number(self) -> int:
        """The number of this server."""
        return self._listener.number

    @property
    def trouble(self) -> str:
        """`listener` while other servers cannot be heard."""
        return "" if self._listener.up else "listener"

    @property
    def servers(self) -> int:
        """The number of live servers, as far as known."""
        return max(1, len(self._living))

    def serve(self, hub: Hub) -> None:
        """Begin to answer requests of other servers for the tables here."""
        self._hub = hub

    async def take(self, table: str) -> OwnerInfo:
        """Become the owner of a table, unless a live server owns it."""
        if not self._listener.up:
            # Others could not see that this server is alive.
            raise StoreError("other servers cannot be heard")
        info = await self._store.take(table, ALIVE)
        if info.mine:
            self._metrics.taken.inc()
        return info

    async def ask(self, owner: int, table: str, who: Who, command: Command) -> Outcome | None:
        """Have the owner of a table apply a command."""
        if not self._listener.up:
            return None
        number = next(self._numbers)
        future: asyncio.Future[Reply | None] = asyncio.get_running_loop().create_future()
        self._pending[number] = owner, future
        try:
            self._listener.send(owner, Ask(self.number, number, table, who, command))
            answer = await asyncio.wait_for(future, PATIENCE)
        except ValueError as error:
            write(log, logging.ERROR, "command not passed on", error, table=mark(table))
            raise FAILED from None
        except TimeoutError:
            answer = None
        finally:
            del self._pending[number]
        self._metrics.passed.labels("unanswered" if answer is None else "answered").inc()
        if answer is None:
            return None
        if answer.refused is not None:
            raise answer.refused.unpacked()
        return answer.outcome

    def tell(self, table: str, connected: Connected, *, ask: bool = False) -> None:
        """Tell other servers who is connected here; with `ask` they answer with the same."""
        if len(self._living) > 1 or ask:
            self._listener.send(None, Here(self.number, table, sorted(connected.seats), connected.watchers, ask))

    async def give(self, tables: Iterable[str] | None) -> None:
        """Release these tables; None means all."""
        wanted = None if tables is None else list(tables)
        try:
            await self._store.give(wanted)
        except StoreError as error:
            write(log, logging.WARNING, "tables not given up", error)
            return
        self._listener.send(None, Free(self.number, wanted or []))

    async def close(self) -> None:
        """Release everything and leave the cluster."""
        for job in self._jobs:
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)
        if self._store.owner is not None:
            await self.give(None)
        await self._listener.close()
        try:
            await self._store.forget(self.number)
        except StoreError as error:
            write(log, logging.WARNING, "server not forgotten", error)

    async def _beat(self, connection: Any) -> None:
        """Check which servers live and how the tables in memory stand: this catches what lost messages said."""
        await self._look(connection)
        self._release()
        tables = self._tables
        if not tables:
            return
        for row in await connection.fetch(STANDING, list(tables)):
            owner = row["owner"]
            free = owner is None or (owner != self.number and owner not in self._living)
            if (sharing := self._sharing(row["id"])) is not None:
                sharing.stands(row["version"], owner, mine=owner == self.number, free=free)
        again = time.monotonic() - self._repeated > REPEATED
        for sharing in [table.sharing for table in tables.values()]:
            sharing.forget(self._living)
            if again:
                sharing.repeat()
        if again:
            self._repeated = time.monotonic()

    async def _look(self, connection: Any) -> None:
        self._living = {row["number"]: row["key"] for row in await connection.fetch(LIVING)}
        self._metrics.servers.set(self.servers)

    def _release(self) -> None:
        """Stop waiting for the answers of dead servers."""
        for owner, future in self._pending.values():
            if owner not in self._living and not future.done():
                future.set_result(None)

    @property
    def _tables(self) -> Mapping[str, Table]:
        return {} if self._hub is None else self._hub.tables

    def _sharing(self, table: str) -> Sharing | None:
        found = self._tables.get(table)
        return None if found is None or found.closed else found.sharing

    def _hear(self, payload: str) -> None:
        try:
            self._take_in(unpack(payload))
        except msgspec.MsgspecError as error:
            # A newer server may send unknown messages; what it stores is seen at the next heartbeat.
            write(log, logging.WARNING, "message not understood", error)

    def _take_in(self, message: Message) -> None:
        if message.by == self.number:
            return
        self._living.setdefault(message.by, self._key)
        match message:
            case Reply():
                _, future = self._pending.get(message.number, (0, None))
                if future is not None and not future.done():
                    future.set_result(None if message.outcome is None and message.refused is None else message)
            case Ask():
                job = asyncio.create_task(self._answer(message), name="answer")
                self._jobs.add(job)
                job.add_done_callback(self._jobs.discard)
            case Stored():
                if (sharing := self._sharing(message.table)) is not None:
                    sharing.stands(message.version, message.by, mine=False, free=False)
            case Here():
                if (sharing := self._sharing(message.table)) is not None:
                    connected = Connected(frozenset(message.seats), message.watchers)
                    sharing.hear(message.by, connected, answer=message.ask)
            case Free():
                for table in message.tables or list(self._tables):
                    if (sharing := self._sharing(table)) is not None:
                        sharing.freed(message.by)

    async def _answer(self, ask: Ask) -> None:
        """Apply a command for another server, if this one owns the table."""
        outcome: Outcome | None = None
        refused: PackedRefusal | None = None
        try:
            assert self._hub is not None
            table = await self._hub.table(ask.table)
            if await table.sharing.claim():
                outcome = await table.do(ask.who, ask.command)
        except RequestRefused as refusal:
            refused = PackedRefusal.of(refusal)
        except Exception as error:
            write(log, logging.ERROR, "answer failed", error, table=mark(ask.table))
            refused = PackedRefusal.of(FAILED)
        try:
            self._listener.send(ask.by, Reply(self.number, ask.number, outcome, refused))
        except ValueError as error:
            write(log, logging.ERROR, "answer not passed on", error, table=mark(ask.table))
            self._listener.send(ask.by, Reply(self.number, ask.number, None, PackedRefusal.of(FAILED)))
