"""The three dice of Cities & Knights, and who draws a card by them."""

from __future__ import annotations

from markupsafe import Markup

from bastide.view.island.knights.model import KnightsView
from bastide.view.model import IslandView
from bastide.view.svg import knights as art
from bastide.view.svg.heraldry import die, framed_die
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import hidden, tag

SIZE = 42


def dice(desk: Desk, view: IslandView, own: KnightsView) -> Markup | None:
    """Event die, red die, yellow die, their sum, and what the event die does."""
    if view.roll is None:
        return None
    red, yellow = view.roll.dice
    faces = [tag("span", Markup(die(red, SIZE, "garnet")), cls="die", data_die=red)]
    faces.append(tag("span", Markup(die(yellow, SIZE, "amber")), cls="die", data_die=yellow))
    event = None
    if own.event:
        event = tag("span", Markup(framed_die(art.event_art(own.event), SIZE)), cls="die event")
    who = desk._("{player} rolled", player=desk.name(view.roll.seat))
    return tag(
        "div",
        tag("div", event, faces, cls="pair", aria_hidden="true"),
        tag("p", tag("b", red + yellow), hidden(f" {red} + {yellow}"), cls="sum"),
        tag("p", tag("b", who), tag("span", f"{red} + {yellow}"), cls="who3"),
        tag("p", told(desk, own, red), cls="die-tells"),
        cls="throw three",
    )


def told(desk: Desk, own: KnightsView, red: int) -> str:
    """What the event die has done."""
    if own.event is None:
        return ""
    if own.event == "ship":
        return desk._("The barbarians come nearer.")
    domain = desk.words.title(f"domain-{own.event}")
    if not own.drew:
        return desk._("{domain}, red {number}: nobody draws", domain=domain, number=red)
    players = ", ".join(desk.name(seat) for seat in own.drew)
    return desk._("{domain}, red {number}: {players}", domain=domain, number=red, players=players)
