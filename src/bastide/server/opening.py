"""How a table comes from the disk: from its snapshot and what followed it, or else from its whole log."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from bastide.server import snapshots
from bastide.server.engine import Engine
from bastide.server.faults import Refusal
from bastide.server.logs import mark, write
from bastide.server.state import TableState
from bastide.server.store import Store, StoreError

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
def readable(table: str) -> Iterator[None]:
    """A store that cannot be read is logged, and refused to whoever asked for something of this table.

    :raises Refusal: it cannot be read.
    """
    try:
        yield
    except StoreError as error:
        write(log, logging.ERROR, "table not read", error, table=mark(table))
        raise Refusal("store", "The table cannot be read from the disk now; send it again") from None


async def opened(store: Store, engine: Engine, table: str) -> tuple[TableState, int]:
    """A table from the disk, and the version of the snapshot that it comes from; version 0 if there is no such table.

    :raises StoreError: it cannot be read.
    :raises bastide.kernel.errors.BastideError: the log and this version of the rules do not go together.
    """
    data, entries = await store.load_short(table, snapshots.stamp())
    if data is not None:
        try:
            state = snapshots.thaw(engine, table, data)
            kept = state.version
            for entry in entries:
                state.replay(engine, entry)
        except Exception as error:
            # Whatever is odd about it: the log is there.
            write(log, logging.WARNING, "snapshot not used", error, table=mark(table))
            entries = await store.load(table)
        else:
            return state, kept
    return TableState.replayed(engine, table, entries), 0


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
