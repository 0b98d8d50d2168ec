"""Security headers on every response, and the last line of defence: unforeseen errors are logged and answered."""

from __future__ import annotations

import logging
import re
from typing import Final

import msgspec
from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bastide.server.common.logs import write
from bastide.server.common.model import Fault
from bastide.server.engine.contained import contained
from bastide.server.http.observe import route_of

log = logging.getLogger("bastide.http")

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        # Drawings and panels use style attributes; style sheets come only from this server.
        "style-src 'self' 'unsafe-inline'",
        # blob: the bitmaps that the page's script makes of our drawings.
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    # The URL of a private table is its invitation: it must not leak as a referrer.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
INERT: Final = ("image/", "font/")
"""Types of files that load nothing and run nothing: a page has many, and each would send all those headers."""
INERT_HEADERS: Final = {
    # A drawing opened by its own address is a document: it has styles, but no script.
    "content-security-policy": "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
}

FRAMINGS: Final = frozenset({b"content-length", b"transfer-encoding"})
"""Two headers that say where a request ends; only one of them is allowed."""
JSON_HEAD: Final = [(b"content-type", b"application/json")]


class SecureHeaders:
    """ASGI middleware: adds the security headers and turns unforeseen errors into a fault."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False

        async def guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                inert = headers.get("content-type", "").startswith(INERT)
                for name, value in (INERT_HEADERS if inert else HEADERS).items():
                    headers.setdefault(name, value)
            await send(message)

        if FRAMINGS.issubset(name for name, _ in scope["headers"]):
            # A proxy may have read it differently (request smuggling): close the connection.
            refused = Fault("malformed", "A request cannot have both Content-Length and Transfer-Encoding")
            await guarded(
                {"type": "http.response.start", "status": 400, "headers": [*JSON_HEAD, (b"connection", b"close")]}
            )
            await guarded({"type": "http.response.body", "body": msgspec.json.encode(refused)})
            return
        try:
            with contained():
                await self._app(scope, receive, guarded)
        except ClientDisconnect:
            # The client disconnected in the middle of its request: there is nobody to answer.
            return
        except Exception as error:
            write(log, logging.ERROR, "request failed", error, route=route_of(scope))
            if begun:
                raise
            body = msgspec.json.encode(Fault("internal", "The server failed at this; it has been logged"))
            await guarded({"type": "http.response.start", "status": 500, "headers": JSON_HEAD})
            await guarded({"type": "http.response.body", "body": body})


class HideTokens(logging.Filter):
    """A logging filter that removes seat tokens from lines of foreign servers, which may log URLs with their query."""

    PATTERN: Final = re.compile(r"(token=)[^&\s\"']+", re.IGNORECASE)

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, with tokens removed."""
        if isinstance(record.args, tuple):
            record.args = tuple(self._hidden(arg) for arg in record.args)
        record.msg = self._hidden(record.msg)
        return True

    def _hidden(self, value: object) -> object:
        return self.PATTERN.sub(r"\1…", value) if isinstance(value, str) else value


def hide_tokens() -> None:
    """Install the filter on the loggers that log URLs."""
    for name in ("uvicorn.access", "uvicorn.error"):
        logger = logging.getLogger(name)
        if not any(isinstance(known, HideTokens) for known in logger.filters):
            logger.addFilter(HideTokens())
