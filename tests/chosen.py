"""What `make test` plays of many like games: the base games, and some others that the commit chooses.

Each commit chooses others, so that many commits together play all. `make check` plays all of them, or the campaign.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Final, TypeVar

import pytest
from _pytest.mark import ParameterSet

from tests.differential.window import window

CHOSEN: Final = 2
"""How many the commit chooses."""

T = TypeVar("T")


@cache
def seed() -> int:
    """What the choice depends on: the commit."""
    return window(Path(__file__).parent)[0]


def by_commit(names: Iterable[str], count: int = CHOSEN) -> frozenset[str]:
    """So many names that the commit chooses."""
    found = sorted(names)
    return frozenset(random.Random(seed()).sample(found, min(count, len(found))))


def sampled(
    values: Iterable[T],
    always: Callable[[T], bool] = lambda _: False,
    name: Callable[[T], str] = str,
    count: int = CHOSEN,
    rest: pytest.MarkDecorator = pytest.mark.slow,
) -> list[ParameterSet]:
    """The values as parameters named by `name`; those but the `always` ones and `count` others are left to `rest`."""
    found = {name(value): value for value in values}
    chosen = by_commit((key for key, value in found.items() if not always(value)), count)
    return [
        pytest.param(value, id=key, marks=[] if always(value) or key in chosen else [rest])
        for key, value in found.items()
    ]
