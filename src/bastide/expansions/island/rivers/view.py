"""How Rivers is shown: rivers with their bridge sites, gold, and who holds the Fortune and Misery tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from bastide.catan.base.island import Island
from bastide.expansions.island.rivers.rules.module import FORTUNE, MISERY
from bastide.expansions.island.rivers.rules.state import EXCHANGES, RiversState
from bastide.kernel.state import Event
from bastide.view.island.glance import Glance
from bastide.view.island.model import IslandView
from bastide.view.island.module_view import NUMBER, SEAT, Fields, ModuleView
from bastide.view.lines import pair
from bastide.view.model import Arg, Points, Say
from bastide.view.styles import Ground, PieceStyle, SiteStyle, Styles
from bastide.view.words import Words

FORTUNE_TILE: Final = "rivers_fortune"
"""The tile as a source of points; also the event of taking it and the kind of its log line."""
MISERY_TILE: Final = "rivers_misery"


class RiversView(msgspec.Struct, frozen=True):
    """The seat with the Fortune tile (-1: it lies beside the board), the seats with a Misery tile, and how often the
    player on turn may still exchange gold with the bank."""

    fortune: int
    misery: list[int]
    exchanges: int


EVENTS: Final[Mapping[str, Fields]] = {
    "rivers_gold": (("count", NUMBER),),
    FORTUNE_TILE: (("before", SEAT),),
    "rivers_fortune_back": (("before", SEAT),),
    MISERY_TILE: (),
    "rivers_relief": (),
}
LINES: Final = {
    "rivers_gold": ("bank", Say("{player} earns {gained} by the river")),
    FORTUNE_TILE: (FORTUNE_TILE, Say("{player} is the richest: Fortune")),
    "rivers_fortune_back": (FORTUNE_TILE, Say("Nobody is richer than all others: {other} returns Fortune")),
    MISERY_TILE: (MISERY_TILE, Say("{player} falls into Misery")),
    "rivers_relief": (MISERY_TILE, Say("{player} gives back a Misery tile")),
}
STYLES: Final = Styles(
    pieces={"bridge": PieceStyle(edge=True, turned=True, scale=1.0, depth=-2, button="scale(.62) translate(0 8)")},
    terrains={"swamp": Ground("#7C8257", "#545F42", "#9AA070", "#3C4531")},
    sites={"river": SiteStyle(turned=True, stream=True)},
)


class RiversShown(ModuleView):
    """How the scenario is shown."""

    fields = EVENTS
    plain = LINES
    hints: Mapping[str, Say] = {"bridge": Say("build a bridge")}
    styles = STYLES

    def own(self, g: Glance) -> RiversView:
        m = g.rules.module(RiversState)
        seats = range(int(g.rules.seats))
        return RiversView(
            fortune=next((seat for seat in seats if m.holds_fortune(g.state, seat)), -1),
            misery=[seat for seat in seats if m.holds_misery(g.state, seat)],
            exchanges=int(EXCHANGES) - g.cell(int(m.changed)),
        )

    def points(self, g: Glance, seat: int) -> list[Points]:
        m = g.rules.module(RiversState)
        out = [Points(FORTUNE_TILE, 1, int(FORTUNE))] if m.holds_fortune(g.state, seat) else []
        return out + ([Points(MISERY_TILE, 1, int(MISERY))] if m.holds_misery(g.state, seat) else [])

    def text(self, view: IslandView, own: RiversView, words: Words, names: Sequence[str]) -> list[str]:
        holder = names[own.fortune] if own.fortune >= 0 else words.gettext("beside the board")
        poor = ", ".join(names[seat] for seat in own.misery) or words.gettext("nobody")
        left = words.gettext("{count} of {all} left this turn", count=own.exchanges, all=int(EXCHANGES))
        return [
            pair(words, words.title(FORTUNE_TILE), holder),
            pair(words, words.title(MISERY_TILE), poor),
            pair(words, words.gettext("Exchanges of gold"), left),
        ]

    def args(self, rules: Island, event: Event) -> dict[str, Arg]:
        return {"gained": {"gold": int(event.a)}} if event.kind == "rivers_gold" else super().args(rules, event)


VIEW: Final = RiversShown()
