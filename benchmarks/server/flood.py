"""One address that costs the server as much as its default limits allow, in a process of its own.

Reads its task as JSON from stdin, and writes its counts to stdout.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from bastide.server.common.model import Command
from bastide.server.common.settings import Settings
from benchmarks.server.load import LANGUAGES

LIMITS: Final = Settings()
PLAIN: Final = ("/rules", "/js/table.js")
"""Pages and files that are asked for without a table."""
ASKERS: Final = 16
"""How many requests for them are on their way at any time."""
READERS: Final = 40
"""How many sockets ask what is new: enough to use up the messages of an address at the rate of each."""


class Flood(msgspec.Struct):
    """The task: what to do (`pages`, `seen`, `plain`, `chat`), where (id and tokens), from where, how long."""

    port: int
    kinds: list[str]
    tables: list[list[str]]
    address: str = "127.0.0.2"
    seconds: float = 30.0


class Flooding:
    """The requests of the address, and what it was answered."""

    def __init__(self, task: Flood) -> None:
        self.task = task
        self.counts: Counter[str] = Counter()
        self.size = 0
        self._numbers = itertools.count()

    async def run(self) -> None:
        """Do the worst for the given time."""
        kinds: dict[str, Callable[[], Coroutine[None, None, None]]] = {
            "pages": self.pages,
            "seen": self.seen,
            "plain": self.plain,
            "chat": self.chat,
        }
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.task.seconds), asyncio.TaskGroup() as group:
                for kind in self.task.kinds:
                    group.create_task(kinds[kind]())

    async def pages(self) -> None:
        """Open pages of tables: as many at once as the limit allows, then at its rate."""
        async with asyncio.TaskGroup() as group:
            async for number in paced(LIMITS.address_rate, LIMITS.address_burst):
                group.create_task(self.page(number))

    async def page(self, number: int) -> None:
        """Open the page of a seat."""
        table, *tokens = self.task.tables[number % len(self.task.tables)]
        language, token = LANGUAGES[number // 2 % 2], tokens[number % len(tokens)]
        await self.get("pages", f"/t/{table}?lang={language}", f"authorization: Bearer {token}\r\n")

    async def plain(self) -> None:
        """Ask for pages and files without a table, each as soon as the one before has come."""
        async with asyncio.TaskGroup() as group:
            for number in range(ASKERS):
                group.create_task(self.asker(PLAIN[number % len(PLAIN)]))

    async def asker(self, path: str) -> None:
        """One of these requests after the other."""
        while True:
            await self.get(path, path)

    async def get(self, what: str, path: str, headers: str = "") -> None:
        """Make one request on a connection of its own, and count the answer."""
        ask = f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n{headers}"
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.task.port, limit=2**20, local_addr=(self.task.address, 0)
        )
        try:
            writer.write(f"{ask}connection: close\r\n\r\n".encode())
            text = await reader.read(-1)
        finally:
            writer.close()
        self.counts[f"{what} {text[9:12].decode()}"] += 1
        self.size += len(text)

    async def seen(self) -> None:
        """Ask on many sockets for whole tables, each time without other panels: no rendering can be reused."""
        async with asyncio.TaskGroup() as group:
            for number in range(READERS):
                group.create_task(self.reader(number))

    async def reader(self, number: int) -> None:
        """One of these sockets."""
        rate = min(LIMITS.seen_rate, 8 * LIMITS.message_rate / READERS)
        async with self.socket(number) as line:
            async for _ in paced(rate, LIMITS.seen_burst):
                unseen = f"none-of-them-{next(self._numbers)}"
                command = Command(f"{number}-{next(self._numbers):012d}", "seen", unseen, version=0)
                await line.send(msgspec.json.encode(command).decode())
                self.counts["seen asked"] += 1

    async def chat(self) -> None:
        """Talk at all tables, each of which is shown on as many sockets as an address may open, each time apart."""
        async with asyncio.TaskGroup() as group:
            for number in range(LIMITS.address_connections):
                group.create_task(self.talker(number))

    async def talker(self, number: int) -> None:
        """One of these sockets."""
        rate = 8 * LIMITS.message_rate / LIMITS.address_connections
        async with self.socket(number, f"&unseen=none-{number}") as line:
            async for _ in paced(rate, LIMITS.message_burst // 2):
                command = Command(f"{number}-{next(self._numbers):012d}", "chat", "a line of chat " * 30)
                await line.send(msgspec.json.encode(command).decode())
                self.counts["lines sent"] += 1

    @contextlib.asynccontextmanager
    async def socket(self, number: int, query: str = "") -> AsyncIterator[ClientConnection]:
        """One socket of a player, whose frames are counted; the tables and their seats take turns."""
        table, *tokens = self.task.tables[number % len(self.task.tables)]
        url = f"ws://127.0.0.1:{self.task.port}/ws/{table}?lang={LANGUAGES[number // 2 % 2]}{query}"
        headers = {"authorization": f"Bearer {tokens[number % len(tokens)]}"}
        async with (
            connect(
                url, additional_headers=headers, max_size=None, open_timeout=60, local_addr=(self.task.address, 0)
            ) as line,
            asyncio.TaskGroup() as group,
        ):
            group.create_task(self.read(line))
            yield line

    async def read(self, line: ClientConnection) -> None:
        """Count the frames of a socket."""
        async for text in line:
            self.counts["frames"] += 1
            self.size += len(text)


async def paced(rate: float, burst: int) -> AsyncIterator[int]:
    """Numbers: `burst` of them at once, then `rate` a second."""
    begun = time.monotonic()
    for number in itertools.count():
        await asyncio.sleep(max(0.0, begun + (number - burst) / rate - time.monotonic()))
        yield number


def main() -> None:
    """Run the task from standard input."""
    flooding = Flooding(msgspec.json.decode(sys.stdin.buffer.read(), type=Flood))
    asyncio.run(flooding.run())
    counts = {**flooding.counts, "megabytes": flooding.size // 10**6}
    sys.stdout.buffer.write(msgspec.json.encode(counts))


if __name__ == "__main__":
    main()
