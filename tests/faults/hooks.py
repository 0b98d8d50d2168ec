"""The server of the fault tests: the whole application as `bastide serve` runs it, with places where it can be hurt.

What is replaced is replaced in this process only, by subclasses that do the same and stop on their way; the code that
is tested knows nothing of it. This module is imported once by the process from which the servers are forked.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, event

from bastide.cli import serve
from bastide.server.cluster import opening
from bastide.server.common.model import Ack, Frame
from bastide.server.common.settings import Settings
from bastide.server.http import socket
from bastide.server.log import snapshots
from bastide.server.log.entries import Entry
from bastide.server.log.state import News, TableState
from bastide.server.run import app
from bastide.server.storage.database import Database
from bastide.server.storage.store import Job, Store, StoreError
from bastide.server.tables import snapshot_writer
from bastide.server.tables.table import Table
from bastide.view.words import Words
from bastide.web.app import create_app as create_app  # loaded before the fork
from tests.faults.story import Seeded

T = TypeVar("T")

POINTS: Final = (
    "before the transaction",
    "in the transaction",
    "during the commit",
    "between commit and acknowledgement",
    "between append and announce",
    "after the acknowledgement",
    "after the announcement",
    "while reading the log",
)
"""Where the server can be told to kill itself."""
SHARED: Final = (
    "in a shared transaction",
    "during a shared commit",
    "between a shared commit and its acknowledgements",
)
"""The same for commits that several tables share."""
FREE: Final = 1_073_741_823
"""The most pages that a database can have."""
LOG: Final = "server.log"
NOTES: Final = "faults.log"
COMMITS: Final = "commits.log"
"""What the commit was to store at which the server died: a table and the versions of it, line by line."""


@dataclass
class Plan:
    """What happens to one server: at which point it dies, the how manieth time it comes there, and which of its appends
    find the database without room or read-only. `busy` is for how many milliseconds a locked database is waited for,
    `slow` for how many seconds each commit takes, so that several tables share one."""

    seed: int = 1
    kill: str = ""
    nth: int = 0
    full: set[int] = field(default_factory=set)
    read_only: set[int] = field(default_factory=set)
    busy: int = 5000
    slow: float = 0.0


class Points:
    """Counts how often the server came to each point, and kills it where the plan says."""

    def __init__(self, plan: Plan, notes: Path) -> None:
        self.plan = plan
        self.count = dict.fromkeys((*POINTS, *SHARED), 0)
        self.notes = os.open(notes, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        self.commits = notes.with_name(COMMITS)

    def due(self, point: str) -> bool:
        self.count[point] += 1
        return self.plan.kill == point and self.count[point] == self.plan.nth

    def reach(self, point: str) -> None:
        if self.due(point):
            self.die(point)

    def die(self, point: str) -> None:
        self.note(f"kill -9 {point}")
        os.kill(os.getpid(), signal.SIGKILL)

    def share(self, jobs: Sequence[Job]) -> None:
        """Write down what is now to be stored together."""
        lines = [f"{job.state.id} {' '.join(str(entry.version) for entry in job.entries)}\n" for job in jobs]
        aside = self.commits.with_suffix(".new")
        aside.write_text("".join(lines), "utf-8")
        # A kill that was set off by the commit before may come in the middle of this.
        aside.replace(self.commits)

    def note(self, fault: str) -> None:
        os.write(self.notes, f"{fault}\n".encode())


def wound(points: Points) -> None:
    """Put the places where it can be hurt into this process's server.

    It keeps snapshots all the time, so that most lives begin from one.
    """
    plan = points.plan
    snapshots.EVERY, snapshot_writer.PAUSE = 5, 0.02  # type: ignore[misc] # Final, but for this

    class Faulty(Store):
        """A store that stops where it is told to, and whose database is full or read-only when it is told to."""

        def __init__(self, database: Database) -> None:
            super().__init__(database)
            self.appends = 0
            self.shares = False
            prepare(self, database.engine)

        async def load(self, table_id: str, after: int = 0) -> list[Entry]:
            found = await super().load(table_id, after)
            points.reach("while reading the log")
            return found

        async def load_short(self, table_id: str, stamp: str) -> tuple[bytes | None, list[Entry]]:
            found = await super().load_short(table_id, stamp)
            points.reach("while reading the log")
            return found

        async def append(self, state: TableState, entries: Sequence[Entry], **more: Any) -> None:
            self.appends += 1
            points.reach("before the transaction")
            try:
                await super().append(state, entries, **more)
            except StoreError as error:
                points.note(cause(error))
                raise
            points.reach("between commit and acknowledgement")

        async def _append(self, jobs: Sequence[Job]) -> None:
            if plan.slow:
                await asyncio.sleep(plan.slow)
            self.shares = len(jobs) > 1
            if self.shares:
                points.share(jobs)
            try:
                await super()._append(jobs)
            finally:
                shared, self.shares = self.shares, False
            if shared:
                points.reach("between a shared commit and its acknowledgements")

        def _add(self, connection: Connection, jobs: Sequence[Job]) -> None:
            super()._add(connection, jobs)
            if self.shares:
                points.reach("in a shared transaction")
            if self.appends in plan.full:
                # The entries may have found room in a page that was there; this does not.
                connection.exec_driver_sql("UPDATE game_table SET name = hex(zeroblob(100000))")
            points.reach("in the transaction")

        async def write(self, work: Callable[[Connection], T], *, hurry: bool = True) -> T:
            if self.appends not in plan.full | plan.read_only:
                return await super().write(work, hurry=hurry)

            def hurt(connection: Connection) -> T:
                pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
                limit = pages if self.appends in plan.full else FREE
                connection.exec_driver_sql(f"PRAGMA max_page_count={limit}")
                connection.exec_driver_sql(f"PRAGMA query_only={int(self.appends in plan.read_only)}")
                try:
                    return work(connection)
                finally:
                    connection.exec_driver_sql(f"PRAGMA max_page_count={FREE}")
                    connection.exec_driver_sql("PRAGMA query_only=0")

            return await super().write(hurt, hurry=hurry)

    def prepare(store: Faulty, engine: Engine) -> None:
        @event.listens_for(engine, "connect")
        def connected(connection: Any, _record: object) -> None:
            if engine.dialect.name == "sqlite":
                connection.cursor().execute(f"PRAGMA busy_timeout={plan.busy}")

        @event.listens_for(engine, "commit")
        def committing(connection: Any) -> None:
            for point in ("during the commit", *(["during a shared commit"] if store.shares else [])):
                if points.due(point):
                    wait = random.Random(plan.nth).uniform(0.0, 0.003)
                    threading.Timer(wait, points.die, [point]).start()

    changed, send = Table._changed, socket.Connection._send

    def announce(self: Table, news: Sequence[News] | None) -> None:
        if news:
            points.reach("between append and announce")
        changed(self, news)

    async def sent(self: socket.Connection, frame: Frame) -> None:
        await send(self, frame)
        points.reach("after the acknowledgement" if isinstance(frame, Ack) else "after the announcement")

    for owner, name, new in (
        (opening, "Store", Faulty),
        (Table, "_changed", announce),
        (socket.Connection, "_send", sent),
        (app, "Games", lambda: Seeded(plan.seed)),
    ):
        assert hasattr(owner, name)
        setattr(owner, name, new)


def cause(error: StoreError) -> str:
    """Why the database did not take what was given to it, in one of the words of the tests."""
    text = str(error)
    for part, kind in (
        ("full", "full disk"),
        ("disk I/O", "full disk"),
        ("locked", "locked database"),
        ("readonly", "read-only database"),
        ("removed or replaced", "lost database file"),
    ):
        if part in text:
            return kind
    return f"another error: {text}"


def be_a_server(folder: Path, kept: Path, database: str, port: int, plan: Plan) -> None:
    """Serve until killed; what the server prints and logs goes to a file."""
    out = os.open(kept / LOG, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    for stream in (1, 2):
        os.dup2(out, stream)
    wound(Points(plan, kept / NOTES))
    settings = Settings(
        data=folder,
        database=database,
        secret="a secret for the fault tests",
        message_rate=1e6,
        message_burst=10**6,
        address_rate=1e6,
        address_burst=10**6,
        address_connections=10**6,
        new_table_rate=1e6,
        new_table_burst=10**6,
        address_tables=10**6,
        cost_rate=1e6,
        seen_rate=1e6,
        undo_rate=1e6,
        undo_burst=10**6,
    )
    serve.serve(Words("en"), "127.0.0.1", port, settings, serve.Log("json", "warning"))
