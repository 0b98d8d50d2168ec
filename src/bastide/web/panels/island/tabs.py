"""The sheets of a phone on the island, and the button that rolls or ends the turn."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from bastide.view.model import IslandView
from bastide.web.panels.actions import main_button
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.guests import guests
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
    sheets = [sheet for guest, own in guests(view) for sheet in guest.sheets if view.actions or sheet[0] != "cards"]
    shown = [TABS[0], *sheets, *TABS[1:]]
    if sheets:
        # There is room for six: the chat is found beside the log.
        shown = [tab for tab in shown if tab[0] != "chat"]
    main = main_button(desk, view, bar=True) if view.actions and view.result is None else None
    return bar(desk, [tab for tab in shown if view.actions or tab[0] != "trade"], main)
