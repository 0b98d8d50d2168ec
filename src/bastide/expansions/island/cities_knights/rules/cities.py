"""Cities: their yield, walls, improvements and metropolises (CK-030 to CK-034, CK-048 to CK-050, CK-080 to CK-097)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.cards import TakePhase
from bastide.expansions.island.cities_knights.rules.deciding import KnightsVerb
from bastide.expansions.island.cities_knights.rules.figures import DOMAIN_NAMES
from bastide.expansions.island.cities_knights.rules.state import (
    ABILITY,
    DOMAINS,
    METROPOLIS,
    REPAIR,
    RESOURCES,
    SCIENCE,
    TOP_LEVEL,
    WALL,
    KnightsState,
)
from bastide.kernel.codes import Codes
from bastide.kernel.state import State


def city_yields(m: KnightsState, s: State, hex_: i64, corner: i64) -> bool:
    """What a city draws at a hex: a resource and a commodity, or two resources; one if it is damaged.

    False where the base's own yield holds.
    """
    r = m.r
    c = s.cells
    good = r.terrain_good[hex_]
    if c[r.level + corner] < 2 or good < 0:
        return False
    seat = c[r.owner + corner] - 1
    extra = m.commodity[hex_]
    damaged = c[m.damaged + corner] != 0
    if extra < 0 and not damaged:
        return False
    r.claim(s, seat, good, 1)
    s.emit("yield", seat, good, 1, hex_, corner)
    if not damaged:
        r.claim(s, seat, extra, 1)
        s.emit("yield", seat, extra, 1, hex_, corner)
    return True


def improvement_cost(m: KnightsState, s: State, seat: i64, domain: i64) -> i64:
    """How many commodities the next level costs, a crane taken off (CK-080, CK-124)."""
    cost = m.level(s, seat, domain) + 1
    return cost - 1 if s.cells[m.cranes] > 0 else cost


def has_place(m: KnightsState, s: State, seat: i64, domain: i64) -> bool:
    """Whether a seat may go on in a domain: a city, and above level 3 one for a metropolis (CK-082, 095, 171)."""
    cities = m.cities(s, seat)
    if cities == 0:
        return False
    if m.level(s, seat, domain) + 1 < METROPOLIS or m.metropolis_holder(s, domain) == seat:
        return True
    return cities > m.metropolises(s, seat)


class CityVerbs:
    """The verbs of cities."""

    def __init__(self, m: KnightsState) -> None:
        self.m = m
        add = m.r.add_verb
        self.improve = add(ImproveVerb(m, "improve", names=DOMAIN_NAMES))
        self.metropolis = add(MetropolisVerb(m, "metropolis", names=m.r.board.corner_names))
        self.wall = add(WallVerb(m, "wall", names=m.r.board.corner_names))
        self.repair: i64 = -1
        if m.sabotage_hits_cities:
            self.repair = add(RepairVerb(m, "repair", names=m.r.board.corner_names))

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        """Add what a seat can do with its cities after the roll."""
        m = self.m
        c = s.cells
        r = m.r
        for domain in range(DOMAINS):
            held = c[r.hand + seat * r.goods + RESOURCES + domain]
            if held >= improvement_cost(m, s, seat, domain) and m.level(s, seat, domain) < TOP_LEVEL:
                if has_place(m, s, seat, domain):
                    out.add(self.improve + domain)
        if c[m.walls_left + seat] > 0 and m.affords(s, seat, WALL):
            self.walls(s, seat, self.wall, out)
        if m.sabotage_hits_cities and m.cities(s, seat) > 0 and m.affords(s, seat, REPAIR):
            for corner in range(r.board.corners):
                if c[m.damaged + corner] != 0 and c[r.owner + corner] == seat + 1:
                    out.add(self.repair + corner)

    def walls(self, s: State, seat: i64, offset: i64, out: Codes) -> None:
        """Add a code for each own city without a wall (CK-048, CK-049)."""
        m = self.m
        c = s.cells
        if m.cities(s, seat) == m.wall_supply - c[m.walls_left + seat]:
            return  # all of them have one
        for corner in range(m.r.board.corners):
            if c[m.r.owner + corner] == seat + 1 and c[m.r.level + corner] == 2 and c[m.wall + corner] == 0:
                out.add(offset + corner)


class ImproveVerb(KnightsVerb):
    """`improve science`: the next level of a domain (CK-080, CK-081)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        c = s.cells
        m.r.draw_goods(s, seat, RESOURCES + arg, -improvement_cost(m, s, seat, arg))
        if c[m.cranes] > 0:
            c[m.cranes] -= 1
        at = m.levels + seat * DOMAINS + arg
        c[at] += 1
        s.emit("improve", seat, arg, c[at])
        holder = m.metropolis_holder(s, arg)
        if c[at] == METROPOLIS and holder < 0:
            self._found(s, seat, arg)
        elif c[at] == TOP_LEVEL and holder != seat and m.level(s, holder, arg) < TOP_LEVEL:
            s.emit("metropolis_lost", holder, arg, c[m.metropolis + arg] - 1)
            c[m.metropolis + arg] = 0
            self._found(s, seat, arg)

    def _found(self, s: State, seat: i64, domain: i64) -> None:
        """The metropolis comes on an own city; which, if there are several (CK-089, CK-092)."""
        m = self.m
        only: i64 = -1
        for corner in range(m.r.board.corners):
            if m.plain_city(s, seat, corner):
                if only >= 0:
                    s.push(m.metropolis_phase, seat, domain)
                    return
                only = corner
        settle(m, s, seat, domain, only)


def settle(m: KnightsState, s: State, seat: i64, domain: i64, corner: i64) -> None:
    """A metropolis comes on a city."""
    s.cells[m.metropolis + domain] = corner + 1
    s.emit("metropolis", seat, domain, corner)
    m.r.check_win(s)


class MetropolisVerb(KnightsVerb):
    """`metropolis q,r,N`: that city becomes it."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        domain = s.cells[s.top() + 2]
        s.pop()
        settle(self.m, s, seat, domain, arg)


class WallVerb(KnightsVerb):
    """`wall q,r,N`: a wall under an own city (CK-048)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        self.m.charge(s, seat, WALL)
        build_wall(self.m, s, seat, arg)


def build_wall(m: KnightsState, s: State, seat: i64, corner: i64) -> None:
    """A wall from the supply comes under a city."""
    s.cells[m.wall + corner] = 1
    s.cells[m.walls_left + seat] -= 1
    s.emit("wall", seat, corner)


class RepairVerb(KnightsVerb):
    """`repair q,r,N`: a city that was sabotaged yields again as a city (CKO-003, CKO-004)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        self.m.charge(s, seat, REPAIR)
        s.cells[self.m.damaged + arg] = 0
        s.emit("repair", seat, arg)


def offer_aqueducts(m: KnightsState, s: State) -> None:
    """Who has drawn nothing and has an aqueduct may take a resource, clockwise (CK-084, CK-085, CK-169)."""
    r = m.r
    c = s.cells
    there: i64 = 0
    for g in range(RESOURCES):
        there += c[r.bank + g]
    if there == 0:
        return
    for i in range(r.seats - 1, -1, -1):
        seat = (c[r.on_turn] + i) % r.seats
        if c[r.drew + seat] == 0 and m.level(s, seat, SCIENCE) >= ABILITY:
            s.push(m.aqueduct_phase, seat, 1)


class AqueductPhase(TakePhase):
    """A resource from the bank, or nothing. Frame: whose, how many are left, the next kind."""

    def __init__(self, m: KnightsState, take: i64, passing: i64) -> None:
        super().__init__(m.r, take, False)
        self.name = "aqueduct"
        self.passing: i64 = passing

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        for g in range(RESOURCES):
            if s.cells[self.r.bank + g] > 0:
                out.add(self.take + g)
        out.add(self.passing)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        s.pop()
