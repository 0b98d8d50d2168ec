"""The interface through which the helpers of a table (bots, alarm, snapshots, sharing) use that table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from bastide.server.common.model import Command
from bastide.server.log.commands import apply_command
from bastide.server.log.draft import Draft, Outcome, Who
from bastide.server.log.ownership import Connected
from bastide.server.log.state import Gap, TableState
from bastide.server.tables.shared import Shared


class TableHandle(Protocol):
    """A table as its helpers see it; `Table` implements it.

    The helpers know this interface and not `Table`, which makes them: otherwise they and the table would import each
    other.
    """

    shared: Shared
    state: TableState
    closed: bool

    @property
    def owned(self) -> bool:
        """Whether this server owns the table."""
        ...

    @property
    def attended(self) -> bool:
        """Whether a seated person is connected, to any server."""
        ...

    @property
    def present(self) -> frozenset[int]:
        """The seats whose people are connected, to any server."""
        ...

    def gaps(self) -> dict[int, Gap]:
        """The seats of disconnected people."""
        ...

    @property
    def watched(self) -> bool:
        """Whether a reader is connected to this server."""
        ...

    @property
    def connected(self) -> Connected:
        """Who is connected to this server."""
        ...

    @property
    def stalled(self) -> bool:
        """Whether the last attempt to store the table failed."""
        ...

    async def do(
        self, who: Who, command: Command, apply: Callable[[Draft, Who, Command], Outcome] = apply_command
    ) -> Outcome:
        """Carry out a command; it is on disk when this returns."""
        ...

    def now(self) -> int:
        """The current time for this table's clocks."""
        ...

    def synchronize(self) -> None:
        """Another server has just stored the last entry: set the clock to its time."""
        ...

    def show(self) -> None:
        """Send every reader the table again."""
        ...

    def announce(self) -> None:
        """Tell readers what was stored since they were last told."""
        ...

    async def came_back(self, *, at_once: bool = False) -> None:
        """Record that the table is back, so that the time before counts for no clock."""
        ...

    async def recover(self) -> None:
        """Try to store a stalled table again."""
        ...
