"""Results do not depend on where games are played: in processes, on Ray, on a cluster of several nodes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arena.runs import KINDS, a_bot_loses_its_own_games
from tests.arena.test_plan import DUEL
from tests.ray.driver import cluster_of, results
from tests.sizes import sized

pytestmark = [pytest.mark.campaign, pytest.mark.timeout(6 * 3600)]


def plan(first: str, second: str, blocks: int, goal: int) -> str:
    """Games of two bots, or of one under two names."""
    text = DUEL.replace("goal = 4", f"goal = {goal}").replace("blocks = 2", f"blocks = {blocks}")
    text = text.replace('name = "greedy"', f'name = "first"\nbot = "{first}"')
    return text.replace('name = "dice"\nbot = "random"', f'name = "second"\nbot = "{second}"')


PLANS = {
    "random": plan("random", "random", sized(100, 50_000), 4),
    "greedy": plan("greedy", "greedy", sized(50, 1_000), 10),
}


@pytest.mark.parametrize("bot", PLANS)
def test_results_are_the_same_in_processes_and_on_ray(tmp_path: Path, bot: str) -> None:
    found = {
        name: results(tmp_path / name.replace(" ", "-"), PLANS[bot], *options)
        for name, options in {
            "one process": ["-j", "1"],
            "two": ["-j", "2"],
            "Ray, one worker": ["--ray", "local", "-j", "1"],
            "Ray, two workers": ["--ray", "local", "-j", "2"],
        }.items()
    }
    with cluster_of() as cluster:
        found["cluster"] = results(tmp_path / "cluster", PLANS[bot], "--ray", cluster.address)
    assert all(rows == found["one process"] for rows in found.values())


@pytest.mark.parametrize(("kind", "fault"), KINDS.items())
def test_what_a_bot_does_on_ray_costs_its_own_game_alone(tmp_path: Path, kind: str, fault: str) -> None:
    a_bot_loses_its_own_games(tmp_path, kind, fault, "--ray", "local")
