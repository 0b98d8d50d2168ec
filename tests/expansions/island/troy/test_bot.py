"""The greedy bot in Troy: what it gives, ships and trade cards, the sea people; its honesty."""

from __future__ import annotations

import pytest

from bastide.players import make_bot
from bastide.players.honest import assert_honest
from tests.expansions.island.troy.balance import ENDS
from tests.expansions.island.troy.kit import FIRST_ROW, NEAR, SHIP, SIX, troy
from tests.kit import Table
from tests.players.strength import MATCHES, measure
from tests.sizes import sized


def chosen(t: Table, seat: int = 0) -> str:
    return make_bot("greedy", seat).choose(t.game, seat)


def test_it_gives_what_supports_its_own_city() -> None:
    cards = {0: "ore*3 lumber*3 wool grain"}
    for sides, own in (("troy mycenae troy mycenae", "ore wool"), ("mycenae troy mycenae troy", "lumber grain")):
        t = troy(sides=sides, settlements={0: NEAR}, hands=cards, trade="bank")
        text = chosen(t)
        verb, *given = text.split()
        assert verb == "donate", text
        assert {good.partition("*")[0] for good in given} <= set(own.split()), text


def test_it_builds_a_flag_ship() -> None:
    t = troy(ships={0: "3,1"}, settlements={0: NEAR}, hands={0: SHIP}, points={0: 2}, trade="bank")
    assert chosen(t).startswith("ship ")


def test_it_uses_its_ships() -> None:
    fleet = "3,1 3,2 2,2 2,3 1,3 1,4"
    t = troy(ships={0: fleet}, row=f"{FIRST_ROW} ore", trade="bank")
    used = []
    while (text := chosen(t) if t.phase != "troy_lift" else "chance: lifted 1") != "end":
        used.append(text.split()[0])
        t.play(text)
    assert {"swap-card", "draw-row", "put-back"} <= set(used)


def test_it_points_at_the_known_card_that_it_needs() -> None:
    """A card that the rival's side needs is taken rather than one of its own side."""
    fleet = "3,1 3,2 2,2 2,3 1,3 1,4"
    for sides, own in (("troy mycenae troy mycenae", "ore wool"), ("mycenae troy mycenae troy", "lumber grain")):
        t = troy(sides=sides, ships={0: fleet}, rest="brick*2", trade="bank", row_cards="pointed").play("draw-row")
        verb, place = chosen(t).split()
        assert verb == "point"
        assert FIRST_ROW.split()[int(place) - 1] not in own.split()


def test_it_trades_what_it_has_most_of() -> None:
    t = troy(
        ships={0: "3,1 3,2 2,2 2,3"},
        settlements={0: f"{NEAR} 0,2,N 1,2,S"},
        hands={0: SHIP},
        points={0: 2},
        trade="bank",
    )
    t.play("ship 1,3")
    assert chosen(t).startswith("charter ")


def test_the_sea_people_go_where_they_stop_a_rival() -> None:
    t = troy(rolled=False, ships={0: "3,1", 1: "5,3"}, hands={1: "ore*3"}, trade="bank").play("roll", "roll 3 4")
    assert chosen(t) == "people 5,3"
    t.play("people 5,3")
    assert chosen(t) == "rob 1"


@pytest.mark.compiled
@pytest.mark.parametrize("config", [{"modules": ["troy"]}, {"seats": 6, "modules": list(SIX)}], ids=("four", "six"))
def test_it_uses_only_what_its_seat_knows(config: dict[str, object]) -> None:
    assert_honest(make_bot("greedy", 0), config, decisions=60)


@pytest.mark.slow
def test_it_is_stronger_with_its_part_than_without() -> None:
    games = sized(24, 400)
    won = measure(MATCHES["one-blind"], games, modules=("troy",), options=(("trade", "bank"),)).wins()
    assert won >= sized(7, 119)


@pytest.mark.parametrize(("steps", "ahead"), [((2, 1), "Troy"), ((0, 3), "Mycenae"), ((1, 1), "")])
def test_the_measurement_tells_whose_marker_is_ahead(steps: tuple[int, int], ahead: str) -> None:
    t = troy(markers=steps)
    assert [name for name, holds in ENDS.items() if holds(t.r, t.game.state)] == ([f"{ahead} ahead"] if ahead else [])
