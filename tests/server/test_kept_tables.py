"""An earlier version's database is opened, shows the same, and is played on."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from bastide import Game
from bastide.kernel.record import read
from bastide.server.common.tokens import SeatToken, Tokens
from bastide.server.engine.games import Games
from bastide.server.log.draft import Who
from bastide.server.tables.hub import Hub
from bastide.server.tables.table import Table
from bastide.web.app import create_app
from tests.server.kept_tables import PASSWORD, Party, facts, game_of, names, unpacked
from tests.server.tables import SECRET, Person, hub_in, settings

TURNS = 3
"""How many turns each table is played on."""


@pytest.fixture(params=names())
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> list[dict[str, Any]]:
    """The tables of a database, which lies in the test's folder."""
    return unpacked(request.param, tmp_path)


def test_there_are_databases() -> None:
    assert names()


def party_at(table: Table, seed: int) -> Party:
    """The people of a table, with the seats that they had."""
    seats = {number: seat for number, seat in enumerate(table.state.seats) if seat.kind == "person"}
    people = {
        number: Person(table, Who(number, seat.generation), f"again-{seat.name}") for number, seat in seats.items()
    }
    return Party(table, people, seed)


async def begin(party: Party) -> None:
    """Everything needed before the table can be played on."""
    state = party.table.state
    if state.paused is not None:
        await party.people[state.paused].do("resume")
    if state.stage == "waiting":
        await party.people[0].do("unlock", seat=2)
        late = Person(party.table, Who(), "late-comer")
        sat = await late.do("sit", "Ode")
        assert sat.seat == 2
        late.who = Who(2, sat.generation)
        party.join(2, late)
        await party.people[0].do("start")


async def go_on(hub: Hub, expected: dict[str, Any]) -> dict[str, Any]:
    """Open one table, compare it, and play on; its state then."""
    table = await hub.table(expected["id"])
    # That somebody came back is noted where a clock runs.
    assert await facts(table) == {**expected, "version": expected["version"] + expected["running"]}
    party = party_at(table, expected["version"])
    await begin(party)
    number, _ = Games().turn(game_of(table))
    decisions = game_of(table).version
    await party.play(lambda game: game.over or Games().turn(game)[0] >= number + TURNS)
    assert game_of(table).version > decisions
    # No bot must play between what is looked at now and what is found again.
    await table.close()
    return await facts(table)


def test_every_table_is_as_it_was_and_is_played_on(kept: list[dict[str, Any]], tmp_path: Path) -> None:
    # What was kept beside the log may only be read by the version that wrote it: the log alone must do.
    with contextlib.closing(sqlite3.connect(tmp_path / "bastide.db")) as database:
        database.execute("DELETE FROM snapshot")
        database.commit()

    async def story() -> None:
        async with hub_in(tmp_path, Games()) as hub:
            after = [await go_on(hub, expected) for expected in kept]
        async with hub_in(tmp_path, Games()) as hub:
            for expected in after:
                table = await hub.table(expected["id"])
                found = await facts(table)
                if found["version"] > expected["version"] and any(kind == "bot" for kind, *_ in expected["seats"]):
                    # It plays as soon as the table is there; the past stands.
                    assert game_of(table).at(expected["decisions"]).hash() == expected["hash"]
                    continue
                assert found == {**expected, "version": expected["version"] + expected["running"]}

    asyncio.run(story())


def test_every_seat_sees_its_page(kept: list[dict[str, Any]], tmp_path: Path) -> None:
    tokens = Tokens(SECRET, 60)
    with TestClient(create_app(settings(tmp_path)), follow_redirects=False) as client:
        for expected in kept:
            table = expected["id"]
            people = [number for number, (kind, *_) in enumerate(expected["seats"]) if kind == "person"]
            for seat in people:
                language = ("en", "fr")[seat % 2]
                token = tokens.issue(SeatToken(table, seat, expected["seats"][seat][3]))
                client.cookies.clear()
                assert client.post(f"/api/tables/{table}/token", json={"token": token}).status_code < 300
                page = client.get(f"/t/{table}?lang={language}")
                assert page.status_code == 200
                assert f'<html lang="{language}"' in page.text
                assert all(name in page.text for kind, name, *_ in expected["seats"] if kind == "person")
                seen = client.get(f"/api/tables/{table}").json()
                assert (seen["seat"], seen["stage"]) == (seat, expected["stage"])
                assert seen["version"] >= expected["version"]
            client.cookies.clear()
            assert client.get(f"/t/{table}").status_code == 200, "a stranger"


def test_an_account_has_its_seat_and_its_games(kept: list[dict[str, Any]], tmp_path: Path) -> None:
    with TestClient(create_app(settings(tmp_path)), follow_redirects=False) as client:
        signed = client.post("/api/account/session", json={"name": "Maud", "password": PASSWORD})
        assert signed.status_code == 200, signed.text
        [table] = [expected["id"] for expected in kept if expected["records"]]
        assert [card["id"] for card in client.get("/api/tables?mine=1").json()["tables"]] == [table]
        assert client.post(f"/api/account/tables/{table}").json()["seat"] == 0
        page = client.get("/account?lang=fr")
        assert page.status_code == 200
        assert f"/t/{table}" in page.text
        record = client.get(f"/api/tables/{table}/record?game=1")
        assert record.status_code == 200
        assert Game.load(record.text).over
        assert read(record.text).config["modules"] == ["cities_knights"]
