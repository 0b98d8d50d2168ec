"""The style sheets of a page as one file, with those of the expansions: each one's `page.css`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bastide.kernel.families import FAMILIES
from bastide.kernel.rooms import beside, folders
from bastide.view.svg.icons import room_chip_css
from bastide.web.made import MadeFiles
from bastide.web.site import HERE

FOLDER: Final = HERE / "static" / "css"
ROOMS: Final = "rooms"
"""The name under which the sheets of all expansions are joined."""


@cache
def of_rooms() -> str:
    """The sheets of all rooms in their order, after the chips of their goods."""
    pages = [beside(folder, "page", "page.css") for family in FAMILIES for folder in folders(family).values()]
    sheets = [page.read_bytes().decode("utf-8", "replace") for page in pages if page.is_file()]
    return "\n".join([room_chip_css(), *sheets])


def joined(key: tuple[str, str]) -> tuple[str, list[Path]] | None:
    """The sheets of names with `+` between them, one after the other; None if there is no such sheet.

    `key` is the names, and the sheets of all rooms.
    """
    names = key[0].split("+")
    known = {path.stem: path for path in FOLDER.glob("*.css")}
    if not known.keys() | {ROOMS} >= set(names) or len(set(names)) < len(names):
        return None
    text = "\n".join(key[1] if name == ROOMS else known[name].read_text("utf-8") for name in names)
    return text.replace("url(../", "url(/static/"), [known[name] for name in names if name != ROOMS]


SHEETS: Final = MadeFiles("text/css", joined)


async def sheets(request: Request) -> Response:
    """GET /css/NAME+NAME.css: revalidated on each use, and sent only if it has changed."""
    found = SHEETS.respond(request, (request.path_params["names"], of_rooms()))
    return found or Response("no such style sheet", 404, media_type="text/plain")


ROUTES: Final = [Route("/css/{names}.css", sheets, methods=["GET"])]
