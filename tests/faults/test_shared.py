"""Several tables share one commit, and the server is killed in it: each keeps all acknowledged entries, or none."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any, Final

from tests.chosen import now_and_then
from tests.faults.counting import report
from tests.faults.hooks import COMMITS, NOTES, SHARED, Plan
from tests.faults.house import House
from tests.faults.match import judge, lay, play, where
from tests.faults.story import PLAIN

TABLES: Final = 4
KILLS: Final = 15


def missing(folder: Path) -> list[set[int]]:
    """For each table of the last shared commit the versions that it was to store and that are not there."""
    found = []
    with contextlib.closing(sqlite3.connect(f"file:{folder / 'bastide.db'}?mode=ro", uri=True)) as database:
        for line in (folder / COMMITS).read_text("utf-8").splitlines():
            table, *versions = line.split()
            rows = database.execute("SELECT version FROM entry WHERE table_id = ?", (table,))
            found.append({int(version) for version in versions} - {version for (version,) in rows})
            assert found[-1] in (set(), {int(version) for version in versions}), "half of a command is there"
    return found


@now_and_then(2)
def test_killed_in_a_commit_that_tables_share_each_has_what_it_was_told(tmp_path: Path) -> None:
    rng = random.Random(17)
    tables: Counter[int] = Counter()
    kills = 0

    def plan() -> Plan:
        """What the next life is to suffer. Nobody serves now, so that what is on the disk can be looked at."""
        nonlocal kills
        notes = (tmp_path / NOTES).read_text("utf-8").splitlines() if (tmp_path / NOTES).exists() else []
        if len(notes) > kills:
            kills = len(notes)
            left = missing(tmp_path)
            assert len(left) > 1
            assert all(left) or not any(left), "some tables of one commit are there, and others are not"
            if notes[-1].endswith(SHARED[0]):
                assert all(left), "it was not committed"
            if notes[-1].endswith(SHARED[2]):
                assert not any(left), "it was committed"
            tables[len(left)] += 1
        point = SHARED[kills % len(SHARED)] if kills < KILLS else ""
        return Plan(PLAIN.seed, point, rng.randint(1, 5), slow=0.02)

    house = House(tmp_path, plan)

    async def games() -> None:
        laid = await lay(PLAIN, where(tmp_path), TABLES)
        async with house.open():
            jobs = asyncio.gather(*(play(PLAIN, one, house.port) for one in laid))
            both: set[asyncio.Future[Any]] = {jobs, house.keeper}
            ends, _ = await asyncio.wait(both, timeout=500, return_when=asyncio.FIRST_COMPLETED)
            if house.keeper in ends:
                jobs.cancel()
                house.keeper.result()
            assert ends, f"the games do not end; the server says {house.log()[-2000:]}"
            played = jobs.result()
        for one, clients in zip(laid, played, strict=True):
            await judge(PLAIN, one, where(tmp_path), clients, house.gone)

    asyncio.run(games())
    notes = house.notes()
    assert set(notes) == {f"kill -9 {point}" for point in SHARED}
    report("kills at shared commits", notes, **{f"with {count} tables": times for count, times in tables.items()})
