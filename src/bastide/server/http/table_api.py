"""The JSON API of tables: create a table, look at it, sit down, act, fetch the record. See docs/server.md."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from bastide.server.common.faults import RequestRefused
from bastide.server.common.model import (
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
from bastide.server.http import access, sessions
from bastide.server.http.api import (
    answer,
    body,
    check,
    guarded,
    table_of,
    throttle_costs,
    throttle_making,
    with_retry,
)
from bastide.server.http.endpoints import Endpoint, Query, get, post
from bastide.server.http.seat_cookies import set_seat
from bastide.server.log.commands import GIVES_SEAT
from bastide.server.log.draft import Outcome, Who
from bastide.server.tables import feed
from bastide.server.tables.table import Table

OF_COMMANDS: Final = (
    *("spectator", "host", "stage", "paused", "turn", "stale", "used", "stand-in", "locked", "password"),
    *("invalid", "illegal", "why", "hint", "taken", "undo", "config", "full"),
)
"""Refusal codes of commands, beside those of any request."""


class GiveToken(msgspec.Struct, forbid_unknown_fields=True):
    """A seat token to store as this browser's cookie, to continue with a seat that was taken elsewhere."""

    token: str


@guarded
async def create(request: Request) -> Response:
    """POST /api/tables: create a table and take its first open chair."""
    order = await body(request, CreateTable)
    throttle_making(request)
    table, outcome = await access.hub_of(request).create(order)
    assert outcome.seat is not None
    await sessions.link(request, table, outcome.seat, outcome.generation)
    return seated(request, table, "", outcome.version, outcome.seat, outcome.generation, 201)


def seated(
    request: Request, table: Table, command: str, version: int, seat: int, generation: int, status: int = 200
) -> Response:
    """The response to taking a seat, with the token in the body and as a cookie."""
    token = access.hub_of(request).issue(table, seat, generation)
    response = answer(Seated(command, version, table.state.id, seat, token, f"/t/{table.state.id}"), status)
    set_seat(request, response, table.state.id, token)
    return response


@guarded
async def tables(request: Request) -> Response:
    """GET /api/tables: the public tables; with `?mine=1` those where this browser has a seat."""
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
    async with table.shared.turn(access.address_of(request)):
        who = table.current(who)
        return answer(table.view(who.seat, who.entered))


@guarded
async def sit(request: Request) -> Response:
    """POST /api/tables/{id}/sit: take an open chair."""
    table = await table_of(request)
    wanted = await body(request, SitDown, secret=True)
    command = Command(id=wanted.id, do="sit", text=wanted.nickname, seat=wanted.seat, secret=wanted.password)
    return await take_seat(request, table, await sessions.viewer(request, table), command)


async def take_seat(request: Request, table: Table, who: Who, command: Command) -> Response:
    """Apply a `sit` or a `renew` and return the token."""
    if command.do == "renew":
        await sessions.check_owner(request, table, who)
    who = await access.hub_of(request).table_passwords.enter(table, who, command.secret, access.address_of(request))
    outcome = await table.do(who, command)
    assert outcome.seat is not None
    await sessions.link(request, table, outcome.seat, outcome.generation)
    return seated(request, table, command.id, outcome.version, outcome.seat, outcome.generation)


@guarded
async def enter(request: Request) -> Response:
    """POST /api/tables/{id}/enter: give the table's password, and get a spectator's token."""
    table = await table_of(request)
    wanted = await body(request, Enter, secret=True)
    token = await enter_table(request, table, wanted.password)
    state = table.state
    response = answer(Entered(state.version, state.id, token, f"/t/{state.id}"))
    set_seat(request, response, state.id, token)
    return response


async def enter_table(request: Request, table: Table, password: str) -> str:
    """The token of a spectator who gives the right password.

    :raises RequestRefused: it is wrong, or the caller has a seat, whose token this one would replace.
    """
    hub = access.hub_of(request)
    who = table.current(access.known(request, table))
    if who.seat is not None:
        raise RequestRefused("taken", "You have seat {number} at this table already", number=who.seat + 1)
    await hub.table_passwords.enter(table, who, password, access.address_of(request))
    return hub.admit(table)


@guarded
async def keep(request: Request) -> Response:
    """POST /api/tables/{id}/token: store a seat token as this browser's cookie."""
    table = await table_of(request)
    token = (await body(request, GiveToken)).token
    who = access.hub_of(request).who(token, table.state.id)
    if who.seat is None:
        raise RequestRefused("token", "This token shows the table, but gives no seat")
    if table.current(who).seat is None:
        raise RequestRefused("token", "Seat {number} is no longer yours; take a seat again", number=who.seat + 1)
    return seated(request, table, "", table.state.version, who.seat, who.generation)


@guarded
async def command(request: Request) -> Response:
    """POST /api/tables/{id}/commands: one command: `Ack`, `Refused`, `Seated` (sit, renew) or `Shown` (seen)."""
    table = await table_of(request)
    wanted = await body(request, Command)
    try:
        if wanted.do in GIVES_SEAT:
            return await take_seat(request, table, await sessions.viewer(request, table), wanted)
        await sessions.viewer(request, table)
        who = access.bearer(request, table)
        wanted = await access.hub_of(request).table_passwords.changed(table, who, wanted)
        if wanted.do in ("seen", "why"):
            # These change nothing, but may take long.
            throttle_costs(request)
            async with table.shared.turn(access.address_of(request)):
                return answer(answer_question(table, who, wanted))
        return answer(await answer_command(request, table, who, wanted))
    except RequestRefused as refusal:
        fault = refusal.fault(access.language_of(request))
        response = answer(Refused(wanted.id, fault, table.state.version), refusal.status)
        return with_retry(response, refusal)


async def answer_command(connection: HTTPConnection, table: Table, who: Who, command: Command) -> Ack | Shown:
    """Execute a command that takes no seat, and return its answer.

    :raises RequestRefused: it is not possible.
    """
    if command.do in ("ping", "why", "seen"):
        return answer_question(table, who, command)
    if command.do == "hint":
        await table.hints.ask(table.current(who), command.version)
        return Ack(command.id, table.state.version)
    return Ack(command.id, (await apply_for(connection, table, who, command)).version)


async def apply_for(connection: HTTPConnection, table: Table, who: Who, command: Command) -> Outcome:
    """Apply a command. Lines of chat count towards the limit of the caller's address, which covers all tables.

    :raises RequestRefused: it is not possible, or the address has talked too much.
    """
    if command.do != "chat" or table.knows(who, command):
        return await table.do(who, command)
    # Spectators must not use up the limit of players.
    chatter = f"{access.address_of(connection)} {'watches' if table.current(who).seat is None else 'sits'}"
    chatters = access.hub_of(connection).chatters
    check(connection, chatters.wait(chatter), "chat")
    try:
        return await table.do(who, command)
    except RequestRefused:
        # A refused line was not stored, so it does not count; clients often send it again.
        chatters.give(chatter)
        raise


def answer_question(table: Table, who: Who, command: Command) -> Ack | Shown:
    """Answer a command that changes nothing: `ping`, `why` or `seen`.

    :raises RequestRefused: why something is not possible.
    """
    if command.do == "why":
        refusal = table.why(table.current(who), command.text)
        if refusal is not None:
            raise refusal
    else:
        table.heard(who)
    if command.do == "seen":
        return table_since(table, table.current(who), command.version or 0)
    return Ack(command.id, table.state.version)


def table_since(table: Table, who: Who, version: int) -> Shown:
    """The table now, with the events since a version; whole if there is a gap."""
    view = table.view(who.seat, who.entered)
    news = table.state.since(version)
    return feed.whole(view) if news is None else feed.partly(view, feed.redacted_events(table, who, news), len(news))


def game_of(request: Request) -> int | None:
    """The number of the requested game of the table, counted from 1; None is the last.

    :raises RequestRefused: it is not a valid number.
    """
    number = request.query_params.get("game")
    if number is not None and not (number.isascii() and number.isdigit() and len(number) < 6):
        raise RequestRefused("malformed", "There is no game {input}; games are counted from 1", input=repr(number[:40]))
    return None if number is None else int(number)


@guarded
async def record(request: Request) -> Response:
    """GET /api/tables/{id}/record: the record of the finished game; `?game=1` for an earlier one."""
    table = await table_of(request)
    who = await sessions.viewer(request, table)
    text = await table.record(who, game_of(request), access.address_of(request))
    return Response(
        text,
        media_type="application/jsonl",
        headers={
            "cache-control": "no-store",
            "content-disposition": f'attachment; filename="bastide-{table.state.id}.jsonl"',
        },
    )


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
