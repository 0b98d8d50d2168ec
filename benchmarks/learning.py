"""Times the environments, side by side with a `Stepper`: `python -m benchmarks.learning [PYTHON ...] [--docs]`.

Each PYTHON has a build of Bastide installed with its extras `data` and `pettingzoo`; the default is the one that runs
this. With `--docs` the figures of the first go into docs/learn.md; it should have a wheel of this source tree. A rate
is a number of decisions of the seats in a second of one core; those of a batch take numpy's choice of the actions in.
"""

from __future__ import annotations

import sys
from typing import Final

from benchmarks.rates import Rates
from benchmarks.subjects import ROOT

ENVIRONMENTS: Final = Rates(
    command="python -m benchmarks.learning",
    worker="benchmarks.workers.learned",
    page=ROOT / "docs" / "learn.md",
    block="learn-rates",
    unit=1_500_000,
    aims={
        "stepper": ("a Stepper, island, 4 seats: the unit", None),
        "packed": ("Batch of 256, packed masks, no observation", 1_000_000),
        "board": ("Batch of 256, masks and observations with the board", 600_000),
        "actions": ("the same, with the expansion that has the most actions", 200_000),
        "tiles": ("Batch of 64, candidates and observations, Carcassonne, 2 seats", 300_000),
        "gymnasium": ("Gymnasium, against three greedy bots", 10_000),
        "aec": ("PettingZoo's AEC, island, 4 seats", 60_000),
        "aec_tiles": ("PettingZoo's AEC, Carcassonne, 2 seats", 20_000),
        "written": ("rows of records with masks and observations, as Parquet", 100_000),
    },
)

if __name__ == "__main__":
    sys.exit(ENVIRONMENTS.main(__doc__))
