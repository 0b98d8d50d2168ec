"""Every set of modules that may be played plays random games; in the maximal ones everything comes up.

A new room joins by itself. The seeds depend on the commit and are printed: the same checkout plays the same games.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.combinations.playing import GAMES, Seen, config_of, play, rules_of, unseen
from tests.combinations.table import ROLES, Names, in_short, maximal, present, sets_of
from tests.differential.window import window

pytestmark = [pytest.mark.compiled, pytest.mark.slow]

FIRST, WHY = window(Path(__file__).parents[2])
"""The first seed, and why."""
SETS: Final = sets_of(present())
BATCH: Final = 10
RICH: Final = 40
"""In at most so many rich games everything comes up."""


def ordered(names: Names) -> tuple[str, ...]:
    """The modules of a set in the order of the table."""
    return tuple(name for name in ROLES if name in names)


@pytest.mark.parametrize("batch", range(GAMES // BATCH))
@pytest.mark.parametrize("names", SETS, ids=in_short)
def test_random_games_keep_the_invariants(names: Names, batch: int) -> None:
    for seed in range(FIRST + batch * BATCH, FIRST + (batch + 1) * BATCH):
        config = config_of(ordered(names), seed)
        try:
            play(rules_of(config, seed), seed, Seen())
        except Exception as error:
            error.add_note(f"in the game with the seed {seed} of {config}")
            raise


@pytest.mark.parametrize("names", maximal(SETS), ids=in_short)
def test_everything_comes_up(names: Names) -> None:
    seen = Seen()
    for seed in range(RICH):
        # Neighbours among the configs are alike; every other game goes on until the last turn.
        config = config_of(ordered(names), 7 * seed, goal=(20, 8)[seed % 2], turns=300)
        rules = rules_of(config, seed)
        play(rules, seed, seen, rich=True)
        if not unseen(rules, seen):
            return
    assert unseen(rules, seen) == {}
