"""A client for programs that sit at a server's tables: create a table, join, watch, act.

    with sit("http://localhost:8642/t/...", "Robert") as connection:
        for table in connection:
            view = table.view
            if view is not None and view.viewer in view.actors:
                connection.play(view.legal[0])

A broken connection is reopened and resumes where it was. A command is resent with the same id until the server has
answered it, so it is carried out once. See docs/http.md for the protocol.
"""

from __future__ import annotations

import contextlib
import http.client
import random
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Final, NoReturn, TypeVar
from urllib.parse import urlsplit

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from bastide.server.common.model import (
    Ack,
    Command,
    CreateTable,
    Fault,
    Frame,
    Refused,
    Seated,
    Shown,
    SitDown,
    Tables,
    TableView,
)
from bastide.server.common.model import TableCard as TableCard

T = TypeVar("T")

AGAIN: Final = frozenset({"busy", "store", "rate"})
"""Codes of refusals after which a retry may succeed."""
FINAL: Final = frozenset({1003, 1007, 1008, 1009, *range(4400, 4500)})
"""Close codes after which reconnecting unchanged is useless."""
LARGEST: Final = 16 * 1024 * 1024
"""The maximum size of a frame in bytes."""
BROKEN: Final = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError, http.client.HTTPException)
"""The exceptions of a server that dies at any moment."""


class ServerRefused(Exception):
    """The server refused a request: nothing was changed. `fault` says why, `code` names it."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"{fault.message} ({fault.rule or fault.code})")
        self.fault = fault

    def __reduce__(self) -> tuple[type, tuple[Fault]]:
        return type(self), (self.fault,)

    @property
    def code(self) -> str:
        """The fault's code, such as `stale` or `illegal`."""
        return self.fault.code


class Lost(Exception):
    """The server was out of reach for longer than the patience, or sent an invalid answer."""


class Server:
    """A server at an address such as `http://localhost:8642`. It retries for `patience` seconds."""

    def __init__(self, address: str, patience: float = 30.0) -> None:
        parts = urlsplit(address if "//" in address else f"http://{address}")
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError(f"{address!r} is no address of a server; one looks like http://localhost:8642")
        self.address = f"{parts.scheme}://{parts.netloc}"
        self.patience = patience

    def create(self, order: CreateTable) -> Connection:
        """Create a table and take its first open chair. Never retried: that could create two.

        :raises ServerRefused: the config, a name or a bot is wrong.
        :raises Lost: there was no answer.
        """
        made = self._fetch("/api/tables", Seated, order, tries=1)
        return Connection(self, made.table, made.token)

    def tables(self) -> list[TableCard]:
        """The public tables."""
        return self._fetch("/api/tables", Tables).tables

    def look(self, table: str, token: str = "") -> TableView:
        """A table as the holder of this token sees it."""
        return self._fetch(f"/api/tables/{table}", TableView, token=token)

    def sit(self, table: str, nickname: str, seat: int | None = None, password: str = "") -> Connection:
        """Take the open chair `seat`, or the first.

        :raises ServerRefused: there is none, or the name or the password is rejected.
        """
        # The id makes the retry idempotent: if the answer is lost, it gets the same seat.
        wanted = SitDown(nickname, secrets.token_hex(16), seat, password)
        sat = self._fetch(f"/api/tables/{table}/sit", Seated, wanted)
        return Connection(self, table, sat.token)

    def watch(self, table: str, token: str = "") -> Connection:
        """Follow a table: as a spectator, or in the seat of a token given earlier."""
        return Connection(self, table, token)

    def record(self, table: str, token: str = "") -> str:
        """The record of the finished game, for `Game.load`."""
        return self._read(f"/api/tables/{table}/record", None, token, self.patience).decode()

    def _fetch(self, path: str, kind: type[T], body: object = None, token: str = "", tries: int = 0) -> T:
        answer = self._read(path, body, token, 0.0 if tries == 1 else self.patience)
        try:
            return msgspec.json.decode(answer, type=kind)
        except msgspec.MsgspecError as error:
            raise Lost(f"{self.address}{path} answered {answer[:60]!r}, which is no {kind.__name__}: {error}") from None

    def _read(self, path: str, body: object, token: str, patience: float) -> bytes:
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else msgspec.json.encode(body)
        request = urllib.request.Request(self.address + path, data, headers)
        for pause in pauses(patience):
            said = b""
            try:
                with urllib.request.urlopen(request, timeout=30) as answer:
                    found: bytes = answer.read()
                    return found
            except urllib.error.HTTPError as error:
                with contextlib.suppress(*BROKEN):
                    said = error.read()
                refusal = refusal_of(said, error.code)
                if refusal.code not in AGAIN or pause is None:
                    raise refusal from None
            except BROKEN as error:
                if pause is None:
                    raise Lost(f"{self.address}{path} does not answer: {error}") from None
            time.sleep(pause)
        raise AssertionError("the last pause is none")


def sit(link: str, nickname: str, seat: int | None = None, password: str = "") -> Connection:
    """Take an open chair at the table of an invitation link: `http://localhost:8642/t/...`.

    :raises ValueError: it is not a table link.
    """
    server, table = place(link)
    return server.sit(table, nickname, seat, password)


def place(link: str) -> tuple[Server, str]:
    """The server and the table of a link.

    :raises ValueError: it is not a table link.
    """
    head, found, table = urlsplit(link).path.rstrip("/").rpartition("/t/")
    if head or not found or not table:
        raise ValueError(f"{link!r} is no link of a table; one looks like http://localhost:8642/t/ABC...")
    return Server(link), table


class Connection:
    """A connection to one table. Iterate over it for the table after each change."""

    def __init__(self, server: Server, table: str, token: str = "") -> None:
        self.server = server
        self.id = table
        self.token = token
        self.events: list[dict[str, Any]] = []
        self._socket: ClientConnection | None = None
        self._open = contextlib.ExitStack()
        self._table: TableView | None = None
        self._fault: Fault | None = None
        self._fresh = False
        self._told: list[dict[str, Any]] = []

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a Connection cannot be copied or pickled; open another one with "
            "connection.server.watch(connection.id, connection.token)"
        )

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @property
    def link(self) -> str:
        """The link to send."""
        return f"{self.server.address}/t/{self.id}"

    @property
    def table(self) -> TableView:
        """The latest known table. Reading it does not consume any change that `next` returns."""
        if self._table is None:
            self._wait()
        assert self._table is not None
        return self._table

    def __iter__(self) -> Iterator[TableView]:
        while True:
            yield self.next()

    def next(self) -> TableView:
        """Wait for the next change; return the table after it. `events` holds all events since the last call.

        :raises ServerRefused: the table does not exist, or the token does not fit it.
        :raises Lost: the server is gone for longer than the patience.
        """
        self._wait()
        self._fresh = False
        self.events, self._told = self._told, []
        assert self._table is not None
        return self._table

    def _wait(self) -> None:
        while not self._fresh:
            self._within_patience(lambda: self._take(self._connected().recv()))

    def play(self, text: str) -> int:
        """Take a decision, in notation, on the latest known table. Return the version after it.

        :raises ServerRefused: it is illegal; with code `stale`, the table has changed: look and decide again.
        """
        return self.do("play", text, version=self.table.version)

    def do(
        self, do: Any, text: str = "", *, seat: int | None = None, version: int | None = None, secret: str = ""
    ) -> int:
        """Any other command, as `start`, `chat` or `undo`. Return its version once it is on the server's disk.

        `table` is then at least at that version.

        :raises ServerRefused: it is not possible.
        :raises Lost: there was no answer; it may have been carried out.
        """
        command = Command(secrets.token_hex(12), do, text, seat, version, secret)
        message = msgspec.json.encode(command).decode()
        for pause in pauses(self.server.patience):
            answer = self._within_patience(lambda: self._answer_to(message, command.id))
            if isinstance(answer, Ack):
                return answer.version
            if answer.fault.code not in AGAIN or pause is None:
                # A decision based on a stale table must be reconsidered.
                self._fresh = self._table is not None
                raise ServerRefused(answer.fault)
            time.sleep(pause)
        raise AssertionError("the last pause is none")

    def set_password(self, password: str) -> int:
        """As the host: set the table's password; an empty one removes it.

        Spectators must give it from then on.

        :raises ServerRefused: it is too short, or this is not the host.
        """
        return self.do("password", secret=password)

    def close(self) -> None:
        """Leave. The seat is kept: `Server.watch` with the token comes back."""
        self._socket = None
        self._open.close()

    def _answer_to(self, message: str, command: str) -> Ack | Refused:
        """Send a command and read until its answer and the resulting table have come."""
        socket = self._connected()
        socket.send(message)
        answer: Ack | Refused | None = None
        while answer is None or (isinstance(answer, Ack) and not self._knows(answer.version)):
            frame = self._take(socket.recv(timeout=30))
            if isinstance(frame, Ack | Refused) and frame.id == command:
                answer = frame
        return answer

    def _knows(self, version: int) -> bool:
        return self._table is not None and self._table.version >= version

    def _within_patience(self, job: Any) -> Any:
        """Run a job over the socket; reconnect and run it again whenever the socket breaks."""
        why = ""
        for pause in pauses(self.server.patience):
            try:
                return job()
            except InvalidStatus as error:
                refusal = refusal_of(error.response.body or b"", error.response.status_code)
                why = str(refusal)
                if refusal.code not in AGAIN:
                    raise refusal from None
            except BROKEN as error:
                why = str(error) or type(error).__name__
                if isinstance(error, ConnectionClosed) and error.rcvd is not None and error.rcvd.code in FINAL:
                    self.close()
                    raise (ServerRefused(self._fault) if self._fault else Lost(f"{self.link}: {why}")) from None
            with contextlib.suppress(*BROKEN):
                self.close()
            if pause is None:
                break
            time.sleep(pause)
        raise Lost(f"{self.link} cannot be reached: {why}")

    def _connected(self) -> ClientConnection:
        if self._socket is None:
            address = f"{self.server.address.replace('http', 'ws', 1)}/ws/{self.id}?as=json"
            if self._table is not None:
                address += f"&seen={self._table.version}"
            headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
            self._fault = None
            opened = connect(address, additional_headers=headers, max_size=LARGEST, close_timeout=1)
            self._socket = self._open.enter_context(opened)
        return self._socket

    def _take(self, text: str | bytes) -> Frame:
        """Read a frame, merging a partial table into the known one."""
        try:
            frame: Frame = msgspec.json.decode(text, type=Frame)
        except msgspec.MsgspecError as error:
            raise Lost(f"{self.link} sent {text[:60]!r}, which is no frame: {error}") from None
        if isinstance(frame, Refused):
            self._fault = frame.fault
        if isinstance(frame, Shown):
            self._table = merged(None if frame.whole else self._table, frame)
            self._told = [] if frame.whole else self._told + frame.events
            self._fresh = True
        return frame


def merged(known: TableView | None, frame: Shown) -> TableView:
    """The whole table after a frame that may omit the older lines of the log and of the chat."""
    table = frame.table
    if known is None:
        return table
    view = table.view
    if view is not None:
        log = known.view.log if known.view is not None else []
        view = msgspec.structs.replace(view, log=log[: frame.lines - len(view.log)] + view.log)
    chat = {line.number: line for line in (*known.chat, *table.chat)}
    return msgspec.structs.replace(table, view=view, chat=list(chat.values())[-200:])


def refusal_of(body: bytes | bytearray, status: int) -> ServerRefused:
    """The refusal in a response; a proxy's own page counts as a busy server if its status says so."""
    with contextlib.suppress(msgspec.MsgspecError):
        return ServerRefused(msgspec.json.decode(body, type=Fault))
    with contextlib.suppress(msgspec.MsgspecError):
        return ServerRefused(msgspec.json.decode(body, type=Refused).fault)
    return ServerRefused(Fault("busy" if status in (429, 502, 503, 504) else "unknown", f"the answer is HTTP {status}"))


def pauses(patience: float) -> Iterator[float | None]:
    """The delay in seconds after each attempt, increasing; None once `patience` seconds have passed."""
    end = time.monotonic() + patience
    pause = 0.1
    while time.monotonic() < end:
        # Jitter: clients cut off together do not reconnect together.
        yield pause * random.uniform(0.5, 1.0)
        pause = min(pause * 2, 3.0)
    yield None
