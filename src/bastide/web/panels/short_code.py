"""The short code of a table: who finds the table by it, and the host's button that shows it while a game runs."""

from __future__ import annotations

from markupsafe import Markup

from bastide.web.panels.desk import Desk
from bastide.web.panels.html import tag


def spaced(code: str) -> str:
    """A short code in two groups.

    >>> spaced("Q8JEDD")
    'Q8J EDD'
    """
    half = len(code) // 2
    return f"{code[:half]} {code[half:]}"


def short_code(desk: Desk) -> Markup | None:
    """The code that leads to a game that runs, if one does; the host of a private one shows and hides it."""
    table = desk.table
    if table.stage != "playing" or not (table.code or table.may_show_code):
        return None
    if not table.code:
        told = desk._("People who have the link can watch. If you show a code, they need no link.")
        show = tag("button", desk._("Show the code"), type="button", cls="btn", data_do="show-code")
        return tag("section", tag("p", told, cls="note"), show, cls="by-code")
    told = tag(
        "p",
        desk._("With this code, on the first page, anybody can watch or take an open seat:"),
        " ",
        tag("b", spaced(table.code), cls="code"),
    )
    hide = tag("button", desk._("Hide the code"), type="button", cls="btn", data_do="hide-code")
    return tag("section", told, hide if table.may_show_code else None, cls="by-code")
