"""The WebSocket between a page or a bot and a table: commands in, frames out. The feed decides what to show."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

import anyio
import msgspec
from anyio.abc import TaskGroup
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from bastide.server.common.faults import RequestRefused, decode
from bastide.server.common.limits import Bucket
from bastide.server.common.logs import mark, write
from bastide.server.common.model import Ack, Command, Frame, Refused, Seated
from bastide.server.engine.contained import contained
from bastide.server.http import access, sessions, socket_compression
from bastide.server.http.api import connection_slot, throttle
from bastide.server.http.table_api import answer_command
from bastide.server.log.draft import Who
from bastide.server.tables import panel_hashes
from bastide.server.tables.feed import SEND_PATIENCE, WITHDRAWN, Feed, version_of
from bastide.server.tables.table import Table

log = logging.getLogger("bastide.socket")

RESTART: Final = 1012
"""The close code that makes a page reconnect."""
CLOSED_HERE: Final = (RESTART, "the table is closed here; come back")
FINAL: Final = {
    "unknown": 4404,
    "token": 4401,
    "session": 4401,
    "store": 1013,
    "rate": 1013,
    "busy": 1013,
    "internal": 1011,
}
"""Close codes by refusal; from 4400 on, reconnecting unchanged is pointless."""


class Connection:
    """One connected page or bot."""

    def __init__(self, websocket: WebSocket, table: Table, who: Who, language: str, data: bool) -> None:
        self._address = access.address_of(websocket)
        self.feed = Feed(table, who, language, data, self._address)
        self._websocket = websocket
        self._table = table
        self._language = language
        self._hub = access.hub_of(websocket)
        self._metrics = self._hub.shared.metrics
        self._bucket = Bucket(self._hub.settings.message_rate, self._hub.settings.message_burst)
        self._looks = Bucket(self._hub.settings.seen_rate, self._hub.settings.seen_burst)
        self._closing: tuple[int, str] | None = None
        self._group: TaskGroup

    @property
    def who(self) -> Who:
        """The author on this connection."""
        return self.feed.who

    async def run(
        self,
        seen: int | None,
        has: Mapping[str, str] = MappingProxyType({}),
        unseen: frozenset[str] = frozenset(),
    ) -> None:
        """Serve the connection until it ends. `seen` is the version that the page already has, if any.

        `has` are the hashes of the panels that it has, `unseen` the panels that are not on its screen.
        """
        with self.feed.followed(log, seen, has):
            self.feed.look(unseen)
            async with anyio.create_task_group() as group:
                self._group = group
                self.feed.leave = group.cancel_scope.cancel
                # The connection ends when either of them ends.
                for half in (self._read, self._write):
                    group.start_soon(self._until_it_ends, half, group.cancel_scope)
        if self.feed.dismissed:
            with contextlib.suppress(WebSocketDisconnect), connected():
                await self._websocket.close(*CLOSED_HERE)

    async def _until_it_ends(self, half: Callable[[], Awaitable[None]], scope: anyio.CancelScope) -> None:
        try:
            with contained():
                await half()
        except (WebSocketDisconnect, TimeoutError):
            pass
        except Exception as error:
            write(log, logging.ERROR, "connection broke", error, table=mark(self._table.state.id), seat=self.who.seat)
        scope.cancel()

    async def _read(self) -> None:
        floods = 0
        while self._closing is None and not self.feed.dismissed:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            wait = self._bucket.take()
            floods = floods + 1 if wait else 0
            wait = max(wait, self._hub.talkers.take(self._address))
            if wait:
                self._metrics.limited.labels("messages").inc()
            if floods > self._hub.settings.message_flood:
                await self._refuse("", RequestRefused("rate", "Too many messages: the connection is closed"))
                self._close(1008, "too many messages")
                break
            # A client that sends too fast is read slowly: nothing is lost, and others are not affected.
            await asyncio.sleep(wait)
            text = message.get("text")
            if text is None:
                await self._refuse("", RequestRefused("malformed", "Send text frames with JSON, not binary frames"))
                self._close(1003, "text frames only")
                break
            # Acknowledgements are sent before panels are rendered. A client that stops reading is not read from either
            # (back-pressure).
            shared = self._hub.shared
            await shared.costs.counted(self._address, self._obey(text), shared.paces.commands)
        # The writer sends what is left, and closes.
        await asyncio.Event().wait()

    async def _obey(self, text: str) -> None:
        command_id = ""
        try:
            command = decode(text, Command, self._hub.settings.message_limit)
            command_id = command.id
            match command.do:
                case "seen":
                    await asyncio.sleep(self._looks.take())
                    self.feed.look(panel_hashes.panel_names(command.text))
                    self.feed.catch_up(command.version or 0)
                case "sit" | "renew":
                    await self._take_seat(command)
                case "hint":
                    # It takes a while, in which the page may send other commands.
                    self._group.start_soon(self._hint, command)
                case _:
                    command = await self._hub.table_passwords.changed(self._table, self.who, command)
                    reply = await answer_command(self._websocket, self._table, self.who, command)
                    assert isinstance(reply, Ack)
                    await self._send(reply)
        except RequestRefused as refusal:
            # A client resends an unanswered command after reconnecting, to a server that can apply it.
            if not (refusal.code == "busy" and self._hub.closing):
                await self._refuse(command_id, refusal)

    async def _hint(self, command: Command) -> None:
        with contextlib.suppress(WebSocketDisconnect, TimeoutError):
            try:
                reply = await answer_command(self._websocket, self._table, self.who, command)
                assert isinstance(reply, Ack)
                await self._send(reply)
            except RequestRefused as refusal:
                await self._refuse(command.id, refusal)
            except Exception as error:
                write(log, logging.ERROR, "hint failed", error, table=mark(self._table.state.id), seat=self.who.seat)
                await self._refuse(command.id, RequestRefused("hint", "There is no hint for this position"))

    async def _take_seat(self, command: Command) -> None:
        if command.do == "renew":
            await sessions.check_owner(self._websocket, self._table, self.who)
        who = await self._hub.table_passwords.enter(self._table, self.who, command.secret, self._address)
        outcome = await self._table.do(who, command)
        assert outcome.seat is not None
        await sessions.link(self._websocket, self._table, outcome.seat, outcome.generation)
        token = self._hub.issue(self._table, outcome.seat, outcome.generation)
        table = self._table.state.id
        await self._send(Seated(command.id, outcome.version, table, outcome.seat, token, f"/t/{table}"))
        self.feed.sit(Who(outcome.seat, outcome.generation))

    async def _refuse(self, command: str, refusal: RequestRefused) -> None:
        await self._send(Refused(command, refusal.fault(self._language), self._table.state.version))

    def _close(self, code: int, reason: str) -> None:
        self._closing = self._closing or (code, reason)
        self.feed.wake.set()

    async def _write(self) -> None:
        feed = self.feed
        while True:
            if feed.withdrawn:
                await self._refuse("", WITHDRAWN)
                self._close(FINAL["token"], "withdrawn")
            elif feed.dismissed:
                self._close(*CLOSED_HERE)
            # A reader that will reconnect is still shown the result of its commands.
            if self._closing is not None and not (feed.dirty and self._closing[0] == RESTART):
                with connected():
                    await self._websocket.close(*self._closing)
                return
            if feed.dirty:
                frame = await feed.drawn()
                if frame is not None:
                    # Compressing a whole table costs more than drawing it. A frame is not kept back once it is drawn.
                    shared = self._hub.shared
                    await shared.costs.counted(self._address, self._send(frame), shared.paces.frames, rests=False)
                continue
            feed.wake.clear()
            await feed.wake.wait()

    async def _send(self, frame: Frame) -> None:
        text = frame_text(frame)
        try:
            async with asyncio.timeout(SEND_PATIENCE):
                with connected():
                    await self._websocket.send_text(text)
        except TimeoutError:
            self._metrics.cut.inc()
            raise


def frame_text(frame: Frame) -> str:
    """A frame as JSON."""
    return msgspec.json.encode(frame).decode("utf-8")


@contextlib.contextmanager
def connected() -> Iterator[None]:
    """Send over a connection that may have been cut: Starlette and uvicorn do not say so in one way.

    :raises WebSocketDisconnect: it was.
    """
    try:
        yield
    except RuntimeError as error:
        raise WebSocketDisconnect(1006) from error


async def table_socket(websocket: WebSocket) -> None:
    """/ws/{id}: `lang` is the language of panels and refusals, `as=json` asks for data, `seen` is the known version.

    `have` are the panels that the page has, in the format of `panel_hashes`, and `unseen` those that are not on its
    screen.
    """
    try:
        access.check_origin(websocket)
        throttle(websocket, websocket.app.state.callers)
        if access.hub_of(websocket).closing:
            raise RequestRefused("busy", "The server is restarting; try again in a moment")
    except RequestRefused as refusal:
        fault = msgspec.json.encode(refusal.fault(access.language_of(websocket)))
        await websocket.send_denial_response(Response(fault, refusal.status, media_type="application/json"))
        return
    language = access.language_of(websocket)
    await websocket.accept()
    with contextlib.ExitStack() as open_:
        try:
            open_.enter_context(connection_slot(websocket))
            table = await access.hub_of(websocket).table(websocket.path_params["table_id"])
            socket_compression.level.set(socket_compression.level_of(table.state.config))
            who = await sessions.viewer(websocket, table)
            session = await sessions.standing(websocket)
            seen = version_of(websocket.query_params.get("seen"))
            has = panel_hashes.parse_hashes(websocket.query_params.get("have"))
            unseen = panel_hashes.panel_names(websocket.query_params.get("unseen"))
        except RequestRefused as refusal:
            frame = Refused("", refusal.fault(language), 0)
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await websocket.send_text(frame_text(frame))
                await websocket.close(FINAL.get(refusal.code, 4400), refusal.code)
            return
        data = table.shared.render is None or websocket.query_params.get("as") == "json"
        connection = Connection(websocket, table, who, language, data)
        open_.enter_context(sessions.session_connections_of(websocket).held(session, connection.feed))
        await connection.run(seen, has, unseen)


ROUTES: Final = [WebSocketRoute("/ws/{table_id}", table_socket)]
