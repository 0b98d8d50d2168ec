"""The greedy bot with traders and builders: goods, second turns, the pig."""

from __future__ import annotations

import pytest

from bastide.players import make_bot
from tests.carcassonne.kit import BLUE, RED, Board, board
from tests.players.duels import match
from tests.sizes import sized

CITY3 = "city3@0,-1,180"


def chosen(b: Board) -> str:
    return make_bot("greedy", 0).choose(b.game, b.game.actors[0])


def test_the_builder_joins_a_follower_in_an_open_city() -> None:
    b = board("S", {"0,0 city:N": RED}, 2, ["traders"]).lay(RED, CITY3)
    assert chosen(b) == "builder city:E"


def test_no_builder_where_nothing_is_left_to_lay() -> None:
    b = board("S", {"0,0 city:N": RED}, 2, ["traders"]).stack(city3=1).lay(RED, CITY3)
    assert b.phase != "figure" or not chosen(b).startswith("builder")


def test_a_tile_goes_where_the_builder_brings_another() -> None:
    b = board(f"S {CITY3}", {"0,0 city:N": RED, "0,-1 city:E": (RED, "builder")}, 2, ["traders"]).drawn(RED, "city1")
    assert chosen(b) in ("tile 1,-1,270", "tile -1,-1,90")


def test_a_rivals_city_is_closed_for_goods_that_decide() -> None:
    b = board("S traders.corner_wine@0,-1,180", {"0,0 city:N": BLUE}, 2, ["traders"])
    assert chosen(b.stack(city1=3).drawn(RED, "city1")) == "tile 1,-1,270"


@pytest.mark.slow
def test_it_is_stronger_with_its_sense_for_traders() -> None:
    pairs = sized(4, 100)
    assert match("", ["traders"], range(pairs)).wins >= 1.2 * pairs
