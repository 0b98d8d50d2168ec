"""The pages as routes: front page, making a table, the table itself, rules, errors. Each works without a script."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import wraps
from typing import Any, Final
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from bastide.catan.base.config import DEFAULTS
from bastide.catan.family import MODULES
from bastide.kernel.catalogue import UnknownRule
from bastide.server import access, http, sessions
from bastide.server.door import SHORTEST
from bastide.server.faults import Refusal
from bastide.server.http import sent, throttle
from bastide.server.model import Command, CreateTable, TableView
from bastide.server.passwords import check_new
from bastide.server.state import COLORS
from bastide.server.store import StoreError
from bastide.server.table import Table
from bastide.server.tokens import ALPHABET, cookie_name, new_id
from bastide.web import maps, rulebook
from bastide.web.making import (
    ANSWER_SECONDS,
    BOTS,
    DEALS,
    GOALS,
    HANDS,
    INCREMENTS,
    LAYOUTS,
    RESERVE_MINUTES,
    TURN_SECONDS,
    Making,
    goal_field,
    new_deal,
    new_name,
    read_form,
    sentence,
)
from bastide.web.making_tiles import GAME as TILES
from bastide.web.making_tiles import read_tiles
from bastide.web.module_choices import module_choices
from bastide.web.panels import page as table_page
from bastide.web.panels import pictures
from bastide.web.site import YEAR, Site
from bastide.web.tables import own_row, public_row
from bastide.web.times import duration

Handler = Callable[[Request], Awaitable[Response]]

NAME_COOKIE: Final = "bastide_name"
FORM_LIMIT: Final = 8 * 1024
SEE_OTHER: Final = 303


def checked(handler: Handler) -> Handler:
    """A page whose visitors are counted and, when they send something, come from a page of this server."""

    @wraps(handler)
    async def guarded(request: Request) -> Response:
        if request.method not in ("GET", "HEAD"):
            access.check_origin(request)
        throttle(request, request.app.state.callers)
        return await handler(request)

    return guarded


async def form_of(request: Request) -> dict[str, str]:
    """What a form sends, the last value of each field.

    :raises Refusal: it is larger than any of our forms, or comes too slowly.
    """
    return fields(await sent(request, FORM_LIMIT, Refusal("too-large", "The request is too large.")))


def fields(data: bytes) -> dict[str, str]:
    """The fields in what a form sends.

    :raises Refusal: there are more than any of our forms has.
    """
    try:
        return dict(parse_qsl(data.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=60))
    except ValueError:
        raise Refusal("too-large", "The request is too large.") from None


def nickname_of(request: Request) -> str:
    """The name that this browser used last, or a friendly one to begin with."""
    return unquote(request.cookies.get(NAME_COOKIE, ""))[:24] or new_name()


def remember_name(response: Response, nickname: str) -> None:
    """Offer the name again the next time."""
    if nickname:
        response.set_cookie(NAME_COOKIE, quote(nickname), max_age=YEAR, samesite="lax", httponly=True, path="/")


# The front page.


@checked
async def home(request: Request) -> Response:
    """GET /: one click into a game, tables to join, those where one sits."""
    return await show_home(request)


async def show_home(request: Request, join_error: str = "", status: int = 200) -> Response:
    """The front page; `join_error` is the link that led nowhere."""
    site = Site.of(request)
    hub = access.hub_of(request)
    own = await sessions.own_tables(request)
    cards = await hub.cards(own) if own else []
    public = [card for card in await hub.public() if card.id not in own]
    return site.page(
        "home.html",
        status,
        own=[own_row(card, site.words) for card in cards[:12]],
        public=[public_row(card, site.words) for card in public],
        families=families(site),
        levels=[(level, site.words.name(level)) for level in BOTS],
        nickname=nickname_of(request),
        join_error=join_error,
    )


def families(site: Site) -> list[tuple[str, str, str, str]]:
    """The games that can be played at once: name, title, picture, and what is played of it."""
    _ = site.words.gettext
    island = _("Base island, beginners' board, to 10 points, no clock.")
    tiles = _("The base game with farmers, no clock. Expansions: make a table.")
    return [
        ("island", _("The hex island"), "/art/board.svg?deal=0", island),
        (TILES, "Carcassonne", "/art/carcassonne.svg", tiles),
    ]


@checked
async def play(request: Request) -> Response:
    """POST /play: a table against bots, begun at once."""
    form = await form_of(request)
    bots = form.get("bots", "3")
    level = form.get("level", BOTS[0])
    usual = {"nickname": form.get("nickname", ""), "players": "4", "undo": "on", "spectators": "on"}
    making = read_tiles(usual) if form.get("game") == TILES else read_form(usual)
    seats = (level if level in BOTS else BOTS[0],) * (int(bots) if bots in ("1", "2", "3") else 3)
    making = replace(making, seats=seats, nickname=making.nickname or nickname_of(request))
    return await make(request, making.request(Site.of(request).words, start=True), making.nickname)


async def make(request: Request, order: CreateTable, nickname: str) -> Response:
    """Make a table, give its maker the seat, and lead there."""
    throttle(request, request.app.state.makers)
    hub = access.hub_of(request)
    table, outcome = await hub.create(order)
    assert outcome.seat is not None
    await sessions.link(request, table, outcome.seat, outcome.generation)
    response = RedirectResponse(f"/t/{table.state.id}", SEE_OTHER)
    access.set_cookie(request, response, table.state.id, hub.issue(table, outcome.seat, outcome.generation))
    remember_name(response, nickname)
    return response


@checked
async def join(request: Request) -> Response:
    """GET /join?link=: from a link or code that somebody was sent to the table."""
    link = request.query_params.get("link", "").strip()[:300]
    try:
        path = urlsplit(link).path
    except ValueError:  # a host in brackets that are never closed, say
        path = ""
    parts = [part for part in path.split("/") if part]
    code = parts[1] if len(parts) > 1 and parts[0] == "t" else parts[-1] if parts else ""
    code = "".join(sign for sign in code if sign in ALPHABET)
    try:
        await access.hub_of(request).table(code)
    except Refusal as refusal:
        if refusal.code != "unknown":
            raise
        return await show_home(request, link or "?", 404)
    return RedirectResponse(f"/t/{code}", SEE_OTHER)


# Making a table.


def show_making(site: Site, making: Making, error: str = "", status: int = 200) -> Response:
    """The page on which a table is made."""
    seats = [(str(seat), site.words.gettext("Seat {number}", number=seat + 1)) for seat in range(1, 4)]
    return site.page(
        "create.html",
        status,
        **common_making(site, making, error, "island"),
        starters=[("roll", site.words.gettext("by lot")), ("0", making.nickname or site.words.gettext("You")), *seats],
        goals=GOALS,
        usual_goal=DEFAULTS["goal"],
        goal=making.goal if goal_field(making.modules) == "goal" else DEFAULTS["goal"],
        modules=module_choices(making, site.words),
        hands=HANDS,
        picture=picture_of(making),
        sentence=sentence(making, site.words),
    )


def common_making(site: Site, making: Making, error: str, game: str) -> dict[str, Any]:
    """What the pages on which tables are made have in common, whatever is played."""
    _ = site.words.gettext
    levels = [(level, _("{level} bot", level=site.words.name(level))) for level in BOTS]
    return {
        "making": making,
        "error": error,
        "game": game,
        "games": [("island", _("The hex island"), "/create"), ("carcassonne", "Carcassonne", "/create/carcassonne")],
        "usual_name": making.usual_name(site.words),
        "seat_choices": [("open", _("open")), *levels],
        "turn_choices": [(seconds, duration(seconds)) for seconds in TURN_SECONDS],
        "reserve_choices": [(minutes, duration(60 * minutes)) for minutes in RESERVE_MINUTES],
        "answer_choices": [(seconds, duration(seconds)) for seconds in ANSWER_SECONDS],
        "increments": [(seconds, f"+ {duration(seconds)}") for seconds in INCREMENTS],
        "colors": COLORS,
        "banner": pictures.banner,
        "emblems": maps.emblems(),
    }


def picture_of(making: Making) -> str:
    """The address of the picture of the map that would be dealt."""
    fixed = making.layout == "beginner" and making.harbors == "fixed"
    modules = f"&modules={','.join(making.modules)}" if making.modules else ""
    deal = 0 if fixed else making.deal
    return f"/art/board.svg?layout={making.layout}&harbors={making.harbors}&deal={deal}{modules}"


@checked
async def create(request: Request) -> Response:
    """GET and POST /create: the form; sent, it deals another map or makes the table."""
    site = Site.of(request)
    if request.method in ("GET", "HEAD"):
        making = read_form({}, nickname_of(request))
        return show_making(site, replace(making, public=request.query_params.get("public") == "public"))
    form = await form_of(request)
    making = read_form(form, nickname_of(request))
    if form.get("do") == "deal":
        dull = making.layout == "beginner" and making.harbors == "fixed"
        return show_making(site, replace(making, deal=new_deal(), layout="spiral" if dull else making.layout))
    try:
        return await make(request, making.request(site.words, start=making.open_seats == 0), making.nickname)
    except Refusal as refusal:
        return show_making(site, making, refusal.fault(site.language).message, refusal.status)


@checked
async def preview(request: Request) -> Response:
    """POST /create/preview: what the form stands for, while it is being filled in."""
    site = Site.of(request)
    making = read_form(await form_of(request), nickname_of(request))
    return JSONResponse(
        {
            "sentence": sentence(making, site.words),
            "picture": picture_of(making),
            "name": making.usual_name(site.words),
            "open": making.open_seats,
        },
        headers={"cache-control": "no-store"},
    )


async def waves(request: Request) -> Response:
    """GET /art/waves.svg: the lines of the sea behind the pages."""
    return Response(maps.waves(), media_type="image/svg+xml", headers={"cache-control": "public, max-age=86400"})


@checked
async def board_picture(request: Request) -> Response:
    """GET /art/board.svg: the map that a number deals."""
    query = request.query_params
    layout = query.get("layout", "beginner")
    harbors = "shuffled" if query.get("harbors") == "shuffled" else "fixed"
    text = query.get("deal", "")
    deal = min(int(text), DEALS) if text.isascii() and text.isdigit() and len(text) < 12 else 0
    asked = query.get("modules", "").split(",")
    modules = tuple(name for name in MODULES if name in asked)
    drawing = maps.dealt(layout if layout in LAYOUTS else "beginner", harbors, deal, modules)
    return Response(drawing, media_type="image/svg+xml", headers={"cache-control": "public, max-age=86400"})


# The table.


@checked
async def table(request: Request) -> Response:
    """GET /t/{id}: the table as the visitor may see it, drawn before any script runs."""
    site = Site.of(request)
    found = await http.table_of(request)
    who, resumed = await sessions.resume(request, found)
    shown = found.view(who.seat, who.entered)
    if shown.outside:
        return show_door(site, shown)
    origin = f"{request.url.scheme}://{request.url.netloc}"
    panels = found.panels(who.seat, site.language, who.entered)
    response = site.page(table_page.TEMPLATE, **table_page.context(shown, site.language, panels, origin))
    if resumed and who.seat is not None:
        token = access.hub_of(request).issue(found, who.seat, who.generation)
        access.set_cookie(request, response, found.state.id, token)
    return response


def show_door(site: Site, outside: TableView, error: str = "", status: int = 200) -> Response:
    """What whoever has not given a table's password sees of it: its name, and where to write the password."""
    return site.page("door.html", status, table=outside, error=error)


@checked
async def enter(request: Request) -> Response:
    """POST /t/{id}/enter: give the table's password; the answer's cookie opens the page of the table."""
    found = await http.table_of(request)
    password = (await form_of(request)).get("password", "")[:64]
    try:
        token = await http.enter_table(request, found, password)
    except Refusal as refusal:
        if refusal.code not in ("password", "rate", "busy"):
            raise
        site = Site.of(request)
        return show_door(site, found.view(None), refusal.fault(site.language).message, refusal.status)
    response = RedirectResponse(f"/t/{found.state.id}", SEE_OTHER)
    access.set_cookie(request, response, found.state.id, token)
    return response


async def say_at(request: Request, command: Command) -> tuple[Table, Response]:
    """Carry a command of a form out, and lead back to the table."""
    found = await http.table_of(request)
    outcome = await found.do(access.viewer(request, found), command)
    response = RedirectResponse(f"/t/{found.state.id}", SEE_OTHER)
    if outcome.seat is not None:
        await sessions.link(request, found, outcome.seat, outcome.generation)
        token = access.hub_of(request).issue(found, outcome.seat, outcome.generation)
        access.set_cookie(request, response, found.state.id, token)
    return found, response


@checked
async def sit(request: Request) -> Response:
    """POST /t/{id}/sit: take a seat; the answer's cookie proves it from then on."""
    form = await form_of(request)
    seat = form.get("seat", "")
    command = Command(
        id=new_id(), do="sit", text=form.get("text", "")[:500], seat=int(seat) if seat in tuple("01234567") else None
    )
    _, response = await say_at(request, command)
    remember_name(response, command.text.strip()[:24])
    return response


@checked
async def change_password(request: Request) -> Response:
    """POST /t/{id}/password: the host gives the table one (`do=set`), takes it off, or withdraws what it opened."""
    form = await form_of(request)
    found = await http.table_of(request)
    given = form.get("password", "")[:64] if form.get("do") == "set" else ""
    if form.get("do") == "set":
        check_new(given, SHORTEST)
    command = Command(id=new_id(), do="withdraw" if form.get("do") == "withdraw" else "password", secret=given)
    who = access.viewer(request, found)
    await found.do(who, await access.hub_of(request).door.changed(found, who, command))
    return RedirectResponse(f"/t/{found.state.id}", SEE_OTHER)


@checked
async def chat(request: Request) -> Response:
    """POST /t/{id}/chat: a line of chat from a page without its script."""
    text = (await form_of(request)).get("text", "")[:500]
    _, response = await say_at(request, Command(id=new_id(), do="chat", text=text))
    return response


# The rules.


@checked
async def rules(request: Request) -> Response:
    """GET /rules and /rules/{id}: the book of rules."""
    site = Site.of(request)
    query = request.query_params.get("q", "").strip()[:80]
    section = request.query_params.get("section", "")[:40]
    rule_id = request.path_params.get("rule_id")
    try:
        shown = rulebook.shelf(site.language, query, section, rule_id)
    except UnknownRule as error:
        _ = site.words.gettext
        near = ", ".join(f"{near_id} {title}" for near_id, title in rulebook.nearest(error, site.language))
        hint = _("Perhaps you meant {rules}.", rules=near) if near else ""
        message = _("No rule has the id {rule}. {near}", rule=error.rule_id[:40], near=hint)
        return show_error(request, 404, _("No such rule"), message.strip())
    keep = f"?q={quote(query)}" if query else f"?section={quote(section)}" if section else ""
    return site.page("rules.html", keep=keep, **shown)


# What goes wrong.


def show_error(request: Request, status: int, title: str, message: str, rule: str = "") -> Response:
    """A page that says what went wrong and where to go."""
    return Site.of(request).page("error.html", status, title=title, message=message, rule=rule)


def wants_page(request: Request) -> bool:
    """Whether a person asks, who reads pages, and not a program, which reads JSON."""
    path = request.url.path
    return not path.startswith(("/api/", "/ws/", "/static/")) and path != "/health"


async def on_http(request: Request, error: Exception) -> Response:
    """What is not there, or not for this method."""
    if not wants_page(request) or not isinstance(error, HTTPException):
        return await http.not_found(request, error)
    _ = Site.of(request).words.gettext
    if error.status_code == 404:
        return show_error(
            request, 404, _("No such page"), _("There is nothing at {path}.", path=request.url.path[:120])
        )
    response = show_error(request, error.status_code, _("This is not possible"), str(error.detail))
    response.headers.update(error.headers or {})
    return response


async def on_refusal(request: Request, error: Exception) -> Response:
    """A refusal, on a page."""
    if not wants_page(request) or not isinstance(error, Refusal):
        return await http.refused(request, error)
    site = Site.of(request)
    _ = site.words.gettext
    fault = error.fault(site.language)
    title = _("No such table") if error.code == "unknown" else _("This is not possible")
    response = show_error(request, error.status, title, fault.message, fault.rule)
    if error.code == "token" and "table_id" in request.path_params:
        response.delete_cookie(cookie_name(request.path_params["table_id"]))
    return response


@checked
async def health(request: Request) -> Response:
    """GET /health: whether the store answers."""
    hub = access.hub_of(request)
    try:
        tables = await hub.shared.store.count()
    except StoreError:
        raise Refusal("store", "The tables cannot be listed now; try again") from None
    return JSONResponse({"status": "ok", "tables": tables, "loaded": hub.loaded}, headers={"cache-control": "no-store"})


HANDLERS: Final[Mapping[Any, Any]] = {HTTPException: on_http, Refusal: on_refusal}

ROUTES: Final = [
    Route("/", home, methods=["GET"]),
    Route("/play", play, methods=["POST"]),
    Route("/join", join, methods=["GET"]),
    Route("/create", create, methods=["GET", "POST"]),
    Route("/create/preview", preview, methods=["POST"]),
    Route("/art/board.svg", board_picture, methods=["GET"]),
    Route("/art/waves.svg", waves, methods=["GET"]),
    Route("/t/{table_id}", table, methods=["GET"]),
    Route("/t/{table_id}/enter", enter, methods=["POST"]),
    Route("/t/{table_id}/password", change_password, methods=["POST"]),
    Route("/t/{table_id}/sit", sit, methods=["POST"]),
    Route("/t/{table_id}/chat", chat, methods=["POST"]),
    Route("/rules", rules, methods=["GET"]),
    Route("/rules/{rule_id}", rules, methods=["GET"]),
    Route("/health", health, methods=["GET"]),
]
