"""A table whose row is damaged is left out of every list; all other tables are listed."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from bastide.server.common import sound
from bastide.server.common.settings import Settings
from bastide.web.app import create_app

CONFIG = {"game": "island", "layout": "beginner"}
PASSWORD = "tide and barrow"


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(sound, "_told", {})
    settings = Settings(data=tmp_path, address_burst=10_000, new_table_burst=1000, address_tables=1000)
    with TestClient(create_app(settings), follow_redirects=False) as client:
        yield client


def made(client: TestClient, name: str) -> str:
    order = {"name": name, "nickname": "Maud", "public": True, "config": CONFIG, "seats": [{"kind": "open"}] * 3}
    answer = client.post("/api/tables", json=order)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


DAMAGE = [
    "config = '{\"game\"'",
    "config = '[]'",
    "config = '7'",
    "config = ''",
    "config = CAST(X'FF7B' AS TEXT)",
    "config = X'00FF'",
    "stage = 'asleep'",
    "created = 'yesterday'",
    "name = CAST(X'C328' AS TEXT), config = 'null'",
    'config = \'{"game": "island", "options": {"goal": "many"}}\'',
    'config = \'{"game": [], "options": 4}\'',
    'config = \'{"game": "carcassonne", "modules": 5}\'',
]


@pytest.mark.parametrize("damage", DAMAGE)
def test_one_broken_table_hides_no_other(
    damage: str, client: TestClient, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    account = client.post("/api/account", json={"name": "Maud", "password": PASSWORD})
    assert account.status_code == 201, account.text
    good, bad = made(client, "The good quay"), made(client, "The bad quay")
    with closing(sqlite3.connect(tmp_path / "bastide.db")) as database, database:
        database.execute(f"UPDATE game_table SET {damage} WHERE id = ?", (bad,))
    for path in ("/api/tables", "/api/tables?mine=1", "/api/account"):
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert good in [card["id"] for card in answer.json()["tables"]]
    for path in ("/", "/account"):
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert "The good quay" in answer.text
    client.cookies.clear()
    answer = client.get("/")
    assert answer.status_code == 200
    assert "The good quay" in answer.text
    # A config may also be wrong in a way that still can be shown.
    if "The bad quay" not in answer.text:
        told = [record for record in caplog.records if record.getMessage() == "table not listed"]
        assert [record.levelno for record in told] == [logging.ERROR], "once, however often it was left out"
    else:
        assert damage.startswith("config = '{")


BROKEN_ENTRIES = ["version = -1", "version = 0", "version = 1000", "version = 'x'", "payload = 7"]


@pytest.mark.parametrize(
    ("version", "damage"),
    [*((version, damage) for version in (1, 3) for damage in BROKEN_ENTRIES), (3, "seat = 9"), (3, "seat = 'x'")],
)
def test_a_table_with_a_broken_entry_is_refused_and_no_other(
    version: int, damage: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with TestClient(create_app(Settings(data=tmp_path))) as client:
        good, bad = made(client, "The good quay"), made(client, "The bad quay")
        for number in range(3):
            line = {"id": f"{number}", "do": "chat", "text": "hello"}
            assert client.post(f"/api/tables/{bad}/commands", json=line).status_code == 200
    with closing(sqlite3.connect(tmp_path / "bastide.db")) as database, database:
        database.execute(f"UPDATE entry SET {damage} WHERE table_id = ? AND version = ?", (bad, version))
    with TestClient(create_app(Settings(data=tmp_path)), cookies=client.cookies) as client:
        for path in (f"/api/tables/{bad}", f"/api/tables/{bad}/record"):
            answer = client.get(path)
            assert (answer.status_code, answer.json()["code"]) == (500, "internal")
            assert "does not replay here" in answer.text
        page = client.get(f"/t/{bad}", headers={"accept": "text/html"})
        assert page.status_code == 500
        assert "does not replay here" in page.text
        with client.websocket_connect(f"/ws/{bad}") as socket:
            assert socket.receive_json()["fault"]["code"] == "internal"
        assert client.get(f"/t/{good}").status_code == 200
    told = {record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR}
    assert told == {"table not replayed"}


BROKEN_RESULTS = [
    "points = 'ten'",
    f"points = {2**63 - 1}",
    "seats = 'three'",
    "seats = X'00FF'",
    "seats = 1e300",
    "family = X'00FF'",
    f"ended = {2**63 - 1}",
    f"ended = {-(2**63)}",
    "ended = 'yesterday'",
]


@pytest.mark.parametrize("damage", BROKEN_RESULTS)
def test_a_broken_result_hides_no_other(damage: str, client: TestClient, tmp_path: Path) -> None:
    client.post("/api/account", json={"name": "Maud", "password": PASSWORD})
    tables = [made(client, name) for name in ("The good quay", "The bad quay")]
    held = "(SELECT generation FROM chair WHERE table_id = ? AND seat = 0)"
    with closing(sqlite3.connect(tmp_path / "bastide.db")) as database, database:
        for table in tables:
            row = f"?, 1, 0, {held}, 'person', 'Maud', 'island', 3, 10, 1, 1, 5000"
            database.execute(f"INSERT INTO result VALUES ({row})", (table, table))
        database.execute(f"UPDATE result SET {damage} WHERE table_id = ?", (tables[1],))
    answer = client.get("/api/account")
    assert answer.status_code == 200
    assert "The good quay" in [game["name"] for game in answer.json()["history"]]
    # A wrong date does not matter there.
    assert answer.json()["statistics"]["all"]["games"] == (2 if damage.startswith("ended") else 1)
    page = client.get("/account")
    assert page.status_code == 200
    assert "The good quay" in page.text
