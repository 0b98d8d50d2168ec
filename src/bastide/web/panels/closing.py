"""The close button of opened panels."""

from __future__ import annotations

from markupsafe import Markup

from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import tag


def close_button(desk: Desk) -> Markup:
    """The cross that closes an opened panel."""
    return tag(
        "button",
        pictures.mark("close", 18),
        type="button",
        cls="btn quiet close",
        data_close=True,
        aria_label=desk._("Close"),
    )
