"""Random games of every room: positions are sound, hands stay secret, refusals change nothing, records replay.

A new room joins by itself. Its own invariants are `OWN` (`bastide.testing.own`). Sets of expansions are played by
`tests/combinations`.
"""

from __future__ import annotations

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from bastide.kernel.families import FAMILIES
from bastide.kernel.rooms import rooms
from bastide.testing import CHECKS, check_module
from tests.chosen import sampled
from tests.sizes import examples

ROOMS = [name for family in FAMILIES for name in rooms(family)]


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(ROOMS, count=5, rest=pytest.mark.campaign))
@settings(examples(2), phases=[Phase.generate])  # a smaller seed is no simpler game
@given(seed=st.integers(0, 2**32))
def test_random_games_keep_to_the_rules(name: str, seed: int) -> None:
    check_module(name, 1, first=seed, only={*CHECKS} - {"words", "combinations", "speed"})


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_has_its_words(name: str) -> None:
    check_module(name, 0, only=["words"])
