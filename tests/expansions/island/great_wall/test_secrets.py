"""What others learn of hidden cards in the Great Wall."""

from __future__ import annotations

import pytest

from bastide.view import view
from bastide.view.island.model import IslandView
from tests.expansions.island.great_wall.kit import steppe


@pytest.mark.rule("GW-028")
@pytest.mark.parametrize("viewer", [-1, 0, 1, 2])
def test_what_the_pirate_takes_is_known_to_the_two_alone(viewer: int) -> None:
    shown = []
    for card in ("wool", "ore"):
        t = steppe(rolled=False, hands={1: "ore wool"}, bank="ore*9 wool*9")
        t.play("roll", "roll 3 4", "pirate 4,4", "rob 1", f"steal {card}")
        shown.append(view(t.game, viewer))
    one, two = shown
    assert isinstance(one, IslandView)
    assert isinstance(two, IslandView)
    assert (one.log == two.log) is (viewer in (-1, 2))
    assert one.modules == two.modules
