"""How the greedy bot plays Barbarian Attack: it defends its coast, and fights where the odds pay.

Everything that it looks at is open: barbarians, knights, prisoners, gold and the cards left in the pile.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import CARD, Island
from bastide.expansions.island.barbarian_attack.rules.fights import engaged
from bastide.expansions.island.barbarian_attack.rules.state import (
    CARDS,
    CONSOLATION,
    FULL,
    INTRIGUE,
    PAIR,
    SWIFT,
    TREASON,
    BarbarianState,
)
from bastide.kernel.bits import has
from bastide.kernel.state import State
from bastide.players.greedy.island.best import Best
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.module_bot import UNJUDGED, ModuleBot
from bastide.players.greedy.island.weights import POINT, RIVALS, WIN

HALF_PAIR: Final[i64] = 430
"""A prisoner without a second one, in thousandths of a point."""
GOLD_WORTH: Final[i64] = 65
"""A piece of gold."""
GOLD_MOST: Final[i64] = 8
"""How much gold is worth something: it is exchanged twice a turn."""
KNIGHT_WORTH: Final = vec[i64]([0, 430, 840, 1200, 1480, 1690, 1830])
"""So many knights on the board, while barbarians are there to be beaten."""
PREY: Final[i64] = 8
"""How many barbarians on the board make knights worth that much."""
RISK: Final = vec[i64]([3, 9, 30, 0])
"""By number of barbarians, the percentage of what is at stake that counts as lost."""
LOST_SHARE: Final[i64] = 75
"""The percentage of its points that a building that may be conquered can lose: it may be freed again."""
BARREN: Final[i64] = 55
"""The percentage of its pips that a hex that may be conquered can lose."""
CLOSE: Final[i64] = 24
"""A knight beside a hex with barbarians, for each of them."""
NEAR: Final[i64] = 5
"""A knight that can come to one in a turn, for each of them."""
GRAIN: Final[i64] = 130
"""The grain for a longer march."""
STEPS_WORTH: Final[i64] = 30
"""The least gain for which a knight marches."""


class BarbarianAttackBot(ModuleBot):
    """The scenario's part of the bot."""

    def __init__(self, r: Island) -> None:
        super().__init__(r)
        self.m: BarbarianState = r.module(BarbarianState)
        self.buy: i64 = r.verb_named("buy").offset
        self.share: i64 = RIVALS * POINT // (100 * (r.seats - 1)) if r.seats > 1 else 0

    # -- what things yield

    def demand(self, demand: vec[i64], supply: vec[i64]) -> None:
        """Cards bring knights: more of them are bought than in the base game."""
        for good in range(self.r.goods):
            demand[good] += 6 * self.r.costs[CARD * self.r.goods + good]

    def income(self, s: State, seat: i64, pips: vec[i64], income: vec[i64]) -> None:
        """Conquered hexes yield nothing for now."""
        r = self.r
        for hex_ in self.m.coast:
            good = r.terrain_good[hex_]
            if good < 0 or not self.m.conquered(s, hex_):
                continue
            for k in range(hex_ * 6, hex_ * 6 + 6):
                corner = r.board.hex_corners[k]
                if s.cells[r.owner + corner] == seat + 1:
                    income[good] -= BARREN * s.cells[r.level + corner] * pips[hex_]

    # -- positions

    def plans(self, look: Look) -> None:
        look.plans.add(self.card_worth(look), 0, CARD)

    def term(self) -> str:
        """What `worth` counts."""
        return "coast"

    def worth(self, look: Look) -> i64:
        """Knights, an odd prisoner and gold, less what may be conquered."""
        m = self.m
        s = look.s
        total = self.knights_worth(s, m.in_play(s, look.seat))
        total += HALF_PAIR * (s.cells[m.prisoners + look.seat] % PAIR)
        gold = s.cells[self.r.hand + look.seat * self.r.goods + m.gold]
        total += GOLD_WORTH * min(gold, GOLD_MOST)
        return total - self.danger(look)

    def knights_worth(self, s: State, count: i64) -> i64:
        """So many knights on the board: worth half of it where no barbarian is."""
        prey: i64 = 0
        for hex_ in self.m.coast:
            prey += s.cells[self.m.barbarians + hex_]
        return KNIGHT_WORTH[max(count, 0)] * (PREY + min(prey, PREY)) // (2 * PREY)

    def danger(self, look: Look) -> i64:
        """What the seat may lose on the coast: points of buildings that stand on one free hex, and yields."""
        total: i64 = 0
        for hex_ in self.m.coast:
            risk = RISK[look.s.cells[self.m.barbarians + hex_]]
            if risk > 0:
                total += risk * self.stake(look, hex_) // 100
        return total

    def stake(self, look: Look, hex_: i64) -> i64:
        """What a seat loses with a coastal hex."""
        m = self.m
        r = self.r
        c = look.s.cells
        total: i64 = 0
        for k in range(hex_ * 6, hex_ * 6 + 6):
            corner = r.board.hex_corners[k]
            if c[r.owner + corner] != look.seat + 1:
                continue
            level = c[r.level + corner]
            total += level * look.t.pips[hex_] * look.pip * BARREN // 100
            if self.hangs(look.s, corner, hex_):
                total += level * POINT * LOST_SHARE // 100
        if m.conquered(look.s, hex_):
            total += total // 4  # it is lost now
        return total

    def hangs(self, s: State, corner: i64, hex_: i64) -> bool:
        """Whether a building on a corner touches no other free land than a hex."""
        beside = self.r.board.corner_hexes
        for k in range(corner * 3, corner * 3 + 3):
            h = beside[k]
            if h != hex_ and 0 <= h < self.r.board.land and not self.m.conquered(s, h):
                return False
        return True

    # -- cards

    def card_worth(self, look: Look) -> i64:
        """The average of the cards in the pile."""
        m = self.m
        s = look.s
        total: i64 = 0
        count: i64 = 0
        fresh = m.cards_left(s) == 0
        here = m.in_play(s, look.seat)
        knight: i64 = 0
        if s.cells[m.ready + look.seat] > 0:
            knight = self.knights_worth(s, here + 1) - self.knights_worth(s, here)
        prisoner = HALF_PAIR if s.cells[m.prisoners + look.seat] % PAIR == 0 else POINT - HALF_PAIR
        for card in range(CARDS):
            n = m.card_counts[card] if fresh else s.cells[m.pile + card]
            count += n
            if card == TREASON:
                total += n * (2 * GOLD_WORTH + 90)
            elif card == INTRIGUE:
                total += n * (prisoner + 60)
            else:
                total += n * (knight + (60 if card == SWIFT else 0))
        return total // max(count, 1)

    # -- fights

    def fight(self, look: Look, s: State, hex_: i64) -> i64:
        """What the check of a hex brings the seat, as the knights stand."""
        m = self.m
        there = s.cells[m.barbarians + hex_]
        if there == 0 or m.knights_at(s, hex_) <= there:
            return 0
        n = self.r.seats
        sides: i64 = 0
        most: i64 = 0
        best: i64 = 0
        for who in range(n + 1):
            mine = engaged(m, s, hex_, who)
            if mine > 0:
                sides += 1
                if mine > most:
                    most = mine
                    best = 0
                if mine == most:
                    best += 1
        total: i64 = 0
        for who in range(n):
            mine = engaged(m, s, hex_, who)
            if mine == 0:
                continue
            # Thousandths of a prisoner, then of a point.
            if sides == 1:
                got = 1000 * there
            elif there < sides:
                got = 1000 * there // sides
            else:
                got = 1000 + (1000 * (there - sides) // best if mine == most else 0)
            value = got * POINT // (2 * 1000)
            if there < sides:
                value += (1000 - got) * CONSOLATION * GOLD_WORTH // 1000
            value -= mine * (KNIGHT_WORTH[1] - CONSOLATION * GOLD_WORTH) // 3 // 2
            total += value if who == look.seat else -value * self.share // POINT
        if there == FULL:
            total += self.stake(look, hex_) // 2
        else:
            total += RISK[there] * self.stake(look, hex_) // 100
        return total

    def coast_worth(self, look: Look, s: State) -> i64:
        """All fights together, and the knights that stand well for the next ones."""
        total: i64 = 0
        for hex_ in self.m.coast:
            total += self.fight(look, s, hex_)
        return total

    def post_worth(self, look: Look, s: State, edge: i64) -> i64:
        """How well a knight stands on a path: barbarians beside it, and within a march."""
        m = self.m
        board = self.r.board
        total: i64 = 0
        for k in range(2):
            hex_ = board.edge_hexes[2 * edge + k]
            if 0 <= hex_ < board.land:
                total += CLOSE * s.cells[m.barbarians + hex_]
                if m.coast_at[hex_] >= 0:
                    total += RISK[s.cells[m.barbarians + hex_]] * self.stake(look, hex_) // 400
        for hex_ in m.coast:
            there = s.cells[m.barbarians + hex_]
            if there == 0:
                continue
            for k in range(6):
                if self.within(edge, m.hex_edges[hex_ * 6 + k]):
                    total += NEAR * there
                    break
        return total

    def within(self, edge: i64, other: i64) -> bool:
        """Whether a march without grain leads from one path to another."""
        m = self.m
        if edge == other:
            return True
        for k in range(m.reach.first[edge], m.reach.until[edge]):
            if m.reach.near[k] == other:
                return True
        return False

    # -- decisions

    def judge(self, look: Look, hand: vec[i64], code: i64) -> i64:
        """A card costs its goods and brings the average of the pile."""
        if code != self.buy:
            return UNJUDGED
        after = hand[:]
        for good in range(self.r.goods):
            after[good] -= self.r.cost_of(CARD, good)
        return look.with_hand(after) + self.card_worth(look)

    def decide(self, look: Look, codes: vec[i64]) -> i64:
        m = self.m
        c = look.s.cells
        phase = c[look.s.top()]
        if phase == m.march_phase:
            return self.march(look, codes)
        if phase == m.halt_phase:
            return self.halt(look, codes)
        if phase == m.place_phase:
            return self.place(look, codes, m.place)
        if phase in (m.lift_phase, m.land_phase, m.capture_phase):
            return self.best_after(look, codes)
        return -1

    def march(self, look: Look, codes: vec[i64]) -> i64:
        """The knight whose march gains most, alone or as the first of several; the end of the march if none gains."""
        m = self.m
        best = Best(-1, -WIN * 10)
        free = False
        for code in codes:
            if code == m.no:
                free = True
                continue
            best.offer(code, self.best_halt(look, code - m.march).value)
        return m.no if free and best.value <= STEPS_WORTH else best.code

    def halt(self, look: Look, codes: vec[i64]) -> i64:
        """The best place for the knight that marches."""
        start = look.s.cells[look.s.top() + 2]
        to = self.best_halt(look, start).code
        for code in codes:
            if code == self.m.halt + to:
                return code
        return codes[0]

    def best_halt(self, look: Look, start: i64) -> Best:
        """The best path for a knight that sets out, and what it gains over staying."""
        m = self.m
        s = look.s
        c = s.cells
        whose = c[m.knight + start]
        own = whose == look.seat + 1
        friends = self.friends(look, start)
        stay = self.coast_worth(look, s)
        if own:
            stay += self.post_worth(look, s, start)
        best = Best(start, -WIN if has(c, m.entered, start) else 0)
        end = m.way_end(s, look.seat, start)
        for k in range(m.reach.first[start], end):
            edge = m.reach.near[k]
            if not m.may_halt(s, edge):
                continue
            c[m.knight + start] = 0
            c[m.knight + edge] = whose
            gain = self.coast_worth(look, s) - stay
            if own:
                gain += self.post_worth(look, s, edge) + self.together(look, s, edge, friends)
            c[m.knight + edge] = 0
            c[m.knight + start] = whose
            if k >= m.reach.until[start]:
                gain -= GRAIN
            best.offer(edge, gain)
        return best

    def friends(self, look: Look, start: i64) -> vec[i64]:
        """The paths of the seat's knights that have not marched, but for one."""
        m = self.m
        c = look.s.cells
        out: list[int] = []
        for edge in range(self.r.board.overland):
            if c[m.knight + edge] == look.seat + 1 and edge != start and not has(c, m.marched, edge):
                out.append(edge)
        return vec[i64](out)

    def together(self, look: Look, s: State, edge: i64, friends: vec[i64]) -> i64:
        """A part of the fight that this knight and others of the seat, which can still come, would win together."""
        m = self.m
        board = self.r.board
        best: i64 = 0
        for k in range(2):
            hex_ = board.edge_hexes[2 * edge + k]
            if hex_ < 0 or hex_ >= board.land or m.coast_at[hex_] < 0:
                continue
            there = s.cells[m.barbarians + hex_]
            missing = there + 1 - m.knights_at(s, hex_)
            if there == 0 or missing <= 0:
                continue
            free = 6 - m.knights_at(s, hex_)
            come: i64 = 0
            for i in range(len(friends)):
                if self.beside(friends[i], hex_):
                    continue
                for j in range(6):
                    if m.may_halt(s, m.hex_edges[hex_ * 6 + j]) and self.within(friends[i], m.hex_edges[hex_ * 6 + j]):
                        come += 1
                        break
            if min(come, free) >= missing:
                alone = there * POINT // 2 * 80 // 100 + RISK[there] * self.stake(look, hex_) // 100
                best = max(best, alone)
        return best

    def beside(self, edge: i64, hex_: i64) -> bool:
        """Whether a path lies at a hex."""
        return self.r.board.edge_hexes[2 * edge] == hex_ or self.r.board.edge_hexes[2 * edge + 1] == hex_

    def place(self, look: Look, codes: vec[i64], offset: i64) -> i64:
        """Where a knight comes: it fights this turn if it can march there or stands there."""
        m = self.m
        s = look.s
        best = Best(codes[0], -WIN)
        for code in codes:
            edge = code - offset
            s.cells[m.knight + edge] = look.seat + 1
            value = self.coast_worth(look, s) + self.post_worth(look, s, edge)
            s.cells[m.knight + edge] = 0
            best.offer(code, value)
        return best.code

    def best_after(self, look: Look, codes: vec[i64]) -> i64:
        """The barbarians to move or take: best for the seat, and not for the others."""
        best = Best(codes[0], -WIN * 10)
        for code in codes:
            later = look.s.copy()
            self.r.perform(later, look.seat, code)
            value = Look(look.t, later, look.seat, look.pip).value() + self.coast_worth(look, later)
            for other in range(self.r.seats):
                if other != look.seat:
                    value += self.danger_of(look, later, other) * self.share // POINT
            best.offer(code, value)
        return best.code

    def danger_of(self, look: Look, s: State, other: i64) -> i64:
        """What another seat may lose on the coast."""
        total: i64 = 0
        r = self.r
        for hex_ in self.m.coast:
            risk = RISK[s.cells[self.m.barbarians + hex_]]
            if risk == 0:
                continue
            for k in range(hex_ * 6, hex_ * 6 + 6):
                corner = r.board.hex_corners[k]
                if s.cells[r.owner + corner] == other + 1:
                    level = s.cells[r.level + corner]
                    total += risk * level * look.t.pips[hex_] * look.pip * BARREN // 10_000
                    if self.hangs(s, corner, hex_):
                        total += risk * level * POINT * LOST_SHARE // 10_000
        return total


BOT: Final = BarbarianAttackBot
