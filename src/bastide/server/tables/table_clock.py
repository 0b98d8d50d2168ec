"""The time of a table's clocks: the system's, without the time for which the server or its disk stood still."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bastide.server.tables.handle import TableHandle
from bastide.server.tables.heartbeat import LATE


class TableClock:
    """The current time of one table, in milliseconds since 1970.

    It falls behind the system's time by each stall while a player's clock runs, and catches up when none does. A stall
    is one of the server (`Shared.stood`) or of a command that is being applied: a slow disk holds up those who wait
    for the command.
    """

    def __init__(self, table: TableHandle) -> None:
        self._table = table
        self._offset = table.shared.stood()
        self._began: int | None = None

    def now(self) -> int:
        """The current time: at least that of the last entry, and continuing from there.

        The log may be ahead of this server's clock, if the clock was set back before a restart or the table comes from
        another server. Without the correction the clocks would stand still until system time catches up.
        """
        return self._read() if self._began is None else self._began

    @contextmanager
    def applying(self) -> Iterator[None]:
        """While a command is applied and stored, the time stands; if that did not take long, it counts afterwards."""
        self._began = self._read()
        try:
            yield
        finally:
            began, self._began = self._began, None
            if (took := self._read() - began) > LATE:
                self._offset -= took

    def synchronize(self) -> None:
        """Set the time to that of the last entry, which another server has just stored: its clocks are right."""
        self._offset += self._table.state.at - self._read()

    def _read(self) -> int:
        """The time by the system's clock, without counted stalls."""
        state, shared = self._table.state, self._table.shared
        stood = shared.stood()
        at = shared.now() - stood
        if state.clocks is None or not state.clocks.running:
            self._offset = stood
        self._offset = max(self._offset, state.at - at)
        return at + self._offset
