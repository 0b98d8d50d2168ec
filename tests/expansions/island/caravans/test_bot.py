"""The greedy bot in Caravans: what it bids for a wagon, for which path it votes, and where it places wagons."""

from __future__ import annotations

from typing import Any

import pytest

from bastide.catan.family import IslandGame
from bastide.expansions.island.caravans.bot import RIVAL, CaravansBot
from bastide.players import make_bot
from bastide.players.greedy.island.bot import IslandBot
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.weights import POINT
from bastide.players.honest import assert_honest
from tests.expansions.island.caravans.kit import ARROWS, bid
from tests.expansions.island.caravans.test_bidding import bidding
from tests.expansions.island.caravans.test_wagons import ending
from tests.kit import Table
from tests.players.strength import MATCHES, measure
from tests.sizes import sized

A, B, C = ARROWS
BESIDE: dict[str, Any] = {"wagons": A, "settlements": {0: "1,-2,S -2,1,N", 1: "1,0,S 2,-1,N", 2: "-1,2,N 0,2,N"}}
"""A building of seat 0 at the end of the first caravan: a second wagon there brings it a point."""


def chosen(t: Table, seat: int = 0) -> str:
    return make_bot("greedy", seat).choose(t.game, seat)


def test_a_wagon_goes_beside_an_own_building() -> None:
    assert chosen(ending(**BESIDE)) in ("wagon 0,-1,NE", "wagon 1,-2,SE")
    other = ending(wagons=A, settlements={0: "-2,1,N 2,-1,N", 1: "1,-2,S -1,2,N"})
    assert chosen(other) not in ("wagon 0,-1,NE", "wagon 1,-2,SE"), "it would bring seat 1 a point"


def test_a_wagon_doubles_an_own_road() -> None:
    t = ending(roads={0: f"{B} 1,0,SE 1,0,E 1,0,NE"}, settlements={0: "1,1,N", 1: "-1,2,N"})
    assert chosen(t) == f"wagon {B}", "the longest road"


def test_a_point_for_a_rival_counts_in_full_and_one_of_its_own_not() -> None:
    r = (t := ending(wagons=A, settlements={0: "-2,1,N 2,-1,N", 1: "1,-2,S -1,2,N"})).game.rules
    assert isinstance(r, IslandGame)
    look = Look(IslandBot(1).tables(r, t.game.state), t.game.state, 0)
    part = CaravansBot(r)
    given = {edge: part.given(look, r.board.edge_names.index(edge)) for edge in ("0,-1,NE", "1,-2,SE", B)}
    whole = POINT * RIVAL // 100
    assert {edge: more + whole * (more > 0) for edge, more in given.items()} == {
        "0,-1,NE": POINT,
        "1,-2,SE": POINT,
        B: 0,
    }
    own = Look(IslandBot(1).tables(r, t.game.state), t.game.state, 1)
    assert part.given(own, r.board.edge_names.index("0,-1,NE")) == 0


def test_it_votes_for_its_own_best_path() -> None:
    t = bid(bidding(3, hands={0: "wool*2", 1: "wool*2", 2: "wool*2"}, **BESIDE), {0: "wool", 1: "wool"})
    assert chosen(t) in ("vote 0,-1,NE", "vote 1,-2,SE")


def test_cards_are_bid_for_a_point() -> None:
    t = bidding(3, on_turn=1, hands={0: "wool*2", 1: "ore"}, **BESIDE).play("1: pass", "2: pass")
    assert chosen(t) in ("bid wool", "bid grain")
    t = bidding(3, on_turn=1, hands={0: "wool*4", 2: "grain*2"}, **BESIDE).play("1: pass", "2: bid grain*2")
    assert chosen(t) == "bid wool*3", "one more than all others together"
    t = bidding(3, on_turn=1, hands={0: "wool*2", 2: "grain*2"}, **BESIDE).play("1: pass", "2: bid grain*2")
    assert chosen(t) == "pass", "too few"


def test_no_card_is_bid_for_nothing() -> None:
    far = {0: "-2,2,S", 1: "2,0,S", 2: "0,-2,N"}
    t = bidding(3, on_turn=1, hands={0: "wool*3 grain*3"}, settlements=far).play("1: pass", "2: pass")
    assert chosen(t) == "pass"


def test_the_cheaper_card_is_bid() -> None:
    t = bidding(3, on_turn=1, hands={0: "wool*3 grain*2 ore*3"}, **BESIDE).play("1: pass", "2: pass")
    assert chosen(t) == "bid wool", "grain and ore are a city"


@pytest.mark.slow
def test_with_the_rooms_part_the_bot_wins_more() -> None:
    """The README has the figures of more games."""
    games = sized(12, 400)
    assert measure(MATCHES["two-blind"], games, modules=("caravans", "two_players")).wins() >= sized(5, 221)


@pytest.mark.compiled
@pytest.mark.parametrize(("seats", "others"), [(3, ()), (2, ("event_cards", "two_players"))], ids=["three", "two"])
def test_it_looks_at_no_hidden_card(seats: int, others: tuple[str, ...]) -> None:
    config = {"game": "island", "seats": seats, "modules": ["caravans", *others], "layout": "random"}
    assert assert_honest(make_bot("greedy", 1), config, decisions=120) == 40
