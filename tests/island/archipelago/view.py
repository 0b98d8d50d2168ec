"""The archipelago in a view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from bastide.catan.base.island import Island
from bastide.kernel.state import Event
from bastide.view.island.actions import items_of, say
from bastide.view.island.base_view import EDGE, GOOD, NUMBER
from bastide.view.island.glance import Glance, reason
from bastide.view.island.module_view import ModuleView
from bastide.view.lines import pair
from bastide.view.model import Action, Arg, Choice, IslandView, Option, Piece, Say, Target
from bastide.view.styles import GoodStyle, Ground, PieceStyle, SiteStyle, Styles
from bastide.view.words import Words
from tests.island.archipelago.rules import Archipelago

FIELDS: Final = {
    "mint_gold": (("good", GOOD), ("count", NUMBER)),
    "mint_built": (),
    "ferries_unmoor": (("place", EDGE),),
    "carts_go": (("place", EDGE),),
}
PLAIN: Final = {
    "mint_gold": ("bank", Say("{player} earns {gained}")),
    "mint_built": ("bank", Say("{player} builds a mint")),
    "ferries_unmoor": ("road", Say("{player} takes up a ferry")),
    "carts_go": ("road", Say("{player} drives the cart on")),
}
HINTS: Final = {
    "mint": Say("buy a mint"),
    "jubilee": Say("earn three gold"),
    "endow": Say("donate cards for gold"),
    "ferry": Say("lay a ferry"),
    "unmoor": Say("take up a ferry, to lay it elsewhere"),
    "haul": Say("roll a die for your cart"),
    "cart": Say("the cart goes there"),
}
STYLES: Final = Styles(
    pieces={
        "ferry": PieceStyle(edge=True, scale=0.8, button="scale(.72) translate(0 4)"),
        "cart": PieceStyle(figure=True, edge=True, pennant=True, scale=0.95, depth=6, shift=(0, -9)),
    },
    goods={
        "salt": GoodStyle(card=("#F4F0EA", "#B9B2A8"), chip=("#FAF7F2", "#C3BBAF")),
    },
    terrains={
        "lagoon": Ground("#7CC7C0", "#3F8F95", "#D8E4B4", "#6E8A5C"),
        "grove": Ground("#E9DFA9", "#B9C47C", "#F6EFCB", "#9A8A4E"),
        "salt_pan": Ground("#F3EEE6", "#D3CABD", "#FFFDF8", "#A79C8B"),
        "shallows": Ground("#5FB3A8", "#3B948F", "#6FBFB2", "#2F7F7F"),
    },
    sites={
        "market": SiteStyle(shift=(0, -4)),
        "boat": SiteStyle(numbered=True, shift=(0, -22)),
        "vane": SiteStyle(turned=True),
        "zone": SiteStyle(),
        "ford": SiteStyle(turned=True),
        "chest": SiteStyle(numbered=True, shift=(0, -8)),
        "pier": SiteStyle(numbered=True, turned=True, seaward=60),
    },
)


class Carts(msgspec.Struct, frozen=True):
    """Where the cart of each seat is, if it has one, and how many points it is from a market."""

    places: list[str | None]
    far: list[int | None]


class ArchipelagoView(ModuleView):
    """The purse, the cards and the things to buy are shown by the base."""

    fields = FIELDS
    plain = PLAIN
    hints = HINTS
    styles = STYLES

    def own(self, g: Glance) -> Carts:
        m = module(g.rules)
        edges = [g.cell(m.cart + seat) - 1 for seat in range(int(m.roads.seats))]
        return Carts(
            [m.roads.board.edge_names[edge] if edge >= 0 else None for edge in edges],
            [m.far(g.state, seat, edge) for seat, edge in enumerate(edges)],
        )

    def pieces(self, g: Glance) -> list[Piece]:
        return [Piece("cart", place, seat) for seat, place in enumerate(self.own(g).places) if place is not None]

    def targets(self, g: Glance) -> list[Target]:
        m = module(g.rules)
        out: list[Target] = []
        for text in g.legal:
            verb, _, place = text.partition(" ")
            if verb == "cart":
                pays = m.market(m.roads.board.edge_index[place])
                tip = [Say("the market pays {gained}", {"gained": {"gold": pays}})] if pays else []
                label = Say("{piece:Name} at {place}", {"piece": "cart", "place": place})
                out.append(Target(text, place, "cart", "cart", label, tip))
            elif verb == "unmoor":
                label = Say("take up the ferry at {place}", {"place": place})
                out.append(Target(text, place, "unmoor", "lift", label))
        return out

    def moved(self, text: str) -> str | None:
        verb, _, place = text.partition(" ")
        return place if verb in ("cart", "unmoor") else None

    def actions(self, g: Glance) -> list[Action]:
        if g.viewer < 0:
            return []
        out = items_of(g, "archipelago")
        for verb, none in (("unmoor", "no ferry of yours can be taken up"), ("haul", "roll the dice first")):
            why = say("BASE-016", none if g.viewer == g.on_turn else "it is not your turn")
            if g.phase == "main" and g.viewer == g.on_turn and (refusal := g.why_not(g.viewer, verb)) is not None:
                why = reason(refusal)
            enabled = verb in g.verbs
            notation = verb if verb in g.legal else None
            out.append(Action(verb, enabled, notation, reason=None if enabled else why))
        return out

    def prompt(self, g: Glance) -> Say | None:
        if g.phase == "carts_drive" and g.viewer in g.actors:
            return Say("Where does your cart go? It has {count} {count:point|points}.", {"count": points(g)})
        if g.phase == "carts_drive":
            return Say("{player} drives the cart.", {"player": g.on_turn})
        if g.phase == "ferries_moor":
            own = Say("Lay the ferry that you have taken up.")
            return own if g.viewer in g.actors else Say("{player} lays a ferry elsewhere.", {"player": g.on_turn})
        return None

    def choice(self, g: Glance) -> Choice | None:
        if g.phase != "carts_drive" or g.viewer not in g.actors:
            return None
        asked = Say("Where does your cart go? It has {count} {count:point|points}.", {"count": points(g)})
        return Choice("cart", asked, options=[Option("pass", Say("The cart stays"))])

    def text(self, view: IslandView, own: Any, words: Words, names: Sequence[str]) -> list[str]:
        assert isinstance(own, Carts)
        told = [
            words.gettext("{name} at {place}, {count} from a market", name=name, place=place, count=far)
            if far is not None
            else words.gettext("{name} at {place}", name=name, place=place)
            for name, place, far in zip(names, own.places, own.far, strict=False)
            if place is not None
        ]
        return [pair(words, words.gettext("Carts"), "; ".join(told))] if told else []

    def args(self, rules: Island, event: Event) -> dict[str, Arg]:
        return {"gained": {rules.good_names[event.a]: int(event.b)}} if event.kind == "mint_gold" else {}


def module(rules: Island) -> Archipelago:
    """The module of a game."""
    return next(one for one in rules.modules if isinstance(one, Archipelago))


def points(g: Glance) -> int:
    """How far the cart that is driven may go."""
    return g.cell(int(g.state.top()) + 2)


VIEW: Final = ArchipelagoView()
