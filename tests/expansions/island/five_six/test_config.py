"""Five and six players: with how many it is played, and what a game with it consists of."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from bastide import Game
from bastide.catan.board.grid import SIDES, neighbour
from bastide.kernel.errors import ConfigError
from bastide.testing.play import island
from bastide.view.words import Words
from tests.expansions.island.five_six.kit import KNIGHTS, SIX, many
from tests.kit import land

LETTERED = "2 5 4 6 3 9 8 11 11 10 6 3 8 4 8 10 11 12 10 5 4 9 5 9 12 3 2 6"
"""The numbers of the tokens A to Zc."""


def layout(name: str, seed: int = 0, **options: Any) -> Any:
    return island(Game.new({"seats": 6, "modules": SIX, "layout": name, "options": options}, seed=seed)).config.layout


@pytest.mark.rule("MIX-022")
@pytest.mark.parametrize("seats", [5, 6])
def test_it_is_played_by_five_or_six(seats: int) -> None:
    assert Game.new({"seats": seats, "modules": SIX}).rules.seats == seats


@pytest.mark.rule("MIX-022")
@pytest.mark.parametrize(
    ("config", "en", "fr"),
    [
        (
            {"seats": 3, "modules": SIX},
            "'five_six' is played with 5 or 6 seats, got 3",
            "'five_six' se joue avec 5 ou 6 places, et non 3",
        ),
        (
            {"seats": 6},
            "6 seats need the module 'five_six'; without it there are 2, 3, 4",
            "pour 6 places, il faut le module 'five_six'\u202f; sans lui, il y en a 2, 3, 4",
        ),
        (
            {"seats": 5, "modules": ["cities_knights"]},
            "5 seats need the module 'five_six'; without it there are 2, 3, 4",
            "pour 5 places, il faut le module 'five_six'\u202f; sans lui, il y en a 2, 3, 4",
        ),
    ],
)
def test_other_numbers_of_seats_are_refused_in_both_languages(config: dict[str, Any], en: str, fr: str) -> None:
    with pytest.raises(ConfigError) as caught:
        Game.new(config)
    error = caught.value
    assert error.rule == "MIX-022"
    assert Words("en").gettext(error.text, **error.values) == en
    assert Words("fr").gettext(error.text, **error.values) == fr


@pytest.mark.rule("MIX-022")
@pytest.mark.parametrize("seats", [1, 7, "six", True, 4.0])
def test_what_is_no_number_of_seats_at_all(seats: object) -> None:
    with pytest.raises(ConfigError, match=r"^seats must be one of 2, 3, 4, got|is played with"):
        Game.new({"seats": seats})


def test_a_config_without_seats_takes_the_number_nearest_to_the_usual_one() -> None:
    assert Game.new({"modules": SIX}).rules.seats == 5
    assert Game.new({}).rules.seats == 4


@pytest.mark.rule("X56-001", "X56-009")
def test_the_printed_island() -> None:
    laid = layout("beginner")
    assert [sum(h.r == r for h in laid.hexes) for r in range(-3, 4)] == [3, 4, 5, 6, 5, 4, 3]
    assert Counter(h.terrain for h in laid.hexes) == {
        "forest": 6,
        "pasture": 6,
        "fields": 6,
        "hills": 5,
        "mountains": 5,
        "desert": 2,
    }
    assert sorted(h.number for h in laid.hexes if h.number) == sorted(map(int, LETTERED.split()))
    assert not laid.starts
    at = {(h.q, h.r): h for h in laid.hexes}
    assert (at[0, -3].terrain, at[0, -3].number) == ("forest", 4)
    assert (at[-1, 3].terrain, at[-1, 3].number) == ("forest", 10)
    assert [(h.q, h.r) for h in laid.hexes if h.terrain == "desert"] == [(-2, -1), (0, 1)]


@pytest.mark.rule("X56-003")
@pytest.mark.parametrize("name", ["beginner", "spiral", "random"])
def test_eleven_harbours_on_coasts_of_their_own(name: str) -> None:
    laid = layout(name)
    kinds = Counter(h.good for h in laid.harbors)
    assert kinds == {"": 5, "wool": 2, "lumber": 1, "brick": 1, "grain": 1, "ore": 1}
    spots = {(h.q, h.r) for h in laid.hexes}
    assert all((h.q, h.r) in spots and neighbour((h.q, h.r), h.side) not in spots for h in laid.harbors)
    board = Game.new({"seats": 6, "modules": SIX, "layout": name}, seed=0).rules
    assert len(board.board.harbors) == 22  # type: ignore[attr-defined]  # rules of the island


@pytest.mark.rule("X56-003")
def test_harbours_may_be_shuffled() -> None:
    shuffled = {tuple(h.good for h in layout("beginner", seed, harbors="shuffled").harbors) for seed in range(5)}
    assert len(shuffled) > 1
    assert all(sorted(kinds) == sorted(h.good for h in layout("beginner").harbors) for kinds in shuffled)


@pytest.mark.rule("X56-001", "X56-002")
@pytest.mark.parametrize("seed", range(8))
def test_the_spiral_has_the_letters_in_order(seed: int) -> None:
    laid = layout("spiral", seed, spiral_from="0,-3")
    at = {(h.q, h.r): h.number for h in laid.hexes}
    # Counter-clockwise along the coast from the hex at the upper left, then inward: the first ring by hand.
    coast = [(0, -3), (-1, -2), (-2, -1), (-3, 0), (-3, 1), (-3, 2), (-3, 3), (-2, 3), (-1, 3)]
    coast += [(0, 2), (1, 1), (2, 0), (2, -1), (2, -2), (2, -3), (1, -3)]
    inner = [(0, -2), (-1, -1), (-2, 0), (-2, 1), (-2, 2), (-1, 2), (0, 1), (1, 0), (1, -1), (1, -2)]
    core = [(0, -1), (-1, 0), (-1, 1), (0, 0)]
    numbers = [at[spot] for spot in [*coast, *inner, *core] if at[spot]]
    assert numbers == list(map(int, LETTERED.split()))
    assert sum(h.terrain == "desert" for h in laid.hexes) == 2


@pytest.mark.rule("X56-002")
@pytest.mark.parametrize("seed", range(8))
def test_random_tokens_keep_six_and_eight_apart(seed: int) -> None:
    laid = layout("random", seed)
    at = {(h.q, h.r): h.number for h in laid.hexes}
    assert sorted(n for n in at.values() if n) == sorted(map(int, LETTERED.split()))
    red = [spot for spot, n in at.items() if n in (6, 8)]
    assert not any(neighbour(spot, side) in red for spot in red for side in SIDES)


@pytest.mark.rule("X56-004")
@pytest.mark.parametrize("seats", [5, 6])
def test_the_bank_and_the_deck(seats: int) -> None:
    r = many(seats).r
    assert list(r.stock) == [24] * 5
    assert list(r.deck_stock) == [20, 3, 3, 3, 5]
    assert sum(r.deck_stock) == 34


@pytest.mark.rule("X56-010")
def test_the_robber_starts_in_the_first_desert() -> None:
    many().check(robber="-2,-1")
    for seed in range(5):
        game = Game.new({"seats": 6, "modules": SIX, "layout": "random"}, seed=seed)
        r = island(game)
        deserts = [h for h in range(r.board.hexes) if r.board.terrain[h] == "desert"]
        assert int(game.state.cells[r.robber]) == deserts[0]


@pytest.mark.rule("X56-011")
@pytest.mark.parametrize("modules", [KNIGHTS, KNIGHTS[::-1]])
@pytest.mark.parametrize("name", ["beginner", "random"])
def test_with_cities_and_knights(modules: list[str], name: str) -> None:
    game = Game.new({"seats": 6, "modules": modules, "layout": name}, seed=1)
    r = island(game)
    assert list(r.stock) == [24] * 5 + [18] * 3
    assert not any(r.deck_stock)
    assert r.board.hexes == 30
    assert r.goal_points == 13


def test_a_board_of_its_own_may_be_given() -> None:
    rng = random.Random(1)
    hexes = [f"{q},{r} {rng.choice(['forest', 'hills', 'fields'])} 5" for q in range(6) for r in range(6)]
    game = Game.new({"seats": 6, "modules": SIX, "layout": land(*hexes)})
    assert game.rules.resolved()["layout"]["hexes"][0]["terrain"]


@pytest.mark.parametrize("mode", ["building", "paired"])
def test_its_records_replay(mode: str) -> None:
    from bastide.testing.play import play

    game = play(
        Game.new({"seats": 5, "modules": SIX, "options": {"between_turns": mode}}, seed=3), random.Random(3), 400
    )
    assert Game.load(game.save()).hash() == game.hash()
