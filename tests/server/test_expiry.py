"""Tables that nobody needs expire, and what one address or one seat may store is bounded."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete, update
from starlette.testclient import TestClient

from bastide.server.common.model import Command
from bastide.server.storage import expiry
from bastide.server.storage.schema import account_seat, chair, entry, result, snapshot, table
from bastide.server.tables import hub as hubs
from bastide.server.tables.hub import Hub
from tests.server.tables import Page, client_in, hub_in, order, playing, refused, run, seated
from tests.server.test_http import command, fault, make

pytestmark = pytest.mark.usefixtures("everywhere")
DAY = 24 * 3600 * 1000


async def age(hub: Hub, table_id: str, days: float) -> None:
    """Make it look as if the table was last changed so many days ago, and unload it."""
    at = int(time.time() * 1000 - days * DAY)
    await hub.shared.store.change(update(table).where(table.c.id == table_id).values(updated=at))
    found = hub._tables.pop(table_id, None)
    if found is not None:
        await hub._put_away(found)


async def expired(hub: Hub) -> None:
    hub._expires_at = 0.0
    await hub.expire()


async def left(hub: Hub) -> set[str]:
    rows = await hub.shared.store.rows(table.select())
    return {row.id for row in rows}


def test_unstarted_and_abandoned_tables_expire_and_played_ones_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expiry, "AT_ONCE", 1)

    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            tables: dict[str, str] = {}
            for name, days in {"new": 6, "old": 8, "older": 9}.items():
                tables[name] = (await seated(hub, "Maud", "Odile"))[0].table.state.id
                await age(hub, tables[name], days)
            for name, days in {"left": 80, "abandoned": 91}.items():
                tables[name] = (await playing(hub, "Maud", "Odile"))[0].table.state.id
                await age(hub, tables[name], days)
            for name in ("played without results", "played"):
                people = await playing(hub, "Maud", "Odile", config={"game": "toy", "goal": 1})
                finished = people[0].table
                await people[0].do("play", "draw")
                assert finished.stage == "over"
                tables[name] = finished.state.id
                await people[0].do("rematch")
                await people[0].do("start")
                await age(hub, tables[name], 4000)
                if name == "played without results":
                    await hub.shared.store.change(result.delete())
            in_use = (await seated(hub, "Maud", "Odile"))[0].table
            tables["in use"] = in_use.state.id
            await age(hub, in_use.state.id, 50)
            await hub.table(in_use.state.id)
            await expired(hub)
            stay = await left(hub)
            assert {name for name, table_id in tables.items() if table_id in stay} == tables.keys() - {
                "old",
                "older",
                "abandoned",
            }
            gone = {tables[name] for name in ("old", "older", "abandoned")}
            for rows in (entry, chair, snapshot, account_seat, result):
                found: Any = await hub.shared.store.rows(rows.select())
                assert not gone & {row.table_id for row in found}
            for one in gone:
                await refused(hub.table(one), "unknown")

    run(story())


def test_nothing_expires_where_that_is_switched_off(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, waiting_age=0, abandoned_age=0) as hub:
            for people in (await seated(hub, "Maud", "Odile"), await playing(hub, "Maud", "Odile")):
                await age(hub, people[0].table.state.id, 4000)
            await expired(hub)
            assert len(await left(hub)) == 2

    run(story())


def test_expired_tables_are_looked_for_by_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "SWEEP", 0.01)

    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            gone = (await seated(hub, "Maud", "Odile"))[0].table.state.id
            await age(hub, gone, 8)
            hub._expires_at = 0.0
            while await left(hub):
                pass

    run(story())


def test_a_table_that_is_opened_while_others_expire_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            maud = (await seated(hub, "Maud", "Odile"))[0]
            table_id = maud.table.state.id
            await age(hub, table_id, 8)
            read, going, load = asyncio.Event(), asyncio.Event(), hub._load

            async def slow(one: str) -> Any:
                found = await load(one)
                read.set()
                await going.wait()
                return found

            monkeypatch.setattr(hub, "_load", slow)
            opening = asyncio.create_task(hub.table(table_id))
            await read.wait()
            await expired(hub)
            going.set()
            await (await opening).do(maud.who, Command(id="still", do="chat", text="still here"))
            assert await left(hub) == {table_id}

    run(story())


def test_a_table_that_is_opened_during_its_expiry_is_unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            table_id = (await seated(hub, "Maud", "Odile"))[0].table.state.id
            await age(hub, table_id, 8)
            begun, going, write = asyncio.Event(), asyncio.Event(), hub.shared.store.write

            async def slow(work: Any) -> Any:
                begun.set()
                await going.wait()
                return await write(work)

            with monkeypatch.context() as patched:
                patched.setattr(hub.shared.store, "write", slow)
                expiring = asyncio.create_task(expired(hub))
                await begun.wait()
                opening = asyncio.create_task(hub.table(table_id))
                await asyncio.sleep(0.05)
                assert not opening.done()
                going.set()
                await expiring
                await refused(opening, "unknown")
            assert not await left(hub)

    run(story())


def test_commands_at_a_table_that_was_deleted_are_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            maud = (await seated(hub, "Maud", "Odile"))[0]
            table_id = maud.table.state.id
            for rows in (entry, chair, snapshot, account_seat):
                await hub.shared.store.change(delete(rows).where(rows.c.table_id == table_id))
            await hub.shared.store.change(delete(table).where(table.c.id == table_id))
            for _ in range(2):
                await refused(maud.do("chat", "anybody?"), "unknown")

    run(story())


def test_an_address_makes_so_many_tables_a_day(tmp_path: Path) -> None:
    with client_in(tmp_path, address_tables=3) as client:
        for _ in range(3):
            make(client)
        answer = client.post("/api/tables", json=as_json())
        fault(answer, 429, "rate")
        assert int(answer.headers["retry-after"]) > 20_000


def as_json() -> Any:
    return msgspec.to_builtins(order())


def played(client: TestClient, **more: Any) -> tuple[str, str]:
    made = make(client, "open", "greedy", start=True, **more)
    return made["table"], made["token"]


def test_a_log_does_not_grow_by_taking_back_and_repeating(tmp_path: Path) -> None:
    with client_in(tmp_path, undo_burst=10, undo_rate=0.01, bot_delay=(1000.0, 1000.0)) as client:
        table_id, token = played(client)
        for number in range(10):
            assert command(client, table_id, token, "play", "mark 1", id=f"p{number}").status_code == 200
            assert command(client, table_id, token, "undo", id=f"u{number}").status_code == 200
        assert command(client, table_id, token, "play", "mark 1", id="p").status_code == 200
        late = command(client, table_id, token, "undo", id="u")
        fault(late, 429, "rate")
        assert int(late.headers["retry-after"]) > 0
        assert command(client, table_id, token, "undo", id="u9").status_code == 200, "it is stored: this is a resend"


def test_a_full_log_leaves_room_to_finish_the_game(tmp_path: Path) -> None:
    with client_in(tmp_path, log_limit=20, bot_delay=(1000.0, 1000.0)) as client:
        table_id, token = played(client)
        for number in range(14):
            assert command(client, table_id, token, "chat", f"line {number}").status_code == 200
        fault(command(client, table_id, token, "chat", "one more"), 409, "full")
        assert command(client, table_id, token, "chat", "line 13").status_code == 200, "it is stored: this is a resend"
        for number in range(4):
            play = "mark 1" if number % 2 else "mark 2"
            assert command(client, table_id, token, "play", play, id=f"p{number}").status_code == 200
        assert command(client, table_id, token, "leave").status_code == 200


@pytest.mark.parametrize("limit", [{"log_limit": 100}, {"log_size": 40_000}])
def test_who_watches_leaves_room_to_those_who_play(tmp_path: Path, limit: dict[str, Any]) -> None:
    with client_in(tmp_path, bot_delay=(1000.0, 1000.0), **limit) as client:
        table_id, token = played(client)
        taken = 0
        while command(client, table_id, "", "chat", "x" * 80, id=f"line {taken}").status_code == 200:
            taken += 1
        assert 35 <= taken <= 50
        fault(command(client, table_id, "", "chat", "one more"), 409, "full")
        for number in range(20):
            assert command(client, table_id, token, "chat", f"{number}").status_code == 200
        assert command(client, table_id, token, "play", "mark 1", id="p").status_code == 200
        assert command(client, table_id, token, "undo").status_code == 200


def test_long_lines_leave_room_to_finish_the_game(tmp_path: Path) -> None:
    with client_in(tmp_path, log_size=100_000, bot_delay=(1000.0, 1000.0)) as client:
        table_id, token = played(client)
        taken = 0
        while command(client, table_id, token, "chat", "🦄" * 500, id=f"line {taken}").status_code == 200:
            taken += 1
        assert 80_000 // 2_500 <= taken <= 80_000 // 2_300, "a line has 2,000 bytes, and 300 beside it"
        fault(command(client, table_id, token, "chat", "one more"), 409, "full")
        assert command(client, table_id, token, "play", "mark 1", id="p").status_code == 200
        assert command(client, table_id, token, "leave").status_code == 200
    # What it holds is known after a restart.
    with client_in(tmp_path, log_size=100_000, bot_delay=(1000.0, 1000.0)) as client:
        fault(command(client, table_id, "", "chat", "one more"), 409, "full")


WITHOUT_END: dict[str, tuple[tuple[str, dict[str, Any]], tuple[str, dict[str, Any]]]] = {
    "pause": (("pause", {}), ("resume", {})),
    "back": (("stand-in", {"text": "greedy"}), ("back", {})),
    "levels of a stand-in": (("stand-in", {"text": "greedy"}), ("stand-in", {"text": "random"})),
    "levels of a bot": (("bot", {"text": "random", "seat": 2}), ("bot", {"text": "greedy", "seat": 2})),
    "host": (("host", {"seat": 1}), ("host", {"seat": 0})),
}
"""Two commands that can follow each other as often as one likes."""


@pytest.mark.parametrize("what", WITHOUT_END)
def test_what_can_be_repeated_leaves_room_to_finish_the_game(tmp_path: Path, what: str) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, log_limit=100, bot_delay=(1000.0, 1000.0)) as hub:
            maud, odile, sam = await playing(hub, "Maud", "Odile", "Sam", config={"game": "toy", "goal": 1})
            one = maud.table
            for person in (maud, odile):
                one.join(Page(one, person.who))
            if what == "levels of a bot":
                await sam.do("leave")
                await maud.do("bot", "greedy", seat=2)

            async def repeat() -> None:
                for number in range(200):
                    do, more = WITHOUT_END[what][number % 2]
                    await (odile if what == "host" and number % 2 else maud).do(do, **more)

            await refused(repeat(), "full")
            assert one.state.version <= 91
            # What the game cannot go on without is possible: it goes on, a bot plays in place of those who left.
            if one.state.paused is not None:
                await maud.do("resume")
            if one.state.seats[0].stand_in:
                await maud.do("leave")
                await odile.do("bot", "greedy", seat=0)
                await odile.do("stand-in", "greedy", seat=1)
            else:
                await maud.do("play", "draw")
                assert one.stage == "over"

    run(story())
