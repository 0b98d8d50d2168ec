"""Bad lines between clients and server: one that mistreats messages, one that mistreats bytes."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import WebSocketException

FAULTS: Final = ("dropped", "doubled", "delayed", "reordered", "cut", "cut within a frame")
HALF_A_FRAME: Final = b"\x81\xfe\x10\x00\x01\x02\x03\x04half of what was to be said"
"""The head of a masked text frame of 4096 bytes, and a few of them."""


class Messages:
    """Takes WebSocket messages of both directions apart: drops, doubles, delays, swaps them, or cuts the line."""

    def __init__(self, server: int, seed: int, rate: float, faults: tuple[str, ...] = FAULTS) -> None:
        self.counts: Counter[str] = Counter()
        self.port = 0
        self._server = server
        self._rng = random.Random(seed)
        self._rate = rate
        self._faults = faults

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[Messages]:
        """Listen while this is open."""
        async with serve(self._line, "127.0.0.1", 0, compression=None, ping_interval=None, close_timeout=0.1) as server:
            self.port = next(iter(server.sockets)).getsockname()[1]
            yield self

    async def _line(self, client: ServerConnection) -> None:
        assert client.request is not None
        headers = {"Authorization": client.request.headers.get("Authorization", "")}
        address = f"ws://127.0.0.1:{self._server}{client.request.path}"
        try:
            server = await connect(
                address, additional_headers={k: v for k, v in headers.items() if v}, compression=None, close_timeout=0.1
            )
        except (OSError, WebSocketException, TimeoutError, EOFError):
            client.transport.abort()
            return
        pumps = [
            asyncio.create_task(self._pump(client, server, "to the server")),
            asyncio.create_task(self._pump(server, client, "to the client")),
        ]
        await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        for pump in pumps:
            pump.cancel()
        await asyncio.gather(*pumps, return_exceptions=True)
        for side in (client, server):
            side.transport.abort()

    async def _pump(self, source: Any, target: ServerConnection | ClientConnection, way: str) -> None:
        held: str | bytes | None = None
        with contextlib.suppress(WebSocketException, OSError):
            while True:
                if held is None:
                    text = await source.recv()
                else:
                    # What was held back goes out of turn, or after a while anyway.
                    try:
                        text = await asyncio.wait_for(source.recv(), 0.03)
                    except TimeoutError:
                        text, held = held, None
                        await target.send(text)
                        continue
                    await target.send(text)
                    await target.send(held)
                    held = None
                    continue
                if self._rng.random() >= self._rate:
                    await target.send(text)
                    continue
                fault = self._rng.choice(self._faults)
                self.counts[f"message {fault} {way}"] += 1
                match fault:
                    case "dropped":
                        pass
                    case "doubled":
                        await target.send(text)
                        await target.send(text)
                    case "delayed":
                        await asyncio.sleep(self._rng.uniform(0.0, 0.02))
                        await target.send(text)
                    case "reordered":
                        held = text
                    case "cut":
                        return
                    case "cut within a frame":
                        target.transport.write(HALF_A_FRAME)
                        await asyncio.sleep(0)
                        return


class Bytes:
    """Passes bytes on in pieces, late, and cuts the line wherever it is; what is passed on stays in order."""

    def __init__(self, server: int, seed: int, most: int) -> None:
        self.counts: Counter[str] = Counter()
        self.port = 0
        self._server = server
        self._rng = random.Random(seed)
        self._most = most

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[Bytes]:
        """Listen while this is open."""
        server = await asyncio.start_server(self._line, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()

    async def _line(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._server)
        except OSError:
            writer.transport.abort()
            return
        # The first part of a line is its handshake: some lines do not even come so far.
        left = [self._rng.randint(100, self._most)]
        pumps = [
            asyncio.create_task(self._pump(reader, back, left, "to the server")),
            asyncio.create_task(self._pump(there, writer, left, "to the client")),
        ]
        await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        for pump in pumps:
            pump.cancel()
        await asyncio.gather(*pumps, return_exceptions=True)
        for side in (writer, back):
            side.transport.abort()

    async def _pump(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, left: list[int], way: str
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(4096):
                if self._rng.random() < 0.05:
                    self.counts[f"bytes delayed {way}"] += 1
                    await asyncio.sleep(self._rng.uniform(0.0, 0.02))
                middle = self._rng.randint(0, len(data))
                for piece in (data[:middle], data[middle:]):
                    target.write(piece[: left[0]])
                    await target.drain()
                    await asyncio.sleep(0)
                    left[0] -= len(piece)
                    if left[0] <= 0:
                        self.counts[f"line cut within what went {way}"] += 1
                        return
