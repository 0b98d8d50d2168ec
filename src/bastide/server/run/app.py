"""The server as an ASGI application: routes and middleware, with the store opened and closed by its lifespan."""

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

from bastide.server.accounts.accounts import Accounts
from bastide.server.accounts.session_store import SessionConnections, SessionStore
from bastide.server.cluster.opening import open_hub
from bastide.server.common.faults import RequestRefused
from bastide.server.common.limits import TOGETHER, Buckets, OpenConnections
from bastide.server.common.logs import unhandled
from bastide.server.common.metrics import Metrics
from bastide.server.common.settings import Settings
from bastide.server.engine.games import Games
from bastide.server.engine.interface import Engine
from bastide.server.http import account_api, api, health, ladder_api, openapi, socket, stream, table_api
from bastide.server.http.costs import CountedRequests
from bastide.server.http.headers import SecureHeaders, hide_tokens
from bastide.server.http.hosts import Hosts
from bastide.server.http.observe import Observed
from bastide.server.http.sessions import SessionCookies
from bastide.server.tables.shared import Render

DAY: Final = 24 * 3600


def create_app(
    settings: Settings | None = None,
    *,
    render: Render | None = None,
    extra_routes: Sequence[BaseRoute] = (),
    engine: Engine | None = None,
    rng: random.Random | None = None,
    handlers: dict[int | type[Exception], ExceptionHandler] | None = None,
    files: Sequence[str] = (),
    innermost: Sequence[Middleware] = (),
) -> Starlette:
    """Build the application. `extra_routes` are pages, `render` renders tables; handlers find the hub in
    `app.state.hub`.

    `handlers` replace the JSON answers to errors, by status or exception, e.g. `{404: page}`. `files` are the
    beginnings of the paths of pictures and the like, `innermost` is more middleware.
    """
    settings = settings or Settings.from_environment()
    metrics = Metrics()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        hide_tokens()
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: unhandled(context))
        hub = app.state.hub = await open_hub(
            settings, engine or Games(), render, rng, metrics, lambda: bool(getattr(app.state, "stopping", False))
        )
        app.state.accounts = Accounts(hub.shared.store)
        app.state.sessions = SessionCookies(hub.tokens.secret, settings.session_age)
        session_store = app.state.session_store = SessionStore(app.state.accounts, settings.session_age)
        session_connections = app.state.session_connections = SessionConnections(session_store)
        session_connections.start()
        app.state.passwords = hub.passwords
        try:
            yield
        finally:
            await session_connections.close()
            await app.state.hub.close()

    app = Starlette(
        routes=[
            *health.ROUTES,
            *table_api.ROUTES,
            *account_api.ROUTES,
            *ladder_api.ROUTES,
            *stream.ROUTES,
            *openapi.ROUTES,
            *socket.ROUTES,
            *extra_routes,
        ],
        middleware=[
            Middleware(Observed, metrics=metrics),
            Middleware(SecureHeaders),
            Middleware(Hosts, allowed=settings.hosts),
            Middleware(CountedRequests, files=tuple(files)),
            *innermost,
        ],
        exception_handlers={HTTPException: api.not_found, RequestRefused: api.refused, **(handlers or {})},
        lifespan=lifespan,
    )
    app.state.metrics = metrics
    app.state.readiness = health.Readiness()
    app.state.callers = Buckets(settings.address_rate, settings.address_burst)
    app.state.open_connections = OpenConnections(settings.connections, settings.address_connections)
    app.state.makers = Buckets(settings.new_table_rate, settings.new_table_burst)
    app.state.makers_of_the_day = Buckets(settings.address_tables / DAY, settings.address_tables)
    app.state.address_guesses = Buckets(settings.sign_in_rate, settings.sign_in_burst)
    app.state.account_guesses = Buckets(settings.sign_in_rate * TOGETHER, settings.sign_in_burst * TOGETHER)
    app.state.known_guesses = Buckets(settings.sign_in_rate, settings.sign_in_burst)
    app.state.registrations = Buckets(settings.register_rate, settings.register_burst)
    return app
