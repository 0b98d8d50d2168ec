"""Runs an application with uvicorn, with limits that apply before a message reaches the application."""

from __future__ import annotations

from typing import Any

import uvicorn
from starlette.types import ASGIApp

from bastide.server.common.logs import setup
from bastide.server.common.settings import Settings
from bastide.server.http.slow_requests import TimedHTTPProtocol
from bastide.server.http.socket_limits import LimitedWebSocketProtocol


def options(settings: Settings) -> dict[str, Any]:
    """The options for uvicorn: no more of a socket's message is read than could be valid."""
    return {
        "http": TimedHTTPProtocol,
        "ws": LimitedWebSocketProtocol,
        "ws_max_size": 4 * settings.message_limit,
        "ws_max_queue": 16,
        "ws_ping_interval": 20.0,
        "ws_ping_timeout": 20.0,
        "server_header": False,
        # `observe` logs requests; uvicorn's log would contain URLs with secrets.
        "access_log": False,
        "log_config": None,
        "timeout_graceful_shutdown": 5,
        "h11_max_incomplete_event_size": 64 * 1024,
    }


def serve(app: ASGIApp, settings: Settings, host: str = "127.0.0.1", port: int = 8000, **more: Any) -> None:
    """Serve until interrupted, logging to stderr as text. `more` is passed to uvicorn."""
    setup()
    uvicorn.run(app, host=host, port=port, **{**options(settings), **more})
