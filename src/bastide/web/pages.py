"""The front page, table links, the page background, health. Each works without a script."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from bastide.players import offered
from bastide.server.common.faults import RequestRefused
from bastide.server.common.tokens import ALPHABET, typed_code
from bastide.server.http import access, api, sessions
from bastide.server.http.seat_cookies import drop_seats, tidy_seats
from bastide.server.storage.store import StoreError
from bastide.web import faces, maps, shelf
from bastide.web.continuing import band
from bastide.web.create import AGAIN
from bastide.web.forms import SEE_OTHER, checked, headed, last_form, last_name
from bastide.web.making import LEVEL, read_form
from bastide.web.making_tiles import GAME as TILES
from bastide.web.making_tiles import read_tiles
from bastide.web.people import families, usual_family
from bastide.web.shelf import DOTS, FIRST
from bastide.web.site import Site
from bastide.web.tables import own_rows, public_rows

EASY: Final = "easy"
"""The level of the bots that somebody who has not played here is offered."""
MORE: Final = 40
"""How many further own tables are listed."""


@headed
async def home(request: Request) -> Response:
    """GET /: one click into a game, tables to join, those where one sits."""
    return await show_home(request)


async def show_home(request: Request, join_error: str = "", status: int = 200) -> Response:
    """The front page; `join_error` is the invalid link."""
    site = Site.of(request)
    hub = access.hub_of(request)
    own, held = await sessions.own_and_held(request)
    cards = await hub.cards(own) if own else []
    public = [card for card in await hub.public() if card.id not in own]
    games = shelf.games(site.words)
    scores = await hub.scores([card.id for card in cards if card.stage == "over"][:1])
    last = last_form(request)
    making = (read_tiles(last) if last.get("game") == TILES else read_form(last)) if last else None
    going, more = band(cards, scores, making, site.words)
    levels = offered(hub.settings.bot_processes)
    response = site.page(
        "home.html",
        status,
        going=going,
        more=own_rows(more[:MORE], site.words),
        public=public_rows([card for card in public if card.stage == "waiting" or card.open], site.words),
        running=public_rows([card for card in public if card.stage == "playing" and not card.open], site.words),
        games=games[:FIRST],
        others=games[FIRST:],
        most_dots=DOTS,
        again=AGAIN,
        levels=faces.choices(site.words, levels, 24),
        usual_level=next((seat for seat in (making.seats if making else ()) if seat in levels), LEVEL if own else EASY),
        slow=making.slow if making else not own,
        faces=faces.symbols(),
        families=families(site.words),
        usual_family=usual_family(last),
        nickname=last_name(request),
        join_error=join_error,
    )
    drop_seats(request, response, [table for table in sessions.browser_seats(request) if table not in held])
    tidy_seats(request, response)
    return response


@headed
async def join(request: Request) -> Response:
    """GET /join?link=: redirect from a shared link or code to its table."""
    link = request.query_params.get("link", "").strip()[:300]
    try:
        path = urlsplit(link).path
    except ValueError:  # an unclosed bracket in the host, for instance
        path = ""
    parts = [part for part in path.split("/") if part]
    code = parts[1] if len(parts) > 1 and parts[0] == "t" else parts[-1] if parts else ""
    short = typed_code(link)
    if short is not None:
        api.throttle(request, access.hub_of(request).coders)
        code = await access.hub_of(request).coded(short) or ""
    code = "".join(sign for sign in code if sign in ALPHABET)
    try:
        await access.hub_of(request).table(code)
    except RequestRefused as refusal:
        if refusal.code != "unknown":
            raise
        return await show_home(request, link or "?", 404)
    return RedirectResponse(f"/t/{code}", SEE_OTHER)


async def waves(request: Request) -> Response:
    """GET /art/waves.svg: the lines of the sea behind the pages."""
    return Response(maps.waves(), media_type="image/svg+xml", headers={"cache-control": "public, max-age=86400"})


@checked
async def health(request: Request) -> Response:
    """GET /health: whether the store answers."""
    hub = access.hub_of(request)
    try:
        await hub.shared.store.version("")
    except StoreError:
        raise RequestRefused("store", "The tables cannot be listed now; try again") from None
    return JSONResponse({"status": "ok"}, headers={"cache-control": "no-store"})


ROUTES: Final = [
    Route("/", home, methods=["GET"]),
    Route("/join", join, methods=["GET"]),
    Route("/art/waves.svg", waves, methods=["GET"]),
    Route("/health", health, methods=["GET"]),
]
