"""The style sheets of a page as one file, with those of the expansions: each one's `page.css`."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bastide.kernel.families import FAMILIES
from bastide.kernel.rooms import beside, folders
from bastide.web.site import HERE

FOLDER: Final = HERE / "static" / "css"
ROOMS: Final = "rooms"
"""The name under which the sheets of all expansions are joined."""


@cache
def of_rooms() -> str:
    """The sheets of all rooms in their order."""
    pages = [beside(folder, "page", "page.css") for family in FAMILIES for folder in folders(family).values()]
    return "\n".join(page.read_bytes().decode("utf-8", "replace") for page in pages if page.is_file())


def joined(names: list[str]) -> str | None:
    """The sheets of these names, one after the other; None if there is no such sheet."""
    known = {path.stem: path for path in FOLDER.glob("*.css")}
    if not known.keys() | {ROOMS} >= set(names) or len(set(names)) < len(names):
        return None
    text = "\n".join(of_rooms() if name == ROOMS else known[name].read_text("utf-8") for name in names)
    return text.replace("url(../", "url(/static/")


async def sheets(request: Request) -> Response:
    """GET /css/NAME+NAME.css: revalidated on each use, and sent only if it has changed."""
    text = joined(request.path_params["names"].split("+"))
    if text is None:
        return Response("no such style sheet", 404, media_type="text/plain")
    tag = f'"{sha256(text.encode()).hexdigest()[:16]}"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(text, media_type="text/css", headers=headers)


ROUTES: Final = [Route("/css/{names}.css", sheets, methods=["GET"])]
