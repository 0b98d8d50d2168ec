"""Hints for the people at one table: worked out in a bot process, kept in memory, and shown to the seat that asked.

A hint belongs to one position and one person: with the next move it is gone. Nothing of it is stored.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from typing import Final, NamedTuple

from bastide.kernel.errors import quote
from bastide.server.common.faults import RequestRefused
from bastide.server.common.limits import Buckets
from bastide.server.common.logs import mark, write
from bastide.server.common.model import HintView
from bastide.server.engine.bot_pool import BotError, Unavailable, in_time
from bastide.server.engine.contained import contained
from bastide.server.log import timing
from bastide.server.log.checks import STAGES, check_version
from bastide.server.log.draft import Who
from bastide.server.tables.handle import TableHandle
from bastide.view.hints import Hints

log = logging.getLogger("bastide.hints")

LEVEL: Final = "strong"
"""The level whose search works out a hint."""


class Moment(NamedTuple):
    """A position of a seat's person: the game, the version of its last change, the seat's generation."""

    game: int
    moved: int
    generation: int


class HintDesk:
    """The hints of one table. `tell(seat)` is called when there is something new to show to a seat."""

    def __init__(self, table: TableHandle, tell: Callable[[int], None]) -> None:
        settings = table.shared.settings
        self._table = table
        self._tell = tell
        self._found: dict[int, tuple[Moment, Hints]] = {}
        self._asking: dict[int, tuple[Moment, asyncio.Task[None]]] = {}
        self._asked: Counter[tuple[int, int, int]] = Counter()
        self._rates = Buckets(settings.hint_rate, settings.hint_burst)

    def may(self, seat: int | None) -> bool:
        """Whether a seat may ask at this table: where no other person plays, or where the table allows it; in no
        rated game."""
        state = self._table.state
        if seat is None or state.match is None or state.stage != "playing" or state.rated:
            return False
        return state.hints or all(chair.kind == "bot" for n, chair in enumerate(state.seats) if n != seat)

    def shown(self, seat: int | None) -> HintView | None:
        """What a seat is shown of hints; None where it may not ask."""
        if seat is None or not self.may(seat):
            return None
        found = self._found.get(seat)
        return HintView(self._left(seat), found[1] if found is not None and found[0] == self._moment(seat) else None)

    async def ask(self, who: Who, version: int | None) -> None:
        """Work out a hint for a seat, unless it has one for this position.

        :raises RequestRefused: it may not ask, or not now, or there is no hint.
        """
        seat = self._check(who, version)
        moment = self._moment(seat)
        found = self._found.get(seat)
        if found is not None and found[0] == moment:
            return
        asking = self._asking.get(seat)
        if asking is None or asking[0] != moment:
            self._count(seat)
            task = asyncio.create_task(self._work(seat, moment), name="hint")
            # Who asked may be gone when it fails.
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
            asking = self._asking[seat] = moment, task
        try:
            await asyncio.shield(asking[1])
        finally:
            if asking[1].done() and self._asking.get(seat) == asking:
                del self._asking[seat]

    async def close(self) -> None:
        """Give up what is being worked out."""
        tasks = [task for _, task in self._asking.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _check(self, who: Who, version: int | None) -> int:
        """The seat that asks, if it may do so now.

        :raises RequestRefused: it may not.
        """
        state, seat = self._table.state, who.seat
        if seat is None:
            raise RequestRefused(
                "spectator", "You watch this table: take a seat before you {input}", input=quote("hint")
            )
        if state.match is None or state.stage != "playing":
            raise RequestRefused("stage", STAGES[state.stage], input=quote("hint"))
        timing.check_running(state)
        if state.seats[seat].level:
            raise RequestRefused("stand-in", "A bot plays for you now: take your seat back first")
        if state.rated:
            raise RequestRefused("hint", "There are no hints in a rated game")
        if not self.may(seat):
            raise RequestRefused("hint", "There are no hints where several people play, unless the table was made so")
        if not self._table.shared.bot_pool.count:
            raise RequestRefused(
                "hint", "This server has no processes in which bots think, so nobody works out a hint here"
            )
        check_version(state, version, state.moved)
        if seat not in state.match.free():
            raise RequestRefused("turn", "A hint is for what you have to decide, and nobody waits for you now")
        return seat

    def _count(self, seat: int) -> None:
        """Count a hint that is worked out.

        :raises RequestRefused: the seat has had enough of them, in this game or just now.
        """
        if not self._left(seat):
            limit = self._table.shared.settings.hint_limit
            raise RequestRefused("hint", "There are no more hints in this game: the limit is {limit}", limit=limit)
        generation = self._table.state.seats[seat].generation
        wait = self._rates.wait(f"{seat}.{generation}")
        if wait:
            raise RequestRefused("rate", "Too many requests: try again in {retry} s", retry=int(wait) + 1)
        self._asked[self._player(seat)] += 1

    def _left(self, seat: int) -> int:
        return max(0, self._table.shared.settings.hint_limit - self._asked[self._player(seat)])

    def _player(self, seat: int) -> tuple[int, int, int]:
        state = self._table.state
        return state.games, seat, state.seats[seat].generation

    def _moment(self, seat: int) -> Moment:
        state = self._table.state
        return Moment(state.games, state.moved, state.seats[seat].generation)

    async def _work(self, seat: int, moment: Moment) -> None:
        """Work out a hint, and show it if the position is still the same."""
        shared, state = self._table.shared, self._table.state
        assert state.match is not None
        try:
            told = await self._told(seat)
        except (TimeoutError, Unavailable):
            raise RequestRefused("busy", "No hint was ready in time; ask again in a moment") from None
        except BotError as error:
            write(log, logging.ERROR, "hint failed", table=mark(state.id), seat=seat, reason=error.reason)
            raise RequestRefused("hint", "There is no hint for this position") from None
        state = self._table.state
        if self._moment(seat) != moment or state.match is None:
            return
        with contained():
            self._found[seat] = moment, shared.engine.advised(state.match.game, seat, told)
        # The answer to who asked comes before what it shows.
        asyncio.get_running_loop().call_soon(self._tell, seat)

    async def _told(self, seat: int) -> str:
        """What a bot process says about the position, as the seat sees it."""
        shared, state = self._table.shared, self._table.state
        assert state.match is not None
        # Its simulations take less than a second; but a process may have to be started first, or bots be waited for.
        due = shared.steady() + shared.settings.bot_timeout
        # Asked again at the same position, the search draws the same numbers.
        seed = shared.bot_pool.seed(f"hint {state.id} {state.games} {seat} {len(state.match.game.decisions)}")
        question, game = contained()(shared.engine.question), state.match.game.copy()
        asking = asyncio.get_running_loop().run_in_executor(shared.threads, question, game, LEVEL, seat, seed)
        asked = {**await in_time(asking, due, shared.steady), "hint": True}
        return await shared.ask_bot(state.id, LEVEL, asked, due - shared.steady(), last=True)
