"""Whether a hint is worth its words: `python -m tests.players.worth [RULES] --positions 500`, on the compiled engine.

In positions of games of the greedy bot, where a seat has a choice that is searched, the first hint is compared with a
search of ten times as many simulations, the judge: what the judge thinks of the hint, less what it thinks of its own
best decision, is the loss. A judge of halving looks again at these two alone, in the same worlds. A hint is worth its
words if it loses at most 1 % of the win; that is to hold in 95 % of the positions.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.players import make_bot
from bastide.players.greedy.island.bot import tables_of
from bastide.players.greedy.island.decide import judges
from bastide.players.greedy.island.policy import GreedyPolicy
from bastide.players.greedy.island.quick import QuickPolicy
from bastide.players.hints import advise, searched, usual
from bastide.players.strong.carcassonne.bot import TreeBot
from bastide.players.strong.carcassonne.weights import STRONG
from bastide.players.strong.island.value import evaluation_of
from bastide.players.strong.island.weights import GREEDY, QUICK
from bastide.search import search

RULES: Final[dict[str, dict[str, Any]]] = {
    "island": {"game": "island", "seats": 4, "layout": "random"},
    "duel": {"game": "island", "seats": 2, "layout": "random"},
    "fishermen": {"game": "island", "seats": 3, "layout": "random", "modules": ["fishermen"]},
    "carcassonne": {"game": "carcassonne", "seats": 2},
}
"""The rule sets that are looked at."""
MORE: Final = 10
"""How many times as many simulations the judge has."""
LOSS: Final = 0.01
"""What a hint may lose, as a share of the win."""
EVERY: Final = 7
"""One in so many decisions is looked at."""


class Result(NamedTuple):
    """Losses by position, the seconds of each hint, and the terms that were named."""

    losses: list[float]
    seconds: list[float]
    terms: Counter[str]


def positions(config: dict[str, Any], seed: int) -> Iterator[tuple[Game, int]]:
    """Positions of games of the greedy bot in which the seat has a choice that is searched."""
    count = 0
    while True:
        game, rng, bot = Game.new(config, seed=seed), random.Random(seed), make_bot("greedy", seed)
        seed += 1
        while not game.over:
            seat = game.actors[0]
            if seat == CHANCE:
                game.draw(rng)
                continue
            rules, s = game.rules, game.state
            if len(rules.legal(s, seat)) > 1 and (isinstance(rules, Carcassonne) or judges(tables_of(rules), s)):
                count += 1
                if count % EVERY == 0:
                    yield game, seat
            game.play(bot.choose(game, seat), seat)


def loss(game: Game, seat: int, text: str, seed: int, times: float) -> float:
    """What the judge thinks that a decision loses against its own best one, as a share of the win."""
    rules, s = game.rules, game.state
    code = int(rules.read(text)[0])
    if isinstance(rules, Carcassonne):
        found = TreeBot(seed, round(STRONG * times * MORE)).search(rules, s, seat)
        values = {one.code: one.value for one in found.candidates}
        # One that the judge did not try at all is as bad as the worst that it did.
        return max(0.0, values[found.best] - values.get(code, min(values.values())))
    t = tables_of(rules)
    if t.r.numbers_move:
        t.follow(s)
    found = searched(t, s, seat, seed, times * MORE)
    # Its best without the margin by which a bot stays with greedy's choice.
    best = max(found.candidates, key=lambda one: one.lead).code
    if best == code:
        return 0.0
    effort = GREEDY if t.modules else QUICK
    again = search(
        rules,
        s,
        seat,
        round(effort.budget * times * MORE),
        policy=QuickPolicy(t) if effort.quick else GreedyPolicy(t),
        evaluation=evaluation_of(t),
        seed=seed + 1,
        turns=effort.turns or int(rules.seats) + 1,
        codes=[code, best],
    )
    return max(0.0, again.candidates[1].lead)


def measure(config: dict[str, Any], count: int, seed: int, given: float | None) -> Result:
    """The losses of the first hints in so many positions."""
    out = Result([], [], Counter())
    for game, seat in positions(config, seed):
        times = usual(game.rules) if given is None else given
        begun = time.perf_counter()
        advice = advise(game.seen_by(seat, seed), seat, seed, times)
        out.seconds.append(time.perf_counter() - begun)
        out.losses.append(loss(game, seat, advice.hints[0].text, seed + 1000 + len(out.losses), times))
        out.terms[advice.hints[0].term] += 1
        if len(out.losses) == count:
            return out
    raise AssertionError


def main() -> None:
    """Measure and print a line for each rule set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules", nargs="*", choices=[[], *RULES], help="all if none is named")
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--times", type=float, help="simulations, in those of the level strong")
    given = parser.parse_args()
    for name in given.rules or RULES:
        found = measure(RULES[name], given.positions, given.seed, given.times)
        good = sum(one <= LOSS for one in found.losses)
        seconds = sorted(found.seconds)
        named = sum(number for term, number in found.terms.items() if term)
        print(  # noqa: T201 (a command)
            f"{name}: {good} of {len(found.losses)} lose at most {LOSS:.0%} ({good / len(found.losses):.1%}), "
            f"mean loss {sum(found.losses) / len(found.losses):.2%}, most {max(found.losses):.1%}; "
            f"{seconds[len(seconds) // 2]:.2f} s a hint, at most {seconds[-1]:.2f} s; {named} with a reason",
            flush=True,
        )


if __name__ == "__main__":
    main()
