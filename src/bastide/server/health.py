"""What machines ask of a server: whether it answers, and whether it can take players now."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bastide.server.access import hub_of
from bastide.server.hub import Hub
from bastide.server.logs import write
from bastide.server.store import StoreError

log = logging.getLogger("bastide.health")

KEPT: Final = 1.0
"""For how many seconds the database's answer is good: anybody may ask, and must not keep it busy."""
PATIENCE: Final = 3.0
"""After how many seconds a database that does not answer counts as one that does not."""


class Readiness:
    """Whether a server is ready; asks its database at most once a second."""

    def __init__(self) -> None:
        self._asking = asyncio.Lock()
        self._asked = -KEPT
        self._answer = ""

    async def trouble(self, hub: Hub) -> str:
        """Why the server is not ready, in a word: `closing`, `store`, `migrations`; empty if it is."""
        async with self._asking:
            if not hub.closing and time.monotonic() - self._asked >= KEPT:
                self._answer = await self._store(hub)
                self._asked = time.monotonic()
        return "closing" if hub.closing else self._answer

    @staticmethod
    async def _store(hub: Hub) -> str:
        try:
            current = await asyncio.wait_for(hub.shared.store.check(), PATIENCE)
        except (StoreError, TimeoutError) as error:
            write(log, logging.WARNING, "store not ready", error)
            return "store"
        return "" if current else "migrations"


def answer(code: int, **body: str) -> Response:
    """A short answer that nobody keeps."""
    return JSONResponse(body, code, headers={"cache-control": "no-store"})


async def alive(request: Request) -> Response:
    """GET /healthz: the process answers."""
    return answer(200, status="ok")


async def ready(request: Request) -> Response:
    """GET /readyz: 200 if tables can be made and played, else 503 with the reason in a word."""
    reason = await request.app.state.readiness.trouble(hub_of(request))
    return answer(503, status="unavailable", reason=reason) if reason else answer(200, status="ready")


ROUTES: Final = [Route("/healthz", alive, methods=["GET"]), Route("/readyz", ready, methods=["GET"])]
