"""What the searching bots measure of a position, as a row of numbers with names."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

import numpy as np
import numpy.typing as npt

from bastide.kernel.errors import quote
from bastide.kernel.rules import Rules
from bastide.kernel.state import State
from bastide.learn.features import differing
from bastide.players.measures import measures


class Measures:
    """Rows of `size` numbers: first those of the viewer, then of each other seat in their order what all may know.

    They are what the evaluation of the searching bots sums: on the island 44 features of a seat, such as `points[0]`,
    `income[0]`, `pips_2[0]`, of which others know 24; in Carcassonne what a seat has and can expect by terms, in
    hundredths of a point. `names[i]` names a number; [0] is the viewer. The numbers have no bounds and are not scaled.

    :raises ConfigError: the search has no features of its own with a module of the game.
    :raises ValueError: `dtype` is neither an integer of 32 bits or more nor a floating type.
    """

    def __init__(self, rules: Rules, *, dtype: npt.DTypeLike = np.float32) -> None:
        self.rules = rules
        self.dtype: np.dtype[Any] = np.dtype(dtype)
        if self.dtype.kind not in "if" or self.dtype.itemsize < 4:
            raise ValueError(f"dtype must be int32, int64, float32 or float64, got {self.dtype}")
        self._made = measures(rules)
        self._seats = int(rules.seats)
        own = self._made.names
        self._open = [k for k, name in enumerate(own) if name not in self._made.hidden]
        self.names = [f"{name}[0]" for name in own]
        self.names += [f"{own[k]}[{seat}]" for seat in range(1, self._seats) for k in self._open]
        self.size = len(self.names)

    def write(self, state: State, viewer: int, out: npt.NDArray[Any]) -> None:
        """Write what a seat knows of a position into a row of `size` numbers.

        :raises ValueError: `out` has another shape.
        :raises OutOfRange: there is no such seat, or the position is of another game.
        """
        if out.shape != (self.size,):
            raise ValueError(f"the measures need a row of {self.size} numbers, got the shape {out.shape}")
        self.rules.check_player(viewer)
        self.rules.check_state(state)
        row = list(self._made.of(state, viewer))
        for k in range(1, self._seats):
            numbers = self._made.of(state, (viewer + k) % self._seats)
            row += [numbers[n] for n in self._open]
        out[:] = row

    def row(self, state: State, viewer: int) -> npt.NDArray[Any]:
        """The row of `write`, new."""
        out = np.zeros(self.size, self.dtype)
        self.write(state, viewer, out)
        return out

    def renewed(self, rules: Rules) -> Measures:
        """The same for another board.

        :raises ConfigError: its numbers differ; the message names the first difference.
        """
        other = Measures(rules, dtype=self.dtype)
        names = zip_longest(other.names, self.names, fillvalue="nothing more")
        for given, own in names:
            if given != own:
                raise differing(quote(own), quote(given))
        return other

    def __repr__(self) -> str:
        return f"<Measures: {self.size} numbers of {self.rules!r}>"
