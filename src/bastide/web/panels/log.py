"""The log: what happened, by turns, with the reason of every gain."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from markupsafe import Markup

from bastide.view.model import LogLine, View
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import classes, tag

MOST_LINES: Final = 150
"""The panel is sent anew with every line, so it holds the last turns; the replay holds the whole game."""


def log(desk: Desk, view: View) -> Markup:
    """All lines, oldest first, under a heading for each turn."""
    lines: list[Markup] = []
    for turn, group in groupby(view.log[-MOST_LINES:], key=lambda entry: entry.turn):
        heading = desk._("Turn {number}", number=turn) if turn else desk._("Set-up")
        lines.append(tag("li", tag("h3", heading), cls="turnline"))
        lines += [line(desk, view, entry) for entry in group]
    return rolling("log", desk._("Log"), lines, desk._("Nothing has happened yet."))


def rolling(name: str, label: str, lines: list[Markup], empty: str) -> Markup:
    """A list that grows at its end and is read out as it does; `empty` is said while it holds nothing."""
    return tag(
        "div",
        tag("ol", lines or tag("li", empty, cls="empty")),
        id=name,
        cls="lines",
        role="log",
        tabindex=0,
        data_tail=True,
        aria_label=label,
    )


def line(desk: Desk, view: View, entry: LogLine) -> Markup:
    """One line: whose shield (or the sign of the thing), the sentence, the reasons in brackets."""
    why = None
    if entry.detail:
        why = tag("small", " (", Markup(", ").join(desk.html(detail) for detail in entry.detail), ")")
    own = entry.seat == desk.seat and entry.turn == view.turn and entry.kind in ("gain", "production")
    sign = desk.shield(entry.seat, 20) or pictures.sign(entry.kind)
    return tag(
        "li",
        sign,
        tag("span", desk.html(entry.say), why),
        cls=classes("line", own and "now", entry.seat < 0 and "aside"),
        data_kind=entry.kind,
        data_version=entry.version,
    )
