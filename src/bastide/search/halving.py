"""Rollouts of a policy after each of some actions, in the same worlds, by sequential halving.

Worlds are positions that the seat cannot tell from the true one (`resample`). In one world every action meets the same
hidden cards and the same outcomes of chance (`Streams`), so that a difference of values is one of the actions. The
budget is spent in rounds; after each, the worse half of the actions is left out (Karnin, Koren and Somekh, ICML 2013).
"""

from __future__ import annotations

from math import isqrt
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from bastide.kernel.bits import lowest
from bastide.kernel.chooser import Chooser, mixed
from bastide.kernel.playout import MOST_POINTS
from bastide.kernel.resample import resample
from bastide.kernel.rules import Rules
from bastide.kernel.state import OVER, State
from bastide.search.chance import Streams
from bastide.search.policy import WHOLE, Evaluation, Policy

LINE: Final[i64] = 16
"""How many actions of an action's first rollout are kept."""


@final
class Halving:
    """A search of one decision. Of action k and a seat: `sums[k * seats + seat]`, and so on.

    `visits[k]` rollouts; `sums` and `squares` of their values (millionths, and millionths of squares), `points` where
    they end with their `point_squares`, `ranks` there (0 the best; who ties shares the better) with theirs, `wins` of
    games that ended. `lines[k * LINE + i]` are the codes of the first rollout, -1 after its end.
    `terms[k * n_terms + i]` sum the terms of the evaluation for the searching seat, if asked to `explain`.
    """

    def __init__(
        self,
        rules: Rules,
        state: State,
        seat: i64,
        codes: vec[i64],
        policy: Policy,
        evaluation: Evaluation,
        turns: i64,
        limit: i64,
        seed: int,
        explain: bool,
    ) -> None:
        self.rules: Rules = rules
        self.state: State = state
        self.seat: i64 = seat
        self.codes: vec[i64] = codes
        self.policy: Policy = policy
        self.evaluation: Evaluation = evaluation
        self.limit: i64 = limit
        self.stop: i64 = evaluation.clock(state) + turns
        count: i64 = len(codes)
        seats = rules.seats
        self.visits: vec[i64] = vec[i64]([0] * count)
        self.sums: vec[i64] = vec[i64]([0] * (count * seats))
        self.squares: vec[i64] = vec[i64]([0] * (count * seats))
        self.points: vec[i64] = vec[i64]([0] * (count * seats))
        self.point_squares: vec[i64] = vec[i64]([0] * (count * seats))
        self.ranks: vec[i64] = vec[i64]([0] * (count * seats))
        self.rank_squares: vec[i64] = vec[i64]([0] * (count * seats))
        self.wins: vec[i64] = vec[i64]([0] * (count * seats))
        self.lines: vec[i64] = vec[i64]([-1] * (count * LINE))
        self.steps: i64 = 0
        self.n_terms: i64 = len(evaluation.terms) if explain else 0
        self.terms: vec[i64] = vec[i64]([0] * (count * self.n_terms))
        self._seed = mixed(seed)
        self._seen: list[vec[i64]] = [vec[i64]() for _ in range(count)]
        self._worlds: list[State] = []
        self._numbers: list[Chooser] = []
        self._chooser = Chooser(0)
        self._streams = Streams(rules)
        self._values: vec[i64] = vec[i64]([0] * seats)
        self._scores: vec[i64] = vec[i64]([0] * seats)
        self._parts: vec[i64] = vec[i64]([0] * self.n_terms)

    def run(self, budget: i64) -> i64:
        """Spend about that many rollouts, at least one an action; returns the index of the best action."""
        alive = vec[i64](list(range(len(self.codes))))
        rounds: i64 = 0
        n: i64 = len(alive)
        while n > 1:
            n = (n + 1) // 2
            rounds += 1
        while True:
            count: i64 = len(alive)
            each = budget // (max(rounds, 1) * count)
            first = self.visits[alive[0]]
            for world in range(first, first + max(each, 1)):
                for k in alive:
                    self.roll(k, world)
            alive = self.sorted(alive)
            if count <= 2:
                return alive[0]
            alive = self.halved(alive)

    def halved(self, alive: vec[i64]) -> vec[i64]:
        """The better half of sorted actions, and the policy's own choice: whether to depart from it is the question."""
        out = alive[: (len(alive) + 1) // 2]
        for k in out:
            if k == 0:
                return out
        out[len(out) - 1] = 0
        return out

    def lead(self, k: i64, errors: i64) -> i64:
        """By how much an action is better than the policy's own choice in the worlds that both were played in.

        In millionths; so many hundredths of its standard error are taken off. One world alone is no evidence then.
        """
        mine = self._seen[k]
        own = self._seen[0]
        n: i64 = min(len(mine), len(own))
        total: i64 = 0
        for world in range(n):
            total += mine[world] - own[world]
        mean = total // max(n, 1)
        if errors == 0:
            return mean
        if n < 2:
            return min(mean, 0)
        squares: i64 = 0
        for world in range(n):
            apart = mine[world] - own[world] - mean
            squares += apart * apart
        error: i64 = isqrt(squares // (n - 1) // n)
        return mean - errors * error // 100

    def sorted(self, alive: vec[i64]) -> vec[i64]:
        """These actions, best first; of equal ones, the one that the policy ranks higher."""
        out = alive[:]
        for i in range(1, len(out)):
            k = out[i]
            j = i
            while j > 0 and self.mean(k) > self.mean(out[j - 1]):
                out[j] = out[j - 1]
                j -= 1
            out[j] = k
        return out

    def mean(self, k: i64) -> i64:
        """The mean value of an action to the searching seat, in millionths."""
        return self.sums[k * self.rules.seats + self.seat] // max(self.visits[k], 1)

    def roll(self, k: i64, world: i64) -> None:
        """One rollout of an action in a world, counted."""
        rules = self.rules
        seats = rules.seats
        while len(self._worlds) <= world:
            self._open()
        s = self._worlds[world].copy()
        numbers = self._numbers[world]
        streams = self._streams
        streams.begin(numbers.a, numbers.b)
        chooser = self._chooser
        chooser.a = numbers.b
        chooser.b = numbers.a
        c = s.cells
        phases = rules.phases
        verb_of = rules.verb_of
        policy = self.policy
        evaluation = self.evaluation
        first = self.visits[k] == 0
        seat = self.seat
        code = self.codes[k]
        steps: i64 = 0
        while True:
            if first and steps < LINE:
                self.lines[k * LINE + steps] = code
            verb = verb_of[code]
            verb.apply(s, seat, code - verb.offset)
            steps += 1
            if c[OVER] != 0 or steps >= self.limit or evaluation.clock(s) >= self.stop:
                break
            phase = phases[c[s.top()]]
            mask = phase.actors(s)
            if mask == 0:
                seat = -1
                code = streams.sample(phase, s)
            else:
                seat = lowest(mask)
                code = policy.choose(s, seat, chooser)
        self.steps += steps
        self.visits[k] += 1
        values = self._values
        evaluation.values(s, values)
        self._seen[k] = append(self._seen[k], values[self.seat])
        for other in range(seats):
            at = k * seats + other
            self.sums[at] += values[other]
            self.squares[at] += values[other] * values[other] // WHOLE
            points = rules.total_points(s, other)
            self.points[at] += points
            self.point_squares[at] += points * points
            if c[OVER] != 0 and (rules.winners(s) >> other) & 1:
                self.wins[at] += 1
                points = MOST_POINTS
            self._scores[other] = points
        self._rank(k * seats)
        if self.n_terms > 0:
            evaluation.explain(s, self.seat, self._parts)
            for i in range(self.n_terms):
                self.terms[k * self.n_terms + i] += self._parts[i]

    def _rank(self, at: i64) -> None:
        """Count the ranks of the seats by their scores."""
        scores = self._scores
        seats = self.rules.seats
        for seat in range(seats):
            rank: i64 = 0
            for other in range(seats):
                if scores[other] > scores[seat]:
                    rank += 1
            self.ranks[at + seat] += rank
            self.rank_squares[at + seat] += rank * rank

    def _open(self) -> None:
        """Deal the next world."""
        seed = self._seed + len(self._worlds)
        self._worlds.append(resample(self.rules, self.state, self.seat, seed))
        # Not the numbers by which the cards were dealt: dice must not follow from hands.
        self._numbers.append(Chooser(mixed(seed)))
