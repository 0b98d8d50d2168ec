"""Which verbs bots use, where they may: `python -m tests.players.verbs [--level greedy] [--games 200] [MODULE ...]`.

Plays the base games and each module alone with bots of one level, the configs of a set in turn. A verb that is legal at
many decisions and hardly ever played is a habit to look at, or a rule that a bot does not understand. Cards that were
drawn are counted too. `--kinds` tells the kinds of a verb apart where its notation names them, as `fish steal`.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from bastide.catan.base.island import Island
from bastide.kernel.bits import lowest
from bastide.kernel.families import FAMILIES, configure
from bastide.kernel.rules import Rules
from bastide.kernel.state import CHANCE
from bastide.players import make_bot
from tests.differential.sets import Set, sets_of

MOST: Final = 20_000
"""No game of bots takes as many actions."""


class Use(NamedTuple):
    """By verb: the decisions of a seat at which it was legal, those at which it was played, and how often chance
    brought it.
    """

    legal: Counter[str]
    played: Counter[str]
    drawn: Counter[str]

    @staticmethod
    def none() -> Use:
        """The use in no game."""
        return Use(Counter(), Counter(), Counter())

    def add(self, other: Use) -> None:
        """Add the use in other games."""
        for mine, theirs in zip(self, other, strict=True):
            mine.update(theirs)


def label(rules: Rules, code: int, kinds: bool) -> str:
    """The word of an action's verb; with `kinds` also the kind of thing that it names, not a good, place or number."""
    verb = rules.verb_of[code]
    named = verb.describe(code - verb.offset).split() if kinds else []
    kind = named[1].partition(":")[0].partition("*")[0] if len(named) > 1 else ""
    if not kind.replace("-", "").isalpha() or (isinstance(rules, Island) and kind in rules.good_names):
        return verb.word
    return f"{verb.word} {kind}"


def game(config: dict[str, Any], level: str, seed: int, kinds: bool = False) -> Use:
    """The use of verbs in one game."""
    rng = random.Random(seed)
    rules = configure(config, rng)
    bots = [make_bot(level, 100 * seed + seat) for seat in range(rules.seats)]
    use = Use.none()
    words: dict[int, str] = {}

    def name(code: int) -> str:
        if code not in words:
            words[code] = label(rules, code, kinds)
        return words[code]

    s = rules.start()
    for _ in range(MOST):
        if rules.is_over(s):
            break
        mask = rules.actors(s)
        if mask == 0:
            pairs = [int(n) for n in rules.outcomes(s)]
            code = rng.choices(pairs[::2], pairs[1::2])[0]
            use.drawn[label(rules, code, kinds=True)] += 1
            rules.apply(s, CHANCE, code)
            continue
        seat = int(lowest(mask))
        use.legal.update({name(int(code)) for code in rules.legal(s, seat)})
        code = int(bots[seat].act(rules, s, seat, bots[seat].rng))
        use.played[name(code)] += 1
        rules.apply(s, seat, code)
    return use


def measured(played: Set, level: str, games: int, jobs: int = 1, kinds: bool = False) -> Use:
    """The use of verbs in so many games of a set."""
    total = Use.none()
    orders = [(played.config(seed), level, seed, kinds) for seed in range(games)]
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        for found in pool.starmap(game, orders, chunksize=4):
            total.add(found)
    return total


def lines(use: Use) -> list[str]:
    """A line for each verb, the least used first; with how often it was drawn, if it is a card."""
    shares = {verb: use.played[verb] / count for verb, count in use.legal.items()}
    drawn: Counter[str] = Counter()
    for verb, count in use.drawn.items():
        drawn[verb.split()[-1]] += count if " " in verb else 0
    return [
        f"{verb:24} legal {use.legal[verb]:7,}  played {use.played[verb]:7,}  {share:6.1%}"
        + (f"  drawn {drawn[verb]:,}" if drawn[verb] else "")
        for verb, share in sorted(shares.items(), key=lambda one: one[1])
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", default="greedy", help="the level that plays all seats")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--kinds", action="store_true", help="tell kinds of a verb apart")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("modules", nargs="*", help="modules; all, and the base games, if none is named")
    given = parser.parse_args(arguments)
    sets = [one for family in FAMILIES for one in sets_of(family) if len(one.modules) < 2]
    for one in sets:
        if not given.modules or set(one.modules) & set(given.modules):
            found = measured(one, given.level, given.games, given.jobs, given.kinds)
            head = f"{one.name}: {given.games} games of {given.level}"
            sys.stdout.write("\n".join([head, *lines(found), ""]))
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
