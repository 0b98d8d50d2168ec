"""Watches, in a thread of its own, that rooms return: a plug-in that hangs cannot be stopped in the server's process.

It logs the room and the table, and tells health checks, which the event loop may not be able to answer any more.
"""

from __future__ import annotations

import logging
import select
import socket
import sys
import threading
from collections.abc import Sequence
from types import FrameType
from typing import Final

from bastide.kernel.plugins import running
from bastide.server.common.logs import Fields, mark, write
from bastide.server.log.draft import Draft
from bastide.server.log.state import TableState
from bastide.server.tables.hub import Hub
from bastide.server.tables.table import Table

log = logging.getLogger("bastide.server")

BLOCKED: Final = 10
"""After how many seconds without a heartbeat the event loop counts as blocked."""
HUNG: Final = 30
"""After how many seconds a game that is built or loaded counts as hung: a long log takes a while."""
ANSWER: Final = b'{"status":"unavailable","reason":"room"}'
UNAVAILABLE: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncache-control: no-store\r\n"
    b"retry-after: 10\r\nconnection: close\r\ncontent-length: %d\r\n\r\n%b" % (len(ANSWER), ANSWER)
)


class Watchdog(threading.Thread):
    """Looks once a second; it counts its own looks, so that a stopped process or machine is no hang.

    While the event loop is blocked it answers every new connection to the `sockets` that the server listens on.
    """

    def __init__(self, hub: Hub, sockets: Sequence[socket.socket], second: float = 1.0) -> None:
        super().__init__(name="watchdog", daemon=True)
        self._hub = hub
        self._sockets = list(sockets)
        self._second = second
        self._closing = threading.Event()
        self._loop = threading.get_ident()
        self._beats = -1
        self._blocked = 0
        self._job: tuple[int, int] | None = None
        self._hung = 0

    def run(self) -> None:
        """Look until it is closed."""
        while not self._closing.wait(self._second):
            self.look()
            if self._blocked >= BLOCKED:
                self._answer()

    def close(self) -> None:
        """Stop."""
        self._closing.set()

    def look(self) -> None:
        """Count for how long nothing has moved."""
        beats, job = self._hub.heartbeat.beats, self._hub.shared.rules_thread.job
        self._blocked = self._blocked + 1 if beats == self._beats else 0
        self._hung = self._hung + 1 if job is not None and job == self._job else 0
        self._beats, self._job = beats, job
        if self._blocked == BLOCKED:
            tell("event loop blocked", self._loop, self._blocked)
        if job is not None and self._hung == HUNG:
            tell("game not built or loaded", job[1], self._hung)
        self._hub.stuck = "room" if self._hung >= HUNG else ""

    def _answer(self) -> None:
        """Tell those who ask meanwhile that the server cannot answer."""
        ready, _, _ = select.select(self._sockets, [], [], 0)
        for listening in ready:
            try:
                connection, _ = listening.accept()
                with connection:
                    connection.settimeout(self._second)
                    connection.recv(4096)
                    connection.sendall(UNAVAILABLE)
            except OSError:
                # The event loop was quicker, or the client is gone.
                continue


def tell(event: str, thread: int, seconds: int) -> None:
    """Log what a thread is busy with: the room that runs, if it is a plug-in, and the table."""
    frame = sys._current_frames().get(thread)
    about: Fields = {"seconds": seconds}
    if (plugin := running(frame)) is not None:
        about["room"] = plugin.name
    if (table := table_of(frame)) is not None:
        about["table"] = mark(table)
    write(log, logging.ERROR, event, **about)


def table_of(frame: FrameType | None) -> str | None:
    """The id of the table for which a thread works, by what its functions hold."""
    while frame is not None:
        for held in list(frame.f_locals.values()):
            state = held.state if isinstance(held, Table | Draft) else held
            if isinstance(state, TableState):
                return state.id
        frame = frame.f_back
    return None
