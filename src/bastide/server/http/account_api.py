"""The JSON API of accounts, and the functions that it shares with the page: register, sign in, history, password.

None of this is needed for playing. A session is a cookie; `Authorization` is for seats. See docs/server.md.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from typing import Annotated, Final

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from bastide.server.accounts import passwords
from bastide.server.accounts.accounts import Account, Game, Statistics, taken
from bastide.server.accounts.name_folding import account_name, folded
from bastide.server.accounts.passwords import Passwords
from bastide.server.accounts.session_store import MINUTE
from bastide.server.common.faults import RequestRefused
from bastide.server.common.limits import Buckets
from bastide.server.common.model import Name, Seated, TableCard
from bastide.server.common.tokens import is_id
from bastide.server.http import access, api, sessions, table_api
from bastide.server.http.endpoints import Endpoint, Query, get, post, remove
from bastide.server.http.seat_cookies import drop_seats
from bastide.server.http.sessions import accounts_of, set_session

Password = Annotated[str, Meta(max_length=passwords.LONGEST)]
PAGES: Final = 10_000


class Credentials(msgspec.Struct, forbid_unknown_fields=True):
    """The name of an account and its password: 8 to 200 characters of any kind."""

    name: Name
    password: Password


class NewPassword(msgspec.Struct, forbid_unknown_fields=True):
    """The current password and the new one."""

    password: Password
    new: Password


class Confirmation(msgspec.Struct, forbid_unknown_fields=True):
    """The password, required again for what cannot be undone."""

    password: Password


class SignedIn(msgspec.Struct, frozen=True):
    """The account that is now signed in; `created` is seconds since 1970."""

    name: str
    created: int


class SignedOut(msgspec.Struct, frozen=True):
    """Nobody is signed in any more."""


class Added(msgspec.Struct, frozen=True):
    """How many seats were added to the account."""

    seats: int


class SessionView(msgspec.Struct, frozen=True):
    """A session of an account: when it began and when it was last used, in seconds since 1970, to the minute.

    `here` is whether it is the session of this request.
    """

    id: str
    begun: int
    used: int
    here: bool


class SessionList(msgspec.Struct, frozen=True):
    """The sessions of an account, most recently used first."""

    sessions: list[SessionView]


class Ended(msgspec.Struct, frozen=True):
    """How many sessions were ended."""

    sessions: int


class AccountView(msgspec.Struct, frozen=True):
    """An account as its owner sees it.

    `tables` are unfinished, each with the own seat; `history` is one page of the finished games, newest first; `loose`
    is how many seats of this browser belong to no account yet.
    """

    name: str
    created: int
    tables: list[TableCard]
    history: list[Game]
    page: int
    statistics: Statistics
    loose: int


# Shared by the API and the page.


def passwords_of(request: Request) -> Passwords:
    """The password hasher of this server."""
    found = request.app.state.passwords
    assert isinstance(found, Passwords)
    return found


def limit(request: Request, buckets: Buckets, asker: str) -> None:
    """Count an attempt of a client.

    :raises RequestRefused: there were too many.
    """
    wait = buckets.wait(asker)
    if wait:
        request.app.state.metrics.limited.labels("accounts").inc()
        raise RequestRefused("rate", "Too many requests: try again in {retry} s", retry=int(wait) + 1)


def limit_guessing(request: Request, key: str, own: str = "") -> list[tuple[Buckets, str]]:
    """Count a password attempt, both for the address and for the account; return where it was counted.

    A browser that knows the account counts under its `own` key (`sessions.allowance`): guesses from many addresses
    cannot lock its owner out.

    :raises RequestRefused: there were too many.
    """
    state = request.app.state
    counted = [(state.address_guesses, access.address_of(request)), (state.account_guesses, key[:96])]
    if own:
        counted = [(state.known_guesses, own)]
    for buckets, asker in counted:
        limit(request, buckets, asker)
    return counted


def forgive(counted: Sequence[tuple[Buckets, str]]) -> None:
    """Take back the count of an attempt that was right."""
    for buckets, asker in counted:
        buckets.give(asker)


def wrong() -> RequestRefused:
    """The refusal of a wrong name or password: it does not say which."""
    return RequestRefused("credentials", "Wrong name or password")


async def register(request: Request, given: Credentials) -> Account:
    """Create an account.

    :raises RequestRefused: the name is taken or invalid, the password is too short, or there were too many attempts.
    """
    limit(request, request.app.state.registrations, access.address_of(request))
    name, key = account_name(given.name)
    passwords.check_new(given.password)
    check_apart(given.password, key)
    accounts = accounts_of(request)
    if await accounts.named(key) is not None:
        raise taken(name)
    return await accounts.register(name, key, await passwords_of(request).hash(given.password))


async def sign_in(request: Request, given: Credentials) -> Account:
    """The account with this name and password. An unknown name takes as long as a known one.

    :raises RequestRefused: they do not match, or there were too many attempts.
    """
    key = folded(given.name)
    accounts = accounts_of(request)
    row = await accounts.named(key)
    own = "" if row is None else await sessions.allowance(request, row[0])
    counted = limit_guessing(request, key, own)
    right = await passwords_of(request).verify(row[1] if row is not None else None, given.password)
    if row is None or not right:
        raise wrong()
    forgive(counted)
    account, kept = row
    if passwords.outdated(kept):
        await accounts.rehash(account, kept, await passwords_of(request).hash(given.password))
    return account


async def confirmed(request: Request, password: str) -> Account:
    """The signed-in account, after checking its password again.

    :raises RequestRefused: nobody is signed in, the password is wrong, or there were too many attempts.
    """
    row = await sessions.found(request)
    if row is None:
        raise sessions.nobody()
    key = folded(row[0].name)
    own = await sessions.allowance(request, row[0]) or f"{row[0].id} {sessions.session_in(request)}"
    counted = limit_guessing(request, key, own)
    if not await passwords_of(request).verify(row[1], password):
        raise RequestRefused("credentials", "This is not the password of your account")
    forgive(counted)
    return row[0]


async def change_password(request: Request, given: NewPassword) -> Account:
    """Change the account's password, which ends all its sessions; return the account in its new generation.

    :raises RequestRefused: the old password is wrong, the new one is not acceptable, or there were too many attempts.
    """
    account = await confirmed(request, given.password)
    passwords.check_new(given.new)
    check_apart(given.new, folded(account.name))
    hashed = await passwords_of(request).hash(given.new)
    changed = await accounts_of(request).change(account, hashed=hashed)
    if changed is None:
        raise sessions.nobody()
    await sessions.session_connections_of(request).look()
    return changed


async def delete(request: Request, password: str) -> None:
    """Delete the signed-in account, after checking its password again.

    :raises RequestRefused: nobody is signed in, the password is wrong, or there were too many attempts.
    """
    await accounts_of(request).delete(await confirmed(request, password))
    await sessions.session_connections_of(request).look()


def check_apart(password: str, key: str) -> None:
    """Check that a password differs from the account's name.

    :raises RequestRefused: it does not.
    """
    if hmac.compare_digest(folded(password).encode(), key.encode()):
        raise RequestRefused("malformed", "The password is the name of the account: choose another")


async def sign_out(request: Request, response: Response, everywhere: bool = False) -> None:
    """Sign out this browser, or all of them: end the session, and drop this browser's seats of the account."""
    account, named = await sessions.account_of(request), sessions.named_in(request)
    if account is not None and named is not None:
        drop_seats(request, response, await sessions.taken_back(request, account.id))
        if everywhere:
            await accounts_of(request).change(account)
        else:
            await sessions.session_store_of(request).end(account, named.session)
        await sessions.session_connections_of(request).look()
    sessions.forget(request, response)


async def list_sessions(request: Request, account: Account) -> list[SessionView]:
    """The sessions of an account.

    :raises RequestRefused: they cannot be read.
    """
    here = sessions.session_in(request)
    return [
        SessionView(one.id, one.begun // MINUTE * 60, one.used // MINUTE * 60, one.id == here)
        for one in await sessions.session_store_of(request).listed(account)
    ]


async def end_session(request: Request, session: str) -> None:
    """End another session of the signed-in account, and close its connections.

    :raises RequestRefused: there is no such session, or it is the current one.
    """
    account = await sessions.signed_in(request)
    if session == sessions.session_in(request):
        raise RequestRefused("malformed", "This is the session that you use now: sign out instead")
    if not is_id(session) or not await sessions.session_store_of(request).end(account, session):
        raise RequestRefused("unknown", "This session was ended already")
    await sessions.session_connections_of(request).look()


async def end_other_sessions(request: Request) -> int:
    """End all sessions of the signed-in account except the current one; return how many.

    :raises RequestRefused: this could not be stored.
    """
    account = await sessions.signed_in(request)
    ended = await sessions.session_store_of(request).end_others(account, sessions.session_in(request))
    await sessions.session_connections_of(request).look()
    return ended


async def view(request: Request, account: Account, page: int = 1) -> AccountView:
    """An account as its owner sees it."""
    accounts = accounts_of(request)
    return AccountView(
        account.name,
        account.created // 1000,
        await accounts.cards(account),
        await accounts.history(account, page),
        page,
        await accounts.statistics(account),
        len(await sessions.unlinked(request)),
    )


def page_of(request: Request) -> int:
    """The requested page of the history, from 1."""
    text = request.query_params.get("page", "1")
    if not (text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= PAGES):
        raise RequestRefused("malformed", "There is no page {input}; pages are counted from 1", input=repr(text[:40]))
    return int(text)


# The routes.


async def start_session(request: Request, account: Account, status: int = 200) -> Response:
    """Start a session in this browser, and return the response."""
    response = api.answer(SignedIn(account.name, account.created // 1000), status)
    await set_session(request, response, account)
    return response


@api.guarded
async def post_account(request: Request) -> Response:
    """POST /api/account: register, and sign in."""
    return await start_session(request, await register(request, await api.body(request, Credentials, secret=True)), 201)


@api.guarded
async def get_account(request: Request) -> Response:
    """GET /api/account: the signed-in account, with tables, history and statistics; `?page=2` for earlier games."""
    page = page_of(request)
    return api.answer(await view(request, await sessions.signed_in(request), page))


@api.guarded
async def delete_account(request: Request) -> Response:
    """DELETE /api/account: delete the account; the games stay."""
    given = await api.body(request, Confirmation, secret=True)
    await delete(request, given.password)
    response = api.answer(SignedOut())
    sessions.forget(request, response)
    return response


@api.guarded
async def post_session(request: Request) -> Response:
    """POST /api/account/session: sign in."""
    return await start_session(request, await sign_in(request, await api.body(request, Credentials, secret=True)))


@api.guarded
async def delete_session(request: Request) -> Response:
    """DELETE /api/account/session: sign out; with `?everywhere=1` in all browsers."""
    response = api.answer(SignedOut())
    await sign_out(request, response, bool(request.query_params.get("everywhere")))
    return response


@api.guarded
async def get_sessions(request: Request) -> Response:
    """GET /api/account/sessions: the sessions of the account."""
    return api.answer(SessionList(await list_sessions(request, await sessions.signed_in(request))))


@api.guarded
async def delete_sessions(request: Request) -> Response:
    """DELETE /api/account/sessions: end all sessions of the account except the current one."""
    return api.answer(Ended(await end_other_sessions(request)))


@api.guarded
async def delete_one_session(request: Request) -> Response:
    """DELETE /api/account/sessions/{id}: end another session of the account."""
    await end_session(request, request.path_params["session_id"])
    return api.answer(Ended(1))


@api.guarded
async def post_password(request: Request) -> Response:
    """POST /api/account/password: change the password; other browsers are signed out."""
    return await start_session(
        request, await change_password(request, await api.body(request, NewPassword, secret=True))
    )


@api.guarded
async def post_seats(request: Request) -> Response:
    """POST /api/account/seats: add the seats that this browser's cookies prove."""
    account = await sessions.signed_in(request)
    return api.answer(Added(await accounts_of(request).link(account, await sessions.unlinked(request))))


@api.guarded
async def post_table(request: Request) -> Response:
    """POST /api/account/tables/{id}: continue in this browser with the account's seat at a table."""
    table = await api.table_of(request)
    await sessions.signed_in(request)
    who, _ = await sessions.resume(request, table)
    if who.seat is None:
        raise RequestRefused("spectator", "Your account has no seat at this table, or no longer")
    return table_api.seated(request, table, "", table.state.version, who.seat, who.generation)


PAGE: Final = Query("page", Annotated[int, Meta(ge=1, le=PAGES)], "Which page of the history, counted from 1.")
EVERYWHERE: Final = Query("everywhere", str, "`1` to sign out all browsers.")
GUESSED: Final = ("credentials", "store", "busy")

ROUTES: Final = [
    Endpoint(
        "/api/account",
        get(get_account, AccountView, "session", "store", "malformed", query=(PAGE,)),
        post(post_account, Credentials, {201: SignedIn}, "taken", "store", "busy"),
        remove(delete_account, Confirmation, SignedOut, "session", *GUESSED),
    ),
    Endpoint(
        "/api/account/session",
        post(post_session, Credentials, SignedIn, *GUESSED),
        remove(delete_session, None, SignedOut, "origin", "store", query=(EVERYWHERE,)),
    ),
    Endpoint(
        "/api/account/sessions",
        get(get_sessions, SessionList, "session", "store"),
        remove(delete_sessions, None, Ended, "origin", "session", "store"),
    ),
    Endpoint(
        "/api/account/sessions/{session_id}",
        remove(delete_one_session, None, Ended, "origin", "session", "store", "unknown"),
    ),
    Endpoint("/api/account/password", post(post_password, NewPassword, SignedIn, "session", *GUESSED)),
    Endpoint("/api/account/seats", post(post_seats, None, Added, "origin", "session", "store")),
    Endpoint("/api/account/tables/{table_id}", post(post_table, None, Seated, "origin", "session", "spectator")),
]
