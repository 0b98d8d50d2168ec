"""Backups of the database: consistent while a server writes, all or nothing, and playable."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, make_url
from websockets.asyncio.client import connect

from bastide.cli import backup as copying
from bastide.cli.backup_postgresql import address_of, run
from bastide.server.common.model import SeatPlan
from bastide.server.log.entries import Create, Entry
from bastide.server.log.state import TableState
from bastide.server.storage import migrations
from bastide.server.storage.database import connect as connect_database
from bastide.server.storage.database import parse
from bastide.server.storage.store import Store
from tests.cli.conftest import Command
from tests.cli.test_closing import Player, go_on, made, stored
from tests.cli.test_serve import port_of, running
from tests.postgres import PostgresServer, execute
from tests.postgres import database as database_of
from tests.server.tables import hub_in, playing
from tests.server.tables import run as wait
from tests.server.toy import Toy

FULL_DISK = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (36864, 36864))
"""
"""No file may grow beyond 36 KiB: the system refuses the write as a full disk would."""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with one table that is played at."""

    async def story() -> None:
        async with hub_in(tmp_path / "data") as hub:
            maud, _ = await playing(hub, "Maud", "Odile")
            for _ in range(5):
                await maud.do("chat", "hello " * 50)

    wait(story())
    return tmp_path / "data" / "bastide.db"


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_a_copy_of_a_server_that_plays_is_whole_and_is_played_on(
    bastide: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BASTIDE_BOT_DELAY", "0.05,0.1")
    live, restored = tmp_path / "live", tmp_path / "restored"
    restored.mkdir()
    copy = tmp_path / "copy.db"

    async def busy(port: int) -> tuple[str, str, list[dict[str, int]], dict[str, int]]:
        table, token = await made(f"http://127.0.0.1:{port}")
        address = f"ws://127.0.0.1:{port}/ws/{table}?as=json"
        player = Player(0)
        before: list[dict[str, int]] = []
        async with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as line:
            job = asyncio.create_task(player.play(line))
            written = 0
            # Three copies, and further ones until one was written to meanwhile.
            while len(before) < 3 or written == len(before[-1]):
                while len(player.acknowledged) < 5 * (len(before) + 1):
                    await asyncio.sleep(0.01)
                before.append(dict(player.acknowledged))
                said = await asyncio.to_thread(bastide, "backup", "--data", live, "--json", "--force", copy)
                assert said.code == 0, said.err
                assert said.json["tables"] == {"waiting": 0, "playing": 1, "over": 0}
                assert said.json["bytes"] == copy.stat().st_size
                written = len(player.acknowledged)
            job.cancel()
        return table, token, before, dict(player.acknowledged)

    with running("serve", "--port", 0, "--data", live) as (process, line):
        table, token, before, after = asyncio.run(busy(port_of(line)))
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=20)
    assert copy.stat().st_mode & 0o777 == 0o600
    assert files(tmp_path) == {"live", "restored", "copy.db"}
    # Restoring, as docs/operations.md says: the copy under the database's name, and the secret beside it.
    shutil.copy(copy, restored / "bastide.db")
    shutil.copy(live / "secret", restored / "secret")
    state = asyncio.run(stored(restored, table))
    kept = {key.partition(":")[2] for key in state.done}
    assert set(before[-1]) <= kept <= set(after) | {key for key in kept if key.startswith("bot-")}
    with running("serve", "--port", 0, "--data", restored) as (process, line):
        asyncio.run(go_on(port_of(line), table, token))


def test_it_says_what_the_copy_holds(bastide: Command, database: Path, tmp_path: Path) -> None:
    said = bastide("backup", "--db", database, tmp_path / "copy.db")
    assert (said.code, said.err) == (0, "")
    assert f"Copied to {tmp_path / 'copy.db'} and verified." in said.out
    assert "0 waiting, 1 playing, 0 over" in said.out
    french = bastide("backup", "--lang", "fr", "--db", f"sqlite:///{database}", tmp_path / "copie.db")
    assert "0 en attente, 1 en cours, 0 terminée" in french.out


def test_a_file_that_is_there_is_replaced_only_when_told(bastide: Command, database: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    target.write_text("mine")
    said = bastide("backup", "--db", database, target)
    assert (said.code, said.out) == (2, "")
    assert said.err == f"bastide: {target} already exists; --force replaces it\n"
    assert target.read_text() == "mine"
    assert bastide("backup", "--force", "--db", database, target).code == 0
    assert target.read_bytes().startswith(b"SQLite format 3")
    assert target.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("end", ["", "-wal", "-shm"])
def test_the_database_itself_is_never_replaced(bastide: Command, database: Path, end: str) -> None:
    before = database.read_bytes()
    said = bastide("backup", "--force", "--db", database, f"{database}{end}")
    assert said.code == 2
    assert "is the database itself" in said.err
    link = database.with_name("link")
    link.symlink_to(f"{database}{end}")
    assert "is the database itself" in bastide("backup", "--force", "--db", database, link).err
    assert database.read_bytes() == before


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_disk_that_fails_leaves_the_old_copy_and_nothing_half_written(
    bastide: Command, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def full(*arguments: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    target = tmp_path / "copy.db"
    target.write_text("the copy of yesterday")
    before = files(tmp_path)
    monkeypatch.setattr(os, step, full)
    said = bastide("backup", "--force", "--db", database, target)
    assert (said.code, said.out) == (2, "")
    assert said.err == f"bastide: {target} cannot be written: No space left on device\n"
    assert target.read_text() == "the copy of yesterday"
    assert files(tmp_path) == before


def test_a_disk_that_is_full_while_copying_leaves_nothing(database: Path, tmp_path: Path) -> None:
    before = files(tmp_path)
    with running("backup", "--db", database, tmp_path / "copy.db", before=FULL_DISK) as (process, line):
        _, err = process.communicate(timeout=30)
    assert (process.returncode, line) == (2, "")
    assert f"{tmp_path / 'copy.db'} cannot be written: " in err
    assert err.count("\n") == 1
    assert files(tmp_path) == before


def spoil(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()


@pytest.mark.parametrize(
    ("statement", "code", "hint"),
    [
        (
            "UPDATE alembic_version SET version_num = '9999'",
            2,
            "this version of Bastide does not know; use the version that wrote it",
        ),
        ("DROP TABLE alembic_version", 2, "is not a Bastide database: no such table"),
        ("DROP TABLE entry", 2, "is not a Bastide database: no such table"),
        ("DELETE FROM entry WHERE version = 3", 1, "is damaged, and no copy was made: 1 tables with gaps"),
        ("DELETE FROM game_table", 1, "is damaged, and no copy was made: foreign keys"),
    ],
)
def test_what_is_not_a_whole_database_of_ours_is_not_kept(
    bastide: Command, database: Path, tmp_path: Path, statement: str, code: int, hint: str
) -> None:
    spoil(database, statement)
    said = bastide("backup", "--db", database, tmp_path / "copy.db")
    assert (said.code, said.out, said.err.count("\n")) == (code, "", 1)
    assert hint in said.err
    assert files(tmp_path) == {"data"}


def test_a_page_that_was_overwritten_is_found(bastide: Command, database: Path, tmp_path: Path) -> None:
    spoil(database, "PRAGMA journal_mode=DELETE")
    with database.open("r+b") as file:
        file.seek(4096 * 4)
        file.write(b"\xff" * 4096)
    said = bastide("backup", "--db", database, tmp_path / "copy.db")
    assert said.code in (1, 2)
    assert said.err.count("\n") == 1
    assert files(tmp_path) == {"data"}


def test_what_cannot_be_copied_is_one_clear_line(bastide: Command, database: Path, tmp_path: Path) -> None:
    foreign = tmp_path / "notes.db"
    foreign.write_text("no database" * 100)
    empty = tmp_path / "empty.db"
    empty.touch()
    target = tmp_path / "copy.db"
    for arguments, hint in (
        (("--db", tmp_path / "none.db"), f"there is no database at {tmp_path / 'none.db'}"),
        (("--data", tmp_path), f"there is no database at {tmp_path / 'bastide.db'}"),
        (("--db", tmp_path), "there is no database at"),
        (("--db", foreign), f"{foreign} is not a Bastide database: file is not a database"),
        (("--db", empty), f"{empty} is not a Bastide database: no such table"),
        (("--db", "sqlite://"), "a database in memory cannot be copied"),
        (("--db", "mysql://u:hidden@h/d"), "a database of the kind 'mysql' cannot be copied"),
        (("--db", "://hidden"), "--db is neither a path nor the URL"),
    ):
        said = bastide("backup", *arguments, target)
        assert (said.code, said.out, said.err.count("\n")) == (2, "", 1), said.err
        assert hint in said.err
        assert "hidden" not in said.err
        assert not target.exists()
    for bad in (tmp_path / "no" / "folder.db", Path("/proc/copy.db")):
        said = bastide("backup", "--db", database, bad)
        assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
        assert f"{bad} cannot be written: " in said.err
    assert (
        "is not a regular file and cannot be replaced" in bastide("backup", "--force", "--db", database, tmp_path).err
    )


def test_a_database_of_the_environment_is_found(
    bastide: Command, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BASTIDE_DATABASE", f"sqlite:///{database}")
    assert bastide("backup", tmp_path / "copy.db").code == 0
    monkeypatch.delenv("BASTIDE_DATABASE")
    monkeypatch.setenv("BASTIDE_DATA", str(database.parent))
    assert bastide("backup", tmp_path / "other.db").code == 0
    assert copying.located(None, None, tmp_path) == database


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    with PostgresServer() as server:
        yield server


@pytest.fixture
def postgres(server: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A PostgreSQL with a table, and its tools in the path."""
    with server.database() as url:
        monkeypatch.setenv("PATH", f"{server.programs}:{os.environ['PATH']}")

        async def fill() -> None:
            store = await Store.open(url)
            state = TableState("7gT4a9XzQmPwKc3rB")
            created = Create("Quay", "Maud", 0, {"game": "toy"}, [SeatPlan(), SeatPlan()], {}, True, True, True)
            line = Entry(version=1, payload=created, seat=0, at=5000)
            state.replay(Toy(), line)
            await store.create(state, [line])
            await store.close()

        asyncio.run(fill())
        yield url


def test_postgresql_is_copied_and_the_copy_can_be_restored(bastide: Command, postgres: str, tmp_path: Path) -> None:
    target = tmp_path / "copy.dump"
    said = bastide("backup", "--json", "--db", postgres, target)
    assert said.code == 0, said.err
    assert json.loads(said.out)["bytes"] == target.stat().st_size
    assert target.stat().st_mode & 0o777 == 0o600
    again = bastide("backup", "--db", postgres, target)
    assert (again.code, "already exists" in again.err) == (2, True)
    with database_of(postgres.rpartition("/")[0] + "/postgres") as other:
        run("pg_restore", "--no-password", f"--dbname={other}", str(target))
        assert execute(other, "SELECT id, name FROM game_table")[0]["name"] == "Quay"
        assert len(execute(other, "SELECT * FROM entry")) == 1


@pytest.mark.slow
def test_a_copy_made_before_an_upgrade_is_restored_as_the_docs_say(
    bastide: Command, postgres: str, tmp_path: Path
) -> None:
    text = (Path(__file__).parents[2] / "docs/operations.md").read_text("utf-8")
    [commands] = re.findall(r"^```sh\n(psql .*?)^```$", text, re.MULTILINE | re.DOTALL)
    base, _, name = postgres.rpartition("/")

    async def migrated(migrate: Callable[[Connection, str], None], revision: str) -> None:
        database = connect_database(parse(postgres))
        await database.write(lambda connection: migrate(connection, revision))
        await database.close()

    target = tmp_path / "copy.dump"
    asyncio.run(migrated(migrations.downgrade, "0005"))
    assert bastide("backup", "--db", postgres, target).code == 0
    asyncio.run(migrated(migrations.upgrade, "head"))
    for given, meant in (
        ("--dbname=postgres ", f"--dbname={base}/postgres "),
        ("createdb", f"createdb --maintenance-db={base}/postgres"),
        ("--owner=bastide", "--owner=postgres"),
        ("postgresql://bastide@db.example.org/bastide", postgres),
        ("DATABASE bastide", f'DATABASE "{name}"'),
        ("UTF8 bastide", f"UTF8 {name}"),
        ("TO before", f'TO "{name}-before"'),
        ("FILE", str(target)),
    ):
        assert given in commands
        commands = commands.replace(given, meant)
    subprocess.run(["sh", "-ec", commands], check=True)
    assert [row["version_num"] for row in execute(postgres, "SELECT version_num FROM alembic_version")] == ["0005"]
    asyncio.run(migrated(migrations.upgrade, "head"))
    assert execute(postgres, "SELECT id, name FROM game_table")[0]["name"] == "Quay"
    execute(f"{base}/postgres", f'DROP DATABASE "{name}-before"')


@pytest.mark.slow
def test_half_a_copy_of_postgresql_is_not_kept(
    bastide: Command, postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end of the file is lost, and nobody said so."""
    program = tmp_path / "programs" / "pg_dump"
    program.parent.mkdir()
    program.write_text(
        f'#!/bin/sh\n{shutil.which("pg_dump")} "$@" || exit\n'
        'for given; do case $given in --file=*) truncate --size=-300 "${given#--file=}";; esac; done\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    target = tmp_path / "copy.dump"
    said = bastide("backup", "--db", postgres, target)
    assert said.code == 1
    assert "the database cannot be copied: pg_restore: error" in said.err
    assert not target.exists()


@pytest.mark.slow
def test_what_cannot_be_copied_from_postgresql_is_told(
    bastide: Command, postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "copy.dump"
    with database_of(postgres.rpartition("/")[0] + "/postgres") as empty:
        said = bastide("backup", "--db", empty, target)
        assert "not a Bastide database: it has no table" in said.err
    said = bastide("backup", "--db", "postgresql://u:hidden@127.0.0.1:1/d", target)
    assert (said.code, said.out) == (1, "")
    assert "the database cannot be copied: " in said.err
    assert "hidden" not in said.err
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "pg_dump is not installed" in bastide("backup", "--db", postgres, target).err
    assert list(tmp_path.iterdir()) == []


def test_a_password_is_not_in_the_command_line() -> None:
    bare, secret = address_of(make_url("postgresql+asyncpg://u:p%40ss@h:5/d?ssl=require"))
    assert (bare, secret) == ("postgresql://u@h:5/d?sslmode=require", "p@ss")
