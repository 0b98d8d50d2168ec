"""What places are called: by what lies there, for a board shows no coordinates."""

from __future__ import annotations

import re

import pytest

from bastide import Game
from bastide.view import view
from bastide.view.island.model import IslandView
from bastide.view.words import Words
from tests.chosen import sampled
from tests.compat import stored

SETS = [name for name in stored.names() if name.startswith("island") and name.count("-") == 1]
AT_SEA = {"ship"}
"""Verbs whose places have nothing but water around them."""


@pytest.mark.parametrize("name", sampled(SETS, count=3, most=6))
def test_a_place_is_not_named_by_coordinates(name: str) -> None:
    words, found = Words("en"), set()
    for game in stored.read(name):
        played = Game.load(game.record)
        # Those at which a phase was first met.
        for version in map(int, game.onward):
            then = played.at(version)
            for seat in then.actors:
                if seat < 0:
                    continue
                seen = view(then, seat)
                assert isinstance(seen, IslandView)
                found |= {words.text(one.label, ["Maud"] * 6) for one in seen.targets if one.verb not in AT_SEA}
    assert not [label for label in found if re.search(r"-?\d,-?\d", label)]
