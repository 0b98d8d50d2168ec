"""Sessions of accounts: a row for each, so that each can be listed and ended, and its open connections closed.

Nothing is recorded about a browser except when its session began and when it was last used, to the minute.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple, Protocol

from sqlalchemy import and_, delete, insert, select, update

from bastide.server.accounts.accounts import Account, Accounts, account_of_row
from bastide.server.common.faults import RequestRefused
from bastide.server.common.logs import write
from bastide.server.common.tokens import new_id
from bastide.server.storage.schema import account, account_session

log = logging.getLogger("bastide.accounts")

MINUTE: Final = 60_000
"""The precision of the time of last use, in milliseconds."""
LOOK: Final = 15.0
"""How often, in seconds, to look for sessions that another server or the operator has ended."""


class Session(NamedTuple):
    """A session of an account; times are in milliseconds since 1970."""

    id: str
    begun: int
    used: int


class SessionStore:
    """The sessions in the database; a session is valid for `age` seconds from its beginning."""

    def __init__(self, accounts: Accounts, age: int) -> None:
        self._accounts = accounts
        self._age = age * 1000

    async def begin(self, of: Account, instead: str = "") -> str:
        """Begin a session, replacing the browser's earlier session of the same account; return its id.

        :raises RequestRefused: it could not be stored.
        """
        now, made = _now(), new_id()
        mine = account_session.c.account_id == of.id
        over = mine & ((account_session.c.begun < now - self._age) | (account_session.c.id == instead))
        row = {"id": made, "account_id": of.id, "generation": of.generation, "begun": now, "used": now}
        await self._accounts.change_rows(delete(account_session).where(over), insert(account_session).values(row))
        return made

    async def found(self, session: str, of: str) -> tuple[Account, str] | None:
        """The account of a valid session, with its password hash. The time of last use is updated.

        :raises RequestRefused: it cannot be read.
        """
        same = and_(account.c.id == account_session.c.account_id, account.c.generation == account_session.c.generation)
        query = select(account, account_session.c.used).join(account_session, same)
        rows = await self._accounts.rows(query.where(account_session.c.id == session, account.c.id == of))
        for row in rows:
            now = _now()
            if now // MINUTE != row.used // MINUTE:
                # A failure of this must not refuse the request.
                await self.touch([session])
            return account_of_row(row), row.hash
        return None

    async def touch(self, sessions: Collection[str]) -> None:
        """Update the time of last use of these sessions; failures are ignored."""
        used = update(account_session).where(account_session.c.id.in_(list(sessions))).values(used=_now())
        with contextlib.suppress(RequestRefused):
            await self._accounts.change_rows(used)

    async def listed(self, of: Account) -> list[Session]:
        """The sessions of an account, the one that was used last first.

        :raises RequestRefused: they cannot be read.
        """
        mine = (account_session.c.account_id == of.id) & (account_session.c.generation == of.generation)
        query = select(account_session).where(mine, account_session.c.begun >= _now() - self._age)
        rows = await self._accounts.rows(query.order_by(account_session.c.used.desc(), account_session.c.id))
        return [Session(row.id, row.begun, row.used) for row in rows]

    async def end(self, of: Account, session: str) -> bool:
        """End one session of an account; return whether it existed.

        :raises RequestRefused: it could not be stored.
        """
        one = (account_session.c.account_id == of.id) & (account_session.c.id == session)
        return bool(await self._accounts.change_rows(delete(account_session).where(one)))

    async def end_others(self, of: Account, but: str) -> int:
        """End all sessions of an account but one; return how many.

        :raises RequestRefused: it could not be stored.
        """
        others = (account_session.c.account_id == of.id) & (account_session.c.id != but)
        return await self._accounts.change_rows(delete(account_session).where(others))

    async def living(self, sessions: Collection[str]) -> set[str]:
        """Those of these sessions that are still valid.

        :raises RequestRefused: they cannot be read.
        """
        same = and_(account.c.id == account_session.c.account_id, account.c.generation == account_session.c.generation)
        query = select(account_session.c.id).join(account, same)
        rows = await self._accounts.rows(query.where(account_session.c.id.in_(list(sessions))))
        return {row.id for row in rows}


class TableConnection(Protocol):
    """An open connection to a table."""

    def dismiss(self) -> None:
        """Send the reader away; it connects again by itself."""
        ...


class SessionConnections:
    """Open connections of signed-in browsers to tables: they are closed when their session ends.

    A closed connection reconnects by itself, and is then authenticated again.
    """

    def __init__(self, sessions: SessionStore) -> None:
        self._sessions = sessions
        self._connections: dict[str, set[TableConnection]] = {}
        self._task: asyncio.Task[None] | None = None
        self._minute = 0

    def start(self) -> None:
        """Start looking for sessions that were ended elsewhere."""
        self._task = asyncio.create_task(self._watch(), name="sessions")

    async def close(self) -> None:
        """Stop looking."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @contextlib.contextmanager
    def held(self, session: str | None, connection: TableConnection) -> Iterator[None]:
        """Register an open connection of a session, if any, while the context is entered."""
        if session is None:
            yield
            return
        self._connections.setdefault(session, set()).add(connection)
        try:
            yield
        finally:
            self._connections[session].discard(connection)
            if not self._connections[session]:
                del self._connections[session]

    async def look(self) -> None:
        """Close the connections of sessions that have ended. If the database fails, the next look decides."""
        watched = set(self._connections)
        if not watched:
            return
        try:
            living = await self._sessions.living(watched)
        except RequestRefused as refusal:
            write(log, logging.WARNING, "sessions not looked for", reason=refusal.code)
            return
        for session in watched - living:
            for connection in list(self._connections.get(session, ())):
                connection.dismiss()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            await self.look()
            minute = _now() // MINUTE
            if minute != self._minute and self._connections:
                # A browser that only plays makes no requests that would update it.
                self._minute = minute
                await self._sessions.touch(self._connections)


def _now() -> int:
    return time.time_ns() // 1_000_000
