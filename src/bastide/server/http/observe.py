"""Logs and counts every request by its route template: the URL holds invitations, and its query may hold tokens."""

from __future__ import annotations

import logging
import time
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bastide.server.common.logs import milliseconds, write
from bastide.server.common.metrics import METHODS, Metrics

log = logging.getLogger("bastide.http")

PROBES: Final = frozenset({"/healthz", "/readyz"})
"""Health checks, requested every few seconds: they are logged at debug level."""


GONE: Final = 499
"""The status of a request whose client disconnected before the response, as nginx calls it."""


def route_of(scope: Scope) -> str:
    """The template of the matching route, such as `/t/{table_id}`; `unmatched` without one."""
    return str(getattr(scope.get("route"), "path", "unmatched"))


class Observed:
    """ASGI middleware, the outermost: one log line and one count per request."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()
        status = 0
        endless = False

        async def noted(message: Message) -> None:
            nonlocal status, endless
            if message["type"] == "http.response.start":
                status = int(message["status"])
                endless = any(value.startswith(b"text/event-stream") for _, value in message["headers"])
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            took = time.perf_counter() - begun
            status = status or GONE
            route = route_of(scope)
            method = scope["method"] if scope["method"] in METHODS else "other"
            self._metrics.requests.labels(method, route, str(status)).inc()
            # A stream lasts as long as its reader likes: that is no response time.
            if not endless:
                self._metrics.request_seconds.observe(took)
            level = logging.DEBUG if route in PROBES else logging.INFO
            write(log, level, "request", method=method, route=route, status=status, ms=milliseconds(begun))
