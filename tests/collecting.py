"""Collecting a test file builds nothing: each process of a run collects it, also where its tests are left out.

Calls of expensive functions are counted while a file is imported and its tests are made. A file that makes any such
call is a collection error. Parametrize by names, and build in a fixture or a cached function.
"""

from __future__ import annotations

import functools
import sys
from collections import Counter
from collections.abc import Callable, Generator
from typing import Any, Final

import pytest

EXPENSIVE: Final = (
    ("ast", "parse"),
    ("bastide.kernel.catalogue", "Catalogue.discover"),
    ("bastide.kernel.game", "Game.__init__"),
    ("bastide.catan.base.config", "IslandConfig.__init__"),
    ("bastide.carcassonne.base.config", "CarcassonneConfig.__init__"),
    ("bastide.view.carcassonne.tiles.plan", "Plan.__init__"),
    ("starlette.applications", "Starlette.__init__"),
)
"""Functions that no test file calls when it is collected, as module and name: a parse of source, the rules' texts,
games, configs, drawings of tiles, servers."""
ALLOWED: Final = ("_pytest.", "hypothesis.", "tests.catalogue")
"""Callers that are not counted: two parse test files themselves, the last reads the rules once in a process."""


class Watch:
    """Counts the calls of the functions in `EXPENSIVE` while files are collected."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.replaced: dict[str, tuple[Any, str, Any]] = {}

    def count(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def counting(*args: Any, **kwargs: Any) -> Any:
            if not sys._getframe(1).f_globals["__name__"].startswith(ALLOWED):
                self.calls[name] += 1
            return function(*args, **kwargs)

        return counting

    def replace(self) -> None:
        """Wrap the expensive functions of all modules loaded so far; import none."""
        for module, path in EXPENSIVE:
            name = f"{module}.{path}"
            if module not in sys.modules or name in self.replaced:
                continue
            *outer, last = path.split(".")
            holder = functools.reduce(getattr, outer, sys.modules[module])
            found = vars(holder)[last]
            made = self.count(name, getattr(found, "__func__", found))
            self.replaced[name] = holder, last, found
            setattr(holder, last, classmethod(made) if isinstance(found, classmethod) else made)

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Generator[None, Any, Any]:
        if not isinstance(collector, pytest.Module):
            return (yield)
        self.replace()
        self.calls.clear()
        report = yield
        if self.calls and report.passed:
            done = ", ".join(f"{name} {count} times" for name, count in self.calls.items())
            report.outcome, report.result = "failed", []
            report.longrepr = f"{collector.nodeid}: collecting it calls {done}; see tests/collecting.py"
        return report

    def pytest_collection_finish(self) -> None:
        for holder, last, found in self.replaced.values():
            setattr(holder, last, found)
        self.replaced.clear()
