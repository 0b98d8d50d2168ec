"""The replay page of a record that no table has."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from bastide.arena.matches import Series
from bastide.kernel.errors import RecordError
from bastide.server.common.settings import Settings
from bastide.web.app import create_app
from bastide.web.watching import routes

CONFIGS: dict[str, dict[str, Any]] = {
    "island": {"game": "island", "seats": 2, "layout": "random", "options": {"goal": 4}},
    "carcassonne": {"game": "carcassonne", "seats": 2},
}


@pytest.fixture(params=CONFIGS)
def record(request: pytest.FixtureRequest) -> str:
    """A record of two bots."""
    return Series(CONFIGS[request.param], ("random", "greedy"), seed=1, records=True).play(0).text


@pytest.fixture
def client(record: str, tmp_path: Path) -> Iterator[TestClient]:
    """A server with the pages of the record."""
    settings = Settings(data=tmp_path, address_burst=10_000)
    with TestClient(create_app(settings, routes("<duel>, game 3", record, ("random", "greedy")))) as client:
        yield client


def test_a_record_is_shown_from_every_side(client: TestClient, record: str) -> None:
    page = client.get("/watch?step=5").text
    assert "&lt;duel&gt;, game 3" in page
    assert "<duel>" not in page
    assert "Back to the table" not in page, "there is none"
    assert 'href="/watch/record"' in page
    last = page.count('data-at="')
    assert last > 20
    shown = {seat: client.get(f"/watch/frame?step={last}&seat={seat}").json() for seat in ("open", "0", "1")}
    assert len({frame["words"] for frame in shown.values()}) == 1
    assert all(frame["step"] == shown["open"]["step"] > 20 for frame in shown.values())
    assert client.get("/watch/record").text == record


def test_all_that_the_page_needs_is_there(client: TestClient) -> None:
    page = client.get("/watch").text
    links = {part.partition('"')[0] for mark in ('href="', 'src="') for part in page.split(mark)[1:]}
    files = [link for link in links if link.startswith(("/art/", "/css/", "/js/", "/static/"))]
    assert len(files) >= 4
    chosen = random.Random(1).sample(sorted(files), min(20, len(files)))
    for link in chosen:
        assert client.get(link.replace("&amp;", "&")).status_code == 200, link


def test_what_is_no_record_is_refused() -> None:
    with pytest.raises(RecordError):
        routes("duel", "nothing", ())
