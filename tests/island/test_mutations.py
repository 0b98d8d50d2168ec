"""The tool that proves the scenarios works, and the mutations of every table fit the source and the catalogue."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bastide.kernel.catalogue import Catalogue
from tests.island.broken import MUTATIONS
from tests.island.mutation import Mutation
from tests.island.mutations import (
    LEFT_OUT,
    NO_SCENARIOS,
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


TABLES = [
    pytest.param(mutation, id=f"{folder.relative_to(ROOT / 'tests')}: {mutation.rules[0]} {mutation.title}")
    for folder, table in tables()
    for mutation in table
]
"""The mutations of the base and of every room."""


@pytest.mark.parametrize("mutation", TABLES)
def test_every_mutation_still_fits_the_source(mutation: Mutation) -> None:
    assert changed(mutation) != (SOURCE / mutation.file).read_text(encoding="utf-8")


def test_no_scenario_needs_what_the_copies_leave_out() -> None:
    left_out = "|".join(name for name in LEFT_OUT if name.isalpha())
    for folder, table in tables():
        rules = {rule for mutation in table for rule in mutation.rules}
        for path in folder.rglob("test_*.py"):
            text = path.read_text(encoding="utf-8")
            marked = re.findall(r'"([\w-]+)"', " ".join(re.findall(r"mark\.rule\(([^)]*)\)", text)))
            scenario = not any(path.match(f"{folder}/{pattern}") for pattern in NO_SCENARIOS)
            if scenario and rules & set(marked):
                assert not re.search(rf"^from (bastide|tests)\.({left_out})\b", text, re.MULTILINE), path


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
