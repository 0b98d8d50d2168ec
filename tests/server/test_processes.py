"""Several server processes on one PostgreSQL: games across them, and what happens when one is killed or frozen."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.chosen import now_and_then
from tests.postgres import PostgresServer, execute
from tests.processes import Client, ServerProcess

pytestmark = pytest.mark.slow

TAKEN_OVER = 20.0
"""Within how many seconds a table must be playable again; it is two or three, but for how busy the machine is."""


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    with PostgresServer() as server:
        yield server


class Trio(list[ServerProcess]):
    """Three servers; one that was ended is replaced for the next test."""


@pytest.fixture(scope="module")
def trio(postgres: PostgresServer) -> Iterator[Trio]:
    found = Trio(ServerProcess(database=postgres.url) for _ in range(3))
    yield found
    for server in found:
        server.close()


@pytest.fixture
def servers(trio: Trio, postgres: PostgresServer) -> list[ServerProcess]:
    for place, server in enumerate(trio):
        if server.process.poll() is not None:
            server.close()
            trio[place] = ServerProcess(database=postgres.url)
    return trio


def table_at(server: ServerProcess, *names: str, goal: int = 4, **more: Any) -> tuple[str, list[str]]:
    """A table with these people: its id, and their tokens."""
    first, *others = names
    seats = [{"kind": "open"}] * len(names)
    config = {"game": "toy", "goal": goal}
    status, made = server.ask(
        "/api/tables", {"name": "Quay", "nickname": first, "config": config, "seats": seats} | more
    )
    assert status == 201, made
    tokens = [made["token"]]
    for number, name in enumerate(others):
        status, sat = server.ask(f"/api/tables/{made['table']}/sit", {"nickname": name, "id": f"{number:020d}"})
        assert status == 200, sat
        tokens.append(sat["token"])
    return made["table"], tokens


def log_of(postgres: PostgresServer, table: str) -> list[Any]:
    return execute(
        postgres.url,
        "SELECT version, kind, seat, payload, command_id, upto FROM entry WHERE table_id = $1 ORDER BY version",
        table,
    )


def owner_of(postgres: PostgresServer, table: str) -> int | None:
    [row] = execute(postgres.url, "SELECT owner FROM game_table WHERE id = $1", table)
    found: int | None = row["owner"]
    return found


def whole(log: list[Any]) -> None:
    """Check that a log has no gaps, and no command twice."""
    assert [row["version"] for row in log] == list(range(1, len(log) + 1))
    commands = [row["command_id"] for row in log if row["command_id"]]
    assert len(commands) == len(set(commands))


def run(job: Any) -> None:
    asyncio.run(asyncio.wait_for(job, 120))


def on_turn(client: Client) -> bool:
    view = client.shown["view"]
    return view is not None and client.shown["seat"] in view["actors"]


async def play(clients: list[Client], goal: int) -> None:
    """A whole game: the player on turn draws a card and ends the turn."""
    for turn in range(10 * goal * len(clients)):
        actor = clients[turn // 2 % len(clients)]
        await actor.until(lambda a=actor: a.shown["stage"] == "over" or on_turn(a))
        if actor.shown["stage"] == "over":
            return
        answer = await actor.do("play", "draw" if turn % 2 == 0 else "end")
        assert answer["type"] == "ack", answer
        # An answer comes before what it shows.
        await actor.until(lambda a=actor, v=answer["version"]: a.version >= v)


def test_a_game_of_three_at_three_servers_is_one_game(servers: list[ServerProcess], postgres: PostgresServer) -> None:
    table, tokens = table_at(servers[0], "Maud", "Odile", "Jean")

    async def story() -> None:
        async with (
            Client(servers[0], table, tokens[0]) as maud,
            Client(servers[1], table, tokens[1]) as odile,
            Client(servers[2], table, tokens[2]) as jean,
            Client(servers[1], table) as guest,
        ):
            clients = [maud, odile, jean]
            await maud.until(lambda: all(chair["present"] for chair in maud.shown["chairs"]))
            assert (await odile.do("start"))["fault"]["code"] == "host"
            await maud.do("start")
            await play(clients, 4)
            await jean.do("chat", "well played")
            last = (await maud.do("chat", "again?"))["version"]
            for client in (*clients, guest):
                await client.until(lambda c=client: c.version == last)
                assert client.shown["stage"] == "over"
                assert [line["name"] for line in client.shown["chat"]][-1] == "Maud"
            rails = [json.dumps(client.shown["view"]["seats"]) for client in clients]
            assert rails[0] == rails[1] == rails[2], "a game that is over shows everything"
            records = {json.dumps(server.ask(f"/api/tables/{table}/record")[1]) for server in servers}
            assert len(records) == 1

    run(story())
    whole(log_of(postgres, table))


def test_a_reader_who_comes_back_to_another_server_misses_nothing(servers: list[ServerProcess]) -> None:
    table, tokens = table_at(servers[0], "Maud", "Odile", start=False)

    async def story() -> None:
        async with Client(servers[0], table, tokens[0]) as maud, Client(servers, table, tokens[1]) as odile:
            await maud.do("start")
            begun = odile.wholes
            for number in range(12):
                version = (await maud.do("play", f"mark {number % 2 + 1}"))["version"]
                if number % 4 == 1:
                    await odile.cut()
            await odile.until(lambda: odile.version == version)
            marks = [event for event in odile.events if event["kind"] == "mark"]
            assert len(marks) == 12, "each event once, over three lines at three servers"
            assert odile.wholes <= begun + 1

    run(story())


def test_what_was_just_done_at_one_server_is_seen_at_every_other(servers: list[ServerProcess]) -> None:
    table, tokens = table_at(servers[0], "Maud", "Odile")
    for server in servers:
        assert server.ask(f"/api/tables/{table}", token=tokens[1])[1]["seat"] == 1
    for number in range(15):
        server, other = servers[number % 3], servers[(number + 1) % 3]
        command = {"id": f"chat-{number}", "do": "chat", "text": f"line {number}"}
        status, said = server.ask(f"/api/tables/{table}/commands", command, tokens[0])
        assert status == 200, said
        _, view = other.ask(f"/api/tables/{table}", token=tokens[1])
        assert view["version"] >= said["version"]
        # A resend to another server is the same command.
        assert other.ask(f"/api/tables/{table}/commands", command, tokens[0])[1] == said


def test_a_killed_owner_is_replaced_and_nothing_is_lost(servers: list[ServerProcess], postgres: PostgresServer) -> None:
    table, tokens = table_at(servers[0], "Maud", "Odile")

    async def story() -> None:
        done: dict[str, int] = {}

        async def chatter(client: Client, name: str, stop: asyncio.Event) -> None:
            number = 0
            while not stop.is_set():
                number += 1
                id = f"{name}-{number}"
                done[id] = (await client.do("chat", id, id=id))["version"]

        async with Client(servers, table, tokens[0]) as maud, Client(servers[1:], table, tokens[1]) as odile:
            await maud.do("start")
            stop = asyncio.Event()
            talk = [asyncio.create_task(chatter(*who, stop)) for who in ((maud, "maud"), (odile, "odile"))]
            await odile.until(lambda: len(done) > 20)
            await asyncio.to_thread(servers[0].kill)
            killed = time.monotonic()
            already = len(done)
            while len(done) < already + 20:
                assert time.monotonic() - killed < TAKEN_OVER
                await asyncio.sleep(0.02)
            stop.set()
            await asyncio.gather(*talk)
            log = await asyncio.to_thread(log_of, postgres, table)
            whole(log)
            stored = {row["command_id"].partition(":")[2]: row["upto"] for row in log if row["command_id"]}
            assert {id: stored.get(id) for id in done} == done, (
                "what was acknowledged is there, where it was said to be"
            )
            await play([maud, odile], 4)

    run(story())
    whole(log_of(postgres, table))


@now_and_then(2)
def test_a_frozen_owner_that_wakes_writes_nothing(servers: list[ServerProcess], postgres: PostgresServer) -> None:
    table, tokens = table_at(servers[0], "Maud", "Odile")
    first = owner_of(postgres, table)

    async def story() -> None:
        async with Client(servers[1], table, tokens[1]) as odile:
            assert (await odile.do("chat", "before"))["type"] == "ack"
            # A command is on its way to the owner when it freezes: nobody knows whether it was heard.
            servers[0].pause()
            late = asyncio.create_task(odile.do("chat", "late", id="late"))
            answer = await late
            assert answer["type"] == "ack"
            assert owner_of(postgres, table) not in (first, None)
            second = owner_of(postgres, table)
            for number in range(5):
                await odile.do("chat", f"more {number}")
            servers[0].resume()
            # A request to the server that was frozen is served by the new owner, and no version is written twice.
            async with Client(servers[0], table, tokens[0]) as maud:
                await maud.do("start")
                await play([maud, odile], 4)
                assert owner_of(postgres, table) == second
                await odile.until(lambda: odile.version == maud.version)

    run(story())
    log = log_of(postgres, table)
    whole(log)
    assert sum('"late"' in row["payload"] for row in log) == 1


def test_all_come_back_when_the_database_was_restarted(servers: list[ServerProcess], postgres: PostgresServer) -> None:
    table, tokens = table_at(servers[0], "Maud", "Odile", goal=6)

    async def story() -> None:
        async with Client(servers[0], table, tokens[0]) as maud, Client(servers[2], table, tokens[1]) as odile:
            await maud.do("start")
            game = asyncio.create_task(play([maud, odile], 6))
            for how in ("fast", "immediate"):
                version = maud.version
                await asyncio.to_thread(postgres.restart, how)
                await maud.until(lambda v=version: game.done() or maud.version > v)
            await game
            await odile.until(lambda: odile.version == maud.version)

    run(story())
    whole(log_of(postgres, table))
    deadline = time.monotonic() + TAKEN_OVER
    while any(server.ask("/readyz")[0] != 200 for server in servers):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    for server in servers:
        assert "Traceback" not in server.log()


def test_a_server_that_ends_in_order_leaves_its_tables_to_the_others(
    servers: list[ServerProcess], postgres: PostgresServer
) -> None:
    table, tokens = table_at(servers[0], "Maud", "Odile")

    async def story() -> None:
        async with Client(servers, table, tokens[0]) as maud, Client(servers[1], table, tokens[1]) as odile:
            await maud.do("start")
            assert await asyncio.to_thread(servers[0].terminate) == 0
            await play([maud, odile], 4)

    run(story())
    whole(log_of(postgres, table))


def test_secrets_stand_in_no_log(postgres: PostgresServer, tmp_path: Path) -> None:
    url = postgres.url.replace("postgres@", "postgres:a-password@")
    with ServerProcess(database=url, data=tmp_path) as server:
        table, tokens = table_at(server, "Maud", "Odile")
        postgres.restart("immediate")
        server.ask(f"/api/tables/{table}/commands", {"id": "1", "do": "chat", "text": "whispered"}, tokens[0])
        server.terminate()
        log = server.log()
    for secret in ("a-password", "whispered", *tokens, table):
        assert secret not in log
