"""Results of games: stored with the game's last entry, once, and rebuilt from the log if missing."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import delete, select

from bastide.server.storage.schema import result
from bastide.server.storage.store import StoreError
from bastide.server.tables.hub import Hub
from tests.server.tables import Person, hub_in, playing, run


async def rows(hub: Hub) -> list[dict[str, Any]]:
    found = await hub.shared.store.rows(select(result).order_by(result.c.game, result.c.seat))
    return [dict(row._mapping) for row in found]


async def finish(*people: Person) -> None:
    """Everybody draws until somebody has enough; the first is always one card ahead."""
    state = people[0].table.state
    while people[0].table.state.stage == "playing":
        match = people[0].table.state.match
        assert match is not None
        on_turn = people[match.game.actors[0]]
        await on_turn.do("play", "draw")
        if people[0].table.state.stage == "playing":
            await on_turn.do("play", "end")
    assert state is not people[0].table.state


def test_a_result_is_kept_for_every_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            people = await playing(hub, "Maud", "Odile", "Pia")
            await people[0].do("play", "draw")
            assert await rows(hub) == [], "nothing before the end"
            await people[0].do("play", "end")
            await finish(*people)
            found = await rows(hub)
            shown = [(row["name"], row["points"], row["place"], row["won"], row["generation"]) for row in found]
            assert shown == [("Maud", 4, 1, True, 1), ("Odile", 3, 2, False, 1), ("Pia", 3, 2, False, 1)]
            assert {(row["game"], row["family"], row["seats"], row["kind"]) for row in found} == {
                (1, "island", 3, "person")
            }
            assert {row["ended"] for row in found} == {people[0].table.state.at}
            await people[0].do("rematch")
            await people[0].do("start")
            await finish(*people)
            assert [row["game"] for row in await rows(hub)] == [1, 1, 1, 2, 2, 2]

    run(story())


def test_hidden_points_count_in_the_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            people = await playing(hub, "Maud", "Odile", "Pia")
            engine = hub.shared.engine
            real = engine.view

            def with_hidden(game: Any, viewer: int) -> Any:
                found: Any = real(game, viewer)
                return replace(found, seats=[replace(seat, hidden_points=int(seat.seat == 2)) for seat in found.seats])

            monkeypatch.setattr(engine, "view", with_hidden)
            await finish(*people)
            shown = [(row["name"], row["points"], row["place"]) for row in await rows(hub)]
            assert shown == [("Maud", 4, 1), ("Odile", 3, 3), ("Pia", 4, 2)]

    run(story())


def test_an_end_that_is_not_stored_leaves_no_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            people = await playing(hub, "Maud", "Odile")
            store = hub.shared.store
            real = store._add
            failed: list[int] = []

            def failing(connection: Any, jobs: Any) -> None:
                real(connection, jobs)
                if jobs[0].state.stage == "over" and not failed:
                    failed.append(1)
                    raise StoreError("the disk is full")

            monkeypatch.setattr(store, "_add", failing)
            with pytest.raises(Exception, match="could not be stored"):
                await finish(*people)
            assert await rows(hub) == []
            assert people[0].table.state.stage == "playing"
            await finish(*people)
            assert len(await rows(hub)) == 2

    run(story())


def test_missing_results_are_found_in_the_log_as_they_were(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            people = await playing(hub, "Maud", "Odile")
            await finish(*people)
            await people[0].do("rematch")
            await people[0].do("start")
            await finish(*people)
            await people[1].do("leave")
            table = people[0].table.state.id
            before = await rows(hub)
            await hub.shared.store.change(delete(result))
        for _ in range(2):
            async with hub_in(tmp_path) as hub:
                await asyncio.gather(*(hub.table(table) for _ in range(3)))
                assert await rows(hub) == before, "with the chairs of that time, and once"

    run(story())


def test_a_game_that_is_played_is_not_taken_for_a_finished_one(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            people = await playing(hub, "Maud", "Odile")
            await finish(*people)
            await people[0].do("rematch")
            await people[0].do("start")
            await people[0].do("play", "draw")
            table = people[0].table.state.id
        async with hub_in(tmp_path) as hub:
            assert (await hub.table(table)).state.games == 2
            assert {row["game"] for row in await rows(hub)} == {1}

    run(story())


@pytest.mark.parametrize("error", [StoreError("the disk is full"), TypeError("a damaged row")], ids=["store", "row"])
def test_a_table_whose_results_cannot_be_kept_is_opened_all_the_same(
    error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            people = await playing(hub, "Maud", "Odile")
            await finish(*people)
            table = people[0].table.state.id
        async with hub_in(tmp_path) as hub:

            async def failing(*given: Any) -> None:
                raise error

            monkeypatch.setattr(hub.shared.store, "catch_up", failing)
            assert (await hub.table(table)).state.stage == "over"

    run(story())
