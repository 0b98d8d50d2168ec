"""How long games take: measured decisions, and the time that people and bots take for one.

`python -m benchmarks.minutes` measures the decisions: those of a room are in its `minutes.toml`, those of the base
games in the file of that name here, by family.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from bastide.kernel.rooms import folders
from bastide.server.common.settings import SLOWER, Settings

PERSON: Final = 9.0
"""The seconds that a person takes for a decision, with looking at the dice and at what others do."""
BOT: Final = sum(Settings.bot_delay) / 2
"""The seconds that a bot seems to take."""
STEP: Final = 5
"""Minutes are rounded to so many."""
FILE: Final = "minutes.toml"
OWN: Final = Path(__file__).with_name(FILE)


class Length(NamedTuple):
    """The decisions of a game, rolling and ending a turn too: of a seat, and of all seats."""

    seat: float
    all: float

    @property
    def against_bots(self) -> int:
        """The minutes for one person among bots."""
        return rounded(self.seat * PERSON + (self.all - self.seat) * BOT)

    @property
    def against_slow_bots(self) -> int:
        """The same where bots take their time."""
        return rounded(self.seat * PERSON + (self.all - self.seat) * BOT * SLOWER)

    @property
    def among_people(self) -> int:
        """The minutes if all seats are people's."""
        return rounded(self.all * PERSON)


def rounded(seconds: float) -> int:
    """Minutes as one says them."""
    return max(STEP, STEP * round(seconds / 60 / STEP))


@cache
def length_of(family: str, name: str) -> Length | None:
    """The length of a game on the shelf; None if it was not measured, as with a plug-in."""
    if name in folders(family):
        file = folders(family)[name].joinpath(FILE)
        found = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    else:
        found = tomllib.loads(OWN.read_text("utf-8")).get(family, {}).get(name, {})
    return Length(found["seat"], found["all"]) if found else None
