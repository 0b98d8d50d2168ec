"""One step of the benchmark: a server, so many tables, a period of play, the figures."""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec

from benchmarks.server.figures import summary
from benchmarks.server.fill import fill
from benchmarks.server.load import Found, Task
from benchmarks.server.process import served
from benchmarks.subjects import ROOT

PACE: Final = (1.0, 3.0)
"""How many seconds a player thinks before acting."""


def step(
    tables: int,
    seconds: float,
    warm: float,
    think: tuple[float, float] = PACE,
    database: str = "",
    servers: int = 1,
    profile: Path | None = None,
    say: Callable[[str], None] = print,
    scattered: bool = False,
) -> dict[str, Any]:
    """The figures for so many tables of four, spread over so many servers on one database.

    With `scattered` the four people of a table are at different servers, as behind a proxy that does not route.

    Raises RuntimeError if a server or the load breaks.
    """
    with tempfile.TemporaryDirectory(prefix="bastide-bench-") as name:
        folder = Path(name)
        secret = secrets.token_hex(16)
        url = database or f"sqlite:///{folder / 'bastide.db'}"
        seats = asyncio.run(fill(url, secret, tables, say))
        # A file, not a pipe: nobody would drain it while the other pipe is read.
        answer = folder / "found.json"
        with contextlib.ExitStack() as stack:
            out = stack.enter_context(answer.open("wb"))
            hall = [
                stack.enter_context(served(database, folder / f"server-{n}" if n else folder, secret, profile))
                for n in range(servers)
            ]
            bare = sum(server.memory() for server in hall)
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", "benchmarks.server.load"],
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
            )
            assert process.stdin is not None
            assert process.stderr is not None
            task = Task([server.port for server in hall], seats, think, warm, seconds, scattered=scattered)
            process.stdin.write(msgspec.json.encode(task))
            process.stdin.close()
            marks: dict[str, tuple[int, float, float]] = {}
            said = ""
            for line in process.stderr:
                said = line.decode().strip() or said
                if said in ("connected", "measuring", "measured"):
                    say(f"{tables} tables: {said}")
                    marks[said] = (
                        sum(server.memory() for server in hall),
                        sum(server.busy() for server in hall),
                        sum(server.waited() for server in hall),
                    )
            if process.wait() or "measured" not in marks:
                raise RuntimeError(f"the load generator failed: {said}")
            found = msgspec.json.decode(answer.read_bytes(), type=Found)
            used = marks["measured"][1] - marks["measuring"][1]
            waited = marks["measured"][2] - marks["measuring"][2]
            return {
                "tables": tables,
                "seconds": seconds,
                "commands": found.commands,
                "commands_per_second": round(found.commands / seconds, 2),
                "frames_per_second": round(found.frames / seconds, 1),
                "bytes_per_frame": round(found.bytes / max(found.frames, 1)),
                "ack_ms": summary(found.ack),
                "shown_ms": summary(found.shown),
                "unanswered": found.lost,
                "refused": found.refused,
                "server_cpu": round(used / seconds, 3),
                "server_waited": None if math.isnan(waited) else round(waited / seconds, 3),
                "server_ms_per_command": round(1000 * used / max(found.commands, 1), 2),
                "memory_bare": bare,
                "memory_connected": marks["connected"][0],
                "memory": marks["measured"][0],
                "memory_per_table": round((marks["measured"][0] - bare) / tables),
                "load_late_ms": summary(found.late),
                "load_cpu": round(found.busy / seconds, 3),
                "load_read_ms": round(1000 * found.read / max(found.frames, 1), 3),
            }
