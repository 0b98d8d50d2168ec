"""A command in the queue of a table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from bastide.server.common.model import Command
from bastide.server.log.commands import apply_command
from bastide.server.log.draft import Draft, Outcome, Who


class QueuedCommand(NamedTuple):
    """A command in the queue of a table: its author, the function that applies it, and when it arrived.

    `at` is the time that the clocks use: waiting in the queue costs nobody any time.
    """

    who: Who
    command: Command
    apply: Callable[[Draft, Who, Command], Outcome]
    future: asyncio.Future[Outcome]
    received: float
    at: int

    @property
    def from_client(self) -> bool:
        """Whether a client sent the command, and not the server itself."""
        return self.apply is apply_command and not self.who.bot
