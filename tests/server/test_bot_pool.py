"""Bots that think in processes of their own: what they do to their process harms nobody, and they are given little."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from bastide.kernel.game import Game
from bastide.server.engine import bot_pool
from bastide.server.engine.bot_pool import BotError, BotPool, Unavailable
from bastide.server.engine.child import Child
from tests.server.planted import CONFIG, LONG, MEMORY, loaded, planted, processes, question, runs

SECRET = "a secret for tests only"


@pytest.fixture(autouse=True)
def site(tmp_path: Path) -> Iterator[Path]:
    with planted(tmp_path / "site"):
        yield tmp_path / "site"
    assert "my_package" not in sys.modules, "a bot was loaded in the server's process"


@contextlib.asynccontextmanager
async def pool_of(count: int = 1, memory: int = 0) -> AsyncIterator[BotPool]:
    pool = BotPool(count, memory, SECRET)
    try:
        yield pool
    finally:
        await pool.close()


def test_a_process_decides_as_the_bot_does_and_is_kept() -> None:
    async def story() -> None:
        async with pool_of() as pool:
            assert await pool.ask(question("sound"), LONG, "table") == "roll"
            [process] = processes(pool)
            assert await pool.ask(question("sound"), LONG, "table") == "roll"
            assert processes(pool) == [process]
        await ended(process)

    asyncio.run(story())


def test_a_process_started_before_it_is_needed_is_the_first_that_is_asked() -> None:
    async def story() -> None:
        async with pool_of() as pool:
            await pool.warm()
            [process] = processes(pool)
            await pool.warm()
            assert await pool.ask(question("sound"), LONG, "table") == "roll"
            assert processes(pool) == [process]
        async with pool_of(0) as none:
            await none.warm()
            assert processes(none) == []

    asyncio.run(story())


FAULTS = {
    "raises": "ValueError in bots.py",
    "exits": "SystemExit in bots.py",
    "interrupts": "KeyboardInterrupt in bots.py",
    "ends": "process ended",
    "crashes": "process ended",
    "hoards": "MemoryError in bots.py",
    "writes": "answer to another question",
    "babbles": "answer too long",
    "closes": "process ended",
    "broken": "ConfigError",
    "collapsing": "ConfigError",
    "leaving": "ConfigError",
    "nests": "no answer was read",
    "repeats": "no answer was read",
    "counts": "no answer was read",
    "halves": "no answer was read",
    "floods": "no answer was read",
}
QUICK = ("raises", "ends", "writes")
"""Each of these gets a sound bot after it; the others follow one another, each in a new process that must be sound."""


@pytest.mark.parametrize(
    "levels",
    [*([name] for name in QUICK), pytest.param([name for name in FAULTS if name not in QUICK], marks=pytest.mark.slow)],
    ids=[*QUICK, "others"],
)
def test_a_bot_that_fails_costs_its_process_and_the_next_is_sound(levels: list[str]) -> None:
    async def story() -> None:
        async with pool_of(memory=MEMORY) as pool:
            for level in levels:
                with pytest.raises(BotError) as caught:
                    await pool.ask(question(level), LONG, "table")
                assert caught.value.reason.partition(":")[0] == FAULTS[level], level
                assert processes(pool) == [], level
            assert await pool.ask(question("sound"), LONG, "table") == "roll"

    asyncio.run(story())


@pytest.mark.slow
def test_what_a_bot_prints_is_no_answer_and_what_it_answers_is_only_text() -> None:
    async def story() -> None:
        async with pool_of() as pool:
            for level, text in (
                ("wrong", "city 0,0,N"),
                ("nothing", "None"),
                ("prints", "roll"),
                ("wrong", "city 0,0,N"),
            ):
                for _ in range(2):
                    assert await pool.ask(question(level), LONG, "table") == text, level

    asyncio.run(story())


@pytest.mark.slow
def test_a_bot_that_is_given_up_is_killed_and_only_those_in_the_queue_wait() -> None:
    async def given_up(pool: BotPool, level: str, table: str, other: str) -> None:
        process = await loaded(pool, level, table)
        hung = asyncio.create_task(pool.ask(question(level), LONG, table))
        await asyncio.sleep(0.1)
        with pytest.raises(Unavailable):
            await pool.ask(question("sound"), 0.2, other)
        assert runs(process)
        waiting = asyncio.create_task(pool.ask(question("sound"), LONG, other))
        await asyncio.sleep(0)
        hung.cancel()
        assert await waiting == "roll"
        assert hung.cancelled()
        await ended(process)

    async def story() -> None:
        async with pool_of() as pool:
            for level, table, other in (("hangs", "a", "b"), ("holdson", "b", "a"), ("deaf", "a", "b")):
                await given_up(pool, level, table, other)

    asyncio.run(story())


@pytest.mark.slow
def test_a_second_answer_is_none_to_the_next_question_and_no_other_bot_gets_it() -> None:
    async def story() -> None:
        async with pool_of(3) as pool:
            assert await pool.ask(question("forges"), LONG, "table") == "end"
            assert await pool.ask(question("sound"), LONG, "another") == "roll"
            assert await pool.ask(question("sound"), LONG, "table") == "roll"
            with pytest.raises(BotError, match="answer to another question"):
                await pool.ask(question("forges"), LONG, "table")
            assert await pool.ask(question("forges"), LONG, "table") == "end"

    asyncio.run(story())


@pytest.mark.slow
def test_what_a_plug_in_leaves_in_memory_is_not_there_for_other_bots_of_the_table() -> None:
    async def story() -> None:
        async with pool_of(2) as pool:
            assert await pool.ask(question("spoils"), LONG, "table") == "roll"
            # Nor for hints, which are asked of a level of ours, in a game with a plug-in's room.
            assert await pool.ask(question("greedy"), LONG, "table", last=True)
            assert await pool.ask(question("sound"), LONG, "table") == "roll"

    asyncio.run(story())


async def nobody_lives(pool: BotPool) -> None:
    """Wait until the pool has no process."""
    async with asyncio.timeout(LONG):
        while processes(pool) or pool._ending:
            await asyncio.sleep(0.01)


@pytest.mark.slow
def test_a_process_that_was_killed_while_it_was_idle_is_forgotten_and_replaced() -> None:
    async def story() -> None:
        async with pool_of() as pool:
            await pool.ask(question("greedy"), LONG, "table", False)
            [process] = processes(pool)
            os.kill(process, signal.SIGKILL)
            await nobody_lives(pool)
            assert await pool.ask(question("greedy"), LONG, "table", False)
            assert process not in processes(pool)

    asyncio.run(story())


@pytest.mark.slow
def test_one_that_ends_after_its_answer_costs_no_decision() -> None:
    async def story() -> None:
        async with pool_of() as pool:
            for _ in range(2):
                assert await pool.ask(question("quits"), LONG, "table") == "roll"
                await nobody_lives(pool)

    asyncio.run(story())


@pytest.mark.slow
def test_what_a_bot_leaves_behind_is_its_fault_if_the_next_question_is_not_read() -> None:
    async def story() -> None:
        async with pool_of() as pool:
            assert await pool.ask(question("steals"), LONG, "table") == "roll"
            await asyncio.sleep(0.5)
            with pytest.raises(TimeoutError):
                await pool.ask(question("steals"), 3.0, "table")
            assert processes(pool) == []
            assert await pool.ask(question("sound"), LONG, "table") == "roll"

    asyncio.run(story())


@pytest.mark.slow
def test_one_that_dies_just_before_it_is_asked_is_replaced_too() -> None:
    async def story() -> None:
        async with pool_of() as pool:
            await pool.ask(question("greedy"), LONG, "table", False)
            [process] = processes(pool)
            os.kill(process, signal.SIGKILL)
            assert await pool.ask(question("greedy"), LONG, "table", False)
            assert process not in processes(pool)

    asyncio.run(story())


@pytest.mark.slow
def test_nothing_is_killed_by_a_number_that_may_be_anothers(monkeypatch: pytest.MonkeyPatch) -> None:
    killed: list[int] = []

    async def story() -> None:
        child = Child.start("this", limit=100)
        await child.connect()
        while await child.line():
            pass
        child.kill()
        await child.wait()
        for name in ("kill", "killpg"):
            monkeypatch.setattr(os, name, lambda number, signal: killed.append(number))
        child.kill()

    asyncio.run(story())
    assert killed == []


@pytest.mark.slow
@pytest.mark.parametrize("level", ["ponders", "employs"])
def test_only_a_process_that_rests_is_kept(monkeypatch: pytest.MonkeyPatch, level: str) -> None:
    monkeypatch.setattr(bot_pool, "REST", 2.0)
    monkeypatch.setattr(bot_pool, "RESTLESS", 0.1)

    async def story() -> None:
        async with pool_of(2) as pool:
            await pool.ask(question("sound"), LONG, "a")
            [process] = processes(pool)
            assert await pool.ask(question(level), LONG, "b") == "roll"
            async with asyncio.timeout(LONG):
                while len(processes(pool)) > 1:
                    await asyncio.sleep(0.05)
            await asyncio.sleep(1.3)
            assert processes(pool) == [process]

    asyncio.run(story())


@pytest.mark.slow
def test_one_that_is_asked_often_does_not_gather_processes_that_compute_on() -> None:
    async def story() -> None:
        async with pool_of() as pool:
            assert await pool.ask(question("employs"), LONG, "table") == "roll"
            [first] = processes(pool)
            for _ in range(20):
                if processes(pool) != [first]:
                    return
                await asyncio.sleep(1.0)
                assert await pool.ask(question("employs"), LONG, "table") == "roll"
            pytest.fail("the process was kept")

    asyncio.run(story())


async def ended(process: int) -> None:
    """Wait until it does not run."""
    async with asyncio.timeout(LONG):
        while runs(process):
            await asyncio.sleep(0.01)


@pytest.mark.slow
@pytest.mark.parametrize("dies", [False, True])
def test_a_process_ends_with_what_it_has_started_also_if_it_has_died_itself(dies: bool) -> None:
    async def story() -> None:
        async with pool_of() as pool:
            left = int(await pool.ask(question("forks"), LONG, "table"))
            [process] = processes(pool)
            assert runs(left)
            if dies:
                # At once, though nobody asks for it.
                os.kill(process, signal.SIGKILL)
                await ended(left)
        await ended(left)

    asyncio.run(story())


@pytest.mark.slow
def test_one_that_dies_with_a_full_pipe_ends_with_what_it_has_started_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_pool, "REST", 2.0)

    async def story() -> None:
        async with pool_of() as pool:
            left = int(await pool.ask(question("overflows"), LONG, "table"))
            [process] = processes(pool)
            await ended(process)
            assert runs(left)
            await ended(left)
            assert processes(pool) == []

    asyncio.run(story())


@pytest.mark.slow
def test_a_bot_that_crowds_out_itself_is_too_slow_and_the_machine_was_not_too_busy() -> None:
    async def story() -> None:
        async with pool_of() as pool:
            await loaded(pool, "crowds", "table")
            with pytest.raises(TimeoutError):
                await pool.ask(question("crowds"), 8.0, "table")

    asyncio.run(story())


@pytest.mark.slow
def test_the_server_does_not_look_at_each_of_very_many_threads() -> None:
    async def story() -> None:
        async with pool_of() as pool:
            assert await pool.ask(question("multiplies"), LONG, "table") == "1000"
            [process] = pool._live
            assert len(process.waits()) == bot_pool.MANY
            assert await pool.ask({"level": "multiplies", "seed": 0}, LONG, "table") == ""
            assert pool._live == [process]

    asyncio.run(story())


@pytest.mark.slow
def test_an_answer_that_came_in_time_counts_also_if_the_server_is_late() -> None:
    async def story() -> None:
        async with pool_of() as pool:
            await loaded(pool, "searches", "table")
            asked = asyncio.create_task(pool.ask(question("searches"), 3.0, "table"))
            for _ in range(20):
                await asyncio.sleep(0)
            # The event loop does nothing else, until long after the deadline.
            time.sleep(5)
            assert await asked == "roll"

    asyncio.run(story())


@contextlib.contextmanager
def burning(core: int, count: int) -> Iterator[None]:
    """So many processes that keep a core busy."""
    line = f"import os; os.sched_setaffinity(0, [{core}])\nwhile True: pass"
    burners = [subprocess.Popen([sys.executable, "-c", line]) for _ in range(count)]
    try:
        yield
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()


@pytest.mark.slow
def test_a_bot_that_had_no_processor_was_not_too_slow_but_one_that_sleeps_is() -> None:
    async def story() -> None:
        core = min(os.sched_getaffinity(0))
        async with pool_of() as pool:
            for level in ("hangs", "delegates"):
                os.sched_setaffinity(await loaded(pool, level, "table"), [core])
                with burning(core, 5), pytest.raises(Unavailable) as caught:
                    await pool.ask(question(level), 8.0, "table")
                assert str(caught.value) == "the machine was too busy"
                assert processes(pool) == []
            assert await pool.ask(question("sound"), LONG, "table") == "roll"
            await loaded(pool, "sleeps", "table")
            with pytest.raises(TimeoutError):
                await pool.ask(question("sleeps"), 5.0, "table")

    asyncio.run(story())


def test_a_process_is_given_the_seats_view_and_nothing_of_the_server(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BASTIDE_SECRET", SECRET)
    monkeypatch.setenv("BASTIDE_DATABASE", "postgresql://user:password@host/")

    async def story() -> dict[str, Any]:
        with (tmp_path / "database").open("w") as file:
            os.set_inheritable(file.fileno(), True)
            async with pool_of() as pool:
                found: dict[str, Any] = json.loads(await pool.ask(question("told"), LONG, "table"))
                return found

    told = asyncio.run(story())
    assert set(told["environment"]) <= {"PATH", "LD_LIBRARY_PATH", "PYTHONPATH", "PYTHONHASHSEED", "LC_CTYPE"}
    assert told["arguments"] == ["-P", "-m", "bastide.server.engine.bot_process", "0"]
    assert [name for name in told["open"] if name not in ("pipe", "socket")] == ["/dev/null"] * 3
    assert len(told["open"]) == 5
    assert told["folder"] == "/"
    assert told["expendable"] == "1000"
    assert told["nice"] >= min(19, os.getpriority(os.PRIO_PROCESS, 0) + 10)
    assert (told["names"], told["decisions"]) == ([], 0)


@pytest.mark.slow
def test_what_the_seat_cannot_know_is_dealt_anew_before_it_is_sent() -> None:
    game = Game.new(CONFIG | {"layout": "random"}, seed=4)
    while game.version < 60:
        if -1 in game.actors:
            game.draw(random.Random(game.version))
        else:
            game.play(game.legal(game.actors[0])[-1], game.actors[0])
    seat = next(seat for seat in (game.actors or [0]) if seat >= 0)
    true = [int(cell) for cell in game.state.cells]
    asked = [question("told", seed, seat, game)["cells"] for seed in range(20)]
    assert all(len(cells) == len(true) for cells in asked)
    assert len({tuple(cells) for cells in asked}) > 1
    assert question("told", 7, seat, game) == question("told", 7, seat, game)
    # Who knows how the cards were dealt might work out how they lay before.
    assert question("told", 7, seat, game)["seed"] != 7


@pytest.mark.slow
def test_a_plug_in_is_asked_for_one_table_in_one_process_and_our_bots_share_theirs() -> None:
    async def process(pool: BotPool, table: str) -> int:
        found = json.loads(await pool.ask(question("told"), LONG, table))["process"]
        assert isinstance(found, int)
        return found

    async def story() -> None:
        async with pool_of(2) as pool:
            first, second = await process(pool, "a"), await process(pool, "b")
            assert first != second
            assert [await process(pool, table) for table in "abab"] == [first, second] * 2
            # A third table: the process that was idle for longest makes room.
            third = await process(pool, "c")
            assert third not in (first, second)
            await ended(first)
            assert await process(pool, "b") == second
            await pool.ask(question("greedy"), LONG, "table", False)
            ours = [each for each in processes(pool) if each not in (first, second, third)]
            assert len(ours) == 1
            assert len(processes(pool)) == 2
            await pool.ask(question("greedy"), LONG, "table", False)
            assert ours[0] in processes(pool)

    asyncio.run(story())


@pytest.mark.slow
def test_every_process_decides_the_same() -> None:
    async def drawn(pool: BotPool, seed: int) -> float:
        found = json.loads(await pool.ask(question("told", seed), LONG, str(time.monotonic())))["drawn"]
        assert isinstance(found, float)
        return found

    async def story() -> None:
        async with pool_of() as pool:
            assert await drawn(pool, 5) == await drawn(pool, 5) != await drawn(pool, 6)
            assert pool.seed("table 1 0 7") == BotPool(1, 0, SECRET).seed("table 1 0 7")
            assert (
                len({pool.seed("table 1 0 7"), pool.seed("table 1 0 8"), BotPool(1, 0, "x").seed("table 1 0 7")}) == 3
            )

    asyncio.run(story())


@pytest.mark.slow
def test_tables_are_served_in_turn() -> None:
    served: list[str] = []

    async def table(pool: BotPool, name: str) -> None:
        for _ in range(20):
            await pool.ask(question("greedy"), LONG, name, False)
            served.append(name)

    async def story() -> None:
        async with pool_of() as pool:
            await asyncio.gather(*(table(pool, name) for name in "abcde"))

    asyncio.run(story())
    assert all(len(set(served[at : at + 5])) == 5 for at in range(0, 100, 5))


@pytest.mark.slow
def test_a_table_that_asks_much_is_served_one_question_at_a_time() -> None:
    served: list[str] = []

    async def asked(pool: BotPool, name: str) -> None:
        await pool.ask(question("greedy"), LONG, name, False)
        served.append(name)

    async def story() -> None:
        async with pool_of() as pool:
            await asyncio.gather(*(asked(pool, name) for name in "aaaaaaaabc"))

    asyncio.run(story())
    assert set(served[:3]) == set("abc")


def test_a_server_without_processes_starts_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Child, "start", None)

    async def story() -> None:
        async with pool_of(0) as pool:
            with pytest.raises(Unavailable):
                await pool.ask(question("sound"), LONG, "table")

    asyncio.run(story())


def test_a_process_that_cannot_be_started_is_not_the_bots_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")

    async def story() -> None:
        async with pool_of() as pool:
            with pytest.raises(Unavailable):
                await pool.ask(question("sound"), LONG, "table")

    asyncio.run(story())


SERVER = """
import asyncio, sys
from bastide.server.engine import bot_pool
from tests.server.planted import processes, question

bot_pool.AFTER = int(sys.argv[3])

async def main():
    pool = bot_pool.BotPool(2, 0, "x")
    await pool.ask(question("sound"), 60.0, "idle")
    jobs = [asyncio.create_task(pool.ask(question(level), float(sys.argv[2]), "table")) for level in sys.argv[1:2]]
    while len(processes(pool)) < 2:
        await asyncio.sleep(0.01)
    if sys.argv[1] == "lingers":
        await asyncio.wait(jobs)
    await asyncio.sleep(0.5)
    print(*processes(pool), flush=True)
    await asyncio.sleep(100)

asyncio.run(main())
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("level", "seconds", "after"), [("hangs", 60, 60), ("holdson", 60, 60), ("lingers", 60, 60), ("holdson", 5, 0)]
)
def test_a_server_that_is_killed_leaves_no_process_behind(level: str, seconds: float, after: int) -> None:
    arguments = [sys.executable, "-c", SERVER, level, str(seconds), str(after)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        found = [int(word) for word in server.stdout.readline().split()]
        assert len(found) == 2
        assert all(runs(process) for process in found)
        server.kill()
    until = time.monotonic() + 30
    while any(runs(process) for process in found) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(runs(process) for process in found)
