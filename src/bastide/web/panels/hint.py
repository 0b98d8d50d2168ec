"""Hints: the button that asks for one, and the panel with the best decisions and why they are good.

The places that they name are marked on the board by each family (`ghosts`); what is no place has a button.
"""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from bastide.view.hints import HintLine, Hints
from bastide.view.lines import pair
from bastide.view.model import View
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.html import classes, hidden, tag

KEY: Final = "I"
TITLES: Final = {1: _("One good move"), 2: _("Two good moves"), 3: _("Three good moves")}


def shown(desk: Desk) -> Hints | None:
    """The hint of the reader's seat for this position."""
    return desk.table.hint.hints if desk.table.hint is not None else None


def asks(desk: Desk, view: View) -> bool:
    """Whether the reader may ask for a hint now."""
    return desk.table.hint is not None and desk.seat is not None and desk.seat in (*view.actors, *view.optional)


def button(desk: Desk, view: View) -> Markup | None:
    """The lamp beside the actions of a wide page."""
    if not asks(desk, view):
        return None
    words = desk._("Hint")
    return tag(
        "button",
        pictures.mark("lamp", 20),
        tag("span", KEY, cls="corner", aria_hidden="true"),
        type="button",
        cls="btn lamp",
        data_do="hint",
        data_key=KEY,
        aria_label=words,
        aria_pressed=shown(desk) is not None,
        title=f"{words} ({KEY})",
    )


def hint(desk: Desk, view: View) -> Markup:
    """The panel: up to three decisions, each a button that shows where it is made."""
    found = shown(desk)
    if found is None:
        return tag("section", id="hint", hidden=True)
    heading = desk._(TITLES[len(found.lines)])
    close = tag(
        "button",
        pictures.mark("close", 18),
        type="button",
        cls="btn quiet close",
        data_do="hint",
        aria_label=desk._("Close the hint"),
    )
    return tag(
        "section",
        tag("div", tag("h2", pictures.mark("lamp", 20), heading), close, cls="panel-head"),
        tag("p", told(desk, found), cls="told"),
        tag(
            "ol",
            [tag("li", line(desk, number, one), deed(desk, view, one)) for number, one in enumerate(found.lines, 1)],
        ),
        tag("p", spoken(desk, heading, found), cls="vh", data_heard=True),
        id="hint",
        cls="slab hint",
        data_wall="beside",
        aria_label=desk._("Hint"),
    )


def told(desk: Desk, found: Hints) -> str:
    """What the numbers are."""
    if found.heat:
        return desk._("The larger and brighter a corner, the more it is worth.")
    if found.alike and all(one.value is not None for one in found.lines):
        return desk._("These are equally good.")
    if len(found.lines) == 1:
        return desk._("This is all that a strong bot would think of.")
    return desk._("What a strong bot would do, and your chance to win after it.")


def line(desk: Desk, number: int, one: HintLine) -> Markup:
    """One decision: its mark, what it does, the chance to win with a bar, and why."""
    chance = None if one.value is None else round(100 * one.value)
    bar = None
    if chance is not None:
        bar = tag("span", tag("i", style=f"width:{chance}%"), cls="chance", aria_hidden="true")
    return tag(
        "button",
        tag("span", number, cls=classes("hint-rank", number == 1 and "best")),
        tag("b", desk.html(one.say)),
        None if chance is None else tag("span", percent(desk, chance), hidden(desk._("chance to win")), cls="share"),
        bar,
        tag("small", near(desk, one)) if one.near else None,
        tag("span", desk.html(one.reason), cls="reason") if one.reason is not None else None,
        type="button",
        data_hint=one.notation,
    )


def deed(desk: Desk, view: View, one: HintLine) -> Markup | None:
    """The button that makes a decision which is no place on the board; a place is chosen there."""
    if any(target.notation == one.notation for target in view.targets):
        return None
    label = pair(desk.words, desk._("Do it"), desk.text(one.say))
    return tag("button", desk._("Do it"), type="button", cls="btn deed", data_notation=one.notation, aria_label=label)


def near(desk: Desk, one: HintLine) -> Markup:
    """What its place touches."""
    return Markup(", ").join(desk.html(say) for say in one.near)


def percent(desk: Desk, chance: int) -> str:
    """A chance in percent, as the language writes it."""
    return f"{chance}\u202f%" if desk.words.language == "fr" else f"{chance} %"


def spoken(desk: Desk, heading: str, found: Hints) -> str:
    """All of it in sentences, for who hears the page."""
    parts = [f"{heading}."]
    for number, one in enumerate(found.lines, 1):
        value = "" if one.value is None else f", {percent(desk, round(100 * one.value))}"
        why = f": {desk.text(one.reason)}" if one.reason is not None else "."
        parts.append(f"{number}, {', '.join(desk.text(say) for say in (one.say, *one.near))}{value}{why}")
    return " ".join(parts)
