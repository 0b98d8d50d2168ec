"""The kinds of progress cards as numbers, in the order of `figures.toml` (CK-003)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

ALCHEMIST: Final[i64] = 0
CRANE: Final[i64] = 1
ENGINEERING: Final[i64] = 2
INVENTION: Final[i64] = 3
IRRIGATION: Final[i64] = 4
MEDICINE: Final[i64] = 5
MINING: Final[i64] = 6
PRINTING: Final[i64] = 7
ROAD_BUILDING: Final[i64] = 8
SMITHING: Final[i64] = 9
COMMERCIAL_HARBOR: Final[i64] = 10
MERCHANT: Final[i64] = 11
MERCHANT_FLEET: Final[i64] = 12
RESOURCE_MONOPOLY: Final[i64] = 13
TAXES: Final[i64] = 14
TRADE_MONOPOLY: Final[i64] = 15
CONSTITUTION: Final[i64] = 16
DIPLOMACY: Final[i64] = 17
ENCOURAGEMENT: Final[i64] = 18
ESPIONAGE: Final[i64] = 19
INTRIGUE: Final[i64] = 20
SABOTAGE: Final[i64] = 21
TAXATION: Final[i64] = 22
TREASON: Final[i64] = 23
WEDDING: Final[i64] = 24
KINDS: Final[i64] = 25
