"""The greedy bot with Rivers: bridges that it saves for, what gold is worth early and late."""

from __future__ import annotations

import pytest

from bastide.expansions.island.rivers.bot import AHEAD, COIN, EARNED, LATE, LEAD, MISSING, RiversBot
from bastide.players import make_bot
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.tables import Tables
from bastide.players.greedy.island.weights import POINT
from tests.expansions.island.rivers.kit import BRIDGE, riverside
from tests.kit import Table
from tests.players.blind import Blind
from tests.players.strength import MATCHES, measure
from tests.sizes import sized

NEAR = {0: "0,-2,N -2,0,N 2,-2,N 2,0,N"}
"""Four cities: with Fortune the goal is one point away."""


def looked(t: Table, seat: int = 0) -> tuple[RiversBot, Look]:
    bot = RiversBot(t.r)
    return bot, Look(Tables(t.r, [bot]), t.game.state, seat)


@pytest.mark.parametrize(
    ("gold", "reading", "value"),
    [
        ([3, 1, 0], "poorer", POINT + 2 * AHEAD),
        ([9, 1, 0], "poorer", POINT + LEAD * AHEAD),
        ([2, 2, 0], "poorer", MISSING[1]),
        ([2, 2, 2], "poorer", MISSING[1] - 2 * POINT),
        ([1, 2, 0], "poorer", MISSING[2] - 2 * POINT),
        ([1, 2, 0], "least", MISSING[2]),
        ([0, 2, 0], "least", MISSING[3] - 2 * POINT),
        ([0, 20, 0], "poorer", -2 * POINT),
    ],
)
def test_the_value_of_the_tiles_that_so_much_gold_brings(gold: list[int], reading: str, value: int) -> None:
    bot, look = looked(riverside(gold=gold, misery=reading))
    assert int(bot.tiles(look, gold[0])) == value


def test_gold_counts_for_the_tiles_only_near_the_end() -> None:
    early = riverside(gold=[3, 1, 0], settlements={0: "0,-2,N"})
    bot, look = looked(early)
    hand = look.hand()
    assert bot.in_hand(look, hand, 0) == 0, "the gold that it has"
    hand[bot.m.gold] -= 2
    assert bot.in_hand(look, hand, 0) == 0, "far from the goal"
    bot, look = looked(riverside(gold=[3, 2, 0], cities=NEAR))
    lost = bot.tiles(look, 1) - bot.tiles(look, 3)
    assert LATE[1] == 100
    assert bot.in_hand(look, hand, 0) == lost < -2 * POINT


def test_it_keeps_its_gold_where_the_tiles_decide() -> None:
    # One gold less than two is Misery for it, two points from the goal.
    t = riverside(gold=[3, 2, 2], cities=NEAR, settlements={0: "0,2,S"}, hands={0: "ore*3 grain"}, trade="bank")
    assert not make_bot("greedy", 0).choose(t.game, 0).startswith("bank gold")
    assert Blind(0).choose(t.game, 0).startswith("bank gold*2")


def test_it_saves_for_a_bridge_where_it_has_a_place() -> None:
    t = riverside(settlements={0: "-1,0,N"}, gold=[0, 2])
    bot, look = looked(t)
    earned = 3 * COIN + (bot.tiles(look, 3) - bot.tiles(look, 0)) * EARNED // 100
    assert earned in list(look.plans.gains)
    nowhere = looked(riverside(settlements={0: "0,-2,N"}, gold=[0, 2]))[1]
    assert len(nowhere.plans.gains) == len(looked_blind(t).plans.gains)


def looked_blind(t: Table) -> Look:
    return Look(Tables(t.r, []), t.game.state, 0)


def test_a_settlement_by_a_river_is_worth_its_gold() -> None:
    t = riverside(settlements={0: "0,-2,N"}, gold=[0, 2])
    bot, look = looked(t)
    wet, dry = (t.r.board.corner_index[corner] for corner in ("-1,0,N", "0,-1,N"))
    assert bot.corner_gain(look, wet, 1) == bot.earned(look, 0, 1) > 0
    assert bot.corner_gain(look, dry, 1) == 0


def test_it_builds_a_bridge() -> None:
    t = riverside(settlements={0: "-1,0,N"}, hands={0: BRIDGE}, trade="bank")
    assert make_bot("greedy", 0).choose(t.game, 0) == "bridge -1,-1,SE"


@pytest.mark.slow
@pytest.mark.parametrize(("match", "modules"), [("duel-blind", ("rivers",)), ("two-blind", ("rivers", "two_players"))])
def test_with_the_rooms_part_the_bot_wins_more(match: str, modules: tuple[str, ...]) -> None:
    """The README has the figures of more games."""
    games = sized(12, 400)
    assert measure(MATCHES[match], games, modules=modules).wins() >= sized(4, 221)
