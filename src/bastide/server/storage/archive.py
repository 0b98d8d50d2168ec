"""Records of finished games, and work on them, such as replays: long jobs without urgency.

One job runs at a time, in a thread, so that replays never delay people who play. Addresses take turns, and what a job
costs is counted for the address that asked.
"""

from __future__ import annotations

import contextlib
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Final, TypeVar

from bastide.server.common.fairness import Costs, Turns
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
EACH: Final = 16
"""How many of one address."""


class Archive:
    """Records of finished games: a table in memory has only its last game, the log has all."""

    def __init__(self, costs: Costs) -> None:
        self._records: OrderedDict[tuple[str, int], str] = OrderedDict()
        self._costs = costs
        self._turns = Turns()
        self._waiting: Counter[str] = Counter()

    async def record(self, store: Store, engine: Engine, table: TableState, number: int | None, asker: str = "") -> str:
        """The record of a game by number, counted from 1, or of the last one. `asker` is the address that asks.

        :raises RequestRefused: there is no such game, it is still running, its log cannot be read or replayed, or too
            many jobs wait.
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
            async with self._place(asker):
                if key not in self._records:
                    if match is not None:
                        text = match.game.save()
                    else:
                        with readable(table.id):
                            entries = await store.game(table.id, game)
                            text = await self._costs.aside(asker, played, engine, entries, seats)
                    self._records[key] = text
                    if len(self._records) > KEPT:
                        self._records.popitem(last=False)
                return self._records[key]
        self._records.move_to_end(key)
        return self._records[key]

    async def work(self, job: Callable[[], T], asker: str = "") -> T:
        """Run a job in a thread when its address has a turn, and return its result.

        :raises RequestRefused: too many jobs wait.
        """
        async with self._place(asker):
            return await self._costs.aside(asker, job)

    @contextlib.asynccontextmanager
    async def _place(self, asker: str) -> AsyncIterator[None]:
        """Wait for a turn of this address, if the queue is not full."""
        if self._waiting[asker] >= EACH or self._waiting.total() >= WAITING:
            raise RequestRefused("busy", "Too many people are looking up games; try again in a moment")
        self._waiting[asker] += 1
        try:
            async with self._turns.turn(asker):
                yield
        finally:
            self._waiting[asker] -= 1
            if not self._waiting[asker]:
                del self._waiting[asker]


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
