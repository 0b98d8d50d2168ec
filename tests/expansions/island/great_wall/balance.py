"""Measures whether the board is fair: `python -m tests.expansions.island.great_wall.balance --games 2000 --jobs 2`.

Greedy bots play against themselves, trading with the bank alone: how many games all lose; of the others, the wins of
each place in the order of the fortresses with the Wilson interval of 95 percent; how long games take.
`--no-wall` lets nobody raise a section. `--against-blind` plays one seat against others without the room's part of the
bot and counts its wins of the games that somebody wins.
"""

from __future__ import annotations

import argparse
import multiprocessing
import statistics
import sys
from collections.abc import Sequence

from bastide.expansions.island.great_wall.rules.board import figures
from tests.expansions.island.great_wall.kit import modules
from tests.players.strength import MATCHES, Played, play, wilson

OPTIONS = (("trade", "bank"),)
TOO_DEAR = {"brick": 1000}
"""A price that nobody pays."""


def forbid_walls() -> None:
    """Let nobody raise a section in this process and in those that it starts."""
    figures()["prices"] = [TOO_DEAR for _level in figures()["prices"]]


def play_one(work: tuple[tuple[str, ...], int]) -> Played:
    """Game `number` of these levels."""
    levels, number = work
    return play(levels, number, tuple(modules(len(levels))), OPTIONS)


def told(games: Sequence[Played], levels: Sequence[str]) -> list[str]:
    """The figures of these games, line by line."""
    fallen = sum(game.told["great_wall_fallen"] for game in games)
    won = [game for game in games if game.seat >= 0]
    out = [share("all have lost", fallen, len(games))]
    if len(set(levels)) > 1:
        out.append(share(f"{levels[0]} wins", sum(game.won for game in won), len(won)))
    else:
        out += [
            share(f"place {n}", sum(game.order == n - 1 for game in won), len(won)) for n in range(1, len(levels) + 1)
        ]
    turns = sorted(game.turns for game in games)
    low, high = turns[len(turns) // 20], turns[-1 - len(turns) // 20]
    out.append(f"turns: median {statistics.median(turns):g}, 5-95 % {low}-{high}")
    for kind in ("raised", "rider", "ride", "pass", "led", "freed"):
        out.append(f"{kind}: {sum(game.told['great_wall_' + kind] for game in games) / len(games):.1f} a game")
    return out


def share(name: str, part: int, count: int) -> str:
    """A part of all games with its interval."""
    low, high = wilson(part, count)
    return f"{name}: {part}/{count} = {100 * part / max(count, 1):.1f} % [{100 * low:.1f}, {100 * high:.1f}]"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the games and print the figures."""
    parser = argparse.ArgumentParser(description="Measure whether the board of the Great Wall is fair.")
    parser.add_argument("--games", type=int, default=200, help="how many games")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--seats", type=int, default=4, choices=(4, 6), help="how many seats")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--no-wall", action="store_true", help="nobody may raise a section")
    parser.add_argument("--against-blind", action="store_true", help="one seat against others without the room's part")
    given = parser.parse_args(arguments)
    levels = MATCHES[f"mirror{given.seats}"]
    if given.against_blind:
        levels = ("greedy", *["blind:great_wall"] * (given.seats - 1))
    if given.no_wall:
        forbid_walls()
    work = [(levels, number) for number in range(given.first, given.first + given.games)]
    with multiprocessing.get_context("fork").Pool(given.jobs) as pool:
        games = pool.map(play_one, work, chunksize=1)
    sys.stdout.write("\n".join(told(games, levels)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
