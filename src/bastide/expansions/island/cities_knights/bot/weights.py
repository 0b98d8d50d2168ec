"""What the things of Cities & Knights are worth to the greedy bot, in thousandths of a victory point."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# -- goods

COMMODITY_NEED: Final[i64] = 14
"""Cards of each commodity that a game needs, beside those that `weights.NEED` counts for the base's purchases."""
KNIGHT_NEED: Final[i64] = 6
"""How often a knight is paid for in a game, its promotions counted."""
ACTIVE_NEED: Final[i64] = 5
"""How often one is activated."""
CITY_SHARE: Final[i64] = 45
"""Share of a terrain's pips that yields commodities: where cities come to stand."""

# -- improvements

DRAW: Final[i64] = 140
"""A progress card, against a resource card, in percent."""
ABILITIES: Final = vec[i64]([1500, 650, 300])
"""What the abilities of level 3 are worth at the start of a game: aqueduct, guild, fortress."""
METROPOLIS_NEAR: Final = vec[i64]([0, 120, 350, 800, 800, 800])
"""What the way to a metropolis that nobody has is worth, by level."""
METROPOLIS_WON: Final = vec[i64]([0, 30, 90, 250, 650, 650])
"""The same while another seat has it and could still lose it."""
METROPOLIS_SAFE: Final[i64] = 350
"""Level 5 of one's own metropolis, when another seat comes near."""
WALL: Final[i64] = 70
"""A wall, beside the cards that it keeps now."""

# -- the attack

SOON: Final = vec[i64]([100, 100, 92, 84, 76, 69, 62, 56])
"""What an attack counts, in percent, by the spaces that the ship has still to go."""
RESTING: Final[i64] = 92
"""Share of its strength that a knight without helmet lacks if the ship comes before the next turn."""
RISK: Final = vec[i64]([5, 40, 62, 80, 92, 100])
"""How likely a city falls, in percent, by the strength that the seat lacks to be safe."""
HONOUR: Final = vec[i64]([85, 60, 44, 31, 21, 13, 8, 4, 2, 0])
"""How likely the seat is the one defender that gets a point, by the strength that it lacks."""
SHARED: Final[i64] = 350
"""A card for the best defenders when they are several."""
REBUILT: Final[i64] = 500
"""What a fallen city costs beside its point and its yield."""
KNIGHT_RANK: Final[i64] = 75
"""Each level of a knight, for the attacks to come."""
BLOCKING: Final[i64] = 35
"""A knight where a road of a rival ends."""

# -- progress cards: what each is worth while it is held; it is played when it brings more

HELD: Final = vec[i64](
    [
        250,  # alchemist
        260,  # crane
        150,  # engineering
        300,  # invention
        300,  # irrigation
        450,  # medicine
        300,  # mining
        1000,  # printing
        450,  # road-building
        380,  # smithing
        220,  # commercial-harbor
        900,  # merchant
        220,  # merchant-fleet
        380,  # resource-monopoly
        320,  # taxes
        330,  # trade-monopoly
        1000,  # constitution
        180,  # diplomacy
        200,  # encouragement
        260,  # espionage
        120,  # intrigue
        220,  # sabotage
        300,  # taxation
        380,  # treason
        300,  # wedding
    ]
)
CROWDED: Final = vec[i64]([0, 0, 0, 90, 260, 700])
"""Taken off a hand of so many hidden cards: the fifth must go."""
GIVEN: Final[i64] = 120
"""A card that a rival gives by its own choice."""
CHOSEN: Final[i64] = 70
"""Share of the best cards' worth that is found in a hand from which one may choose."""
LOST: Final[i64] = 45
"""A card that a rival loses."""
SPIED: Final[i64] = 60
"""A progress card that a rival loses."""
RIVAL_YIELD: Final[i64] = 40
"""A card that the dice give a rival."""
RED_DRAW: Final[i64] = 40
"""For each domain in which the chosen red die lets the seat draw, less those of the rivals."""
SWAPPED: Final[i64] = 30
"""Share of its worth that a pip counts which a rival loses for good."""
DAMAGED: Final[i64] = 70
"""A pip that a rival's city does not yield until it is repaired."""
TURNED: Final[i64] = 260
"""A level of the knight that changes sides."""
