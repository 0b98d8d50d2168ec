"""The style sheet of the expansions: each one's `page.css`, joined into one file."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bastide.kernel.families import FAMILIES
from bastide.kernel.rooms import beside, folders


@cache
def style() -> tuple[str, str]:
    """The sheets of all rooms in their order, and the entity tag of the whole."""
    pages = [beside(folder, "page", "page.css") for family in FAMILIES for folder in folders(family).values()]
    text = "\n".join(page.read_bytes().decode("utf-8", "replace") for page in pages if page.is_file())
    return text, f'"{sha256(text.encode()).hexdigest()[:16]}"'


async def sheet(request: Request) -> Response:
    """GET /rooms.css: revalidated on each use, and sent only if it has changed."""
    text, tag = style()
    headers = {"etag": tag, "cache-control": "no-cache"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(text, media_type="text/css", headers=headers)


ROUTES: Final = [Route("/rooms.css", sheet, methods=["GET"])]
