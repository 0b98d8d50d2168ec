"""Run the server: on a given address, or on a free port of this machine with the page opened."""

from __future__ import annotations

import errno
import logging
import os
import socket
import tempfile
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bastide.cli.failure import Failure, reason
from bastide.kernel.errors import quote
from bastide.server.common import logs
from bastide.server.common.settings import Settings, unknown_variables
from bastide.server.run.graceful import GracefulServer
from bastide.server.run.serve import options
from bastide.server.storage.database import location
from bastide.view.words import Words

PORT: Final = 8642
TRIES: Final = 50
"""How many ports after the usual one are tried."""
LOOPBACK: Final = "127.0.0.1"
BACKLOG: Final = 2048


class Log(NamedTuple):
    """Logging options of the command line; None asks the environment."""

    form: str | None
    level: str | None

    def settled(self, usual: str) -> Log:
        """Both options resolved; `usual` is the default level.

        :raises Failure: the format or level does not exist.
        """
        form = self._chosen("--log-format", self.form, "BASTIDE_LOG_FORMAT", logs.FORMATS) or "text"
        level = self._chosen("--log-level", self.level, "BASTIDE_LOG_LEVEL", logs.LEVELS) or usual
        return Log(form, level)

    @staticmethod
    def _chosen(option: str, given: str | None, variable: str, known: tuple[str, ...]) -> str:
        name, value = (option, given) if given is not None else (variable, os.environ.get(variable, ""))
        if value and value not in known:
            raise Failure(
                "{name} must be one of {known}, got {given}", name=name, known=", ".join(known), given=quote(value)
            )
        return value


def play(words: Words, port: int | None, data: Path | None, browser: bool, lang: str | None, log: Log) -> None:
    """Serve on this machine alone, at the usual port or the next free one, and open the page."""
    log = log.settled("warning")
    settings = checked(data)
    listener = listen(LOOPBACK, port) if port is not None else next_free(LOOPBACK, PORT)
    url = address(listener) + (f"?lang={lang}" if lang else "")
    hint = words.gettext("Bastide is at {url}  (Ctrl-C to quit)", url=url)
    run(settings, listener, hint, words, url if browser else None, log)


def serve(words: Words, host: str, port: int, settings: Settings, log: Log) -> None:
    """Serve on an address until interrupted."""
    log = log.settled("info")
    listener = listen(host, port)
    hint = words.gettext("Bastide listens at {url}, tables in {path}", url=address(listener), path=location(settings))
    run(settings, listener, hint, words, None, log)


def checked(data: Path | None, **given: Any) -> Settings:
    """The settings, with a writable folder for the tables; arguments that are not None override them.

    :raises Failure: an environment variable is invalid, or the folder is not writable.
    """
    try:
        settings = Settings.from_environment(data=data, **given)
    except ValueError as error:
        raise Failure("{reason}", reason=str(error)) from None
    try:
        settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=settings.data) as trial:
            trial.write(b"\0" * 4096)
            trial.flush()
    except OSError as error:
        raise Failure(
            "cannot store tables in {path} ({reason}); choose another folder with --data",
            path=str(settings.data),
            reason=reason(error),
        ) from None
    return settings


def listen(host: str, port: int, option: str = "--port") -> socket.socket:
    """A socket bound to that address; `option` names where the port was given.

    :raises Failure: the port is taken or invalid, or the address is not ours.
    """
    if not 0 <= port <= 65535:
        raise Failure(
            "{name} must be a whole number from {low} to {high}, got {given}",
            name=option,
            low=0,
            high=65535,
            given=port,
        )
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except (OSError, OverflowError, UnicodeError) as error:
        raise Failure("cannot listen on the address {host}: {reason}", host=repr(host), reason=reason(error)) from None
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(where)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise Failure("port {port} is in use; choose another with {option}", port=port, option=option) from None
        if error.errno == errno.EACCES:
            raise Failure(
                "no permission to use port {port}; choose one above 1023 with {option}", port=port, option=option
            ) from None
        raise Failure("cannot listen on {host}: {reason}", host=repr(host), reason=reason(error)) from None
    listener.set_inheritable(True)
    return listener


def next_free(host: str, first: int) -> socket.socket:
    """A socket at the first free port from `first` on, any free port if all are taken."""
    for port in range(first, first + TRIES):
        with suppress(Failure):
            return listen(host, port)
    return listen(host, 0)


def address(listener: socket.socket) -> str:
    """The URL of a socket, as seen from this machine."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


class Starting:
    """An ASGI application whose startup failure is kept as one line, not logged as a traceback."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.trouble = ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward everything; see the ASGI specification."""
        if scope["type"] != "lifespan":
            await self.app(scope, receive, send)
            return

        async def told(message: Message) -> None:
            if message["type"] == "lifespan.startup.failed":
                message = {**message, "message": ""}
            await send(message)

        try:
            await self.app(scope, receive, told)
        except Exception as error:
            self.trouble = str(error).partition("\n")[0] or type(error).__name__
            raise


class Announcing(GracefulServer):
    """A server that prints its URL once it listens, and opens the page."""

    def __init__(self, hint: str, page: str | None, *how: Any) -> None:
        super().__init__(*how)
        self.hint = hint
        self.page = page
        self.came_up = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then announce."""
        await super().startup(sockets)
        if self.should_exit:
            return
        self.came_up = True
        print(self.hint, flush=True)
        if self.page is not None:
            open_page(self.page)


def open_page(url: str) -> None:
    """Open a page in the user's browser, if there is one; the terminal shows the URL anyway."""
    with suppress(webbrowser.Error, OSError):
        webbrowser.open(url)


def run(settings: Settings, listener: socket.socket, hint: str, words: Words, page: str | None, log: Log) -> None:
    """Serve the application on a socket until interrupted.

    :raises Failure: the application does not start.
    """
    from bastide.web.app import create_app

    logs.setup(log.form or "text", log.level or "info")
    for name, nearest in unknown_variables().items():
        said = f"{name} is ignored; the nearest variable is {nearest}"
        logs.write(logging.getLogger("bastide.settings"), logging.WARNING, "unknown variable", reason=said)
    metrics = listen(LOOPBACK, settings.metrics_port, "--metrics-port") if settings.metrics_port else None
    tables = create_app(settings)
    app = Starting(tables)
    server = Announcing(hint, page, uvicorn.Config(app, **options(settings)), tables, settings.grace, metrics)
    # SystemExit: uvicorn cannot start the application. KeyboardInterrupt: Ctrl-C before uvicorn handles signals.
    with suppress(KeyboardInterrupt, SystemExit):
        server.run(sockets=[listener])
    listener.close()
    if server.interrupted and not server.came_up:
        print(words.gettext("The server was stopped before it had started."))
        return
    if not server.came_up:
        raise Failure("the server does not start: {reason}", code=1, reason=app.trouble or words.gettext("unknown"))
    print(f"\n{words.gettext('Server stopped. The tables are stored in {path}.', path=location(settings))}")
