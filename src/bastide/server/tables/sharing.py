"""One table among several servers: who owns it, what others have stored, who is connected to them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Container
from typing import Final

from bastide.kernel.errors import quote
from bastide.server.common.faults import RequestRefused
from bastide.server.common.logs import mark, write
from bastide.server.log.draft import Outcome
from bastide.server.log.ownership import EMPTY, Connected, OwnerInfo
from bastide.server.storage.loading import with_entries
from bastide.server.storage.readable import readable
from bastide.server.tables.handle import TableHandle
from bastide.server.tables.queue import QueuedCommand

log = logging.getLogger("bastide.servers")

TRIES: Final = 3
"""How often the owner of a table is looked up before a command is refused."""
FORGOTTEN: Final = 30.0
"""After how many seconds another server's report of its readers expires."""


class Sharing:
    """A table's view of the other servers. `owned` is whether this server owns the table, as far as it knows.

    A table owned elsewhere follows the log: entries that others stored are loaded and folded, one batch at a time
    (`turn`). With a single server nothing here ever happens.
    """

    def __init__(self, table: TableHandle, info: OwnerInfo) -> None:
        self.owned = info.mine
        self.turn = asyncio.Lock()
        self._table = table
        self._ownership = table.shared.ownership
        self._owner = info.owner
        self._free = False
        self._version = 0
        self._told = EMPTY
        self._elsewhere: dict[int, tuple[Connected, float]] = {}
        self._task: asyncio.Task[None] | None = None
        if self._ownership.servers > 1:
            self._ownership.tell(table.state.id, EMPTY, ask=True)

    @property
    def seats(self) -> frozenset[int]:
        """The seats whose people are connected to other servers."""
        return frozenset(seat for connected, _ in self._elsewhere.values() for seat in connected.seats)

    @property
    def watchers(self) -> int:
        """The number of spectators at other servers."""
        return sum(connected.watchers for connected, _ in self._elsewhere.values())

    @property
    def attended(self) -> bool:
        """Whether readers of other servers depend on this one as the owner."""
        return self.owned and bool(self._elsewhere)

    async def close(self) -> None:
        """Stop following."""
        if self._told != EMPTY:
            self._told = EMPTY
            self._ownership.tell(self._table.state.id, EMPTY)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def lost(self) -> None:
        """Note that another server owns the table."""
        if self.owned:
            self.owned = False
            self._owner = None
            self._table.shared.metrics.lost.inc()
            write(log, logging.WARNING, "table lost", table=mark(self._table.state.id))

    async def pass_on(self, queued: QueuedCommand) -> Outcome | None:
        """Have the owner apply a command; None if this server became the owner and must apply it itself.

        :raises RequestRefused: the owner refused it; `busy` or `store` if no owner can be found.
        """
        if not queued.from_client:
            raise self._busy(queued)
        table = self._table
        for _ in range(TRIES):
            if self._owner is None and await self._take():
                return None
            if self._owner is None:
                break
            try:
                outcome = await self._ownership.ask(self._owner, table.state.id, queued.who, queued.command)
            except RequestRefused:
                # The author of a refused command is shown the current version.
                with contextlib.suppress(RequestRefused):
                    await self._follow()
                raise
            if outcome is not None:
                with contextlib.suppress(RequestRefused):
                    await self._follow()
                return outcome
            self._owner = None
        raise self._busy(queued)

    async def claim(self) -> bool:
        """Whether this server owns the table, after trying to become the owner.

        :raises RequestRefused: the database does not answer.
        """
        if self.owned:
            return True
        async with self.turn:
            return await self._take()

    async def fresh(self) -> None:
        """Catch up with the database: a client that comes from another server must miss nothing.

        :raises RequestRefused: the database does not answer, so that what is known here may be older than what another
            server has acknowledged.
        """
        if self.owned:
            return
        with readable(self._table.state.id):
            version = await self._table.shared.store.version(self._table.state.id)
        if version > self._table.state.version:
            async with self.turn:
                await self._follow()
                self._table.announce()

    def stands(self, version: int, owner: int | None, *, mine: bool, free: bool) -> None:
        """Take in version and owner from the database or another server. `free` is whether the table could be taken."""
        if self.owned:
            # The report may be older than our ownership, unless its version is ahead of ours.
            if mine or version <= self._table.state.version:
                return
            self.lost()
        self._owner = None if mine or free else owner
        self._version = max(self._version, version)
        self._free = mine or free
        if self._needed and (self._free or self._version > self._table.state.version):
            self._look()

    def freed(self, by: int) -> None:
        """Note that a server has released tables."""
        self._elsewhere.pop(by, None)
        if not self.owned and self._owner in (by, None):
            self._owner = None
            self._free = True
            if self._needed:
                self._look()
        self._table.show()

    def hear(self, by: int, connected: Connected, *, answer: bool) -> None:
        """Note the readers connected to another server."""
        known, _ = self._elsewhere.get(by, (EMPTY, 0.0))
        if connected == EMPTY:
            self._elsewhere.pop(by, None)
        else:
            self._elsewhere[by] = connected, time.monotonic()
        if connected != known:
            self._table.show()
        if answer:
            self.repeat()

    def forget(self, living: Container[int]) -> None:
        """Drop the reports of servers that are not alive."""
        late = time.monotonic() - FORGOTTEN
        gone = [by for by, (_, heard) in self._elsewhere.items() if by not in living or heard < late]
        for by in gone:
            del self._elsewhere[by]
        if gone:
            self._table.show()

    def tell(self) -> None:
        """Tell other servers who is connected here, if that has changed."""
        connected = self._table.connected
        if connected != self._told:
            self._told = connected
            self._ownership.tell(self._table.state.id, connected)

    def repeat(self) -> None:
        """Tell them again, in case a message was lost."""
        if self._told != EMPTY:
            self._ownership.tell(self._table.state.id, self._told)

    @property
    def _needed(self) -> bool:
        """Whether a reader here depends on following the table."""
        return self._table.watched and not self._table.closed

    def _look(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._catch_up(), name="follow")

    async def _catch_up(self) -> None:
        """Follow the log until nothing is missing, or take the table if nobody owns it."""
        try:
            async with self.turn:
                if not self.owned and self._free:
                    await self._take()
                while not self.owned and self._version > self._table.state.version:
                    before = self._table.state.version
                    await self._follow()
                    if self._table.state.version == before:
                        break
                self._table.announce()
        except RequestRefused as refusal:
            write(log, logging.WARNING, "table not followed", table=mark(self._table.state.id), reason=refusal.code)

    async def _take(self) -> bool:
        """Take the table if no live server owns it; return whether this server owns it now.

        :raises RequestRefused: the database does not answer.
        """
        table = self._table
        self._free = False
        with readable(table.state.id, "table not taken"):
            info = await self._ownership.take(table.state.id)
        if not info.mine:
            self._owner = info.owner
            return False
        await self._follow()
        self.owned = True
        self._owner = None
        write(log, logging.INFO, "table taken", table=mark(table.state.id))
        await table.came_back(at_once=True)
        table.announce()
        table.show()
        return True

    async def _follow(self) -> None:
        """Fold the entries that others have stored, without telling readers yet.

        :raises RequestRefused: they cannot be read.
        """
        table = self._table
        shared = table.shared
        with readable(table.state.id):
            entries = await shared.store.load(table.state.id, after=table.state.version)
            if entries:
                table.state = await with_entries(shared.engine, shared.rules_thread, table.state, entries)
                table.synchronize()

    @staticmethod
    def _busy(queued: QueuedCommand) -> RequestRefused:
        return RequestRefused(
            "busy", "The table is too busy; send {input} again in a moment", input=quote(queued.command.do)
        )
