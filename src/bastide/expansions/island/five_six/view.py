"""How five and six players is shown: whose move it is between two turns, who sits out, and the second turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from bastide.expansions.island.five_six.rules.module import PARTNER, FiveSixRules
from bastide.view.island.glance import Glance
from bastide.view.island.model import IslandView
from bastide.view.island.module_view import SEAT, Fields, ModuleView
from bastide.view.lines import pair
from bastide.view.model import Say
from bastide.view.words import Words


class FiveSixView(msgspec.Struct, frozen=True):
    """What happens between two turns.

    `paired` says which of the two ways is played. `over` is the seat whose turn is over while others build or take a
    second turn; -1 otherwise. In the special building phase, `building` is the seat that is asked; `order` are the
    seats that are asked after this turn, those who sit out included, and `out` the latter. `partner` takes the second
    turn after the present one. `may_sit_out` and `may_join_in` are about the viewer.
    """

    paired: bool
    over: int
    building: int
    order: list[int]
    out: list[int]
    partner: int
    may_sit_out: bool
    may_join_in: bool


EVENTS: Final[Mapping[str, Fields]] = {
    "five_six_building": (),
    "five_six_out": (),
    "five_six_in": (),
    "five_six_second": (("after", SEAT),),
}
LINES: Final = {
    "five_six_building": ("turn", Say("{player} ends the turn: special building phase")),
    "five_six_out": ("turn", Say("{player} sits out the special building phases")),
    "five_six_in": ("turn", Say("{player} joins in the special building phases again")),
    "five_six_second": ("turn", Say("{player} takes a second turn, paired with {other}")),
}


class FiveSixShown(ModuleView):
    """How the extension is shown."""

    fields = EVENTS
    plain = LINES
    asked: Mapping[str, tuple[Say, Say]] = {
        "five_six_building": (
            Say("Special building phase: build, buy, or pass."),
            Say("Special building phase: {player} builds."),
        )
    }
    hints: Mapping[str, Say] = {
        "sit-out": Say("build nothing in the special building phases until you join in again"),
        "join-in": Say("be asked in the special building phases again"),
    }

    def own(self, g: Glance) -> FiveSixView:
        m = g.rules.module(FiveSixRules)
        seats, turn = int(g.rules.seats), g.on_turn
        second = m.second(g.state)
        first = g.cell(m.first) - 1 if second else turn
        building = int(m.building(g.state)) if not m.paired and not g.game.over else -1
        return FiveSixView(
            paired=m.paired,
            over=first if second or building >= 0 else -1,
            building=building,
            order=[(turn + k) % seats for k in range(1, seats)],
            out=[] if m.paired else [seat for seat in range(seats) if g.cell(m.out + seat)],
            partner=(first + int(PARTNER)) % seats,
            may_sit_out="sit-out" in g.verbs,
            may_join_in="join-in" in g.verbs,
        )

    def prompt(self, g: Glance) -> Say | None:
        m = g.rules.module(FiveSixRules)
        if g.phase == "main" and m.second(g.state):
            if g.viewer in g.actors:
                return Say("Your second turn: build, trade with the bank, play a card, or end your turn.")
            return Say("{player} takes a second turn.", {"player": g.on_turn})
        return super().prompt(g)

    def text(self, view: IslandView, own: FiveSixView, words: Words, names: Sequence[str]) -> list[str]:
        say = words.gettext
        if own.paired:
            if own.over >= 0:
                return [
                    say(
                        "Second turn of {player}, paired with {other}",
                        player=names[view.on_turn],
                        other=names[own.over],
                    )
                ]
            return [say("Second turn after this one: {player}", player=names[own.partner])]
        lines = []
        if own.building >= 0:
            at = own.order.index(own.building)
            still = [names[seat] for seat in own.order[at:] if seat not in own.out]
            lines.append(pair(words, say("Special building phase, in order"), ", ".join(still)))
        if own.out:
            lines.append(
                pair(words, say("Sitting out the special building phases"), ", ".join(names[s] for s in own.out))
            )
        return lines


VIEW: Final = FiveSixShown()
