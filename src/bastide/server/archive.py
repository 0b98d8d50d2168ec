"""Games that are over: their records, and whatever is made of them. It is long work and in no hurry.

One thing is done at a time, in a thread: nobody who plays waits for those who look back, however many there are.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Final, TypeVar

from bastide.server.engine import Engine
from bastide.server.entries import Entry, Start
from bastide.server.faults import Refusal
from bastide.server.match import Match
from bastide.server.opening import readable
from bastide.server.state import TableState
from bastide.server.store import Store

T = TypeVar("T")

KEPT: Final = 32
"""How many records are kept; a long one has 150 kB."""
WAITING: Final = 64
"""How many may wait for something to be looked up."""


class Archive:
    """Records of games that are over: a table in memory has but its last one, and the log all."""

    def __init__(self) -> None:
        self._records: OrderedDict[tuple[str, int], str] = OrderedDict()
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def record(self, store: Store, engine: Engine, table: TableState, number: int | None) -> str:
        """The record of the game of this number from 1, or of the last one.

        :raises Refusal: there is no such game, it is still played, its log cannot be read now, or too many ask.
        """
        count = table.games
        if not count:
            raise Refusal("unknown", "No game has begun at this table")
        game = count if number is None else number
        if not 1 <= game <= count:
            raise Refusal("unknown", "There is no game {input}; this table has had {count}", input=game, count=count)
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
        """What a job gives that is done in a thread, when it is its turn.

        :raises Refusal: too many wait.
        """
        async with self._place():
            return await asyncio.to_thread(job)

    @contextlib.asynccontextmanager
    async def _place(self) -> AsyncIterator[None]:
        """One's turn, for those who may wait for it."""
        if self._waiting >= WAITING:
            raise Refusal("busy", "Too many look up games just now; try again in a moment")
        self._waiting += 1
        try:
            async with self._turn:
                yield
        finally:
            self._waiting -= 1


def hidden() -> Refusal:
    """Somebody asks for the record of a game that is not over."""
    return Refusal("hidden", "The record shows every hand: it can be had once the game is over")


def played(engine: Engine, entries: Sequence[Entry], seats: int) -> str:
    """The record of a game, from the entry that begins it on.

    :raises Refusal: it is not over.
    """
    first, *others = entries
    assert isinstance(first.payload, Start)
    match = Match(engine, engine.load(first.payload.record), 0, seats)
    for entry in others:
        match.replay(entry.version, entry.seat, entry.payload)
    if not match.over:
        raise hidden()
    return match.game.save()
