"""The page that creates a table of Carcassonne."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bastide.carcassonne.base.config import CHOICES, MOST_SEATS
from bastide.server.common.faults import RequestRefused
from bastide.server.http import api
from bastide.web.create import asked, common_making, make_from, preview_of, reconsidered
from bastide.web.forms import checked, form_of, headed, nickname_of
from bastide.web.making_series import with_series_told
from bastide.web.making_tiles import GAME, TilesMaking, read_tiles, sentence
from bastide.web.module_choices import option_choice
from bastide.web.settling import settled
from bastide.web.site import Site


def show(
    site: Site,
    making: TilesMaking,
    refusal: RequestRefused | None = None,
    told: Sequence[str] = (),
    table: Mapping[str, Any] | None = None,
) -> Response:
    """The page, with the choices so far and why it cannot be created; `table` as in `create.show_making`."""
    chosen = dict(making.chosen)
    return site.page(
        "create.html",
        refusal.status if refusal else 200,
        **common_making(site, making, refusal, GAME, told) | {"table": table},
        numbers=list(range(2, MOST_SEATS + 1)),
        may_duel=False,
        readings=[
            option_choice(name, values, chosen.get(name, values[0]), site.words) for name, values in CHOICES.items()
        ],
        picture="/art/carcassonne.svg",
        sentence=with_series_told(sentence(making, site.words), making, site.words),
    )


@headed
async def create(request: Request) -> Response:
    """GET and POST /create/carcassonne: the form; sent, it makes the table."""
    site = Site.of(request)
    read = partial(read_tiles, nickname=nickname_of(request))
    if request.method in ("GET", "HEAD"):
        return show(site, read(asked(request)))
    form = await form_of(request)
    if again := reconsidered(form, read, site.words, GAME):
        return show(site, again[0], told=again[1])
    making = read(form)
    try:
        return await make_from(request, making)
    except RequestRefused as refusal:
        return api.told_on(request, show(site, making, refusal), refusal)


@checked
async def preview(request: Request) -> Response:
    """POST /create/carcassonne/preview: the preview of the form while it is being filled in."""
    site = Site.of(request)
    making, told = settled(await form_of(request), partial(read_tiles, nickname=nickname_of(request)), site.words, GAME)
    return preview_of(making, told, site, sentence(making, site.words), GAME, {})


ROUTES: Final = [
    Route("/create/carcassonne", create, methods=["GET", "POST"]),
    Route("/create/carcassonne/preview", preview, methods=["POST"]),
]
