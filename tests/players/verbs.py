"""Which verbs bots use, where they may: `python -m tests.players.verbs [--level greedy] [--games 200] [MODULE ...]`.

Plays the base games and each module alone with bots of one level, the configs of a set in turn. A verb that is legal at
many decisions and hardly ever played is a habit to look at, or a rule that a bot does not understand.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from bastide.kernel.bits import lowest
from bastide.kernel.families import FAMILIES, configure
from bastide.kernel.state import CHANCE
from bastide.players import make_bot
from tests.differential.sets import Set, sets_of

MOST: Final = 20_000
"""No game of bots takes as many actions."""


class Use(NamedTuple):
    """By verb: the decisions of a seat at which it was legal, and those at which it was played."""

    legal: Counter[str]
    played: Counter[str]


def game(config: dict[str, Any], level: str, seed: int) -> Use:
    """The use of verbs in one game."""
    rng = random.Random(seed)
    rules = configure(config, rng)
    bots = [make_bot(level, 100 * seed + seat) for seat in range(rules.seats)]
    use = Use(Counter(), Counter())
    s = rules.start()
    for _ in range(MOST):
        if rules.is_over(s):
            break
        mask = rules.actors(s)
        if mask == 0:
            pairs = [int(n) for n in rules.outcomes(s)]
            rules.apply(s, CHANCE, rng.choices(pairs[::2], pairs[1::2])[0])
            continue
        seat = int(lowest(mask))
        use.legal.update({rules.verb_of[code].word for code in rules.legal(s, seat)})
        code = bots[seat].act(rules, s, seat, bots[seat].rng)
        use.played[rules.verb_of[code].word] += 1
        rules.apply(s, seat, code)
    return use


def measured(played: Set, level: str, games: int) -> Use:
    """The use of verbs in so many games of a set."""
    total = Use(Counter(), Counter())
    with multiprocessing.Pool() as pool:
        orders = [(played.config(seed), level, seed) for seed in range(games)]
        for found in pool.starmap(game, orders, chunksize=4):
            total.legal.update(found.legal)
            total.played.update(found.played)
    return total


def lines(use: Use) -> list[str]:
    """A line for each verb, the least used first."""
    shares = {verb: use.played[verb] / count for verb, count in use.legal.items()}
    return [
        f"{verb:16} legal {use.legal[verb]:7,}  played {use.played[verb]:7,}  {share:6.1%}"
        for verb, share in sorted(shares.items(), key=lambda one: one[1])
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", default="greedy")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("modules", nargs="*", help="modules; all, and the base games, if none is named")
    given = parser.parse_args(arguments)
    sets = [one for family in FAMILIES for one in sets_of(family) if len(one.modules) < 2]
    for one in sets:
        if not given.modules or set(one.modules) & set(given.modules):
            head = f"{one.name}: {given.games} games of {given.level}"
            sys.stdout.write("\n".join([head, *lines(measured(one, given.level, given.games)), ""]))
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
