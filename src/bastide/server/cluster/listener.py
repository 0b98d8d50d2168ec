"""The PostgreSQL connection on which a server listens to others, and whose advisory lock proves that it is alive.

PostgreSQL releases the lock as soon as the connection of a killed server closes. A frozen server keeps its lock, but
its heartbeat stops: `seen` grows old. Others notice either way, see `ALIVE`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

from bastide.server.cluster.messages import EVERYBODY, Message, channel, pack
from bastide.server.common.logs import write
from bastide.server.storage.store import Store

log = logging.getLogger("bastide.servers")

LOCKS: Final = 0x62617374
"""The first key of the servers' advisory locks; the second is the server's number."""
BEAT: Final = 1.0
"""The interval of the heartbeat, in seconds."""
PATIENCE: Final = 5.0
"""After how many seconds a connection that does not answer is given up."""
AGAIN: Final = 0.25
"""After how many seconds a lost connection is made again."""
FROZEN: Final = 8000
"""After how many milliseconds without a heartbeat a connected server counts as dead."""
GONE: Final = 1500
"""The same for a server without connection. It allows for reconnecting: a restart of PostgreSQL disconnects all."""
NOW: Final = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
ALIVE: Final = f"""
    server.seen > {NOW} - {FROZEN} AND (server.seen > {NOW} - {GONE} OR EXISTS (
        SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = {LOCKS}::oid
        AND objid = server.number::oid AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    ))"""
"""The SQL condition that a row of `server` belongs to a live server."""
ENTER: Final = f"INSERT INTO server (key, seen) VALUES ($1, {NOW}) RETURNING number"
RETURN: Final = f"""
    INSERT INTO server (number, key, seen) VALUES ($1, $2, {NOW})
    ON CONFLICT (number) DO UPDATE SET seen = excluded.seen"""
HOLDERS: Final = """
    SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
    AND classid = $1::bigint::oid AND objid = $2::bigint::oid AND pid <> pg_backend_pid()
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"""
FORGET: Final = f"DELETE FROM server WHERE seen < {NOW} - 3600000"
KEEPALIVE: Final = "SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3"


class Listener:
    """Listens, sends, beats, and reconnects when the connection is lost.

    `hear` is called with each payload; `beat` with the connection, for queries.
    """

    def __init__(
        self, store: Store, key: str, hear: Callable[[str], None], beat: Callable[[Any], Awaitable[None]]
    ) -> None:
        self.number = 0
        self.up = False
        self._store = store
        self._key = key
        self._hear = hear
        self._beat = beat
        self._out: list[tuple[str, str]] = []
        self._wake = asyncio.Event()
        self._first: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._keep(), name="listener")

    async def ready(self) -> None:
        """Wait for the first connection.

        :raises Exception: the error of the first attempt.
        """
        await self._first

    def send(self, to: int | None, message: Message) -> None:
        """Send a message to one server or to all, soon; it is dropped if the connection is lost.

        :raises ValueError: the message is too long.
        """
        if self.up:
            self._out.append((EVERYBODY if to is None else channel(to), pack(message)))
            self._wake.set()

    async def close(self) -> None:
        """Send what is queued, then disconnect."""
        deadline = time.monotonic() + 1.0
        while self.up and self._out and time.monotonic() < deadline:
            await asyncio.sleep(0.005)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _keep(self) -> None:
        while True:
            try:
                async with self._store.dedicated_connection() as connection:
                    async with asyncio.timeout(2 * PATIENCE):
                        await self._enter(connection)
                    self.up = True
                    if not self._first.done():
                        self._first.set_result(None)
                    await self._serve(connection)
            except self._store.failures as error:
                if not self._first.done():
                    self._first.set_exception(error)
                    return
                if self.up:
                    write(log, logging.WARNING, "line lost", error)
            except Exception as error:
                write(log, logging.ERROR, "line failed", error)
                if not self._first.done():
                    self._first.set_exception(error)
                    return
            finally:
                self.up = False
                self._out.clear()
            await asyncio.sleep(AGAIN)

    async def _enter(self, connection: Any) -> None:
        await connection.execute(KEEPALIVE)
        await connection.execute(FORGET)
        if not self.number:
            self.number = await connection.fetchval(ENTER, self._key)
        while not await connection.fetchval("SELECT pg_try_advisory_lock($1, $2)", LOCKS, self.number):
            # Our own earlier connection, whose end PostgreSQL has not noticed yet.
            await connection.execute(HOLDERS, LOCKS, self.number)
            await asyncio.sleep(0.05)
        for name in (EVERYBODY, channel(self.number)):
            await connection.add_listener(name, self._heard)
        connection.add_termination_listener(lambda _: self._wake.set())
        await connection.execute(RETURN, self.number, self._key)

    async def _serve(self, connection: Any) -> None:
        due = 0.0
        while not connection.is_closed():
            if time.monotonic() >= due:
                due = time.monotonic() + BEAT
                async with asyncio.timeout(PATIENCE):
                    await connection.execute(RETURN, self.number, self._key)
                    await self._beat(connection)
            if self._out:
                out, self._out = self._out, []
                async with asyncio.timeout(PATIENCE):
                    await connection.execute(
                        "SELECT pg_notify(c, p) FROM unnest($1::text[], $2::text[]) AS sent (c, p)",
                        [to for to, _ in out],
                        [payload for _, payload in out],
                    )
                continue
            self._wake.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, due - time.monotonic())):
                    await self._wake.wait()

    def _heard(self, _connection: object, _pid: int, _channel: str, payload: str) -> None:
        self._hear(payload)
