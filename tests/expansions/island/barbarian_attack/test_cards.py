"""The development cards: what is turned up takes effect at once."""

from __future__ import annotations

import re

import pytest

from bastide.kernel.errors import IllegalAction
from tests.expansions.island.barbarian_attack.kit import (
    CARD,
    CASTLE_PATHS,
    COAST,
    attack,
    barbarians,
    gold,
    knights,
    module,
    prisoners,
    supply,
    weights,
)
from tests.kit import Table, land

FULL: dict[str, int] = dict.fromkeys(COAST, 3)


def bought(card: str, **more: object) -> Table:
    """Seat 0 has bought a card."""
    return attack(hands={0: CARD}, **more).play("buy", f"turn-up {card}")  # type: ignore[arg-type] # keywords


@pytest.mark.rule("TB-BARB-016")
def test_a_card_is_turned_up_when_it_is_bought_and_any_number_may_be_bought() -> None:
    t = attack(hands={0: f"{CARD} {CARD}"}).play("buy")
    assert weights(t) == {"turn-up knighthood": 14, "turn-up swift": 4, "turn-up treason": 4, "turn-up intrigue": 4}
    t.play("turn-up knighthood", "station -2,2,NE").check(phase="main", hands={0: CARD}, cards={0: ""})
    t.play("buy")
    assert weights(t)["turn-up knighthood"] == 13
    t.play("turn-up swift", "station 0,0,E").check(phase="main", hands={0: ""})
    assert knights(t, 0) == {"-2,2,NE", "0,0,E"}


@pytest.mark.rule("TB-BARB-017")
def test_the_used_cards_become_a_new_pile() -> None:
    t = attack(hands={0: f"{CARD} {CARD}"}, pile={"knighthood": 1})
    t.play("buy")
    assert weights(t) == {"turn-up knighthood": 1}
    t.play("turn-up knighthood", "station -2,2,NE")
    assert int(t.r.cards_for_sale(t.game.state, 0)) == 26
    t.play("buy")
    assert t.told("barbarian_attack_shuffled")
    assert sum(weights(t).values()) == 26


@pytest.mark.rule("TB-BARB-018", "TB-BARB-005")
def test_knighthood_brings_a_knight_to_a_free_path_of_the_castle() -> None:
    t = bought("knighthood", knights={1: "-2,2,NE"}, roads={1: "-2,2,E"})
    assert t.places("station") == set(CASTLE_PATHS) - {"-2,2,NE"}
    t.refuses("station -2,2,NE", "TB-BARB-018")
    t.refuses("station 0,0,E", "TB-BARB-018")
    t.refuses("end", "TB-BARB-018")
    t.play("station -2,2,E").check(phase="main")
    assert (knights(t, 0), t.cell(module(t).ready)) == ({"-2,2,E"}, 5)


@pytest.mark.rule("TB-BARB-018", "TB-BARB-019")
@pytest.mark.parametrize("card", ["knighthood", "swift"])
def test_without_a_knight_or_a_path_a_card_has_no_effect(card: str) -> None:
    t = bought(card, knights={0: "0,0,E 0,0,NE 0,0,SE 1,0,E 1,0,NE 1,0,SE"})
    t.check(phase="main")
    assert t.told("barbarian_attack_nothing")
    t = bought(card, knights={1: " ".join(CASTLE_PATHS)})
    t.check(phase="main" if card == "knighthood" else "barbarian_attack_place")


@pytest.mark.rule("TB-BARB-019")
def test_on_a_small_island_full_of_knights_a_swift_knight_has_no_effect() -> None:
    small = land("0,0 castle", "1,0 forest 4", "2,0 hills 5")
    paths = attack(layout=small).r.board.edge_names
    t = bought(
        "swift", layout=small, knights={0: " ".join(paths[:4]), 1: " ".join(paths[4:10]), 2: " ".join(paths[10:])}
    )
    t.check(phase="main", actors=[0])
    assert t.told("barbarian_attack_nothing")


@pytest.mark.rule("TB-BARB-019")
def test_a_swift_knight_comes_to_any_free_path() -> None:
    t = bought("swift", knights={1: "0,0,E"}, roads={0: "0,0,NE"})
    assert t.places("station") == set(t.r.board.edge_names) - {"0,0,E"}
    t.refuses("station 0,0,E", "TB-BARB-018")
    t.play("station 0,0,NE").check(phase="main")
    assert knights(t, 0) == {"0,0,NE"}


@pytest.mark.rule("TB-BARB-020", "TB-BARB-022")
def test_treason_moves_two_barbarians_and_brings_gold() -> None:
    t = bought("treason", barbarians={"-2,1": 1, "-1,-1": 3, "0,-2": 2, "2,-1": 3}, settlements={1: "-1,-2,S"})
    assert gold(t) == [2, 0, 0]
    t.check(phase="barbarian_attack_lift", points={1: 0})
    assert t.places("lift") == {"-2,1", "-1,-1", "0,-2"}, "a second one must follow in the order of the coast"
    t.refuses("lift 0,2", "TB-BARB-020")
    t.play("lift -1,-1")
    assert t.told("barbarian_attack_freed")
    t.check(points={1: 1})
    t.refuses("lift -1,-1", "TB-BARB-020")
    t.refuses("lift -2,1", "TB-BARB-020")
    assert t.places("lift") == {"0,-2", "2,-1"}
    t.play("lift 2,-1").check(phase="barbarian_attack_land")
    for there, why in (("-1,-1", "left"), ("2,-1", "left"), ("0,0", "inland"), ("2,-2", "desert")):
        assert f"land {there}" not in t.legal(), why
        t.refuses(f"land {there}", "TB-BARB-020")
    t.refuses("end", "TB-BARB-020")
    t.play("land 0,-2")
    assert t.told("barbarian_attack_conquered")
    t.refuses("land -2,1", "TB-BARB-020")
    t.play("land 0,2").check(phase="main")
    assert barbarians(t) == {"-2,1": 1, "-1,-1": 2, "0,-2": 3, "2,-1": 2, "0,2": 1}
    assert t.cell(module(t).loose) == 0


@pytest.mark.rule("TB-BARB-020")
@pytest.mark.parametrize(
    ("open_hexes", "reason"),
    [
        # Two leave room for two only if the other one comes from an earlier, full hex.
        (3, "name the hexes clockwise: this one comes last, choose an earlier one first"),
        (2, "then there would be no other hex for these barbarians"),
    ],
)
def test_treason_says_whether_the_order_or_the_room_forbids_a_hex(open_hexes: int, reason: str) -> None:
    t = bought("treason", barbarians=FULL | dict.fromkeys(COAST[-open_hexes:], 2))
    hex_ = COAST[-open_hexes]
    assert hex_ not in t.places("lift")
    with pytest.raises(IllegalAction, match=re.escape(reason)):
        t.play(f"lift {hex_}")


@pytest.mark.rule("TB-BARB-020")
@pytest.mark.parametrize(("count", "lifts"), [(0, 0), (1, 1), (2, 1)])
def test_missing_barbarians_come_from_the_supply(count: int, lifts: int) -> None:
    t = bought("treason", barbarians={"0,2": count})
    before = supply(t)
    if lifts:
        assert t.places("lift") == {"0,2"}
        t.play("lift 0,2")
    t.check(phase="barbarian_attack_land")
    t.play("land -2,1", "land 1,1").check(phase="main")
    assert barbarians(t)["-2,1"] == barbarians(t)["1,1"] == 1
    assert supply(t) + sum(barbarians(t).values()) == 36
    assert supply(t) <= before


@pytest.mark.rule("TB-BARB-020")
def test_treason_moves_as_many_as_find_room() -> None:
    t = bought("treason", barbarians=FULL)
    t.check(phase="main")
    assert (gold(t), barbarians(t)) == ([2, 0, 0], FULL)
    # One hex has room: one barbarian moves there, from any other.
    t = bought("treason", barbarians=FULL | {"0,2": 2})
    assert t.places("lift") == set(COAST) - {"0,2"}
    t.refuses("lift 0,2", "TB-BARB-020")
    t.play("lift 2,0")
    assert t.places("land") == {"0,2"}
    t.play("land 0,2").check(phase="main")
    # Two have room: both barbarians come from others.
    t = bought("treason", barbarians=FULL | {"0,2": 2, "-2,1": 2})
    assert not {"0,2", "-2,1"} & t.places("lift")
    t.play("lift -2,0", "lift 2,0")
    assert t.places("land") == {"-2,1"}, "the other one follows"
    t.play("land -2,1", "land 0,2").check(phase="main")


@pytest.mark.rule("TB-BARB-021", "TB-BARB-022", "TB-BARB-034", "TB-BARB-055")
def test_intrigue_takes_a_prisoner_and_may_free_a_hex() -> None:
    t = bought("intrigue", barbarians={"1,-2": 3, "0,2": 1}, prisoners={0: 1}, settlements={1: "2,-3,S"})
    assert t.places("capture") == {"1,-2", "0,2"}
    t.refuses("capture 1,1", "TB-BARB-021")
    t.refuses("end", "TB-BARB-021")
    before = supply(t)
    t.check(points={0: 0})
    t.play("capture 1,-2").check(phase="main", points={0: 1})
    assert t.told("barbarian_attack_freed")
    assert (barbarians(t), prisoners(t), supply(t)) == ({"1,-2": 2, "0,2": 1}, [2, 0, 0], before)


@pytest.mark.rule("TB-BARB-021")
def test_without_a_barbarian_another_card_is_turned_up() -> None:
    t = bought("intrigue", pile={"intrigue": 1})
    t.check(phase="barbarian_attack_card")
    assert t.told("barbarian_attack_again")
    assert t.told("barbarian_attack_shuffled")
    assert sum(weights(t).values()) == 26
    t.play("turn-up knighthood", "station -2,2,NE").check(phase="main", hands={0: ""})


@pytest.mark.rule("TB-BARB-034", "TB-BARB-041")
def test_the_last_prisoner_wins() -> None:
    t = bought("intrigue", barbarians={"1,-2": 1}, prisoners={0: 23}).play("capture 1,-2")
    t.check(phase="over", winners=[0], points={0: 12})


@pytest.mark.rule("TB-BARB-018", "TB-BARB-020", "TB-BARB-021", "TB-BARB-023")
def test_out_of_time_everything_is_refused_by_its_rule() -> None:
    t = attack(knights={0: "0,0,E"}, barbarians={"0,2": 1})
    for text, rule in (
        ("station 0,0,NE", "TB-BARB-018"),
        ("march 0,0,E", "TB-BARB-023"),
        ("halt 0,0,E", "TB-BARB-023"),
        ("lift 0,2", "TB-BARB-020"),
        ("land 0,2", "TB-BARB-020"),
        ("capture 0,2", "TB-BARB-021"),
    ):
        t.refuses(text, rule)


@pytest.mark.rule("TB-BARB-016", "TB-BARB-023")
def test_others_wait() -> None:
    bought("knighthood").refuses("1: end", "TB-BARB-016")
    attack(knights={0: "0,0,E"}).play("end").refuses("1: roll", "TB-BARB-023")
