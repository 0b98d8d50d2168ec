"""A search tree over the decisions of all seats and the outcomes of chance, kept in rows of integers.

A simulation begins in one of several worlds, positions that the seat cannot tell from the true one (`resample`). It
descends by the upper confidence bound (Kocsis and Szepesvári, 2006), each seat for its own value, and adds the outcomes
of chance as they are drawn. From a new node the policy plays on, and the evaluation tells what every seat has there.
The policy orders the actions of a node; the more often the node is visited, the more of them are tried (progressive
widening). The n-th simulations of all candidates meet the same world and the same chance.

All arithmetic is in integers, so interpreted and compiled agree to the bit.
"""

from __future__ import annotations

from math import isqrt, sqrt
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from bastide.kernel.bits import lowest
from bastide.kernel.chooser import Chooser, mixed
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction
from bastide.kernel.resample import resample
from bastide.kernel.rules import Rules
from bastide.kernel.state import OVER, State
from bastide.search.found import MOST, Candidate, Found, checked
from bastide.search.policy import WHOLE, Evaluation, Policy, check_question

PARTS: Final[i64] = 64
"""The table of logarithms has so many steps to a doubling."""
ROOTS: Final = vec[i64]([isqrt(693_147 * k // int(PARTS)) for k in range(40 * int(PARTS))])
"""The root of the natural logarithm of 2 ** (k / PARTS), in thousandths."""
TABLE: Final[i64] = 4096
INVERSES: Final = vec[i64]([0] + [isqrt(10**12 // n) for n in range(1, int(TABLE))])
"""One by the root of n, in millionths."""
FURTHER: Final[i64] = 100
"""A playout that waits for chance at its end waits for at most so many actions."""


def root_of_log(n: i64) -> i64:
    """The root of the natural logarithm of n, in thousandths, but for a few percent."""
    doublings: i64 = 0
    power: i64 = 1
    while power * 2 <= n:
        power *= 2
        doublings += 1
    return ROOTS[doublings * PARTS + (n - power) * PARTS // power]


def inverse_root(n: i64) -> i64:
    """One by the root of n, in millionths."""
    halvings: i64 = 0
    while n >= TABLE:
        n = n // 4
        halvings += 1
    return INVERSES[n] >> halvings


@final
class Tree:
    """Node 0 is the decision that is searched. `sums[node * seats + seat]` adds up values.

    If asked to `explain`, `terms[k * n_terms + i]` sums the terms of the evaluation for the searching seat, of the k-th
    child of node 0.
    """

    def __init__(
        self,
        rules: Rules,
        worlds: list[State],
        seat: i64,
        policy: Policy,
        evaluation: Evaluation,
        width: i64,
        widen: i64,
        grow: i64,
        limit: i64,
        explore: i64,
        explain: bool,
    ) -> None:
        self.rules: Rules = rules
        self.worlds = worlds
        self.count: i64 = len(worlds)
        self.several: bool = self.count > 1
        self.seat: i64 = seat
        self.policy: Policy = policy
        self.evaluation: Evaluation = evaluation
        self.width: i64 = width
        self.widen: i64 = widen
        self.grow: i64 = grow
        self.limit: i64 = limit
        self.explore: i64 = explore
        self.seats: i64 = rules.seats
        self.code: vec[i64] = vec[i64]()
        self.first: vec[i64] = vec[i64]()
        self.last: vec[i64] = vec[i64]()
        self.next: vec[i64] = vec[i64]()
        self.visits: vec[i64] = vec[i64]()
        self.squares: vec[i64] = vec[i64]()
        self.sums: vec[i64] = vec[i64]()
        self._values: vec[i64] = vec[i64]([0] * rules.seats)
        self.steps: i64 = 0
        self.n_terms: i64 = len(evaluation.terms) if explain else 0
        self.terms: vec[i64] = vec[i64]()
        self._parts: vec[i64] = vec[i64]([0] * self.n_terms)
        self._chooser = Chooser(0)
        self._path = Codes()
        self._out = Codes()
        self._add(-1, -1)
        self._expand(worlds[0], 0, seat)

    def _add(self, parent: i64, code: i64) -> i64:
        """A new node, the last child of its parent."""
        node: i64 = len(self.code)
        self.code = append(self.code, code)
        self.first = append(self.first, -1)
        self.last = append(self.last, -1)
        self.next = append(self.next, -1)
        self.visits = append(self.visits, 0)
        self.squares = append(self.squares, 0)
        for _seat in range(self.seats):
            self.sums = append(self.sums, 0)
        if parent >= 0:
            if self.first[parent] < 0:
                self.first[parent] = node
            else:
                self.next[self.last[parent]] = node
            self.last[parent] = node
        return node

    def _child(self, node: i64, code: i64) -> i64:
        """The node after a code; a new one if the code is new."""
        child = self.first[node]
        while child >= 0:
            if self.code[child] == code:
                return child
            child = self.next[child]
        return self._add(node, code)

    def _expand(self, s: State, node: i64, seat: i64) -> None:
        """Add the actions that the policy thinks worth a search, or, where it ranks none, the one that it takes."""
        out = self._out
        out.clear()
        self.policy.rank(s, seat, out, self.width)
        if out.count == 0:
            out.add(self.policy.choose(s, seat, self._chooser))
        for i in range(out.count):
            self._child(node, out.items[i])

    def _choose(self, s: State, node: i64, seat: i64, again: bool = False) -> i64:
        """The child with the greatest upper confidence bound; a new one before all others.

        In several worlds a node may have children that are illegal in this one, and no other.
        """
        out = self._out
        if self.several:
            out.clear()
            self.rules.phase(s).legal(s, seat, out)
        total = self.visits[node]
        reach = self.explore * root_of_log(max(total, 1)) // 1000
        best: i64 = 0
        found: i64 = -1
        rank: i64 = 0
        child = self.first[node]
        while child >= 0:
            if not self.several or holds(out, self.code[child]):
                if self.widen * rank * rank > 100 * total:
                    break
                rank += 1
                n = self.visits[child]
                if n == 0:
                    return child
                bound = self.sums[child * self.seats + seat] // n + reach * inverse_root(n) // WHOLE
                if found < 0 or bound > best:
                    best = bound
                    found = child
            child = self.next[child]
        if found < 0:
            if again:
                raise IllegalAction(f"the policy ranks no legal action of seat {seat}", self.rules.turn_rule)
            self._expand(s, node, seat)
            return self._choose(s, node, seat, True)
        return found

    def simulate(self, seed: int) -> None:
        """One simulation; `seed` is that of the search."""
        rules = self.rules
        phases = rules.phases
        verb_of = rules.verb_of
        out = self._out
        path = self._path
        path.clear()
        node = self._choose(self.worlds[0], 0, self.seat)
        path.add(node)
        number = self.visits[node]
        s = self.worlds[number % self.count].copy()
        c = s.cells
        rules.perform(s, self.seat, self.code[node])
        # Not the numbers by which the cards were dealt: dice must not follow from hands.
        chance = Chooser(mixed(seed + int(number)))
        seat: i64 = 0
        while c[OVER] == 0:
            phase = phases[c[s.top()]]
            mask = phase.actors(s)
            if mask == 0:
                seat = -1
                node = self._child(node, phase.sample(s, chance, out))
            else:
                seat = lowest(mask)
                if self.first[node] < 0:
                    if self.visits[node] < self.grow:
                        break
                    self._expand(s, node, seat)
                node = self._choose(s, node, seat)
            path.add(node)
            verb = verb_of[self.code[node]]
            verb.apply(s, seat, self.code[node] - verb.offset)
        self._play_out(s, chance)
        self._count(s)

    def _play_out(self, s: State, chance: Chooser) -> None:
        """Let the policy play `limit` actions, and on until chance decides; then nobody has begun a turn."""
        c = s.cells
        phases = self.rules.phases
        verb_of = self.rules.verb_of
        chooser = self._chooser
        chooser.a = chance.b
        chooser.b = chance.a
        steps: i64 = 0
        seat: i64 = 0
        code: i64 = 0
        while c[OVER] == 0 and steps < self.limit + FURTHER:
            phase = phases[c[s.top()]]
            mask = phase.actors(s)
            if mask == 0:
                if steps >= self.limit:
                    return
                seat = -1
                code = phase.sample(s, chance, self._out)
            else:
                seat = lowest(mask)
                code = self.policy.choose(s, seat, chooser)
            verb = verb_of[code]
            verb.apply(s, seat, code - verb.offset)
            steps += 1

    def _count(self, s: State) -> None:
        """Add what the seats have at the end of a simulation to all nodes of its path."""
        values = self._values
        path = self._path
        seats = self.seats
        self.evaluation.values(s, values)
        self.visits[0] += 1
        self.steps += path.count
        self.squares[path.items[0]] += values[self.seat] * values[self.seat] // WHOLE
        for i in range(path.count):
            node = path.items[i]
            self.visits[node] += 1
            for seat in range(seats):
                self.sums[node * seats + seat] += values[seat]
        if self.n_terms > 0:
            self.evaluation.explain(s, self.seat, self._parts)
            at = self._place(path.items[0]) * self.n_terms
            while len(self.terms) < at + self.n_terms:
                self.terms = append(self.terms, 0)
            for i in range(self.n_terms):
                self.terms[at + i] += self._parts[i]

    def _place(self, node: i64) -> i64:
        """How many children of node 0 come before one."""
        place: i64 = 0
        child = self.first[0]
        while child != node:
            child = self.next[child]
            place += 1
        return place

    def is_settled(self, left: i64) -> bool:
        """Whether so many simulations more cannot make another action the one that was visited most."""
        first: i64 = 0
        second: i64 = 0
        child = self.first[0]
        while child >= 0:
            n = self.visits[child]
            if n > first:
                second = first
                first = n
            elif n > second:
                second = n
            child = self.next[child]
        return first > second + left

    def found(self) -> Found:
        """What the candidates came to; the best is that visited most, and of equal ones the better."""
        candidates: list[Candidate] = []
        best: i64 = -1
        child = self.first[0]
        while child >= 0:
            # What was never tried has no value.
            if self.visits[child] > 0:
                candidates.append(self._candidate(child))
            if best < 0 or self._before(child, best):
                best = child
            child = self.next[child]
        return Found(int(self.code[best]), tuple(candidates), int(self.visits[0]), int(self.steps))

    def _before(self, node: i64, other: i64) -> bool:
        """Whether a node was visited more often than another, or as often and is better for the searching seat."""
        if self.visits[node] != self.visits[other]:
            return self.visits[node] > self.visits[other]
        return self.sums[node * self.seats + self.seat] > self.sums[other * self.seats + self.seat]

    def _mean(self, node: i64, seat: i64) -> float:
        return int(self.sums[node * self.seats + seat]) / int(max(self.visits[node], 1)) / int(WHOLE)

    def _candidate(self, node: i64) -> Candidate:
        values: list[float] = []
        for seat in range(self.seats):
            values.append(self._mean(node, seat))
        mean = values[self.seat]
        square = int(self.squares[node]) / int(max(self.visits[node], 1)) / int(WHOLE)
        terms: dict[str, float] = {}
        if self.n_terms > 0:
            first = self._place(node) * self.n_terms
            for i in range(self.n_terms):
                terms[self.evaluation.terms[i]] = int(self.terms[first + i]) / int(self.visits[node])
        line: list[int] = [int(self.code[node])]
        at = self._most(node)
        while at >= 0:
            line.append(int(self.code[at]))
            at = self._most(at)
        return Candidate(
            int(self.code[node]),
            int(self.visits[node]),
            mean,
            sqrt(max(square - mean * mean, 0.0)),
            mean - self._mean(self.first[0], self.seat),
            tuple(values),
            (),
            (),
            tuple(line),
            terms,
        )

    def _most(self, node: i64) -> i64:
        """The child that was visited most, of equal ones the first; -1 if none was."""
        found: i64 = -1
        most: i64 = 0
        child = self.first[node]
        while child >= 0:
            if self.visits[child] > most:
                most = self.visits[child]
                found = child
            child = self.next[child]
        return found


def holds(codes: Codes, code: i64) -> bool:
    """Whether a code is among them."""
    for i in range(codes.count):
        if codes.items[i] == code:
            return True
    return False


def is_open(rules: Rules, seat: i64) -> bool:
    """Whether nothing is hidden from a seat in any position."""
    for pool in rules.schema.pools:
        for n in range(pool.rows):
            if pool.seat[n] != seat:
                return False
    return True


def tree_search(
    rules: Rules,
    state: State,
    seat: i64,
    simulations: i64,
    *,
    policy: Policy,
    evaluation: Evaluation,
    width: i64,
    seed: int,
    worlds: i64 = 8,
    widen: i64 = 200,
    grow: i64 = 1,
    limit: i64 = 0,
    explore: i64 = 300_000,
    explain: bool = False,
) -> Found:
    """Search a seat's decision with a fixed number of simulations, or fewer if more would not change the choice.

    At each node the `width` actions that the policy ranks first are tried (0: all); the k-th one, counted from 0, after
    `widen` * k * k hundredths visits. A node is a leaf until it was visited `grow` times. From a leaf the policy plays
    `limit` actions, and on until chance decides. `explore` weighs what is uncertain, in millionths. Where something is
    hidden from the seat, `worlds` are dealt. Equal arguments give equal results, whatever is hidden, and the position
    is not changed. With `explain`, candidates have the means of the terms of the evaluation.

    :raises IllegalAction: the seat has nothing to decide, or an action that the policy ranks first is not legal.
    :raises OutOfRange: there is no such seat, or the position is of another game.
    :raises ValueError: `simulations` or `worlds` is less than 1, another number is negative, or one is too large.
    """
    check_question(rules, state, seat, policy, evaluation)
    if simulations < 1 or worlds < 1:
        raise ValueError(f"simulations and worlds must be at least 1, got {simulations} and {worlds}")
    if width < 0 or widen < 0 or grow < 0 or limit < 0 or explore < 0:
        raise ValueError(f"no number may be negative, got {width}, {widen}, {grow}, {limit} and {explore}")
    if max(simulations, worlds, width, widen, grow, limit, explore) > MOST:
        raise ValueError(f"no number may be more than {MOST}")
    seed = mixed(seed)
    dealt: list[State] = [state]
    if not is_open(rules, seat):
        dealt = [resample(rules, state, seat, seed + int(world)) for world in range(worlds)]
    tree = Tree(rules, dealt, seat, policy, evaluation, width, widen, grow, limit, explore, explain)
    legal = {int(code) for code in rules.legal(state, seat)}
    for code in tree.code[1:]:
        # A simulation would play it, whatever it is.
        checked(rules, int(seat), int(code), legal)
    for n in range(simulations):
        if tree.is_settled(simulations - n):
            break
        tree.simulate(seed)
    return tree.found()
