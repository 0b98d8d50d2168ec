"""The table, panel by panel: pure functions from a `TableView` to HTML with handles for the page's script.

`render(table, language)` gives every panel (`IDS`) by the id of its element. The value is the whole element (its outer
HTML); a panel that has nothing to show is still there, `hidden`. `land`, `lit`, `pieces`, `targets` and `ghosts` are
SVG `<g>` elements and must be parsed inside an `<svg>`; the others are HTML. Rows of `log`, `rail` and `players` are
panels of their own (`rows.Rows`).

docs/handles.md has the contract of the handles: the `data-*` attributes by which the script plays, opens and arms.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final

from markupsafe import Markup

from bastide.server.common.model import TableView
from bastide.web.panels import chat, head, notice, room, seats
from bastide.web.panels.desk import Desk, words_at
from bastide.web.panels.families import FAMILIES, family_at
from bastide.web.panels.html import tag


def defs(desk: Desk) -> Markup:
    """The symbols that the drawings of this table use."""
    return family_at(desk.table).defs(desk)


GAME_PANELS: Final = (
    "prompt",
    "land",
    "lit",
    "pieces",
    "targets",
    "ghosts",
    "rail",
    "bank",
    "west",
    "dice",
    "east",
    "log",
    "hand",
    "actions",
    "choice",
    "offer",
    "hint",
    "players",
    "pause",
    "summary",
    "tabs",
)
"""The panels that need a game, drawn by its family; until then they are empty and hidden."""
TABLE_PANELS: Final[dict[str, Callable[[Desk], Markup]]] = {
    "defs": defs,
    "head": head.head,
    "chat": chat.chat,
    "room": room.room,
    "notice": notice.notice,
    "people": seats.people,
}
"""The panels that exist without a game."""
EMPTY: Final[dict[str, str]] = {
    "land": "g",
    "lit": "g",
    "pieces": "g",
    "targets": "g",
    "ghosts": "g",
    "rail": "ol",
    "log": "div",
    "tabs": "footer",
    "west": "div",
    "east": "div",
}
"""The elements of panels that are no `<section>`."""
IDS: Final = ("defs", "head", *GAME_PANELS, "chat", "room", "notice", "people")
"""Every panel, in the order of the page."""


def render(table: TableView, language: str, unseen: Collection[str] = ()) -> dict[str, str]:
    """Every panel of a table for one viewer in one language, but for the unseen ones: the outer HTML by its id."""
    desk = Desk(table, words_at(table, language))
    return {name: str(draw(name, desk)) for name in IDS if name not in unseen}


def replayed(desk: Desk) -> dict[str, str]:
    """The panels that change from step to step in a replay, for a table that shows a game: the outer HTML by its id."""
    view = desk.table.view
    assert view is not None, "a replay shows a game"
    family = FAMILIES[view.family]
    drawing = {**{name: family.panels[name] for name in family.replayed}, **family.opened}
    return {name: str(panel(desk, view)) for name, panel in drawing.items()}


def draw(name: str, desk: Desk) -> Markup:
    """One panel."""
    if name in TABLE_PANELS:
        return TABLE_PANELS[name](desk)
    view = desk.table.view
    return blank(name) if view is None else panel_of(view.family, name)(desk, view)


def panel_of(family: str, name: str) -> Callable[[Desk, Any], Markup]:
    """The renderer of a family's panel; blank if the family does not use it."""
    return FAMILIES[family].panels.get(name, lambda desk, view: blank(name))


def blank(name: str) -> Markup:
    """A panel with no content."""
    element = EMPTY.get(name, "section")
    return tag(element, id=name) if element == "g" else tag(element, id=name, hidden=True)
