"""With people now: a seat at a public table that waits and fits, or a public table of one's own.

A table fits if all of this holds: it waits for players, and one of them is connected or has just made it; anybody may
take a seat; it plays a single game, of the chosen family; the person has played all its expansions before; its clock,
if any, leaves time to think (`HASTY`); it does not wait for one person for longer than `PATIENT`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bastide.server.common.faults import RequestRefused
from bastide.server.common.model import Clock, Command, TableCard
from bastide.server.common.tokens import new_id
from bastide.server.http import access, sessions
from bastide.server.log.state import TableState
from bastide.server.tables.hub import Hub
from bastide.view.words import Words
from bastide.web.at_table import say_at
from bastide.web.create import GAME as ISLAND
from bastide.web.create import make_from
from bastide.web.forms import checked, form_of, last_form, nickname_of, remember_name
from bastide.web.making import BASE, read_form
from bastide.web.making_tiles import GAME as TILES
from bastide.web.making_tiles import read_tiles

SEATS: Final = 3
"""A table that is opened for people has so many seats: so few begin soon."""
TRIED: Final = 4
"""At so many tables a seat is tried for: meanwhile others may take the last one."""
ARRIVING: Final = 20
"""For so many seconds the page of who made a table may still be opening: others who press now meet there."""
ANY: Final = "any"
"""The `family` of a person who does not mind which."""
HASTY: Final = {"turn": 45, "reserve": 600}
"""With fewer seconds a table is for those who choose it from the list."""
PATIENT: Final = 3600
"""A table that waits longer for one person, in seconds, is for friends."""

Expansion = tuple[str, str]
"""A family, and an expansion of it."""


@checked
async def with_people(request: Request) -> Response:
    """POST /people: sit down at the fullest public table that fits, or open one."""
    form = await form_of(request)
    hub = access.hub_of(request)
    name = form.get("nickname", "").strip()[:24] or nickname_of(request)
    own, _ = await sessions.own_and_held(request)
    last = last_form(request)
    wanted = form.get("family", ANY)
    known = {*met(await hub.cards(own) if own else []), *met_in_form(last)}
    for card in (await fitting(hub, set(own), wanted, known))[:TRIED]:
        try:
            _, response = await say_at(request, Command(id=new_id(), do="sit", text=name), card.id)
        except RequestRefused as refusal:
            if refusal.code in ("rate", "store"):
                raise
            continue
        remember_name(response, name)
        return response
    family = usual_family(last) if wanted not in (ISLAND, TILES) else wanted
    seats = {f"seat{number}": "open" for number in range(1, SEATS)}
    order = {"what": BASE, "players": str(SEATS), "public": "public", "undo": "on", "spectators": "on", **seats}
    return await make_from(request, read_tiles(order, name) if family == TILES else read_form(order, name))


def families(words: Words) -> list[tuple[str, str]]:
    """The families to choose from, with their names."""
    return [(ISLAND, words.gettext("The island")), (TILES, "Carcassonne"), (ANY, words.gettext("either"))]


def usual_family(last: Mapping[str, str]) -> str:
    """The family of the last game."""
    return TILES if last.get("game") == TILES else ISLAND


def met(cards: Iterable[TableCard]) -> set[Expansion]:
    """The expansions of these tables, at which the person has a seat."""
    return {expansion for card in cards for expansion in expansions(card.config)}


def met_in_form(form: Mapping[str, str]) -> set[Expansion]:
    """The expansions of the last game that the person made."""
    if not form:
        return set()
    making = read_tiles(form) if form.get("game") == TILES else read_form(form)
    return expansions(making.config())


def expansions(config: Mapping[str, Any]) -> set[Expansion]:
    """The expansions of a game."""
    return {(config.get("game", ISLAND), name) for name in config.get("modules") or []}


async def fitting(hub: Hub, own: set[str], wanted: str, known: set[Expansion]) -> Sequence[TableCard]:
    """The public tables that fit: the fullest first, then the oldest."""
    waiting = [
        card
        for card in await hub.public()
        if card.stage == "waiting" and card.open and not card.password and card.id not in own
    ]
    suited = [
        card
        for card in waiting
        if wanted in (card.config.get("game", ISLAND), ANY) and expansions(card.config) <= known
    ]
    found = []
    for card in suited:
        table = await hub.table(card.id)
        arriving = hub.shared.now() // 1000 - card.created < ARRIVING
        if (table.present or arriving) and is_calm(table.state):
            found.append(card)
    return sorted(found, key=lambda card: (card.open, card.created))


def is_calm(state: TableState) -> bool:
    """Whether a table suits strangers: one game, with time to think, that waits for nobody beyond measure."""
    return not state.planned and (state.limit is None or has_time(state.limit)) and 0 < state.patience <= PATIENT


def has_time(clock: Clock) -> bool:
    """Whether a clock leaves time to think."""
    return clock.seconds >= HASTY[clock.kind]


ROUTES: Final = [Route("/people", with_people, methods=["POST"])]
