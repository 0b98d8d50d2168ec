"""Who is signed in: a signed cookie with the account and its generation; and what being signed in adds to a request."""

from __future__ import annotations

import hashlib
import logging
from typing import Final

import msgspec
from itsdangerous import BadSignature, URLSafeTimedSerializer
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from bastide.server import access
from bastide.server.accounts import Account, Accounts, Chair
from bastide.server.commands import Who
from bastide.server.faults import Refusal
from bastide.server.logs import mark, write
from bastide.server.table import Table
from bastide.server.tokens import COOKIE as SEAT_COOKIE
from bastide.server.tokens import cookie_name

log = logging.getLogger("bastide.accounts")

COOKIE: Final = "bastide_account"


class Sessions:
    """Signs and verifies sessions with the secret of the seat tokens, as something that no seat token can be."""

    def __init__(self, secret: str, age: int) -> None:
        self._signer = URLSafeTimedSerializer(
            secret, salt="bastide.account", signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256}
        )
        self.age = age

    def issue(self, account: Account) -> str:
        """The signed text of a session."""
        return str(self._signer.dumps([account.id, account.generation]))

    def verify(self, text: str) -> tuple[str, int] | None:
        """The account's id and generation, if the session was issued here and has not expired."""
        try:
            return msgspec.convert(self._signer.loads(text[:400], max_age=self.age), tuple[str, int])
        except (BadSignature, msgspec.ValidationError):
            return None


def accounts_of(connection: HTTPConnection) -> Accounts:
    """The accounts of this server."""
    accounts = connection.app.state.accounts
    assert isinstance(accounts, Accounts)
    return accounts


def sessions_of(connection: HTTPConnection) -> Sessions:
    """What signs the sessions of this server."""
    sessions = connection.app.state.sessions
    assert isinstance(sessions, Sessions)
    return sessions


async def found(connection: HTTPConnection) -> tuple[Account, str] | None:
    """The account that is signed in, with its hash, as the database has it now.

    :raises Refusal: the database does not answer.
    """
    text = connection.cookies.get(COOKIE)
    session = sessions_of(connection).verify(text) if text else None
    if session is None:
        return None
    row = await accounts_of(connection).by_id(session[0])
    return row if row is not None and row[0].generation == session[1] else None


async def account_of(connection: HTTPConnection) -> Account | None:
    """The account that is signed in: a true session of the generation of now, of an account that is still there.

    :raises Refusal: the database does not answer.
    """
    row = await found(connection)
    return None if row is None else row[0]


async def signed_in(connection: HTTPConnection) -> Account:
    """The account that is signed in.

    :raises Refusal: nobody is.
    """
    account = await account_of(connection)
    if account is None:
        raise nobody()
    return account


def nobody() -> Refusal:
    """Somebody asks for what takes an account."""
    return Refusal("session", "Sign in first: nobody is signed in here, or no longer")


def set_session(request: Request, response: Response, account: Account) -> None:
    """Sign this browser in."""
    sessions = sessions_of(request)
    response.set_cookie(
        COOKIE,
        sessions.issue(account),
        max_age=sessions.age,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def browser_seats(connection: HTTPConnection) -> dict[str, Who]:
    """The seats whose tokens this browser holds, by table; what is not a true token of its table is passed over."""
    hub = access.hub_of(connection)
    seats: dict[str, Who] = {}
    for name, text in connection.cookies.items():
        if name.startswith(SEAT_COOKIE):
            table = name.removeprefix(SEAT_COOKIE)
            try:
                seats[table] = hub.who(text, table)
            except Refusal:
                continue
    return seats


async def unlinked(connection: HTTPConnection) -> list[Chair]:
    """The chairs that this browser proves and that no account took.

    :raises Refusal: the database does not answer.
    """
    seats = browser_seats(connection)
    owners = await accounts_of(connection).owners(seats)
    there = {card.id for card in await access.hub_of(connection).cards(dict.fromkeys(seats, 0))} if seats else ()
    chairs = [
        Chair(table, who.seat, who.generation)
        for table, who in seats.items()
        if who.seat is not None and table in there
    ]
    return [chair for chair in chairs if chair not in owners]


async def link(connection: HTTPConnection, table: Table, seat: int, generation: int) -> None:
    """Whoever is signed in took this seat. The seat is theirs also if that cannot be written down."""
    if COOKIE not in connection.cookies:
        return
    try:
        account = await account_of(connection)
        if account is not None:
            await accounts_of(connection).link(account, [Chair(table.state.id, seat, generation)])
    except Refusal as refusal:
        write(log, logging.ERROR, "seat not linked", table=mark(table.state.id), seat=seat, reason=refusal.code)


async def resume(connection: HTTPConnection, table: Table) -> tuple[Who, bool]:
    """Who asks, and whether the account says so: its seat, if the seat is still its own and no token names one.

    :raises Refusal: the token is not good for this table, or the database does not answer.
    """
    who = access.viewer(connection, table)
    if who.seat is not None or COOKIE not in connection.cookies:
        return who, False
    account = await account_of(connection)
    if account is None:
        return who, False
    owners = await accounts_of(connection).owners([table.state.id])
    for chair, owner in sorted(owners.items()):
        own = table.current(Who(chair.seat, chair.generation))
        if owner == account.id and own.seat is not None:
            return own, True
    return who, False


async def own_tables(connection: HTTPConnection) -> dict[str, int]:
    """The tables at which this browser has a seat, by its cookies and by the account that is signed in.

    :raises Refusal: the database does not answer.
    """
    own = await access.hub_of(connection).still(browser_seats(connection))
    account = await account_of(connection)
    return own if account is None else {**await accounts_of(connection).running(account), **own}


async def taken_back(connection: HTTPConnection, account: Account) -> list[str]:
    """The seat cookies of this browser that go when the account signs out: those of its own seats.

    :raises Refusal: the database does not answer.
    """
    seats = browser_seats(connection)
    owners = await accounts_of(connection).owners(seats)
    return [
        cookie_name(table)
        for table, who in seats.items()
        if who.seat is not None and owners.get(Chair(table, who.seat, who.generation)) == account.id
    ]
