"""What every page with a form does: who may send one, how much of it is read, and the name that a browser used last."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Final
from urllib.parse import parse_qsl, quote, unquote

from starlette.requests import Request
from starlette.responses import Response

from bastide.server import access
from bastide.server.faults import Refusal
from bastide.server.http import sent, throttle
from bastide.web.making import new_name
from bastide.web.site import YEAR

Handler = Callable[[Request], Awaitable[Response]]

NAME_COOKIE: Final = "bastide_name"
FORM_LIMIT: Final = 8 * 1024
SEE_OTHER: Final = 303


def checked(handler: Handler) -> Handler:
    """A page whose visitors are counted and, when they send something, come from a page of this server."""

    @wraps(handler)
    async def guarded(request: Request) -> Response:
        if request.method not in ("GET", "HEAD"):
            access.check_origin(request)
        throttle(request, request.app.state.callers)
        return await handler(request)

    return guarded


async def form_of(request: Request) -> dict[str, str]:
    """What a form sends, the last value of each field.

    :raises Refusal: it is larger than any of our forms, or comes too slowly.
    """
    return fields(await sent(request, FORM_LIMIT, Refusal("too-large", "The request is too large.")))


def fields(data: bytes) -> dict[str, str]:
    """The fields in what a form sends.

    :raises Refusal: there are more than any of our forms has.
    """
    try:
        return dict(parse_qsl(data.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=60))
    except ValueError:
        raise Refusal("too-large", "The request is too large.") from None


def nickname_of(request: Request) -> str:
    """The name that this browser used last, or a friendly one to begin with."""
    return unquote(request.cookies.get(NAME_COOKIE, ""))[:24] or new_name()


def remember_name(response: Response, nickname: str) -> None:
    """Offer the name again the next time."""
    if nickname:
        response.set_cookie(NAME_COOKIE, quote(nickname), max_age=YEAR, samesite="lax", httponly=True, path="/")
