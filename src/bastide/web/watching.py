"""The replay page of one record that no table has: for games of the arena."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bastide.kernel.game import Game
from bastide.server.common.banners import COLORS
from bastide.server.common.model import Chair, TableView
from bastide.web import replays
from bastide.web.forms import checked
from bastide.web.site import Site

WATCH: Final = "/watch"
RECORD: Final = "/watch/record"
TABLE: Final = "watched"
"""The id of the table that the page shows."""


def table_of(title: str, game: Game, bots: tuple[str, ...]) -> TableView:
    """A finished game of bots as a table; there is no other page of it."""
    names = game.names or bots
    chairs = [
        Chair(seat, "bot", name, color, bot, False, True)
        for seat, (name, color, bot) in enumerate(zip(names, COLORS, bots, strict=False))
    ]
    return TableView(
        id=TABLE,
        name=title,
        version=game.version,
        stage="over",
        link="",
        config=game.rules.resolved(),
        chairs=chairs,
        seat=None,
        host=False,
        watchers=0,
        chat=[],
        undo=False,
        view=None,
    )


def routes(title: str, record: str, bots: tuple[str, ...]) -> list[Route]:
    """The pages that show one record under a title; `bots` are the levels by seat.

    :raises bastide.kernel.errors.RecordError: the record is wrong.
    """
    moving = replays.film(record)
    table = table_of(title, moving.frames[-1], bots)

    @checked
    async def page(request: Request) -> Response:
        """GET /watch: the page; `step` and `seat` set the start and the viewer."""
        site = Site.of(request)
        context = {**replays.staged(site, moving, table), "record": RECORD}
        return site.respond(site.render("replay.html", **context))

    @checked
    async def frame(request: Request) -> Response:
        """GET /watch/frame: one step as JSON."""
        return replays.told(replays.framed(Site.of(request), moving, table))

    @checked
    async def saved(request: Request) -> Response:
        """GET /watch/record: the record."""
        return Response(record, media_type="application/x-ndjson")

    return [Route(WATCH, page), Route(f"{WATCH}/frame", frame), Route(RECORD, saved)]
