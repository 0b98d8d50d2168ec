"""Plans: what they hold, how wrong ones are refused, and that a game depends on the plan and its number alone."""

from __future__ import annotations

from itertools import permutations

import pytest

from bastide.arena.games import play
from bastide.arena.plan import Plan, Sequential, read, seatings
from bastide.kernel.errors import ConfigError
from bastide.kernel.game import Game

DUEL = """
seed = 3
blocks = 2
[[config]]
name = "duel"
seats = 2
layout = "random"
options = { trade = "bank", goal = 4 }
[[entrant]]
name = "greedy"
[[entrant]]
name = "dice"
bot = "random"
"""


def test_a_plan_is_read_with_its_defaults() -> None:
    plan = read(DUEL + '[test]\nentrants = ["dice", "greedy"]\nelo = [-10, 30.5]\nevery = 20')
    assert [(entrant.name, entrant.bot) for entrant in plan.entrants] == [("greedy", "greedy"), ("dice", "random")]
    assert (plan.schedule, plan.games, plan.limits["seconds"]) == ("round-robin", 4, 10)
    assert plan.test == Sequential((1, 0), (-10, 30.5), 0.05, 0.05, 20)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("seed = 3", "seed = -1", "seed must be a number from 0 to 4.61169e+18, got -1"),
        ("blocks = 2", "blocks = 0.5", "blocks must be a number from 1 to 1e+06, got 0.5"),
        ("blocks = 2", "", "blocks must be a number from 1 to 1e+06, got None"),
        ("blocks = 2", "blocks = 2\ngames = 5", "the plan: 'games' is unknown; there are seed, schedule, blocks"),
        (
            "blocks = 2",
            'blocks = 2\nschedule = "cup"',
            "schedule must be one of round-robin, gauntlet, ladder, league, got 'cup'",
        ),
        ("blocks = 2", 'blocks = 2\nrecords = "all"', "records must be true or false, got 'all'"),
        (
            "blocks = 2",
            "blocks = 2\nlimits = { seconds = 0 }",
            "limits.seconds must be a number from 0.1 to 3600, got 0",
        ),
        ("seats = 2", "seats = 9", "seats"),
        ('"dice"', '"greedy"', "entrant: two have the name 'greedy'"),
        ('"dice"', '""', "entrant[1]: a name is a text of 1 to 60 characters, got ''"),
        ('name = "dice"\nbot', "bots", "entrant[1]: 'bots' is unknown; there are name, bot"),
        ("[[config]]", "[config]", "the plan needs 1 or more tables [[config]]"),
        ("seed = 3", "seed = 3 3", "the plan is not valid TOML"),
    ],
)
def test_a_wrong_plan_is_refused_with_what_is_wrong(old: str, new: str, said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read(DUEL.replace(old, new))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("test", "said"),
    [
        ('entrants = ["greedy", "other"]', "test.entrants must be two of greedy, dice, got ['greedy', 'other']"),
        ("elo = [20, 0]", "test.elo: the second number must be the larger, got [20, 0]"),
        ("elo = 5", "test.elo must be two numbers, such as [0, 20], got 5"),
        ("alpha = 0.9", "test.alpha must be a number from 0.0001 to 0.4, got 0.9"),
        ("every = 1", "test.every must be a number from 10 to 1e+06, got 1"),
    ],
)
def test_a_wrong_test_is_refused(test: str, said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read(f"{DUEL}[test]\n{test}")
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("schedule", "said"), [("gauntlet", "one must be greedy"), ("ladder", "they must be neighbours")]
)
def test_a_test_needs_entrants_that_meet(schedule: str, said: str) -> None:
    third = '[[entrant]]\nname = "third"\n[test]\nentrants = ["{}", "third"]\n'
    text = DUEL.replace("blocks = 2", f'blocks = 2\nschedule = "{schedule}"')
    meets, does_not = ("greedy", "dice") if schedule == "gauntlet" else ("dice", "greedy")
    assert read(text + third.format(meets)).test is not None
    with pytest.raises(ConfigError, match=f"do not meet; .*{said}"):
        read(text + third.format(does_not))


def test_a_league_needs_an_entrant_for_each_seat() -> None:
    league = DUEL.replace("blocks = 2", 'blocks = 2\nschedule = "league"').replace("seats = 2", "seats = 3")
    with pytest.raises(ConfigError, match="a league needs at least as many entrants as seats, 3"):
        read(league)


def test_each_entrant_has_each_seat_equally_often() -> None:
    assert sorted(seatings("round-robin", 3, 2)) == [*permutations(range(3), 2)]
    assert seatings("gauntlet", 3, 2) == [(0, 1), (1, 0), (0, 2), (2, 0)]
    assert seatings("ladder", 3, 2) == [(0, 1), (1, 0), (1, 2), (2, 1)]
    alone = seatings("round-robin", 2, 3)
    assert sorted(alone) == [(0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 0, 1), (1, 1, 0)]
    league = seatings("league", 4, 3)
    assert len(league) == 12
    for seat in range(3):
        assert sorted(table[seat] for table in league) == sorted([*range(4)] * 3)


def test_all_games_of_a_block_have_one_board_and_one_stream_of_chance() -> None:
    plan = read(DUEL)
    games = [play(plan, number, [-1, 0, -1]) for number in range(plan.games)]
    assert [game.block for game in games] == [0, 0, 1, 1]
    assert games[0].board == games[1].board != games[2].board == games[3].board
    assert [game.seating for game in games[:2]] == [("greedy", "dice"), ("dice", "greedy")]
    assert [plan.stream(number, "chance").random() for number in (0, 1)] == [plan.stream(1, "chance").random()] * 2
    assert plan.stream(0, "chance").random() != plan.stream(2, "chance").random()


def test_a_game_depends_on_the_plan_and_its_number_alone() -> None:
    plan = read(DUEL)
    kept = Plan(plan.seed, plan.schedule, plan.blocks, plan.configs, plan.entrants, records=True)
    later, first = play(plan, 3, [-1, 0, -1]), play(kept, 3, [-1, 0, -1])
    assert later.hash == first.hash
    game = Game.load(first.text)
    assert (game.hash(), game.version, tuple(game.winners)) == (first.hash, first.decisions, first.winners)
    assert list(game.names) == ["dice 0", "greedy 1"]


def test_another_name_of_a_level_is_an_entrant_of_that_level() -> None:
    plan = read(DUEL.replace('name = "greedy"', 'name = "steady"'))
    assert [(entrant.name, entrant.bot) for entrant in plan.entrants] == [("steady", "greedy"), ("dice", "random")]
