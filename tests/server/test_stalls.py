"""What counts as a stall, to the millisecond. `tests/faults/test_stalls.py` lets real servers stand still."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from bastide.server.common.model import Command
from bastide.server.log.draft import Who
from bastide.server.log.entries import Play
from bastide.server.tables.heartbeat import INTERVAL, LATE, SETTLE, Heartbeat
from tests.server.tables import hub_in, order, playing, run, until
from tests.server.test_clock_table import BOT, TURN, Time, Watch, held, kinds, last, left
from tests.server.test_table import match_of
from tests.server.toy import ToyBot

BEAT = int(INTERVAL * 1000)


class Beats:
    """A heartbeat whose time is moved by hand."""

    def __init__(self) -> None:
        self.at = 0
        self.recovered = 0
        self.heartbeat = Heartbeat(self._recovered, lambda: self.at)

    def _recovered(self) -> None:
        self.recovered += 1

    def pass_well(self, beats: int) -> None:
        """So many beats that come in time."""
        for _ in range(beats):
            self.at += BEAT
            self.heartbeat.beat()

    def stand(self, milliseconds: int) -> None:
        """No beat for so long, and then one."""
        self.at += milliseconds
        self.heartbeat.beat()


def test_time_in_which_the_server_runs_counts() -> None:
    async def job() -> None:
        beats = Beats()
        for gone in (1, BEAT, LATE, BEAT):
            beats.stand(gone)
            assert (beats.heartbeat.stood(), beats.recovered) == (0, 0)
        await beats.heartbeat.close()

    run(job())


@pytest.mark.parametrize("stall", [LATE + 1, 1_000, 12_000, 8 * 3_600_000])
def test_all_of_a_stall_and_the_moment_after_it_is_given_back_however_late_the_beat_comes(stall: int) -> None:
    async def job() -> None:
        beats = Beats()
        beats.pass_well(3)
        beats.at += stall
        # What runs before the beat sees the stall too.
        assert beats.heartbeat.stood() == stall
        beats.heartbeat.beat()
        assert (beats.heartbeat.stood(), beats.recovered) == (stall, 1)
        beats.at += 7
        assert beats.heartbeat.stood() == stall + 7
        beats.pass_well(100)
        assert stall + SETTLE <= beats.heartbeat.stood() <= stall + SETTLE + BEAT + 7
        assert beats.recovered == 1
        await beats.heartbeat.close()

    run(job())


def test_stalls_add_up_and_the_count_never_falls() -> None:
    async def job() -> None:
        beats = Beats()
        seen = [0]
        for stall in (300, 90, 5_000, 251, 10, 400):
            for _ in range(stall):
                beats.at += 1
                seen.append(beats.heartbeat.stood())
            beats.heartbeat.beat()
            beats.pass_well(20)
            seen.append(beats.heartbeat.stood())
        assert seen == sorted(seen)
        assert seen[-1] >= 300 + 5_000 + 251 + 400
        await beats.heartbeat.close()

    run(job())


@pytest.mark.parametrize("stood", [0, 60_000])
def test_a_bot_has_the_time_of_a_stall_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, stood: int
) -> None:
    thought = threading.Event()
    monkeypatch.setattr(ToyBot, "waited_for", thought)

    async def job() -> None:
        async with hub_in(tmp_path, bot_timeout=0.2) as hub:
            time = Time(hub)
            table, outcome = await hub.create(order("open", "waits", start=True))
            await table.do(Who(outcome.seat, outcome.generation), Command(id="one", do="play", text="end"))
            await asyncio.sleep(0.1)
            time.stood = stood
            await asyncio.sleep(0.3)
            thought.set()
            await until(lambda: any(decision.seat == 1 for decision in match_of(table).game.decisions))

    run(job())
    assert ("bot too slow" in caplog.text) is (stood == 0)


def test_a_stall_is_shown_to_those_whose_clocks_stood(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, _ = await playing(hub, "Maud", "Odile", clock=TURN)
            ada, _ = await playing(hub, "Ada", "Bea")
            with_clock, without = Watch(maud), Watch(ada)
            before = with_clock.told, without.told
            hub._recovered()
            assert (with_clock.told, without.told) == (before[0] + 1, before[1])

    run(job())


def test_the_clocks_of_a_table_leave_out_stalls_of_the_server_and_the_log_catches_up_in_a_pause(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time = Time(hub)
            maud, odile = await playing(hub, "Maud", "Odile", clock=BOT)
            Watch(odile)
            await time.passes(maud.table, 59)
            time.stood += 100_000
            await time.passes(maud.table, 100)
            assert left(maud) == 1_000
            await maud.do("play", "end")
            assert left(odile) == 60_000
            assert "stand-in" not in await kinds(hub, maud.table)
            assert maud.table.state.at == time.at - 100_000
            await odile.do("pause")
            await odile.do("resume")
            assert maud.table.state.at == time.at
            time.at += 3_000
            assert left(odile) == 57_000

    run(job())


@pytest.mark.parametrize("text", ["mark 1", "end"])
def test_a_slow_disk_costs_neither_the_player_nor_the_next_one_time(tmp_path: Path, text: str) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time = Time(hub)
            maud, odile = await playing(hub, "Maud", "Odile", clock=BOT)
            Watch(odile)
            table = maud.table
            await time.passes(table, 59)
            async with held(hub):
                chat = asyncio.create_task(odile.do("chat", "slow"))
                await asyncio.sleep(0)
                await until(lambda: table.waiting == 0)
                time.at += 30_000
                # In time: the server could not have acted on it before.
                play = asyncio.create_task(maud.do("play", text))
                await asyncio.sleep(0)
                time.at += 30_000
                assert table.alarm is not None
                table.alarm.wake()
                await asyncio.sleep(0.05)
            await asyncio.gather(chat, play)
            assert last(maud) == text
            assert table.state.seats[0].stand_in == ""
            log = await hub.shared.store.load(table.state.id)
            played = next(entry for entry in log if entry.payload == Play(text))
            assert played.at == time.at - 60_000
            assert (left(odile) if text == "end" else left(maud)) == (60_000 if text == "end" else 1_000)

    run(job())


def test_a_disk_that_is_just_a_little_slow_stops_no_clock(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time = Time(hub)
            maud, odile = await playing(hub, "Maud", "Odile", clock=TURN)
            for _ in range(10):
                async with held(hub):
                    chat = asyncio.create_task(odile.do("chat", "a little slow"))
                    await asyncio.sleep(0)
                    await until(lambda: maud.table.waiting == 0)
                    time.at += LATE
                await chat
            assert left(maud) == 60_000 - 10 * LATE

    run(job())
