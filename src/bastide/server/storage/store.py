"""The store of tables: an append-only log per table, and rows for lists, in one SQL database.

When `append` returns, its entries are on disk: SQLite runs in WAL mode with `synchronous=FULL`, so a commit waits for
the disk. The entries of one command are stored in one transaction.
"""

from __future__ import annotations

import contextlib
import errno
import secrets
import socket
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from sqlalchemy import (
    Connection,
    Executable,
    Row,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.exc import IntegrityError, OperationalError

from bastide.server.common.model import TableCard
from bastide.server.common.sound import sound
from bastide.server.engine.interface import Engine
from bastide.server.engine.rules_thread import RulesThread
from bastide.server.log.entries import Change, Entry, decode_payload, encode_payload
from bastide.server.log.ownership import OwnerInfo
from bastide.server.log.state import TableState
from bastide.server.storage import migrations, ratings, results
from bastide.server.storage.database import Database, UnusableDatabase, connect, parse, shown
from bastide.server.storage.group_commit import GroupCommit
from bastide.server.storage.results import Score, SeatResult
from bastide.server.storage.schema import chair, entry, result, server, snapshot, table

T = TypeVar("T")

LINES: Final = select(
    *(entry.c[name] for name in ("version", "payload", "seat", "at", "command_id", "digest", "upto"))
).order_by(entry.c.version)
"""Selects the columns of log entries in the order that `_entries` expects."""
AFTER: Final = LINES.where(entry.c.table_id == bindparam("table"), entry.c.version > bindparam("after"))
"""Selects the log of a table after a version."""
SNAPSHOT: Final = select(snapshot.c.version, snapshot.c.data).where(
    snapshot.c.table_id == bindparam("table"), snapshot.c.stamp == bindparam("stamp")
)
"""Selects the snapshot of a table with a given stamp."""
HOPELESS: Final = (OperationalError, OSError)
"""Exceptions that mean that the database is at fault, not the data to be stored."""
TROUBLES: Final = ("08", "25006", "53", "57P", "58", "XX")
"""How the codes of PostgreSQL begin that mean the same: no connection, read-only, no room, stopped, broken."""
AWAY: Final = frozenset({errno.EHOSTUNREACH, errno.ENETUNREACH, errno.EHOSTDOWN, errno.ENETDOWN})
"""System errors, beside those of connections, that mean that a machine is not there yet."""
ALIKE: Final = 8
"""How many tables of one short code are looked at: two are rare."""
ROOM: Final = 64 * 1024
"""How many bytes are written to see whether there is room again: more than unused parts of pages hold."""
UNUSED: Final = {"name": "", "config": "", "public": False, "stage": "", "version": 0, "created": 0, "updated": 0}
"""The required columns of a row that is never committed."""


Notification = Callable[[str, int], tuple[str, str]]
"""Gives the channel and the payload of the NOTIFY that tells other servers the new version of a table."""


class StoreError(Exception):
    """The database failed; whether anything was stored is unknown."""


class Unusable(StoreError):
    """The database is locked, full, read-only or gone: nothing can be stored now."""


class Unreachable(StoreError):
    """No database answers: it may be starting."""


class NotOwner(StoreError):
    """Another server owns the table; nothing was stored."""


class Conflict(StoreError):
    """This version or this command of the table is stored already, by another process."""


class Job(NamedTuple):
    """What a table wants to store: entries, the state they lead to, whether chairs changed, results of a game."""

    state: TableState
    entries: Sequence[Entry]
    chairs: bool
    ended: Sequence[SeatResult] = ()


class Store:
    """The tables in the database of one server. Open with `Store.open`, which also migrates the schema."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.owner: int | None = None
        """The number of this server among those that share the database; None if it is alone."""
        self._notification: Notification | None = None
        self.failing = False
        """Whether the last transaction that was to be committed failed because of the database."""
        # With a single writer, waiting tables share a commit. PostgreSQL does this itself.
        self._batch = GroupCommit(self._append, hopeless=Unusable)

    @classmethod
    async def open(cls, url: str, *, serves: bool = False) -> Store:
        """Connect to a database and create or migrate its schema. `serves` is whether this is a server's own store.

        :raises Unreachable: no database answers there.
        :raises StoreError: it cannot be opened; the message names it without its password.
        """
        store: Store | None = None
        try:
            store = cls(connect(parse(url)))
            try:
                if serves:
                    store._database.claim()
                await store.write(migrations.upgrade, hurry=False)
            except BaseException:
                await store.close()
                raise
        except (UnusableDatabase, OSError, migrations.Stuck, StoreError) as error:
            kind = Unreachable if store is not None and store.shared and is_away(error) else StoreError
            raise kind(f"cannot open the database {shown(url)}: {error}") from error
        return store

    def share(self, number: int, notification: Notification) -> None:
        """Write from now on as server `number` of several; each append sends the others a notification."""
        self.owner = number
        self._notification = notification

    async def close(self) -> None:
        """Close all connections."""
        await self._batch.close()
        await self._database.close()

    async def create(self, state: TableState, entries: Sequence[Entry]) -> None:
        """Store a new table with the beginning of its log."""
        row = {
            "id": state.id,
            "name": state.name,
            "config": msgspec.json.encode(state.config).decode(),
            "public": state.public,
            "created": entries[0].at,
            "owner": self.owner,
            **_row(state, entries),
        }

        def work(connection: Connection) -> None:
            connection.execute(insert(table).values(row))
            self._add(connection, [Job(state, entries, chairs=True)])

        await self.write(work)

    async def append(
        self, state: TableState, entries: Sequence[Entry], *, chairs: bool, ended: Sequence[SeatResult] = ()
    ) -> None:
        """Store entries that lead to this state; `chairs` is whether a chair changed.

        `ended` are the results of the game that the entries end.

        :raises Conflict: another process has written in between.
        :raises NotOwner: another server owns the table by now.
        """
        job = Job(state, entries, chairs, ended)
        if self.shared:
            await self._append([job])
        else:
            await self._batch.add(job)

    async def _append(self, jobs: Sequence[Job]) -> None:
        """Store the jobs of several tables in one transaction."""

        def work(connection: Connection) -> None:
            if self.owner is None:
                connection.execute(MOVE, [{"key": job.state.id, **_row(job.state, job.entries)} for job in jobs])
            else:
                for job in jobs:
                    self._move(connection, job, self.owner)
            self._add(connection, jobs)

        await self.write(work)

    def _move(self, connection: Connection, job: Job, owner: int) -> None:
        """Update a table's row to its new version and notify other servers, if this server still owns the table.

        The row stays locked until the commit, so ownership cannot change in between.
        """
        ours = (table.c.id == job.state.id, table.c.owner == owner)
        done = connection.execute(update(table).where(*ours).values(**_row(job.state, job.entries)))
        if done.rowcount != 1:
            if connection.scalar(select(table.c.id).where(table.c.id == job.state.id)) is None:
                raise Conflict("this table was deleted")
            raise NotOwner("another server owns this table")
        assert self._notification is not None
        connection.execute(select(func.pg_notify(*self._notification(job.state.id, job.entries[-1].version))))

    async def catch_up(self, engine: Engine, rules_thread: RulesThread, state: TableState) -> None:
        """Store missing results of finished games of this table.

        :raises bastide.kernel.errors.BastideError: the log of an earlier game does not replay.
        """
        if not results.ended(state):
            return
        known = await self.read(lambda connection: results.kept(connection, state.id))
        missing = sorted(set(range(1, results.ended(state) + 1)) - known)
        entries = await self.load(state.id) if missing else []
        for game in missing:
            rows = await rules_thread.run(results.from_log, engine, state.id, entries, game)
            with contextlib.suppress(Conflict):  # another process has stored them
                await self.write(partial(results.keep, rows=rows))

    async def load(self, table_id: str, after: int = 0) -> list[Entry]:
        """The log of a table after a version; empty if there is nothing, or no such table."""
        return await self.read(lambda connection: _log(connection, table_id, after))

    async def game(self, table_id: str, number: int) -> list[Entry]:
        """The log entries of a table's game by number, counted from 1, up to the start of the next game."""

        def work(connection: Connection) -> list[Entry]:
            mine = entry.c.table_id == table_id
            starts = select(entry.c.version).where(mine, entry.c.kind == "start").order_by(entry.c.version)
            bounds = list(connection.scalars(starts.offset(number - 1).limit(2)))
            if not bounds:
                return []
            until = [entry.c.version < version for version in bounds[1:]]
            return _entries(connection.execute(LINES.where(mine, entry.c.version >= bounds[0], *until)))

        return await self.read(work)

    async def done(self, table_id: str, command: str) -> Entry | None:
        """The first entry of a command, by its key."""
        found = await self.rows(LINES.where(entry.c.table_id == table_id, entry.c.command_id == command))
        return next(iter(_entries(found)), None)

    async def load_short(self, table_id: str, stamp: str) -> tuple[bytes | None, list[Entry]]:
        """The snapshot of a table with this stamp, if any, and the log after it; else None and the whole log."""

        def work(connection: Connection) -> tuple[bytes | None, list[Entry]]:
            found = connection.execute(SNAPSHOT, {"table": table_id, "stamp": stamp}).first()
            if found is None:
                return None, _log(connection, table_id, 0)
            return found.data, _log(connection, table_id, found.version)

        return await self.read(work)

    async def keep(self, table_id: str, version: int, stamp: str, data: bytes) -> None:
        """Replace the snapshot of a table."""
        row = {"table_id": table_id, "version": version, "stamp": stamp, "data": data}

        def work(connection: Connection) -> None:
            connection.execute(delete(snapshot).where(snapshot.c.table_id == table_id))
            connection.execute(insert(snapshot).values(row))

        await self.write(work)

    async def public(self, since: int, limit: int = 100) -> list[TableCard]:
        """Public tables changed since a time in milliseconds: waiting ones first, then by most recent change."""
        waiting = case((table.c.stage == "waiting", 0), else_=1)
        return await self._cards(
            select(table)
            .where(table.c.public, table.c.stage != "over", table.c.updated >= since)
            .order_by(waiting, table.c.updated.desc())
            .limit(limit)
        )

    async def coded(self, code: str, since: int) -> list[str]:
        """The tables changed since a time in milliseconds whose ids begin with this code, in any case, and whose game
        is not over; `ALIKE` at most.
        """
        begins = func.upper(func.substr(table.c.id, 1, len(code))) == code
        wanted = select(table.c.id).where(begins, table.c.stage != "over", table.c.updated >= since).limit(ALIKE)
        return [row.id for row in await self.rows(wanted)]

    async def cards(self, ids: Sequence[str], limit: int | None = None) -> list[TableCard]:
        """These tables as list entries, most recently changed first, at most `limit`; unknown ids are left out."""
        return await self._cards(select(table).where(table.c.id.in_(ids)).order_by(table.c.updated.desc()).limit(limit))

    async def scores(self, ids: Sequence[str]) -> dict[str, list[Score]]:
        """The scores of the last finished game of each of these tables, by seat; tables without one are left out."""
        if not ids:
            return {}
        columns = (result.c.table_id, result.c.game, result.c.seat, result.c.name, result.c.points, result.c.won)
        rows = await self.rows(
            select(*columns).where(result.c.table_id.in_(ids)).order_by(result.c.game, result.c.seat)
        )
        out: dict[str, list[Score]] = {}
        for score in sound(rows, lambda row: msgspec.convert(tuple(row), Score), lambda row: row.table_id):
            earlier = out.get(score.table, [])
            out[score.table] = [*(one for one in earlier if one.game == score.game), score]
        return out

    async def chairs(self, ids: Sequence[str]) -> list[tuple[str, int, int]]:
        """The chairs of these tables: each with its table, number and generation."""
        if not ids:
            return []
        wanted = select(chair.c.table_id, chair.c.seat, chair.c.generation).where(chair.c.table_id.in_(ids))
        rows = await self.rows(wanted)
        return [(row.table_id, row.seat, row.generation) for row in rows]

    async def count(self) -> int:
        """The number of tables; also a test whether the database answers."""
        query = select(func.count()).select_from(table)
        return await self.read(lambda connection: int(connection.scalar(query) or 0))

    async def check(self) -> bool:
        """Whether the schema is current. A test row is written and rolled back, or committed after a failed commit.

        :raises StoreError: the database does not answer, or is not writable.
        """
        # Acquiring the lock does not prove that pages can be written. Several servers may check at once, so the id is
        # random.
        unused = {"id": f"?{secrets.token_hex(8)}", **UNUSED}
        commits = self.failing

        def work(connection: Connection) -> bool:
            current = migrations.is_current(connection)
            connection.execute(insert(table).values(unused))
            if commits:
                # Only a commit shows that there is room again: it writes the changed pages.
                connection.execute(insert(entry).values(table_id=unused["id"], **unused_entry()))
                connection.execute(delete(entry).where(entry.c.table_id == unused["id"]))
                connection.execute(delete(table).where(table.c.id == unused["id"]))
            else:
                connection.rollback()
            return current

        if commits:
            return await self.write(work)
        with self._failing():
            return await self._database.write(work)

    async def _cards(self, query: Any) -> list[TableCard]:
        def work(connection: Connection) -> tuple[Sequence[Any], Sequence[Any]]:
            rows = connection.execute(query).all()
            seated = select(chair).where(chair.c.table_id.in_([row.id for row in rows])).order_by(chair.c.seat)
            return rows, connection.execute(seated).all()

        rows, found = await self.read(work)
        chairs: dict[str, list[Any]] = {}
        for row in found:
            chairs.setdefault(row.table_id, []).append(row)
        return sound(rows, lambda row: _card(row, chairs.get(row.id, ())), lambda row: row.id)

    def _add(self, connection: Connection, jobs: Sequence[Job]) -> None:
        connection.execute(insert(entry), [_line(job.state, line) for job in jobs for line in job.entries])
        for state in (job.state for job in jobs if job.chairs):
            connection.execute(delete(chair).where(chair.c.table_id == state.id))
            connection.execute(insert(chair), _chairs(state))
        for job in jobs:
            if any(isinstance(line.payload, Change) for line in job.entries):
                config = msgspec.json.encode(job.state.config).decode()
                connection.execute(update(table).where(table.c.id == job.state.id).values(config=config))
        for job in jobs:
            results.keep(connection, job.ended)
            ratings.keep(connection, job.state, job.ended)

    @property
    def shared(self) -> bool:
        """Whether several servers may use this database."""
        return self._database.shared

    async def version(self, table_id: str) -> int:
        """The version of a table; 0 if it does not exist."""
        query = select(table.c.version).where(table.c.id == table_id)
        return await self.read(lambda connection: int(connection.scalar(query) or 0))

    async def take(self, table_id: str, alive: str) -> OwnerInfo:
        """Become the owner of a table, unless its owner satisfies the SQL condition `alive`."""
        owners = exists().where(server.c.number == table.c.owner, text(alive))
        free = or_(table.c.owner.is_(None), table.c.owner == self.owner, ~owners)

        def work(connection: Connection) -> OwnerInfo:
            done = connection.execute(update(table).where(table.c.id == table_id, free).values(owner=self.owner))
            if done.rowcount:
                return OwnerInfo(True, self.owner)
            return OwnerInfo(False, connection.scalar(select(table.c.owner).where(table.c.id == table_id)))

        return await self.write(work)

    async def give(self, tables: Sequence[str] | None) -> None:
        """Release the ownership of these tables; None means all."""
        these = [] if tables is None else [table.c.id.in_(tables)]
        await self.change(update(table).where(table.c.owner == self.owner, *these).values(owner=None))

    async def forget(self, number: int) -> None:
        """Delete the row of a server."""
        await self.change(delete(server).where(server.c.number == number))

    def dedicated_connection(self) -> contextlib.AbstractAsyncContextManager[Any]:
        """A driver connection for one use, closed afterwards."""
        return self._database.dedicated_connection()

    @property
    def failures(self) -> tuple[type[Exception], ...]:
        """The exceptions that such a connection raises when it fails."""
        return self._database.failures

    async def write(self, work: Callable[[Connection], T], *, hurry: bool = True) -> T:
        """Run a transaction; when this returns, it is on disk. An exception rolls it back.

        With `hurry` it fails if it takes very long.
        """
        try:
            with self._failing():
                result = await self._database.write(work, hurry=hurry)
        except Unusable:
            self.failing = True
            raise
        self.failing = False
        return result

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run several reads in one transaction."""
        with self._failing():
            return await self._database.read(work)

    async def change(self, *statements: Executable) -> int:
        """Run statements in one transaction; return how many rows the last one changed."""

        def work(connection: Connection) -> int:
            return [connection.execute(statement).rowcount for statement in statements][-1]

        return await self.write(work)

    async def rows(self, query: Executable) -> Sequence[Row[Any]]:
        """The rows of a query."""
        return await self.read(lambda connection: connection.execute(query).all())

    @contextlib.contextmanager
    def _failing(self) -> Iterator[None]:
        """Convert the database's exceptions into errors of the store."""
        try:
            yield
        except IntegrityError as error:
            raise Conflict(_said(error)) from error
        except HOPELESS as error:
            raise Unusable(_said(error)) from error
        except self._database.failures as error:
            kind = Unusable if sqlstate(error).startswith(TROUBLES) else StoreError
            raise kind(_said(error)) from error


def is_away(error: BaseException | None) -> bool:
    """Whether the cause of an error is that no database answers, or that it starts or stops just now."""
    return any(
        # In a network of containers, a name is unknown until its container runs.
        isinstance(cause, (ConnectionError, TimeoutError, socket.gaierror))
        or getattr(cause, "errno", None) in AWAY
        # 57P03: the server is starting up or shutting down; 53300: it has no connection left.
        or getattr(cause, "sqlstate", None) in ("57P03", "53300")
        for cause in causes(error)
    )


def sqlstate(error: BaseException) -> str:
    """The code of PostgreSQL for an error or one of its causes; empty without one."""
    return str(next(filter(None, (getattr(cause, "sqlstate", None) for cause in causes(error))), ""))


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error, if there is one, its cause, the cause of that, and so on."""
    while error is not None:
        yield error
        error = error.__cause__


def unused_entry() -> dict[str, Any]:
    """An entry that is never committed; no database can make it shorter."""
    return {"version": 1, "kind": "", "payload": secrets.token_hex(ROOM // 2), "at": 0}


def _said(error: Exception) -> str:
    """The message of an error without the SQL statement."""
    found = getattr(error, "orig", None) or error
    return str(found) or "it does not answer"


MOVE: Final = (
    update(table)
    .where(table.c.id == bindparam("key"))
    .values(
        {name: bindparam(name) for name in ("stage", "host", "guarded", "awaited", "offered", "version", "updated")}
    )
)
"""Updates the row of a table to its new version."""


def _log(connection: Connection, table_id: str, after: int) -> list[Entry]:
    return _entries(connection.execute(AFTER, {"table": table_id, "after": after}))


def _entries(rows: Iterable[Any]) -> list[Entry]:
    return [
        Entry(
            version=version,
            payload=decode_payload(payload),
            seat=seat,
            at=at,
            command=command,
            digest=digest or "",
            upto=upto or 0,
        )
        for version, payload, seat, at, command, digest, upto in rows
    ]


def _card(row: Any, chairs: Sequence[Any]) -> TableCard:
    """The list entry of a table and its chairs.

    :raises Exception: the row is damaged: SQLite keeps any value in any column.
    """
    found = {
        "id": row.id,
        "name": row.name,
        "stage": row.stage,
        "link": f"/t/{row.id}",
        "created": row.created // 1000,
        "seats": len(chairs),
        "open": row.offered.bit_count() + sum(seat.kind == "open" and not seat.locked for seat in chairs),
        "players": [seat.name for seat in chairs if seat.kind != "open"],
        "config": msgspec.json.decode(row.config),
        "password": row.guarded,
        "awaited": [seat.seat for seat in chairs if row.awaited >> seat.seat & 1],
    }
    return msgspec.convert(found, TableCard)


def _line(state: TableState, line: Entry) -> dict[str, Any]:
    return {
        "table_id": state.id,
        "version": line.version,
        "kind": line.kind,
        "seat": line.seat,
        "payload": encode_payload(line.payload),
        "at": line.at,
        "command_id": line.command,
        "digest": line.digest or None,
        "upto": line.upto or None,
    }


def _chairs(state: TableState) -> list[dict[str, Any]]:
    return [
        {
            "table_id": state.id,
            "seat": number,
            "kind": seat.kind,
            "name": seat.name,
            "bot": seat.bot,
            "generation": seat.generation,
            "locked": seat.locked,
        }
        for number, seat in enumerate(state.seats)
    ]


def _row(state: TableState, entries: Sequence[Entry]) -> dict[str, Any]:
    return {
        "stage": state.stage,
        "host": state.host,
        "guarded": bool(state.password),
        "awaited": sum(1 << seat for seat in state.awaited),
        "offered": sum(1 << number for number, seat in enumerate(state.seats) if seat.offered),
        "version": entries[-1].version,
        "updated": entries[-1].at,
    }
