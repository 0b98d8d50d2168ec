"""Workers, a node and drivers that are killed lose no game and double none."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from bastide.arena.run import PLAN
from tests.arena.runs import count, wait_until
from tests.arena.test_plan import DUEL
from tests.ray.driver import cluster_of, command, finished, results, workers
from tests.sizes import sized

pytestmark = [pytest.mark.campaign, pytest.mark.timeout(2 * 3600)]

DRIVERS = 3
KILLS = sized(4, 20)
BLOCKS = sized(1_500, 15_000)


def wait_for_games(folder: Path) -> None:
    """Wait until a run has more games than now."""
    there = count(folder)
    wait_until(lambda: count(folder) > there)


def test_kills_of_workers_of_a_node_and_of_drivers_lose_and_double_nothing(tmp_path: Path) -> None:
    text = DUEL.replace("blocks = 2", f"blocks = {BLOCKS}").replace('bot = "random"', 'bot = "greedy"')
    text = text.replace(", goal = 4 }", " }")
    whole = results(tmp_path / "whole", text, "-j", "2")
    folder = tmp_path / "killed"
    folder.mkdir()
    (folder / PLAN).write_text(text, "utf-8")
    killed = 0
    with cluster_of() as cluster:
        for number in range(DRIVERS):
            word = "run" if number == 0 else "resume"
            with subprocess.Popen(command(word, folder, "--ray", cluster.address), stdout=subprocess.DEVNULL) as driver:
                try:
                    # Each driver, worker and node is killed at work.
                    wait_for_games(folder)
                    while killed < KILLS * (number + 1) // DRIVERS:
                        wait_until(lambda: workers(cluster))
                        there = workers(cluster)
                        os.kill(there[killed % len(there)], signal.SIGKILL)
                        killed += 1
                        wait_for_games(folder)
                    if number == 1:
                        cluster.remove_node(cluster.list_all_nodes()[-1], allow_graceful=False)
                        wait_for_games(folder)
                    assert driver.poll() is None, "it had games left when it was killed"
                finally:
                    driver.kill()
            time.sleep(1)
        assert finished("resume", folder, "--ray", cluster.address) == whole
    assert killed == KILLS
