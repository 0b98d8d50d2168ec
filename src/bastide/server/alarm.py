"""The alarm of one table with clocks: wakes when the next time runs out, and has done what the table agreed on."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING, Final

from bastide.server import timing
from bastide.server.commands import Draft, Outcome, Who
from bastide.server.faults import Refusal
from bastide.server.logs import mark, write
from bastide.server.model import Command

if TYPE_CHECKING:
    from bastide.server.table import Table

log = logging.getLogger("bastide.clock")

AGAIN: Final = 1.0
"""After how many seconds the alarm tries again what could not be stored; after twice as long each further time."""
SELDOM: Final = 16.0
"""How long it waits at most."""


class Alarm:
    """Looks after the clocks of one table. What it does goes through the table's queue like any other command.

    Nothing is done while nobody who sits there is connected: whoever comes first finds the table as it was left.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._call = asyncio.Event()
        self._call.set()
        self._done: tuple[int, bool, tuple[int, ...]] = (0, False, ())
        self._failed = False
        self._task = asyncio.create_task(self._run(), name="alarm")

    def wake(self) -> None:
        """The table changed: look when the next time runs out."""
        self._call.set()

    async def close(self) -> None:
        """Stop; what is being stored is stored."""
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
                # Whatever calls meanwhile, also what was shown just now: a store that fails is not asked all the time.
                await asyncio.sleep(min(SELDOM, AGAIN * 2 ** min(failures, 9)))
                failures += 1
            else:
                failures = 0

    async def _look(self) -> float | None:
        """Do what is due. In how many seconds to look again; None for when the table changes."""
        table = self._table
        state = table.state
        self._failed = False
        if table.stalled and table.sharing.owned:
            try:
                await table.recover()
            except Refusal:
                self._failed = True
                return 0.0
            state = table.state
        if state.clocks is None:
            return None
        at = table.now()
        late = tuple(state.clocks.late(at))
        now = (state.version, table.attended and table.sharing.owned, late)
        if late and now != self._done:
            self._done = now
            # Everybody sees that time is up, whatever comes of it.
            table.show()
            if table.attended and table.sharing.owned:
                try:
                    for seat in late:
                        await self._late(seat)
                except Refusal as refusal:
                    write(log, logging.WARNING, "time not acted on", table=mark(state.id), reason=refusal.code)
                    self._done = (0, False, ())
                    self._failed = True
                    return 0.0
        due = table.state.clocks.due(table.now()) if table.state.clocks is not None else None
        return None if due is None else due / 1000

    async def _late(self, seat: int) -> None:
        def carry(draft: Draft, who: Who, command: Command) -> Outcome:
            timing.late(draft, seat)
            return Outcome(draft.state.version)

        await self._table.do(Who(), Command(id=f"late-{secrets.token_hex(8)}", do="play", seat=seat), carry)
