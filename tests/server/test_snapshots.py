"""Snapshots: a table restored from one equals the table replayed from its log; losing one loses nothing."""

from __future__ import annotations

import random
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from bastide.kernel.game import Game
from bastide.players import make_bot
from bastide.server.common.faults import RequestRefused
from bastide.server.common.model import Clock, CreateTable, SeatPlan
from bastide.server.engine.games import Games
from bastide.server.engine.interface import Engine
from bastide.server.log import snapshots
from bastide.server.log.clock import Clocks
from bastide.server.log.commands import create, play, redo, start, undo
from bastide.server.log.draft import Draft, Who
from bastide.server.log.entries import Back, Entry, Rematch, Sit
from bastide.server.log.state import TableState
from bastide.server.storage import loading
from bastide.server.storage.schema import snapshot
from bastide.server.storage.store import Store, StoreError
from bastide.server.tables import snapshot_writer
from bastide.server.tables.hub import Hub
from bastide.view.model import SPECTATOR
from tests.server.tables import Person, hub_in, playing, refused, run, until

CLOCK = Clock(kind="reserve", seconds=900, increment=5, answer=30)
CONFIGS: dict[str, dict[str, Any]] = {
    "island": {"game": "island", "layout": "random"},
    "knights": {"game": "island", "layout": "random", "modules": ["cities_knights"]},
    "carcassonne": {"game": "carcassonne"},
    "all tiles": {"game": "carcassonne", "modules": ["river", "inns", "traders", "hills", "wheel"]},
}


def log_of(config: dict[str, Any], seed: int, moves: int) -> list[Entry]:
    """The log of a table of three people in the middle of a game, with chat, undo, and a time that ran."""
    rng = random.Random(seed)
    draft = Draft(TableState("t"), Games(), rng, None, "", at=1_700_000_000_000)
    order = CreateTable(name="Quay", nickname="Maud", config=config, seats=[SeatPlan()] * 3, clock=CLOCK)
    create(draft, order, "")
    for seat, name in enumerate(("Odile", "Hélène"), 1):
        draft.write(Sit(name, 1, 0), seat)
    start(draft, 0)
    bot = make_bot("random", seed)
    for number in range(moves):
        if draft.match.over:
            draft.write(Rematch(), 0)
            start(draft, 0)
        draft.at += rng.randint(0, 20_000)
        seat = rng.choice(draft.match.game.actors)
        shown = draft.match.game.copy()
        assert isinstance(shown, Game)
        play(draft, Who(seat, 1), bot.choose(shown, seat), None)
        if number % 10 == 7 and draft.match.game.can_undo(seat):
            undo(draft, seat)
            if number % 20 == 17:
                redo(draft, seat)
        if number % 25 == 24:
            draft.write(Back(), None)
    return draft.entries


def same(engine: Engine, one: TableState, other: TableState) -> None:
    """Check that two tables are the same one, and show and tell everybody the same."""
    for field in fields(TableState):
        if field.name not in ("match", "news"):
            assert getattr(one, field.name) == getattr(other, field.name), field.name
    assert [news.version for news in one.news] == [news.version for news in other.news]
    assert (one.match is None) == (other.match is None)
    if one.match is None or other.match is None:
        return
    assert (one.match.fresh, one.match.automatic) == (other.match.fresh, other.match.automatic)
    assert one.match.game.save() == other.match.game.save()
    for seat in range(len(one.seats)):
        assert one.match.game.can_redo(seat) == other.match.game.can_redo(seat)
    for viewer in (SPECTATOR, *range(len(one.seats))):
        assert engine.view(one.match.game, viewer) == engine.view(other.match.game, viewer)
        told = [
            [engine.events(state.match.game, news.events, viewer) for news in state.news]
            for state in (one, other)
            if state.match is not None
        ]
        assert told[0] == told[1]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", CONFIGS)
def test_a_table_comes_back_as_it_was_at_any_version(kind: str, seed: int) -> None:
    engine = Games()
    entries = log_of(CONFIGS[kind], seed, 60)
    whole = TableState.replayed(engine, "t", entries)
    rng = random.Random(seed)
    for cut in (1, 3, len(entries), *rng.sample(range(4, len(entries)), 4)):
        data = snapshots.freeze(engine, TableState.replayed(engine, "t", entries[:cut]))
        assert data is not None
        back = snapshots.thaw(engine, "t", data)
        same(engine, back, TableState.replayed(engine, "t", entries[:cut]))
        for entry in entries[cut:]:
            back.replay(engine, entry)
        same(engine, back, whole)


def test_every_field_of_a_table_is_kept() -> None:
    assert {field.name for field in fields(TableState)} - {"id"} == set(snapshots.TableData.__struct_fields__)
    assert isinstance(TableState.replayed(Games(), "t", log_of(CONFIGS["island"], 1, 5)).clocks, Clocks)


@pytest.mark.parametrize("place", [0, 3, 40, -1])
def test_a_snapshot_that_was_altered_is_not_read(place: int) -> None:
    engine = Games()
    data = snapshots.freeze(engine, TableState.replayed(engine, "t", log_of(CONFIGS["island"], 1, 20)))
    assert data is not None
    altered = bytearray(data)
    altered[place] ^= 1
    for wrong in (bytes(altered), data[:-1], data + b"\0", b""):
        with pytest.raises(ValueError, match="as it was written"):
            snapshots.thaw(engine, "t", wrong)


async def kept(store: Store) -> list[Any]:
    return list(await store.rows(select(snapshot)))


async def many(person: Person, count: int) -> None:
    for _ in range(count):
        await person.do("play", "mark 1")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshot_writer, "PAUSE", 0.0)


async def again(hub: Hub, table: str) -> TableState:
    """The table as it comes from the disk."""
    state, _ = await loading.load_table(hub.shared.store, hub.shared.engine, hub.shared.rules_thread, table)
    return state


@pytest.mark.usefixtures("quick")
def test_one_is_made_now_and_then_and_read_with_what_followed(tmp_path: Path, anywhere: str) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, database=anywhere) as hub:
            store = hub.shared.store
            maud, _ = await playing(hub, "Maud", "Odile", clock=CLOCK)
            await many(maud, snapshots.EVERY)
            while not await kept(store):
                pass
            await maud.do("chat", "afterwards")
            await maud.do("play", "draw", id="the last one")
            [row] = await kept(store)
            assert maud.table.state.version > row.version >= snapshots.EVERY
            read: list[int] = []
            load_short = store.load_short

            async def counted(*given: Any) -> Any:
                data, entries = await load_short(*given)
                read.append(len(entries))
                return data, entries

            store.load_short = counted  # type: ignore[method-assign,assignment] # only counts
            state = await again(hub, maud.table.state.id)
            assert read == [maud.table.state.version - row.version]
            same(hub.shared.engine, state, maud.table.state)
            # Another one takes its place when as much has been played again.
            await many(maud, 2 * snapshots.EVERY)
            while (await kept(store))[0].version == row.version:
                pass
            assert len(await kept(store)) == 1
            table = maud.table.state
        async with hub_in(tmp_path, database=anywhere) as hub:
            maud.table = await hub.table(table.id)
            before = maud.table.state.version
            assert (await maud.do("play", "draw", id="the last one")).version < before, "it is known, and done once"
            await refused(maud.do("play", "mark 1", id="the last one"), "used")

    run(story())


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("wrong", [{"stamp": "of another code"}, {"data": b"nonsense"}, {"data": b""}])
def test_what_is_odd_is_passed_over_and_the_log_is_read(tmp_path: Path, anywhere: str, wrong: dict[str, Any]) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, database=anywhere) as hub:
            store = hub.shared.store
            maud, _ = await playing(hub, "Maud", "Odile")
            await many(maud, snapshots.EVERY)
            while not await kept(store):
                pass
            await store.change(update(snapshot).values(**wrong))
            same(hub.shared.engine, await again(hub, maud.table.state.id), maud.table.state)

    run(story())


@pytest.mark.usefixtures("quick")
def test_a_store_that_takes_none_spoils_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            tries = []

            async def full(*given: Any) -> None:
                tries.append(given)
                raise StoreError("the disk is full")

            monkeypatch.setattr(hub.shared.store, "keep", full)
            maud, _ = await playing(hub, "Maud", "Odile")
            await many(maud, snapshots.EVERY)
            await until(lambda: tries)
            await many(maud, snapshots.EVERY // 2)
            assert len(tries) == 1, "not all the time"
            same(hub.shared.engine, await again(hub, maud.table.state.id), maud.table.state)

    run(story())


def test_a_log_that_does_not_replay_is_refused_without_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A snapshot of other code must not hide that this code reads the log in another way."""

    async def story() -> None:
        async with hub_in(tmp_path, idle=0.0) as hub:
            maud, _ = await playing(hub, "Maud", "Odile")
            await maud.do("play", "draw")
            data = snapshots.freeze(hub.shared.engine, maud.table.state)
            assert data is not None
            await hub.shared.store.keep(maud.table.state.id, maud.table.state.version, "older code", data)
            table = maud.table.state.id
        from tests.server import toy

        monkeypatch.setattr(toy, "PILE", ["nothing is left"])
        async with hub_in(tmp_path) as hub:
            with pytest.raises(RequestRefused, match="does not replay"):
                await hub.table(table)

    run(story())


def test_the_stamp_is_that_of_the_code() -> None:
    assert snapshots.stamp() == snapshots.stamp.__wrapped__()
    assert len(snapshots.stamp()) == 24
