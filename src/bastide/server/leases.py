"""Several servers on one PostgreSQL: each table has one owner, written in its row, replaced when it is dead.

Whatever an owner writes is written only if it owns the table in that very transaction (`Store.append`), so a server
that was frozen, cut off or slow cannot add to a table that another has taken over meanwhile.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import logging
import time
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from bastide.server.commands import Outcome, Who
from bastide.server.faults import Refusal
from bastide.server.line import ALIVE, Line
from bastide.server.logs import mark, write
from bastide.server.model import Command
from bastide.server.ownership import Alone, Crowd, Ownership, Title
from bastide.server.post import FAILED, Answer, Ask, Free, Here, Message, Refused, Stored, unpack
from bastide.server.store import Store, StoreError

if TYPE_CHECKING:
    from bastide.server.hub import Hub
    from bastide.server.metrics import Metrics
    from bastide.server.sharing import Sharing
    from bastide.server.table import Table

log = logging.getLogger("bastide.servers")

PATIENCE: Final = 5.0
"""For how many seconds the owner of a table may be silent about a command."""
REPEATED: Final = 10.0
"""How often, in seconds, everybody is told who is connected, in case that something was not heard."""
LIVING: Final = f"SELECT number, key FROM server WHERE {ALIVE}"
STANDING: Final = "SELECT id, version, owner FROM game_table WHERE id = ANY($1::text[])"


async def ownership_in(store: Store, secret: str, metrics: Metrics) -> Ownership:
    """How tables are owned in this database: alone, or by agreement with other servers.

    :raises StoreError: the others sign with another secret, or cannot be listened to.
    """
    return await Leases.open(store, secret, metrics) if store.shared else Alone()


class Leases:
    """The tables of one server among others, by what stands in the database. Open with `Leases.open`."""

    def __init__(self, store: Store, key: str, metrics: Metrics) -> None:
        self._store = store
        self._key = key
        self._metrics = metrics
        self._hub: Hub | None = None
        self._living: dict[int, str] = {}
        self._asked: dict[int, tuple[int, asyncio.Future[Answer | None]]] = {}
        self._numbers = itertools.count(1)
        self._jobs: set[asyncio.Task[None]] = set()
        self._repeated = 0.0
        self._line = Line(store, key, self._hear, self._beat)

    @classmethod
    async def open(cls, store: Store, secret: str, metrics: Metrics) -> Leases:
        """Become one of the servers of this database.

        :raises StoreError: the others sign with another secret, or cannot be listened to.
        """
        # Short, so that nothing can be tried on it: it only tells two secrets apart.
        leases = cls(store, hashlib.blake2b(secret.encode(), digest_size=3).hexdigest(), metrics)
        try:
            await leases._line.ready()
            async with store.line() as connection:
                await leases._look(connection)
        except Exception as error:
            await leases._line.close()
            raise StoreError(f"cannot listen to other servers of the database: {error}") from error
        if any(key != leases._key for key in leases._living.values()):
            await leases.close()
            raise StoreError(
                "another server of this database signs seats with another secret; give all of them the same "
                "BASTIDE_SECRET"
            )
        store.owner = leases.number
        return leases

    @property
    def number(self) -> int:
        """What this server is called."""
        return self._line.number

    @property
    def trouble(self) -> str:
        """`line` while others cannot be heard."""
        return "" if self._line.up else "line"

    @property
    def servers(self) -> int:
        """How many servers live, as far as is known."""
        return max(1, len(self._living))

    def serve(self, hub: Hub) -> None:
        """Carry out for others what they ask of the tables here."""
        self._hub = hub

    async def take(self, table: str) -> Title:
        """Own a table, unless a server that lives owns it."""
        if not self._line.up:
            # Nobody would know that we live.
            raise StoreError("other servers cannot be heard")
        title = await self._store.take(table, ALIVE)
        if title.mine:
            self._metrics.taken.inc()
        return title

    async def ask(self, owner: int, table: str, who: Who, command: Command) -> Outcome | None:
        """Have its owner carry a command out."""
        if not self._line.up:
            return None
        number = next(self._numbers)
        future: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        self._asked[number] = owner, future
        try:
            self._line.send(owner, Ask(self.number, number, table, who, command))
            answer = await asyncio.wait_for(future, PATIENCE)
        except ValueError as error:
            write(log, logging.ERROR, "command not passed on", error, table=mark(table))
            raise FAILED from None
        except TimeoutError:
            answer = None
        finally:
            del self._asked[number]
        self._metrics.passed.labels("unanswered" if answer is None else "answered").inc()
        if answer is None:
            return None
        if answer.refused is not None:
            raise answer.refused.unpacked()
        return answer.outcome

    def tell(self, table: str, crowd: Crowd, *, ask: bool = False) -> None:
        """Tell other servers who is connected here; `ask` wants to hear the same from them."""
        if len(self._living) > 1 or ask:
            self._line.send(None, Here(self.number, table, sorted(crowd.seats), crowd.watchers, ask))

    async def give(self, tables: Iterable[str] | None) -> None:
        """Own these tables, or any, no longer."""
        wanted = None if tables is None else list(tables)
        try:
            await self._store.give(wanted)
        except StoreError as error:
            write(log, logging.WARNING, "tables not given up", error)
            return
        self._line.send(None, Free(self.number, wanted or []))

    async def close(self) -> None:
        """Give up what is left, and be no server any more."""
        for job in self._jobs:
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)
        if self._store.owner is not None:
            await self.give(None)
        await self._line.close()
        try:
            await self._store.forget(self.number)
        except StoreError as error:
            write(log, logging.WARNING, "server not forgotten", error)

    async def _beat(self, connection: Any) -> None:
        """Look who lives and how the tables stand that are in memory: what was not heard is seen here."""
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
        """Whoever waits for a server that is dead waits for nothing."""
        for owner, future in self._asked.values():
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
            # A newer server may say what we do not know; what it stores is seen at the next beat.
            write(log, logging.WARNING, "message not understood", error)

    def _take_in(self, message: Message) -> None:
        if message.by == self.number:
            return
        self._living.setdefault(message.by, self._key)
        match message:
            case Answer():
                _, future = self._asked.get(message.number, (0, None))
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
                    crowd = Crowd(frozenset(message.seats), message.watchers)
                    sharing.hear(message.by, crowd, answer=message.ask)
            case Free():
                for table in message.tables or list(self._tables):
                    if (sharing := self._sharing(table)) is not None:
                        sharing.freed(message.by)

    async def _answer(self, ask: Ask) -> None:
        """Carry out a command of another server, if the table is ours."""
        outcome: Outcome | None = None
        refused: Refused | None = None
        try:
            assert self._hub is not None
            table = await self._hub.table(ask.table)
            if await table.sharing.claim():
                outcome = await table.do(ask.who, ask.command)
        except Refusal as refusal:
            refused = Refused.of(refusal)
        except Exception as error:
            write(log, logging.ERROR, "answer failed", error, table=mark(ask.table))
            refused = Refused.of(FAILED)
        try:
            self._line.send(ask.by, Answer(self.number, ask.number, outcome, refused))
        except ValueError as error:
            write(log, logging.ERROR, "answer not passed on", error, table=mark(ask.table))
            self._line.send(ask.by, Answer(self.number, ask.number, None, Refused.of(FAILED)))
