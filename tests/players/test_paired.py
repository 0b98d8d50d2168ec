"""Paired matches on the island: every board from every seat, in common worlds."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import bastide
from bastide.kernel.families import configure
from bastide.players.greedy.island.bot import tables_of
from tests.players.paired import PartBot, board, bot_of, report


def test_equal_bots_win_each_board_once() -> None:
    for seats in (2, 3):
        won, spent = board("quick", "quick", seats, 3)
        assert len(won) == seats
        assert sum(won) == 1
        assert spent > 0


def test_a_stronger_bot_wins_more_and_equal_boards_give_equal_games() -> None:
    found = [board("greedy", "random", 2, number)[0] for number in range(2)]
    assert found == [board("greedy", "random", 2, number)[0] for number in range(2)]
    assert sum(map(sum, found)) == 4


def test_the_interval_is_that_of_boards() -> None:
    assert report([[True, False]] * 10, 2.0).startswith("10/20 = 50.0% [50.0%, 50.0%] by boards, [29.9%, 70.1%]")
    assert report([[True, True], [False, False]] * 5, 2.0).startswith("10/20 = 50.0% [17.3%, 82.7%] by boards")


def test_levels_are_named() -> None:
    assert bot_of("search:16,4,1,150,quick", 1).__dict__["_given"] == (16, 4, 1, 150, True)
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
    won, _spent = board(f"part:{file}", "greedy", 4, 3, ("fishermen",), "random", True)
    assert sorted(won) == [False, True]
