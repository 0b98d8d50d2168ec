"""The log: what happened, by turns, with the reason of every gain."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import groupby
from typing import Final

from markupsafe import Markup

from bastide.view.model import LogLine, View
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import between, classes, join, tag

MOST_LINES: Final = 150
"""The panel is sent anew with every line, so it holds the last turns; the replay holds the whole game."""


def log(desk: Desk, view: View) -> Markup:
    """All lines, oldest first, under a heading for each turn."""
    lines: list[Markup] = []
    for turn, group in groupby(view.log[-MOST_LINES:], key=lambda entry: entry.turn):
        entries = list(group)
        if turn == view.turn:
            lines.append(told(desk, view, turn, entries))
        else:
            # What is past looks alike to everybody who knows the same.
            late = [entry.version in desk.table.automatic for entry in entries]
            source = (entries, late, desk.names, desk.colors)
            lines.append(desk.kept.part(("turn", turn), source, partial(told, desk, view, turn, entries)))
    return rolling("log", desk._("Log"), lines, desk._("Nothing has happened yet."))


def told(desk: Desk, view: View, turn: int, entries: Sequence[LogLine]) -> Markup:
    """The lines of one turn under its heading."""
    heading = desk._("Turn {number}", number=turn) if turn else desk._("Set-up")
    lines = []
    before = 0
    for entry in entries:
        # A decision may have several lines: the first says what was done.
        late = entry.version != before and entry.version in desk.table.automatic
        lines.append(line(desk, view, entry, late))
        before = entry.version
    return join(tag("li", tag("h3", heading), cls="turnline"), lines)


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


def line(desk: Desk, view: View, entry: LogLine, late: bool = False) -> Markup:
    """One line, as it may have been drawn before; `late` is whether it was played because a time was up."""
    own = entry.seat == desk.seat and entry.turn == view.turn and entry.kind in ("gain", "production")
    if entry.turn != view.turn:
        # Past turns are kept whole; their lines beside them would only push others out.
        return written(desk, entry, own, late)
    source = (entry, own, late, desk.names, desk.colors)
    name = ("line", entry.version, entry.kind, entry.seat)
    return desk.kept.part(name, source, lambda: written(desk, entry, own, late))


def written(desk: Desk, entry: LogLine, own: bool, late: bool) -> Markup:
    """The line itself: whose shield (or the sign of the thing), the sentence, the reasons in brackets.

    `own` is whether it tells the reader what they have just gained.
    """
    why = None
    if entry.detail:
        why = tag("small", " (", between(", ", [desk.html(detail) for detail in entry.detail]), ")")
    sign = desk.shield(entry.seat, 20) or pictures.sign(entry.kind)
    return tag(
        "li",
        sign,
        tag("span", desk.html(entry.say), why, tag("small", f" ({desk._('time up')})") if late else None),
        cls=classes("line", own and "now", entry.seat < 0 and "aside"),
        data_kind=entry.kind,
        data_version=entry.version,
    )
