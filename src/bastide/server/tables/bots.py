"""The bots at a table: they decide in a thread or, if they search or are plug-ins, in a process of their own.

They answer after a delay in which they seem to think.

A person's seat that, as everybody can see, cannot accept a bot's offer refuses it here too, after the same delay as a
bot's answer (docs/decisions/0042).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import Counter
from typing import Final

from bastide.players import LEVELS
from bastide.server.common.faults import RequestRefused
from bastide.server.common.logs import Fields, mark, write
from bastide.server.common.model import Command
from bastide.server.common.settings import SLOWER
from bastide.server.engine.bot_pool import BotError, Unavailable, in_time
from bastide.server.engine.contained import contained
from bastide.server.engine.interface import BotLike
from bastide.server.log.draft import Who
from bastide.server.log.people import replace_bot
from bastide.server.log.timing import STAND_IN, refuse_offer
from bastide.server.tables.handle import TableHandle

log = logging.getLogger("bastide.bots")

OVERTAKEN: Final = frozenset({"stale", "paused", "token"})
"""Refusals of a bot's decision that only mean that the table has changed meanwhile."""
QUICK: Final = 0.4
"""The delay of a bot's answer in a quick phase (`Engine.quick`), thinking included, as a part of its shortest delay."""
LONGEST: Final = 500
"""The most characters of a decision, as in a command of a person."""
PATIENCE: Final = 3
"""After how many failures in a row the bots wait for the next change of the table."""
FAILURES: Final = 3
"""At which failure of a bot in a game another plays on for it."""


class BotPlayers:
    """Plays the seats of one table that belong to bots or have a stand-in.

    It makes one decision at a time, each a command like those of people.
    """

    def __init__(self, table: TableHandle) -> None:
        self._table = table
        self._bots: dict[int, tuple[tuple[int, str], BotLike]] = {}
        self._failures: Counter[tuple[int, int, int, str]] = Counter()
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
        low, high = delays(self._table)
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
        except BotError as error:
            about["reason"] = error.reason
            write(log, logging.ERROR, "bot failed", **about)
        except Exception as error:
            if isinstance(error, Unavailable):
                about["reason"] = str(error)
            write(log, logging.ERROR, "bot failed", error, **about)
            if isinstance(error, Unavailable) and shared.bot_pool.count:
                # Not its fault.
                return await self._makeshift(seat, version, level)
        self._bots.pop(seat, None)
        player = state.games, seat, state.seats[seat].generation, level
        self._failures[player] += 1
        played = await self._makeshift(seat, version, level)
        if self._failures[player] >= FAILURES and level != STAND_IN:
            write(log, logging.ERROR, "bot replaced", **about)
            # What cannot be stored now is tried again at its next failure.
            with contextlib.suppress(RequestRefused):
                await self._table.do(Who(), late_command(seat), replace_bot(seat, level))
        return played

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

    async def _makeshift(self, seat: int, version: int, failed: str) -> bool:
        """Let `greedy` decide instead of a bot that thinks or is installed no more, or `random` if that fails too or if
        it was one of ours that decides in a thread.

        `random` decides here and not in a thread: if it hangs, so does the room, and the watchdog names it, instead of
        all threads being held in silence.
        """
        own = failed in LEVELS and not self._table.shared.engine.thinks(failed)
        for level in ("random",) if own else (STAND_IN, "random"):
            if self.awaited() != seat:
                # The table has changed while the bot failed.
                return True
            try:
                bot = self._table.shared.engine.bot(level, secrets.randbits(62))
                if level == STAND_IN:
                    text = await self._in_thread(bot, seat)
                else:
                    text = bot.choose(self._game(), seat)
                refusal = await self._play(seat, text, version)
            except Exception as error:
                write(log, logging.ERROR, "makeshift failed", error, table=mark(self._table.state.id), seat=seat)
                continue
            if refusal is None or refusal.code in OVERTAKEN:
                return True
        return False

    async def _choose(self, seat: int, level: str) -> str:
        shared, state = self._table.shared, self._table.state
        if shared.engine.thinks(level):
            return await self._in_process(seat, level)
        player = (state.seats[seat].generation, level)
        known = self._bots.get(seat)
        if known is None or known[0] != player:
            known = self._bots[seat] = (player, shared.engine.bot(level, secrets.randbits(62)))
        return await self._in_thread(known[1], seat)

    async def _in_process(self, seat: int, level: str) -> str:
        shared, state = self._table.shared, self._table.state
        assert state.match is not None
        loop, game = asyncio.get_running_loop(), self._game()
        seed = shared.bot_pool.seed(f"{state.id} {state.games} {seat} {len(state.match.game.decisions)}")
        question = contained()(shared.engine.question)
        half = shared.settings.bot_timeout / 2
        begun = shared.steady()
        try:
            asking = loop.run_in_executor(shared.threads, question, game, level, seat, seed)
            asked = await in_time(asking, begun + half, shared.steady)
        except TimeoutError:
            raise Unavailable("no thread was free to ask") from None
        text = await shared.ask_bot(state.id, level, asked, begun + 2 * half - shared.steady())
        if len(text) > LONGEST:
            raise BotError("answer too long")
        return text

    async def _in_thread(self, bot: BotLike, seat: int) -> str:
        shared = self._table.shared
        # The bot gets a copy: it may try actions, and the table may change meanwhile.
        choose, game = contained()(bot.choose), self._game()
        thought = asyncio.get_running_loop().run_in_executor(shared.threads, choose, game, seat)
        # While the server stands still its bots do too.
        return await in_time(thought, shared.steady() + shared.settings.bot_timeout, shared.steady)

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


def delays(table: TableHandle) -> tuple[float, float]:
    """The shortest and longest time that a bot seems to think at a table, in seconds."""
    low, high = table.shared.settings.bot_delay
    return (SLOWER * low, SLOWER * high) if table.state.slow else (low, high)


def late_command(seat: int) -> Command:
    """A command of the server itself that acts on a seat."""
    return Command(id=f"silent-{secrets.token_hex(8)}", do="play", seat=seat)
