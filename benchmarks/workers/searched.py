"""Times rollouts, whole greedy games and the tree: for `benchmarks.searching`.

python -m benchmarks.workers.searched TIMES SCALE
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel import playout
from bastide.kernel.chooser import Chooser
from bastide.kernel.families import configure
from bastide.kernel.playout import first_actor, random_action
from bastide.kernel.rules import Rules
from bastide.kernel.state import CHANCE, State
from bastide.players import make_bot
from bastide.players.playouts import playouts
from bastide.players.policies import evaluation, policy
from bastide.players.strong.carcassonne.bot import TreeBot
from bastide.search import Evaluation, Policy
from bastide.search.halving import Halving
from benchmarks.workers.rounds import told

Position = tuple[State, int]
UNIT: Final = 30
"""Actions of a playout of the unit."""
ACTIONS: Final = 15
"""Actions of a rollout."""
ENDLESS: Final = 1_000_000
WIDTH: Final = 5


def met(rules: Rules, every: int, most: int) -> list[Position]:
    """Positions of a game between greedy bots at which a seat has a choice, one of so many."""
    s, chooser, rng = rules.start(), Chooser(1), random.Random(1)
    bot = make_bot("greedy", 1)
    out: list[Position] = []
    choices = 0
    while len(out) < most and not rules.is_over(s):
        seat = int(first_actor(rules, s))
        if seat == CHANCE:
            rules.apply(s, CHANCE, random_action(rules, s, CHANCE, chooser))
            continue
        if len(rules.legal(s, seat)) >= WIDTH:
            choices += 1
            if choices % every == 0:
                out.append((s.copy(), seat))
        rules.apply(s, seat, bot.act(rules, s, seat, rng))
    return out


def rollouts(rules: Rules, positions: list[Position], plays: Policy, judge: Evaluation, budget: int) -> int:
    """Roll out the first actions of each position; returns how many rollouts there were."""
    count = 0
    for s, seat in positions:
        codes = vec[i64](list(rules.legal(s, seat))[:WIDTH])
        halving = Halving(rules, s, seat, codes, plays, judge, ENDLESS, ACTIONS, 7, False)
        halving.run(budget)
        count += int(sum(halving.visits))
    return count


def simulations(rules: Rules, positions: list[Position], budget: int) -> int:
    """Search each position by a tree; returns how many simulations there were."""
    return sum(TreeBot(1, budget).search(rules, s, seat).rollouts for s, seat in positions)


def things(scale: float) -> dict[str, Callable[[], int]]:
    """What is measured, by name; each returns how many it has done."""

    def some(count: int) -> int:
        return max(round(count * scale), 1)

    two = configure({"game": "island", "seats": 2, "layout": "random", "options": {"first": 0}}, random.Random(1))
    four = configure({"game": "island", "seats": 4, "layout": "random", "options": {"first": 0}}, random.Random(1))
    tiles = configure({"game": "carcassonne", "seats": 2, "options": {"first": 0}}, random.Random(1))
    start = two.start()
    on_island = met(two, 8, 12)
    on_tiles = met(tiles, 6, 12)
    judge = evaluation(two)
    return {
        "uniform": lambda: int(playout.playouts(two, start, some(20_000), Chooser(1), UNIT).games),
        "quick": lambda: rollouts(two, on_island, policy(two, "quick"), judge, some(200)),
        "greedy": lambda: rollouts(two, on_island, policy(two, "greedy"), judge, some(80)),
        "games": lambda: playouts(four, four.start(), some(30), 1, policy="greedy").games,
        "tree": lambda: simulations(tiles, on_tiles, some(300)),
    }


if __name__ == "__main__":
    told(things(float(sys.argv[2])), int(sys.argv[1]))
