"""The bar at the foot of a phone: which sheet is up, and the main action."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from bastide.view.model import View
from bastide.web.panels import pictures
from bastide.web.panels.actions import main_button
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.html import join, tag

TABS: Final = (
    ("build", "hand", _("Build")),
    ("trade", "trade", _("Trade (to do)")),
    ("log", "log", _("Log")),
    ("chat", "chat", _("Chat")),
    ("players", "users", _("Players")),
)


def tabs(desk: Desk, view: View) -> Markup:
    """The tabs, as toggles, and the button that rolls or ends the turn."""
    play = view.actions and view.result is None
    buttons = desk.kept.part("tabs", bool(view.actions), lambda: join(toggles(desk, view)))
    main = main_button(desk, view, bar=True) if play else None
    return tag("footer", tag("nav", buttons, aria_label=desk._("Sheets")), main, id="tabs", cls="bar")


def toggles(desk: Desk, view: View) -> list[Markup]:
    """The tabs one by one."""
    return [
        tag(
            "button",
            pictures.mark(picture, 22),
            tag("span", desk._(words)),
            badge(desk, name),
            type="button",
            cls="nav",
            data_tab=name,
            aria_pressed=name == "build",
        )
        for name, picture, words in TABS
        if view.actions or name != "trade"
    ]


def badge(desk: Desk, name: str) -> Markup | None:
    """How many lines of chat are unread (the script's), or that an offer waits (the style sheet's)."""
    if name == "chat":
        return tag("em", cls="badge", data_badge="chat", data_keep="badge", hidden=True, title=desk._("unread"))
    if name == "trade":
        return tag("em", "!", cls="badge offer-badge", aria_hidden="true")
    return None
