"""Tables with bots that think in processes of their own: whatever these do, the game goes on."""

from __future__ import annotations

import asyncio
import logging
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from bastide.kernel.plugins import any_installed, plugins
from bastide.server.common import logs
from bastide.server.common.model import Chair
from bastide.server.common.settings import Settings
from bastide.server.engine.bot_pool import Unavailable
from bastide.server.engine.games import Games
from bastide.server.log.draft import Who
from bastide.server.log.entries import BotFailed
from bastide.server.tables.hub import Hub
from bastide.server.tables.table import Table
from bastide.web.app import create_app
from bastide.web.panels import render
from tests.processes import ServerProcess
from tests.server.planted import CONFIG, planted, processes, runs
from tests.server.tables import Person, hub_in, order, refused, until

PATIENT: dict[str, Any] = {"engine": Games(), "bot_processes": 1, "bot_timeout": 120.0}


@pytest.fixture(autouse=True)
def site(tmp_path: Path) -> Iterator[Path]:
    with planted(tmp_path / "site"):
        yield tmp_path / "site"
    assert "my_package" not in sys.modules, "a bot was loaded in the server's process"


def run(job: Any) -> None:
    asyncio.run(asyncio.wait_for(job, 240))


async def bots_alone(hub: Hub, *levels: str) -> Table:
    """A table at which these bots and a stand-in of the only person play."""
    table, outcome = await hub.create(order("open", *levels, config=CONFIG, start=True))
    await Person(table, Who(outcome.seat, outcome.generation), "Maud").do("stand-in", "greedy")
    return table


def told(caplog: pytest.LogCaptureFixture, event: str) -> list[dict[str, Any]]:
    found = [logs.content(record) for record in caplog.records if record.levelno >= logging.WARNING]
    return [line for line in found if line["event"] == event]


@pytest.mark.slow
def test_the_third_failure_gives_the_seat_to_another_bot_for_good_and_the_page_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def chair(table: Table) -> Chair:
        return table.view(None).chairs[1]

    async def story() -> None:
        async with hub_in(tmp_path, **PATIENT) as hub:
            table = await bots_alone(hub, "raises", "sound")
            await until(lambda: chair(table).failed, 200)
            assert (chair(table).bot, chair(table).failed) == ("greedy", "raises")
            entries = await hub.shared.store.load(table.state.id)
            assert [entry.payload for entry in entries if isinstance(entry.payload, BotFailed)] == [
                BotFailed(1, "greedy")
            ]
            version = table.state.version
            await until(lambda: table.state.version > version + 20, 200)
            for language, words in (("en", "raises failed three times"), ("fr", "raises a échoué trois fois")):
                panels = render(table.view(None), language)
                assert all(words in panels[name] for name in ("people", "notice"))
                assert any(words in panels[name] for name in panels if name.startswith("rail"))
            found = table.state.id
        async with hub_in(tmp_path, **PATIENT) as hub:
            assert chair(await hub.table(found)).failed == "raises"

    run(story())
    failed = told(caplog, "bot failed")
    assert [(line["seat"], line["bot"]) for line in failed] == [(1, "raises")] * 3
    assert all(line["reason"].startswith("ValueError in bots.py:") for line in failed)
    assert len(told(caplog, "bot replaced")) == 1
    assert "secret" not in caplog.text


@pytest.mark.slow
@pytest.mark.parametrize("level", ["wrong", "verbose"])
def test_a_stand_in_that_fails_is_replaced_too_and_the_person_takes_the_seat_back(tmp_path: Path, level: str) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, **PATIENT) as hub:
            table, outcome = await hub.create(order("open", "greedy", "greedy", config=CONFIG, start=True))
            maud = Person(table, Who(outcome.seat, outcome.generation), "Maud")
            await maud.do("stand-in", level)
            await until(lambda: table.state.seats[0].failed, 200)
            assert (table.state.seats[0].stand_in, table.state.seats[0].failed) == ("greedy", level)
            await maud.do("back")
            assert (table.state.seats[0].level, table.state.seats[0].failed) == ("", "")

    run(story())


def test_a_bot_that_cannot_be_loaded_or_thinks_where_none_may_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, **PATIENT) as hub:
            refusal = await refused(hub.create(order("open", "broken", "greedy", config=CONFIG)), "config")
            assert "'broken = my_package.bots:Broken'" in str(refusal)
            assert "RuntimeError: no such weights" in str(refusal)
            await refused(hub.create(order("open", "nobody", "greedy", config=CONFIG)), "config")
            table, outcome = await hub.create(order("open", "greedy", "open", config=CONFIG))
            maud = Person(table, Who(outcome.seat, outcome.generation), "Maud")
            await refused(maud.do("bot", "broken", seat=1), "config")
            assert table.view(0).bots[:3] == ["easy", "greedy", "strong"]
            assert table.view(0).bots[-1] == "random"
            assert {"sound", "searches"} < set(table.view(0).bots)
        async with hub_in(tmp_path, **PATIENT | {"bot_processes": 0}) as hub:
            table, outcome = await hub.create(order("open", "greedy", "open", config=CONFIG))
            maud = Person(table, Who(outcome.seat, outcome.generation), "Maud")
            assert table.view(0).bots == ["easy", "greedy", "random"]
            for refusal in (
                await refused(maud.do("bot", "sound", seat=1), "config"),
                await refused(hub.create(order("open", "sound", "greedy", config=CONFIG)), "config"),
            ):
                assert (
                    str(refusal) == "The bot 'sound' thinks in a process of its own, and this server has none for bots"
                )

    run(story())


def test_the_slowest_level_is_seated_only_where_it_is_offered(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, **PATIENT) as hub:
            table, outcome = await hub.create(order("open", "greedy", "open", config=CONFIG))
            maud = Person(table, Who(outcome.seat, outcome.generation), "Maud")
            if "master" in table.view(0).bots:
                await maud.do("bot", "master", seat=1)
                return
            for refusal in (
                await refused(maud.do("bot", "master", seat=1), "config"),
                await refused(hub.create(order("open", "master", "greedy", config=CONFIG)), "config"),
            ):
                assert str(refusal) == "Bots of the level 'master' would be too slow on this server"

    run(story())


@pytest.mark.slow
def test_who_seats_a_level_of_ours_waits_for_no_bot_of_another_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, **PATIENT) as hub:
            await bots_alone(hub, "sleeps", "greedy")
            await until(lambda: hub.shared.bot_pool._busy, 200)
            # The only process would be given up after two minutes.
            async with asyncio.timeout(30):
                await hub.create(order("open", "strong", "greedy", config=CONFIG))
            assert hub.shared.bot_pool._busy

    run(story())


@pytest.mark.slow
def test_a_game_with_such_a_bot_goes_on_where_there_are_no_processes(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, **PATIENT) as hub:
            table = await bots_alone(hub, "sound", "greedy")
            found = table.state.id
        async with hub_in(tmp_path, **PATIENT | {"bot_processes": 0}) as hub:
            table = await hub.table(found)
            await until(lambda: table.state.seats[1].failed == "sound", 200)
            version = table.state.version
            await until(lambda: table.state.version > version + 20, 200)

    run(story())


@pytest.mark.slow
def test_greedy_decides_for_a_bot_that_is_installed_no_more(
    tmp_path: Path, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    make = Games.bot

    def noted(self: Games, level: str, seed: int) -> Any:
        asked.append(level)
        return make(self, level, seed)

    async def story() -> None:
        async with hub_in(tmp_path, **PATIENT) as hub:
            table = await bots_alone(hub, "sound", "greedy")
            found = table.state.id
        shutil.rmtree(site)
        for known in (plugins, any_installed):
            known.cache_clear()
        monkeypatch.setattr(Games, "bot", noted)
        async with hub_in(tmp_path, **PATIENT) as hub:
            table = await hub.table(found)
            await until(lambda: table.state.seats[1].failed == "sound", 200)

    run(story())
    assert asked.count("sound") == 3
    assert "random" not in asked


@pytest.mark.slow
def test_a_busy_machine_gives_no_seat_to_another_bot(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def busy(*given: Any, **named: Any) -> str:
        raise Unavailable("the machine was too busy")

    async def story() -> None:
        async with hub_in(tmp_path, **PATIENT) as hub:
            table = await bots_alone(hub, "sound", "sound")
            monkeypatch.setattr(hub.shared.bot_pool, "ask", busy)
            version = table.state.version
            await until(lambda: table.state.version > version + 20, 200)
            assert [chair.level for chair in table.state.seats[1:]] == ["sound"] * 2
            monkeypatch.undo()
            count = len(told(caplog, "bot failed"))
            assert count > 6
            version = table.state.version
            await until(lambda: table.state.version > version + 20, 200)
            assert len(told(caplog, "bot failed")) <= count + 1

    run(story())
    assert {line["reason"] for line in told(caplog, "bot failed")} == {"the machine was too busy"}
    assert not told(caplog, "bot replaced")


@pytest.mark.slow
def test_bots_do_not_wait_for_the_threads_of_the_server_for_ever(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, **PATIENT | {"bot_timeout": 4.0, "bot_threads": 1}) as hub:
            table = await bots_alone(hub, "sound", "sound")
            free = threading.Event()
            hub.shared.threads.submit(free.wait)
            version = table.state.version
            # `greedy` has no thread either, so `random` decides.
            await until(lambda: table.state.version > version + 1, 200)
            free.set()
            assert [chair.level for chair in table.state.seats[1:]] == ["sound"] * 2

    run(story())


@pytest.mark.slow
def test_a_server_that_ends_during_a_thought_lets_the_next_one_decide_the_same(tmp_path: Path) -> None:
    """Once, and not as a bot with another seed would."""
    decided = []

    async def begun() -> tuple[str, int]:
        async with hub_in(tmp_path / "first", **PATIENT | {"bot_delay": (0.0, 0.0)}) as hub:
            table = await bots_alone(hub, "drawn", "drawn")
            # The first decision is one of more than fifty.
            await until(lambda: hub.shared.bot_pool._busy, 200)
            return table.state.id, len(table.state.match.game.decisions) if table.state.match else 0

    async def goes_on(folder: Path, found: str, count: int) -> None:
        async with hub_in(folder, **PATIENT) as hub:
            table = await hub.table(found)
            await until(
                lambda: table.state.match is not None and len(table.state.match.game.decisions) > count + 4, 200
            )
            assert table.state.match is not None
            decided.append([str(each) for each in table.state.match.game.decisions[: count + 4]])

    (tmp_path / "first").mkdir()
    found, count = asyncio.run(begun())
    for name in ("second", "third"):
        shutil.copytree(tmp_path / "first", tmp_path / name)
        asyncio.run(goes_on(tmp_path / name, found, count))
    assert decided[0] == decided[1]


@pytest.mark.slow
def test_a_bot_that_hangs_is_given_up_in_time(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, **PATIENT) as hub:
            # Its process is bound to the table, and started, before time is short.
            table, outcome = await hub.create(order("open", "sleeps", "greedy", config=CONFIG))
            [process] = processes(hub.shared.bot_pool)
            object.__setattr__(hub.shared.settings, "bot_timeout", 4.0)
            maud = Person(table, Who(outcome.seat, outcome.generation), "Maud")
            await maud.do("start")
            await maud.do("stand-in", "greedy")
            await until(lambda: "bot too slow" in events(caplog), 200)
            version = table.state.version
            await until(lambda: table.state.version > version, 200)
            # On a busy machine it takes a while to end.
            await until(lambda: not runs(process), 60)

    run(story())


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/create", "/create/carcassonne"])
def test_the_form_offers_bots_that_think_or_says_why_it_does_not(tmp_path: Path, path: str) -> None:
    why = {
        "en": "Stronger bots, and those of plug-ins, are switched off on this server.",
        "fr": "Les robots plus forts et ceux des greffons sont désactivés sur ce serveur.",
    }
    for count in (0, 1):
        settings = Settings(data=tmp_path, hosts=(), bot_processes=count)
        with TestClient(create_app(settings)) as client:
            for language, words in why.items():
                page = client.get(path, params={"lang": language}).text
                assert (words in page) == (count == 0)
                assert ('value="sound"' in page) == (count == 1)
                assert 'value="greedy"' in page


def children(parent: int) -> list[int]:
    """The processes that a process has started."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(parent)], capture_output=True, text=True, check=False)
    return [int(word) for word in found.stdout.split()]


@pytest.mark.slow
@pytest.mark.parametrize("end", ["terminate", "kill"])
def test_a_server_that_ends_takes_the_processes_of_its_bots_along(end: str) -> None:
    order = {"name": "The quay", "nickname": "Maud", "config": {"game": "island"}, "start": True}
    seats = [{"kind": "open"}, {"kind": "bot", "bot": "hangs"}, {"kind": "bot", "bot": "hangs"}]
    with ServerProcess(engine="island", bot_processes=1, bot_timeout=120.0) as server:
        assert server.ask("/api/tables", {**order, "seats": seats})[0] == 201
        [process] = children(server.process.pid)
        assert server.ask("/readyz")[0] == 200
        getattr(server, end)()
        until = time.monotonic() + 30
        while runs(process) and time.monotonic() < until:
            time.sleep(0.05)
        assert not runs(process)


def events(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records]
