"""The event die of Cities & Knights, and who drew a card by it."""

from __future__ import annotations

from markupsafe import Markup

from bastide.expansions.island.cities_knights.view import drawings as art
from bastide.expansions.island.cities_knights.view.model import KnightsView
from bastide.view.svg.heraldry import framed_die
from bastide.web.panels.desk import Desk
from bastide.web.panels.dice import SMALL
from bastide.web.panels.html import tag


def event_die(own: KnightsView) -> list[Markup]:
    """The event die as rolled; none before the roll."""
    if not own.event:
        return []
    return [tag("span", Markup(framed_die(art.event_art(own.event), SMALL)), cls="die event")]


def event_result(desk: Desk, own: KnightsView) -> str:
    """What the event die did."""
    if own.event is None:
        return ""
    if own.event == "ship":
        return desk._("The barbarians come nearer.")
    domain = desk.words.title(f"domain-{own.event}")
    if not own.drew:
        return desk._("{domain}, red {number}: nobody draws", domain=domain, number=own.red)
    players = ", ".join(desk.name(seat) for seat in own.drew)
    return desk._("{domain}, red {number}: {players}", domain=domain, number=own.red, players=players)
