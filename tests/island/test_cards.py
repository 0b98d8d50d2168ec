"""Development cards (BASE-033 to 038)."""

from __future__ import annotations

from typing import Any

import pytest

from bastide.kernel.errors import InvalidAction
from bastide.view import SPECTATOR
from bastide.view.island.shown import view
from tests.island.places import INLAND, coast, landing
from tests.kit import table

PRICE = "wool grain ore"


# -- buying


@pytest.mark.rule("BASE-033")
def test_a_card_costs_ore_wool_and_grain() -> None:
    t = table(hands={0: "wool*2 grain ore"}).play("buy")
    t.check(phase="draw", actors=[-1], hands={0: "wool"})
    t.play("draw plenty").check(cards={0: "plenty"}, phase="main", actors=[0])


@pytest.mark.rule("BASE-033")
@pytest.mark.parametrize("missing", ["wool", "grain", "ore"])
def test_without_the_cards_nothing_is_bought(missing: str) -> None:
    t = table(hands={0: {"lumber": 2, "brick": 2, "wool": 2, "grain": 2, "ore": 2, missing: 0}})
    t.refuses("buy", "BASE-033", missing)


@pytest.mark.rule("BASE-033")
def test_every_card_left_in_the_deck_is_as_likely() -> None:
    t = table(
        hands={0: "wool*3 grain*3 ore*3"},
        cards={0: "knight*2", 1: "point*2"},
        fresh={2: "monopoly"},
        played={1: "roads*2 knight"},
    )
    t.play("buy")
    assert dict(t.game.chances()) == {"draw knight": 11, "draw plenty": 2, "draw monopoly": 1, "draw point": 3}
    t.refuses("chance: draw roads", "BASE-048")
    t.play("draw monopoly", "buy")
    assert dict(t.game.chances()) == {"draw knight": 11, "draw plenty": 2, "draw point": 3}


@pytest.mark.rule("BASE-033")
def test_from_an_empty_deck_nothing_is_bought() -> None:
    t = table(hands={0: "wool*2 grain*2 ore*2"}, deck="knight").play("buy", "draw knight")
    assert "buy" not in t.verbs()
    t.refuses("buy", "BASE-033", "")


@pytest.mark.rule("BASE-033", "BASE-054")
def test_what_was_drawn_stays_hidden() -> None:
    t = table(hands={0: PRICE}).play("buy", "draw knight")
    assert [event.sees for event in t.told("draw")] == [1]  # seat 0 alone
    for viewer in (1, 2, SPECTATOR):
        seen = view(t.game, viewer)
        assert (seen.seats[0].cards, seen.seats[0].cards_size) == (None, 1)
        assert "knight" not in repr(seen.log)
    assert "knight" in repr(view(t.game, 0).log)


@pytest.mark.rule("BASE-033")
def test_only_chance_draws() -> None:
    t = table(hands={0: PRICE}).play("buy")
    t.refuses("0: draw knight", "BASE-048")


# -- one a turn


CARDS = {
    "knight": "knight",
    "roads": "roads",
    "plenty": "plenty ore wool",
    "monopoly": "monopoly ore",
}


@pytest.mark.rule("BASE-034")
@pytest.mark.parametrize("kind", CARDS)
def test_a_card_is_not_played_in_the_turn_in_which_it_was_bought(kind: str) -> None:
    t = table(2, settlements={0: "0,0,N"}, hands={0: PRICE}).play("buy", f"draw {kind}")
    assert not t.verbs() & set(CARDS)
    t.refuses(CARDS[kind], "BASE-034")
    t.play("end", "roll", "roll 1 1", "end")
    assert t.can(CARDS[kind])  # before the roll of the next turn


@pytest.mark.rule("BASE-034")
def test_an_older_card_of_the_kind_can_be_played() -> None:
    t = table(cards={0: "knight"}, fresh={0: "knight"}).play("knight", "robber 0,1")
    t.check(cards={0: "knight"})
    t.refuses("knight", "BASE-034")


@pytest.mark.rule("BASE-034")
@pytest.mark.parametrize("second", ["roads", "plenty ore wool", "monopoly ore", "knight"])
def test_one_card_a_turn(second: str) -> None:
    t = table(2, settlements={0: "0,0,N"}, cards={0: "knight*2 roads plenty monopoly"}, rolled=False)
    t.play("knight", "robber 0,1")
    t.refuses(second, "BASE-034")
    t.play("roll", "roll 1 1")  # not after the roll either
    t.refuses(second, "BASE-034")
    t.play("end", "roll", "roll 1 1", "end")
    assert t.can(second)


@pytest.mark.rule("BASE-034")
def test_a_card_must_be_held_and_points_are_not_played() -> None:
    t = table(settlements={0: "0,0,N"}, cards={0: "point", 1: "knight"})
    for line in CARDS.values():
        t.refuses(line, "BASE-034")
    with pytest.raises(InvalidAction):
        t.play("point")
    assert t.verbs() == {"end"}


@pytest.mark.rule("BASE-034", "BASE-039")
def test_point_cards_count_beside_a_card_that_is_played() -> None:
    t = table(cards={0: "knight"}, hands={0: PRICE}, goal=3, settlements={0: f"{landing(0)} {landing(2)}"})
    t.play("knight", "robber 0,1", "buy", "draw point").check(winners=[0])


# -- knight


@pytest.mark.rule("BASE-035")
@pytest.mark.parametrize("rolled", [False, True])
def test_a_knight_moves_the_robber_and_steals(rolled: bool) -> None:
    t = table(settlements={1: "0,1,N"}, hands={1: "ore wool"}, cards={0: "knight"}, rolled=rolled)
    t.play("knight").check(phase="robber", actors=[0], cards={0: ""})
    assert len(t.places("robber")) == 18
    t.refuses("robber 0,0", "BASE-023")
    t.play("robber 0,1", "steal ore").check(hands={0: "ore", 1: "wool"}, robber="0,1")
    t.check(phase="main" if rolled else "roll", actors=[0])


@pytest.mark.rule("BASE-035")
def test_nobody_discards_for_a_knight() -> None:
    t = table(hands={0: "wool*9", 1: "ore*12"}, cards={0: "knight"})
    t.play("knight").check(phase="robber", actors=[0], hands={0: "wool*9", 1: "ore*12"})


@pytest.mark.rule("BASE-035")
def test_a_knight_lets_the_player_choose_among_several() -> None:
    t = table(settlements={1: "0,1,N", 2: "0,1,S"}, hands={1: "ore", 2: "wool"}, cards={0: "knight"})
    t.play("knight", "robber 0,1")
    assert t.legal() == ["rob 1", "rob 2"]


@pytest.mark.rule("BASE-035")
def test_a_knight_stays_open_in_front_of_its_player() -> None:
    t = table(cards={0: "knight"}, played={0: "knight"}).play("knight", "robber 0,1")
    for viewer in (0, 1, SPECTATOR):
        assert view(t.game, viewer).seats[0].knights == 2


# -- road building


@pytest.mark.rule("BASE-036")
@pytest.mark.parametrize("rolled", [False, True])
def test_two_free_roads_the_second_may_continue_the_first(rolled: bool) -> None:
    t = table(settlements={0: "0,0,N"}, cards={0: "roads"}, hands={0: "ore"}, rolled=rolled).play("roads")
    t.check(phase="roads", actors=[0])
    assert t.places("road") == {"0,0,NE", "0,-1,SE", "0,-1,E"}
    t.refuses("road 0,0,E", "BASE-029")
    t.refuses("end", "BASE-036")
    t.play("road 0,0,NE").check(phase="roads")
    t.play("road 0,0,E").check(roads={0: 13}, hands={0: "ore"}, phase="main" if rolled else "roll")


@pytest.mark.rule("BASE-036")
def test_each_free_road_is_legal_where_it_lies() -> None:
    t = table(
        settlements={0: landing(1), 1: landing(3)},
        roads={0: coast(2, 3), 1: coast(0, 1)},
        cards={0: "roads"},
    ).play("roads")
    assert t.places("road") == set(coast(1, 2).split())
    t.refuses(f"road {coast(3, 4)}", "BASE-029")  # past an opponent's building
    t.refuses(f"road {coast(0, 1)}", "BASE-030")


@pytest.mark.rule("BASE-036", "BASE-010")
def test_with_one_piece_left_there_is_one_free_road() -> None:
    t = table(roads={0: coast(0, 14)}, cards={0: "roads"})
    t.play("roads", f"road {coast(14, 15)}").check(phase="main", roads={0: 0})


@pytest.mark.rule("BASE-036")
def test_with_one_place_left_there_is_one_free_road() -> None:
    """Seat 0's settlement is shut in but for one path, which ends at a building of seat 1."""
    t = table(
        settlements={0: landing(2), 1: landing(4)},
        cities={1: landing(0)},
        roads={0: coast(1, 3), 1: f"{coast(0, 1)} {INLAND[3]}"},
        cards={0: "roads"},
    ).play("roads")
    assert t.places("road") == set(coast(3, 4).split())
    t.play(f"road {coast(3, 4)}").check(phase="main", roads={0: 12})


@pytest.mark.rule("BASE-036")
def test_without_a_piece_or_a_place_the_card_is_not_played() -> None:
    t = table(roads={0: coast(0, 15)}, cards={0: "roads"})
    assert "roads" not in t.verbs()
    t.refuses("roads", "BASE-036")
    table(cards={0: "roads"}).refuses("roads", "BASE-036")


# -- invention


@pytest.mark.rule("BASE-037")
@pytest.mark.parametrize("rolled", [False, True])
@pytest.mark.parametrize(
    ("take", "hand"), [("ore*2", "ore*2"), ("wool lumber", "lumber wool"), ("grain ore", "grain ore")]
)
def test_any_two_cards_from_the_bank(take: str, hand: str, rolled: bool) -> None:
    t = table(cards={0: "plenty"}, rolled=rolled).play(f"plenty {take}")
    t.check(hands={0: hand}, cards={0: ""}, phase="main" if rolled else "roll")
    assert sum(t.bank().values()) == 93


@pytest.mark.rule("BASE-037")
def test_there_are_fifteen_ways_to_take_two() -> None:
    t = table(cards={0: "plenty"})
    assert len(set(t.places("plenty"))) == 15
    for wrong in ("plenty ore", "plenty ore*3", "plenty ore wool grain"):
        t.refuses(wrong, "BASE-037")


@pytest.mark.rule("BASE-037")
@pytest.mark.parametrize(
    ("bank", "ways"),
    [
        ("ore wool*2", {"wool ore", "wool*2"}),
        ("ore*4", {"ore*2"}),
        ("ore", {"ore"}),  # one card is all there is
    ],
)
def test_only_what_the_bank_has(bank: str, ways: set[str]) -> None:
    t = table(cards={0: "plenty"}, bank=bank)
    assert t.places("plenty") == ways
    t.refuses("plenty grain*2", "BASE-037")


@pytest.mark.rule("BASE-037")
def test_from_an_empty_bank_nothing_is_taken() -> None:
    t = table(cards={0: "plenty"}, bank="")
    assert "plenty" not in t.verbs()
    t.refuses("plenty ore wool", "BASE-037")


# -- monopoly


@pytest.mark.rule("BASE-038")
@pytest.mark.parametrize("rolled", [False, True])
def test_all_others_hand_over_every_card_of_a_resource(rolled: bool) -> None:
    hands = {0: "wool ore", 1: "wool*3 grain", 2: "wool", 3: "ore*2"}
    t = table(4, hands=hands, cards={0: "monopoly"}, rolled=rolled).play("monopoly wool")
    assert [(e.seat, e.b, e.c) for e in t.told("hand_over")] == [(1, 3, 0), (2, 1, 0)]  # who gave how many to whom
    t.check(hands={0: "wool*5 ore", 1: "grain", 2: "", 3: "ore*2"}, phase="main" if rolled else "roll")
    t.check(bank="lumber*19 brick*19 wool*14 grain*18 ore*16")  # the bank takes no part


@pytest.mark.rule("BASE-038")
def test_any_resource_can_be_named_even_one_that_nobody_holds() -> None:
    t = table(cards={0: "monopoly"}, hands={1: "ore"})
    assert t.places("monopoly") == {"lumber", "brick", "wool", "grain", "ore"}
    t.play("monopoly brick").check(hands={0: "", 1: "ore"}, cards={0: ""})


@pytest.mark.rule("BASE-038")
def test_development_cards_are_not_handed_over() -> None:
    cards: dict[int, Any] = {0: "monopoly", 1: "knight point"}
    t = table(cards=cards, hands={1: "ore"}).play("monopoly ore")
    t.check(cards={0: "", 1: "knight point"}, hands={0: "ore"})
