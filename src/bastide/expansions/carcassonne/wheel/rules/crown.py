"""The crown: followers on the outer ring of the wheel, and what they bring when the pig stops there (WHEEL-026 to
WHEEL-032)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import FIGURE, Carcassonne
from bastide.carcassonne.base.turn import finish_part
from bastide.expansions.carcassonne.wheel.rules.wheel import ROUND, SECTORS
from bastide.kernel.codes import Codes
from bastide.kernel.packing import Packing
from bastide.kernel.rules import Verb
from bastide.kernel.state import State

SPACES: Final[i64] = 9
ROOM: Final = vec[i64]([1, 2, 1, 2, 1, 2])
"""How many spaces a sector has."""
FIRST: Final = vec[i64]([0, 1, 3, 4, 6, 7])
"""The first space of a sector."""

SHARED_PAYS: Final[i64] = 3
ALONE_PAYS: Final = vec[i64]([0, 3, 6])
"""The points of a lone follower in its sector, by the number of its spaces."""


@final
class Crown:
    """The spaces: each holds 1 + figure * 16 + seat, or 0; a sector is filled from its first space on."""

    def __init__(self, r: Carcassonne) -> None:
        self.r = r
        radix = [int(FIGURE)] * 2
        packing = Packing(1, [0, 0], [int(FIGURE), 1], radix, [len(r.figure_words), int(r.seats)], True)
        words = ["none", *r.figure_words]
        self.spaces: i64 = r.schema.add("crown", [int(SPACES)], packing=packing, kinds={0: words}, seat={1: 1})
        self.reason: i64 = r.add_reason("crown")
        self.term: i64 = r.add_term("crown")
        # For each follower the first code of its verb.
        self.offsets: vec[i64] = vec[i64]([r.add_verb(CrownVerb(self, figure)) for figure in r.followers])

    def vacant(self, s: State, sector: i64) -> i64:
        """A vacant space of a sector, or -1 (WHEEL-030)."""
        for space in range(FIRST[sector], FIRST[sector] + ROOM[sector]):
            if s.cells[self.spaces + space] == 0:
                return space
        return -1

    def places(self, s: State, seat: i64, out: Codes) -> None:
        """Add the sectors open to a seat's followers (WHEEL-028, WHEEL-031)."""
        r = self.r
        for n in range(len(self.offsets)):
            if s.cells[r.figure_supply[r.followers[n]] + seat] > 0:
                for sector in range(ROUND):
                    if self.vacant(s, sector) >= 0:
                        out.add(self.offsets[n] + sector)

    def score(self, s: State, sector: i64) -> None:
        """The followers of a sector score and go home (WHEEL-026, WHEEL-027)."""
        r = self.r
        c = s.cells
        first = FIRST[sector]
        room = ROOM[sector]
        points = ALONE_PAYS[room]
        if room == 2 and c[self.spaces + first] != 0 and c[self.spaces + first + 1] != 0:
            points = SHARED_PAYS
        for space in range(first, first + room):
            held = c[self.spaces + space] - 1
            if held >= 0:
                seat = held % FIGURE
                c[r.score + seat] += points
                s.emit("score", seat, points, self.reason, -1, 1)
                s.emit("line", seat, self.term, 1, points, points)
                c[self.spaces + space] = 0
                c[r.figure_supply[held // FIGURE] + seat] += 1
                s.emit("home", seat, -1, held // FIGURE)


class CrownVerb(Verb):
    """`meeple crown:storm`: a follower on a vacant space of that sector."""

    def __init__(self, crown: Crown, figure: i64) -> None:
        super().__init__(crown.r.figure_words[figure], names=[f"crown:{sector}" for sector in SECTORS])
        self.shared = True  # the word of the figure, with `crown:` behind it
        self.crown = crown
        self.figure: i64 = figure

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        r = self.crown.r
        c = s.cells
        c[self.crown.spaces + self.crown.vacant(s, arg)] = 1 + self.figure * FIGURE + seat
        c[r.figure_supply[self.figure] + seat] -= 1
        s.emit("crown", seat, arg, self.figure)
        finish_part(r, s, seat)
