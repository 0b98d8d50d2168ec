"""One step of the benchmark: a server, so many tables, a period of play, the figures."""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import os
import secrets
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from benchmarks.server.figures import summary
from benchmarks.server.fill import fill
from benchmarks.server.load import Found, Task
from benchmarks.server.process import Server, profiled, served, staged
from benchmarks.subjects import ROOT

PACE: Final = (1.0, 3.0)
"""How many seconds a player thinks before acting."""


class Mark(NamedTuple):
    """The servers at one moment, together: their memory in bytes, and their seconds of processor and of waiting."""

    memory: int
    busy: float
    waited: float


def played(
    hall: Sequence[Server], task: Task, answer: Path, tell: Callable[[str], None]
) -> tuple[Found, dict[str, Mark]]:
    """What the load generator found at these servers, and the servers when it connected, began and ended measuring.

    `tell` is called with `connected`, `measuring` and `measured`; `answer` is a file for the figures.

    Raises RuntimeError if the load breaks.
    """
    # A file, not a pipe: nobody would drain it while the other pipe is read.
    with answer.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "benchmarks.server.load"],
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
    assert process.stdin is not None
    assert process.stderr is not None
    process.stdin.write(msgspec.json.encode(task))
    process.stdin.close()
    marks: dict[str, Mark] = {}
    said = ""
    for line in process.stderr:
        said = line.decode().strip() or said
        if said in ("connected", "measuring", "measured"):
            marks[said] = Mark(
                sum(server.memory() for server in hall),
                sum(server.busy() for server in hall),
                sum(server.waited() for server in hall),
            )
            tell(said)
    if process.wait() or "measured" not in marks:
        raise RuntimeError(f"the load generator failed: {said}")
    return msgspec.json.decode(answer.read_bytes(), type=Found), marks


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
    stages: bool = False,
) -> dict[str, Any]:
    """The figures for so many tables of four, spread over so many servers on one database.

    With `scattered` the four people of a table are at different servers, as behind a proxy that does not route. With
    `stages` the first server times the stages of a command.

    Raises RuntimeError if a server or the load breaks.
    """
    with tempfile.TemporaryDirectory(prefix="bastide-bench-") as name:
        folder = Path(name)
        secret = secrets.token_hex(16)
        url = database or f"sqlite:///{folder / 'bastide.db'}"
        seats = asyncio.run(fill(url, secret, tables, say))
        with contextlib.ExitStack() as stack:
            under = [profiled(profile)] if profile else [staged(folder / "stages.json")] if stages else []
            hall = [
                stack.enter_context(
                    served(database, folder / f"server-{n}" if n else folder, secret, under[0] if under[n:] else ())
                )
                for n in range(servers)
            ]
            bare = sum(server.memory() for server in hall)
            task = Task([server.port for server in hall], seats, think, warm, seconds, scattered=scattered)

            def tell(word: str) -> None:
                say(f"{tables} tables: {word}")
                if stages and word != "connected":
                    hall[0].process.send_signal(signal.SIGUSR1)

            found, marks = played(hall, task, folder / "found.json", tell)
            used = marks["measured"].busy - marks["measuring"].busy
            waited = marks["measured"].waited - marks["measuring"].waited
            return {
                "tables": tables,
                "servers": servers,
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
                "memory_connected": marks["connected"].memory,
                "memory": marks["measured"].memory,
                "memory_per_table": round((marks["measured"].memory - bare) / tables),
                "stages_ms": stages_per_command(folder / "stages.json", found.commands) if stages else {},
                "load_late_ms": summary(found.late),
                "load_cpu": round(found.busy / seconds, 3),
                "load_read_ms": round(1000 * found.read / max(found.frames, 1), 3),
            }


def stages_per_command(file: Path, commands: int) -> dict[str, float]:
    """Milliseconds of processor per command in each stage, between the two lines that the server wrote."""
    before, after = (json.loads(line) for line in file.read_text("utf-8").splitlines())
    return {stage: 1000 * (after[stage] - before[stage]) / max(commands, 1) for stage in after}
