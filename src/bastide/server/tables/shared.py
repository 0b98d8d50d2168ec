"""What all tables of a server share."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any

from bastide.kernel.errors import ConfigError, quote
from bastide.players import LEVELS, offered
from bastide.server.common.fairness import Costs, Turns
from bastide.server.common.faults import RequestRefused, of_engine
from bastide.server.common.metrics import Metrics
from bastide.server.common.model import TableView
from bastide.server.common.paces import Paces
from bastide.server.common.settings import Settings
from bastide.server.engine.bot_pool import BotError, BotPool, Unavailable
from bastide.server.engine.interface import Engine
from bastide.server.engine.rules_thread import RulesThread
from bastide.server.engine.trial import Trials, plugged
from bastide.server.log.clock import now
from bastide.server.log.ownership import Alone, Ownership
from bastide.server.log.state import TableState
from bastide.server.storage.archive import Archive
from bastide.server.storage.store import Store
from bastide.server.tables.rater import Rater, rules_of

Render = Callable[[TableView, str, frozenset[str]], dict[str, str]]
"""Renders a table as panels of HTML by element id, in a language, without the named panels."""


@dataclass(frozen=True)
class Shared:
    """The engine, the store and other objects that a server has once, for all of its tables."""

    engine: Engine
    store: Store
    settings: Settings
    rng: random.Random
    threads: Executor
    metrics: Metrics
    costs: Costs
    paces: Paces
    archive: Archive
    bot_pool: BotPool
    render: Render | None = None
    ownership: Ownership = field(default_factory=Alone)
    now: Callable[[], int] = now
    stood: Callable[[], int] = lambda: 0
    """For how many milliseconds the server has stood still in all (`Heartbeat.stood`)."""
    render_turns: Turns = field(default_factory=Turns)
    """One table is rendered at a time, and no address waits for many of another."""
    trials: Trials = field(default_factory=Trials)
    rules_thread: RulesThread = field(default_factory=RulesThread)
    loaded_bots: set[str] = field(default_factory=set)
    """The levels of bots that were loaded in a process."""

    rater: Rater | None = None
    """Rates finished games; None before the hub is there."""

    async def rules_of(self, state: TableState, level: str) -> str:
        """See `rater.rules_of`."""
        return await rules_of(self.store, self.rules_thread, state, level)

    def rated(self, state: TableState) -> None:
        """A table has ended its game."""
        if state.rated and self.rater is not None:
            self.rater.wake()

    async def try_out(self, *configs: Mapping[str, Any]) -> None:
        """Check that the plug-ins of these configs return, before they run in this process.

        :raises RequestRefused: one does not, or fails.
        """
        for config in configs:
            try:
                await self.trials.check(config)
            except ConfigError as error:
                raise of_engine(error) from None

    async def ask_bot(
        self, table: str, level: str, question: Mapping[str, Any], seconds: float, *, last: bool = False
    ) -> str:
        """The answer of a bot process to a question of a table, in so many seconds; see `BotPool.ask`."""
        foreign = level not in LEVELS or bool(plugged(question.get("config", {})))
        return await self.bot_pool.ask(question, seconds, table, foreign, self.steady, last)

    async def try_bot(self, table: str, level: str) -> None:
        """Check that a bot that thinks in a process of its own can be loaded there.

        :raises RequestRefused: it cannot, or there are no such processes, or it is too slow here.
        """
        if not self.engine.thinks(level) or level in self.loaded_bots:
            return
        if not self.bot_pool.count:
            raise RequestRefused(
                "config",
                "The bot {input} thinks in a process of its own, and this server has none for bots",
                input=quote(level),
            )
        if level in LEVELS:
            if level not in offered(self.bot_pool.count):
                raise RequestRefused(
                    "config", "Bots of the level {input} would be too slow on this server", input=quote(level)
                )
            # They can always be loaded, and who seats one need not wait for the bots of other tables.
            return
        try:
            await self.ask_bot(table, level, {"level": level, "seed": 0}, self.settings.bot_timeout)
        except BotError as error:
            refused = error.refused or ConfigError(
                "the bot {name} fails when it is loaded: {reason}", {"name": quote(level), "reason": error.reason}
            )
            raise of_engine(refused) from None
        except (TimeoutError, Unavailable):
            raise RequestRefused(
                "busy", "The bot {input} was not loaded in time; try again in a moment", input=quote(level)
            ) from None
        self.loaded_bots.add(level)

    def steady(self) -> float:
        """Seconds of a monotonic clock that stands while the server stands still."""
        return time.monotonic() - self.stood() / 1000

    @contextlib.asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for a turn of this address to render.

        There is one rendering per iteration of the event loop: a hundred in a row would block everything else, commands
        and results from the disk. The body must not wait for anything.
        """
        async with self.render_turns.turn(address):
            await asyncio.sleep(0)
            yield
