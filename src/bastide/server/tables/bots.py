"""The bots at a table: they decide in a thread, after a delay in which they seem to think.

A person's seat that, as everybody can see, cannot accept a bot's offer refuses it here too, after the same delay as a
bot's answer (docs/decisions/0042).
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import Final

from bastide.server.common.faults import RequestRefused
from bastide.server.common.logs import Fields, mark, write
from bastide.server.common.model import Command
from bastide.server.engine.contained import contained
from bastide.server.engine.interface import BotLike
from bastide.server.log.draft import Who
from bastide.server.log.timing import refuse_offer
from bastide.server.tables.handle import TableHandle

log = logging.getLogger("bastide.bots")

OVERTAKEN: Final = frozenset({"stale", "paused", "token"})
"""Refusals of a bot's decision that only mean that the table has changed meanwhile."""
QUICK: Final = 0.4
"""The delay of a bot's answer in a quick phase (`Engine.quick`), thinking included, as a part of its shortest delay."""
PATIENCE: Final = 3
"""After how many failures in a row the bots wait for the next change of the table."""


class BotPlayers:
    """Plays the seats of one table that belong to bots or have a stand-in.

    It makes one decision at a time, each a command like those of people.
    """

    def __init__(self, table: TableHandle) -> None:
        self._table = table
        self._bots: dict[int, tuple[tuple[int, str], BotLike]] = {}
        self._call = asyncio.Event()
        self._call.set()
        self._task = asyncio.create_task(self._run(), name="bots")

    def wake(self) -> None:
        """The table changed: check whether a bot must act."""
        self._call.set()

    @property
    def thinking(self) -> bool:
        """Whether a bot must act."""
        return self.awaited() is not None

    @contained()
    def awaited(self) -> int | None:
        """The seat to act for now: a bot's that the game waits for, or that may act when nobody must; or a person's
        that can only refuse.
        """
        match = self._table.state.match
        if match is None or match.over or match.chance or self._table.state.paused is not None:
            return None
        if not self._table.owned:
            return None
        unable = self._unable()
        for seat in match.game.actors or match.game.optional:
            if self._table.state.seats[seat].level or seat in unable:
                return seat
        return None

    def _unable(self) -> frozenset[int]:
        """The people's seats that everybody can see cannot accept the offer that a bot has made them."""
        state = self._table.state
        if state.match is None or not state.has_bots:
            return frozenset()
        asked = self._table.shared.engine.open_offer(state.match.game)
        if asked is None or not state.seats[asked.seat].level or not self._table.attended:
            return frozenset()
        return frozenset(seat for seat in asked.unable if state.seats[seat].kind == "person")

    async def close(self) -> None:
        """Stop; a decision that is being stored is stored."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        failures = 0
        while True:
            await self._call.wait()
            self._call.clear()
            while (seat := self.awaited()) is not None and failures < PATIENCE:
                with contained():
                    failures = 0 if await self._act(seat) else failures + 1
            failures = 0

    async def _act(self, seat: int) -> bool:
        """Let one bot make one decision; return whether all went well."""
        shared = self._table.shared
        low, high = shared.settings.bot_delay
        match = self._table.state.match
        assert match is not None
        quick = shared.engine.quick(match.game)
        delay = low * QUICK if quick else shared.rng.uniform(low, high)
        # Thinking takes longer with more to choose from. Where that would reveal the hand, it is part of the delay.
        asked = shared.engine.open_offer(match.game)
        answers = quick or (asked is not None and seat in asked.waiting)
        if asked is not None and not self._table.state.seats[seat].level:
            return await self._refuse(seat, delay, asked.number)
        if not answers:
            await asyncio.sleep(delay)
        state = self._table.state
        if self.awaited() != seat or state.match is None:
            return True
        version = state.version
        level = state.seats[seat].level
        about: Fields = {"table": mark(state.id), "seat": seat, "bot": level}
        try:
            text, _ = await asyncio.gather(self._choose(seat, level), asyncio.sleep(delay if answers else 0))
            refusal = await self._play(seat, text, version)
            if refusal is None or refusal.code in OVERTAKEN:
                return True
            about["reason"] = refusal.code
            write(log, logging.ERROR, "bot refused", **about)
        except TimeoutError:
            write(log, logging.ERROR, "bot too slow", **about)
        except Exception as error:
            write(log, logging.ERROR, "bot failed", error, **about)
        self._bots.pop(seat, None)
        return await self._makeshift(seat, version)

    async def _refuse(self, seat: int, delay: float, offer: int) -> bool:
        """Refuse an offer for a person who cannot accept it, unless they answer before the delay is over."""
        await asyncio.sleep(delay)
        try:
            await self._table.do(Who(), late_command(seat), refuse_offer(seat, offer))
        except RequestRefused as refusal:
            if refusal.code in OVERTAKEN:
                return True
            write(log, logging.WARNING, "offer not refused", table=mark(self._table.state.id), reason=refusal.code)
            return False
        return True

    async def _makeshift(self, seat: int, version: int) -> bool:
        """Play a random legal action instead: better than a table that stands still."""
        try:
            game = self._game()
            bot = self._table.shared.engine.bot("random", secrets.randbits(62))
            refusal = await self._play(seat, bot.choose(game, seat), version)
        except Exception as error:
            write(log, logging.ERROR, "makeshift failed", error, table=mark(self._table.state.id), seat=seat)
            return False
        return refusal is None or refusal.code in OVERTAKEN

    async def _choose(self, seat: int, level: str) -> str:
        shared = self._table.shared
        player = (self._table.state.seats[seat].generation, level)
        known = self._bots.get(seat)
        if known is None or known[0] != player:
            known = self._bots[seat] = (player, shared.engine.bot(level, secrets.randbits(62)))
        loop = asyncio.get_running_loop()
        # The bot gets a copy: it may try actions, and the table may change meanwhile.
        thought = loop.run_in_executor(shared.threads, contained()(known[1].choose), self._game(), seat)
        # While the server stands still its bots do too.
        due = shared.steady() + shared.settings.bot_timeout
        try:
            # `wait_for` may swallow a cancellation that arrives together with the result; the task would never end.
            while not thought.done() and (left := due - shared.steady()) > 0:
                await asyncio.wait([thought], timeout=left)
            if not thought.done():
                raise TimeoutError
            return thought.result()
        finally:
            thought.cancel()

    def _game(self) -> object:
        match = self._table.state.match
        assert match is not None
        return match.game.copy()

    async def _play(self, seat: int, text: str, version: int) -> RequestRefused | None:
        who = Who(seat, self._table.state.seats[seat].generation, bot=True)
        command = Command(id=f"bot-{secrets.token_hex(8)}", do="play", text=text, version=version)
        try:
            await self._table.do(who, command)
        except RequestRefused as refusal:
            return refusal
        return None


def late_command(seat: int) -> Command:
    """The command of the server itself to refuse an offer for a seat."""
    return Command(id=f"silent-{secrets.token_hex(8)}", do="play", seat=seat)
