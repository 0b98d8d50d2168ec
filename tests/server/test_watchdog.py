"""A room that hangs in the server's process is logged with its table, and health checks tell of it."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import time
from pathlib import Path

import pytest

from bastide.server.common.logs import mark
from bastide.server.http.health import Readiness
from bastide.server.run.watchdog import BLOCKED, HUNG, Watchdog
from tests.kernel.test_plugins import install
from tests.processes import ServerProcess
from tests.server.tables import hub_in, run
from tests.server.test_trials import write, wrong


def events(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.message for record in caplog.records if record.levelno == logging.ERROR]


def test_an_event_loop_without_heartbeat_is_logged_once_each_time(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            await hub.heartbeat.close()
            dog = Watchdog(hub, ())
            for _ in range(2):
                for _ in range(BLOCKED):
                    dog.look()
                assert events(caplog).count("event loop blocked") == 0
                for _ in range(30):
                    dog.look()
                assert events(caplog).count("event loop blocked") == 1
                hub.heartbeat.beat()
                caplog.clear()
            for _ in range(100):
                hub.heartbeat.beat()
                dog.look()
            assert events(caplog) == []

    run(job())


def test_a_game_that_is_not_built_makes_the_server_unready_until_it_is(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            readiness, dog = Readiness(), Watchdog(hub, ())

            def look() -> None:
                hub.heartbeat.beat()
                dog.look()

            go_on = threading.Event()
            for _ in range(2 * HUNG):
                # Many jobs, none of them long.
                await hub.shared.rules_thread.run(int)
                look()
            task = asyncio.create_task(hub.shared.rules_thread.run(go_on.wait))
            while hub.shared.rules_thread.job is None:
                await asyncio.sleep(0.001)
            for _ in range(HUNG):
                look()
                assert await readiness.trouble(hub) == ""
            look()
            assert await readiness.trouble(hub) == "room"
            go_on.set()
            await task
            look()
            assert await readiness.trouble(hub) == ""
            assert events(caplog) == ["game not built or loaded"]

    run(job())


@pytest.mark.slow
def test_a_room_that_hangs_in_a_decision_is_named_and_health_checks_are_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, "mine = my_package.rules:Mine")
    flag = tmp_path / "hang"
    write(
        tmp_path,
        wrong("goal", f"        import os, time\n        while os.path.exists({str(flag)!r}): time.sleep(0.01)"),
    )
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH", "")])))
    with ServerProcess(engine="island") as server:
        config = {"game": "island", "layout": "beginner", "modules": ["mine"]}
        seats = [{"kind": "open"}, *[{"kind": "bot", "bot": "random"}] * 2]
        order = {"name": "The quay", "nickname": "Maud", "config": config, "seats": seats, "start": True}
        status, made = server.ask("/api/tables", order)
        assert status == 201, made
        table = made["table"]
        flag.touch()
        asked = threading.Thread(target=play_on, args=(server, table, made["token"]))
        asked.start()
        for _ in range(100):
            if "event loop blocked" in server.log():
                break
            threading.Event().wait(0.5)
        line = next((line for line in server.log().splitlines() if "event loop blocked" in line), None)
        assert line is not None, server.log()[-4000:]
        assert "room=mine" in line
        assert f"table={mark(table)}" in line
        assert table not in line
        assert server.ask("/readyz") == (503, {"status": "unavailable", "reason": "room"})
        flag.unlink()
        asked.join(30)
        assert server.ask("/readyz")[0] == 200


def play_on(server: ServerProcess, table: str, token: str) -> None:
    """Play the first legal action again and again, until the server is held up."""
    begun = time.monotonic()
    number = 0
    while time.monotonic() - begun < BLOCKED - 1:
        begun, number = time.monotonic(), number + 1
        status, shown = server.ask(f"/api/tables/{table}", token=token)
        if status != 200:
            return
        legal = shown["view"]["legal"]
        if legal:
            server.ask(f"/api/tables/{table}/commands", {"id": f"play-{number}", "do": "play", "text": legal[0]}, token)
