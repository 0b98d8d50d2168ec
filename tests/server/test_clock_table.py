"""Clocks at a table: the action when time is up, through the queue, across a restart."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bastide.server.common.faults import RequestRefused, decode
from bastide.server.common.model import Clock, CreateTable
from bastide.server.log.draft import Who
from bastide.server.log.entries import Back, Play, StandIn
from bastide.server.log.state import TableState
from bastide.server.storage.store import StoreError
from bastide.server.tables.hub import Hub
from tests.server.tables import Person, client_in, hub_in, order, playing, refused, run, until
from tests.server.toy import Toy

TURN = Clock(kind="turn", seconds=60, answer=20)
BOT = Clock(kind="turn", seconds=60, answer=20, late="bot")


class Watch:
    """Somebody's page."""

    def __init__(self, person: Person) -> None:
        self.who = person.who
        self.told = 0
        person.table.join(self)

    def notify(self, news: Any) -> None:
        self.told += 1

    def dismiss(self) -> None:
        pass

    def withdraw(self) -> None:
        pass


class Time:
    """The clock of a server, which stops until it is moved."""

    def __init__(self, hub: Hub) -> None:
        self.at = 1_700_000_000_000
        self.stood = 0
        hub.shared = replace(hub.shared, now=lambda: self.at, stood=lambda: self.stood)

    async def passes(self, table: Any, seconds: float) -> None:
        """Let time pass, and whatever that leads to happen."""
        self.at += int(seconds * 1000)
        table.alarm.wake()
        await settled(table)


async def settled(table: Any) -> None:
    """Until nothing is left to be done."""
    for _ in range(5):
        await asyncio.sleep(0)
        await until(lambda: table.waiting == 0)
        await table._queue.join()


async def kinds(hub: Hub, table: Any) -> list[str]:
    return [entry.kind for entry in await hub.shared.store.load(table.state.id)]


def left(person: Person, seat: int | None = None) -> int:
    shown = person.table.view(person.who.seat).clock
    assert shown is not None
    wanted = person.who.seat if seat is None else seat
    return next(one.left for one in shown.seats if one.seat == wanted)


def test_a_table_without_a_clock_has_none_and_looks_as_before(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, _ = await playing(hub, "Maud", "Odile")
            view = maud.table.view(0)
            assert view.clock is None
            assert maud.table.alarm is None
            assert maud.table.state.clocks is None

    run(job())


def test_the_clock_of_whoever_is_awaited_runs(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time = Time(hub)
            maud, odile = await playing(hub, "Maud", "Odile", clock=TURN)
            time.at += 15_000
            assert (left(maud), left(odile)) == (45_000, 60_000)
            await maud.do("play", "end")
            time.at += 5_000
            assert (left(maud), left(odile)) == (60_000, 55_000)

    run(job())


def test_the_only_thing_to_do_is_done_when_time_is_up(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path, engine=OneChoice()) as hub:
            time = Time(hub)
            maud, odile = await playing(hub, "Maud", "Odile", clock=TURN)
            Watch(odile)
            await maud.do("play", "offer")
            await time.passes(maud.table, 19.9)
            assert "offer" in last(maud)
            await time.passes(maud.table, 0.2)
            await until(lambda: last(maud) == "no")
            entry = (await hub.shared.store.load(maud.table.state.id))[-1]
            assert entry.payload == Play("no", auto=True)
            assert entry.seat == 1
            assert maud.table.view(0).automatic == [2]
            again = TableState.replayed(hub.shared.engine, "again", await hub.shared.store.load(maud.table.state.id))
            assert again.match is not None
            assert again.match.automatic == (2,)
            await until(lambda: left(maud) == 60_000)

    run(job())


def test_nothing_is_decided_for_a_person_who_has_a_choice(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time = Time(hub)
            maud, odile = await playing(hub, "Maud", "Odile", clock=TURN, idle=0)
            watch = Watch(odile)
            before, told = await kinds(hub, maud.table), watch.told
            await time.passes(maud.table, 61)
            await until(lambda: watch.told > told)
            await time.passes(maud.table, 600)
            assert await kinds(hub, maud.table) == before
            assert left(maud) == 0
            await maud.do("play", "end")
            assert left(odile) == 60_000

    run(job())


def test_the_host_may_let_a_bot_play_for_somebody_without_time(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time = Time(hub)
            maud, odile = await playing(hub, "Maud", "Odile", clock=TURN)
            Watch(maud)
            Watch(odile)
            await maud.do("play", "end")
            await refused(maud.do("stand-in", "greedy", seat=1), "stand-in")
            await time.passes(maud.table, 61)
            await maud.do("stand-in", "greedy", seat=1)
            assert maud.table.state.seats[1].stand_in == "greedy"

    run(job())


def test_a_host_who_is_there_without_time_can_be_replaced(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time = Time(hub)
            maud, odile = await playing(hub, "Maud", "Odile", clock=TURN)
            for person in (maud, odile):
                Watch(person)
            await time.passes(maud.table, 59)
            await refused(odile.do("host", seat=1), "host")
            await time.passes(maud.table, 2)
            await refused(odile.do("stand-in", "greedy", seat=0), "host")
            await odile.do("host", seat=1)
            await odile.do("stand-in", "greedy", seat=0)
            assert maud.table.state.seats[0].stand_in == "greedy"
            await maud.do("back")
            await refused(maud.do("host", seat=0), "host")

    run(job())


def test_a_bot_stands_in_where_that_was_agreed_and_the_person_comes_back(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time = Time(hub)
            maud, odile = await playing(hub, "Maud", "Odile", clock=BOT, config={"game": "toy", "goal": 50})
            Watch(odile)
            await time.passes(maud.table, 61)
            await until(lambda: maud.table.state.seats[0].stand_in == "greedy")
            log = await hub.shared.store.load(maud.table.state.id)
            assert [entry.payload for entry in log if entry.kind == "stand-in"] == [StandIn(0, "greedy")]
            await until(lambda: last(maud) == "end")
            await maud.do("back")
            await odile.do("play", "end")
            assert left(maud) == 60_000
            assert maud.table.state.seats[0].stand_in == ""

    run(job())


def test_no_bot_stands_in_for_the_last_person_who_plays(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time = Time(hub)
            maud, odile = await playing(hub, "Maud", "Odile", clock=BOT, config={"game": "toy", "goal": 50})
            watch = Watch(odile)
            await time.passes(maud.table, 61)
            await until(lambda: last(maud) == "end")
            told = watch.told
            await time.passes(maud.table, 61)
            await until(lambda: watch.told > told)
            assert left(odile) == 0
            assert maud.table.state.seats[1].stand_in == ""
            # Now somebody waits for Odile again.
            await maud.do("back")
            await until(lambda: maud.table.state.seats[1].stand_in == "greedy")

    run(job())


def test_nothing_is_done_while_nobody_is_connected(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time = Time(hub)
            maud, odile = await playing(hub, "Maud", "Odile", clock=BOT)
            before = maud.table.state.version
            await time.passes(maud.table, 600)
            assert maud.table.state.version == before
            Watch(odile)
            await until(lambda: maud.table.state.seats[0].stand_in == "greedy")

    run(job())


def test_a_play_counts_as_of_its_arrival_and_wins_over_the_alarm_behind_it(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time = Time(hub)
            maud, odile = await playing(hub, "Maud", "Odile", clock=BOT, idle=0)
            Watch(odile)
            table = maud.table
            async with table.sharing.turn:
                chat = asyncio.create_task(odile.do("chat", "slow"))
                await asyncio.sleep(0)
                time.at += 59_999
                play = asyncio.create_task(maud.do("play", "mark 1"))
                await asyncio.sleep(0)
                time.at += 30_000
                table.alarm.wake()  # type: ignore[union-attr] # this table has clocks
                await until(lambda: table.waiting == 2)
            await asyncio.gather(chat, play)
            await until(lambda: table.state.seats[0].stand_in == "greedy")
            log = await hub.shared.store.load(table.state.id)
            played = next(entry for entry in log if entry.payload == Play("mark 1"))
            stood_in = next(entry for entry in log if entry.kind == "stand-in")
            assert played.version < stood_in.version
            assert (played.at, stood_in.at) == (time.at - 30_000, time.at)

    run(job())


def test_the_alarm_finds_nothing_to_do_when_the_turn_has_just_ended(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time = Time(hub)
            maud, odile = await playing(hub, "Maud", "Odile", clock=BOT, idle=0)
            Watch(odile)
            table = maud.table
            async with table.sharing.turn:
                chat = asyncio.create_task(odile.do("chat", "slow"))
                await asyncio.sleep(0)
                time.at += 59_999
                play = asyncio.create_task(maud.do("play", "end"))
                await asyncio.sleep(0)
                time.at += 10_000
                table.alarm.wake()  # type: ignore[union-attr] # this table has clocks
                await until(lambda: table.waiting == 2)
            await asyncio.gather(chat, play)
            await settled(table)
            assert (await kinds(hub, table))[-2:] == ["chat", "play"]
            assert left(odile) == 50_000

    run(job())


def test_the_time_in_which_the_server_was_gone_counts_for_nobody(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time = Time(hub)
            maud, _ = await playing(hub, "Maud", "Odile", clock=BOT)
            time.at += 10_000
            await maud.do("chat", "so far")
            lived = maud.table.state
        async with hub_in(tmp_path) as hub:
            then = Time(hub)
            then.at = time.at + 3_600_000
            table = await hub.table(lived.id)
            log = await hub.shared.store.load(lived.id)
            assert isinstance(log[-1].payload, Back)
            again = Person(table, maud.who, "Maud")
            assert left(again) == 50_000
            then.at += 1_000
            assert left(again) == 49_000
            assert await hub.table(lived.id) is table
            assert (await kinds(hub, table)).count("back") == 1

    run(job())


def test_a_machine_whose_clock_was_set_back_before_a_restart_stops_no_clock(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time = Time(hub)
            maud, _ = await playing(hub, "Maud", "Odile", clock=BOT)
            time.at += 10_000
            await maud.do("chat", "so far")
        async with hub_in(tmp_path) as hub:
            now = Time(hub)
            now.at = time.at - 3_600_000
            table = await hub.table(maud.table.state.id)
            again, odile = Person(table, maud.who, "Maud"), Person(table, Who(1, 1), "Odile")
            Watch(odile)
            assert left(again) == 50_000
            now.at += 1_000
            assert left(again) == 49_000
            await odile.do("chat", "so late")
            assert left(again) == 49_000
            await now.passes(table, 49)
            assert table.state.seats[0].stand_in == "greedy", "time is up as it is for anybody"

    run(job())


def test_a_table_whose_clock_stands_is_loaded_without_a_trace(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, _ = await playing(hub, "Maud", "Odile", clock=TURN)
            await maud.do("pause")
            number = maud.table.state.id
        async with hub_in(tmp_path) as hub:
            table = await hub.table(number)
            assert "back" not in await kinds(hub, table)

    run(job())


def test_the_alarm_wakes_by_itself(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time = Time(hub)
            maud, odile = await playing(hub, "Maud", "Odile", clock=BOT)
            Watch(odile)
            await maud.do("play", "end")
            time.at += 59_990
            await odile.do("chat", "ten milliseconds are left")
            time.at += 10
            await until(lambda: maud.table.state.seats[1].stand_in == "greedy")

    run(job())


def test_a_table_with_a_running_clock_rests_when_nobody_is_there(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path, idle=0.0) as hub:
            await playing(hub, "Maud", "Odile", clock=TURN)
            await asyncio.sleep(0.01)
            await hub.rest()
            assert hub.loaded == 0

    run(job())


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "turn", "seconds": 0},
        {"kind": "turn", "seconds": -60},
        {"kind": "turn", "seconds": 10**9},
        {"kind": "turn", "seconds": 60.5},
        {"kind": "turn", "seconds": True},
        {"kind": "turn", "seconds": "60"},
        {"kind": "turn", "seconds": 60, "answer": 0},
        {"kind": "reserve", "seconds": 60, "increment": -1},
        {"kind": "reserve", "seconds": 60, "increment": 10**12},
        {"kind": "hourglass", "seconds": 60},
        {"kind": "turn", "seconds": 60, "late": "lose"},
        {"kind": "turn", "seconds": 60, "extra": 1},
    ],
)
def test_a_clock_out_of_bounds_is_refused_with_its_place(wrong: dict[str, Any]) -> None:
    asked = {"name": "n", "nickname": "m", "config": {}, "seats": [], "clock": wrong}
    with pytest.raises(RequestRefused, match=r"\$\.clock") as caught:
        decode(msgspec.json.encode(asked), CreateTable, 10_000)
    assert caught.value.code == "malformed"


def test_an_increment_needs_a_reserve(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            wrong = Clock(kind="turn", seconds=60, increment=7)
            found = await refused(hub.create(order("open", "open", clock=wrong)), "config")
            assert "7" in str(found)

    run(job())


def test_the_clocks_travel_with_every_view(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        made = client.post("/api/tables", json=msgspec.to_builtins(order("open", "random", start=True, clock=TURN)))
        shown = client.get(f"/api/tables/{made.json()['table']}").json()
        assert shown["clock"]["rule"] == msgspec.to_builtins(TURN)
        (mine,) = shown["clock"]["seats"]
        assert 0 < mine["left"] <= 60_000
        assert mine["running"] is True


def test_a_store_that_fails_takes_nobodys_time(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time = Time(hub)
            maud, odile = await playing(hub, "Maud", "Odile", clock=BOT)
            for person in (maud, odile):
                Watch(person)
            await time.passes(maud.table, 30)
            async with broken(hub):
                await refused(maud.do("play", "draw", id="once"), "store")
                await time.passes(maud.table, 100)
                assert left(maud) == 60_000, "it stands while nobody can act"
            await maud.do("play", "draw", id="once")
            assert await kinds(hub, maud.table) == ["create", "sit", "start", "back", "play", "chance"]
            assert left(maud) == 60_000
            assert await maud.do("play", "draw", id="once")

    run(job())


def test_a_table_that_cannot_be_stored_can_be_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bastide.server.tables.alarm.AGAIN", 0.01)
    monkeypatch.setattr("bastide.server.tables.alarm.SELDOM", 0.05)

    async def job() -> None:
        async with hub_in(tmp_path, idle=0.0) as hub:
            time = Time(hub)
            maud, _ = await playing(hub, "Maud", "Odile", clock=BOT)
            time.at += 20_000
            await maud.do("chat", "twenty seconds")
            await hub.rest()
            await asyncio.sleep(0.01)
            await hub.rest()
            assert hub.loaded == 0
            time.at += 3_600_000
            async with broken(hub) as store:
                maud.table = await hub.table(maud.table.state.id)
                Watch(maud)
                assert store.asked
                clock = maud.table.view(0).clock
                assert clock is not None
                assert [(seat.left, seat.running) for seat in clock.seats] == [(40_000, False), (60_000, False)]
                assert maud.table.view(0).chat[-1].text == "twenty seconds"
                await refused(maud.do("play", "draw"), "store")
                time.at += 100_000
                assert left(maud) == 40_000
            await until(lambda: not maud.table.stalled)
            time.at += 1_000
            assert left(maud) == 39_000, "it goes on by itself, and nobody has to ask"
            assert await kinds(hub, maud.table) == ["create", "sit", "start", "chat", "back"]

    run(job())


def test_a_store_that_fails_is_not_asked_all_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bastide.server.tables.alarm.AGAIN", 30.0)

    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time = Time(hub)
            maud, odile = await playing(hub, "Maud", "Odile", clock=BOT, idle=0)
            watches = [Watch(person) for person in (maud, odile)]
            async with broken(hub) as store:
                await time.passes(maud.table, 61)
                await until(lambda: store.asked)
                told = watches[0].told
                assert maud.table.alarm is not None
                for _ in range(20):
                    maud.table.alarm.wake()
                    await settled(maud.table)
                assert store.asked == 1
                assert watches[0].told == told

    run(job())


class OneChoice(Toy):
    """The toy, where players asked can only refuse."""

    def only(self, game: Any, seat: int) -> str | None:
        return "no" if seat in game.waiting else super().only(game, seat)


def last(person: Person) -> str:
    """What was decided last in the game, or nothing."""
    match = person.table.state.match
    assert match is not None
    text: str = match.game.decisions[-1].text if match.game.decisions else ""
    return text


class held:
    """The store takes nothing until this is left."""

    def __init__(self, hub: Hub) -> None:
        self.store: Any = hub.shared.store
        self.gate = asyncio.Event()

    async def __aenter__(self) -> None:
        self.real = self.store.append

        async def append(*given: Any, **more: Any) -> None:
            await self.gate.wait()
            await self.real(*given, **more)

        self.store.append = append

    async def __aexit__(self, *_: object) -> None:
        self.store.append = self.real
        self.gate.set()


class broken:
    """The store fails at everything until this is left."""

    def __init__(self, hub: Hub) -> None:
        self.store: Any = hub.shared.store
        self.asked = 0

    async def __aenter__(self) -> broken:
        self.real = self.store.append

        async def append(*given: Any, **more: Any) -> None:
            self.asked += 1
            raise StoreError("the disk is full")

        self.store.append = append
        return self

    async def __aexit__(self, *_: object) -> None:
        self.store.append = self.real
