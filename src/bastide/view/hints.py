"""Hints as a view shows them: what a seat could do well now, with reasons, in words of the game's family."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from bastide.view.model import Say

ALIKE: Final = 0.01
"""Decisions within this much of the win are equally good."""


class HintLine(msgspec.Struct, frozen=True):
    """A decision: its notation, what it does, the chance to win after it (0 to 1, None if it is the only one), and why.

    `reason` is None where nothing speaks for it by itself. `near` are short lines on the place, if it has one.
    """

    notation: str
    say: Say
    value: float | None
    reason: Say | None = None
    near: list[Say] = []


class Hints(msgspec.Struct, frozen=True):
    """The best decisions of a seat, best first; `heat` is what the places of the set-up are worth, 0 to 100."""

    lines: list[HintLine]
    heat: dict[str, int] = {}

    @property
    def alike(self) -> bool:
        """Whether they are equally good."""
        return alike([line.value for line in self.lines])


def alike(values: Sequence[float | None]) -> bool:
    """Whether several values are known and no further apart than `ALIKE`.

    >>> alike([0.34, 0.332, 0.331]), alike([0.34, 0.3]), alike([0.34]), alike([None])
    (True, False, False, False)
    """
    known = [value for value in values if value is not None]
    return len(known) > 1 and max(known) - min(known) <= ALIKE
