"""Runs on Ray, from processes of their own, and the clusters on which they are played."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from bastide.arena.run import PLAN
from tests.arena.runs import rows

HOUR: Final = 3600.0
NODES: Final = 3


def command(word: str, folder: Path, *options: str) -> list[str]:
    """The command that plays a run."""
    return [sys.executable, "-P", "-m", "bastide", "arena", word, str(folder), "--json", *options]


def results(folder: Path, plan: str, *options: str) -> list[str]:
    """The rows of a whole run in a new folder, all but processor times."""
    folder.mkdir()
    (folder / PLAN).write_text(plan, "utf-8")
    return finished("run", folder, *options)


def finished(word: str, folder: Path, *options: str) -> list[str]:
    """The rows of a run that is played to its end."""
    done = subprocess.run(command(word, folder, *options), capture_output=True, text=True, check=False, timeout=HOUR)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["games"] == told["of"]
    return rows(folder)


@contextmanager
def cluster_of(nodes: int = NODES) -> Iterator[Any]:
    """A cluster of so many nodes with one processor each, on this machine."""
    from ray.cluster_utils import Cluster

    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        for _ in range(nodes - 1):
            cluster.add_node(num_cpus=1)
        cluster.wait_for_nodes()
        yield cluster
    finally:
        cluster.shutdown()


def workers(cluster: Any) -> list[int]:
    """The processes of Ray that play for a cluster."""
    raylets = {found.process.pid for node in cluster.list_all_nodes() for found in node.all_processes.get("raylet", [])}
    out = []
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and b"play_batch" in (folder / "cmdline").read_bytes():
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                if parent in raylets:
                    out.append(int(folder.name))
        except OSError:
            continue  # it has ended
    return sorted(out)
