"""Whether a ladder of bots is found in the results of a run, from made-up ratings and from a run."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bastide.arena.plan import read
from bastide.arena.results import Results
from bastide.arena.run import PLAN
from bastide.arena.statistics import Rating
from benchmarks import ladder
from benchmarks.arena import made_up
from tests.arena.test_plan import DUEL


def rating(name: str, low: float, high: float) -> Rating:
    return Rating(name, (low + high) / 2, low, high, 10)


def test_a_step_is_found_if_the_intervals_are_disjoint_in_the_order_of_the_plan() -> None:
    one, two, three = rating("one", -90, -50), rating("two", -40, 10), rating("three", 5, 60)
    assert ladder.wrong([one, two]) == []
    assert ladder.wrong([one, two, three]) == ["two < three"]
    assert ladder.wrong([two, one]) == ["two < one"]


def test_the_plan_of_the_bots_is_a_ladder() -> None:
    plan = read(Path(ladder.__file__).with_suffix(".toml").read_text("utf-8"))
    assert [entrant.name for entrant in plan.entrants] == ["random", "easy", "steady", "strong", "master"]
    assert len(plan.units) == 2 * 4


def test_a_run_is_read_and_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = DUEL.replace("blocks = 2", "blocks = 40")
    plan = read(text)
    (tmp_path / PLAN).write_text(text, "utf-8")
    assert ladder.main([str(tmp_path)]) == 2
    assert "has not begun" in capsys.readouterr().err
    games = [replace(game, winners=(game.seating.index("dice"),)) for game in made_up(plan, plan.games)]
    with closing(Results(tmp_path, write=True)) as results:
        results.begin({"plan": text, "versions": {"greedy": "bastide 1 abc", "dice": "bastide 1 abc"}})
        results.add(games)
    page = tmp_path / "page.md"
    page.write_text("<!-- arena-ladder: written by x -->\n\nOld.\n\n<!-- end of arena-ladder -->\n", "utf-8")
    monkeypatch.setattr(ladder, "PAGE", page)
    assert ladder.main([str(tmp_path), "--write"]) == 0
    assert "| dice | +" in page.read_text("utf-8")
    assert "All intervals are disjoint, in the order of the plan" in page.read_text("utf-8")
    (tmp_path / PLAN).write_text(text.replace("greedy", "third").replace("dice", "greedy").replace("third", "dice"))
    assert ladder.main([str(tmp_path)]) == 1
    assert "Not found: " in capsys.readouterr().out
