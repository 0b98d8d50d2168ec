"""Catan for Two: the two rolls, what tokens buy, how players get them, the largest army that shrinks."""

from __future__ import annotations

from collections import Counter

import pytest

from bastide import Game
from bastide.kernel.chooser import Chooser
from bastide.kernel.codes import Codes
from tests.expansions.island.two_players.kit import ONE, SETTLEMENT, between_rolls, module, tokens, two
from tests.kernel.test_dealing import score
from tests.kit import Table, land

COAST, COAST_ROAD = "2,-1,N", "2,-2,E"
MIDDLE = "0,0"
"""The desert of the beginners' board."""


# -- the rolls


@pytest.mark.rule("TB-TWO-005", "TB-TWO-030")
def test_the_second_of_two_rolls_differs_from_the_first() -> None:
    t = two(rolled=False).play("roll")
    assert len(t.game.chances()) == 36
    t.play("roll 2 4").check(phase="roll", actors=[0])
    t.refuses("end", "TB-TWO-005")
    t.play("roll")
    assert {text for text, _ in t.game.chances()} == {
        f"roll {a} {b}" for a in range(1, 7) for b in range(1, 7) if a + b != 6
    }
    assert {weight for _, weight in t.game.chances()} == {1}
    t.refuses("chance: roll 3 3", "BASE-048")
    t.play("roll 1 1").check(phase="main", actors=[0])
    t.refuses("roll", "BASE-047")


@pytest.mark.rule("TB-TWO-005")
def test_the_second_roll_is_drawn_by_the_weights_of_the_other_sums() -> None:
    t = between_rolls(two()).play("roll")
    s, chooser, out = t.game.state, Chooser(1), Codes()
    drawn = Counter(int(t.r.phase(s).sample(s, chooser, out)) for _ in range(5_000))
    pairs = t.r.outcomes(s)
    assert score(drawn, {int(pairs[i]): int(pairs[i + 1]) for i in range(0, len(pairs), 2)}) < 4


@pytest.mark.rule("TB-TWO-005", "TB-TWO-030")
def test_the_next_turn_may_begin_with_the_number_of_the_last() -> None:
    t = two(rolled=False).play("roll", "roll 2 4", "roll", "roll 1 1", "end", "roll")
    assert len(t.game.chances()) == 36


@pytest.mark.rule("TB-TWO-006", "TB-TWO-014")
def test_each_roll_is_resolved_before_the_next() -> None:
    t = two(settlements={0: "0,-1,N", 1: "-1,0,N"}, hands={1: "ore*8"}, rolled=False)
    t.play("roll", "roll 3 4").check(phase="discard", actors=[1])
    t.play("1: discard ore*4", "robber 2,-2").check(phase="roll", actors=[0])
    # Hills 6: both have a building there.
    t.play("roll", "roll 1 5").check(phase="main", hands={0: "brick", 1: "ore*4 brick"})


@pytest.mark.rule("TB-TWO-006")
def test_a_seven_may_come_second() -> None:
    t = two(settlements={0: "0,-1,N"}, rolled=False)
    t.play("roll", "roll 1 5", "roll", "roll 3 4", "robber 2,-2").check(phase="main", hands={0: "brick"})


@pytest.mark.rule("TB-TWO-007", "TB-TWO-016")
def test_between_the_rolls_a_card_or_an_action_may_be_played() -> None:
    t = two(cards={0: "knight"}, robber="2,-2", rolled=False, hands={1: "ore*3"}).play("roll", "roll 1 1")
    t.check(phase="roll")
    assert t.verbs() == {"roll", "knight", "forced-trade", "banish"}
    t.play(f"banish {MIDDLE}").check(robber=MIDDLE, phase="roll")
    t.play("knight", "robber 2,-1").check(phase="roll", robber="2,-1")
    t.play("roll", "roll 2 2").check(phase="main")


# -- the forced trade


@pytest.mark.rule("TB-TWO-016", "TB-TWO-017", "TB-TWO-021")
@pytest.mark.parametrize("when", ["before", "between", "after"])
def test_a_forced_trade_takes_two_random_cards_for_two_of_choice(when: str) -> None:
    t = two(hands={0: "brick wool", 1: "ore*2 grain"}, rolled=when == "after")
    if when == "between":
        t = between_rolls(t)
    phase = t.phase
    t.play("forced-trade").check(phase="two_players_grab", actors=[-1])
    assert dict(t.game.chances()) == {"grab ore": 2, "grab grain": 1}
    t.play("grab ore")
    assert dict(t.game.chances()) == {"grab ore": 1, "grab grain": 1}
    t.play("grab ore").check(phase="discard", actors=[0], hands={0: "brick wool ore*2", 1: "grain"})
    assert [int(event.sees) for event in t.told("give")] == [0b11], "the two players alone see the card"
    t.refuses("discard ore", "TB-TWO-017")
    t.refuses("end", "TB-TWO-017")
    t.play("discard brick ore").check(phase=phase, actors=[0], hands={0: "wool ore", 1: "grain brick ore"})
    assert tokens(t) == [4, 5, 11]
    t.refuses("forced-trade", "TB-TWO-016")
    t.refuses(f"banish {MIDDLE}", "TB-TWO-016")


@pytest.mark.rule("TB-TWO-017")
def test_an_only_card_is_taken_and_two_are_given() -> None:
    """TB-TWO-EX-03."""
    t = two(hands={0: "brick wool*2", 1: "ore"}, tokens=(1, 5)).play("forced-trade", "grab ore")
    t.check(phase="discard", hands={0: "brick wool*2 ore", 1: ""})
    t.play("discard wool*2").check(phase="main", hands={0: "brick ore", 1: "wool*2"})
    assert tokens(t) == [0, 5, 15]


@pytest.mark.rule("TB-TWO-017")
def test_cards_just_taken_may_be_given_back() -> None:
    t = two(hands={1: "ore*3"}).play("forced-trade", "grab ore", "grab ore", "discard ore*2")
    t.check(phase="main", hands={0: "", 1: "ore*3"})


@pytest.mark.rule("TB-TWO-018", "TB-TWO-029")
def test_there_must_be_a_card_to_take_and_two_to_give() -> None:
    two(hands={0: "ore*3"}).refuses("forced-trade", "TB-TWO-018")
    two(hands={1: "ore"}).refuses("forced-trade", "TB-TWO-029")
    assert two(hands={0: "wool", 1: "ore"}).can("forced-trade")
    assert two(hands={1: "ore*2"}).can("forced-trade")


# -- the robber


@pytest.mark.rule("TB-TWO-019", "TB-TWO-021")
def test_the_robber_goes_to_the_desert_and_robs_nobody() -> None:
    t = two(settlements={1: "1,-1,S"}, hands={1: "ore*3"}, robber="2,-1")
    t.refuses("banish 1,-1", "TB-TWO-019")
    t.play(f"banish {MIDDLE}").check(phase="main", robber=MIDDLE, hands={0: "", 1: "ore*3"})
    assert tokens(t) == [4, 5, 11]
    t.refuses("forced-trade", "TB-TWO-016")


@pytest.mark.rule("TB-TWO-035")
def test_a_robber_in_the_only_desert_is_not_sent_there() -> None:
    t = two(robber=MIDDLE)
    t.refuses(f"banish {MIDDLE}", "TB-TWO-035")
    t.refuses("banish 1,-1", "TB-TWO-035")
    assert "banish" not in t.verbs()


def isle(*deserts: int) -> dict[str, object]:
    """A small board with that many deserts, and sites for the neutral colours."""
    rows = [(q, r) for r in range(3) for q in range(4)]
    hexes = [f"{q},{r} {'desert' if at in deserts else 'forest 5'}" for at, (q, r) in enumerate(rows)]
    return land(*hexes, sites=["neutral 1,1,N", "neutral 2,2,N"])


@pytest.mark.rule("TB-TWO-019", "TB-TWO-035")
def test_of_several_deserts_one_is_chosen() -> None:
    t = two(layout=isle(0, 11), robber="1,1")
    assert t.places("banish") == {"0,0", "3,2"}
    t.refuses("banish 1,0", "TB-TWO-019")
    t = two(layout=isle(0, 11), robber="3,2")
    assert t.places("banish") == {"0,0"}
    t.refuses("banish 3,2", "TB-TWO-035")


@pytest.mark.rule("TB-TWO-019", "TB-TWO-035")
def test_without_a_desert_the_robber_leaves_the_board() -> None:
    t = two(layout=isle(), robber="1,1")
    assert t.places("banish") == {"aside"}
    t.refuses("banish 0,0", "TB-TWO-019")
    t.play("banish aside")
    assert len(t.told("two_players_off")) == 1
    t.play("end")
    assert t.cell(t.r.robber) == -1
    t.play("roll", "roll 1 1", "roll", "roll 1 2")
    t.refuses("banish aside", "TB-TWO-035")
    t.refuses("banish 0,0", "TB-TWO-019")


@pytest.mark.rule("TB-TWO-019")
def test_from_beside_the_board_the_robber_goes_to_a_desert_alone() -> None:
    for deserts in ((0,), (0, 11)):
        t = two(layout=isle(*deserts))
        t.game.state.cells[t.r.robber] = -1
        assert "0,0" in t.places("banish")
        for elsewhere in ("1,0", "aside"):
            t.refuses(f"banish {elsewhere}", "TB-TWO-019")


# -- prices


@pytest.mark.rule("TB-TWO-020", "TB-GEN-006")
@pytest.mark.parametrize(("mine", "price"), [("", 1), (COAST, 1), (f"{COAST} 0,-2,S", 2)])
def test_who_is_ahead_pays_two(mine: str, price: int) -> None:
    places = {1: "-2,2,N"} | ({0: mine} if mine else {})
    for word in ("forced-trade", f"banish {MIDDLE}"):
        t = two(settlements=places, hands={0: "ore", 1: "wool*2"}, robber="2,-1", cards={0: "point"})
        t.play(word)
        assert tokens(t) == [5 - price, 5, 10 + price]
        few = two(settlements=places, hands={0: "ore", 1: "wool*2"}, robber="2,-1", tokens=(price - 1, 9))
        few.refuses(word, "TB-TWO-020")


@pytest.mark.rule("TB-TWO-016")
def test_an_action_may_be_taken_again_next_turn() -> None:
    t = two(hands={0: "ore*2", 1: "ore*4"}).play("forced-trade", "grab ore", "grab ore", "discard ore*2", "end")
    t.play("forced-trade", "grab ore", "grab ore", "discard ore*2")
    t.play("roll", "roll 1 1", "roll", "roll 1 2", "end")
    assert t.can("forced-trade")
    assert tokens(t) == [4, 4, 12]


# -- knights


@pytest.mark.rule("TB-TWO-022", "TB-TWO-034")
def test_a_played_knight_is_given_up_for_two_tokens_once_a_turn() -> None:
    t = two(played={0: "knight*2"}, robber="2,-1", rolled=False)
    deck = int(t.r.deck_size(t.game.state))
    t.play("retire").check(phase="roll")
    assert tokens(t) == [7, 5, 8]
    assert t.cell(t.r.played) == 1
    assert int(t.r.deck_size(t.game.state)) == deck, "the card leaves the game"
    assert t.cell(module(t).gone) == 1
    t.refuses("retire", "TB-TWO-022")
    assert t.can(f"banish {MIDDLE}"), "it is no token action"
    t.play("roll", "roll 1 1", "roll", "roll 1 2").refuses("retire", "TB-TWO-022")
    t.play("end", "roll", "roll 1 1", "roll", "roll 1 2", "end")
    assert t.can("retire")


@pytest.mark.rule("TB-TWO-022")
def test_without_a_played_knight_there_is_none_to_give_up() -> None:
    two(cards={0: "knight"}, played={1: "knight*2"}).refuses("retire", "TB-TWO-022")


@pytest.mark.rule("TB-TWO-025")
def test_an_empty_supply_gives_what_it_has() -> None:
    t = two(played={0: "knight*2"}, tokens=(9, 10)).play("retire")
    assert tokens(t) == [10, 10, 0]
    two(played={0: "knight*2"}, tokens=(10, 10)).refuses("retire", "TB-TWO-025")
    t = two(roads={0: COAST_ROAD}, hands={0: SETTLEMENT}, tokens=(10, 10)).play(f"settle {COAST}")
    assert tokens(t) == [10, 10, 0]
    assert t.told("two_players_tokens") == []


@pytest.mark.rule("TB-TWO-023")
@pytest.mark.parametrize(
    ("knights", "holder", "on_turn", "after"),
    [
        ((3, 0), 0, 0, None),  # two are left
        ((4, 2), 0, 0, 0),
        ((4, 3), 0, 0, None),  # as many as the opponent
        ((4, 4), 0, 0, 1),  # the opponent has more
        ((3, 3), 0, 0, 1),
        ((3, 4), 1, 0, 1),
        ((3, 3), None, 0, 1),  # nobody had it
        ((3, 3), None, 1, 0),
        ((3, 2), 0, 1, 0),
    ],
)
def test_the_largest_army_can_shrink(
    knights: tuple[int, int], holder: int | None, on_turn: int, after: int | None
) -> None:
    t = two(
        played={0: f"knight*{knights[0]}", 1: f"knight*{knights[1]}"},
        largest_army=holder if holder is not None else 0,
        on_turn=on_turn,
    )
    if holder is None:
        t.game.state.cells[t.r.army_holder] = 0
    t.play("retire").check(army=after)
    assert len(t.told("no_army")) == (holder is not None and after is None)
    assert [t.r.open_points(t.game.state, seat) for seat in range(2)] == [2 * (after == seat) for seat in range(2)]


# -- settlements


@pytest.mark.rule("TB-TWO-024")
@pytest.mark.parametrize(
    ("road", "place", "gained"),
    [
        (COAST_ROAD, COAST, 1),
        ("1,-1,SE", "1,-1,S", 2),
        ("-1,-1,E", "-1,0,N", 0),
    ],
)
def test_settlements_on_the_coast_or_beside_the_desert_bring_tokens(road: str, place: str, gained: int) -> None:
    t = two(roads={0: road}, hands={0: SETTLEMENT}).play(f"settle {place}")
    assert tokens(t) == [5 + gained, 5, 10 - gained]
    assert [(int(e.seat), int(e.a)) for e in t.told("two_players_tokens")] == ([(0, gained)] if gained else [])


@pytest.mark.rule("TB-TWO-024")
def test_a_settlement_on_the_coast_beside_the_desert_brings_three() -> None:
    t = two(layout=isle(0), roads={0: "0,0,NE"}, hands={0: SETTLEMENT}).play("settle 0,0,N")
    assert tokens(t) == [8, 5, 7]


@pytest.mark.rule("TB-TWO-024", "TB-TWO-012")
def test_a_city_brings_no_token() -> None:
    t = two(settlements={0: COAST}, hands={0: "ore*3 grain*2"}).play(f"city {COAST}")
    assert tokens(t) == [5, 5, 10]


@pytest.mark.rule("TB-TWO-004", "TB-TWO-016")
def test_a_game_for_two_can_be_saved_between_its_steps() -> None:
    game = Game.new({"seats": 2, "modules": [ONE], "layout": "beginner", "options": {"first": 0, "pieces": "printed"}})
    for text in ("roll", "roll 4 4"):
        game.play(text)
    again = Table(Game.load(game.save()))
    assert again.phase == "roll"
    assert again.game.hash() == game.hash()
