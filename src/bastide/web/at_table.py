"""A table's page, its password form, and the forms that work without a script."""

from __future__ import annotations

import hashlib
import re
from io import BytesIO
from typing import Final

import segno
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from bastide.kernel.game import Game
from bastide.server.accounts.passwords import check_new
from bastide.server.common.faults import RequestRefused
from bastide.server.common.model import Command, TableView
from bastide.server.common.names import same
from bastide.server.common.tokens import ALPHABET, ID_LENGTH, is_id, new_id
from bastide.server.http import access, api, sessions, table_api
from bastide.server.http.seat_cookies import set_seat, tidy_seats
from bastide.server.tables.table import Table
from bastide.server.tables.table_password import SHORTEST
from bastide.view.island.facts import facts
from bastide.view.island.known import known_cards
from bastide.view.island.model import IslandView
from bastide.web.forms import SEE_OTHER, checked, form_of, last_name, propose, remember_name
from bastide.web.panels import page as table_page
from bastide.web.panels.about import about as about_panel
from bastide.web.panels.desk import Desk, words_at
from bastide.web.panels.seats import proposed
from bastide.web.site import Site

BROWSER_COOKIE: Final = "bastide_browser"
"""Holds a secret of this browser: with it a repeated request gets the same seat."""


@checked
async def table(request: Request) -> Response:
    """GET /t/{id}: the table as the visitor may see it, drawn before any script runs."""
    given = request.path_params["table_id"]
    meant = re.sub(f"[^{ALPHABET}]+$", "", given)
    if meant != given and meant:
        # Chats take the full stop or the bracket after a link for a part of it.
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"/t/{meant}{query}", SEE_OTHER)
    site = Site.of(request)
    found = await api.table_of(request)
    who, resumed = await sessions.resume(request, found)
    origin = origin_of(request)
    if found.state.outside(who.seat, who.entered):
        await sessions.look_up(request)
    async with found.shared.turn(access.address_of(request)):
        # The seat may have changed hands meanwhile.
        who = found.current(who)
        shown = found.view(who.seat, who.entered)
        if shown.outside:
            response = show_password_form(site, shown)
        else:
            panels = found.panels(who.seat, site.language, who.entered)
            name = name_at(request, shown)
            response = site.page(table_page.TEMPLATE, **table_page.context(shown, site.language, panels, origin, name))
    await sessions.tidy(request, response)
    if shown.outside:
        return response
    if resumed and who.seat is not None:
        token = access.hub_of(request).issue(found, who.seat, who.generation)
        set_seat(request, response, found.state.id, token)
    else:
        tidy_seats(request, response)
    if who.seat is None and browser_cookie(request) not in request.cookies:
        secure = request.url.scheme == "https"
        response.set_cookie(browser_cookie(request), new_id(), path="/", httponly=True, samesite="lax", secure=secure)
    return response


def name_at(request: Request, shown: TableView) -> str:
    """The name that a guest of this table is proposed: the one used last, unless somebody there has it."""
    name = last_name(request)
    if shown.seat is not None:
        return name
    if not name:
        return propose(request, proposed(shown))
    return "" if any(same(name, chair.name) for chair in shown.chairs) else name


def browser_cookie(request: Request) -> str:
    """The name of that cookie: over HTTPS a name that a neighbouring host cannot set a cookie for."""
    return f"__Host-{BROWSER_COOKIE}" if request.url.scheme == "https" else BROWSER_COOKIE


def id_of(request: Request, form: dict[str, str]) -> str:
    """The id of a form's command: the same if this browser sends the same form again, as after a lost answer or a
    double click."""
    known = request.cookies.get(browser_cookie(request), "")
    if len(known) < ID_LENGTH:
        return new_id()
    submission = repr((known, request.path_params["table_id"], sorted(form.items())))
    return hashlib.blake2s(submission.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def show_password_form(site: Site, outside: TableView, error: str = "", status: int = 200) -> Response:
    """What a visitor without the table's password sees: its name, and the password field."""
    return site.page("table_password.html", status, table=outside, error=error)


@checked
async def enter(request: Request) -> Response:
    """POST /t/{id}/enter: send the table's password; the response's cookie opens the table's page."""
    found = await api.table_of(request)
    password = (await form_of(request)).get("password", "")[:64]
    try:
        token = await table_api.enter_table(request, found, password)
    except RequestRefused as refusal:
        if refusal.code not in ("password", "rate", "busy"):
            raise
        site = Site.of(request)
        await sessions.look_up(request)
        said = refusal.fault(site.language).message
        return api.told_on(request, show_password_form(site, found.view(None), said, refusal.status), refusal)
    response = RedirectResponse(f"/t/{found.state.id}", SEE_OTHER)
    set_seat(request, response, found.state.id, token)
    return response


async def say_at(request: Request, command: Command, table_id: str = "") -> tuple[Table, Response]:
    """Run a command of a form, and redirect to the table: the one in the path, unless another is given."""
    found = await (access.hub_of(request).table(table_id) if table_id else api.table_of(request))
    outcome = await table_api.apply_for(request, found, await sessions.viewer(request, found), command)
    response = RedirectResponse(f"/t/{found.state.id}", SEE_OTHER)
    if outcome.seat is not None:
        await sessions.link(request, found, outcome.seat, outcome.generation)
        token = access.hub_of(request).issue(found, outcome.seat, outcome.generation)
        set_seat(request, response, found.state.id, token)
    return found, response


@checked
async def sit(request: Request) -> Response:
    """POST /t/{id}/sit: take a seat; the response's cookie proves it later."""
    form = await form_of(request)
    text, seat = form.get("text", "")[:500], form.get("seat", "")
    chosen = int(seat) if seat in tuple("01234567") else None
    try:
        _, response = await say_at(request, Command(id=id_of(request, form), do="sit", text=text, seat=chosen))
    except RequestRefused as refusal:
        if refusal.code != "used":
            raise
        # The seat that this form once took was given up since.
        _, response = await say_at(request, Command(id=new_id(), do="sit", text=text, seat=chosen))
    remember_name(response, text.strip()[:24])
    return response


@checked
async def renew(request: Request) -> Response:
    """POST /t/{id}/renew: keep the seat with a new cookie; copies of the old one show the table to a spectator."""
    found = await api.table_of(request)
    who = access.bearer(request, found)
    # The id differs for each token, so that a repeated form gets the same answer and a later one does not.
    command = Command(id=id_of(request, {"renew": str(who)}), do="renew")
    await sessions.check_owner(request, found, who)
    _, response = await say_at(request, command)
    return response


@checked
async def change_password(request: Request) -> Response:
    """POST /t/{id}/password: the host sets a password (`do=set`), removes it, or revokes the access it gave."""
    form = await form_of(request)
    found = await api.table_of(request)
    given = form.get("password", "")[:64] if form.get("do") == "set" else ""
    if form.get("do") == "set":
        check_new(given, SHORTEST)
    command = Command(id=new_id(), do="withdraw" if form.get("do") == "withdraw" else "password", secret=given)
    who = await sessions.viewer(request, found)
    await found.do(who, await access.hub_of(request).table_passwords.changed(found, who, command))
    return RedirectResponse(f"/t/{found.state.id}", SEE_OTHER)


@checked
async def about(request: Request) -> Response:
    """GET /t/{id}/about: what hexes and seats of the island give, as a fragment of the page; none before a game."""
    site = Site.of(request)
    found = await api.table_of(request)
    who = await sessions.viewer(request, found)
    async with found.shared.turn(access.address_of(request)):
        who = found.current(who)
        shown, match = found.view(who.seat, who.entered), found.state.match
        told = ""
        if isinstance(shown.view, IslandView) and match is not None and isinstance(match.game, Game):
            desk = Desk(shown, words_at(shown, site.language))
            cards = known_cards(match.game) if found.state.known_cards else ()
            told = str(about_panel(desk, shown.view, facts(match.game), cards))
    return site.respond(told)


async def qr(request: Request) -> Response:
    """GET /t/{id}/qr.svg: the link to the table as a QR code. It reads no table: whoever asks knows the link."""
    table_id = request.path_params["table_id"]
    if not is_id(table_id):
        return Response("no such picture", 404, media_type="text/plain")
    drawing = BytesIO()
    code = segno.make(f"{origin_of(request)}/t/{table_id}", error="m")
    code.save(drawing, kind="svg", border=2, dark="#23292D", light="#FFFDF6", omitsize=True, xmldecl=False)
    return Response(drawing.getvalue(), media_type="image/svg+xml", headers={"cache-control": "private, max-age=86400"})


def origin_of(request: Request) -> str:
    """The scheme and host of this site, as the visitor sees it."""
    return f"{request.url.scheme}://{request.url.netloc}"


@checked
async def chat(request: Request) -> Response:
    """POST /t/{id}/chat: a line of chat from a page without its script."""
    text = (await form_of(request)).get("text", "")[:500]
    _, response = await say_at(request, Command(id=new_id(), do="chat", text=text))
    return response


ROUTES: Final = [
    Route("/t/{table_id}", table, methods=["GET"]),
    Route("/t/{table_id}/enter", enter, methods=["POST"]),
    Route("/t/{table_id}/password", change_password, methods=["POST"]),
    Route("/t/{table_id}/sit", sit, methods=["POST"]),
    Route("/t/{table_id}/renew", renew, methods=["POST"]),
    Route("/t/{table_id}/qr.svg", qr, methods=["GET"]),
    Route("/t/{table_id}/about", about, methods=["GET"]),
    Route("/t/{table_id}/chat", chat, methods=["POST"]),
]
