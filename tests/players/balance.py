"""Measures whether the boards of a room are fair: `python -m tests.players.balance NAME --jobs 2`.

The room says in `balance.py` beside its tests what is measured: which tables, until how many games are won, what is
counted at the end. Greedy bots play against themselves; game `k` of a table is always the same game. A line for each
table has the wins of each place in the turn order, of the games that somebody wins, with the Wilson interval of 95
percent; how many games nobody wins; what the room counts; the median of the turns.
"""

from __future__ import annotations

import argparse
import importlib
import multiprocessing
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bastide.arena.statistics import wilson
from bastide.catan.family import IslandGame
from bastide.kernel.state import State
from tests.players.strength import Played, play

ROOMS: Final = Path(__file__).resolve().parent.parent / "expansions" / "island"
FILE: Final = "balance.py"
"""Where a room says what is measured: `TABLES`."""
FIRST: Final = 10_000
"""The number of the first game: boards are chosen on games of lower numbers."""


@dataclass(frozen=True)
class Measured:
    """A table that is measured, in a room's `TABLES`."""

    name: str
    seats: int
    modules: tuple[str, ...]
    games: int = 2000
    won: bool = True
    """Whether `games` counts those that somebody wins; otherwise all."""
    prepare: Callable[[], None] | None = None
    """What a process does before its games, to change the rules."""
    ends: Mapping[str, Callable[[IslandGame, State], bool]] = field(default_factory=dict)
    """What is counted at the end of each game, by the name in the figures."""


def rooms() -> list[str]:
    """The rooms that have something measured."""
    return sorted(path.parent.name for path in ROOMS.glob(f"*/{FILE}"))


def tables(room: str) -> tuple[Measured, ...]:
    """What a room has measured."""
    found: tuple[Measured, ...] = importlib.import_module(f"tests.expansions.island.{room}.balance").TABLES
    return found


def play_one(room: str, number: int, game: int) -> Played:
    """A game of one of the room's tables."""
    table = tables(room)[number]
    return play(("greedy",) * table.seats, game, table.modules, (("trade", "bank"),), ends=table.ends)


def games_of(room: str, number: int, games: int = 0, jobs: int = 1) -> list[Played]:
    """The games of one of the room's tables: as many as it wants, or `games`."""
    table = tables(room)[number]
    played: list[Played] = []
    # Processes of their own, since a table may change the rules.
    with multiprocessing.get_context("spawn").Pool(jobs, table.prepare) as pool:
        while missing := (games or table.games) - sum(game.seat >= 0 or not table.won for game in played):
            first = FIRST + len(played)
            work = [(room, number, game) for game in range(first, first + missing)]
            played += pool.starmap(play_one, work, chunksize=4)
    return played


def told(table: Measured, games: Sequence[Played]) -> str:
    """The figures of a table."""
    won = [game.order for game in games if game.seat >= 0]
    out = [f"{len(won):,} of {len(games):,} games won"]
    if table.won:
        out.append(f"by place {', '.join(share(won.count(place), len(won)) for place in range(table.seats))} %")
    if len(won) < len(games):
        out.append(f"nobody wins {share(len(games) - len(won), len(games))} %")
    out += [f"{name} {share(sum(game.told[name] for game in games), len(games))} %" for name in table.ends]
    out.append(f"{statistics.median(game.turns for game in games):g} turns")
    return "; ".join(out)


def share(part: int, count: int) -> str:
    """A part in percent, with its interval."""
    low, high = wilson(part, count)
    return f"{100 * part / max(count, 1):.1f} ({100 * low:.1f} - {100 * high:.1f})"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the games of a room's tables and print the figures of each."""
    parser = argparse.ArgumentParser(description="Measure whether the boards of a room are fair.")
    parser.add_argument("room", choices=rooms(), help="the room")
    parser.add_argument(
        "--games", type=int, default=0, help="how many games of each table, instead of the room's number"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    given = parser.parse_args(arguments)
    for number, table in enumerate(tables(given.room)):
        line = told(table, games_of(given.room, number, given.games, given.jobs))
        sys.stdout.write(f"{table.name}: {line}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
