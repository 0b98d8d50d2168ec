"""The dice of the last roll, and how often each sum has come."""

from __future__ import annotations

from markupsafe import Markup

from bastide.view.model import IslandView
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.guests import guest_of
from bastide.web.panels.html import hidden, tag


def dice(desk: Desk, view: IslandView) -> Markup:
    """The dice's slab."""
    found = guest_of(view)
    drawn = None if found is None else found[0].dice(desk, view, found[1])
    if drawn is not None:
        return tag("section", drawn, id="dice", cls="slab dice", data_wall=True, aria_label=desk._("Dice"))
    count = sum(view.rolls)
    chart = tag(
        "figure",
        tag("figcaption", desk._("{count} {count:roll|rolls}", count=count)),
        pictures.histogram(view.rolls, sum(view.roll.dice) if view.roll else None),
        hidden(history(desk, view.rolls)),
        cls="hist",
    )
    return tag(
        "section",
        throw(desk, view),
        chart if count else None,
        id="dice",
        cls="slab dice",
        data_wall=True,
        aria_label=desk._("Dice"),
    )


def throw(desk: Desk, view: IslandView) -> Markup:
    """Who rolled what."""
    if view.roll is None:
        return tag("div", tag("p", desk._("No roll yet"), cls="who"), cls="throw")
    faces = view.roll.dice
    return tag(
        "div",
        tag("p", desk._("{player} rolled", player=desk.name(view.roll.seat)), cls="who"),
        tag("div", [pictures.die(face) for face in faces], cls="pair", aria_hidden="true"),
        tag("p", tag("b", sum(faces)), tag("small", " + ".join(map(str, faces))), cls="sum"),
        cls="throw",
    )


def history(desk: Desk, rolls: list[int]) -> str:
    """The chart in words."""
    return ", ".join(f"{total}: {count}" for total, count in enumerate(rolls) if total >= 2)
