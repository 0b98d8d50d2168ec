"""Graceful shutdown: accept nothing new, finish queued commands, and tell readers to reconnect.

Everything acknowledged is on disk already, so a sudden end loses nothing either; it is only less polite.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
import threading
import time
from types import FrameType
from typing import Final

import uvicorn
from starlette.applications import Starlette

from bastide.server.common.logs import milliseconds, write
from bastide.server.run.metrics_server import MetricsServer
from bastide.server.run.watchdog import Watchdog
from bastide.server.tables.hub import Hub

log = logging.getLogger("bastide.server")

SHARE: Final = 0.7
"""The part of the grace period for tables and connections; the rest is for responses and the store."""
YOUNG: Final = (500, 4, 500)
"""The thresholds of the garbage collector: net new objects, and how often before older generations are examined.

Collections block the event loop. Rendering a table replaces some thousand objects: as many are freed as allocated, so a
threshold of 5,000 was reached only after 35,000 allocations; then a collection took 40 ms, and every fifth one up to
0.2 s. With a tenth of it the total work is the same, in steps too short to notice. Full collections stay as rare.
"""
YIELD: Final = 0.0005
"""After how many seconds a thread lets another one run that waits for the interpreter, by default 0.005.

While a table is loaded or a bot thinks, the event loop waits so long after each of its system calls, of which a hundred
may come before a player is told something.
"""


class GracefulServer(uvicorn.Server):
    """Runs an application until SIGTERM or SIGINT, then closes it within `grace` seconds; a second signal ends at once.

    `metrics` is a listening socket on which the metrics are served until the end.
    """

    def __init__(
        self, config: uvicorn.Config, app: Starlette, grace: float, metrics: socket.socket | None = None
    ) -> None:
        super().__init__(config)
        self._app = app
        self._grace = grace
        self._listener = metrics
        self._metrics_server: tuple[MetricsServer, asyncio.Task[None]] | None = None
        self._watchdog: Watchdog | None = None
        self._warming: asyncio.Task[None] | None = None
        self._signal = ""
        self._deadline = 0.0
        self._closed = False

    @property
    def interrupted(self) -> bool:
        """Whether a signal has told the server to end."""
        return bool(self._signal)

    @property
    def hub(self) -> Hub | None:
        """The tables, once the application has started."""
        found = getattr(self._app.state, "hub", None)
        assert found is None or isinstance(found, Hub)
        return found

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin the shutdown on a signal; end at once on the second. Logging is not safe in a signal handler."""
        if self.should_exit:
            os._exit(128 + sig)
        self.should_exit = self._app.state.stopping = True
        self._signal = signal.Signals(sig).name
        self._deadline = time.monotonic() + self._grace
        if self.hub is not None:
            self.hub.closing = True
        # A hanging bot thread or disk must not keep the process alive.
        watchdog = threading.Timer(self._grace, self._end)
        watchdog.daemon = True
        watchdog.start()

    def _end(self) -> None:
        if not self._closed:
            write(log, logging.ERROR, "closing took too long")
        os._exit(0 if self._closed else 1)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and serve the metrics beside the application."""
        await super().startup(sockets)
        if self._listener is not None and not self.should_exit:
            server = MetricsServer(self._app.state.metrics)
            self._metrics_server = server, asyncio.create_task(server.serve([self._listener]), name="metrics")
        if self.hub is not None and not self.should_exit:
            self._watchdog = Watchdog(self.hub, sockets or ())
            self._watchdog.start()
            self._warming = asyncio.create_task(self.hub.shared.bot_pool.warm(), name="bot process")
        settle()
        write(log, logging.INFO, "started")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close tables and connections while requests are still answered, then everything else."""
        begun = time.perf_counter()
        self._deadline = self._deadline or time.monotonic() + self._grace
        write(log, logging.INFO, "closing", signal=self._signal)
        if self.hub is not None:
            await self.hub.drain(self._left() * SHARE)
        self.config.timeout_graceful_shutdown = max(1, int(self._left()) - 1)
        await super().shutdown(sockets)
        if self._metrics_server is not None:
            server, task = self._metrics_server
            server.should_exit = True
            await asyncio.gather(task, return_exceptions=True)
        if self._watchdog is not None:
            self._watchdog.close()
        self._closed = True
        write(log, logging.INFO, "closed", ms=milliseconds(begun))

    def _left(self) -> float:
        return max(0.0, self._deadline - time.monotonic())


def settle() -> None:
    """Let neither the garbage collector nor other threads hold up the event loop for long.

    Everything loaded so far is exempt from collection: otherwise all modules would be traversed again and again while
    tables are loaded. There is next to no garbage yet, so a collection before is not worth its time.
    """
    gc.freeze()
    gc.set_threshold(*YOUNG)
    gc.enable()
    sys.setswitchinterval(YIELD)
