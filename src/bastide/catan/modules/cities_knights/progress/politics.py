"""The cards of politics (CK-140 to CK-156, CK-179 to CK-185, CKO-003 to CKO-011)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.building import lift_road
from bastide.catan.base.network import may_road, touches
from bastide.catan.base.robber import SeatVerb, robber_may_go, victims
from bastide.catan.modules.cities_knights.deciding import CornerVerb, EdgeVerb, HexVerb
from bastide.catan.modules.cities_knights.pieces import drive_off, judge, lift_knight, send_home, stand
from bastide.catan.modules.cities_knights.progress.hand import PlainCard, holds, lay_down
from bastide.catan.modules.cities_knights.progress.names import (
    DIPLOMACY,
    ENCOURAGEMENT,
    ESPIONAGE,
    INTRIGUE,
    KINDS,
    SABOTAGE,
    TAXATION,
    TREASON,
    WEDDING,
)
from bastide.catan.modules.cities_knights.progress.piles import receive
from bastide.catan.modules.cities_knights.realm import RANK_NAMES, TIRED, Realm
from bastide.kernel.codes import Codes
from bastide.kernel.rules import Phase, Verb
from bastide.kernel.state import BITS, State


class PoliticsCards:
    """The verbs of the cards of politics."""

    def __init__(self, m: Realm) -> None:
        self.m = m
        self.diplomacy = DiplomacyVerb(m)
        self.encouragement = EncouragementVerb(m)
        self.espionage = EspionageVerb(m)
        self.spy = SpyVerb(m)
        self.intrigue = IntrigueVerb(m)
        self.sabotage: Verb = CitySabotageVerb(m) if m.sabotage_hits_cities else HandSabotageVerb(m)
        self.taxation = TaxationVerb(m)
        self.treason = TreasonVerb(m)
        self.dismiss = DismissVerb(m)
        self.enlist = EnlistVerb(m)
        self.wedding = WeddingVerb(m)
        self.all: list[Verb] = [
            self.diplomacy,
            self.encouragement,
            self.espionage,
            self.spy,
            self.intrigue,
            self.sabotage,
            self.taxation,
            self.treason,
            self.dismiss,
            self.enlist,
            self.wedding,
        ]

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        """Add what may be played after the roll (CK-187)."""
        m = self.m
        r = m.r
        c = s.cells
        if holds(m, s, seat, DIPLOMACY):
            for e in range(r.board.edges):
                if may_lift(m, s, seat, e):
                    out.add(self.diplomacy.offset + e)
        if holds(m, s, seat, ENCOURAGEMENT):
            for corner in range(r.board.corners):
                if c[m.knight + corner] == seat + 1 and c[m.active + corner] == 0:
                    out.add(self.encouragement.offset)
                    break
        if holds(m, s, seat, ESPIONAGE):
            for other in range(r.seats):
                if other != seat and m.cards_of(s, other) > 0:
                    out.add(self.espionage.offset + other)
        if holds(m, s, seat, INTRIGUE):
            for corner in range(r.board.corners):
                owner = c[m.knight + corner]
                if owner != 0 and owner != seat + 1 and touches(r, s, seat, corner):
                    out.add(self.intrigue.offset + corner)
        if holds(m, s, seat, SABOTAGE):
            self._sabotage(s, seat, out)
        if holds(m, s, seat, TAXATION) and m.robber_is_awake(s):
            for h in range(r.board.hexes):
                if robber_may_go(r, s, seat, h):
                    out.add(self.taxation.offset + h)
        if holds(m, s, seat, TREASON) and (not m.treason_is_free or has_post(m, s, seat)):
            for other in range(r.seats):
                if other != seat and m.knights_out(s, other) > 0:
                    out.add(self.treason.offset + other)
        if holds(m, s, seat, WEDDING):
            for other in range(r.seats):
                if r.open_points(s, other) > r.open_points(s, seat) and r.hand_size(s, other) > 0:
                    out.add(self.wedding.offset)
                    break

    def _sabotage(self, s: State, seat: i64, out: Codes) -> None:
        m = self.m
        r = m.r
        if not m.sabotage_hits_cities:
            for other in range(r.seats):
                if hit(m, s, seat, other):
                    out.add(self.sabotage.offset)
                    return
            return
        for corner in range(r.board.corners):
            owner = s.cells[r.owner + corner] - 1
            if owner >= 0 and owner != seat and s.cells[m.damaged + corner] == 0:
                if m.plain_city(s, owner, corner):
                    out.add(self.sabotage.offset + corner)


def has_post(m: Realm, s: State, seat: i64) -> bool:
    """Whether there is a free corner at a seat's roads."""
    for corner in range(m.r.board.corners):
        if m.post(s, seat, corner):
            return True
    return False


# -- diplomacy


def open_end(m: Realm, s: State, edge: i64) -> bool:
    """Whether one end of a road has no building, knight or other road of its colour (CK-142, CK-143)."""
    r = m.r
    c = s.cells
    mark = c[r.road + edge]
    for k in range(2):
        corner = r.board.edge_corners[2 * edge + k]
        if c[r.owner + corner] == mark or c[m.knight + corner] == mark:
            continue
        alone = True
        for i in range(3):
            e = r.board.corner_edges[corner * 3 + i]
            if e >= 0 and e != edge and c[r.road + e] == mark:
                alone = False
        if alone:
            return True
    return False


def may_lift(m: Realm, s: State, seat: i64, edge: i64) -> bool:
    """Whether Diplomacy may take that road (CK-142); the older card only an own one with another place (CKO-006)."""
    c = s.cells
    mark = c[m.r.road + edge]
    if mark == 0 or not open_end(m, s, edge):
        return False
    if m.diplomacy_takes_any:
        return True
    if mark != seat + 1:
        return False
    c[m.r.road + edge] = 0
    found = False
    for e in range(m.r.board.edges):
        if e != edge and may_road(m.r, s, seat, e):
            found = True
            break
    c[m.r.road + edge] = mark
    return found


class DiplomacyVerb(EdgeVerb):
    """`diplomacy q,r,E`: an open road is taken away; an own one may be laid elsewhere (CK-142 to CK-145)."""

    def __init__(self, m: Realm) -> None:
        super().__init__("diplomacy", m)
        self.final = True

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        r = m.r
        owner = s.cells[r.road + arg] - 1
        lay_down(m, s, seat, DIPLOMACY)
        s.emit("lift_road", seat, arg, owner)
        lift_road(r, s, arg)
        if owner == seat and rebuilds(m, s, seat, arg):
            s.push(m.rebuild_phase, seat, arg)
            return
        judge(m, s)
        m.go_on(s)


def rebuilds(m: Realm, s: State, seat: i64, edge: i64) -> bool:
    """Whether there is another path for a road that was taken away."""
    for e in range(m.r.board.edges):
        if e != edge and may_road(m.r, s, seat, e):
            return True
    return False


class RebuildPhase(Phase):
    """An own road that was taken away is laid elsewhere. Frame: whose, where it lay."""

    def __init__(self, m: Realm, road: i64, passing: i64) -> None:
        super().__init__("rebuild")
        self.m = m
        self.road: i64 = road
        self.passing: i64 = passing

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        for e in range(self.m.r.board.edges):
            if e != s.cells[s.top() + 2] and may_road(self.m.r, s, seat, e):
                out.add(self.road + e)
        if self.m.diplomacy_takes_any:
            out.add(self.passing)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        s.pop()
        judge(self.m, s)
        self.m.go_on(s)


# -- knights


class EncouragementVerb(PlainCard):
    """`encouragement`: all own knights put their helmets on (CK-147)."""

    def __init__(self, m: Realm) -> None:
        super().__init__(m, ENCOURAGEMENT)

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        c = s.cells
        lay_down(m, s, seat, ENCOURAGEMENT)
        for corner in range(m.r.board.corners):
            if c[m.knight + corner] == seat + 1 and c[m.active + corner] == 0:
                c[m.active + corner] = 1
                c[m.marks + corner] |= TIRED
                s.emit("activate", seat, corner)
        m.go_on(s)


class IntrigueVerb(CornerVerb):
    """`intrigue q,r,N`: the knight there, at an own road, is driven off (CK-140, CK-141)."""

    def __init__(self, m: Realm) -> None:
        super().__init__("intrigue", m)
        self.final = True

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        c = s.cells
        lay_down(m, s, seat, INTRIGUE)
        owner = c[m.knight + arg] - 1
        rank = c[m.rank + arg]
        active = c[m.active + arg]
        s.emit("intrigue", seat, arg, owner, rank)
        lift_knight(m, s, arg)
        drive_off(m, s, owner, arg, rank, active)
        m.go_on(s)


class TreasonVerb(SeatVerb):
    """`treason 2`: that seat gives up a knight; one of the same level may take its side (CK-153 to 156, CKO-007)."""

    def __init__(self, m: Realm) -> None:
        super().__init__("treason", m.r)
        self.m = m
        self.final = True

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        lay_down(self.m, s, seat, TREASON)
        s.emit("treason", seat, arg)
        s.push(self.m.treason_phase, arg, seat)


class TreasonPhase(Phase):
    """Which own knight leaves. Frame: whose, who has played the card."""

    def __init__(self, m: Realm, dismiss: i64) -> None:
        super().__init__("treason")
        self.m = m
        self.dismiss: i64 = dismiss

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        for corner in range(self.m.r.board.corners):
            if s.cells[self.m.knight + corner] == seat + 1:
                out.add(self.dismiss + corner)


class DismissVerb(CornerVerb):
    """`dismiss q,r,N`: that knight leaves."""

    def __init__(self, m: Realm) -> None:
        super().__init__("dismiss", m)
        self.final = True

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        c = s.cells
        to = c[s.top() + 2]
        s.pop()
        rank = c[m.rank + arg]
        active = c[m.active + arg]
        lift_knight(m, s, arg)
        send_home(m, s, seat, rank)
        s.emit("knight_home", seat, arg, rank)
        if enlistable(m, s, to, rank) != 0 and has_post(m, s, to):
            s.push(m.enlist_phase, to, rank, active)
            return
        judge(m, s)
        m.go_on(s)


def enlistable(m: Realm, s: State, seat: i64, rank: i64) -> i64:
    """The mask of levels, less one, that a seat may place for a knight of a level that came over (CK-153, CK-154)."""
    left = m.knights_left + seat * 3
    mask: i64 = 0
    for level in range(rank):
        if s.cells[left + level] > 0:
            mask |= BITS[level]
    if not m.treason_is_free and mask & BITS[rank - 1]:
        return BITS[rank - 1]
    return mask


class EnlistPhase(Phase):
    """A knight takes the side of who has played the card. Frame: who, the level that came, whether active."""

    def __init__(self, m: Realm, enlist: i64, passing: i64) -> None:
        super().__init__("enlist")
        self.m = m
        self.enlist: i64 = enlist
        self.passing: i64 = passing

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        m = self.m
        corners = m.r.board.corners
        rank = s.cells[s.top() + 2]
        active = s.cells[s.top() + 3]
        mask = enlistable(m, s, seat, rank)
        for corner in range(corners):
            if not m.post(s, seat, corner):
                continue
            for level in range(rank):
                if mask & BITS[level]:
                    out.add(self.enlist + (level * 2 + active) * corners + corner)
                    if m.treason_is_free and active != 0:
                        out.add(self.enlist + level * 2 * corners + corner)
        if m.treason_is_free or (mask & BITS[rank - 1]) == 0:
            out.add(self.passing)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        s.pop()
        judge(self.m, s)
        self.m.go_on(s)


class EnlistVerb(Verb):
    """`enlist strong q,r,N active`: a knight of that level comes, active or not."""

    def __init__(self, m: Realm) -> None:
        super().__init__("enlist", 6 * m.r.board.corners)
        self.m = m
        self.final = True

    def describe(self, arg: i64) -> str:
        corners = self.m.r.board.corners
        level = arg // corners
        text = f"enlist {RANK_NAMES[level // 2]} {self.m.r.board.corner_names[arg % corners]}"
        return f"{text} active" if level % 2 == 1 else text

    def parse(self, words: list[str]) -> i64:
        board = self.m.r.board
        if len(words) not in (2, 3) or words[0] not in RANK_NAMES or words[1] not in board.corner_index:
            return -1
        if len(words) == 3 and words[2] != "active":
            return -1
        return (RANK_NAMES.index(words[0]) * 2 + len(words) - 2) * board.corners + board.corner_index[words[1]]

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        corners = m.r.board.corners
        level = arg // corners // 2
        active = arg // corners % 2
        s.cells[m.knights_left + seat * 3 + level] -= 1
        # Placed active, it counts as activated this turn (CK-180).
        stand(m, s, seat, arg % corners, level + 1, active, TIRED if active != 0 else 0)
        s.emit("enlist", seat, arg % corners, level + 1, active)
        m.r.phases[m.enlist_phase].resume(s, seat, arg)


# -- hands


class EspionageVerb(SeatVerb):
    """`espionage 2`: look at that seat's cards and take one (CK-146, CK-183)."""

    def __init__(self, m: Realm) -> None:
        super().__init__("espionage", m.r)
        self.m = m
        self.final = True

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        lay_down(self.m, s, seat, ESPIONAGE)
        s.emit("espionage", seat, arg)
        s.push(self.m.spy_phase, seat, arg)


class SpyPhase(Phase):
    """Which card of a hand that lies open to the spy. Frame: the spy, whose cards."""

    def __init__(self, m: Realm, spy: i64) -> None:
        super().__init__("spy")
        self.m = m
        self.spy: i64 = spy

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        for kind in range(KINDS):
            if holds(self.m, s, s.cells[s.top() + 2], kind):
                out.add(self.spy + kind)


class SpyVerb(Verb):
    """`spy crane`: that card changes hands."""

    def __init__(self, m: Realm) -> None:
        super().__init__("spy", KINDS)
        self.m = m
        self.final = True

    def describe(self, arg: i64) -> str:
        return f"spy {self.m.card_names[arg]}"

    def parse(self, words: list[str]) -> i64:
        return self.m.card_names.index(words[0]) if len(words) == 1 and words[0] in self.m.card_names else -1

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        victim = s.cells[s.top() + 2]
        s.pop()
        m.gain_card(s, victim, arg, -1)
        s.emit("spied", seat, victim, m.domain_of[arg])
        s.emit("spied_card", seat, victim, arg, 0, 0, BITS[seat] | BITS[victim])
        receive(m, s, seat, arg)
        m.go_on(s)


def hit(m: Realm, s: State, seat: i64, other: i64) -> bool:
    """Whether Sabotage costs a seat cards: as many points, and two cards (CK-152, CK-179, CK-185)."""
    r = m.r
    return other != seat and r.open_points(s, other) >= r.open_points(s, seat) and r.hand_size(s, other) > 1


class HandSabotageVerb(PlainCard):
    """`sabotage`: whoever has as many points loses half the hand (CK-152)."""

    def __init__(self, m: Realm) -> None:
        super().__init__(m, SABOTAGE)

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        r = m.r
        lay_down(m, s, seat, SABOTAGE)
        for other in range(r.seats):
            if hit(m, s, seat, other):
                n = r.hand_size(s, other) // 2
                s.cells[r.discards + other] = n
                s.emit("owes", other, n)
        s.push(r.discard_phase, seat)


class CitySabotageVerb(CornerVerb):
    """`sabotage q,r,N`: that city yields as a settlement until it is repaired (CKO-003, CKO-005, CKO-038)."""

    def __init__(self, m: Realm) -> None:
        super().__init__("sabotage", m)
        self.final = True

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        lay_down(self.m, s, seat, SABOTAGE)
        s.cells[self.m.damaged + arg] = 1
        s.emit("sabotage", seat, arg)
        self.m.go_on(s)


class TaxationVerb(HexVerb):
    """`taxation q,r`: the robber goes there, and each player with a building there loses a card (CK-148, CKO-010)."""

    def __init__(self, m: Realm) -> None:
        super().__init__("taxation", m)
        self.final = True

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        r = m.r
        lay_down(m, s, seat, TAXATION)
        s.cells[r.robber] = arg
        s.emit("robber", seat, arg)
        mask = victims(r, s, seat)
        for other in range(r.seats - 1, -1, -1):
            if mask & BITS[other]:
                s.push(r.steal_phase, seat, other)
        m.go_on(s)


class WeddingVerb(PlainCard):
    """`wedding`: whoever has more points gives two cards of choice (CK-150)."""

    def __init__(self, m: Realm) -> None:
        super().__init__(m, WEDDING)

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        r = m.r
        lay_down(m, s, seat, WEDDING)
        for other in range(r.seats):
            n = r.hand_size(s, other)
            if n > 2:
                n = 2
            if other != seat and n > 0 and r.open_points(s, other) > r.open_points(s, seat):
                s.cells[r.discards + other] = n
                s.emit("owes", other, n)
        s.push(r.discard_phase, seat, seat + 1)
