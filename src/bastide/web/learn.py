"""Lessons: their list, the page of one, and the moves of a learner.

A lesson's page is the page of a table. The server keeps nothing of it: each request has the moves made so far.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from bastide.kernel.errors import IllegalAction, InvalidAction, quote
from bastide.kernel.game import Game
from bastide.lessons import course
from bastide.lessons.course import Place
from bastide.lessons.lessons import Lesson, lessons
from bastide.server.common.banners import COLORS
from bastide.server.common.faults import RequestRefused, of_engine, of_reason
from bastide.server.common.model import Chair, Fault, TableView
from bastide.server.http import access, api, sessions
from bastide.view import AnyView, events_view, explain
from bastide.view import view as view_of
from bastide.view.catalogues import edition_of
from bastide.view.island.model import IslandView
from bastide.view.typesetting import typeset
from bastide.view.words import Words
from bastide.web.covers import FAMILY_PICTURES, cover_address
from bastide.web.errors import show_error
from bastide.web.forms import checked, headed
from bastide.web.panels import IDS, draw, render
from bastide.web.panels import page as table_page
from bastide.web.panels.desk import Desk, words_at
from bastide.web.panels.families import FAMILIES
from bastide.web.panels.guide import guide, key_of
from bastide.web.panels.rows import Rows
from bastide.web.shelf import game_of
from bastide.web.site import Site

MOST: Final = 200
"""The most moves of a lesson."""
LEVEL: Final = "greedy"
"""What the page calls the scripted opponents."""
TEMPLATE: Final = "lesson.html"
LEFT_OUT: Final = ("defs", "chat", "people")
"""Panels that stay as the page was sent with them."""


class LessonRequest(msgspec.Struct, forbid_unknown_fields=True):
    """What a learner does after the moves `done`: plays or asks about the notation `text`, goes back or skips a step,
    begins again, or only looks."""

    do: Literal["play", "why", "back", "skip", "again", "seen"]
    done: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=MOST)]
    text: Annotated[str, Meta(max_length=500)] = ""


class Shot(msgspec.Struct, frozen=True):
    """The page after one decision: its panels, and the events that they show."""

    panels: dict[str, str]
    events: list[dict[str, Any]]
    whole: bool


class LessonReply(msgspec.Struct, frozen=True):
    """Where the learner stands now, and the positions on the way there; `missed` is what is said to a wrong move."""

    done: list[str]
    step: int
    of: int
    frames: list[Shot] = []
    missed: str = ""
    fault: Fault | None = None


@dataclass(frozen=True)
class Shown:
    """A place of a lesson as the page of a table."""

    place: Place
    language: str

    def table(self, game: Game) -> TableView:
        """The table at one position on the way to this place."""
        lesson = self.place.lesson
        # A lesson ends at its table and with its guide, not with the charts of a game.
        view = msgspec.structs.replace(view_of(game, lesson.seat), result=None)
        if isinstance(view, IslandView):
            # Each step of a lesson is one move.
            view = msgspec.structs.replace(view, instead=msgspec.UNSET)
        if game is not self.place.game or self.place.over:
            # Nothing can be done while the others play, nor after the lesson: the guide shows the way on.
            view = idle(view)
        return table_of(lesson, game, view, self.language)

    def panels(self, game: Game) -> dict[str, str]:
        """The panels at one position; the guide is in the place of the prompt."""
        table = self.table(game)
        panels = in_rows(table, self.language)
        panels["prompt"] = self.guide(table, game is not self.place.game)
        return panels

    def guide(self, table: TableView, watching: bool = False) -> str:
        """The guide."""
        assert table.view is not None
        shelved = game_of(key_of(self.place.lesson), Words(self.language)) is not None
        return str(guide(Desk(table, words_at(table, self.language)), table.view, self.place, watching, shelved))


def idle(view: AnyView) -> AnyView:
    """A position in which the learner can do nothing."""
    view = msgspec.structs.replace(view, actions=[], targets=[], legal=[], forms=[], choice=None)
    if not isinstance(view, IslandView):
        return view
    off: dict[str, None] = dict.fromkeys(("notation", "form", "verb", "reason"))
    seats = []
    for seat in view.seats:
        cards = None if seat.cards is None else [msgspec.structs.replace(card, **off) for card in seat.cards]
        seats.append(msgspec.structs.replace(seat, cards=cards))
    return msgspec.structs.replace(view, bank_trades=[], seats=seats)


def in_rows(table: TableView, language: str) -> dict[str, str]:
    """The panels that change, as a socket sends them: the rows of a panel that has rows are panels of their own."""
    view = table.view
    assert view is not None
    desk = Desk(table, words_at(table, language))
    panels: dict[str, str] = {}
    for name in IDS:
        panel = FAMILIES[view.family].panels.get(name)
        if name in LEFT_OUT:
            continue
        if isinstance(panel, Rows):
            panels |= {name: str(panel.shell(desk, view)), **panel.rows(desk, view)}
        else:
            panels[name] = str(draw(name, desk))
    return panels


def table_of(lesson: Lesson, game: Game, view: AnyView, language: str) -> TableView:
    """A position of a lesson as a table with the learner at the lesson's seat and bots at the others."""
    names = game.names or ("", "", "")
    chairs = [
        Chair(
            seat,
            "person" if seat == lesson.seat else "bot",
            name,
            color,
            "" if seat == lesson.seat else LEVEL,
            seat == lesson.seat,
            True,
        )
        for seat, (name, color) in enumerate(zip(names, COLORS, strict=False))
    ]
    return TableView(
        id=f"lesson-{lesson.name}",
        name=typeset(lesson.title.of(language), language),
        version=game.version,
        stage="playing",
        link=f"/learn/{lesson.name}",
        config=game.rules.resolved(),
        chairs=chairs,
        seat=lesson.seat,
        host=False,
        watchers=0,
        chat=[],
        undo=False,
        view=view,
    )


def answered(lesson: Lesson, asked: LessonRequest, language: str) -> LessonReply:
    """What becomes of a learner's request."""
    place = course.reached(lesson, asked.done)
    if asked.do in ("play", "why"):
        return moved(place, asked, language)
    done = tuple(place.done)
    if asked.do == "back":
        done = course.back(place)
    elif asked.do == "skip":
        done = course.skip(place)
    elif asked.do == "again":
        done = ()
    found = course.at(lesson, done)
    shown = Shown(found, language)
    return reply(found, [Shot(shown.panels(found.game), [], whole=True)])


def moved(place: Place, asked: LessonRequest, language: str) -> LessonReply:
    """What becomes of a move, or of a question about one."""
    lesson, names = place.lesson, place.game.names
    edition = edition_of(place.game.rules.resolved())
    if place.over:
        # A page that was not told of the end: it is shown again.
        return reply(place, [Shot(Shown(place, language).panels(place.game), [], whole=True)])
    try:
        if asked.do == "why":
            reason = explain(place.game, asked.text, lesson.seat)
            fault = None if reason is None else of_reason(reason, names, quote(asked.text), edition).fault(language)
            return reply(place, fault=fault)
        answer = course.play(place, asked.text)
    except (IllegalAction, InvalidAction) as error:
        quoted = quote(asked.text) if isinstance(error, IllegalAction) else ""
        return reply(place, fault=of_engine(error, names, quoted, edition).fault(language))
    if answer.said is not None:
        return reply(place, missed=typeset(answer.said.of(language), language))
    found = course.at(lesson, (*place.done, asked.text))
    shown, before = Shown(found, language), place.game
    shots: list[Shot] = []
    for game in found.seen:
        events = [event for past in game.history[before.version :] for event in past]
        shots.append(Shot(shown.panels(game), events_view(game, events, lesson.seat), whole=False))
        before = game
    return reply(found, shots)


def reply(place: Place, frames: list[Shot] | None = None, missed: str = "", fault: Fault | None = None) -> LessonReply:
    """The answer that a learner stands at this place."""
    return LessonReply(list(place.done), place.step, len(place.lesson.steps), frames or [], missed, fault)


def drawn(site: Site, lesson: Lesson) -> str:
    """The page of a lesson at its start; the script goes to where this browser stopped."""
    place = course.begin(lesson)
    shown = Shown(place, site.language)
    table = shown.table(place.game)
    panels = render(table, site.language)
    panels["prompt"] = shown.guide(table)
    context: Mapping[str, Any] = table_page.context(table, site.language, panels)
    return site.render(TEMPLATE, lesson=lesson.name, **context)


def known(request: Request) -> Lesson:
    """The lesson in the path.

    :raises RequestRefused: there is none of this name.
    """
    name = request.path_params["name"]
    found = lessons().get(name)
    if found is None:
        raise RequestRefused("unknown", "There is no lesson {input}", input=quote(name[:80]))
    return found


@checked
async def show(request: Request) -> Response:
    """GET /learn/{name}: the page of a lesson."""
    site = Site.of(request)
    try:
        lesson = known(request)
    except RequestRefused as refusal:
        await sessions.look_up(request)
        return show_error(request, 404, site.words.gettext("No such page"), refusal.fault(site.language).message)
    job = access.hub_of(request).shared.archive.work
    page = await job(lambda: drawn(site, lesson), access.address_of(request))
    return site.remember(HTMLResponse(page))


@api.guarded
async def act(request: Request) -> Response:
    """POST /learn/{name}: what the learner does, and what becomes of it."""
    lesson = known(request)
    asked = await api.body(request, LessonRequest)
    language = access.language_of(request)
    job = access.hub_of(request).shared.archive.work
    found = await job(lambda: answered(lesson, asked, language), access.address_of(request))
    return JSONResponse(msgspec.to_builtins(found), headers={"cache-control": "no-store"})


@dataclass(frozen=True)
class Card:
    """A lesson in the list."""

    name: str
    title: str
    about: str
    minutes: str
    steps: str
    picture: str


def cards(words: Words, rooms: bool) -> list[Card]:
    """The lessons of the families, or of their rooms, as cards."""
    language = words.language
    return [
        Card(
            lesson.name,
            typeset(lesson.title.of(language), language),
            typeset(lesson.about.of(language), language),
            words.gettext("{count} {count:minute|minutes}", count=lesson.minutes),
            words.gettext("{count} {count:step|steps}", count=len(lesson.steps)),
            cover_address(lesson.family, lesson.room) if lesson.room else FAMILY_PICTURES[lesson.family],
        )
        for lesson in lessons().values()
        if bool(lesson.room) == rooms
    ]


def home_card(words: Words) -> Card | None:
    """The card of the first lesson, for the front page; None without lessons."""
    return next(iter(cards(words, rooms=False)), None)


@headed
async def listed(request: Request) -> Response:
    """GET /learn: the lessons."""
    site = Site.of(request)
    await access.hub_of(request).shared.rules_thread.run(lessons)
    return site.page("learn.html", courses=cards(site.words, rooms=False), lessons=cards(site.words, rooms=True))


ROUTES: Final = [
    Route("/learn", listed, methods=["GET"]),
    Route("/learn/{name}", show, methods=["GET"]),
    Route("/learn/{name}", act, methods=["POST"]),
]
