"""The door of a table with a password: whoever knows it comes in, and whoever guesses is slowed down."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import msgspec

from bastide.server.commands import Who
from bastide.server.faults import Refusal
from bastide.server.limits import TOGETHER, Buckets
from bastide.server.metrics import Metrics
from bastide.server.model import Command
from bastide.server.passwords import Passwords
from bastide.server.people import UNREAD
from bastide.server.settings import Settings
from bastide.server.table import Table

SHORTEST: Final = 4
"""How short the password of a table may be: it is told to friends, and guesses are slow."""


class Door:
    """Checks passwords of tables. Wrong guesses are counted per address and per table; a right one costs nothing."""

    def __init__(self, settings: Settings, passwords: Passwords, metrics: Metrics) -> None:
        self._passwords = passwords
        self._metrics = metrics
        self._addresses = Buckets(settings.guess_rate, settings.guess_burst)
        self._tables = Buckets(settings.guess_rate * TOGETHER, settings.guess_burst * TOGETHER)
        self._changes = Buckets(settings.guess_rate, settings.guess_burst)

    async def enter(self, table: Table, who: Who, secret: str, address: str) -> Who:
        """Whoever asks, as somebody who may sit down and watch.

        :raises Refusal: the password is missing or wrong, or it was guessed at too often.
        """
        kept, door = table.state.password, table.state.door
        if not table.state.outside(who.seat, who.entered):
            return who
        if not secret:
            raise Refusal("password", "This table asks for a password")
        limits = ((self._addresses, address), (self._tables, table.state.id))
        wait = max(buckets.wait(asker) for buckets, asker in limits)
        if wait:
            self._metrics.limited.labels("guesses").inc()
            raise Refusal("rate", "Too many guesses: try again in {retry} s", retry=int(wait) + 1)
        right = await self._passwords.verify(kept, secret)
        moved = table.state.door != door
        if right or moved:
            for buckets, asker in limits:
                buckets.give(asker)
        if moved:
            # The host changed the password meanwhile, or withdrew what it opened: the door as it is now counts.
            return await self.enter(table, who, secret, address)
        if not right:
            raise Refusal("password", "This is not the password of this table")
        return replace(who, entered=True, generation=door)

    async def changed(self, table: Table, who: Who, command: Command) -> Command:
        """A command as the table is given it: of a new password only the hash goes further.

        :raises Refusal: the password is too short or too long, or it was changed too often.
        """
        if command.do != "password":
            return command
        seat = table.current(who).seat
        kept = ""
        if command.secret and (seat is None or seat != table.state.host):
            # Nobody else has work done for nothing: the table refuses what only the host may do.
            kept = UNREAD
        elif command.secret:
            wait = self._changes.wait(table.state.id)
            if wait:
                # Hashing is work, and others wait for the same threads.
                self._metrics.limited.labels("guesses").inc()
                raise Refusal("rate", "Too many requests: try again in {retry} s", retry=int(wait) + 1)
            kept = await self._passwords.hash(command.secret, SHORTEST)
        return msgspec.structs.replace(command, text=kept, secret="")
