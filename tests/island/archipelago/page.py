"""The archipelago on the page: keys, and a panel with the carts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from markupsafe import Markup

from bastide.view.model import IslandView
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import tag
from bastide.web.panels.module_page import ModulePage, SidePanel
from tests.island.archipelago.view import Carts


class ArchipelagoPage(ModulePage):
    """What is not drawn by the base."""

    pieces = ("cart", "lift", "pennant")
    keys = {"ferry": "F", "bridge": "B", "mint": "M", "haul": "V", "unmoor": "L"}  # noqa: RUF012 # as in ModulePage
    arts = {"haul": "cart", "unmoor": "ferry"}  # noqa: RUF012 # as in ModulePage
    placing = {  # noqa: RUF012 # as in ModulePage
        "ferry": "Choose where your ferry lies",
        "bridge": "Choose a ford",
        "unmoor": "Choose the ferry to take up",
    }

    def east(self, desk: Desk, view: IslandView, own: Any) -> Sequence[SidePanel]:
        assert isinstance(own, Carts)
        if not any(own.places):
            return ()
        return [SidePanel("archipelago", desk._("Carts"), partial(carts, desk, own), note=desk._("points to a market"))]


def carts(desk: Desk, own: Carts) -> Markup:
    """How far each cart is from a market."""
    rows = [
        tag("li", desk.shield(seat, 20), desk.name(seat), tag("b", far))
        for seat, far in enumerate(own.far)
        if far is not None
    ]
    return tag("ol", rows, cls="archipelago-carts")


PAGE: Final = ArchipelagoPage()
