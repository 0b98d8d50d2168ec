"""Passwords of tables: checking them, rate limits on guesses, and changing them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Protocol

import msgspec

from bastide.server.common.faults import RequestRefused
from bastide.server.common.limits import TOGETHER, Buckets
from bastide.server.common.metrics import Metrics
from bastide.server.common.model import Command
from bastide.server.common.settings import Settings
from bastide.server.log.draft import Who
from bastide.server.log.people import UNREAD
from bastide.server.tables.table import Table

SHORTEST: Final = 4
"""The minimum length of a table's password: it is shared among friends, and guessing is rate-limited."""


class PasswordHasher(Protocol):
    """Hashes and verifies passwords in threads; tables and accounts share one (`accounts/passwords.py`)."""

    async def hash(self, password: str, shortest: int) -> str:
        """Hash a new password of at least `shortest` characters.

        :raises RequestRefused: it is too short or too long, or too many requests wait.
        """
        ...

    async def verify(self, kept: str | None, password: str) -> bool:
        """Whether the password has this hash.

        :raises RequestRefused: too many requests wait.
        """
        ...

    def close(self) -> None:
        """Stop; jobs that have not begun are dropped."""
        ...


class TablePasswords:
    """Checks table passwords. Wrong guesses count per address and per table; right ones do not count."""

    def __init__(self, settings: Settings, passwords: PasswordHasher, metrics: Metrics) -> None:
        self._passwords = passwords
        self._metrics = metrics
        self._addresses = Buckets(settings.guess_rate, settings.guess_burst)
        self._tables = Buckets(settings.guess_rate * TOGETHER, settings.guess_burst * TOGETHER)
        self._changes = Buckets(settings.guess_rate, settings.guess_burst)

    async def hash(self, password: str) -> str:
        """Hash a table's new password.

        :raises RequestRefused: it is too short or too long, or too many requests wait.
        """
        return await self._passwords.hash(password, SHORTEST)

    async def enter(self, table: Table, who: Who, secret: str, address: str) -> Who:
        """The author, allowed to watch and sit down.

        :raises RequestRefused: the password is missing or wrong, or there were too many guesses.
        """
        kept, generation = table.state.password, table.state.password_generation
        if not table.state.outside(who.seat, who.entered):
            return who
        if not secret:
            raise RequestRefused("password", "This table asks for a password")
        limits = ((self._addresses, address), (self._tables, table.state.id))
        wait = max(buckets.wait(asker) for buckets, asker in limits)
        if wait:
            self._metrics.limited.labels("guesses").inc()
            raise RequestRefused("rate", "Too many guesses: try again in {retry} s", retry=int(wait) + 1)
        right = await self._passwords.verify(kept, secret)
        moved = table.state.password_generation != generation
        if right or moved:
            for buckets, asker in limits:
                buckets.give(asker)
        if moved:
            # The password was changed or withdrawn meanwhile: check against the current one.
            return await self.enter(table, who, secret, address)
        if not right:
            raise RequestRefused("password", "This is not the password of this table")
        return replace(who, entered=True, generation=generation)

    async def changed(self, table: Table, who: Who, command: Command) -> Command:
        """A command as the table may see it: a new password is replaced by its hash.

        :raises RequestRefused: the password is too short or too long, or was changed too often.
        """
        if command.do != "password":
            return command
        seat = table.current(who).seat
        kept = ""
        if command.secret and (seat is None or seat != table.state.host):
            # Do not hash for others than the host: the table will refuse the command.
            kept = UNREAD
        elif command.secret and table.knows(who, command):
            # The password is set already, and the same answer is sent.
            kept = UNREAD
        elif command.secret:
            wait = self._changes.wait(table.state.id)
            if wait:
                # Hashing is expensive and shares its threads with sign-ins.
                self._metrics.limited.labels("guesses").inc()
                raise RequestRefused("rate", "Too many requests: try again in {retry} s", retry=int(wait) + 1)
            kept = await self.hash(command.secret)
        return msgspec.structs.replace(command, text=kept, secret="")
