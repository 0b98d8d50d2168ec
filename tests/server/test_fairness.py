"""One address cannot use up the processor: what it costs is counted, and turns go round by address."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from bastide.server.common.fairness import SLOWEST, Costs, Pace, Turns
from bastide.server.common.paces import BURST, LINES, REQUESTS
from bastide.server.http import socket
from bastide.server.tables.feed import Feed
from bastide.server.tables.shared import Shared
from tests.server.tables import client_in, hub_in, playing, run
from tests.server.test_http import bearer, fault, make
from tests.server.test_socket import line
from tests.server.toy import draw_panels


def busy(seconds: float) -> None:
    begun = time.thread_time()
    while time.thread_time() - begun < seconds:
        pass


def costs_of(client: TestClient) -> Costs:
    """What addresses have cost the server of this client."""
    return shared_of(client).costs


def shared_of(client: TestClient) -> Shared:
    """What all tables of the server of this client share."""
    found = client.app.state.hub.shared  # type: ignore[attr-defined]  # it is any ASGI application
    assert isinstance(found, Shared)
    return found


def test_what_an_address_costs_is_counted_and_forgiven_with_time() -> None:
    now = 0.0
    costs = Costs(0.5, 2.0, lambda: now)
    costs.add("a", 2.0)
    assert costs.wait("a") == 0.0
    costs.add("a", 1.0)
    assert costs.wait("a") == 2.0
    assert costs.wait("b") == 0.0
    now = 1.0
    assert costs.wait("a") == 1.0
    now = 100.0
    costs.add("a", 2.0)
    assert costs.wait("a") == 0.0, "what was saved up is bounded"
    costs.add("a", 0.5)
    assert costs.wait("a") == 1.0
    with costs.count("c"):
        busy(0.02)
    assert 0.02 <= costs._now("c") < 0.2


def test_only_the_steps_of_a_request_are_counted_and_all_of_them() -> None:
    async def story() -> None:
        costs = Costs(1e-6, 1.0)

        async def work() -> str:
            busy(0.02)
            await asyncio.sleep(0.05)
            busy(0.02)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.01):
                    await asyncio.sleep(5)
            return "done"

        async def other() -> None:
            for _ in range(20):
                busy(0.01)
                await asyncio.sleep(0)

        job = asyncio.create_task(other())
        assert await costs.counted("a", work()) == "done"
        await job
        assert 0.04 <= costs._now("a") < 0.15

        async def fails() -> None:
            busy(0.02)
            raise LookupError

        with pytest.raises(LookupError):
            await costs.counted("b", fails())
        assert costs._now("b") >= 0.02
        endless = asyncio.create_task(as_task(costs.counted("c", asyncio.sleep(60))))
        await asyncio.sleep(0)
        endless.cancel()
        with pytest.raises(asyncio.CancelledError):
            await endless

    run(story())


async def as_task(work: Awaitable[None]) -> None:
    await work


def test_turns_go_round_by_address() -> None:
    async def story() -> None:
        turns, order = Turns(), []

        async def one(asker: str, number: int) -> None:
            async with turns.turn(asker):
                order.append(f"{asker}{number}")
                await asyncio.sleep(0)

        jobs = [asyncio.create_task(one("a", number)) for number in range(5)]
        jobs += [asyncio.create_task(one("b", number)) for number in range(2)]
        await asyncio.sleep(0)
        jobs[3].cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        assert order == ["a0", "b0", "a1", "b1", "a2", "a4"], "b comes before the second of a, though it came later"
        async with turns.turn("c"):
            pass

    run(story())


def test_a_turn_that_was_given_to_a_cancelled_waiter_is_passed_on() -> None:
    async def story() -> None:
        turns, done = Turns(), []

        async def one(name: str) -> None:
            async with turns.turn(name):
                done.append(name)

        async with turns.turn("first"):
            jobs = [asyncio.create_task(one(name)) for name in ("second", "third")]
            await asyncio.sleep(0)
        jobs[0].cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        assert done == ["third"]

    run(story())


def test_the_address_that_costs_too_much_waits_and_others_do_not(tmp_path: Path) -> None:
    def render(table: Any, language: str, unseen: frozenset[str]) -> dict[str, str]:
        busy(0.05)
        return draw_panels(table, language)

    async def story() -> None:
        async with hub_in(tmp_path, render=render, cost_rate=0.1, cost_burst=0.02) as hub:
            maud, odile = await playing(hub, "Maud", "Odile")
            greedy, other = (
                Feed(person.table, person.who, "en", False, address)
                for person, address in ((maud, "192.0.2.1"), (odile, "192.0.2.2"))
            )
            await greedy.drawn()
            assert hub.shared.costs.wait("192.0.2.1") > 0.2
            begun = time.monotonic()
            job = asyncio.create_task(greedy.drawn())
            await other.drawn()
            assert not job.done()
            await job
            assert time.monotonic() - begun > 0.2

    run(story())


def test_an_address_is_shown_one_table_after_the_other_and_others_do_not_wait(tmp_path: Path) -> None:
    """All readers of a chatting address are woken at once: their drawings must not follow one upon the other."""

    def render(table: Any, language: str, unseen: frozenset[str]) -> dict[str, str]:
        busy(0.05)
        return draw_panels(table, language)

    async def story() -> None:
        async with hub_in(tmp_path, render=render, cost_rate=LINES) as hub:
            maud, _ = await playing(hub, "Maud", "Odile")
            feeds = [
                Feed(maud.table, maud.who, "en", False, address) for address in ("192.0.2.1",) * 4 + ("192.0.2.2",)
            ]
            for number, feed in enumerate(feeds):
                feed.look({f"none-{number}"})
            begun = time.monotonic()
            *slow, other = [asyncio.create_task(feed.drawn()) for feed in feeds]
            await other
            assert [job.done() for job in slow] == [True, False, False, False]
            await asyncio.gather(*slow)
            assert time.monotonic() - begun > 0.05 + 3 * (0.05 / LINES) - BURST / LINES

    run(story())


def test_what_an_address_sends_on_its_connections_has_a_pace(tmp_path: Path) -> None:
    with client_in(tmp_path, draw_panels, cost_rate=LINES) as client:
        made = make(client)
        commands = shared_of(client).paces.commands
        with line(client, made["table"], made["token"]) as page:
            page.next()
            for used in (0.0, BURST + 0.3 * LINES):
                commands.add("testclient", used)
                begun = time.monotonic()
                page.send("chat", "hello")
                page.until("ack")
                assert (time.monotonic() - begun > 0.25) == bool(used)
        assert commands._costs._now("testclient") > 0, "it is counted"


@pytest.mark.parametrize("what", ["pages", "frames", "commands", "plays"])
def test_requests_wait_for_no_other_pace_than_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    with client_in(tmp_path, cost_rate=LINES) as client:
        pace: Pace = getattr(shared_of(client).paces, what)
        rests: list[float] = []
        wait = pace._costs.wait

        def noted(asker: str) -> float:
            rests.append(wait(asker))
            return rests[-1]

        monkeypatch.setattr(pace._costs, "wait", noted)
        for used in (0.0, BURST + 0.3 * REQUESTS):
            pace.add("testclient", used)
            rests.clear()
            assert client.get("/api/tables").status_code == 200
            assert (max(rests, default=0.0) > 0.25) == (used > 0 and what == "pages")


def test_what_is_shown_over_http_waits_for_a_turn_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A burst of requests is shown in turns, and others between them."""
    turns: list[str] = []
    turn = Turns.turn

    def noted(self: Turns, asker: str = "") -> contextlib.AbstractAsyncContextManager[None]:
        turns.append(asker)
        return turn(self, asker)

    monkeypatch.setattr(Turns, "turn", noted)
    with client_in(tmp_path) as client:
        made = make(client)
        path, headers = f"/api/tables/{made['table']}", bearer(made["token"])
        client.get(path, headers=headers)
        for do in ("seen", "why"):
            client.post(f"{path}/commands", json={"id": do, "do": do, "text": "roll", "version": 0}, headers=headers)
    waited = len([asker for asker in turns if asker])
    assert waited == 5, "what makes a table waits, and a view twice: before it is looked for, and drawn"


@pytest.mark.slow
@pytest.mark.parametrize("what", ["look", "seen"])
def test_requests_are_refused_by_cost(tmp_path: Path, what: str) -> None:
    with client_in(tmp_path, cost_rate=1e-6) as client:
        made = make(client)
        path, headers = f"/api/tables/{made['table']}", bearer(made["token"])
        for status in (200, 429):
            if status == 429:
                costs_of(client).add("testclient", 60.0)
            if what == "look":
                answer = client.get(path, headers=headers)
            else:
                body = {"id": "s", "do": "seen", "version": 0}
                answer = client.post(f"{path}/commands", json=body, headers=headers)
            assert answer.status_code == status
        fault(answer, 429, "rate")


def test_asking_what_is_new_has_a_limit_of_its_own(tmp_path: Path) -> None:
    with client_in(tmp_path, draw_panels, seen_rate=10.0, seen_burst=2) as client:
        made = make(client, "open", "greedy", start=True)
        with line(client, made["table"], made["token"]) as page:
            page.next()
            begun = time.monotonic()
            for number in range(5):
                page.send("seen", version=0, text=f"players.p{number}")
                page.until("panels")
            assert time.monotonic() - begun > 0.25


def test_what_sending_costs_is_counted_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A frame is compressed while it is sent, which takes longer than drawing it."""
    text = socket.frame_text

    def slow(frame: Any) -> str:
        busy(0.05)
        return text(frame)

    monkeypatch.setattr(socket, "frame_text", slow)
    with client_in(tmp_path, draw_panels, cost_rate=1e-6) as client:
        made = make(client)
        costs = costs_of(client)
        costs._used.clear()
        with line(client, made["table"], made["token"]) as page:
            page.next()
            # The second answer shows that the step that sent the first has ended.
            page.send("seen", version=0)
            page.next()
        assert max(used for used, _ in costs._used.values()) >= 0.05


@pytest.mark.slow
def test_an_address_that_has_cost_too_much_is_refused_late(tmp_path: Path) -> None:
    """Refusals cost too: who asks again as soon as they come must not ask often."""
    with client_in(tmp_path, cost_rate=1.0, cost_burst=1e-9) as client:
        made = make(client)
        costs = costs_of(client)
        costs._used.clear()
        costs.add("testclient", 60.0)
        begun = time.monotonic()
        fault(client.get(f"/api/tables/{made['table']}", headers=bearer(made["token"])), 429, "rate")
        assert time.monotonic() - begun >= SLOWEST
        begun = time.monotonic()
        client.get("/healthz")
        assert time.monotonic() - begun < SLOWEST, "health checks never wait"
