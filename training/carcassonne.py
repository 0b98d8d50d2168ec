"""Fits the weights by which the searching bot for Carcassonne values positions.

    python -m training.carcassonne --minutes 90 --file build/training/carcassonne.json

Greedy bots play each other with weights that differ a little from the best known, all at once and in random directions;
the weights then move towards the side that scored more (simultaneous perturbation, Spall, 1992). Both sides play each
seat of every board with the same draws. The numbers are kept after each `SAVED` steps, so that a run resumes where it
stopped, and comes to the same as one that never did. Games accept or refuse the result (`tests.players.paired`).

Run it on the compiled engine, which plays about 60 games a second on one core.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import mean
from typing import Final, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from bastide.carcassonne.family import MODULES, CarcassonneGame, configure
from bastide.kernel.chooser import Chooser, mixed
from bastide.kernel.playout import played
from bastide.players.greedy.carcassonne.module_bots import bots_of
from bastide.players.greedy.carcassonne.player import TilePlayer
from bastide.players.greedy.carcassonne.tables import Tables
from bastide.players.greedy.carcassonne.weights import (
    CHANCES,
    CHANCES_MOST,
    CHANCES_ROW,
    EARLY,
    FIELD_HOPE,
    FILLED,
    FITTING,
    FREED,
    GREEDY,
    GROWTH,
    PERCENT,
    RIVAL,
    SMALL_HOPE,
    SUPPLY,
    SUPPLY_MOST,
    TIED,
)

BOARDS: Final = 8
"""Boards of a step."""
MOST: Final = 100_000
"""No game takes as many actions."""
CLIPPED: Final = 10.0
"""A step goes by at most so many points."""
RATE: Final = 0.03
"""How far a step goes for a point, in units of the perturbation, at first."""
SLOWER: Final = 200
"""Steps until this is divided by the root of two, then by that of three, and so on."""
KEPT: Final = 400
"""The result is the mean of about so many steps."""
SAVED: Final = 50


class Number(NamedTuple):
    """A fitted number: its start, the size of its perturbation, and its lower bound."""

    name: str
    start: float
    step: float
    least: float = 0.0


NUMBERS: Final = (
    Number("early", 8, 2, 3),
    Number("tied", 85, 8, 30),
    Number("fitting", 110, 14, 60),
    Number("filled", 55, 8, 10),
    Number("small hope", 60, 12, 5),
    Number("field hope", 60, 20),
    Number("freed road", 100, 50),
    Number("freed city", 100, 50),
    Number("freed monastery", 100, 50),
    Number("growth road", 50, 15),
    Number("growth city", 50, 15),
    # The first follower in supply, and how much of it each further one is worth, in percent.
    Number("supply", 600, 70),
    Number("supply ratio", 77, 4, 40),
    # The chances of greedy to a power, times a factor, both in percent.
    *(
        number
        for kind in ("road", "city", "monastery", "field")
        for number in (Number(f"{kind} factor", 100, 8), Number(f"{kind} power", 100, 12, 5))
    ),
)
PLACES: Final = {
    "early": int(EARLY),
    "tied": int(TIED),
    "fitting": int(FITTING),
    "filled": int(FILLED),
    "small hope": int(SMALL_HOPE),
    "field hope": int(FIELD_HOPE),
    "freed road": int(FREED),
    "freed city": int(FREED) + 1,
    "freed monastery": int(FREED) + 2,
    "growth road": int(GROWTH),
    "growth city": int(GROWTH) + 1,
}


def row_of(numbers: Sequence[float], seats: int = 2) -> list[int]:
    """The row of weights that the numbers stand for."""
    told = {number.name: max(number.least, value) for number, value in zip(NUMBERS, numbers, strict=True)}
    row = [int(weight) for weight in GREEDY]
    if seats == 2:
        row[RIVAL] = int(PERCENT)
    for name, place in PLACES.items():
        row[place] = round(told[name])
    worth = 0.0
    for count in range(int(SUPPLY_MOST)):
        worth += told["supply"] * (told["supply ratio"] / 100) ** count
        row[SUPPLY + count + 1] = round(worth)
    for kind, name in enumerate(("road", "city", "monastery", "field")):
        first = int(CHANCES) + kind * int(CHANCES_ROW)
        for opens in range(1, int(CHANCES_MOST) + 1):
            chance = told[f"{name} factor"] * (GREEDY[first + opens] / 100) ** (told[f"{name} power"] / 100)
            row[first + opens] = min(99, round(chance))
    return row


def lead(rules: CarcassonneGame, row: Sequence[int], other: Sequence[int], board: int) -> float:
    """How many points a seat of greedy with `row` is ahead of one with the other, on one board, seats swapped."""
    sides = [TilePlayer(Tables(rules, bots_of(rules), vec[i64](each))) for each in (row, other)]
    seats = int(rules.seats)
    found = 0.0
    for swapped in range(2):
        s = rules.start()
        played(rules, s, [sides[(seat + swapped) % 2] for seat in range(seats)], Chooser(mixed(board)), MOST)
        points = [int(rules.points(s, seat)) for seat in range(seats)]
        found += mean(points[swapped::2]) - mean(points[1 - swapped :: 2])
    return found / 2


@dataclass
class Run:
    """How far a run has come: `numbers` are the present ones, `means` those of the last steps."""

    seats: int = 2
    modules: list[str] = field(default_factory=list)
    steps: int = 0
    numbers: list[float] = field(default_factory=lambda: [number.start for number in NUMBERS])
    means: list[float] = field(default_factory=lambda: [number.start for number in NUMBERS])

    def rules(self) -> CarcassonneGame:
        """The game that is played."""
        config = {"game": "carcassonne", "seats": self.seats, "modules": self.modules, "options": {"first": 0}}
        return configure(config, None)

    def step(self, rules: CarcassonneGame) -> float:
        """Play one step, and move the numbers; returns the lead that it went by, in points."""
        self.steps += 1
        rng = random.Random(f"step {self.steps}")
        signs = [rng.choice((-1, 1)) for _ in NUMBERS]

        def moved(way: float) -> list[float]:
            return [
                value + way * sign * number.step
                for value, sign, number in zip(self.numbers, signs, NUMBERS, strict=True)
            ]

        row, other = row_of(moved(1), self.seats), row_of(moved(-1), self.seats)
        first = self.steps * BOARDS
        points = mean(lead(rules, row, other, board) for board in range(first, first + BOARDS))
        points = max(-CLIPPED, min(CLIPPED, points))
        self.numbers = moved(RATE / (1 + self.steps / SLOWER) ** 0.5 * points)
        part = min(self.steps, KEPT)
        self.means = [old + (new - old) / part for old, new in zip(self.means, self.numbers, strict=True)]
        return points


def read(path: Path, seats: int, modules: Sequence[str]) -> Run:
    """The run that a file keeps, or a new one.

    :raises SystemExit: the file keeps a run of another game.
    """
    if not path.exists():
        return Run(seats, list(modules))
    run = Run(**json.loads(path.read_text("utf-8")))
    if (run.seats, run.modules) != (seats, list(modules)):
        sys.exit(f"{path} keeps a run with {run.seats} seats and {run.modules or 'no modules'}: give another --file")
    return run


def main() -> None:
    """Go on for so long, and print the row of weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=90)
    parser.add_argument("--file", type=Path, default=Path("build/training/carcassonne.json"))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--module", action="append", default=[], help="a module to play with; all: all of them")
    given = parser.parse_args()
    run = read(given.file, given.seats, list(MODULES) if given.module == ["all"] else given.module)
    rules = run.rules()
    end = time.monotonic() + 60 * given.minutes
    given.file.parent.mkdir(parents=True, exist_ok=True)
    while time.monotonic() < end:
        for _ in range(SAVED):
            run.step(rules)
        given.file.write_text(json.dumps(asdict(run)) + "\n", "utf-8")
        told = ", ".join(f"{number.name} {value:.0f}" for number, value in zip(NUMBERS, run.means, strict=True))
        sys.stdout.write(f"{run.steps} steps: {told}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{row_of(run.means, run.seats)}\n")


if __name__ == "__main__":
    main()
