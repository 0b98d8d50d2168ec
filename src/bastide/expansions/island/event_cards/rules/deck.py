"""The cards: the events, and the deck (TB-EVT-001, TB-EVT-002)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

FINE_DAY: Final[i64] = 0
PLENTIFUL_YEAR: Final[i64] = 1
CONFLICT: Final[i64] = 2
ROBBER_FLEES: Final[i64] = 3
TOURNAMENT: Final[i64] = 4
TRADE_ADVANTAGE: Final[i64] = 5
EPIDEMIC: Final[i64] = 6
EARTHQUAKE: Final[i64] = 7
GOOD_NEIGHBOURS: Final[i64] = 8
ROBBER_ATTACK: Final[i64] = 9
CALM_SEA: Final[i64] = 10
NEIGHBOURS_HELP: Final[i64] = 11
EVENT_NAMES: Final = [
    "fine-day",
    "plentiful-year",
    "conflict",
    "robber-flees",
    "tournament",
    "trade-advantage",
    "epidemic",
    "earthquake",
    "good-neighbours",
    "robber-attack",
    "calm-sea",
    "neighbours-help",
]

DECK: Final = (
    ("plentiful-year", 2, 1),
    ("conflict", 3, 1),
    ("fine-day", 3, 1),
    ("robber-flees", 4, 2),
    ("fine-day", 4, 1),
    ("tournament", 5, 1),
    ("trade-advantage", 5, 1),
    ("fine-day", 5, 2),
    ("epidemic", 6, 1),
    ("earthquake", 6, 1),
    ("good-neighbours", 6, 1),
    ("fine-day", 6, 2),
    ("robber-attack", 7, 6),
    ("epidemic", 8, 1),
    ("fine-day", 8, 4),
    ("calm-sea", 9, 1),
    ("fine-day", 9, 3),
    ("neighbours-help", 10, 1),
    ("fine-day", 10, 2),
    ("neighbours-help", 11, 1),
    ("fine-day", 11, 1),
    ("calm-sea", 12, 1),
)
"""Each card: its event, its number, how many there are; New Year apart."""
CARD_NAMES: Final = [f"{event} {number}" for event, number, _count in DECK]
"""The kinds of cards in notation."""
KINDS: Final[i64] = len(DECK)
COPIES: Final = vec[i64]([count for _event, _number, count in DECK])
NUMBERS: Final = vec[i64]([number for _event, number, _count in DECK])
EVENTS: Final = vec[i64]([EVENT_NAMES.index(event) for event, _number, _count in DECK])
BELOW: Final[i64] = 5
"""The cards below New Year, which do not come."""
ABOVE: Final[i64] = 31
"""The cards above it, if none is left out."""
