"""Recovery of a server killed with many tables open: the time until it is up, and until each table is playable.

`python -m benchmarks.server.restart` prints the figures. As soon as the server listens, one page per table reconnects,
all at once, and says which panels it has, as after every lost connection; a table is playable once its page shows
the current position and the decision it then sends is stored.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import secrets
import shutil
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec
from websockets.asyncio.client import connect

from bastide.kernel.game import Game
from bastide.players import make_bot
from bastide.server.common.model import Ack, Command, Panels
from bastide.server.common.tokens import SeatToken, Tokens, new_id
from bastide.server.engine.games import Games
from bastide.server.log.commands import play
from bastide.server.log.draft import Draft, Who
from bastide.server.log.snapshots import EVERY
from bastide.server.storage.store import Store
from bastide.server.tables import panel_hashes
from benchmarks.report import table as markdown
from benchmarks.server.choose import decide
from benchmarks.server.fill import DEEPEST, game
from benchmarks.server.load import READER
from benchmarks.server.page import write
from benchmarks.server.process import Server, served

GAMES: Final = 10
"""How many different games there are; the tables share them in turn."""
NAME: Final = "restart"
"""The name of the marked table."""
SINCE: Final = EVERY // 2
"""How many decisions ago each table's snapshot was made: half of the most."""


def advanced(draft: Draft, decisions: int, rng: random.Random) -> Draft:
    """A table of four people after this many more decisions."""
    after = Draft(draft.state.fork(), Games(), rng, None, "")
    bot = make_bot("random", rng.randrange(10**6))
    for _ in range(decisions):
        if after.match.over:
            break
        seat = rng.choice(after.match.game.actors)
        shown = after.match.game.copy()
        assert isinstance(shown, Game)
        play(after, Who(seat, 1), bot.choose(shown, seat), None)
    return after


async def begun(url: str, tables: int) -> list[tuple[str, Draft]]:
    """Put tables late in their games into a database."""
    drafts = [game(number, number + 1) for number in range(GAMES, 2 * GAMES)]
    store = await Store.open(url)
    out = []
    for number in range(tables):
        draft = drafts[number % GAMES]
        draft.state.id = new_id()
        await store.create(draft.state, draft.sealed())
        out.append((draft.state.id, draft))
    await store.close()
    return out


async def gone_on(url: str, tables: list[tuple[str, Draft]]) -> dict[str, int]:
    """Continue the games past their snapshots; return the seat each then waits for."""
    drafts = {id(draft): advanced(draft, SINCE, random.Random(number)) for number, (_, draft) in enumerate(tables)}
    store = await Store.open(url)
    out = {}
    for table, draft in tables:
        after = drafts[id(draft)]
        after.state.id = table
        await store.append(after.state, after.sealed(), chairs=False)
        out[table] = min(after.match.game.actors)
    await store.close()
    return out


@dataclass
class Page:
    """The page of one seat: its token, and its panels as of a version."""

    table: str
    token: str
    version: int = 0
    panels: dict[str, str] = field(default_factory=dict)


async def come_back(port: int, page: Page, *, act: bool = True) -> tuple[float, float]:
    """Reconnect a page and play; return when it was shown, and when the decision was acknowledged."""
    seen = f"&seen={page.version}&have={panel_hashes.format_hashes(page.panels)}" if page.panels else ""
    address = f"ws://127.0.0.1:{port}/ws/{page.table}?unseen=players{seen}"
    headers = {"authorization": f"Bearer {page.token}"}
    async with connect(address, additional_headers=headers, open_timeout=120, max_size=None) as line:
        frame = READER.decode(await line.recv())
        assert isinstance(frame, Panels)
        shown = time.perf_counter()
        page.version = frame.version
        page.panels |= frame.panels
        text = decide(page.panels, random.Random(page.table)) if act else None
        assert text or not act, "the page offers nothing"
        if text:
            command = Command("on", "play", text, version=frame.version)
            await line.send(msgspec.json.encode(command).decode())
            while not isinstance(answer := READER.decode(await line.recv()), Ack):
                assert isinstance(answer, Panels), answer
        return shown, time.perf_counter()


async def all_come_back(server: Server, pages: list[Page], *, act: bool = True) -> list[tuple[float, float]]:
    """The same for all tables at once."""
    return await asyncio.gather(*(come_back(server.port, page, act=act) for page in pages))


def count(folder: Path) -> int:
    """The number of snapshots."""
    with closing(sqlite3.connect(f"file:{folder / 'bastide.db'}?mode=ro", uri=True)) as database:
        return int(database.execute("SELECT count(*) FROM snapshot").fetchone()[0])


def looked_at(folder: Path, secret: str, pages: list[Page]) -> None:
    """Let a server show all tables, wait until each has a snapshot, and kill it."""
    with served("", folder, secret) as server:
        asyncio.run(all_come_back(server, pages, act=False))
        while count(folder) < len(pages):
            time.sleep(0.2)
        server.process.kill()


def start(folder: Path, secret: str, pages: list[Page]) -> dict[str, float]:
    """Start a server on this folder, reconnect all pages, and kill it; times in seconds."""
    begin = time.perf_counter()
    with served("", folder, secret) as server:
        up, used, waited = time.perf_counter(), server.busy(), server.waited()
        done = asyncio.run(all_come_back(server, deepcopy(pages)))
        found = {
            "listens": up - begin,
            "processor, until then": used,
            "first page": min(shown for shown, _ in done) - up,
            "last page": max(shown for shown, _ in done) - up,
            "last play": max(played for _, played in done) - up,
            "from the start": max(played for _, played in done) - begin,
            "processor": server.busy() - used,
            "waited for a core": server.waited() - waited,
        }
        server.process.kill()
    return found


def measured(tables: int) -> dict[str, dict[str, float]]:
    """One round: from logs alone, and from snapshots."""
    with tempfile.TemporaryDirectory(prefix="bastide-restart-") as name:
        folder, bare = Path(name) / "kept", Path(name) / "bare"
        folder.mkdir()
        secret = secrets.token_hex(16)
        url = f"sqlite:///{folder / 'bastide.db'}"
        signed = Tokens(secret, 24 * 3600)
        laid = asyncio.run(begun(url, tables))
        looked_at(folder, secret, [Page(table, signed.issue(SeatToken(table, 0, 1))) for table, _ in laid])
        seats = asyncio.run(gone_on(url, laid))
        pages = [Page(table, signed.issue(SeatToken(table, seat, 1))) for table, seat in seats.items()]
        looked_at(folder, secret, pages)
        shutil.copytree(folder, bare)
        with closing(sqlite3.connect(bare / "bastide.db")) as database:
            database.execute("DELETE FROM snapshot")
            database.commit()
        return {"from the logs": start(bare, secret, pages), "from snapshots": start(folder, secret, pages)}


def main(arguments: list[str] | None = None) -> int:
    """Measure, print a table, and write it to the docs if asked."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server.restart", description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--times", type=int, default=3, help="how often everything is measured")
    parser.add_argument("--docs", action="store_true", help="write the table to docs/performance-server.md")
    given = parser.parse_args(arguments)
    rows: list[dict[str, Any]] = []
    for _ in range(given.times):
        load = os.getloadavg()[0]
        for how, found in measured(given.tables).items():
            rows.append({"how": how, **{key: f"{value:.2f}" for key, value in found.items()}, "load": f"{load:.1f}"})
            print(rows[-1], file=sys.stderr, flush=True)
    rows.sort(key=lambda row: str(row["how"]))
    about = f"{given.tables} tables, about {DEEPEST + SINCE} decisions each; seconds"
    table = markdown(list(rows[0]), [[str(value) for value in row.values()] for row in rows])
    if given.docs:
        write(NAME, about, table)
    print("\n".join([about, "", *table]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
