"""What fish buy, with which tokens, and the old boot."""

from __future__ import annotations

import pytest

from bastide import Game
from bastide.expansions.island.fishermen.rules.payments import PAYMENTS, PRICES, fish, pays
from tests.expansions.island.fishermen.kit import FISH, INLAND, NINE, fishers, held, holder, spent
from tests.kit import Table

TEN = "0,0,N 0,0,S 1,1,N -1,-1,S"
"""Corners of four cities, no two side by side."""
TEN_MORE = "-2,1,N -2,2,N -1,2,N 0,2,N"
"""Four more of them."""


def ways(t: Table, delivery: str) -> set[str]:
    """The tokens with which a delivery can be paid now."""
    return {text.removeprefix(f"{delivery} ") for text in t.places("fish") if text.startswith(f"{delivery} ")}


# -- the prices


@pytest.mark.rule("TB-FISH-011")
def test_the_prices() -> None:
    assert PRICES == (2, 3, 4, 5, 7)


@pytest.mark.rule("TB-FISH-011", "TB-FISH-012", "TB-FISH-014")
def test_two_fish_take_the_robber_off_the_board_until_the_next_seven() -> None:
    """TB-FISH-EX-03: the surplus fish is lost."""
    t = fishers(fish={0: "3"}, robber="1,-2")
    assert ways(t, "robber") == {"3"}
    t.play("fish robber 3").check(phase="main")
    assert t.cell(t.r.robber) == -1
    assert (held(t, 0), spent(t)) == ((0, 0, 0), (0, 0, 1))
    t.play("end", "roll", "roll 3 4").check(phase="robber", actors=[1])
    t.play("1: robber 1,-2").check(robber="1,-2")


@pytest.mark.rule("TB-FISH-012")
def test_a_knight_brings_the_robber_back_too() -> None:
    t = fishers(fish={0: "2"}, robber="1,-2", cards={0: "knight"}).play("fish robber 2", "knight")
    t.play("robber 1,-2").check(robber="1,-2")


@pytest.mark.rule("TB-FISH-032")
def test_two_fish_need_a_robber_on_the_board() -> None:
    t = fishers(fish={0: "2"})
    assert ways(t, "robber") == set()
    t.refuses("fish robber 2", "TB-FISH-032")


@pytest.mark.rule("TB-FISH-011", "TB-FISH-033", "TB-FISH-019")
def test_three_fish_take_a_random_card_of_a_player_of_choice() -> None:
    t = fishers(fish={0: "3", 1: "3"}, hands={1: "ore", 2: "wool*2 grain"}).play("fish steal 3")
    t.check(phase="rob", actors=[0])
    assert t.places("rob") == {"1", "2"}
    t.play("rob 2").check(phase="steal")
    assert dict(t.game.chances()) == {"steal wool": 2, "steal grain": 1}
    t.play("steal wool").check(phase="main", hands={0: "wool", 2: "wool grain"})
    assert held(t, 1) == (0, 0, 1)


@pytest.mark.rule("TB-FISH-033")
def test_three_fish_need_another_player_with_a_card() -> None:
    t = fishers(fish={0: "3"}, hands={0: "ore", 2: "wool"}).play("fish steal 3")
    t.play("steal wool").check(phase="main", hands={0: "ore wool"})
    fishers(fish={0: "3"}, hands={0: "ore"}).refuses("fish steal 3", "TB-FISH-033")


@pytest.mark.rule("TB-FISH-011", "TB-FISH-033")
def test_four_fish_take_a_card_of_choice_from_the_bank() -> None:
    t = fishers(fish={0: "2*2"}, bank="ore wool").play("fish resource 2*2")
    t.check(phase="fishermen_resource", actors=[0])
    assert t.places("take") == {"ore", "wool"}
    t.refuses("take grain", "TB-FISH-033")
    t.refuses("end", "TB-FISH-013")
    t.play("take ore").check(phase="main", hands={0: "ore"}, bank="wool")
    t = fishers(fish={0: "2*2"}, bank="")
    t.refuses("fish resource 2*2", "TB-FISH-033")


@pytest.mark.rule("TB-FISH-011", "TB-FISH-027")
def test_five_fish_build_a_road() -> None:
    t = fishers(fish={0: "2 3"}, settlements={0: INLAND}).play("fish road 2 3")
    t.check(phase="fishermen_road", actors=[0])
    assert len(t.places("road")) == 3
    t.refuses("end", "TB-FISH-013")
    t.refuses("road 0,2,E", "BASE-029")
    t.play(t.legal()[0]).check(phase="main", roads={0: 14}, hands={0: ""})
    fishers(fish={0: "2 3"}).refuses("fish road 2 3", "TB-FISH-027")


@pytest.mark.rule("TB-FISH-027")
def test_a_road_for_fish_needs_a_piece() -> None:
    t = fishers(fish={0: "2 3"}, settlements={0: INLAND})
    t.game.state.cells[t.r.left] = 0
    t.refuses("fish road 2 3", "TB-FISH-027")


@pytest.mark.rule("TB-FISH-027")
def test_a_road_for_fish_may_take_the_longest_road_and_win() -> None:
    route = "0,-1,SE 0,0,NE 0,0,E 0,0,SE"
    t = fishers(fish={0: "2 3"}, cities={0: TEN}, roads={0: route}, hands={0: ""})
    t.check(points={0: 8})
    t.play("fish road 2 3")
    t.play("road -1,1,E").check(phase="over", winners=[0], points={0: 10})


@pytest.mark.rule("TB-FISH-011", "TB-FISH-026")
def test_seven_fish_draw_a_development_card() -> None:
    t = fishers(fish={0: "2*2 3"}, deck="knight point").play("fish card 2*2 3", "draw knight")
    t.check(phase="main", cards={0: "knight"}, hands={0: ""})
    assert not t.can("knight"), "it was bought this turn"
    fishers(fish={0: "2*2 3"}, deck="").refuses("fish card 2*2 3", "TB-FISH-026")


@pytest.mark.rule("TB-FISH-011")
def test_fish_are_delivered_in_the_own_turn_after_the_roll() -> None:
    t = fishers(fish={0: "3", 1: "3"}, robber="1,-2", rolled=False)
    t.refuses("fish robber 3", "TB-FISH-011")
    t.refuses("1: fish robber 3", "BASE-016")
    t.play("roll", "roll 1 3")
    assert ways(t, "robber") == {"3"}
    t.refuses("fish robber 2", "TB-FISH-011")
    fishers(fish={0: "1*2"}, hands={1: "ore"}).refuses("fish steal 1*2", "TB-FISH-011")


# -- payments


@pytest.mark.rule("TB-FISH-014")
def test_no_token_is_paid_that_the_price_does_not_need() -> None:
    for price in range(1, 8):
        for tokens in PAYMENTS:
            one_less = [fish(tokens) - (k + 1) for k in range(3) if tokens[k]]
            assert pays(tokens, price) is (fish(tokens) >= price and max(one_less) < price)
    t = fishers(fish={0: "1 2 3"}, robber="1,-2")
    assert ways(t, "robber") == {"2", "3"}
    t.refuses("fish robber 1 2", "TB-FISH-014")
    assert ways(fishers(fish={0: "1*2"}, robber="1,-2"), "robber") == {"1*2"}


@pytest.mark.rule("TB-FISH-013", "TB-FISH-015")
def test_two_tokens_of_three_fish_pay_for_one_delivery_together_or_for_one_each() -> None:
    """TB-FISH-EX-02."""
    t = fishers(fish={0: "3*2"}, robber="1,-2", hands={1: "ore*2"}, settlements={0: INLAND})
    assert ways(t, "robber") == {"3"}
    assert ways(t, "steal") == {"3"}
    assert ways(t, "resource") == {"3*2"}
    assert ways(t, "road") == {"3*2"}
    assert ways(t, "card") == set()
    t.play("fish robber 3")
    assert ways(t, "resource") == set(), "what is left of the first payment is lost"
    t.play("fish steal 3", "steal ore").check(phase="main", hands={0: "ore"})
    assert (held(t, 0), spent(t)) == ((0, 0, 0), (0, 0, 2))


@pytest.mark.rule("TB-FISH-013")
def test_a_delivery_is_carried_out_before_the_next_one() -> None:
    t = fishers(fish={0: "2*4"}, robber="1,-2").play("fish resource 2*2")
    t.refuses("fish robber 2", "TB-FISH-013")
    t.play("take ore", "fish resource 2*2", "take ore").check(hands={0: "ore*2"})


@pytest.mark.rule("TB-FISH-019")
def test_fish_are_not_traded() -> None:
    t = fishers(fish={0: "3*2", 1: "1*2"}, hands={0: "ore", 1: "wool"})
    offered = [text for text in t.game.forms(0) if text.startswith("offer")]
    assert offered
    assert "fish" not in t.r.good_names
    assert not any("fish" in text for text in offered)


# -- the boot


@pytest.mark.rule("TB-FISH-022")
def test_the_boot_lies_open_and_goes_away_in_the_next_own_turn() -> None:
    t = fishers(rolled=False, settlements={0: NINE, 1: INLAND}).play("roll", "roll 4 5", "catch boot")
    assert holder(t) == 0
    assert t.told("fishermen_boot")[0].sees == -1
    t.check(phase="main")
    t.refuses("boot 1", "TB-FISH-022")
    t.play("end", "1: roll", "roll 1 3", "1: end", "2: roll", "roll 1 3", "2: end")
    assert t.places("boot") == {"1"}
    t.play("boot 1")
    assert holder(t) == 1


@pytest.mark.rule("TB-FISH-022")
def test_a_boot_drawn_in_the_turn_of_another_goes_away_in_the_next_own_turn() -> None:
    t = fishers(rolled=False, settlements={1: NINE}, on_turn=0).play("roll", "roll 4 5", "catch boot", "end")
    assert t.actors == [1]
    t.refuses("boot 0", "TB-FISH-022", None)
    t = fishers(rolled=False, settlements={1: NINE, 2: INLAND}).play("roll", "roll 4 5", "catch boot", "end")
    assert t.places("boot") == {"2"}


@pytest.mark.rule("TB-FISH-022", "TB-GEN-006")
def test_the_boot_goes_to_a_player_with_as_many_points_or_more() -> None:
    places = {0: "0,0,N 0,0,S", 1: "1,1,N", 2: "-1,-1,S 2,-1,S"}
    t = fishers(settlements=places, boot=0, cards={1: "point*3"})
    assert t.places("boot") == {"2"}, "hidden points do not count"
    t.refuses("boot 1", "TB-FISH-022")
    t.refuses("boot 0", "TB-FISH-022")
    fishers(settlements=places, boot=1, on_turn=0).refuses("boot 2", "TB-FISH-022")


@pytest.mark.rule("TB-FISH-023", "TB-FISH-038")
def test_who_was_given_the_boot_passes_it_on_in_the_next_own_turn() -> None:
    places = {0: "0,0,N", 1: "1,1,N", 2: "-1,-1,S"}
    t = fishers(settlements=places, boot=0, rolled=False)
    assert t.places("boot") == {"1", "2"}, "before the roll too"
    t.play("boot 1")
    assert t.places("boot") == set(), "once a turn"
    t.play("roll", "roll 1 3", "end")
    assert (t.actors, t.places("boot")) == ([1], {"0", "2"})
    t.play("roll", "roll 1 3", "boot 2")
    assert holder(t) == 2


@pytest.mark.rule("TB-FISH-024", "TB-FISH-025")
def test_with_the_boot_eleven_points_are_needed() -> None:
    def almost(boot: int | None) -> Table:
        return fishers(
            cities={0: "0,0,N 0,0,S 1,1,N"},
            settlements={0: "2,-1,S -1,-1,S -1,2,N"},
            hands={0: "grain*2 ore*3"},
            boot=boot,
        ).play("city 2,-1,S")

    t = almost(None)
    t.check(phase="over", winners=[0])
    t = almost(0)
    t.check(phase="main", points={0: 10})
    assert int(t.r.goal(t.game.state, 0)) == 11
    assert int(t.r.goal(t.game.state, 1)) == 10
    almost(1).check(phase="over", winners=[0])


@pytest.mark.rule("TB-FISH-022", "TB-FISH-025")
def test_giving_the_boot_away_may_win() -> None:
    ten = f"{TEN} 2,-1,S"
    t = fishers(cities={0: ten}, boot=0)
    t.check(phase="main", points={0: 10})
    t.refuses("boot 1", "TB-FISH-022")
    rich = fishers(cities={0: ten, 1: TEN_MORE}, settlements={1: "1,-2,N 2,-2,N"}, boot=0)
    rich.check(points={1: 10})
    rich.play("boot 1").check(phase="over", winners=[0])
    early = fishers(cities={0: TEN, 1: TEN_MORE}, cards={0: "point*2"}, boot=0, rolled=False)
    early.play("boot 1").check(phase="over", winners=[0])
    taker = fishers(cities={0: "2,-1,S", 1: TEN_MORE}, settlements={1: "1,-2,N"}, cards={1: "point"}, boot=0)
    taker.check(points={1: 10})
    taker.play("boot 1", "end", "roll", "roll 1 2").check(phase="main", actors=[1])


@pytest.mark.rule("TB-FISH-011", "TB-FISH-025")
def test_a_card_for_fish_may_win() -> None:
    t = fishers(fish={0: "2*2 3"}, cities={0: TEN}, settlements={0: "2,-1,S"}, deck="point knight")
    t.play("fish card 2*2 3", "draw point").check(phase="over", winners=[0], points={0: 10})


@pytest.mark.rule("TB-FISH-025")
def test_the_goal_is_ten_points_for_three_or_four_players() -> None:
    for seats in (3, 4):
        game = Game.new({"seats": seats, "modules": [FISH]})
        assert game.record().config["options"]["goal"] == 10
