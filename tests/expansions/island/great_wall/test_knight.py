"""The knight's card and the pirate (GW-028 to GW-033, GW-043, GW-045)."""

from __future__ import annotations

import pytest

from tests.expansions.island.great_wall.kit import bag, behind, gathered, pirate, steppe


@pytest.mark.rule("GW-028", "GW-045")
def test_a_seven_moves_the_pirate_after_discards() -> None:
    t = steppe(hands={1: "ore*8", 2: "wool"}, rolled=False).play("roll", "roll 3 4")
    t.check(phase="discard", actors=[1])
    t.play("discard ore*4").check(phase="great_wall_pirate", actors=[0])
    assert "pirate 6,1" not in t.legal()
    assert t.places("pirate") == {name for name in t.places("pirate") if t.r.board.hex_index[name] >= t.r.board.land}
    assert len(t.places("pirate")) == 12
    t.play("pirate 4,4")
    assert pirate(t) == "4,4"
    assert set(t.legal()) == {"rob 1", "rob 2", "pass"}
    t.play("rob 2", "steal wool").check(phase="main", hands={0: "wool", 2: ""})


@pytest.mark.rule("GW-028")
def test_the_pirate_must_change_its_hex_of_sea() -> None:
    t = steppe(rolled=False).play("roll", "roll 3 4")
    t.refuses("pirate 6,1", "GW-028")
    t.refuses("pirate 4,2", "GW-028")
    t.refuses("pirate 5,1", "GW-028")
    t.refuses("end", "GW-028")
    t.refuses("1: roll", "GW-028")
    t.play("pirate 6,2").check(phase="main")


@pytest.mark.rule("GW-045")
def test_the_theft_may_be_declined_wherever_the_victim_has_built() -> None:
    t = steppe(hands={3: "ore"}, rolled=False).play("roll", "roll 3 4", "pirate -3,7")
    t.refuses("end", "GW-045")
    assert set(t.legal()) == {"rob 3", "pass"}
    t.play("pass").check(phase="main", hands={0: "", 3: "ore"})
    t = steppe(hands={3: "ore"}, rolled=False, pirate_theft="must").play("roll", "roll 3 4", "pirate -3,7")
    t.play("chance: steal ore").check(phase="main", hands={0: "ore", 3: ""})


@pytest.mark.rule("GW-029")
def test_a_harbour_with_the_pirate_serves_nobody() -> None:
    """The harbour for wool at the side between 3,2 and the sea 3,3."""
    t = steppe(settlements={0: "3,2,S", 1: "4,2,S"}, hands={0: "wool*4"})
    rates = [int(t.r.rate(t.game.state, seat, t.r.good_names.index("wool"))) for seat in range(4)]
    t = steppe(settlements={0: "3,2,S"}, hands={0: "wool*4"}, pirate="3,3")
    shut = [int(t.r.rate(t.game.state, seat, t.r.good_names.index("wool"))) for seat in range(4)]
    assert (rates[0], shut[0]) == (2, 4)
    t.refuses("bank wool*2 ore", "BASE-027")


@pytest.mark.rule("GW-029")
def test_the_harbour_serves_again_when_the_pirate_leaves() -> None:
    t = steppe(settlements={0: "3,2,S"}, hands={0: "wool*2"}, pirate="3,3", rolled=False)
    t.play("roll", "roll 3 4", "pirate 4,3", "bank wool*2 ore").check(hands={0: "ore"})
    t = steppe(settlements={0: "3,2,S"}, hands={0: "wool*2"}, rolled=False)
    t.play("roll", "roll 3 4", "pirate 3,3").refuses("bank wool*2 ore", "BASE-027")


@pytest.mark.rule("GW-030", "GW-031")
def test_two_of_three_actions() -> None:
    """GW-EX-07: a rider from III to I and the pirate with a card; never two riders between territories."""
    t = steppe(gathered="III*2", behind="3,2", cards={0: "knight"}, hands={1: "ore"})
    t.play("knight").check(phase="great_wall_knight", actors=[0])
    assert t.verbs() == {"ride", "free", "pirate", "pass"}
    t.play("ride III")
    assert set(t.legal()) == {"lead I", "lead II"}
    t.play("lead I")
    assert gathered(t) == {"I": 1, "III": 1}
    assert t.verbs() == {"free", "pirate", "pass"}
    t.refuses("ride III", "GW-031")
    t.play("pirate 4,4", "rob 1", "steal ore").check(phase="main", hands={0: "ore"})


@pytest.mark.rule("GW-030")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("ride I", "lead II"), ("free 3,2",)),
        (("free 3,2",), ("pirate 4,4",)),
        (("pirate 4,4",), ("ride I", "lead III")),
        (("pirate 4,4",), ("free 3,2",)),
    ],
)
def test_the_card_ends_with_its_second_action(first: tuple[str, ...], second: tuple[str, ...]) -> None:
    t = steppe(gathered="I", behind="3,2", cards={0: "knight"}).play("knight", *first)
    t.check(phase="great_wall_knight")
    t.play(*second).check(phase="main", actors=[0])


@pytest.mark.rule("GW-030")
def test_a_rider_behind_the_wall_goes_back_to_the_bag() -> None:
    t = steppe(behind="3,2*2 2,3", cards={0: "knight"})
    before = sum(bag(t).values())
    t.play("knight")
    assert t.places("free") == {"3,2", "2,3"}
    t.play("free 3,2", "pass")
    assert behind(t) == {"3,2": 1, "2,3": 1}
    assert sum(bag(t).values()) == before + 1


@pytest.mark.rule("GW-031", "GW-033")
def test_no_action_counts_for_the_army_all_the_same() -> None:
    t = steppe(cards={0: "knight"}, played={0: "knight*2"}, behind="3,2")
    t.play("knight", "pass").check(phase="main", army=0, points={0: 2})


@pytest.mark.rule("GW-031")
def test_the_card_ends_when_nothing_else_is_possible() -> None:
    steppe(cards={0: "knight"}).play("knight", "pirate 4,4").check(phase="main")
    steppe(cards={0: "knight"}, hands={1: "ore"}).play("knight", "pirate 4,4", "pass").check(phase="main")


@pytest.mark.rule("GW-005", "GW-033")
def test_the_army_is_worth_one_point_and_the_route_two() -> None:
    t = steppe(largest_army=0, played={0: "knight*3"})
    t.check(points={0: 2})
    assert (int(t.r.army_points), int(t.r.route_points)) == (1, 2)


@pytest.mark.rule("GW-043", "GW-032")
def test_a_knight_before_the_roll_frees_a_hex_for_it() -> None:
    t = steppe(cards={0: "knight*2"}, behind="4,2", rolled=False).play("knight", "free 4,2", "pass")
    t.check(phase="roll", actors=[0])
    t.refuses("knight", "BASE-034")
    t.play("roll", "roll 4 5").check(hands={0: "lumber"})


@pytest.mark.rule("GW-030", "GW-031")
def test_what_a_knight_cannot_do() -> None:
    t = steppe(gathered="I", behind="3,2", cards={0: "knight"})
    t.refuses("ride I", "GW-030")
    t.refuses("free 3,2", "GW-030")
    t.refuses("pirate 4,4", "GW-030")
    t.play("knight")
    t.refuses("ride II", "GW-030")
    t.refuses("lead II", "GW-030")
    t.refuses("free 2,3", "GW-030")
    t.refuses("pirate 4,2", "GW-028")
    t.refuses("end", "GW-030")
    t.refuses("1: roll", "GW-030")
    t.play("ride I")
    t.refuses("lead I", "GW-030")
    t.refuses("pass", "GW-030")
    t.play("lead II").refuses("ride II", "GW-031")
    steppe().refuses("robber 4,2", "GW-004")
