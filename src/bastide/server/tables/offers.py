"""Closes a bot's offer after its time: a seat that has not answered by then refuses (docs/decisions/0042)."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from bastide.server.common.faults import RequestRefused
from bastide.server.common.logs import mark, write
from bastide.server.log.draft import Who
from bastide.server.log.timing import refuse_offer
from bastide.server.tables.bots import late_command
from bastide.server.tables.handle import TableHandle

log = logging.getLogger("bastide.offers")

AGAIN: Final = 2.0
"""After how many seconds a refusal that could not be stored is tried again."""


class OfferCloser:
    """Watches the offers of the bots at one table.

    A person's offer stands until that person closes it: its maker is there to withdraw it. Nothing happens during a
    pause, or while no seated person is connected; the time begins anew afterwards.
    """

    def __init__(self, table: TableHandle) -> None:
        self._table = table
        self._offer: int | None = None
        self._due = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    def look(self) -> None:
        """The table changed: note when the offer on it closes."""
        table, state = self._table, self._table.state
        self._cancel()
        asked = None
        running = state.match is not None and state.paused is None and not table.closed
        # Only a bot's offer closes by itself.
        if running and state.has_bots and table.owned and table.attended:
            assert state.match is not None
            asked = table.shared.engine.open_offer(state.match.game)
        if asked is None or not state.seats[asked.seat].level:
            self._offer = None
            return
        if asked.number != self._offer:
            self._offer = asked.number
            self._due = table.shared.steady() + table.shared.settings.offer_time
        wait = max(0.0, self._due - table.shared.steady())
        self._timer = asyncio.get_running_loop().call_later(wait, self._ring)

    async def close(self) -> None:
        """Stop; a refusal that is being stored is stored."""
        self._cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ring(self) -> None:
        if self._due > self._table.shared.steady():
            # The server stood still, and the people asked had not all of their time.
            self.look()
            return
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._refuse(), name="offers")

    async def _refuse(self) -> None:
        """Refuse for every person who has not answered."""
        table, state, offer = self._table, self._table.state, self._offer
        asked = None if state.match is None else table.shared.engine.open_offer(state.match.game)
        if asked is None or offer is None or asked.number != offer:
            return
        for seat in asked.waiting:
            if state.seats[seat].level:
                continue
            try:
                await table.do(Who(), late_command(seat), refuse_offer(seat, offer))
            except RequestRefused as refusal:
                write(log, logging.WARNING, "offer not closed", table=mark(state.id), reason=refusal.code)
                self._due = table.shared.steady() + AGAIN
                asyncio.get_running_loop().call_soon(self.look)
                return
