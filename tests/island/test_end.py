"""The end of the game (BASE-039, 045, 046, HOUSE-012, HOUSE-013)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bastide.kernel.errors import ConfigError
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.view import OPEN, SPECTATOR
from bastide.view.island.shown import view
from tests.island.places import INLAND, coast, landing
from tests.kit import Table, table

CITY = "ore*3 grain*2"
SETTLEMENT = "lumber brick wool grain"
PASS = ("roll", "roll 1 1", "end")
EIGHT = f"{landing(20)} {landing(22)} {landing(24)} {landing(26)}"
"""Places for four cities: eight points."""


# -- points


@pytest.mark.rule("BASE-045")
def test_a_settlement_is_worth_one_point_and_a_city_two() -> None:
    t = table(settlements={0: f"{landing(0)} {landing(2)}", 1: landing(8)}, cities={0: landing(4), 2: EIGHT})
    t.check(points={0: 4, 1: 1, 2: 8})


@pytest.mark.rule("BASE-045")
def test_awards_and_point_cards_add_to_them() -> None:
    t = table(
        settlements={0: landing(0)},
        roads={0: coast(0, 5)},
        played={0: "knight*3"},
        cards={0: "point"},
        fresh={0: "point"},
    )
    t.check(points={0: 7})
    assert [(p.source, p.points) for p in view(t.game, 0).seats[0].sources] == [
        ("settlements", 1),
        ("cities", 0),
        ("route", 2),
        ("army", 2),
        ("cards", 2),
    ]


@pytest.mark.rule("BASE-045", "BASE-046")
def test_ten_points_win_at_once() -> None:
    t = table(cities={0: EIGHT}, settlements={0: landing(0)}, hands={0: f"{SETTLEMENT} ore"}, roads={0: coast(2, 3)})
    t.check(points={0: 9}, phase="main")
    t.play(f"settle {landing(2)}").check(points={0: 10}, phase="over", winners=[0], actors=[])
    assert t.legal(0) == t.legal(1) == []
    for line in ("0: end", "1: roll", "0: bank ore*4 wool"):
        t.refuses(line, "BASE-045")
    assert view(t.game, SPECTATOR).result is not None


@pytest.mark.rule("BASE-045")
def test_nine_points_do_not() -> None:
    t = table(cities={0: EIGHT}, hands={0: SETTLEMENT}, roads={0: coast(0, 1)})
    t.play(f"settle {landing(0)}", "end").check(points={0: 9}, phase="roll", actors=[1], winners=[])


@pytest.mark.rule("BASE-046", "BASE-045")
@pytest.mark.parametrize(
    "way",
    ["city", "road", "free road", "knight", "knight before the roll", "point card", "settlement"],
)
def test_every_way_to_the_last_point_ends_the_game(way: str) -> None:
    near: dict[str, Any] = {"settlements": {0: f"{landing(2)} {landing(4)}"}, "goal": 4}
    ways: dict[str, tuple[dict[str, Any], list[str]]] = {
        "city": ({"hands": {0: CITY}, "goal": 3}, [f"city {landing(2)}"]),
        "settlement": ({"hands": {0: SETTLEMENT}, "roads": {0: coast(6, 8)}, "goal": 3}, [f"settle {landing(8)}"]),
        "road": ({"hands": {0: "lumber brick"}, "roads": {0: coast(2, 6)}}, [f"road {coast(6, 7)}"]),
        "free road": (
            {"cards": {0: "roads"}, "roads": {0: coast(2, 6)}, "rolled": False},
            ["roads", f"road {coast(6, 7)}"],
        ),
        "knight": ({"cards": {0: "knight"}, "played": {0: "knight*2"}}, ["knight"]),
        "knight before the roll": (
            {"cards": {0: "knight"}, "played": {0: "knight*2"}, "rolled": False},
            ["knight"],
        ),
        "point card": ({"hands": {0: "wool grain ore"}, "goal": 3}, ["buy", "draw point"]),
    }
    more, moves = ways[way]
    t = table(**{**near, **more})
    for move in moves:
        assert not t.game.over
        t.play(move)
    t.check(winners=[0], phase="over")


# -- hidden points


@pytest.mark.rule("BASE-039")
def test_a_point_card_counts_from_the_moment_it_is_drawn() -> None:
    t = table(cities={0: EIGHT}, settlements={0: landing(0)}, hands={0: "wool*2 grain*2 ore*2"})
    t.play("buy", "draw knight").check(points={0: 9}, winners=[])
    t.play("buy", "draw point").check(points={0: 10}, winners=[0])


@pytest.mark.rule("BASE-039")
def test_point_cards_stay_hidden_until_the_end() -> None:
    t = table(settlements={0: landing(0), 1: landing(2)}, cards={0: "point*2"}, fresh={0: "point"}, goal=5)
    for viewer in (1, 2, SPECTATOR):
        seat = view(t.game, viewer).seats[0]
        assert (seat.points, seat.hidden_points, seat.cards, seat.cards_size) == (1, None, None, 3)
    own = view(t.game, 0).seats[0]
    assert (own.points, own.hidden_points) == (1, 3)
    # At the end the reckoning is open: every player's cards are on the table.
    t = table(settlements={0: f"{landing(0)} {landing(4)}"}, cards={1: "point*2"}, hands={0: CITY}, goal=3)
    t.play(f"city {landing(0)}").check(winners=[0])
    assert [seat.hidden_points for seat in view(t.game, OPEN).seats] == [0, 2, 0]


@pytest.mark.rule("BASE-039")
def test_the_winner_shows_hidden_points() -> None:
    t = table(cities={0: EIGHT}, cards={0: "point"}, hands={0: SETTLEMENT}, roads={0: coast(0, 1)})
    t.play(f"settle {landing(0)}").check(winners=[0], points={0: 10})
    assert [int(event.a) for event in t.told("win")] == [10]


# -- on one's own turn


@pytest.mark.rule("BASE-046")
def test_points_that_come_on_anothers_turn_win_when_ones_own_begins() -> None:
    """Seat 1 cuts the holder's road; the award goes to seat 2, who has eight points: ten, but not on its turn."""
    t = table(
        4,
        roads={0: coast(0, 7), 1: INLAND[3], 2: coast(13, 18)},
        cities={2: EIGHT},
        hands={1: SETTLEMENT},
        on_turn=1,
    )
    t.play(f"settle {landing(3)}").check(longest=2, points={2: 10}, phase="main", actors=[1], winners=[])
    t.play("end").check(phase="over", winners=[2])  # before the roll
    assert [event.kind for event in t.events][-1] == "win"


@pytest.mark.rule("BASE-046")
def test_the_others_still_play_until_then() -> None:
    t = table(
        4,
        roads={0: coast(0, 7), 1: INLAND[3], 3: coast(13, 18)},
        cities={3: EIGHT},
        hands={1: SETTLEMENT},
        on_turn=1,
    )
    t.play(f"settle {landing(3)}", "end").check(points={3: 10}, actors=[2], winners=[])
    t.play(*PASS).check(winners=[3])


@pytest.mark.rule("BASE-046")
def test_points_that_are_lost_again_before_ones_turn_win_nothing() -> None:
    """Seat 3 gets the award on seat 1's turn and loses it on seat 2's."""
    t = table(
        4,
        roads={0: coast(0, 7), 1: INLAND[3], 2: INLAND[15], 3: coast(13, 18)},
        cities={3: EIGHT},
        hands={1: SETTLEMENT, 2: SETTLEMENT},
        on_turn=1,
    )
    t.play(f"settle {landing(3)}", "end").check(points={3: 10}, actors=[2])
    t.play("roll", "roll 1 1", f"settle {landing(15)}", "end").check(
        points={3: 8}, phase="roll", actors=[3], winners=[]
    )


@pytest.mark.rule("BASE-046")
def test_another_player_may_win_first() -> None:
    """Seat 3 waits with ten points for its turn; seat 2's turn comes before, and seat 2 reaches the goal."""
    t = table(
        4,
        roads={0: coast(0, 7), 1: INLAND[3], 3: coast(13, 18)},
        cities={3: EIGHT, 2: f"{landing(9)} {landing(11)} 0,1,N 0,1,S"},
        settlements={2: "-1,0,N"},
        cards={2: "point"},
        hands={1: SETTLEMENT},
        on_turn=1,
    )
    t.play(f"settle {landing(3)}").check(points={3: 10, 2: 10}, winners=[])
    t.play("end").check(winners=[2])


# -- the house


@pytest.mark.rule("HOUSE-012")
@pytest.mark.parametrize("goal", [3, 5, 13])
def test_the_table_may_set_another_goal(goal: int) -> None:
    t = table(
        settlements={0: landing(0)}, cards={0: f"point*{goal - 2}"} if goal < 7 else {}, hands={0: CITY}, goal=goal
    )
    t.play(f"city {landing(0)}").check(winners=[0] if goal < 7 else [])
    assert view(t.game, SPECTATOR).goal == goal


@pytest.mark.rule("HOUSE-012")
def test_the_usual_goal_is_ten() -> None:
    t = table()
    assert view(t.game, 0).goal == 10
    spots = f"{landing(0)} {landing(2)}"
    t = table(cities={0: EIGHT}, settlements={0: spots}, roads={0: coast(3, 4)}, hands={0: SETTLEMENT}, goal=12)
    t.play(f"settle {landing(4)}").check(points={0: 11}, winners=[])


@pytest.mark.rule("HOUSE-012")
@pytest.mark.parametrize("goal", [2, 31, "10", None, True, 9.5])
def test_a_goal_that_makes_no_sense_is_refused(goal: object) -> None:
    with pytest.raises(ConfigError, match=r"options\.goal must be a whole number from 3 to 30, got"):
        Game.new({"game": "island", "seats": 3, "layout": "beginner", "options": {"goal": goal}})


@pytest.mark.rule("HOUSE-013")
def test_at_the_turn_limit_the_game_is_a_draw() -> None:
    config = {"game": "island", "seats": 3, "layout": "beginner", "options": {"first": 0, "turns": 4}}
    t = Table(Game.new(config))
    for _ in range(3):
        t.play(*PASS)
    assert not t.game.over
    t.play("roll", "roll 1 1").check(phase="main", actors=[0])
    t.play("end").check(phase="over", winners=[], actors=[])
    assert [event.kind for event in t.events][-1] == "draw_game"
    seen = view(t.game, 0).result
    assert seen is not None
    assert seen.winners == []


@pytest.mark.rule("HOUSE-013")
def test_a_draw_whatever_the_points() -> None:
    """Even who would win at the start of the turn that the limit no longer allows."""
    t = table(
        roads={0: coast(0, 7), 1: INLAND[3], 2: coast(13, 18)},
        cities={2: EIGHT},
        hands={1: SETTLEMENT},
        on_turn=1,
        turn=9,
        turns=9,
    )
    t.play(f"settle {landing(3)}").check(points={2: 10})
    t.play("end").check(phase="over", winners=[])


@pytest.mark.rule("HOUSE-013")
@pytest.mark.parametrize("seed", range(3))
def test_play_at_random_ends_at_the_limit(seed: int) -> None:
    game = Game.new({"game": "island", "seats": 3, "layout": "spiral", "options": {"turns": 30}}, seed=seed)
    rng = random.Random(seed)
    turns = 0
    while not game.over:
        if game.actors == [CHANCE]:
            game.draw(rng)
        else:
            seat = rng.choice(game.actors)
            text = rng.choice(game.legal(seat))
            turns += text == "end"
            game.play(text, seat)
    assert (turns, game.winners) == (30, [])


@pytest.mark.rule("HOUSE-013")
@pytest.mark.rule("HOUSE-013")
def test_the_turn_after_the_last_one_is_not_counted() -> None:
    game = Game.new({"game": "island", "seats": 3, "layout": "beginner", "options": {"first": 0, "turns": 1}})
    for text in ("roll", "roll 1 1", "end"):
        assert view(game, 0).turn == 1
        game.play(text)
    assert game.over
    assert view(game, 0).turn == 1


@pytest.mark.parametrize("turns", [0, -1, "9", None])
def test_a_limit_that_makes_no_sense_is_refused(turns: object) -> None:
    with pytest.raises(ConfigError, match=r"options\.turns"):
        Game.new({"game": "island", "seats": 3, "layout": "beginner", "options": {"turns": turns}})
