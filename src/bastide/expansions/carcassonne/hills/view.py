"""Hills & Sheep: shepherds, their flocks, and the tokens drawn from the bag."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.expansions.carcassonne.hills.rules.flock import MOST_SHEEP
from bastide.expansions.carcassonne.hills.rules.module import HillsAndSheepRules
from bastide.kernel.state import Event
from bastide.view.carcassonne.art import room_sheet
from bastide.view.carcassonne.glance import Glance
from bastide.view.carcassonne.model import Feature, Token
from bastide.view.carcassonne.module_view import ModuleView
from bastide.view.carcassonne.tiles.marks import GRAZING
from bastide.view.model import Say

OPTIONS: Final = {
    "flock grow": Say("Let the flock grow: draw a token"),
    "flock gather": Say("Gather the flock: score it now"),
}


class HillsView(ModuleView):
    """The shepherd, its flock, and its choices."""

    name = "hills"
    reasons: ClassVar[Mapping[str, Say]] = {"flock": Say("Your flock will be worth more.")}
    symbols: ClassVar[Mapping[str, str]] = {
        "f-shepherd": room_sheet("hills", "figures")["shepherd"],
        "k-flock": room_sheet("hills", "figures")["disc"],
    }
    scenery: ClassVar[Mapping[str, str]] = room_sheet("hills", "scenery")
    tags: ClassVar[Mapping[str, str]] = {"sheep": GRAZING}
    emblem: ClassVar[Mapping[str, tuple[float, float]]] = {"shepherd": (-5.0, -34.0)}

    def tokens(self, g: Glance) -> list[Token]:
        """A counter beside each shepherd with the sheep of its flock."""
        module = g.rules.module(HillsAndSheepRules)
        flocks = module.flocks
        out = []
        for seat in range(int(g.rules.seats)):
            part = g.cell(int(flocks.shepherd) + seat) - 1
            if part < 0:
                continue
            at = int(flocks.flock) + seat * int(MOST_SHEEP)
            sheep = sum((n + 1) * g.cell(at + n) for n in range(int(MOST_SHEEP)))
            tile = g.cell(g.rules.tile_of + part)
            x, y = g.place_at(tile)
            section = g.section_name(tile, part - g.cell(g.rules.first + tile))
            label = Say("Flock of {player}: {count} sheep", {"player": seat, "count": sheep})
            out.append(Token("flock", x, y, section, sheep, seat, label))
        return out

    def line(self, r: Carcassonne, event: Event) -> tuple[str, Say] | None:
        """Tokens drawn, and the tile under a hill."""
        if event.kind == "token":
            if event.a == 0:
                return "figure", Say(
                    "{player} draws the wolf: flock and shepherds leave the field", {"player": int(event.seat)}
                )
            said = Say("{player} draws {count} sheep", {"player": int(event.seat), "count": int(event.a)})
            return "figure", said
        if event.kind == "buried":
            return "aside", Say("A tile goes unseen under the hill of {player}", {"player": int(event.seat)})
        return None

    def prompt(self, g: Glance) -> Say | None:
        """The choice that an extended field asks for."""
        if g.phase == "token":
            return Say("A token is drawn for {player}.", {"player": g.on_turn})
        if g.phase != "flock":
            return None
        if g.viewer in g.actors:
            return Say("Your tile extends the field of your shepherd: grow or gather?")
        return Say("{player} tends the flock.", {"player": g.on_turn})

    def tip(self, g: Glance, word: str, feature: Feature) -> list[Say]:
        """A shepherd scores its flock, not the field."""
        if word != "shepherd":
            return []
        lines = [Say("a token is drawn for its flock: sheep, or the wolf that drives it away")]
        if (printed := feature.tags.get("sheep", 0)) != 0:
            lines.append(Say("{count} printed sheep {count:counts|count} whenever it is gathered", {"count": printed}))
        return lines

    def option(self, g: Glance, notation: str) -> Say | None:
        """Grow or gather."""
        return OPTIONS.get(notation)


VIEW: Final = HillsView()
