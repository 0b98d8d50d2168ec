"""The sheets of a phone on the island, and the button that rolls or ends the turn."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from bastide.view.island.model import IslandView
from bastide.web.panels.actions import main_button
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.island.sides import east_panels, west_panels
from bastide.web.panels.module_page import Sheet
from bastide.web.panels.module_pages import module_pages
from bastide.web.panels.tabs import Tab, bar

TABS: Final[tuple[Tab, ...]] = (
    ("build", "hand", _("Build")),
    ("trade", "trade", _("Trade (to do)")),
    ("log", "log", _("Log")),
    ("chat", "chat", _("Chat")),
    ("players", "users", _("Players")),
)


MOST: Final = 2
"""Maximum number of module tabs beside those of the base, without the chat."""
SHARED: Final = {"west": Sheet("west", "book", _("Mine")), "east": Sheet("east", "flag", _("More"))}
"""The sheets that the panels of one side share: of those without a sheet, or of all where modules have too many."""


def tabs(desk: Desk, view: IslandView) -> Markup:
    """The bar at the foot of a phone."""
    sheets = module_sheets(desk, view) if view.result is None else []
    shown: list[Tab] = [TABS[0], *sheets, *TABS[1:]]
    if sheets:
        # There is room for six: the chat is reached from the log.
        shown = [tab for tab in shown if tab[0] != "chat"]
    main = main_button(desk, view, bar=True) if view.has_actions and view.result is None else None
    return bar(desk, [tab for tab in shown if view.has_actions or tab[0] != "trade"], main)


def module_sheets(desk: Desk, view: IslandView) -> list[Sheet]:
    """The sheets that hold side panels of modules now."""
    sides = {"west": west_panels(desk, view), "east": east_panels(desk, view)}
    named = {panel.sheet for panels in sides.values() for panel in panels}
    own = [sheet for page, _own in module_pages(view) for sheet in page.sheets if sheet.name in named]
    own += [SHARED[side] for side, panels in sides.items() if any(not panel.sheet for panel in panels)]
    return own if len(own) <= MOST else [SHARED[side] for side, panels in sides.items() if panels]
