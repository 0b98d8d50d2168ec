"""A table as server-sent events: the data frames of the socket, for clients that have only HTTP."""

from __future__ import annotations

import asyncio
import logging
from contextlib import AbstractContextManager, ExitStack
from typing import Final

import anyio
import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from bastide.server.common.faults import RequestRefused
from bastide.server.common.model import Frame, Refused, Shown
from bastide.server.http import access, sessions
from bastide.server.http.api import connection_slot, guarded, table_of
from bastide.server.http.endpoints import Endpoint, Query, Version, get
from bastide.server.tables.feed import SEND_PATIENCE, WITHDRAWN, Feed, version_of

log = logging.getLogger("bastide.stream")

MEDIA: Final = "text/event-stream"
HEARTBEAT: Final = 15.0
"""After how many seconds without frames a comment is sent, so that proxies keep the connection open."""
HEADERS: Final = {"cache-control": "no-store", "x-accel-buffering": "no"}

CLOSED_HERE: Final = b": the table is closed here; come back\n\n"
"""The last event of a table that is closed here."""


class Events(Response):
    """The frames of a feed as an endless response. It ends when the reader disconnects or the table is closed here."""

    media_type = MEDIA

    def __init__(self, feed: Feed, seen: int | None, *meanwhile: AbstractContextManager[None]) -> None:
        super().__init__(headers=HEADERS)
        self._meanwhile = meanwhile
        del self.headers["content-length"]
        self._feed = feed
        self._seen = seen
        self._ended = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the reader."""
        with ExitStack() as open_:
            for one in (*self._meanwhile, self._feed.followed(log, self._seen)):
                open_.enter_context(one)
            async with anyio.create_task_group() as group:
                self._feed.leave = group.cancel_scope.cancel
                # Both have tasks of their own: the feed counts what its frames cost.
                group.start_soon(_until_gone, receive, group.cancel_scope)
                group.start_soon(self._until_told, send, group.cancel_scope)

            if self._feed.dismissed and not self._ended:
                await send({"type": "http.response.body", "body": CLOSED_HERE})

    async def _until_told(self, send: Send, scope: anyio.CancelScope) -> None:
        await self._tell(send)
        scope.cancel()

    async def _tell(self, send: Send) -> None:
        feed = self._feed

        async def say(text: bytes, more: bool = True) -> None:
            self._ended = not more
            async with asyncio.timeout(SEND_PATIENCE):
                await send({"type": "http.response.body", "body": text, "more_body": more})

        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        try:
            while True:
                feed.wake.clear()
                if feed.withdrawn:
                    fault = WITHDRAWN.fault(feed.language)
                    await say(event(Refused("", fault, feed.table.state.version)), more=False)
                    return
                if feed.dirty:
                    frame = await feed.drawn()
                    if frame is not None:
                        shared = feed.table.shared
                        with shared.costs.count(feed.address, shared.paces.frames):
                            text = event(frame)
                        await say(text)
                elif feed.dismissed:
                    # The reader reconnects by itself, with the version that it has.
                    await say(CLOSED_HERE, more=False)
                    return
                elif not await _within(feed.wake, HEARTBEAT):
                    await say(b":\n\n")
        except TimeoutError:
            feed.table.shared.metrics.cut.inc()


def event(frame: Frame) -> bytes:
    """A frame as an event. Its id is the version, which the reader sends when it reconnects."""
    head = b"id: %d\n" % frame.version if isinstance(frame, Shown) else b""
    return head + b"data: " + msgspec.json.encode(frame) + b"\n\n"


async def _within(wake: asyncio.Event, seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await wake.wait()
    except TimeoutError:
        return False
    return True


async def _until_gone(receive: Receive, scope: anyio.CancelScope) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    scope.cancel()


@guarded
async def stream(request: Request) -> Response:
    """GET /api/tables/{id}/stream: follow the table as server-sent events, with the data frames of the socket.

    The id of each event is its version, its data a frame. `Last-Event-ID`, which browsers send when they reconnect,
    overrides `seen`.
    """
    access.check_origin(request)
    if access.hub_of(request).closing:
        raise RequestRefused("busy", "The server is restarting; try again in a moment")
    table = await table_of(request)
    who = await sessions.viewer(request, table)
    session = await sessions.standing(request)
    seen = version_of(request.headers.get("last-event-id") or request.query_params.get("seen"))
    if request.method == "HEAD":
        return Response(media_type=MEDIA, headers=HEADERS)
    feed = Feed(table, who, access.language_of(request), True, access.address_of(request))
    return Events(feed, seen, connection_slot(request), sessions.session_connections_of(request).held(session, feed))


ROUTES: Final = [
    Endpoint(
        "/api/tables/{table_id}/stream",
        get(
            stream,
            Shown | Refused,
            "origin",
            "malformed",
            query=(
                Query("seen", Version, "The version that the reader already has: the frames begin after it."),
                Query("Last-Event-ID", Version, "The same, as browsers send it when they reconnect.", "header"),
            ),
            media=MEDIA,
        ),
    )
]
