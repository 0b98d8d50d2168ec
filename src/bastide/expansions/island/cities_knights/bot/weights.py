"""The weights of Cities & Knights for the greedy bot, in thousandths of a victory point."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# -- goods

COMMODITY_NEED: Final[i64] = 14
"""Cards of each commodity that a game needs, in addition to the base's purchases (`weights.NEED`)."""
KNIGHT_NEED: Final[i64] = 15
"""How many knights and promotions are bought in a game."""
ACTIVE_NEED: Final[i64] = 15
"""How many activations are bought in a game."""
CITY_SHARE: Final[i64] = 45
"""Share of a terrain's pips that yields commodities, through cities."""

# -- improvements

DRAW: Final[i64] = 140
"""The value of a progress card in percent of a resource card."""
ABILITIES: Final = vec[i64]([2000, 900, 450])
"""The values of the level 3 abilities at the start of a game: aqueduct, guild, fortress."""
METROPOLIS_NEAR: Final = vec[i64]([0, 120, 350, 800, 800, 800])
"""The value of progress towards a metropolis that nobody has, by level."""
METROPOLIS_WON: Final = vec[i64]([0, 30, 90, 250, 650, 650])
"""The same if another seat has it and could still lose it."""
METROPOLIS_SAFE: Final[i64] = 350
"""Level 5 for the metropolis holder while another seat comes close."""
WALL: Final[i64] = 70
"""A wall, in addition to the cards that it protects now."""

# -- the attack

SOON: Final = vec[i64]([220, 220, 205, 170, 130, 95, 70, 50])
"""The weight of an attack in percent, by the ship's remaining spaces: while it is far, cards have better uses."""
RESTING: Final[i64] = 92
"""Share of an inactive knight's strength that is missing if the ship lands before the next turn."""
WAKES: Final = vec[i64]([35, 40, 45, 50, 55, 60, 70, 100])
"""The chance, in percent, that there is grain in time for an inactive knight, by the remaining spaces."""
RIVAL_WAKES: Final[i64] = 80
"""The same for a rival, as a share of the seat's own chance."""
GROWING: Final[i64] = 15
"""The strength, in hundredths, that the barbarians gain for each of these spaces, from new cities."""
DOUBT: Final[i64] = 60
"""The standard deviation of strengths, in hundredths, when the ship is about to land."""
DOUBT_SPACE: Final[i64] = 15
"""What each remaining space adds to it."""
LIKELY: Final = vec[i64]([50, 60, 69, 77, 84, 89, 93, 96, 98, 99, 99, 100])
"""The chance, in percent, that a value lies at most that many quarters of a standard deviation above the mean."""
SHARED: Final[i64] = 350
"""A card for tied best defenders."""
SHARING: Final = vec[i64]([0, 60])
"""How much more an own city lost counts, in percent, with two seats and with more, if the others' knights are as strong
as their cities demand; in part, if they are weaker.
"""
FIRST: Final = vec[i64]([100, 360])
"""The weight of an own city lost in the first attack, in percent: nobody has knights yet, and a single one saves it."""
RIVAL_FALLS: Final[i64] = 100
"""With two seats, the share of a rival's lost city that is the own gain, in percent."""
RIVAL_PIPS: Final[i64] = 10
"""The pips of a rival's lost city."""
REBUILT: Final[i64] = 500
"""The cost of a lost city, in addition to its point and its yield."""
LATER: Final = vec[i64]([0, 75, 150, 225])
"""A knight's value for later attacks, by its level."""
BLOCKING: Final[i64] = 35
"""A knight at the end of a rival's road."""

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
"""Subtracted for that many hidden cards: a fifth must go."""
GIVEN: Final[i64] = 120
"""A card of the rival's choice that the rival gives."""
CHOSEN: Final[i64] = 70
"""Share of the best cards' value expected in a hand from which the seat may choose."""
LOST: Final[i64] = 45
"""A card that a rival loses."""
SPIED: Final[i64] = 60
"""A progress card that a rival loses."""
RIVAL_YIELD: Final[i64] = 40
"""A card that the dice give a rival."""
RED_DRAW: Final[i64] = 40
"""For each domain in which the chosen red die lets the seat draw, minus those of the rivals."""
SWAPPED: Final[i64] = 30
"""Share of its value that a pip permanently lost by a rival counts."""
DAMAGED: Final[i64] = 70
"""A pip that a rival's sabotaged city does not yield."""
TURNED: Final[i64] = 260
"""A level of the knight that changes sides."""

# -- the quick policy of searches

QUICK_LEVEL: Final[i64] = 900
"""An improvement."""
QUICK_KNIGHT: Final[i64] = 500
"""A knight recruited or activated, until the seat has one for each city."""
