"""Several tables share a commit: all are stored, or each is told that it is not."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from bastide.server.log.entries import Chat, Entry
from bastide.server.log.state import TableState
from bastide.server.storage.group_commit import MOST, GroupCommit
from bastide.server.storage.store import Conflict, Job, Store, StoreError, Unusable
from tests.server.tables import hub_in, playing, run


def test_those_who_come_while_one_is_stored_share_the_next() -> None:
    async def story() -> None:
        stored: list[list[int]] = []
        gate = asyncio.Event()

        async def store(items: Sequence[int]) -> None:
            stored.append(list(items))
            await gate.wait()

        batch = GroupCommit(store, hopeless=Unusable)
        jobs = [asyncio.create_task(batch.add(0))]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        jobs += [asyncio.create_task(batch.add(number)) for number in range(1, MOST + 3)]
        await asyncio.sleep(0)
        assert not any(job.done() for job in jobs)
        gate.set()
        await asyncio.gather(*jobs)
        await batch.close()
        assert stored == [[0], list(range(1, MOST + 1)), [MOST + 1, MOST + 2]]

    run(story())


def test_one_that_cannot_be_stored_spoils_no_other() -> None:
    async def story() -> None:
        stored: list[int] = []

        async def store(items: Sequence[int]) -> None:
            await asyncio.sleep(0)
            if 2 in items:
                raise StoreError("two")
            stored.extend(items)

        batch = GroupCommit(store, hopeless=Unusable)
        found = await asyncio.gather(*(batch.add(number) for number in range(4)), return_exceptions=True)
        assert [str(one) for one in found] == ["None", "None", "two", "None"]
        assert stored == [0, 1, 3]

    run(story())


def test_a_database_that_takes_nothing_is_not_asked_again_for_each() -> None:
    async def story() -> None:
        asked: list[int] = []

        async def store(items: Sequence[int]) -> None:
            asked.append(len(items))
            raise Unusable("database is locked")

        batch = GroupCommit(store, hopeless=Unusable)
        found = await asyncio.gather(*(batch.add(number) for number in range(4)), return_exceptions=True)
        assert [str(one) for one in found] == ["database is locked"] * 4
        assert asked == [4]

    run(story())


def test_an_end_in_the_middle_leaves_nobody_waiting() -> None:
    async def story() -> None:
        async def store(items: Sequence[int]) -> None:
            await asyncio.Event().wait()

        batch = GroupCommit(store, hopeless=Unusable)
        jobs = [asyncio.create_task(batch.add(number)) for number in range(MOST + 2)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert batch._task is not None
        batch._task.cancel()
        await asyncio.wait(jobs, timeout=30)
        assert all(job.cancelled() for job in jobs)

    run(story())


def test_whoever_stops_waiting_stops_nobody_else() -> None:
    async def story() -> None:
        stored: list[int] = []

        async def store(items: Sequence[int]) -> None:
            await asyncio.sleep(0.01)
            stored.extend(items)

        batch = GroupCommit(store, hopeless=Unusable)
        jobs = [asyncio.create_task(batch.add(number)) for number in range(3)]
        await asyncio.sleep(0)
        jobs[1].cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        assert stored == [0, 1, 2]

    run(story())


def following(state: TableState) -> Entry:
    """The next line of a table's log."""
    return Entry(version=state.version + 1, payload=Chat("Maud", "Hello"), seat=0, at=state.at)


def test_tables_that_play_at_once_are_all_on_disk_and_a_rival_spoils_its_own_alone(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, database=f"sqlite:///{tmp_path / 'some.db'}") as hub:
            halls = [await playing(hub, "Maud", "Odile") for _ in range(12)]
            store = hub.shared.store
            sizes: list[int] = []
            real = store._append

            async def counted(jobs: Sequence[Job]) -> None:
                sizes.append(len(jobs))
                await real(jobs)

            store._batch = GroupCommit(counted, hopeless=Unusable)
            # Another process writes the next version of the first table.
            rival = await Store.open(f"sqlite:///{tmp_path / 'some.db'}")
            first = halls[0][0].table.state
            await rival.append(first, [following(first)], chairs=False)
            states = [people[0].table.state for people in halls]
            jobs = [store.append(state, [following(state)], chairs=False) for state in states]
            found = await asyncio.gather(*jobs, return_exceptions=True)
            assert [type(one) for one in found] == [Conflict, *[type(None)] * 11]
            assert max(sizes) > 1
            for state in states:
                assert [line.version for line in await rival.load(state.id)] == list(range(1, state.version + 2))
            await rival.close()

    run(story())
