"""The greedy bot with Harbours: what harbour points are worth to it, and where it builds for them."""

from __future__ import annotations

import pytest

from bastide.expansions.island.harbors.bot import AHEAD, CARD, MISSING, HarborsBot
from bastide.players import make_bot
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.tables import Tables
from bastide.players.greedy.island.weights import POINT
from tests.expansions.island.harbors.kit import harbored
from tests.expansions.island.harbors.test_rules import EAST, INLAND, NORTH, SETTLEMENT, SOUTH, WEST
from tests.kit import Table
from tests.players.blind import Blind
from tests.players.strength import MATCHES, measure
from tests.sizes import sized


def looked(t: Table, seat: int = 0) -> tuple[HarborsBot, Look]:
    bot = HarborsBot(t.r)
    return bot, Look(Tables(t.r, [bot]), t.game.state, seat)


def gain(t: Table, place: str, more: int = 1, seat: int = 0) -> int:
    bot, look = looked(t, seat)
    return int(bot.corner_gain(look, t.r.board.corner_index[place], more))


def worth(t: Table, seat: int = 0) -> int:
    bot, look = looked(t, seat)
    return int(bot.worth(look))


def test_each_point_on_the_way_to_the_card_is_worth_more_than_the_one_before() -> None:
    places = (NORTH, SOUTH, WEST)
    gains = [gain(harbored(settlements={0: places[:n]}), EAST) for n in range(3)]
    assert gains == [MISSING[2] - MISSING[3], MISSING[1] - MISSING[2], CARD + 2 * AHEAD - MISSING[1]]
    assert 0 < gains[0] < gains[1] < gains[2]
    assert gain(harbored(settlements={0: places[:2]}), INLAND) == 0
    assert gain(harbored(settlements={0: NORTH}), EAST, 2) == CARD + 2 * AHEAD - MISSING[2], "a starting city"


def test_a_lead_of_more_than_two_brings_nothing() -> None:
    held = harbored(cities={0: f"{EAST} {SOUTH}"}, card=0)
    assert (worth(held), gain(held, NORTH)) == (2 * AHEAD, 0)
    tied = harbored(cities={0: EAST, 1: SOUTH}, settlements={0: NORTH, 1: WEST}, card=0)
    assert (worth(tied), gain(tied, "-1,2,S")) == (0, AHEAD)


def test_to_overtake_the_holder_one_point_more_is_needed() -> None:
    t = harbored(cities={0: EAST, 1: SOUTH}, settlements={0: NORTH, 1: WEST}, card=1)
    assert worth(t) == MISSING[1]
    assert gain(t, "-1,2,S") == CARD + AHEAD - MISSING[1]
    t = harbored(cities={1: f"{SOUTH} {EAST}"}, settlements={1: WEST}, card=1)
    assert (worth(t), gain(t, NORTH)) == (0, 0), "out of reach"


def test_a_building_is_compared_with_what_it_brings_at_the_harbour() -> None:
    t = harbored(settlements={0: f"{NORTH} {SOUTH}"})
    bot, look = looked(t)
    corner = t.r.board.corner_index[EAST]
    bare = Look(Tables(t.r, []), t.game.state, 0)
    assert look.with_corner(corner) - bare.with_corner(corner) == bot.corner_gain(look, corner, 1)
    assert look.base - bare.base == bot.worth(look)


def test_it_settles_at_a_harbour_on_the_way_to_the_card() -> None:
    t = harbored(
        settlements={0: f"{WEST} {INLAND}"},
        roads={0: "1,1,SE -1,0,SE"},
        hands={0: SETTLEMENT},
        goal=20,
        trade="bank",
    )
    assert Blind(0).choose(t.game, 0) == "settle -1,0,S"
    assert make_bot("greedy", 0).choose(t.game, 0) == f"settle {SOUTH}"


def test_the_card_itself_counts_as_points_of_its_holder() -> None:
    t = harbored(cities={0: EAST}, settlements={0: NORTH}, card=0)
    assert looked(t)[1].points == 5
    assert CARD < 2 * POINT, "two points that may be lost again"


@pytest.mark.slow
def test_with_the_rooms_part_the_bot_wins_more() -> None:
    """The README has the figures of more games."""
    games = sized(12, 400)
    assert measure(MATCHES["duel-blind"], games, modules=("harbors",)).wins() >= sized(4, 221)
