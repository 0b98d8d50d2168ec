"""Duels of Carcassonne in pairs: the same tiles in the same order, the seats swapped.

    python -m tests.players.duels --pairs 200 --modules wheel --against ../before/src

The greedy bot plays against that of another version of Bastide, found in the folder after `--against`, or against
itself without its sense for the expansions. With `--simulations` the searching bot plays, against the greedy one. Pair
`k` is always the same pair. A draw is half a win.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Protocol

from mypy_extensions import i64

from bastide.arena.matches import play_out
from bastide.arena.statistics import wilson
from bastide.carcassonne.family import CarcassonneGame, configure
from bastide.kernel.rules import Rules
from bastide.kernel.state import CHANCE, State
from bastide.players import Bot, make_bot
from bastide.players.greedy.carcassonne.bot import CarcassonneBot
from bastide.players.greedy.carcassonne.tables import Tables
from bastide.players.strong.carcassonne.bot import TreeBot

ALL = ("river", "inns", "traders", "hills", "wheel")
WORKER = Path(__file__).with_name("opponent.py")


class Player(Protocol):
    """One side of a duel."""

    def begin(self, rules: CarcassonneGame) -> None:
        """A game begins."""

    def follow(self, rules: CarcassonneGame, seat: int, code: int) -> None:
        """A seat, or chance, has acted."""

    def choose(self, rules: CarcassonneGame, s: State, seat: int) -> tuple[int, float]:
        """A decision, and the seconds that it took."""


class Here:
    """A bot in this process."""

    def __init__(self, bot: CarcassonneBot | None = None) -> None:
        self.bot = bot or make_bot("greedy", 0)

    def begin(self, rules: CarcassonneGame) -> None:
        """Nothing to do."""

    def follow(self, rules: CarcassonneGame, seat: int, code: int) -> None:
        """Nothing to do."""

    def choose(self, rules: CarcassonneGame, s: State, seat: int) -> tuple[int, float]:
        begun = time.process_time()
        code = int(self.bot.act(rules, s, seat, self.bot.rng))
        return code, time.process_time() - begun


class Blind(CarcassonneBot):
    """The greedy bot without what the expansions bring to it."""

    def tables(self, rules: Rules) -> Tables:
        if self._tables is None or self._tables.r is not rules:
            self._tables = Tables(super().tables(rules).r, [])
        return self._tables


class Elsewhere:
    """A bot of the Bastide in a folder."""

    def __init__(self, folder: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(WORKER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": folder},
            text=True,
        )

    def tell(self, order: dict[str, object]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(order) + "\n")

    def begin(self, rules: CarcassonneGame) -> None:
        self.tell({"config": rules.resolved()})

    def follow(self, rules: CarcassonneGame, seat: int, code: int) -> None:
        self.tell({"play": rules.write([code]), "seat": seat})

    def choose(self, rules: CarcassonneGame, s: State, seat: int) -> tuple[int, float]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.tell({"choose": seat})
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        return rules.read(answer["text"])[0], answer["seconds"]


class Seated(Bot):
    """A side in a seat of a game; its decisions are timed, and told to both sides by `follow`."""

    def __init__(self, player: Player, rules: CarcassonneGame, follow: Callable[[int, int], None]) -> None:
        super().__init__(0)
        self.player = player
        self.game = rules
        self.follow = follow
        self.seconds = 0.0
        self.decisions = 0

    def act(self, rules: Rules, state: State, seat: int, rng: random.Random) -> i64:
        code, took = self.player.choose(self.game, state, seat)
        self.seconds += took
        self.decisions += 1
        self.follow(seat, code)
        return i64(code)


@dataclass
class Score:
    """What a match came to, for the first player."""

    wins: float = 0
    games: int = 0
    points: list[int] = field(default_factory=lambda: [0, 0])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    decisions: list[int] = field(default_factory=lambda: [0, 0])

    def add(self, other: Score) -> None:
        """Add another match."""
        self.wins += other.wins
        self.games += other.games
        for side in range(2):
            self.points[side] += other.points[side]
            self.seconds[side] += other.seconds[side]
            self.decisions[side] += other.decisions[side]

    def __str__(self) -> str:
        low, high = wilson(self.wins, self.games)
        points = " to ".join(f"{total / self.games:.1f}" for total in self.points)
        took = " and ".join(f"{1000 * self.seconds[n] / max(self.decisions[n], 1):.3f}" for n in range(2))
        return (
            f"{self.wins:g}/{self.games} = {100 * self.wins / self.games:.1f} % [{100 * low:.1f}, {100 * high:.1f}], "
            f"points {points}, ms a decision {took}"
        )


def play(players: Sequence[Player], modules: Sequence[str], pair: int, swapped: bool, score: Score) -> None:
    """One game; the first player has seat 0 unless `swapped`."""
    rules = configure({"game": "carcassonne", "seats": 2, "modules": list(modules), "options": {"first": 0}}, None)
    rng = random.Random(f"pair {pair}")
    order = [kind for kind in range(rules.tables.kinds) for _ in range(rules.counts[kind])]
    rng.shuffle(order)
    for player in players:
        player.begin(rules)

    def follow(seat: int, code: int) -> None:
        for player in players:
            player.follow(rules, seat, code)

    def draw(_: Rules, s: State) -> int:
        code = outcome(rules, s, order, rng)
        follow(int(CHANCE), code)
        return code

    s = rules.start()
    bots = [Seated(players[seat ^ int(swapped)], rules, follow) for seat in range(2)]
    play_out(rules, s, bots, [bot.rng for bot in bots], draw)
    points = [int(rules.points(s, side ^ int(swapped))) for side in range(2)]
    score.games += 1
    score.wins += 1 if points[0] > points[1] else 0.5 if points[0] == points[1] else 0
    for side in range(2):
        score.points[side] += points[side]
        score.seconds[side] += bots[side ^ int(swapped)].seconds
        score.decisions[side] += bots[side ^ int(swapped)].decisions


def outcome(rules: CarcassonneGame, s: State, order: list[i64], rng: random.Random) -> int:
    """What chance does: the next tile of the order that may be drawn; anything else at random."""
    pairs = [int(n) for n in rules.outcomes(s)]
    drawn = {code - int(rules.draw_offset) for code in pairs[::2]}
    if rules.phase(s).name != "draw":
        return rng.choices(pairs[::2], pairs[1::2])[0]
    kind = next(kind for kind in order if kind in drawn)
    order.remove(kind)
    return int(rules.draw_offset + kind)


@cache
def elsewhere(folder: str) -> Elsewhere:
    """The other side, started once in each process."""
    return Elsewhere(folder)


def match(against: str, modules: Sequence[str], pairs: Sequence[int], simulations: int = 0) -> Score:
    """Play these pairs against the bot of a folder.

    Without one, a searching bot plays against the greedy bot, and this against the one without sense for expansions.
    """
    score = Score()
    mine = Here(TreeBot(0, simulations)) if simulations else Here()
    other: Player = elsewhere(against) if against else Here() if simulations else Here(Blind(0))
    for pair in pairs:
        for swapped in (False, True):
            play((mine, other), modules, pair, swapped, score)
    return score


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.players.duels", description=__doc__)
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the number of the first pair")
    parser.add_argument("--modules", default="", help="with commas, or all")
    parser.add_argument("--against", default="", metavar="FOLDER", help="where the other Bastide's package is found")
    parser.add_argument("--simulations", type=int, default=0, help="of the searching bot for each decision")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    given = parser.parse_args()
    modules = ALL if given.modules == "all" else tuple(name for name in given.modules.split(",") if name)
    numbers = range(given.first, given.first + given.pairs)
    work = [(given.against, modules, numbers[n : n + 5], given.simulations) for n in range(0, len(numbers), 5)]
    score = Score()
    with multiprocessing.get_context("spawn").Pool(given.jobs) as pool:
        for part in pool.starmap(match, work, chunksize=1):
            score.add(part)
    sys.stdout.write(f"{given.modules or 'base'}: {score}\n")


if __name__ == "__main__":
    main()
