"""What guests put beside the island: under the bank, and under the dice."""

from __future__ import annotations

from markupsafe import Markup

from bastide.view.model import IslandView
from bastide.web.panels.desk import Desk
from bastide.web.panels.guests import guests
from bastide.web.panels.html import tag


def west(desk: Desk, view: IslandView) -> Markup:
    """Under the bank."""
    drawn = [guest.west(desk, view, own) for guest, own in guests(view)]
    return tag("div", drawn, id="west", cls="guest-side", hidden=not any(drawn))


def east(desk: Desk, view: IslandView) -> Markup:
    """Under the dice."""
    drawn = [guest.east(desk, view, own) for guest, own in guests(view)] if view.result is None else []
    return tag("div", drawn, id="east", cls="guest-side", hidden=not any(drawn))
