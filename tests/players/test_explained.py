"""What a search tells of every candidate, in both families and by both searches."""

from __future__ import annotations

import random

import pytest

from bastide.kernel.chooser import Chooser
from bastide.kernel.families import FAMILIES, configure
from bastide.kernel.playout import first_actor, random_action
from bastide.kernel.rules import Rules
from bastide.kernel.state import State
from bastide.players.policies import POLICIES, evaluation, policy
from bastide.players.strong.carcassonne.bot import TreeBot
from bastide.search import Found, search


def asked(family: str) -> tuple[Rules, State, int]:
    """A position with at least three actions to choose from, far into a random game."""
    rules = configure({"game": family, "seats": 2}, random.Random(2))
    s, chooser = rules.start(), Chooser(5)
    for step in range(400):
        seat = int(first_actor(rules, s))
        if step > 60 and seat >= 0 and len(rules.legal(s, seat)) > 2:
            return rules, s, seat
        rules.apply(s, seat, random_action(rules, s, seat, chooser))
    raise AssertionError


def check(rules: Rules, s: State, seat: int, found: Found, terms: list[str]) -> None:
    """Every candidate is legal and has all that is promised, of its own seat."""
    assert len(found.candidates) > 1
    assert found.best in {one.code for one in found.candidates}
    for one in found.candidates:
        assert rules.is_legal(s, seat, one.code)
        assert one.visits > 0
        assert one.value == one.values[seat]
        assert sum(one.values) == pytest.approx(1, abs=1e-5)
        assert 0 <= one.spread <= 0.51
        assert one.line[0] == one.code
        assert list(one.terms) == terms
        assert any(one.terms.values())
    assert len({tuple(one.terms.values()) for one in found.candidates}) > 1


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("family", FAMILIES)
def test_halving_tells_its_reasons_in_both_families(family: str, name: str) -> None:
    rules, s, seat = asked(family)
    judge = evaluation(rules)
    plays = policy(rules, name)
    found = search(rules, s, seat, 12, policy=plays, evaluation=judge, width=3, turns=2, explain=True)
    check(rules, s, seat, found, judge.terms)
    assert all(len(one.points) == rules.seats for one in found.candidates)


def test_a_tree_tells_its_reasons() -> None:
    rules, s, seat = asked("carcassonne")
    judge = evaluation(rules)
    found = TreeBot(1, 60).search(rules, s, seat, explain=True)
    check(rules, s, seat, found, judge.terms)
    assert found.best == TreeBot(1, 60).search(rules, s, seat).best
