"""What the Great Wall keeps: where its fields stand, and what every part of its rules asks."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.catan.base.seams import IslandModule
from bastide.kernel.state import State

TOP: Final[i64] = 5
"""The highest level of a section; a wall of that level cannot be passed (GW-011, GW-027)."""
FULL: Final[i64] = 5
"""The riders that a battlefield holds (GW-017)."""
CROWD: Final[i64] = 2
"""The riders that a hex behind the wall holds (GW-025)."""
NUMERALS: Final = ("I", "II", "III", "IV", "V")
"""The numerals of riders and gathering territories in notation."""


class GreatWallState(IslandModule):
    """The state of the scenario. Sections and territories are counted from 0 here, from east to west.

    A rider keeps its numeral wherever it is, since it comes back to the bag: each place has a cell for each numeral.
    Where riders of several numerals stand, the lowest goes first.
    """

    r: Island
    fields: vec[i64]
    territories: vec[i64]
    fortresses: vec[i64]
    arrow_number: vec[i64]
    arrow_from: vec[i64]
    arrow_to: vec[i64]
    line: vec[i64]
    line_from: vec[i64]
    harbor_hex: vec[i64]
    sea: vec[i64]
    rank: vec[i64]
    prices: vec[i64]

    def __init__(self) -> None:
        super().__init__("great_wall")
        self.sections: i64 = 0
        self.numerals: i64 = 0
        # By section its battlefield and the corner of its fortress; by territory its hex.
        self.fields = vec[i64]([])
        self.fortresses = vec[i64]([])
        self.territories = vec[i64]([])
        # By arrow its number, the territory and the section between which it leads; in the order of the sections.
        self.arrow_number = vec[i64]([])
        self.arrow_from = vec[i64]([])
        self.arrow_to = vec[i64]([])
        # The hexes behind the sections, nearest first: those of section k from `line_from[k]` to `line_from[k + 1]`.
        self.line = vec[i64]([])
        self.line_from = vec[i64]([])
        # By corner the hex of sea of its harbour; by hex whether it is sea, and how much a free one draws riders.
        self.harbor_hex = vec[i64]([])
        self.sea = vec[i64]([])
        self.rank = vec[i64]([])
        # By level from 0 and good, the price of the next one.
        self.prices = vec[i64]([])
        self.each: i64 = 0  # the riders of each numeral
        self.most_passes: i64 = 0
        self.may_decline: bool = True
        self.likeliest: bool = False
        # Where the fields stand, the verbs and the phases.
        self.bag: i64 = 0
        self.gathered: i64 = 0
        self.fighting: i64 = 0
        self.behind: i64 = 0
        self.freed: i64 = 0
        self.level: i64 = 0
        self.penalties: i64 = 0
        self.passes: i64 = 0
        self.pirate: i64 = 0
        self.wall: i64 = 0
        self.ride: i64 = 0
        self.lead: i64 = 0
        self.free: i64 = 0
        self.sail: i64 = 0
        self.rider: i64 = 0
        self.no: i64 = 0
        self.rider_phase: i64 = 0
        self.knight_phase: i64 = 0
        self.pirate_phase: i64 = 0
        self.fallen: i64 = 0

    def riders(self, s: State, at: i64, place: i64) -> i64:
        """The riders at one place of a field, whatever their numerals."""
        total: i64 = 0
        start = at + place * self.numerals
        for k in range(start, start + self.numerals):
            total += s.cells[k]
        return total

    def lowest(self, s: State, at: i64, place: i64) -> i64:
        """The lowest numeral of the riders at one place of a field; -1 if none is there."""
        start = at + place * self.numerals
        for k in range(self.numerals):
            if s.cells[start + k] > 0:
                return k
        return -1

    def move_rider(self, s: State, at: i64, place: i64, to: i64, there: i64) -> i64:
        """Move the rider of the lowest numeral from a place of a field to a place of another; its numeral."""
        numeral = self.lowest(s, at, place)
        s.cells[at + place * self.numerals + numeral] -= 1
        s.cells[to + there * self.numerals + numeral] += 1
        return numeral

    def owner_of(self, s: State, section: i64) -> i64:
        """The seat that answers for a section; -1 while its fortress is not placed."""
        return s.cells[self.r.owner + self.fortresses[section]] - 1

    def section_of(self, s: State, seat: i64) -> i64:
        """The section of a seat; -1 while its fortress is not placed."""
        for section in range(self.sections):
            if s.cells[self.r.owner + self.fortresses[section]] == seat + 1:
                return section
        return -1

    def any_behind(self, s: State) -> bool:
        """Whether a rider stands behind the wall."""
        for k in range(self.behind, self.behind + self.r.board.land * self.numerals):
            if s.cells[k] > 0:
                return True
        return False

    def any_gathered(self, s: State) -> bool:
        """Whether a rider stands on a gathering territory."""
        for k in range(self.gathered, self.gathered + self.numerals * self.numerals):
            if s.cells[k] > 0:
                return True
        return False

    def pirate_hex(self, s: State) -> i64:
        """The pirate's hex; -1 before the board is laid out."""
        there = s.cells[self.pirate]
        if self.sea[there] != 0:
            return there
        return -1

    def serves_harbor(self, hex_: i64) -> bool:
        """Whether a harbour lies at a hex of sea."""
        for corner in self.r.board.harbors:
            if self.harbor_hex[corner] == hex_:
                return True
        return False
