"""The pictures of tiles, each an immutable file: drawn on first request, and cached."""

from __future__ import annotations

from typing import Final

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bastide.view.carcassonne.module_views import view_of
from bastide.view.carcassonne.svg import board_document, scene
from bastide.view.carcassonne.text import PICTURED
from bastide.view.carcassonne.tiles import BOXES, WHOLE, document, whole
from bastide.web.site import YEAR

TURNS: Final = ("0", "1", "2", "3")


async def tile(request: Request) -> Response:
    """GET /art/tile/{revision}/{tile}/{turns}/{part}.svg: the ground of a tile or what stands on it.

    The part may end in the tile's wheel number, as `standing-2`. The URL changes with the picture.
    """
    name, turns = request.path_params["tile"], request.path_params["turns"]
    part, _, number = request.path_params["part"].partition("-")
    found = PICTURED.get(name)
    if found is None or turns not in TURNS or part not in (*BOXES, WHOLE):
        return Response("no such picture", 404, media_type="text/plain")
    if number and number not in map(str, found.icons):
        return Response("no such picture", 404, media_type="text/plain")
    if part == WHOLE:
        return picture(await to_thread.run_sync(whole, found, int(turns), int(number or 0)))
    drawing = await to_thread.run_sync(document, found, int(turns), part, int(number or 0))
    return picture(drawing)


def picture(drawing: str) -> Response:
    """A drawing as a response cached for ever."""
    headers = {"cache-control": f"public, max-age={YEAR}, immutable"}
    return Response(drawing, media_type="image/svg+xml", headers=headers)


async def board(request: Request) -> Response:
    """GET /art/board/{revision}/{module}.svg: a module's starting board."""
    module = request.path_params["module"]
    if not view_of(module).squares:
        return Response("no such picture", 404, media_type="text/plain")
    return picture(await to_thread.run_sync(board_document, module))


async def table(request: Request) -> Response:
    """GET /art/carcassonne.svg: a piece of a table, to show what the game looks like."""
    drawing = await to_thread.run_sync(scene)
    return Response(drawing, media_type="image/svg+xml", headers={"cache-control": "public, max-age=86400"})


ROUTES: Final = [
    Route("/art/carcassonne.svg", table, methods=["GET"]),
    Route("/art/board/{revision}/{module}.svg", board, methods=["GET"]),
    Route("/art/tile/{revision}/{tile}/{turns}/{part}.svg", tile, methods=["GET"]),
]
