"""Accounts: an optional name and password, with a history of games. Nobody needs one to play.

Everything about an account is stored in rows beside the tables: the chairs that it took. Its games and statistics are
the results of those chairs; tables do not depend on accounts.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from typing import Annotated, Any, Final, NamedTuple, TypeVar

import msgspec
from sqlalchemy import Connection, Executable, Row, Select, and_, delete, exists, func, insert, or_, select, update

from bastide.kernel.errors import quote
from bastide.server.common.faults import RequestRefused
from bastide.server.common.logs import write
from bastide.server.common.model import TableCard
from bastide.server.common.sound import sound
from bastide.server.common.tokens import new_id
from bastide.server.storage import ratings
from bastide.server.storage.schema import account, account_seat, account_session, chair, rating, result, table
from bastide.server.storage.store import Conflict, Store, StoreError

log = logging.getLogger("bastide.accounts")

T = TypeVar("T")

PAGE: Final = 30
"""The number of games on one page of the history."""
MOST: Final = 200
"""The maximum number of an account's tables in its lists."""
LATEST: Final = 253_402_300_799
"""The last second that a date can show."""


class Account(NamedTuple):
    """An account. `generation` grows when all its sessions end; `rated` is whether it takes part in the ratings,
    `program` whether a program plays under it.
    """

    id: str
    name: str
    generation: int
    created: int
    rated: bool = False
    program: bool = False


class ChairKey(NamedTuple):
    """A chair of a table in one generation."""

    table: str
    seat: int
    generation: int


class Game(msgspec.Struct, frozen=True):
    """A finished game in the history of an account.

    `number` counts the games of a table from 1; `ended` is seconds since 1970; `place` counts from 1 and is shared by
    equals; `players` are all players, by seat.
    """

    table: str
    name: str
    number: int
    link: str
    ended: Annotated[int, msgspec.Meta(ge=0, le=LATEST)]
    family: str
    seats: int
    seat: int
    points: int
    place: int
    won: bool
    players: list[str]


class Tally(msgspec.Struct, frozen=True):
    """A group of games: how many, how many won, and the average of the points."""

    games: int
    wins: int
    average: float


class Statistics(msgspec.Struct, frozen=True):
    """Statistics of all finished games of an account: overall, by number of players, by family."""

    all: Tally
    players: dict[str, Tally]
    families: dict[str, Tally]


SOUND: Final = (result.c.seats.between(1, 100), result.c.points.between(-1_000_000, 1_000_000))
"""Conditions for results that can be added up: SQLite keeps any value in any column."""


class Accounts:
    """The accounts in the store of a server."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def register(self, name: str, folded: str, hashed: str) -> Account:
        """Create an account.

        :raises RequestRefused: the name is taken, or the account could not be stored.
        """
        made = Account(new_id(), name, 1, time.time_ns() // 1_000_000)
        row = {"id": made.id, "name": name, "folded": folded, "hash": hashed, "generation": 1, "created": made.created}
        try:
            async with self._told():
                await self._store.change(insert(account).values(row))
        except Conflict:
            raise taken(name) from None
        return made

    async def named(self, folded: str) -> tuple[Account, str] | None:
        """The account with a folded name, with its password hash, or None.

        :raises RequestRefused: it cannot be read.
        """
        return await self._one(select(account).where(account.c.folded == folded))

    async def by_id(self, account_id: str) -> tuple[Account, str] | None:
        """The account with this id, with its password hash, or None.

        :raises RequestRefused: it cannot be read.
        """
        return await self._one(select(account).where(account.c.id == account_id))

    async def _one(self, query: Select[Any]) -> tuple[Account, str] | None:
        async with self._told():
            rows = await self._store.rows(query)
        return next(((account_of_row(row), row.hash) for row in rows), None)

    async def listed(self) -> list[Account]:
        """All accounts by name."""
        async with self._told():
            rows = await self._store.rows(select(account).order_by(account.c.folded))
        return [account_of_row(row) for row in rows]

    async def change(self, of: Account, *, hashed: str | None = None) -> Account | None:
        """End all sessions and optionally set a new password; None if the account was changed concurrently.

        :raises RequestRefused: it could not be stored.
        """
        values: dict[str, Any] = {"generation": of.generation + 1}
        if hashed is not None:
            values["hash"] = hashed
        same = and_(account.c.id == of.id, account.c.generation == of.generation)
        old = and_(account_session.c.account_id == of.id, account_session.c.generation <= of.generation)
        changed = await self.change_rows(delete(account_session).where(old), update(account).where(same).values(values))
        return of._replace(generation=of.generation + 1) if changed else None

    async def rehash(self, of: Account, before: str, hashed: str) -> None:
        """Store the same password hashed with current costs, unless it was changed meanwhile."""
        same = and_(account.c.id == of.id, account.c.hash == before)
        async with self._told():
            await self._store.change(update(account).where(same).values(hash=hashed))

    async def delete(self, of: Account) -> None:
        """Delete an account, its sessions, its links to chairs and its ratings; the games stay.

        :raises RequestRefused: it could not be stored.
        """

        def work(connection: Connection) -> None:
            ratings.forget(connection, of.id)
            for rows in (account_seat, account_session):
                connection.execute(delete(rows).where(rows.c.account_id == of.id))
            connection.execute(delete(account).where(account.c.id == of.id))

        async with self._told():
            await self._store.write(work)

    async def take_part(self, of: Account, *, rated: bool, program: bool) -> Account:
        """Let an account take part in the ratings, or no longer, and mark it as a program's, or a person's.

        :raises RequestRefused: a program's account has ratings, or it could not be stored.
        """
        mine = account.c.id == of.id
        played = exists().where(rating.c.account_id == of.id)

        def work(connection: Connection) -> bool:
            ratings.lock(connection)
            free = mine if program else and_(mine, or_(~account.c.program, ~played))
            return connection.execute(update(account).where(free).values(rated=rated, program=program)).rowcount > 0

        async with self._told():
            changed = await self._store.write(work)
        if not changed:
            raise RequestRefused("stage", "This account has played rated games as a program: it stays marked as one")
        return of._replace(rated=rated, program=program)

    async def recompute(self) -> tuple[int, int]:
        """Compute all ratings again; how many games they follow from, and how many were different.

        :raises RequestRefused: they could not be stored.
        """
        async with self._told():
            return await self._store.write(ratings.recompute, hurry=False)

    async def change_rows(self, *statements: Executable) -> int:
        """Run statements in one transaction; return how many rows the last one changed.

        :raises RequestRefused: it could not be stored.
        """
        async with self._told():
            return await self._store.change(*statements)

    async def rows(self, query: Executable) -> Sequence[Row[Any]]:
        """The rows of a query.

        :raises RequestRefused: they cannot be read.
        """
        async with self._told():
            return await self._store.rows(query)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run several reads in one transaction.

        :raises RequestRefused: they cannot be read.
        """
        async with self._told():
            return await self._store.read(work)

    async def link(self, of: Account, seats: Iterable[ChairKey]) -> int:
        """Link chairs to an account; return how many. Chairs linked already and unknown tables are skipped.

        :raises RequestRefused: it could not be stored.
        """
        wanted = list(seats)[:MOST]
        tables = [seat.table for seat in wanted]

        def work(connection: Connection) -> int:
            known = _owners(connection, tables)
            rows = connection.execute(select(chair).where(chair.c.table_id.in_(tables))).all()
            names = {ChairKey(row.table_id, row.seat, row.generation): row.name for row in rows}
            there = {row.table_id for row in rows}
            fresh = [
                {
                    "account_id": of.id,
                    "table_id": seat.table,
                    "seat": seat.seat,
                    "generation": seat.generation,
                    "name": names.get(seat, ""),
                    "at": time.time_ns() // 1_000_000,
                }
                for seat in wanted
                if seat not in known and seat.table in there
            ]
            if fresh:
                connection.execute(insert(account_seat), fresh)
            return len(fresh)

        try:
            async with self._told():
                return await self._store.write(work)
        except Conflict:  # another process linked them, or the account is gone
            return 0

    async def owners(self, tables: Iterable[str]) -> dict[ChairKey, str]:
        """The chairs of these tables that are linked to accounts, with the account ids."""
        wanted = list(tables)[:MOST]
        if not wanted:
            return {}
        async with self._told():
            return await self._store.read(lambda connection: _owners(connection, wanted))

    async def running(self, of: Account) -> dict[str, int]:
        """The unfinished tables where the account still holds a chair, most recently changed first, with the seat."""
        still = and_(
            chair.c.table_id == account_seat.c.table_id,
            chair.c.seat == account_seat.c.seat,
            chair.c.generation == account_seat.c.generation,
        )
        query = (
            select(account_seat.c.table_id, account_seat.c.seat)
            .join(chair, still)
            .join(table, table.c.id == account_seat.c.table_id)
            .where(account_seat.c.account_id == of.id, table.c.stage != "over")
            .order_by(table.c.updated.desc(), account_seat.c.seat.desc())
            .limit(MOST)
        )
        async with self._told():
            return {row.table_id: row.seat for row in await self._store.rows(query)}

    async def cards(self, of: Account) -> list[TableCard]:
        """The tables of `running` as list entries."""
        seats = await self.running(of)
        async with self._told():
            cards = await self._store.cards(list(seats)) if seats else []
        return [msgspec.structs.replace(card, seat=seats[card.id]) for card in cards]

    async def history(self, of: Account, page: int = 1) -> list[Game]:
        """A page of the finished games of an account, newest first; pages count from 1."""
        query = (
            _results(select(result, table.c.name.label("called")), of)
            .join(table, table.c.id == result.c.table_id)
            .order_by(result.c.ended.desc(), result.c.table_id, result.c.game)
            .limit(PAGE)
            .offset((page - 1) * PAGE)
        )

        def work(connection: Connection) -> tuple[Sequence[Any], Sequence[Any]]:
            rows = connection.execute(query).all()
            tables = {row.table_id for row in rows}
            seated = select(result.c.table_id, result.c.game, result.c.name).where(result.c.table_id.in_(tables))
            return rows, connection.execute(seated.order_by(result.c.seat)).all()

        async with self._told():
            rows, seated = await self._store.read(work)
        players: dict[tuple[str, int], list[str]] = {}
        for row in seated:
            players.setdefault((row.table_id, row.game), []).append(row.name)

        def game(row: Any) -> Game:
            found = Game(
                table=row.table_id,
                name=row.called,
                number=row.game,
                link=f"/t/{row.table_id}/replay?game={row.game}",
                ended=row.ended // 1000,
                family=row.family,
                seats=row.seats,
                seat=row.seat,
                points=row.points,
                place=row.place,
                won=row.won,
                players=players[row.table_id, row.game],
            )
            return msgspec.convert(msgspec.to_builtins(found), Game)

        return sound(rows, game, lambda row: row.table_id)

    async def statistics(self, of: Account) -> Statistics:
        """The statistics of all finished games of an account, without damaged results."""
        games, points = func.count().label("games"), func.sum(result.c.points).label("points")
        wins = func.count().filter(result.c.won).label("wins")
        query = _results(select(result.c.family, result.c.seats, games, wins, points), of).where(*SOUND)
        async with self._told():
            found = await self._store.rows(query.group_by(result.c.family, result.c.seats))
        rows = [row for row in found if isinstance(row.family, str) and isinstance(row.seats, int)]
        seats, families = sorted({row.seats for row in rows}), sorted({row.family for row in rows})
        return Statistics(
            tally(rows),
            {str(count): tally([row for row in rows if row.seats == count]) for count in seats},
            {family: tally([row for row in rows if row.family == family]) for family in families},
        )

    @contextlib.asynccontextmanager
    async def _told(self) -> AsyncIterator[None]:
        """Turn errors of the store into refusals."""
        try:
            yield
        except Conflict:
            raise
        except StoreError as error:
            write(log, logging.ERROR, "account not stored", error)
            raise RequestRefused("store", "The accounts cannot be reached now; try again") from None


def account_of_row(row: Any) -> Account:
    """The account in a row of its table."""
    return Account(row.id, row.name, row.generation, row.created, bool(row.rated), bool(row.program))


def taken(name: str) -> RequestRefused:
    """The refusal of a name that is taken."""
    return RequestRefused("taken", "An account is called {input} already; choose another name", input=quote(name))


def tally(rows: Sequence[Any]) -> Tally:
    """Summarise rows of counts, wins and points."""
    games = sum(row.games for row in rows)
    points = sum(row.points for row in rows)
    return Tally(games, sum(row.wins for row in rows), round(int(points) / games, 1) if games else 0.0)


def _owners(connection: Connection, tables: Sequence[str]) -> dict[ChairKey, str]:
    """The chairs of these tables that are linked to accounts, with the account ids."""
    rows = connection.execute(select(account_seat).where(account_seat.c.table_id.in_(tables)))
    return {ChairKey(row.table_id, row.seat, row.generation): row.account_id for row in rows}


def _results(query: Select[Any], of: Account) -> Select[Any]:
    """Restrict a query of results to the chairs of an account."""
    same = and_(
        account_seat.c.table_id == result.c.table_id,
        account_seat.c.seat == result.c.seat,
        account_seat.c.generation == result.c.generation,
    )
    return query.join(account_seat, same).where(account_seat.c.account_id == of.id)
