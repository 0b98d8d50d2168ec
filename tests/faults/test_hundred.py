"""A hundred open tables after a kill: the time until all can be played."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import subprocess
import time
from pathlib import Path
from typing import Final

import msgspec
import pytest
from websockets.asyncio.client import connect

from bastide.server.cluster.opening import open_hub
from bastide.server.common.model import Command
from bastide.server.common.tokens import SeatToken, Tokens, new_id
from bastide.server.log import snapshots
from bastide.server.log.draft import Who
from tests.chosen import now_and_then
from tests.cli.test_serve import port_of, running
from tests.faults.counting import keep
from tests.faults.match import SECRET, lay, where
from tests.faults.story import Seeded, Story, undisturbed

TABLES = 100
LONG = Story(3, goal=5)
MOVES = 250
"""How far each game is."""
BEHIND: Final = snapshots.EVERY // 2
"""How many decisions ago the last snapshot of each was made."""


def next_move() -> str:
    """How each game goes on."""
    return next(text for seat, text in undisturbed(LONG).decisions[MOVES:] if seat >= 0)


async def laid(folder: Path) -> dict[str, str]:
    """A hundred tables in the middle of a game, and the token of each table's seat that goes on."""
    [first] = await lay(LONG, where(folder))
    hub = await open_hub(where(folder), Seeded(LONG.seed))
    table = await hub.table(first.table)
    for number, (seat, text) in enumerate(undisturbed(LONG).decisions[:MOVES]):
        if seat >= 0:
            await table.do(Who(seat, 1), Command(f"move-{number}", "play", text))
        if number == MOVES - BEHIND:
            # As a server does now and then while a game is played.
            data = snapshots.freeze(hub.shared.engine, table.state)
            assert data is not None
            await hub.shared.store.keep(table.state.id, table.state.version, snapshots.stamp(), data)
    assert table.state.match is not None
    [seat] = table.state.match.game.actors
    await hub.close()
    tokens = Tokens(SECRET, 3600)
    tables = {new_id(): "" for _ in range(TABLES)}
    with contextlib.closing(sqlite3.connect(folder / "bastide.db")) as database:
        for name, key in (("game_table", "id"), *((name, "table_id") for name in ("entry", "chair", "snapshot"))):
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({name})") if row[1] != key]
            listed = ", ".join(f'"{column}"' for column in columns)
            database.executemany(
                f'INSERT INTO {name} ("{key}", {listed}) SELECT ?, {listed} FROM {name} WHERE "{key}" = ?',
                [(table, first.table) for table in tables],
            )
        database.commit()
    return {table: tokens.issue(SeatToken(table, seat, 1)) for table in tables}


async def play_on(port: int, table: str, token: str) -> tuple[float, float]:
    """Come back to a table as a page does, be shown all of it, and play; when it was shown, and when acknowledged."""
    address = f"ws://127.0.0.1:{port}/ws/{table}"
    headers = {"Authorization": f"Bearer {token}"}
    async with connect(address, additional_headers=headers, compression=None, open_timeout=60) as line:
        shown = msgspec.json.decode(await line.recv())
        assert shown["whole"]
        assert {"land", "rail", "hand", "log"} <= set(shown["panels"])
        seen = time.monotonic()
        await line.send(msgspec.json.encode({"id": "on", "do": "play", "text": next_move()}).decode())
        while (frame := msgspec.json.decode(await line.recv())).get("id") != "on":
            pass
        assert frame["type"] == "ack", frame
        return seen, time.monotonic()


def processor(process: subprocess.Popen[str]) -> float:
    """The processor time that a process has used, in seconds; 0 where the system does not tell."""
    if not Path("/proc/self/stat").exists():
        return 0.0
    fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@now_and_then(3)
def test_a_hundred_tables_can_be_played_soon_after_a_kill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "SECRET": SECRET,
        "ADDRESS_BURST": "1000",
        "ADDRESS_RATE": "1000",
        "ADDRESS_CONNECTIONS": "1000",
        "COST_RATE": "1000",
    }.items():
        monkeypatch.setenv(f"BASTIDE_{name}", value)
    tables = asyncio.run(laid(tmp_path))
    with running("serve", "--port", 0, "--data", tmp_path) as (process, _):
        process.kill()
    begun = time.monotonic()
    with running("serve", "--port", 0, "--data", tmp_path) as (process, line):
        up = time.monotonic()

        used = processor(process)

        async def all_of_them() -> list[tuple[float, float]]:
            return await asyncio.gather(*(play_on(port_of(line), *table) for table in tables.items()))

        done = asyncio.run(all_of_them())
        keep(
            "a hundred tables",
            tables=TABLES,
            decisions=MOVES,
            start=round(up - begun, 2),
            shown=round(max(seen for seen, _ in done) - up, 2),
            played=round(max(played for _, played in done) - up, 2),
            processor=round(processor(process) - used, 2),
        )
    assert max(played for _, played in done) - up < 150, "however slow the machine"
