"""With people now: a seat at a public table that waits, or a public table of one's own."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bastide.server.common.faults import RequestRefused
from bastide.server.common.model import Command, TableCard
from bastide.server.common.tokens import new_id
from bastide.server.http import access, sessions
from bastide.server.tables.hub import Hub
from bastide.web.at_table import say_at
from bastide.web.create import make_from
from bastide.web.forms import checked, form_of, nickname_of, remember_name
from bastide.web.making import BASE, read_form

SEATS: Final = 3
"""A table that is opened for people has so many seats: so few begin soon."""
TRIED: Final = 4
"""At so many tables a seat is tried for: meanwhile others may take the last one."""


@checked
async def with_people(request: Request) -> Response:
    """POST /people: sit down at the fullest public table at which people wait, or open one."""
    form = await form_of(request)
    hub = access.hub_of(request)
    name = form.get("nickname", "").strip()[:24] or nickname_of(request)
    own, _ = await sessions.own_and_held(request)
    for card in (await fitting(hub, set(own)))[:TRIED]:
        try:
            _, response = await say_at(request, Command(id=new_id(), do="sit", text=name), card.id)
        except RequestRefused as refusal:
            if refusal.code in ("rate", "store"):
                raise
            continue
        remember_name(response, name)
        return response
    seats = {f"seat{number}": "open" for number in range(1, SEATS)}
    order = {"what": BASE, "players": str(SEATS), "public": "public", "undo": "on", "spectators": "on", **seats}
    return await make_from(request, read_form(order, name))


async def fitting(hub: Hub, own: set[str]) -> list[TableCard]:
    """The public tables that wait with a free seat while somebody is there: the fullest first, then the oldest."""
    waiting = [
        card
        for card in await hub.public()
        if card.stage == "waiting" and card.open and not card.password and card.id not in own
    ]
    there = [card for card in waiting if (await hub.table(card.id)).present]
    return sorted(there, key=lambda card: (card.open, card.created))


ROUTES: Final = [Route("/people", with_people, methods=["POST"])]
