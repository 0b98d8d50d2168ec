"""The greedy bot: evaluates the position after each action and takes the best."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.kernel.errors import ConfigError, IllegalAction
from bastide.kernel.rules import Rules
from bastide.kernel.state import State
from bastide.players.bot import Bot
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.module_bots import bots_of
from bastide.players.greedy.island.robber import choose_hex, choose_victim
from bastide.players.greedy.island.setup import choose_setup
from bastide.players.greedy.island.tables import Tables
from bastide.players.greedy.island.trade import (
    Deal,
    answer_offer,
    best_counter,
    best_offer,
    next_step,
    others_hold,
    take_answer,
)
from bastide.players.greedy.island.turn import before_roll, best_after, best_pair, choose_discard, in_turn
from bastide.players.greedy.island.weights import COOLING, OFFER_GAIN


class IslandBot(Bot):
    """Judges the position after each legal action and takes the best.

    It remembers which offers it has made lately, so as not to repeat one. Asked twice about the same position it
    answers the same; the random source is not used.
    """

    def __init__(self, seed: int | None) -> None:
        super().__init__(seed)
        self._tables: Tables | None = None
        self._rules: Rules | None = None  # those of the game in which the offers were made
        self._sent: dict[int, list[Sent]] = {}

    def __getstate__(self) -> dict[str, Any]:
        # A copy makes tables of its own, since they hold what changes with the position.
        return {**vars(self), "_tables": None}

    def act(self, rules: Rules, state: State, seat: int, rng: random.Random) -> i64:
        """One legal action code."""
        codes = rules.legal(state, seat)
        if len(codes) == 0:
            raise IllegalAction(f"seat {seat} has nothing to decide now", "BASE-016")
        if len(codes) == 1:
            return codes[0]
        t = self.tables(rules, state)
        r = t.r
        c = state.cells
        phase = c[state.top()]
        if phase == r.setup_phase:
            return choose_setup(t, state, seat, codes)
        if phase == r.robber_phase:
            return choose_hex(t, state, seat, codes)
        if phase == r.rob_phase:
            return choose_victim(t, state, seat, codes)
        look = Look(t, state, seat)
        if phase == r.roads_phase:
            return best_after(t, state, seat, codes, look.pip)
        if phase == r.roll_phase:
            return before_roll(look, codes)
        if phase == r.main_phase:
            return self._turn(look, codes)
        if phase == r.discard_phase:
            return choose_discard(look, codes)
        if phase == r.take_phase:
            return best_pair(look, look.hand(), c[state.top() + 2]).code
        if phase == r.draft_phase:
            return self._draft(look, codes)
        if phase == r.answer_phase:
            if seat == c[state.top() + 1]:
                return take_answer(look, codes)
            return answer_offer(look, codes)
        for module in t.modules:
            code = module.decide(look, codes)
            if code >= 0:
                return code
        return codes[rng.randrange(len(codes))]

    def tables(self, rules: Rules, state: State) -> Tables:
        """The tables of a configured game, kept while the game is the same."""
        known = self._tables
        if known is None or known.r is not rules:
            if not isinstance(rules, Island):
                raise ConfigError("this bot plays the island only")
            known = self._tables = Tables(rules, bots_of(rules))
        if self._rules is not rules:
            self._rules, self._sent = rules, {}
        if rules.numbers_move:
            known.follow(state)
        return known

    def _turn(self, look: Look, codes: vec[i64]) -> i64:
        t = look.t
        best = in_turn(look, codes)
        if t.offer in list(codes):
            deal = best_offer(look, self._tried(look))
            if deal.gain >= OFFER_GAIN and look.value() + deal.gain > best.value:
                self._remember(look, deal)
                return t.offer
        return best.code

    def _draft(self, look: Look, codes: vec[i64]) -> i64:
        s = look.s
        if s.cells[s.top() + 2] != 0:
            deal = best_counter(look, s.cells[look.r.on_turn])
        else:
            deal = best_offer(look, self._tried(look))
        return next_step(look.t, s, look.seat, deal, codes)

    def _now(self, look: Look) -> tuple[int, int]:
        c = look.s.cells
        return int(c[look.r.turn]), int(c[look.r.offers])

    def _earlier(self, look: Look) -> list[Sent]:
        """The offers made before this moment."""
        turn, left = self._now(look)
        return [e for e in self._sent.get(int(look.seat), []) if e.turn < turn or (e.turn == turn and e.left > left)]

    def _tried(self, look: Look) -> list[i64]:
        """The offers not to be repeated: made lately, or when the others held as many of the wanted good as now."""
        turn, _ = self._now(look)
        return [
            i64(e.key)
            for e in self._earlier(look)
            if turn - e.turn < COOLING or others_hold(look.r, look.s, look.seat, e.want) <= e.held
        ]

    def _remember(self, look: Look, deal: Deal) -> None:
        want = next(g for g in range(int(look.t.goods)) if deal.wants[g])
        held = int(others_hold(look.r, look.s, look.seat, want))
        self._sent[int(look.seat)] = [*self._earlier(look), Sent(*self._now(look), int(deal.key), want, held)]


class Sent(NamedTuple):
    """An offer made: when, with so many offers left; the exchange; the wanted good, and how many the others held."""

    turn: int
    left: int
    key: int
    want: int
    held: int
