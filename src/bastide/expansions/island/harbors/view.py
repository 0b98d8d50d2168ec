"""How Harbours is shown: harbour points, who holds the card, and when it changes hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from bastide.expansions.island.harbors.rules import CARD_POINTS, HarborsRules
from bastide.view.island.glance import Glance
from bastide.view.island.model import IslandView
from bastide.view.island.module_view import NUMBER, SEAT, Fields, ModuleView, Telling
from bastide.view.lines import pair
from bastide.view.model import Arg, Points, Say
from bastide.view.words import Words

CARD: Final = "harbors_card"
"""The source of points; also the event and the kind of log line that tell who takes the card."""


class HarborsView(msgspec.Struct, frozen=True):
    """The harbour points by seat, and the seat that holds the card, -1 for none."""

    points: list[int]
    holder: int


class HarborsShown(ModuleView):
    """How the variant is shown."""

    reasons: Mapping[str, Say] = {"harbor_points": Say("It makes more of your harbours.")}
    fields: Mapping[str, Fields] = {CARD: (("count", NUMBER), ("before", SEAT))}

    def own(self, g: Glance) -> HarborsView:
        m = g.rules.module(HarborsRules)
        seats = range(int(g.rules.seats))
        return HarborsView([int(m.harbor_points(g.state, seat)) for seat in seats], int(m.holder_of(g.state)))

    def points(self, g: Glance, seat: int) -> list[Points]:
        held = g.rules.module(HarborsRules).holder_of(g.state) == seat
        return [Points(CARD, 1, int(CARD_POINTS))] if held else []

    def text(self, view: IslandView, own: HarborsView, words: Words, names: Sequence[str]) -> list[str]:
        counts = ", ".join(f"{names[seat]} {count}" for seat, count in enumerate(own.points))
        lines = [pair(words, words.gettext("Harbour points"), counts)]
        if own.holder >= 0:
            lines.append(pair(words, words.title(CARD), names[own.holder]))
        return lines

    def tell(self, telling: Telling, i: int) -> None:
        """Who takes the card, and from whom."""
        event = telling.events[i]
        seat, before = int(event.seat), int(event.b)
        args: dict[str, Arg] = {"player": seat, "count": int(event.a)}
        if before < 0:
            telling.line(CARD, seat, Say("{player} takes the harbour card, with {count} harbour points", args))
            return
        args["other"] = before
        telling.line(CARD, seat, Say("{player} takes the harbour card from {other}, with {count} harbour points", args))


VIEW: Final = HarborsShown()
