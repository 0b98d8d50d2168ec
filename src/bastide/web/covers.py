"""The covers of expansions as files: drawn on first request, and cached."""

from __future__ import annotations

from functools import cache
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bastide.kernel.families import FAMILIES
from bastide.kernel.rooms import names
from bastide.server.http.api import aside
from bastide.view.covers import BOARDS, cover, revision_of
from bastide.web.tileart import picture

FAMILY_PICTURES: Final = {"island": "/art/board.svg?deal=0", "carcassonne": "/art/carcassonne.svg"}
"""The picture of each family."""


@cache
def cover_address(family: str, name: str) -> str:
    """The URL of a cover, which changes with the picture. The picture is drawn when a browser asks for it."""
    return f"/art/cover/{revision_of(family, name)}/{family}/{name}.svg"


async def show(request: Request) -> Response:
    """GET /art/cover/{revision}/{family}/{name}.svg: the cover of an expansion or of a base game."""
    family, name = request.path_params["family"], request.path_params["name"]
    if family not in FAMILIES or (name not in names(family) and (family, name) not in BOARDS):
        return Response("no such picture", 404, media_type="text/plain")
    return picture(await aside(request, cover, family, name))


ROUTES: Final = [Route("/art/cover/{revision}/{family}/{name}.svg", show, methods=["GET"])]
