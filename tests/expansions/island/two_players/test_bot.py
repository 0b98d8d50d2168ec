"""The greedy bot in Catan for Two: where neutral colours build, and what it spends tokens on."""

from __future__ import annotations

import pytest

from bastide.players import make_bot
from bastide.players.honest import assert_honest
from tests.chosen import sampled
from tests.expansions.island.two_players.kit import BLUE, SETTLEMENT, WHITE, two
from tests.expansions.island.two_players.test_building import COAST, COAST_ROAD, example
from tests.kit import Table
from tests.players.strength import MATCHES, measure
from tests.sizes import sized


def chosen(t: Table, seat: int = 0) -> str:
    return make_bot("greedy", seat).choose(t.game, seat)


@pytest.mark.parametrize(
    ("place", "home", "roads"), [("0,2,N", "1,2,N", "1,1,SE 0,2,NE"), ("-1,3,N", "-2,3,N", "-2,3,NE -1,2,SE")]
)
def test_a_neutral_settlement_takes_the_place_of_the_opponent(place: str, home: str, roads: str) -> None:
    # Blue can build at 0,2,N or at -1,3,N, and the road of seat 1 ends at one of them.
    t = two(
        settlements={1: home},
        roads={0: COAST_ROAD, 1: roads, BLUE: "-1,2,NE -1,2,E 0,1,SE"},
        hands={0: SETTLEMENT},
    ).play(f"settle {COAST}")
    assert t.places("neutral-settle") == {"0,2,N", "-1,3,N"}
    assert chosen(t) == f"neutral-settle {place}"


def test_it_blocks_the_opponent_rather_than_itself() -> None:
    t = two(
        settlements={0: "-2,2,N", 1: COAST},
        roads={1: "2,-2,SE 1,-1,E", 0: "-2,2,NE"},
        hands={0: "brick lumber"},
    )
    t.play("road -2,1,SE")
    assert chosen(t) == "neutral 2", "the road of seat 1 comes near White, the own one near Blue"
    t.play("neutral 2")
    assert chosen(t).startswith("neutral-road ")


def test_the_robber_is_sent_away_from_an_own_hex_before_the_rolls() -> None:
    t = two(cities={0: "2,0,N 1,0,S"}, settlements={1: "-2,2,N -1,-1,N"}, robber="1,0", rolled=False)
    assert chosen(t) == "banish 0,0"
    t = two(settlements={0: COAST, 1: "-2,2,N"}, robber="-2,1", rolled=False)
    assert chosen(t) == "roll", "it blocks the opponent"
    t = two(cities={0: "2,0,N 1,0,S"}, robber="1,0", rolled=False, tokens=(1, 5))
    assert chosen(t) == "roll", "two tokens are needed"


def test_cards_that_are_missing_are_taken_by_force() -> None:
    t = two(settlements={0: COAST}, hands={0: "ore*2 brick*3", 1: "grain*4 ore*2"}, trade="bank")
    assert chosen(t) == "forced-trade"
    t.play("forced-trade", "grab grain", "grab grain")
    assert chosen(t) == "discard brick*2"


def test_no_trade_is_forced_for_cards_of_no_use() -> None:
    t = two(settlements={0: COAST}, hands={0: "ore*3 grain", 1: "wool*6"}, trade="bank")
    assert chosen(t) != "forced-trade"


def test_it_does_not_give_up_the_largest_army() -> None:
    t = two(settlements={0: COAST}, played={0: "knight*3", 1: "knight*2"}, robber="0,0", tokens=(2, 2))
    assert chosen(t) == "end"


def test_the_first_colour_and_the_second_are_both_looked_at() -> None:
    t = two(roads={0: COAST_ROAD, WHITE: "0,-1,NE 0,-2,SE", BLUE: "-1,1,E 0,0,SE"}, hands={0: SETTLEMENT}).play(
        f"settle {COAST}"
    )
    assert chosen(t) in ("neutral 2", "neutral 3")
    assert chosen(example().play(f"settle {COAST}")) == "neutral-settle 0,1,N"


@pytest.mark.slow
def test_with_the_rooms_part_the_bot_wins_more() -> None:
    """The README has the figures of more games."""
    games = sized(12, 400)
    assert measure(MATCHES["two-blind"], games, modules=("two_players",)).wins() >= sized(4, 221)


@pytest.mark.slow
def test_it_beats_a_random_seat() -> None:
    games = sized(10, 400)
    assert measure(("greedy", "random"), games, modules=("two_players",)).wins() >= 0.9 * games


@pytest.mark.compiled
@pytest.mark.parametrize("others", sampled([(), ("event_cards",)], count=1))
def test_it_looks_at_no_hidden_card(others: tuple[str, ...]) -> None:
    config = {"game": "island", "seats": 2, "modules": ["two_players", *others]}
    assert assert_honest(make_bot("greedy", 1), config, decisions=120) == 40
