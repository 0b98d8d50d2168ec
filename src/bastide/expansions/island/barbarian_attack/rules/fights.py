"""The fights after the march: prisoners, freed hexes, knights lost (TB-BARB-029 to TB-BARB-037, TB-BARB-053)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.automatic import AutomaticPhase, go_on
from bastide.catan.base.side_roll import SideRollPhase
from bastide.expansions.island.barbarian_attack.rules.state import (
    CONSOLATION,
    FULL,
    BarbarianPhase,
    BarbarianState,
    BarbarianVerb,
)
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, State

COLOURS: Final = ["violet", "green", "brown"]
HIT: Final = ((5, 2), (0, 3), (4, 1))
"""By colour of the die, the two sides of the hex, numbered as in SIDES: NW and SE, NE and SW, W and E (TB-BARB-037)."""
HIRED_ROLL: Final[i64] = 3
"""What a knight that belongs to nobody always rolls (TB-BARB-045)."""


def begin_fights(m: BarbarianState, s: State, seat: i64) -> None:
    """Check the coast after this turn, if there is a knight."""
    somebody = m.partner.post(s) >= 0
    for other in range(m.r.seats):
        if m.in_play(s, other) > 0:
            somebody = True
    if somebody:
        s.push(m.fight_phase, seat)
        if not m.ends_turn:
            s.cells[m.fighting] = 1


def wins(m: BarbarianState, s: State, hex_: i64) -> bool:
    """Whether the knights on the paths of a coastal hex outnumber its barbarians (TB-BARB-030)."""
    there = s.cells[m.barbarians + hex_]
    return there > 0 and m.knights_at(s, hex_) > there


def engaged(m: BarbarianState, s: State, hex_: i64, who: i64) -> i64:
    """The knights of an owner on the paths of a hex."""
    count: i64 = 0
    for k in range(hex_ * 6, hex_ * 6 + 6):
        if s.cells[m.knight + m.hex_edges[k]] == who + 1:
            count += 1
    return count


class CoastPhase(AutomaticPhase):
    """Checks the coast, hex by hex. Frame: the seat whose turn ends, the place in the order of the next hex."""

    def __init__(self, m: BarbarianState, verb: i64) -> None:
        super().__init__("barbarian_attack_fight", verb)
        self.most = [len(m.coast), 0]
        self.m = m

    def resume(self, s: State, seat: i64, value: i64) -> None:
        m = self.m
        c = s.cells
        top = s.top()
        if c[m.battle] != 0:  # the prisoners are given out: the colour die follows
            hex_ = c[m.battle] - 1
            c[m.battle] = 0
            s.push(m.colour_phase, seat, hex_)
            return
        i = c[top + 2]
        while i < len(m.coast) and not wins(m, s, m.coast[i]):
            i += 1
        if i == len(m.coast):
            s.pop()
            return
        c[top + 2] = i + 1
        win(m, s, seat, m.coast[i])


def win(m: BarbarianState, s: State, seat: i64, hex_: i64) -> None:
    """The barbarians of a hex are beaten: share out the prisoners (TB-BARB-031 to TB-BARB-033)."""
    c = s.cells
    spoils = c[m.barbarians + hex_]
    s.emit("barbarian_attack_victory", seat, hex_, spoils, m.knights_at(s, hex_))
    c[m.battle] = hex_ + 1
    c[m.loose] += spoils
    m.put(s, hex_, 0)
    mask: i64 = 0
    sides: i64 = 0
    best: i64 = 0
    strongest: i64 = 0
    for who in range(m.r.seats + 1):  # the last is nobody
        n = engaged(m, s, hex_, who)
        if n == 0:
            continue
        mask |= BITS[who]
        sides += 1
        if n > best:
            best = n
            strongest = 0
        if n == best:
            strongest |= BITS[who]
    if spoils < sides:
        s.push(m.contest_phase, seat, mask, spoils)
        return
    for who in range(m.r.seats + 1):
        if mask & BITS[who]:
            award(m, s, who, spoils if sides == 1 else 1)
    if c[m.loose] > 0:
        if strongest & (strongest - 1) == 0:
            for who in range(m.r.seats + 1):
                if strongest & BITS[who]:
                    award(m, s, who, 1)
        else:
            s.push(m.contest_phase, seat, strongest, c[m.loose])


def award(m: BarbarianState, s: State, who: i64, count: i64) -> None:
    """Give prisoners to an owner of knights; nobody's are laid aside (TB-BARB-057)."""
    s.cells[m.loose] -= count
    if who == m.r.seats:
        s.cells[m.aside] += count
        s.emit("barbarian_attack_aside", -1, count)
        return
    s.cells[m.prisoners + who] += count
    s.emit("barbarian_attack_prisoners", who, count, s.cells[m.prisoners + who])
    m.r.check_win(s)


class ContestPhase(AutomaticPhase):
    """Dice for prisoners. Frame: the seat whose turn ends, the mask of those who roll, the prisoners."""

    def __init__(self, m: BarbarianState, verb: i64) -> None:
        super().__init__("barbarian_attack_contest", verb)
        self.most = [int(BITS[m.r.seats + 1]) - 1, int(FULL)]
        self.m = m

    def resume(self, s: State, seat: i64, value: i64) -> None:
        m = self.m
        c = s.cells
        n = m.r.seats
        mask = c[s.top() + 2]
        for k in range(n):
            who = (seat + k) % n
            if mask & BITS[who] and c[m.scores + who] == 0:
                s.push(m.duel_phase, who)
                return
        self.settle(s, mask)

    def settle(self, s: State, mask: i64) -> None:
        """All have rolled: prisoners go to the highest, gold to those who miss them; a tie for the last rolls on."""
        m = self.m
        c = s.cells
        n = m.r.seats
        top = s.top()
        left = c[top + 3]
        while left > 0:
            best: i64 = 0
            tied: i64 = 0
            count: i64 = 0
            for who in range(n + 1):
                if (mask & BITS[who]) == 0:
                    continue
                score = HIRED_ROLL if who == n else c[m.scores + who]
                if score > best:
                    best = score
                    tied = 0
                    count = 0
                if score == best:
                    tied |= BITS[who]
                    count += 1
            if count > left:  # a tie at the last: the others are out
                c[top + 2] = tied
                c[top + 3] = left
                s.emit("barbarian_attack_tie", -1, best)
                self.comfort(s, mask & ~tied)
                self.clear(s)
                return
            left -= count
            mask &= ~tied
            for who in range(n + 1):
                if tied & BITS[who]:
                    award(m, s, who, 1)
        s.pop()
        self.comfort(s, mask)
        self.clear(s)

    def comfort(self, s: State, mask: i64) -> None:
        """Gold for those who got no prisoner; none for nobody's knight."""
        for who in range(self.m.r.seats):
            if mask & BITS[who]:
                self.m.earn(s, who, CONSOLATION)

    def clear(self, s: State) -> None:
        """Forget the rolls."""
        for who in range(self.m.r.seats):
            s.cells[self.m.scores + who] = 0


class DuelPhase(SideRollPhase):
    """Chance: what one of them rolls. Frame: that seat."""

    def __init__(self, m: BarbarianState) -> None:
        super().__init__("barbarian_attack_duel", m.r, m.dice)
        self.m = m

    def resume(self, s: State, seat: i64, value: i64) -> None:
        s.pop()
        s.cells[self.m.scores + seat] = value
        go_on(self.m.r, s)


class ColourDiePhase(BarbarianPhase):
    """Chance: the colour die. Frame: the seat whose turn ends, the hex of the victory."""

    def actors(self, s: State) -> i64:
        return 0

    def outcomes(self, s: State, out: Codes) -> None:
        for k in range(len(COLOURS)):
            out.weigh(self.asks + k, 1)


class ColourVerb(BarbarianVerb):
    """`colour violet`: the knights on two paths of the hex are lost (TB-BARB-036)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        c = s.cells
        top = s.top()
        hex_ = c[top + 2]
        s.emit("barbarian_attack_colour", c[top + 1], arg, hex_)
        s.pop()
        for side in HIT[arg]:
            edge = m.hex_edges[hex_ * 6 + side]
            who = c[m.knight + edge] - 1
            if 0 <= who < m.r.seats:
                c[m.knight + edge] = 0
                c[m.ready + who] += 1
                s.emit("barbarian_attack_fallen", who, edge)
                m.partner.console(s, who)
        go_on(m.r, s)
