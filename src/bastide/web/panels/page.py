"""The whole page of a table: what the template `table.html` needs beside the language and the theme."""

from __future__ import annotations

from typing import Any, Final

from markupsafe import Markup

from bastide.server import marks
from bastide.server.model import TableView
from bastide.view import svg
from bastide.web.panels.chat import quick_phrases
from bastide.web.panels.desk import Desk, _, words_at
from bastide.web.panels.families import family_at
from bastide.web.panels.html import join
from bastide.web.panels.rows import joined

TEMPLATE: Final = "table.html"
EMPTY_BOX: Final = "-500 -450 1000 900"
"""What the board's window shows before there is a board."""
KEYS: Final = (
    ("U", _("take the last move back")),
    ("← → ↑ ↓", _("from place to place on the board")),
    ("⏎", _("choose")),
    ("Esc", _("close, choose again")),
    ("?", _("this menu")),
)
"""The keyboard, as the menu shows it."""


def context(table: TableView, language: str, panels: dict[str, str], origin: str = "") -> dict[str, Any]:
    """What `table.html` needs: the table, its panels as HTML, and what never changes while the page is open.

    `origin` is the scheme and host before the table's own path, for the link that people copy.
    """
    words = words_at(table, language)
    desk = Desk(table, words)
    family = family_at(table)
    box = EMPTY_BOX
    if table.view is not None:
        box = " ".join(f"{value:.1f}" for value in family.box(table.view))
    return {
        "table": table,
        "panels": {name: Markup(html) for name, html in joined(panels).items()},
        "marks": marks.written(panels),
        "box": box,
        "rose": Markup(svg.rose(0, 0, 100)) if family.sea else None,
        "quick": join(quick_phrases(desk)),
        "link": origin + table.link,
        "family": family,
        "board_name": words.gettext(family.board),
        "keys": [(keys, words.gettext(what)) for keys, what in (*family.keys, *KEYS)],
    }
