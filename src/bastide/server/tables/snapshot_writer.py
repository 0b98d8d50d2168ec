"""Writes snapshots of tables into the store."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from bastide.server.common.logs import mark, write
from bastide.server.log import snapshots
from bastide.server.storage.store import StoreError
from bastide.server.tables.handle import TableHandle

log = logging.getLogger("bastide.table")

PART: Final = 8
"""A snapshot is due when 1/PART of a long log follows the last one."""
LONGEST: Final = 1000
"""How many versions may follow a snapshot at most, so that loading time is bounded."""
PAUSE: Final = 3.0
"""How many seconds a due snapshot waits: people who opened the table or played are served first."""


class SnapshotWriter:
    """Writes a new snapshot of one table whenever one is due."""

    def __init__(self, table: TableHandle, version: int) -> None:
        self._table = table
        self._version = version
        self._task: asyncio.Task[None] | None = None

    def look(self) -> None:
        """The table changed or was loaded: check whether a snapshot is due."""
        table = self._table
        version = table.state.version
        # Longer logs get fewer snapshots: each takes longer.
        due = version - self._version >= max(snapshots.EVERY, min(version // PART, LONGEST))
        if due and table.owned and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._keep(), name="snapshot")

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _keep(self) -> None:
        table, shared = self._table, self._table.shared
        await asyncio.sleep(PAUSE)
        async with shared.render_turns.turn():
            await asyncio.sleep(0)
            state = table.state
            data = snapshots.freeze(shared.engine, state)
        # If it fails, the next attempt is made after as many further versions.
        self._version = state.version
        if data is not None:
            try:
                await shared.store.keep(state.id, state.version, snapshots.stamp(), data)
            except StoreError as error:
                write(log, logging.WARNING, "snapshot not kept", error, table=mark(state.id))
