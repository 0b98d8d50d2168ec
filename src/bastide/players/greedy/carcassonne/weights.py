"""The constants of the greedy bot for Carcassonne. Values are hundredths of a point; shares are percent."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

PERCENT: Final[i64] = 100

EARLY: Final[i64] = 8
"""From this many tiles per player on, time does not limit what can be finished."""
RIVAL: Final[i64] = 75
"""The weight of rivals' prospects relative to one's own, divided among all rivals."""
TIED: Final[i64] = 85
"""The value of a shared feature relative to an unshared one."""

SUPPLY_MOST: Final[i64] = 8

CHANCES_MOST: Final[i64] = 9
FITTING: Final[i64] = 110
"""Of the tiles left, `fit` fit a place: `FITTING * fit / (fit + seats)` percent, at most 100, that it is filled."""
GROWTH: Final[i64] = 50
"""How much a finished feature has grown by then: a share of a tile for each open place."""
FILLED: Final[i64] = 55
"""The chance that a square around an unfinished monastery is filled by the end, with unlimited time."""

SMALL_HOPE: Final[i64] = 80
"""The value of an incomplete city for a field, in percent of a complete one, if the city is finished for sure."""
FIELD_HOPE: Final[i64] = 60
"""The value that a field may still gain from future cities, with unlimited time."""
FIELD_ENDS: Final[i64] = 8
"""From this many open half-edges on, more do not make a field more promising."""

BIG_PRICE: Final[i64] = 40
"""The cost of placing a follower of greater weight beyond a plain one, with unlimited time."""
BIG_GAIN: Final[i64] = 6
"""What the greater weight adds to the likely points of a city or field."""
