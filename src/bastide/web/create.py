"""Creating tables: at once from the front page, or on the page where a game of the hex island is chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

from msgspec.structs import replace as replace_fields
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from bastide.catan.family import MODULES
from bastide.kernel.combinations import ROLES
from bastide.kernel.errors import ConfigError
from bastide.kernel.plugins import FOREIGN
from bastide.kernel.rooms import rooms
from bastide.players import known_levels, offered
from bastide.server.common.banners import COLORS
from bastide.server.common.faults import RequestRefused, of_engine
from bastide.server.common.model import CreateTable
from bastide.server.http import access, api, sessions
from bastide.server.http.seat_cookies import set_seat
from bastide.view.words import Words
from bastide.web import faces, maps
from bastide.web.forms import SEE_OTHER, checked, form_of, headed, last_form, nickname_of, remember_form, remember_name
from bastide.web.making import (
    ANSWER_SECONDS,
    BASE,
    CAMPAIGN,
    DEALS,
    GOALS,
    HANDS,
    IDLE_SECONDS,
    INCREMENTS,
    LAYOUTS,
    LEVEL,
    MOST_SEATS,
    RESERVE_MINUTES,
    TURN_SECONDS,
    USUAL_PUBLIC,
    AnyMaking,
    Making,
    campaign,
    every_number_of_players,
    goal_note,
    maps_of,
    may_duel,
    new_deal,
    read_form,
    sentence,
    usual_goal,
)
from bastide.web.making_series import ordered, series_context, stations, with_series_told
from bastide.web.making_tiles import GAME as TILES
from bastide.web.making_tiles import read_tiles
from bastide.web.module_choices import ModuleChoice
from bastide.web.panels import pictures
from bastide.web.rulebook import rule_about
from bastide.web.settling import (
    added,
    as_json,
    choices_context,
    form_of_making,
    in_brief,
    in_short,
    kept_form,
    settled,
)
from bastide.web.shelf import game_of
from bastide.web.site import Site
from bastide.web.times import duration, patience

GAME: Final = "island"
AGAIN: Final = "last"
"""The `game` of the button that makes the last game once more."""


@checked
async def play(request: Request) -> Response:
    """POST /play: start a game of the shelf against bots, or the game of the last form once more."""
    form = await form_of(request)
    words = Site.of(request).words
    name = form.get("nickname", "") or nickname_of(request)
    last = last_form(request)
    if form.get("game") == AGAIN and last:
        return await make_from(request, read_tiles(last, name) if last.get("game") == TILES else read_form(last, name))
    level = form.get("level", "")
    level = level if level in known_levels() else LEVEL
    game = game_of(form.get("game", ""), words) or game_of(f"{GAME}/{BASE}", words)
    assert game is not None
    fields = game.against(level) | {"nickname": name, "slow": form.get("slow", "")}
    return await make_from(request, read_tiles(fields) if game.family == TILES else read_form(fields))


async def make_from(request: Request, making: Making) -> Response:
    """Create the table of a form, and offer the same form the next time.

    :raises ConfigError: the map cannot be dealt.
    """
    order = replace_fields(
        ordered(making, Site.of(request).words, start=making.open_seats == 0), form=kept_form(making)
    )
    response = await make(request, order, making.nickname)
    remember_form(response, form_of_making(making))
    return response


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


@headed
async def create(request: Request) -> Response:
    """GET and POST /create: the form; a submit deals another map, makes a swap or makes the table."""
    site = Site.of(request)
    read = partial(read_form, nickname=nickname_of(request))
    if request.method in ("GET", "HEAD"):
        making, told = settled(asked(request), read, site.words, GAME)
        return show_making(site, making, told=told)
    form = await form_of(request)
    if again := reconsidered(form, read, site.words, GAME):
        return show_making(site, again[0], told=again[1])
    making = read(form)
    try:
        # Dealing the map runs a plug-in's code already.
        await access.hub_of(request).shared.try_out(making.config())
        return await make_from(request, making)
    except RequestRefused as refusal:
        return api.told_on(request, show_making(site, making, refusal), refusal)
    except ConfigError as error:  # the map cannot be dealt
        return show_making(site, making, of_engine(error))


def reconsidered(
    form: Mapping[str, str], read: Callable[[Mapping[str, str]], AnyMaking], words: Words, game: str
) -> tuple[AnyMaking, list[str]] | None:
    """The game of a form that asks for another map or a swap, and what was left out; None if it asks for the table."""
    if form.get("do") not in ("deal", "show") and "swap" not in form:
        return None
    making, told = settled(form, read, words, game)
    if form.get("do") == "deal" and game == GAME:
        dull = making.layout == "beginner" and making.harbors == "fixed"
        making = replace(making, deal=new_deal(), layout="spiral" if dull else making.layout)
    return making, told


def asked(request: Request) -> dict[str, str]:
    """The form that the address of a page asks for: empty unless it has a query."""
    if request.query_params.get("as") == "last":
        return last_form(request)
    query = {name: text for name, text in request.query_params.items() if name != "lang"}
    return {"undo": "on", "spectators": "on"} | query if query else {}


def show_making(
    site: Site,
    making: Making,
    refusal: RequestRefused | None = None,
    told: Sequence[str] = (),
    table: Mapping[str, Any] | None = None,
) -> Response:
    """The page that creates a table, with the choices so far and why it cannot be created.

    `table` is the table whose game is changed instead: its link, and its people by seat.
    """
    context = common_making(site, making, refusal, GAME, told) | {"table": table}
    return site.page(
        "create.html",
        refusal.status if refusal else 200,
        **context,
        numbers=every_number_of_players(),
        may_duel=may_duel(making.modules),
        goals=GOALS,
        usual_goal=usual_goal(making.modules, making.layout),
        goal_note=goal_note(making.modules, making.layout, site.words),
        hands=HANDS,
        rules={name: rule_about(name) for name in ("hand_limit", "trade")},
        readings=[],
        picture=picture_of(making),
        sentence=with_series_told(sentence(making, site.words), making, site.words),
    )


def common_making(
    site: Site, making: Making, refusal: RequestRefused | None, game: str, told: Sequence[str]
) -> dict[str, Any]:
    """The context shared by the pages that create tables, for any family."""
    _ = site.words.gettext
    processes = access.hub_of(site.request).settings.bot_processes
    levels = offered(processes)
    note = ""
    if not processes:
        note = _("Stronger bots, and those of plug-ins, are switched off on this server.")
    elif len(levels) < len(known_levels()):
        note = _("Bots of the level master would be too slow on this server.")
    seats = [(str(seat), _("Seat {number}", number=seat + 1)) for seat in range(1, MOST_SEATS)]
    choices = choices_context(making, site.words, game)
    return {
        "making": making,
        "table": None,
        "fault": refusal.fault(site.language) if refusal else None,
        "told": told,
        "game": game,
        "games": [(GAME, _("The hex island"), "/create"), ("carcassonne", "Carcassonne", "/create/carcassonne")],
        "last": last_address(site.request),
        "cards": cards(choices["modules"], site.words, game),
        "covers": {choice.name: choice.cover for choice in choices["modules"]},
        "titles": {choice.name: choice.label for choice in choices["modules"]},
        "usual_name": making.usual_name(site.words),
        "levels": faces.choices(site.words, levels, 30),
        "usual_level": LEVEL,
        "starters": [("roll", _("by lot")), ("0", making.nickname or _("You")), *seats],
        "bots_note": note,
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
        "emblems": maps.emblems() + faces.symbols(),
        "in_brief": in_brief(making, site.words),
        "in_short": in_short(making, site.words),
        **choices,
        **series_context(making, site.words),
    }


def last_address(request: Request) -> str:
    """The form as this browser sent it last; empty if it has sent none."""
    last = last_form(request)
    return f"/create{'/' + TILES if last.get('game') == TILES else ''}?as=last" if last else ""


def cards(choices: Sequence[ModuleChoice], words: Words, game: str) -> list[tuple[str, str, str, str]]:
    """What may be played in the first place: name, title, note and picture of each; the campaign has no picture."""
    _ = words.gettext
    base = (
        (BASE, _("The hex island"), _("the base game"), "/art/board.svg?deal=0")
        if game == GAME
        else (BASE, "Carcassonne", _("the base game"), "/art/carcassonne.svg")
    )
    found = sorted(
        (one for one in choices if one.first), key=lambda one: (ROLES.index(one.role or "extension"), one.chapter)
    )
    out = [base, *((one.name, one.label, one.note, one.cover) for one in found)]
    if len(campaign(game)) > 1:
        count = len(campaign(game))
        out.append((CAMPAIGN, _("Campaign"), _("{count} games one after the other", count=count), ""))
    return out


def picture_of(making: Making) -> str:
    """The URL of the picture of the map that would be dealt."""
    query = {"layout": making.layout, "harbors": making.harbors, "deal": 0 if making.is_printed else making.deal}
    if making.modules:
        query["modules"] = ",".join(making.modules)
    if any(map(maps_of, making.modules)):
        query["players"] = making.players
    dealing = {option for name in making.modules for option in MODULES[name]().dealing}
    query |= {f"option_{name}": value for name, value in making.own_options().items() if name in dealing}
    return f"/art/board.svg?{urlencode(query, safe=',')}"


@checked
async def preview(request: Request) -> Response:
    """POST /create/preview: the preview of the form while it is being filled in."""
    site = Site.of(request)
    read = partial(read_form, nickname=nickname_of(request))
    making, told = settled(await form_of(request), read, site.words, GAME)
    more = {
        "picture": picture_of(making),
        "usual_goal": usual_goal(making.modules, making.layout),
        "goal_note": goal_note(making.modules, making.layout, site.words),
    }
    return preview_of(making, told, site, sentence(making, site.words), GAME, more)


def preview_of(
    making: Making, told: Sequence[str], site: Site, sentence: str, game: str, more: Mapping[str, Any]
) -> Response:
    """The settled choices for the script, what may be chosen now, and the result; `more` has what only a family has."""
    choices = choices_context(making, site.words, game)
    return JSONResponse(
        {
            "what": making.what,
            "added": added(making, choices["modules"]),
            "brought": [choice.name for choice in choices["modules"] if choice.on and choice.brought],
            "players": making.players,
            "offered": choices["offered"],
            "barred": as_json(choices["barred"]),
            "numbers": as_json(choices["barred_numbers"]),
            "told": told,
            "sentence": with_series_told(sentence, making, site.words),
            "brief": in_brief(making, site.words),
            "short": in_short(making, site.words),
            "stations": dict(stations(making, site.words)),
            "name": making.usual_name(site.words),
            "open": making.open_seats,
            **more,
        },
        headers={"cache-control": "no-store"},
    )


@checked
async def board_picture(request: Request) -> Response:
    """GET /art/board.svg: the map dealt from a number."""
    query = request.query_params
    layout = query.get("layout", "beginner")
    harbors = "shuffled" if query.get("harbors") == "shuffled" else "fixed"
    deal, players = min(_count(query.get("deal")), DEALS), min(_count(query.get("players")), MOST_SEATS)
    requested = query.get("modules", "").split(",")
    modules = tuple(name for name in MODULES if name in requested)
    known = {*LAYOUTS, *(map_ for name in modules for map_ in maps_of(name))}
    layout = layout if layout in known else "beginner"
    options = {option: values for name in modules for option, values in MODULES[name]().options.items()}
    given = {name: query.get(f"option_{name}") for name in options}
    chosen = tuple((name, value) for name, value in given.items() if value in options[name][1:])
    try:
        making = maps.making(layout, harbors, deal, modules, players, chosen)
        await access.hub_of(request).shared.try_out(making.config())
        drawing = maps.dealt(layout, harbors, deal, modules, players, chosen)
    except FOREIGN as error:
        # Modules that cannot be combined: the sentence beside the map says so. A plug-in may fail in any way.
        if not isinstance(error, ConfigError | RequestRefused) and rooms("island").keys() >= set(modules):
            raise
        drawing = maps.dealt(layout if layout in LAYOUTS else "beginner", harbors, deal)
    return Response(drawing, media_type="image/svg+xml", headers={"cache-control": "public, max-age=86400"})


def _count(text: str | None) -> int:
    """A number of an address; 0 if it is none."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 12 else 0


ROUTES: Final = [
    Route("/play", play, methods=["POST"]),
    Route("/create", create, methods=["GET", "POST"]),
    Route("/create/preview", preview, methods=["POST"]),
    Route("/art/board.svg", board_picture, methods=["GET"]),
]
