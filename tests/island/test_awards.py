"""Longest Road and Largest Army (BASE-040 to 044, 052, 053).

Seats build along the coast: `coast(0, 7)` are the seven paths from landing 0 to landing 7. A seat with the inland road
at a landing can settle there and so cut the road of another that passes.
"""

from __future__ import annotations

import pytest

from bastide.view import SPECTATOR
from bastide.view.island.shown import view
from tests.island.places import INLAND, coast, landing, sides
from tests.kit import Table, table

ROAD = "lumber brick"
SETTLEMENT = "lumber brick wool grain"
PASS = ("roll", "roll 1 1", "end")
"""A turn in which nothing happens."""


def length(*roads: str, **pieces: str) -> int:
    """The length of seat 0's road; `own` and `other` are the settlements of seats 0 and 1."""
    t = table(2, roads={0: " ".join(roads)}, settlements={0: pieces.get("own", ""), 1: pieces.get("other", "")})
    return t.cell(t.r.route)


# -- the award


@pytest.mark.rule("BASE-040")
def test_the_fifth_road_of_a_line_earns_the_award_and_two_points() -> None:
    t = table(settlements={0: landing(0)}, roads={0: coast(0, 3)}, hands={0: "lumber*2 brick*2"})
    t.play(f"road {coast(3, 4)}").check(length={0: 4}, longest=None, points={0: 1})
    t.play(f"road {coast(4, 5)}").check(length={0: 5}, longest=0, points={0: 3})
    assert [(e.seat, e.a, e.b) for e in t.told("route")] == [(0, 5, -1)]  # five roads, from nobody
    for viewer in (0, 1, SPECTATOR):
        seat = view(t.game, viewer).seats[0]
        assert (seat.awards, seat.route, seat.points) == (["route"], 5, 3)


@pytest.mark.rule("BASE-040", "BASE-052")
def test_side_branches_do_not_count() -> None:
    t = table(roads={0: coast(1, 5)}, hands={0: ROAD}).play(f"road {INLAND[3]}")
    t.check(length={0: 4}, longest=None, roads={0: 10}, points={0: 0})  # five roads, but no line of five


@pytest.mark.rule("BASE-040")
def test_two_lines_apart_are_not_one_line() -> None:
    t = table(roads={0: f"{coast(0, 4)} {coast(5, 9)}"}, hands={0: ROAD})
    t.check(length={0: 4}, longest=None)
    t.play(f"road {coast(4, 5)}").check(length={0: 9}, longest=0)  # now they are


@pytest.mark.rule("BASE-040")
def test_free_roads_count_like_others() -> None:
    t = table(roads={0: coast(0, 3)}, cards={0: "roads"}, rolled=False)
    t.play("roads", f"road {coast(3, 4)}", f"road {coast(4, 5)}").check(longest=0, points={0: 2}, phase="roll")


@pytest.mark.rule("BASE-041")
def test_an_equal_line_does_not_take_it_a_longer_one_does() -> None:
    t = table(
        settlements={0: landing(0), 1: landing(10)},
        roads={0: coast(0, 5), 1: coast(10, 14)},
        hands={1: "lumber*2 brick*2"},
        on_turn=1,
    )
    t.check(longest=0, points={0: 3, 1: 1})
    t.play(f"road {coast(14, 15)}").check(length={1: 5}, longest=0, points={0: 3, 1: 1})
    t.play(f"road {coast(15, 16)}").check(length={1: 6}, longest=1, points={0: 1, 1: 3})


@pytest.mark.rule("BASE-041")
def test_the_holder_may_take_it_back_the_same_way() -> None:
    t = table(2, roads={0: coast(0, 5), 1: coast(10, 16)}, hands={0: "lumber*2 brick*2"})
    t.check(longest=1)
    t.play(f"road {coast(5, 6)}").check(longest=1)
    t.play(f"road {coast(6, 7)}").check(longest=0, points={0: 2, 1: 0})


# -- measuring


@pytest.mark.rule("BASE-052")
def test_a_circle_counts_in_full() -> None:
    t = table(roads={0: sides("0,0 NE E SE SW W")}, hands={0: ROAD}).check
    t(length={0: 5})
    assert length(sides("0,0 NE E SE SW W NW")) == 6


@pytest.mark.rule("BASE-052")
def test_a_circle_with_a_tail() -> None:
    circle = sides("0,0 NE E SE SW W NW")
    assert length(circle, sides("0,-1 E")) == 7
    assert length(circle, sides("0,-1 E NE")) == 8
    # Of two tails at different corners the trail takes the circle and the longer one.
    assert length(circle, sides("0,-1 E NE"), sides("0,1 W")) == 8


@pytest.mark.rule("BASE-052")
def test_a_figure_of_eight() -> None:
    """Two circles that share a path: the trail goes round both and along the path between, eleven roads in all."""
    both = sides("0,0 NE E SE SW W NW", "1,0 NW NE E SE SW")
    assert len(both.split()) == 11
    assert length(both) == 11


@pytest.mark.rule("BASE-052")
def test_two_circles_joined_by_a_road() -> None:
    """Round the first, over the bridge, round the second: thirteen roads. The trail is twice at either end of it."""
    joined = sides("-1,0 NE E SE SW W NW", "0,1 NE E SE SW W NW", "0,0 SW")
    assert len(joined.split()) == 13
    assert length(joined) == 13


@pytest.mark.rule("BASE-052")
def test_three_branches_the_longest_two_count() -> None:
    star = [sides("0,-1 E NE"), sides("0,0 NW W SW"), sides("0,0 NE")]
    assert length(*star) == 5
    assert length(*star, sides("1,-1 SE E")) == 6  # the third branch has grown to three roads


@pytest.mark.rule("BASE-052")
def test_no_road_counts_twice() -> None:
    assert length(sides("0,0 NE")) == 1
    assert length(sides("0,0 NE E NW"), INLAND[3]) == 3
    assert length(sides("0,0 NW NE"), sides("0,-1 E")) == 2


@pytest.mark.rule("BASE-052")
def test_the_order_in_which_roads_were_built_does_not_matter() -> None:
    t = table(2, roads={0: f"{coast(0, 2)} {coast(5, 7)}"}, hands={0: "lumber*3 brick*3"})
    t.check(length={0: 2})
    t.play(f"road {coast(2, 3)}").check(length={0: 3})
    t.play(f"road {coast(4, 5)}").check(length={0: 3}, longest=None)
    t.play(f"road {coast(3, 4)}").check(length={0: 7}, longest=0)


# -- opponents' buildings


@pytest.mark.rule("BASE-053")
def test_a_line_that_ends_at_an_opponents_building_counts_up_to_it() -> None:
    assert length(coast(0, 5), other=landing(5)) == 5
    assert length(coast(0, 5), other=f"{landing(0)} {landing(5)}") == 5


@pytest.mark.rule("BASE-053")
def test_the_award_is_earned_by_a_line_up_to_an_opponents_building() -> None:
    t = table(settlements={1: landing(5)}, roads={0: coast(0, 4)}, hands={0: ROAD})
    t.play(f"road {coast(4, 5)}").check(length={0: 5}, longest=0)


@pytest.mark.rule("BASE-053", "BASE-052")
def test_a_circle_closed_at_an_opponents_building() -> None:
    """The trail begins and ends at the building. A tail beyond it does not count; one elsewhere has half the circle."""
    circle = sides("0,0 NE E SE SW W NW")
    assert length(circle, other="0,0,N") == 6
    assert length(circle, sides("0,-1 E"), other="0,0,N") == 6
    assert length(circle, sides("0,1 W SW"), other="0,0,N") == 6
    assert length(circle, sides("0,1 W SW", "0,2 W SW"), other="0,0,N") == 7  # a tail of four and three of the circle


@pytest.mark.rule("BASE-042")
@pytest.mark.parametrize(("at", "left"), [(1, 6), (2, 5), (3, 4), (4, 4), (5, 5), (6, 6)])
def test_an_opponents_building_cuts_the_line(at: int, left: int) -> None:
    assert length(coast(0, 7), other=landing(at)) == left


@pytest.mark.rule("BASE-042")
def test_a_city_cuts_like_a_settlement() -> None:
    t = table(roads={0: coast(0, 7)}, cities={1: landing(3)})
    t.check(length={0: 4})


@pytest.mark.rule("BASE-042")
def test_the_cut_happens_the_moment_the_settlement_is_built() -> None:
    t = table(roads={0: coast(0, 6), 1: INLAND[3]}, hands={1: SETTLEMENT}, on_turn=1).check
    t(length={0: 6}, longest=0, points={0: 2})
    t = table(roads={0: coast(0, 6), 1: INLAND[3]}, hands={1: SETTLEMENT}, on_turn=1).play(f"settle {landing(3)}").check
    t(length={0: 3}, longest=None, points={0: 0})


@pytest.mark.rule("BASE-042")
def test_own_buildings_never_cut() -> None:
    assert length(coast(0, 7), own=f"{landing(2)} {landing(5)}") == 7
    t = table(roads={0: coast(0, 6)}, hands={0: f"{SETTLEMENT} ore*3 grain*2"})
    t.play(f"settle {landing(3)}").check(length={0: 6}, longest=0, points={0: 3})
    t.play(f"city {landing(3)}").check(length={0: 6}, longest=0, points={0: 4})


@pytest.mark.rule("BASE-042")
def test_two_buildings_cut_twice() -> None:
    assert length(coast(0, 9), other=f"{landing(3)} {landing(6)}") == 3


# -- after a cut


def cut(roads: dict[int, str], at: int = 3, holder: int = 0) -> Table:
    """Seat 1, on turn, settles at a landing and so cuts the line that passes there; `holder` has the award."""
    hands = {**dict.fromkeys(roads, "lumber*3 brick*3"), 1: SETTLEMENT}
    t = table(4, roads={**roads, 1: INLAND[at]}, hands=hands, on_turn=1, longest_road=holder)
    t.check(longest=holder)
    return t.play(f"settle {landing(at)}")


@pytest.mark.rule("BASE-043")
def test_a_holder_who_is_still_longest_keeps_it() -> None:
    t = cut({0: coast(0, 9), 2: coast(13, 18)}).check
    t(length={0: 6, 2: 5}, longest=0)


@pytest.mark.rule("BASE-043")
def test_a_holder_who_is_now_tied_keeps_it() -> None:
    t = cut({0: coast(0, 8), 2: coast(13, 18)}).check
    t(length={0: 5, 2: 5}, longest=0)


@pytest.mark.rule("BASE-043")
def test_a_holder_who_is_tied_with_two_keeps_it() -> None:
    t = cut({0: coast(0, 8), 2: coast(13, 18), 3: coast(20, 25)}).check
    t(length={0: 5, 2: 5, 3: 5}, longest=0)


@pytest.mark.rule("BASE-043")
def test_otherwise_the_only_longest_of_five_or_more_takes_it() -> None:
    t = cut({0: coast(0, 7), 2: coast(13, 18), 3: coast(20, 24)}).check
    t(length={0: 4, 2: 5, 3: 4}, longest=2, points={0: 0, 1: 1, 2: 2})


@pytest.mark.rule("BASE-043")
def test_the_holder_loses_it_to_a_longer_line_though_still_at_five() -> None:
    t = cut({0: coast(0, 8), 2: coast(13, 19)}).check
    t(length={0: 5, 2: 6}, longest=2)


@pytest.mark.rule("BASE-043")
def test_the_one_who_cut_may_be_the_one_who_takes_it() -> None:
    t = table(2, roads={0: coast(0, 7), 1: f"{INLAND[3]} {coast(13, 18)}"}, hands={1: SETTLEMENT}, on_turn=1)
    t.play(f"settle {landing(3)}").check(longest=1, points={0: 0, 1: 3})


@pytest.mark.rule("BASE-043")
def test_when_others_tie_it_is_set_aside() -> None:
    t = cut({0: coast(0, 7), 2: coast(13, 18), 3: coast(20, 25)}).check
    t(length={0: 4, 2: 5, 3: 5}, longest=None, points={0: 0, 2: 0, 3: 0})


@pytest.mark.rule("BASE-043")
def test_when_nobody_reaches_five_it_is_set_aside() -> None:
    t = cut({0: coast(0, 7), 2: coast(13, 17)}).check
    t(length={0: 4, 2: 4}, longest=None, points={0: 0, 2: 0})


@pytest.mark.rule("BASE-043")
def test_a_holder_below_five_loses_it_even_if_nobody_has_more() -> None:
    t = cut({0: coast(0, 6)})
    t.check(length={0: 3}, longest=None, points={0: 0})
    assert [e.a for e in t.told("no_route")] == [0]
    assert t.told("route") == []


@pytest.mark.rule("BASE-043", "BASE-040")
def test_set_aside_it_goes_to_the_first_who_is_alone_ahead() -> None:
    """Seats 2 and 3 tie at five. Seat 2's sixth road takes the award; seat 3's sixth, later, does not."""
    t = cut({0: coast(0, 7), 2: coast(13, 18), 3: coast(20, 25)})
    t.play("end", "roll", "roll 1 1").check(actors=[2], longest=None)
    t.play(f"road {coast(18, 19)}").check(length={2: 6}, longest=2, points={2: 2})
    t.play("end", "roll", "roll 1 1", f"road {coast(25, 26)}").check(length={3: 6}, longest=2)
    t.play(f"road {coast(26, 27)}").check(length={3: 7}, longest=3)


@pytest.mark.rule("BASE-043", "BASE-040")
def test_set_aside_it_goes_to_the_first_new_line_of_five() -> None:
    t = cut({0: coast(0, 7), 2: coast(13, 17)})
    t.play("end", "roll", "roll 1 1", f"road {coast(17, 18)}").check(length={2: 5}, longest=2)


@pytest.mark.rule("BASE-043")
def test_the_old_holder_may_earn_it_again() -> None:
    """While seats 2 and 3 tie at five a third line of five changes nothing; a line of six takes the award."""
    t = cut({0: coast(0, 7), 2: coast(13, 18), 3: coast(20, 25)})
    t.play("end", *PASS, *PASS, "roll", "roll 1 1").check(actors=[0])
    t.play(f"road {coast(7, 8)}").check(length={0: 5}, longest=None)
    t.play(f"road {coast(8, 9)}").check(length={0: 6}, longest=0, points={0: 2})


@pytest.mark.rule("BASE-043")
def test_a_cut_that_does_not_concern_the_holder_changes_nothing() -> None:
    """Seat 1 cuts seat 2, who has no award; seats 0 and 3 stay as they are."""
    t = cut({2: coast(0, 7), 0: coast(13, 20), 3: coast(20, 25)})
    t.check(length={2: 4}, longest=0)


# -- the army


@pytest.mark.rule("BASE-044")
def test_the_third_knight_earns_the_largest_army_and_two_points() -> None:
    t = table(2, cards={0: "knight*2"}, played={0: "knight"}, settlements={0: landing(0)})
    t.play("knight", "robber 0,1").check(army=None, points={0: 1})
    t.play("end", *PASS, "knight").check(army=0, points={0: 3})
    assert view(t.game, 1).seats[0].awards == ["army"]


@pytest.mark.rule("BASE-044")
def test_an_equal_army_does_not_take_it_a_larger_one_does() -> None:
    t = table(2, cards={1: "knight*2"}, played={0: "knight*3", 1: "knight*2"}, on_turn=1)
    t.check(army=0, points={0: 2, 1: 0})
    t.play("knight", "robber 0,1").check(army=0, points={0: 2, 1: 0})
    t.play("end", *PASS, "knight").check(army=1, points={0: 0, 1: 2})


@pytest.mark.rule("BASE-044")
def test_an_equal_army_of_an_earlier_seat_does_not_take_it_either() -> None:
    t = table(2, cards={0: "knight*2"}, played={0: "knight*2", 1: "knight*3"}, largest_army=1)
    t.play("knight", "robber 0,1").check(army=1, points={0: 0, 1: 2})
    t.play("end", *PASS, "knight").check(army=0, points={0: 2, 1: 0})


@pytest.mark.rule("BASE-044")
def test_only_knights_count_and_only_played_ones() -> None:
    t = table(cards={0: "knight*4 roads"}, played={0: "knight*2 plenty*2 monopoly"}, roads={0: coast(0, 1)})
    t.play("roads", f"road {coast(1, 2)}", f"road {coast(2, 3)}").check(army=None, points={0: 0})


@pytest.mark.rule("BASE-044")
def test_the_holder_keeps_it_while_growing() -> None:
    t = table(cards={0: "knight"}, played={0: "knight*3", 1: "knight*3"}, largest_army=0)
    t.play("knight").check(army=0, points={0: 2})


@pytest.mark.rule("BASE-044", "BASE-040")
def test_one_player_may_hold_both_awards() -> None:
    t = table(roads={0: coast(0, 5)}, played={0: "knight*3"}, settlements={0: landing(0)})
    t.check(points={0: 5}, army=0, longest=0)
