"""A server that ends in order: it takes nothing new, finishes and tells what was asked, sends everybody away to return.

Whatever was acknowledged is on disk already, so ending at once loses nothing either; it is only less polite.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import threading
import time
from types import FrameType
from typing import Final

import uvicorn
from starlette.applications import Starlette

from bastide.server.exposition import Beside
from bastide.server.hub import Hub
from bastide.server.logs import milliseconds, write

log = logging.getLogger("bastide.server")

SHARE: Final = 0.7
"""The part of the time that tables and lines may take; the rest is for answers to requests and for the store."""
YOUNG: Final = (500, 4, 500)
"""How many more objects than went the collector of garbage waits for, and how often before it looks at older ones too.

Whoever asks for something waits for it. What a table shows is some thousand objects that take the place of those
before: as many go as come, so of 5,000 more it heard only when 35,000 were new, took 40 ms for them and up to 0.2 s for
those of five such times. A tenth is as much work in all, and goes unnoticed. All are looked at as rarely as before.
"""


class Graceful(uvicorn.Server):
    """Runs an application until SIGTERM or SIGINT, then closes it within `grace` seconds; a second signal ends at once.

    `metrics` is a listening socket on which the metrics are shown, until the very end.
    """

    def __init__(
        self, config: uvicorn.Config, app: Starlette, grace: float, metrics: socket.socket | None = None
    ) -> None:
        super().__init__(config)
        self._app = app
        self._grace = grace
        self._listener = metrics
        self._beside: tuple[Beside, asyncio.Task[None]] | None = None
        self._signal = ""
        self._deadline = 0.0
        self._closed = False

    @property
    def hub(self) -> Hub | None:
        """The tables, once the application has come up."""
        found = getattr(self._app.state, "hub", None)
        assert found is None or isinstance(found, Hub)
        return found

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal: begin to end, or, if that has begun, end. Nothing is logged here, in the middle of anything."""
        if self.should_exit:
            os._exit(128 + sig)
        self.should_exit = True
        self._signal = signal.Signals(sig).name
        self._deadline = time.monotonic() + self._grace
        if self.hub is not None:
            self.hub.closing = True
        # A bot's thread or a disk that hangs must not keep the process.
        watchdog = threading.Timer(self._grace, self._end)
        watchdog.daemon = True
        watchdog.start()

    def _end(self) -> None:
        if not self._closed:
            write(log, logging.ERROR, "closing took too long")
        os._exit(0 if self._closed else 1)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and show the metrics beside."""
        await super().startup(sockets)
        if self._listener is not None and not self.should_exit:
            server = Beside(self._app.state.metrics)
            self._beside = server, asyncio.create_task(server.serve([self._listener]), name="metrics")
        settle()
        write(log, logging.INFO, "started")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close tables and lines while requests are still answered, then everything."""
        begun = time.perf_counter()
        self._deadline = self._deadline or time.monotonic() + self._grace
        write(log, logging.INFO, "closing", signal=self._signal)
        if self.hub is not None:
            await self.hub.drain(self._left() * SHARE)
        self.config.timeout_graceful_shutdown = max(1, int(self._left()) - 1)
        await super().shutdown(sockets)
        if self._beside is not None:
            server, task = self._beside
            server.should_exit = True
            await asyncio.gather(task, return_exceptions=True)
        self._closed = True
        write(log, logging.INFO, "closed", ms=milliseconds(begun))

    def _left(self) -> float:
        return max(0.0, self._deadline - time.monotonic())


def settle() -> None:
    """What has been loaded so far stays until the end: the collector of garbage passes over it, and comes more seldom.

    Otherwise it goes through all modules again and again while tables are loaded, and everybody waits for that. What is
    garbage by now is next to nothing, and not worth the time of looking for it.
    """
    gc.freeze()
    gc.set_threshold(*YOUNG)
    gc.enable()
