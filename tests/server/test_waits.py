"""Nobody stops a game for ever: a table waits for an idle person, and then the others decide about the seat."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bastide.server.common.faults import RequestRefused
from bastide.server.common.model import Clock, Command, WaitView
from bastide.server.log.draft import Who
from bastide.server.log.entries import Awaited, Entry, StandIn, decode_payload, encode_payload
from bastide.server.log.state import TableState
from bastide.server.log.waits import PRIVATE, PUBLIC
from bastide.server.tables.hub import Hub
from bastide.server.tables.table import Table
from bastide.view.island.model import IslandView
from tests.server.tables import Page, Person, client_in, hub_in, order, playing, refused, run, seated, until
from tests.server.test_clock_table import Time, kinds, settled
from tests.server.test_servers import elsewhere
from tests.server.toy import Toy

LONG = {"game": "toy", "goal": 50}


class Waiting(Time):
    """The time of a server whose tables wait for people."""

    async def passes(self, table: Any, seconds: float) -> None:
        self.at += int(seconds * 1000)
        # Who is disconnected is measured by another clock.
        silent = table.presence._silent
        silent.update({seat: one._replace(since=one.since - seconds) for seat, one in silent.items()})
        table.show()
        for _ in range(3):
            await settled(table)
            await until(lambda: table.wait_watch._task is None)


async def at_table(
    hub: Hub, *names: str, idle: int = 300, connected: int | None = None, **more: Any
) -> tuple[Waiting, Table, list[Person], list[Page]]:
    """A game that awaits its first person; all of them are connected, or the first so many."""
    time = Waiting(hub)
    people = await playing(hub, *names, idle=idle, **{"config": LONG} | more)
    pages = [Page(person.table, person.who) for person in people[:connected]]
    return time, people[0].table, people, pages


def wait_of(table: Table, seat: int = 0) -> WaitView:
    return next(wait for wait in table.view(None).waits if wait.seat == seat)


async def vote(person: Person, way: str, seat: int = 0, version: int | None = None) -> None:
    await person.do("vote", way, seat=seat, version=person.table.state.version if version is None else version)


async def replayed(hub: Hub, table: Table) -> None:
    """Check that the log gives the same waits and chairs again."""
    log = await hub.shared.store.load(table.state.id)
    again = TableState.replayed(Toy(), table.state.id, log)
    assert (again.waits, again.seats, again.host) == (table.state.waits, table.state.seats, table.state.host)


def test_a_table_has_the_patience_of_its_kind_unless_its_maker_chooses(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            for more, seconds in (({}, PRIVATE), ({"public": True}, PUBLIC), ({"idle": 0}, 0), ({"idle": 60}, 60)):
                table, _ = await hub.create(order(**more))
                assert (table.state.patience, table.view(None).idle) == (seconds, seconds)
                await replayed(hub, table)

    run(job())


@pytest.mark.parametrize(("given", "status"), [(0, 201), (604_800, 201), (604_801, 400), (-1, 400), ("day", 400)])
def test_the_patience_of_a_request_is_bounded(tmp_path: Path, given: Any, status: int) -> None:
    with client_in(tmp_path) as client:
        body = {"name": "Quay", "nickname": "Maud", "config": LONG, "seats": [{}, {}], "idle": given}
        found = client.post("/api/tables", json=body)
        assert found.status_code == status, found.text
        if status == 400:
            assert "idle" in found.text


def test_nobody_decides_about_a_person_before_the_time_is_over(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time, table, (_, odile), _ = await at_table(hub, "Maud", "Odile")
            await time.passes(table, 29)
            assert wait_of(table).left is None
            await time.passes(table, 2)
            assert await kinds(hub, table) == ["create", "sit", "start", "awaited"]
            assert not wait_of(table).soon
            await time.passes(table, 208)
            assert (wait_of(table).left, wait_of(table).soon) == (61_000, False)
            await time.passes(table, 2)
            assert (wait_of(table).left, wait_of(table).soon) == (59_000, True)
            await time.passes(table, 58)
            await refused(vote(odile, "bot"), "stand-in")
            await time.passes(table, 2)
            assert wait_of(table).idle
            await vote(odile, "bot")
            assert table.state.seats[0].stand_in == "greedy"
            await until(lambda: table.state.match and table.state.match.game.actors == [1])
            await replayed(hub, table)

    run(job())


def test_alone_with_bots_nothing_happens(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time = Waiting(hub)
            table, made = await hub.create(order("open", "random", start=True, config=LONG, idle=60))
            Page(table, Who(made.seat, made.generation))
            before = await kinds(hub, table)
            await time.passes(table, 100_000)
            assert await kinds(hub, table) == before
            assert wait_of(table).left is None

    run(job())


def test_time_counts_only_from_when_somebody_else_is_there(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time, table, (_, odile), _ = await at_table(hub, "Maud", "Odile", connected=1)
            await time.passes(table, 10_000)
            assert "awaited" not in await kinds(hub, table)
            page = Page(table, odile.who)
            await time.passes(table, 20)
            page.leave()
            await time.passes(table, 500)
            assert "awaited" not in await kinds(hub, table), "so short a visit is not noted"
            page = Page(table, odile.who)
            await time.passes(table, 31)
            assert wait_of(table).left == 269_000
            page.leave()
            await time.passes(table, 1000)
            assert not wait_of(table).idle
            assert wait_of(table).left is None
            Page(table, odile.who)
            assert wait_of(table).left == 60_000, "the other may be coming back too"
            await time.passes(table, 61)
            assert wait_of(table).idle

    run(job())


@pytest.mark.parametrize("connected", [20, 50])
def test_a_short_interruption_of_the_other_persons_line_begins_no_wait_anew(tmp_path: Path, connected: int) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time, table, (_, odile), pages = await at_table(hub, "Maud", "Odile")
            for _ in range(0, 299, connected):
                assert not wait_of(table).idle
                await time.passes(table, connected - 4)
                pages.pop().leave()
                await time.passes(table, 4)
                pages.append(Page(table, odile.who))
            await time.passes(table, 1)
            assert wait_of(table).idle
            await replayed(hub, table)

    run(job())


def test_a_decision_begins_a_new_wait_and_a_vote_about_an_earlier_one_is_stale(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time, table, (maud, odile), _ = await at_table(hub, "Maud", "Odile")
            await time.passes(table, 31)
            await time.passes(table, 270)
            seen = table.state.version
            await maud.do("play", "mark 1")
            await refused(vote(odile, "bot", version=seen), "stand-in")
            await time.passes(table, 31)
            await time.passes(table, 270)
            assert wait_of(table).idle
            found = await refused(vote(odile, "bot", version=seen), "stale")
            assert str(seen) in str(found)
            await maud.do("undo")
            assert not wait_of(table).idle
            await replayed(hub, table)

    run(job())


def test_a_person_says_once_that_they_are_there_and_then_must_decide(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time, table, (maud, odile), _ = await at_table(hub, "Maud", "Odile")
            await refused(maud.do("here"), "turn")
            await refused(odile.do("here"), "turn")
            await time.passes(table, 31)
            await time.passes(table, 270)
            assert wait_of(table).idle
            await maud.do("here")
            assert (wait_of(table).idle, wait_of(table).eased) == (False, True)
            await time.passes(table, 31)
            await time.passes(table, 270)
            await refused(maud.do("here"), "turn")
            await vote(odile, "wait")
            assert (wait_of(table).idle, wait_of(table).eased, wait_of(table).left) == (False, False, 300_000)
            await maud.do("here")
            await maud.do("play", "mark 1")
            assert not wait_of(table).eased
            await replayed(hub, table)

    run(job())


def test_most_of_those_who_are_there_decide_and_a_tie_waits(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time, table, (_, odile, jean, pia), pages = await at_table(hub, "Maud", "Odile", "Jean", "Pia")
            await time.passes(table, 31)
            await time.passes(table, 270)
            assert wait_of(table).voters == [1, 2, 3]
            await vote(odile, "bot")
            await refused(vote(odile, "bot"), "stand-in")
            await vote(odile, "open")
            await vote(jean, "bot")
            assert [(ballot.seat, ballot.way) for ballot in wait_of(table).votes] == [(1, "open"), (2, "bot")]
            await vote(pia, "wait")
            assert not wait_of(table).idle, "three ways, one vote each"
            await time.passes(table, 301)
            assert (wait_of(table).idle, wait_of(table).votes) == (True, [])
            await vote(odile, "bot")
            await vote(jean, "bot")
            assert table.state.seats[0].stand_in
            assert len(pages) == 4
            await replayed(hub, table)

    run(job())


def test_the_votes_are_counted_again_when_a_voter_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bastide.server.tables.presence.AWAY", 0.05)

    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time, table, (_, odile, _), pages = await at_table(hub, "Maud", "Odile", "Jean")
            await time.passes(table, 31)
            await time.passes(table, 270)
            await vote(odile, "bot")
            assert not table.state.seats[0].stand_in
            pages[2].leave()
            await until(lambda: table.state.seats[0].stand_in)
            await replayed(hub, table)

    run(job())


def test_who_has_no_vote(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time, table, (maud, odile, jean), _ = await at_table(hub, "Maud", "Odile", "Jean")
            await time.passes(table, 31)
            await time.passes(table, 270)
            await jean.do("stand-in", "random")
            await refused(vote(Person(table, Who(), "w"), "bot"), "spectator")
            await refused(vote(maud, "wait"), "stand-in")
            await refused(vote(jean, "bot"), "stand-in")
            await refused(vote(odile, "bot", seat=1), "stand-in")
            await refused(vote(odile, "bot", seat=2), "stand-in")
            await refused(vote(odile, "bot", seat=7), "malformed")
            assert "'kick'" in str(await refused(vote(odile, "kick"), "malformed"))
            await refused(odile.do("vote", "bot", seat=0), "malformed")
            await refused(odile.do("vote", "bot", seat=0, version=table.state.version + 9), "stale")
            stranger = Person(table, Who(1, 7), "old token")
            await refused(vote(stranger, "bot"), "token")
            await vote(odile, "bot")
            await refused(vote(odile, "open"), "stand-in")

    run(job())


def test_each_awaited_seat_has_its_own_wait(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time, table, (maud, odile, jean), _ = await at_table(hub, "Maud", "Odile", "Jean")
            await maud.do("play", "offer")
            await time.passes(table, 31)
            await time.passes(table, 200)
            await odile.do("play", "no")
            await time.passes(table, 70)
            assert [wait.seat for wait in table.view(None).waits] == [2]
            assert wait_of(table, 2).voters == [0, 1]
            await refused(vote(maud, "bot", seat=1), "stand-in")
            await vote(maud, "bot", seat=2)
            await vote(odile, "bot", seat=2)
            assert [seat.stand_in for seat in table.state.seats] == ["", "", "greedy"]
            assert jean.who.seat == 2

    run(job())


def test_idle_people_have_no_vote_about_one_another(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time, table, (maud, odile, jean), _ = await at_table(hub, "Maud", "Odile", "Jean")
            await maud.do("play", "offer")
            await time.passes(table, 31)
            await time.passes(table, 270)
            assert [wait.idle for wait in table.view(None).waits] == [True, True]
            await refused(vote(odile, "bot", seat=2), "stand-in")
            assert wait_of(table, 2).voters == [0]
            await vote(maud, "bot", seat=2)
            await odile.do("play", "no")
            await refused(vote(maud, "bot", seat=1), "stand-in")
            assert jean.who.seat == 2

    run(job())


async def free(hub: Hub, table: Table) -> int:
    """How many seats of a table lists count as free."""
    [card] = await hub.cards({table.state.id: 0})
    return card.open


def test_somebody_takes_an_offered_seat_over_or_its_person_comes_back_first(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path, bot_delay=(5.0, 5.0)) as hub:
            time, table, (maud, odile), _ = await at_table(hub, "Maud", "Odile")
            pia = Person(table, Who(), "Pia")
            await time.passes(table, 31)
            await time.passes(table, 270)
            await refused(pia.do("sit", "Pia", seat=0), "taken")
            assert await free(hub, table) == 0
            await vote(odile, "open")
            assert table.view(None).chairs[0].offered
            assert await free(hub, table) == 1, "lists count it"
            await maud.do("back")
            assert not table.view(None).chairs[0].offered
            assert await free(hub, table) == 0
            await refused(pia.do("sit", "Pia"), "taken")
            await time.passes(table, 31)
            await time.passes(table, 270)
            await vote(odile, "open")
            hidden = table.view(None).view
            assert isinstance(hidden, IslandView)
            assert hidden.seats[0].hand is None, "nobody sees the hand before the seat is theirs"
            outcome = await pia.do("sit", "Pia")
            pia.who = Who(outcome.seat, outcome.generation)
            assert (outcome.seat, table.state.names[0]) == (0, "Pia")
            assert await free(hub, table) == 0
            assert not table.state.seats[0].stand_in
            await refused(maud.do("back"), "token")
            await pia.do("play", "mark 1")
            await replayed(hub, table)

    run(job())


def test_an_offered_seat_is_not_free_once_the_game_is_over(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path, bot_delay=(5.0, 5.0)) as hub:
            time, table, (_, odile), _ = await at_table(hub, "Maud", "Odile", config={"game": "toy", "goal": 1})
            await odile.do("chat", "hello")
            await time.passes(table, 31)
            await time.passes(table, 270)
            await vote(odile, "open")
            table.bots.wake()
            bot = Person(table, Who(0, 1, bot=True), "bot")
            await bot.do("play", "draw")
            assert table.state.stage == "over"
            assert await free(hub, table) == 0
            await refused(Person(table, Who(), "Pia").do("sit", "Pia", seat=0), "taken")
            await replayed(hub, table)

    run(job())


def test_a_present_person_with_a_running_clock_is_left_to_the_clock(tmp_path: Path) -> None:
    clock = Clock(kind="turn", seconds=900)

    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time, table, _, pages = await at_table(hub, "Maud", "Odile", idle=60, clock=clock)
            await time.passes(table, 899)
            assert "idle" not in await kinds(hub, table)
            await time.passes(table, 2)
            assert wait_of(table).idle, "the clock is over, and so is the patience"
            time, table, _, pages = await at_table(hub, "Maud", "Odile", idle=60, clock=clock)
            pages[0].leave()
            await time.passes(table, 31)
            await time.passes(table, 30)
            assert wait_of(table).idle, "who is gone does not think"

    run(job())


@pytest.mark.parametrize("ways", [["bot"], ["open"], []])
def test_waits_and_votes_outlast_a_restart(tmp_path: Path, ways: list[str]) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time, table, (_, odile, _), _ = await at_table(hub, "Maud", "Odile", "Jean")
            await time.passes(table, 31)
            await time.passes(table, 239 if not ways else 270)
            for way in ways:
                await vote(odile, way)
            number, before = table.state.id, table.state.waits
            seats = [person.who for person in (odile, odile)]
        async with hub_in(tmp_path) as hub:
            again = Waiting(hub)
            again.at = time.at
            table = await hub.table(number)
            assert table.state.waits == before
            Page(table, seats[0])
            if ways:
                assert [ballot.way for ballot in wait_of(table).votes] == ways
            else:
                assert wait_of(table).left == 60_000
                await again.passes(table, 61)
            assert wait_of(table).idle

    run(job())


def test_a_stall_of_the_server_counts_for_nobody(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time, table, _, _ = await at_table(hub, "Maud", "Odile")
            await time.passes(table, 31)
            time.stood += 1_000_000
            await time.passes(table, 1_000)
            assert wait_of(table).left == 269_000

    run(job())


def test_a_pause_ends_every_wait(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time, table, (_, odile), _ = await at_table(hub, "Maud", "Odile")
            await time.passes(table, 31)
            await time.passes(table, 270)
            await odile.do("pause")
            await refused(vote(odile, "bot"), "paused")
            await odile.do("resume")
            assert not wait_of(table).idle

    run(job())


def test_a_host_who_is_idle_passes_on_in_play_and_in_a_pause(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time, table, (_, odile, jean), _ = await at_table(hub, "Maud", "Odile", "Jean", public=True)
            await time.passes(table, 31)
            await time.passes(table, 270)
            assert (table.state.host, wait_of(table).idle) == (1, True)
            await odile.do("pause")
            await refused(jean.do("resume"), "host")
            await time.passes(table, 31)
            await time.passes(table, 270)
            assert table.state.host == 2
            await time.passes(table, 1000)
            assert table.state.host == 2, "it does not go round"
            await jean.do("resume")
            await replayed(hub, table)

    run(job())


def test_a_host_who_is_idle_in_the_waiting_room_passes_on_once_all_others_are_ready(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time = Waiting(hub)
            maud, odile = await seated(hub, "Maud", "Odile", idle=300)
            table = maud.table
            for person in (maud, odile):
                Page(table, person.who)
            await time.passes(table, 1000)
            assert table.state.host == 0
            await odile.do("ready")
            await time.passes(table, 31)
            await maud.do("here")
            await time.passes(table, 31)
            await time.passes(table, 200)
            await maud.do("chat", "in a minute")
            await time.passes(table, 31)
            await time.passes(table, 268)
            assert table.state.host == 0
            await time.passes(table, 2)
            assert table.state.host == 1
            await odile.do("start")
            await replayed(hub, table)

    run(job())


def test_a_host_who_is_gone_passes_on_to_somebody_who_is_there(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path, absence=0.1) as hub:
            maud, _, jean = await seated(hub, "Maud", "Odile", "Jean", idle=0)
            page = Page(maud.table, jean.who)
            await until(lambda: maud.table.state.host == 2)
            page.leave()
            await asyncio.sleep(0.3)
            assert maud.table.state.host == 2, "nobody is there"
            await replayed(hub, maud.table)

    run(job())


def test_a_table_that_waits_for_ever_notes_nothing(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time, table, (_, odile), _ = await at_table(hub, "Maud", "Odile", idle=0)
            await time.passes(table, 1_000_000)
            assert await kinds(hub, table) == ["create", "sit", "start"]
            assert table.view(None).waits == []
            await refused(vote(odile, "bot"), "stand-in")

    run(job())


def test_what_waits_add_to_the_log_is_small(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time, table, (maud, odile), _ = await at_table(hub, "Maud", "Odile")
            await time.passes(table, 31)
            for _ in range(5):
                await maud.do("chat", "hm")
                await time.passes(table, 20)
            await time.passes(table, 200)
            await vote(odile, "open")
            log = [entry.payload for entry in await hub.shared.store.load(table.state.id)]
            assert sum(isinstance(payload, Awaited) for payload in log) == 1
            assert [payload for payload in log if isinstance(payload, StandIn)] == [StandIn(0, "greedy", offered=True)]

    run(job())


def test_a_host_who_fills_no_chair_that_the_game_waits_for_passes_on(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time, table, (_, odile, jean), _ = await at_table(hub, "Maud", "Odile", "Jean")
            await time.passes(table, 31)
            await table.do(Who(0, 1), Command("to-odile", "play", "end"))
            await odile.do("leave")
            await time.passes(table, 31)
            await time.passes(table, 270)
            assert table.state.host == 2
            await jean.do("bot", "random", seat=1)
            assert not table.state.waits.keys() & {1}
            await replayed(hub, table)

    run(job())


def test_who_may_not_watch_is_not_told_for_whom_the_table_waits(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time, table, _, _ = await at_table(hub, "Maud", "Odile", spectators=False)
            await time.passes(table, 31)
            assert table.view(None).waits == []
            assert [wait.seat for wait in table.view(1).waits] == [0]

    run(job())


def test_saying_that_one_is_there_over_and_over_does_not_fill_the_log(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            time, table, (maud, _), _ = await at_table(hub, "Maud", "Odile")
            await time.passes(table, 31)
            before = len(await kinds(hub, table))
            for _ in range(20):
                with contextlib.suppress(RequestRefused):
                    await maud.do("here")
            assert len(await kinds(hub, table)) == before + 1

    run(job())


def test_votes_pass_between_servers_and_outlast_the_owner(tmp_path: Path, postgres_url: str) -> None:
    async def story() -> None:
        async with hub_in(tmp_path / "second", database=postgres_url) as second:
            other = Waiting(second)
            async with hub_in(tmp_path / "first", database=postgres_url) as first:
                time, table, (_, odile, jean), _ = await at_table(first, "Maud", "Odile", "Jean", connected=1)
                odile, jean = await elsewhere(second, odile), await elsewhere(second, jean)
                for person in (odile, jean):
                    Page(person.table, person.who)
                await until(lambda: {1, 2} <= table.present)
                await time.passes(table, 31)
                await time.passes(table, 270)
                other.at = time.at
                await until(lambda: 0 in odile.table.state.waits and odile.table.state.waits[0].idle)
                await vote(odile, "bot")
                assert [ballot.seat for ballot in wait_of(odile.table).votes] == [1]
                assert table.state.waits == odile.table.state.waits
                # Both servers show the same voters.
                assert wait_of(table).voters == wait_of(odile.table).voters == [1, 2]
            await until(lambda: odile.table.sharing.owned)
            assert [ballot.seat for ballot in wait_of(jean.table).votes] == [1]
            await vote(jean, "bot")
            assert jean.table.state.seats[0].stand_in == "greedy"

    run(story())


@pytest.mark.parametrize(("public", "patience"), [(True, PUBLIC), (False, PRIVATE)])
def test_tables_from_before_there_was_a_choice_have_the_usual_patience(public: bool, patience: int) -> None:
    old = msgspec.json.encode(
        {"kind": "create", "name": "Quay", "nickname": "Maud", "seat": 0, "config": LONG, "bots": {}, "public": public}
        | {"seats": [{"kind": "open"}], "undo": True, "spectators": True}
    ).decode()
    entry = Entry(version=1, payload=decode_payload(old), seat=0, at=1)
    assert TableState.replayed(Toy(), "t", [entry]).patience == patience
    assert decode_payload('{"kind":"stand-in","target":0,"level":"greedy"}') == StandIn(0, "greedy")
    assert encode_payload(StandIn(0, "greedy")) == '{"kind":"stand-in","target":0,"level":"greedy"}'
