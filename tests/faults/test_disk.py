"""A database that takes nothing for a while: no room, a file that may not grow, locked by another, read-only, moved.

Requests meanwhile are refused with `store` and sent again; the server needs no help to go on.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.chosen import now_and_then
from tests.faults.counting import report
from tests.faults.hooks import Plan
from tests.faults.house import House
from tests.faults.match import whole_match
from tests.faults.story import PLAIN

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits another process's files")
PATIENCE = 0.05
"""How many seconds the server waits for a locked database here."""


async def troubled(
    folder: Path, plan: Plan, trouble: Callable[[House], Awaitable[None]] | None = None, kept: Path | None = None
) -> Counter[str]:
    """Play a game while a trouble comes and goes; what the server felt of it."""
    house = House(folder, lambda: plan, kept=kept)

    async def coming_and_going() -> None:
        # The table is opened while the trouble is there; but a server that has yet to start may say that it cannot.
        await house.up()
        while trouble is not None:
            await asyncio.sleep(0.03)
            await trouble(house)

    job = asyncio.create_task(coming_and_going())

    async def end() -> None:
        if trouble is not None:
            assert not job.done(), "the trouble lasts to the end"
        job.cancel()
        await asyncio.gather(job, return_exceptions=True)

    clients = await whole_match(PLAIN, folder, house, then=end)
    felt = house.notes()
    assert sum(client.refused.total() for client in clients) >= 0.5 * felt.total(), "clients are told"
    assert house.killed == 1, "the server goes on by itself"
    assert {line.lines for line in clients} == {1}, "nobody's line is cut"
    return felt


async def felt_more(house: House, before: int) -> None:
    """Wait until the server has felt one more fault, or for a moment in which nobody asked for anything."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(0.3):
            while house.notes().total() <= before:
                await asyncio.sleep(0.005)


def test_a_full_or_read_only_database_is_told_and_outlived(tmp_path: Path) -> None:
    rng = random.Random(7)
    full = set(rng.sample(range(2, 150), 40))
    read_only = set(rng.sample(range(2, 150), 40)) - full
    felt = asyncio.run(troubled(tmp_path, Plan(PLAIN.seed, full=full, read_only=read_only)))
    assert set(felt) == {"full disk", "read-only database"}
    report("a database that takes nothing", felt)


NOTED: Final = 8192
"""The server of the tests notes in a file what it felt; with less room, a command would fail at that."""


@LINUX
def test_a_file_that_may_not_grow_is_told_and_outlived(tmp_path: Path) -> None:
    """The system refuses writes beyond a size, in the middle of what SQLite writes."""
    rng = random.Random(8)

    async def limit(house: House) -> None:
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            size = (house.folder / "bastide.db-wal").stat().st_size
            before = house.notes().total()
            most = rng.randint(NOTED, max(NOTED, size + 4096))
            resource.prlimit(house.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
            await felt_more(house, before)
            resource.prlimit(house.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    felt = asyncio.run(troubled(tmp_path, Plan(PLAIN.seed), limit))
    assert set(felt) == {"full disk"}
    report("a file that may not grow", felt)


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """A file system of 8 MB at this folder, where the system lets us; whether it does."""
    mount = shutil.which("mount")
    if mount is not None and os.geteuid() == 0:
        command = [mount, "-t", "tmpfs", "-o", "size=8m", "none", str(folder)]
        subprocess.run(command, capture_output=True, check=False)
    small = os.path.ismount(folder)
    try:
        yield small
    finally:
        if small:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)


@LINUX
def test_a_disk_without_room_is_told_and_outlived(tmp_path: Path) -> None:
    """On a small file system that is filled to its last byte; where none can be mounted, by the limit of size."""
    folder = tmp_path / "disk"
    folder.mkdir()
    with small_disk(folder) as small:

        async def fill(house: House) -> None:
            before = house.notes().total()
            if not small:
                resource.prlimit(house.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
                await felt_more(house, before)
                resource.prlimit(house.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
                return
            ballast = folder / "ballast"
            with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
                for size in (65536, 4096, 1):
                    with contextlib.suppress(OSError):
                        while file.write(b"\0" * size):
                            pass
            await felt_more(house, before)
            ballast.unlink()

        felt = asyncio.run(troubled(folder, Plan(PLAIN.seed), fill, tmp_path))
    assert set(felt) == {"full disk"}
    report("a disk without room", felt, how="a small file system" if small else "a limit of the size of files")


def locked(database: sqlite3.Connection) -> bool:
    """Lock the database, unless somebody is writing to it."""
    try:
        database.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        return False
    return True


@now_and_then(3)
def test_a_locked_database_is_told_and_outlived(tmp_path: Path) -> None:
    """Another program holds the database for longer than the server waits for it."""

    async def lock(house: House) -> None:
        before = house.notes().total()
        other = sqlite3.connect(house.folder / "bastide.db", isolation_level=None, timeout=0)
        with contextlib.closing(other):
            # Not in a thread: that would go on, with a closed connection, when the game ends in the meantime.
            while not locked(other):
                await asyncio.sleep(0.01)
            await felt_more(house, before)

    felt = asyncio.run(troubled(tmp_path, Plan(PLAIN.seed, busy=int(PATIENCE * 1000)), lock))
    assert set(felt) == {"locked database"}
    report("a locked database", felt)


@now_and_then(3)
def test_a_database_that_is_moved_away_is_told_and_outlived(tmp_path: Path) -> None:
    """Somebody moves the file or its journal, or puts a copy in its place, and notices the mistake."""
    rng = random.Random(9)
    away = tmp_path / "away"
    away.mkdir()
    data = tmp_path / "data"
    data.mkdir()

    async def move(house: House) -> None:
        before = house.notes().total()
        database = house.folder / "bastide.db"
        which = rng.choice(([database, database.with_name("bastide.db-wal")], [database], [Path(f"{database}-wal")]))
        copied = rng.random() < 0.5
        for file in which:
            with contextlib.suppress(FileNotFoundError):
                if copied:
                    shutil.copy(file, away / "copy")
                file.rename(away / file.name)
                if copied:
                    (away / "copy").rename(file)
        try:
            await felt_more(house, before)
        finally:
            for file in which:
                with contextlib.suppress(FileNotFoundError):
                    (away / file.name).rename(file)

    felt = asyncio.run(troubled(data, Plan(PLAIN.seed), move, tmp_path))
    assert set(felt) == {"lost database file"}
    report("a database moved away", felt)
