"""Two ways to ask a table: a request, or a line. A cheat must fail in both."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from starlette.testclient import TestClient

from tests.server.tables import client_in
from tests.server.test_http import bearer, make

IDS: Final = itertools.count()


@dataclass
class Scene:
    """A toy game of two people, in which it is Maud's turn and she holds one secret card."""

    client: TestClient
    table: str
    maud: str
    odile: str

    def http(self, token: str, do: str, text: str = "", *, table: str = "", **more: Any) -> dict[str, Any]:
        """A command as a request; the answer."""
        body = {"id": f"h{next(IDS)}", "do": do, "text": text} | more
        path = f"/api/tables/{table or self.table}/commands"
        found: dict[str, Any] = self.client.post(path, json=body, headers=bearer(token) if token else {}).json()
        self.client.cookies.clear()
        return found

    def line(self, token: str, do: str, text: str = "", *, table: str = "", **more: Any) -> dict[str, Any]:
        """A command on a line of its own; the answer, or what the line was closed with."""
        body = {"id": f"l{next(IDS)}", "do": do, "text": text} | more
        headers = bearer(token) if token else {}
        with self.client.websocket_connect(f"/ws/{table or self.table}?as=json", headers=headers) as session:
            session.send_json(body)
            while True:
                frame: dict[str, Any] = msgspec.json.decode(session.receive_text())
                if frame["type"] == "refused" or frame.get("id") == body["id"]:
                    return frame

    def state(self) -> Any:
        """What is stored of the table, to see that nothing changed."""
        tables = self.client.app.state.hub._tables  # type: ignore[attr-defined] # the application of the test
        return tables[self.table].state


@contextlib.contextmanager
def scene(folder: Path, **more: Any) -> Iterator[Scene]:
    """A table at which the game runs."""
    with client_in(folder) as client:
        made = make(client, "open", "open", config={"game": "toy", "goal": 9}, **more)
        table, maud = made["table"], made["token"]
        sat = client.post(f"/api/tables/{table}/sit", json={"nickname": "Odile", "id": "o" * 16}).json()
        client.cookies.clear()
        found = Scene(client, table, maud, sat["token"])
        assert found.http(maud, "start")["type"] == "ack"
        assert found.http(maud, "play", "draw")["type"] == "ack"
        yield found


def code(answer: dict[str, Any]) -> str:
    """The code of a refusal, whether of a command or of the request."""
    assert answer.get("type", "refused") == "refused", answer
    return str(answer.get("fault", answer)["code"])


WAYS: Final = pytest.mark.parametrize("way", ["http", "line"])
