"""The viewer's progress cards: how each is played, or why it cannot be; and the places that some can target."""

from __future__ import annotations

from typing import Final

from bastide.expansions.island.cities_knights.rules.progress.refusals import why_no_progress
from bastide.expansions.island.cities_knights.view.glance import KnightsGlance
from bastide.kernel.errors import Refusal
from bastide.view.island.tips import tip
from bastide.view.lines import reason
from bastide.view.model import Card, Reason, Say, Target

FORMS: Final = {
    "alchemist": "alchemist DICE",
    "merchant-fleet": "merchant-fleet GOOD",
    "resource-monopoly": "resource-monopoly GOOD",
    "trade-monopoly": "trade-monopoly GOOD",
    "taxes": "taxes SEAT",
    "espionage": "espionage SEAT",
    "treason": "treason SEAT",
}
"""How to play a card that takes goods, players or dice."""


def cards(k: KnightsGlance, seat: int) -> list[Card]:
    """The hidden cards of a seat, domain by domain, as its owner sees them."""
    m, g = k.m, k.g
    out = []
    for kind, name in enumerate(m.card_names):
        count = g.cell(m.card_at(seat, kind))
        if count:
            out.append(card(k, seat, name, count))
    return out


def held(k: KnightsGlance, seat: int) -> int:
    """How many hidden cards a seat has."""
    return int(k.m.cards_of(k.g.state, seat))


def card(k: KnightsGlance, seat: int, kind: str, count: int) -> Card:
    """One card."""
    g = k.g
    ways = [text for text in g.legal if text.split()[0] == kind] if seat == g.viewer else []
    if not ways:
        return Card(kind, count, reason=why_not(k, kind))
    if ways == [kind]:
        return Card(kind, count, notation=kind)
    form = FORMS.get(kind)
    return Card(kind, count, form=form, verb=None if form else kind)


def why_not(k: KnightsGlance, kind: str) -> Reason:
    """Why the viewer cannot play a card now."""
    g = k.g
    forced = g.phase == "surplus" and g.viewer in g.actors and g.viewer == g.on_turn and k.m.fifth_is_played
    busy = None if forced else k.free_to_act()
    if busy is not None:
        early = g.phase == "roll" and g.viewer == g.on_turn
        return k.no("CK-016", g.rules.config.before_number[1]) if early else busy
    found = why_no_progress(k.m, g.state, g.viewer, kind, Refusal(""))
    return reason(found) if found is not None else k.no("BASE-016", "finish first what you have begun")


def targets(k: KnightsGlance) -> list[Target]:
    """Hexes whose tokens are swapped: first one of them, then the other."""
    g = k.g
    pairs = [text.split()[1:] for text in g.legal if text.startswith("invention ")]
    around: dict[str, list[tuple[str, str]]] = {}
    for one, other in pairs:
        around.setdefault(one, []).append((other, f"invention {one} {other}"))
        around.setdefault(other, []).append((one, f"invention {one} {other}"))
    out: list[Target] = []
    for one, others in around.items():
        out.append(Target("", one, "invention", "swap", Say("This token"), _lines(k, one), f"invention {one}"))
        for other, text in others:
            swap = Say("Swap it for this token")
            out.append(Target(text, other, f"invention {one}", "swap", swap, _lines(k, other)))
    return out


def _lines(k: KnightsGlance, place: str) -> list[Say]:
    return tip(k.g, "robber", place)[:1]
