"""Harbours: what counts, who takes the card, ties, the goal, colours that nobody plays."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest
from mypy_extensions import i64

from bastide import Game
from bastide.catan import family
from bastide.catan.base.building import buildings_changed, lower_city, place_settlement, rates_changed
from bastide.catan.base.config import IslandConfig
from bastide.catan.base.island import Island
from bastide.catan.base.seams import IslandModule
from bastide.kernel.state import State
from bastide.testing.play import play
from tests.expansions.island.harbors.kit import harbor_points, harbored, harbors_of, holder, taken
from tests.kernel.test_turn_seams import House, HouseModule
from tests.kit import Table, table

SETTLEMENT = "brick lumber wool grain"
CITY = "ore*3 grain*2"
NORTH, EAST, SOUTH, WEST = "0,-3,S", "3,-2,S", "1,1,S", "-2,0,S"
"""Corners at four of the nine harbours of the beginners' board."""
INLAND = "0,0,N"


def fall(t: Table, *places: str) -> Table:
    """These cities become settlements at the same time."""
    r, s = t.r, t.game.state
    for place in places:
        corner = r.board.corner_index[place]
        lower_city(r, s, s.cells[r.owner + corner] - 1, corner)
    buildings_changed(r, s)
    return t


@pytest.mark.rule("TB-HARB-001")
def test_a_settlement_at_a_harbour_counts_one_and_a_city_two() -> None:
    t = harbored(settlements={0: f"{NORTH} {INLAND}", 1: "-1,2,S"}, cities={1: f"{EAST} 0,1,S", 2: SOUTH})
    assert harbor_points(t) == [1, 3, 2]


@pytest.mark.rule("TB-HARB-001")
def test_both_corners_of_a_harbour_and_both_kinds_of_harbour_count() -> None:
    board = harbored().r.board
    corners = [board.corner_names[corner] for corner in board.harbors]
    assert len(corners) == 18
    for corner in corners:
        assert harbor_points(harbored(settlements={0: corner})) == [1, 0, 0]
        assert harbor_points(harbored(cities={1: corner})) == [0, 2, 0]
    assert harbor_points(harbored(cities={0: INLAND})) == [0, 0, 0]


@pytest.mark.rule("TB-HARB-002")
def test_the_third_point_by_a_settlement_takes_the_card() -> None:
    t = harbored(settlements={0: f"{EAST} {SOUTH}"}, roads={0: "-1,-2,E"}, hands={0: SETTLEMENT})
    assert holder(t) == -1
    t.check(points={0: 2})
    t.play(f"settle {NORTH}")
    assert taken(t) == [(0, 3, -1)]
    assert holder(t) == 0
    t.check(points={0: 5, 1: 0})
    assert t.r.open_points(t.game.state, 0) == 5


@pytest.mark.rule("TB-HARB-002")
def test_the_third_point_by_a_city_takes_the_card() -> None:
    t = harbored(settlements={0: f"{EAST} {SOUTH}"}, hands={0: CITY}).play(f"city {EAST}")
    assert taken(t) == [(0, 3, -1)]
    t.check(points={0: 5})


@pytest.mark.rule("TB-HARB-002")
def test_nobody_takes_it_with_two_points_or_by_what_stands_inland() -> None:
    t = harbored(settlements={0: f"{EAST} {INLAND}"}, cities={1: SOUTH}, hands={0: f"{CITY} {CITY}"})
    t.play(f"city {EAST}", f"city {INLAND}")
    assert (holder(t), harbor_points(t)) == (-1, [2, 2, 0])
    t.check(points={0: 4, 1: 2})


@pytest.mark.rule("TB-HARB-003")
def test_more_points_than_the_holder_take_the_card_at_once() -> None:
    t = harbored(
        cities={0: SOUTH, 1: EAST},
        settlements={0: NORTH, 1: WEST},
        hands={0: CITY},
        card=1,
    )
    t.check(points={0: 3, 1: 5})
    t.play(f"city {NORTH}")
    assert taken(t) == [(0, 4, 1)]
    t.check(points={0: 6, 1: 3})


@pytest.mark.rule("TB-HARB-003")
@pytest.mark.parametrize("seat", [0, 1])
def test_as_many_points_as_the_holder_leave_the_card(seat: int) -> None:
    t = harbored(
        cities={seat: SOUTH, 1 - seat: EAST},
        settlements={1 - seat: WEST},
        roads={seat: "-1,-2,E"},
        hands={seat: SETTLEMENT},
        card=1 - seat,
        on_turn=seat,
    )
    t.play(f"settle {NORTH}")
    assert (holder(t), harbor_points(t), taken(t)) == (1 - seat, [3, 3, 0], [])
    t.check(points={seat: 3, 1 - seat: 5})


@pytest.mark.rule("TB-HARB-003")
def test_the_holder_who_builds_on_keeps_it_without_a_word() -> None:
    t = harbored(cities={0: SOUTH}, settlements={0: NORTH}, hands={0: CITY}, card=0).play(f"city {NORTH}")
    assert (holder(t), taken(t)) == (0, [])


@pytest.mark.rule("TB-HARB-003", "TB-HARB-005")
@pytest.mark.parametrize(("rival", "points"), [({"settlements": {1: NORTH}}, 11), ({"cities": {1: NORTH}}, 9)])
def test_its_two_points_win(rival: dict[str, dict[int, str]], points: int) -> None:
    cities = {0: f"{SOUTH} {INLAND} 1,0,S", 1: WEST}
    t = harbored(
        cities={**cities, 1: f"{WEST} {rival.get('cities', {}).get(1, '')}"},
        settlements={0: f"{EAST} -1,0,S", **rival.get("settlements", {})},
        hands={0: CITY},
        card=1,
    )
    t.check(points={0: 8})
    t.play(f"city {EAST}").check(points={0: points}, winners=[0] if points == 11 else [])
    assert t.game.over == (points == 11)


@pytest.mark.rule("TB-HARB-004")
def test_starting_pieces_count_and_may_take_the_card() -> None:
    config = {
        "seats": 2,
        "layout": "beginner",
        "modules": ["cities_knights", "harbors"],
        "options": {"pieces": "free", "first": 0},
    }
    t = Table(Game.new(config))
    t.play(f"settle {NORTH}", "road -1,-2,E", f"settle {INLAND}", "road 0,0,NE", "city 0,2,N", "road 0,1,E")
    assert (harbor_points(t), holder(t)) == ([1, 0], -1)
    t.play(f"city {EAST}")
    assert (harbor_points(t), holder(t), taken(t)) == ([3, 0], 0, [(0, 3, -1)])
    t.check(points={0: 5})


@pytest.mark.rule("TB-HARB-004")
def test_two_starting_settlements_count() -> None:
    options = {"pieces": "free", "first": 0}
    t = Table(Game.new({"seats": 2, "layout": "beginner", "modules": ["harbors"], "options": options}))
    t.play(f"settle {NORTH}", "road -1,-2,E", f"settle {WEST}", "road -2,0,SE")
    t.play(f"settle {INLAND}", "road 0,0,NE", f"settle {SOUTH}", "road 1,1,SE")
    assert (harbor_points(t), holder(t)) == ([2, 1], -1)


@pytest.mark.rule("TB-HARB-005")
@pytest.mark.parametrize(
    ("modules", "layout", "goal"),
    [
        ([], "beginner", 11),
        (["friendly_robber"], "beginner", 11),
        (["five_six"], "beginner", 11),
        (["cities_knights"], "beginner", 14),
        (["cities_knights", "five_six"], "beginner", 14),
        (["seafarers"], "new_shores", 15),
        (["seafarers"], "four_islands", 14),
        (["seafarers", "cities_knights"], "new_shores", 17),
        (["seafarers", "friendly_robber"], "new_shores", 15),
    ],
)
def test_the_goal_is_one_higher(modules: list[str], layout: str, goal: int) -> None:
    for names in ([*modules, "harbors"], ["harbors", *modules]):
        config = {"modules": names, "layout": layout, "seats": 5 if "five_six" in modules else 4}
        game = Game.new(config, seed=1)
        assert isinstance(game.rules, Island)
        assert game.rules.goal_points == goal
    game = Game.new({"modules": ["harbors"], "options": {"goal": 10}})
    assert isinstance(game.rules, Island)
    assert game.rules.goal_points == 10, "a goal that is given is the goal"


@pytest.mark.rule("TB-HARB-006")
def test_a_holder_who_loses_points_keeps_the_card_even_with_fewer_than_three() -> None:
    t = harbored(cities={0: EAST}, settlements={0: NORTH, 1: WEST}, card=0)
    fall(t, EAST)
    assert (harbor_points(t), holder(t)) == ([2, 1, 0], 0)
    t.check(points={0: 4})


@pytest.mark.rule("TB-HARB-006")
def test_it_goes_to_another_who_now_has_more() -> None:
    t = harbored(cities={0: EAST, 1: SOUTH}, settlements={0: NORTH, 1: WEST}, card=0)
    fall(t, EAST)
    assert (harbor_points(t), holder(t)) == ([2, 3, 0], 1)
    t.check(points={0: 2, 1: 5})
    # Also with fewer than three points.
    t = harbored(cities={0: EAST, 1: SOUTH}, card=0)
    fall(t, EAST)
    assert (harbor_points(t), holder(t)) == ([1, 2, 0], 1)


@pytest.mark.rule("TB-HARB-006")
@pytest.mark.parametrize("order", [(EAST, SOUTH), (SOUTH, EAST)])
def test_what_falls_at_the_same_time_is_counted_together(order: tuple[str, str]) -> None:
    t = harbored(cities={0: EAST, 1: SOUTH}, settlements={0: NORTH, 1: WEST}, card=0)
    fall(t, *order)
    assert (harbor_points(t), holder(t)) == ([2, 2, 0], 0)


@pytest.mark.rule("TB-HARB-008")
@pytest.mark.parametrize("seed", range(2))
def test_random_games_with_every_variant_and_extension_load(seed: int) -> None:
    for modules in (["harbors", "friendly_robber"], ["seafarers", "harbors"], ["five_six", "harbors"]):
        game = play(Game.new({"modules": modules, "layout": "random"}, seed=seed), random.Random(seed), 300)
        assert Game.load(game.save()).hash() == game.hash()


@pytest.mark.rule("TB-HARB-010")
def test_while_several_are_ahead_the_card_stays_until_one_is_alone() -> None:
    more: dict[str, Any] = {"cities": {0: EAST, 1: SOUTH, 2: WEST}, "settlements": {1: NORTH}}
    t = harbored(**more, roads={1: "-3,3,NE"}, hands={1: SETTLEMENT}, card=0, on_turn=1)
    fall(t, EAST)
    assert (harbor_points(t), holder(t)) == ([1, 3, 2], 1), "one is alone ahead"
    more["settlements"] = {}
    t = harbored(**more, roads={1: "-3,3,NE"}, hands={1: SETTLEMENT}, card=0, on_turn=1)
    fall(t, EAST)
    assert (harbor_points(t), holder(t)) == ([1, 2, 2], 0), "two are"
    t.play("settle -3,3,N")
    assert (harbor_points(t), holder(t), taken(t)) == ([1, 3, 2], 1, [(1, 3, 0)])


@pytest.mark.rule("TB-HARB-010")
def test_a_third_who_catches_up_with_the_holder_does_not_end_the_tie() -> None:
    t = harbored(4, cities={0: EAST, 1: SOUTH, 2: WEST}, roads={3: "-3,3,NE"}, hands={3: SETTLEMENT}, card=0, on_turn=3)
    fall(t, EAST)
    t.play("settle -3,3,N")
    assert (harbor_points(t), holder(t)) == ([1, 2, 2, 1], 0)


class Blockade(House):
    """The harbour at a corner does not serve while the field says so."""

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        self.closed = r.schema.add("closed", [], most=int(r.board.corners))

    def corner_serves(self, s: State, corner: i64) -> bool:
        return s.cells[self.closed] != corner + 1


class Neutrals(House):
    """Two colours that nobody plays."""

    @staticmethod
    def figures(config: IslandConfig) -> None:
        config.colours += 2


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Enter a module as `house`, by its rules."""

    def enter(made: type[House]) -> None:
        monkeypatch.setitem(family.MODULES, "house", partial(HouseModule, made))
        family._configured.cache_clear()

    yield enter
    family._configured.cache_clear()


@pytest.mark.rule("TB-HARB-009")
def test_a_harbour_that_does_not_serve_counts_nothing(house: Any) -> None:
    house(Blockade)
    t = harbored(cities={0: EAST, 1: SOUTH}, settlements={0: NORTH}, card=0, modules=("house",))
    module = t.r.module(Blockade)
    s = t.game.state
    for closed, points, card in ((EAST, [1, 2, 0], 1), (None, [3, 2, 0], 0)):
        s.cells[module.closed] = t.r.board.corner_index[closed] + 1 if closed else 0
        rates_changed(t.r, s, 0)
        buildings_changed(t.r, s)
        assert (harbor_points(t), holder(t)) == (points, card)


@pytest.mark.rule("TB-HARB-011")
def test_colours_that_nobody_plays_earn_nothing(house: Any) -> None:
    house(Neutrals)
    t = harbored(2, cities={0: EAST}, modules=("house",))
    r, s = t.r, t.game.state
    assert (int(r.seats), int(r.colours)) == (2, 4)
    for place in (NORTH, SOUTH, WEST):
        place_settlement(r, s, 2, r.board.corner_index[place])
    assert (harbor_points(t), holder(t)) == ([2, 0], -1)


def test_a_game_without_it_knows_no_card() -> None:
    t = table(cities={0: f"{EAST} {SOUTH}"})
    t.check(points={0: 4})
    assert t.r.modules == []


def test_undo_gives_the_card_back() -> None:
    config = {"seats": 2, "layout": "beginner", "modules": ["cities_knights", "harbors"]}
    game = Game.new({**config, "options": {"pieces": "free", "first": 0}})
    for text in (f"settle {NORTH}", "road -1,-2,E", f"settle {INLAND}", "road 0,0,NE", "city 0,2,N", "road 0,1,E"):
        game.play(text)
    before = game.hash()
    game.play(f"city {EAST}")
    assert harbors_of(game).holder_of(game.state) == 0
    game.undo()
    assert game.hash() == before
    assert harbors_of(game).holder_of(game.state) == -1
