"""Counts the processor time of each request for the address that sent it, and lets addresses take turns."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from bastide.server.common.fairness import SLOWEST
from bastide.server.common.faults import RequestRefused
from bastide.server.http import access

FREE: Final = frozenset({"/healthz", "/readyz"})
"""Health checks, which cost next to nothing."""


class CountedRequests:
    """ASGI middleware: a request waits for a turn of its address, and all that it costs is counted.

    Commands to the API do not wait: they are short. `files` are the beginnings of paths that have no limits of their
    own: they are refused to an address that has used up its time, as pages and the API refuse in their own ways.
    Refusals cost too, so they come late: a client that asks again at once is slowed down.
    """

    def __init__(self, app: ASGIApp, files: tuple[str, ...] = ()) -> None:
        self._app = app
        self._files = files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http" or scope["path"] in FREE:
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        address, shared = access.address_of(connection), access.hub_of(connection).shared
        wait = shared.costs.wait(address)
        short = scope["method"] not in ("GET", "HEAD") and scope["path"].startswith("/api/")
        if wait and not short:
            await asyncio.sleep(min(wait, SLOWEST))
            wait = shared.costs.wait(address)
        if wait and scope["path"].startswith(self._files):
            refusal = RequestRefused("rate", "Too many requests: try again in {retry} s", retry=int(wait) + 1)
            fault = msgspec.json.encode(refusal.fault(access.language_of(connection)))
            headers = {"retry-after": str(int(wait) + 1), "cache-control": "no-store"}
            await Response(fault, refusal.status, headers, "application/json")(scope, receive, send)
            return
        if not wait and not short:
            async with shared.turn(address):
                pass
        await shared.costs.counted(address, self._app(scope, receive, send))
