"""Limits of WebSockets beyond uvicorn's own."""

from __future__ import annotations

from collections import deque
from typing import Any, Final

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from bastide.server.common.limits import Bucket
from bastide.server.http.socket_compression import FrameDeflateFactory

QUEUED: Final = 512
"""The maximum number of unread messages per connection. They take far more memory than bandwidth."""
HELD: Final = 256 * 1024
"""The maximum number of unread bytes per connection, after decompression."""
SLICE: Final = 4 * 1024
"""How many bytes are decompressed before the limits are checked again: they may expand to megabytes."""
PIECES: Final = 64
"""The maximum number of fragments of a message. Empty fragments count for no size limit."""
PINGS: Final = (5.0, 50)
"""How many pings a connection may send per second, and in a row; each is answered."""


class LimitedWebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol with our compression and stricter limits."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        if self.conn.available_extensions:
            self.conn.available_extensions = [FrameDeflateFactory()]
        self._pings = Bucket(*PINGS)
        self._sizes: deque[int] = deque()
        self._held = 0

    def data_received(self, data: bytes) -> None:
        """Some frames, or part of one."""
        for begin in range(0, len(data), SLICE):
            super().data_received(data[begin : begin + SLICE])
            if self.transport.is_closing():
                break

    async def receive(self) -> Any:
        """The next message for the application."""
        message = await super().receive()
        if message["type"] == "websocket.receive" and self._sizes:
            self._held -= self._sizes.popleft()
        return message

    async def send(self, message: Any) -> None:
        """A message of the application."""
        await super().send(message)
        if message["type"] == "websocket.accept" and not self.handshake_complete:
            # The client has gone in the meantime; uvicorn only notes it later.
            raise ClientDisconnected
        if message["type"] == "websocket.http.response.body" and self.close_sent:
            # The handshake was refused with a response: without this uvicorn would log an error.
            self.handshake_complete = True

    def handle_cont(self, event: Frame) -> None:
        """Another fragment of a message."""
        if len(self.frames) >= PIECES:
            self._cut("too many pieces")
        elif not self.close_sent:
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._pings.take():
            self._cut("too many pings")
        elif not self.close_sent:
            super().handle_ping()

    def send_receive_event_to_app(self) -> None:
        """A message is complete."""
        if self.queue.qsize() >= QUEUED or self._held >= HELD:
            self._cut("too many messages at once")
            return
        if not self.close_sent:
            self._sizes.append(sum(map(len, self.frames)))
            self._held += self._sizes[-1]
        super().send_receive_event_to_app()

    def _cut(self, reason: str) -> None:
        """Close the connection at once; unread messages are dropped."""
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
