"""What every answer carries, and the last line of defence: an unforeseen error is logged and answered plainly."""

from __future__ import annotations

import logging
import re
from typing import Final

import msgspec
from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bastide.server.logs import write
from bastide.server.model import Fault
from bastide.server.observe import route_of

log = logging.getLogger("bastide.http")

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        # Drawings and panels carry style attributes; style sheets come from here only.
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
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
    # The address of a private table is its invitation: it is told to nobody else.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}

FRAMINGS: Final = frozenset({b"content-length", b"transfer-encoding"})
"""Two ways to say where a request ends, of which it may use one."""
JSON_HEAD: Final = [(b"content-type", b"application/json")]


class SecureHeaders:
    """Adds the security headers to every answer and turns unforeseen errors into a plain fault."""

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
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if FRAMINGS.issubset(name for name, _ in scope["headers"]):
            # Whoever stands in between may have read it otherwise; what follows it is nobody's next request.
            refused = Fault("malformed", "A request says its length either way, not both")
            await guarded(
                {"type": "http.response.start", "status": 400, "headers": [*JSON_HEAD, (b"connection", b"close")]}
            )
            await guarded({"type": "http.response.body", "body": msgspec.json.encode(refused)})
            return
        try:
            await self._app(scope, receive, guarded)
        except ClientDisconnect:
            # Whoever asked went away before the end of the question: nobody is there to be answered.
            return
        except Exception as error:
            write(log, logging.ERROR, "request failed", error, route=route_of(scope))
            if begun:
                raise
            body = msgspec.json.encode(Fault("internal", "The server failed at this; it has been logged"))
            await guarded({"type": "http.response.start", "status": 500, "headers": JSON_HEAD})
            await guarded({"type": "http.response.body", "body": body})


class HideTokens(logging.Filter):
    """Takes seat tokens out of the lines of a server that is not ours: it may log addresses with their query."""

    PATTERN: Final = re.compile(r"(token=)[^&\s\"']+", re.IGNORECASE)

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every line pass, without tokens."""
        if isinstance(record.args, tuple):
            record.args = tuple(self._hidden(arg) for arg in record.args)
        record.msg = self._hidden(record.msg)
        return True

    def _hidden(self, value: object) -> object:
        return self.PATTERN.sub(r"\1…", value) if isinstance(value, str) else value


def hide_tokens() -> None:
    """Put the filter on the loggers that write addresses."""
    for name in ("uvicorn.access", "uvicorn.error"):
        logger = logging.getLogger(name)
        if not any(isinstance(known, HideTokens) for known in logger.filters):
            logger.addFilter(HideTokens())
