"""Deletes tables that nobody needs any more: they never began, or all their games were left unfinished."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from functools import partial
from typing import Final

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, func, or_, select

from bastide.server.storage.schema import account_seat, chair, entry, result, server, snapshot, table
from bastide.server.storage.store import Store

AT_ONCE: Final = 50
"""How many tables one transaction deletes: others wait for it."""
MOST: Final = 1000
"""How many tables are deleted in a row."""


async def expire(
    store: Store, waiting: int, abandoned: int, used: Callable[[], Collection[str]], turn: asyncio.Lock
) -> int:
    """Delete the tables that were last changed before these times, in milliseconds; return how many.

    `waiting` is for tables whose log has no start of a game, `abandoned` for those with games of which none was
    finished; 0 spares them. Tables in `used` and those of another living server stay. `turn` is held from the call of
    `used` until these tables are deleted.

    :raises StoreError: the database failed.
    """
    results = exists().where(result.c.table_id == table.c.id)
    # A second game begins only after a finished one, whose results may be missing (`Store.catch_up`).
    starts = select(func.count()).where(entry.c.table_id == table.c.id, entry.c.kind == "start").scalar_subquery()
    played = or_(results, starts > 1)
    begun = exists().where(entry.c.table_id == table.c.id, entry.c.kind == "start")
    owned = exists().where(server.c.number == table.c.owner, server.c.number != (store.owner or 0))
    old = or_(
        and_(table.c.stage == "waiting", table.c.updated < waiting, ~begun),
        and_(table.c.updated < abandoned, begun),
    )
    chosen = select(table.c.id).where(table.c.stage != "over", old, ~played, ~owned).order_by(table.c.updated)

    def work(connection: Connection, free: ColumnElement[bool]) -> int:
        # What is locked stays as it is until the commit.
        ids = connection.scalars(chosen.where(free).limit(AT_ONCE).with_for_update(of=table, skip_locked=True)).all()
        if ids:
            for rows in (entry, chair, snapshot, account_seat):
                connection.execute(delete(rows).where(rows.c.table_id.in_(ids)))
            connection.execute(delete(table).where(table.c.id.in_(ids)))
        return len(ids)

    count = 0
    while count < MOST:
        async with turn:
            done = await store.write(partial(work, free=table.c.id.not_in(list(used()))))
        count += done
        if done < AT_ONCE:
            break
    return count
