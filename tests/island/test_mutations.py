"""The tool that proves the scenarios works, and the mutations of every table fit the source and the catalogue."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from bastide.kernel.catalogue import Catalogue
from tests.island.broken import MUTATIONS
from tests.island.mutation import Mutation
from tests.island.mutations import (
    IGNORED,
    LEFT_OUT,
    ROOT,
    SOURCE,
    Broken,
    attempt,
    changed,
    copy,
    run,
    scenarios,
    tables,
)

pytestmark = pytest.mark.interpreted

SAMPLE = ["a single claimant gets nothing", "five cities", "the last of those who tie takes it"]
"""One of the source, one of the data, one of the hardest rules."""


TABLES = {folder.relative_to(ROOT).as_posix(): table for folder, table in tables()}
"""The mutations of the base and of every room, by the folder of their scenarios."""
each_folder = pytest.mark.parametrize("folder", TABLES)


@each_folder
def test_every_mutation_still_fits_the_source(folder: str) -> None:
    wrong: list[str] = []
    for mutation in TABLES[folder]:
        try:
            text = changed(mutation)
            if mutation.file.endswith(".py"):
                ast.parse(text)
        except (Broken, SyntaxError) as error:
            wrong.append(f"{mutation.rules[0]} {mutation.title}: {error}")
        if mutation.old == mutation.new:
            wrong.append(f"{mutation.rules[0]} {mutation.title}: changes nothing")
    assert not wrong, "\n".join(["", *wrong])


@each_folder
def test_no_scenario_imports_what_the_copy_leaves_out(folder: str) -> None:
    """Otherwise the table cannot be tried at all: its scenarios fail without any mutation."""
    wrong: list[str] = []
    for path in sorted((ROOT / folder).glob("**/test_*.py")):
        if path.name not in IGNORED and "mark.rule(" in path.read_text(encoding="utf-8"):
            wrong += [f"{path.relative_to(ROOT)}: {name}" for name in sorted(imported(path)) if left_out(name)]
    assert not wrong


def left_out(name: str) -> bool:
    """Whether a module belongs to a package that the copy leaves out."""
    return name.startswith("bastide.") and name.split(".")[1] in LEFT_OUT


@cache
def imported(path: Path) -> frozenset[str]:
    """The modules that a file of tests imports at its head, and those that these files of tests import."""
    names: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    for name in [name for name in names if name.startswith("tests.")]:
        other = ROOT.joinpath(*name.split(".")).with_suffix(".py")
        if other.is_file() and other != path:
            names |= imported(other)
    return frozenset(names)


def test_every_rule_is_broken_somewhere() -> None:
    broken = {rule for mutation in MUTATIONS for rule in mutation.rules}
    assert broken == {rule.id for rule in Catalogue.load("bastide.catan.base")}
    assert len({(m.rules, m.title) for m in MUTATIONS}) == len(MUTATIONS)


@pytest.mark.slow
def test_a_sample_of_broken_rules_is_noticed() -> None:
    before = {path: path.read_bytes() for path in SOURCE.glob("catan/**/*.*") if path.is_file()}
    sample = [m for m in MUTATIONS if m.title in SAMPLE]
    trials = list(run(sample, jobs=2))
    assert len(trials) == len(sample) == 3
    for trial in trials:
        assert trial.killed, trial.said
    assert {path: path.read_bytes() for path in before} == before


@pytest.mark.slow
def test_what_breaks_nothing_survives(tmp_path: Path) -> None:
    """The scenarios pass on an unchanged copy, and a mutation that cannot even be imported is no proof."""
    tests = scenarios(tmp_path)
    folder = copy(tmp_path)
    harmless = Mutation(
        ("BASE-020",),
        "a comment",
        "catan/base/production.py",
        "    pay_out(r, s)\n",
        "    pay_out(r, s)  # so\n",
    )
    nonsense = harmless._replace(new="    pay_out(r, s\n")
    for mutation in (harmless, nonsense):
        assert [trial.killed for trial in attempt(folder, mutation, tests)] == [False]


def test_a_mutation_must_fit_exactly_once() -> None:
    with pytest.raises(Broken, match="0 times"):
        changed(Mutation(("BASE-020",), "", "catan/base/production.py", "no such text", ""))
