"""The bar at the foot of a phone: the open sheet, and the main action. Each family lists its sheets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from markupsafe import Markup

from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import hidden, join, tag


class Tab(NamedTuple):
    """A tab: the name of its sheet, its icon and its label, `more` further things in it, and what is new there.

    `news` is the short text by whose change the tab is marked until it is opened; `due` whether something in the sheet
    waits for the reader.
    """

    name: str
    mark: str
    words: str
    more: tuple[str, ...] = ()
    news: str = ""
    due: bool = False


KEYS: Final = {"trade": "T"}
"""The keys of sheets that replace a button of the desk."""


def bar(desk: Desk, tabs: Sequence[Tab], main: Markup | None) -> Markup:
    """The tabs, as toggles, and the main button."""
    buttons = desk.kept.part("tabs", tuple(tabs), lambda: join(toggles(desk, tabs)))
    return tag("footer", tag("nav", buttons, aria_label=desk._("Sheets")), main, id="tabs", cls="bar")


def toggles(desk: Desk, tabs: Sequence[Tab]) -> list[Markup]:
    """The tabs one by one. Where there is none for the chat, it is reached from the log, which bears its badge.

    Of several things in a sheet the first one names it; the others are counted, and named for screen readers.
    """
    talk = "chat" if any(one.name == "chat" for one in tabs) else "log"
    return [
        tag(
            "button",
            pictures.mark(one.mark, 22),
            tag("span", desk._(one.words), [hidden(f", {desk._(each)}") for each in one.more]),
            tag("small", f"+{len(one.more)}", aria_hidden="true") if one.more else None,
            badge(desk, one, one.name == talk),
            type="button",
            cls="nav",
            data_tab=one.name,
            data_key=KEYS.get(one.name),
            aria_pressed=one.name == "build",
        )
        for one in tabs
    ]


def badge(desk: Desk, tab: Tab, talk: bool) -> Markup | None:
    """The number of unread chat lines, or that the sheet has changed (both by script); that something waits there."""
    if talk:
        return tag("em", cls="badge", data_badge="chat", data_keep="badge", hidden=True, title=desk._("unread"))
    if tab.name == "trade":
        return tag("em", "!", cls="badge offer-badge", aria_hidden="true")
    if tab.due:
        return tag("em", "!", hidden(desk._("waits for you")), cls="badge due-badge", title=desk._("waits for you"))
    if tab.news:
        said = desk._("changed: {what}", what=tab.news)
        return tag("em", hidden(said), cls="badge news-badge", data_news=tab.news, hidden=True, title=said)
    return None
