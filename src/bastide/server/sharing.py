"""What a table has to do with other servers: whose it is, what they have stored, who is connected there."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Container
from typing import TYPE_CHECKING, Final

from bastide.kernel.errors import quote
from bastide.server.faults import Refusal
from bastide.server.logs import mark, write
from bastide.server.opening import followed, readable
from bastide.server.ownership import EMPTY, Crowd, Title
from bastide.server.store import StoreError

if TYPE_CHECKING:
    from bastide.server.commands import Outcome
    from bastide.server.table import Order, Table

log = logging.getLogger("bastide.servers")

TRIES: Final = 3
"""How often the owner of a table is looked for before whoever asks must ask again."""
FORGOTTEN: Final = 30.0
"""After how many seconds what was heard of another server's people counts no longer."""


class Sharing:
    """One table among several servers. `owned` is whether it is this one's, as far as this one knows.

    What is not owned follows the log: entries that others stored are loaded and folded, never two things at once
    (`turn`). With one server nothing of this ever happens.
    """

    def __init__(self, table: Table, title: Title) -> None:
        self.owned = title.mine
        self.turn = asyncio.Lock()
        self._table = table
        self._ownership = table.shared.ownership
        self._owner = title.owner
        self._free = False
        self._version = 0
        self._told = EMPTY
        self._elsewhere: dict[int, tuple[Crowd, float]] = {}
        self._task: asyncio.Task[None] | None = None
        if self._ownership.servers > 1:
            self._ownership.tell(table.state.id, EMPTY, ask=True)

    @property
    def seats(self) -> frozenset[int]:
        """The seats whose people are connected to other servers."""
        return frozenset(seat for crowd, _ in self._elsewhere.values() for seat in crowd.seats)

    @property
    def watchers(self) -> int:
        """How many watch at other servers."""
        return sum(crowd.watchers for crowd, _ in self._elsewhere.values())

    @property
    def attended(self) -> bool:
        """Whether anybody is connected to other servers while this one carries their commands out."""
        return self.owned and bool(self._elsewhere)

    async def close(self) -> None:
        """Follow no longer."""
        if self._told != EMPTY:
            self._told = EMPTY
            self._ownership.tell(self._table.state.id, EMPTY)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def lost(self) -> None:
        """Another server owns the table."""
        if self.owned:
            self.owned = False
            self._owner = None
            self._table.shared.metrics.lost.inc()
            write(log, logging.WARNING, "table lost", table=mark(self._table.state.id))

    async def pass_on(self, order: Order) -> Outcome | None:
        """Have the owner carry a command out, or become the owner: then it is None, and is carried out here.

        :raises Refusal: what the owner says; `busy` or `store` if none can be found.
        """
        if not order.asked:
            raise self._busy(order)
        table = self._table
        for _ in range(TRIES):
            if self._owner is None and await self._take():
                return None
            if self._owner is None:
                break
            try:
                outcome = await self._ownership.ask(self._owner, table.state.id, order.who, order.command)
            except Refusal:
                # Whoever is refused because the table has gone on is told how far.
                with contextlib.suppress(Refusal):
                    await self._follow()
                raise
            if outcome is not None:
                with contextlib.suppress(Refusal):
                    await self._follow()
                return outcome
            self._owner = None
        raise self._busy(order)

    async def claim(self) -> bool:
        """Whether the table is ours: as we know, or as we find out now.

        :raises Refusal: the database does not say.
        """
        if self.owned:
            return True
        async with self.turn:
            return await self._take()

    async def fresh(self) -> None:
        """Be as far as the database is: whoever comes from another server misses nothing of what was told there."""
        if self.owned:
            return
        try:
            version = await self._table.shared.store.version(self._table.state.id)
        except StoreError:
            # What is known is still worth being shown.
            return
        if version > self._table.state.version:
            async with self.turn:
                await self._follow()
                self._table.announce()

    def stands(self, version: int, owner: int | None, *, mine: bool, free: bool) -> None:
        """The table as the database has it, or another server says. `free` is whether it could be taken."""
        if self.owned:
            # What says so may be older than our own taking it; what others stored since cannot be.
            if mine or version <= self._table.state.version:
                return
            self.lost()
        self._owner = None if mine or free else owner
        self._version = max(self._version, version)
        self._free = mine or free
        if self._needed and (self._free or self._version > self._table.state.version):
            self._look()

    def freed(self, by: int) -> None:
        """A server has given tables up."""
        self._elsewhere.pop(by, None)
        if not self.owned and self._owner in (by, None):
            self._owner = None
            self._free = True
            if self._needed:
                self._look()
        self._table.show()

    def hear(self, by: int, crowd: Crowd, *, answer: bool) -> None:
        """These are connected at another server."""
        known, _ = self._elsewhere.get(by, (EMPTY, 0.0))
        if crowd == EMPTY:
            self._elsewhere.pop(by, None)
        else:
            self._elsewhere[by] = crowd, time.monotonic()
        if crowd != known:
            self._table.show()
        if answer:
            self.repeat()

    def forget(self, living: Container[int]) -> None:
        """Only these servers live."""
        late = time.monotonic() - FORGOTTEN
        gone = [by for by, (_, heard) in self._elsewhere.items() if by not in living or heard < late]
        for by in gone:
            del self._elsewhere[by]
        if gone:
            self._table.show()

    def tell(self) -> None:
        """Tell others who is connected here, if that has changed."""
        crowd = self._table.crowd
        if crowd != self._told:
            self._told = crowd
            self._ownership.tell(self._table.state.id, crowd)

    def repeat(self) -> None:
        """Tell others once more, in case that they have not heard it."""
        if self._told != EMPTY:
            self._ownership.tell(self._table.state.id, self._told)

    @property
    def _needed(self) -> bool:
        """Whether anybody here would notice that the table goes on."""
        return bool(self._table.watchers) and not self._table.closed

    def _look(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._catch_up(), name="follow")

    async def _catch_up(self) -> None:
        """Follow the log until nothing is missing, or own the table if nobody does."""
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
        except Refusal as refusal:
            write(log, logging.WARNING, "table not followed", table=mark(self._table.state.id), reason=refusal.code)

    async def _take(self) -> bool:
        """Own the table if no living server does; whether it is ours now.

        :raises Refusal: the database does not say.
        """
        table = self._table
        self._free = False
        with readable(table.state.id, "table not taken"):
            title = await self._ownership.take(table.state.id)
        if not title.mine:
            self._owner = title.owner
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
        """Fold what others have stored since. Nobody is told yet.

        :raises Refusal: it cannot be read.
        """
        table = self._table
        shared = table.shared
        with readable(table.state.id):
            entries = await shared.store.load(table.state.id, after=table.state.version)
            if entries:
                table.state = await followed(shared.engine, shared.workshop, table.state, entries)

    @staticmethod
    def _busy(order: Order) -> Refusal:
        return Refusal("busy", "The table is too busy; send {input} again in a moment", input=quote(order.command.do))
