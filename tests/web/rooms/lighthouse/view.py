"""The view of the lighthouse."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from bastide.view.island.glance import Glance
from bastide.view.island.module_view import ModuleView
from tests.web.rooms.lighthouse.rules import Lighthouse


class Light(msgspec.Struct, frozen=True):
    """How often the light has shone on each seat."""

    shone: list[int]


class LighthouseView(ModuleView):
    """The lighthouse in a view."""

    def own(self, g: Glance) -> Any:
        module = g.rules.module(Lighthouse)
        return Light([g.cell(module.shone + seat) for seat in range(int(g.rules.seats))])


VIEW: Final = LighthouseView()
