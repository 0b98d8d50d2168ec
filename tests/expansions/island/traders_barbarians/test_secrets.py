"""What others learn of hidden cards in Traders & Barbarians."""

from __future__ import annotations

import pytest

from bastide.view import view
from bastide.view.island.model import IslandView
from tests.expansions.island.traders_barbarians.kit import trade


@pytest.mark.rule("TB-TRAD-033", "TB-TRAD-038")
@pytest.mark.parametrize("viewer", [-1, 0, 1, 2])
def test_what_a_barbarian_steals_is_known_to_the_two_alone(viewer: int) -> None:
    shown = []
    for card in ("wool", "ore"):
        t = trade(rolled=False, hands={1: "ore wool"}, roads={1: "0,0,NE"}).play("roll", "roll 3 4", "rouse 0,1,E")
        t.play("post 0,0,NE", f"steal {card}")
        shown.append(view(t.game, viewer))
    one, two = shown
    assert isinstance(one, IslandView)
    assert isinstance(two, IslandView)
    assert (one.log == two.log) is (viewer in (-1, 2))


@pytest.mark.rule("TB-TRAD-020", "TB-TRAD-047")
def test_a_move_tells_nobody_of_grain_or_of_the_card() -> None:
    """The view of the other seats does not depend on the cards in the player's hand."""
    shown = []
    for hand, cards in (("grain", {0: "journey"}), ("ore", {0: "point"})):
        t = trade(hands={0: hand}, cards=cards, wagons={0: "0,0,N"}, bank="grain*9 ore*9").play("end")
        for _ in range(2):
            t.play("drive 1,-1,S" if t.can("drive 1,-1,S") else "drive 0,0,N")
        found = view(t.game, 1)
        assert isinstance(found, IslandView)
        shown.append((found.phase, found.actors, found.prompt, found.pieces, found.modules, found.log))
    assert shown[0] == shown[1]
