"""What the handlers of the JSON API have in common: rate limits, reading the body, answers and refusals."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import wraps
from typing import Any, Final, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from bastide.server.common.faults import RequestRefused, decode
from bastide.server.common.limits import Buckets, OpenConnections
from bastide.server.http import access
from bastide.server.http.endpoints import Handler
from bastide.server.http.seat_cookies import drop_seats
from bastide.server.tables.table import Table

T = TypeVar("T")

PATIENCE: Final = 20.0
"""How many seconds the body of a request may take to arrive; it is a few kilobytes at most."""


def answer(value: object, status: int = 200) -> Response:
    """A JSON response that must not be cached."""
    return Response(
        msgspec.json.encode(value), status, media_type="application/json", headers={"cache-control": "no-store"}
    )


def refuse(request: Request, refusal: RequestRefused) -> Response:
    """A refusal as a `Fault` in the caller's language."""
    return told_on(request, answer(refusal.fault(access.language_of(request)), refusal.status), refusal)


def told_on(request: Request, response: Response, refusal: RequestRefused) -> Response:
    """The same response with the headers that go with a refusal; an invalid cookie is deleted."""
    with_retry(response, refusal)
    if refusal.code == "slow":
        # The rest of the body may still arrive, and must not be read as the next request.
        response.headers["connection"] = "close"
    if refusal.code == "token" and "table_id" in request.path_params and access.is_spent(request):
        drop_seats(request, response, [request.path_params["table_id"]])
    return response


def guarded(handler: Handler) -> Handler:
    """Decorate a handler: limit the caller's rate, check the origin of changes, and answer refusals."""

    @wraps(handler)
    async def checked(request: Request) -> Response:
        try:
            if request.method not in ("GET", "HEAD"):
                access.check_origin(request)
            throttle(request, request.app.state.callers)
            return await handler(request)
        except RequestRefused as refusal:
            return refuse(request, refusal)

    return checked


def with_retry(response: Response, refusal: RequestRefused) -> Response:
    """The same response with the seconds after which the request may be tried again, if the refusal names them."""
    if "retry" in refusal.say.args:
        response.headers["retry-after"] = str(refusal.say.args["retry"])
    return response


def throttle_making(request: Request) -> None:
    """Count a new table of this address.

    :raises RequestRefused: there are too many at once, or today.
    """
    throttle(request, request.app.state.makers)
    try:
        throttle(request, request.app.state.makers_of_the_day)
    except RequestRefused:
        request.app.state.makers.give(access.address_of(request))
        raise


def throttle(connection: HTTPConnection, buckets: Buckets) -> None:
    """Count a request of this address.

    :raises RequestRefused: its rate limit is exceeded, or it has used up its processor time and does not play.
    """
    state = connection.app.state
    what = "tables" if buckets in (state.makers, state.makers_of_the_day) else "requests"
    check(connection, buckets.wait(access.address_of(connection)), what)
    if not access.plays(connection):
        throttle_costs(connection, what)


def throttle_costs(connection: HTTPConnection, what: str = "requests") -> None:
    """Refuse an address that has used up its processor time.

    :raises RequestRefused: it has.
    """
    check(connection, access.hub_of(connection).shared.costs.wait(access.address_of(connection)), what)


def check(connection: HTTPConnection, wait: float, what: str) -> None:
    """Refuse a request that should have waited so many seconds, if any, and count the refusal.

    :raises RequestRefused: it should have.
    """
    if wait:
        connection.app.state.metrics.limited.labels(what).inc()
        raise RequestRefused("rate", "Too many requests: try again in {retry} s", retry=int(wait) + 1)


def connection_slot(connection: HTTPConnection) -> AbstractContextManager[None]:
    """A context manager that counts a long-lived connection of this address while it is entered.

    :raises RequestRefused: there are too many, of this address or in all.
    """
    open_connections: OpenConnections = connection.app.state.open_connections
    address = access.address_of(connection)
    if open_connections.enough(address) or open_connections.full():
        connection.app.state.metrics.limited.labels("connections").inc()
        if open_connections.full():
            raise RequestRefused("busy", "The server accepts no more connections now; come back later")
        raise RequestRefused("rate", "Too many pages of this address are open; close one, or come back later")
    return open_connections.hold(address)


async def body(request: Request, kind: type[T], *, secret: bool = False) -> T:
    """Decode the body of a request strictly, checking its size first. A secret body is not quoted in errors.

    :raises RequestRefused: its media type is not JSON, it is too large, or it is not of this kind.
    """
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != "application/json":
        raise RequestRefused(
            "media", "Send JSON, with Content-Type: application/json, not {input}", input=repr(media[:60])
        )
    limit = access.hub_of(request).settings.message_limit
    large = RequestRefused("too-large", "This message is too large: at most {limit} bytes are read", limit=limit)
    return decode(await sent(request, limit, large), kind, limit, secret=secret)


async def sent(request: Request, limit: int, large: RequestRefused) -> bytes:
    """Read the whole body of a request within a time limit; beyond `limit` bytes `large` is raised.

    :raises RequestRefused: it is too large, or arrives too slowly.
    """
    data = b""
    try:
        async with asyncio.timeout(PATIENCE):
            async for chunk in request.stream():
                data += chunk
                if len(data) > limit:
                    raise large
    except TimeoutError:
        words = "This came too slowly: send all of it within {count} {count:second|seconds}"
        raise RequestRefused("slow", words, count=int(PATIENCE)) from None
    return data


async def aside(connection: HTTPConnection, job: Callable[..., T], *given: Any) -> T:
    """Run a job in a thread; its processor time is counted for this address."""
    return await access.hub_of(connection).shared.costs.aside(access.address_of(connection), job, *given)


async def table_of(request: Request) -> Table:
    """The table in the path."""
    return await access.hub_of(request).table(request.path_params["table_id"])


async def not_found(request: Request, error: Exception) -> Response:
    """Answer unknown paths and methods with a fault."""
    assert isinstance(error, HTTPException)
    path = repr(request.url.path[:120])
    if error.status_code == 405:
        allowed = (error.headers or {}).get("Allow", "")
        refusal = RequestRefused(
            "method", "{way} {input} is not possible; allowed: {ways}", way=request.method, input=path, ways=allowed
        )
    elif error.status_code == 404:
        refusal = RequestRefused("unknown", "There is nothing at {input}", input=path)
    else:
        refusal = RequestRefused("malformed", "{why}", why=str(error.detail))
    response = refuse(request, refusal)
    response.status_code = error.status_code
    response.headers.update(error.headers or {})
    return response


async def refused(request: Request, error: Exception) -> Response:
    """Answer a refusal that a page did not handle."""
    assert isinstance(error, RequestRefused)
    return refuse(request, error)
