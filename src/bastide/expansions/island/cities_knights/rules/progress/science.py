"""The cards of science (CK-120 to CK-130, CK-175, CK-178, CK-181, CK-182)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.building import city_spots, raise_city
from bastide.catan.base.island import number_of
from bastide.catan.base.network import can_lay_free
from bastide.catan.base.passing import PASS
from bastide.catan.base.turn import DICE_NAMES, lay_dice
from bastide.expansions.island.cities_knights.rules.cities import CityVerbs, build_wall
from bastide.expansions.island.cities_knights.rules.deciding import KnightsPhase, KnightsVerb
from bastide.expansions.island.cities_knights.rules.knights import KnightVerbs, may_promote
from bastide.expansions.island.cities_knights.rules.progress.hand import PlainCard, holds, lay_down
from bastide.expansions.island.cities_knights.rules.progress.names import (
    ALCHEMIST,
    CRANE,
    ENGINEERING,
    INVENTION,
    IRRIGATION,
    MEDICINE,
    MINING,
    ROAD_BUILDING,
    SMITHING,
)
from bastide.expansions.island.cities_knights.rules.state import MEDICINE as MEDICINE_COST
from bastide.expansions.island.cities_knights.rules.state import KnightsState
from bastide.kernel.codes import Codes
from bastide.kernel.state import State

CARDS_A_HEX: Final[i64] = 2
"""Cards that Irrigation and Mining give for a hex."""


class ScienceCards:
    """The verbs of the cards of science."""

    def __init__(self, m: KnightsState, cities: CityVerbs) -> None:
        self.m = m
        add = m.r.add_verb
        self.cities = cities
        self.alchemist = add(AlchemistVerb(m, "alchemist", names=DICE_NAMES), final=True)
        self.crane = add(CraneVerb(m, CRANE), final=True)
        self.engineering = add(EngineeringVerb(m, "engineering", names=m.r.board.corner_names), final=True)
        self.invention = add(InventionVerb(m, "invention", m.r.board.hexes * m.r.board.hexes), final=True)
        self.irrigation = HarvestVerb(m, IRRIGATION, m.r.good_names.index("grain"))
        add(self.irrigation, final=True)
        self.medicine = add(MedicineVerb(m, "medicine", names=m.r.board.corner_names), final=True)
        self.mining = HarvestVerb(m, MINING, m.r.good_names.index("ore"))
        add(self.mining, final=True)
        self.road_building = add(RoadBuildingVerb(m, ROAD_BUILDING), final=True)
        self.smithing = add(SmithingVerb(m, SMITHING), final=True)

    def before_roll(self, s: State, seat: i64, out: Codes) -> None:
        """Add what may be played before the roll: the alchemist alone (CK-016)."""
        if holds(self.m, s, seat, ALCHEMIST):
            for k in range(36):
                out.add(self.alchemist + k)

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        """Add what may be played after the roll (CK-186)."""
        m = self.m
        r = m.r
        c = s.cells
        if holds(m, s, seat, CRANE):
            out.add(self.crane)
        if holds(m, s, seat, ENGINEERING) and c[m.walls_left + seat] > 0:
            self.cities.walls(s, seat, self.engineering, out)
        if holds(m, s, seat, INVENTION):
            self._swaps(s, out)
        if holds(m, s, seat, IRRIGATION) and self.irrigation.fields(s, seat) > 0:
            out.add(self.irrigation.offset)
        if holds(m, s, seat, MEDICINE) and m.affords(s, seat, MEDICINE_COST):
            city_spots(r, s, seat, self.medicine, out)
        if holds(m, s, seat, MINING) and self.mining.fields(s, seat) > 0:
            out.add(self.mining.offset)
        if holds(m, s, seat, ROAD_BUILDING) and can_lay_free(r, s, seat):
            out.add(self.road_building)
        if holds(m, s, seat, SMITHING) and can_promote(m, s, seat):
            out.add(self.smithing)

    def _swaps(self, s: State, out: Codes) -> None:
        r = self.m.r
        for one in range(r.board.hexes):
            number = number_of(r, s, one)
            if movable(number):
                for other in range(one + 1, r.board.hexes):
                    if movable(number_of(r, s, other)) and number_of(r, s, other) != number:
                        out.add(self.invention + one * r.board.hexes + other)


class AlchemistVerb(KnightsVerb):
    """`alchemist 3 4`: the numbered dice lie as one likes, the red one first; the event die is rolled (CK-120)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        lay_down(self.m, s, seat, ALCHEMIST)
        lay_dice(self.m.r, s, seat, arg // 6 + 1, arg % 6 + 1)


class CraneVerb(PlainCard):
    """`crane`: an improvement this turn costs one less (CK-124, CK-175)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        lay_down(m, s, seat, CRANE)
        s.cells[m.cranes] += 1
        m.go_on(s)


class EngineeringVerb(KnightsVerb):
    """`engineering q,r,N`: build a free wall (CK-125)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        lay_down(self.m, s, seat, ENGINEERING)
        build_wall(self.m, s, seat, arg)
        self.m.go_on(s)


def movable(number: i64) -> bool:
    """Whether a token may be swapped: not 2, 12, 6 and 8 (CK-126)."""
    return number != 0 and number != 2 and number != 12 and number != 6 and number != 8


class InventionVerb(KnightsVerb):
    """`invention q,r q,r`: two tokens change places (CK-126)."""

    def describe(self, arg: i64) -> str:
        names = self.m.r.board.hex_names
        return f"invention {names[arg // self.m.r.board.hexes]} {names[arg % self.m.r.board.hexes]}"

    def example(self) -> str:
        return self.describe(1)

    def parse(self, words: list[str]) -> i64:
        index = self.m.r.board.hex_index
        if len(words) != 2 or words[0] not in index or words[1] not in index:
            return -1
        one, other = sorted((index[words[0]], index[words[1]]))
        return one * self.m.r.board.hexes + other

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        c = s.cells
        lay_down(m, s, seat, INVENTION)
        one = arg // m.r.board.hexes
        other = arg % m.r.board.hexes
        number = c[m.r.number + one]
        c[m.r.number + one] = c[m.r.number + other]
        c[m.r.number + other] = number
        s.emit("swap", seat, one, other, c[m.r.number + one], number)
        m.go_on(s)


class HarvestVerb(PlainCard):
    """`irrigation`, `mining`: two cards for each hex of a kind beside an own building (CK-127, CK-129)."""

    def __init__(self, m: KnightsState, kind: i64, good: i64) -> None:
        super().__init__(m, kind)
        self.good: i64 = good

    def fields(self, s: State, seat: i64) -> i64:
        """How many hexes of the good the seat builds at; 0 if the bank has no card of it (CK-186)."""
        r = self.m.r
        c = s.cells
        if c[r.bank + self.good] == 0:
            return 0
        n: i64 = 0
        for h in range(r.board.hexes):
            if r.terrain_good[h] == self.good:
                for k in range(6):
                    if c[r.owner + r.board.hex_corners[h * 6 + k]] == seat + 1:
                        n += 1
                        break
        return n

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        n = CARDS_A_HEX * self.fields(s, seat)
        there = s.cells[m.r.bank + self.good]
        if n > there:
            n = there
        lay_down(m, s, seat, self.kind)
        m.r.draw_goods(s, seat, self.good, n)
        s.emit("take", seat, self.good, n)
        m.go_on(s)


class MedicineVerb(KnightsVerb):
    """`medicine q,r,N`: a settlement becomes a city for less (CK-128, CK-181)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        lay_down(m, s, seat, MEDICINE)
        m.charge(s, seat, MEDICINE_COST)
        raise_city(m.r, s, seat, arg)
        m.r.check_win(s)
        m.go_on(s)


class RoadBuildingVerb(PlainCard):
    """`road-building`: two roads for nothing (CK-122)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        lay_down(self.m, s, seat, ROAD_BUILDING)
        s.push(self.m.r.roads_phase, seat, 2)


def can_promote(m: KnightsState, s: State, seat: i64) -> bool:
    """Whether some knight of a seat may rise."""
    corner = m.next_knight(s, seat, -1)
    while corner >= 0 and not may_promote(m, s, seat, corner):
        corner = m.next_knight(s, seat, corner)
    return corner >= 0


class SmithingVerb(PlainCard):
    """`smithing`: up to two knights rise for nothing (CK-123)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        lay_down(self.m, s, seat, SMITHING)
        s.push(self.m.smith_phase, seat, 2)


class SmithPhase(KnightsPhase):
    """Free promotions. Frame: whose, how many are left."""

    def __init__(self, m: KnightsState, knights: KnightVerbs, passing: i64) -> None:
        super().__init__(m, "smith", 2)
        self.knights = knights
        self.passing: i64 = passing

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        corner = self.m.next_knight(s, seat, -1)
        while corner >= 0:
            if may_promote(self.m, s, seat, corner):
                out.add(self.knights.promote + corner)
            corner = self.m.next_knight(s, seat, corner)
        if s.cells[s.top() + 2] < 2:
            out.add(self.passing)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        s.cells[s.top() + 2] -= 1
        if value == PASS or s.cells[s.top() + 2] == 0 or not can_promote(self.m, s, seat):
            s.pop()
            self.m.go_on(s)
