"""Where Prometheus reads the metrics: a server of its own on the loopback, apart from the one that people reach.

Whether a client of the public port is near cannot be told safely: behind a proxy of the same machine everybody comes
from 127.0.0.1, and headers can be made up. So the public port has no `/metrics` at all.
"""

from __future__ import annotations

import contextlib
from collections.abc import Generator

import uvicorn
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bastide.server.metrics import Metrics


def metrics_app(metrics: Metrics) -> Starlette:
    """An application that shows these metrics at `/metrics`, and nothing else."""

    async def show(request: Request) -> Response:
        return Response(metrics.text(), media_type=CONTENT_TYPE_PLAIN_0_0_4, headers={"cache-control": "no-store"})

    # A page of the web whose name leads to 127.0.0.1 says its own name here, and is refused.
    near = Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"])
    return Starlette(routes=[Route("/metrics", show, methods=["GET"])], middleware=[near])


class Beside(uvicorn.Server):
    """A server inside the process of another one, which alone hears the signals."""

    def __init__(self, metrics: Metrics) -> None:
        how = uvicorn.Config(
            metrics_app(metrics),
            lifespan="off",
            access_log=False,
            log_config=None,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=1,
        )
        super().__init__(how)

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Leave the signals alone."""
        yield
