"""Ratios, the table, the plot, and their place in the page."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from bastide.cli.bench import number
from bastide.cli.measures import by_round
from benchmarks import __main__ as command
from benchmarks import machine, plot, report
from benchmarks.results import RATIOS
from tests.benchmarks.fakes import results
from tools.marked import block, marked

ROOT = Path(__file__).parents[2]


def test_ratios_are_worked_out_within_each_round() -> None:
    assert by_round([2.0, 9.0], [1.0, 3.0]) == [2.0, 3.0]
    with pytest.raises(ValueError, match="zip"):
        by_round([1.0], [1.0, 2.0])
    ratios = results()["ratios"]
    # 1500 / 500, 1600 / 400, 1400 / 700
    driven = ratios["driven_to_fastcatan"]
    assert [driven[name] for name in ("median", "low", "high", "rounds")] == [3, 2, 4, 3]
    assert (driven["target"], driven["met"]) == (3, True)
    seams = ratios["seams_to_without"]
    assert (seams["median"], seams["met"]) == (0.98, True)
    assert "driven_to_catanatron" not in ratios
    assert "met" not in ratios["driven_to_loop"]
    assert len({ratio.name for ratio in RATIOS}) == len(RATIOS)


def test_the_results_are_plain_data() -> None:
    found = results()
    assert json.loads(json.dumps(found)) == found
    assert found["share_of_core"] == 0.75
    assert found["subjects"]["compiled"]["figures"]["loop_games_per_second"] == {
        "median": 4100,
        "low": 4000,
        "high": 4200,
        "rounds": 3,
    }


def test_the_table_holds_what_was_measured_and_no_other_rows() -> None:
    text = report.markdown(results(), "img/x.svg")
    assert "| Bastide, compiled | 4,100 (4,000 to 4,200) | 4,100,000 (4,000,000 to 4,200,000) | 1,000 |" in text
    assert "| fastcatan | 500 (400 to 700) |" in text
    assert "| 3 (2 to 4) | at least 3 | met by the median |" in text
    assert "| 0.98 (0.97 to 0.99) | at least 0.95 | met |" in text
    assert "| copy a position | 0.5 (0.4 to 0.6) µs | – |" in text
    assert "| 2 seats | 4,000 (4,000 to 4,000) | 4,000,000 (4,000,000 to 4,000,000) | 2,000 |" in text
    assert "| 1 idle module | " in text
    assert "| 0 idle modules | " in text
    assert "| fastcatan | 2.0.0, Python 3.12.1, numpy 2.0 |" in text
    assert "| Carcassonne, two seats | 5,000 (5,000 to 5,000) |" in text
    assert "| 40,000 | at least 4,600 | met |" in text
    assert "| µs | 2 (2 to 2) | – | – | 3 (3 to 3) |" in text
    assert "Left out: catanatron: no such version." in text
    assert "catanatron |" not in text
    assert "many games at once**" not in text
    # Every row of a table has as many cells as the row above it.
    for rows in re.findall(r"(?:^\|.*\n)+", text + "\n", re.MULTILINE):
        assert len({line.count(" | ") for line in rows.splitlines()}) == 1


def test_a_missed_target_is_told() -> None:
    found = results()
    found["ratios"]["driven_to_fastcatan"] |= {"median": 2.5, "met": False}
    assert "| at least 3 | **not met** by the median |" in report.markdown(found, "x.svg")
    found["ratios"]["driven_to_fastcatan"]["high"] = 2.9
    assert "| at least 3 | **not met** |" in report.markdown(found, "x.svg")
    found["targets"]["loop_games_per_second_carcassonne"]["met"] = False
    assert "| at least 4,600 | **not met" in report.markdown(found, "x.svg")


@pytest.mark.parametrize(
    ("value", "shown"), [(0.01234, "0.0123"), (1.5, "1.5"), (42.25, "42.2"), (123.6, "124"), (5.5e6, "5,500,000")]
)
def test_numbers_have_three_digits_or_all_before_the_point(value: float, shown: str) -> None:
    assert number(value) == shown


def test_the_page_has_its_marks() -> None:
    assert block((ROOT / "docs" / "performance.md").read_text("utf-8"), report.NAME).command == "make bench"


def test_the_plot_is_drawn_to_scale() -> None:
    drawn = plot.groups(results())
    assert [(title, [bar.name for bar in bars]) for title, bars in drawn] == [
        ("Inside the engine's own loop", ["Bastide, compiled"]),
        ("Driven action by action from Python", ["Bastide, compiled", "fastcatan"]),
    ]
    bars = [plot.Bar("a < b", "own", 1000, 900, 1100), plot.Bar("c", "other", 10, 9, 11)]
    root = ET.fromstring(plot.svg([("Group", bars)], ["A caption", "of two lines"]))
    space = "{http://www.w3.org/2000/svg}"
    widths = [float(rect.get("width", "0")) for rect in root.iter(f"{space}rect") if rect.get("class") != "card"]
    # The axis begins at 1, on a logarithmic scale: three powers of ten against one.
    assert widths[0] / widths[1] == pytest.approx(3, rel=0.01)
    said = [text.text for text in root.iter(f"{space}text")]
    assert {"a < b", "c", "Group", "1,000", "10", "A caption", "of two lines"} <= set(said)
    height = float(root.get("viewBox", "").split()[3])
    assert all(float(text.get("y", "0")) < height for text in root.iter(f"{space}text"))
    with pytest.raises(ValueError, match="nothing to draw"):
        plot.svg([], [])


def test_earlier_results_are_shown_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, page, image = tmp_path / "results.json", tmp_path / "performance.md", tmp_path / "performance.svg"
    file.write_text(json.dumps(results()), encoding="utf-8")
    page.write_text(marked(report.NAME, "make bench", ""), encoding="utf-8")
    monkeypatch.setattr(command, "PAGE", page)
    monkeypatch.setattr(command, "IMAGE", image)
    assert command.main(["--results", str(file), "--no-docs", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == results()
    assert not image.exists()
    assert command.main(["--results", str(file)]) == 0
    assert "### Ratios" in capsys.readouterr().out
    assert "### Ratios" in page.read_text(encoding="utf-8")
    ET.fromstring(image.read_text(encoding="utf-8"))


def test_results_that_cannot_be_read_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "no.json").write_text("{", encoding="utf-8")
    (tmp_path / "deep.json").write_text("[" * 100_000, encoding="utf-8")
    (tmp_path / "other.json").write_bytes(b"\xff")
    of_json = " is no JSON of `python -m benchmarks --json` ("
    said = {"no.json": of_json, "deep.json": of_json, "other.json": of_json, "none.json": ": No such file"}
    for name, what in said.items():
        with pytest.raises(SystemExit, match="2"):
            command.main(["--results", str(tmp_path / name), "--no-docs"])
        assert f"error: --results {tmp_path / name}{what}" in capsys.readouterr().err.splitlines()[-1]


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    file.write_text(json.dumps(results()), encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "benchmarks", "--results", str(file), "--no-docs", "--json"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


def test_the_machine_is_named() -> None:
    facts = machine.facts(ROOT)
    assert all(facts.values())
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", facts["Date"])
    assert machine.first_line("no-such-program-here") == "none"


@pytest.mark.parametrize("text", ["{}", "[]", "null", '"results"', '{"facts": {}}', '{"games": 100, "subjects": []}'])
def test_a_file_that_holds_no_results_is_refused(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "simulated.json"
    file.write_text(text, "utf-8")
    page = command.PAGE.read_text("utf-8")
    with pytest.raises(SystemExit) as ended:
        command.main(["--results", str(file)])
    assert ended.value.code == 2
    assert f"--results {file} holds no results of `python -m benchmarks --json`" in capsys.readouterr().err
    assert command.PAGE.read_text("utf-8") == page
