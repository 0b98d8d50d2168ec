"""How the greedy bot plays the Great Wall: when it raises its wall, what its knights do, where the pirate goes.

Everything that it looks at is open: levels, riders, penalties and passes. For each section it counts how likely it is
that so many riders come within the next rolls, and so how often the section will be passed. A pass costs its owner a
point and whoever has buildings behind it their yields, and brings all nearer to losing together.
"""

from __future__ import annotations

from math import comb
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import CARD, KNIGHT, Island, open_points
from bastide.expansions.island.great_wall.rules.board import TOP
from bastide.expansions.island.great_wall.rules.knight import FREE, RIDE, SAIL
from bastide.expansions.island.great_wall.rules.state import FULL, GreatWallState
from bastide.kernel.state import BITS, OVER, State
from bastide.players.greedy.island.best import Best
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.module_bot import UNJUDGED, ModuleBot
from bastide.players.greedy.island.robber import rivalry, steal_gain
from bastide.players.greedy.island.tables import ways
from bastide.players.greedy.island.turn import after_buying
from bastide.players.greedy.island.weights import KNIGHT_HELD

AHEAD: Final = 16
"""How many rolls it looks ahead."""
MOST: Final[i64] = 8
"""How many riders it expects at most before a section."""
SURE: Final[i64] = 1000
"""The chance of a rider that surely comes, and a whole pass."""
ALL: Final[i64] = 1_000_000
"""The chances of all numbers of riders together: finer, as they are multiplied often."""
NEW: Final[i64] = 3
"""How many riders will be drawn in that time, and how likely such a one still rides, in percent of one that waits."""
NEW_LATE: Final = 50
PENALTY: Final[i64] = 1_050
"""A pass of the own section: a point that is lost for good, and a level."""
LOSS: Final = vec[i64]([0, 1600, 500, 200, 80, 40, 20, 0])
"""A pass of any section by the number of passes that are left until all have lost, the next one included."""
RIVAL: Final[i64] = 60
LEADER: Final[i64] = 240
"""The gain when a rival's section is passed, and when the leader's is."""
STILL: Final = vec[i64]([100, 35, 15])
"""The percentage of its yield that counts of a hex with so many riders: they may be driven off."""
BEHIND: Final[i64] = 60
"""The percentage of a yield that counts as lost where riders would come next."""
LEVELS: Final[i64] = 3
"""How many levels are built in a game."""
RETURNED: Final[i64] = 25
"""The gain when a knight has driven a rider off, which goes back into the bag."""
HARBOR_SHUT: Final[i64] = 60
"""A harbour that the pirate closes, for each building at it."""
NEVER_SO_BAD: Final[i64] = -1_000_000
"""Less than any gain."""
KNIGHT_MORE: Final[i64] = 40
"""The percentage of what a knight could do now that one counts who is yet to be drawn."""


class GreatWallBot(ModuleBot):
    """The scenario's part of the bot."""

    def __init__(self, r: Island) -> None:
        super().__init__(r)
        m: GreatWallState = r.module(GreatWallState)
        self.m: GreatWallState = m
        self.knight: i64 = r.verb_named("knight").offset
        self.buy: i64 = r.verb_named("buy").offset
        arrows = len(m.arrow_number)
        out = [0] * int(m.numerals)
        for k in range(arrows):
            out[int(m.arrow_from[k])] += int(ways(m.arrow_number[k]))
        comes = [0] * (arrows * int(MOST + 1))
        for k in range(arrows):
            pips = out[int(m.arrow_from[k])]
            for waiting in range(1, int(MOST) + 1):
                share = ridden(waiting, pips) * int(ways(m.arrow_number[k])) / pips
                comes[k * int(MOST + 1) + waiting] = round(share * 1000)
        # By arrow and number of riders that wait, the chance that one of them comes along it, in thousandths.
        self.comes: vec[i64] = vec[i64](comes)
        passes = [passed(level, before, more) for level in range(6) for before in range(6) for more in range(9)]
        # By level, riders before the section and riders that come: how often it is passed.
        self.passes: vec[i64] = vec[i64](passes)

    # -- what things yield

    def demand(self, demand: vec[i64], supply: vec[i64]) -> None:
        """The levels of the wall."""
        for level in range(LEVELS):
            for good in range(self.r.goods):
                demand[good] += self.m.prices[level * self.r.goods + good]

    def income(self, s: State, seat: i64, pips: vec[i64], income: vec[i64]) -> None:
        """Occupied hexes yield little."""
        r = self.r
        for hex_ in self.m.line:
            lost = 100 - STILL[self.m.riders(s, self.m.behind, hex_)]
            if lost > 0 and r.terrain_good[hex_] >= 0:
                income[r.terrain_good[hex_]] -= lost * self.levels_at(s, seat, hex_) * pips[hex_]

    def levels_at(self, s: State, seat: i64, hex_: i64) -> i64:
        """The levels of a seat's buildings at a hex."""
        r = self.r
        total: i64 = 0
        for k in range(hex_ * 6, hex_ * 6 + 6):
            corner = r.board.hex_corners[k]
            if s.cells[r.owner + corner] == seat + 1:
                total += s.cells[r.level + corner]
        return total

    def pip_at(self, look: Look, hex_: i64) -> i64:
        """What a hex is worth to a settlement, in hundredths of the bot's unit."""
        good = self.r.terrain_good[hex_]
        if good < 0:
            return 0
        return look.t.pips[hex_] * look.t.worth[good] * look.pip

    # -- positions

    def plans(self, look: Look) -> None:
        """The next level of the wall, and a card where a knight is needed."""
        m = self.m
        section = m.section_of(look.s, look.seat)
        if section >= 0:
            level = look.s.cells[m.level + section]
            if level < TOP:
                chances = self.chances(look.s, section)
                fewer = self.expected(look.s, section, level, chances)
                fewer -= self.expected(look.s, section, level + 1, chances)
                gain = fewer * self.cost(look, section) // SURE
                if gain > 0:
                    at = level * self.r.goods
                    look.plans.add_cards(gain, m.prices[at : at + self.r.goods])
        more = self.knight_more(look)
        if more > 0 and self.r.cards_for_sale(look.s, look.seat) > 0:
            look.plans.add(look.draw_worth() + more, 0, CARD)

    def corner_gain(self, look: Look, corner: i64, more: i64) -> i64:
        """Buildings beside occupied hexes yield less."""
        total: i64 = 0
        for k in range(corner * 3, corner * 3 + 3):
            hex_ = self.r.board.corner_hexes[k]
            if 0 <= hex_ < self.r.board.land:
                lost = 100 - STILL[self.m.riders(look.s, self.m.behind, hex_)]
                if lost > 0:
                    total -= more * lost * self.pip_at(look, hex_) // 10_000
        return total

    def term(self) -> str:
        """What `worth` counts."""
        return "passes"

    def worth(self, look: Look) -> i64:
        """The passes that are to be expected count against a position."""
        return -self.danger(look, look.s)

    # -- passes

    def chances(self, s: State, section: i64) -> vec[i64]:
        """How likely it is, in millionths, that 0, 1, 2 ... riders come before a section in the next rolls."""
        m = self.m
        out = vec[i64]([0] * (MOST + 1))
        out[0] = ALL
        bag: i64 = 0
        for numeral in range(m.numerals):
            bag += s.cells[m.bag + numeral]
        rider_is_due = s.cells[s.top()] == m.rider_phase
        for k in range(len(m.arrow_number)):
            if m.arrow_to[k] != section:
                continue
            at = k * (MOST + 1)
            waiting = min(m.riders(s, m.gathered, m.arrow_from[k]), MOST)
            for _rider in range(waiting):
                one_more(out, self.comes[at + waiting])
            if bag > 0:
                comes = self.comes[at + 1] * s.cells[m.bag + m.arrow_from[k]] // bag
                if rider_is_due:
                    one_more(out, comes)
                for _rider in range(NEW):
                    one_more(out, comes * NEW_LATE // 100)
        return out

    def expected(self, s: State, section: i64, level: i64, chances: vec[i64]) -> i64:
        """How often a section of that level will be passed, in thousandths."""
        if level == TOP:
            return 0
        total: i64 = 0
        at = (level * 6 + self.m.riders(s, self.m.fighting, section)) * (MOST + 1)
        for k in range(MOST + 1):
            total += chances[k] * self.passes[at + k]
        return total * SURE // ALL

    def cost(self, look: Look, section: i64) -> i64:
        """The cost to a seat when a section is passed; below 0 if it gains."""
        m = self.m
        s = look.s
        left = min(m.most_passes - s.cells[m.passes], len(LOSS) - 1)
        total = LOSS[max(left, 0)]
        owner = m.owner_of(s, section)
        if owner == look.seat:
            total += PENALTY
        elif owner >= 0:
            total -= LEADER if open_points(self.r, s, owner) == look.rival else RIVAL
        come = s.cells[m.level + section] + 1
        for k in range(m.line_from[section], m.line_from[section + 1]):
            if come > 0 and m.lowest(s, m.behind, m.line[k]) < 0:
                come -= 1
                mine = self.levels_at(s, look.seat, m.line[k])
                if mine > 0:
                    total += mine * self.pip_at(look, m.line[k]) * BEHIND // 10_000
        return total

    def danger(self, look: Look, s: State) -> i64:
        """The cost to a seat of the passes to expect in a position."""
        m = self.m
        total: i64 = 0
        for section in range(m.sections):
            level = s.cells[m.level + section]
            if level < TOP:
                passes = self.expected(s, section, level, self.chances(s, section))
                if passes > 0:
                    total += passes * self.cost(look, section) // SURE
        return total

    # -- knights and the pirate

    def best_free(self, look: Look) -> Best:
        """The rider behind the wall that harms the seat most."""
        m = self.m
        best = Best(-1, 0)
        for hex_ in m.line:
            count = m.riders(look.s, m.behind, hex_)
            if count > 0:
                mine = self.levels_at(look.s, look.seat, hex_)
                again = (STILL[count - 1] - STILL[count]) * mine * self.pip_at(look, hex_) // 10_000
                best.offer(m.free + hex_, again - RETURNED)
        return best

    def best_ride(self, look: Look, start: i64) -> Best:
        """The rider to lead away, or where to: from that territory, from any if it is -1."""
        m = self.m
        now = self.danger(look, look.s)
        best = Best(-1, 0)
        if start >= 0:
            best.value = NEVER_SO_BAD
        for one in range(m.numerals):
            if (start >= 0 and one != start) or m.lowest(look.s, m.gathered, one) < 0:
                continue
            for other in range(m.numerals):
                if other == one:
                    continue
                later = look.s.copy()
                m.move_rider(later, m.gathered, one, m.gathered, other)
                best.offer(m.ride + one if start < 0 else m.lead + other, now - self.danger(look, later))
        return best

    def best_sail(self, look: Look) -> Best:
        """The hex of sea where the pirate harms rivals and not the seat, with the card that it takes."""
        m = self.m
        r = self.r
        harm = rivalry(r, look.s, look.seat)
        theft: i64 = 0
        for other in range(r.seats):
            if other != look.seat:
                theft = max(theft, steal_gain(r, look.s, other, harm))
        now = look.s.cells[m.pirate]
        best = Best(-1, NEVER_SO_BAD)
        for hex_ in range(r.board.land, r.board.hexes):
            if m.sea[hex_] != 0 and hex_ != now:
                best.offer(m.sail + hex_, theft + self.shuts(look, hex_, harm) - self.shuts(look, now, harm))
        return best

    def shuts(self, look: Look, hex_: i64, harm: vec[i64]) -> i64:
        """The worth of a closed harbour: good if rivals use it, bad if the seat does."""
        r = self.r
        total: i64 = 0
        for corner in r.board.harbors:
            if self.m.harbor_hex[corner] == hex_:
                owner = look.s.cells[r.owner + corner] - 1
                if owner == look.seat:
                    total -= 3 * HARBOR_SHUT
                elif owner >= 0:
                    total += HARBOR_SHUT * harm[owner] // 100
        return total

    def knight_gain(self, look: Look) -> i64:
        """The gain of a knight's card now: its best two actions."""
        least: i64 = -NEVER_SO_BAD
        total: i64 = 0
        for act in (self.best_free(look), self.best_ride(look, -1), self.best_sail(look)):
            gain = max(act.value, 0)
            total += gain
            least = min(least, gain)
        return total - least

    def knight_more(self, look: Look) -> i64:
        """The worth of a bought card beyond the base's, because a knight could free an own hex."""
        c = look.s.cells
        r = self.r
        gain = self.best_free(look).value
        if gain <= 0 or c[r.cards + look.seat * r.kinds + KNIGHT] + c[r.fresh + look.seat * r.kinds + KNIGHT] > 0:
            return 0
        deck: i64 = 0
        for kind in range(r.kinds):
            deck += r.deck_stock[kind]
        return gain * KNIGHT_MORE * r.deck_stock[KNIGHT] // (100 * max(deck, 1))

    # -- decisions

    def before_roll(self, look: Look, codes: vec[i64]) -> i64:
        """A knight who is worth it, and who frees an own hex or leads a rider away before the roll."""
        for code in codes:
            if code == self.knight and self.best_free(look).value + self.best_ride(look, -1).value > KNIGHT_HELD // 2:
                if self.judge(look, look.hand(), code) > look.value():
                    return code
        return -1

    def judge(self, look: Look, hand: vec[i64], code: i64) -> i64:
        """A knight's card by what it can do; a card from the deck by the knight that it may be."""
        if code == self.buy:
            more = self.knight_more(look)
            return after_buying(look, hand) + more if more > 0 else UNJUDGED
        if code != self.knight:
            return UNJUDGED
        later = look.s.copy()
        self.r.perform(later, look.seat, code)
        value = Look(look.t, later, look.seat, look.pip).value()
        if later.cells[OVER] == 0:
            value += self.knight_gain(look)
        return value

    def decide(self, look: Look, codes: vec[i64]) -> i64:
        """The next action of a knight, and the pirate's hex."""
        m = self.m
        c = look.s.cells
        top = look.s.top()
        if c[top] == m.pirate_phase:
            return self.best_sail(look).code
        if c[top] != m.knight_phase:
            return -1
        if c[top + 3] != 0:
            return self.best_ride(look, c[top + 3] - 1).code
        best = Best(m.no, 0)
        done = c[top + 2]
        if not done & BITS[FREE]:
            best.take(self.best_free(look))
        if not done & BITS[RIDE]:
            best.take(self.best_ride(look, -1))
        if not done & BITS[SAIL]:
            best.take(self.best_sail(look))
        return best.code


def one_more(chances: vec[i64], comes: i64) -> None:
    """Change the chances of numbers of riders by one who comes with that chance."""
    for k in range(MOST, 0, -1):
        stays = SURE if k == MOST else SURE - comes
        chances[k] = (chances[k] * stays + chances[k - 1] * comes) // SURE
    chances[0] = chances[0] * (SURE - comes) // SURE


def ridden(waiting: int, pips: int) -> float:
    """Which part of so many riders leaves a territory in the next rolls, if its arrows have so many pips."""
    p = pips / 36
    rolled = [comb(AHEAD, k) * p**k * (1 - p) ** (AHEAD - k) for k in range(AHEAD + 1)]
    return sum(min(waiting, k) * chance for k, chance in enumerate(rolled)) / waiting


def passed(level: int, before: int, more: int) -> int:
    """How often a section is passed if so many riders come to those before it."""
    count = 0
    for _rider in range(more):
        if before == FULL:
            break
        before += 1
        if before > level:
            count += 1
            before = 0
            level = max(level - 1, 0)
    return count


BOT: Final = GreatWallBot
