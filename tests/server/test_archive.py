"""Finished games are looked up one at a time, off the event loop, with a bounded queue."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from bastide.server.common.fairness import Costs
from bastide.server.common.faults import RequestRefused
from bastide.server.log.draft import Who
from bastide.server.storage import archive
from bastide.server.storage.schema import entry
from tests.server.tables import hub_in, playing, refused, run
from tests.server.test_results import finish


def test_an_earlier_game_is_replayed_beside_the_loop_and_once(
    tmp_path: Path, anywhere: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, threads, free = archive.played, list[threading.Thread](), threading.Event()

    def watched(*args: object) -> str:
        threads.append(threading.current_thread())
        free.wait(20)
        return real(*args)  # type: ignore[arg-type] # whatever is asked

    monkeypatch.setattr(archive, "played", watched)

    async def story() -> None:
        async with hub_in(tmp_path, database=anywhere) as hub:
            people = await playing(hub, "Maud", "Odile")
            await finish(*people)
            table = people[0].table
            last = await table.record(Who())
            assert await table.record(Who(), 1) == last
            assert not threads, "the last game is there"
            for _ in range(2):
                await people[0].do("rematch")
                await people[0].do("start")
                await finish(*people)
            asked = [asyncio.create_task(table.record(Who(), 2)) for _ in range(10)]
            await people[0].do("chat", "the table goes on meanwhile")
            assert not any(one.done() for one in asked)
            free.set()
            assert len(set(await asyncio.gather(*asked))) == 1
            assert await table.record(Who(), 1) == last
            assert len(threads) == 1, "what was looked up is kept"
            assert threading.current_thread() not in threads
            assert await table.record(Who(), 3) == await table.record(Who())
            logs = [await hub.shared.store.game(table.state.id, number) for number in (1, 2, 3)]
            assert [log[0].kind for log in logs] == ["start"] * 3
            everything = await hub.shared.store.load(table.state.id)
            assert [entry for log in logs for entry in log] == everything[everything.index(logs[0][0]) :]
            assert await hub.shared.store.game(table.state.id, 4) == []
            await refused(table.record(Who(), 4), "unknown")
            await refused(table.record(Who(), 0), "unknown")

    run(story())


@pytest.mark.parametrize("damage", [{"version": -1}, {"version": 0}, {"payload": "7"}])
def test_an_earlier_game_that_does_not_replay_is_refused(tmp_path: Path, damage: dict[str, Any]) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            people = await playing(hub, "Maud", "Odile")
            await finish(*people)
            table = people[0].table
            await people[0].do("rematch")
            await people[0].do("start")
            log = await hub.shared.store.game(table.state.id, 1)
            wanted = (entry.c.table_id == table.state.id, entry.c.version == log[2].version)
            await hub.shared.store.change(update(entry).where(*wanted).values(damage))
            await refused(table.record(Who(), 1), "internal")

    run(story())


def test_beyond_what_may_wait_whoever_asks_is_refused() -> None:
    async def story() -> None:
        shelf = archive.Archive(Costs(1.0, 1.0))
        free, begun = threading.Event(), list[int]()

        def job() -> None:
            begun.append(1)
            free.wait(20)

        flood = [asyncio.create_task(shelf.work(job, str(number % 30))) for number in range(archive.WAITING + 5)]
        done, waiting = await asyncio.wait(flood, return_when=asyncio.FIRST_COMPLETED)
        codes = [error.code for task in done if isinstance(error := task.exception(), RequestRefused)]
        assert codes == ["busy"] * 5
        assert len(begun) <= 1, "one at a time"
        free.set()
        await asyncio.gather(*waiting)
        assert await shelf.work(lambda: "and then there is room again")

    run(story())


def test_no_address_takes_all_places_or_turns_and_what_it_costs_is_counted() -> None:
    async def story() -> None:
        costs = Costs(1e-6, 0.1)
        shelf, free, order = archive.Archive(costs), threading.Event(), list[str]()

        def job(name: str) -> Callable[[], None]:
            def run() -> None:
                free.wait(20)
                order.append(name)
                begun = time.thread_time()
                while time.thread_time() - begun < 0.01:
                    pass

            return run

        flood = [asyncio.create_task(shelf.work(job("flood"), "a")) for _ in range(archive.EACH + 4)]
        await asyncio.sleep(0)
        other = asyncio.create_task(shelf.work(job("other"), "b"))
        await asyncio.sleep(0)
        assert sum(isinstance(one.exception(), RequestRefused) for one in flood if one.done()) == 4
        free.set()
        await asyncio.gather(*flood, other, return_exceptions=True)
        assert order.index("other") <= 2, "the other address is next but one"
        assert order.count("flood") == archive.EACH
        assert costs.wait("a") > 0.0 == costs.wait("b")

    run(story())
