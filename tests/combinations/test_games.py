"""Every set of modules that may be played plays random games; in the maximal ones everything comes up.

A new room joins by itself. The seeds depend on the commit and are printed: the same checkout plays the same games.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from _pytest.mark import ParameterSet

from bastide.catan.family import IslandGame
from bastide.kernel.rooms import rooms
from tests.chosen import by_commit, sampled
from tests.combinations.playing import GAMES, Seen, config_of, play, rules_of, unseen
from tests.combinations.table import ROLES, Names, in_short, maximal, present, sets_of
from tests.differential import chain, chains
from tests.differential.sets import ALONE, MAXIMAL, PAIRS, Set
from tests.differential.window import window

pytestmark = [pytest.mark.compiled, pytest.mark.slow]

FIRST, WHY = window(Path(__file__).parents[2])
"""The first seed, and why."""
SETS: Final = sets_of(present())
LARGEST: Final = maximal(SETS)
BATCH: Final = 10
RICH: Final = 40
"""In at most so many rich games everything comes up."""


def ordered(names: Names) -> tuple[str, ...]:
    """The modules of a set in the order of the table."""
    return tuple(name for name in ROLES if name in names)


def compared(names: Names) -> int:
    """How many games of a set are played in the differential run as well."""
    if len(names) < 2:
        return ALONE
    if names in LARGEST:
        return MAXIMAL
    return PAIRS if len(names) == 2 else 0


def set_of(names: Names) -> Set:
    """The set as the differential run plays it."""
    return Set("island", tuple(name for name in rooms("island") if name in names), compared(names))


def batches() -> Iterator[ParameterSet]:
    """The batches of each set. The check plays those with games of the differential run, and by the commit the first
    batch of a sixth of the other sets; the campaign plays all.
    """
    others = [in_short(names) for names in SETS if not compared(names)]
    chosen = by_commit(others, len(others) // 6)
    for names in SETS:
        for batch in range(GAMES // BATCH):
            played = batch * BATCH < compared(names) or (batch == 0 and in_short(names) in chosen)
            marks = () if played else pytest.mark.campaign
            yield pytest.param(names, batch, id=f"{in_short(names)}-{batch}", marks=marks)


@pytest.mark.parametrize(("names", "batch"), list(batches()))
def test_random_games_keep_the_invariants(pytestconfig: pytest.Config, names: Names, batch: int) -> None:
    set_ = set_of(names)
    lines: list[chains.Line] = []
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        seed = FIRST + number
        try:
            rules = chain.rules_of(set_, seed, short=True)
            assert isinstance(rules, IslandGame)
            # Whole games have too many positions to check: the differential run plays them on both sides.
            steps = chain.Chain(rules) if number < set_.seeds and not set_.whole(seed) else None
            play(rules, seed, Seen(), chain=steps)
        except Exception as error:
            error.add_note(f"in the game with the seed {seed} of {set_.short(seed)}")
            raise
        if steps is not None:
            lines.append(chains.line_of(set_, seed, steps.outcome()))
    chains.keep(f"{in_short(names)}-{batch}", pytestconfig.getoption("--compiled") or "", lines)


@pytest.mark.parametrize("names", sampled(LARGEST, name=in_short, count=4, rest=pytest.mark.campaign))
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
