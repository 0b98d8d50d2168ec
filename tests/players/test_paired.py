"""Paired matches: every board from every seat, in common worlds."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import bastide
from bastide.kernel.families import configure
from bastide.players.greedy.island.bot import tables_of
from tests.players.paired import PartBot, Result, board, bot_of, report


def test_equal_bots_win_each_board_once() -> None:
    for seats in (2, 3):
        found, spent = board("quick", "quick", seats, 3)
        assert len(found) == seats
        assert sum(each.won for each in found) == 1
        assert spent > 0


def test_in_carcassonne_equal_bots_score_the_same_from_both_seats() -> None:
    found, _spent = board("quick", "quick", 2, 3, ("river",), "carcassonne")
    assert sum(each.lead for each in found) == 0
    assert sum(each.won for each in found) == 1


def test_a_stronger_bot_wins_more_and_equal_boards_give_equal_games() -> None:
    found = [board("greedy", "random", 2, number)[0] for number in range(2)]
    assert found == [board("greedy", "random", 2, number)[0] for number in range(2)]
    assert all(each.won == 1 and each.lead > 0 for results in found for each in results)


def test_the_interval_is_that_of_boards() -> None:
    won, lost = Result(1, 8), Result(0, -4)
    even = report([[won, lost]] * 10, 2.0)
    assert even.startswith("10/20 = 50.0% [50.0%, 50.0%] by boards, [29.9%, 70.1%] by games; lead +2.0 +- 0.0 points")
    apart = report([[won, won], [lost, lost]] * 5, 2.0)
    assert apart.startswith("10/20 = 50.0% [17.3%, 82.7%] by boards")
    assert "lead +2.0 +- 3.9 points" in apart


def test_levels_are_named() -> None:
    assert bot_of("search:16,4,1,150,quick", 1).__dict__["_given"] == (16, 4, 1, 150, True)
    assert bot_of("tree:16", 1).__dict__["simulations"] == 16
    with pytest.raises(ValueError, match="invalid literal"):
        bot_of("search:many,4,1,150,quick", 1)


def test_the_part_of_a_room_comes_from_its_file() -> None:
    file = Path(bastide.__file__).parent / "expansions/island/fishermen/bot.py"
    bot = bot_of(f"part:{file}", 1)
    assert isinstance(bot, PartBot)
    rules = configure({"game": "island", "seats": 3, "modules": ["fishermen"]}, random.Random(1))
    known = tables_of(rules).modules
    parts = bot.tables(rules, rules.start()).modules
    assert [type(part).__name__ for part in parts] == [type(part).__name__ for part in known]
    assert type(parts[0]) is not type(known[0])
    found, _spent = board(f"part:{file}", "greedy", 4, 3, ("fishermen",), sides=True)
    assert sorted(won for won, _lead in found) == [0, 1]
