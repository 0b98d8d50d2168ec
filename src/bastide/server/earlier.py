"""Games that were played at a table before, from its log: a table in memory has but the last one."""

from __future__ import annotations

import logging

from bastide.server.engine import Engine
from bastide.server.entries import Start
from bastide.server.faults import Refusal
from bastide.server.logs import mark, write
from bastide.server.match import Match
from bastide.server.state import TableState
from bastide.server.store import Store, StoreError

log = logging.getLogger("bastide.table")


async def earlier(store: Store, engine: Engine, table: TableState, number: int | None) -> Match:
    """The game of this number from 1 as its log tells it, or the last one.

    :raises Refusal: there is none, or the log cannot be read now.
    """
    try:
        entries = await store.load(table.id)
    except StoreError as error:
        write(log, logging.ERROR, "table not read", error, table=mark(table.id))
        raise Refusal("store", "The table cannot be read from the disk now; send it again") from None
    starts = [place for place, entry in enumerate(entries) if isinstance(entry.payload, Start)]
    if not starts:
        raise Refusal("unknown", "No game has begun at this table")
    if number is not None and not 1 <= number <= len(starts):
        raise Refusal(
            "unknown", "There is no game {input}; this table has had {count}", input=number, count=len(starts)
        )
    begin = starts[-1] if number is None else starts[number - 1]
    first = entries[begin]
    assert isinstance(first.payload, Start)
    match = Match(engine, engine.load(first.payload.record), 0, len(table.seats))
    for entry in entries[begin + 1 :]:
        if isinstance(entry.payload, Start):
            break
        match.replay(entry.version, entry.seat, entry.payload)
    return match
