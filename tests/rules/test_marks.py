"""The mark `rule`, the map that it yields and the report, each in a pytest of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bastide.kernel.catalogue import Catalogue, coverage
from tests.catalogue import every_rule
from tests.chosen import now_and_then
from tests.rules import report

TESTS = """
import pytest

@pytest.mark.rule("BASE-019", "BASE-020")
@pytest.mark.parametrize("seats", [2, pytest.param(3, marks=pytest.mark.rule("HOUSE-001"))])
def test_shortage(seats): pass

@pytest.mark.rule("BASE-019")
class TestBank:
    @pytest.mark.rule("BASE-019")
    def test_empty(self): pass

@pytest.mark.skip
@pytest.mark.rule("BASE-021")
def test_skipped(): pass

@pytest.mark.xfail
@pytest.mark.rule("BASE-022")
def test_known_to_fail(): assert False

def test_of_no_rule(): pass
"""
HELD = {
    "BASE-019": ["test_a.py::test_shortage[2]", "test_a.py::test_shortage[3]", "test_a.py::TestBank::test_empty"],
    "BASE-020": ["test_a.py::test_shortage[2]", "test_a.py::test_shortage[3]"],
    "HOUSE-001": ["test_a.py::test_shortage[3]"],
}


def run_pytest(folder: Path, text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest on one file, with this project's conftest beside it."""
    shutil.copy(report.ROOT / "tests" / "conftest.py", folder)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = rule: as in the project\n", encoding="utf-8")
    (folder / "test_a.py").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    # The conftest takes parts of this project's tests.
    environment = os.environ | {"PYTHONPATH": str(report.ROOT)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)


@now_and_then(3)
@pytest.mark.parametrize(
    "arguments",
    [
        ("--collect-only",),
        pytest.param(("-n", "2"), marks=pytest.mark.slow),
    ],
)
def test_the_map_names_the_tests_of_each_rule(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    result = run_pytest(tmp_path, TESTS, "--rule-map", "map.json", *arguments)
    assert result.returncode == 0, result.stdout
    assert json.loads((tmp_path / "map.json").read_text(encoding="utf-8")) == HELD


WRONG = {
    'rule("BASE-19")': "no rule 'BASE-19'; the nearest: BASE-019",
    "rule": "the mark names no rule",
    "rule(19)": "the mark names no rule",
    'rule(id="BASE-019")': "the mark names no rule",
}


@now_and_then(3)
@pytest.mark.parametrize("arguments", [(), pytest.param(("-n", "2"), marks=pytest.mark.slow)])
def test_a_wrong_mark_is_a_collection_error(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    for number, mark in enumerate(WRONG):
        text = f"import pytest\n\n@pytest.mark.{mark}\ndef test_it(): pass\n"
        (tmp_path / f"test_{number}.py").write_text(text, encoding="utf-8")
    result = run_pytest(tmp_path, "", *arguments)
    assert result.returncode in (1, 2)
    for number, message in enumerate(WRONG.values()):
        assert f"ERROR collecting test_{number}.py" in result.stdout
        assert f"test_{number}.py::test_it: {message}" in result.stdout
    assert "Traceback" not in result.stdout


def test_the_report_names_what_is_missing() -> None:
    catalogue = Catalogue.load("bastide.catan.base")
    rules = {rule.id: ["a test"] for rule in catalogue if rule.id not in ("BASE-019", "BASE-020")}
    text = list(report.lines(coverage(catalogue, rules)))
    assert text[0] == "BASE: 52 of 54 rules have a test"
    assert [line.split() for line in text if "missing" in line] == [
        ["Production", "5", "of", "7", "missing:", "BASE-019", "BASE-020"]
    ]
    assert any(line.startswith("HOUSE: 13 of 13") for line in text)


@pytest.mark.parametrize(("missing", "code"), [([], 0), (["TB-EVT-034"], 0), (["MIX-004"], 1), (["BASE-001"], 1)])
def test_the_report_fails_for_every_rule_that_waits_for_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], missing: list[str], code: int
) -> None:
    rules = {rule.id: ["a test"] for rule in every_rule() if rule.id not in missing}
    monkeypatch.setattr(report, "rule_map", lambda: rules)
    assert report.main([]) == code
    said = capsys.readouterr().out
    assert all((rule_id in said) == bool(code) for rule_id in missing)


def test_the_report_refuses_an_unknown_group(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        report.main(["--require", "BSAE"])
    groups = ", ".join(every_rule().groups)
    assert f"no rules BSAE; there are {groups}" in capsys.readouterr().err


@now_and_then(3)
@pytest.mark.slow
def test_the_map_of_this_project_can_be_collected() -> None:
    """As `make rules` does it, in a process of its own."""
    command = [sys.executable, "-m", "tests.rules.report"]
    result = subprocess.run(command, cwd=report.ROOT, capture_output=True, text=True, timeout=120)
    assert result.returncode in (0, 1), result.stderr
    assert "rules have a test" in result.stdout
