"""The whole application: the server's tables, rendered by the panels, with the pages and static files."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute, Mount

from bastide.server.common.settings import Settings
from bastide.server.run.app import create_app as server_app
from bastide.web import (
    account,
    at_table,
    changing,
    covers,
    create,
    create_tiles,
    errors,
    ladder,
    learn,
    pages,
    people,
    replays,
    rooms,
    rules_page,
    scripts,
    tileart,
)
from bastide.web.panels.painter import Painter
from bastide.web.panels.preparing import prepare
from bastide.web.site import HERE, Files


def create_app(settings: Settings | None = None, more: Sequence[BaseRoute] = ()) -> Starlette:
    """Everything that `bastide serve` serves, and more routes. By default settings come from the environment."""
    static = Mount("/static", Files(directory=HERE / "static", check_dir=False), name="static")
    prepare()
    ours = (
        pages,
        people,
        rules_page,
        create,
        create_tiles,
        at_table,
        changing,
        account,
        ladder,
        learn,
        replays,
        rooms,
        scripts,
        tileart,
        covers,
    )
    return server_app(
        settings,
        render=Painter(),
        extra_routes=[*(route for module in ours for route in module.ROUTES), *more, static],
        handlers=dict(errors.HANDLERS),
        files=("/art/", "/css/", "/js/", "/static/"),
        innermost=[Middleware(GZipMiddleware, minimum_size=1024)],
    )
