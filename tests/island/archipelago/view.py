"""The mint in a view."""

from __future__ import annotations

from typing import Final

from bastide.catan.base.island import Island
from bastide.kernel.state import Event
from bastide.view.island.base_view import GOOD, NUMBER
from bastide.view.island.module_view import ModuleView
from bastide.view.model import Arg, Say
from bastide.view.styles import GoodStyle, Styles

FIELDS: Final = {"mint_gold": (("good", GOOD), ("count", NUMBER)), "mint_built": ()}
PLAIN: Final = {
    "mint_gold": ("bank", Say("{player} earns {gained}")),
    "mint_built": ("bank", Say("{player} builds a mint")),
}
HINTS: Final = {"mint": Say("buy a mint"), "jubilee": Say("earn three gold"), "donate": Say("donate cards for gold")}


class MintView(ModuleView):
    """Events and drawings; the buttons, the purse and the cards are shown by the base."""

    fields = FIELDS
    plain = PLAIN
    hints = HINTS
    styles = Styles(goods={"gold": GoodStyle(card=("#F2D98A", "#B98A2C"), chip=("#F7E3A0", "#C2922F"))})

    def args(self, rules: Island, event: Event) -> dict[str, Arg]:
        return {"gained": {rules.good_names[event.a]: int(event.b)}} if event.kind == "mint_gold" else {}


VIEW: Final = MintView()
