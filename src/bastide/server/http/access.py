"""The caller of a request or socket: hub, seat token, language, address, origin."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection, Request

from bastide.server.common.faults import RequestRefused
from bastide.server.common.limits import network
from bastide.server.http.seat_cookies import seat_token
from bastide.server.log.draft import Who
from bastide.server.tables.hub import Hub
from bastide.server.tables.table import Table
from bastide.view.catalogues import LANGUAGES

LANGUAGE_COOKIE: Final = "bastide_lang"
PLAY: Final = re.compile(r"/(?:api/tables/([^/]+)/commands|ws/([^/]+))")
"""The paths of commands and of a table's socket."""


def hub_of(connection: HTTPConnection) -> Hub:
    """The hub that serves this connection."""
    hub = connection.app.state.hub
    assert isinstance(hub, Hub)
    return hub


def token_of(connection: HTTPConnection, table: str) -> str:
    """The seat token of the request: from `Authorization: Bearer`, the query `token`, or the browser's cookies."""
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return bearer.strip()
    return connection.query_params.get("token") or seat_token(connection, table)


def bearer(connection: HTTPConnection, table: Table) -> Who:
    """The author that the token proves, or nobody without one. The seat may have changed hands since.

    :raises RequestRefused: the token is not valid for this table.
    """
    text = token_of(connection, table.state.id)
    return hub_of(connection).who(text, table.state.id) if text else Who()


def plays(connection: HTTPConnection) -> bool:
    """Whether somebody with a seat connects to the table or sends a command: what pages cost does not concern them."""
    found = PLAY.fullmatch(connection.scope["path"])
    if found is None or connection.scope.get("method", "POST") != "POST":
        return False
    table_id = found[1] or found[2]
    try:
        return hub_of(connection).who(token_of(connection, table_id), table_id).seat is not None
    except RequestRefused:
        return False


def viewer(connection: HTTPConnection, table: Table) -> Who:
    """The author that the token proves, if the seat is still theirs; otherwise a spectator.

    :raises RequestRefused: the token is not valid for this table.
    """
    return table.current(bearer(connection, table))


def known(connection: HTTPConnection, table: Table) -> Who:
    """Like `bearer`, but an invalid token counts as none: giving a password requires no valid token."""
    try:
        return bearer(connection, table)
    except RequestRefused:
        return Who()


def is_spent(request: Request) -> bool:
    """Whether the browser's seat, if it has one, is invalid; the refused token may have been another one."""
    table_id = request.path_params["table_id"]
    text = seat_token(request, table_id)
    if not text:
        return False
    hub = hub_of(request)
    try:
        who = hub.who(text, table_id)
    except RequestRefused:
        return True
    table = hub.tables.get(table_id)
    return table is not None and who.seat is not None and table.current(who).seat is None


def language_of(connection: HTTPConnection) -> str:
    """The requested language: query `lang`, cookie `bastide_lang`, `Accept-Language`, else English."""
    wanted = [connection.query_params.get("lang", ""), connection.cookies.get(LANGUAGE_COOKIE, "")]
    ranked = []
    for place, part in enumerate(connection.headers.get("accept-language", "").split(",")[:20]):
        tag, _, quality = part.partition(";q=")
        try:
            ranked.append((-float(quality or 1), place, tag))
        except ValueError:
            continue
    for tag in [*wanted, *(tag for _, _, tag in sorted(ranked))]:
        base = tag.strip().replace("_", "-").split("-")[0].lower()
        if base in LANGUAGES:
            return base
    return "en"


def address_of(connection: HTTPConnection) -> str:
    """The caller's address for rate limits; an IPv6 /64 network counts as one."""
    return network(connection.client.host if connection.client else "")


def check_origin(connection: HTTPConnection) -> None:
    """Check that a page of this server sends the request. Non-browser clients send no origin, and have no cookies.

    :raises RequestRefused: the page is of another origin.
    """
    origin = connection.headers.get("origin")
    if origin is None and connection.headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        raise RequestRefused("origin", "A page of another site may not act on this server")
    if origin is None or origin in hub_of(connection).settings.origins:
        return
    try:
        theirs = urlsplit(origin).netloc.lower()
    except ValueError:
        theirs = ""
    if not theirs or theirs != connection.headers.get("host", "").lower():
        raise RequestRefused("origin", "Pages of {input} may not act on this server", input=origin[:80])
