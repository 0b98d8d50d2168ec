"""Locked chairs, and who is host."""

from __future__ import annotations

from pathlib import Path

from bastide.server.log.draft import Who
from bastide.server.log.entries import Host, Lock
from tests.server.tables import Page, Person, hub_in, order, playing, refused, run, seated, until

NOBODY = Who()


def test_nobody_sits_on_a_locked_chair_until_the_host_unlocks_it(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            table, made = await hub.create(order("open", "open", "random", "open", public=True))
            maud = Person(table, Who(made.seat, made.generation), "Maud")
            await maud.do("lock", seat=3)
            assert [chair.locked for chair in table.view(None).chairs] == [False, False, False, True]
            assert (await hub.public())[0].open == 1
            await refused(Person(table, NOBODY, "a").do("sit", "Odile", seat=3), "locked")
            await refused(maud.do("lock", seat=3), "locked")
            await refused(maud.do("lock", seat=2), "taken")
            await refused(maud.do("unlock", seat=1), "locked")
            await refused(maud.do("lock", seat=6), "malformed")
            odile = Person(table, NOBODY, "Odile")
            sat = await odile.do("sit", "Odile")
            assert sat.seat == 1
            odile.who = Who(sat.seat, sat.generation)
            await refused(odile.do("unlock", seat=3), "host")
            await refused(Person(table, NOBODY, "w").do("lock", seat=3), "spectator")
            await refused(Person(table, NOBODY, "b").do("sit", "Jean"), "locked")
            await maud.do("unlock", seat=3)
            assert (await Person(table, NOBODY, "c").do("sit", "Jean")).seat == 3

    run(job())


def test_all_open_chairs_are_locked_at_once_and_a_bot_may_still_be_put_there(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            table, made = await hub.create(order("open", "open", "open", "open"))
            maud = Person(table, Who(made.seat, made.generation), "Maud")
            before = table.state.version
            done = await maud.do("lock", id="once")
            assert done.version == before + 3
            assert (await maud.do("lock", id="once")).version == done.version, "sent again, it applies once"
            assert [seat.locked for seat in table.state.seats] == [False, True, True, True]
            await maud.do("bot", "random", seat=1)
            await maud.do("open", seat=1)
            assert not table.state.seats[1].locked
            await maud.do("unlock")
            assert not any(seat.locked for seat in table.state.seats)
            stored = await hub.shared.store.load(table.state.id)
            assert [entry.payload for entry in stored][1:4] == [Lock(1, True), Lock(2, True), Lock(3, True)]

    run(job())


def test_a_chair_left_during_a_game_can_be_locked_and_stays_so_over_a_rematch_and_a_restart(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile, jean = await playing(hub, "Maud", "Odile", "Jean", config={"game": "toy", "goal": 1})
            await jean.do("leave")
            await maud.do("lock", seat=2)
            await refused(Person(maud.table, NOBODY, "w").do("sit", "Luc", seat=2), "locked")
            await maud.do("play", "draw")
            await maud.do("rematch")
            assert maud.table.state.seats[2].locked
            await refused(maud.do("start"), "stage")
        async with hub_in(tmp_path) as hub:
            table = await hub.table(odile.table.state.id)
            assert [seat.locked for seat in table.state.seats] == [False, False, True]

    run(job())


def test_the_host_makes_another_present_person_host(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path, absence=0.05) as hub:
            maud, odile, jean = await seated(hub, "Maud", "Odile", "Jean")
            table = maud.table
            pages = [Page(table, maud.who), Page(table, jean.who)]
            await refused(jean.do("host", seat=1), "host")
            await refused(jean.do("host"), "host")
            await refused(maud.do("host", seat=0), "host")
            await until(lambda: table.view(None).chairs[1].away)
            await refused(maud.do("host", seat=1), "host")
            await refused(maud.do("host", seat=5), "malformed")
            await maud.do("host", seat=2)
            assert [chair.host for chair in table.view(2).chairs] == [False, False, True]
            assert table.view(2).host
            await refused(maud.do("lock"), "host")
            stored = await hub.shared.store.load(table.state.id)
            assert stored[-1].payload == Host(2)
            assert odile.who.seat == 1
            for page in pages:
                page.leave()

    run(job())


def test_an_absent_host_is_replaced_by_somebody_who_is_there(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path, absence=1.0) as hub:
            maud, odile = await playing(hub, "Maud", "Odile")
            table = maud.table
            page = Page(table, odile.who)
            assert table.state.host == 0
            await refused(odile.do("host"), "host")
            await refused(odile.do("host", seat=0), "host")
            await refused(Person(table, NOBODY, "w").do("host"), "spectator")
            await until(lambda: table.view(1).chairs[0].absent)
            await until(lambda: table.state.host == 1)
            await refused(odile.do("host"), "host")
            await odile.do("stand-in", "random", seat=0)
            await maud.do("back")
            await refused(maud.do("host"), "host")
            page.leave()

    run(job())


def test_when_the_host_leaves_somebody_who_is_there_goes_before_somebody_who_is_not(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, _, jean = await seated(hub, "Maud", "Odile", "Jean")
            page = Page(maud.table, jean.who)
            await maud.do("leave")
            assert maud.table.state.host == 2
            page.leave()
            await jean.do("leave")
            assert maud.table.state.host == 1

    run(job())
