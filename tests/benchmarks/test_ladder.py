"""The ladder of the levels: its plans, and its table from what has been played."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.arena.plan import read
from bastide.arena.statistics import Rating, ratings
from bastide.kernel.errors import ConfigError
from benchmarks import ladder
from tools.marked import block

PLAN = """
seed = 3
blocks = 4
[[config]]
name = "short games"
game = "carcassonne"
seats = 2
[[entrant]]
name = "random"
[[entrant]]
name = "easy"
"""


def test_the_plans_compare_the_levels_and_the_page_has_their_table() -> None:
    plans = {name: read((ladder.PLANS / f"{name}.toml").read_text("utf-8")) for name in ladder.names()}
    assert {"island_2", "island_4", "carcassonne_2"} <= plans.keys()
    for plan in plans.values():
        bots = [entrant.bot for entrant in plan.entrants]
        assert bots == ["random", "easy", "greedy", "strong", "master"][: len(bots)]
        assert len(bots) > 3
    assert len({plan.seed for plan in plans.values()}) == len(plans)
    assert "benchmarks.ladder" in block(ladder.PAGE.read_text("utf-8"), ladder.NAME).command


def table_of(run: Path) -> list[list[str]]:
    """The rows of a run."""
    plan, games = ladder.whole_blocks(run)
    return ladder.rows(plan, games, {rating.name: rating for rating in ratings(plan, games)})


def rating(name: str, low: float, high: float) -> Rating:
    return Rating(name, (low + high) / 2, low, high, 10)


def test_a_step_is_found_if_the_intervals_are_disjoint_in_the_order_of_the_plan() -> None:
    one, two, three = rating("one", -90, -50), rating("two", -40, 10), rating("three", 5, 60)
    assert ladder.wrong([one, two]) == []
    assert ladder.wrong([one, two, three]) == ["two < three"]
    assert ladder.wrong([two, one]) == ["two < one"]


def test_a_run_goes_on_where_it_stopped_and_its_table_has_the_bots_in_order(tmp_path: Path) -> None:
    plan, run = tmp_path / "plan.toml", tmp_path / "run"
    plan.write_text(PLAN)
    ladder.go_on(plan, run, 1, 1)
    assert [row[-1] for row in table_of(run)] == ["2", "2"]
    ladder.go_on(plan, run, 2, 1)
    (_, weak, *_, nothing, games), (kind, easy, elo, _, beats, _) = table_of(run)
    assert (weak, easy, kind, nothing, games) == ("random", "easy", "short games", "", "4")
    assert elo.startswith("+")
    assert beats.startswith("100.0 % (")
    assert ladder.text_of([run, tmp_path / "none"]).count("short games") == 2


def test_a_changed_plan_is_refused(tmp_path: Path) -> None:
    plan, run = tmp_path / "plan.toml", tmp_path / "run"
    plan.write_text(PLAN)
    ladder.go_on(plan, run, 1, 1)
    plan.write_text(PLAN.replace("seed = 3", "seed = 4"))
    with pytest.raises(ConfigError, match="has changed since the run began"):
        ladder.go_on(plan, run, 2, 1)
