"""A separate server on the loopback interface where Prometheus reads the metrics.

The public port cannot tell safely whether a client is local: behind a proxy on the same machine every client comes from
127.0.0.1, and headers can be forged. So the public port has no `/metrics` at all.
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

from bastide.server.common.metrics import Metrics


def metrics_app(metrics: Metrics) -> Starlette:
    """An application that serves these metrics at `/metrics`, and nothing else."""

    async def show(request: Request) -> Response:
        return Response(metrics.text(), media_type=CONTENT_TYPE_PLAIN_0_0_4, headers={"cache-control": "no-store"})

    # A web page whose host name resolves to 127.0.0.1 sends its own name here, and is refused.
    near = Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"])
    return Starlette(routes=[Route("/metrics", show, methods=["GET"])], middleware=[near])


class MetricsServer(uvicorn.Server):
    """A uvicorn server inside another server's process, which handles the signals."""

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
        """Do not handle signals."""
        yield
