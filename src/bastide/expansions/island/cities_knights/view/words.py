"""Names and texts of Cities & Knights: buildings of the improvement board, and what each progress card does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from bastide.view.model import Say

DOMAINS: Final = ("science", "trade", "politics")
COMMODITIES: Final = {"science": "paper", "trade": "cloth", "politics": "coin"}
RANKS: Final = ("basic", "strong", "mighty")

BUILDINGS: Final[dict[str, tuple[str, ...]]] = {
    "science": ("school", "library", "aqueduct", "theatre", "university"),
    "trade": ("market", "corporation", "guild", "bank-house", "trade-centre"),
    "politics": ("town-hall", "church", "fortress", "court", "council"),
}
"""The building of each level of a domain (CK-080); an edition's name for it is in its catalogue (CKO-013)."""

ABILITIES: Final = {
    "science": Say("A roll that brings you nothing lets you take a resource of your choice (CK-084)"),
    "trade": Say("Two equal commodities for any one card, as often as you like (CK-086)"),
    "politics": Say("Strong knights may become mighty (CK-087)"),
}
"""The ability of level 3 in a domain."""


class Told(NamedTuple):
    """A card's effect: in a few words, in full, and the rules behind it."""

    line: Say
    text: Say
    rules: tuple[str, ...]


CARDS: Final[dict[str, Told]] = {
    "alchemist": Told(
        Say("Choose the numbered dice"),
        Say("Before you roll: choose what both numbered dice show. The event die is rolled as ever."),
        ("CK-120", "CK-121"),
    ),
    "crane": Told(
        Say("One improvement costs 1 less"),
        Say("One improvement of this turn costs a commodity less; a first level is free."),
        ("CK-124", "CK-175"),
    ),
    "engineering": Told(
        Say("A wall for nothing"), Say("Put a wall under one of your cities without paying for it."), ("CK-125",)
    ),
    "invention": Told(
        Say("Swap two number tokens"),
        Say("Two number tokens change places; those with 2, 6, 8 and 12 stay where they are."),
        ("CK-126",),
    ),
    "irrigation": Told(
        Say("2 grain for each of your fields"),
        Say("You get 2 grain for each fields hex with a building of yours, however many stand there."),
        ("CK-127", "CK-178"),
    ),
    "medicine": Told(
        Say("A city for 2 ore and 1 grain"),
        Say("A settlement of yours becomes a city for 2 ore and 1 grain."),
        ("CK-128", "CK-181"),
    ),
    "mining": Told(
        Say("2 ore for each of your mountains"),
        Say("You get 2 ore for each mountains hex with a building of yours, however many stand there."),
        ("CK-129", "CK-178"),
    ),
    "printing": Told(Say("1 point"), Say("Lies open before you at once and is worth a point."), ("CK-130", "CK-024")),
    "road-building": Told(
        Say("Two roads for nothing"), Say("Lay two roads without paying for them, joined or not."), ("CK-122",)
    ),
    "smithing": Told(
        Say("Promote two knights"),
        Say("Up to two of your knights rise a rank for nothing. A mighty one still needs the fortress."),
        ("CK-123",),
    ),
    "commercial-harbor": Told(
        Say("Resources for commodities"),
        Say(
            "This turn you may offer each opponent a resource once: for it they must give you a commodity of their"
            " choice, if they have one."
        ),
        ("CK-138", "CK-177"),
    ),
    "merchant": Told(
        Say("2:1 at one hex, and 1 point"),
        Say(
            "Put the merchant on a hex beside a building of yours: its resource goes two for one. The player with the"
            " merchant has a point."
        ),
        ("CK-132", "CK-133"),
    ),
    "merchant-fleet": Told(
        Say("One good trades 2:1 this turn"),
        Say("Name a resource or a commodity: for the rest of your turn two of it buy any one card."),
        ("CK-131",),
    ),
    "resource-monopoly": Told(
        Say("2 of a resource from everybody"),
        Say("Name a resource: every other player gives you two of it, or one, if that is all they have."),
        ("CK-136",),
    ),
    "taxes": Told(
        Say("2 cards from somebody ahead"),
        Say("Look at the hand of a player with more points than you and take two cards of your choice."),
        ("CK-139",),
    ),
    "trade-monopoly": Told(
        Say("1 of a commodity from everybody"),
        Say("Name a commodity: every other player who has it gives you one."),
        ("CK-137",),
    ),
    "constitution": Told(
        Say("1 point"), Say("Lies open before you at once and is worth a point."), ("CK-151", "CK-024")
    ),
    "diplomacy": Told(
        Say("Take an open road away"),
        Say("Take away a road of anybody's that is open at one end. If it is yours, you may lay it elsewhere at once."),
        ("CK-142", "CK-144", "CK-145"),
    ),
    "encouragement": Told(
        Say("Activate all your knights"),
        Say("All your knights become active for nothing. Those that were not may act from your next turn on."),
        ("CK-147",),
    ),
    "espionage": Told(
        Say("Take a progress card"),
        Say("Look at the hidden progress cards of a player and take one. You may play it at once."),
        ("CK-146", "CK-183"),
    ),
    "intrigue": Told(
        Say("Drive a knight away"),
        Say("Drive away an opponent's knight that stands at one of your roads; it goes elsewhere or home."),
        ("CK-140", "CK-141"),
    ),
    "sabotage": Told(
        Say("Leaders lose half their hands"),
        Say("Every other player with as many points as you or more discards half the hand, rounded down."),
        ("CK-152", "CK-179"),
    ),
    "taxation": Told(
        Say("Move the robber, rob everybody there"),
        Say("Move the robber. You take a random card from every other player with a building at its new hex."),
        ("CK-148", "CK-149"),
    ),
    "treason": Told(
        Say("A knight changes sides"),
        Say(
            "A player of your choice takes one of their knights away. You may place one of the same rank; where you"
            " have none left, a lower one."
        ),
        ("CK-153", "CK-154", "CK-155"),
    ),
    "wedding": Told(
        Say("Leaders give you 2 cards each"),
        Say("Every player with more points than you gives you two cards of their choice."),
        ("CK-150", "CK-185"),
    ),
}
"""Every progress card in the newer edition."""
CLASSIC: Final[dict[str, Told]] = {
    "merchant": Told(
        Say("2:1 at one hex, and 1 point"),
        Say(
            "Put the merchant on a hex beside a city of yours: its resource goes two for one. The player with the "
            "merchant has a point."
        ),
        ("CKO-009", "CK-132", "CK-133"),
    ),
    "diplomacy": Told(
        Say("Lay an open road elsewhere"),
        Say("Take up one of your own roads that is open at one end, and lay it on another path at once."),
        ("CKO-006", "CKO-037"),
    ),
    "sabotage": Told(
        Say("A city yields less"),
        Say(
            "A city of an opponent, no metropolis, yields as a settlement until its owner repairs it for 1 lumber and"
            " 1 ore."
        ),
        ("CKO-003", "CKO-038"),
    ),
    "taxation": Told(
        Say("Move the robber, rob everybody there"),
        Say("Move the robber. You take a random card from every other player with a building at its new hex."),
        ("CKO-010", "CK-148"),
    ),
    "treason": Told(
        Say("A knight changes sides"),
        Say(
            "A player of your choice takes one of their knights away. You may place one of the same rank or a lower"
            " one, active or not if theirs was active."
        ),
        ("CKO-007", "CKO-008"),
    ),
    "espionage": Told(
        Say("Take a progress card"),
        Say("Look at the hidden progress cards of a player and take one. You may play it at once."),
        ("CKO-011", "CK-146"),
    ),
}
"""Texts that differ in the older edition."""


READINGS: Final[dict[str, dict[str, Told]]] = {
    "merchant_at": {"merchant": CARDS["merchant"]},
    "fresh_knights": {
        "encouragement": Told(
            Say("Activate all your knights"),
            Say("All your knights become active for nothing. Those that have not acted this turn may act at once."),
            ("CK-147", "CKO-017"),
        )
    },
}
"""Texts of a card under an option on how to read a rule."""


def card(kind: str, edition: str, readings: Sequence[str] = ()) -> Told:
    """A progress card's effect in an edition; `readings` are options on how to read the rules."""
    for reading in readings:
        if kind in READINGS[reading]:
            return READINGS[reading][kind]
    return CLASSIC[kind] if edition == "classic" and kind in CLASSIC else CARDS[kind]


def card_key(kind: str) -> str:
    """The key of a card's name; another game also has taxes, under another name."""
    return "card-taxes" if kind == "taxes" else kind


def building(domain: str, level: int) -> str | None:
    """The building of a level in a domain; None beyond the last."""
    names = BUILDINGS[domain]
    return names[level - 1] if 1 <= level <= len(names) else None
