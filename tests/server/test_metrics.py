"""The metrics: what they count, what they never name, who may read them."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from bastide.server.common.faults import STATUS, RequestRefused
from bastide.server.common.metrics import Metrics
from bastide.server.common.model import Command
from bastide.server.run.metrics_server import metrics_app
from bastide.server.storage.store import Store, StoreError
from bastide.server.tables.feed import NEWS
from bastide.web.app import create_app
from tests.server.tables import client_in, hub_in, playing, run, settings, until
from tests.server.test_http import command, make
from tests.server.test_lines import Slow, serving
from tests.server.test_logs import play_everything
from tests.server.toy import draw_panels

Values = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def values(metrics: Metrics) -> Values:
    families = text_string_to_metric_families(metrics.text().decode())
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in families
        for sample in family.samples
    }


def value(metrics: Metrics, name: str, **labels: str) -> float:
    return values(metrics).get((f"bastide_{name}", tuple(sorted(labels.items()))), 0.0)


def metrics_of(client: TestClient) -> Metrics:
    app: Any = client.app
    found = app.state.metrics
    assert isinstance(found, Metrics)
    return found


def test_a_game_is_counted(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        metrics = metrics_of(client)
        made = make(client, "open", "open", config={"game": "toy", "goal": 1})
        table, maud = made["table"], made["token"]
        assert value(metrics, "tables", stage="waiting") == 1
        client.post(f"/api/tables/{table}/sit", json={"nickname": "Odile", "id": "o" * 16})
        client.cookies.clear()
        command(client, table, maud, "start")
        assert value(metrics, "tables", stage="playing") == 1
        before = values(metrics)
        command(client, table, maud, "play", "fly", id="wrong")
        command(client, table, maud, "play", "draw", id="old", version=1)
        assert value(metrics, "games_finished_total") == 0
        for _ in range(2):
            command(client, table, maud, "play", "draw", id="good")
        after = values(metrics)
        changed = {key: after[key] - before.get(key, 0.0) for key in after if key[0] == "bastide_commands_total"}
        assert {dict(key[1])["result"]: count for key, count in changed.items() if dict(key[1])["do"] == "play"} == {
            "refused": 1,
            "stale": 1,
            "accepted": 1,
            "repeated": 1,
        }
        assert value(metrics, "commands_total", do="play", result="refused", reason="invalid") == 1
        assert value(metrics, "games_finished_total") == 1
        assert value(metrics, "tables", stage="over") == 1
        # Making the table, sitting down, the start, the play.
        assert value(metrics, "store_append_seconds_count") == 4
        assert value(metrics, "command_stored_seconds_count") == 3
        assert value(metrics, "command_announced_seconds_count") == 3
        assert value(metrics, "command_announced_seconds_sum") >= value(metrics, "command_stored_seconds_sum") > 0
        route = "/api/tables/{table_id}/commands"
        assert value(metrics, "http_requests_total", method="POST", route=route, status="200") == 3
        assert value(metrics, "http_requests_total", method="POST", route=route, status="409") == 1
        client.request("BREW", f"/nothing/{table}")
        assert value(metrics, "http_requests_total", method="other", route="unmatched", status="404") == 1


def test_refusals_for_haste_are_counted(tmp_path: Path) -> None:
    with client_in(tmp_path, new_table_rate=0.01, new_table_burst=1, address_rate=0.01, address_burst=3) as client:
        make(client)
        for _ in range(4):
            client.post("/api/tables", content=b"{}", headers={"content-type": "application/json"})
            client.get("/api/tables")
        assert value(metrics_of(client), "rate_refusals_total", what="requests") == 6


def test_slow_readers_sockets_and_failing_writes_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*args: object, **more: object) -> None:
        raise StoreError("full")

    async def story() -> None:
        async with hub_in(tmp_path, render=draw_panels) as hub:
            from bastide.server.http.socket import Connection

            metrics = hub.shared.metrics
            maud, odile = await playing(hub, "Maud", "Odile")
            ear: Any = Slow(hub)
            line = asyncio.create_task(Connection(ear, maud.table, odile.who, "en", False).run(None))
            await until(lambda: maud.table.watchers)
            assert value(metrics, "sockets") == 1
            assert value(metrics, "tables_watched") == 1
            ear.reading.set()
            await until(lambda: ear.frames)
            ear.reading.clear()
            for _ in range(NEWS + 3):
                await maud.do("play", "mark 1")
            assert value(metrics, "readers_behind_total") == 1
            ear.reading.set()
            ear.gone.set()
            await line
            assert value(metrics, "sockets") == 0
            monkeypatch.setattr(Store, "append", full)
            with pytest.raises(RequestRefused):
                await maud.do("play", "mark 1")
            assert value(metrics, "store_errors_total") == 1
            assert value(metrics, "commands_total", do="play", result="refused", reason="store") == 1
            assert value(metrics, "commands_waiting") == 0

    run(story())


def test_commands_that_wait_are_counted(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            maud, _ = await playing(hub, "Maud", "Odile")
            asked = [maud.table.do(maud.who, Command(f"c{n}", "play", "mark 1")) for n in range(5)]
            jobs = [asyncio.ensure_future(job) for job in asked]
            await asyncio.sleep(0)
            assert value(hub.shared.metrics, "commands_waiting") == 5
            assert value(hub.shared.metrics, "commands_waiting_longest") == 5
            await asyncio.gather(*jobs)

    run(story())


def test_no_label_names_a_table_a_person_or_an_address(tmp_path: Path) -> None:
    async def story() -> tuple[set[str], Metrics]:
        async with serving(tmp_path) as (port, hub):
            return await play_everything(port, hub), hub.shared.metrics

    secrets, metrics = run(story())
    labels = {label for _, pairs in values(metrics) for label in pairs}
    assert len(labels) > 20
    known = {
        "method": r"GET|HEAD|POST|other",
        "route": r"unmatched|(/[a-z]+|/\{table_id\})+",
        "status": r"\d{3}",
        "do": r"[a-z]+",
        "result": "accepted|repeated|stale|refused|failed",
        "reason": "|".join(["", *STATUS]),
        "stage": "waiting|playing|over",
        "what": "requests|tables|messages",
        "le": r"[0-9.]+|\+Inf",
        "version": r"[0-9.]+",
        "engine": "plain|compiled",
    }
    for name, text in labels:
        assert re.fullmatch(known[name], text), (name, text)
    written = metrics.text().decode()
    assert not [secret for secret in secrets if secret in written]
    assert "process_cpu_seconds_total" in written
    assert "bastide_build_info" in written


def test_the_public_port_shows_no_metrics_to_anybody(tmp_path: Path) -> None:
    claims: list[dict[str, str]] = [{}, {"x-forwarded-for": "127.0.0.1"}, {"forwarded": "for=127.0.0.1"}]
    claims += [{"x-real-ip": "127.0.0.1", "host": "localhost"}]
    for app in (create_app(settings(tmp_path)),):
        for address in ("203.0.113.9", "127.0.0.1"):
            with TestClient(app, client=(address, 5)) as client:
                for headers in claims:
                    response = client.get("/metrics", headers=headers)
                    assert response.status_code == 404
                    assert "bastide_" not in response.text


def test_the_port_for_metrics_shows_nothing_else_and_only_to_who_calls_it_by_its_name() -> None:
    with TestClient(metrics_app(Metrics()), base_url="http://127.0.0.1:9100") as client:
        response = client.get("/metrics")
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/plain; version=0.0.4")
        assert "bastide_sockets 0.0" in response.text
        assert client.get("/").status_code == 404
        assert client.get("/api/tables").status_code == 404
        for host in ("evil.example", "tables.example:9100", "127.0.0.1.evil.example"):
            assert client.get("/metrics", headers={"host": host}).status_code == 400


def test_servers_in_one_process_count_apart() -> None:
    one, two = Metrics(), Metrics()
    one.games.inc()
    assert (value(one, "games_finished_total"), value(two, "games_finished_total")) == (1, 0)
