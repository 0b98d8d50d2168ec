"""The timer of a table with clocks: wakes when the next clock runs out, and has the table act on it."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import Final

from bastide.server.common.faults import RequestRefused
from bastide.server.common.logs import mark, write
from bastide.server.common.model import Command
from bastide.server.log import timing
from bastide.server.log.draft import Draft, Outcome, Who
from bastide.server.tables.handle import TableHandle

log = logging.getLogger("bastide.clock")

AGAIN: Final = 1.0
"""After how many seconds a failed action is retried; the delay doubles each time."""
SELDOM: Final = 16.0
"""The longest delay."""
SOON: Final = 0.02
"""The shortest time in seconds between two looks: clocks that stand still do not run out."""


class Alarm:
    """Watches the clocks of one table. Its actions go through the table's queue like any other command.

    Nothing happens while no seated person is connected: the first to return finds the table unchanged.
    """

    def __init__(self, table: TableHandle) -> None:
        self._table = table
        self._call = asyncio.Event()
        self._call.set()
        self._done: tuple[int, bool, tuple[int, ...]] = (0, False, ())
        self._failed = False
        self._task = asyncio.create_task(self._run(), name="alarm")

    def wake(self) -> None:
        """The table changed: check when the next clock runs out."""
        self._call.set()

    async def close(self) -> None:
        """Stop; an action that is being stored is stored."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        wait: float | None = 0.0
        failures = 0
        while True:
            try:
                async with asyncio.timeout(wait):
                    await self._call.wait()
            except TimeoutError:
                pass
            self._call.clear()
            wait = await self._look()
            if self._failed:
                # Delay even if woken meanwhile, for example by the display update: a failing store must not be
                # hammered.
                await asyncio.sleep(min(SELDOM, AGAIN * 2 ** min(failures, 9)))
                failures += 1
            else:
                failures = 0

    async def _look(self) -> float | None:
        """Do what is due. Return in how many seconds to look again; None means when the table changes."""
        table = self._table
        state = table.state
        self._failed = False
        if table.stalled and table.owned:
            try:
                await table.recover()
            except RequestRefused:
                self._failed = True
                return 0.0
            state = table.state
        if state.clocks is None:
            return None
        at = table.now()
        late = tuple(state.clocks.late(at))
        now = (state.version, table.attended and table.owned, late)
        if late and now != self._done:
            self._done = now
            # Show that time is up, whatever happens next.
            table.show()
            if table.attended and table.owned:
                try:
                    for seat in late:
                        await self._late(seat)
                except RequestRefused as refusal:
                    write(log, logging.WARNING, "time not acted on", table=mark(state.id), reason=refusal.code)
                    self._done = (0, False, ())
                    self._failed = True
                    return 0.0
        due = table.state.clocks.due(table.now()) if table.state.clocks is not None else None
        return None if due is None else max(SOON, due / 1000)

    async def _late(self, seat: int) -> None:
        def apply(draft: Draft, who: Who, command: Command) -> Outcome:
            timing.late(draft, seat)
            return Outcome(draft.state.version)

        await self._table.do(Who(), Command(id=f"late-{secrets.token_hex(8)}", do="play", seat=seat), apply)
