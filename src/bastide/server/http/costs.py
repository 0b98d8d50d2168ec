"""Counts the processor time of each request for the address that sent it, and lets addresses take turns."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from typing import Final

import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from bastide.server.common.fairness import SLOWEST
from bastide.server.common.faults import RequestRefused
from bastide.server.common.limits import OpenConnections
from bastide.server.http import access
from bastide.server.http.slow_requests import SPENT

FREE: Final = frozenset({"/healthz", "/readyz"})
"""Health checks, which cost next to nothing."""
CONNECTION: Final = 0.0002
"""The seconds counted for accepting and closing a connection, which no request can measure."""
SOONEST: Final = 0.5
"""For how many seconds at least a request of an address that has used up its time waits."""
QUEUE: Final = 200
"""How many requests of an address may wait; further ones are refused at once, and their connections closed."""


class CountedRequests:
    """ASGI middleware: requests of an address come one after the other, and all that they cost is counted.

    Who has a seat and plays waits only for others of this address who play. `files` are the beginnings of paths that
    have no limits of their own: they are refused to an address that has used up its time, as pages and the API refuse
    in their own ways. Refusals cost too, so they come late: a client that asks again at once is slowed down.
    """

    def __init__(self, app: ASGIApp, files: tuple[str, ...] = ()) -> None:
        self._app = app
        self._files = files
        self._waiting = OpenConnections(0, QUEUE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] not in ("http", "websocket") or scope["path"] in FREE:
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        address, shared = access.address_of(connection), access.hub_of(connection).shared
        costs, plays = shared.costs, access.plays(connection)
        pace = shared.paces.plays if plays else shared.paces.pages
        for count in (costs, pace):
            count.add(address, CONNECTION + scope.get("state", {}).get(SPENT, 0.0))
        if plays:
            await costs.counted(address, self._app(scope, receive, send), pace)
        elif self._waiting.enough(address):
            await costs.counted(address, _refuse(scope, receive, send, max(1.0, costs.wait(address)), close=True))
        else:
            with ExitStack() as waiting:
                waiting.enter_context(self._waiting.hold(address))
                await costs.counted(address, self._in_turn(scope, receive, send, waiting), pace)

    async def _in_turn(self, scope: Scope, receive: Receive, send: Send, waiting: ExitStack) -> None:
        """Serve a request when its address has a turn, or refuse it; `waiting` is closed once it waits no longer."""
        connection = HTTPConnection(scope)
        address, shared = access.address_of(connection), access.hub_of(connection).shared
        wait = shared.costs.wait(address)
        if wait:
            await asyncio.sleep(min(max(wait, SOONEST), SLOWEST))
            wait = shared.costs.wait(address)
        if not wait:
            async with shared.turn(address):
                pass
        waiting.close()
        if wait and scope["type"] == "http" and scope["path"].startswith(self._files):
            await _refuse(scope, receive, send, wait)
        else:
            await self._app(scope, receive, send)


async def _refuse(scope: Scope, receive: Receive, send: Send, wait: float, close: bool = False) -> None:
    """Say that there are too many requests, and when to try again."""
    retry = int(wait) + 1
    refusal = RequestRefused("rate", "Too many requests: try again in {retry} s", retry=retry)
    fault = msgspec.json.encode(refusal.fault(access.language_of(HTTPConnection(scope))))
    headers = {"retry-after": str(retry), "cache-control": "no-store", **({"connection": "close"} if close else {})}
    response = Response(fault, refusal.status, headers, "application/json")
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).send_denial_response(response)
    else:
        await response(scope, receive, send)
