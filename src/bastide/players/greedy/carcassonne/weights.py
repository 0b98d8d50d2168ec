"""The numbers of the greedy bot for Carcassonne. Values are hundredths of a point; shares are percent.

Those by which a position is valued are a row, since the searching bot values it by others: `w[TIED]`.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

PERCENT: Final[i64] = 100

EARLY: Final[i64] = 0
"""From this many tiles per player on, time does not limit what can be finished."""
RIVAL: Final[i64] = 1
"""The weight of rivals' prospects relative to one's own, divided among all rivals."""
TIED: Final[i64] = 2
"""The value of a shared feature relative to an unshared one."""
FITTING: Final[i64] = 3
"""Of the tiles left, `fit` fit a place: `FITTING * fit / (fit + seats)` percent, at most 100, that it is filled."""
FILLED: Final[i64] = 4
"""The chance that a square around an unfinished monastery is filled by the end, with unlimited time."""
SMALL_HOPE: Final[i64] = 5
"""The value of an incomplete city for a field, in percent of a complete one, if the city is finished for sure."""
FIELD_HOPE: Final[i64] = 6
"""The value that a field may still gain from future cities, with unlimited time."""
FIELD_ENDS: Final[i64] = 7
"""From this many open half-edges on, more do not make a field more promising."""
TEMPO: Final[i64] = 8
"""The value of one turn more than others have."""
FREED: Final[i64] = 9
"""The value of a follower's return when its road, city or monastery is finished."""
GROWTH: Final[i64] = 12
"""How much a finished road, and a finished city, has grown by then: a share of a tile for each open place."""
SUPPLY: Final[i64] = 14
"""The value of the followers in supply, by number, with unlimited time; more count as the last entry."""
SUPPLY_MOST: Final[i64] = 8
CHANCES: Final[i64] = 23
"""The chance that a feature is finished, by its kind and its open places, with unlimited time and tiles that fit
everywhere; for a field that of its cities, by half of their open ends."""
CHANCES_ROW: Final[i64] = 10
CHANCES_MOST: Final[i64] = 9

GREEDY: Final = vec[i64](
    [8, 75, 85, 110, 55, 80, 60, 8, 0, 0, 0, 0, 50, 50]
    + [0, 600, 1050, 1380, 1620, 1810, 1960, 2080, 2170]
    + 4 * [100, 78, 62, 48, 36, 26, 18, 12, 8, 5]
)

BIG_PRICE: Final[i64] = 40
"""The cost of placing a follower of greater weight beyond a plain one, with unlimited time."""
BIG_GAIN: Final[i64] = 6
"""What the greater weight adds to the likely points of a city or field."""
