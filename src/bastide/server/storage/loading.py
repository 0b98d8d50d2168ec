"""Loads tables from the database: from a snapshot and the entries after it, or else from the whole log."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from bastide.server.common.logs import mark, write
from bastide.server.engine.interface import Engine
from bastide.server.engine.rules_thread import RulesThread
from bastide.server.log import snapshots
from bastide.server.log.entries import Entry, Start
from bastide.server.log.state import TableState
from bastide.server.storage.store import Store

log = logging.getLogger("bastide.table")


async def load_table(store: Store, engine: Engine, rules_thread: RulesThread, table: str) -> tuple[TableState, int]:
    """Load a table; also return the version of the snapshot used, 0 if none. A table of version 0 does not exist.

    :raises StoreError: it cannot be read.
    :raises bastide.kernel.errors.BastideError: the log does not replay under these rules.
    """
    data, entries = await store.load_short(table, snapshots.stamp())
    if data is not None:
        try:
            return await rules_thread.run(from_snapshot, engine, table, data, entries)
        except Exception as error:
            # Whatever is wrong with the snapshot, the log is still there.
            write(log, logging.WARNING, "snapshot not used", error, table=mark(table))
            entries = await store.load(table)
    return await rules_thread.run(TableState.replayed, engine, table, entries), 0


def from_snapshot(engine: Engine, table: str, data: bytes, entries: Sequence[Entry]) -> tuple[TableState, int]:
    """A table from its snapshot and the entries after it, with the version of the snapshot.

    :raises Exception: either is damaged.
    """
    state = snapshots.thaw(engine, table, data)
    kept = state.version
    for entry in entries:
        state.replay(engine, entry)
    return state, kept


async def with_entries(
    engine: Engine, rules_thread: RulesThread, state: TableState, entries: Sequence[Entry]
) -> TableState:
    """A copy of a table with further entries applied; the original stays unchanged.

    :raises bastide.kernel.errors.BastideError: the log does not replay under these rules.
    """

    def fold() -> TableState:
        draft = state.fork()
        if draft.match is not None:
            draft.match = draft.match.fork()
        for entry in entries:
            draft.replay(engine, entry)
        return draft

    # Rules may have to be built only if a game begins.
    begun = any(isinstance(entry.payload, Start) for entry in entries)
    return await rules_thread.run(fold) if begun else fold()
