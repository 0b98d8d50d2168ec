"""Five and six players with other expansions: what is bought in the special building phase, and two deserts."""

from __future__ import annotations

import pytest

from tests.expansions.island.five_six.kit import KNIGHTS, many, pass_all
from tests.kit import Table, land

BUILT = {"cities": {1: "0,0,N"}, "roads": {1: "0,0,NE 0,-1,SE"}}


def knights(**more: object) -> Table:
    """Cities & Knights for six, in the special building phase, with a city and two roads of seat 1."""
    given = {**BUILT, "robber": "-2,-1", **more}
    return many(modules=KNIGHTS, **given).play("end")  # type: ignore[arg-type]  # keywords of the table


@pytest.mark.rule("X56-012")
def test_everything_is_bought_that_has_a_price_in_cards() -> None:
    t = knights(hands={1: "paper*3 cloth*3 coin*3 brick*3 lumber wool*2 ore*2 grain"})
    assert t.verbs() == {"road", "improve", "wall", "recruit", "pass", "sit-out"}
    t.play("improve science", "wall 0,0,N", f"recruit {min(t.places('recruit'))}")
    corner = min(t.places("activate"))
    t.play(f"promote {corner}", f"activate {corner}")
    t.check(phase="five_six_building", actors=[1], hands={1: "paper*2 cloth*3 coin*3 brick lumber"})


@pytest.mark.rule("X56-012")
def test_a_metropolis_is_placed_in_the_phase() -> None:
    t = knights(hands={1: "paper*10"}).play("improve science", "improve science", "improve science")
    t.play("improve science").check(hands={1: ""}, phase="five_six_building", actors=[1])
    assert t.points(1) == 4


@pytest.mark.rule("X56-012")
def test_no_knight_acts_and_no_progress_card_is_played() -> None:
    t = knights(hands={1: "wool ore grain coin*4"})
    t.play(f"recruit {min(t.places('recruit'))}")
    corner = min(t.places("activate"))
    t.play(f"activate {corner}")
    assert not {"move", "chase", "bank", "taxes"} & t.verbs()
    t.refuses(f"move {corner} 1,-1,S", "X56-012")
    t.refuses(f"chase {corner}", "X56-012")
    t.refuses("irrigation", "X56-012")
    t.refuses("medicine 0,0,N", "X56-012")
    t.refuses("exchange 2 wool", "X56-012")
    t.refuses("bank coin*4 ore", "X56-006")
    # A knight that has been active since another turn does not act either.
    pass_all(t).play("roll", "roll 1 1", "event ship")
    assert "move" in t.verbs()
    t.play("end")
    pass_all(t).play("roll", "roll 1 1", "event ship", "end")
    pass_all(t, until=1).check(actors=[1], phase="five_six_building")
    assert not {"move", "chase"} & t.verbs()


@pytest.mark.rule("X56-012")
def test_what_cannot_be_bought_is_refused_by_its_own_rule() -> None:
    t = knights(hands={1: "wool"})
    t.refuses("recruit 0,-1,S", "CK-051")
    t.refuses("improve science", "CK-080", "paper")
    t.refuses("wall 0,0,N", "CK-048")


@pytest.mark.rule("X56-012")
def test_a_knight_promoted_and_activated_there_acts_on_the_next_turn() -> None:
    t = knights(hands={1: "wool*3 ore*3 grain*2"})
    t.play(f"recruit {min(t.places('recruit'))}")
    corner = min(t.places("activate"))
    t.play(f"activate {corner}", f"promote {corner}")
    assert not t.places("promote")  # once a turn
    pass_all(t).play("roll", "roll 1 1", "event ship")
    assert "move" in t.verbs()


@pytest.mark.rule("X56-012")
def test_a_knight_rises_again_after_another_turn() -> None:
    t = knights(hands={1: "wool*4 ore*4"}, on_turn=0)
    t.play(f"recruit {min(t.places('recruit'))}")
    [corner] = t.places("promote")
    t.play(f"promote {corner}", "pass")
    pass_all(t).play("roll", "roll 1 1", "event ship", "end")
    pass_all(t).play("roll", "roll 1 1", "event ship", "end")
    pass_all(t, until=1).check(actors=[1], phase="five_six_building")
    # A level more needs an ability that the seat has not; its mark is gone.
    t.refuses(f"promote {corner}", "CK-063")


TRIO = land("0,0 desert", "1,0 forest 8", "0,1 desert", "1,1 fields 4")


@pytest.mark.rule("X56-010")
def test_the_thief_chooses_one_of_two_deserts() -> None:
    # Seat 1 closes the three hexes round 0,1,N; the robber stands on the only hex left.
    t = many(
        modules=["five_six", "friendly_robber"],
        layout=TRIO,
        settlements={1: "0,1,N"},
        robber="1,1",
        rolled=False,
    ).play("roll", "roll 3 4")
    t.check(phase="friendly_robber_desert", actors=[0])
    assert t.places("robber") == {"0,0", "0,1"}
    t.refuses("robber 1,0", "TB-ROB-003")
    t.refuses("end", "TB-ROB-003")
    t.play("robber 0,1").check(phase="main", robber="0,1")


@pytest.mark.rule("X56-010")
def test_in_one_of_two_deserts_the_robber_stays() -> None:
    t = many(
        modules=["five_six", "friendly_robber"], layout=TRIO, settlements={1: "0,1,N 1,1,S"}, robber="0,1", rolled=False
    )
    t.play("roll", "roll 3 4").check(phase="main", robber="0,1")
