"""The sheets of a phone on the island, and the button that rolls or ends the turn."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from bastide.view.model import IslandView
from bastide.web.panels.actions import main_button
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.tabs import Tab, bar

TABS: Final[tuple[Tab, ...]] = (
    ("build", "hand", _("Build")),
    ("trade", "trade", _("Trade (to do)")),
    ("log", "log", _("Log")),
    ("chat", "chat", _("Chat")),
    ("players", "users", _("Players")),
)


def tabs(desk: Desk, view: IslandView) -> Markup:
    """The bar at the foot of a phone."""
    main = main_button(desk, view, bar=True) if view.actions and view.result is None else None
    return bar(desk, [tab for tab in TABS if view.actions or tab[0] != "trade"], main)
