"""The undo button."""

from __future__ import annotations

from markupsafe import Markup

from bastide.view.model import View
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import tag


def undo(desk: Desk, view: View) -> Markup | None:
    """Undoes the last move, where the table and the moment allow it."""
    if not desk.table.undo or view.at_move != desk.seat:
        return None
    words = desk._("Undo")
    return tag(
        "button",
        pictures.mark("undo", 20),
        tag("span", "U", cls="corner", aria_hidden="true"),
        type="button",
        cls="btn undo",
        data_do="undo" if view.can_undo else None,
        data_why=None if view.can_undo else "undo",
        data_key="U",
        aria_label=words,
        aria_disabled=None if view.can_undo else True,
        title=f"{words} (U)",
    )
