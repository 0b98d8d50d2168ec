"""What many games of the arena cost: `python -m benchmarks.arena`, and with `--write` the table of docs/arena.md.

Plays and writes games of each plan for some seconds of processor time, as a process of `bastide arena run` does, and
looks at the size of the results. Then reads made-up results, as `bastide arena table` does. Larger numbers of games are
worked out from that.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from bastide.arena.games import Played, play
from bastide.arena.plan import Plan, read
from bastide.arena.results import FILE, Results
from bastide.arena.statistics import SAMPLES, ratings
from bastide.kernel.built import is_compiled
from tools.marked import ROOT, replaced, stamp

PAGE: Final = ROOT / "docs" / "arena.md"
NAME: Final = "arena-costs"
KINDS: Final = {
    "random, island, 2 seats": ("random", "island", 2),
    "greedy, island, 2 seats": ("greedy", "island", 2),
    "greedy, island, 4 seats": ("greedy", "island", 4),
    "greedy, Carcassonne, 2 seats": ("greedy", "carcassonne", 2),
    "strong, island, 2 seats": ("strong", "island", 2),
}
SIZES: Final = (10**6, 10**9)
BATCH: Final = 100
"""After how many games results are written."""
ROWS: Final = 500
"""How many rows the results have at least whose size is measured."""
READ: Final = 20_000
"""How many made-up games are read."""
HOUR, YEAR = 3600, 3600 * 24 * 365.25
GIGA, TERA = 10**9, 10**12


@dataclass(frozen=True)
class Cost:
    """What a game of a kind costs: seconds of a processor, of these in bots, bytes without and with its record."""

    games: int
    seconds: float
    bots: float
    plain: float
    recorded: float


def plan_of(bot: str, game: str, seats: int, *, records: bool) -> Plan:
    """A plan of games between two entrants that are the same bot."""
    layout = 'layout = "random"\n' if game == "island" else ""
    return read(
        f"blocks = 1000000\nrecords = {str(records).lower()}\n[[config]]\ngame = '{game}'\nseats = {seats}\n{layout}"
        f"[[entrant]]\nname = '{bot}'\n[[entrant]]\nname = 'twin'\nbot = '{bot}'\n"
    )


def played(plan: Plan, folder: Path, seconds: float) -> tuple[list[Played], float]:
    """Play and write for some seconds of processor time, as a process of the arena does: the games, and the time."""
    games: list[Played] = []
    with closing(Results(folder, write=True)) as results:
        # The first game also builds what the others share.
        play(plan, 0, [-1, 0, -1])
        begun = time.process_time()
        while not games or time.process_time() - begun < seconds:
            games.append(play(plan, len(games), [-1, 0, -1]))
            if len(games) % BATCH == 0:
                results.add(games[-BATCH:])
        results.add(games[len(games) // BATCH * BATCH :])
        took = time.process_time() - begun
        # As many rows as it takes for the file to be more than its empty pages.
        results.add(replace(games[n % len(games)], number=n) for n in range(len(games), ROWS))
    return games, took


def cost_of(bot: str, game: str, seats: int, seconds: float) -> Cost:
    """Measure a kind of games: for that long, and a quarter of it with records."""
    sizes: list[float] = []
    found: list[tuple[list[Played], float]] = []
    for records in (False, True):
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            found.append(played(plan_of(bot, game, seats, records=records), folder, seconds / (4 if records else 1)))
            sizes.append((folder / FILE).stat().st_size / max(ROWS, len(found[-1][0])))
    games, took = found[0]
    bots = sum(sum(one.seconds) for one in games)
    return Cost(len(games), took / len(games), bots / len(games), sizes[0], sizes[1])


def made_up(plan: Plan, count: int) -> Iterator[Played]:
    """Games that look like those of a plan."""
    rng = random.Random(1)
    for number in range(count):
        seating = tuple(plan.entrants[entrant].name for entrant in plan.unit(number).seating)
        yield Played(
            number=number,
            block=plan.block(number),
            config=plan.configs[0][0],
            board=f"{rng.getrandbits(64):016x}",
            seating=seating,
            winners=(rng.randrange(len(seating)),),
            over=True,
            points=tuple(rng.randrange(2, 11) for _ in seating),
            turns=80,
            decisions=300,
            seconds=tuple(rng.random() for _ in seating),
            hash=f"{rng.getrandbits(128):032x}",
            fault="",
            text="",
        )


def reading() -> tuple[float, float, float, float]:
    """Read results: seconds and bytes of memory for each game, bytes for its number alone, seconds for the ratings of
    each block.
    """
    plan = plan_of("greedy", "island", 2, records=False)
    with tempfile.TemporaryDirectory() as place, closing(Results(Path(place), write=True)) as results:
        results.add(made_up(plan, READ))
        tracemalloc.start()
        games = list(results.games())
        held, _ = tracemalloc.get_traced_memory()
        numbers = results.numbers()
        known = tracemalloc.get_traced_memory()[0] - held
        tracemalloc.stop()
        assert len(numbers) == len(games)
        begun = time.process_time()
        list(results.games())
        read_in = time.process_time() - begun
    begun = time.process_time()
    ratings(plan, games)
    rated_in = time.process_time() - begun
    return read_in / READ, held / READ, known / READ, rated_in / (READ / len(plan.units))


def time_of(seconds: float) -> str:
    """A time in the unit that suits it."""
    if seconds < 2 * HOUR:
        return f"{seconds / 60:.0f} min"
    if seconds < 0.5 * YEAR:
        return f"{seconds / HOUR:,.0f} h"
    return f"{seconds / YEAR:.1f} years"


def space_of(size: float) -> str:
    """A size in the unit that suits it."""
    return f"{size / TERA:.1f} TB" if size >= TERA else f"{size / GIGA:.1f} GB"


def table(costs: dict[str, Cost], read_in: float, held: float, known: float, rated_in: float) -> str:
    """The table, as Markdown."""
    kind = "compiled" if is_compiled() else "interpreted"
    out = [
        f"Measured on {stamp('src/bastide')}, {kind} engine, processor time of one core.",
        "",
        "| games | ms a game | of these in bots | bytes | with record | 10⁶ games, one core | 10⁹ games, one core |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for name, cost in costs.items():
        million, billion = (f"{time_of(size * cost.seconds)}, {space_of(size * cost.plain)}" for size in SIZES)
        out.append(
            f"| {name} | {1000 * cost.seconds:.1f} | {100 * cost.bots / cost.seconds:.0f} % | {cost.plain:.0f} |"
            f" {cost.recorded:,.0f} | {million} | {billion} |"
        )
    out += [
        "",
        f"`bastide arena table` reads {1 / read_in:,.0f} games a second and holds {held:.0f} bytes of each in memory,"
        f" `run` and `resume` hold {known:.0f}. {SAMPLES:,} samples for the ratings take {1000 * rated_in:.2f} ms for"
        " each block of a duel.",
    ]
    return "\n".join(out)


def main() -> int:
    """Measure, and print or write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10, help="for how long each plan is played, twice")
    parser.add_argument("--only", default="", help="a part of the names of the kinds")
    parser.add_argument("--write", action="store_true", help="write the table into docs/arena.md")
    given = parser.parse_args()
    if hasattr(os, "nice"):
        os.nice(15)
    costs = {name: cost_of(*kind, given.seconds) for name, kind in KINDS.items() if given.only in name}
    text = table(costs, *reading())
    if given.write:
        PAGE.write_text(replaced(PAGE.read_text("utf-8"), NAME, text), "utf-8")
    sys.stdout.write(text + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
