"""The page that creates a table of Carcassonne."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bastide.carcassonne.base.config import CHOICES, MOST_SEATS
from bastide.server.common.faults import RequestRefused
from bastide.server.http import api
from bastide.web.create import any_reading, common_making, make
from bastide.web.forms import checked, form_of, nickname_of
from bastide.web.making import at_public_table
from bastide.web.making_series import ordered, with_series_told
from bastide.web.making_tiles import GAME, TilesMaking, read_tiles, sentence
from bastide.web.module_choices import barred_now, module_choices, option_choice
from bastide.web.site import Site


def show(site: Site, making: TilesMaking, refusal: RequestRefused | None = None) -> Response:
    """The page, with the choices so far and why it cannot be created."""
    _ = site.words.gettext
    seats = [(str(seat), _("Seat {number}", number=seat + 1)) for seat in range(1, MOST_SEATS)]
    chosen = dict(making.chosen)
    readings = [
        option_choice(name, values, chosen.get(name, values[0]), site.words) for name, values in CHOICES.items()
    ]
    choices = module_choices(making, site.words, GAME)
    return site.page(
        "create_tiles.html",
        refusal.status if refusal else 200,
        **common_making(site, making, refusal, GAME, choices),
        player_choices=[(count, str(count)) for count in range(2, MOST_SEATS + 1)],
        starters=[("roll", _("by lot")), ("0", making.nickname or _("You")), *seats],
        readings=readings,
        unusual=any(reading.changed for reading in readings) or any_reading(choices),
        sentence=with_series_told(sentence(making, site.words), making, site.words),
    )


@checked
async def create(request: Request) -> Response:
    """GET and POST /create/carcassonne: the form; sent, it makes the table."""
    site = Site.of(request)
    if request.method in ("GET", "HEAD"):
        making = read_tiles({}, nickname_of(request))
        public = request.query_params.get("public") == "public"
        return show(site, at_public_table(making) if public else making)
    making = read_tiles(await form_of(request), nickname_of(request))
    try:
        order = ordered(making, site.words, start=making.open_seats == 0)
        return await make(request, order, making.nickname)
    except RequestRefused as refusal:
        return api.told_on(request, show(site, making, refusal), refusal)


@checked
async def preview(request: Request) -> Response:
    """POST /create/carcassonne/preview: the preview of the form while it is being filled in."""
    site = Site.of(request)
    making = read_tiles(await form_of(request), nickname_of(request))
    answer = {
        "sentence": with_series_told(sentence(making, site.words), making, site.words),
        "picture": "",
        "name": making.usual_name(site.words),
        "open": making.open_seats,
        "barred": barred_now(making.modules, site.words, GAME),
    }
    return JSONResponse(answer, headers={"cache-control": "no-store"})


ROUTES: Final = [
    Route("/create/carcassonne", create, methods=["GET", "POST"]),
    Route("/create/carcassonne/preview", preview, methods=["POST"]),
]
