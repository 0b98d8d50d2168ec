"""A server that stands still costs nobody a turn: its process is stopped, its event loop blocked, its disk slow."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from bastide.server.tables.heartbeat import LATE
from tests.faults.counting import report
from tests.faults.stalling import SECONDS, StallingServer
from tests.processes import Client
from tests.sizes import sized

KINDS = ("process stopped", "event loop blocked", "disk slow for another", "disk slow for the decision")
STALLS = sized(20, 1000)
LONGER = sized(1, 6) / 2
"""By how many seconds most stalls are longer than a turn may last; one in fifty takes 12 s."""
TALK = 300
"""How many milliseconds a message to the server and back may take on a busy machine."""


def log(server: StallingServer, table: str) -> list[tuple[str, int]]:
    """The kinds and times of the entries of a table."""
    with contextlib.closing(sqlite3.connect(server.data / "bastide.db")) as database:
        return database.execute("SELECT kind, at FROM entry WHERE table_id = ? ORDER BY version", [table]).fetchall()


async def told_of(client: Client, version: int) -> None:
    """Wait until somebody was told of a version."""
    await client.until(lambda: client.version >= version)


@contextlib.contextmanager
def said_on_failure(kind: str, server: StallingServer) -> Iterator[None]:
    """Add to an error which game it was, and what its server logged last."""
    try:
        yield
    except Exception as error:
        error.add_note(f"{kind}\n{server.log()[-4000:]}")
        raise


async def play(kind: str, stalls: int) -> int:
    """A game with so many stalls, each longer than a turn may last; how many decisions were timed."""
    rng = random.Random(kind)
    with StallingServer() as server, said_on_failure(kind, server):

        async def ask(path: str) -> Any:
            status, found = await asyncio.to_thread(server.ask, f"/stalling/{path}")
            assert status == 200, found
            return found

        async def stall(seconds: float) -> None:
            """Let the server stand still, and return after it does."""
            if kind == "process stopped":
                server.pause()
                asyncio.get_running_loop().call_later(seconds, server.resume)
            elif kind == "event loop blocked":
                await ask(f"block?seconds={seconds}")
                await asyncio.sleep(0.05)
            else:
                await ask(f"slow?seconds={seconds}")

        table, tokens = await ask("table")
        before = await ask("stood")
        async with Client(server, table, tokens[0]) as maud, Client(server, table, tokens[1]) as odile:
            for number in range(stalls):
                player, other = (maud, odile) if number % 2 == 0 else (odile, maud)
                seconds = SECONDS + (rng.uniform(0.1, LONGER) if number % 50 < 49 else 11.0)
                began = time.monotonic()
                await stall(seconds)
                told = []
                if kind == "disk slow for another":
                    told.append(asyncio.create_task(other.do("chat", "slow")))
                    await asyncio.sleep(0.02)
                if kind != "disk slow for the decision":
                    # By the player's own clock there is time left, or the server has not said that there is none.
                    await asyncio.sleep(rng.uniform(0.0, seconds - 0.1))
                thought = time.monotonic() - began
                answer = await player.do("play", "end")
                assert answer["type"] == "ack", f"stall {number} of {seconds:.2f} s: {answer}"
                await told_of(other, answer["version"])
                left = other.shown["clock"]["seats"][1 - number % 2]["left"]
                assert left > SECONDS * 1000 - LATE - TALK, f"the next player lost {SECONDS * 1000 - left} ms"
                await asyncio.gather(*told)
                found = log(server, table)
                plays = [at for what, at in found if what in ("start", "play")]
                charged = plays[-1] - plays[-2]
                after = await ask("stood")
                given = after - before + (seconds * 1000 if kind.startswith("disk") else 0)
                before = after
                assert charged < SECONDS * 1000
                assert charged > thought * 1000 - given - LATE, f"the player gained more than the stall: {charged} ms"
                assert "stand-in" not in [what for what, _ in found]
    return stalls


@pytest.mark.timeout(sized(600, 3600))
def test_no_stall_costs_a_turn() -> None:
    async def job() -> list[int]:
        return await asyncio.gather(*(play(kind, STALLS // len(KINDS)) for kind in KINDS))

    report("stalls", Counter(dict(zip(KINDS, asyncio.run(job()), strict=True))))
