"""The page that creates a table of Carcassonne."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bastide.carcassonne.base.config import CHOICES, MOST_SEATS, options_of
from bastide.carcassonne.family import MODULES
from bastide.server.common.faults import RequestRefused
from bastide.view.carcassonne.svg import face_document_address
from bastide.web.create import common_making, make
from bastide.web.forms import checked, form_of, nickname_of
from bastide.web.making_tiles import GAME, TilesMaking, read_tiles, sentence
from bastide.web.site import Site

FACES: Final = ("base.city1_curve_right", "base.city_corner_s", "base.monastery_road", "base.crossing3")
"""Tiles shown beside the choice of expansions."""


def show(site: Site, making: TilesMaking, refusal: RequestRefused | None = None) -> Response:
    """The page, with the choices so far and why it cannot be created."""
    _ = site.words.gettext
    seats = [(str(seat), _("Seat {number}", number=seat + 1)) for seat in range(1, MOST_SEATS)]
    chosen = dict(making.chosen)
    everything = tuple(MODULES)
    options = [(name, values, "") for name, values in CHOICES.items()]
    options += [
        (name, values, module)
        for module in MODULES
        for name, values in options_of(MODULES[module](), everything).items()
    ]
    return site.page(
        "create_tiles.html",
        refusal.status if refusal else 200,
        **common_making(site, making, refusal, GAME),
        player_choices=[(count, str(count)) for count in range(2, MOST_SEATS + 1)],
        starters=[("roll", _("by lot")), ("0", making.nickname or _("You")), *seats],
        options=[
            (
                name,
                site.words.title(f"option_{name}"),
                [(value, site.words.name(f"{name}_{value}")) for value in values],
                chosen.get(name, values[0]),
                module,
            )
            for name, values, module in options
        ],
        modules=[(name, site.words.name(f"module_{name}"), site.words.name(f"module_{name}_note")) for name in MODULES],
        faces=[face_document_address(name) for name in FACES],
        sentence=sentence(making, site.words),
    )


@checked
async def create(request: Request) -> Response:
    """GET and POST /create/carcassonne: the form; sent, it makes the table."""
    site = Site.of(request)
    if request.method in ("GET", "HEAD"):
        making = read_tiles({}, nickname_of(request))
        return show(site, replace(making, public=request.query_params.get("public") == "public"))
    making = read_tiles(await form_of(request), nickname_of(request))
    try:
        return await make(request, making.request(site.words, start=making.open_seats == 0), making.nickname)
    except RequestRefused as refusal:
        return show(site, making, refusal)


@checked
async def preview(request: Request) -> Response:
    """POST /create/carcassonne/preview: the preview of the form while it is being filled in."""
    site = Site.of(request)
    making = read_tiles(await form_of(request), nickname_of(request))
    answer = {
        "sentence": sentence(making, site.words),
        "picture": "",
        "name": making.usual_name(site.words),
        "open": making.open_seats,
    }
    return JSONResponse(answer, headers={"cache-control": "no-store"})


ROUTES: Final = [
    Route("/create/carcassonne", create, methods=["GET", "POST"]),
    Route("/create/carcassonne/preview", preview, methods=["POST"]),
]
