"""Several servers on one database, here hubs in one process: who owns a table, and how the others follow it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bastide.server.common.faults import RequestRefused
from bastide.server.common.model import Clock
from bastide.server.log.draft import Who
from bastide.server.storage.store import NotOwner, StoreError
from bastide.server.tables import hub as hubs_module
from bastide.server.tables.hub import Hub
from bastide.server.tables.table import Table
from tests.postgres import PostgresServer, execute
from tests.server.tables import Page, Person, hub_in, order, playing, run, seated, until
from tests.server.test_store import line

pytestmark = pytest.mark.slow


class Ear:
    """A watcher that keeps what it is told."""

    def __init__(self, who: Who) -> None:
        self.who = who
        self.versions: list[int] = []
        self.whole = 0
        self.dismissed = False

    def notify(self, news: Any) -> None:
        if news is None:
            self.whole += 1
        else:
            self.versions += [item.version for item in news]

    def dismiss(self) -> None:
        self.dismissed = True

    def withdraw(self) -> None:
        self.dismissed = True


@contextlib.asynccontextmanager
async def hubs_in(folder: Path, url: str, count: int = 2, **more: Any) -> AsyncIterator[list[Hub]]:
    async with contextlib.AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(hub_in(folder / str(number), seed=number, database=url, **more))
            for number in range(count)
        ]


async def elsewhere(hub: Hub, person: Person) -> Person:
    """The same person, at another server."""
    found = Person(await hub.table(person.table.state.id), person.who, f"{person.name}-{id(hub)}")
    return found


def owned(*tables: Table) -> list[bool]:
    return [table.sharing.owned for table in tables]


def test_players_of_one_table_are_at_several_servers(tmp_path: Path, postgres_url: str) -> None:
    async def story() -> None:
        async with hubs_in(tmp_path, postgres_url, 3) as hubs:
            maud, odile, jean = await seated(hubs[0], "Maud", "Odile", "Jean")
            odile, jean = await elsewhere(hubs[1], odile), await elsewhere(hubs[2], jean)
            tables = [maud.table, odile.table, jean.table]
            assert owned(*tables) == [True, False, False]
            ears = [Ear(person.who) for person in (maud, odile, jean)]
            for table, ear in zip(tables, ears, strict=True):
                table.join(ear)
            await maud.do("start")
            for table in tables:
                await until(
                    lambda table=table: table.view(None).chairs[2].present and table.view(None).chairs[0].present
                )
            people = [maud, odile, jean]
            turns = 0
            while maud.table.state.stage != "over":
                state = maud.table.state
                assert state.match is not None
                [actor] = state.match.game.actors
                outcome = await people[actor].do("play", "draw" if turns % 2 == 0 else "end")
                # The acting seat sees its move at once, on any server.
                assert people[actor].table.state.version >= outcome.version
                await until(lambda v=outcome.version: all(table.state.version == v for table in tables))
                turns += 1
            views = [msgspec.json.encode(table.view(None)) for table in tables]
            assert views[0] == views[1] == views[2]
            assert ears[0].versions == ears[1].versions == ears[2].versions
            assert await odile.table.record(odile.who) == await maud.table.record(maud.who)
            with pytest.raises(RequestRefused) as caught:
                await odile.do("rematch")
            assert caught.value.code == "host"
            assert str(caught.value) == "Only the host, Maud, can 'rematch'"
            assert len(await hubs[1].cards({maud.table.state.id: 1})) == 1

    run(story())


def test_a_follower_does_all_that_an_owner_does(tmp_path: Path, postgres_url: str) -> None:
    async def story() -> None:
        async with hubs_in(tmp_path, postgres_url) as hubs:
            maud, odile = await playing(hubs[0], "Maud", "Odile")
            maud = await elsewhere(hubs[1], maud)
            assert owned(maud.table) == [False]
            first = await maud.do("play", "mark 1", id="one")
            assert await maud.do("play", "mark 1", id="one") == first, "once"
            assert await maud.do("undo")
            assert await maud.do("redo")
            assert await maud.do("undo")
            assert (await maud.do("chat", "hello")).version == odile.table.state.version
            with pytest.raises(RequestRefused) as caught:
                await maud.do("play", "draw", version=1)
            assert caught.value.code == "stale"
            with pytest.raises(RequestRefused) as caught:
                await maud.do("play", "what")
            assert "what" in str(caught.value)
            assert maud.table.why(maud.who, "city") is not None
            guest = Person(await hubs[1].table((await hubs[0].create(order("open", "open")))[0].state.id), Who())
            sat = await guest.do("sit", "Zoé", id="z" * 20)
            assert (sat.seat, sat.generation) == (1, 1)
            assert sat == await guest.do("sit", "Zoé", id="z" * 20)

    run(story())


def test_a_follower_that_is_late_tells_what_followed_an_undo(tmp_path: Path, postgres_url: str) -> None:
    async def story() -> None:
        async with hubs_in(tmp_path, postgres_url) as hubs:
            maud, odile = await playing(hubs[0], "Maud", "Odile")
            odile = await elsewhere(hubs[1], odile)
            ear = Ear(odile.who)
            odile.table.join(ear)
            async with odile.table.sharing.turn:
                for text in ("mark 1", "", "mark 2", "draw"):
                    last = await (maud.do("play", text) if text else maud.do("undo"))
            await until(lambda: odile.table.state.version == last.version)
            assert ear.versions == [last.version - 2, last.version - 1, last.version], "mark 2, draw, and the card"
            assert ear.whole == 0

    run(story())


def test_an_owner_that_closes_leaves_its_tables_at_once(tmp_path: Path, postgres_url: str) -> None:
    async def story() -> None:
        async with hub_in(tmp_path / "b", database=postgres_url) as other:
            async with hub_in(tmp_path / "a", database=postgres_url) as hub:
                maud, odile = await playing(hub, "Maud", "Odile")
                odile = await elsewhere(other, odile)
                ear = Ear(odile.who)
                odile.table.join(ear)
                assert owned(maud.table, odile.table) == [True, False]
            # Not even a command is needed.
            await until(lambda: odile.table.sharing.owned)
            maud = await elsewhere(other, maud)
            assert await maud.do("play", "draw")
            numbers = execute(postgres_url, "SELECT number FROM server")
            assert len(numbers) == 1, "a closed server is no longer registered"

    run(story())


def test_an_owner_that_has_lost_its_table_writes_nothing(tmp_path: Path, postgres_url: str) -> None:
    async def story() -> None:
        async with hubs_in(tmp_path, postgres_url) as hubs:
            maud, odile = await playing(hubs[0], "Maud", "Odile")
            odile = await elsewhere(hubs[1], odile)
            other = hubs[1].shared.store
            # As if the first server had been dead for a moment.
            execute(postgres_url, "UPDATE game_table SET owner = $1", other.owner)
            store, state = hubs[0].shared.store, maud.table.state
            with pytest.raises(NotOwner):
                await store.append(state, [line(state, state.version + 1)], chairs=False)
            assert (await maud.do("play", "draw")).version == 5
            assert owned(maud.table, odile.table) == [False, True]
            versions = [entry.version for entry in await store.load(state.id)]
            assert versions == [1, 2, 3, 4, 5]

    run(story())


def test_presence_and_watchers_are_those_of_all_servers(tmp_path: Path, postgres_url: str) -> None:
    async def story() -> None:
        async with hubs_in(tmp_path, postgres_url) as hubs:
            maud, odile = await playing(hubs[0], "Maud", "Odile")
            odile = await elsewhere(hubs[1], odile)
            ears = [Ear(maud.who), Ear(odile.who), Ear(Who())]
            maud.table.join(ears[0])
            odile.table.join(ears[1])
            odile.table.join(ears[2])
            for table in (maud.table, odile.table):
                await until(lambda table=table: table.present == {0, 1} and table.view(0).watchers == 1)
            odile.table.part(ears[1])
            odile.table.part(ears[2])
            for table in (maud.table, odile.table):
                await until(lambda table=table: table.present == {0} and table.view(0).watchers == 0)
            async with hub_in(tmp_path / "late", database=postgres_url) as late:
                table = await late.table(maud.table.state.id)
                await until(lambda: table.present == {0})
                table.join(ears[1])
                await until(lambda: maud.table.present == {0, 1})
            await until(lambda: maud.table.present == {0})

    run(story())


def test_bots_and_clocks_are_run_by_one_server_and_go_on_when_it_is_gone(tmp_path: Path, postgres_url: str) -> None:
    async def story() -> None:
        async with hub_in(tmp_path / "b", database=postgres_url, bot_delay=(0.05, 0.05)) as other:
            async with hub_in(tmp_path / "a", database=postgres_url, bot_delay=(0.05, 0.05)) as hub:
                clock = Clock(kind="turn", seconds=60)
                table, outcome = await hub.create(order("open", "random", start=True, clock=clock))
                maud = Person(table, Who(outcome.seat, outcome.generation), "Maud")
                there = await elsewhere(other, maud)
                ear = Ear(there.who)
                there.table.join(ear)
                await there.do("play", "end")
                assert owned(table, there.table) == [True, False]
                assert there.table.view(0).clock is not None
            # Nobody asks for anything: the bot plays all the same.
            before = there.table.state.version
            await until(lambda: there.table.sharing.owned and there.table.state.version > before)

    run(story())


def test_servers_come_back_after_the_database_was_restarted(tmp_path: Path) -> None:
    async def story() -> None:
        with PostgresServer() as server:
            async with hubs_in(tmp_path, server.url) as hubs:
                maud, odile = await playing(hubs[0], "Maud", "Odile")
                odile = await elsewhere(hubs[1], odile)
                ear = Ear(odile.who)
                odile.table.join(ear)
                await asyncio.to_thread(server.restart, "immediate")
                await until(lambda: not any(hub.shared.ownership.trouble for hub in hubs), 10)
                for number in range(5):
                    outcome = await again(maud, f"mark-{number}")
                    await until(lambda v=outcome.version: odile.table.state.version == v)
                assert ear.versions == list(range(4, outcome.version + 1))

    async def again(person: Person, id: str) -> Any:
        while True:
            try:
                return await person.do("play", "mark 1", id=id)
            except RequestRefused as refusal:
                if refusal.code not in ("store", "busy"):
                    raise
                await asyncio.sleep(0.05)

    run(story())


def test_servers_that_sign_with_other_secrets_do_not_mix(tmp_path: Path, postgres_url: str) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, database=postgres_url):
            with pytest.raises(StoreError, match="BASTIDE_SECRET"):
                async with hub_in(tmp_path / "other", database=postgres_url, secret="another secret, for tests only"):
                    pass
        async with hub_in(tmp_path / "other", database=postgres_url, secret="another secret, for tests only"):
            pass

    run(story())


def test_an_owner_does_not_put_away_a_table_that_people_play_elsewhere(tmp_path: Path, postgres_url: str) -> None:
    async def story() -> None:
        async with hubs_in(tmp_path, postgres_url, idle=0.0) as hubs:
            clock = Clock(kind="turn", seconds=60)
            maud, _ = await playing(hubs[0], "Maud", "Odile", clock=clock)
            maud, at_first = await elsewhere(hubs[1], maud), maud.table
            ear = Ear(maud.who)
            maud.table.join(ear)
            await until(lambda: at_first.attended)
            await hubs[0].rest()
            assert owned(at_first, maud.table) == [True, False]
            assert not at_first.closed
            maud.table.part(ear)
            await until(lambda: not at_first.attended)
            await hubs[0].rest()
            assert at_first.closed

    run(story())


def test_a_table_taken_over_without_its_time_being_set_right_is_set_right_later(
    tmp_path: Path, postgres_url: str
) -> None:
    async def story() -> None:
        async with hubs_in(tmp_path, postgres_url) as hubs:
            people = await playing(hubs[0], "Maud", "Odile", clock=Clock(kind="turn", seconds=60))
            odile = await elsewhere(hubs[1], people[1])
            store: Any = hubs[1].shared.store
            append = store.append

            async def fails(*given: Any, **more: Any) -> None:
                raise StoreError("the disk is full")

            store.append = fails
            await hubs[0].drain(5.0)
            await until(lambda: odile.table.sharing._owner is None)
            with pytest.raises(RequestRefused) as caught:
                await odile.do("chat", "hello", id="hello")
            assert caught.value.code == "store"
            store.append = append
            await odile.do("chat", "hello", id="hello")
            kinds = [entry.kind for entry in await store.load(odile.table.state.id)]
            assert kinds[-2:] == ["back", "chat"]

    run(story())


def test_a_table_that_only_another_server_shows_moves_there(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy may send the request that creates a table to another server than all others of the table."""
    monkeypatch.setattr(hubs_module, "HANDOVER", 0.2)

    async def story() -> None:
        async with hubs_in(tmp_path, postgres_url) as hubs:
            maud, odile = await playing(hubs[0], "Maud", "Odile")
            here = Page(maud.table, maud.who)
            there = await elsewhere(hubs[1], odile)
            page = Page(there.table, there.who)
            await until(lambda: maud.table.sharing.attended)
            await asyncio.sleep(0.3)
            await hubs[0].rest()
            assert owned(maud.table, there.table) == [True, False], "somebody reads it here"
            here.leave()
            await hubs[0].rest()
            assert owned(maud.table, there.table) == [True, False], "somebody has just read it here"
            await asyncio.sleep(0.3)
            await hubs[0].rest()
            await until(lambda: there.table.sharing.owned)
            again = await elsewhere(hubs[0], maud)
            await again.do("play", "mark 1")
            assert owned(again.table, there.table) == [False, True]
            await until(lambda: there.table.state.version == again.table.state.version)
            page.leave()

    run(story())


def test_a_view_that_may_be_older_than_an_acknowledgement_is_refused(tmp_path: Path, postgres_url: str) -> None:
    """The server that shows the table cannot ask the database, and another one has acknowledged a command meanwhile."""

    async def story() -> None:
        async with hubs_in(tmp_path, postgres_url) as hubs:
            maud, odile = await playing(hubs[0], "Maud", "Odile")
            there = await elsewhere(hubs[1], odile)
            store: Any = hubs[1].shared.store
            version = store.version

            async def away(table: str) -> int:
                raise StoreError("the connection was closed")

            store.version = away
            await maud.do("play", "mark 1")
            with pytest.raises(RequestRefused) as caught:
                await hubs[1].table(maud.table.state.id)
            assert caught.value.code == "store"
            store.version = version
            assert (await hubs[1].table(maud.table.state.id)).state.version == maud.table.state.version
            assert there.table.state.version == maud.table.state.version

    run(story())
