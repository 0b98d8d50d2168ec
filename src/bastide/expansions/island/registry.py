"""The expansions of the island that come with Bastide: names, one a line, in the order in which they are offered."""

from typing import Final

ROOMS: Final = (
    "barbarian_attack",
    "caravans",
    "cities_knights",
    "event_cards",
    "fishermen",
    "five_six",
    "friendly_robber",
    "great_wall",
    "harbors",
    "rivers",
    "seafarers",
    "traders_barbarians",
    "troy",
    "two_players",
)
