"""Bots hang, crash, hoard memory and are killed from outside while games are played: no decision is lost or late."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
import random
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from bastide.server.common import logs
from bastide.server.common.faults import RequestRefused
from bastide.server.engine.games import Games
from bastide.server.log.draft import Who
from bastide.server.log.entries import Entry, Play
from bastide.server.log.state import TableState
from bastide.server.tables.hub import Hub
from bastide.server.tables.table import Table
from tests.faults.counting import LEAST, report
from tests.server.planted import CONFIG, MEMORY, planted, processes
from tests.server.tables import Person, hub_in, order
from tests.sizes import sized

NAME: Final = "bots in processes"
DEADLINE: Final = 6.0
SLACK: Final = 3.0
"""What a busy machine may take beside that, in seconds."""
EVENTS: Final = ("bot failed", "bot too slow", "bot refused")


@pytest.fixture(autouse=True)
def site(tmp_path: Path) -> Iterator[None]:
    with planted(tmp_path / "site"):
        yield


async def new_table(hub: Hub, level: str) -> tuple[Table, Person]:
    """A table of two such bots and an absent host."""
    table, outcome = await hub.create(order("open", level, level, config=CONFIG | {"layout": "random"}, start=True))
    host = Person(table, Who(outcome.seat, outcome.generation), "Maud")
    await host.do("stand-in", "greedy")
    return table, host


async def keep_going(table: Table, host: Person) -> None:
    """Put the bots back that were replaced, and begin the next game."""
    while True:
        await asyncio.sleep(0.02)
        # The game may end meanwhile.
        with contextlib.suppress(RequestRefused):
            if table.state.stage == "over":
                for do in ("rematch", "start"):
                    await host.do(do)
                await host.do("stand-in", "greedy")
            for seat, chair in enumerate(table.state.seats):
                if chair.failed and table.state.stage == "playing":
                    await host.do("bot", chair.failed, seat=seat)


async def kill(hub: Hub, kills: Counter[str]) -> None:
    """Kill a process now and then, whatever it does."""
    while True:
        # Seldom, so that some that hang are given up by the server.
        await asyncio.sleep(random.uniform(1, 12))
        found = processes(hub.shared.bot_pool)
        if found:
            # It may have ended a moment ago.
            with contextlib.suppress(ProcessLookupError):
                os.kill(random.choice(found), signal.SIGKILL)
                kills["killed from outside"] += 1


def faults(caplog: pytest.LogCaptureFixture) -> Counter[str]:
    """What bots did, by the log; those for which no process was free were not asked."""
    told = [logs.content(record) for record in caplog.records if record.getMessage() in EVENTS]
    reasons = [str(line.get("reason", line["event"])) for line in told if "Unavailable" not in line.get("error", "")]
    return Counter(reason.partition(":")[0] for reason in reasons)


def longest(table: Table, entries: list[Entry]) -> float:
    """The longest time between two decisions of a log, in seconds. It must lead to a position of the table's game."""
    assert table.state.match is not None
    folded = TableState.replayed(Games(), table.state.id, entries)
    assert folded.match is not None
    played = folded.match.game.decisions
    assert played == table.state.match.game.decisions[: len(played)]
    at = [entry.at for entry in entries if isinstance(entry.payload, Play)]
    assert len(at) > 10
    return max(later - earlier for earlier, later in itertools.pairwise(at)) / 1000


@pytest.mark.timeout(sized(600, 7200))
def test_whatever_bots_do_no_decision_is_lost_or_late_and_no_other_table_waits(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    kills: Counter[str] = Counter()

    async def story() -> None:
        settings: dict[str, Any] = {
            "bot_processes": 2,
            "bot_timeout": DEADLINE,
            "bot_memory": MEMORY,
            "log_limit": 1_000_000,
        }
        async with hub_in(tmp_path, engine=Games(), log_size=10**10, **settings) as hub:
            tables = [await new_table(hub, level) for level in ("unreliable", "unreliable", "greedy")]
            jobs = [asyncio.create_task(keep_going(*each)) for each in tables]
            jobs.append(asyncio.create_task(kill(hub, kills)))
            while faults(caplog).total() < LEAST[NAME]:
                await asyncio.sleep(0.2)
                assert not any(job.done() for job in jobs), [job.exception() for job in jobs if job.done()]
            for job in jobs:
                job.cancel()
            await asyncio.gather(*jobs, return_exceptions=True)
            stored = [await hub.shared.store.load(table.state.id) for table, _ in tables]
            waits = [longest(table, log) for (table, _), log in zip(tables, stored, strict=True)]
            assert max(waits) < DEADLINE + SLACK
            # This one asked no process.
            assert waits[2] < DEADLINE / 2

    with caplog.at_level(logging.ERROR):
        asyncio.run(story())
    assert not [record for record in caplog.records if record.getMessage() in ("makeshift failed", "command failed")]
    report(NAME, faults(caplog), **kills)
