"""Every number of a position lies within its declared bounds, and an observer gets the numbers that its seat knows.

Random games of every set of the registered modules; the campaign plays more of them.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from _pytest.mark import ParameterSet

from bastide.kernel.families import FAMILIES
from bastide.kernel.fingerprint import fingerprint
from bastide.kernel.observer import Observer
from bastide.kernel.resample import resample
from bastide.kernel.state import State
from bastide.testing.checks import bounds, outside
from tests.differential.chain import rules_of, steps
from tests.differential.sets import Set, sets_of
from tests.sizes import sized

GAMES = sized(1, 40)
"""How many games of each set."""
STEPS = sized(150, 50_000)
"""How many actions of a game at most."""
OBSERVE_EVERY = 30


def sets() -> Iterator[ParameterSet]:
    """Every set; of those that others contain, only single modules are quick."""
    for family in FAMILIES:
        found = [one.modules for one in sets_of(family)]
        for modules in found:
            part = len(modules) > 1 and any(set(modules) < set(other) for other in found)
            set_ = Set(family, modules, GAMES)
            yield pytest.param(set_, id=set_.name, marks=[pytest.mark.slow] if part else [])


def observed(observer: Observer, s: State) -> list[int]:
    """An observation, within its bounds."""
    numbers = memoryview(observer.observe(s)).tolist()
    least, most = memoryview(observer.least).tolist(), memoryview(observer.most).tolist()
    for part in observer.parts:
        for i in range(part.offset, part.offset + part.size):
            assert least[i] <= numbers[i] <= most[i], (part, i - part.offset, numbers[i], most[i])
    return numbers


@pytest.mark.compiled
@pytest.mark.parametrize("set_", list(sets()))
def test_every_number_lies_within_its_bounds(set_: Set) -> None:
    """In the cells and, unpacked, in what each seat and a spectator observe; in redealt positions too."""
    for seed in range(GAMES):
        rules = rules_of(set_, seed)
        everything = Observer(rules, 0, derived=True)
        observers = [Observer(rules, viewer) for viewer in (-1, 0, rules.seats - 1)]
        for count, step in enumerate(steps(rules, seed), 1):
            assert outside(rules, step.state) == []
            if count % OBSERVE_EVERY == 0:
                observed(everything, step.state)
                observer = observers[count // OBSERVE_EVERY % len(observers)]
                dealt = resample(rules, step.state, observer.viewer, count)
                assert outside(rules, dealt) == []
                assert observed(observer, dealt) == observed(observer, step.state)  # it sees no hidden card
            if count >= STEPS:
                break


def test_a_bound_that_is_too_small_is_noticed() -> None:
    """Of every field of the base games that a random game changes."""
    for set_ in (Set("island", (), 1), Set("carcassonne", (), 1)):
        rules = rules_of(set_, 0)
        least, _ = bounds(rules)
        before = fingerprint(rules, rules.start())
        *_, last = (step.state for _, step in zip(range(200), steps(rules, 0), strict=False))
        assert fingerprint(rules, last) != before
        for field in rules.schema.fields:
            held = memoryview(last.cells).tolist()[field.offset : field.offset + field.size]
            if field.packing is None and any(held):
                kept, field.most = field.most, [max(held) - 1]
                bounds.cache_clear()
                assert any(line.startswith(f"{field.name}[") for line in outside(rules, last))
                field.most = kept
        bounds.cache_clear()
        assert bounds(rules)[0] == least
