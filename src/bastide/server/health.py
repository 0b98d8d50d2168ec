"""What machines ask of a server: whether it answers, and whether it can take players now."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from bastide.server.access import hub_of
from bastide.server.endpoints import Endpoint, get
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
        return hub.shared.ownership.trouble if current else "migrations"


class Health(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a server does: `reason` says in a word why it is unavailable, `closing`, `store` or `migrations`."""

    status: Literal["ok", "ready", "unavailable"]
    reason: str = ""


def answer(health: Health, status: int = 200) -> Response:
    """A short answer that nobody keeps."""
    return Response(msgspec.json.encode(health), status, {"cache-control": "no-store"}, "application/json")


async def alive(request: Request) -> Response:
    """GET /healthz: the process answers."""
    return answer(Health("ok"))


async def ready(request: Request) -> Response:
    """GET /readyz: 200 if tables can be made and played, else 503 with the reason in a word."""
    reason = await request.app.state.readiness.trouble(hub_of(request))
    return answer(Health("unavailable", reason), 503) if reason else answer(Health("ready"))


ROUTES: Final = [
    Endpoint("/healthz", get(alive, Health)),
    Endpoint("/readyz", get(ready, {200: Health, 503: Health})),
]
