"""The seven and the robber (BASE-021 to 024, HOUSE-005, HOUSE-006)."""

from __future__ import annotations

import pytest

from bastide.view import SPECTATOR
from bastide.view.island.shown import view
from tests.island.places import corner
from tests.kit import Table, table

SEVEN = ("roll", "roll 3 4")


@pytest.mark.rule("BASE-021")
@pytest.mark.parametrize("dice", ["1 6", "2 5", "3 4", "4 3", "5 2", "6 1"])
def test_a_seven_produces_nothing_and_the_robber_moves(dice: str) -> None:
    spots = {0: "0,1,N -2,1,S", 1: "0,-1,N 2,0,N", 2: "-1,0,N"}
    t = table(cities=spots, rolled=False).play("roll", f"roll {dice}")
    t.check(phase="robber", actors=[0], hands={0: "", 1: "", 2: ""}, bank="lumber*19 brick*19 wool*19 grain*19 ore*19")


@pytest.mark.rule("BASE-021")
@pytest.mark.parametrize("dice", ["1 5", "4 4"])
def test_no_other_number_moves_the_robber_or_costs_cards(dice: str) -> None:
    t = table(hands={1: "ore*12"}, rolled=False).play("roll", f"roll {dice}")
    t.check(phase="main", actors=[0], hands={1: "ore*12"})


@pytest.mark.rule("BASE-022")
@pytest.mark.parametrize(("held", "owed"), [(7, 0), (8, 4), (9, 4), (10, 5), (15, 7), (19, 9)])
def test_who_holds_eight_or_more_gives_back_half_rounded_down(held: int, owed: int) -> None:
    t = table(hands={1: f"ore*{held}"}, rolled=False).play(*SEVEN)
    if owed == 0:
        t.check(phase="robber", actors=[0])
        return
    t.check(phase="discard", actors=[1])
    t.refuses(f"1: discard ore*{owed - 1}" if owed > 1 else "1: discard wool", "BASE-022")
    t.refuses(f"1: discard ore*{owed + 1}", "BASE-022")
    t.play(f"1: discard ore*{owed}").check(hands={1: f"ore*{held - owed}"}, phase="robber", actors=[0])


@pytest.mark.rule("BASE-022")
def test_several_discard_in_any_order_the_roller_too() -> None:
    hands = {0: "ore*8", 1: "wool*4 grain*4", 2: "brick*7", 3: "lumber*11"}
    for order in ([0, 1, 3], [3, 0, 1], [1, 3, 0]):
        t = table(4, hands=hands, rolled=False).play(*SEVEN)
        lines = {0: "discard ore*4", 1: "discard wool grain*3", 3: "discard lumber*5"}
        waiting = [0, 1, 3]
        for seat in order:
            t.check(phase="discard", actors=waiting)
            t.refuses("0: robber 1,0", "BASE-022")  # the robber waits for all
            t.play(f"{seat}: {lines[seat]}")
            waiting.remove(seat)
        t.check(phase="robber", actors=[0], hands={0: "ore*4", 1: "wool*3 grain", 2: "brick*7", 3: "lumber*6"})


@pytest.mark.rule("BASE-022")
def test_who_discards_chooses_the_cards() -> None:
    t = table(hands={1: "ore*2 wool*5 brick"}, rolled=False).play(*SEVEN)
    every = {
        "discard wool*4",
        "discard wool*3 ore",
        "discard wool*2 ore*2",
        "discard brick wool*3",
        "discard brick wool*2 ore",
        "discard brick wool ore*2",
    }
    assert set(t.legal()) == every
    t.refuses("discard brick*2 wool*2", "BASE-022")  # not in the hand
    t.refuses("discard grain wool*3", "BASE-022")
    t.play("discard brick wool ore*2").check(hands={1: "wool*4"})
    t.refuses("1: discard wool*2", "BASE-016")
    t.refuses("0: discard wool*2", "BASE-023")


@pytest.mark.rule("BASE-022")
def test_who_has_discarded_or_owes_nothing_waits() -> None:
    t = table(hands={0: "ore*8", 1: "ore*8"}, rolled=False).play(*SEVEN, "1: discard ore*4")
    t.refuses("1: discard ore*2", "BASE-022")
    t.refuses("2: discard ore", "BASE-022")
    assert t.legal(1) == t.legal(2) == []


@pytest.mark.rule("BASE-022")
def test_development_cards_do_not_count() -> None:
    t = table(hands={1: "ore*7"}, cards={1: "knight*4 point"}, fresh={1: "roads"}, rolled=False)
    t.play(*SEVEN).check(phase="robber", cards={1: "knight*4 point roads"})


@pytest.mark.rule("HOUSE-006")
@pytest.mark.parametrize("limit", [3, 5, 9])
def test_the_table_may_set_another_limit(limit: int) -> None:
    t = table(hands={1: f"ore*{limit}"}, hand_limit=limit, rolled=False)
    t.play(*SEVEN).check(phase="robber")
    t = table(hands={1: f"ore*{limit + 1}"}, hand_limit=limit, rolled=False)
    t.play(*SEVEN).check(phase="discard", actors=[1])
    t.play(f"discard ore*{(limit + 1) // 2}").check(phase="robber")
    assert int(table().r.limit) == 7


@pytest.mark.rule("HOUSE-005")
def test_discards_are_shown_to_all() -> None:
    t = table(hands={1: "ore*4 wool*4"}, rolled=False).play(*SEVEN, "discard wool*2 ore*2")
    assert [event.sees for event in t.told("discard")] == [-1] * 4
    for viewer in (0, 1, 2, SPECTATOR):
        assert view(t.game, viewer).log[-1].say.args == {"player": 1, "goods": {"wool": 2, "ore": 2}}


@pytest.mark.rule("BASE-023")
def test_the_robber_must_move_to_another_land_hex() -> None:
    t = table(robber="0,1", rolled=False).play(*SEVEN)
    places = t.places("robber")
    assert places == set(t.r.board.hex_names) - {"0,1"}
    assert len(places) == 18
    assert t.verbs() == {"robber"}
    t.refuses("robber 0,1", "BASE-023")
    t.refuses("end", "BASE-023")
    t.play("robber -2,0").check(robber="-2,0", phase="main", actors=[0])


@pytest.mark.rule("BASE-023")
def test_the_robber_moves_only_on_a_seven_or_by_a_knight() -> None:
    t = table(on_turn=1)
    t.refuses("robber 0,1", "BASE-023")
    t.refuses("rob 0", "BASE-023")


@pytest.mark.rule("BASE-023")
def test_the_roller_moves_it_not_whoever_discarded() -> None:
    t = table(hands={2: "ore*8"}, on_turn=1, rolled=False).play(*SEVEN, "2: discard ore*4")
    t.check(phase="robber", actors=[1])
    t.refuses("2: robber 0,1", "BASE-016")


def robbed(t: Table, hex_: str = "0,1") -> Table:
    """The seat on turn rolls a seven and sends the robber there."""
    return t.play(*SEVEN, f"robber {hex_}")


@pytest.mark.rule("BASE-024")
def test_one_card_is_drawn_from_the_only_opponent_there() -> None:
    t = robbed(table(settlements={1: "0,1,N"}, hands={1: "ore*2 wool"}, rolled=False))
    t.check(phase="steal", actors=[-1])
    assert t.game.chances() == [("steal wool", 1), ("steal ore", 2)]
    t.refuses("chance: steal grain", "BASE-048")
    t.refuses("0: steal ore", "BASE-048")  # no choice: it is drawn unseen
    t.play("steal ore").check(hands={0: "ore", 1: "ore wool"}, phase="main", actors=[0])


@pytest.mark.rule("BASE-024")
def test_every_card_of_the_hand_is_as_likely() -> None:
    t = robbed(table(cities={2: "0,1,S"}, hands={2: "lumber brick*2 wool*3 ore"}, rolled=False))
    assert dict(t.game.chances()) == {"steal lumber": 1, "steal brick": 2, "steal wool": 3, "steal ore": 1}


@pytest.mark.rule("BASE-024")
def test_among_several_the_mover_chooses_one_who_holds_cards() -> None:
    t = table(
        4,
        settlements={0: corner("0,1 NE"), 1: "0,1,N", 3: corner("0,1 SW")},
        cities={2: "0,1,S"},
        hands={0: "ore", 1: "wool", 3: "grain*3"},
        rolled=False,
    )
    robbed(t).check(phase="rob", actors=[0])
    assert t.legal() == ["rob 1", "rob 3"]  # not oneself, not the city whose owner holds nothing
    t.refuses("rob 2", "BASE-024")
    t.refuses("rob 0", "BASE-024")
    t.refuses("end", "BASE-024")
    t.play("rob 3").check(phase="steal")
    t.play("steal grain").check(hands={0: "grain ore", 1: "wool", 3: "grain*2"}, phase="main")


@pytest.mark.rule("BASE-024")
@pytest.mark.parametrize(
    ("thief", "victim"), [(thief, victim) for thief in range(3) for victim in range(3) if thief != victim]
)
def test_anybody_may_rob_anybody(thief: int, victim: int) -> None:
    t = table(settlements={victim: "0,1,N"}, hands={victim: "ore"}, on_turn=thief, rolled=False)
    robbed(t).play("steal ore").check(hands={thief: "ore", victim: ""}, phase="main", actors=[thief])


@pytest.mark.rule("BASE-024")
def test_a_victim_with_two_buildings_there_is_one_victim() -> None:
    t = robbed(table(settlements={1: "0,1,N 0,1,S"}, hands={1: "ore"}, rolled=False))
    t.check(phase="steal")
    t.play("steal ore").check(hands={0: "ore", 1: ""})


@pytest.mark.rule("BASE-024")
def test_nothing_is_stolen_where_nobody_has_a_card() -> None:
    t = table(settlements={1: "0,1,N", 0: "0,1,S"}, hands={0: "ore", 2: "ore"}, rolled=False)
    robbed(t).check(phase="main", hands={0: "ore", 1: "", 2: "ore"})
    t = table(settlements={1: "0,1,N"}, hands={1: "ore"}, rolled=False)
    robbed(t, "0,-1").check(phase="main", hands={0: "", 1: "ore"})  # seat 1 stands elsewhere


@pytest.mark.rule("BASE-024")
def test_development_cards_cannot_be_stolen() -> None:
    t = table(settlements={1: "0,1,N"}, cards={1: "knight*2"}, rolled=False)
    robbed(t).check(phase="main", cards={1: "knight*2"})


@pytest.mark.rule("BASE-024", "BASE-022")
def test_what_was_discarded_cannot_be_stolen() -> None:
    t = table(settlements={1: "0,1,N"}, hands={1: "ore*4 wool*4"}, rolled=False)
    t.play(*SEVEN, "1: discard ore*4", "robber 0,1")
    assert t.game.chances() == [("steal wool", 4)]
