"""Runs an application with uvicorn, with the limits that must hold before a message reaches us."""

from __future__ import annotations

from typing import Any

import uvicorn
from starlette.types import ASGIApp

from bastide.server.asked import Asked
from bastide.server.logs import setup
from bastide.server.settings import Settings
from bastide.server.wire import Wire


def options(settings: Settings) -> dict[str, Any]:
    """What uvicorn is to be told: no more is read of a socket's message than we would ever look at."""
    return {
        "http": Asked,
        "ws": Wire,
        "ws_max_size": 4 * settings.message_limit,
        "ws_max_queue": 16,
        "ws_ping_interval": 20.0,
        "ws_ping_timeout": 20.0,
        "server_header": False,
        # Lines about requests come from `observe`; uvicorn's own show addresses with what is secret in them.
        "access_log": False,
        "log_config": None,
        "timeout_graceful_shutdown": 5,
        "h11_max_incomplete_event_size": 64 * 1024,
    }


def serve(app: ASGIApp, settings: Settings, host: str = "127.0.0.1", port: int = 8000, **more: Any) -> None:
    """Serve until interrupted, with the log on stderr as text. `more` goes to uvicorn."""
    setup()
    uvicorn.run(app, host=host, port=port, **{**options(settings), **more})
