"""A pause: nothing is played, no bot thinks, no clock runs, and people may talk."""

from __future__ import annotations

import asyncio
import logging
import threading
from pathlib import Path

import pytest

from bastide.server.common.model import Clock
from bastide.server.common.settings import SLOWER
from bastide.server.engine.interface import BotLike
from bastide.server.log.draft import Who
from bastide.server.log.state import TableState
from bastide.server.tables.bots import delays
from tests.server.tables import Person, complaints, hub_in, order, playing, refused, run, seated, until
from tests.server.test_clock_table import Time, Watch, left
from tests.server.toy import Toy

CLOCK = Clock(kind="reserve", seconds=60, late="bot")


def test_nothing_is_played_in_a_pause_but_people_may_talk(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile = await playing(hub, "Maud", "Odile")
            await maud.do("play", "mark 1")
            await odile.do("pause")
            found = await refused(maud.do("play", "end"), "paused")
            assert "Odile" in str(found)
            await refused(maud.do("undo"), "paused")
            await refused(maud.do("pause"), "paused")
            why = maud.table.why(maud.who, "end")
            assert why is not None
            assert why.code == "paused"
            await odile.do("chat", "the door")
            await odile.do("resume")
            await maud.do("play", "end")
            await refused(maud.do("resume"), "paused")

    run(job())


def test_a_play_that_is_both_late_and_wrong_is_told_of_the_pause_first(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile = await playing(hub, "Maud", "Odile")
            await maud.do("pause")
            await refused(odile.do("play", "nonsense", version=1), "paused")

    run(job())


def test_who_may_pause_and_who_may_go_on(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile, tibor = await playing(hub, "Maud", "Odile", "Tibor")
            assert all(maud.table.view(seat).may_pause for seat in range(3))
            assert not maud.table.view(None).may_pause
            await odile.do("pause")
            assert maud.table.view(2).paused == 1
            assert [maud.table.view(seat).may_pause for seat in range(3)] == [True, True, False]
            await refused(tibor.do("resume"), "host")
            await maud.do("resume")
            await odile.do("pause")
            await odile.do("resume")
            await refused(Person(maud.table, type(maud.who)(), "guest").do("pause"), "spectator")

    run(job())


def test_among_strangers_only_the_host_pauses(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile = await playing(hub, "Maud", "Odile", public=True)
            await refused(odile.do("pause"), "host")
            assert [maud.table.view(seat).may_pause for seat in range(2)] == [True, False]
            await maud.do("pause")
            await refused(odile.do("resume"), "host")
            await maud.do("resume")

    run(job())


@pytest.mark.parametrize("do", ["pause", "resume"])
def test_only_a_game_that_runs_is_paused(tmp_path: Path, do: str) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, _ = await seated(hub, "Maud", "Odile")
            await refused(maud.do(do), "stage")

    run(job())


def test_clocks_stand_in_a_pause_and_no_time_is_up(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time = Time(hub)
            maud, odile = await playing(hub, "Maud", "Odile", clock=CLOCK)
            Watch(odile)
            time.at += 20_000
            await maud.do("pause")
            await time.passes(maud.table, 3600)
            assert left(maud) == 40_000
            shown = maud.table.view(0).clock
            assert shown is not None
            assert not any(one.running for one in shown.seats)
            assert maud.table.state.seats[0].stand_in == ""
            await maud.do("resume")
            time.at += 1_000
            assert left(maud) == 39_000

    run(job())


def test_slow_bots_take_longer_and_so_do_automatic_answers(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path, bot_delay=(1.0, 2.0)) as hub:
            for slow, expected in ((False, (1.0, 2.0)), (True, (SLOWER, 2 * SLOWER))):
                table, _ = await hub.create(order("open", "random", slow=slow))
                assert delays(table) == expected
                offers = table.view(0).offers
                assert offers is not None
                assert offers.delay == expected

    run(job())


def test_bots_wait_in_a_pause(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path, bot_delay=(0.05, 0.05)) as hub:
            (maud, _), table = await playing(hub, "Maud", "Odile", config={"game": "toy", "goal": 50}), None
            table = maud.table
            await maud.do("stand-in", "random")
            await maud.do("pause")
            version = table.state.version
            assert not table.bots.thinking
            await asyncio.sleep(0.1)
            assert table.state.version == version
            await maud.do("resume")
            await until(lambda: table.state.version > version + 1)

    run(job())


def test_a_pause_outlasts_a_restart_and_ends_with_the_game(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile = await playing(hub, "Maud", "Odile", config={"game": "toy", "goal": 1})
            await odile.do("pause")
            number = maud.table.state.id
        async with hub_in(tmp_path) as hub:
            table = await hub.table(number)
            assert table.view(0).paused == 1
            again = Person(table, maud.who, "Maud again")
            await again.do("resume")
            await again.do("play", "draw")
            assert table.state.stage == "over"
            await refused(again.do("pause"), "stage")
            await again.do("rematch")
            assert table.view(0).paused is None
            log = await hub.shared.store.load(number)
            assert TableState.replayed(Toy(), number, log).paused is None

    run(job())


def test_whoever_has_paused_and_left_leaves_it_to_the_host(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile = await playing(hub, "Maud", "Odile")
            await odile.do("pause")
            await odile.do("leave")
            table = maud.table
            assert table.view(0).paused == 0
            late = Person(table, Who(), "Pia")
            outcome = await late.do("sit", "Pia")
            late.who = Who(outcome.seat, outcome.generation)
            assert late.who.seat == 1
            assert "Maud" in str(await refused(late.do("play", "draw"), "paused"))
            await refused(late.do("resume"), "host")
            await maud.do("resume")
            assert table.state.paused is None

    run(job())


def test_a_pause_that_everybody_has_left_belongs_to_whoever_comes_first(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile = await playing(hub, "Maud", "Odile")
            await maud.do("pause")
            for person in (maud, odile):
                await person.do("leave")
            table = maud.table
            late = Person(table, Who(), "Pia")
            outcome = await late.do("sit", "Pia", seat=1)
            late.who = Who(outcome.seat, outcome.generation)
            assert table.view(1).paused == 1
            await late.do("resume")
            assert table.state.paused is None

    run(job())


def test_a_pause_while_a_bot_thinks_is_no_fault_of_the_bot(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    gate, asked = threading.Event(), threading.Event()

    class Waits:
        def __init__(self, bot: BotLike) -> None:
            self._bot = bot

        def choose(self, game: object, seat: int) -> str:
            asked.set()
            gate.wait(10)
            return self._bot.choose(game, seat)

    class Slow(Toy):
        def bot(self, level: str, seed: int) -> BotLike:
            return Waits(super().bot(level, seed))

    async def job() -> None:
        async with hub_in(tmp_path, Slow()) as hub:
            table, outcome = await hub.create(order("open", "random", start=True, config={"game": "toy", "goal": 50}))
            maud = Person(table, Who(outcome.seat, outcome.generation), "Maud")
            await maud.do("play", "end")
            await until(asked.is_set)
            await maud.do("pause")
            version = table.state.version
            with caplog.at_level(logging.DEBUG, "bastide"):
                gate.set()
                # What the bot had decided comes, and is refused.
                await until(lambda: any("command" in record.message for record in caplog.records))
                await until(lambda: table.bots._call.is_set() or table.bots.awaited() is None)
                await table._queue.join()
            assert complaints(caplog) == []
            assert table.state.version == version
            await maud.do("resume")
            await until(lambda: table.state.match is not None and 0 in table.state.match.game.actors)

    run(job())
