"""Which tests `make test` runs, what it leaves out, and how long the tests of each room take.

A test is slow if it is marked `slow`, lies in a folder that is in `SLOW`, at any depth, repeats another with a further
seed, or plays on PostgreSQL what another plays on SQLite. `make test` runs the other tests, and those that are marked
`quick` all the same. A slow test of the engine is run once, on the compiled engine, unless it is marked `interpreted`.
`--tally FILE` writes what was left out and what took how long, for tools/tallies.py.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path, PurePath
from typing import Any, Final

import pytest

from tests.order import LONG
from tests.sizes import CAMPAIGN

HERE: Final = Path(__file__).parent
SLOW: Final = ("browser", "faults")
"""Folders of slow tests."""
REPEATS: Final = ("seed", "batch", "chunk")
"""Parameters that say which of many like games a test plays; the game 0 is not slow."""
OTHER_DATABASE: Final = "postgresql"
"""A parameter of tests that are played on SQLite as well."""
ROOMS: Final = "expansions"
"""The folder of tests/ that holds a folder for each family, and in it one for each expansion."""
NO_ENGINE: Final = frozenset(
    {
        "arena",
        "benchmarks",
        "browser",
        "build",
        "cli",
        "client",
        "differential",
        "examples",
        "faults",
        "fuzz",
        "learn",
        "ray",
        "rules",
        "server",
        "training",
        "view",
        "web",
    }
)
"""The folders of tests/ that are not for the engine: those of the packages above it, of the catalogue and of the build.
All others are run on the compiled engine, a new one too; so is `compat`, which replays many whole games.
"""
NO_ENGINE_OF_EXPANSIONS: Final = frozenset({"browser", "page", "server", "view"})
"""The same in the folder of an expansion, tests/expansions/FAMILY/NAME."""


def room(nodeid: str) -> str:
    """What a test is counted under: the expansion that it is of, as `island/cities_knights`, or its folder of tests/.

    >>> room("tests/expansions/island/cities_knights/rules/test_attack.py::test_a")
    'island/cities_knights'
    >>> room("tests/web/panels/test_log.py::test_a")
    'web'
    """
    parts = PurePath(nodeid.partition("::")[0]).parts
    parts = parts[parts.index("tests") + 1 :] if "tests" in parts else parts
    if parts[0] == ROOMS and len(parts) > 3:
        return "/".join(parts[1:3])
    return parts[0] if len(parts) > 1 else "tests"


@cache
def in_slow_folder(path: Path) -> bool:
    """Whether a file of tests lies in a slow folder."""
    return HERE in path.parents and bool(set(SLOW) & set(path.relative_to(HERE).parts))


def is_slow(item: pytest.Item) -> bool:
    """Whether a test lies in a slow folder or repeats another."""
    parameters = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    numbers = [parameters.get(name) for name in REPEATS]
    repeats = any(isinstance(number, int) and number > 0 for number in numbers)
    return in_slow_folder(item.path) or repeats or OTHER_DATABASE in parameters.values()


def of_the_engine(path: Path) -> bool:
    """Whether a file or folder of tests is run on the compiled engine: by its folder, or its name without `test_`."""
    if HERE not in path.parents:
        return False
    parts = [part.removeprefix("test_").removesuffix(".py") for part in path.relative_to(HERE).parts]
    if parts[0] == ROOMS and len(parts) > 3:
        return parts[3] not in NO_ENGINE_OF_EXPANSIONS
    return parts[0] not in NO_ENGINE


class Tally:
    """What one run of pytest left out and what took how long; with xdist, put together from its workers."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.left_out: Counter[str] = Counter()
        self.ran: Counter[str] = Counter()
        self.slow: Counter[str] = Counter()
        self.skipped: Counter[str] = Counter()
        self.seconds: Counter[str] = Counter()
        self.tests: Counter[str] = Counter()

    def pytest_ignore_collect(self, collection_path: Path, config: pytest.Config) -> bool | None:
        """On the compiled engine, leave out what is not for it: what that imports is not installed beside it."""
        compiled = config.getoption("--compiled", None)
        return True if compiled and HERE in collection_path.parents and not of_the_engine(collection_path) else None

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Mark what is slow, and for the compiled engine alone, before `-m` selects; the campaign takes its time."""
        for item in items:
            if is_slow(item):
                item.add_marker(pytest.mark.slow)
            marks = {mark.name for mark in item.iter_markers()}
            if "slow" in marks and "interpreted" not in marks and of_the_engine(item.path):
                item.add_marker(pytest.mark.compiled)
            if CAMPAIGN:
                item.add_marker(pytest.mark.timeout(0), append=False)

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        """Count what `-m` and `-k` leave out."""
        self.left_out.update(room(item.nodeid) for item in items)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up what each room's tests take, set-up included."""
        name = room(report.nodeid)
        self.seconds[name] += report.duration  # type: ignore[assignment] # counters count seconds as well
        self.tests[report.nodeid] += report.duration  # type: ignore[assignment] # as above
        if report.when == "setup":
            self.ran[name] += 1
            self.slow[name] += "slow" in report.keywords and "quick" not in report.keywords
        if report.skipped and not hasattr(report, "wasxfail"):
            self.skipped[name] += 1

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """On a worker, send what was left out to the controller: each worker has selected the same tests."""
        output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["left_out"] = dict(self.left_out)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take what a worker has sent."""
        self.left_out = Counter(getattr(node, "workeroutput", {}).get("left_out", self.left_out))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Tell what was left out, and write the file."""
        if self.left_out:
            terminalreporter.section("left out")
            for line in left_out_lines(self.left_out):
                terminalreporter.line(line)
        target = self.config.getoption("--tally")
        if target and not hasattr(self.config, "workerinput"):
            path = Path(self.config.invocation_params.dir, target)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(self.as_dict()) + "\n", "utf-8")

    def as_dict(self) -> dict[str, dict[str, float]]:
        """What `--tally` writes."""
        return {
            "left_out": dict(self.left_out),
            "skipped": dict(self.skipped),
            "ran": dict(self.ran),
            "slow": dict(+self.slow),
            "seconds": {name: round(seconds, 2) for name, seconds in self.seconds.items()},
            "long": {test: round(seconds, 2) for test, seconds in self.tests.items() if seconds >= LONG},
        }


def left_out_lines(left_out: Counter[str]) -> list[str]:
    """How many tests of each room were left out, the most first."""
    told = ", ".join(f"{name} {count}" for name, count in left_out.most_common())
    return [f"{left_out.total()} tests: {told}"]
