"""The agenda has room: a search for decisions that put ever more frames on it."""

from __future__ import annotations

import random
from typing import Final

import pytest

from bastide.catan.family import IslandGame
from bastide.kernel.perft import seats_to_move
from bastide.kernel.state import CHANCE, DEPTH, FRAMES, State
from bastide.testing.play import decisions
from tests.combinations.playing import config_of, rules_of
from tests.combinations.table import ROLES, Names, in_short, maximal, present, sets_of
from tests.properties.play import richly
from tests.sizes import sized

pytestmark = [pytest.mark.compiled, pytest.mark.slow]

GAMES: Final = sized(1, 40)
"""How many games of each maximal set."""
EVERY: Final = 10
"""From every so many positions of them a search begins."""
CLIMB: Final = 30
"""How many decisions each search takes."""
TRIED: Final = 12
"""How many actions are compared for each of them."""
SPARE: Final = 2
"""How many frames no search may reach: one that nobody has found yet fits, too."""


def climb(rules: IslandGame, s: State, rng: random.Random) -> int:
    """Take what makes the agenda deepest, again and again; the greatest depth. Chance is as unkind as it can be."""
    deepest = 0
    for _ in range(CLIMB):
        able = seats_to_move(rules, s)
        if not able:
            break
        after: list[State] = []
        for _ in range(TRIED):
            seat = rng.choice(able)
            codes = rules.outcomes(s)[::2] if seat == CHANCE else rules.legal(s, seat)
            after.append(s.copy())
            rules.apply(after[-1], seat, int(rng.choice([int(code) for code in codes])))
        s = max(after, key=lambda one: int(one.cells[DEPTH]))
        deepest = max(deepest, int(s.cells[DEPTH]))
    return deepest


@pytest.mark.parametrize("names", maximal(sets_of(present())), ids=in_short)
def test_no_search_finds_an_agenda_that_is_nearly_full(names: Names) -> None:
    ordered = tuple(name for name in ROLES if name in names)
    for seed in range(GAMES):
        rng = random.Random(f"deep {seed}")
        rules = rules_of(config_of(ordered, 7 * seed, turns=300), seed)
        s = rules.start()
        for n, _ in enumerate(decisions(rules, s, rng)):
            if n % 3 == 0 and not rules.is_over(s) and rules.phase(s).name == "main":
                richly(rules, s, rng)
            if n % EVERY == 0 and not rules.is_over(s):
                assert climb(rules, s.copy(), rng) <= FRAMES - SPARE
