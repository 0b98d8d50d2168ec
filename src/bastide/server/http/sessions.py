"""Sessions of browsers: a signed cookie that names a session, and what being signed in adds to a request."""

from __future__ import annotations

import contextlib
import hashlib
import logging
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec
from itsdangerous import BadSignature, URLSafeTimedSerializer
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from bastide.server.accounts.accounts import Account, Accounts, ChairKey
from bastide.server.accounts.session_store import SessionConnections, SessionStore
from bastide.server.common.faults import RequestRefused
from bastide.server.common.logs import mark, write
from bastide.server.common.tokens import new_id
from bastide.server.http import access
from bastide.server.http.seat_cookies import drop_seats, own_cookie, seat_tables, seat_token
from bastide.server.log.draft import Who
from bastide.server.tables.table import Table

log = logging.getLogger("bastide.accounts")

COOKIE: Final = "bastide_account"
"""The cookie that names the session; it and the next have the mark of the server (`own_cookie`)."""
KNOWN: Final = "bastide_known"
"""The cookie that remembers, also after signing out, to which accounts this browser was signed in."""
MOST_KNOWN: Final = 4
"""How many accounts it remembers."""


YEAR: Final = 365 * 24 * 3600


class SessionCookie(NamedTuple):
    """The content of the cookie: a session and its account."""

    session: str
    account: str


class SessionCookies:
    """Signs and verifies session cookies with the secret of the seat tokens, under another salt."""

    def __init__(self, secret: str, age: int) -> None:
        self._signer = URLSafeTimedSerializer(
            secret, salt="bastide.account", signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256}
        )
        self._known = URLSafeTimedSerializer(
            secret, salt="bastide.known", signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256}
        )
        self.age = age

    def issue(self, named: SessionCookie) -> str:
        """Sign a session."""
        return str(self._signer.dumps(named))

    def verify(self, text: str) -> SessionCookie | None:
        """The session in a signed text, if it was issued here and has not expired."""
        try:
            return SessionCookie(*msgspec.convert(self._signer.loads(text[:400], max_age=self.age), tuple[str, str]))
        except (BadSignature, msgspec.ValidationError):
            return None

    def issue_known(self, browser: str, accounts: Sequence[str]) -> str:
        """Sign the accounts that a browser knows, and an id of its own."""
        return str(self._known.dumps([browser, *accounts]))

    def verify_known(self, text: str) -> list[str]:
        """The id of a browser and the accounts that it knows; empty if this was not issued here."""
        try:
            return msgspec.convert(self._known.loads(text[:400]), list[str])
        except (BadSignature, msgspec.ValidationError):
            return []


def accounts_of(connection: HTTPConnection) -> Accounts:
    """The accounts of this server."""
    accounts = connection.app.state.accounts
    assert isinstance(accounts, Accounts)
    return accounts


def session_cookies_of(connection: HTTPConnection) -> SessionCookies:
    """The signer of session cookies of this server."""
    sessions = connection.app.state.sessions
    assert isinstance(sessions, SessionCookies)
    return sessions


def session_store_of(connection: HTTPConnection) -> SessionStore:
    """The sessions of this server."""
    store = connection.app.state.session_store
    assert isinstance(store, SessionStore)
    return store


def session_connections_of(connection: HTTPConnection) -> SessionConnections:
    """The open connections of signed-in browsers."""
    connections = connection.app.state.session_connections
    assert isinstance(connections, SessionConnections)
    return connections


def named_in(connection: HTTPConnection) -> SessionCookie | None:
    """The session that this browser's cookie names; it may have ended."""
    text = connection.cookies.get(own_cookie(connection, COOKIE))
    return session_cookies_of(connection).verify(text) if text else None


def session_in(connection: HTTPConnection) -> str:
    """The id of the session that this browser's cookie names; empty without one."""
    named = named_in(connection)
    return named.session if named is not None else ""


async def found(connection: HTTPConnection) -> tuple[Account, str] | None:
    """The signed-in account with its password hash, read from the database.

    :raises RequestRefused: the database does not answer.
    """
    named = named_in(connection)
    return None if named is None else await session_store_of(connection).found(*named)


async def account_of(connection: HTTPConnection) -> Account | None:
    """The signed-in account: the session is signed, has not ended, and its account exists.

    :raises RequestRefused: the database does not answer.
    """
    row = await found(connection)
    return None if row is None else row[0]


async def reader_of(request: Request) -> Account | None:
    """The same, read from the database once for each request.

    :raises RequestRefused: the database does not answer.
    """
    if not hasattr(request.state, "account"):
        request.state.account = await account_of(request)
    found: Account | None = request.state.account
    return found


async def look_up(request: Request) -> None:
    """Look up who is signed in, for a page that also shows what it can without a database."""
    with contextlib.suppress(RequestRefused):
        await reader_of(request)


async def signed_in(connection: HTTPConnection) -> Account:
    """The signed-in account.

    :raises RequestRefused: nobody is signed in.
    """
    account = await account_of(connection)
    if account is None:
        raise nobody()
    return account


def nobody() -> RequestRefused:
    """The refusal of a request that requires an account."""
    return RequestRefused("session", "Sign in first: nobody is signed in here, or no longer")


async def set_session(request: Request, response: Response, account: Account) -> None:
    """Sign this browser in.

    :raises RequestRefused: it could not be stored.
    """
    sessions = session_cookies_of(request)
    session = await session_store_of(request).begin(account, session_in(request))
    response.set_cookie(
        own_cookie(request, COOKIE),
        sessions.issue(SessionCookie(session, account.id)),
        max_age=sessions.age,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    browser, *known = known_in(request) or [new_id()]
    known = [account.id, *(other for other in known if other != account.id)][:MOST_KNOWN]
    response.set_cookie(
        own_cookie(request, KNOWN),
        sessions.issue_known(browser, known),
        max_age=YEAR,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def forget(connection: HTTPConnection, response: Response) -> None:
    """Delete the cookie that names this browser's session."""
    response.delete_cookie(own_cookie(connection, COOKIE))


def known_in(connection: HTTPConnection) -> list[str]:
    """The id of this browser and the accounts to which it was signed in; empty if there were none."""
    return session_cookies_of(connection).verify_known(connection.cookies.get(own_cookie(connection, KNOWN), ""))


async def allowance(connection: HTTPConnection, account: Account) -> str:
    """Under which key this browser's attempts to sign in to an account are counted apart from those of strangers:
    it was signed in before, or has a seat of the account. Empty if neither is so.

    :raises RequestRefused: the database does not answer.
    """
    browser, *known = known_in(connection) or [""]
    if account.id in known:
        return f"{account.id} {browser}"
    tables = await taken_back(connection, account.id)
    return f"{account.id} {min(tables)}" if tables else ""


def browser_seats(connection: HTTPConnection) -> dict[str, Who]:
    """The seats whose tokens this browser holds, by table; invalid tokens are skipped."""
    hub = access.hub_of(connection)
    seats: dict[str, Who] = {}
    for table in seat_tables(connection):
        with contextlib.suppress(RequestRefused):
            seats[table] = hub.who(seat_token(connection, table), table)
    return seats


async def unlinked(connection: HTTPConnection) -> list[ChairKey]:
    """The chairs that this browser's tokens prove and that belong to no account.

    :raises RequestRefused: the database does not answer.
    """
    seats = browser_seats(connection)
    owners = await accounts_of(connection).owners(seats)
    there = {card.id for card in await access.hub_of(connection).cards(dict.fromkeys(seats, 0))} if seats else ()
    chairs = [
        ChairKey(table, who.seat, who.generation)
        for table, who in seats.items()
        if who.seat is not None and table in there
    ]
    return [chair for chair in chairs if chair not in owners]


async def link(connection: HTTPConnection, table: Table, seat: int, generation: int) -> None:
    """Link a newly taken seat to the signed-in account. A failure is logged; the seat is taken all the same."""
    if own_cookie(connection, COOKIE) not in connection.cookies:
        return
    try:
        account = await account_of(connection)
        if account is not None:
            await accounts_of(connection).link(account, [ChairKey(table.state.id, seat, generation)])
    except RequestRefused as refusal:
        write(log, logging.ERROR, "seat not linked", table=mark(table.state.id), seat=seat, reason=refusal.code)


async def check_owner(connection: HTTPConnection, table: Table, who: Who) -> None:
    """Check that who renews an account's seat is that account: a copied token must not lock it out.

    :raises RequestRefused: it does not, or the database does not answer.
    """
    if who.seat is None:
        return
    owner = (await accounts_of(connection).owners([table.state.id])).get(
        ChairKey(table.state.id, who.seat, who.generation)
    )
    account = None if owner is None else await account_of(connection)
    if owner is not None and (account is None or account.id != owner):
        raise RequestRefused("session", "This seat belongs to an account: sign in to it first")


async def resume(connection: HTTPConnection, table: Table) -> tuple[Who, bool]:
    """The author, and whether it comes from the account: its seat at the table, if no token names one.

    :raises RequestRefused: the token is not valid for this table, or the database does not answer.
    """
    who = access.viewer(connection, table)
    if own_cookie(connection, COOKIE) not in connection.cookies:
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
    """Whether this seat belongs to an account whose session in this browser has ended."""
    named = named_in(connection)
    if named is None or who.seat is None or "authorization" in connection.headers:
        return False
    try:
        if await session_store_of(connection).living([named.session]):
            return False
        owners = await accounts_of(connection).owners([table.state.id])
    except RequestRefused:
        # The token proves the seat: playing does not depend on the database.
        return False
    return owners.get(ChairKey(table.state.id, who.seat, who.generation)) == named.account


async def viewer(connection: HTTPConnection, table: Table) -> Who:
    """Like `access.viewer`, but a seat of an account requires its session.

    :raises RequestRefused: the token is not valid for this table, or the session has ended.
    """
    who = access.viewer(connection, table)
    if await was_ended(connection, table, who):
        raise RequestRefused("session", "You were signed out here: reload the page, and sign in to play on")
    return who


async def standing(connection: HTTPConnection) -> str | None:
    """The session of this browser, if it has not ended: its connections close when it ends."""
    named = named_in(connection)
    try:
        return (
            named.session if named is not None and await session_store_of(connection).living([named.session]) else None
        )
    except RequestRefused:
        return None


async def tidy(connection: Request, response: Response) -> None:
    """Remove the remains of an ended session from this browser: its cookie, and the seats of its account."""
    named = named_in(connection)
    if named is None:
        return
    with contextlib.suppress(RequestRefused):
        if not await session_store_of(connection).living([named.session]):
            drop_seats(connection, response, await taken_back(connection, named.account))
            forget(connection, response)


async def own_tables(connection: Request) -> dict[str, int]:
    """The tables where this browser has a seat, by its cookies and by the signed-in account.

    :raises RequestRefused: the database does not answer.
    """
    return (await own_and_held(connection))[0]


async def own_and_held(connection: Request) -> tuple[dict[str, int], set[str]]:
    """The same, and the tables of which this browser holds a token that is still good.

    :raises RequestRefused: the database does not answer.
    """
    seats = browser_seats(connection)
    own = await access.hub_of(connection).still(seats)
    held = {table for table, who in seats.items() if who.seat is None or table in own}
    account = await reader_of(connection)
    return own if account is None else {**await accounts_of(connection).running(account), **own}, held


async def taken_back(connection: HTTPConnection, account: str) -> list[str]:
    """The tables whose seats signing out removes from the browser: those of the account's own seats.

    :raises RequestRefused: the database does not answer.
    """
    seats = browser_seats(connection)
    owners = await accounts_of(connection).owners(seats)
    return [
        table
        for table, who in seats.items()
        if who.seat is not None and owners.get(ChairKey(table, who.seat, who.generation)) == account
    ]
