"""The bot's decisions required by cards, knights and the barbarians."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bastide.expansions.island.cities_knights.bot.hand import draw_worth, held, without
from bastide.expansions.island.cities_knights.bot.war import War
from bastide.expansions.island.cities_knights.rules.state import KnightsState
from bastide.kernel.state import OVER, State
from bastide.players.greedy.island.best import Best
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.turn import after_action, best_after
from bastide.players.greedy.island.weights import WIN


class Answers:
    """The answers in the phases of the module."""

    def __init__(self, m: KnightsState, war: War) -> None:
        r = m.r
        self.m = m
        self.war = war
        self.passing: i64 = r.verb_named("pass").offset
        self.take: i64 = r.verb_named("take").offset
        self.give_back: i64 = r.verb_named("return").offset
        self.draw_from: i64 = r.verb_named("draw-from").offset
        self.pay: i64 = r.verb_named("pay").offset
        self.seize: i64 = r.verb_named("seize").offset
        self.spy: i64 = r.verb_named("spy").offset

    def decide(self, look: Look, codes: vec[i64]) -> i64:
        """The answer in a phase of the module; -1 if it is none of its phases."""
        m = self.m
        s = look.s
        phase = s.cells[s.top()]
        if self.by_sight(phase):
            return best_after(look.t, s, look.seat, codes, look.pip)
        if phase == m.aqueduct_phase:
            return self._best_good(look, codes, self.take)
        if phase == m.seize_phase:
            return self._best_good(look, codes, self.seize)
        if phase == m.reply_phase:
            return self._payment(look, codes)
        if phase == m.surplus_phase:
            return self._fifth(look, codes)
        if phase == m.spy_phase:
            return self._spied(look, codes)
        if phase == m.choose_phase:
            return self._pile(look, codes)
        if phase == m.muster_phase:
            return codes[0] if self.war.joins(look) else self.passing
        return -1

    def by_sight(self, phase: i64) -> bool:
        """Whether all consequences of the answers in a phase are public."""
        m = self.m
        return (
            phase == m.metropolis_phase
            or phase == m.fall_phase
            or phase == m.displaced_phase
            or phase == m.smith_phase
            or phase == m.rebuild_phase
            or phase == m.treason_phase
            or phase == m.enlist_phase
        )

    def play_on(self, look: Look, s: State) -> i64:
        """The value of a position after the seat's own follow-up decisions; changes `s`."""
        m = self.m
        seat = look.seat
        while s.cells[OVER] == 0:
            top = s.top()
            phase = s.cells[top]
            if s.cells[top + 1] != seat or not (self.by_sight(phase) or phase == m.r.roads_phase):
                break
            m.r.perform(s, seat, best_after(look.t, s, seat, m.r.legal(s, seat), look.pip))
        return Look(look.t, s, seat, look.pip).value()

    def _best_good(self, look: Look, codes: vec[i64], first: i64) -> i64:
        """The most useful card."""
        hand = look.hand()
        best = Best(codes[0], -WIN)
        for code in codes:
            g = code - first
            if code == self.passing or g < 0 or g >= look.t.goods:
                continue
            hand[g] += 1
            best.offer(code, look.with_hand(hand))
            hand[g] -= 1
        return best.code

    def _payment(self, look: Look, codes: vec[i64]) -> i64:
        """The least valuable commodity."""
        hand = look.hand()
        hand[look.s.cells[look.s.top() + 3]] += 1
        best = Best(codes[0], -WIN)
        for code in codes:
            hand[code - self.pay] -= 1
            best.offer(code, look.with_hand(hand))
            hand[code - self.pay] += 1
        return best.code

    def _fifth(self, look: Look, codes: vec[i64]) -> i64:
        """The best card to play, or the least valuable card to return."""
        m = self.m
        hand = look.hand()
        best = Best(codes[0], -WIN)
        for code in codes:
            if self.give_back <= code < self.give_back + m.kinds:
                value = look.value() - without(m, look, code - self.give_back)
            else:
                value = after_action(look, hand, code)
            best.offer(code, value)
        return best.code

    def _spied(self, look: Look, codes: vec[i64]) -> i64:
        """The most valuable card."""
        best = codes[0]
        for code in codes:
            if held(look, code - self.spy) > held(look, best - self.spy):
                best = code
        return best

    def _pile(self, look: Look, codes: vec[i64]) -> i64:
        """The pile with the most valuable cards on average."""
        best = Best(codes[0], -1)
        for code in codes:
            if code != self.passing:
                best.offer(code, draw_worth(self.m, look, code - self.draw_from))
        return best.code
