"""Times the searches, side by side with uniform playouts: `python -m benchmarks.searching [PYTHON ...] [--docs]`.

Each PYTHON has a build of Bastide installed; the default is the one that runs this. With `--docs` the figures of the
first go into docs/search.md; it should have a wheel of this source tree. A rate is a number of rollouts, simulations or
games in a second of one core.
"""

from __future__ import annotations

import sys
from typing import Final

from benchmarks.rates import Rates
from benchmarks.subjects import ROOT

SEARCHES: Final = Rates(
    command="python -m benchmarks.searching",
    worker="benchmarks.workers.searched",
    page=ROOT / "docs" / "search.md",
    block="search-rates",
    unit=145_000,
    aims={
        "uniform": ("uniform playouts of 30 actions: the unit", None),
        "quick": ("rollouts of 15 actions, quick policy, island, 2 seats", 40_000),
        "greedy": ("rollouts of 15 actions, greedy policy, island, 2 seats", 10_000),
        "games": ("greedy games, island, 4 seats", None),
        "tree": ("simulations of a tree, Carcassonne, 2 seats, over a game", 20_000),
    },
)

if __name__ == "__main__":
    sys.exit(SEARCHES.main(__doc__))
