"""Processes in which bots think, so that none of them holds up the server, ends it, or sees what it holds.

A process answers one question at a time. Whatever it sends is only read as data.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import os
import secrets
import signal
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any, Final

import msgspec

from bastide.kernel.errors import ConfigError

LONGEST: Final = 64 * 1024
"""The most bytes of an answer."""
AFTER: Final = 60
"""For how many seconds more than its deadline a decision of a process may take whose server was killed."""
KEPT: Final = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT")
"""The variables of the server that a process gets: those without which a program may not start."""
LAST: Final = 2.0
"""For how many seconds the pool waits for the end of its processes when it is closed."""


class Unavailable(Exception):
    """No process was free in time, or none can be started: not the bot's fault."""


class BotError(Exception):
    """A bot failed in its process, with the reason in a few words; `refused` is why it cannot be loaded."""

    def __init__(self, reason: str, refused: ConfigError | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.refused = refused


class Refusal(msgspec.Struct):
    """Why a bot cannot be loaded: a `ConfigError`."""

    text: str
    values: dict[str, int | str]


class Answer(msgspec.Struct):
    """What a process sends for a question."""

    id: str
    text: str = ""
    error: str = ""
    refused: Refusal | None = None


DECODER: Final = msgspec.json.Decoder(Answer)


class BotProcess:
    """One process. Once a plug-in has run in it, it serves only its `owner`, for a plug-in may stay in memory."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.owner = ""

    @classmethod
    async def start(cls, memory: int) -> BotProcess:
        """Start a process with a limit of memory, in bytes.

        :raises OSError: the system does not start it.
        :raises BotError: it ends by itself.
        """
        # Not the current folder's modules, unless this process has them too.
        path = os.pathsep.join(os.path.abspath(place) for place in sys.path if place)
        found = cls(
            await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "bastide.server.engine.bot_process", str(memory)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                # Without a random hash all processes decide alike.
                env={name: os.environ[name] for name in KEPT if name in os.environ}
                | {"PYTHONPATH": path, "PYTHONHASHSEED": "0"},
                cwd="/",
                limit=LONGEST,
            )
        )
        try:
            await found._line()
        except BaseException:
            found.kill()
            raise
        return found

    @property
    def alive(self) -> bool:
        """Whether it has not ended."""
        return self._process.returncode is None

    async def ask(self, question: Mapping[str, Any]) -> str:
        """The answer to a question.

        :raises BotError: the bot failed, or what came is no answer.
        """
        # What a bot wrote earlier, or another of its threads, does not know the id.
        number = secrets.token_hex(8)
        assert self._process.stdin is not None
        with contextlib.suppress(ConnectionError):
            self._process.stdin.write(json.dumps({**question, "id": number}).encode() + b"\n")
            await self._process.stdin.drain()
        try:
            answer = DECODER.decode(await self._line())
        except msgspec.MsgspecError:
            raise BotError("no answer was read") from None
        if answer.id != number:
            raise BotError("answer to another question")
        if answer.error:
            why = answer.refused
            raise BotError(answer.error[:200], ConfigError(**msgspec.structs.asdict(why)) if why is not None else None)
        return answer.text

    async def _line(self) -> bytes:
        assert self._process.stdout is not None
        try:
            line = await self._process.stdout.readline()
        except ValueError:
            raise BotError("answer too long") from None
        if not line:
            raise BotError("process ended")
        return line

    def kill(self) -> None:
        """End it, with whatever it has started."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        assert self._process.stdin is not None
        self._process.stdin.close()

    async def wait(self) -> None:
        """Wait until it has ended."""
        await self._process.wait()


class BotPool:
    """At most `count` processes, started when they are needed. Who asks first is served first; a table has one question
    at a time.
    """

    def __init__(self, count: int, memory: int, secret: str) -> None:
        self.count = count
        self._memory = memory
        self._secret = secret
        self._turns = asyncio.Semaphore(count)
        self._busy = 0
        self._live: list[BotProcess] = []
        self._idle: list[BotProcess] = []
        self._ending: set[asyncio.Task[None]] = set()
        self._closed = False

    def seed(self, about: str) -> int:
        """The seed of a bot for a decision: the same after a restart, and nobody can guess it."""
        return int.from_bytes(hmac.digest(self._secret.encode(), f"bot {about}".encode(), "sha256")[:7])

    async def ask(self, question: Mapping[str, Any], patience: float, owner: str = "") -> str:
        """The answer of a process to a question of `Engine.question`, or whether its bot can be loaded.

        A process that is cancelled, or fails, is killed. `patience` is for how many seconds one is waited for. `owner`
        is the table for which a plug-in is asked: no other is asked in the same process.

        :raises Unavailable: no process was free in time, or none can be started.
        :raises BotError: the bot failed.
        """
        if not self.count:
            raise Unavailable("this server has no bot processes")
        async with self._process(owner, patience) as process:
            return await process.ask({**question, "seconds": int(2 * patience) + AFTER})

    @contextlib.asynccontextmanager
    async def _process(self, owner: str, patience: float) -> AsyncIterator[BotProcess]:
        async with contextlib.AsyncExitStack() as turn:
            try:
                async with asyncio.timeout(patience):
                    await turn.enter_async_context(self._turns)
                    turn.enter_context(self._counted())
                    process = await self._taken(owner)
            except (TimeoutError, OSError, BotError) as error:
                raise Unavailable("no bot process was free or could be started") from error
            try:
                yield process
            except BaseException:
                self._end(process)
                raise
            self._idle.append(process)

    @contextlib.contextmanager
    def _counted(self) -> Iterator[None]:
        self._busy += 1
        try:
            yield
        finally:
            self._busy -= 1

    async def _taken(self, owner: str) -> BotProcess:
        """A process for this owner; at most as many others run as there are other turns."""
        for process in [each for each in self._idle if not each.alive]:
            self._end(process)
        found = next((each for each in self._idle if each.owner == owner), None)
        found = found or next((each for each in self._idle if not each.owner), None)
        if found is None:
            if len(self._idle) + self._busy > self.count:
                self._end(self._idle[0])
            found = await BotProcess.start(self._memory)
            self._live.append(found)
            if self._closed:
                self._end(found)
                raise BotError("the server ends")
        else:
            self._idle.remove(found)
        found.owner = owner
        return found

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
