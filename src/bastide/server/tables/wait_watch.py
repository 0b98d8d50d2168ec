"""Measures how long a table waits for a person, and appends what follows when that is long enough."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import Final, NamedTuple

from bastide.server.common.faults import RequestRefused
from bastide.server.common.logs import mark, write
from bastide.server.common.model import Ballot, Command, WaitView
from bastide.server.log import votes, waits
from bastide.server.log.draft import Who
from bastide.server.log.waits import Wait
from bastide.server.tables.handle import TableHandle

log = logging.getLogger("bastide.waits")

AGAIN: Final = 2.0
"""After how many seconds an action that changed nothing or could not be stored is tried again."""
GRACE: Final = 60_000
"""For how many milliseconds, at most, those who come back to an old wait go on waiting: the other may come back too."""
LATER: Final = 0.01
"""How many seconds after its time the watch looks: timers may be a little early."""


class _Count(NamedTuple):
    """A wait as it is measured here, in milliseconds of `WaitWatch.now`: since when it counts, and since when somebody
    else has been there all the time. `key` is the wait that it measures."""

    key: tuple[int, int | None]
    begin: int | None
    company: int | None


class WaitWatch:
    """Watches for whom one table waits. Only the owner of the table acts; every server shows the time that is left.

    It also passes on a host who is gone. Nothing happens while nobody else is present.
    """

    def __init__(self, table: TableHandle) -> None:
        self._table = table
        self._counts: dict[int, _Count] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    def look(self) -> None:
        """The table changed: measure its waits, do what is due, and note when to look again."""
        self._cancel()
        if self._table.closed:
            return
        self._counts = {seat: self._count(seat, wait) for seat, wait in self._table.state.waits.items()}
        if self._table.owned and self._task is None:
            due = self._due()
            if due is not None:
                self._task = asyncio.create_task(self._act(*due), name="waits")
                return
        now = self.now()
        ahead = [at - now for seat in self._counts for at in self._moments(seat) if at > now]
        if ahead:
            self._timer = asyncio.get_running_loop().call_later(min(ahead) / 1000 + LATER, self._table.show)

    async def close(self) -> None:
        """Stop; what is being stored is stored."""
        self._cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def now(self) -> int:
        """Milliseconds of a clock that stands while the server stands still."""
        return self._table.shared.now() - self._table.shared.stood()

    def shown(self) -> list[WaitView]:
        """The waits as everybody sees them, with the time that is left now."""
        state, now, gaps = self._table.state, self.now(), self._table.gaps()
        found = []
        for seat, wait in sorted(state.waits.items()):
            at = self._end(seat)
            left = None if at is None or wait.idle or wait.since is None else max(0, at - now)
            soon = left is not None and left <= waits.warning(state.patience) * 1000
            deciding = waits.voters(state, seat, gaps) if wait.idle else []
            eased = wait.eased and not waits.hosting(state)
            found.append(WaitView(seat, left, soon, wait.idle > 0, eased, deciding, ballots(wait)))
        return found

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _count(self, seat: int, wait: Wait) -> _Count:
        """Go on measuring a wait, or begin to."""
        now, known, key = self.now(), self._counts.get(seat), (wait.began, wait.since)
        before = known.company if known is not None else None
        company = self._company(seat, now, before)
        begin = None if company is None else now
        if known is not None and known.key == key:
            begin = begin if known.begin is None or (company is None and wait.since is None) else known.begin
        elif wait.since is not None:
            begin = now - max(0, self._table.now() - wait.since)
        return _Count(key, begin, company)

    def _company(self, seat: int, now: int, before: int | None) -> int | None:
        """Since when somebody else is there who plays and is not idle: the person who is kept waiting.

        They may be disconnected for a moment, as they are while they load the page again to see why nothing happens;
        but a wait begins only while they are connected.
        """
        others = waits.voters(self._table.state, seat, self._table.gaps())
        if not self._table.present.isdisjoint(others):
            return now if before is None else before
        return before if others else None

    def _end(self, seat: int) -> int | None:
        """When the others may decide about a seat; None while nobody waits."""
        count, state = self._counts.get(seat), self._table.state
        wait = state.waits[seat]
        if count is None or count.key != (wait.began, wait.since) or wait.inherited:
            return None
        if count.begin is None or count.company is None:
            return None
        patience = state.patience * 1000
        end = max(count.begin + patience, count.company + min(GRACE, patience))
        return max(end, self.now() + self._on_clock(seat))

    def _on_clock(self, seat: int) -> int:
        """For how many milliseconds a person is left to the clock: one who is present, while it runs."""
        clocks = self._table.state.clocks
        if clocks is None or seat not in self._table.present or seat not in clocks.running:
            return 0
        return clocks.left(seat, self._table.now())

    def _moments(self, seat: int) -> list[int]:
        """When something happens to a wait: it is noted, the person is asked, it is over."""
        end, count, state = self._end(seat), self._counts[seat], self._table.state
        if end is None or count.begin is None or state.waits[seat].idle:
            return []
        noted = max(count.begin + waits.noted(state.patience) * 1000, self.now() + self._on_clock(seat))
        return [noted, end - waits.warning(state.patience) * 1000, end]

    def _due(self) -> tuple[int, votes.Apply] | None:
        """What the owner is to append now, and about which seat."""
        state, now, gaps = self._table.state, self.now(), self._table.gaps()
        host = state.host
        if host is not None and host in gaps and gaps[host].absent and self._company(host, now, None) is not None:
            return host, votes.host_gone
        for seat, wait in state.waits.items():
            begin, end = self._counts[seat].begin, self._end(seat)
            if wait.idle:
                if not waits.hosting(state) and waits.outcome(wait, waits.voters(state, seat, gaps)):
                    return seat, votes.settled(seat, wait.began)
            elif begin is None or end is None:
                continue
            elif wait.since is None:
                if now >= begin + waits.noted(state.patience) * 1000 and not self._on_clock(seat):
                    return seat, votes.noted(seat, wait.began, self._table.now() - (now - begin))
            elif now >= end:
                return seat, votes.expired(seat, wait.began)
        return None

    async def _act(self, seat: int, apply: votes.Apply) -> None:
        """Append what is due."""
        version = self._table.state.version
        command = Command(id=f"wait-{secrets.token_hex(8)}", do="vote", seat=seat)
        try:
            await self._table.do(Who(), command, apply)
        except RequestRefused as refusal:
            write(log, logging.WARNING, "wait not acted on", table=mark(self._table.state.id), reason=refusal.code)
        if self._table.state.version == version:
            await asyncio.sleep(AGAIN)
        self._task = None
        self.look()


def ballots(wait: Wait) -> list[Ballot]:
    """The votes about a seat, by seat."""
    return [Ballot(seat, way) for seat, way in sorted(wait.votes.items())]
