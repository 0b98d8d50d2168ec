"""The viewer's progress cards: how each is played, or why it cannot be; and the places that some of them name."""

from __future__ import annotations

from typing import Final

from bastide.view.island.knights.lens import Lens
from bastide.view.island.tips import tip
from bastide.view.model import Arg, Card, Reason, Say, Target

FORMS: Final = {
    "alchemist": "alchemist DICE",
    "merchant-fleet": "merchant-fleet GOOD",
    "resource-monopoly": "resource-monopoly GOOD",
    "trade-monopoly": "trade-monopoly GOOD",
    "taxes": "taxes SEAT",
    "espionage": "espionage SEAT",
    "treason": "treason SEAT",
}
"""How a card that names goods, players or dice is played."""

IMPOSSIBLE: Final[dict[str, tuple[str, str]]] = {
    "engineering": ("CK-186", "you have no wall left, or no city without one"),
    "invention": ("CK-186", "there are no two number tokens that may change places"),
    "irrigation": ("CK-186", "you have no building at fields, or the bank has no grain"),
    "medicine": ("CK-186", "this takes 2 ore, 1 grain and a settlement that may become a city"),
    "mining": ("CK-186", "you have no building at mountains, or the bank has no ore"),
    "road-building": ("CK-186", "you have no road left, or no place for one"),
    "smithing": ("CK-186", "none of your knights may rise"),
    "merchant": ("CK-186", "no hex beside a building of yours suits the merchant"),
    "taxes": ("CK-187", "nobody with more points than you holds a card"),
    "wedding": ("CK-187", "nobody with more points than you holds a card"),
    "sabotage": ("CK-187", "there is nobody whom this would hit"),
    "diplomacy": ("CK-187", "there is no road that may be taken away"),
    "encouragement": ("CK-187", "you have no knight that rests"),
    "espionage": ("CK-187", "nobody else holds a progress card"),
    "intrigue": ("CK-187", "no knight of an opponent stands at your roads"),
    "taxation": ("CK-149", "the robber sleeps until the barbarians have come once"),
    "treason": ("CK-187", "nobody else has a knight on the board, or you have no place for one"),
}
"""Why a card that is not possible has no effect now."""


def cards(lens: Lens, seat: int) -> list[Card]:
    """The hidden cards of a seat, domain by domain, as its owner sees them."""
    m, g = lens.m, lens.g
    out = []
    for kind, name in enumerate(m.card_names):
        count = g.cell(m.card_at(seat, kind))
        if count:
            out.append(card(lens, seat, name, count))
    return out


def held(lens: Lens, seat: int) -> int:
    """How many hidden cards a seat has."""
    return int(lens.m.cards_of(lens.g.state, seat))


def card(lens: Lens, seat: int, kind: str, count: int) -> Card:
    """One card."""
    g = lens.g
    ways = [text for text in g.legal if text.split()[0] == kind] if seat == g.viewer else []
    if not ways:
        return Card(kind, count, reason=why_not(lens, kind))
    if ways == [kind]:
        return Card(kind, count, notation=kind)
    form = FORMS.get(kind)
    return Card(kind, count, form=form, verb=None if form else kind)


def why_not(lens: Lens, kind: str) -> Reason:
    """Why the viewer cannot play a card now."""
    g = lens.g
    if kind == "alchemist":
        if g.phase == "roll" or g.viewer != g.on_turn:
            return lens.free_to_act() or lens.no("CK-016", "the Alchemist is played before the roll")
        return lens.no("CK-016", "the Alchemist is played before the roll")
    if g.phase == "roll" and g.viewer == g.on_turn:
        return lens.no("CK-016", "before the roll only the Alchemist may be played")
    reason = lens.free_to_act()
    if reason is None and kind in IMPOSSIBLE:
        rule, sentence = IMPOSSIBLE[kind]
        reason = lens.no(rule, sentence)
    return reason or lens.no("BASE-016", "finish first what you have begun")


def targets(lens: Lens) -> list[Target]:
    """Hexes whose tokens change places: first one of them, then the other."""
    g = lens.g
    pairs = [text.split()[1:] for text in g.legal if text.startswith("invention ")]
    around: dict[str, list[tuple[str, str]]] = {}
    for one, other in pairs:
        around.setdefault(one, []).append((other, f"invention {one} {other}"))
        around.setdefault(other, []).append((one, f"invention {one} {other}"))
    out: list[Target] = []
    for one, others in around.items():
        label = Say("The token of {place}", {"place": one})
        out.append(Target("", one, "invention", "swap", label, _lines(lens, one), f"invention {one}"))
        for other, text in others:
            args: dict[str, Arg] = {"place": one, "other_place": other}
            swap = Say("Swap the tokens of {place} and {other_place}", args)
            out.append(Target(text, other, f"invention {one}", "swap", swap, _lines(lens, other)))
    return out


def _lines(lens: Lens, place: str) -> list[Say]:
    return tip(lens.g, "robber", place)[:1]
