"""The server started and ended from the command line."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from bastide.cli import serve
from bastide.cli.failure import Failure
from bastide.server.common.settings import unknown_variables
from tests.cli.conftest import Command
from tests.postgres import database

UNKNOWN = unknown_variables()
"""Variables of the tests, which a server would name in its log."""


@contextmanager
def running(*arguments: object, before: str = "") -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command as a process of its own, and the first line that it says; `before` is Python to run first."""
    with running_at_once(*arguments, before=before) as process:
        assert process.stdout is not None
        yield process, process.stdout.readline()


@contextmanager
def running_at_once(*arguments: object, before: str = "") -> Iterator[subprocess.Popen[str]]:
    """The command as a process of its own, which may have said nothing yet."""
    script = f"{before}\nfrom bastide.cli.app import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**{name: text for name, text in os.environ.items() if name not in UNKNOWN}, "BASTIDE_LANG": "en"},
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        process.communicate()


def port_of(line: str) -> int:
    return int(line.partition("http://127.0.0.1:")[2].partition("/")[0])


def test_a_variable_that_is_not_read_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BASTIDE_BOT_THREAD", "3")
    with running("serve", "--port", 0, "--data", tmp_path) as (process, _):
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert 'unknown variable reason="BASTIDE_BOT_THREAD is ignored; the nearest variable is BASTIDE_BOT_THREADS"' in err


@pytest.mark.parametrize("command", [("play", "--no-browser"), pytest.param(("serve",), marks=pytest.mark.slow)])
def test_it_serves_until_interrupted(command: tuple[str, ...], tmp_path: Path) -> None:
    with running(*command, "--port", 0, "--data", tmp_path / "tables") as (process, line):
        url = f"http://127.0.0.1:{port_of(line)}/"
        with urllib.request.urlopen(url, timeout=20) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        assert process.returncode == 0
        assert "Traceback" not in err
        assert f"The tables are stored in {tmp_path / 'tables'}." in out


def test_a_port_in_use_is_told(bastide: Command, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        for command in ("play", "serve"):
            said = bastide(command, "--port", port, "--data", tmp_path)
            assert (said.code, said.out) == (2, "")
            assert said.err == f"bastide: port {port} is in use; choose another with --port\n"


def test_the_next_port_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with serve.next_free("127.0.0.1", port) as listener:
            assert listener.getsockname()[1] != port


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("--port", "70000"), "--port must be a whole number from 0 to 65535, got 70000"),
        (("--port", "http"), "--port"),
        (("--host", "no.such.host.invalid"), "cannot listen on the address 'no.such.host.invalid'"),
        (("--log-format", "xml"), "--log-format must be one of text, json, got 'xml'"),
        (("--metrics-port", "70000"), "--metrics-port must be a whole number from 0 to 65535, got 70000"),
        (("--grace", "0"), "--grace"),
        (("--log-level", "loud"), "--log-level must be one of debug, info, warning, error, got 'loud'"),
        (("--data", "/dev/null"), "cannot store tables in /dev/null"),
    ],
)
def test_bad_input_is_one_clear_line(bastide: Command, tmp_path: Path, arguments: tuple[str, str], hint: str) -> None:
    data = () if "--data" in arguments else ("--data", tmp_path)
    if not {"--port", "--host"} & set(arguments):
        data = (*data, "--port", 0)
    said = bastide("serve", *arguments, *data)
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert hint in said.err


@pytest.mark.parametrize("given", ["soon", "1", "2,1", "-1,0", "0,nan", "0,inf"])
def test_a_setting_of_the_environment_is_checked(bastide: Command, monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("BASTIDE_BOT_DELAY", given)
    assert f"BASTIDE_BOT_DELAY is '{given}', but it must be two numbers" in bastide("serve").err


def test_the_format_of_the_log_may_come_from_the_environment(bastide: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BASTIDE_LOG_FORMAT", "xml")
    assert "BASTIDE_LOG_FORMAT must be one of text, json, got 'xml'" in bastide("play", "--no-browser").err


@pytest.mark.parametrize("given", [pytest.param((), marks=pytest.mark.slow), ("--log-format", "json")])
def test_the_log_is_one_line_a_request_without_what_was_asked(given: tuple[str, ...], tmp_path: Path) -> None:
    with running("serve", "--port", 0, "--data", tmp_path, *given) as (process, line):
        base = f"http://127.0.0.1:{port_of(line)}"
        with urllib.request.urlopen(f"{base}/readyz?token=hidden", timeout=20) as answer:
            assert json.load(answer) == {"status": "ready"}
        with suppress(urllib.error.HTTPError), urllib.request.urlopen(f"{base}/t/hidden?token=hidden", timeout=20):
            pass
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    requests = [line for line in err.splitlines() if "bastide.http" in line]
    assert len(requests) == 1, "probes are told at debug level only"
    assert "hidden" not in err
    if given:
        found = json.loads(requests[0])
        assert (found["event"], found["route"], found["status"]) == ("request", "/t/{table_id}", 404)
    else:
        assert "INFO    bastide.http request method=GET route=/t/{table_id} status=404 ms=" in requests[0]


def test_a_store_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "bastide.db").write_text("no database" * 100, encoding="utf-8")
    with running("play", "--no-browser", "--port", 0, "--data", tmp_path) as (process, line):
        _, err = process.communicate(timeout=30)
        assert process.returncode == 1
        assert line == ""
        assert "bastide: the server does not start: " in err
        assert "file is not a database" in err
        assert "Traceback" not in err


@pytest.mark.slow
def test_a_signal_during_the_start_ends_it_without_an_error(tmp_path: Path) -> None:
    """Here the start waits for a database."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        url = f"postgresql://nobody@127.0.0.1:{taken.getsockname()[1]}/none"
    with running_at_once("serve", "--port", 0, "--data", tmp_path, "--db", url) as process:
        assert process.stderr is not None
        while "database does not answer, waiting" not in process.stderr.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=30)
        assert (process.returncode, out) == (0, "The server was stopped before it had started.\n")
        assert "unknown" not in err
        assert "Traceback" not in err


@pytest.mark.slow
def test_tables_are_kept_in_another_database(tmp_path: Path) -> None:
    with database() as url, running("serve", "--port", 0, "--data", tmp_path, "--db", secret(url)) as (process, line):
        with urllib.request.urlopen(f"http://127.0.0.1:{port_of(line)}/readyz", timeout=20) as answer:
            assert json.load(answer) == {"status": "ready"}
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        assert process.returncode == 0
        assert line.endswith(f"tables in postgresql://{url.partition('@')[2]}\n")
        assert "a-password" not in line + out + err
    assert not (tmp_path / "bastide.db").exists()


@pytest.mark.parametrize(
    ("url", "hint"),
    [
        ("postgresql://maud:a-password@127.0.0.1:1/tables", "database postgresql://127.0.0.1:1/tables: "),
        ("postgresql://maud@127.0.0.1:a-pass/tables", "signs such as @ : / # in a password are written"),
        ("mysql://maud:a-password@127.0.0.1/tables", "tables are kept in sqlite: or postgresql:, not in 'mysql'"),
    ],
)
def test_a_database_that_cannot_be_used_is_told_without_its_password(
    bastide: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str, hint: str
) -> None:
    monkeypatch.setenv("BASTIDE_DATABASE_WAIT", "0.5")
    said = bastide("serve", "--port", 0, "--data", tmp_path, "--db", url)
    assert (said.code, said.out) == (1, "")
    assert hint in said.err
    assert "a-pass" not in said.err
    assert "Traceback" not in said.err


def secret(url: str) -> str:
    """A URL with a password; the server of the tests takes any."""
    return url.replace("postgres@", "postgres:a-password@")


def test_addresses_can_be_opened() -> None:
    with serve.listen("0.0.0.0", 0) as listener:
        assert serve.address(listener).startswith("http://localhost:")


def test_a_failure_keeps_its_words() -> None:
    with pytest.raises(Failure) as caught, socket.create_server(("127.0.0.1", 0)) as other:
        serve.listen("127.0.0.1", other.getsockname()[1])
    assert caught.value.code == 2
