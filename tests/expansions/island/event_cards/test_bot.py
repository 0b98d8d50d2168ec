"""The greedy bot with Event Cards: what it repairs, gives, takes and lets be damaged."""

from __future__ import annotations

from typing import Any

import pytest

from bastide.players import make_bot
from tests.expansions.island.event_cards.kit import cards, reveal
from tests.kit import Table, land
from tests.players.strength import measure
from tests.sizes import sized


def chosen(t: Table, seat: int = 0) -> str:
    return make_bot("greedy", seat).choose(t.game, seat)


def test_it_repairs_what_it_can() -> None:
    t = cards(settlements={0: "0,0,N"}, damaged={0: "0,0,NE 0,0,E"}, hands={0: "brick lumber"}, rolled=True)
    assert chosen(t).startswith("mend")


def test_free_roads_repair_first() -> None:
    t = cards(settlements={0: "0,0,N"}, damaged={0: "0,0,NE"}, cards={0: "roads"}, rolled=True)
    assert chosen(t.play("roads")) == "mend 0,0,NE"


def test_the_road_between_buildings_is_damaged_rather_than_that_to_a_site() -> None:
    roads = {0: "0,0,NE 0,0,E 0,0,SE"}
    t = reveal(cards(settlements={0: "0,0,N"}, roads=roads, hands={0: "brick lumber wool grain"}), "earthquake 6")
    site = chosen(t)
    u = reveal(cards(settlements={0: "0,0,N"}, roads=roads, hands={0: "brick lumber wool grain"}), "earthquake 6")
    u.play(site)
    assert any(text.startswith("settle") for text in [*u.legal(0)]) or site == "damage 0,0,NE"


def test_it_gives_what_it_needs_least() -> None:
    t = reveal(cards(settlements={0: "0,0,N"}, hands={0: "ore*3 grain*2 wool", 1: "ore"}), "good-neighbours 6")
    assert chosen(t) == "present wool"


def test_it_helps_the_weakest_of_its_rivals() -> None:
    more: dict[str, Any] = {
        "settlements": {0: "0,0,N 0,2,S", 1: "-1,-1,N"},
        "cities": {0: "2,0,N"},
        "hands": {0: "ore*2"},
    }
    t = reveal(cards(robber="0,0", **more), "neighbours-help 10")
    assert chosen(t) == "help 2"


def test_it_takes_what_it_lacks() -> None:
    t = reveal(cards(settlements={0: "0,0,N"}, hands={0: "ore*3 grain"}, robber="2,-2"), "plentiful-year 2")
    assert chosen(t) == "take grain"


def test_it_takes_a_card_where_it_may() -> None:
    roads = {0: "0,0,NE 0,0,E 0,0,SE -1,1,NE -1,0,E"}
    t = reveal(cards(settlements={0: "0,0,N"}, roads=roads, hands={1: "ore"}, robber="2,-2"), "trade-advantage 5")
    assert chosen(t) == "rob 1"


def test_the_robber_flees_to_the_desert_of_others() -> None:
    layout = land("0,0 desert", "2,0 forest 8", "4,0 desert", "1,0 fields 4", "3,0 hills 3")
    t = reveal(cards(2, layout=layout, settlements={0: "0,0,N"}, robber="2,0"), "robber-flees 4")
    assert chosen(t) in ("flee 0,0", "flee 4,0")


@pytest.mark.slow
@pytest.mark.parametrize("rivals", [1, 3])
def test_it_beats_random_seats(rivals: int) -> None:
    games = sized(10, 400)
    assert measure(("greedy", *["random"] * rivals), games, modules=("event_cards",)).wins() >= 0.9 * games
