"""Who is signed in: a signed cookie that names a session; and what being signed in adds to a request."""

from __future__ import annotations

import contextlib
import hashlib
import logging
from typing import Final, NamedTuple

import msgspec
from itsdangerous import BadSignature, URLSafeTimedSerializer
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from bastide.server import access
from bastide.server.accounts import Account, Accounts, Chair
from bastide.server.commands import Who
from bastide.server.faults import Refusal
from bastide.server.logs import mark, write
from bastide.server.signed import OpenLines, Signed
from bastide.server.table import Table
from bastide.server.tokens import COOKIE as SEAT_COOKIE
from bastide.server.tokens import cookie_name

log = logging.getLogger("bastide.accounts")

COOKIE: Final = "bastide_account"


class Named(NamedTuple):
    """What a cookie names: a session, and the account that it is of."""

    session: str
    account: str


class Sessions:
    """Signs and verifies sessions with the secret of the seat tokens, as something that no seat token can be."""

    def __init__(self, secret: str, age: int) -> None:
        self._signer = URLSafeTimedSerializer(
            secret, salt="bastide.account", signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256}
        )
        self.age = age

    def issue(self, named: Named) -> str:
        """The signed text of a session."""
        return str(self._signer.dumps(named))

    def verify(self, text: str) -> Named | None:
        """The session that this text names, if it was issued here and has not expired."""
        try:
            return Named(*msgspec.convert(self._signer.loads(text[:400], max_age=self.age), tuple[str, str]))
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


def signed_of(connection: HTTPConnection) -> Signed:
    """The sessions of the accounts of this server."""
    signed = connection.app.state.signed_in
    assert isinstance(signed, Signed)
    return signed


def lines_of(connection: HTTPConnection) -> OpenLines:
    """The lines that are open while somebody is signed in."""
    lines = connection.app.state.signed_lines
    assert isinstance(lines, OpenLines)
    return lines


def named_in(connection: HTTPConnection) -> Named | None:
    """The session that this browser names; it may have been ended."""
    text = connection.cookies.get(COOKIE)
    return sessions_of(connection).verify(text) if text else None


def session_in(connection: HTTPConnection) -> str:
    """The id of the session that this browser names; empty without one."""
    named = named_in(connection)
    return named.session if named is not None else ""


async def found(connection: HTTPConnection) -> tuple[Account, str] | None:
    """The account that is signed in, with its hash, as the database has it now.

    :raises Refusal: the database does not answer.
    """
    named = named_in(connection)
    return None if named is None else await signed_of(connection).found(*named)


async def account_of(connection: HTTPConnection) -> Account | None:
    """The account that is signed in: by a true session that was not ended, of an account that is still there.

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


async def set_session(request: Request, response: Response, account: Account) -> None:
    """Sign this browser in.

    :raises Refusal: it could not be stored.
    """
    sessions = sessions_of(request)
    session = await signed_of(request).begin(account, session_in(request))
    response.set_cookie(
        COOKIE,
        sessions.issue(Named(session, account.id)),
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
    if COOKIE not in connection.cookies:
        return who, False
    if who.seat is not None:
        return (Who() if await was_ended(connection, table, who) else who), False
    account = await account_of(connection)
    if account is None:
        return who, False
    owners = await accounts_of(connection).owners([table.state.id])
    for chair, owner in sorted(owners.items()):
        own = table.current(Who(chair.seat, chair.generation))
        if owner == account.id and own.seat is not None:
            return own, True
    return who, False


async def was_ended(connection: HTTPConnection, table: Table, who: Who) -> bool:
    """Whether this is a seat of an account whose session in this browser was ended, wherever that was done."""
    named = named_in(connection)
    if named is None or who.seat is None or "authorization" in connection.headers:
        return False
    try:
        if await signed_of(connection).living([named.session]):
            return False
        owners = await accounts_of(connection).owners([table.state.id])
    except Refusal:
        # The seat itself is proved: whoever plays does not wait for a database.
        return False
    return owners.get(Chair(table.state.id, who.seat, who.generation)) == named.account


async def viewer(connection: HTTPConnection, table: Table) -> Who:
    """Whoever the token says, as `access.viewer` knows it; but a seat of an account goes with its session.

    :raises Refusal: the token is not good for this table, or the session was ended.
    """
    who = access.viewer(connection, table)
    if await was_ended(connection, table, who):
        raise Refusal("session", "You were signed out here: reload the page, and sign in to play on")
    return who


async def standing(connection: HTTPConnection) -> str | None:
    """The session of this browser, if it has one that was not ended: what is open ends with it."""
    named = named_in(connection)
    try:
        return named.session if named is not None and await signed_of(connection).living([named.session]) else None
    except Refusal:
        return None


async def tidy(connection: HTTPConnection, response: Response) -> None:
    """Take what is left of a session that was ended out of this browser: its cookie, and the seats of its account."""
    named = named_in(connection)
    if named is None:
        return
    with contextlib.suppress(Refusal):
        if not await signed_of(connection).living([named.session]):
            for name in await taken_back(connection, named.account):
                response.delete_cookie(name)
            response.delete_cookie(COOKIE)


async def own_tables(connection: HTTPConnection) -> dict[str, int]:
    """The tables at which this browser has a seat, by its cookies and by the account that is signed in.

    :raises Refusal: the database does not answer.
    """
    own = await access.hub_of(connection).still(browser_seats(connection))
    account = await account_of(connection)
    return own if account is None else {**await accounts_of(connection).running(account), **own}


async def taken_back(connection: HTTPConnection, account: str) -> list[str]:
    """The seat cookies of this browser that go when the account signs out: those of its own seats.

    :raises Refusal: the database does not answer.
    """
    seats = browser_seats(connection)
    owners = await accounts_of(connection).owners(seats)
    return [
        cookie_name(table)
        for table, who in seats.items()
        if who.seat is not None and owners.get(Chair(table, who.seat, who.generation)) == account
    ]
