"""Processes in which bots think, so that none of them holds up the server, ends it, or sees what it holds.

A process answers one question at a time. Whatever it sends is only read as data.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import os
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final, TypeVar
from weakref import WeakValueDictionary

import msgspec

from bastide.kernel.errors import ConfigError
from bastide.server.engine.child import Child, Refusal

T = TypeVar("T")

LONGEST: Final = 64 * 1024
"""The most bytes of an answer."""
AFTER: Final = 60
"""For how many seconds more than its deadline a decision of a process may take whose server was killed."""
LAST: Final = 2.0
"""For how many seconds the pool waits for the end of its processes when it is closed."""
NICE: Final = 10
"""By how much the priority of a process is lower than the server's."""
OWN: Final = 1 / 3
"""Which part of the time for a decision a bot must have had for itself, if it is to have been too slow."""

REST: Final = 5.0
"""Every how many seconds it is looked whether an idle process rests."""
RESTLESS: Final = 0.5
"""The most seconds of processor time that it may take in these, or until it is asked again."""
MANY: Final = 100
"""Of so many threads, and of so many processes that a bot has started, it is looked what they do, and no more."""


class Unavailable(Exception):
    """No process was free in time, or the machine too busy for one: not the bot's fault."""


class BotError(Exception):
    """A bot failed in its process, with the reason in a few words; `refused` is why it cannot be loaded."""

    def __init__(self, reason: str, refused: ConfigError | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.refused = refused


class Ended(BotError):
    """The process ended."""


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """What a process sends for a question: that it has begun, then what was decided."""

    id: str
    begun: bool = False
    text: str = ""
    error: str = ""
    refused: Refusal | None = None


DECODER: Final = msgspec.json.Decoder(Answer)


async def in_time(work: Awaitable[T], due: float, clock: Callable[[], float]) -> T:
    """The result, if it is there before this time of a clock, which may stand now and then.

    :raises TimeoutError: it is not; then the work is cancelled.
    """
    task = asyncio.ensure_future(work)
    try:
        while not task.done():
            # `wait_for` may swallow a cancellation that arrives together with the result; the task would never end.
            # A result that was there in time is read first, also by a server that is late.
            await asyncio.wait([task], timeout=max(0.0, due - clock()))
            if clock() >= due:
                break
        if not task.done():
            raise TimeoutError
        return task.result()
    finally:
        if task.cancel():
            # What it holds is free when this returns.
            await asyncio.wait([task])


class BotProcess:
    """One process. Once a plug-in has run in it, it serves only its `owner`, one bot at one table: a plug-in may stay
    in memory.
    """

    def __init__(self, child: Child) -> None:
        self._child = child
        self.asked = ""
        """The id of the last question."""
        self._own: OwnTime | None = None
        self.owner = ""
        self.rested = 0.0
        """What it had `worked` when it was asked no more."""

    @classmethod
    def start(cls, memory: int) -> BotProcess:
        """Start a process with a limit of memory, in bytes.

        :raises OSError: the system does not start it.
        """
        return cls(Child.start("bastide.server.engine.bot_process", str(memory), limit=LONGEST, nice=NICE))

    async def ready(self, ended: Callable[[], None]) -> None:
        """Wait until it takes questions; `ended` is called when it ends.

        :raises BotError: it ends by itself.
        """
        await self._child.connect(ended)
        await self._line()

    @property
    def number(self) -> int:
        """The number that the system gave it."""
        return self._child.number

    @property
    def alive(self) -> bool:
        """Whether it has not ended."""
        return self._child.alive

    @property
    def died(self) -> bool:
        """Whether it has ended, also if what it has started holds its pipe, or the pipe was not read to its end."""
        return self._child.died

    def waits(self) -> dict[str, float]:
        """For how many seconds each of its threads was to run, but others had the processor; nothing where the system
        does not tell.
        """
        found = {}
        threads = f"/proc/{self.number}/task"
        with contextlib.suppress(OSError):
            for thread in os.listdir(threads)[:MANY]:
                # A thread may have ended meanwhile.
                with (
                    contextlib.suppress(OSError, IndexError, ValueError),
                    open(f"{threads}/{thread}/schedstat", "rb") as file,
                ):
                    found[thread] = int(file.read().split()[1]) / 1e9
        return found

    def worked(self) -> float:
        """The processor time that it has taken with all that it has started, in seconds; 0 where the system does not
        tell.
        """
        ticks = 0
        found = [self.number]
        for number in found:
            # One may have ended meanwhile.
            with contextlib.suppress(OSError, ValueError):
                told = Path(f"/proc/{number}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
                # Its own time, and that of the processes that it has started and waited for.
                ticks += sum(map(int, told[11:15]))
                for thread in os.listdir(f"/proc/{number}/task")[:MANY]:
                    started = Path(f"/proc/{number}/task/{thread}/children").read_text("ascii").split()
                    found += map(int, started[: max(0, MANY - len(found))])
        return ticks / os.sysconf("SC_CLK_TCK")

    async def begin(self, question: Mapping[str, Any], clock: Callable[[], float]) -> None:
        """Ask a question, and wait until the process has begun with it; its own time counts by this clock.

        :raises BotError: it ended, or sent something else.
        """
        # What a bot wrote earlier, or another of its threads, does not know the id.
        self.asked = secrets.token_hex(8)
        self._own = OwnTime(self, clock)
        self._child.send(msgspec.json.encode({**question, "id": self.asked}) + b"\n")
        if not (await self._answer()).begun:
            raise BotError("answer before the question was read")

    def own_time(self) -> float:
        """How many seconds it has had for itself since the last question was sent."""
        return self._own.seconds() if self._own is not None else 0.0

    async def answer(self) -> str:
        """The answer to the question that it has begun with.

        :raises BotError: the bot failed, or what came is no answer.
        """
        answer = await self._answer()
        if answer.error:
            raise BotError(answer.error[:200], answer.refused.error() if answer.refused is not None else None)
        return answer.text

    async def _answer(self) -> Answer:
        try:
            answer = DECODER.decode(await self._line())
        except (msgspec.MsgspecError, ValueError, RecursionError):
            raise BotError("no answer was read") from None
        if answer.id != self.asked:
            raise BotError("answer to another question")
        return answer

    async def _line(self) -> bytes:
        try:
            line = await self._child.line()
        except ValueError:
            raise BotError("answer too long") from None
        if not line:
            raise Ended("process ended")
        return line

    def kill(self) -> None:
        """End it, with whatever it has started."""
        self._child.kill()

    async def wait(self) -> None:
        """Wait until it has ended."""
        await self._child.wait()


class OwnTime:
    """How long a process has had for itself since this was made.

    That is the time by a clock, less the longest that a thread of it has waited for the processor: the others may have
    waited for this thread. It is at least the processor time that it has taken: its threads may be in each other's way.
    """

    def __init__(self, process: BotProcess, clock: Callable[[], float]) -> None:
        self._process = process
        self._clock = clock
        self._begun, self._waits, self._worked = clock(), process.waits(), process.worked()

    def seconds(self) -> float:
        """The seconds until now."""
        waited = max((now - self._waits.get(thread, 0.0) for thread, now in self._process.waits().items()), default=0.0)
        return max(self._clock() - self._begun - waited, self._process.worked() - self._worked)


class BotPool:
    """At most `count` processes, started when they are needed. Who asks first is served first, and each table has one
    question at a time.
    """

    def __init__(self, count: int, memory: int, secret: str) -> None:
        self.count = count
        self._memory = memory
        self._secret = secret
        self._tables: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._turns = asyncio.Semaphore(count)
        self._freed_turn = asyncio.Event()
        self._busy = 0
        self._live: list[BotProcess] = []
        self._idle: list[BotProcess] = []
        self._ending: set[asyncio.Task[None]] = set()
        self._closed = False

    def seed(self, about: str) -> int:
        """The seed of a bot for a decision: the same after a restart, and nobody can guess it."""
        return int.from_bytes(hmac.digest(self._secret.encode(), f"bot {about}".encode(), "sha256")[:7])

    async def warm(self) -> None:
        """Start a process before it is needed, unless there is one: who asks first need not wait for its start."""
        if not self.count or self._live or self._closed:
            return
        # A machine that starts none now may do so later, when one is asked.
        with contextlib.suppress(OSError, BotError):
            async with self._turns:
                with self._counted():
                    process, _ = await self._taken("")
                self._idle.append(process)

    async def ask(
        self,
        question: Mapping[str, Any],
        seconds: float,
        table: str,
        foreign: bool = True,
        clock: Callable[[], float] = time.monotonic,
        last: bool = False,
    ) -> str:
        """The answer of a process to a question of `Engine.question`, or whether its bot can be loaded.

        It is there after so many seconds of the clock, of which at most half are spent before a process has begun with
        the question. A process that fails, or is given up, is killed. If the bot is `foreign`, a plug-in's, no other
        table and no other bot is asked in the same process. A question that comes `last` waits until nobody else does.

        :raises Unavailable: no process was free in time, or none can be started, or the bot had too little time for
            itself, because the machine was busy.
        :raises TimeoutError: the bot was too slow.
        :raises BotError: the bot failed.
        """
        if not self.count:
            raise Unavailable("this server has no bot processes")
        begun = clock()
        due = begun + seconds
        told = {**question, "seconds": int(seconds) + AFTER}
        async with AsyncExitStack() as stack:
            held: list[float] = []
            try:
                beginning = self._begun(stack, told, table, foreign, clock, held, last)
                process = await in_time(beginning, begun + seconds / 2, clock)
            except (TimeoutError, OSError, Ended) as error:
                if foreign and held and held[-1] >= OWN * seconds:
                    # What the bot left behind at its last decision holds the process.
                    raise TimeoutError from None
                raise Unavailable("no bot process was free or could be started") from error
            try:
                return await in_time(process.answer(), due, clock)
            except TimeoutError:
                if process.own_time() < OWN * seconds:
                    raise Unavailable("the machine was too busy") from None
                raise

    async def _begun(
        self,
        stack: AsyncExitStack,
        question: Mapping[str, Any],
        table: str,
        foreign: bool,
        clock: Callable[[], float],
        held: list[float],
        last: bool,
    ) -> BotProcess:
        """A process that has begun with the question; the stack frees it again, or ends it after an error.

        `held` gets the own time of processes that are not new and did not begin.
        """
        # A table's bots do not wait for its hints.
        turn = self._tables.setdefault(f"{table} last" if last else table, asyncio.Lock())
        await stack.enter_async_context(turn)
        while last and self._turns.locked():
            self._freed_turn.clear()
            await self._freed_turn.wait()
        stack.callback(self._freed_turn.set)
        await stack.enter_async_context(self._turns)
        stack.enter_context(self._counted())
        while True:
            # What a bot leaves behind must not see what another is asked, nor spoil its answer.
            process, new = await self._taken(f"{table} {question['level']}" if foreign else "")
            try:
                await process.begin(question, clock)
            except BaseException as error:
                if not new:
                    held.append(process.own_time())
                self._end(process)
                if isinstance(error, Ended) and not new:
                    # It was killed while it was idle.
                    continue
                raise
            stack.enter_context(self._freed(process))
            return process

    @contextlib.contextmanager
    def _freed(self, process: BotProcess) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self._end(process)
            raise
        if process.alive:
            self._idle.append(process)
            if process.owner:
                process.rested = process.worked()
                self._look_again(process)
        else:
            self._end(process)

    def _look_again(self, process: BotProcess) -> None:
        """Look in a while whether a process rests, if it is idle until then."""
        asyncio.get_running_loop().call_later(REST, self._rests, process, process.asked, process.worked())

    def _rests(self, process: BotProcess, asked: str, worked: float) -> None:
        """End an idle process in which a bot computes on: it would take the processor from the bots that are asked.

        End also one that has died without closing its pipe, and what it has started.
        """
        if process not in self._idle or process.asked != asked:
            return
        if process.died or process.worked() - worked > RESTLESS:
            self._end(process)
        else:
            self._look_again(process)

    @contextlib.contextmanager
    def _counted(self) -> Iterator[None]:
        self._busy += 1
        try:
            yield
        finally:
            self._busy -= 1

    async def _taken(self, owner: str) -> tuple[BotProcess, bool]:
        """A process for this owner, and whether it is new; at most as many others run as there are other turns."""
        found = next((each for each in self._idle if each.owner == owner), None)
        if found is not None and owner and found.worked() - found.rested > RESTLESS:
            # A bot that is asked often would leave ever more behind that computes on.
            self._end(found)
            found = None
        found = found or next((each for each in self._idle if not each.owner), None)
        if found is not None:
            self._idle.remove(found)
            found.owner = owner
            return found, False
        if len(self._idle) + self._busy > self.count:
            self._end(self._idle[0])
        if self._closed:
            raise Ended("the server ends")
        found = BotProcess.start(self._memory)
        found.owner = owner
        self._live.append(found)
        try:
            await found.ready(lambda: self._ended(found))
        except BaseException:
            self._end(found)
            raise
        return found, True

    def _ended(self, process: BotProcess) -> None:
        """End an idle process that has closed its pipe, and what it has started; one that is asked tells it itself."""
        if process in self._idle:
            self._end(process)

    def _end(self, process: BotProcess) -> None:
        if process not in self._live:
            # The pool was closed meanwhile.
            return
        process.kill()
        ending = asyncio.create_task(process.wait(), name="bot process")
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)
        self._live.remove(process)
        if process in self._idle:
            self._idle.remove(process)

    async def close(self) -> None:
        """End all processes, and those that are being started."""
        self._closed = True
        for process in list(self._live):
            self._end(process)
        if self._ending:
            await asyncio.wait(self._ending, timeout=LAST)
