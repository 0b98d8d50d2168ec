"""How Friendly Robber is shown: whom the robber spares, and its return home."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from bastide.expansions.island.friendly_robber.rules import FriendlyRobberRules
from bastide.view.island.glance import Glance
from bastide.view.island.model import IslandView
from bastide.view.island.module_view import HEX, Fields, ModuleView
from bastide.view.model import Say
from bastide.view.words import Words


class FriendlyRobberView(msgspec.Struct, frozen=True):
    """The variant's part of the view: the seats that the robber spares now."""

    spared: list[int]


EVENTS: Final[Mapping[str, Fields]] = {"friendly_robber_home": (("hex", HEX),), "friendly_robber_aside": ()}
LINES: Final = {
    "friendly_robber_home": ("robber", Say("{player} finds no hex for the robber: it stands in the {terrain}")),
    "friendly_robber_aside": ("robber", Say("{player} finds no hex for the robber: it stands beside the board")),
}


class FriendlyRobberShown(ModuleView):
    """How the variant is shown."""

    fields = EVENTS
    plain = LINES

    def prompt(self, g: Glance) -> Say | None:
        if g.phase != "friendly_robber_desert":
            return None
        if g.viewer in g.actors:
            terrain = g.rules.board.terrain[g.rules.desert]
            return Say(
                "No other hex is open to the robber: choose the {terrain} to which it goes.", {"terrain": terrain}
            )
        return Say("{player} moves the robber.", {"player": g.actors[0]})

    def own(self, g: Glance) -> FriendlyRobberView:
        m = g.rules.module(FriendlyRobberRules)
        return FriendlyRobberView([seat for seat in range(int(g.rules.seats)) if m.spares(g.state, seat)])

    def text(self, view: IslandView, own: FriendlyRobberView, words: Words, names: Sequence[str]) -> list[str]:
        if not own.spared:
            return []
        return [words.gettext("The robber spares: {names}", names=", ".join(names[seat] for seat in own.spared))]


VIEW: Final = FriendlyRobberShown()
