"""Server processes to be killed, stopped and left alone, and people who play at them over real sockets.

    with ServerProcess(database=url) as one, ServerProcess(database=url) as two:
        async with Client(one, table, token) as maud: ...
        one.kill()                      # SIGKILL; also pause(), resume(), terminate() and wait()

`database` is a URL (see `tests.postgres`) or empty for SQLite in `data`, which may be used again after a kill. The game
is that of `tests.server.toy` unless `engine="island"`. What a process logs is in `log()`. Servers share one secret, so
that a token of one is good at all.

A `Client` sends a command until it is answered, again and again and at another server if need be, as pages do:
`await client.do("play", "draw")` returns the answer; `client.shown` is the last view and `client.version` its version.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.postgres import spawn
from tests.server.tables import settings

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

ROOT: Final = Path(__file__).parent.parent
PATIENCE: Final = 60.0
ANSWER: Final = 5.0
"""After how many seconds without an answer a client comes back and sends again."""
AGAIN: Final = frozenset({"busy", "store"})
"""Refusals after which the same command is sent again."""


class ServerProcess:
    """One server as a process of its own. What `more` names are fields of `Settings`."""

    module: ClassVar[str] = "tests.processes"
    """The program that it runs, which calls `main`."""

    def __init__(
        self, *, database: str = "", data: Path | None = None, engine: str = "toy", port: int = 0, **more: Any
    ) -> None:
        self._folder = contextlib.ExitStack()
        if data is None:
            data = Path(self._folder.enter_context(tempfile.TemporaryDirectory(prefix="bastide-server-")))
        self.data = data
        self._log = data / f"log-{secrets.token_hex(4)}.txt"
        wanted = {"database": database, **more}
        with self._log.open("ab") as log:
            self.process = spawn(
                [sys.executable, "-m", self.module, str(data), engine, str(port), json.dumps(wanted)],
                stdout=subprocess.PIPE,
                stderr=log,
                cwd=ROOT,
                text=True,
            )
        self._port = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def port(self) -> int:
        """Where it listens; waits until it does, so that several can start at once."""
        if not self._port:
            assert self.process.stdout is not None
            line = self.process.stdout.readline()
            if not line.startswith("port "):
                log = self.log()
                self.close()
                raise RuntimeError(f"the server did not start:\n{log}")
            self._port = int(line.split()[1])
        return self._port

    @property
    def url(self) -> str:
        """Where it listens, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def log(self) -> str:
        """Everything that it has logged."""
        return self._log.read_text(encoding="utf-8", errors="replace") if self._log.exists() else ""

    def kill(self) -> None:
        """End it without its doing anything more."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def pause(self) -> None:
        """Stop it where it is; its sockets stay open."""
        self.process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on after `pause`."""
        self.process.send_signal(signal.SIGCONT)

    def terminate(self) -> int:
        """Ask it to end in order; its exit status."""
        self.process.terminate()
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        """Make sure that it is gone."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self._folder.close()

    def ask(self, path: str, body: object = None, token: str = "") -> tuple[int, Any]:
        """One request of the JSON API: the status and the answer. POST if there is a body."""
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, _read(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, _read(error.read())


class Client:
    """Somebody at a table, connected to one of these servers, who comes back when the line is cut."""

    def __init__(self, servers: Sequence[ServerProcess] | ServerProcess, table: str, token: str = "") -> None:
        self._servers = itertools.cycle([servers] if isinstance(servers, ServerProcess) else list(servers))
        self.table = table
        self.token = token
        self.shown: dict[str, Any] = {}
        self.events: list[Any] = []
        self.version = -1
        self.wholes = 0
        self.sent = 0
        self._waiting: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._changed = asyncio.Condition()
        self._line: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run())
        await self.until(lambda: self.version >= 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def do(self, do: str, text: str = "", *, id: str = "", **more: Any) -> dict[str, Any]:
        """Send a command until there is an answer: `ack`, `seated`, or `refused` other than for `busy` or `store`."""
        command = {"id": id or secrets.token_hex(12), "do": do, "text": text, **more}
        async with asyncio.timeout(PATIENCE):
            while True:
                future = self._waiting[command["id"]] = asyncio.get_running_loop().create_future()
                if self._line is not None:
                    with contextlib.suppress(ConnectionClosed):
                        self.sent += 1
                        await self._line.send(json.dumps(command))
                try:
                    found: dict[str, Any] = await asyncio.wait_for(future, ANSWER)
                except TimeoutError:
                    continue
                except ConnectionError:
                    await asyncio.sleep(0.02)
                    continue
                if found["type"] == "refused" and found["fault"]["code"] in AGAIN:
                    await asyncio.sleep(0.05)
                    continue
                return found

    async def until(self, condition: Any, seconds: float = PATIENCE) -> None:
        """Wait until something is so; looked at whenever a frame comes."""
        async with asyncio.timeout(seconds), self._changed:
            await self._changed.wait_for(condition)

    async def cut(self) -> None:
        """Lose the line; the client comes back by itself, to the next server."""
        if self._line is not None:
            await self._line.close()

    async def _run(self) -> None:
        for server in self._servers:
            with contextlib.suppress(OSError, InvalidHandshake, InvalidMessage, ConnectionClosed, TimeoutError):
                async with self._connected(server) as line:
                    self._line = line
                    async for frame in line:
                        await self._hear(json.loads(frame))
            self._line = None
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(ConnectionError("the line is cut"))
            self._waiting.clear()
            await asyncio.sleep(0.02)

    @contextlib.asynccontextmanager
    async def _connected(self, server: ServerProcess) -> AsyncIterator[ClientConnection]:
        seen = f"&seen={self.version}" if self.version >= 0 else ""
        address = f"ws://127.0.0.1:{server.port}/ws/{self.table}?as=json{seen}"
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        async with connect(address, additional_headers=headers, open_timeout=ANSWER, max_size=None) as line:
            yield line

    async def _hear(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "table":
            self.shown = frame["table"]
            self.version = frame["version"]
            self.wholes += frame["whole"]
            self.events += frame["events"]
        else:
            future = self._waiting.pop(frame.get("id", ""), None)
            if future is not None and not future.done():
                future.set_result(frame)
        async with self._changed:
            self._changed.notify_all()


def _read(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        return data.decode("utf-8", "replace")


def main(extra_routes: Sequence[BaseRoute] = ()) -> None:
    """Serve, as `ServerProcess` asks, and on these routes: says `port N` once it answers."""
    import uvicorn

    from bastide.cli.serve import listen
    from bastide.server.common import logs
    from bastide.server.engine.games import Games
    from bastide.server.run.app import create_app
    from bastide.server.run.graceful import GracefulServer
    from bastide.server.run.serve import options
    from tests.server.toy import Toy

    parser = argparse.ArgumentParser()
    for name in ("data", "engine", "port", "settings"):
        parser.add_argument(name)
    given = parser.parse_args()
    # On a full disk Python would leave a truncated file of byte code, which no later process can read.
    sys.dont_write_bytecode = True
    logs.setup("text", os.environ.get("BASTIDE_TEST_LOG", "info"))
    chosen = settings(Path(given.data), **{"message_rate": 1000.0, "message_burst": 1000, **json.loads(given.settings)})
    app = create_app(chosen, engine=Games() if given.engine == "island" else Toy(), extra_routes=extra_routes)

    class Telling(GracefulServer):
        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            if not self.should_exit:
                sys.stdout.write(f"port {sockets[0].getsockname()[1]}\n")
                sys.stdout.flush()

    server = Telling(uvicorn.Config(app, **options(chosen)), app, chosen.grace)
    server.run(sockets=[listen("127.0.0.1", int(given.port))])


if __name__ == "__main__":
    main()
