"""Lets each worker of xdist begin the collection at another folder, so that they rewrite assertions for one another.

In a fresh clone, rewriting the assertions and compiling the tests is two thirds of the collection. pytest keeps the
result in files. Workers that collect the folders in the same order all do this work at the same time. If each begins at
another folder, it finds the files that the others have already written.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import Final, TypeVar

import pytest

TESTS: Final = Path(__file__).parent

T = TypeVar("T")


def begun_elsewhere(parts: Sequence[T], sizes: Sequence[int], worker: int, workers: int) -> list[T]:
    """The parts in their order, but from the one on where the share of this worker begins.

    >>> [begun_elsewhere("abcd", [1, 1, 1, 1], worker, 2) for worker in range(2)]
    [['a', 'b', 'c', 'd'], ['c', 'd', 'a', 'b']]
    """
    before = [0, *accumulate(sizes)]
    first = next((at for at in range(len(parts)) if before[at] * workers >= before[-1] * worker), 0)
    return [*parts[first:], *parts[:first]]


def folders() -> dict[str, int]:
    """The folders of tests in the order of a collection, with the size of their sources in bytes."""
    found = sorted(path for path in TESTS.iterdir() if (path / "__init__.py").is_file())
    return {path.name: sum(file.stat().st_size for file in path.rglob("*.py")) for path in found}


class Shares:
    """The plug-in of a worker that collects all tests."""

    def __init__(self, config: pytest.Config, worker: int, workers: int) -> None:
        # pytest also collects a folder that a plug-in ignores if it is an argument.
        ignored = config.hook.pytest_ignore_collect
        self.order = {
            name: size for name, size in folders().items() if not ignored(collection_path=TESTS / name, config=config)
        }
        config.args[:] = [
            str(TESTS / name) for name in begun_elsewhere(list(self.order), list(self.order.values()), worker, workers)
        ]

    @staticmethod
    def register(config: pytest.Config) -> None:
        """Take part, if this is a worker of several and all tests are asked for."""
        asked: dict[str, str] = getattr(config, "workerinput", {})
        if asked and int(asked["workercount"]) > 1 and config.args == config.getini("testpaths"):
            config.pluginmanager.register(
                Shares(config, int(asked["workerid"].removeprefix("gw")), int(asked["workercount"])), "shares"
            )

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Put the tests into the order that all workers agree on."""
        order = list(self.order)
        items.sort(key=lambda item: order.index(item.path.relative_to(TESTS).parts[0]))
