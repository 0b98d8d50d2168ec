"""Times the searches, side by side with uniform playouts: `python -m benchmarks.searching [PYTHON ...] [--docs]`.

Each PYTHON has a build of Bastide installed; the default is the one that runs this. With `--docs` the figures of the
first go into docs/search.md; it should have a wheel of this source tree. A rate is a number of rollouts, simulations or
games in a second of one core. The unit is the rate of uniform playouts of 30 actions in the same round: a ratio to it
depends little on the machine, and on what else runs there. The aims were set where the unit was 145,000 a second.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final

from benchmarks.report import table
from benchmarks.subjects import ROOT
from tools.marked import replaced, stamp

WORKER: Final = "benchmarks.workers.searched"
PAGE: Final = ROOT / "docs" / "search.md"
NAME: Final = "search-rates"
UNIT: Final = 145_000
AIMS: Final[Mapping[str, tuple[str, int | None]]] = {
    "uniform": ("uniform playouts of 30 actions: the unit", None),
    "quick": ("rollouts of 15 actions, quick policy, island, 2 seats", 40_000),
    "greedy": ("rollouts of 15 actions, greedy policy, island, 2 seats", 10_000),
    "games": ("greedy games, island, 4 seats", None),
    "tree": ("simulations of a tree, Carcassonne, 2 seats, over a game", 20_000),
}
"""What is measured: its name in the table, and how many a second it should be."""


def asked(python: Path, times: int, scale: float) -> dict[str, Any]:
    """A worker's answer for a build."""
    command = [str(python), "-P", "-m", WORKER, str(times), str(scale)]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def lines(build: Mapping[str, Any]) -> list[str]:
    """A table with a row for each thing."""
    rates: Mapping[str, Sequence[float]] = build["rates"]
    rows = []
    for name, (title, aim) in AIMS.items():
        ratios = [rate / unit for rate, unit in zip(rates[name], rates["uniform"], strict=True)]
        rows.append(
            [
                title,
                f"{median(rates[name]):,.0f}",
                f"{median(ratios):.4f}",
                "" if aim is None else f"{aim / UNIT:.4f}",
                "" if aim is None else f"{median(ratios) * UNIT / aim:.2f}",
            ]
        )
    engine_ = "compiled" if build["compiled"] else "interpreted"
    return table([f"{engine_}, medians", "a second", "to the unit", "aim", "share of the aim"], rows)


def written(found: Sequence[str], at: str, times: int) -> str:
    """The text of the marked table."""
    return "\n".join([*found, "", f"Measured {at}, {times} rounds."])


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print the tables, or write the page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.searching", description=__doc__)
    parser.add_argument("pythons", nargs="*", type=Path, metavar="PYTHON", default=[Path(sys.executable)])
    parser.add_argument("--times", type=int, default=7, help="rounds")
    parser.add_argument("--scale", type=float, default=1.0, help="how much is done in a round")
    parser.add_argument("--docs", action="store_true", help="write the figures of the first build into the page")
    options = parser.parse_args(arguments)
    at = stamp("src")
    found = [lines(asked(python, options.times, options.scale)) for python in options.pythons]
    for each in found:
        print(*each, "", sep="\n")
    if options.docs:
        PAGE.write_text(replaced(PAGE.read_text("utf-8"), NAME, written(found[0], at, options.times)), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
