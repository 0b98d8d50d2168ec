"""Two versions of one bot, in games that are played: they differ by luck alone, and are seldom told apart."""

from __future__ import annotations

import math
import random

import pytest
from mypy_extensions import i64

from bastide.arena import games, matches
from bastide.arena.games import Played, play
from bastide.arena.plan import Plan, read
from bastide.arena.statistics import block_scores, interval, ratings, verdict
from bastide.kernel.rules import Rules
from bastide.kernel.state import State
from bastide.players import Bot, make_bot
from tests.arena.test_plan import DUEL
from tests.sizes import sized

RUNS = sized(2, 100)
BLOCKS = 50
TWIN = "twin"


class Twin(Bot):
    """Random moves as the other random bot's, from other numbers, so that it does not play the same game."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._bot = make_bot("random", seed)

    def act(self, rules: Rules, state: State, seat: int, rng: random.Random) -> i64:
        return self._bot.act(rules, state, seat, self.rng)


def run(seed: int) -> tuple[Plan, list[Played]]:
    """A run of the random bot against its twin, on boards of its own."""
    text = DUEL.replace("seed = 3", f"seed = {seed}").replace("blocks = 2", f"blocks = {BLOCKS}")
    text = text.replace('name = "greedy"', f'name = "{TWIN}"').replace("goal = 4", "goal = 3")
    plan = read(f"{text}[test]\nelo = [0, 60]\nevery = 10\n")
    return plan, [play(plan, number, [-1, 0, -1]) for number in range(plan.games)]


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_two_versions_of_one_bot_are_seldom_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    bot_of = matches.bot_of
    monkeypatch.setattr(games, "bot_of", lambda kind, seed: Twin(seed) if kind == TWIN else bot_of(kind, seed))
    apart = stronger = differing = 0
    for seed in range(RUNS):
        plan, played = run(seed)
        scores = block_scores(plan, played, 0, 1)
        assert plan.test is not None
        best, worst = ratings(plan, played, samples=400)
        apart += best.low > worst.high
        differing += interval(scores)[0] != 0.5
        looks = (verdict(scores[:last], plan.test) for last in range(plan.test.every, BLOCKS + 1, plan.test.every))
        stronger += next((look.stronger for look in looks if look.decided), False) or False
    assert differing > RUNS // 2, "they play different games"
    # 95 of 100 as it is to be expected, and what chance adds to it in one of a thousand.
    most = 0.05 * RUNS + 3.1 * math.sqrt(0.05 * 0.95 * RUNS)
    assert apart <= most
    assert stronger <= most
