"""The fields of the Great Wall, and the questions about them that several files ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.catan.base.passing import pass_code
from bastide.catan.base.seams import IslandModule, ModuleRules
from bastide.expansions.island.great_wall.rules.board import (
    FIELD,
    FIGURES,
    FORTRESS,
    GATHERING,
    TOP,
    arrows,
    attack_line,
    check,
    harbor_hexes,
    is_sea,
    placed,
    prices,
)
from bastide.kernel.errors import ConfigError
from bastide.kernel.rules import Phase, Verb
from bastide.kernel.state import State

FULL: Final[i64] = 5
"""The riders that a battlefield holds (GW-017)."""
CROWD: Final[i64] = 2
"""The riders that a hex behind the wall holds (GW-025)."""
NUMERALS: Final = ("I", "II", "III", "IV", "V")
"""The numerals of riders and gathering territories in notation."""


class GreatWallState(ModuleRules):
    """The state of the scenario. Sections and territories are counted from 0 here, from east to west.

    A rider keeps its numeral wherever it is, since it comes back to the bag: each place has a cell for each numeral.
    Where riders of several numerals stand, the lowest goes first.
    """

    def __init__(self, r: Island, module: IslandModule) -> None:
        board = r.board
        check(board)
        fields, territories = placed(board, FIELD), placed(board, GATHERING)
        if len(fields) != int(r.seats) or len(territories) > len(NUMERALS):
            raise ConfigError(
                "layout: each seat needs one section: {seats}, not {count}",
                {"seats": int(r.seats), "count": len(fields)},
                "GW-011",
            )
        super().__init__(r, module)
        options = r.config.options
        self.sections: i64 = len(fields)
        self.numerals: i64 = len(territories)
        # By section its battlefield and the corner of its fortress; by territory its hex.
        self.fields: vec[i64] = vec[i64](fields)
        self.fortresses: vec[i64] = vec[i64](placed(board, FORTRESS))
        self.territories: vec[i64] = vec[i64](territories)
        # By arrow its number, the territory and the section between which it leads; in the order of the sections.
        found = arrows(board)
        self.arrow_number: vec[i64] = vec[i64]([arrow.number for arrow in found])
        self.arrow_from: vec[i64] = vec[i64]([arrow.territory for arrow in found])
        self.arrow_to: vec[i64] = vec[i64]([arrow.section for arrow in found])
        # The hexes behind the sections, nearest first: those of section k from `line_from[k]` to `line_from[k + 1]`.
        lines = [attack_line(board, field) for field in fields]
        self.line: vec[i64] = vec[i64]([hex_ for line in lines for hex_ in line])
        self.line_from: vec[i64] = vec[i64]([sum(map(len, lines[:k])) for k in range(len(lines) + 1)])
        # By corner the hex of sea of its harbour; by hex whether it is sea.
        self.harbor_hex: vec[i64] = vec[i64](harbor_hexes(board))
        self.sea: vec[i64] = vec[i64]([int(is_sea(board, hex_)) for hex_ in range(int(board.hexes))])
        # By hex its rank: riders occupy the free hex of the highest rank first (GW-024).
        likeliest = options["riders_occupy"] == "likeliest"
        numbers = [int(board.number[hex_]) for hex_ in range(int(board.hexes))]
        self.rank: vec[i64] = vec[i64]([6 - abs(7 - number) if likeliest else number for number in numbers])
        # By level from 0 and good, the price of the next one.
        self.prices: vec[i64] = vec[i64](prices(board, r.good_names))
        self.each: i64 = FIGURES["riders"]  # the riders of each numeral
        self.most_passes: i64 = FIGURES["passes"][str(int(r.seats))]  # the passes with which all lose (GW-035)
        self.may_decline: bool = options["pirate_theft"] == "may"  # whether who moves the pirate may take no card
        n, each, numerals, land = int(r.seats), int(self.each), int(self.numerals), int(board.land)
        add = r.schema.add
        # The riders by numeral: in the bag, on each territory, on each battlefield, on each hex behind the wall.
        self.bag: i64 = add("bag", [numerals], most=each)
        self.gathered: i64 = add("gathered", [numerals, numerals], most=each)
        self.fighting: i64 = add("fighting", [n, numerals], most=int(FULL))
        self.behind: i64 = add("behind", [land, numerals], most=int(CROWD), place="hex")
        self.freed: i64 = add("freed", [land], most=1, place="hex")  # by hex, whether a knight has freed it (GW-023)
        self.level: i64 = add("level", [n], most=int(TOP))  # of each section
        self.penalties: i64 = add("penalties", [n], most=int(self.most_passes), by_seat=[0])  # of each seat
        self.passes: i64 = add("passes", [], most=int(self.most_passes))  # how often the wall was passed
        self.pirate: i64 = add("pirate", [], most=int(board.hexes) - 1)  # its hex
        self.fallen: i64 = r.add_ending("fallen")
        self.no: i64 = pass_code(r)
        # Set by `GreatWallRules`: the first codes of verbs, and phases.
        self.wall: i64 = 0
        self.ride: i64 = 0
        self.lead: i64 = 0
        self.free: i64 = 0
        self.sail: i64 = 0
        self.rider_phase: i64 = 0
        self.knight_phase: i64 = 0
        self.pirate_phase: i64 = 0

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


class GreatWallVerb(Verb):
    """A verb of the Great Wall."""

    def __init__(self, m: GreatWallState, word: str, size: i64 = 1, names: Sequence[str] = ()) -> None:
        super().__init__(word, size, names)
        self.m = m


class GreatWallPhase(Phase):
    """A phase of the Great Wall."""

    def __init__(self, m: GreatWallState, name: str, most_a: i64 = 0, most_b: i64 = 0, asks: i64 = 0) -> None:
        super().__init__(name, most_a, most_b, asks)
        self.m = m
