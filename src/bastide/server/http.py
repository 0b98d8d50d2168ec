"""The JSON API: make a table, look at it, sit down, act, fetch the record. See docs/server.md."""

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager
from functools import wraps
from typing import Annotated, Final, TypeVar

import msgspec
from msgspec import Meta
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from bastide.server import access, feed, sessions
from bastide.server.commands import Who
from bastide.server.endpoints import Endpoint, Handler, Query, get, post
from bastide.server.faults import Refusal, decode
from bastide.server.limits import Buckets, Lines
from bastide.server.model import (
    Ack,
    Command,
    CreateTable,
    Enter,
    Entered,
    Refused,
    Seated,
    Shown,
    SitDown,
    Tables,
    TableView,
)
from bastide.server.table import Table
from bastide.server.tokens import cookie_name

T = TypeVar("T")

OF_COMMANDS: Final = (
    *("spectator", "host", "stage", "paused", "turn", "stale", "used", "stand-in", "locked", "password"),
    *("invalid", "illegal", "why", "taken", "undo", "config"),
)
"""Codes with which a command may be refused, beside those of any request."""


PATIENCE: Final = 20.0
"""How many seconds what a request brings along may take to come; it is a few kilobytes at most."""


class GiveToken(msgspec.Struct, forbid_unknown_fields=True):
    """A seat token to be kept as this browser's cookie: a seat taken elsewhere goes on here."""

    token: str


def answer(value: object, status: int = 200) -> Response:
    """A value as JSON that nobody keeps."""
    return Response(
        msgspec.json.encode(value), status, media_type="application/json", headers={"cache-control": "no-store"}
    )


def refuse(request: Request, refusal: Refusal) -> Response:
    """A refusal as a `Fault`, in the caller's language."""
    response = answer(refusal.fault(access.language_of(request)), refusal.status)
    tell_on(request, response, refusal)
    return response


def tell_on(request: Request, response: Response, refusal: Refusal) -> None:
    """What an answer says of a refusal beside its words. A cookie that is good for nothing is taken back."""
    if "retry" in refusal.say.args:
        response.headers["retry-after"] = str(refusal.say.args["retry"])
    if refusal.code == "slow":
        # The rest of it may still come, and is no next request.
        response.headers["connection"] = "close"
    if refusal.code == "token" and "table_id" in request.path_params and access.is_spent(request):
        response.delete_cookie(cookie_name(request.path_params["table_id"]))


def guarded(handler: Handler) -> Handler:
    """A handler whose callers are counted and, when they change something, come from a page of this server."""

    @wraps(handler)
    async def checked(request: Request) -> Response:
        try:
            if request.method not in ("GET", "HEAD"):
                access.check_origin(request)
            throttle(request, request.app.state.callers)
            return await handler(request)
        except Refusal as refusal:
            return refuse(request, refusal)

    return checked


def throttle(connection: HTTPConnection, buckets: Buckets) -> None:
    """Count a request of this address.

    :raises Refusal: it has asked too often.
    """
    wait = buckets.wait(access.address_of(connection))
    if wait:
        what = "tables" if buckets is connection.app.state.makers else "requests"
        connection.app.state.metrics.limited.labels(what).inc()
        raise Refusal("rate", "Too many requests: try again in {retry} s", retry=int(wait) + 1)


def line_of(connection: HTTPConnection) -> AbstractContextManager[None]:
    """A line of this address that stays open, held for as long as what is given back is entered.

    :raises Refusal: there are too many, of this address or in all.
    """
    lines: Lines = connection.app.state.lines
    address = access.address_of(connection)
    if lines.enough(address) or lines.full():
        connection.app.state.metrics.limited.labels("lines").inc()
        if lines.full():
            raise Refusal("busy", "The server has no room for another line now; come back later")
        raise Refusal("rate", "Too many pages of this address are open; close one, or come back later")
    return lines.hold(address)


async def body(request: Request, kind: type[T], *, secret: bool = False) -> T:
    """The request's body, read strictly; it is measured before it is parsed. What is wrong in a secret is not quoted.

    :raises Refusal: it is no JSON by its type, too large, or not of this kind.
    """
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != "application/json":
        raise Refusal("media", "Send JSON, with Content-Type: application/json, not {input}", input=repr(media[:60]))
    limit = access.hub_of(request).settings.message_limit
    large = Refusal("too-large", "This message is too large: at most {limit} bytes are read", limit=limit)
    return decode(await sent(request, limit, large), kind, limit, secret=secret)


async def sent(request: Request, limit: int, large: Refusal) -> bytes:
    """All that a request brings along, if it comes within a while; `large` is what it is refused with beyond the limit.

    :raises Refusal: it is too large, or comes too slowly.
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
        raise Refusal("slow", words, count=int(PATIENCE)) from None
    return data


async def table_of(request: Request) -> Table:
    """The table in the path."""
    return await access.hub_of(request).table(request.path_params["table_id"])


@guarded
async def create(request: Request) -> Response:
    """POST /api/tables: make a table and take its first open chair."""
    order = await body(request, CreateTable)
    throttle(request, request.app.state.makers)
    table, outcome = await access.hub_of(request).create(order)
    assert outcome.seat is not None
    await sessions.link(request, table, outcome.seat, outcome.generation)
    return seated(request, table, "", outcome.version, outcome.seat, outcome.generation, 201)


def seated(
    request: Request, table: Table, command: str, version: int, seat: int, generation: int, status: int = 200
) -> Response:
    """The answer to whoever took a seat, with its token in the body and as a cookie."""
    token = access.hub_of(request).issue(table, seat, generation)
    response = answer(Seated(command, version, table.state.id, seat, token, f"/t/{table.state.id}"), status)
    access.set_cookie(request, response, table.state.id, token)
    return response


@guarded
async def tables(request: Request) -> Response:
    """GET /api/tables: the public tables; with `?mine=1` those at which this browser sits."""
    hub = access.hub_of(request)
    own = await sessions.own_tables(request)
    if request.query_params.get("mine"):
        return answer(Tables(await hub.cards(own)))
    cards = await hub.public()
    return answer(Tables([msgspec.structs.replace(card, seat=own.get(card.id)) for card in cards]))


@guarded
async def look(request: Request) -> Response:
    """GET /api/tables/{id}: the table as the caller may see it."""
    table = await table_of(request)
    who = await sessions.viewer(request, table)
    return answer(table.view(who.seat, who.entered))


@guarded
async def sit(request: Request) -> Response:
    """POST /api/tables/{id}/sit: take an open chair."""
    table = await table_of(request)
    wanted = await body(request, SitDown, secret=True)
    command = Command(id=wanted.id, do="sit", text=wanted.nickname, seat=wanted.seat, secret=wanted.password)
    return await take_seat(request, table, await sessions.viewer(request, table), command)


async def take_seat(request: Request, table: Table, who: Who, command: Command) -> Response:
    """Carry out a `sit` and hand over the token."""
    who = await access.hub_of(request).door.enter(table, who, command.secret, access.address_of(request))
    outcome = await table.do(who, command)
    assert outcome.seat is not None
    await sessions.link(request, table, outcome.seat, outcome.generation)
    return seated(request, table, command.id, outcome.version, outcome.seat, outcome.generation)


@guarded
async def enter(request: Request) -> Response:
    """POST /api/tables/{id}/enter: give the table's password, and be given a spectator's token."""
    table = await table_of(request)
    wanted = await body(request, Enter, secret=True)
    token = await enter_table(request, table, wanted.password)
    state = table.state
    response = answer(Entered(state.version, state.id, token, f"/t/{state.id}"))
    access.set_cookie(request, response, state.id, token)
    return response


async def enter_table(request: Request, table: Table, password: str) -> str:
    """The token of a spectator who gives the right password.

    :raises Refusal: it is wrong, or the caller has a seat, whose token this one would replace.
    """
    hub = access.hub_of(request)
    who = table.current(access.known(request, table))
    if who.seat is not None:
        raise Refusal("taken", "You have seat {number} at this table already", number=who.seat + 1)
    await hub.door.enter(table, who, password, access.address_of(request))
    return hub.admit(table)


@guarded
async def keep(request: Request) -> Response:
    """POST /api/tables/{id}/token: keep a seat token as this browser's cookie."""
    table = await table_of(request)
    token = (await body(request, GiveToken)).token
    who = access.hub_of(request).who(token, table.state.id)
    if who.seat is None:
        raise Refusal("token", "This token shows the table, but gives no seat")
    if table.current(who).seat is None:
        raise Refusal("token", "Seat {number} is no longer yours; take a seat again", number=who.seat + 1)
    return seated(request, table, "", table.state.version, who.seat, who.generation)


@guarded
async def command(request: Request) -> Response:
    """POST /api/tables/{id}/commands: one command, answered by `Ack`, `Refused`, `Seated` (sit) or `Shown` (seen)."""
    table = await table_of(request)
    wanted = await body(request, Command)
    try:
        if wanted.do == "sit":
            return await take_seat(request, table, await sessions.viewer(request, table), wanted)
        await sessions.viewer(request, table)
        who = access.bearer(request, table)
        return answer(await carry_out(table, who, await access.hub_of(request).door.changed(table, who, wanted)))
    except Refusal as refusal:
        fault = refusal.fault(access.language_of(request))
        return answer(Refused(wanted.id, fault, table.state.version), refusal.status)


async def carry_out(table: Table, who: Who, command: Command) -> Ack | Shown:
    """A command that takes no seat.

    :raises Refusal: it is not possible.
    """
    match command.do:
        case "ping":
            table.heard(who)
        case "why":
            refusal = table.why(table.current(who), command.text)
            if refusal is not None:
                raise refusal
        case "seen":
            table.heard(who)
            return followed(table, table.current(who), command.version or 0)
        case _:
            return Ack(command.id, (await table.do(who, command)).version)
    return Ack(command.id, table.state.version)


def followed(table: Table, who: Who, version: int) -> Shown:
    """The table now, with the events since a version; whole if those are not known without a gap."""
    view = table.view(who.seat, who.entered)
    news = table.state.since(version)
    return feed.whole(view) if news is None else feed.partly(view, feed.told(table, who, news), len(news))


def game_of(request: Request) -> int | None:
    """Which game of the table is asked for, counted from 1; None is the last.

    :raises Refusal: it is no such number.
    """
    asked = request.query_params.get("game")
    if asked is not None and not (asked.isascii() and asked.isdigit() and len(asked) < 6):
        raise Refusal("malformed", "There is no game {input}; games are counted from 1", input=repr(asked[:40]))
    return None if asked is None else int(asked)


@guarded
async def record(request: Request) -> Response:
    """GET /api/tables/{id}/record: the record of the finished game; `?game=1` for an earlier one."""
    table = await table_of(request)
    text = await table.record(await sessions.viewer(request, table), game_of(request))
    return Response(
        text,
        media_type="application/jsonl",
        headers={
            "cache-control": "no-store",
            "content-disposition": f'attachment; filename="bastide-{table.state.id}.jsonl"',
        },
    )


async def not_found(request: Request, error: Exception) -> Response:
    """What is not there, or not for this method: a fault like any other."""
    assert isinstance(error, HTTPException)
    path = repr(request.url.path[:120])
    if error.status_code == 405:
        allowed = (error.headers or {}).get("Allow", "")
        refusal = Refusal(
            "method", "{way} {input} is not possible; allowed: {ways}", way=request.method, input=path, ways=allowed
        )
    elif error.status_code == 404:
        refusal = Refusal("unknown", "There is nothing at {input}", input=path)
    else:
        refusal = Refusal("malformed", "{why}", why=str(error.detail))
    response = refuse(request, refusal)
    response.status_code = error.status_code
    response.headers.update(error.headers or {})
    return response


async def refused(request: Request, error: Exception) -> Response:
    """A refusal that a page let through."""
    assert isinstance(error, Refusal)
    return refuse(request, error)


MINE: Final = Query(
    "mine", str, "`1` for the tables at which this browser or the account that is signed in has a seat."
)
GAME: Final = Query("game", Annotated[int, Meta(ge=1, le=99_999)], "Which game of the table, counted from 1.")

ROUTES: Final = [
    Endpoint(
        "/api/tables",
        get(tables, Tables, "store", query=(MINE,)),
        post(create, CreateTable, {201: Seated}, "config", "taken", "stage", "store", "busy"),
    ),
    Endpoint("/api/tables/{table_id}", get(look, TableView)),
    Endpoint("/api/tables/{table_id}/sit", post(sit, SitDown, Seated, "taken", "used", "stage", "locked", "password")),
    Endpoint("/api/tables/{table_id}/enter", post(enter, Enter, Entered, "password", "taken")),
    Endpoint("/api/tables/{table_id}/token", post(keep, GiveToken, Seated)),
    Endpoint(
        "/api/tables/{table_id}/commands",
        post(command, Command, Ack | Seated | Shown, *OF_COMMANDS, refused=True),
    ),
    Endpoint(
        "/api/tables/{table_id}/record",
        get(record, str, "hidden", "spectator", "password", "malformed", query=(GAME,), media="application/jsonl"),
    ),
]
