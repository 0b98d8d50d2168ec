"""The real server on a free port, in a thread of the tests, so that they can read its true state."""

from __future__ import annotations

import asyncio
import socket
import sys
import threading
import time
import traceback
import warnings
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette

from bastide.server.common.settings import Settings
from bastide.server.engine.games import Games
from bastide.server.log.state import TableState
from bastide.server.run.serve import options
from bastide.server.storage.store import Store
from bastide.web.app import create_app
from tests.browser.chance import Chance

PATIENCE = 30.0
QUICK: dict[str, Any] = {
    "bot_delay": (0.0, 0.0),
    "offer_time": 300.0,
    "message_rate": 1000.0,
    "message_burst": 1000,
    "address_rate": 10_000.0,
    "address_burst": 10_000,
    "cost_rate": 1000.0,
    "seen_rate": 1000.0,
    "new_table_rate": 1000.0,
    "new_table_burst": 1000,
    "address_tables": 1000,
}
"""A server that is not made to wait for tests, nor they for it."""


@dataclass
class Served:
    """A running server: where it listens and where it keeps its tables."""

    address: str
    settings: Settings
    app: Starlette
    _server: uvicorn.Server
    _thread: threading.Thread

    @classmethod
    def start(cls, data: Path, **more: Any) -> Served:
        """Start on a free port of the loopback and wait until it answers; `more` are further settings."""
        settings = Settings(data=data, **(QUICK | more))
        app = create_app(settings)
        listener = socket.create_server(("127.0.0.1", 0))
        config = uvicorn.Config(app, log_level="warning", **options(settings))
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, name="server", daemon=True)
        thread.start()
        until = time.monotonic() + PATIENCE
        while not server.started:
            if not thread.is_alive() or time.monotonic() > until:
                raise RuntimeError("the server did not start")
            time.sleep(0.02)
        port = listener.getsockname()[1]
        served = cls(f"http://127.0.0.1:{port}", settings, app, server, thread)
        Chance.of(served)
        return served

    def stop(self) -> None:
        """Stop, and wait until everything is stored."""
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        if self._thread.is_alive():
            frames = traceback.format_stack(sys._current_frames()[self._thread.ident or 0])
            warnings.warn(f"a server did not stop in {PATIENCE:.0f} s:\n{''.join(frames[-8:])}", stacklevel=1)

    def stored(self, table: str) -> TableState:
        """A table rebuilt from its log on disk: the truth, regardless of what was sent."""

        async def read() -> TableState:
            store = await Store.open(self.settings.database_url)
            try:
                return TableState.replayed(Games(), table, await store.load(table))
            finally:
                await store.close()

        # Playwright keeps a loop of its own in the thread of the tests.
        with ThreadPoolExecutor(1) as other:
            return other.submit(lambda: asyncio.run(read())).result()
