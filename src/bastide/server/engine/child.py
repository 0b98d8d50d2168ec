"""A process that the server starts for code of others: it inherits nothing, and ends with all that it has started."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from bastide.kernel.errors import ConfigError

KEPT: Final = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT")
"""The variables of the server that a process gets: those without which a program may not start."""
OFTEN: Final = 0.01
"""Every how many seconds it is looked whether a killed process has ended."""

VALUE: Final = 500
"""The most characters of a value in an error."""
SENTENCE: Final = 2000
"""The most characters of its sentence, in which a value may stand often."""


class Refusal(msgspec.Struct, forbid_unknown_fields=True):
    """A `ConfigError` as a process tells it."""

    text: Annotated[str, Meta(max_length=SENTENCE)]
    values: Annotated[
        dict[
            Annotated[str, Meta(max_length=40)],
            Annotated[int, Meta(ge=-(10**9), le=10**9)] | Annotated[str, Meta(max_length=VALUE)],
        ],
        Meta(max_length=20),
    ]
    rule: Annotated[str, Meta(max_length=40)] = ""

    @classmethod
    def of(cls, error: ConfigError) -> Refusal:
        """The error, with nothing that is too long."""
        values = {name: value if isinstance(value, int) else value[:VALUE] for name, value in error.values.items()}
        return cls(error.text[:SENTENCE], values, error.rule)

    def error(self) -> ConfigError:
        """The error."""
        text = self.text
        return ConfigError(text, self.values, self.rule)


class Lines(asyncio.StreamReaderProtocol):
    """Feeds a reader, and calls `ended` when no more will come."""

    def __init__(self, reader: asyncio.StreamReader, ended: Callable[[], None]) -> None:
        super().__init__(reader)
        self._ended = ended

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        super().connection_lost(exc)
        self._ended()


class Child:
    """A Python process that runs a module, in a group of its own; the server writes to it, and reads its lines.

    Nobody else waits for it, so its number, and that of its group, stay its own until `wait`: no other process can be
    killed in its place, also if it ended long ago.
    """

    def __init__(self, process: subprocess.Popen[bytes], limit: int) -> None:
        self._process = process
        self._reader = asyncio.StreamReader(limit=limit)
        self._read: asyncio.ReadTransport | None = None
        self._write: asyncio.WriteTransport | None = None

    @classmethod
    def start(cls, module: str, *arguments: str, limit: int, nice: int = 0) -> Child:
        """Start one, whose priority is so much lower than the server's; `limit` is the most bytes of a line.

        :raises OSError: the system does not start it.
        """
        # Not the current folder's modules, unless this process has them too.
        path = os.pathsep.join(os.path.abspath(place) for place in sys.path if place)
        process = subprocess.Popen(
            (sys.executable, "-P", "-m", module, *arguments),
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # Without a random hash all processes decide alike.
            env={name: os.environ[name] for name in KEPT if name in os.environ}
            | {"PYTHONPATH": path, "PYTHONHASHSEED": "0"},
            cwd="/",
            # Not a session: that would have a share of the processor like the server's, whatever its priority.
            process_group=0,
        )
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process.pid, min(19, os.getpriority(os.PRIO_PROCESS, 0) + nice))
            # A limit of memory counts neither what it shares nor what it starts: Linux ends it before the server.
            Path(f"/proc/{process.pid}/oom_score_adj").write_text("1000", "ascii")
        return cls(process, limit)

    async def connect(self, ended: Callable[[], None] = lambda: None) -> None:
        """Begin to read and write; `ended` is called when it has closed its end, or it is killed."""
        loop, process = asyncio.get_running_loop(), self._process
        self._read, _ = await loop.connect_read_pipe(lambda: Lines(self._reader, ended), process.stdout)
        self._write, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, process.stdin)

    @property
    def number(self) -> int:
        """The number that the system gave it."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it may still write."""
        return self._read is not None and not self._read.is_closing()

    @property
    def died(self) -> bool:
        """Whether it has ended, where the system tells without taking its number from it."""
        return self._process.returncode is not None or (
            hasattr(os, "waitid")
            and os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        )

    def send(self, data: bytes, last: bool = False) -> None:
        """Write to it, as soon as it reads; after the `last` it reads the end."""
        assert self._write is not None
        self._write.write(data)
        if last:
            self._write.write_eof()

    async def line(self) -> bytes:
        """The next line; empty if it has ended.

        :raises ValueError: the line is too long.
        """
        return await self._reader.readline()

    def kill(self) -> None:
        """End it, with whatever it has started in its group."""
        if self._process.returncode is None:
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
            # It may have left its group.
            self._process.kill()
        for pipe, end in ((self._process.stdin, self._write), (self._process.stdout, self._read)):
            if end is None and pipe is not None:
                pipe.close()
            elif isinstance(end, asyncio.WriteTransport) and not end.is_closing():
                end.abort()
            elif isinstance(end, asyncio.ReadTransport):
                end.close()

    async def wait(self) -> None:
        """Wait until it has ended, once it was killed."""
        while self._process.poll() is None:
            await asyncio.sleep(OFTEN)
