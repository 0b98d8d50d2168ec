"""Times the resampling of a position's hidden cards, on one build or on several side by side.

    python -m benchmarks.resample [PYTHON ...]

Each PYTHON has a build of Bastide installed; the default is the one that runs this. Measured are 1,000 positions of
recorded games between greedy bots for each kind of game with hidden cards, seen by every seat and a spectator:
the mean over all positions, and the slowest position. Ratios are to the first build.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from benchmarks.report import table
from benchmarks.subjects import ROOT

WORKER: Final = "benchmarks.workers.resampled"


def asked(python: Path, positions: int, times: int) -> dict[str, Any]:
    """A worker's answer for a build."""
    command = [str(python), "-P", "-m", WORKER, str(positions), str(times)]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def lines(builds: Sequence[Mapping[str, Any]]) -> list[str]:
    """A table with a row for each kind of game and build."""
    rows = [
        [
            kind,
            "compiled" if build["compiled"] else "interpreted",
            f"{len(build['kinds'][kind]):,}",
            f"{fmean(build['kinds'][kind]):.2f}",
            f"{max(build['kinds'][kind]):.2f}",
            f"{fmean(build['kinds'][kind]) / fmean(builds[0]['kinds'][kind]):.3f}",
        ]
        for kind in builds[0]["kinds"]
        for build in builds
    ]
    return table(["game", "engine", "positions", "mean, µs", "longest, µs", "to the first"], rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.resample", description=__doc__)
    parser.add_argument("pythons", nargs="*", type=Path, metavar="PYTHON", default=[Path(sys.executable)])
    parser.add_argument("--positions", type=int, default=1000, help="how many positions of each kind of game")
    parser.add_argument("--times", type=int, default=20, help="how many deals of a position in each of three rows")
    options = parser.parse_args(arguments)
    print(*lines([asked(python, options.positions, options.times) for python in options.pythons]), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
