"""The games of these tests: both families, and two of each room alone and the maximal sets, chosen by the commit.

The campaign plays all.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from bastide import Stepper, configure
from bastide.kernel.families import FAMILIES
from bastide.kernel.rules import Rules
from tests.chosen import sampled
from tests.differential.sets import Set, alone_or_maximal
from tests.sizes import sized

GAMES = sized(1, 20)
STEPS = sized(120, 2000)


def sets(count: int = 2) -> list[ParameterSet]:
    """The base games always, and so many others that the commit chooses."""
    found = [one for family in FAMILIES for one in alone_or_maximal(family)]
    return sampled(found, lambda one: not one.modules, lambda one: one.name, count, pytest.mark.campaign)


def config_of(set_: Set) -> dict[str, Any]:
    return {"game": set_.family, "modules": list(set_.modules)}


def positions(rules: Rules, seed: int, steps: int = STEPS) -> Iterator[Stepper]:
    """A random game, at each decision."""
    rng = random.Random(seed)
    stepper = Stepper(rules, seed)
    count = stepper.count
    for _ in range(steps):
        if not count:
            return
        yield stepper
        count = stepper.choose(rng.randrange(count))


def made(set_: Set, seed: int) -> Rules:
    return configure(config_of(set_), seed=seed)
