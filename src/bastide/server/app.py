"""The server as an ASGI application: routes, the store opened and closed with it, the headers around everything."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Sequence
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import BaseRoute
from starlette.types import ExceptionHandler

from bastide.server import account_http, health, http, openapi, socket, stream
from bastide.server.accounts import Accounts
from bastide.server.engine import Engine
from bastide.server.faults import Refusal
from bastide.server.games import Games
from bastide.server.headers import SecureHeaders, hide_tokens
from bastide.server.hosts import Hosts
from bastide.server.hub import Hub
from bastide.server.limits import TOGETHER, Buckets, Lines
from bastide.server.logs import unhandled
from bastide.server.metrics import Metrics
from bastide.server.observe import Observed
from bastide.server.sessions import Sessions
from bastide.server.settings import Settings
from bastide.server.shared import Render
from bastide.server.signed import OpenLines, Signed

PARTS: Final = (health, http, account_http, stream, openapi, socket)
"""What answers, each with its `ROUTES`."""


def create_app(
    settings: Settings | None = None,
    *,
    render: Render | None = None,
    extra_routes: Sequence[BaseRoute] = (),
    engine: Engine | None = None,
    rng: random.Random | None = None,
    handlers: dict[int | type[Exception], ExceptionHandler] | None = None,
) -> Starlette:
    """The application. Pages come in by `extra_routes`, and draw tables by `render`; handlers see `app.state.hub`.

    `handlers` replace the JSON answers to errors, by status or exception, e.g. `{404: page}`.
    """
    settings = settings or Settings.from_environment()
    metrics = Metrics()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        hide_tokens()
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: unhandled(context))
        hub = app.state.hub = await Hub.open(settings, engine or Games(), render, rng, metrics)
        app.state.accounts = Accounts(hub.shared.store)
        app.state.sessions = Sessions(hub.tokens.secret, settings.session_age)
        signed = app.state.signed_in = Signed(app.state.accounts, settings.session_age)
        lines = app.state.signed_lines = OpenLines(signed)
        lines.start()
        app.state.passwords = hub.passwords
        try:
            yield
        finally:
            await lines.close()
            await app.state.hub.close()

    app = Starlette(
        routes=[
            *health.ROUTES,
            *http.ROUTES,
            *account_http.ROUTES,
            *stream.ROUTES,
            *openapi.ROUTES,
            *socket.ROUTES,
            *extra_routes,
        ],
        middleware=[
            Middleware(Observed, metrics=metrics),
            Middleware(SecureHeaders),
            Middleware(Hosts, allowed=settings.hosts),
        ],
        exception_handlers={HTTPException: http.not_found, Refusal: http.refused, **(handlers or {})},
        lifespan=lifespan,
    )
    app.state.metrics = metrics
    app.state.readiness = health.Readiness()
    app.state.callers = Buckets(settings.address_rate, settings.address_burst)
    app.state.lines = Lines(settings.lines, settings.address_lines)
    app.state.makers = Buckets(settings.new_table_rate, settings.new_table_burst)
    app.state.signers = Buckets(settings.sign_in_rate, settings.sign_in_burst)
    app.state.signed = Buckets(settings.sign_in_rate * TOGETHER, settings.sign_in_burst * TOGETHER)
    app.state.registrars = Buckets(settings.register_rate, settings.register_burst)
    return app
