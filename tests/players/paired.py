"""One bot against others of one kind, in common worlds: every board is played from every seat.

    python -m tests.players.paired strong greedy --seats 2 --boards 100
    python -m tests.players.paired strong greedy --game carcassonne --module all

Dice, draws and thefts of a board are the same in all its games (`Streams`). Levels are those of `make_bot`, `quick`
for the quick policy, `search` with the numbers of an `Effort` (`search:200,6,4,100,quick`), `tree` with a number of
simulations (`tree:500`), `value:FILE` for the level strong with the weights of a file of `training.island`,
`prospects` for it with greedy's evaluation, and `part` with a room's `bot.py`: `part:FILE` is the greedy bot with that
file in place of the room's own, as plain Python. Winners share a win. With `--sides` each level has every second seat,
and wins with any of them. The interval is of the boards' shares, 95 %, since the games of a board are not independent;
the other one, Wilson's, is of single games.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import math
import multiprocessing
import random
import statistics
import sys
import time
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from bastide.arena.statistics import wilson
from bastide.carcassonne.family import MODULES
from bastide.catan.base.island import Island
from bastide.kernel.bits import lowest
from bastide.kernel.chooser import Chooser, mixed
from bastide.kernel.families import configure
from bastide.kernel.rooms import floor
from bastide.kernel.rules import Rules
from bastide.kernel.state import BITS, CHANCE, State
from bastide.players import Bot, make_bot
from bastide.players.greedy.island.bot import IslandBot
from bastide.players.greedy.island.policy import Prospects
from bastide.players.greedy.island.tables import Tables
from bastide.players.policies import policy
from bastide.players.strong.carcassonne.bot import TreeBot
from bastide.players.strong.island.bot import SearchBot
from bastide.players.strong.island.value import Value
from bastide.players.strong.island.weights import Effort
from bastide.search.chance import Streams
from bastide.search.policy import Policy

MOST: int = 100_000
"""No game takes as many actions."""


class PartBot(IslandBot):
    """The greedy bot with another part for a room."""

    def __init__(self, seed: int, file: str) -> None:
        super().__init__(seed)
        self.file = Path(file).resolve()

    def tables(self, rules: Rules, state: State) -> Tables:
        if self._tables is None or self._tables.r is not rules:
            known = super().tables(rules, state)
            own = part_of(self.file)
            here = floor("island", self.file.parent.name, "bot")
            assert isinstance(rules, Island)
            self._tables = Tables(rules, [own(rules) if isinstance(part, here) else part for part in known.modules])
        return super().tables(rules, state)


@cache
def part_of(file: Path) -> Any:
    """The `BOT` of a file."""
    spec = importlib.util.spec_from_file_location(f"part_{file.parent.name}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.BOT


class Result(NamedTuple):
    """One game of the level that is measured: the share of the win, and the lead in points over the best rival."""

    won: float
    lead: int


class PolicyBot(Bot):
    """Plays as a policy of searches does."""

    def __init__(self, seed: int, name: str) -> None:
        super().__init__(seed)
        self.name = name
        self.plays: Policy | None = None
        self.chooser = Chooser(seed)

    def act(self, rules: Rules, state: State, seat: int, rng: random.Random) -> i64:
        if self.plays is None or self.plays.rules is not rules:
            self.plays = policy(rules, self.name)
        return self.plays.choose(state, seat, self.chooser)


def bot_of(level: str, seed: int) -> Bot:
    """The bot of a level."""
    if level == "quick":
        return PolicyBot(seed, level)
    if level.startswith("part:"):
        return PartBot(seed, level.removeprefix("part:"))
    if level.startswith("search:"):
        budget, width, turns, errors, plays = level.removeprefix("search:").split(",")
        return SearchBot(seed, effort=Effort(int(budget), int(width), int(turns), int(errors), plays == "quick"))
    if level.startswith("tree:"):
        return TreeBot(seed, int(level.removeprefix("tree:")))
    if level == "prospects":
        return SearchBot(seed, evaluation=Prospects)
    if level.startswith("value:"):
        return SearchBot(seed, evaluation=partial(valued, level.removeprefix("value:")))
    return make_bot(level, seed)


def valued(path: str, t: Tables) -> Value:
    """The evaluation with the weights of a file."""
    value = Value(t)
    value.weights = vec[i64](json.loads(Path(path).read_text(encoding="utf-8"))["weights"].values())
    return value


def board(
    first: str,
    rival: str,
    seats: int,
    number: int,
    modules: tuple[str, ...] = (),
    game: str = "island",
    layout: str = "random",
    sides: bool = False,
) -> tuple[list[Result], float]:
    """What the first level comes to on board `number` from each seat; and the seconds that its decisions took.

    With `sides`, from the even seats and from the odd ones.
    """
    rng = random.Random(f"board {number}")
    config = {"game": game, "seats": seats, "modules": list(modules), "options": {"first": 0}}
    if layout and game == "island":
        config["layout"] = layout
    rules = configure(config, rng)
    streams = Streams(rules)
    found, spent = [], 0.0
    for own in [set(range(k, seats, 2)) for k in range(2)] if sides else [{seat} for seat in range(seats)]:
        numbers = Chooser(mixed(number))
        streams.begin(numbers.a, numbers.b)
        bots = [bot_of(first if seat in own else rival, 100 * number + seat) for seat in range(seats)]
        s = rules.start()
        actions = 0
        while not rules.is_over(s) and actions < MOST:
            actions += 1
            mask = rules.actors(s)
            if mask == 0:
                rules.apply(s, CHANCE, streams.sample(rules.phase(s), s))
                continue
            seat = int(lowest(mask))
            at = time.process_time()
            code = bots[seat].act(rules, s, seat, bots[seat].rng)
            if seat in own:
                spent += time.process_time() - at
            rules.apply(s, seat, code)
        points = [int(rules.total_points(s, seat)) for seat in range(seats)]
        lead = max(points[seat] for seat in own) - max(points[seat] for seat in range(seats) if seat not in own)
        winners = {seat for seat in range(seats) if rules.winners(s) & BITS[seat]}
        found.append(Result(len(winners & own) / max(len(winners), 1), lead))
    return found, spent


def error(boards: Sequence[float]) -> float:
    """Half the interval of 95 % around the mean of the boards."""
    return 1.96 * statistics.pstdev(boards) / math.sqrt(max(len(boards) - 1, 1))


def report(found: Sequence[list[Result]], seconds: float) -> str:
    """The line that is printed."""
    games = sum(map(len, found))
    wins = sum(each.won for results in found for each in results)
    shares = [statistics.mean(each.won for each in results) for results in found]
    leads = [statistics.mean(each.lead for each in results) for results in found]
    half = error(shares)
    share = wins / games
    low, high = wilson(wins, games)
    return (
        f"{wins:g}/{games} = {share:.1%} [{share - half:.1%}, {share + half:.1%}] by boards, "
        f"[{low:.1%}, {high:.1%}] by games; lead {statistics.mean(leads):+.1f} +- {error(leads):.1f} points; "
        f"{seconds / games:.2f} s a game"
    )


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("level", help="the level that is measured")
    parser.add_argument("rival", help="that of all others")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="number of the first board")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--game", choices=("island", "carcassonne"), default="island")
    parser.add_argument("--module", action="append", default=[], help="a module to play with; all: Carcassonne's")
    parser.add_argument("--layout", default="random", help="the island; '' for the modules' own")
    parser.add_argument("--sides", action="store_true", help="every second seat for each level")
    given = parser.parse_args()
    modules = tuple(MODULES) if given.module == ["all"] else tuple(given.module)
    work = [
        (given.level, given.rival, given.seats, number, modules, given.game, given.layout, given.sides)
        for number in range(given.first, given.first + given.boards)
    ]
    with multiprocessing.get_context("spawn").Pool(given.jobs) as pool:
        found = pool.starmap(board, work, chunksize=1)
    line = report([results for results, _spent in found], sum(spent for _results, spent in found))
    sys.stdout.write(f"{given.level} against {given.rival}, {given.seats} seats: {line}\n")


if __name__ == "__main__":
    main()
