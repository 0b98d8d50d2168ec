"""A decision is the same in a hundred worlds that the seat cannot tell from the true one: nothing hidden is used."""

from __future__ import annotations

import random

import pytest

from bastide.kernel.resample import resample
from tests.search.choices import positions, searcher, sets
from tests.sizes import CAMPAIGN

NAMES = [name for name, (one, _) in sets().items() if one.family == "island" or one.modules]
EACH = -(-500 // len(NAMES)) if CAMPAIGN else 1
"""Positions of each set, 500 of all together in the campaign."""
WORLDS = 100


@pytest.mark.compiled
@pytest.mark.parametrize("name", NAMES)
def test_a_decision_is_the_same_in_a_hundred_worlds(name: str) -> None:
    one, _ = sets()[name]
    found = positions(one, 12 * EACH)[11::12]
    assert len(found) == EACH
    rng = random.Random(1)
    for rules, s, seat in found:
        code = searcher(one, 5).act(rules, s, seat, rng)
        for world in range(WORLDS):
            assert searcher(one, 5).act(rules, resample(rules, s, seat, world), seat, rng) == code
