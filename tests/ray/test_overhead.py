"""What Ray costs beside processes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator

import pytest

from bastide.arena import workers
from bastide.arena.games import Played
from bastide.arena.plan import read
from bastide.arena.run import versions
from bastide.arena.workers import Pool
from tests.arena.test_plan import DUEL
from tests.sizes import sized

pytestmark = [pytest.mark.campaign, pytest.mark.timeout(2 * 3600)]

GAMES = sized(1_000, 4_000)
ROUNDS = sized(5, 15)
TASK = 0.1
"""How many seconds a task takes here, instead of a second."""
MOST = 0.05


def took(played: Callable[[Iterable[int]], Iterator[Played]]) -> float:
    """How many seconds it takes to play some games."""
    begun = time.monotonic()
    assert sum(1 for _ in played(range(GAMES))) == GAMES
    return time.monotonic() - begun


def test_ray_takes_little_more_time_than_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    # Else other work on the machine goes before Ray's workers.
    monkeypatch.setenv("RAY_worker_niceness", "0")
    from bastide.arena.cluster import connected

    monkeypatch.setattr(workers, "SECOND", TASK)
    plan = read(DUEL.replace("blocks = 2", f"blocks = {GAMES}").replace('bot = "random"', 'bot = "greedy"'))
    pool = Pool(plan, 1)
    try:
        with connected(plan, versions(plan), "local", 1) as cluster:
            ways = (pool.played, cluster.played)
            for played in ways:
                took(played)
            # In turns, and the best of each: other work on the machine slows rounds of both.
            found = [
                min(times) for times in zip(*([took(played) for played in ways] for _ in range(ROUNDS)), strict=True)
            ]
    finally:
        pool.end()
    assert found[1] <= (1 + MOST) * found[0], found
