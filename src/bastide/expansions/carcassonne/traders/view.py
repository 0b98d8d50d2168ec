"""Traders & Builders: builder and pig, and the goods in front of the players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.expansions.carcassonne.traders.rules import GOODS, PIG_PAYS, TradersRules
from bastide.kernel.state import Event
from bastide.view.carcassonne.art import room_sheet
from bastide.view.carcassonne.glance import Glance
from bastide.view.carcassonne.model import Feature, Stock
from bastide.view.carcassonne.module_view import ModuleView
from bastide.view.carcassonne.tiles.marks import BADGE
from bastide.view.model import Arg, Say

TAKES: Final = {
    "wine": Say("{player} takes {count} {count:barrel of wine|barrels of wine}"),
    "grain": Say("{player} takes {count} {count:sack of grain|sacks of grain}"),
    "cloth": Say("{player} takes {count} {count:bale of cloth|bales of cloth}"),
}


class TradersView(ModuleView):
    """Two figures, three goods, and the second part of a turn."""

    name = "traders"
    reasons: ClassVar[Mapping[str, Say]] = {"goods_tokens": Say("It brings you nearer to the most goods of a kind.")}
    symbols: ClassVar[Mapping[str, str]] = {
        "f-builder": room_sheet("traders", "figures")["builder"],
        "f-pig": room_sheet("traders", "figures")["pig"],
        **{f"k-{good}": room_sheet("traders", "scenery")[good] for good in GOODS},
    }
    scenery: ClassVar[Mapping[str, str]] = room_sheet("traders", "scenery")
    tags: ClassVar[Mapping[str, str]] = dict.fromkeys(GOODS, BADGE)
    emblem: ClassVar[Mapping[str, tuple[float, float]]] = {"builder": (-6.0, -30.0), "pig": (-6.0, -34.0)}

    def goods(self, g: Glance, seat: int) -> list[Stock]:
        """Count of each good a player has."""
        module = g.rules.module(TradersRules)
        return [Stock(good, g.cell(int(module.goods) + seat * len(GOODS) + n)) for n, good in enumerate(GOODS)]

    def tip(self, g: Glance, word: str, feature: Feature) -> list[Say]:
        """A builder brings second tiles, a pig more for each city at its field."""
        if word == "builder":
            if feature.complete:
                return [Say("finished: it comes back at once")]
            return [Say("brings a second tile in each later turn in which yours extends this")]
        if word == "pig":
            cities = sum(term.count for term in feature.terms)
            args: dict[str, Arg] = {"each": int(PIG_PAYS), "points": int(PIG_PAYS) * cities}
            return [Say("+{each} for each finished city here if you have the majority: +{points} as it stands", args)]
        return []

    def line(self, r: Carcassonne, event: Event) -> tuple[str, Say] | None:
        """Goods taken, and the second tile of a turn."""
        if event.kind == "goods":
            return "goods", Say(TAKES[GOODS[event.a]].text, {"player": int(event.seat), "count": int(event.b)})
        if event.kind == "again":
            return "figure", Say(
                "{player} has extended what the builder stands on: another tile", {"player": int(event.seat)}
            )
        return None


VIEW: Final = TradersView()
