"""Cities & Knights as a part of the island's view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from bastide.catan.base.island import Island
from bastide.kernel.state import Event
from bastide.view.island.glance import Glance
from bastide.view.island.knights import battle, cards, choices, cities, knights, log, text
from bastide.view.island.knights.lens import Lens
from bastide.view.island.knights.model import KnightsView
from bastide.view.island.knights.words import card_key
from bastide.view.island.part import Part, Telling
from bastide.view.model import Action, Arg, Card, Choice, IslandView, Piece, Points, Say, Target
from bastide.view.words import Words

HINTS: Final = {
    "improve": Say("build the next level of a domain"),
    "wall": Say("build a wall under a city"),
    "repair": Say("repair a sabotaged city"),
    "recruit": Say("recruit a knight"),
    "activate": Say("activate a knight"),
    "promote": Say("promote a knight"),
    "move": Say("move a knight, or displace a weaker one"),
    "chase": Say("chase the robber away with a knight"),
    "retreat": Say("move the knight that was driven off"),
    "defend": Say("send this knight to fight"),
    "pass": Say("nothing more of this"),
    "lose": Say("give up this city"),
    "draw-from": Say("draw a progress card of this domain"),
    "return": Say("put this card under its pile"),
    "metropolis": Say("found the metropolis here"),
    "exchange": Say("offer that seat a resource for a commodity"),
    "pay": Say("give this commodity"),
    "seize": Say("take this card"),
    "spy": Say("take this progress card"),
    "dismiss": Say("give up this knight"),
    "enlist": Say("place the knight that came over"),
}
PLACES: Final = frozenset({*cities.PLACED, "retreat", "activate", "chase"})
"""The verbs whose first word after them is the place."""


class Knights(Part):
    """How Cities & Knights is shown."""

    fields = log.FIELDS
    secrets = log.SECRETS
    plain = log.PLAIN
    hints = HINTS
    deals_cards = True
    cards_counted = text.COUNTED
    cards_headed = text.HEADED
    signs = text.SIGNS
    legend = text.LEGEND

    def own(self, g: Glance) -> KnightsView:
        """The module's part of the view."""
        lens = Lens(g)
        m = lens.m
        face = battle.thrown(lens)
        board = g.rules.board
        merchant, holder = g.cell(m.merchant) - 1, g.cell(m.merchant_holder) - 1
        exchange: dict[int, list[str]] = {}
        for way in g.legal:
            if way.startswith("exchange "):
                _, seat, good = way.split()
                exchange.setdefault(int(seat), []).append(good)
        return KnightsView(
            edition=lens.edition,
            readings=lens.readings,
            event=None if face is None else log.FACES[face],
            drew=battle.drew(lens),
            ship=g.cell(m.ship),
            length=int(m.length),
            attacks=g.cell(m.attacks),
            robber_sleeps=not m.robber_is_awake(g.state),
            now=battle.weighing(lens),
            battle=battle.battle(lens),
            rulers=cities.rulers(lens),
            holders=cities.holders(lens),
            piles=cities.piles(lens),
            knights=knights.knights(lens),
            steps=cities.steps(lens),
            merchant=board.hex_names[merchant] if merchant >= 0 else None,
            merchant_of=holder if holder >= 0 else None,
            exchange=exchange,
            fleet=[name for i, name in enumerate(g.rules.good_names) if g.cell(m.fleet) >> i & 1],
            cranes=g.cell(m.cranes),
            most_cards=4,
            asked=[way for way in g.legal if way.split()[0] in cards.FORMS],
        )

    def buildings(self, g: Glance) -> dict[str, Piece]:
        """Cities that lie on their side."""
        lens = Lens(g)
        return {piece.place: piece for piece in cities.harmed(lens, "city-tipped", lens.m.tipped)}

    def edition(self, own: Any) -> str:
        """The edition that is played."""
        return str(own.edition)

    def pieces(self, g: Glance) -> list[Piece]:
        """Walls, metropolises, the damage of sabotage, the merchant, knights."""
        lens = Lens(g)
        return cities.pieces(lens) + knights.pieces(lens)

    def targets(self, g: Glance) -> list[Target]:
        """The places of this module's decisions."""
        lens = Lens(g)
        return knights.targets(lens) + cities.targets(lens) + cards.targets(lens) + choices.targets(lens)

    def moved(self, text: str) -> str | None:
        """The place that a decision of this module names."""
        verb, *words = text.split()
        if verb == "move" or verb == "enlist":
            return words[1]
        return words[0] if verb in PLACES and words and "," in words[0] else None

    def actions(self, g: Glance) -> list[Action]:
        """A wall, a knight, a repair."""
        return cities.actions(Lens(g)) if g.viewer >= 0 else []

    def cards(self, g: Glance, seat: int) -> tuple[int, list[Card]]:
        """The hidden progress cards of a seat."""
        lens = Lens(g)
        return cards.held(lens, seat), cards.cards(lens, seat) if g.sees(seat) else []

    def card_key(self, kind: str) -> str:
        """The key of a progress card's name."""
        return card_key(kind)

    def points(self, g: Glance, seat: int) -> list[Points]:
        """Metropolises, defender, point cards, merchant."""
        return cities.points(Lens(g), seat)

    def prompt(self, g: Glance) -> Say | None:
        """What is asked in the phases of this module."""
        return choices.prompt(Lens(g))

    def choice(self, g: Glance) -> Choice | None:
        """What the viewer owes in the phases of this module."""
        return choices.choice(Lens(g))

    def cause(self, rules: Island, events: Sequence[Event]) -> str | None:
        """The card that was played."""
        return log.card_played(rules, events)

    def marks(self, own: Any) -> dict[str, str]:
        """The merchant's hex."""
        return {own.merchant: "merchant"} if own.merchant else {}

    def hint(self, own: Any, words: Words, verb: str) -> str:
        """What playing a progress card does."""
        return text.hint(own, words, verb)

    def text(self, view: IslandView, own: Any, words: Words, names: Sequence[str]) -> list[str]:
        """The barbarians, levels, knights and cards in words."""
        return text.lines(view, own, words, names)

    def args(self, rules: Island, event: Event) -> dict[str, Arg]:
        """The arguments of an event's sentence."""
        return log.args(rules, event)

    def tell(self, told: Telling, i: int) -> None:
        """The lines of an event that needs more than its sentence."""
        log.tell(told, i)
