"""The driver of a Ray cluster, with something in Ray's place that runs tasks here and loses some of them.

What Ray itself does is tested in `tests/ray`, in an environment that has it.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bastide.arena.games import Played, play
from bastide.arena.plan import Plan, read
from bastide.arena.run import versions
from bastide.kernel.errors import ConfigError
from tests.arena.runs import folder_of, rows
from tests.arena.test_plan import DUEL
from tests.cli.conftest import Command, bastide

__all__ = ["bastide"]

PLAN = DUEL.replace("blocks = 2", "blocks = 6").replace('name = "greedy"', 'name = "other"\nbot = "random"')
CLUSTER = "bastide.arena.cluster"


class Lost(Exception):
    """A task's worker has died."""


class InRaysPlace(ModuleType):
    """What the driver needs of Ray: a task runs when it is asked for, unless it is one that is lost."""

    def __init__(self) -> None:
        super().__init__("ray")
        self.processors = 1
        self.loses: Callable[[int], bool] = lambda number: False
        self.begun: dict[str, Any] = {}
        self.batches: list[tuple[int, ...]] = []
        self.flying: set[int] = set()
        self.most = 0
        self.cancelled: list[int] = []

    def init(self, **given: Any) -> None:
        self.begun = given
        if given["address"] == "auto":
            raise ConnectionError("Could not find any running Ray instance.")
        if given["num_cpus"] == 9:
            raise Exception("The current node timed out during startup.")  # as Ray does

    def shutdown(self) -> None:
        self.begun = {}

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": float(self.processors)}

    def remote(self, **options: Any) -> Callable[[Any], Any]:
        assert options == {"num_cpus": 1, "max_retries": 0}

        def made(function: Any) -> Any:
            task = ModuleType("task")

            def begin(*arguments: Any) -> int:
                self.batches.append(arguments[-1])
                number = len(self.batches) - 1
                self.flying.add(number)
                self.most = max(self.most, len(self.flying))
                self.work[number] = lambda: function(*arguments)
                return number

            task.remote = begin  # type: ignore[attr-defined] # it stands for an object that has it
            return task

        self.work: dict[int, Callable[[], Any]] = {}
        return made

    def wait(self, tasks: list[int], timeout: float) -> tuple[list[int], list[int]]:
        # The last one first: tasks end in any order.
        return tasks[-1:], tasks[:-1]

    def get(self, task: int) -> Any:
        self.flying.remove(task)
        if self.loses(task):
            raise Lost
        return self.work.pop(task)()

    def cancel(self, task: int, force: bool) -> None:
        self.cancelled.append(task)


class Here:
    """Plays in this process."""

    def __init__(self, plan: Plan, jobs: int) -> None:
        assert jobs == 1
        self.plan = plan

    def played(self, numbers: Iterable[int]) -> Iterator[Played]:
        return (play(self.plan, number, [-1, 0, -1]) for number in numbers)

    def end(self) -> None:
        """Nothing to do."""


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> Iterator[InRaysPlace]:
    """What stands in Ray's place, for the driver alone."""
    there = InRaysPlace()
    errors = ModuleType("ray.exceptions")
    errors.RayError = Lost  # type: ignore[attr-defined] # as above
    errors.RayTaskError = type("RayTaskError", (Lost,), {})  # type: ignore[attr-defined] # as above
    monkeypatch.setitem(sys.modules, "ray", there)
    monkeypatch.setitem(sys.modules, "ray.exceptions", errors)
    sys.modules.pop(CLUSTER, None)
    monkeypatch.setattr(importlib.import_module(CLUSTER), "Pool", Here)
    yield there
    sys.modules.pop(CLUSTER, None)


def cluster_of(plan: Plan, code: dict[str, str] | None = None, jobs: int = 0) -> Any:
    from bastide.arena.cluster import Cluster

    return Cluster(plan, versions(plan) if code is None else code, jobs)


def test_a_batch_that_is_lost_is_given_out_again(ray: InRaysPlace) -> None:
    plan = read(PLAN)
    ray.loses = lambda number: number % 3 == 1
    games = list(cluster_of(plan).played(range(plan.games)))
    assert sorted(game.number for game in games) == [*range(plan.games)]
    assert len(ray.batches) > len(set(ray.batches)), "some were lost"
    assert max(map(len, ray.batches)) > 1, "batches grow with quick games"


def test_two_tasks_are_in_flight_for_each_worker_and_no_more_than_asked_for(ray: InRaysPlace) -> None:
    plan = read(PLAN)
    for processors, jobs, most in ((1, 0, 2), (2, 0, 4), (2, 1, 1)):
        ray.processors, ray.most = processors, 0
        games = list(cluster_of(plan, jobs=jobs).played(range(plan.games)))
        assert (len(games), ray.most) == (plan.games, most)


def test_what_nobody_waits_for_any_more_is_cancelled(ray: InRaysPlace) -> None:
    plan = read(PLAN)
    playing = cluster_of(plan).played(range(plan.games))
    next(playing)
    playing.close()
    assert ray.cancelled == [*ray.flying] != []


def test_a_game_whose_workers_all_die_is_given_up(ray: InRaysPlace) -> None:
    plan = read(PLAN)
    ray.loses = lambda number: True
    with pytest.raises(ConfigError, match=r"game \d cannot be played: its process has ended 10 times"):
        list(cluster_of(plan).played(range(plan.games)))


def test_a_node_with_other_code_is_refused(ray: InRaysPlace) -> None:
    plan = read(PLAN)
    with pytest.raises(ConfigError) as caught:
        list(cluster_of(plan, {**versions(plan), "dice": "bastide 9 abc"}).played(range(plan.games)))
    assert "has another version of 'dice': 'bastide " in str(caught.value)
    assert "instead of 'bastide 9 abc'; install the same on every node" in str(caught.value)


def test_a_run_on_ray_has_the_results_of_one_in_processes(bastide: Command, ray: InRaysPlace, tmp_path: Path) -> None:
    found = []
    for name, options in (("processes", ["-j", 1]), ("ray", ["--ray", "local", "-j", 3])):
        (tmp_path / name).mkdir()
        folder = folder_of(tmp_path / name, PLAN)
        assert bastide("arena", "run", folder, *options, "--json").code == 0
        found.append(rows(folder))
    assert found[0] == found[1] != []
    assert ray.begun == {}, "left again"


def test_a_run_without_a_cluster_or_without_ray_says_what_is_missing(
    bastide: Command, ray: InRaysPlace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = folder_of(tmp_path, PLAN)
    said = bastide("arena", "run", folder, "--ray", "auto")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("bastide: there is no Ray cluster at 'auto': Could not find any running Ray instance;")
    assert "ray start --head" in said.err
    said = bastide("arena", "run", folder, "--ray", "local", "--jobs", 9)
    assert (said.code, said.err.count("\n")) == (2, 1)
    assert "at 'local': The current node timed out during startup;" in said.err
    sys.modules.pop(CLUSTER)
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.setenv("BASTIDE_LANG", "fr")
    said = bastide("arena", "run", folder, "--ray", "auto")
    assert (said.code, said.err) == (
        2,
        "bastide: ray n’est pas installé, or il en faut pour cela : pip install 'bastide[ray]'\n",
    )
    assert bastide("arena", "run", folder, "-j", 1).code == 0
