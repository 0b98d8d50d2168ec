"""The greedy bot at the Wheel of Fortune: the crown, and what the pig's events bring."""

from __future__ import annotations

import pytest

from bastide.players import make_bot
from tests.carcassonne.kit import BLUE, RED, Board
from tests.expansions.carcassonne.wheel.test_rules import ICON, before, crowned, wheel
from tests.players.duels import match
from tests.sizes import sized


def chosen(b: Board) -> str:
    return make_bot("greedy", 0).choose(b.game, b.game.actors[0])


def test_a_follower_goes_to_the_crown_where_the_pig_stops_next() -> None:
    # The next tile with a number moves the pig to the taxes, which have two spaces: six points for a lone follower.
    b = before(wheel(seats=2), "taxes").stack(**{ICON: 6, "road_straight": 6}).lay(RED, "road_straight@2,-1,90")
    assert chosen(b) == "meeple crown:taxes"


def test_beside_a_rival_it_halves_what_the_other_scores_and_elsewhere_keeps_away_from_its_own() -> None:
    b = before(wheel(seats=2), "taxes").stack(**{ICON: 6, "road_straight": 6})
    crowned(b, "taxes", BLUE).lay(RED, "road_straight@2,-1,90")
    assert chosen(b) == "meeple crown:taxes"
    b = before(wheel(seats=2), "taxes").stack(**{ICON: 6, "road_straight": 6})
    crowned(b, "taxes", RED).lay(RED, "road_straight@2,-1,90")
    assert chosen(b) != "meeple crown:taxes"


def test_nobody_stands_on_the_crown_once_the_pig_has_stopped_for_good() -> None:
    b = before(wheel(seats=2), "taxes").stack(road_straight=20).lay(RED, "road_straight@2,-1,90")
    assert "crown" not in chosen(b)


def test_the_plague_takes_the_follower_that_is_worth_least() -> None:
    b = wheel("S road_straight@2,-1,90 city1@0,-1,180", {"2,-1 road:N": RED, "0,-1 city:S": RED}, seats=2)
    before(b, "plague").drawn(RED, ICON)
    assert chosen(b) == "plague 2,-1"


@pytest.mark.slow
def test_it_is_stronger_with_its_sense_for_the_wheel() -> None:
    pairs = sized(4, 100)
    assert match("", ["wheel"], range(pairs)).wins > pairs
