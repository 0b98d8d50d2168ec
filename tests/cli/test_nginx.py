"""The documented nginx in front of the server, with nginx's default buffers.

It comes from Debian's package `nginx-light`, or is the program that BASTIDE_TEST_NGINX names. Where there is none, the
tests are skipped.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import httpx
import pytest

from bastide.server.common.tokens import SeatToken, Tokens, cookie_name, new_id
from tests.cli.test_serve import port_of, running
from tests.faults.house import free_port
from tests.postgres import spawn

NGINX = os.environ.get("BASTIDE_TEST_NGINX") or shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
DOCS = Path(__file__).parents[2] / "docs" / "operations.md"
SECRET = "a secret for the tests of nginx"
ORDER = {
    "name": "Quay",
    "nickname": "Maud",
    "config": {"game": "island", "layout": "beginner"},
    "seats": [{"kind": "open"}] * 3,
}
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(NGINX is None, reason="nginx is not installed (Debian: nginx-light)"),
]


def documented(port: int, server: int, shared: str = "") -> str:
    """The configuration that docs/operations.md shows, without TLS, for these ports, or for several servers."""
    [text] = re.findall(r"^nginx:\n\n```nginx\n(.*?)^```$", DOCS.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    for old, new in (("listen 443 ssl;", f"listen 127.0.0.1:{port};"), ("127.0.0.1:8642", f"127.0.0.1:{server}")):
        assert old in text
        text = text.replace(old, new)
    if shared:
        text = text.replace(f"proxy_pass http://127.0.0.1:{server};", "proxy_pass http://bastide;") + shared
    return str(text)


@contextmanager
def nginx(folder: Path, server: int, shared: str = "") -> Iterator[str]:
    """nginx in front of a server; its base URL."""
    assert NGINX is not None
    port = free_port()
    places = "".join(
        f"  {name}_temp_path {folder / name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config = folder / "nginx.conf"
    user = "user root;\n" if os.geteuid() == 0 else ""
    config.write_text(
        f"{user}daemon off;\npid {folder / 'pid'};\nerror_log {folder / 'error.log'};\nevents {{}}\n"
        f"http {{\n{places}{documented(port, server, shared)}\n}}\n",
        "utf-8",
    )
    process = spawn([NGINX, "-c", config, "-e", folder / "error.log"])
    try:
        until = time.monotonic() + 20
        while True:
            try:
                httpx.get(f"http://127.0.0.1:{port}/healthz")
                break
            except httpx.TransportError:
                assert process.poll() is None, (folder / "error.log").read_text("utf-8")
                assert time.monotonic() < until
                time.sleep(0.02)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.communicate(timeout=20)


@pytest.fixture
def behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The base URL of a server behind nginx."""
    for name in ("NEW_TABLE_BURST", "ADDRESS_BURST", "ADDRESS_TABLES", "COST_BURST"):
        monkeypatch.setenv(f"BASTIDE_{name}", "100000")
    monkeypatch.setenv("BASTIDE_SECRET", SECRET)
    # Nobody reads what the server logs.
    monkeypatch.setenv("BASTIDE_LOG_LEVEL", "warning")
    with (
        running("serve", "--port", 0, "--data", tmp_path / "tables") as (_, line),
        nginx(tmp_path, port_of(line)) as base,
    ):
        yield base


class Named(BaseHTTPRequestHandler):
    """Answers every request with the number of its server."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        said = str(self.connection.getsockname()[1]).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_all_requests_for_a_table_reach_one_server(tmp_path: Path) -> None:
    [shared] = re.findall(r"^```nginx\n(map \$uri.*?)^```$", DOCS.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    with ThreadingHTTPServer(("127.0.0.1", 0), Named) as one, ThreadingHTTPServer(("127.0.0.1", 0), Named) as two:
        for server, address in ((one, "10.0.0.11:8642"), (two, "10.0.0.12:8642")):
            Thread(target=server.serve_forever, daemon=True).start()
            assert address in shared
            shared = shared.replace(address, f"127.0.0.1:{server.server_port}")
        with nginx(tmp_path, 0, shared) as base, httpx.Client(base_url=base) as browser:
            reached: list[str] = []
            for _ in range(40):
                table = new_id()
                paths = (f"/t/{table}", f"/ws/{table}?lang=fr", f"/api/tables/{table}", f"/api/tables/{table}/stream")
                found = {browser.get(path).text for path in (*paths, f"/t/{table}/replay?game=1")}
                assert len(found) == 1
                reached += found
            assert len(set(reached)) == 2, "both have some of the tables"
        for server in (one, two):
            server.shutdown()


def made(browser: httpx.Client) -> str:
    answer = browser.post("/api/tables", json=ORDER)
    assert answer.status_code == 201, answer.text[:300]
    return str(answer.json()["table"])


def test_a_person_with_500_tables_is_not_locked_out(behind: str) -> None:
    tables: list[str] = []
    with httpx.Client(base_url=behind, headers={"origin": behind}, timeout=30) as browser:
        for number in range(500):
            tables.append(made(browser))
            sent = len(browser.build_request("GET", "/").headers["cookie"])
            assert sent < 4000, f"{sent} bytes of cookies with {number + 1} tables"
            if number % 25 == 0:
                for path in ("/", f"/t/{tables[-1]}", "/api/tables?mine=1"):
                    assert browser.get(path).status_code == 200
        # The latest ones are kept, whatever the older ones were.
        kept = [browser.get(f"/api/tables/{table}").json()["seat"] == 0 for table in tables]
        assert all(kept[-50:]), [number for number, one in enumerate(kept) if one]
        assert browser.get("/").status_code == 200


def test_the_cookies_of_an_earlier_version_are_replaced(behind: str) -> None:
    signer = Tokens(SECRET, 10**9)
    with httpx.Client(base_url=behind, headers={"origin": behind}, timeout=30) as browser:
        tables = []
        for _ in range(60):
            tables.append(made(browser))
            browser.cookies.clear()
        for table in tables:
            browser.cookies.set(cookie_name(table), signer.issue(SeatToken(table, 0, 1)), domain="127.0.0.1", path="/")
        assert len(browser.build_request("GET", "/").headers["cookie"]) > 6500
        for _ in range(20):
            assert browser.get("/").status_code == 200
        assert len(browser.build_request("GET", "/").headers["cookie"]) < 2500
        for table in tables:
            assert browser.get(f"/api/tables/{table}").json()["seat"] == 0
