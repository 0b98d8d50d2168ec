"""Measures whether the board of Troy is fair: `python -m tests.expansions.island.troy.balance --games 2000 --jobs 2`.

Greedy bots play against themselves, trading with the bank alone. For each place in the order of the first settlements
and for each city: wins with the Wilson interval of 95 percent; how games end, how long they are, whose marker is ahead.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from bastide.catan.family import configure
from bastide.kernel.state import BITS, CHANCE, WINNERS
from bastide.players import make_bot
from tests.expansions.island.troy.kit import ONE, SIX, module_of
from tests.players.strength import wilson

MOST_ACTIONS = 100_000
"""No game takes as many."""


@dataclass(frozen=True)
class Ended:
    """How a game ended: the places of the winners in the order of the first settlements, their cities, the markers."""

    orders: tuple[int, ...]
    cities: tuple[int, ...]
    war: bool
    turns: int
    steps: tuple[int, int]


def play(work: tuple[int, int]) -> Ended:
    """Game `number` with so many seats."""
    number, seats = work
    rng = random.Random(f"balance {number}")
    modules = list(SIX) if seats > 4 else [ONE]
    rules = configure({"game": "island", "seats": seats, "modules": modules, "options": {"trade": "bank"}}, rng)
    m = module_of(rules)
    bots = [make_bot("greedy", 1000 * number + seat) for seat in range(seats)]
    s = rules.start()
    for _action in range(MOST_ACTIONS):
        if rules.is_over(s):
            break
        mask = int(rules.actors(s))
        if mask == 0:
            pairs = [int(n) for n in rules.outcomes(s)]
            rules.apply(s, CHANCE, rng.choices(pairs[::2], pairs[1::2])[0])
            continue
        seat = next(seat for seat in range(seats) if mask & BITS[seat])
        rules.apply(s, seat, bots[seat].act(rules, s, seat, bots[seat].rng))
    won = [seat for seat in range(seats) if s.cells[WINNERS] & BITS[seat]]
    return Ended(
        orders=tuple((seat - int(s.cells[rules.starter])) % seats for seat in won),
        cities=tuple(int(s.cells[m.side + seat]) - 1 for seat in won),
        war=rules.ending(s) == "troy.war",
        turns=int(s.cells[rules.turn]),
        steps=(int(s.cells[m.marker]), int(s.cells[m.marker + 1])),
    )


def told(games: Sequence[Ended], seats: int) -> list[str]:
    """The figures of these games, line by line."""
    count = len(games)
    out = [share(f"place {order}", sum(order in game.orders for game in games), count) for order in range(seats)]
    out += [
        share(name, sum(city in game.cities for game in games), count) for city, name in enumerate(("Troy", "Mycenae"))
    ]
    out.append(share("ended by the war", sum(game.war for game in games), count))
    out.append(share("Troy ahead", sum(game.steps[0] > game.steps[1] for game in games), count))
    out.append(share("Mycenae ahead", sum(game.steps[0] < game.steps[1] for game in games), count))
    turns = sorted(game.turns for game in games)
    low, high = turns[count // 20], turns[-1 - count // 20]
    out.append(f"turns: median {statistics.median(turns):g}, 5-95 % {low}-{high}")
    return out


def share(name: str, part: int, count: int) -> str:
    """A part of all games with its interval."""
    low, high = wilson(part, count)
    return f"{name}: {part}/{count} = {100 * part / count:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the games and print the figures."""
    parser = argparse.ArgumentParser(description="Measure whether the board of Troy is fair.")
    parser.add_argument("--games", type=int, default=200, help="how many games")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--seats", type=int, default=4, choices=(4, 6), help="how many seats")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    given = parser.parse_args(arguments)
    work = [(number, given.seats) for number in range(given.first, given.first + given.games)]
    if given.jobs == 1:
        games = [play(one) for one in work]
    else:
        with multiprocessing.Pool(given.jobs) as pool:
            games = pool.map(play, work, chunksize=1)
    sys.stdout.write("\n".join(told(games, given.seats)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
