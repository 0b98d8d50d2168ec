"""The covers of expansions as files: drawn on first request, and cached."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bastide.kernel.families import FAMILIES
from bastide.kernel.rooms import names
from bastide.server.http.api import aside
from bastide.view.covers import cover
from bastide.web.tileart import picture


@cache
def cover_address(family: str, name: str) -> str:
    """The URL of a cover, which changes with the picture."""
    return f"/art/cover/{sha256(cover(family, name).encode()).hexdigest()[:12]}/{family}/{name}.svg"


async def show(request: Request) -> Response:
    """GET /art/cover/{revision}/{family}/{name}.svg: the cover of an expansion."""
    family, name = request.path_params["family"], request.path_params["name"]
    if family not in FAMILIES or name not in names(family):
        return Response("no such picture", 404, media_type="text/plain")
    return picture(await aside(request, cover, family, name))


ROUTES: Final = [Route("/art/cover/{revision}/{family}/{name}.svg", show, methods=["GET"])]
