"""What all tests share: the mark that ties a test to the rules it holds.

`@pytest.mark.rule("BASE-019")` says that a test holds a rule; an id that the catalogue does not know stops the
collection of that file. `--rule-map FILE` writes which tests hold which rule, for the report of `make rules`.

A file that builds something while it is collected is an error too (`tests/collecting.py`).

What the tests of `tests/faults` injected is shown at the end of the run, and what was left out (`tests/selection.py`);
so are the sets of modules that `tests/combinations` cannot play yet.

A test that sets the log up leaves it as it was.

`--compiled MODULES` says that the tests are for a compiled engine, and stops them if that is not what was loaded.
"""

from __future__ import annotations

import importlib
import json
import logging
import time
from collections.abc import Generator, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from bastide.kernel.catalogue import UnknownRule
from tests.catalogue import every_rule
from tests.collecting import Watch
from tests.order import LongestFirst
from tests.selection import Tally
from tests.shares import Shares

# The tests of the compiled engine run where no browser is installed.
pytest_plugins = ["tests.browser.fixtures"] if find_spec("playwright") else []


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule-map", metavar="FILE", help="write a JSON map from rule ids to the tests that hold them")
    parser.addoption("--compiled", metavar="MODULES", help="stop unless these modules, with commas, are compiled")
    parser.addoption("--tally", metavar="FILE", help="write as JSON what was left out and what took how long")


BEGUN = time.time()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    from tests.faults.counting import summary

    lines = summary(BEGUN)
    if lines:
        terminalreporter.section("injected faults")
        for line in lines:
            terminalreporter.line(line)
    reports = [report for reports in terminalreporter.stats.values() for report in reports]
    if any("combinations/test_games.py" in getattr(report, "nodeid", "") for report in reports):
        from tests.combinations.table import missing
        from tests.combinations.test_games import FIRST, WHY

        terminalreporter.section("sets of modules")
        for line in (f"seeds from {FIRST}, {WHY}", *missing()):
            terminalreporter.line(line)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Tally(config), "tally")
    config.pluginmanager.register(LongestFirst(), "longest first")
    config.pluginmanager.register(Watch(), "watch")
    Shares.register(config)
    for name in filter(None, (config.getoption("--compiled") or "").split(",")):
        file = importlib.import_module(name).__file__ or ""
        if not file.endswith((".so", ".pyd")):
            raise pytest.UsageError(f"{name} is not compiled: it was loaded from {file}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Generator[None, object, object]:
    """What a test sends the log to is closed with the test: what comes later is not to go there."""
    root, ours = logging.getLogger(), logging.getLogger("bastide")
    handlers, levels = root.handlers[:], (root.level, ours.level)
    try:
        return (yield)
    finally:
        root.handlers[:] = handlers
        root.setLevel(levels[0])
        ours.setLevel(levels[1])


def rule_ids(item: pytest.Item) -> Iterator[str]:
    """The rules that this test is marked with.

    :raises pytest.Collector.CollectError: a mark is empty or names no rule of the catalogue.
    """
    for mark in item.iter_markers("rule"):
        if not mark.args or mark.kwargs or not all(isinstance(rule_id, str) for rule_id in mark.args):
            raise pytest.Collector.CollectError(f"{item.nodeid}: the mark names no rule; write rule('BASE-019')")
        for rule_id in mark.args:
            try:
                yield every_rule().get(rule_id).id
            except UnknownRule as error:
                raise pytest.Collector.CollectError(f"{item.nodeid}: {error}") from None


@pytest.hookimpl(wrapper=True)
def pytest_pycollect_makeitem() -> Generator[None, object, object]:
    made = yield
    for item in made if isinstance(made, list) else [made]:
        if isinstance(item, pytest.Item):
            list(rule_ids(item))
    return made


def pytest_collection_finish(session: pytest.Session) -> None:
    config = session.config
    target = config.getoption("--rule-map")
    # Under xdist every worker collects everything and the controller nothing: the first worker writes for all.
    worker = getattr(config, "workerinput", {"workerid": "gw0"})["workerid"]
    distributing = not hasattr(config, "workerinput") and config.getoption("dist", "no") != "no"
    if not target or worker != "gw0" or (distributing and not config.option.collectonly):
        return
    held: dict[str, list[str]] = {}
    for item in session.items:
        # What never runs, or is known to fail, proves nothing.
        if item.get_closest_marker("skip") is None and item.get_closest_marker("xfail") is None:
            for rule_id in dict.fromkeys(rule_ids(item)):
                held.setdefault(rule_id, []).append(item.nodeid)
    path = Path(config.invocation_params.dir, target)
    path.write_text(json.dumps(dict(sorted(held.items())), indent=1) + "\n", encoding="utf-8")
