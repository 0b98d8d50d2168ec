"""The wall, points and the end (GW-011 to GW-013, GW-022, GW-034 to GW-036, GW-047)."""

from __future__ import annotations

import pytest

from bastide import Game
from bastide.kernel.errors import ConfigError
from tests.expansions.island.great_wall.kit import (
    CITY,
    FORTRESSES,
    WALL,
    levels,
    module,
    passes,
    penalties,
    rules_of,
    steppe,
)
from tests.kit import goods

PRICES = ("brick lumber", "brick wool", "brick lumber grain", "brick*2 ore", "brick*2 ore grain")


@pytest.mark.rule("GW-011", "GW-012", "GW-013")
def test_each_level_has_its_price() -> None:
    for level, price in enumerate(PRICES):
        t = steppe(levels={2: level}, hands={1: price}, on_turn=1).play("wall-section")
        assert levels(t) == [0, level + 1, 0, 0]
        t.check(hands={1: ""}, phase="main")


@pytest.mark.rule("GW-012")
def test_prices_lie_beside_the_board() -> None:
    """A game keeps them with its layout; a board that says nothing of them has those of the scenario."""
    layout = rules_of(Game.new({"seats": 4, "modules": [WALL]}, seed=1)).config.layout.to_dict()
    kept = [(site["word"], site["value"]) for site in layout["sites"] if site["word"].startswith("price-")]
    assert sorted(kept) == sorted(
        (f"price-{good}", 10 * level + count)
        for level, price in enumerate(PRICES, 1)
        for good, count in goods(price).items()
    )
    bare = [site for site in layout["sites"] if not site["word"].startswith("price-")]
    dear = [*bare, *({"word": "price-ore", "value": 10 * level + 1} for level in range(1, 6))]
    found = [steppe(layout=layout | {"sites": sites}, hands={0: "brick lumber"}) for sites in (bare, dear)]
    assert [t.can("wall-section") for t in found] == [True, False]
    assert steppe(layout=layout | {"sites": dear}, hands={0: "ore"}).can("wall-section")
    for wrong in (
        dear[:-1],
        [*dear, {"word": "price-ore", "value": 12}],
        [*dear[:-1], {"word": "price-ore", "value": 50}],
    ):
        with pytest.raises(ConfigError, match="price-ore 1") as caught:
            steppe(layout=layout | {"sites": wrong})
        assert caught.value.rule == "GW-012"


@pytest.mark.rule("GW-013")
def test_several_levels_in_one_turn() -> None:
    t = steppe(hands={0: "brick*3 lumber*2 wool grain"}).play("wall-section", "wall-section", "wall-section")
    assert levels(t) == [3, 0, 0, 0]
    t.refuses("wall-section", "GW-012", "brick*2 ore")


@pytest.mark.rule("GW-001", "GW-013")
def test_there_are_five_levels() -> None:
    steppe(levels={1: 5}, hands={0: "brick*4 ore*4 grain*4"}).refuses("wall-section", "GW-013")


@pytest.mark.rule("GW-012")
def test_nobody_builds_before_the_roll_or_on_another_turn() -> None:
    t = steppe(hands={0: PRICES[0], 1: PRICES[0]}, rolled=False)
    t.refuses("wall-section", "BASE-016")
    t.refuses("1: wall-section", "BASE-016")
    steppe(hands={0: "brick"}).refuses("wall-section", "GW-012", "lumber")


@pytest.mark.rule("GW-021")
def test_a_lost_level_may_be_built_again() -> None:
    t = steppe(levels={1: 2}, fields={1: 2}, gathered="I", rolled=False, hands={0: PRICES[1]})
    t.play("roll", "roll 3 3")
    assert levels(t)[0] == 1
    t.play("wall-section")
    assert levels(t)[0] == 2


@pytest.mark.rule("GW-009", "GW-034", "GW-047")
def test_penalties_count_against_the_goal() -> None:
    t = steppe(hands={0: CITY}, cities={0: "0,3,N 2,4,S 0,5,N"}, settlements={0: "1,5,S"}, penalties={0: 1})
    t.check(points={0: 7})
    # Nine points with the city of the fortress, less one: no victory at 8 of 9.
    t = steppe(hands={0: CITY}, cities={0: "0,3,N 2,4,S 0,5,N"}, settlements={0: "1,5,S"}, penalties={0: 1}, goal=9)
    t.play(f"city {FORTRESSES[0]}", "rider I").check(phase="main", points={0: 8})
    t = steppe(hands={0: CITY}, cities={0: "0,3,N 2,4,S 0,5,N"}, settlements={0: "1,5,S"}, goal=9)
    t.play(f"city {FORTRESSES[0]}").check(phase="over", winners=[0])


@pytest.mark.rule("GW-034")
def test_the_goal_is_ten() -> None:
    t = steppe()
    assert int(t.r.goal_points) == 10


@pytest.mark.rule("GW-022", "GW-047")
def test_penalties_add_up() -> None:
    t = steppe(gathered="I", penalties={0: 1, 1: 2}, rolled=False).play("roll", "roll 3 3")
    assert penalties(t) == [2, 2, 0, 0]
    t.check(points={0: -1, 1: -1, 2: 1})


@pytest.mark.rule("GW-035", "GW-036")
def test_the_fifth_pass_loses_the_game_for_all() -> None:
    """GW-EX-05: before production; points name the best loser."""
    t = steppe(gathered="I", penalties={0: 1, 1: 2, 3: 1}, rolled=False, settlements={2: "1,2,N"}, hands={3: "ore"})
    t.play("roll", "roll 3 3").check(phase="over", winners=[], hands={2: ""})
    assert passes(t) == 5
    assert t.told("great_wall_fallen")
    assert t.r.ending(t.game.state) == "great_wall.fallen"
    assert t.r.ranking(t.game.state) == [[2], [3], [0, 1]]
    t.refuses("end", "BASE-045")


@pytest.mark.rule("GW-036")
def test_no_production_after_the_loss() -> None:
    t = steppe(gathered="III", penalties={0: 4}, rolled=False, settlements={2: "3,3,N"})
    assert "3,2" in t.r.board.hex_names
    t.play("roll", "roll 4 4").check(phase="over", hands={1: "", 2: ""})
    t = steppe(gathered="III", penalties={0: 3}, rolled=False)
    t.play("roll", "roll 4 4").check(phase="main", hands={1: "grain"})


@pytest.mark.rule("GW-035")
def test_four_passes_do_not_end_it() -> None:
    t = steppe(gathered="I", penalties={0: 3}, rolled=False).play("roll", "roll 3 3")
    t.check(phase="main")
    assert passes(t) == 4


@pytest.mark.rule("GW-035")
def test_with_six_it_takes_seven() -> None:
    t = steppe(6, gathered="I", penalties={0: 5}, rolled=False).play("roll", "roll 3 3")
    t.check(phase="main")
    t = steppe(6, gathered="I", penalties={0: 6}, rolled=False).play("roll", "roll 3 3")
    t.check(phase="over", winners=[])


@pytest.mark.rule("GW-036")
def test_passes_of_one_roll_come_in_the_order_of_the_sections() -> None:
    """On a board whose arrows share a number."""
    layout = steppe().game.rules.resolved()["layout"]
    for site in layout["sites"]:
        if site["word"] == "arrow":
            site["value"] = 6
    t = steppe(gathered="I*2 III*2", rolled=False, layout=layout).play("roll", "roll 3 3")
    assert [event.a for event in t.told("great_wall_pass")] == [0, 1, 2, 3]
    t = steppe(gathered="I*2 III*2", rolled=False, layout=layout, penalties={0: 3}).play("roll", "roll 3 3")
    assert [event.a for event in t.told("great_wall_pass")] == [0, 1]
    assert int(module(t).most_passes) == passes(t) == 5
