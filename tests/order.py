"""Runs the longest tests first, so that no stage ends with a core that waits for one long test on another.

`tests/longest.txt` has a line for each test function that took `LONG` seconds or more in the last whole check: its
seconds, those of its slowest parameters, and its name. `make times` writes it. A line of a test that is no longer there
does nothing, and a test without a line runs after those that have one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, TypeVar

import pytest

FILE: Final = Path(__file__).with_name("longest.txt")
LONG: Final = 3.0
"""From how many seconds on a test is long."""

T = TypeVar("T")


def function_of(nodeid: str) -> str:
    """A test's name without its parameters.

    >>> function_of("tests/web/test_log.py::test_a[fr-3::4]")
    'tests/web/test_log.py::test_a'
    """
    return nodeid.partition("[")[0]


def written(seconds: Mapping[str, float]) -> str:
    """The text of the file for these seconds by test, the longest first."""
    longest: dict[str, float] = {}
    for nodeid, took in seconds.items():
        name = function_of(nodeid)
        longest[name] = max(took, longest.get(name, 0))
    lines = sorted((-round(took), name) for name, took in longest.items() if took >= LONG)
    return "".join(f"{-took} {name}\n" for took, name in lines)


def read(text: str) -> dict[str, int]:
    """The seconds of each long test."""
    parts = (line.split(" ", 1) for line in text.splitlines())
    return {name: int(took) for took, name in parts}


@cache
def known() -> dict[str, int]:
    """The seconds of each long test in the file."""
    return read(FILE.read_text("utf-8")) if FILE.exists() else {}


def longest_first(tests: Sequence[T], seconds: Sequence[int], workers: int) -> list[T]:
    """Order tests so that each of so many workers begins with its share of the longest.

    xdist's work stealing first cuts the list into one piece for each worker, the later pieces larger by one if they
    cannot be equal. A worker without tests then takes some from the end of another's piece.
    """
    order = sorted((at for at, took in enumerate(seconds) if took), key=lambda at: -seconds[at])
    rest = iter([at for at, took in enumerate(seconds) if not took])
    out: list[T] = []
    for worker in range(workers):
        size = (len(tests) - len(out)) // (workers - worker)
        share = order[workers - 1 - worker :: workers]
        out += [tests[at] for at in share]
        out += [tests[next(rest)] for _ in range(size - len(share))]
    return out


class LongestFirst:
    """The plug-in that orders the tests of each worker of xdist; without xdist they keep their order."""

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Order what has been selected."""
        workers = getattr(config, "workerinput", {}).get("workercount", 1)
        if workers > 1:
            items[:] = longest_first(items, [known().get(function_of(item.nodeid), 0) for item in items], workers)
