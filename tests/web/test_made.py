"""Files that are made from others are made and compressed once, and again when one of those has changed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from bastide.web import made, rooms, scripts
from bastide.web.made import MadeFiles


def test_a_file_is_made_again_only_when_a_source_has_changed(tmp_path: Path) -> None:
    calls: list[str] = []

    def joined(name: str) -> tuple[str, list[Path]] | None:
        calls.append(name)
        source = tmp_path / f"{name}.txt"
        return (source.read_text("utf-8") * 1000, [source]) if source.is_file() else None

    files = MadeFiles("text/css", joined)

    async def show(request: Request) -> Response:
        return files.respond(request, request.path_params["name"]) or Response(status_code=404)

    source = tmp_path / "one.txt"
    source.write_text("blue ", "utf-8")
    with TestClient(Starlette(routes=[Route("/{name}", show)])) as client:
        packed = client.get("/one")
        plain = client.get("/one", headers={"accept-encoding": "identity"})
        assert packed.text == plain.text == "blue " * 1000
        assert packed.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        assert int(packed.headers["content-length"]) < 100 < int(plain.headers["content-length"])
        again = client.get("/one", headers={"if-none-match": packed.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert calls == ["one"]
        source.write_text("green", "utf-8")
        os.utime(source, ns=(1, 1))
        changed = client.get("/one", headers={"if-none-match": packed.headers["etag"]})
        assert (changed.status_code, changed.text) == (200, "green" * 1000)
        assert calls == ["one"] * 2
        source.unlink()
        assert client.get("/one").status_code == 404


def test_so_many_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(made, "MOST", 3)
    files = MadeFiles("text/css", lambda name: (name, []))
    for number in range(10):
        assert files.respond(Request({"type": "http", "headers": []}), str(number)) is not None
    assert len(files._kept) <= 3


@pytest.mark.parametrize("files", [scripts.SCRIPTS, rooms.SHEETS])
def test_those_of_the_pages_change_with_every_file_that_they_join(files: MadeFiles[object]) -> None:
    name: object = "table" if files is scripts.SCRIPTS else ("tokens+base+rooms", rooms.of_rooms())
    assert files.respond(Request({"type": "http", "headers": []}), name) is not None
    sources = {path.name for path in files._kept[name].stamps}
    assert sources >= ({"table.js", "socket.js"} if files is scripts.SCRIPTS else {"tokens.css", "base.css"})
