"""`make test`, `make check` and `make campaign`: what they select, and their reports."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from fnmatch import fnmatch
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests import selection
from tests.selection import of_the_engine, room
from tools import checks
from tools.budgets import ADDED, CHECK_LIMIT, MOST_ADDED, TEST_LIMIT, budget_of, length, over_budget, table, times
from tools.checks import RUNS
from tools.tallies import Tally, Took, forget, keep, kept, tally

ROOT = Path(__file__).parents[2]

TESTS = """
import time
import pytest

@pytest.mark.slow
def test_slow(): pass

@pytest.mark.slow
@pytest.mark.quick
def test_slow_but_wanted(): pass

@pytest.mark.parametrize("seed", range(5))
def test_repeated(seed): pass

def test_any(): time.sleep(0.05)

def test_skipped(): pytest.skip("no such thing here")
"""
CONFTEST = """
from tests.selection import Tally

def pytest_addoption(parser): parser.addoption("--tally")

def pytest_configure(config): config.pluginmanager.register(Tally(config), "tally")
"""


@pytest.mark.slow
@pytest.mark.parametrize("workers", [(), ("-n", "2")])
def test_a_run_tells_what_it_left_out_and_what_took_how_long(tmp_path: Path, workers: tuple[str, ...]) -> None:
    here = tmp_path / "tests" / "expansions" / "island" / "fog"
    here.mkdir(parents=True)
    (here / "test_fog.py").write_text(TESTS, "utf-8")
    (tmp_path / "conftest.py").write_text(CONFTEST, "utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n  slow\n  quick\n", "utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-m",
        "quick or not slow",
        "--tally",
        "a/t.json",
    ]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [*command, *workers], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout
    assert "left out" in done.stdout
    assert "\n5 tests: island/fog 5\n" in done.stdout
    told = Tally(**json.loads((tmp_path / "a" / "t.json").read_text("utf-8")))
    assert told.left_out == {"island/fog": 5}
    assert told.ran == {"island/fog": 4}
    assert told.slow == {}, "what is slow and not quick was left out"
    assert told.skipped == {"island/fog": 1}
    assert 0 < told.seconds["island/fog"] < 5


@pytest.mark.parametrize(
    ("test", "name"),
    [
        ("tests/expansions/island/fog/rules/test_a.py::test_a[1::2]", "island/fog"),
        ("tests/expansions/carcassonne/inns/test_a.py::test_a", "carcassonne/inns"),
        ("tests/expansions/test_a.py::test_a", "expansions"),
        ("tests/web/panels/test_a.py::test_a", "web"),
        ("web/panels/test_a.py::test_a", "web"),
        ("tests/test_a.py::test_a", "tests"),
    ],
)
def test_a_test_belongs_to_its_expansion_or_its_folder(test: str, name: str) -> None:
    assert room(test) == name


def test_every_test_is_in_one_stage() -> None:
    """By any marks that it has; those of the campaign and of the compiled engine are in none of the three."""
    stages = re.findall(r'-m "(.+?)"', (ROOT / "Makefile").read_text("utf-8"))
    assert len(stages) == 3
    for marks in product((False, True), repeat=5):
        having = dict(zip(("slow", "quick", "browser", "campaign", "compiled"), marks, strict=True))
        if (having["browser"] and not having["slow"]) or (
            having["compiled"] and (having["quick"] or having["browser"])
        ):
            continue  # no such test: tests/selection.py marks each browser test slow
        wanted = 0 if having["campaign"] or having["compiled"] else 1
        chosen = [stage for stage in stages if eval(stage, {}, having)]  # an expression of names, as in Python
        assert len(chosen) == wanted, (having, chosen)


class Item:
    """A test in a file, with marks."""

    def __init__(self, file: str, *marks: str) -> None:
        self.path = selection.HERE / file
        self.marks = list(marks)

    def iter_markers(self) -> list[pytest.Mark]:
        return [getattr(pytest.mark, name).mark for name in self.marks]

    def add_marker(self, mark: pytest.MarkDecorator, append: bool = True) -> None:
        self.marks.append(mark.name)


@pytest.mark.parametrize(
    ("item", "compiled"),
    [
        (Item("kernel/test_bits.py", "slow"), True),
        (Item("kernel/test_bits.py"), False),
        (Item("kernel/test_bits.py", "slow", "interpreted"), False),
        (Item("expansions/island/fog/rules/test_a.py", "slow"), True),
        (Item("expansions/island/fog/view/test_a.py", "slow"), False),
        (Item("expansions/island/fog/browser/test_browser.py"), False),
        (Item("faults/test_disk.py"), False),
        (Item("server/test_http.py", "slow"), False),
    ],
    ids=lambda value: "/".join([*value.path.parts[-2:], *value.marks]) if isinstance(value, Item) else "",
)
def test_a_slow_test_of_the_engine_is_run_on_the_compiled_one_alone(item: Item, compiled: bool) -> None:
    marked = Item(str(item.path), *item.marks)
    selection.Tally.pytest_collection_modifyitems(Any, [marked])  # type: ignore[arg-type, list-item] # as good as a test
    assert ("compiled" in marked.marks) == compiled


def test_every_folder_of_tests_is_for_the_engine_but_those_of_the_packages_above() -> None:
    here = selection.HERE
    folders = {path.parent.relative_to(here).parts[0] for path in here.rglob("*/test_*.py")}
    assert folders > selection.NO_ENGINE
    assert {name for name in folders if of_the_engine(here / name)} == folders - selection.NO_ENGINE
    assert {"kernel", "island", "properties", "players", "oracle"} <= folders - selection.NO_ENGINE
    fog = here / "expansions" / "island" / "fog"
    inside = ("rules", "bot", "view", "page", "server", "browser", "test_rules.py", "test_view.py", "test_browser.py")
    assert [name for name in inside if of_the_engine(fog / name)] == ["rules", "bot", "test_rules.py"]
    assert of_the_engine(fog)
    assert not of_the_engine(here.parent / "kernel")


def test_pytest_looks_into_every_folder_of_tests(pytestconfig: pytest.Config) -> None:
    """By default it skips folders with names such as `build` or `dist`."""
    skipped = pytestconfig.getini("norecursedirs")
    folders = {path.parent for path in (ROOT / "tests").rglob("test_*.py")}
    names = {name for folder in folders for name in folder.relative_to(ROOT).parts}
    assert [name for name in names if any(fnmatch(name, pattern) for pattern in skipped)] == []


def took(*stages: str) -> list[Took]:
    return [Took(stage, 0, 90, 120.4) for stage in stages]


ALL = [stage for group in checks.RUNS["check"] for stage in group]
QUICK = Tally(ran={"web": 9, "island": 4}, left_out={"web": 2, "faults": 3}, seconds={"web": 30, "island": 10})
RAN = {"web": 2, "faults": 3}
SLOW = Tally(ran=RAN, slow=RAN, left_out={"web": 9, "island": 4}, seconds={"faults": 60})


def test_what_make_test_leaves_out_is_told() -> None:
    done = took("types", "lint", "imports", "javascript", "tests-quick")
    assert list(checks.left_out("test", done, {"tests-quick": QUICK})) == [
        "left out of `make test`:",
        "  5 tests: faults 3, web 2",
        "  the stages engine, tests-slow, tests-browser, tests-compiled, differential",
        "`make check` runs this, less what is marked `campaign`",
        "`make campaign` plays more games and examples of everything, for hours (docs/campaign.md)",
    ]


def test_make_check_leaves_nothing_out_but_tells_what_could_not_run() -> None:
    tallies = {"tests-quick": QUICK, "tests-browser": Tally(), "tests-slow": SLOW, "tests-compiled": Tally()}
    assert len(list(checks.left_out("check", took(*ALL), tallies))) == 2
    less = Tally(ran={"web": 3, "faults": 3}, slow={"web": 1, "faults": 3}, skipped={"web": 1})
    wanting = tallies | {"tests-slow": less, "differential": Tally(why="there is no C compiler")}
    assert list(checks.left_out("check", took(*ALL), wanting))[1:-1] == [
        "  1 tests: web 1",
        "  1 tests of tests-slow were skipped, for the reasons above: web 1",
        "  differential: there is no C compiler",
    ]


def test_each_expansion_has_its_share_of_the_time() -> None:
    lines = list(checks.shares({"types": Tally(), "tests-quick": QUICK, "tests-slow": SLOW}))
    assert lines[1].split() == ["all", "share", "tests-quick", "tests-slow"]
    assert [line.split() for line in lines[2:]] == [
        ["faults", "60", "60.0%", "0", "60"],
        ["web", "30", "30.0%", "30", "0"],
        ["island", "10", "10.0%", "10", "0"],
    ]
    assert list(checks.shares({"types": Tally()})) == []


# Budgets.


def test_the_budgets_keep_the_limits() -> None:
    assert budget_of(RUNS["test"]) <= TEST_LIMIT
    assert budget_of(RUNS["check"]) <= CHECK_LIMIT + sum(ADDED.values())
    assert all(0 < seconds <= MOST_ADDED for seconds in ADDED.values())


@pytest.fixture
def budgets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Budgets that stay as they are."""
    monkeypatch.setattr("tools.budgets.BUDGETS", {"lint": 60, "types": 60, "tests-slow": 300})


def words(line: str) -> str:
    return " ".join(line.split())


@pytest.mark.usefixtures("budgets")
def test_each_stage_has_its_time_beside_its_budget() -> None:
    lines = [words(line) for line in times(took("lint", "types"), 100, [("lint", "types")], 0.5)]
    assert lines[0].startswith("this machine has 0.50 times the speed")
    assert lines[2:] == [
        "lint 1 min 30 s 2 min 00 s 2 min 00 s",
        "types 1 min 30 s 2 min 00 s 2 min 00 s",
        "all 1 min 40 s 2 min 00 s 4 min 01 s",
    ]
    assert [length(seconds) for seconds in (0.4, 59.4, 59.6, 119.7)] == ["0 s", "59 s", "1 min 00 s", "2 min 00 s"]


@pytest.mark.usefixtures("budgets")
def test_a_stage_over_its_budget_is_told_loudly() -> None:
    groups = [("lint", "types")]
    assert list(over_budget(took("lint", "types"), 100, groups, 0.5)) == []
    assert list(over_budget(took("types"), 130, groups, 1)) == [
        "!!! OVER BUDGET: types took 1 min 30 s of 1 min 00 s !!!",
        "!!! OVER BUDGET: all took 2 min 10 s of 1 min 00 s !!!",
    ]


def test_what_a_stage_took_is_kept_until_it_runs_again(tmp_path: Path) -> None:
    assert kept("lint", tmp_path) is None
    assert tally("lint", tmp_path) == Tally()
    keep(Took("lint", 1, 2.5, 3), 0.75, tmp_path)
    found = kept("lint", tmp_path)
    assert found is not None
    assert (found.status, found.clock, found.processor, found.pace) == (1, 2.5, 3, 0.75)
    assert re.match(r"\d{4}-\d\d-\d\d at ", found.stamp)
    forget("lint", tmp_path)
    assert kept("lint", tmp_path) is None


@pytest.mark.usefixtures("budgets")
def test_the_table_of_times_has_a_row_for_each_group() -> None:
    stages = {
        "lint": Took("lint", 0, 5, 5, "2026-11-28 at 0123456789", 1),
        "types": Took("types", 0, 40, 60, "2026-11-28 at 0123456789", 1),
        "tests-slow": Took("tests-slow", 0, 200, 300, "2026-11-28 at 0123456789", 0.98),
    }
    ran = {stage: (one, SLOW if stage == "tests-slow" else Tally()) for stage, one in stages.items()}
    groups = [("lint", "types"), ("tests-slow",)]
    lines = table(groups, ran).splitlines()
    assert lines[0] == "Measured on 2026-11-28 at 0123456789, at 0.98 times the speed that the budgets are for."
    assert lines[-3:] == [
        "| lint, types |  | 40 s | 1 min 00 s | 1 min 05 s |",
        "| tests-slow | 5 | 3 min 20 s | 5 min 00 s | 5 min 00 s |",
        "| all |  | 4 min 00 s | 6 min 00 s | 6 min 05 s |",
    ]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, "types has not run"),
        ({"types": Took("types", 1, 1, 1)}, "types has failed"),
        ({"types": Took("types", 0, 1, 1, "2026-11-28 at 9876543210")}, "at several commits: 0123456789, 9876543210"),
    ],
)
def test_times_of_different_runs_are_not_put_together(change: dict[str, Took], said: str) -> None:
    stages = {"lint": Took("lint", 0, 5, 5, "2026-11-28 at 0123456789")} | change
    with pytest.raises(LookupError, match=said):
        table([("lint", "types")], {stage: (one, Tally()) for stage, one in stages.items()})


def test_a_stage_that_fails_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []

    def run(stage: str, *, quiet: bool = False) -> Took:
        ran.append(stage)
        return Took(stage, int(stage == "lint"), 1, 1)

    monkeypatch.setattr(checks, "run", run)
    assert [one.status for one in checks.run_all(checks.TEST)].count(1) == 1
    assert sorted(ran) == ["imports", "javascript", "lint", "types"]
