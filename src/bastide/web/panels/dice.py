"""The dice of the last roll, and how often each sum has come."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from bastide.view.island.log import thrown
from bastide.view.island.model import IslandView
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import hidden, tag
from bastide.web.panels.module_pages import module_pages

SMALL: Final = 42
"""The size of a die where there are more than two."""
PLAIN: Final = ("ivory", "ivory")
"""The colours of the dice if no module sets them."""


def dice(desk: Desk, view: IslandView) -> Markup:
    """The dice's slab."""
    drawn = more(desk, view)
    if drawn is not None:
        return tag("section", drawn, id="dice", cls="slab dice", data_wall=True, aria_label=desk._("Dice"))
    count = sum(view.rolls)
    card = in_place_of_dice(desk, view)
    rolls = desk._("{count} {count:roll|rolls}", count=count)
    chart = tag(
        "figure",
        tag("figcaption", rolls if card is None else desk._("{count} {count:number|numbers}", count=count)),
        pictures.histogram(view.rolls, view.roll.total if view.roll else None),
        hidden(history(desk, view.rolls)),
        cls="hist",
    )
    return tag(
        "section",
        throw(desk, view) if card is None else card,
        chart if count else None,
        id="dice",
        cls="slab dice",
        data_wall=True,
        aria_label=desk._("Dice") if card is None else desk._("Numbers"),
    )


def in_place_of_dice(desk: Desk, view: IslandView) -> Markup | None:
    """What a module shows instead of the two dice."""
    shown = (page.in_place_of_dice(desk, view, own) for page, own in module_pages(view))
    return next((card for card in shown if card is not None), None)


def throw(desk: Desk, view: IslandView) -> Markup:
    """Who rolled what."""
    if view.roll is None:
        return tag("div", tag("p", desk._("No roll yet"), cls="who roller"), cls="throw")
    faces = view.roll.dice
    return tag(
        "div",
        tag("p", desk._("{player} rolled", player=desk.name(view.roll.seat)), cls="who roller"),
        tag("div", [pictures.die(face) for face in faces], cls="pair", aria_hidden="true"),
        tag("p", tag("b", sum(faces)), tag("small", " + ".join(map(str, faces)), cls="parts"), cls="sum"),
        cls="throw",
    )


def more(desk: Desk, view: IslandView) -> Markup | None:
    """The same where modules add dice, report effects of the roll, or roll again in mid-turn; None if none does.

    The chart does not fit then: dice, sum and player share one row, with a line of each module below.
    """
    if view.roll is None:
        return None
    pages = module_pages(view)
    added = [die for page, own in pages for die in page.dice(desk, view, own)]
    effects: list[Markup | str] = [line for page, own in pages if (line := page.roll_effect(desk, view, own))]
    if view.side_roll:
        effects.append(desk.html(thrown(view.side_roll)))
    colors = next((page.die_colors for page, _own in pages if page.die_colors), None)
    if not added and not effects and colors is None:
        return None
    card = in_place_of_dice(desk, view)
    if card is not None:
        lines = [tag("p", line, cls="die-tells") for line in effects]
        return tag(
            "div", card, tag("div", added, cls="pair", aria_hidden="true"), lines, cls="throw more-dice beside-card"
        )
    faces = view.roll.dice
    dice = [pictures.die(face, SMALL, color) for face, color in zip(faces, colors or PLAIN, strict=True)]
    figures = " + ".join(map(str, faces))
    who = desk._("{player} rolled", player=desk.name(view.roll.seat))
    return tag(
        "div",
        tag("div", added, dice, cls="pair", aria_hidden="true"),
        tag("p", tag("b", sum(faces)), hidden(f" {figures}"), cls="sum"),
        tag("p", tag("b", who), tag("span", figures), cls="rolled-by"),
        [tag("p", line, cls="die-tells") for line in effects],
        cls="throw more-dice",
    )


def history(desk: Desk, rolls: list[int]) -> str:
    """The chart in words."""
    return ", ".join(f"{total}: {count}" for total, count in enumerate(rolls) if total >= 2)
