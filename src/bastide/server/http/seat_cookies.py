"""The cookies that prove a browser's seats: one for a seat just taken, and one list of all the others.

A seat just taken gets a cookie of its own, so that two pages can take seats at the same time. When there are more than
a few, a response adds them to the list. Only a cookie whose seat the browser has sent in its list is deleted: no order
of responses loses a seat. A browser that sends nearly more than proxies accept, as with the cookies of versions that
had no list, is the exception: its oldest cookies go into the list at once.

A browser sends the cookies of every server on a host, whatever their ports: those of another one are left alone.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from bastide.server.common.faults import RequestRefused
from bastide.server.common.seat_list import HeldSeat, fits, latest
from bastide.server.common.tokens import COOKIE, cookie_name
from bastide.server.tables.hub import Hub

SEATS: Final = "bastide_seats"
"""The cookie with the list; it has the mark of the server (`own_cookie`)."""
FEW: Final = 3
"""How many cookies of single seats are left as they are."""
AT_ONCE: Final = 12
"""How many cookies a response deletes: a proxy accepts 4 kB of response headers by default."""
WITH_LIST: Final = 5
"""How many it deletes if it also sets the list."""
CROWDED: Final = 4000
"""From how many bytes of cookies on they are moved at once: a proxy accepts 8 kB in one header by default."""
_DROPPED: Final = "bastide.dropped"
_LISTED: Final = "bastide.listed"


def own_cookie(connection: HTTPConnection, name: str) -> str:
    """The name of a cookie of which each server on a host has its own."""
    return f"{name}-{_hub(connection).tokens.mark}"


def seat_token(connection: HTTPConnection, table: str) -> str:
    """The token of this browser's seat at a table; empty without one."""
    own = connection.cookies.get(cookie_name(table))
    if own is not None:
        return own
    held = listed(connection).get(table)
    return "" if held is None else _hub(connection).tokens.issue(held.token)


def seat_tables(connection: HTTPConnection) -> list[str]:
    """The tables at which this browser has or had a seat."""
    return list(dict.fromkeys([*listed(connection), *_single(connection)]))


def listed(connection: HTTPConnection) -> dict[str, HeldSeat]:
    """The seats in the browser's list, by table. They are read once for each request: every seat asks for them."""
    found: dict[str, HeldSeat] | None = connection.scope.get(_LISTED)
    if found is None:
        # The list of a version whose cookies had no mark is read too: guests prove their seats by nothing else.
        text = connection.cookies.get(own_cookie(connection, SEATS)) or connection.cookies.get(SEATS)
        seats = _hub(connection).seat_lists.verify(text) if text else []
        found = connection.scope[_LISTED] = {held.token.table: held for held in seats}
    return found


def set_seat(request: Request, response: Response, table: str, token: str) -> None:
    """Set the token of a seat that was just taken, and put the others into the list."""
    _set(request, response, cookie_name(table), token)
    tidy_seats(request, response, but=table)


def drop_seats(request: Request, response: Response, tables: Collection[str]) -> None:
    """Delete the seats at these tables from the browser."""
    dropped: set[str] = request.scope.setdefault(_DROPPED, set())
    dropped.update(tables)
    for table in [table for table in tables if cookie_name(table) in request.cookies][:AT_ONCE]:
        response.delete_cookie(cookie_name(table))
    if any(table in listed(request) for table in tables):
        tidy_seats(request, response)


def tidy_seats(request: Request, response: Response, but: str = "") -> None:
    """Put single cookies into the list, and delete those that the list has. The table `but` has just got its own."""
    dropped: set[str] = request.scope.get(_DROPPED, set())
    before = listed(request)
    single = {table: held for table, held in _single(request).items() if table not in dropped and table != but}
    kept = {table: held for table, held in before.items() if table not in dropped and table != but}
    moved: dict[str, HeldSeat] = {}
    if len(request.headers.get("cookie", "")) > CROWDED:
        oldest = sorted((held.at, table) for table, held in single.items())[:WITH_LIST]
        moved = {table: single[table] for _, table in oldest}
        single = {table: held for table, held in single.items() if table in before}
    elif len(single) <= FEW:
        single = {}
    after = {held.token.table: held for held in latest((kept | single | moved).values())}
    # What does not fit into the list is older than all that is there.
    full = len(after) < len(kept | single | moved)
    spare = [table for table in single if before.get(table) == single[table] or (full and table not in after)]
    spent = dict.fromkeys([*moved, *spare, *_invalid(request, but)])
    if after != before:
        _set(request, response, own_cookie(request, SEATS), _hub(request).seat_lists.issue(after.values()))
    for table in list(spent)[: AT_ONCE if after == before else WITH_LIST]:
        response.delete_cookie(cookie_name(table))


def _single(connection: HTTPConnection) -> dict[str, HeldSeat]:
    """The seats with a cookie of their own that fit into the list."""
    tokens = _hub(connection).tokens
    found: dict[str, HeldSeat] = {}
    for name, text in connection.cookies.items():
        if name.startswith(COOKIE):
            table = name.removeprefix(COOKIE)
            try:
                held = HeldSeat(*tokens.dated(text, table))
            except RequestRefused:
                continue
            if fits(held.token):
                found[table] = held
    return found


def _invalid(connection: HTTPConnection, but: str) -> list[str]:
    """The tables of single cookies that were issued here and no longer prove anything."""
    tokens = _hub(connection).tokens
    found = []
    for name, text in connection.cookies.items():
        table = name.removeprefix(COOKIE)
        if name.startswith(COOKIE) and table != but:
            try:
                tokens.verify(text, table)
            except RequestRefused:
                if tokens.issued(text):
                    found.append(table)
    return found


def _set(request: Request, response: Response, name: str, value: str) -> None:
    """Set a cookie that scripts cannot read."""
    response.set_cookie(
        name,
        value,
        max_age=_hub(request).settings.token_age,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def _hub(connection: HTTPConnection) -> Hub:
    hub = connection.app.state.hub
    assert isinstance(hub, Hub)
    return hub
