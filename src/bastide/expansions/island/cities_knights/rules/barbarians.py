"""The barbarians: the ship's track, the attack, losses and rewards (CK-098 to 114, CK-173, CKV-001 to 006)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.automatic import AutomaticPhase
from bastide.catan.base.building import buildings_changed, lower_city
from bastide.catan.base.island import SETTLEMENT
from bastide.catan.base.passing import PASS
from bastide.expansions.island.cities_knights.rules.deciding import KnightsPhase, KnightsVerb
from bastide.expansions.island.cities_knights.rules.knights import spent
from bastide.expansions.island.cities_knights.rules.progress.piles import pile_size
from bastide.expansions.island.cities_knights.rules.state import DEFENDS, DOMAINS, KnightsState
from bastide.kernel.codes import Codes
from bastide.kernel.state import State


def advance(m: KnightsState, s: State, roller: i64) -> None:
    """Move the ship one space; on the last space the barbarians attack at once (CK-019, CK-020)."""
    c = s.cells
    c[m.ship] += 1
    s.emit("ship", -1, c[m.ship], m.length)
    if c[m.ship] < m.length:
        return
    s.push(m.fight_phase, roller)
    if m.defense_is_chosen:
        for i in range(m.r.seats - 1, -1, -1):
            seat = (roller + i) % m.r.seats
            if next_defender(m, s, seat, -1) >= 0:
                s.push(m.muster_phase, seat)


def next_defender(m: KnightsState, s: State, seat: i64, corner: i64) -> i64:
    """The first corner beyond one with an active knight of that seat; -1 if there is none."""
    corner = m.next_knight(s, seat, corner)
    while corner >= 0 and s.cells[m.active + corner] == 0:
        corner = m.next_knight(s, seat, corner)
    return corner


class MusterPhase(KnightsPhase):
    """Choosing which active knights take part (CKV-001, CKV-005). Frame: the seat, the last named corner + 1."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        corner = next_defender(self.m, s, seat, s.cells[s.top() + 2] - 1)
        while corner >= 0:
            out.add(self.asks + corner)
            corner = next_defender(self.m, s, seat, corner)
        out.add(self.m.r.no)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        if value != PASS and next_defender(self.m, s, seat, value) >= 0:
            s.cells[s.top() + 2] = value + 1
            return
        s.pop()
        self.m.go_on(s)


class DefendVerb(KnightsVerb):
    """`defend q,r,N`: that knight takes part; knights are named in the order of their corners."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        s.cells[m.marks + arg] |= DEFENDS
        s.emit("defend", seat, arg)
        m.r.phases[m.muster_phase].resume(s, seat, arg)


class FightPhase(AutomaticPhase):
    """The barbarians attack. Frame: the seat on turn."""

    def __init__(self, m: KnightsState, verb: i64) -> None:
        super().__init__("fight", verb)
        self.m = m

    def resume(self, s: State, seat: i64, value: i64) -> None:
        m = self.m
        c = s.cells
        s.pop()
        if m.robber_sleeps and c[m.attacks] == 0:
            c[m.r.robber] = m.r.robber_start  # CK-039: the desert, unless the map has another place for it
            if m.r.robber_start >= 0:
                s.emit("robber_wakes", -1, m.r.robber_start)
        c[m.attacks] += 1
        barbarians: i64 = 0
        knights: i64 = 0
        for other in range(m.r.seats):
            barbarians += m.cities(s, other)
            knights += m.strength(s, other)
            s.emit("strength", other, m.strength(s, other), m.cities(s, other), m.metropolises(s, other))
        s.emit("attack", -1, barbarians, knights)
        s.push(m.aftermath_phase, seat)
        if barbarians > knights:
            self._lose(s, seat)
        elif knights > 0:
            self._win(s, seat)

    def _lose(self, s: State, roller: i64) -> None:
        """Seats with a plain city and the least strength lose one (CK-101 to CK-104)."""
        m = self.m
        least: i64 = -1
        for seat in range(m.r.seats):
            if m.cities(s, seat) > m.metropolises(s, seat):
                n = m.strength(s, seat)
                if least < 0 or n < least:
                    least = n
        for i in range(m.r.seats - 1, -1, -1):
            seat = (roller + i) % m.r.seats
            plain = m.cities(s, seat) - m.metropolises(s, seat)
            if plain > 0 and m.strength(s, seat) == least:
                if plain > 1:
                    s.push(m.fall_phase, seat)
                    continue
                for corner in range(m.r.board.corners):
                    if m.plain_city(s, seat, corner):
                        fall(m, s, seat, corner)

    def _win(self, s: State, roller: i64) -> None:
        """The strongest defender gets a point; tied ones draw a card each (CK-108 to CK-110)."""
        m = self.m
        best: i64 = 0
        count: i64 = 0
        first: i64 = 0
        for seat in range(m.r.seats):
            n = m.strength(s, seat)
            if n > best:
                best = n
                count = 0
            if n == best:
                count += 1
                first = seat if count == 1 else first
        if count == 1:
            s.cells[m.tokens + first] += 1
            s.emit("defender", first, best)
            m.r.check_win(s)
            return
        for i in range(m.r.seats - 1, -1, -1):
            seat = (roller + i) % m.r.seats
            if m.strength(s, seat) == best:
                s.push(m.choose_phase, seat)


class AftermathPhase(AutomaticPhase):
    """After the fight: knights become inactive, the ship returns (CK-112, CK-113). Frame: the seat on turn.

    To fight is to be used: its knights that fought do not act this turn, if activated again (CKO-016, CKO-030).
    """

    def __init__(self, m: KnightsState, verb: i64) -> None:
        super().__init__("aftermath", verb)
        self.m = m

    def resume(self, s: State, seat: i64, value: i64) -> None:
        m = self.m
        c = s.cells
        s.pop()
        resting: i64 = 0
        for corner in range(m.r.board.corners):
            if not m.defense_is_chosen or c[m.marks + corner] & DEFENDS:
                if c[m.knight + corner] == seat + 1 and c[m.active + corner] != 0:
                    c[m.marks + corner] |= spent(m)
                resting += c[m.active + corner]
                c[m.active + corner] = 0
            c[m.marks + corner] &= ~DEFENDS
        c[m.ship] = 0
        s.emit("ship_home", -1, resting)
        buildings_changed(m.r, s)


def fall(m: KnightsState, s: State, seat: i64, corner: i64) -> None:
    """A city falls: it is a settlement again, its wall is gone (CK-105, CK-106)."""
    c = s.cells
    walled = c[m.wall + corner]
    if walled != 0:
        c[m.wall + corner] = 0
        c[m.walls_left + seat] += 1
    c[m.damaged + corner] = 0
    lower_city(m.r, s, seat, corner)
    if c[m.r.left + seat * 3 + SETTLEMENT] < 0:
        c[m.tipped + corner] = 1
    s.emit("fall", seat, corner, c[m.tipped + corner], walled)


class FallVerb(KnightsVerb):
    """`lose q,r,N`: that city falls."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.pop()
        fall(self.m, s, seat, arg)
        self.m.go_on(s)


class ChoosePhase(KnightsPhase):
    """Choosing a pile to draw from, or none (CK-109). Frame: the seat."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        for domain in range(DOMAINS):
            if pile_size(self.m, s, domain) > 0:
                out.add(self.asks + domain)
        out.add(self.m.r.no)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        s.pop()
        self.m.go_on(s)


class ChooseVerb(KnightsVerb):
    """`draw-from science`: draw the top card of that pile."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.pop()
        s.push(self.m.progress_phase, seat, arg)
