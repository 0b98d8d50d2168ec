"""Where accounts are signed in: a row for each session, so that each can be seen and ended, and the lines it has open.

Nothing is kept of a browser but when its session was begun and when it was last used, to the minute.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from sqlalchemy import and_, delete, insert, select, update

from bastide.server.accounts import Account, Accounts
from bastide.server.faults import Refusal
from bastide.server.feed import Feed
from bastide.server.logs import write
from bastide.server.schema import account, account_session
from bastide.server.tokens import new_id

log = logging.getLogger("bastide.accounts")

MINUTE: Final = 60_000
"""How exactly it is written down when a session was used, in milliseconds."""
LOOK: Final = 15.0
"""How often, in seconds, it is looked whether sessions were ended by another server or by the operator."""


class Session(NamedTuple):
    """A session of an account; times are in milliseconds since 1970."""

    id: str
    begun: int
    used: int


class Signed:
    """The sessions of the accounts in a store; one is good for `age` seconds from its beginning."""

    def __init__(self, accounts: Accounts, age: int) -> None:
        self._accounts = accounts
        self._age = age * 1000

    async def begin(self, of: Account, instead: str = "") -> str:
        """Sign a browser in, in place of a session that it had of the same account; the id of its session.

        :raises Refusal: it could not be stored.
        """
        now, made = _now(), new_id()
        mine = account_session.c.account_id == of.id
        over = mine & ((account_session.c.begun < now - self._age) | (account_session.c.id == instead))
        row = {"id": made, "account_id": of.id, "generation": of.generation, "begun": now, "used": now}
        await self._accounts.change_rows(delete(account_session).where(over), insert(account_session).values(row))
        return made

    async def found(self, session: str, of: str) -> tuple[Account, str] | None:
        """The account of a session with its hash, if the session was not ended. That it is used now is written down.

        :raises Refusal: it cannot be read.
        """
        same = and_(account.c.id == account_session.c.account_id, account.c.generation == account_session.c.generation)
        query = select(account, account_session.c.used).join(account_session, same)
        rows = await self._accounts.rows(query.where(account_session.c.id == session, account.c.id == of))
        for row in rows:
            now = _now()
            if now // MINUTE != row.used // MINUTE:
                # Whoever asks is not refused because of that.
                await self.touch([session])
            return Account(row.id, row.name, row.generation, row.created), row.hash
        return None

    async def touch(self, sessions: Collection[str]) -> None:
        """Write down that these sessions are used now; where that cannot be stored, it is not."""
        used = update(account_session).where(account_session.c.id.in_(list(sessions))).values(used=_now())
        with contextlib.suppress(Refusal):
            await self._accounts.change_rows(used)

    async def listed(self, of: Account) -> list[Session]:
        """The sessions of an account, the one that was used last first.

        :raises Refusal: they cannot be read.
        """
        mine = (account_session.c.account_id == of.id) & (account_session.c.generation == of.generation)
        query = select(account_session).where(mine, account_session.c.begun >= _now() - self._age)
        rows = await self._accounts.rows(query.order_by(account_session.c.used.desc(), account_session.c.id))
        return [Session(row.id, row.begun, row.used) for row in rows]

    async def end(self, of: Account, session: str) -> bool:
        """End one session of an account; whether there was one.

        :raises Refusal: it could not be stored.
        """
        one = (account_session.c.account_id == of.id) & (account_session.c.id == session)
        return bool(await self._accounts.change_rows(delete(account_session).where(one)))

    async def end_others(self, of: Account, but: str) -> int:
        """End all sessions of an account but one; how many.

        :raises Refusal: it could not be stored.
        """
        others = (account_session.c.account_id == of.id) & (account_session.c.id != but)
        return await self._accounts.change_rows(delete(account_session).where(others))

    async def living(self, sessions: Collection[str]) -> set[str]:
        """Of these sessions those that were not ended.

        :raises Refusal: they cannot be read.
        """
        same = and_(account.c.id == account_session.c.account_id, account.c.generation == account_session.c.generation)
        query = select(account_session.c.id).join(account, same)
        rows = await self._accounts.rows(query.where(account_session.c.id.in_(list(sessions))))
        return {row.id for row in rows}


class OpenLines:
    """The lines to tables that browsers have open here while they are signed in: they end with their session.

    A line that is sent away comes back by itself, and is asked anew who it is.
    """

    def __init__(self, signed: Signed) -> None:
        self._signed = signed
        self._lines: dict[str, set[Feed]] = {}
        self._task: asyncio.Task[None] | None = None
        self._minute = 0

    def start(self) -> None:
        """Look now and then for what was ended elsewhere."""
        self._task = asyncio.create_task(self._watch(), name="sessions")

    async def close(self) -> None:
        """Look no longer."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @contextlib.contextmanager
    def held(self, session: str | None, line: Feed) -> Iterator[None]:
        """A line is open meanwhile, of this session or of none."""
        if session is None:
            yield
            return
        self._lines.setdefault(session, set()).add(line)
        try:
            yield
        finally:
            self._lines[session].discard(line)
            if not self._lines[session]:
                del self._lines[session]

    async def look(self) -> None:
        """Send away the lines whose session was ended. What cannot be found out now is found out later."""
        asked = set(self._lines)
        if not asked:
            return
        try:
            living = await self._signed.living(asked)
        except Refusal as refusal:
            write(log, logging.WARNING, "sessions not looked for", reason=refusal.code)
            return
        for session in asked - living:
            for line in list(self._lines.get(session, ())):
                line.dismiss()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            await self.look()
            minute = _now() // MINUTE
            if minute != self._minute and self._lines:
                # Whoever only plays asks for no page.
                self._minute = minute
                await self._signed.touch(self._lines)


def _now() -> int:
    return time.time_ns() // 1_000_000
