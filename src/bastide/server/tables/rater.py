"""Rates finished games in the background, and says under which rules a game that begins is rated."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from bastide.kernel.errors import BastideError
from bastide.server.common.anchors import anchor
from bastide.server.common.logs import write
from bastide.server.engine.rule_sets import rule_set
from bastide.server.engine.rules_thread import RulesThread
from bastide.server.log.state import TableState
from bastide.server.storage import ratings
from bastide.server.storage.store import Store, StoreError

log = logging.getLogger("bastide.ratings")

AGAIN: Final = 30.0
"""After how many seconds it is tried again, if the database failed."""


class Rater:
    """Rates the games of one server's store: whenever one has ended, and those that an earlier server left."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._work = asyncio.Event()
        self._work.set()
        self._task = asyncio.create_task(self._run(), name="rater")

    def wake(self) -> None:
        """A rated game has ended."""
        self._work.set()

    async def close(self) -> None:
        """Stop; what is not rated yet is rated by the next server."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await self._work.wait()
            self._work.clear()
            try:
                while await self._store.read(ratings.waiting):
                    await self._store.write(ratings.rate)
            except Exception as error:
                # Tables go on, also if a row of the database is damaged.
                write(log, logging.ERROR, "games not rated", error)
                await asyncio.sleep(AGAIN)
                self._work.set()


async def rules_of(store: Store, rules_thread: RulesThread, state: TableState, level: str) -> str:
    """The rule set under which the game that a table begins now is rated; empty if it is not.

    Rated are games of public tables without a password and without hints, in which every person has an account that
    takes part, and every bot has an anchor. Open chairs get bots of a level.
    """
    people = [(number, chair.generation) for number, chair in enumerate(state.seats) if chair.kind == "person"]
    if not state.public or state.hints or state.password or not people:
        return ""
    try:
        if not await store.read(lambda connection: ratings.consenting(connection, state.id, people)):
            return ""
        rules = await rules_thread.run(rule_set, state.config)
    except (StoreError, BastideError) as error:
        write(log, logging.ERROR, "a game begins without ratings", error)
        return ""
    bots = {chair.bot or level for chair in state.seats if chair.kind != "person"}
    return rules if all(anchor(rules, len(state.seats), bot) is not None for bot in bots) else ""
