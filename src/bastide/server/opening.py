"""How a table comes from the disk: from its snapshot and what followed it, or else from its whole log."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from bastide.kernel.errors import BastideError
from bastide.server import snapshots
from bastide.server.engine import Engine
from bastide.server.entries import Entry, Start
from bastide.server.faults import Refusal
from bastide.server.logs import mark, write
from bastide.server.state import TableState
from bastide.server.store import Store, StoreError
from bastide.server.workshop import Workshop

if TYPE_CHECKING:
    from bastide.server.table import Table

log = logging.getLogger("bastide.table")

PART: Final = 8
"""Which part of a long log may follow its snapshot at most."""
LONGEST: Final = 1000
"""How many versions may follow it however long the log is: what is kept of a table does not grow without end."""
PAUSE: Final = 3.0
"""For how many seconds a snapshot can wait: whoever opened the table or played is shown that first."""


@contextlib.contextmanager
def readable(table: str, event: str = "table not read") -> Iterator[None]:
    """That a table cannot be read from the store, or does not replay, is logged, and refused to whoever asked for it.

    :raises Refusal: it cannot be read.
    """
    try:
        yield
    except StoreError as error:
        write(log, logging.ERROR, event, error, table=mark(table))
        raise Refusal("store", "The table cannot be read from the disk now; send it again") from None
    except (BastideError, msgspec.MsgspecError) as error:
        write(log, logging.ERROR, "table not replayed", error, table=mark(table))
        raise Refusal("internal", "The log of table {table} does not replay here", table=table) from None


async def opened(store: Store, engine: Engine, workshop: Workshop, table: str) -> tuple[TableState, int]:
    """A table from the disk, and the version of the snapshot that it comes from; version 0 if there is no such table.

    :raises StoreError: it cannot be read.
    :raises bastide.kernel.errors.BastideError: the log and this version of the rules do not go together.
    """
    data, entries = await store.load_short(table, snapshots.stamp())
    if data is not None:
        try:
            return await workshop.do(resumed, engine, table, data, entries)
        except Exception as error:
            # Whatever is odd about it: the log is there.
            write(log, logging.WARNING, "snapshot not used", error, table=mark(table))
            entries = await store.load(table)
    return await workshop.do(TableState.replayed, engine, table, entries), 0


def resumed(engine: Engine, table: str, data: bytes, entries: Sequence[Entry]) -> tuple[TableState, int]:
    """A table from its snapshot and what followed that, and the version of the snapshot.

    :raises Exception: something is odd about either.
    """
    state = snapshots.thaw(engine, table, data)
    kept = state.version
    for entry in entries:
        state.replay(engine, entry)
    return state, kept


async def followed(engine: Engine, workshop: Workshop, state: TableState, entries: Sequence[Entry]) -> TableState:
    """A table with what was stored after it, leaving the one that was given as it is.

    :raises bastide.kernel.errors.BastideError: the log and this version of the rules do not go together.
    """

    def fold() -> TableState:
        draft = state.fork()
        if draft.match is not None:
            draft.match = draft.match.fork()
        for entry in entries:
            draft.replay(engine, entry)
        return draft

    # Only where a game begins its rules may have to be made.
    begun = any(isinstance(entry.payload, Start) for entry in entries)
    return await workshop.do(fold) if begun else fold()


class Keeper:
    """Keeps a snapshot of one table in the store, made anew now and then."""

    def __init__(self, table: Table, version: int) -> None:
        self._table = table
        self._version = version
        self._task: asyncio.Task[None] | None = None

    def look(self) -> None:
        """The table has gone on, or was opened: a snapshot may be due."""
        table = self._table
        version = table.state.version
        # A long log has fewer: each is longer.
        due = version - self._version >= max(snapshots.EVERY, min(version // PART, LONGEST))
        if due and table.sharing.owned and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._keep(), name="snapshot")

    async def close(self) -> None:
        """Keep nothing any more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _keep(self) -> None:
        table, shared = self._table, self._table.shared
        await asyncio.sleep(PAUSE)
        async with shared.brush:
            await asyncio.sleep(0)
            state = table.state
            data = snapshots.freeze(shared.engine, state)
        # What cannot be kept now is tried again when as much has been played once more.
        self._version = state.version
        if data is not None:
            try:
                await shared.store.keep(state.id, state.version, snapshots.stamp(), data)
            except StoreError as error:
                write(log, logging.WARNING, "snapshot not kept", error, table=mark(state.id))
