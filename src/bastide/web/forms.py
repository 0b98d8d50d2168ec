"""Shared form handling: who may send one, how much of it is read, and the nickname that a browser used last."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from typing import Final
from urllib.parse import parse_qsl, quote, unquote, urlencode

from starlette.requests import Request
from starlette.responses import Response

from bastide.server.common.faults import RequestRefused
from bastide.server.http import access, sessions
from bastide.server.http.api import sent, throttle
from bastide.web.making import new_name
from bastide.web.site import YEAR

Handler = Callable[[Request], Awaitable[Response]]

NAME_COOKIE: Final = "bastide_name"
LAST_COOKIE: Final = "bastide_last"
"""Holds the fields of the form from which this browser made its last table, without names and password."""
FORM_LIMIT: Final = 8 * 1024
SEE_OTHER: Final = 303


def checked(handler: Handler) -> Handler:
    """A page whose visitors are rate-limited and whose forms must come from a page of this server."""

    @wraps(handler)
    async def guarded(request: Request) -> Response:
        if request.method not in ("GET", "HEAD"):
            access.check_origin(request)
        throttle(request, request.app.state.callers)
        response = await handler(request)
        if request.method in ("GET", "HEAD"):
            remember_name(response, getattr(request.state, "proposed", ""))
        return response

    return guarded


def headed(handler: Handler) -> Handler:
    """A `checked` page with the site's head, which says who is signed in."""

    @checked
    @wraps(handler)
    async def known(request: Request) -> Response:
        await sessions.look_up(request)
        return await handler(request)

    return known


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form, the last value of each.

    :raises RequestRefused: it is larger than any of our forms, or comes too slowly.
    """
    return fields(await sent(request, FORM_LIMIT, RequestRefused("too-large", "The request is too large.")))


def fields(data: bytes) -> dict[str, str]:
    """Fields in the body of a form.

    :raises RequestRefused: there are more than any of our forms has.
    """
    try:
        return dict(parse_qsl(data.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=100))
    except ValueError:
        raise RequestRefused("too-large", "The request is too large.") from None


def nickname_of(request: Request) -> str:
    """The name that this browser used last, or a friendly one to begin with."""
    return last_name(request) or propose(request, new_name())


def propose(request: Request, name: str) -> str:
    """Propose a name to a browser that has used none: the same again until it uses one."""
    request.state.proposed = name
    return name


def last_name(request: Request) -> str:
    """The name that this browser used last; empty if it has used none."""
    return unquote(request.cookies.get(NAME_COOKIE, ""))[:24]


def remember_name(response: Response, nickname: str) -> None:
    """Offer the name again the next time."""
    if nickname:
        response.set_cookie(NAME_COOKIE, quote(nickname), max_age=YEAR, samesite="lax", httponly=True, path="/")


def last_form(request: Request) -> dict[str, str]:
    """The form from which this browser made its last table; empty if it made none, or sends nonsense."""
    try:
        return fields(unquote(request.cookies.get(LAST_COOKIE, ""))[:FORM_LIMIT].encode())
    except RequestRefused:
        return {}


def remember_form(response: Response, form: Mapping[str, str]) -> None:
    """Offer the same game again the next time."""
    response.set_cookie(LAST_COOKIE, quote(urlencode(form)), max_age=YEAR, samesite="lax", httponly=True, path="/")
