"""Traders & Barbarians with the variants: for two, with events, harbours and the friendly robber."""

from __future__ import annotations

import pytest

from bastide import Game
from bastide.catan.base.island import Island
from bastide.expansions.island.event_cards.rules.state import EventCardsState
from bastide.kernel.errors import ConfigError
from tests.expansions.island.traders_barbarians.kit import (
    FIRST,
    GLASS_DOOR,
    ONE,
    SHUT,
    barbarians,
    gold,
    points_left,
    trade,
    weights,
)
from tests.expansions.island.two_players.kit import BLUE, tokens
from tests.kit import Table
from tests.view.island.seen import seen

TWO = ("two_players",)
EVENTS = ("event_cards",)
HERE, EAST, WEST, NORTH = "0,0,N", "1,-1,S", "0,-1,S", "1,-2,S"
GREEN = BLUE + 1 if BLUE == 2 else 2
"""The two colours that nobody plays."""


def pair(**more: object) -> Table:
    return trade(2, modules=TWO, trade="bank", **more)  # type: ignore[arg-type] # keywords


# -- for two


@pytest.mark.rule("TB-TRAD-040", "TB-TRAD-050")
def test_tolls_of_neutral_roads_go_to_the_bank_and_to_the_opponent() -> None:
    """TB-TRAD-EX-05: of three gold two go to the bank, one to the opponent."""
    roads = {BLUE: "0,0,NE 0,0,E", GREEN: "0,0,SE"}
    t = pair(wagons={0: HERE}, roads=roads, hands={0: "gold*4"}, barbarians="1,0,E 0,2,CN 0,1,E").play("end")
    t.play(f"drive {EAST}")
    assert (gold(t), t.told("traders_barbarians_bank_toll")[0].a) == ([3, 0], BLUE)
    t.play("drive 0,1,N")
    assert gold(t) == [2, 1]
    t.play("drive 0,0,S")
    assert gold(t) == [1, 1]
    assert t.told("traders_barbarians_bank_toll")[0].a == GREEN


@pytest.mark.rule("TB-TRAD-040", "TB-TRAD-047")
def test_neutral_tolls_are_counted_over_both_moves_and_anew_each_turn() -> None:
    t = pair(wagons={0: HERE}, roads={BLUE: "0,0,NE"}, hands={0: "gold*4"}, cards={0: "journey"}).play("end")
    t.play(f"drive {EAST}", "journey", f"drive {HERE}")
    assert gold(t) == [2, 1]
    t.play("rest")
    while t.phase != "main":
        t.play("roll" if t.phase == "roll" else "roll 1 2" if t.can("chance: roll 1 2") else "roll 1 3")
    t.play("end")
    if t.phase == "traders_barbarians_wagon":
        t.play("rest")
    while t.phase != "main":
        t.play("roll" if t.phase == "roll" else "roll 1 2" if t.can("chance: roll 1 2") else "roll 1 3")
    t.play("end", f"drive {EAST}")
    assert gold(t) == [1, 1], "the first of a turn goes to the bank"


@pytest.mark.rule("TB-TRAD-040")
def test_the_first_neutral_toll_of_each_turn_goes_to_the_bank() -> None:
    t = pair(wagons={0: HERE, 1: HERE}, roads={BLUE: "0,0,NE"}, hands={0: "gold*4", 1: "gold*4"}).play("end")
    t.play(f"drive {EAST}", "rest", "roll", "roll 1 2", "roll", "roll 1 3", "end", f"drive {EAST}")
    assert gold(t) == [3, 3]


@pytest.mark.rule("TB-TRAD-016", "TB-TRAD-017", "TB-TRAD-040")
def test_a_neutral_road_costs_gold_like_any_other() -> None:
    t = pair(wagons={0: HERE}, roads={BLUE: "0,0,NE", 1: "0,-1,SE"}, hands={0: "gold"}).play("end", f"drive {WEST}")
    assert gold(t) == [0, 1]
    pair(wagons={0: HERE}, roads={BLUE: "0,0,NE"}).play("end").refuses(f"drive {EAST}", "TB-TRAD-017")


@pytest.mark.rule("TB-TRAD-041", "TB-TWO-019", "TB-TWO-020", "TB-TWO-016")
def test_tokens_move_a_barbarian_to_a_path_without_a_road() -> None:
    t = pair(rolled=False, roads={1: "0,0,NE"}, hands={1: "ore"})
    assert t.places("divert") == FIRST
    t.refuses("divert 0,0,NE", "TB-TRAD-041")
    t.refuses("banish 0,0", "TB-TWO-019")
    t.play("divert 0,1,E").check(phase="traders_barbarians_post")
    assert "0,0,NE" not in t.places("post")
    assert not t.places("post") & SHUT
    t.refuses("post 0,0,NE", "TB-TRAD-041")
    t.play("post 0,0,E").check(phase="roll", actors=[0], hands={1: "ore"})
    assert barbarians(t) == FIRST - {"0,1,E"} | {"0,0,E"}
    assert tokens(t)[0] == 4
    t.refuses("divert 0,0,E", "TB-TWO-016")
    t = pair(settlements={0: HERE}).play("divert 0,1,E", "post 0,0,E")
    assert tokens(t)[0] == 3, "who is ahead pays two"


@pytest.mark.rule("TB-TRAD-041")
def test_where_every_path_has_a_road_no_tokens_move_a_barbarian() -> None:
    t = pair()
    for edge in range(int(t.r.board.overland)):
        t.game.state.cells[t.r.road + edge] = BLUE + 1
    assert t.places("divert") == set()
    t.refuses("divert 0,1,E", "TB-TRAD-041")


@pytest.mark.rule("TB-TRAD-041")
def test_a_button_moves_a_barbarian_or_says_why_not() -> None:
    [button] = [one for one in seen(pair()).actions if one.verb == "divert"]
    assert button.enabled
    assert {one.place for one in seen(pair()).targets if one.verb == "divert"} == FIRST
    t = pair().play("divert 0,1,E", "post 0,0,E")
    [button] = [one for one in seen(t).actions if one.verb == "divert"]
    assert button.reason is not None
    assert button.reason.rule == "TB-TWO-016"
    assert all(one.verb != "divert" for one in seen(trade()).actions)


@pytest.mark.rule("TB-TRAD-042", "TB-TWO-024")
@pytest.mark.parametrize(("corner", "brought"), [(GLASS_DOOR, 1), ("1,1,S", 2), ("-1,0,N", 0), ("1,-3,S", 1)])
def test_a_settlement_at_one_of_the_three_places_brings_a_token(corner: str, brought: int) -> None:
    t = pair()
    edge = next(int(t.r.ways[6 * t.r.board.corner_index[corner] + k]) for k in range(6))
    t = pair(roads={0: t.r.board.edge_names[edge]}, hands={0: "brick lumber wool grain"})
    before = tokens(t)[0]
    t.play(f"settle {corner}")
    assert tokens(t)[0] - before == brought


@pytest.mark.rule("TB-TRAD-051", "TB-TWO-005")
def test_a_two_and_a_twelve_are_rolled_again_in_both_rolls() -> None:
    t = pair(rolled=False).play("roll")
    assert all(2 < sum(map(int, text.split()[1:])) < 12 for text in weights(t))
    t.play("roll 1 2", "roll")
    assert {sum(map(int, text.split()[1:])) for text in weights(t)} == {4, 5, 6, 7, 8, 9, 10, 11}


@pytest.mark.rule("TB-TRAD-033", "TB-TRAD-041")
def test_a_neutral_road_is_not_robbed() -> None:
    t = pair(rolled=False, roads={BLUE: "0,0,NE"}, hands={1: "ore"}).play("roll", "roll 3 4", "rouse 0,1,E")
    t.play("post 0,0,NE")
    t.check(hands={1: "ore"})
    assert t.phase != "steal"


@pytest.mark.rule("TB-GEN-009", "MIX-022", "TB-GEN-012")
@pytest.mark.parametrize("name", ["fishermen", "rivers", "caravans", "barbarian_attack", ONE])
def test_scenarios_are_for_three_or_four_or_for_two_with_the_variant(name: str) -> None:
    for seats in (3, 4):
        Game.new({"seats": seats, "modules": [name], "layout": "random"}, seed=1)
    Game.new({"seats": 2, "modules": [name, "two_players"], "layout": "random"}, seed=1)
    with pytest.raises(ConfigError):
        Game.new({"seats": 2, "modules": [name], "layout": "random"}, seed=1)
    with pytest.raises(ConfigError):
        Game.new({"seats": 3, "modules": [name, "two_players"], "layout": "random"}, seed=1)


@pytest.mark.rule("TB-GEN-004")
@pytest.mark.parametrize(
    "other", ["fishermen", "rivers", "caravans", "barbarian_attack", "seafarers", "cities_knights"]
)
def test_a_scenario_is_not_played_with_another_or_with_a_large_expansion(other: str) -> None:
    with pytest.raises(ConfigError, match="possible in theory"):
        Game.new({"seats": 4, "modules": [ONE, other], "layout": "random"}, seed=1)


@pytest.mark.rule("TB-GEN-005", "TB-TRAD-039", "TB-TRAD-044", "TB-HARB-005", "MIX-023")
@pytest.mark.parametrize(
    ("name", "goal"),
    [("fishermen", 10), ("rivers", 10), ("caravans", 12), ("barbarian_attack", 12), (ONE, 13), ("", 10)],
)
def test_the_points_to_win_and_one_more_with_harbours(name: str, goal: int) -> None:
    modules = [name] if name else []
    for more, points in (([], goal), (["harbors"], goal + 1)):
        game = Game.new({"seats": 3, "modules": [*modules, *more], "layout": "random"}, seed=1)
        assert game.rules.resolved()["options"]["goal"] == points


# -- with events


def event(card: str, **more: object) -> Table:
    t = trade(modules=EVENTS, rolled=False, **more)  # type: ignore[arg-type] # keywords
    return t.play("roll", f"chance: reveal {card}")


@pytest.mark.rule("TB-EVT-040", "TB-TRAD-043")
def test_the_two_and_the_twelve_are_left_out() -> None:
    t = trade(modules=EVENTS, rolled=False).play("roll")
    found = weights(t)
    assert sum(found.values()) == 34
    assert not [text for text in found if text.endswith((" 2", " 12"))]
    cards = t.r.module(EventCardsState)
    assert int(cards.above) == 29
    base = Game.new({"seats": 3, "modules": ["event_cards"], "options": {"first": 0}})
    assert isinstance(base.rules, Island)
    assert int(base.rules.module(EventCardsState).above) == 31, "another game has them all"


@pytest.mark.rule("TB-EVT-040")
def test_new_year_comes_after_twenty_nine_cards() -> None:
    t = trade(modules=EVENTS, rolled=False)
    cards = t.r.module(EventCardsState)
    left = 29
    for kind in range(len(cards.copies)):
        n = min(left, int(cards.copies[kind]))
        t.game.state.cells[cards.seen + kind] = n
        left -= n
    t.game.state.cells[cards.come] = 29
    t.play("roll")
    assert sum(weights(t).values()) == 34, "all are shuffled again"


@pytest.mark.rule("TB-EVT-041")
def test_a_robber_attack_discards_and_moves_a_barbarian() -> None:
    t = event("robber-attack 7", hands={1: "ore*8"}, roads={1: "0,0,NE"})
    t.play("1: discard ore*4").check(phase="traders_barbarians_rouse", actors=[0])
    t.play("rouse 0,1,E", "post 0,0,NE", "steal ore").check(phase="main", hands={0: "ore", 1: "ore*3"})


@pytest.mark.rule("TB-EVT-042", "TB-EVT-018")
def test_nobody_flees() -> None:
    t = event("robber-flees 4")
    assert t.told("event_cards_nobody")
    t.check(phase="main")
    assert barbarians(t) == FIRST


@pytest.mark.rule("TB-EVT-042")
@pytest.mark.parametrize(("owner", "left", "purse"), [(0, 2, 1), (1, 2, 0)])
def test_a_damaged_road_costs_two_points(owner: int, left: int, purse: int) -> None:
    t = trade(modules=EVENTS, wagons={0: HERE}, roads={owner: "0,0,NE"}, hands={0: "gold"})
    cards = t.r.module(EventCardsState)
    cards.damage(t.game.state, t.r.board.edge_index["0,0,NE"], owner)
    t.play("end", f"drive {EAST}")
    assert points_left(t) == left
    assert gold(t)[0] == purse, "the toll is still due"


@pytest.mark.rule("TB-EVT-043")
def test_trade_advantage_has_no_effect() -> None:
    t = event("trade-advantage 5", roads={0: "0,0,NE 0,0,E 0,0,SE 0,1,NE -1,1,E -1,1,NE"}, hands={1: "ore"})
    t.check(phase="main", hands={1: "ore"})
    assert t.told("event_cards_nobody")


@pytest.mark.rule("TB-EVT-053")
def test_tournament_and_conflict_count_knights_played() -> None:
    event("tournament 5", played={1: "knight"}).check(phase="event_cards_boon", actors=[1])
    t = event("conflict 3", played={1: "knight*3", 2: "knight"}, hands={0: "ore"})
    t.play("1: rob 0" if t.phase == "rob" else "steal ore").check(hands={1: "ore"})
    t = event("conflict 3", played={1: "knight", 2: "knight"}, hands={0: "ore"})
    t.check(hands={0: "ore"}, phase="main")


# -- with harbours and the friendly robber


@pytest.mark.rule("TB-ROB-007", "TB-ROB-006")
def test_the_friendly_robber_changes_nothing() -> None:
    t = trade(modules=("friendly_robber",), rolled=False, roads={1: "0,0,NE"}, hands={1: "ore"})
    t.play("roll", "roll 3 4", "rouse 0,1,E", "post 0,0,NE", "steal ore").check(hands={0: "ore"})


@pytest.mark.rule("TB-TRAD-044")
def test_fourteen_points_with_harbours() -> None:
    t = trade(
        modules=("harbors",), delivered={0: "glass " * 6 + "marble " * 6}, levels={0: 4}, hands={0: "lumber*2 wool ore"}
    )
    t.play("upgrade").check(phase="main", points={0: 13})
    assert int(t.r.goal(t.game.state, 0)) == 14
    assert next(one.chapter for one in t.r.modules if one.name == ONE) == 5
