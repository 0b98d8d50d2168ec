"""Production (BASE-017 to 020, 048 to 050, HOUSE-004)."""

from __future__ import annotations

import pytest

from bastide.view import SPECTATOR
from bastide.view.island.shown import view
from tests.island.places import corner
from tests.kit import Table, table

FOUR = {0: "0,1,N", 1: "0,1,S"}
"""Two settlements at the fields 4 in the south, 0,1; the pasture 4 lies in the north, 1,-1."""


def roll(t: Table, first: int, second: int) -> Table:
    """The seat on turn rolls this."""
    return t.play("roll", f"roll {first} {second}")


@pytest.mark.rule("BASE-048")
def test_two_dice_all_thirty_six_throws_alike() -> None:
    t = table(rolled=False).play("roll")
    assert t.actors == [-1]
    assert t.game.chances() == [(f"roll {a} {b}", 1) for a in range(1, 7) for b in range(1, 7)]


@pytest.mark.rule("BASE-048")
@pytest.mark.parametrize(("first", "second"), [(a, b) for a in range(1, 7) for b in range(1, 7)])
def test_the_sum_is_the_number_that_produces(first: int, second: int) -> None:
    """Seat 1 stands once at every number, at nothing twice; seat 0 rolls."""
    spots = {
        "0,1,N": {4: "grain", 3: "lumber"},
        "-2,1,S": {8: "lumber", 5: "brick"},
        "0,-2,N": {10: "ore"},
        "1,-2,N": {2: "wool"},
        "2,-2,N": {9: "lumber"},
        "-1,-1,S": {9: "grain", 12: "grain", 11: "lumber"},
        "-1,2,S": {6: "grain"},
    }
    t = table(settlements={1: list(spots)[:5]}, cities={1: list(spots)[5:]}, rolled=False)
    want: dict[str, int] = {}
    for n, (spot, gives) in enumerate(spots.items()):
        good = gives.get(first + second)
        if good:
            assert spot in t.r.board.corner_index
            want[good] = want.get(good, 0) + (1 if n < 5 else 2)
    roll(t, first, second)
    assert t.hand(1) == want
    assert t.hand(0) == {}


@pytest.mark.rule("BASE-048")
def test_only_chance_throws_the_dice() -> None:
    t = table(rolled=False)
    t.refuses("0: roll 6 6", "BASE-048")
    t.play("roll")
    t.refuses("0: roll 6 6", "BASE-048")


@pytest.mark.rule("BASE-017")
def test_a_settlement_draws_one_card_and_a_city_two() -> None:
    t = table(settlements={0: "0,1,N"}, cities={1: "1,-1,N"}, on_turn=2, rolled=False)
    roll(t, 1, 3).check(hands={0: "grain", 1: "wool*2", 2: ""}, bank="lumber*19 brick*19 wool*17 grain*18 ore*19")


@pytest.mark.rule("BASE-017")
def test_each_building_draws_from_each_of_its_hexes() -> None:
    """Two settlements and a city of one player at the same hex, and one settlement between hexes of one number."""
    t = table(settlements={0: "0,1,N 0,1,S"}, cities={0: corner("0,1 NW"), 1: corner("0,1 NE")}, rolled=False)
    roll(t, 2, 2).check(hands={0: "grain*4", 1: "grain*2"})
    t = table(settlements={0: corner("0,-1 NE")}, rolled=False)  # hills 6, pasture 2 and pasture 4
    roll(t, 5, 1).check(hands={0: "brick"})
    roll(t.play("end", "roll", "roll 1 1", "end"), 1, 3).check(hands={0: "brick wool*2"})


@pytest.mark.rule("BASE-017")
def test_a_building_elsewhere_draws_nothing() -> None:
    t = table(settlements={0: "0,-1,N", 1: "2,0,S"}, cities={2: "-2,2,S"}, rolled=False)
    roll(t, 1, 3).check(hands={0: "", 1: "", 2: ""})


@pytest.mark.rule("BASE-018")
def test_the_robbers_hex_yields_nothing_the_other_hex_of_that_number_does() -> None:
    t = table(settlements={0: "0,1,N", 2: "1,-1,N"}, cities={1: "0,1,S"}, robber="0,1", rolled=False)
    roll(t, 2, 2).check(hands={0: "", 1: "", 2: "wool"})
    roll(t.play("end"), 1, 2).check(hands={0: "lumber", 1: ""})  # the hexes beside it yield
    roll(t.play("end"), 5, 6).check(hands={0: "lumber", 1: "wool*2"})


@pytest.mark.rule("BASE-018")
def test_when_the_robber_has_left_the_hex_yields_again() -> None:
    t = table(settlements={0: "0,1,N"}, robber="0,1", rolled=False)
    roll(t, 2, 2).check(hands={0: ""})
    t.play("end", "roll", "roll 3 4", "robber 2,0", "end")
    roll(t, 2, 2).check(hands={0: "grain"})


@pytest.mark.rule("BASE-049")
def test_the_desert_yields_nothing_whatever_is_rolled() -> None:
    spots = " ".join(corner(f"0,0 {way}") for way in ("N", "SE", "SW"))
    for a, b in [(1, n) for n in range(1, 7)] + [(6, n) for n in range(2, 7)]:
        t = table(settlements={0: spots}, robber="0,2", rolled=False)
        roll(t, a, b)
        assert not any(event.c == t.r.board.hex_index["0,0"] for event in t.told("yield"))
    assert int(t.r.board.number[t.r.board.hex_index["0,0"]]) == 0


@pytest.mark.rule("BASE-049")
def test_the_robber_may_be_sent_back_to_the_desert() -> None:
    t = table(robber="0,1", rolled=False).play("roll", "roll 3 4")
    assert "0,0" in t.places("robber")
    t.play("robber 0,0", "end").check(robber="0,0", phase="roll")


@pytest.mark.rule("BASE-019")
def test_when_the_bank_cannot_pay_all_nobody_gets_any() -> None:
    t = table(settlements={**FOUR, 2: "1,-1,N"}, bank="wool grain", rolled=False)
    roll(t, 1, 3).check(hands={0: "", 1: "", 2: "wool"}, bank="grain")  # the other resource is paid


@pytest.mark.rule("BASE-019")
def test_whichever_resource_has_run_short() -> None:
    t = table(settlements={0: "1,-1,N", 1: "1,-1,S", 2: "0,1,S"}, bank="wool grain", rolled=False)
    roll(t, 1, 3).check(hands={0: "", 1: "", 2: "grain"}, bank="wool")


@pytest.mark.rule("BASE-019")
def test_nor_does_one_who_could_have_been_paid_alone() -> None:
    t = table(settlements={0: "0,1,N"}, cities={1: "0,1,S"}, bank="grain*2", rolled=False)
    roll(t, 1, 3).check(hands={0: "", 1: ""}, bank="grain*2")  # three are due
    assert len(t.told("shortage")) == 1


@pytest.mark.rule("BASE-019")
def test_just_enough_is_enough() -> None:
    t = table(settlements={0: "0,1,N"}, cities={1: "0,1,S"}, bank="grain*3", rolled=False)
    roll(t, 1, 3).check(hands={0: "grain", 1: "grain*2"}, bank="")


@pytest.mark.rule("BASE-020")
def test_a_single_claimant_takes_what_is_left() -> None:
    t = table(cities={0: "0,1,N"}, bank="grain", rolled=False, on_turn=1)
    roll(t, 1, 3).check(hands={0: "grain"}, bank="")
    t = table(cities={0: "0,1,N"}, settlements={0: "0,1,S"}, bank="grain*2 ore", rolled=False)
    roll(t, 1, 3).check(hands={0: "grain*2"}, bank="ore")  # two buildings, one claimant
    t = table(cities={0: "0,1,N"}, bank="wool", rolled=False)
    roll(t, 1, 3).check(hands={0: ""}, bank="wool")
    assert t.told("gain") == []


@pytest.mark.rule("BASE-019", "BASE-020")
def test_each_resource_is_looked_at_by_itself() -> None:
    """Of the two fours, the grain is due to two players and the wool to one."""
    t = table(settlements=FOUR, cities={2: "1,-1,N"}, bank="grain wool", rolled=False)
    roll(t, 3, 1).check(hands={0: "", 1: "", 2: "wool"}, bank="grain")


@pytest.mark.rule("BASE-050")
def test_cards_that_are_paid_exchanged_or_discarded_go_back_to_the_bank() -> None:
    t = table(settlements={0: "0,0,N"}, hands={0: "brick lumber grain*2 ore*8"}, bank="wool")
    t.play("road 0,0,NE").check(bank="brick lumber wool", hands={0: "grain*2 ore*8"})
    t.play("bank ore*4 wool").check(bank="brick lumber ore*4", hands={0: "grain*2 ore*4 wool"})
    t.play("buy", "draw knight").check(bank="brick lumber ore*5 wool grain", hands={0: "grain ore*3"})
    t = table(hands={1: "ore*8"}, bank="", rolled=False).play("roll", "roll 3 4", "1: discard ore*4")
    t.check(bank="ore*4", hands={1: "ore*4"})


@pytest.mark.rule("BASE-050")
def test_what_the_bank_got_back_can_be_earned_again() -> None:
    t = table(settlements={0: "0,1,N"}, hands={0: "grain*4"}, bank="ore", rolled=False)
    t.play("roll", "roll 1 1", "bank grain*4 ore", "end")
    roll(t, 2, 2).check(hands={0: "ore grain"}, bank="grain*3")


@pytest.mark.rule("BASE-050")
@pytest.mark.parametrize(
    ("card", "line"),
    [("knight", "knight"), ("roads", "roads"), ("plenty", "plenty ore*2"), ("monopoly", "monopoly ore")],
)
def test_a_played_card_is_out_of_the_game(card: str, line: str) -> None:
    t = table(settlements={0: "0,0,N"}, cards={0: card}, deck="point")
    t.play(line).check(cards={0: ""})
    assert int(t.r.deck_size(t.game.state)) == 1
    assert view(t.game, SPECTATOR).deck == 1


@pytest.mark.rule("HOUSE-004")
def test_anyone_may_count_the_bank_and_the_deck() -> None:
    t = table(hands={0: "ore*3", 1: "wool*2"}, cards={2: "knight*4"})
    for viewer in (0, 1, 2, SPECTATOR):
        seen = view(t.game, viewer)
        assert seen.bank == {"lumber": 19, "brick": 19, "wool": 17, "grain": 19, "ore": 16}
        assert seen.deck == 21
    fields = {f.name: f.sees for f in t.r.schema.fields}
    assert fields["bank"] == fields["played"] == 0  # everyone's
