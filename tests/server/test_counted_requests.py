"""All that a request costs is counted for its address, and those of an address come one after the other."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import Request
from starlette.testclient import TestClient

from bastide.server.common.fairness import SLOWEST, Costs, Pace, Turns
from bastide.server.http import access, api, costs
from bastide.server.run.app import create_app
from tests.server.tables import client_in, run, settings, until
from tests.server.test_fairness import as_task, busy, costs_of
from tests.server.test_http import bearer, command, fault, make
from tests.server.test_lines import serving
from tests.server.test_slow_requests import ended
from tests.server.test_socket import line
from tests.server.toy import Toy, draw_panels


def used(found: Costs, address: str) -> float:
    return found._used.get(address, (0.0, 0.0))[0]


def test_an_address_that_has_just_worked_rests_and_its_steps_keep_their_order() -> None:
    async def story() -> None:
        now, order = 0.0, []
        pace = Pace(0.5, 0.01, lambda: now)
        assert pace.free("a")
        pace.add("a", 0.02)
        assert not pace.free("a")
        assert pace.free("b")

        async def step(number: int) -> None:
            await pace.turn("a")
            order.append(number)
            pace.add("a", 0.02)

        jobs = [asyncio.create_task(step(number)) for number in range(3)]
        for _ in range(20):
            await asyncio.sleep(0)
        assert order == []
        for seconds, done in ((0.03, [0]), (0.06, [0]), (0.08, [0, 1]), (0.2, [0, 1, 2])):
            now = seconds
            await asyncio.sleep(0.1)
            assert order == done, seconds
        await asyncio.gather(*jobs)
        now = 10.0
        assert pace.free("a")

    run(story())


class Noted(Pace):
    """A pace that notes whose steps wait, and lets the second one wait for ever."""

    def __init__(self) -> None:
        super().__init__(1.0, 1.0)
        self.waited: list[str] = []

    def free(self, asker: str) -> bool:
        return False

    async def turn(self, asker: str) -> None:
        self.waited.append(asker)
        if len(self.waited) == 2:
            await asyncio.Event().wait()


def test_each_step_waits_for_its_pace_and_can_be_cancelled_there() -> None:
    async def story() -> None:
        found, pace, ends = Costs(1e-6, 1.0), Noted(), []

        async def work() -> None:
            try:
                await asyncio.sleep(0)
                ends.append("went on")
            finally:
                ends.append("ended")
                await asyncio.sleep(0)

        job = asyncio.create_task(as_task(found.counted("a", work(), pace)))
        await until(lambda: len(pace.waited) == 2)
        assert ends == []
        job.cancel()
        with pytest.raises(asyncio.CancelledError):
            await job
        assert ends == ["ended"]
        assert pace.waited == ["a"] * 3
        assert pace._costs.wait("a") == 0.0

    run(story())


def test_who_has_a_turn_does_not_rest_while_others_wait_for_it() -> None:
    async def story() -> None:
        found, pace, turns = Costs(1.0, 1.0), Pace(1e-6, 0.05), Turns()

        async def work() -> None:
            async with turns.turn("a"):
                await asyncio.sleep(0)

        async with turns.turn("b"):
            job = asyncio.create_task(as_task(found.counted("a", work(), pace)))
            await asyncio.sleep(0)
            pace.add("a", 1000.0)
        async with asyncio.timeout(10):
            async with turns.turn("b"):
                pass
            await job

    run(story())


def test_pages_and_play_are_paced_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[tuple[int, str]] = []

    async def turn(pace: Pace, asker: str) -> None:
        waited.append((id(pace), asker))

    monkeypatch.setattr(Pace, "free", lambda pace, asker: False)
    monkeypatch.setattr(Pace, "turn", turn)
    with client_in(tmp_path) as client:
        made = make(client, "open", "open")
        paced = []
        for path in ("/healthz", "/api/tables", "chat"):
            waited.clear()
            if path == "chat":
                command(client, made["table"], made["token"], "chat", "hello")
            else:
                client.get(path)
            paced.append(set(waited))
        assert [{asker for _, asker in one} for one in paced] == [set(), {"testclient"}, {"testclient"}]
        assert not paced[1] & paced[2]


def test_refusals_are_counted(tmp_path: Path) -> None:
    app = create_app(settings(tmp_path, cost_rate=1e-6), engine=Toy(), files=("/art/",))
    with TestClient(app) as client:
        found = costs_of(client)
        found.add("testclient", 60.0)
        before = used(found, "testclient")
        fault(client.get("/art/x.svg"), 429, "rate")
        assert used(found, "testclient") > before + costs.CONNECTION


@pytest.mark.parametrize(("debt", "wait"), [(0.0, 0.0), (0.001, costs.SOONEST), (1.0, 1.0), (60.0, SLOWEST)])
def test_a_request_beyond_the_time_of_its_address_waits_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, debt: float, wait: float
) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    with client_in(tmp_path, cost_rate=1.0, cost_burst=1000.0) as client:
        found = costs_of(client)
        found._clock = lambda: 0.0
        monkeypatch.setattr(costs, "asyncio", SimpleNamespace(sleep=sleep))
        found._used = OrderedDict(testclient=((1000.0 if debt else 0.0) + debt, 0.0))
        assert client.get("/api/tables").status_code == (429 if wait else 200)
        assert slept == pytest.approx([wait] if wait else [], abs=0.3)


@pytest.mark.slow
def test_of_many_waiting_requests_those_beyond_are_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(costs, "QUEUE", 2)
    monkeypatch.setattr(costs, "SLOWEST", 20.0)

    async def story() -> None:
        async with serving(tmp_path, cost_rate=1e-6) as (port, hub):
            hub.shared.costs.add("192.0.2.1", 60.0)

            async def ask(address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(f"GET /api/tables HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {address}\r\n\r\n".encode())
                return reader, writer

            waiting = [await ask("192.0.2.1") for _ in range(2)]
            await asyncio.sleep(0.3)
            reader, beyond = await ask("192.0.2.1")
            head = (await ended(reader)).lower()
            assert head.startswith(b"http/1.1 429 ")
            assert b"connection: close" in head
            reader, other = await ask("192.0.2.2")
            assert (await reader.readline()).startswith(b"HTTP/1.1 200 ")
            assert not any(reader._buffer for reader, _ in waiting)  # type: ignore[attr-defined]  # what has arrived
            for writer in (beyond, other, *(writer for _, writer in waiting)):
                writer.close()

    run(story())


def test_who_has_a_seat_plays_on_when_the_address_has_used_up_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(costs, "asyncio", SimpleNamespace(sleep=sleep))
    with client_in(tmp_path, draw_panels, cost_rate=1e-6) as client:
        made = make(client, "open", "open")
        costs_of(client).add("testclient", 60.0)
        assert command(client, made["table"], made["token"], "chat", "hello").status_code == 200
        with line(client, made["table"], made["token"]) as page:
            assert page.ask("chat", "again", id="c")["type"] == "ack"
        assert slept == []
        fault(command(client, made["table"], made["token"], "why", "roll"), 429, "rate")
        for token in ("", "forged"):
            fault(command(client, made["table"], token, "chat", "hello"), 429, "rate")
        fault(client.get(f"/api/tables/{made['table']}", headers=bearer(made["token"])), 429, "rate")


def test_a_proxy_is_not_counted_and_a_network_counts_as_one(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, cost_rate=1e-6) as (port, hub):
            found, counts = hub.shared.costs, []
            for address, more in (("2001:db8:1:2::1", 1), ("2001:db8:1:2::9", 1), ("2001:db8:1:2::9", 2000)):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                lines = "".join(f"X-{number}: a\r\n" for number in range(more))
                head = f"GET /api/tables HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {address}\r\n{lines}"
                writer.write(f"{head}Connection: close\r\n\r\n".encode())
                assert (await ended(reader)).startswith(b"HTTP/1.1 200 ")
                writer.close()
                counts.append(used(found, "2001:db8:1:2"))
            assert list(found._used) == ["2001:db8:1:2"]
            first, second, large = counts[0], counts[1] - counts[0], counts[2] - counts[1]
            assert min(first, second) > costs.CONNECTION
            assert large > second, "reading a large head is counted"

    run(story())


def test_what_a_thread_does_for_an_address_is_counted() -> None:
    async def story() -> None:
        found, threads = Costs(1e-6, 1.0), []

        def job(seconds: float) -> str:
            threads.append(threading.get_ident())
            busy(seconds)
            return "drawn"

        hub = SimpleNamespace(shared=SimpleNamespace(costs=found))

        def hub_of(connection: object) -> Any:
            return hub

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(access, "hub_of", hub_of)
            request = Request({"type": "http", "headers": [], "client": ("192.0.2.1", 1)})
            assert await api.aside(request, job, 0.03) == "drawn"
        assert used(found, "192.0.2.1") >= 0.03
        assert threads != [threading.get_ident()]

    run(story())
