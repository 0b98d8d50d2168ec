"""The server process: started as an operator would, and observed from outside."""

from __future__ import annotations

import contextlib
import math
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

LIMITS: Final = {
    # All clients share one address, which the limits would treat as one person.
    "BASTIDE_ADDRESS_RATE": "100000",
    "BASTIDE_ADDRESS_BURST": "100000",
    "BASTIDE_ADDRESS_CONNECTIONS": "4000",
    "BASTIDE_MESSAGE_RATE": "100000",
    "BASTIDE_MESSAGE_BURST": "100000",
    "BASTIDE_COST_RATE": "100000",
    "BASTIDE_SEEN_RATE": "100000",
    "BASTIDE_ADDRESS_TABLES": "100000",
}
PATIENCE: Final = 60.0


class Server:
    """A running server: its `port`, and the `command` that began it."""

    def __init__(self, process: subprocess.Popen[str], port: int, command: list[str]) -> None:
        self.process = process
        self.port = port
        self.command = command

    def memory(self) -> int:
        """The resident memory of the process, in bytes."""
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self.process.pid}/status").read_text("ascii"))
        return 1024 * int(found[1]) if found else 0

    def waited(self) -> float:
        """The seconds it waited for a core."""
        return waited(self.process.pid)

    def busy(self) -> float:
        """The processor seconds it has used."""
        return busy(self.process.pid)


def waited(process: int) -> float:
    """Seconds for which the first thread of a process was runnable but had no core; nan if unknown."""
    try:
        return int(Path(f"/proc/{process}/task/{process}/schedstat").read_text("ascii").split()[1]) / 1e9
    except OSError:
        return math.nan


def busy(process: int) -> float:
    """The processor seconds a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def command(database: str, folder: Path, under: Sequence[str] = ()) -> list[str]:
    """The command line; `under` are the arguments of Python before `serve`, if not just the program `bastide`."""
    program = under or [str(Path(sys.executable).with_name("bastide"))]
    serve = ["serve", "--port", "0", "--data", str(folder), "--log-level", "warning"]
    return [sys.executable, *program, *serve, *(["--db", database] if database else [])]


def profiled(file: Path) -> list[str]:
    """The arguments to run under Python's profiler, two to three times as slow."""
    return ["-m", "cProfile", "-o", str(file), str(Path(sys.executable).with_name("bastide"))]


def staged(file: Path) -> list[str]:
    """The arguments to run with its stages timed; see `benchmarks.server.stages`."""
    return ["-m", "benchmarks.server.stages", str(file)]


@contextlib.contextmanager
def served(
    database: str, folder: Path, secret: str, under: Sequence[str] = (), limits: Mapping[str, str] = LIMITS
) -> Iterator[Server]:
    """A server with limits other than its defaults, ended afterwards.

    Raises RuntimeError with its output if it does not start.
    """
    line = command(database, folder, under)
    environment = {**os.environ, **limits, "BASTIDE_SECRET": secret, "PYTHONUNBUFFERED": "1"}
    # As when installed: byte-compile the modules once, not at every start.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    folder.mkdir(exist_ok=True)
    said = folder / "server.log"
    with said.open("w", encoding="utf-8") as log:
        process = subprocess.Popen(line, env=environment, stdout=log, stderr=subprocess.STDOUT, text=True)
        try:
            yield Server(process, port_of(process, said), line)
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def port_of(process: subprocess.Popen[str], said: Path) -> int:
    """The port on the server's first output line."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        found = re.search(r"http://[\w.]+:(\d+)", said.read_text("utf-8"))
        if found:
            return int(found[1])
        time.sleep(0.005)
    raise RuntimeError(f"the server did not start: {said.read_text('utf-8').strip() or 'no output'}")
