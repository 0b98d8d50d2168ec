"""Everything that may configure rules runs in a thread: creating, opening, starting, following a table."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bastide.carcassonne import family
from bastide.kernel.errors import RecordError
from bastide.server.common.model import Command, CreateTable, SeatPlan
from bastide.server.engine import rules_thread
from bastide.server.engine.games import Games
from bastide.server.engine.rules_thread import RulesThread, rest
from bastide.server.log import snapshots, state
from bastide.server.log.draft import Who
from bastide.server.storage import loading
from bastide.server.storage.store import StoreError
from bastide.server.tables.table import Memory
from tests.server.tables import hub_in, playing, refused, run, seated
from tests.server.toy import Toy, ToyGame

EVERYTHING = {"game": "carcassonne", "modules": list(family.MODULES)}


@pytest.fixture
def makers(monkeypatch: pytest.MonkeyPatch) -> list[threading.Thread]:
    """The thread in which rules of Carcassonne were made, for each time; none are known when the test begins."""
    made: list[threading.Thread] = []

    class Watched(family.CarcassonneGame):
        def __init__(self, *given: Any) -> None:
            made.append(threading.current_thread())
            super().__init__(*given)

    monkeypatch.setattr(family, "CarcassonneGame", Watched)
    family._configured.cache_clear()
    return made


def elsewhere(makers: list[threading.Thread]) -> int:
    """How often rules were made, never where the loop runs; from now on none are known, as after a restart."""
    count = len(makers)
    assert threading.current_thread() not in makers
    makers.clear()
    family._configured.cache_clear()
    return count


def test_rules_are_never_made_in_the_loop(tmp_path: Path, makers: list[threading.Thread]) -> None:
    async def story() -> None:
        plans = [SeatPlan(), SeatPlan("bot", "random")]
        async with hub_in(tmp_path, engine=Games(), bot_delay=(100.0, 100.0)) as hub:
            made, outcome = await hub.create(
                CreateTable(name="The quay", nickname="Maud", config=EVERYTHING, seats=plans)
            )
            table, who = made.state.id, Who(outcome.seat, outcome.generation)
            assert elsewhere(makers) == 1, "a new table"
            await made.do(who, Command("starts-the-game", "start"))
            assert elsewhere(makers) == 1, "a game that begins long after its table was made"
        async with hub_in(tmp_path, engine=Games(), bot_delay=(100.0, 100.0)) as hub:
            found = await hub.table(table)
            assert found.state.stage == "playing"
            assert elsewhere(makers) == 1, "a table that is opened from its log"
            data = snapshots.freeze(hub.shared.engine, found.state)
            assert data is not None
            await hub.shared.store.keep(table, found.state.version, snapshots.stamp(), data)
        elsewhere(makers)
        async with hub_in(tmp_path, engine=Games(), bot_delay=(100.0, 100.0)) as hub:
            found = await hub.table(table)
            assert found._snapshot_writer._version == found.state.version
            assert elsewhere(makers) == 1, "a table that is opened from its snapshot"
            found._memory = Memory.DOUBTFUL
            await found.do(who, Command("reads-it-anew", "chat", "hello"))
            assert elsewhere(makers) == 1, "a table that is read anew"

    run(story())


@pytest.mark.parametrize(("work", "longest", "waits"), [(0.01, 60.0, True), (0.0, 60.0, False), (0.01, 0.05, False)])
def test_a_long_job_rests_until_the_loop_has_made_a_pass(
    work: float, longest: float, waits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But not after a short piece, and not for long."""
    monkeypatch.setattr(rules_thread, "LONGEST", longest)

    async def story() -> None:
        ready, blocked, rested = (threading.Event() for _ in range(3))

        def job() -> None:
            begun = time.thread_time()
            while time.thread_time() - begun < work:
                pass
            ready.set()
            blocked.wait(30)
            rest()
            rested.set()

        running = asyncio.create_task(RulesThread().run(job))
        while not ready.is_set():
            await asyncio.sleep(0)
        # The loop is busy with one step.
        blocked.set()
        assert rested.wait(0.1 if waits else 30) != waits
        await asyncio.wait_for(running, 30)

    rest()
    run(story())


def test_a_table_is_replayed_with_rests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rests: list[None] = []
    monkeypatch.setattr(state, "rest", lambda: rests.append(None))

    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            maud, _ = await playing(hub, "Maud", "Odile")
            entries = await hub.shared.store.load(maud.table.state.id)
            rests.clear()
            await loading.load_table(hub.shared.store, hub.shared.engine, hub.shared.rules_thread, maud.table.state.id)
            assert len(rests) == len(entries) == 3

    run(story())


class Slow(Toy):
    """A toy whose games take as long to read as a test likes."""

    def __init__(self) -> None:
        self.loading = threading.Event()
        self.go = threading.Event()
        self.loaded: list[str] = []

    def load(self, record: str) -> ToyGame:
        self.loaded.append(record)
        self.loading.set()
        assert self.go.wait(20), "the players waited for this job"
        return super().load(record)


async def read(engine: Slow) -> None:
    """Wait until a game is being read."""
    await asyncio.to_thread(engine.loading.wait, 10)


def test_who_opens_a_table_at_the_same_time_comes_to_the_same_one_and_others_play_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            maud, _ = await playing(hub, "Maud", "Odile")
            table = maud.table.state.id
        engine = Slow()
        async with hub_in(tmp_path, engine=engine) as hub:
            other, _ = await playing(hub, "Denis", "Hugues")
            opened = [asyncio.create_task(hub.table(table)) for _ in range(5)]
            await read(engine)
            await other.do("play", "draw")
            assert not any(task.done() for task in opened)
            engine.go.set()
            found = await asyncio.gather(*opened)
            assert len(engine.loaded) == 1
            assert all(one is found[0] is hub.tables[table] for one in found)
            assert hub.loaded == 2

    run(story())


def test_a_table_that_is_being_opened_when_the_server_closes_is_not_left_open(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            maud, _ = await playing(hub, "Maud", "Odile")
            table = maud.table.state.id
        engine = Slow()
        async with hub_in(tmp_path, engine=engine) as hub:
            opened = asyncio.create_task(hub.table(table))
            await read(engine)
            await hub.drain(1)
            engine.go.set()
            await refused(opened, "busy")
            assert hub.loaded == 0

    run(story())


def test_a_follower_reads_a_game_that_begins_in_the_thread_and_its_moves_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            maud, _ = await seated(hub, "Maud", "Odile")
            waiting = maud.table.state
            await maud.do("start")
            begun = maud.table.state
            await maud.do("play", "draw")
            shared, table = hub.shared, waiting.id
            entries = await shared.store.load(table, after=waiting.version)
            engine = Slow()
            follows = asyncio.create_task(loading.with_entries(engine, shared.rules_thread, waiting, entries))
            await read(engine)
            assert not follows.done()
            engine.go.set()
            assert (await follows).version == maud.table.state.version
            assert waiting.match is None, "what others look at meanwhile stays as it is"
            entries = await shared.store.load(table, after=begun.version)
            async with shared.rules_thread._turn:
                # Moves do not wait for a table to open.
                after = await loading.with_entries(shared.engine, shared.rules_thread, begun, entries)
            assert after.version == maud.table.state.version
            assert begun.version < after.version

    run(story())


@pytest.mark.parametrize(
    ("error", "code", "event"),
    [
        (StoreError("the disk is gone"), "store", "table not read"),
        (RecordError("line 3: no"), "internal", "table not replayed"),
        (msgspec.DecodeError("no"), "internal", "table not replayed"),
        (TypeError("a version is a text"), "internal", "table not replayed"),
    ],
)
def test_a_table_that_cannot_be_read_is_refused_and_logged_alike_wherever(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    code: str,
    event: str,
) -> None:
    async def failing(*given: Any, **more: Any) -> Any:
        raise error

    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            maud, _ = await seated(hub, "Maud", "Odile")
            table = maud.table
            for name in ("load", "load_short", "game", "done"):
                monkeypatch.setattr(hub.shared.store, name, failing)
            caplog.set_level(logging.ERROR, "bastide")
            table._memory = Memory.DOUBTFUL

            def logged() -> list[tuple[str, str]]:
                return [(line.name, line.getMessage()) for line in caplog.records]

            for asks in (
                lambda: hub._load(table.state.id),
                lambda: table.sharing._follow(),
                lambda: maud.do("chat", "hello"),
                lambda: table._recall(maud.who, Command("long-ago", "chat", "hello")),
            ):
                caplog.clear()
                await refused(asks(), code)
                assert logged() == [("bastide.table", event)]
            monkeypatch.setattr(table.sharing._ownership, "take", failing, raising=False)
            if code == "store":
                caplog.clear()
                await refused(table.sharing._take(), code)
                assert logged() == [("bastide.table", "table not taken")]

    run(story())
