"""Creating tables: at once from the front page, or on the page where a game of the hex island is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from bastide.catan.family import MODULES
from bastide.kernel.errors import ConfigError
from bastide.kernel.plugins import FOREIGN
from bastide.kernel.rooms import rooms
from bastide.players import known_levels, offered
from bastide.server.common.banners import COLORS
from bastide.server.common.faults import RequestRefused, of_engine
from bastide.server.common.model import CreateTable
from bastide.server.http import access, api, sessions
from bastide.server.http.seat_cookies import set_seat
from bastide.web import maps
from bastide.web.forms import SEE_OTHER, checked, form_of, nickname_of, remember_name
from bastide.web.making import (
    ANSWER_SECONDS,
    BOTS,
    DEALS,
    GOALS,
    HANDS,
    IDLE_SECONDS,
    INCREMENTS,
    LAYOUTS,
    RESERVE_MINUTES,
    TURN_SECONDS,
    USUAL_PUBLIC,
    Making,
    at_public_table,
    every_number_of_players,
    goal_note,
    maps_of,
    may_duel,
    new_deal,
    numbers_of_players,
    read_form,
    sentence,
    usual_goal,
)
from bastide.web.making_series import ordered, series_context, with_series_told
from bastide.web.making_tiles import GAME as TILES
from bastide.web.making_tiles import read_tiles
from bastide.web.module_choices import ModuleChoice, barred_now, module_choices, module_groups
from bastide.web.panels import pictures
from bastide.web.rulebook import rule_about
from bastide.web.site import Site
from bastide.web.times import duration, patience


@checked
async def play(request: Request) -> Response:
    """POST /play: start a table against bots."""
    form = await form_of(request)
    bots = form.get("bots", "3")
    level = form.get("level", BOTS[0])
    usual = {"nickname": form.get("nickname", ""), "players": "4", "undo": "on", "spectators": "on"}
    making = read_tiles(usual) if form.get("game") == TILES else read_form(usual)
    seats = (level if level in BOTS else BOTS[0],) * (int(bots) if bots in ("1", "2", "3") else 3)
    making = replace(making, seats=seats, nickname=making.nickname or nickname_of(request))
    return await make(request, making.request(Site.of(request).words, start=True), making.nickname)


async def make(request: Request, order: CreateTable, nickname: str) -> Response:
    """Create a table, seat its creator, and redirect there."""
    api.throttle_making(request)
    hub = access.hub_of(request)
    table, outcome = await hub.create(order)
    assert outcome.seat is not None
    await sessions.link(request, table, outcome.seat, outcome.generation)
    response = RedirectResponse(f"/t/{table.state.id}", SEE_OTHER)
    set_seat(request, response, table.state.id, hub.issue(table, outcome.seat, outcome.generation))
    remember_name(response, nickname)
    return response


@checked
async def create(request: Request) -> Response:
    """GET and POST /create: the form; a submit deals another map or makes the table."""
    site = Site.of(request)
    if request.method in ("GET", "HEAD"):
        making = read_form({}, nickname_of(request))
        public = request.query_params.get("public") == "public"
        return show_making(site, at_public_table(making) if public else making)
    form = await form_of(request)
    making = read_form(form, nickname_of(request))
    if form.get("do") == "deal":
        dull = making.layout == "beginner" and making.harbors == "fixed"
        return show_making(site, replace(making, deal=new_deal(), layout="spiral" if dull else making.layout))
    try:
        # Dealing the map runs a plug-in's code already.
        await access.hub_of(request).shared.try_out(making.config())
        order = ordered(making, site.words, start=making.open_seats == 0)
        return await make(request, order, making.nickname)
    except RequestRefused as refusal:
        return api.told_on(request, show_making(site, making, refusal), refusal)
    except ConfigError as error:  # the map cannot be dealt
        return show_making(site, making, of_engine(error))


def show_making(site: Site, making: Making, refusal: RequestRefused | None = None) -> Response:
    """The page that creates a table, with the choices so far and why it cannot be created."""
    numbers = every_number_of_players()
    seats = [(str(seat), site.words.gettext("Seat {number}", number=seat + 1)) for seat in range(1, numbers[-1])]
    possible = numbers_of_players(making.modules)
    choices = module_choices(making, site.words)
    return site.page(
        "create.html",
        refusal.status if refusal else 200,
        **common_making(site, making, refusal, "island", choices),
        starters=[("roll", site.words.gettext("by lot")), ("0", making.nickname or site.words.gettext("You")), *seats],
        player_choices=[(number, number in possible) for number in numbers],
        may_duel=may_duel(making.modules),
        goals=GOALS,
        usual_goal=usual_goal(making.modules, making.layout),
        goal_note=goal_note(making.modules, making.layout, site.words),
        hands=HANDS,
        rules={name: rule_about(name) for name in ("hand_limit", "trade")},
        unusual=making.hand_limit != Making.hand_limit or not making.trade or any_reading(choices),
        picture=picture_of(making),
        sentence=with_series_told(sentence(making, site.words), making, site.words),
    )


def any_reading(choices: Sequence[ModuleChoice]) -> bool:
    """Whether a rule is read otherwise than usual."""
    return any(reading.changed for choice in choices for reading in choice.readings)


def common_making(
    site: Site, making: Making, refusal: RequestRefused | None, game: str, choices: Sequence[ModuleChoice]
) -> dict[str, Any]:
    """The context shared by the pages that create tables, for any family."""
    _ = site.words.gettext
    processes = access.hub_of(site.request).settings.bot_processes
    levels = [(level, _("{level} bot", level=site.words.name(level))) for level in offered(processes)]
    note = _("Bots that search, and bots of plug-ins, think in processes of their own. This server has none for them.")
    return {
        "making": making,
        "fault": refusal.fault(site.language) if refusal else None,
        "game": game,
        "games": [("island", _("The hex island"), "/create"), ("carcassonne", "Carcassonne", "/create/carcassonne")],
        "usual_name": making.usual_name(site.words),
        "seat_choices": [("open", _("open")), *levels],
        "bots_note": note if len(levels) < len(known_levels()) else "",
        "turn_choices": [(seconds, duration(seconds)) for seconds in TURN_SECONDS],
        "reserve_choices": [(minutes, duration(60 * minutes)) for minutes in RESERVE_MINUTES],
        "answer_choices": [(seconds, duration(seconds)) for seconds in ANSWER_SECONDS],
        "idle_choices": [(seconds, patience(seconds, site.words)) for seconds in IDLE_SECONDS],
        "usual_time": {
            "public": {name: str(value) for name, value in USUAL_PUBLIC.items()},
            "private": {name: str(getattr(Making, name)) for name in USUAL_PUBLIC},
        },
        "increments": [(seconds, f"+ {duration(seconds)}") for seconds in INCREMENTS],
        "colors": COLORS,
        "banner": pictures.banner,
        "emblems": maps.emblems(),
        "modules": choices,
        "groups": module_groups(choices, site.words),
        **series_context(making, site.words),
    }


def picture_of(making: Making) -> str:
    """The URL of the picture of the map that would be dealt."""
    fixed = making.layout == "beginner" and making.harbors == "fixed"
    modules = f"&modules={','.join(making.modules)}" if making.modules else ""
    deal = 0 if fixed else making.deal
    return f"/art/board.svg?layout={making.layout}&harbors={making.harbors}&deal={deal}{modules}"


@checked
async def preview(request: Request) -> Response:
    """POST /create/preview: the preview of the form while it is being filled in."""
    site = Site.of(request)
    making = read_form(await form_of(request), nickname_of(request))
    return JSONResponse(
        {
            "sentence": with_series_told(sentence(making, site.words), making, site.words),
            "picture": picture_of(making),
            "name": making.usual_name(site.words),
            "open": making.open_seats,
            "usual_goal": usual_goal(making.modules, making.layout),
            "goal_note": goal_note(making.modules, making.layout, site.words),
            "players": making.players,
            "possible": numbers_of_players(making.modules),
            "barred": barred_now(making.modules, site.words, "island"),
        },
        headers={"cache-control": "no-store"},
    )


@checked
async def board_picture(request: Request) -> Response:
    """GET /art/board.svg: the map dealt from a number."""
    query = request.query_params
    layout = query.get("layout", "beginner")
    harbors = "shuffled" if query.get("harbors") == "shuffled" else "fixed"
    text = query.get("deal", "")
    deal = min(int(text), DEALS) if text.isascii() and text.isdigit() and len(text) < 12 else 0
    requested = query.get("modules", "").split(",")
    modules = tuple(name for name in MODULES if name in requested)
    known = {*LAYOUTS, *(map_ for name in modules for map_ in maps_of(name))}
    layout = layout if layout in known else "beginner"
    try:
        await access.hub_of(request).shared.try_out(maps.making(layout, harbors, deal, modules).config())
        drawing = maps.dealt(layout, harbors, deal, modules)
    except FOREIGN as error:
        # Modules that cannot be combined: the sentence beside the map says so. A plug-in may fail in any way.
        if not isinstance(error, ConfigError | RequestRefused) and rooms("island").keys() >= set(modules):
            raise
        drawing = maps.dealt(layout if layout in LAYOUTS else "beginner", harbors, deal)
    return Response(drawing, media_type="image/svg+xml", headers={"cache-control": "public, max-age=86400"})


ROUTES: Final = [
    Route("/play", play, methods=["POST"]),
    Route("/create", create, methods=["GET", "POST"]),
    Route("/create/preview", preview, methods=["POST"]),
    Route("/art/board.svg", board_picture, methods=["GET"]),
]
