"""`pass`: a seat declines its (further) actions. Registered once a module requests it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.holders import IslandVerb
from bastide.catan.base.island import Island
from bastide.kernel.state import State

PASS: Final[i64] = -1
"""The `value` of `Phase.resume` after a pass."""


class PassVerb(IslandVerb):
    """`pass`: the pending phase continues without this seat."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        self.r.phases[s.cells[s.top()]].resume(s, seat, PASS)


def pass_code(r: Island) -> i64:
    """The code of `pass`, the same for all modules of a game; for `join`."""
    if r.no < 0:
        r.no = r.add_shared(PassVerb(r, "pass"))
    return r.no
