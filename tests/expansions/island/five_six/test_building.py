"""The special building phase: who is asked, what is bought, and what nobody may do or learn."""

from __future__ import annotations

import random

import pytest

from bastide import Game
from bastide.catan.family import IslandGame
from bastide.expansions.island.five_six.rules.module import FiveSixRules
from bastide.kernel.resample import resample
from bastide.kernel.state import State
from bastide.testing.play import island, play
from tests.expansions.island.five_six.kit import SIX, extension, many, pass_all
from tests.kit import Table, land

ROAD = "brick lumber"
CARD = "wool grain ore"


def rich(**more: object) -> Table:
    """Seat 1 has a settlement, and cards for a road and a development card."""
    given = {"settlements": {1: "0,0,N"}, "hands": {1: f"{ROAD} {CARD}"}}
    return many(**{**given, **more})  # type: ignore[arg-type]  # keywords of the table


@pytest.mark.rule("X56-005")
@pytest.mark.parametrize("seats", [5, 6])
@pytest.mark.parametrize("on_turn", [0, 3])
def test_after_a_turn_the_others_are_asked_clockwise(seats: int, on_turn: int) -> None:
    t = many(seats, on_turn=on_turn).play("end")
    asked = []
    while t.phase == "five_six_building":
        asked += t.actors
        t.play("pass")
    assert asked == [(on_turn + k) % seats for k in range(1, seats)]
    t.check(phase="roll", actors=[(on_turn + 1) % seats])


@pytest.mark.rule("X56-005")
def test_a_seat_builds_and_buys_as_long_as_it_can_pay() -> None:
    t = rich().play("end")
    t.check(actors=[1])
    assert t.verbs() == {"road", "buy", "pass", "sit-out"}
    t.play("road 0,0,NE", "buy", "chance: draw knight")
    t.check(phase="five_six_building", actors=[1], hands={1: ""}, roads={1: 14}, cards={1: "knight"})
    assert t.verbs() == {"pass", "sit-out"}
    t.play("pass").check(actors=[2])


@pytest.mark.rule("X56-005")
def test_settlements_and_cities_are_built_too() -> None:
    t = rich(
        settlements={1: "0,0,N", 2: "0,1,S"},
        roads={1: "0,0,NE 1,-1,SE"},
        hands={1: "brick lumber wool grain", 2: "grain*2 ore*3"},
    ).play("end")
    spots = t.places("settle")
    assert spots
    t.play(f"settle {min(spots)}", "pass").check(settlements={1: 3}, hands={1: ""}, actors=[2])
    t.play("city 0,1,S").check(cities={2: 3}, hands={2: ""})


@pytest.mark.rule("X56-005")
def test_a_seat_that_can_pay_for_nothing_is_asked_all_the_same() -> None:
    many().play("end").check(phase="five_six_building", actors=[1])


@pytest.mark.rule("X56-005")
def test_who_sits_out_is_not_asked_until_joining_in_again() -> None:
    t = many().play("end", "sit-out")
    t.check(phase="five_six_building", actors=[2])
    assert len(t.told("five_six_out")) == 1
    pass_all(t).check(phase="roll", actors=[1])
    # Its own turn, then the turn of seat 2: seat 1 would be the last but one to be asked.
    t.play("roll", "roll 1 1", "end", "pass", "pass", "pass", "pass", "pass")
    t.check(phase="roll", actors=[2])
    t.play("roll", "roll 1 1", "end")
    asked = []
    while t.phase == "five_six_building":
        asked += t.actors
        t.play("pass")
    assert asked == [3, 4, 5, 0]


@pytest.mark.rule("X56-005")
def test_one_joins_in_on_a_turn_of_ones_own_after_the_roll() -> None:
    t = pass_all(many().play("end", "sit-out"))
    t.refuses("join-in", "BASE-016")
    t.play("roll", "roll 1 1")
    assert "join-in" in t.verbs()
    t.play("join-in").check(phase="main", actors=[1])
    assert "join-in" not in t.verbs()
    t.refuses("join-in", "X56-005")
    t.refuses("sit-out", "X56-005")
    t.play("end", "pass")
    pass_all(t)
    t.play("roll", "roll 1 1", "end", "pass", "pass", "pass", "pass").check(actors=[1])


@pytest.mark.rule("X56-005")
def test_where_all_others_sit_out_the_next_turn_follows_at_once() -> None:
    t = many(5).play("end", "sit-out", "sit-out", "sit-out", "sit-out")
    t.check(phase="roll", actors=[1])
    t.play("roll", "roll 1 1", "join-in", "end")
    t.check(phase="five_six_building", actors=[0])  # seat 0 has not been asked yet
    t.play("sit-out").check(phase="roll", actors=[2])
    t.play("roll", "roll 1 1", "end").check(phase="five_six_building", actors=[1])
    t.play("sit-out").check(phase="roll", actors=[3])
    t.play("roll", "roll 1 1", "end").check(phase="roll", actors=[4])
    assert t.told("five_six_building") == []


@pytest.mark.rule("X56-006")
def test_no_trade_no_cards_and_no_roll() -> None:
    t = rich(hands={1: "brick*5", 2: "wool"}, cards={1: "knight monopoly plenty roads"}).play("end")
    for line in ("bank brick*4 ore", "offer brick for wool"):
        t.refuses(line, "X56-006")
    for line in ("knight", "monopoly wool", "plenty ore*2", "roads"):
        t.refuses(line, "X56-006")
    for line in ("roll", "end", "join-in"):
        t.refuses(line, "X56-005")


@pytest.mark.rule("X56-005")
def test_the_others_wait() -> None:
    t = rich().play("end")
    t.refuses("0: end", "X56-005")
    t.refuses("2: pass", "X56-005")
    t.refuses("2: sit-out", "X56-005")


@pytest.mark.rule("X56-005")
def test_what_cannot_be_bought_is_refused_by_the_rules_of_the_base() -> None:
    t = many(settlements={1: "0,0,N"}, hands={1: "brick"}).play("end")
    t.refuses("road 0,0,NE", "BASE-029", "lumber")
    t.refuses("buy", "BASE-033", "wool grain ore")
    t.refuses("city 0,0,N", "BASE-032", "grain*2 ore*3")


@pytest.mark.rule("X56-006")
def test_a_card_bought_there_may_be_played_on_the_next_turn() -> None:
    t = rich(hands={1: CARD}).play("end", "buy", "chance: draw monopoly", "pass")
    pass_all(t).check(actors=[1], phase="roll")
    t.play("monopoly wool")


@pytest.mark.rule("X56-006")
def test_nobody_wins_in_the_phase_but_at_the_beginning_of_the_own_turn() -> None:
    t = rich(hands={1: CARD}, cards={1: "point"}, goal=3).play("end", "buy", "chance: draw point")
    t.check(points={1: 3}, phase="five_six_building", actors=[1])
    pass_all(t).check(winners=[1])


@pytest.mark.rule("X56-006")
def test_the_seat_whose_turn_is_over_does_not_win_either() -> None:
    # Seat 1 cuts the longest road of seat 2, so that seat 0 has it, and with it the points that it needs.
    t = many(
        settlements={0: "-1,3,S"},
        roads={
            0: "-3,2,NE -2,1,SE -2,2,NE -1,1,SE -1,2,NE",
            1: "-1,0,E",
            2: "-2,0,NE -1,-1,SE -1,0,NE 0,-1,SE 0,0,NE 1,-1,SE",
        },
        hands={1: "brick lumber wool grain"},
        goal=3,
    )
    t.check(longest=2)
    t.play("end", "settle 0,-1,S").check(longest=0, points={0: 3}, phase="five_six_building", actors=[1])
    assert resample(t.r, t.game.state, 1, random.Random(1)).cells[0] == t.game.state.cells[0]
    pass_all(t).check(phase="roll", actors=[1])
    for _ in range(5):
        pass_all(t.play("roll", "roll 1 1", "end"))
    t.check(winners=[0])


@pytest.mark.compiled
@pytest.mark.rule("X56-005")
@pytest.mark.parametrize("seed", range(2))
def test_nothing_that_others_see_depends_on_a_hand(seed: int) -> None:
    """With any other hidden cards the same seats are asked in the same order."""
    rng = random.Random(seed)
    looked = 0

    def look(game: Game) -> None:
        nonlocal looked
        module = extension(game)
        if game.over or module.building(game.state) < 0 or rng.random() > 0.05:
            return
        looked += 1
        r = island(game)
        for viewer in (-1, 0, 3):
            other = resample(r, game.state, viewer, rng)
            assert asked_from(r, game.state, module) == asked_from(r, other, module)

    play(Game.new({"seats": 5, "modules": SIX}, seed=seed), random.Random(seed), 500, look)
    assert looked


def asked_from(r: IslandGame, state: State, module: FiveSixRules) -> list[int]:
    """The seats that are asked until the next turn begins, if nobody builds."""
    s = state.copy()
    out: list[int] = []
    while s.cells[s.top()] == module.special_phase:
        out.append(int(s.cells[s.top() + 1]))
        r.apply(s, out[-1], r.no)
    return out


def test_a_small_island_for_six() -> None:
    hexes = [f"{q},{r} hills 5" for q in range(6) for r in range(5)]
    t = many(layout=land(*hexes), settlements={1: "0,0,N"}, hands={1: ROAD}).play("end")
    assert "road" in t.verbs()
