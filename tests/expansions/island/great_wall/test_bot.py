"""The greedy bot on the Great Wall: its section, its knights, the pirate; its honesty."""

from __future__ import annotations

from typing import Any

import pytest

from bastide.players import make_bot
from bastide.players.honest import assert_honest
from tests.expansions.island.great_wall.kit import WALL, levels, steppe
from tests.kit import Table
from tests.players.balance import games_of, tables
from tests.players.strength import MATCHES, measure
from tests.sizes import sized


def chosen(t: Table, seat: int = 0) -> str:
    return make_bot("greedy", seat).choose(t.game, seat)


def acted(t: Table) -> list[str]:
    """What the bot of seat 0 does with a knight that it has just played."""
    told = []
    while t.phase in ("great_wall_knight", "rob") and t.actors == [0]:
        told.append(chosen(t))
        t.play(told[-1])
    return told


def test_it_raises_a_section_that_would_fall() -> None:
    t = steppe(levels={1: 1}, fields={1: 1}, gathered="I*2", hands={0: "brick wool"}, trade="bank")
    assert chosen(t) == "wall-section"


def test_it_pays_for_several_levels_in_one_turn() -> None:
    t = steppe(gathered="I*3", hands={0: "brick*2 lumber wool"}, trade="bank")
    while (text := chosen(t)) != "end":
        t.play(text)
    assert levels(t) == [2, 0, 0, 0]


def test_it_keeps_its_cards_where_nobody_can_come() -> None:
    t = steppe(levels={1: 1}, bag={}, hands={0: "brick wool"}, trade="bank")
    assert chosen(t) == "end"


def test_it_exchanges_cards_for_a_level() -> None:
    t = steppe(levels={1: 1}, fields={1: 1}, gathered="I*2", hands={0: "brick lumber*4"}, trade="bank")
    assert chosen(t) == "bank lumber*4 wool"


def test_it_frees_its_hex_before_the_roll() -> None:
    t = steppe(behind="4,2 1,6", cards={0: "knight"}, rolled=False, trade="bank")
    assert chosen(t) == "knight"
    assert "free 4,2" in acted(t.play("knight"))


def test_it_keeps_a_knight_that_has_nothing_to_do() -> None:
    assert chosen(steppe(cards={0: "knight"}, rolled=False, trade="bank")) == "roll"


def test_it_leads_a_rider_away_from_its_section() -> None:
    t = steppe(levels={2: 5, 3: 5, 4: 5}, gathered="I", cards={0: "knight"}, trade="bank").play("knight")
    told = acted(t)
    assert "ride I" in told
    assert {"lead II", "lead III"} & set(told)


def test_it_leads_riders_where_not_all_lose_by_them() -> None:
    """The section of seat 3 would be the fifth to be passed; its own is safe."""
    t = steppe(levels={1: 5, 2: 5, 3: 5}, penalties={3: 4}, gathered="III", cards={0: "knight"}, trade="bank")
    told = acted(t.play("knight"))
    assert "ride III" in told
    assert {"lead I", "lead II"} & set(told)


def test_the_pirate_closes_the_harbour_of_a_rival() -> None:
    t = steppe(settlements={1: "3,2,S"}, rolled=False, trade="bank").play("roll", "roll 3 4")
    assert chosen(t) == "pirate 3,3"
    t = steppe(settlements={0: "3,2,S"}, rolled=False, trade="bank").play("roll", "roll 3 4")
    assert chosen(t) != "pirate 3,3"
    t = steppe(settlements={0: "3,2,S", 1: "2,5,S"}, hands={2: "ore"}, pirate="3,3", rolled=False, trade="bank")
    assert chosen(t.play("roll", "roll 3 4")) != "pirate 3,3"


@pytest.mark.parametrize(("behind", "action"), [("4,2", "buy"), ("", "end")])
def test_it_buys_a_card_where_a_knight_would_free_a_hex(behind: str, action: str) -> None:
    """Otherwise it saves for a city."""
    t = steppe(behind=behind, hands={0: "ore*2 wool grain*2"}, cities={0: "1,5,N"}, trade="bank")
    assert chosen(t) == action


@pytest.mark.parametrize(
    "config", [{"modules": [WALL]}, {"seats": 6, "modules": [WALL, "five_six"]}], ids=("four", "six")
)
def test_it_uses_only_what_its_seat_knows(config: dict[str, Any]) -> None:
    assert_honest(make_bot("greedy", 0), config, decisions=60)


@pytest.mark.slow
def test_with_its_part_a_greedy_seat_defends_itself() -> None:
    """Seats without it raise no wall, and most games are lost; the README has the figures of many games."""
    games = sized(12, 400)
    options = (("trade", "bank"),)
    together = measure(MATCHES["mirror4"], games, modules=(WALL,), options=options)
    alone = measure(("blind",) * 4, games, modules=(WALL,), options=options)
    assert together.told("great_wall_raised") > 2 * alone.told("great_wall_raised")
    assert together.told("great_wall_fallen") < alone.told("great_wall_fallen") / 2


def test_nobody_raises_a_wall_where_that_is_measured() -> None:
    free, forbidden = (games_of("great_wall", number, 1)[0] for number in (0, 2))
    assert tables("great_wall")[2].name == "4 seats, walls not allowed"
    assert free.told["great_wall_raised"] > 0
    assert forbidden.told["great_wall_raised"] == 0
