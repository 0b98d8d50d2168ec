"""The search tree: it finds what is forced, decides the same again, and sees nothing hidden."""

from __future__ import annotations

import random
from math import log, sqrt

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.family import configure
from bastide.kernel.chooser import Chooser
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, OutOfRange
from bastide.kernel.playout import first_actor, random_action
from bastide.kernel.resample import resample
from bastide.kernel.rules import Phase, Rules, Verb
from bastide.kernel.state import BITS, State
from bastide.search import Found
from bastide.search.policy import WHOLE, Evaluation, Policy
from bastide.search.tree import inverse_root, root_of_log, tree_search


class Take(Verb):
    """Take 1 to 3 of a heap, and maybe another is put back; who takes the last one wins."""

    def __init__(self, r: Heap) -> None:
        super().__init__("take", 3)
        self.r = r

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        c = s.cells
        c[self.r.heap] -= arg + 1
        if c[self.r.heap] == 0:
            self.r.finish(s, BITS[seat])
        s.cells[s.top() + 1] = (seat + 1) % self.r.seats


class TakePhase(Phase):
    """Whose turn it is stands in the frame."""

    def __init__(self, r: Heap) -> None:
        super().__init__("take")
        self.r = r

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        for n in range(min(3, int(s.cells[self.r.heap]))):
            out.add(self.r.take.offset + n)


class Heap(Rules):
    """A game without chance."""

    def __init__(self, seats: int, most: int) -> None:
        super().__init__(seats)
        self.heap = self.schema.add("heap", [], most=most)
        self.phase_id = self.add_phase(TakePhase(self))
        self.take = Take(self)
        self.add_verb(self.take)

    def of(self, count: int) -> State:
        s = State(vec[i64]([0] * self.schema.size))
        s.cells[self.heap] = count
        s.push(self.phase_id, 0)
        return s


class Won(Evaluation):
    """Who has won; even while nobody has."""

    def values(self, s: State, out: vec[i64]) -> None:
        winners = self.rules.winners(s)
        for seat in range(int(self.rules.seats)):
            out[seat] = WHOLE // self.rules.seats if winners == 0 else WHOLE if winners & BITS[seat] else 0


class Points(Evaluation):
    """The share of all points, hidden ones included."""

    def values(self, s: State, out: vec[i64]) -> None:
        points = [1 + int(self.rules.total_points(s, seat)) for seat in range(int(self.rules.seats))]
        for seat, own in enumerate(points):
            out[seat] = WHOLE * own // sum(points)


def search(rules: Rules, s: State, seat: int, simulations: int, seed: int = 1) -> Found:
    return tree_search(
        rules,
        s,
        seat,
        simulations,
        policy=Policy(rules),
        evaluation=Won(rules),
        width=0,
        seed=seed,
        widen=0,
        limit=1000,
        explore=WHOLE,
    )


@pytest.mark.parametrize("count", [5, 6, 7, 9, 10])
def test_it_leaves_a_heap_from_which_the_other_loses(count: int) -> None:
    rules = Heap(2, 20)
    found = search(rules, rules.of(count), 0, 600)
    assert found.best == count % 4 - 1
    assert found.ranked()[0].values[0] > 0.75
    assert sum(found.ranked()[0].values) == pytest.approx(1)


def test_it_knows_when_all_is_lost() -> None:
    rules = Heap(2, 20)
    found = search(rules, rules.of(4), 0, 200)
    assert all(candidate.values[0] < 0.25 for candidate in found.candidates)


def test_the_line_is_what_was_tried_most() -> None:
    rules = Heap(2, 20)
    best = search(rules, rules.of(3), 0, 50).ranked()[0]
    assert (best.code, best.line, best.values, best.spread) == (2, (2,), (1.0, 0.0), 0.0)
    best = search(rules, rules.of(5), 0, 300).ranked()[0]
    assert len(best.line) >= 3
    assert best.line[2] == 2 - best.line[1]


def test_of_three_seats_each_plays_for_itself() -> None:
    # Whatever seat 0 does, seat 1 or 2 can take the last one; seat 1 does not spare it for seat 0.
    rules = Heap(3, 20)
    found = search(rules, rules.of(4), 0, 400)
    assert all(candidate.values[1] > 0.75 for candidate in found.candidates)


def test_it_stops_early_only_where_the_choice_is_the_same() -> None:
    rules = Heap(2, 20)
    found = search(rules, rules.of(7), 0, 400)
    visits = [candidate.visits for candidate in found.ranked()]
    assert sum(visits) <= 400
    assert visits[0] > visits[1] + 400 - sum(visits) or sum(visits) == 400


def test_the_position_is_not_changed_and_the_seed_decides() -> None:
    rules = configure({"seats": 3, "layout": "beginner", "options": {"trade": "bank"}}, random.Random(1))
    s = moved(rules, 5, 60)
    before = s.row()
    seat = int(first_actor(rules, s))
    runs = [told(look(rules, s, seat, seed)) for seed in (1, 1, 2)]
    assert s.row() == before
    assert runs[0] == runs[1] != runs[2]


def look(rules: Rules, s: State, seat: int, seed: int) -> Found:
    policy, evaluation = Policy(rules), Points(rules)
    return tree_search(rules, s, seat, 40, policy=policy, evaluation=evaluation, width=6, seed=seed, worlds=3, limit=10)


def told(found: Found) -> list[tuple[float, ...]]:
    return [(c.code, c.visits, c.spread, *c.values, *c.line) for c in found.candidates]


def moved(rules: Rules, seed: int, steps: int) -> State:
    """A position after so many random actions in which a seat has a choice."""
    chooser = Chooser(seed)
    s = rules.start()
    while steps > 0 or first_actor(rules, s) < 0 or len(rules.legal(s, first_actor(rules, s))) < 2:
        seat = int(first_actor(rules, s))
        rules.apply(s, seat, random_action(rules, s, seat, chooser))
        steps -= 1
    return s


def test_nothing_hidden_changes_the_decision() -> None:
    rules = configure({"seats": 3, "layout": "beginner", "options": {"trade": "bank"}}, random.Random(1))
    for number in range(4):
        s = moved(rules, number, 40 + 60 * number)
        seat = int(first_actor(rules, s))
        found = told(look(rules, s, seat, 7))
        for deal in range(3):
            assert told(look(rules, resample(rules, s, seat, deal), seat, 7)) == found


class Silent(Policy):
    """Ranks nothing, as the island's do where greedy compares no actions."""

    def rank(self, s: State, seat: i64, out: Codes, most: i64) -> None:
        pass


def test_where_the_policy_ranks_nothing_what_it_takes_is_the_only_candidate() -> None:
    rules = Heap(2, 20)
    s = rules.of(9)
    found = tree_search(rules, s, 0, 20, policy=Silent(rules), evaluation=Won(rules), width=0, seed=1)
    assert [candidate.code for candidate in found.candidates] == [found.best]
    assert found.best in list(rules.legal(s, 0))


def test_bad_questions_are_refused() -> None:
    rules = Heap(2, 20)
    s = rules.of(5)
    with pytest.raises(IllegalAction, match="seat 1 has nothing to decide"):
        search(rules, s, 1, 10)
    with pytest.raises(OutOfRange, match="2 is no seat"):
        search(rules, s, 2, 10)
    with pytest.raises(ValueError, match="at least 1, got 0"):
        search(rules, s, 0, 0)


@pytest.mark.parametrize("n", [1, 2, 3, 5, 60, 999, 4095, 4096, 1_000_000])
def test_roots_are_near_those_of_real_numbers(n: int) -> None:
    assert root_of_log(n) / 1000 == pytest.approx(sqrt(log(n)), rel=0.05, abs=0.002)
    assert inverse_root(n) / 10**6 == pytest.approx(1 / sqrt(n), rel=0.01)


class Debt(Evaluation):
    """A difference of points, which may be negative."""

    def values(self, s: State, out: vec[i64]) -> None:
        out[0], out[1] = -WHOLE, -2 * WHOLE


def test_negative_values_and_numbers_end_nothing() -> None:
    rules = Heap(2, 20)
    found = tree_search(rules, rules.of(7), 0, 40, policy=Policy(rules), evaluation=Debt(rules), width=0, seed=1)
    assert found.ranked()[0].value == -1
    with pytest.raises(ValueError, match="no number may be negative"):
        tree_search(
            rules, rules.of(7), 0, 40, policy=Policy(rules), evaluation=Debt(rules), width=0, seed=1, explore=-1
        )


def test_what_was_never_tried_is_no_candidate() -> None:
    rules = Heap(2, 20)
    found = search(rules, rules.of(7), 0, 1)
    assert [candidate.visits for candidate in found.candidates] == [1]
