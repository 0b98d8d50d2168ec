"""Health checks: whether the process answers, and whether the server can take players now."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from bastide.server.common.logs import write
from bastide.server.http.access import hub_of
from bastide.server.http.endpoints import Endpoint, get
from bastide.server.storage.store import StoreError
from bastide.server.tables.hub import Hub

log = logging.getLogger("bastide.health")

KEPT: Final = 1.0
"""For how many seconds the database's answer is cached: anybody may ask, and must not load the database."""
PATIENCE: Final = 3.0
"""After how many seconds without an answer the database counts as down."""


class Readiness:
    """Whether a server is ready; checks its database at most once a second."""

    def __init__(self) -> None:
        self._asking = asyncio.Lock()
        self._asked = -KEPT
        self._answer = ""

    async def trouble(self, hub: Hub) -> str:
        """Why the server is not ready: `closing`, `room`, `store`, `migrations`, `listener`; empty if it is ready."""
        async with self._asking:
            if not hub.closing and time.monotonic() - self._asked >= KEPT:
                self._answer = await self._store(hub)
                self._asked = time.monotonic()
        return "closing" if hub.closing else hub.stuck or self._answer

    @staticmethod
    async def _store(hub: Hub) -> str:
        try:
            current = await asyncio.wait_for(hub.shared.store.check(), PATIENCE)
        except (StoreError, TimeoutError) as error:
            write(log, logging.WARNING, "store not ready", error)
            return "store"
        return hub.shared.ownership.trouble if current else "migrations"


class Health(msgspec.Struct, frozen=True, omit_defaults=True):
    """The health of a server: `reason` says in a word why it is unavailable, such as `closing`, `store` or
    `migrations`."""

    status: Literal["ok", "ready", "unavailable"]
    reason: str = ""


def answer(health: Health, status: int = 200) -> Response:
    """A short response that must not be cached."""
    return Response(msgspec.json.encode(health), status, {"cache-control": "no-store"}, "application/json")


async def alive(request: Request) -> Response:
    """GET /healthz: the process answers."""
    return answer(Health("ok"))


async def ready(request: Request) -> Response:
    """GET /readyz: 200 if tables can be created and played, else 503 with the reason in a word."""
    reason = await request.app.state.readiness.trouble(hub_of(request))
    return answer(Health("unavailable", reason), 503) if reason else answer(Health("ready"))


ROUTES: Final = [
    Endpoint("/healthz", get(alive, Health)),
    Endpoint("/readyz", get(ready, {200: Health, 503: Health})),
]
