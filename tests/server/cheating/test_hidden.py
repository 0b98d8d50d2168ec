"""Maud holds one card, a word that occurs nowhere else: nobody else ever reads it, by any route."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from bastide.server.common.logs import TextFormatter
from bastide.web.app import create_app
from tests.server.cheating.ways import Scene, code, scene
from tests.server.tables import settings
from tests.server.test_http import bearer

CARD = "secret"
"""What every card of the toy begins with."""
ASKED = ("draw", "end", "mark 1", "offer", "yes", "card secret000", "city", "nonsense")


@pytest.fixture
def here(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Iterator[Scene]:
    caplog.set_level(logging.DEBUG, "bastide")
    with scene(tmp_path, public=True) as found:
        assert CARD in found.client.get(f"/api/tables/{found.table}", headers=bearer(found.maud)).text
        yield found


@pytest.mark.parametrize("who", ["odile", "spectator"])
def test_by_looking(here: Scene, who: str) -> None:
    token = here.odile if who == "odile" else ""
    headers = bearer(token) if token else {}
    for path in (
        f"/api/tables/{here.table}",
        f"/api/tables/{here.table}?token={token}",
        f"/api/tables/{here.table}/record",
        f"/api/tables/{here.table}/record?game=1",
        f"/api/tables/{here.table}/record?game=0",
        "/api/tables",
        "/api/tables?mine=1",
        "/metrics",
        "/openapi.json",
        f"/t/{here.table}",
    ):
        assert CARD not in here.client.get(path, headers=headers).text, path


@pytest.mark.parametrize("who", ["odile", "spectator"])
@pytest.mark.parametrize("version", [0, 1, 2, 3, 4, 5, 10**9])
def test_by_asking_what_happened_since(here: Scene, who: str, version: int) -> None:
    token = here.odile if who == "odile" else ""
    assert CARD not in str(here.http(token, "seen", version=version))
    address = f"/ws/{here.table}?as=json&seen={version}"
    with here.client.websocket_connect(address, headers=bearer(token) if token else {}) as session:
        session.send_json({"id": "a", "do": "seen", "version": version})
        session.send_json({"id": "b", "do": "ping"})
        frames: list[str] = []
        while not frames or '"id":"b"' not in frames[-1]:
            frames.append(session.receive_text())
        # What the question brought comes after the answer to what was asked behind it, or before.
        session.send_json({"id": "c", "do": "why", "text": "draw"})
        while '"id":"c"' not in frames[-1]:
            frames.append(session.receive_text())
    assert len(frames) >= 3
    assert CARD not in "".join(frames)


@pytest.mark.parametrize("who", ["odile", "spectator"])
def test_by_errors_and_reasons(here: Scene, who: str) -> None:
    token = here.odile if who == "odile" else ""
    for do in ("why", "play"):
        for text in ASKED:
            for way in (here.http, here.line):
                told = str(way(token, do, text))
                assert CARD not in told.replace("secret000", ""), f"{do} {text}"


def test_by_the_record_of_the_running_game(here: Scene) -> None:
    for token in (here.maud, here.odile):
        answer = here.client.get(f"/api/tables/{here.table}/record", headers=bearer(token))
        assert code(answer.json()) == "hidden", "not even to the holder of the card"


def test_by_sitting_down_where_somebody_left(here: Scene) -> None:
    """A person who leaves gives the hand to the next person in the chair and to nobody else."""
    assert here.http(here.maud, "leave")["type"] == "ack"
    assert CARD not in here.client.get(f"/api/tables/{here.table}", headers=bearer(here.maud)).text
    assert CARD not in here.client.get(f"/api/tables/{here.table}", headers=bearer(here.odile)).text


def test_by_the_log(here: Scene, caplog: pytest.LogCaptureFixture) -> None:
    here.http(here.maud, "play", "card secret001")
    here.http(here.maud, "chat", "my secret is out")
    shown = [TextFormatter().format(record) for record in caplog.records if record.name.startswith("bastide")]
    assert len(shown) > 2
    assert CARD not in "\n".join(shown)
    for token in (here.maud, here.odile):
        assert token not in "\n".join(shown)


def test_replay_pages_show_no_running_game(tmp_path: Path) -> None:
    """The whole application, with the real game: the page, the replay and the record of a game that runs."""
    from starlette.testclient import TestClient

    with TestClient(create_app(settings(tmp_path))) as client:
        plans = [{"kind": "open"}, {"kind": "bot", "bot": "random"}]
        body = {"name": "Quay", "nickname": "Maud", "config": {"game": "island", "layout": "beginner"}, "seats": plans}
        made = client.post("/api/tables", json={**body, "start": True}).json()
        client.cookies.clear()
        for path in (f"/t/{made['table']}/replay", f"/t/{made['table']}/replay/frame?at=1"):
            answer = client.get(path)
            assert answer.status_code >= 400, path
            assert '"decisions"' not in answer.text
