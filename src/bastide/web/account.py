"""The account page: sign in or register; once signed in, tables, history, statistics, and settings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlencode

from babel.dates import format_date, format_time
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from bastide.server.accounts import passwords
from bastide.server.accounts.accounts import PAGE, Account, Game, Tally
from bastide.server.common.faults import RequestRefused
from bastide.server.http import account_api, api, ladder_api, sessions
from bastide.server.http.account_api import Credentials, NewPassword
from bastide.server.http.ladder_api import TakingPart
from bastide.view.words import Words
from bastide.web.forms import SEE_OTHER, form_of, headed
from bastide.web.site import Site
from bastide.web.tables import own_rows

OUTSIDE: Final = ("sign-in", "register")
"""The forms shown before sign-in."""
LOCALES: Final = {"en": "en_GB", "fr": "fr_FR"}


@dataclass(frozen=True)
class Minute:
    """A minute for a machine, and in words; the page's script converts it to the reader's time zone."""

    at: str
    said: str


@dataclass(frozen=True)
class HistoryRow:
    """One finished game of the history, in words."""

    name: str
    link: str
    day: str
    date: str
    result: str
    players: str
    won: bool


@dataclass(frozen=True)
class SessionRow:
    """One session of the account, in words; times as `Minute` gives them."""

    id: str
    begun: Minute
    used: Minute
    here: bool


@dataclass(frozen=True)
class Figures:
    """One line of the statistics."""

    what: str
    games: int
    wins: int
    share: str
    average: str


def line(game: Game, words: Words) -> HistoryRow:
    """A finished game as it is listed."""
    _ = words.gettext
    ended = datetime.fromtimestamp(game.ended, UTC)
    place = _("place {place} of {count}", place=game.place, count=game.seats)
    points = _("{points} {points:point|points}", points=game.points)
    return HistoryRow(
        name=game.name,
        link=game.link,
        day=ended.date().isoformat(),
        date=format_date(ended, "medium", LOCALES[words.language]),
        result=", ".join([place, points]),
        players=", ".join(game.players),
        won=game.won,
    )


def minute(seconds: int, words: Words) -> Minute:
    """A minute as text. The reader's time zone is unknown here, so it is given in UTC."""
    at = datetime.fromtimestamp(seconds, UTC)
    locale = LOCALES[words.language]
    day, time = format_date(at, "medium", locale), format_time(at, "short", locale=locale)
    return Minute(at.isoformat(), words.gettext("{day}, {time} (UTC)", day=day, time=time))


def figures(what: str, found: Tally, words: Words) -> Figures:
    """A tally as a table row."""
    share = round(100 * found.wins / found.games) if found.games else 0
    average = f"{found.average:.1f}"
    return Figures(
        what=what,
        games=found.games,
        wins=found.wins,
        share=f"{share} %" if words.language == "fr" else f"{share}%",
        average=average.replace(".", ",") if words.language == "fr" else average,
    )


def family(name: str, words: Words) -> str:
    """The name of a family of games."""
    return {"island": words.gettext("The hex island"), "carcassonne": "Carcassonne"}.get(name, name)


def link(path: str, **query: str) -> str:
    """A path with a query."""
    return f"{path}?{urlencode(query)}"


async def show(request: Request, about: str = "", error: RequestRefused | None = None, name: str = "") -> Response:
    """The page; `about` is the form that an error is about, `name` the name typed there."""
    site = Site.of(request)
    account = await sessions.reader_of(request)
    # The form may no longer be on the page: somebody signed in or out in another tab.
    place = about if (account is None) == (about in OUTSIDE) else ""
    said = {place: error.fault(site.language).message} if error is not None else {}
    status = error.status if error is not None else 200
    done = request.query_params.get("done", "") if error is None else ""
    if account is None:
        return site.page("sign_in.html", status, errors=said, name=name[:24], shortest=passwords.SHORTEST, done=done)
    return await show_account(request, site, account, said, status, done)


async def show_account(
    request: Request, site: Site, account: Account, errors: dict[str, str], status: int, done: str
) -> Response:
    """The page of a signed-in account."""
    words, _ = site.words, site.words.gettext
    page = account_api.page_of(request)
    found = await account_api.view(request, account, page)
    tallies = [figures(_("All games"), found.statistics.all, words)]
    for seats, tally in found.statistics.players.items():
        tallies.append(figures(_("{count} {count:player|players}", count=int(seats)), tally, words))
    for kind, tally in found.statistics.families.items():
        tallies.append(figures(family(kind, words), tally, words))
    return site.page(
        "account.html",
        status,
        account=found,
        rated=account.rated,
        program=account.program,
        games_shown=ladder_api.NEEDED,
        ratings=link("/ladder/player", name=account.name),
        since=format_date(datetime.fromtimestamp(found.created, UTC), "long", LOCALES[words.language]),
        own=own_rows(found.tables, words),
        history=[line(game, words) for game in found.history],
        tallies=tallies,
        sessions=[
            SessionRow(one.id, minute(one.begun, words), minute(one.used, words), one.here)
            for one in await account_api.list_sessions(request, account)
        ],
        more=page * PAGE < found.statistics.all.games,
        errors=errors,
        done=done,
        shortest=passwords.SHORTEST,
    )


@headed
async def account(request: Request) -> Response:
    """GET and POST /account: the page, and all actions of its forms; `do` selects the action."""
    if request.method in ("GET", "HEAD"):
        return await show(request)
    form = await form_of(request)
    do = form.get("do", "")
    try:
        return await carry_out(request, do, form)
    except RequestRefused as refusal:
        return api.told_on(request, await show(request, do, refusal, form.get("name", "")), refusal)


async def carry_out(request: Request, do: str, form: dict[str, str]) -> Response:
    """Process a form.

    :raises RequestRefused: it is not possible.
    """
    response = RedirectResponse("/account", SEE_OTHER)
    accounts, password = sessions.accounts_of(request), form.get("password", "")
    match do:
        case "register":
            given = Credentials(form.get("name", ""), password)
            await sessions.set_session(request, response, await account_api.register(request, given))
        case "sign-in":
            given = Credentials(form.get("name", ""), password)
            await sessions.set_session(request, response, await account_api.sign_in(request, given))
        case "sign-out" | "sign-out-everywhere":
            await account_api.sign_out(request, response, do == "sign-out-everywhere")
        case "seats":
            await accounts.link(await sessions.signed_in(request), await sessions.unlinked(request))
        case "end-session":
            await account_api.end_session(request, form.get("session", ""))
            response = RedirectResponse("/account?done=session#sessions", SEE_OTHER)
        case "end-sessions":
            await account_api.end_other_sessions(request)
            response = RedirectResponse("/account?done=sessions#sessions", SEE_OTHER)
        case "ratings":
            wanted = TakingPart(form.get("rated") == "on", form.get("program") == "on")
            await ladder_api.take_part(request, wanted)
            response = RedirectResponse("/account?done=ratings#ratings", SEE_OTHER)
        case "password":
            changed = await account_api.change_password(request, NewPassword(password, form.get("new", "")))
            response = RedirectResponse(f"/account?done={do}", SEE_OTHER)
            await sessions.set_session(request, response, changed)
        case "delete":
            await account_api.delete(request, password)
            response = RedirectResponse(f"/account?done={do}", SEE_OTHER)
            sessions.forget(request, response)
        case _:
            raise RequestRefused("malformed", "This form requests an unknown action: {input}", input=repr(do[:40]))
    return response


ROUTES: Final = [Route("/account", account, methods=["GET", "POST"])]
