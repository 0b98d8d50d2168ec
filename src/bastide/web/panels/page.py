"""The whole page of a table: the context of the template `table.html`, without language and theme."""

from __future__ import annotations

from typing import Any, Final

from markupsafe import Markup

from bastide.server.common.model import TableView
from bastide.server.tables import panel_hashes
from bastide.view import svg
from bastide.view.island.model import IslandView
from bastide.web import faces
from bastide.web.panels import first
from bastide.web.panels.actions import module_keys
from bastide.web.panels.brief import sheet
from bastide.web.panels.chat import quick_phrases
from bastide.web.panels.desk import Desk, _, words_at
from bastide.web.panels.families import family_at
from bastide.web.panels.html import join
from bastide.web.panels.rows import joined
from bastide.web.panels.standing import standing_choices

TEMPLATE: Final = "table.html"
EMPTY_BOX: Final = "-500 -450 1000 900"
"""The view box of the board before there is a board."""
KEYS: Final = (
    ("U", _("take the last move back")),
    ("Y", _("make the move again that was taken back")),
    ("← → ↑ ↓", _("from place to place on the board")),
    ("⏎", _("choose")),
    ("+ - 0", _("larger, smaller, the whole board; the arrows move it")),
    ("Esc", _("close, choose again")),
    ("?", _("this menu")),
)
"""The keyboard, as the menu shows it."""


def context(
    table: TableView, language: str, panels: dict[str, str], origin: str = "", nickname: str = ""
) -> dict[str, Any]:
    """The context of `table.html`: the table, its panels as HTML, and the constants of the page.

    `origin` is the scheme and host before the table's own path, for the link that people copy; `nickname` the name that
    the reader used last.
    """
    words = words_at(table, language)
    desk = Desk(table, words)
    family = family_at(table)
    brought = module_keys(words, table.config.get("modules") or ()) if family.name == IslandView.family else {}
    box = EMPTY_BOX
    if table.view is not None:
        box = " ".join(f"{value:.1f}" for value in family.box(table.view))
    return {
        "table": table,
        "faces": faces.symbols(),
        "panels": {name: Markup(html) for name, html in joined(panels).items()},
        "hashes": panel_hashes.format_hashes(panels),
        "box": box,
        "rose": Markup(svg.rose(0, 0, 100)) if family.sea else None,
        "standing": standing_choices(desk) if family.trades else None,
        "briefing": sheet(desk),
        "firsts": first.cards(desk),
        "quick": join(quick_phrases(desk)),
        "link": origin + table.link,
        "nickname": nickname,
        "family": family,
        "board_name": words.gettext(family.board),
        "keys": [
            *((words.gettext(keys), words.gettext(what)) for keys, what in family.keys),
            *((key, words.name(verb)) for verb, key in brought.items()),
            *((keys, words.gettext(what)) for keys, what in KEYS),
        ],
    }
