"""The standing answer to offers: ask me, refuse the bots, refuse everybody. The browser keeps it."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.html import join, tag

ANSWERS: Final = {
    "ask": (_("Ask me"), _("Offers: ask me")),
    "bots": (_("Refuse the bots"), _("No offers by bots")),
    "all": (_("Refuse everybody"), _("No offers")),
}
"""The answers by value: as a choice, and on the button that opens the choices."""


def standing_button(desk: Desk, cls: str) -> Markup:
    """The button that shows the standing answer and opens the choices; the style sheet picks the right words."""
    words = [tag("span", desk._(short), data_offers=value) for value, (_long, short) in ANSWERS.items()]
    return tag(
        "button",
        pictures.mark("mute", 16),
        words,
        type="button",
        cls=f"btn standing {cls}",
        popovertarget="standing",
        title=desk._("Your standing answer to offers"),
    )


def standing_choices(desk: Desk) -> Markup:
    """The choices, for the popover of the page."""
    return join(
        [
            tag("button", desk._(words), type="button", cls="btn option", data_setting="offers", data_value=value)
            for value, (words, _short) in ANSWERS.items()
        ]
    )
