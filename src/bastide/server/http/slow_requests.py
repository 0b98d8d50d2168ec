"""Time limits for slow clients: sending the head of a request, and reading a response. What reading costs is counted.

Other limits apply after that: of the body (`api.sent`), and of connections that are not read (`feed.SEND_PATIENCE`).
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from typing import Any, ClassVar, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from bastide.server.common.limits import network

PATIENCE: Final = 20.0
"""How many seconds the head of a request may take, from the connection or the previous response on."""
MOST: Final = 100
"""How many connections of one address may wait that long for a head. After a restart many clients reconnect at once."""
HURRY: Final = 3.0
"""The limit in seconds for further connections."""
READING: Final = 30.0
"""How many seconds may pass without any progress in sending."""
SPENT: Final = "bastide_spent"
"""The key in a request's state of the processor seconds that reading its head took."""
LATE: Final = (
    b"HTTP/1.1 408 Request Timeout\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: 28\r\n"
    b"connection: close\r\n\r\nThis request came too slowly"
)


class TimedHTTPProtocol(H11Protocol):
    """uvicorn's HTTP protocol with time limits for heads that do not end and readers that do not read."""

    waiting: ClassVar[Counter[str]] = Counter()
    """How many connections wait for a head, by address."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._head: asyncio.TimerHandle | None = None
        self._full: asyncio.TimerHandle | None = None
        self._spent = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn's own
        """A client connected: wait for a request."""
        super().connection_made(transport)
        self._look()

    def data_received(self, data: bytes) -> None:
        """Part or all of a request arrived."""
        before, begun = self.scope, time.thread_time()
        super().data_received(data)
        self._spent += time.thread_time() - begun
        if self.scope is not before:
            # The address is known once the application has read what a proxy says.
            self.scope["state"][SPENT] = self._spent
            self._spent = 0.0
        self._look()

    def on_response_complete(self) -> None:
        """Wait for the next request, or the rest of this one, which is ignored."""
        super().on_response_complete()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers."""
        self._rest()
        self._moves()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The send buffer is full: start the timer."""
        super().pause_writing()
        self._full = self._full or self.loop.call_later(READING, self.transport.abort)

    def resume_writing(self) -> None:
        """The send buffer has room again."""
        self._moves()
        super().resume_writing()

    def _look(self) -> None:
        """Wait for a head, unless a response is being made or the protocol was upgraded."""
        cycle: RequestResponseCycle | None = self.cycle
        here = self.transport.get_protocol() is self
        if not here:
            self._moves()
        if not here or self.transport.is_closing() or (cycle is not None and not cycle.response_complete):
            self._rest()
        elif self._head is None:
            self.waiting[self._address] += 1
            patience = PATIENCE if self.waiting[self._address] <= MOST else HURRY
            self._head = self.loop.call_later(patience, self._late)

    @property
    def _address(self) -> str:
        return network(self.client[0] if self.client else "")

    def _rest(self) -> None:
        """Stop waiting for a head."""
        if self._head is not None:
            self._head.cancel()
            self._head = None
            self.waiting[self._address] -= 1
            if not self.waiting[self._address]:
                del self.waiting[self._address]

    def _moves(self) -> None:
        """Stop the timer of the send buffer."""
        if self._full is not None:
            self._full.cancel()
            self._full = None

    def _late(self) -> None:
        self._rest()
        if not self.transport.is_closing():
            if self.conn.our_state is h11.IDLE and self.conn.trailing_data[0]:
                self.transport.write(LATE)
            self.transport.close()
