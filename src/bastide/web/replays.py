"""Replays: a finished game, step by step, from any viewer's perspective."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeVar

from markupsafe import Markup
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from bastide.kernel.game import Game
from bastide.server.common.model import TableView
from bastide.server.http import access, api, sessions, table_api
from bastide.view import AnyView
from bastide.view import view as view_of
from bastide.view.model import OPEN, LogLine
from bastide.view.words import Words
from bastide.web.forms import checked, headed
from bastide.web.panels import render, replayed
from bastide.web.panels.desk import Desk, words_at
from bastide.web.panels.families import family_at
from bastide.web.site import Site

T = TypeVar("T")

SPEEDS: Final = (("0.5", "½"), ("1", "1"), ("2", "2"), ("4", "4"), ("8", "8"))


class Film:
    """A finished game with its position after every decision."""

    def __init__(self, record: str) -> None:
        whole = Game.load(record)
        game = whole.at(0)
        self.frames = [game]
        for decision in whole.decisions:
            game = game.copy()
            game.replay(decision.text, decision.seat)
            self.frames.append(game)
        self.log = view_of(whole, OPEN).log
        self.names = whole.names

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.frames) - 1

    def view(self, step: int, viewer: int) -> AnyView:
        """The viewer's view at this step; nothing can be done there."""
        return replace(view_of(self.frames[step], viewer), actions=[], targets=[], legal=[], forms=[], choice=None)

    def turns(self) -> list[int]:
        """The steps at which turns begin."""
        begun = {0: 0}
        for line in self.log:
            begun.setdefault(line.turn, line.version)
        return sorted(set(begun.values()))


@lru_cache(maxsize=8)
def film(record: str) -> Film:
    """The film of a record; the last few are kept."""
    return Film(record)


@dataclass(frozen=True)
class MoveRow:
    """One line of the list of moves; a `heading` opens a turn."""

    step: int
    heading: str
    shield: Markup | None
    words: Markup


async def worked(request: Request, job: Callable[[], T]) -> T:
    """What the worker for slow tasks on finished games makes of a job."""
    return await access.hub_of(request).shared.archive.work(job, access.address_of(request))


async def seen(request: Request) -> tuple[Film, TableView]:
    """The film of the table in the path, of an earlier game with `?game=`, and the table as the visitor may see it.

    :raises RequestRefused: there is no such table, its game is not over, or it has no spectators.
    """
    found = await api.table_of(request)
    who, _ = await sessions.resume(request, found)
    number = table_api.game_of(request)
    record = await found.record(who, number, access.address_of(request))
    shown = found.view(who.seat, who.entered)
    moving = await worked(request, lambda: film(record))
    # Who is connected now has nothing to do with a game that is over, and who sits there now nothing with an earlier.
    names = moving.names if number is not None and len(moving.names) == len(shown.chairs) else None
    chairs = [
        replace(
            chair, present=True, away=None, absent=False, stand_in="", name=names[chair.seat] if names else chair.name
        )
        for chair in shown.chairs
    ]
    return moving, replace(shown, chairs=chairs, stage="over")


def step_and_viewer(request: Request, last: int, seats: int) -> tuple[int, int]:
    """The step and viewer in the URL; invalid values become the nearest valid ones."""
    step, seat = request.query_params.get("step", "0"), request.query_params.get("seat", "")
    at = min(last, int(step)) if step.isascii() and step.isdigit() and len(step) < 7 else 0
    viewer = int(seat) if seat.isascii() and seat.isdigit() and len(seat) < 3 and int(seat) < seats else OPEN
    return at, viewer


def drawn(moving: Film, table: TableView, step: int, viewer: int, words: Words) -> dict[str, str]:
    """The panels that change, at this step."""
    stage = "over" if step == moving.last else "playing"
    view = moving.view(step, viewer)
    return replayed(Desk(replace(table, stage=stage, seat=None, host=False, chat=[], view=view), words))


def spoken(moving: Film, table: TableView, step: int, words: Words) -> str:
    """What happened at this step, in words."""
    desk = Desk(table, words)
    said = [desk.text(line.say) for line in moving.log if line.version == step]
    return ". ".join([heading(moving, step, words), *said])


def heading(moving: Film, step: int, words: Words) -> str:
    """The turn of a step."""
    turn = max((line.turn for line in moving.log if line.version <= step), default=0)
    return words.gettext("Turn {number}", number=turn) if turn else words.gettext("Set-up")


def moves(log: list[LogLine], table: TableView, words: Words) -> list[MoveRow]:
    """The list of moves, with a heading where a turn begins."""
    desk = Desk(table, words)
    lines: list[MoveRow] = []
    turn = -1
    for line in log:
        opens = line.turn != turn
        turn = line.turn
        name = words.gettext("Turn {number}", number=turn) if turn else words.gettext("Set-up")
        shield = desk.shield(line.seat, 19) if line.seat >= 0 else None
        lines.append(MoveRow(line.version, name if opens else "", shield, desk.html(line.say)))
    return lines


def staged(site: Site, moving: Film, table: TableView) -> dict[str, Any]:
    """The context of a film's page."""
    step, viewer = step_and_viewer(site.request, moving.last, len(table.chairs))
    first: TableView = replace(table, view=moving.view(0, OPEN))
    words = words_at(table, site.language)
    panels = render(first, site.language) | drawn(moving, table, step, viewer, words)
    family = family_at(first)
    game = table_api.game_of(site.request)
    x, y, width, height = family.box(moving.view(moving.last, OPEN))
    return {
        "table": table,
        "family": family,
        "panels": {name: Markup(html) for name, html in panels.items()},
        "box": f"{x:.1f} {y:.1f} {width:.1f} {height:.1f}",
        "step": step,
        "last": moving.last,
        "seat": "open" if viewer == OPEN else str(viewer),
        "turns": moving.turns(),
        "lines": moves(moving.log, table, words),
        "heading": heading(moving, step, words),
        "spoken": spoken(moving, table, step, words),
        "desk": Desk(table, words),
        "speeds": SPEEDS,
        "game": game,
        "record": f"/api/tables/{table.id}/record{f'?game={game}' if game else ''}",
    }


def framed(site: Site, moving: Film, table: TableView) -> dict[str, Any]:
    """One step of a film: its panels and what happened."""
    step, viewer = step_and_viewer(site.request, moving.last, len(table.chairs))
    words = words_at(table, site.language)
    return {
        "step": step,
        "words": spoken(moving, table, step, words),
        "heading": heading(moving, step, words),
        "panels": drawn(moving, table, step, viewer, words),
    }


@headed
async def replay(request: Request) -> Response:
    """GET /t/{id}/replay: the page; `step` and `seat` set the start and the viewer."""
    site = Site.of(request)
    moving, table = await seen(request)
    page = await worked(request, lambda: site.render("replay.html", **staged(site, moving, table)))
    return site.remember(HTMLResponse(page))


@checked
async def frame(request: Request) -> Response:
    """GET /t/{id}/replay/frame: one step as JSON: its panels and what happened."""
    site = Site.of(request)
    moving, table = await seen(request)
    found = await worked(request, lambda: framed(site, moving, table))
    return told(found)


def told(found: dict[str, Any]) -> Response:
    """A step as a response."""
    return JSONResponse(found, headers={"cache-control": "no-store"})


ROUTES: Final = [
    Route("/t/{table_id}/replay", replay, methods=["GET"]),
    Route("/t/{table_id}/replay/frame", frame, methods=["GET"]),
]
