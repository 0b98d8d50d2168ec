"""The bar at the foot of a phone: the open sheet, and the main action. Each family lists its sheets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import join, tag

Tab = tuple[str, str, str]
"""The name of a sheet, its icon and its label."""


KEYS: Final = {"trade": "T"}
"""The keys of sheets that replace a button of the desk."""


def bar(desk: Desk, tabs: Sequence[Tab], main: Markup | None) -> Markup:
    """The tabs, as toggles, and the main button."""
    buttons = desk.kept.part("tabs", tuple(tabs), lambda: join(toggles(desk, tabs)))
    return tag("footer", tag("nav", buttons, aria_label=desk._("Sheets")), main, id="tabs", cls="bar")


def toggles(desk: Desk, tabs: Sequence[Tab]) -> list[Markup]:
    """The tabs one by one. Where there is none for the chat, it is reached from the log, which bears its badge."""
    talk = "chat" if any(name == "chat" for name, _picture, _words in tabs) else "log"
    return [
        tag(
            "button",
            pictures.mark(picture, 22),
            tag("span", desk._(words)),
            badge(desk, "chat" if name == talk else name),
            type="button",
            cls="nav",
            data_tab=name,
            data_key=KEYS.get(name),
            aria_pressed=name == "build",
        )
        for name, picture, words in tabs
    ]


def badge(desk: Desk, name: str) -> Markup | None:
    """The number of unread chat lines (by script), or that an offer waits (by style sheet)."""
    if name == "chat":
        return tag("em", cls="badge", data_badge="chat", data_keep="badge", hidden=True, title=desk._("unread"))
    if name == "trade":
        return tag("em", "!", cls="badge offer-badge", aria_hidden="true")
    return None
