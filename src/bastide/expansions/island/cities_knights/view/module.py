"""Cities & Knights in the island's view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bastide.catan.base.island import Island
from bastide.expansions.island.cities_knights.rules.state import KnightsState
from bastide.expansions.island.cities_knights.view import battle, cards, choices, cities, knights, log, text
from bastide.expansions.island.cities_knights.view.glance import KnightsGlance
from bastide.expansions.island.cities_knights.view.model import KnightsView
from bastide.expansions.island.cities_knights.view.styles import STYLES
from bastide.expansions.island.cities_knights.view.words import DOMAINS, building, card_key
from bastide.kernel.state import Event
from bastide.view.island.glance import Glance
from bastide.view.island.model import IslandView
from bastide.view.island.module_view import ModuleView, Telling
from bastide.view.model import Action, Arg, Card, Choice, Piece, Points, Say, Target
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
DEEDS: Final = {
    f"improve {domain}": Say("Build the next level: {domain}", {"domain": choices.domain_key(domain)})
    for domain in DOMAINS
}
PLACES: Final = frozenset({*cities.PLACED, "retreat", "activate", "chase"})
"""Verbs whose first argument is the place."""


class Knights(ModuleView):
    """How Cities & Knights is shown."""

    reasons: Mapping[str, Say] = {"knights_and_levels": Say("It makes most of your improvements and knights.")}
    fields = log.FIELDS
    secrets = log.SECRETS
    plain = log.PLAIN
    values = log.VALUES
    hints = HINTS
    deeds = DEEDS
    deals_cards = True
    cards_counted = text.COUNTED
    cards_headed = text.HEADED
    signs = text.SIGNS
    legend = text.LEGEND
    styles = STYLES
    turn_prompt = choices.TURN

    def own(self, g: Glance) -> KnightsView:
        """The module's part of the view."""
        k = KnightsGlance(g)
        m = k.m
        face = battle.thrown(k)
        board = g.rules.board
        merchant, holder = g.cell(m.merchant) - 1, g.cell(m.merchant_holder) - 1
        exchange: dict[int, list[str]] = {}
        for way in g.legal:
            if way.startswith("exchange "):
                _, seat, good = way.split()
                exchange.setdefault(int(seat), []).append(good)
        return KnightsView(
            edition=k.edition,
            readings=k.readings,
            event=None if face is None else log.FACES[face],
            red=battle.red(k),
            drew=battle.drew(k),
            ship=g.cell(m.ship),
            length=int(m.length),
            attacks=g.cell(m.attacks),
            robber_sleeps=not m.robber_is_awake(g.state),
            now=battle.weighing(k),
            battle=battle.battle(k),
            rulers=cities.rulers(k),
            holders=cities.holders(k),
            piles=cities.piles(k),
            knights=knights.knights(k),
            steps=cities.steps(k),
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
        k = KnightsGlance(g)
        return {piece.place: piece for piece in cities.harmed(k, "city-tipped", k.m.tipped)}

    def edition(self, own: Any) -> str:
        """The edition that is played."""
        return str(own.edition)

    def pieces(self, g: Glance) -> list[Piece]:
        """Walls, metropolises, the damage of sabotage, the merchant, knights."""
        k = KnightsGlance(g)
        return cities.pieces(k) + knights.pieces(k)

    def targets(self, g: Glance) -> list[Target]:
        """The places of this module's decisions."""
        k = KnightsGlance(g)
        return knights.targets(k) + cities.targets(k) + cards.targets(k) + choices.targets(k)

    def moved(self, text: str) -> str | None:
        """The place that a decision of this module names."""
        verb, *words = text.split()
        if verb == "move" or verb == "enlist":
            return words[1]
        return words[0] if verb in PLACES and words and "," in words[0] else None

    def actions(self, g: Glance) -> list[Action]:
        """A wall, a knight, a repair."""
        return cities.actions(KnightsGlance(g)) if g.viewer >= 0 else []

    def cards(self, g: Glance, seat: int) -> tuple[int, list[Card]]:
        """The hidden progress cards of a seat."""
        k = KnightsGlance(g)
        return cards.held(k, seat), cards.cards(k, seat) if g.sees(seat) else []

    def card_key(self, kind: str) -> str:
        """The key of a progress card's name."""
        return card_key(kind)

    def points(self, g: Glance, seat: int) -> list[Points]:
        """Metropolises, defender, point cards, merchant."""
        return cities.points(KnightsGlance(g), seat)

    def prompt(self, g: Glance) -> Say | None:
        """The prompt in a phase of this module."""
        return choices.prompt(KnightsGlance(g))

    def choice(self, g: Glance) -> Choice | None:
        """The viewer's choice in a phase of this module."""
        return choices.choice(KnightsGlance(g))

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
        """The barbarians, levels, knights and cards as text."""
        return text.lines(view, own, words, names)

    def args(self, rules: Island, event: Event) -> dict[str, Arg]:
        """The arguments of an event's sentence."""
        out = super().args(rules, event)
        if "card" in out:
            card = event.b if event.kind == "spied_card" else event.a
            out["card"] = card_key(rules.module(KnightsState).card_names[card])
        if event.kind == "improve":
            out["building"] = building(DOMAINS[int(event.a)], int(event.b)) or ""
        return out

    def tell(self, telling: Telling, i: int) -> None:
        """Log lines of an event that needs more than its sentence."""
        log.tell(telling, i)
