"""A series of games at one table: its plan, its results and standings, and what becomes of them after accidents."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from bastide.server.common.faults import RequestRefused
from bastide.server.common.model import GameResult, Series, SeriesView
from bastide.server.engine.games import Games
from bastide.server.log.draft import Who
from bastide.server.log.series import decided, result_of, standings
from bastide.server.tables.table import Table
from tests.kit import table
from tests.server.tables import Person, hub_in, order, run, seated
from tests.server.test_results import finish

EVENING = Series([{"game": "toy", "goal": 2}, {"game": "toy", "goal": 3}])


async def played(*people: Person) -> None:
    await people[0].do("start")
    await finish(*people)


def series_of(table: Table, seat: int | None = 0) -> SeriesView:
    found = table.view(seat).series
    assert found is not None
    return found


def won(*winners: int, names: tuple[str, ...] = ("Maud", "Odile", "Pia"), points: tuple[int, ...] = (4, 3, 3)) -> Any:
    return GameResult(1, {}, list(names), list(points), list(winners))


@pytest.mark.rule("TB-GEN-002")
def test_players_are_ranked_by_wins_alone_and_equals_share_a_place() -> None:
    ranked = standings([won(1), won(1), won(2, points=(9, 2, 10)), won(2), won(0)])
    assert [(row.name, row.wins, row.points, row.place) for row in ranked] == [
        ("Pia", 2, 22, 1),
        ("Odile", 2, 14, 1),
        ("Maud", 1, 25, 3),
    ]


def test_wins_belong_to_the_player_not_to_the_chair() -> None:
    ranked = standings([won(0), won(0, names=("Luc", "Odile", "Pia")), won(1, names=("Luc", "Maud", "Pia"))])
    assert [(row.name, row.wins, row.place) for row in ranked[:2]] == [("Maud", 2, 1), ("Luc", 1, 2)]


@pytest.mark.parametrize(
    ("results", "games", "wins", "over"),
    [
        ([won(0), won(1)], 3, 2, False),
        ([won(0), won(0)], 3, 2, True),
        ([won(0), won(), won(1)], 3, 2, True),
        ([won(0), won(0)], 3, 0, False),
        ([won(0, 1), won(0, 2)], 5, 2, True),
        ([], 2, 1, False),
    ],
)
def test_a_series_ends_with_its_games_or_with_enough_wins(
    results: list[GameResult], games: int, wins: int, over: bool
) -> None:
    assert decided(results, games, wins) is over


@pytest.mark.rule("TB-GEN-002")
def test_the_points_of_a_game_include_hidden_ones() -> None:
    t = table(
        settlements={0: "0,0,N 1,0,S", 1: "-1,0,N"}, cards={0: "point", 1: "point"}, hands={0: "wool grain ore"}, goal=4
    )
    t.play("buy", "draw point").check(phase="over", winners=[0])
    result = result_of(Games(), t.game, 1, {}, ["Maud", "Odile", "Pia"])
    assert (result.points, result.winners) == ([4, 2, 0], [0])


def test_each_game_is_played_by_its_own_config_and_keeps_its_own_record(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            people = await seated(hub, "Maud", "Odile", series=EVENING)
            table = people[0].table
            assert series_of(table).number == 1
            assert [config["goal"] for config in series_of(table).planned] == [4, 2, 3]
            for number, goal in enumerate((4, 2, 3), 1):
                assert table.state.config == {"seats": 2, "game": "toy", "goal": goal}
                await played(*people)
                shown = series_of(table)
                assert shown.number == number == len(shown.results)
                assert shown.over is (number == 3)
                assert shown.results[-1].points == [goal, goal - 1]
                assert shown.results[-1].config["goal"] == goal
                if number < 3:
                    await people[0].do("rematch")
            assert [(row.name, row.wins, row.points) for row in shown.standings] == [("Maud", 3, 9), ("Odile", 0, 6)]
            records = [await table.record(Who(), number) for number in (1, 2, 3)]
            assert [f'"goal": {goal}' in record for goal, record in zip((4, 2, 3), records, strict=True)] == [True] * 3
            await people[0].do("rematch")
            anew = series_of(table)
            assert (anew.number, anew.results, anew.standings, anew.over) == (1, [], [], False)
            assert table.state.config["goal"] == 4

    run(story())


def test_the_best_of_three_ends_after_two_wins(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            people = await seated(hub, "Maud", "Odile", series=Series([{"game": "toy", "goal": 2}] * 2, wins=2))
            await played(*people)
            assert not series_of(people[0].table).over
            await people[0].do("rematch")
            await played(*people)
            assert series_of(people[0].table).over

    run(story())


def test_an_interrupted_series_goes_on_later(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            people = await seated(hub, "Maud", "Odile", series=EVENING)
            await played(*people)
            await people[0].do("rematch")
            await people[0].do("start")
            await people[0].do("play", "draw")
            before = series_of(people[0].table)
            table = people[0].table.state.id
        async with hub_in(tmp_path) as hub:
            again = await hub.table(table)
            assert series_of(again) == before
            for person in people:
                person.table = again
            await people[0].do("play", "end")
            await finish(*people)
            assert [result.game for result in series_of(again).results] == [1, 2]

    run(story())


def test_games_without_a_plan_are_counted_from_the_second_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            people = await seated(hub, "Maud", "Odile")
            table = people[0].table
            await played(*people)
            assert table.view(0).series is None
            await people[0].do("rematch")
            shown = series_of(table)
            assert (shown.planned, shown.number, shown.over, shown.standings[0].wins) == ([], 2, False, 1)
            await played(*people)
            assert series_of(table).standings[0].wins == 2

    run(story())


def test_viewers_who_may_not_watch_are_not_told_how_the_series_stands(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            for more in ({"spectators": False}, {"password": "quay"}):
                table, _ = await hub.create(order("open", "open", series=EVENING, **more))
                assert table.view(None).series is None
                assert table.view(0).series is not None

    run(story())


@pytest.mark.parametrize(
    ("series", "said"),
    [
        (Series([{"game": "toy", "goal": 3, "seats": 3}]), "Game 2 of the series has seats 3"),
        (Series([{"game": "toy"}, {"game": "toi"}]), "'toi'"),
        (Series([{"game": "toy"}], wins=3), "Nobody can win 3 games in a series of 2"),
    ],
)
def test_a_series_that_cannot_be_played_makes_no_table(tmp_path: Path, series: Series, said: str) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            with pytest.raises(RequestRefused) as caught:
                await hub.create(order("open", "open", series=series))
            assert caught.value.code == "config"
            assert said in str(caught.value)

    run(story())


@pytest.mark.parametrize(
    "given",
    [
        {"games": []},
        {"games": [{}] * 12},
        {"games": [{}], "wins": -1},
        {"games": [{}], "winners": 2},
    ],
)
def test_a_malformed_series_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(given, Series)
