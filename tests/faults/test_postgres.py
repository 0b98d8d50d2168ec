"""The same games on PostgreSQL: the server is killed, the database is restarted, its connections are ended."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, Literal

from tests.chosen import now_and_then
from tests.faults.counting import until_enough
from tests.faults.hooks import POINTS, Plan
from tests.faults.house import House
from tests.faults.match import whole_match
from tests.faults.story import PLAIN
from tests.postgres import PostgresServer, database, execute

STOPS: Final[tuple[Literal["fast", "immediate"], ...]] = ("fast", "immediate")


async def disturbed(folder: Path, url: str, disturb: Callable[[], Awaitable[None]], pause: float) -> int:
    """Play a game while something happens to the database again and again; how often it did.

    Between two times is a pause of so many seconds, or three times what the last one took: on a busy machine, nothing
    would be stored in between if the pause stayed the same.
    """
    house = House(folder, lambda: Plan(PLAIN.seed), url)
    times = 0
    over = False

    async def disturbing() -> None:
        nonlocal times
        while "listens" not in house.log():
            await asyncio.sleep(0.01)
        took = 0.0
        while not over:
            await asyncio.sleep(max(pause, 3 * took))
            began = time.monotonic()
            await disturb()
            took = time.monotonic() - began
            times += 1

    async def end() -> None:
        nonlocal over
        assert not job.done(), "it went on to the end"
        over = True
        await job

    job = asyncio.create_task(disturbing())
    await whole_match(PLAIN, folder, house, then=end)
    assert house.killed == 1, "the server goes on by itself"
    return times


@now_and_then(3)
def test_a_restarted_database_loses_nothing(tmp_path: Path) -> None:
    """By an operator, and as after a crash, with recovery."""
    rng = random.Random(3)

    def play(folder: Path) -> Counter[str]:
        counts: Counter[str] = Counter()
        with server.database() as url:

            async def restart() -> None:
                how = rng.choice(STOPS)
                await asyncio.to_thread(server.restart, how)
                counts[f"PostgreSQL restarted ({how})"] += 1

            asyncio.run(disturbed(folder, url, restart, 0.3))
        return counts

    with PostgresServer() as server:
        until_enough("PostgreSQL restarted", tmp_path, play)


@now_and_then(3)
def test_connections_that_are_ended_lose_nothing(tmp_path: Path) -> None:
    def play(folder: Path) -> Counter[str]:
        ended = 0
        with database() as url:

            async def end() -> None:
                nonlocal ended
                sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
                ended += len(await asyncio.to_thread(execute, url, f"{sql} AND pid <> pg_backend_pid()"))

            asyncio.run(disturbed(folder, url, end, 0.1))
        return Counter({"connection to PostgreSQL ended": ended})

    until_enough("PostgreSQL connections ended", tmp_path, play)


@now_and_then(3)
def test_killed_at_any_point_of_a_command_on_postgresql(tmp_path: Path) -> None:
    rng = random.Random(11)

    def play(folder: Path) -> Counter[str]:
        with database() as url:
            house = House(folder, lambda: Plan(PLAIN.seed, rng.choice(POINTS[:-1]), rng.randint(4, 16)), url)
            asyncio.run(whole_match(PLAIN, folder, house, tabs=2))
        return house.notes()

    until_enough("kills on PostgreSQL", tmp_path, play)
