"""What `make test` plays of many like games: the base games, and some others that the commit chooses.

Each commit chooses others, so that many commits together play all. `make check` plays all of them, or the campaign.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Final, TypeVar

import pytest
from _pytest.mark import ParameterSet

from tests.differential.window import window

CHOSEN: Final = 2
"""How many the commit chooses."""

T = TypeVar("T")
Test = TypeVar("Test", bound=Callable[..., None])


@cache
def seed() -> int:
    """What the choice depends on: the commit."""
    return window(Path(__file__).parent)[0]


def whose_turn(test: str, count: int, commit: int) -> int:
    """Which of so many cases of a test a commit plays.

    >>> {whose_turn("test_a", 3, commit) for commit in range(30)} == {0, 1, 2}
    True
    """
    return random.Random(f"{commit} {test}").randrange(count)


def now_and_then(every: int) -> Callable[[Test], Test]:
    """Play a test at one of so many commits; at the others only the campaign plays it."""

    def decorate(test: Test) -> Test:
        turn = whose_turn(f"{test.__module__}.{test.__qualname__}", every, seed())
        marked: Test = test if turn == 0 else pytest.mark.campaign(test)
        return marked

    return decorate


def quick_in_turn(game: int, count: int) -> Callable[[Test], Test]:
    """Let `make test` play this one of so many games in a browser at some commits; the check plays all."""

    def decorate(test: Test) -> Test:
        marked: Test = pytest.mark.quick(test) if whose_turn("a browser game", count, seed()) == game else test
        return marked

    return decorate


def by_turns(
    names: str | Sequence[str], cases: Sequence[object], ids: Sequence[str] | None = None
) -> Callable[[Test], Test]:
    """As `pytest.mark.parametrize`, but a commit plays one of the cases, and the campaign all.

    This is for cases that ask the same code the same thing, as in another language or window. The turn depends on the
    test too, so that each commit sees every language and size in some tests.
    """

    def decorate(test: Test) -> Test:
        turn = whose_turn(f"{test.__module__}.{test.__qualname__}", len(cases), seed())
        several = not isinstance(names, str)
        parameters: list[ParameterSet] = [
            pytest.param(
                *(case if several and isinstance(case, tuple) else (case,)),
                marks=[] if at == turn else [pytest.mark.campaign],
            )
            for at, case in enumerate(cases)
        ]
        marked: Test = pytest.mark.parametrize(names, parameters, ids=ids)(test)
        return marked

    return decorate


def by_commit(names: Iterable[str], count: int = CHOSEN) -> frozenset[str]:
    """So many names that the commit chooses."""
    return frozenset(shuffled(names)[:count])


def shuffled(names: Iterable[str]) -> list[str]:
    """The names in an order that the commit chooses."""
    found = sorted(names)
    random.Random(seed()).shuffle(found)
    return found


def sampled(
    values: Iterable[T],
    always: Callable[[T], bool] = lambda _: False,
    name: Callable[[T], str] = str,
    count: int = CHOSEN,
    rest: pytest.MarkDecorator = pytest.mark.slow,
    most: int | None = None,
) -> list[ParameterSet]:
    """The values as parameters named by `name`, the `always` ones and `count` others without a mark.

    `rest` marks the others. With `most`, the check plays so many others in all, and the campaign those beyond.
    """
    found = {name(value): value for value in values}
    others = shuffled(key for key, value in found.items() if not always(value))
    marks = dict.fromkeys(others[count:], rest)
    if most is not None:
        marks |= dict.fromkeys(others[most:], pytest.mark.campaign)
    return [pytest.param(value, id=key, marks=marks.get(key, ())) for key, value in found.items()]
