"""What others learn of hidden cards in Barbarian Attack."""

from __future__ import annotations

import pytest

from bastide.view import view
from bastide.view.island.model import IslandView
from tests.expansions.island.barbarian_attack.kit import attack


@pytest.mark.rule("TB-BARB-038", "TB-BARB-040")
@pytest.mark.parametrize("viewer", [-1, 0, 1, 2])
def test_what_a_seven_steals_is_known_to_the_two_alone(viewer: int) -> None:
    shown = []
    for card in ("wool", "ore"):
        t = attack(rolled=False, hands={1: "ore wool"}, bank="ore*9 wool*9").play("roll", "roll 3 4", f"steal {card}")
        shown.append(view(t.game, viewer))
    one, two = shown
    assert isinstance(one, IslandView)
    assert isinstance(two, IslandView)
    assert (one.log == two.log) is (viewer in (-1, 2))


@pytest.mark.rule("TB-BARB-025")
@pytest.mark.parametrize("viewer", [-1, 1])
def test_a_march_tells_nobody_of_grain(viewer: int) -> None:
    """The view of the other seats does not depend on the cards in the player's hand."""
    shown = []
    for hand in ("grain", "ore"):
        t = attack(hands={0: hand}, knights={0: "0,0,E 0,1,E"}, barbarians={"0,2": 1}, bank="grain*9 ore*9").play("end")
        for text in ("march 0,0,E", "halt 1,0,E"):
            found = view(t.play(text).game, viewer)
            assert isinstance(found, IslandView)
            shown.append(
                (found.phase, found.actors, found.prompt, found.targets, found.pieces, found.modules, found.log)
            )
    assert shown[:2] == shown[2:]
