"""What sockets do beyond uvicorn's own protocol: they compress for less, and what they take in is bounded.

A frame is much like the one before it, and is to cost little. Measured on the frames of games in their middle (43 kB):
uvicorn's own setting takes 0.42 ms for one and makes 5.6 kB of it, this one 0.17 ms and 5.4 kB, for some 50 kB more of
memory per line.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import Frame

from bastide.server.limits import Bucket

BEHIND: Final = 14
"""How far back a frame may refer to what was sent before: to the last 2**14 bytes."""
SETTINGS: Final = {"level": 1, "memLevel": 5}
QUEUED: Final = 512
"""How many messages of one line may wait to be read. They cost far more memory than they take on the line."""
HELD: Final = 256 * 1024
"""Beyond how many bytes of one line that wait to be read nothing more is taken in. A few bytes may stand for many."""
SLICE: Final = 4 * 1024
"""How many bytes are unpacked at once, before it is looked whether that was too much: they may stand for megabytes."""
PIECES: Final = 64
"""In how many frames a message may come. Those that hold nothing count for no limit of its size."""
PINGS: Final = (5.0, 50)
"""How many pings a line may send a second, and in a row; each is answered."""


class Wire(WebSocketsSansIOProtocol):
    """The WebSocket protocol of uvicorn with another setting of its compression, and with bounds."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        if self.conn.available_extensions:
            self.conn.available_extensions = [
                ServerPerMessageDeflateFactory(
                    server_max_window_bits=BEHIND, client_max_window_bits=12, compress_settings=SETTINGS
                )
            ]
        self._pings = Bucket(*PINGS)
        self._sizes: deque[int] = deque()
        self._held = 0

    def data_received(self, data: bytes) -> None:
        """Some frames, or a part of one."""
        for begin in range(0, len(data), SLICE):
            super().data_received(data[begin : begin + SLICE])
            if self.transport.is_closing():
                break

    async def receive(self) -> Any:
        """The next message for whoever serves the line."""
        message = await super().receive()
        if message["type"] == "websocket.receive" and self._sizes:
            self._held -= self._sizes.popleft()
        return message

    async def send(self, message: Any) -> None:
        """What whoever serves the line says."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and self.close_sent:
            # Refused, and told so: uvicorn would log an error, as if nothing had been said.
            self.handshake_complete = True

    def handle_cont(self, event: Frame) -> None:
        """Another piece of a message."""
        if len(self.frames) >= PIECES:
            self._cut("too many pieces")
        elif not self.close_sent:
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """A ping: answer it."""
        if self._pings.take():
            self._cut("too many pings")
        elif not self.close_sent:
            super().handle_ping()

    def send_receive_event_to_app(self) -> None:
        """A message is whole."""
        if self.queue.qsize() >= QUEUED or self._held >= HELD:
            self._cut("too many messages at once")
            return
        if not self.close_sent:
            self._sizes.append(sum(map(len, self.frames)))
            self._held += self._sizes[-1]
        super().send_receive_event_to_app()

    def _cut(self, reason: str) -> None:
        """End the line at once; what waits to be read is not read any more."""
        self.frames = []
        if self.close_sent:
            return
        while not self.queue.empty():
            self.queue.get_nowait()
        self._sizes.clear()
        self._held = 0
        self.conn.fail(1008, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
