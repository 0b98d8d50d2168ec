"""The sheets of a phone on the island, and the button that rolls or ends the turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from markupsafe import Markup

from bastide.view.island.model import IslandView
from bastide.web.panels.actions import main_button
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.island.sides import east_panels, west_panels
from bastide.web.panels.module_page import Sheet, SidePanel
from bastide.web.panels.module_pages import module_pages
from bastide.web.panels.tabs import Tab, bar

TABS: Final[tuple[Tab, ...]] = (
    Tab("build", "hand", _("Build")),
    Tab("trade", "trade", _("Trade (to do)")),
    Tab("log", "log", _("Log")),
    Tab("chat", "chat", _("Chat")),
    Tab("players", "users", _("Players")),
)


MOST: Final = 2
"""Maximum number of module tabs beside those of the base, without the chat."""
SIDES: Final[Mapping[str, str]] = {"west": "book", "east": "flag"}
"""The sheets that the panels of one side share where there would be too many, and icons for panels without a sheet."""


def tabs(desk: Desk, view: IslandView) -> Markup:
    """The bar at the foot of a phone."""
    sheets = module_tabs(desk, view) if view.result is None else []
    shown: list[Tab] = [TABS[0], *sheets, *TABS[1:]]
    if sheets:
        # There is room for six: the chat is reached from the log.
        shown = [tab for tab in shown if tab.name != "chat"]
    main = main_button(desk, view, bar=True) if view.has_actions and view.result is None else None
    return bar(desk, [tab for tab in shown if view.has_actions or tab.name != "trade"], main)


def module_tabs(desk: Desk, view: IslandView) -> list[Tab]:
    """The tabs of the sheets that hold side panels of modules now.

    Where there are too many, the panels of one side share a sheet, which is named after the most important of them.
    """
    words = {sheet.name: sheet for page, _own in module_pages(view) for sheet in page.sheets}
    order = list(words)
    sides = {"west": west_panels(desk, view), "east": east_panels(desk, view)}
    sheets = {side: by_sheet(side, panels, words) for side, panels in sides.items()}
    found = [tab for each in sheets.values() for tab in each]
    if len(found) <= MOST:
        return sorted(found, key=lambda tab: order.index(tab.name) if tab.name in order else len(order))
    return [tab for side, each in sheets.items() for tab in ([shared(side, each)] if len(each) > 1 else each)]


def by_sheet(side: str, panels: Sequence[SidePanel], words: Mapping[str, Sheet]) -> list[Tab]:
    """A tab for each sheet of one side, the one with the highest panel first; panels without a sheet share one."""
    found: dict[str, list[SidePanel]] = {}
    for panel in sorted(panels, key=lambda panel: -panel.priority):
        found.setdefault(panel.sheet if panel.sheet in words else side, []).append(panel)
    return [
        Tab(
            name,
            words[name].mark if name in words else SIDES[side],
            words[name].words if name in words else held[0].title,
            () if name in words else tuple(panel.title for panel in held[1:]),
            "; ".join(panel.summary for panel in held if panel.summary),
            any(panel.due for panel in held),
        )
        for name, held in found.items()
    ]


def shared(side: str, held: Sequence[Tab]) -> Tab:
    """One tab for several sheets of a side."""
    first = held[0]
    more = tuple(each for tab in held for each in (tab.words, *tab.more))[1:]
    return Tab(
        side,
        first.mark,
        first.words,
        more,
        "; ".join(filter(None, (tab.news for tab in held))),
        any(tab.due for tab in held),
    )
