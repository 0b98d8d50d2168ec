"""Riders: drawn by building, gathering, riding, passing the wall and what they occupy (GW-014 to GW-027)."""

from __future__ import annotations

import pytest

from bastide.kernel.errors import ConfigError
from tests.expansions.island.great_wall.kit import (
    CITY,
    FORTRESSES,
    SETTLEMENT,
    bag,
    behind,
    fields,
    gathered,
    levels,
    module,
    passes,
    penalties,
    steppe,
    weights,
)


@pytest.mark.rule("GW-014")
def test_a_settlement_draws_a_rider_to_the_territory_of_its_numeral() -> None:
    t = steppe(hands={0: SETTLEMENT}, roads={0: "1,4,NE"}).play("settle 1,4,N")
    assert weights(t) == {"rider I": 7, "rider II": 7, "rider III": 7}
    t.play("rider II")
    assert gathered(t) == {"II": 1}
    assert bag(t) == {"I": 7, "II": 6, "III": 7}
    t.check(phase="main", actors=[0])


@pytest.mark.rule("GW-014", "GW-046")
def test_each_settlement_and_city_draws_one_and_it_waits() -> None:
    t = steppe(hands={0: f"{SETTLEMENT} {CITY}"}, roads={0: "1,4,NE"}, gathered="III*6")
    t.play("settle 1,4,N", "rider III", f"city {FORTRESSES[0]}")
    assert weights(t) == {"rider I": 7, "rider II": 7}
    t.play("rider I", "end", "roll", "roll 1 2")
    assert gathered(t) == {"I": 1, "III": 7}
    assert fields(t) == [0, 0, 0, 0]


@pytest.mark.rule("GW-014")
def test_roads_draw_nobody() -> None:
    steppe(hands={0: "brick lumber"}).play("road 5,1,SE").check(phase="main")


@pytest.mark.rule("GW-015")
def test_an_empty_bag_gives_no_rider() -> None:
    t = steppe(hands={0: CITY}, bag={}).play(f"city {FORTRESSES[0]}")
    assert [event.kind for event in t.events][-1] == "great_wall_none"
    t.check(phase="main", actors=[0])
    assert gathered(t) == {}


@pytest.mark.rule("GW-016")
@pytest.mark.parametrize(
    ("total", "section"),
    [((3, 3), 0), ((1, 1), 1), ((2, 3), 1), ((1, 2), 2), ((2, 2), 2), ((4, 4), 3)],
)
def test_a_rider_follows_the_arrow_of_the_number(total: tuple[int, int], section: int) -> None:
    t = steppe(levels={1: 5, 2: 5, 3: 5, 4: 5}, gathered="I*2 II*2 III*2", rolled=False)
    t.play("roll", f"roll {total[0]} {total[1]}")
    assert fields(t) == [int(k == section) for k in range(4)]
    assert sum(gathered(t).values()) == 5


@pytest.mark.rule("GW-016", "GW-038")
@pytest.mark.parametrize("roll", ["roll 4 5", "roll 5 5", "roll 5 6", "roll 6 6", "roll 3 4"])
def test_other_numbers_move_nobody(roll: str) -> None:
    t = steppe(gathered="I*2 II*2 III*2", rolled=False).play("roll", roll)
    assert fields(t) == [0, 0, 0, 0]
    assert gathered(t) == {"I": 2, "II": 2, "III": 2}
    assert passes(t) == 0


@pytest.mark.rule("GW-016", "GW-038")
@pytest.mark.parametrize("number", [7, 1, 13])
def test_an_arrow_has_a_number_other_than_seven(number: int) -> None:
    layout = steppe().game.rules.resolved()["layout"]
    next(site for site in layout["sites"] if site["word"] == "arrow")["value"] = number
    with pytest.raises(ConfigError) as caught:
        steppe(layout=layout)
    assert caught.value.rule == "GW-016"


@pytest.mark.rule("GW-017", "GW-027")
def test_a_full_battlefield_takes_no_more() -> None:
    """GW-EX-02: five riders before five levels; neither moves anybody nor passes."""
    t = steppe(levels={2: 5}, fields={2: 5}, gathered="II", rolled=False).play("roll", "roll 1 4")
    assert fields(t) == [0, 5, 0, 0]
    assert gathered(t) == {"II": 1}
    assert (levels(t), passes(t)) == ([0, 5, 0, 0], 0)
    assert t.told("great_wall_full")


@pytest.mark.rule("GW-018", "GW-020", "GW-021", "GW-022", "GW-026", "GW-042")
def test_the_easternmost_section_is_passed_over_the_sea() -> None:
    """GW-EX-01: two riders against level 1; one on the forest 4,2, the other beyond the sea on the fields 2,4."""
    t = steppe(levels={1: 1}, fields={1: 1}, gathered="I", rolled=False)
    t.play("roll", "roll 3 3")
    assert behind(t) == {"4,2": 1, "2,4": 1}
    assert (levels(t), fields(t), passes(t)) == ([0, 0, 0, 0], [0, 0, 0, 0], 1)
    assert penalties(t) == [1, 0, 0, 0]
    t.check(points={0: 0})
    # The 9 of the forest brings nothing, to the fortress beside it either, until it is freed.
    t.play("end", "roll", "roll 4 5").check(hands={0: ""})


@pytest.mark.rule("GW-018")
def test_as_many_riders_as_levels_are_held() -> None:
    t = steppe(levels={1: 2}, fields={1: 1}, gathered="I", rolled=False).play("roll", "roll 3 3")
    assert (fields(t), passes(t), behind(t)) == ([2, 0, 0, 0], 0, {})


@pytest.mark.rule("GW-021", "GW-041")
def test_at_level_0_the_first_rider_passes() -> None:
    """GW-EX-03: to 2,2; the level stays 0."""
    t = steppe(gathered="II", rolled=False).play("roll", "roll 1 2")
    assert (behind(t), levels(t), penalties(t)) == ({"2,2": 1}, [0, 0, 0, 0], [0, 0, 1, 0])
    t.check(points={2: 0})


@pytest.mark.rule("GW-019")
def test_riders_occupy_the_nearest_hexes_one_each() -> None:
    t = steppe(levels={2: 2}, fields={2: 2}, gathered="II", rolled=False).play("roll", "roll 1 4")
    assert behind(t) == {"3,2": 1, "2,3": 1, "1,4": 1}
    assert levels(t) == [0, 1, 0, 0]


@pytest.mark.rule("GW-019", "GW-023", "GW-024")
def test_gaps_are_filled_then_high_numbers() -> None:
    """GW-EX-04: 3,2; 2,3; 1,4 by a first pass; 2,3 freed; then one into the gap, one on 0,5 (10 before 2)."""
    t = steppe(levels={2: 2}, fields={2: 2}, gathered="II*2", rolled=False, cards={0: "knight"})
    t.play("roll", "roll 1 4", "knight", "free 2,3", "pass", "end")
    assert (behind(t), levels(t)) == ({"3,2": 1, "1,4": 1}, [0, 1, 0, 0])
    s, m = t.game.state, module(t)
    m.move_rider(s, m.bag, 0, m.fighting, 1)
    t.play("roll", "roll 1 4")
    assert (behind(t), levels(t)) == ({"3,2": 1, "1,4": 1, "2,3": 1, "0,5": 1}, [0, 0, 0, 0])
    assert penalties(t) == [0, 2, 0, 0]


@pytest.mark.rule("GW-023")
def test_the_nearest_gap_is_filled_first() -> None:
    t = steppe(gathered="II", behind="1,4", freed="2,3 3,2", rolled=False).play("roll", "roll 1 4")
    assert behind(t) == {"1,4": 1, "3,2": 1}


@pytest.mark.rule("GW-023")
def test_a_hex_freed_by_a_knight_comes_before_a_higher_number() -> None:
    t = steppe(gathered="II", behind="3,2 2,3", cards={0: "knight"}, rolled=False)
    t.play("knight", "free 2,3", "pass", "roll", "roll 1 4")
    assert behind(t) == {"3,2": 1, "2,3": 1}


@pytest.mark.rule("GW-024")
@pytest.mark.parametrize(("option", "hex_"), [("highest", "0,4"), ("likeliest", "-2,6")])
def test_a_free_hex_with_the_highest_number(option: str, hex_: str) -> None:
    """Line 3 has 9, 10, 11, 5, 8 from the wall: 11 is the highest, 8 comes most often."""
    t = steppe(gathered="II", behind="2,2", rolled=False, riders_occupy=option).play("roll", "roll 1 2")
    assert behind(t) == {"2,2": 1, hex_: 1}


@pytest.mark.rule("GW-024")
def test_of_equal_numbers_the_nearer_hex() -> None:
    """Line 4 has 6, 5, 3, 11, 9 from the wall: 5 and 9 are as likely."""
    t = steppe(gathered="III", behind="1,2", rolled=False, riders_occupy="likeliest").play("roll", "roll 4 4")
    assert behind(t) == {"1,2": 1, "0,3": 1}


@pytest.mark.rule("GW-025")
def test_second_riders_from_the_wall_outward() -> None:
    t = steppe(levels={2: 1}, fields={2: 1}, gathered="II", behind="3,2 2,3 1,4 0,5 -1,6", rolled=False)
    t.play("roll", "roll 1 4")
    assert behind(t) == {"3,2": 2, "2,3": 2, "1,4": 1, "0,5": 1, "-1,6": 1}


@pytest.mark.rule("GW-025")
def test_riders_without_room_go_back_to_the_bag() -> None:
    t = steppe(levels={1: 1}, fields={1: 1}, gathered="I", behind="4,2*2 2,4*2 1,5*2 0,6", rolled=False)
    before = sum(bag(t).values())
    t.play("roll", "roll 3 3")
    assert behind(t) == {"4,2": 2, "2,4": 2, "1,5": 2, "0,6": 2}
    assert sum(bag(t).values()) == before + 1
    assert t.told("great_wall_no_room")


@pytest.mark.rule("GW-018", "GW-019", "GW-025", "GW-048")
def test_more_riders_than_hexes() -> None:
    """GW-EX-08: five riders against level 4 on the line of four hexes."""
    t = steppe(levels={1: 4}, fields={1: 4}, gathered="I", rolled=False).play("roll", "roll 3 3")
    assert behind(t) == {"4,2": 2, "2,4": 1, "1,5": 1, "0,6": 1}
    assert (levels(t), penalties(t)) == ([3, 0, 0, 0], [1, 0, 0, 0])


@pytest.mark.rule("GW-020", "GW-032")
def test_an_occupied_hex_yields_nothing_until_freed() -> None:
    """The 9 of 2,2 is beside the fortress of seat 2, that of 4,2 beside those of seats 0 and 1."""
    t = steppe(behind="2,2*2", cards={0: "knight"}, rolled=False)
    t.play("knight", "free 2,2", "pass", "roll", "roll 4 5").check(hands={0: "lumber", 1: "lumber", 2: ""})
    t = steppe(behind="2,2", cards={0: "knight"}, rolled=False)
    t.play("knight", "free 2,2", "pass", "roll", "roll 4 5").check(hands={0: "lumber", 1: "lumber", 2: "wool"})


@pytest.mark.rule("GW-042")
def test_riders_move_before_production() -> None:
    """A 2 brings the fifth rider before section 2, whose last hex has a 2."""
    t = steppe(settlements={3: "-1,6,N"}, levels={2: 4}, fields={2: 4}, gathered="I", rolled=False)
    t.play("roll", "roll 1 1").check(hands={3: ""})
    assert behind(t)["-1,6"] == 1
    t = steppe(settlements={3: "-1,6,N"}, levels={2: 4}, fields={2: 3}, gathered="I", rolled=False)
    t.play("roll", "roll 1 1").check(hands={3: "lumber"})


@pytest.mark.rule("GW-002")
def test_riders_keep_their_numerals_and_the_lowest_goes_first() -> None:
    t = steppe(gathered="I II", cards={0: "knight"}, rolled=False)
    t.play("knight", "ride I", "lead II", "pass", "roll", "roll 1 2", "end")
    assert (behind(t), gathered(t)) == ({"2,2": 1}, {"II": 1})
    m = module(t)
    assert [t.cell(m.behind + t.r.board.hex_index["2,2"] * 3 + k) for k in range(3)] == [1, 0, 0]
