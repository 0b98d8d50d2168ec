"""The JSON API of accounts, and what it shares with the page: register, sign in and out, history, password, deletion.

Nothing here is needed for playing. A session is a cookie; `Authorization` is for seats. See docs/server.md.
"""

from __future__ import annotations

import hmac
from typing import Annotated, Final

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from bastide.server import access, http, passwords, sessions
from bastide.server.accounts import Account, Game, Statistics, taken
from bastide.server.endpoints import Endpoint, Query, get, post, remove
from bastide.server.faults import Refusal
from bastide.server.folding import account_name, folded
from bastide.server.limits import Buckets
from bastide.server.model import Name, Seated, TableCard
from bastide.server.passwords import Passwords
from bastide.server.sessions import accounts_of, set_session
from bastide.server.signed import MINUTE
from bastide.server.tokens import is_id

Password = Annotated[str, Meta(max_length=passwords.LONGEST)]
PAGES: Final = 10_000


class Credentials(msgspec.Struct, forbid_unknown_fields=True):
    """The name of an account and its password: 8 to 200 characters of any kind."""

    name: Name
    password: Password


class NewPassword(msgspec.Struct, forbid_unknown_fields=True):
    """A password to be changed, and what it is to be."""

    password: Password
    new: Password


class Confirmation(msgspec.Struct, forbid_unknown_fields=True):
    """The password, given once more for what cannot be undone."""

    password: Password


class SignedIn(msgspec.Struct, frozen=True):
    """Who is signed in from now on; `created` is seconds since 1970."""

    name: str
    created: int


class SignedOut(msgspec.Struct, frozen=True):
    """Nobody is signed in from now on."""


class Added(msgspec.Struct, frozen=True):
    """How many seats were added to the account."""

    seats: int


class SessionView(msgspec.Struct, frozen=True):
    """Where an account is signed in: since when, and when that was last used, in seconds since 1970, to the minute.

    `here` is whether this is the session that asks.
    """

    id: str
    begun: int
    used: int
    here: bool


class SessionList(msgspec.Struct, frozen=True):
    """The sessions of an account, the one that was used last first."""

    sessions: list[SessionView]


class Ended(msgspec.Struct, frozen=True):
    """How many sessions were ended."""

    sessions: int


class AccountView(msgspec.Struct, frozen=True):
    """An account as its owner sees it.

    `tables` wait or are played, each with the own seat; `history` is one page of the finished games, newest first;
    `loose` is how many seats of this browser belong to no account yet.
    """

    name: str
    created: int
    tables: list[TableCard]
    history: list[Game]
    page: int
    statistics: Statistics
    loose: int


# What the API and the page do alike.


def passwords_of(request: Request) -> Passwords:
    """What works on passwords."""
    found = request.app.state.passwords
    assert isinstance(found, Passwords)
    return found


def limit(request: Request, buckets: Buckets, asker: str) -> None:
    """Count an attempt of an address or for a name.

    :raises Refusal: there were too many.
    """
    wait = buckets.wait(asker)
    if wait:
        request.app.state.metrics.limited.labels("accounts").inc()
        raise Refusal("rate", "Too many requests: try again in {retry} s", retry=int(wait) + 1)


def limit_guessing(request: Request, key: str) -> None:
    """Count an attempt at a password: by address, and by the account that it is for.

    :raises Refusal: there were too many.
    """
    for buckets, asker in guessers(request, key):
        limit(request, buckets, asker)


def guessers(request: Request, key: str) -> tuple[tuple[Buckets, str], tuple[Buckets, str]]:
    """What attempts at the password of an account are counted by: no single address may use up those for a name."""
    state = request.app.state
    return (state.signers, access.address_of(request)), (state.signed, key[:96])


def forgive(request: Request, key: str) -> None:
    """Do not count an attempt: it was right."""
    for buckets, asker in guessers(request, key):
        buckets.give(asker)


def wrong() -> Refusal:
    """The name or the password is wrong: it is not told which."""
    return Refusal("credentials", "This name and this password do not go together")


async def register(request: Request, given: Credentials) -> Account:
    """Make an account.

    :raises Refusal: the name is taken or none, the password is too short, or there were too many attempts.
    """
    limit(request, request.app.state.registrars, access.address_of(request))
    name, key = account_name(given.name)
    passwords.check_new(given.password)
    check_apart(given.password, key)
    accounts = accounts_of(request)
    if await accounts.named(key) is not None:
        raise taken(name)
    return await accounts.register(name, key, await passwords_of(request).hash(given.password))


async def sign_in(request: Request, given: Credentials) -> Account:
    """The account that has this name and this password. A name that nobody has takes as long as any.

    :raises Refusal: they do not go together, or there were too many attempts.
    """
    key = folded(given.name)
    limit_guessing(request, key)
    accounts = accounts_of(request)
    row = await accounts.named(key)
    right = await passwords_of(request).verify(row[1] if row is not None else None, given.password)
    if row is None or not right:
        raise wrong()
    forgive(request, key)
    account, kept = row
    if passwords.outdated(kept):
        await accounts.rehash(account, kept, await passwords_of(request).hash(given.password))
    return account


async def confirmed(request: Request, password: str) -> Account:
    """The account that is signed in, once its password was given again.

    :raises Refusal: nobody is signed in, the password is wrong, or there were too many attempts.
    """
    row = await sessions.found(request)
    if row is None:
        raise sessions.nobody()
    key = folded(row[0].name)
    limit_guessing(request, key)
    if not await passwords_of(request).verify(row[1], password):
        raise Refusal("credentials", "This is not the password of your account")
    forgive(request, key)
    return row[0]


async def change_password(request: Request, given: NewPassword) -> Account:
    """Give the account another password, which ends all its sessions; the account in its new generation.

    :raises Refusal: the old password is wrong, the new one is not good enough, or there were too many attempts.
    """
    account = await confirmed(request, given.password)
    passwords.check_new(given.new)
    check_apart(given.new, folded(account.name))
    hashed = await passwords_of(request).hash(given.new)
    changed = await accounts_of(request).change(account, hashed=hashed)
    if changed is None:
        raise sessions.nobody()
    await sessions.lines_of(request).look()
    return changed


async def delete(request: Request, password: str) -> None:
    """Delete the account that is signed in, once its password was given again.

    :raises Refusal: nobody is signed in, the password is wrong, or there were too many attempts.
    """
    await accounts_of(request).delete(await confirmed(request, password))
    await sessions.lines_of(request).look()


def check_apart(password: str, key: str) -> None:
    """Check that a password is not the name of its account.

    :raises Refusal: it is.
    """
    if hmac.compare_digest(folded(password).encode(), key.encode()):
        raise Refusal("malformed", "The password is the name of the account: choose another")


async def sign_out(request: Request, response: Response, everywhere: bool = False) -> None:
    """Sign this browser out, or all of them: the session goes, and the seats here that the account took."""
    account, named = await sessions.account_of(request), sessions.named_in(request)
    if account is not None and named is not None:
        for name in await sessions.taken_back(request, account.id):
            response.delete_cookie(name)
        if everywhere:
            await accounts_of(request).change(account)
        else:
            await sessions.signed_of(request).end(account, named.session)
        await sessions.lines_of(request).look()
    response.delete_cookie(sessions.COOKIE)


async def list_sessions(request: Request, account: Account) -> list[SessionView]:
    """Where an account is signed in.

    :raises Refusal: that cannot be read.
    """
    here = sessions.session_in(request)
    return [
        SessionView(one.id, one.begun // MINUTE * 60, one.used // MINUTE * 60, one.id == here)
        for one in await sessions.signed_of(request).listed(account)
    ]


async def end_session(request: Request, session: str) -> None:
    """End another session of the account that is signed in, and close what it has open.

    :raises Refusal: there is no such session, or it is this one.
    """
    account = await sessions.signed_in(request)
    if session == sessions.session_in(request):
        raise Refusal("malformed", "This is the session that you use now: sign out instead")
    if not is_id(session) or not await sessions.signed_of(request).end(account, session):
        raise Refusal("unknown", "This session was ended already")
    await sessions.lines_of(request).look()


async def end_other_sessions(request: Request) -> int:
    """End all sessions of the account that is signed in but this one; how many.

    :raises Refusal: that could not be stored.
    """
    account = await sessions.signed_in(request)
    ended = await sessions.signed_of(request).end_others(account, sessions.session_in(request))
    await sessions.lines_of(request).look()
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
    """The page of the history that is asked for, from 1."""
    text = request.query_params.get("page", "1")
    if not (text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= PAGES):
        raise Refusal("malformed", "There is no page {input}; pages are counted from 1", input=repr(text[:40]))
    return int(text)


# The routes.


async def signed(request: Request, account: Account, status: int = 200) -> Response:
    """The answer to whoever is signed in from now on."""
    response = http.answer(SignedIn(account.name, account.created // 1000), status)
    await set_session(request, response, account)
    return response


@http.guarded
async def post_account(request: Request) -> Response:
    """POST /api/account: register, and be signed in."""
    return await signed(request, await register(request, await http.body(request, Credentials, secret=True)), 201)


@http.guarded
async def get_account(request: Request) -> Response:
    """GET /api/account: who is signed in, with tables, history and statistics; `?page=2` for earlier games."""
    page = page_of(request)
    return http.answer(await view(request, await sessions.signed_in(request), page))


@http.guarded
async def delete_account(request: Request) -> Response:
    """DELETE /api/account: delete the account; the games stay."""
    given = await http.body(request, Confirmation, secret=True)
    await delete(request, given.password)
    return _without_session(http.answer(SignedOut()))


@http.guarded
async def post_session(request: Request) -> Response:
    """POST /api/account/session: sign in."""
    return await signed(request, await sign_in(request, await http.body(request, Credentials, secret=True)))


@http.guarded
async def delete_session(request: Request) -> Response:
    """DELETE /api/account/session: sign out; with `?everywhere=1` in all browsers."""
    response = http.answer(SignedOut())
    await sign_out(request, response, bool(request.query_params.get("everywhere")))
    return response


@http.guarded
async def get_sessions(request: Request) -> Response:
    """GET /api/account/sessions: where the account is signed in."""
    return http.answer(SessionList(await list_sessions(request, await sessions.signed_in(request))))


@http.guarded
async def delete_sessions(request: Request) -> Response:
    """DELETE /api/account/sessions: end all sessions of the account but this one."""
    return http.answer(Ended(await end_other_sessions(request)))


@http.guarded
async def delete_one_session(request: Request) -> Response:
    """DELETE /api/account/sessions/{id}: end another session of the account."""
    await end_session(request, request.path_params["session_id"])
    return http.answer(Ended(1))


@http.guarded
async def post_password(request: Request) -> Response:
    """POST /api/account/password: change the password; other browsers are signed out."""
    return await signed(request, await change_password(request, await http.body(request, NewPassword, secret=True)))


@http.guarded
async def post_seats(request: Request) -> Response:
    """POST /api/account/seats: add the seats that the cookies of this browser prove."""
    account = await sessions.signed_in(request)
    return http.answer(Added(await accounts_of(request).link(account, await sessions.unlinked(request))))


@http.guarded
async def post_table(request: Request) -> Response:
    """POST /api/account/tables/{id}: go on here with the seat that the account has at a table."""
    table = await http.table_of(request)
    await sessions.signed_in(request)
    who, _ = await sessions.resume(request, table)
    if who.seat is None:
        raise Refusal("spectator", "Your account has no seat at this table, or no longer")
    return http.seated(request, table, "", table.state.version, who.seat, who.generation)


def _without_session(response: Response) -> Response:
    response.delete_cookie(sessions.COOKIE)
    return response


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
