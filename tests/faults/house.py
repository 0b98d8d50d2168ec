"""A server that is started again whenever it dies, and counts what it died of."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import signal
import socket
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Callable
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final

from bastide.server.log.clock import now
from tests.faults.hooks import LOG, NOTES, Plan, be_a_server

FORKS: Final = multiprocessing.get_context("forkserver")
"""Servers are forked from a process that has everything imported and prepared: real processes, there in a moment."""
FORKS.set_forkserver_preload(["tests.faults.warm"])


def free_port() -> int:
    """A port without a listener."""
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


def stored(folder: Path, kind: str = "%") -> int:
    """How many entries of this kind there are in the SQLite database of this folder."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{folder / 'bastide.db'}?mode=ro", uri=True)) as database:
            return int(database.execute("SELECT count(*) FROM entry WHERE kind LIKE ?", (kind,)).fetchone()[0])
    except sqlite3.OperationalError:
        return 0


class House:
    """One server on one port, through all its lives. `next_plan` says what the next life is to suffer.

    What it prints and feels lies in `kept`, the data folder unless said otherwise.
    """

    def __init__(
        self, folder: Path, next_plan: Callable[[], Plan], database: str = "", kept: Path | None = None
    ) -> None:
        self.folder = folder
        self.kept = kept or folder
        self.database = database
        self.port = free_port()
        self.lives = 0
        self.killed = 0
        self.gone: list[tuple[int, int]] = []
        """From when to when there was no server, in milliseconds since 1970."""
        self._next_plan = next_plan
        self._process: BaseProcess | None = None
        self._over = False
        self.keeper: asyncio.Task[None]

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[House]:
        """Keep the server running while this is open; at the end it is killed like all the others."""
        self.keeper = asyncio.create_task(self._keep())
        try:
            yield self
        finally:
            self._over = True
            self.kill()
            await self.keeper

    async def _keep(self) -> None:
        loop = asyncio.get_running_loop()
        died = 0
        while not self._over:
            if self.lives:
                self.gone.append((died, now()))
            self.lives += 1
            arguments = (self.folder, self.kept, self.database, self.port, self._next_plan())
            process = self._process = FORKS.Process(target=be_a_server, args=arguments, daemon=True)
            process.start()
            ended = asyncio.Event()
            loop.add_reader(process.sentinel, ended.set)
            await ended.wait()
            loop.remove_reader(process.sentinel)
            process.join()
            died = now()
            if process.exitcode != -signal.SIGKILL:
                raise AssertionError(f"the server ended with {process.exitcode}: {self.log()[-2000:]}")
            self.killed += 1

    @property
    def pid(self) -> int:
        """The process that serves now."""
        assert self._process is not None
        assert self._process.pid is not None
        return self._process.pid

    async def up(self) -> None:
        """Wait until the server answers."""
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.write(b"GET /healthz HTTP/1.0\r\nHost: x\r\n\r\n")
                answer = await reader.read()
                writer.close()
                if answer:
                    return
            await asyncio.sleep(0.02)

    def kill(self) -> None:
        """End the server that is there now, as a power cut would."""
        if self._process is not None:
            self._process.kill()

    def log(self) -> str:
        """All that the servers have printed and logged."""
        path = self.kept / LOG
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def notes(self) -> Counter[str]:
        """The faults that the servers felt, by kind."""
        path = self.kept / NOTES
        return Counter(path.read_text(encoding="utf-8").split("\n")[:-1] if path.exists() else ())
