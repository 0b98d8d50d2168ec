"""The view of the windmills."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from bastide.view.island.glance import Glance
from bastide.view.island.module_view import ModuleView
from tests.web.rooms.windmills.rules import Windmills


class Mills(msgspec.Struct, frozen=True):
    """The sacks of each seat, and the wind from 1 to 6."""

    flour: list[int]
    wind: int


class WindmillsView(ModuleView):
    """The windmills in a view."""

    def own(self, g: Glance) -> Any:
        module = g.rules.module(Windmills)
        flour = [g.cell(module.flour + seat) for seat in range(int(g.rules.seats))]
        return Mills(flour, 1 + sum(flour) % 6)


VIEW: Final = WindmillsView()
