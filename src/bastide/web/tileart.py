"""The pictures of tiles: each an immutable file, or many over one socket; drawn on first request, and cached."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from bastide.carcassonne.tiles.model import Tile
from bastide.server.common.faults import RequestRefused
from bastide.server.common.limits import Bucket
from bastide.server.http import access
from bastide.server.http.api import aside, connection_slot, throttle
from bastide.server.http.socket_compression import level, level_of
from bastide.view.carcassonne.module_views import view_of
from bastide.view.carcassonne.svg import board_document, country_documents, scene
from bastide.view.carcassonne.svg.country import REVISION
from bastide.view.carcassonne.text import PICTURED
from bastide.view.carcassonne.tiles import BOXES, GROUND, STANDING, TOWER, WHOLE, alone, document, listed, whole
from bastide.view.carcassonne.tiles.growth import BOX, GROWTH, drawing_of
from bastide.view.carcassonne.tiles.growth import names as growths
from bastide.view.carcassonne.tiles.marks import scenery
from bastide.web.site import YEAR

TURNS: Final = ("0", "1", "2", "3")


PICTURES_A_SECOND: Final = 50.0
MOST_PICTURES: Final = 800
"""As many as a message may ask for: all parts of a large board."""
ADDRESS: Final = re.compile(
    rf"/art/tile/{REVISION}/(?P<tile>[\w.]+)/(?P<turns>\d)/(?P<part>{GROUND}|{STANDING})(?:-(?P<number>\d))?\.svg"
    rf"|/art/{GROWTH}/{REVISION}/(?P<growth>[a-z]+(?:-[hv])?-\d)\.svg"
)


async def tile(request: Request) -> Response:
    """GET /art/tile/{revision}/{tile}/{turns}/{part}.svg: the ground of a tile or what stands on it.

    The part may end in the tile's wheel number, as `standing-2`. The URL changes with the picture.
    """
    name, turns = request.path_params["tile"], request.path_params["turns"]
    part, _, number = request.path_params["part"].partition("-")
    found = PICTURED.get(name)
    if found is None or not is_picture(found, turns, part, number):
        return Response("no such picture", 404, media_type="text/plain")
    if part == WHOLE:
        return picture(await aside(request, whole, found, int(turns), int(number or 0)))
    return picture(await aside(request, document, found, int(turns), part, int(number or 0)))


def is_picture(tile: Tile, turns: str, part: str, number: str) -> bool:
    """Whether there is such a picture of the tile."""
    return turns in TURNS and part in (*BOXES, WHOLE) and (not number or number in map(str, tile.icons))


def picture(svg: str) -> Response:
    """A drawing as a response cached for ever."""
    headers = {"cache-control": f"public, max-age={YEAR}, immutable"}
    return Response(svg, media_type="image/svg+xml", headers=headers)


async def growth(request: Request) -> Response:
    """GET /art/growth/{revision}/{name}.svg: a wood or tilled land across borders."""
    name = request.path_params["name"]
    if name not in growths():
        return Response("no such picture", 404, media_type="text/plain")
    return picture(alone(drawing_of(name), BOX))


async def country(request: Request) -> Response:
    """GET /art/country/{revision}/{name}.svg: the meadow under all tiles, or the light over them."""
    drawing = country_documents().get(request.path_params["name"])
    return Response("no such picture", 404, media_type="text/plain") if drawing is None else picture(drawing)


async def board(request: Request) -> Response:
    """GET /art/board/{revision}/{module}.svg: a module's starting board."""
    module = request.path_params["module"]
    if not view_of(module).squares:
        return Response("no such picture", 404, media_type="text/plain")
    return picture(await aside(request, board_document, module))


async def table(request: Request) -> Response:
    """GET /art/carcassonne.svg: a piece of a table, to show what the game looks like."""
    drawing = await aside(request, scene)
    return Response(drawing, media_type="image/svg+xml", headers={"cache-control": "public, max-age=86400"})


async def pictures(websocket: WebSocket) -> None:
    """/art/pictures: many pictures over one connection. A message is addresses of parts of tiles, or of what grows
    between them, one a line.

    Each is answered by one message: the address, a line break, and the drawing, whose houses are numbers, without the
    symbols that it refers to. The first message of all are those symbols by name, and under "" the paint that they
    share. Something else than an address is answered by the address alone.
    """
    try:
        access.check_origin(websocket)
        throttle(websocket, websocket.app.state.callers)
        slot = connection_slot(websocket)
    except RequestRefused as refusal:
        await websocket.send_denial_response(Response(refusal.code, refusal.status, media_type="text/plain"))
        return
    await websocket.accept()
    level.set(level_of({"game": "carcassonne"}))
    bucket = Bucket(PICTURES_A_SECOND, MOST_PICTURES)
    with slot, contextlib.suppress(WebSocketDisconnect, RuntimeError, KeyError):
        await websocket.send_text(json.dumps({"": TOWER, **scenery()}))
        while True:
            for address in (await websocket.receive_text()).split("\n")[:MOST_PICTURES]:
                await asyncio.sleep(bucket.take())
                found = ADDRESS.fullmatch(address)
                drawn = ""
                if found and found["growth"] in growths():
                    drawn = drawing_of(found["growth"])
                elif found and found["tile"] in PICTURED:
                    tile, number = PICTURED[found["tile"]], found["number"] or ""
                    if is_picture(tile, found["turns"], found["part"], number):
                        drawn = await aside(
                            websocket, listed, tile, int(found["turns"]), found["part"], int(number or 0)
                        )
                await websocket.send_text(f"{address}\n{drawn}")


ROUTES: Final = [
    WebSocketRoute("/art/pictures", pictures),
    Route("/art/carcassonne.svg", table, methods=["GET"]),
    Route("/art/board/{revision}/{module}.svg", board, methods=["GET"]),
    Route("/art/country/{revision}/{name}.svg", country, methods=["GET"]),
    Route("/art/growth/{revision}/{name}.svg", growth, methods=["GET"]),
    Route("/art/tile/{revision}/{tile}/{turns}/{part}.svg", tile, methods=["GET"]),
]
