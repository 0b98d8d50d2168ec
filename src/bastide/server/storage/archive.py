"""Records of finished games, and work on them, such as replays: long jobs without urgency.

One job runs at a time, in a thread, so that replays never delay people who play.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Final, TypeVar

from bastide.server.common.faults import RequestRefused
from bastide.server.engine.interface import Engine
from bastide.server.log.entries import Entry, Start
from bastide.server.log.match import Match
from bastide.server.log.state import TableState
from bastide.server.storage.readable import readable
from bastide.server.storage.store import Store

T = TypeVar("T")

KEPT: Final = 32
"""How many records are cached; a long one has 150 kB."""
WAITING: Final = 64
"""How many jobs may wait."""


class Archive:
    """Records of finished games: a table in memory has only its last game, the log has all."""

    def __init__(self) -> None:
        self._records: OrderedDict[tuple[str, int], str] = OrderedDict()
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def record(self, store: Store, engine: Engine, table: TableState, number: int | None) -> str:
        """The record of a game by number, counted from 1, or of the last one.

        :raises RequestRefused: there is no such game, it is still running, its log cannot be read now, or too many jobs
            wait.
        """
        count = table.games
        if not count:
            raise RequestRefused("unknown", "No game has begun at this table")
        game = count if number is None else number
        if not 1 <= game <= count:
            raise RequestRefused(
                "unknown", "There is no game {input}; this table has had {count}", input=game, count=count
            )
        match = table.match if game == count else None
        if match is not None and not match.over:
            raise hidden()
        key, seats = (table.id, game), len(table.seats)
        if key not in self._records:
            async with self._place():
                if key not in self._records:
                    if match is not None:
                        text = match.game.save()
                    else:
                        with readable(table.id):
                            entries = await store.game(table.id, game)
                        text = await asyncio.to_thread(played, engine, entries, seats)
                    self._records[key] = text
                    if len(self._records) > KEPT:
                        self._records.popitem(last=False)
                return self._records[key]
        self._records.move_to_end(key)
        return self._records[key]

    async def work(self, job: Callable[[], T]) -> T:
        """Run a job in a thread, after the jobs before it, and return its result.

        :raises RequestRefused: too many jobs wait.
        """
        async with self._place():
            return await asyncio.to_thread(job)

    @contextlib.asynccontextmanager
    async def _place(self) -> AsyncIterator[None]:
        """Wait for this job's turn, if the queue is not full."""
        if self._waiting >= WAITING:
            raise RequestRefused("busy", "Too many people are looking up games; try again in a moment")
        self._waiting += 1
        try:
            async with self._turn:
                yield
        finally:
            self._waiting -= 1


def hidden() -> RequestRefused:
    """The refusal of a record while its game is running."""
    return RequestRefused("hidden", "The record shows every hand: it is available once the game is over")


def played(engine: Engine, entries: Sequence[Entry], seats: int) -> str:
    """Replay a game from its `Start` entry on, and return its record.

    :raises RequestRefused: it is not over.
    """
    first, *others = entries
    assert isinstance(first.payload, Start)
    match = Match(engine, engine.load(first.payload.record), 0, seats)
    for entry in others:
        match.replay(entry.version, entry.seat, entry.payload)
    if not match.over:
        raise hidden()
    return match.game.save()
