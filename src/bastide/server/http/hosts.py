"""Checks the Host header against the allowed names, if configured: it protects against DNS rebinding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from bastide.kernel.errors import quote
from bastide.server.common.faults import RequestRefused
from bastide.server.http import access

OPEN: Final = frozenset({"/healthz", "/readyz"})
"""Paths that reveal nothing and are served under any name: health checks use the address."""


class Hosts:
    """ASGI middleware: refuses requests and sockets for names other than `allowed`; if empty, all names are allowed.

    Names are given without port. A name that begins with a dot matches all of its subdomains.
    """

    def __init__(self, app: ASGIApp, allowed: Sequence[str]) -> None:
        self._app = app
        self._names = frozenset(name.lower() for name in allowed if not name.startswith("."))
        self._ends = tuple(name.lower() for name in allowed if name.startswith("."))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] not in ("http", "websocket") or scope["path"] in OPEN or self._good(scope):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        name = quote(connection.headers.get("host", ""), 80)
        refusal = RequestRefused("host-name", "This server does not answer under the name {input}", input=name)
        fault = msgspec.json.encode(refusal.fault(access.language_of(connection)))
        answer = Response(fault, refusal.status, media_type="application/json")
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send).send_denial_response(answer)
        else:
            await answer(scope, receive, send)

    def _good(self, scope: Scope) -> bool:
        if not self._names and not self._ends:
            return True
        given = HTTPConnection(scope).headers.get("host", "").lower()
        name = given if given.endswith("]") else given.rpartition(":")[0] or given
        return name in self._names or name.endswith(self._ends)
