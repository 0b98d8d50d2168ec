"""Caravans with each of the four variants (TB-CARA-026 to -029, -035, -036, TB-EVT-037, TB-EVT-057, TB-ROB-008)."""

from __future__ import annotations

import pytest

from bastide import Game
from bastide.expansions.island.caravans.rules.bidding import OUTBID, TIE
from bastide.expansions.island.event_cards.rules.state import EventCardsState
from bastide.kernel.errors import ConfigError
from tests.expansions.island.caravans.kit import (
    ARROWS,
    CITY,
    ONE,
    SETTLEMENT,
    bid,
    caravans,
    left,
    next_paths,
    wagons,
)
from tests.expansions.island.caravans.test_wagons import FIVE, LOOPS, MEETING
from tests.expansions.island.two_players.kit import WHITE
from tests.kit import Table

A, B, C = ARROWS
VARIANTS = ("event_cards", "friendly_robber", "harbors")


def two(**more: object) -> Table:
    """A table for two; seat 0 has built and ends its turn."""
    return caravans(2, modules=("two_players",), built=True, **more).play("end")  # type: ignore[arg-type] # options of `table`


# -- Catan for Two


@pytest.mark.rule("TB-CARA-026", "TB-GEN-012", "MIX-022")
def test_two_play_with_catan_for_two_alone() -> None:
    assert Game.new({"seats": 2, "modules": [ONE, "two_players"]}, seed=1).rules.seats == 2
    for modules, seats, rule in (
        ([ONE], 2, "TB-GEN-012"),
        ([ONE, "two_players"], 3, "MIX-022"),
        ([ONE], 5, "MIX-022"),
    ):
        with pytest.raises(ConfigError) as caught:
            Game.new({"seats": seats, "modules": modules}, seed=1)
        assert caught.value.rule == rule


@pytest.mark.rule("TB-CARA-026")
@pytest.mark.parametrize("winner", [0, 1])
def test_who_bid_more_places_two_wagons_of_two_caravans(winner: int) -> None:
    t = two(hands={0: "wool*2", 1: "grain*2"}, wagons=A)
    bid(t, {winner: "wool*2" if winner == 0 else "grain*2", 1 - winner: "grain" if winner == 0 else "wool"})
    assert (t.phase, t.actors) == ("caravans_choose", [winner])
    assert [(int(event.seat), int(event.a)) for event in t.told("caravans_decides")] == [(winner, OUTBID)]
    assert t.places("wagon") == {"0,-1,NE", "1,-2,SE", B, C}
    t.play(f"{winner}: wagon 0,-1,NE")
    assert t.places("wagon") == {B, C}
    t.refuses(f"{winner}: wagon 0,-2,SE", "TB-CARA-026")
    t.play(f"{winner}: wagon {C}")
    assert (wagons(t), t.phase, t.actors) == ({A, "0,-1,NE", C}, "roll", [1])


@pytest.mark.rule("TB-CARA-026", "TB-CARA-035")
@pytest.mark.parametrize("bids", [{}, {0: "wool", 1: "grain"}])
def test_in_a_tie_each_places_one(bids: dict[int, str]) -> None:
    t = bid(two(hands={0: "wool", 1: "grain"}), bids)
    assert (t.phase, t.actors) == ("caravans_choose", [0])
    assert {(int(event.seat), int(event.a)) for event in t.told("caravans_decides")} == {(0, TIE), (1, TIE)}
    t.play(f"0: wagon {A}")
    assert t.actors == [1]
    assert "0,-1,NE" in t.places("wagon")  # the same caravan
    t.play("1: wagon 0,-1,NE")
    assert (wagons(t), t.phase, t.actors) == ({A, "0,-1,NE"}, "roll", [1])


@pytest.mark.rule("TB-CARA-035")
def test_the_last_wagon_comes_alone() -> None:
    t = bid(two(hands={1: "grain"}, left=1), {1: "grain"})
    t.play(f"1: wagon {B}")
    assert (left(t), t.phase) == (0, "roll")
    tie = bid(two(left=1), {}).play(f"0: wagon {B}")
    assert (left(tie), tie.phase, tie.actors) == (0, "roll", [1])


@pytest.mark.rule("TB-CARA-034", "TB-CARA-035")
def test_where_only_one_caravan_is_left() -> None:
    one = f"{LOOPS[0]} {LOOPS[1]}"
    t = two(wagons=one)
    assert (t.phase, left(t), C in wagons(t)) == ("roll", 7, True)  # the only path
    won = bid(two(wagons=f"{one} {C}", hands={0: "wool"}), {0: "wool"})
    assert won.places("wagon") == {"-2,1,E", "-2,1,NE"}
    won.play("0: wagon -2,1,E")
    assert (won.phase, left(won)) == ("roll", 6)
    tie = bid(two(wagons=f"{one} {C}"), {}).play("0: wagon -2,1,E")
    assert (tie.phase, tie.actors) == ("caravans_choose", [1])
    tie.play("1: wagon -2,1,SE")
    assert (tie.phase, left(tie)) == ("roll", 5)


@pytest.mark.rule("TB-CARA-026", "TB-CARA-035")
def test_caravans_that_have_met_count_as_one() -> None:
    t = bid(two(wagons=MEETING, hands={0: "wool"}), {0: "wool"})
    t.play("0: wagon 1,-1,E")
    assert t.places("wagon") == {C}
    t = bid(two(wagons=MEETING, hands={0: "wool"}), {0: "wool"})
    # A wagon that joins another caravan extends that one, too.
    t.play("0: wagon -1,0,SE")
    assert t.places("wagon") == {"1,-1,E", "2,-2,SE", "1,-1,SE"}


@pytest.mark.rule("TB-CARA-026", "TB-CARA-035")
def test_the_second_wagon_may_join_the_caravan_of_the_first_to_another() -> None:
    t = bid(two(wagons="-1,0,SE -2,1,NE -2,0,E -1,-1,SE -1,0,NE", hands={0: "wool"}), {0: "wool"})
    t.play("0: wagon 0,-1,SE")
    assert A in t.places("wagon")  # it starts there, where the other caravan has come
    assert "0,-1,NE" not in t.places("wagon")
    t.play(f"0: wagon {A}")
    assert t.phase == "roll"


@pytest.mark.rule("TB-CARA-036", "TB-TWO-015")
def test_a_neutral_road_under_a_wagon_counts_twice() -> None:
    t = bid(two(roads={WHITE: FIVE}), {})
    assert t.cell(t.r.route + WHITE) == 4
    t = bid(two(roads={WHITE: "0,-1,E 0,-1,NE 0,-2,SE -1,-1,E"}), {}).play(f"0: wagon {A}")
    assert (t.cell(t.r.route + WHITE), t.cell(t.r.route_holder)) == (5, WHITE + 1)


@pytest.mark.rule("TB-CARA-024", "TB-CARA-036")
def test_neutral_buildings_bring_no_point() -> None:
    """White begins at 1,-2,S, the end of the first caravan; then it settles between two wagons of the second."""
    t = bid(two(wagons=A), {}).play("0: wagon 1,-2,SE")
    assert t.told("caravans_point") == []
    t = caravans(
        2,
        modules=("two_players",),
        wagons=f"{B} 1,0,SE",
        roads={0: "-2,2,NE", WHITE: "1,0,SE"},
        hands={0: SETTLEMENT},
    )
    t.play("settle -2,2,N", "neutral-settle 1,0,S")
    assert t.told("caravans_point") == []
    t.check(phase="main", points={0: 1, 1: 0})


@pytest.mark.rule("TB-CARA-004", "TB-CARA-026")
def test_a_turn_with_roads_alone_brings_no_wagon() -> None:
    hands = {0: "brick lumber"}
    t = caravans(2, modules=("two_players",), settlements={0: "2,-1,S"}, hands=hands).play("road 2,-1,SE")
    while t.phase.startswith("two_players"):
        t.play(t.legal()[0])
    t.play("end")
    assert (t.phase, left(t)) == ("roll", 22)


@pytest.mark.rule("TB-CARA-025", "TB-CARA-026")
def test_the_first_of_two_wagons_may_win() -> None:
    t = two(wagons=B, settlements={0: "1,0,S"}, cards={0: "point*5"}, hands={0: "wool"}, goal=7)
    bid(t, {0: "wool"}).play("0: wagon 1,0,SE").check(phase="over", winners=[0])


@pytest.mark.rule("TB-CARA-027", "TB-TWO-019")
def test_the_robber_is_sent_off_the_board() -> None:
    t = caravans(2, modules=("two_players",), robber="1,0", settlements={0: "2,-1,S", 1: "-2,2,N"})
    t.play("banish aside")
    assert t.cell(t.r.robber) == -1


# -- Event Cards


@pytest.mark.rule("TB-CARA-028", "TB-EVT-037")
def test_the_robber_flees_from_the_board() -> None:
    t = caravans(modules=("event_cards",), robber="1,0", rolled=False).play("roll", "reveal robber-flees 4")
    assert t.cell(t.r.robber) == -1
    assert len(t.told("event_cards_off")) == 1
    t.play("end", "roll", "reveal robber-attack 7")
    assert len(t.places("robber")) == 18


@pytest.mark.rule("TB-EVT-057")
def test_a_damaged_road_under_a_wagon_counts_twice() -> None:
    t = caravans(modules=("event_cards",), wagons=A, roads={0: "0,-1,E 0,-1,NE"}, hands={0: "brick*2 lumber*2"})
    m = t.r.module(EventCardsState)
    m.damage(t.game.state, t.r.board.edge_index[A], 0)
    t.check(length={0: 3})
    t.refuses("road 1,-2,SE", "TB-EVT-010")
    t.play(f"mend {A}").check(length={0: 3})
    t.play("road 0,-2,SE").check(length={0: 4})


# -- Harbours and Friendly Robber


@pytest.mark.rule("TB-CARA-029", "TB-CARA-025", "TB-HARB-005")
def test_with_harbours_the_goal_is_13() -> None:
    assert int(caravans(modules=("harbors",)).r.goal_points) == 13
    assert int(caravans(modules=VARIANTS).r.goal_points) == 13


@pytest.mark.rule("TB-ROB-008")
def test_without_an_open_hex_the_robber_goes_beside_the_board() -> None:
    """Every hex but the oasis has a building of a player with two points."""
    spots = ("0,-3,S 1,-3,S", "2,-2,S 0,-2,S", "-1,-1,S 1,1,N", "-2,2,N 0,1,S")
    t = caravans(
        4,
        modules=("friendly_robber",),
        settlements=dict(enumerate(spots)),
        hands={1: "ore"},
        robber="1,0",
        rolled=False,
    )
    t.play("roll", "roll 3 4").check(phase="main", hands={1: "ore"})
    assert t.cell(t.r.robber) == -1
    assert len(t.told("friendly_robber_aside")) == 1


@pytest.mark.rule("TB-CARA-024", "TB-ROB-001")
def test_a_point_between_wagons_ends_the_sparing() -> None:
    settled = {1: "1,-2,S -1,2,N"}
    spared = caravans(modules=("friendly_robber",), wagons=A, settlements=settled, rolled=False)
    spared.play("roll", "roll 3 4")
    assert "0,-1" not in spared.places("robber")
    robbed = caravans(modules=("friendly_robber",), wagons=f"{A} 0,-1,NE", settlements=settled, rolled=False)
    robbed.check(points={1: 3})
    assert "0,-1" in robbed.play("roll", "roll 3 4").places("robber")


def test_a_bidding_with_all_four() -> None:
    t = caravans(2, modules=(*VARIANTS, "two_players"), settlements={0: "0,0,N"}, hands={0: f"{CITY} wool", 1: "wool"})
    t.play("city 0,0,N", "end", "0: bid wool", "1: bid wool", f"0: wagon {A}", f"1: wagon {B}")
    assert (wagons(t), t.phase, t.actors) == ({A, B}, "roll", [1])
    assert next_paths(t) >= {C}
