"""The measurement of boards: its figures, and what the rooms have measured."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from bastide.catan.family import IslandGame
from bastide.kernel.rooms import rooms as all_rooms
from tests.players.balance import Measured, games_of, main, rooms, share, tables, told
from tests.players.strength import Played, play

DRAWN = Played(-1, False, -1, -1, 40, 300, 0, 0, 0, 0.0, 0.0, 0)


def won(order: int, turns: int = 60, **counted: int) -> Played:
    """A game that somebody won at this place of the turn order."""
    return replace(DRAWN, winner=0, won=True, seat=2, order=order, turns=turns, told=Counter(counted))


def test_places_are_counted_of_the_games_that_somebody_wins() -> None:
    table = Measured("3 seats", 3, ("a",), ends={"ahead": lambda rules, state: True})
    games = [won(0, ahead=1), won(0), won(2, 70, ahead=1), won(1, 62), DRAWN]
    assert told(table, games) == (
        "4 of 5 games won; "
        f"by place {share(2, 4)}, {share(1, 4)}, {share(1, 4)} %; "
        f"nobody wins {share(1, 5)} %; ahead {share(2, 5)} %; 60 turns"
    )
    assert told(replace(table, won=False, ends={}), games) == f"4 of 5 games won; nobody wins {share(1, 5)} %; 60 turns"


def test_a_share_has_the_interval_of_wilson() -> None:
    assert share(152, 400) == "38.0 (33.4 - 42.8)"
    assert share(0, 0) == "0.0 (0.0 - 100.0)"


def test_ends_are_asked_of_the_last_position() -> None:
    ends = {"over": IslandGame.is_over, "not over": lambda rules, state: not rules.is_over(state)}
    over = play(("random", "random", "random"), 1, ends=ends)
    assert (over.told["over"], over.told["not over"]) == (1, 0)


@pytest.mark.slow
def test_games_are_played_until_so_many_are_won() -> None:
    """In another process, like each measurement; the same games each time."""
    room = rooms()[0]
    games = games_of(room, 0, 2)
    assert sum(game.seat >= 0 for game in games) == 2
    assert [game.turns for game in games] == [game.turns for game in games_of(room, 0, 2, 2)]


@pytest.mark.parametrize("room", rooms())
def test_a_room_has_tables_of_its_own_measured(room: str) -> None:
    assert tables(room)
    for table in tables(room):
        assert room in table.modules
        assert set(table.modules) <= set(all_rooms("island"))
    assert len({table.name for table in tables(room)}) == len(tables(room))


def test_a_room_without_boards_to_measure_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["island"])
    assert "invalid choice: 'island'" in capsys.readouterr().err
