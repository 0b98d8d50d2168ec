"""Tokens that are not good: of another key, another table, another time, cut, changed, or no tokens at all."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final
from unittest.mock import patch
from urllib.parse import urlencode

import pytest

from bastide.server.common.tokens import SeatToken, Tokens
from tests.server.cheating.ways import WAYS, code, scene
from tests.server.tables import SECRET, client_in
from tests.server.test_http import make

BAD: Final[dict[str, Callable[[str, str], str]]] = {
    "another key": lambda good, table: Tokens("another secret altogether", 3600).issue(SeatToken(table, 0, 1)),
    "expired": lambda good, table: _expired(table),
    "another seat, the same signature": lambda good, table: _payload([table, 1, 1]) + "." + good.partition(".")[2],
    "no signature": lambda good, table: good.rpartition(".")[0],
    "an empty signature": lambda good, table: good.rpartition(".")[0] + ".",
    "cut": lambda good, table: good[: len(good) // 2],
    "one sign off": lambda good, table: good[:-2] + ("A" if good[-2] != "A" else "B") + good[-1],
    "twice": lambda good, table: good + good,
    "plain JSON": lambda good, table: json.dumps([table, 0, 1]),
    "plain base64": lambda good, table: _payload([table, 0, 1]),
    "letters of other alphabets": lambda good, table: "тᴏkеn.ñ.é",
    "nothing but dots": lambda good, table: "....",
    "huge": lambda good, table: "a" * 8000,
    "a path": lambda good, table: "../../secret",
}


def _payload(value: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def _expired(table: str) -> str:
    """Signed with the right key, two thousand days ago."""
    with patch("itsdangerous.timed.time.time", return_value=time.time() - 2000 * 86400):
        return Tokens(SECRET, 3600).issue(SeatToken(table, 0, 1))


@WAYS
@pytest.mark.parametrize("kind", BAD)
def test_a_bad_token_opens_nothing_and_is_not_quoted(tmp_path: Path, way: str, kind: str) -> None:
    with scene(tmp_path) as here:
        token = BAD[kind](here.maud, here.table)
        before = here.state().version
        sent = {"authorization": b"Bearer " + token.encode()}
        for query, headers in (({}, sent), ({"token": token}, {})):
            if way == "http":
                answer = here.client.get(f"/api/tables/{here.table}", params=query, headers=headers).json()
            else:
                address = f"/ws/{here.table}?{urlencode(query)}"
                with here.client.websocket_connect(address, headers=headers) as session:
                    answer = session.receive_json()
                    assert session.receive()["code"] == 4401
            assert code(answer) == "token"
            assert token[:24] not in json.dumps(answer) or len(token) < 8
        assert here.state().version == before


@WAYS
def test_a_token_of_an_earlier_generation_sees_what_spectators_see_and_does_nothing(tmp_path: Path, way: str) -> None:
    with scene(tmp_path) as here:
        assert here.http(here.maud, "leave")["type"] == "ack"
        view = here.client.get(f"/api/tables/{here.table}", headers={"authorization": f"Bearer {here.maud}"})
        assert view.json()["seat"] is None
        assert "secret" not in view.text
        sat = here.client.post(f"/api/tables/{here.table}/sit", json={"nickname": "Eve", "id": "e" * 16})
        here.client.cookies.clear()
        assert sat.json()["seat"] == 0
        before = here.state().version
        assert code(getattr(here, way)(here.maud, "play", "mark 1")) in ("token", "spectator")
        assert here.state().version == before


@WAYS
def test_a_token_replayed_at_another_table(tmp_path: Path, way: str) -> None:
    with scene(tmp_path) as here:
        other = make(here.client, "open", "greedy", start=True)
        assert code(getattr(here, way)(other["token"], "play", "draw")) == "token"
        assert code(getattr(here, way)(here.maud, "play", "draw", table=other["table"])) == "token"


def test_a_token_of_another_server(tmp_path: Path) -> None:
    """The same table id, as after a copy of the database, under another secret."""
    with scene(tmp_path) as here:
        table, token = here.table, here.maud
    with client_in(tmp_path, secret="the secret of the copy") as client:
        answer = client.get(f"/api/tables/{table}", headers={"authorization": f"Bearer {token}"})
        assert code(answer.json()) == "token"


def test_two_tokens_at_once_are_one(tmp_path: Path) -> None:
    """Of several tokens the first one found is used, even if a later one would grant more."""
    with scene(tmp_path) as here:
        path = f"/api/tables/{here.table}"
        for first, second, seat in ((here.odile, here.maud, 1), (here.maud, here.odile, 0)):
            answer = here.client.get(path, params={"token": second}, headers={"authorization": f"Bearer {first}"})
            assert answer.json()["seat"] == seat
        answer = here.client.get(path, params={"token": here.maud}, headers={"authorization": "Bearer nonsense"})
        assert code(answer.json()) == "token", "a bad one is not passed over"
