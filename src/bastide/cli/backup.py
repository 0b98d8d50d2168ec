"""Online backup of a running server's database: a complete, verified copy or nothing."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bastide.cli.backup_postgresql import dump
from bastide.cli.failure import Failure, cannot_read, cannot_write, reason
from bastide.cli.output import emit, settings_of, table
from bastide.server.storage import migrations
from bastide.view.words import Words

BESIDE: Final = ("-wal", "-shm", "-journal")
"""Files that SQLite keeps beside a database; they belong to it."""
PATIENCE: Final = 30.0
"""For how many seconds a database that is locked is waited for."""


def backup(words: Words, database: str | None, data: Path | None, target: Path, force: bool, as_json: bool) -> None:
    """Copy a database into a file, and summarize the copy.

    :raises Failure: the database does not exist or is not ours, or the copy cannot be kept.
    """
    source = located(database, data, target)
    check_target(source, target, force)
    begun = time.perf_counter()
    with temporary(target) as draft:
        found: dict[str, Any] = {}
        if isinstance(source, URL):
            dump(source, draft)
        else:
            copy(source, draft, target)
            found = verified(draft, source)
        settle(draft, target)
    found |= {"path": str(target), "bytes": target.stat().st_size, "seconds": round(time.perf_counter() - begun, 3)}
    if as_json:
        emit(found)
    else:
        show(words, found)


def located(database: str | None, data: Path | None, target: Path) -> Path | URL:
    """The SQLite file or the PostgreSQL to copy: the given path or URL, else the one in the settings.

    :raises Failure: it is neither, or does not exist.
    """
    settings = settings_of(data, database)
    given = settings.database
    if given and "://" not in given and not given.startswith("sqlite:"):
        path = Path(given)
    else:
        try:
            url = make_url(settings.database_url)
        except (ArgumentError, ValueError):
            raise Failure("--db is neither a path nor the URL of a database") from None
        backend = url.get_backend_name()
        if backend == "postgresql":
            return url
        if backend != "sqlite":
            raise Failure(
                "a database of the kind {given} cannot be copied; only SQLite and PostgreSQL can", given=repr(backend)
            )
        if url.database in (None, "", ":memory:"):
            raise Failure("a database in memory cannot be copied")
        path = Path(str(url.database))
    if not path.is_file():
        raise Failure("there is no database at {path}", path=str(path))
    return path


def check_target(source: Path | URL, target: Path, force: bool) -> None:
    """Check that the copy may go there.

    :raises Failure: another file is there.
    """
    own: list[Path] = []
    if isinstance(source, Path):
        own = [source.resolve().with_name(source.resolve().name + end) for end in ("", *BESIDE)]
    if target.resolve() in own or (isinstance(source, Path) and target.exists() and target.samefile(source)):
        raise Failure("{path} is the database itself; choose another file", path=str(target))
    if target.exists() and not target.is_file():
        raise Failure("{path} is not a regular file and cannot be replaced; choose another one", path=str(target))
    if target.exists() and not force:
        raise Failure("{path} already exists; --force replaces it", path=str(target))


@contextmanager
def temporary(target: Path) -> Iterator[Path]:
    """A private temporary file beside the target; removed afterwards if left over.

    :raises Failure: it cannot be created.
    """
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        os.close(handle)
    except OSError as error:
        cannot_write(target, error)
    try:
        yield Path(name)
    finally:
        for end in ("", *BESIDE):
            with suppress(OSError):
                os.unlink(name + end)


def copy(source: Path, draft: Path, target: Path) -> None:
    """Copy a snapshot of the database. Concurrent writers are not blocked.

    :raises Failure: it cannot be read or is not ours, or there is no room for the copy.
    """
    with closing(connected(source, "ro")) as reading:
        try:
            known(reading, source)
        except sqlite3.Error as error:
            cannot_read(source, error)
        try:
            with closing(connected(draft, "rw")) as writing:
                # In one step: a copy made in steps restarts at every concurrent write.
                reading.backup(writing, pages=-1)
                # One file, with no journal beside it.
                writing.execute("PRAGMA journal_mode=DELETE")
        except (sqlite3.Error, OSError) as error:
            cannot_write(target, error)


def connected(path: Path, mode: str) -> sqlite3.Connection:
    """Connect to an existing file.

    :raises Failure: it cannot be opened.
    """
    try:
        return sqlite3.connect(f"file:{quote(str(path))}?mode={mode}", uri=True, timeout=PATIENCE, isolation_level=None)
    except sqlite3.Error as error:
        cannot_read(path, error)


def known(connection: sqlite3.Connection, path: Path) -> str:
    """The schema revision of one of our databases.

    :raises Failure: it is not ours, or of an unknown version.
    """
    try:
        rows = connection.execute("SELECT version_num FROM alembic_version").fetchall()
        connection.execute("SELECT 1 FROM game_table, entry, chair LIMIT 1").fetchall()
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError) and "no such table" not in str(error):
            raise
        raise Failure("{path} is not a Bastide database: {reason}", path=str(path), reason=reason(error)) from None
    revision = str(rows[0][0]) if len(rows) == 1 else ""
    if revision not in migrations.revisions():
        raise Failure(
            "{path} is at revision {given}, which this version of Bastide does not know; use the version that wrote it",
            path=str(path),
            given=repr(revision),
        )
    return revision


def verified(draft: Path, source: Path) -> dict[str, Any]:
    """Verify a copy and summarize its content.

    :raises Failure: it is damaged, so the original probably is too.
    """
    with closing(connected(draft, "ro")) as reading:
        try:
            faults = [str(row[0]) for row in reading.execute("PRAGMA integrity_check(1)") if row[0] != "ok"]
            faults += ["foreign keys" for _ in reading.execute("PRAGMA foreign_key_check")][:1]
            revision = known(reading, source)
            gaps = reading.execute(
                "SELECT count(*) FROM game_table AS t WHERE t.version IS NOT "
                "(SELECT max(version) FROM entry WHERE table_id = t.id) "
                "OR t.version IS NOT (SELECT count(*) FROM entry WHERE table_id = t.id)"
            ).fetchone()[0]
            if gaps:
                faults.append(f"{gaps} tables with gaps")
            stages = dict(reading.execute("SELECT stage, count(*) FROM game_table GROUP BY stage"))
            entries, newest = reading.execute("SELECT count(*), max(at) FROM entry").fetchone()
        except sqlite3.Error as error:
            faults = [reason(error)]
    if faults:
        raise Failure("{path} is damaged, and no copy was made: {reason}", code=1, path=str(source), reason=faults[0])
    return {
        "revision": revision,
        "tables": {stage: int(stages.get(stage, 0)) for stage in ("waiting", "playing", "over")},
        "entries": int(entries),
        "newest": None if newest is None else time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(newest / 1000)),
    }


def settle(draft: Path, target: Path) -> None:
    """Flush a copy to disk, then rename it to its final name.

    :raises Failure: the disk refuses it.
    """
    try:
        flush(draft)
        os.replace(draft, target)
        if os.name == "posix":
            flush(target.parent)
    except OSError as error:
        cannot_write(target, error)


def flush(path: Path) -> None:
    """Flush a file or folder to disk (fsync)."""
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def show(words: Words, found: dict[str, Any]) -> None:
    """Print the summary of a copy."""
    print(words.gettext("Copied to {path} and verified.", path=found["path"]))
    if "tables" not in found:
        table([(words.gettext("bytes"), str(found["bytes"]))])
        return
    said = words.gettext("{waiting} waiting, {playing} playing, {over} over", **found["tables"])
    table(
        [
            (words.gettext("tables"), said),
            (words.gettext("entries"), str(found["entries"])),
            (words.gettext("newest"), found["newest"] or "-"),
            (words.gettext("revision"), found["revision"]),
            (words.gettext("bytes"), str(found["bytes"])),
        ]
    )
