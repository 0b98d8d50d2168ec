"""Catan for Two: the set-up, what the neutral colours build, and what they have."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bastide import Game
from bastide.catan.base.island import ROAD, SETTLEMENT
from bastide.kernel.errors import ConfigError
from bastide.testing.play import play
from tests.expansions.island.two_players.kit import BLUE, ONE, WHITE, built, module, tokens, two
from tests.expansions.island.two_players.kit import ROAD as ROAD_CARDS
from tests.expansions.island.two_players.kit import SETTLEMENT as SETTLEMENT_CARDS
from tests.kit import Table, land

FREE = {"seats": 2, "modules": [ONE], "layout": "beginner", "options": {"first": 0}}
COAST, COAST_ROAD = "2,-1,N", "2,-2,E"
"""A corner on the coast, far from the neutral colours, and a path that leads to it."""


def set_up(t: Table) -> Table:
    """Both players place their pieces."""
    while t.phase == "setup":
        verb = "road" if "road" in t.verbs() else "settle"
        t.play(f"{verb} {min(t.places(verb))}")
    return t


def example(*, blue: str = "-1,1,E 0,0,SE", **more: Any) -> Table:
    """The position of TB-TWO-EX-01: Orange is seat 0 and can build a settlement."""
    roads = {0: COAST_ROAD, WHITE: "0,-1,E", BLUE: blue}
    return two(roads=roads, hands={0: SETTLEMENT_CARDS}, **more)


# -- the set-up


@pytest.mark.rule("TB-TWO-001", "TB-TWO-002")
def test_two_neutral_colours_begin_with_a_settlement_and_no_road() -> None:
    with pytest.raises(ConfigError, match="'two_players' is played with 2 seats, got 3"):
        Game.new({**FREE, "seats": 3})
    t = Table(Game.new(FREE))
    assert t.r.colours == 4
    assert {t.cell(t.r.owner + t.r.board.corner_index[place]) for place in ("1,-2,S", "-1,2,N")} == {3, 4}
    assert [built(t, colour) for colour in range(4)] == [(0, 0), (0, 0), (0, 1), (0, 1)]


@pytest.mark.rule("TB-TWO-003", "TB-TWO-013")
def test_six_settlements_and_four_roads_stand_after_the_set_up() -> None:
    """TB-TWO-EX-02."""
    t = set_up(Table(Game.new(FREE)))
    assert [built(t, colour) for colour in range(4)] == [(2, 2), (2, 2), (0, 1), (0, 1)]
    t.check(phase="roll", actors=[0])
    assert Table(Game.new({"modules": [ONE]})).r.config.options["pieces"] == "free"


@pytest.mark.rule("TB-TWO-003")
def test_the_printed_pieces_may_be_asked_for() -> None:
    t = Table(Game.new({**FREE, "options": {"first": 0, "pieces": "printed"}}))
    assert [built(t, colour) for colour in range(4)] == [(2, 2), (2, 2), (0, 1), (0, 1)]


@pytest.mark.rule("TB-TWO-002")
def test_printed_pieces_and_neutral_settlements_keep_their_distance() -> None:
    starts = [{"seat": 0, "corner": "0,0,N", "edge": "0,0,NE"}]
    with pytest.raises(ConfigError, match=r"'1,-2,S' is too close to '0,0,N'"):
        Game.new({**FREE, "starts": starts})


HEXES = [f"{q},{r} forest 5" for r in range(3) for q in range(4)]


@pytest.mark.rule("TB-TWO-002")
def test_a_board_of_ones_own_names_the_corners_of_the_neutral_colours() -> None:
    with pytest.raises(ConfigError, match=r"'1,-2,S' is no corner of land here"):
        Game.new({**FREE, "layout": land(*HEXES)})
    t = Table(Game.new({**FREE, "layout": land(*HEXES, sites=["neutral 1,1,N", "neutral 2,2,N"])}))
    assert {t.cell(t.r.owner + t.r.board.corner_index[place]) for place in ("1,1,N", "2,2,N")} == {3, 4}


@pytest.mark.rule("TB-TWO-002")
@pytest.mark.parametrize(
    ("sites", "said"),
    [
        (["neutral 1,1,N"], "begin on 2 corners, not on 1"),
        (["neutral 1,1,N", "neutral 1,0,S"], "is too close to"),
        (["neutral 1,1,N", "neutral 5,0,N"], "no corner of land|no corner"),
    ],
)
def test_wrong_corners_are_refused(sites: list[str], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        Game.new({**FREE, "layout": land(*HEXES, "4,0 sea", "5,0 sea", sites=sites)})


@pytest.mark.rule("TB-TWO-004")
def test_each_player_starts_with_five_of_twenty_tokens() -> None:
    assert tokens(Table(Game.new(FREE))) == [5, 5, 10]


@pytest.mark.rule("TB-TWO-024")
@pytest.mark.parametrize(("place", "gained"), [("0,1,N", 2), ("2,-1,N", 1), ("-1,0,N", 0)])
def test_the_first_settlements_bring_tokens_too(place: str, gained: int) -> None:
    t = Table(Game.new(FREE)).play(f"settle {place}")
    assert tokens(t) == [5 + gained, 5, 10 - gained]


# -- what neutral colours build


@pytest.mark.rule("TB-TWO-008")
@pytest.mark.parametrize("colour", [WHITE, BLUE])
def test_a_road_brings_a_road_of_a_neutral_colour(colour: int) -> None:
    t = two(settlements={0: COAST}, hands={0: ROAD_CARDS, 1: ROAD_CARDS}).play(f"road {COAST_ROAD}")
    t.check(phase="two_players_colour", actors=[0], hands={0: ""})
    assert t.legal() == ["neutral 2", "neutral 3"]
    t.refuses("end", "TB-TWO-008")
    t.play(f"neutral {colour}").check(phase="two_players_neutral", actors=[0])
    beside = {WHITE: {"1,-2,SE", "0,-1,E", "0,-1,NE"}, BLUE: {"-1,1,E", "-1,1,SE", "-1,2,NE"}}
    assert t.places("neutral-road") == beside[colour]
    t.refuses("end", "TB-TWO-008")
    t.refuses("neutral-road 0,0,E", "TB-TWO-031")
    t.play(f"neutral-road {min(beside[colour])}").check(phase="main", actors=[0], roads={0: 14, colour: 14})
    assert built(t, colour) == (1, 1)
    assert built(t, 5 - colour) == (0, 1)


@pytest.mark.rule("TB-TWO-009")
def test_a_settlement_is_due_where_one_colour_has_a_place() -> None:
    """TB-TWO-EX-01: White breaks the distance rule, so it is Blue's."""
    t = example().play(f"settle {COAST}")
    t.check(phase="two_players_neutral", actors=[0])
    assert t.legal() == ["neutral-settle 0,1,N"]
    t.refuses("end", "TB-TWO-009")
    t.refuses("neutral-road 0,-1,NE", "TB-TWO-009")
    t.refuses("neutral-settle 0,0,N", "TB-TWO-031")
    t.play("neutral-settle 0,1,N").check(phase="main", settlements={0: 4, BLUE: 3, WHITE: 4})


@pytest.mark.rule("TB-TWO-010")
def test_without_a_place_for_a_settlement_a_road_is_built() -> None:
    """TB-TWO-EX-01, its variant: without Blue's second road."""
    t = example(blue="-1,1,E").play(f"settle {COAST}")
    t.check(phase="two_players_colour", actors=[0])
    t.play("neutral 2")
    assert {text.split()[0] for text in t.legal()} == {"neutral-road"}
    t.refuses("neutral-settle 0,1,N", "TB-TWO-008")
    t.play("neutral-road 0,-1,NE").check(phase="main", settlements={WHITE: 4, BLUE: 4}, roads={WHITE: 13})


@pytest.mark.rule("TB-TWO-009")
def test_of_two_colours_with_a_place_one_is_chosen() -> None:
    t = two(roads={0: COAST_ROAD, WHITE: "0,-1,NE 0,-2,SE", BLUE: "-1,1,E 0,0,SE"}, hands={0: SETTLEMENT_CARDS}).play(
        f"settle {COAST}"
    )
    t.check(phase="two_players_colour")
    t.play("neutral 2")
    assert t.places("neutral-settle") == {"0,-2,S"}


def without(t: Table, item: int) -> Table:
    """The neutral colours have no piece of that kind left."""
    for colour in (WHITE, BLUE):
        t.game.state.cells[t.r.left + colour * 3 + item] = 0
    return t


@pytest.mark.rule("TB-TWO-011")
def test_without_roads_nothing_is_built() -> None:
    t = without(two(settlements={0: COAST}, hands={0: ROAD_CARDS}), int(ROAD)).play(f"road {COAST_ROAD}")
    t.check(phase="main", actors=[0])
    assert [int(event.seat) for event in t.told("two_players_nothing")] == [-1]


@pytest.mark.rule("TB-TWO-011")
def test_a_colour_without_settlements_left_builds_none() -> None:
    t = without(example(), int(SETTLEMENT)).play(f"settle {COAST}")
    t.check(phase="two_players_colour")
    t.play("neutral 3")
    assert {text.split()[0] for text in t.legal()} == {"neutral-road"}


@pytest.mark.rule("TB-TWO-011")
def test_one_colour_with_a_piece_is_not_asked_for() -> None:
    t = two(settlements={0: COAST}, hands={0: ROAD_CARDS})
    t.game.state.cells[t.r.left + WHITE * 3] = 0
    t.play(f"road {COAST_ROAD}").check(phase="two_players_neutral")
    assert t.places("neutral-road") == {"-1,1,E", "-1,1,SE", "-1,2,NE"}


@pytest.mark.rule("TB-TWO-012")
def test_a_city_and_a_card_bring_neutral_colours_nothing() -> None:
    t = two(settlements={0: COAST}, hands={0: "ore*4 grain*3 wool"}).play(f"city {COAST}")
    t.check(phase="main")
    t.play("buy", "draw roads").check(phase="main")


@pytest.mark.rule("TB-TWO-013")
def test_free_roads_bring_a_road_each() -> None:
    t = two(settlements={0: COAST}, cards={0: "roads"}).play("roads", f"road {COAST_ROAD}")
    t.check(phase="two_players_colour")
    t.play("neutral 2", "neutral-road 0,-1,NE").check(phase="roads", actors=[0])
    t.play("road 2,-2,SE", "neutral 3", "neutral-road -1,1,E").check(phase="main", roads={0: 13, 2: 14, 3: 14})


@pytest.mark.rule("TB-TWO-013")
def test_a_neutral_road_may_take_the_last_place_of_a_free_one() -> None:
    # After its first free road seat 0 can go on along one path alone, and White builds there.
    t = two(
        settlements={0: "0,-1,S", 1: "-1,0,S"},
        roads={1: "-1,0,SE -1,0,E -1,-1,E", WHITE: "0,-1,E"},
        cards={0: "roads"},
    )
    t.play("roads", "road -1,0,NE")
    assert t.phase == "two_players_colour"
    t.play("neutral 2", "neutral-road 0,-1,SE").check(phase="roads")
    assert t.places("road") == {"-1,-1,SE"}
    t = two(
        settlements={0: "0,-1,S", 1: "-1,0,S"},
        roads={1: "-1,0,SE -1,0,E -1,-1,E -1,-1,SE", WHITE: "0,-1,E"},
        cards={0: "roads"},
    )
    t.play("roads", "road -1,0,NE", "neutral 2", "neutral-road 0,-1,SE").check(phase="main", roads={0: 14})


@pytest.mark.rule("TB-TWO-014")
def test_neutral_settlements_yield_nothing() -> None:
    # White stands at the four, at the two, and at the six; nobody else does.
    t = two(settlements={0: COAST}, rolled=False)
    bank = t.bank()
    t.play("roll", "roll 2 2", "roll", "roll 1 1").check(phase="main", bank=bank)


FIVE = "2,-2,E 2,-2,SE 1,-1,E 1,-1,SE 0,0,E"
"""Five paths in a row past the corner on the coast."""
ROUTE = "0,-1,NE 0,-2,SE -1,-1,E -1,0,NE -1,0,E"
"""Five paths in a row from the settlement of White; -1,0,SE goes on."""


@pytest.mark.rule("TB-TWO-015")
def test_a_neutral_colour_takes_the_longest_road_and_nobody_has_its_points() -> None:
    t = two(
        settlements={0: COAST, 1: "-2,2,N"},
        roads={0: FIVE, WHITE: ROUTE},
        longest_road=0,
        hands={1: ROAD_CARDS},
        on_turn=1,
    )
    t.check(longest=0, length={0: 5, WHITE: 5}, points={0: 3, 1: 1})
    t.play("road -2,2,NE", "neutral 2", "neutral-road -1,0,SE")
    t.check(longest=WHITE, length={WHITE: 6}, points={0: 1, 1: 1})


@pytest.mark.rule("TB-TWO-031")
def test_neutral_pieces_block_places_and_cut_roads() -> None:
    t = two(settlements={0: "0,-2,S"}, roads={0: "0,-2,SE"}, hands={0: SETTLEMENT_CARDS})
    t.refuses("settle 0,-1,N", "BASE-031")  # one path from White
    t = two(settlements={0: COAST}, roads={0: "0,-1,NE 0,-2,SE"}, hands={0: ROAD_CARDS})
    t.refuses("road 0,-1,E", "BASE-029")  # past White
    t.refuses("road 0,-1,SE", "BASE-029")


@pytest.mark.rule("TB-TWO-031")
def test_a_neutral_settlement_cuts_a_players_road() -> None:
    # Blue builds in the middle of a line of five.
    own = two(
        settlements={1: "-1,0,N"},
        roads={0: COAST_ROAD, 1: "0,0,NE 0,0,E 0,1,NE 1,0,SE 1,1,NE", BLUE: "-1,1,E 0,0,SE"},
        hands={0: SETTLEMENT_CARDS},
    )
    own.check(longest=1, length={1: 5})
    own.play(f"settle {COAST}", "neutral-settle 0,1,N")
    own.check(longest=None, length={1: 3})


@pytest.mark.rule("TB-TWO-015", "TB-TWO-031")
def test_a_neutral_settlement_may_win_the_game_for_its_builder() -> None:
    # Both lines are five long, so nobody holds the card, until Blue cuts that of the opponent.
    t = two(
        settlements={0: "2,-2,S"},
        roads={
            0: "2,-2,NE 2,-2,E 2,-2,SE 1,-1,NE 1,-2,E",
            1: "0,0,NE 0,0,E 0,1,NE 1,0,SE 1,1,NE",
            BLUE: "-1,1,E 0,0,SE",
        },
        hands={0: SETTLEMENT_CARDS},
        goal=4,
    )
    t.check(longest=None, length={0: 5, 1: 5})
    t.play("settle 2,-2,N").check(phase="two_players_neutral", points={0: 2})
    t.play("neutral-settle 0,1,N").check(longest=0, points={0: 4}, phase="over", winners=[0])


@pytest.mark.rule("TB-TWO-031")
def test_neutral_settlements_bring_nobody_tokens() -> None:
    t = example().play(f"settle {COAST}")
    assert tokens(t)[:2] == [6, 5]
    t.play("neutral-settle 0,1,N")  # beside the desert
    assert tokens(t) == [6, 5, 9]
    assert t.told("two_players_tokens") == []


@pytest.mark.rule("TB-TWO-032", "TB-TWO-028")
def test_nothing_is_stolen_from_a_neutral_colour() -> None:
    t = two(settlements={0: COAST, 1: "0,-1,S"}, hands={1: "ore"}, rolled=False)
    t.play("roll", "roll 3 4", "robber 1,-2").check(phase="roll", hands={1: "ore"})


@pytest.mark.rule("TB-TWO-009")
def test_who_has_won_by_a_settlement_builds_no_other() -> None:
    t = example(goal=3, settlements={0: "-2,2,N 0,-2,S"})
    t.play(f"settle {COAST}").check(phase="over", winners=[0])


@pytest.mark.rule("TB-TWO-008")
def test_neutral_verbs_are_refused_at_other_times() -> None:
    t = two(settlements={0: COAST}, hands={0: ROAD_CARDS})
    for line in ("neutral 2", "neutral-road 0,-1,NE", "neutral-settle 0,1,N"):
        t.refuses(line, "TB-TWO-008")


@pytest.mark.parametrize("seed", range(2))
def test_neutral_colours_have_as_many_pieces_as_players(seed: int) -> None:
    game = play(Game.new({**FREE, "layout": "random"}, seed=seed), random.Random(seed), 900)
    t = Table(game)
    assert module(t).corners
    for colour in (WHITE, BLUE):
        roads, settlements = built(t, colour)
        assert roads + t.left(colour)["road"] == 15
        assert settlements + t.left(colour)["settlement"] == 5
