"""`bastide arena watch`: shows a game of a run in the replay page."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from pathlib import Path

import uvicorn

from bastide.cli.arena import found_game, record_of
from bastide.cli.serve import LOOPBACK, PORT, address, listen, next_free, open_page
from bastide.server.common import logs
from bastide.server.common.settings import Settings
from bastide.server.run.serve import options
from bastide.view.words import Words


def watch(words: Words, folder: Path, number: int, port: int | None, browser: bool, lang: str | None) -> None:
    """Serve the replay of a game to this machine alone until interrupted, and open the page.

    :raises Failure: there is no such game, it cannot be played again, or the port is taken.
    :raises ConfigError: the run has not begun, or the code of a bot has changed since.
    """
    from bastide.web.app import create_app
    from bastide.web.watching import WATCH, routes

    plan, game = found_game(folder, number)
    levels = {entrant.name: entrant.bot for entrant in plan.entrants}
    title = words.gettext("{name}, game {number}", name=game.config, number=number)
    pages = routes(title, record_of(folder, plan, game), tuple(levels[name] for name in game.seating))
    listener = listen(LOOPBACK, port) if port is not None else next_free(LOOPBACK, PORT)
    url = f"{address(listener).rstrip('/')}{WATCH}{f'?lang={lang}' if lang else ''}"
    # The pictures of the page come from a server, whose tables nobody needs.
    with tempfile.TemporaryDirectory() as data:
        settings = Settings(data=Path(data))
        logs.setup("text", "warning")
        server = uvicorn.Server(uvicorn.Config(create_app(settings, pages), **options(settings)))
        print(words.gettext("Game {number} is at {url}  (Ctrl-C to quit)", number=number, url=url), flush=True)
        if browser:
            open_page(url)
        with suppress(KeyboardInterrupt):
            server.run(sockets=[listener])
    listener.close()
