"""The server's process: begun as an operator would, and looked at from outside."""

from __future__ import annotations

import contextlib
import math
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

LIMITS: Final = {
    # All clients come from one address, which is taken for one person.
    "BASTIDE_ADDRESS_RATE": "100000",
    "BASTIDE_ADDRESS_BURST": "100000",
    "BASTIDE_ADDRESS_LINES": "4000",
    "BASTIDE_MESSAGE_RATE": "100000",
    "BASTIDE_MESSAGE_BURST": "100000",
}
PATIENCE: Final = 60.0


class Server:
    """A running server: `port` is where, `command` how it was begun."""

    def __init__(self, process: subprocess.Popen[str], port: int, command: list[str]) -> None:
        self.process = process
        self.port = port
        self.command = command

    def memory(self) -> int:
        """The bytes of memory that the process has, of the machine's."""
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self.process.pid}/status").read_text("ascii"))
        return 1024 * int(found[1]) if found else 0

    def waited(self) -> float:
        """The seconds for which it waited for a core."""
        return waited(self.process.pid)

    def busy(self) -> float:
        """The seconds of processor time that it has used."""
        return busy(self.process.pid)


def waited(process: int) -> float:
    """For how many seconds the first thread of a process had something to do and no core to do it; nan if unknown."""
    try:
        return int(Path(f"/proc/{process}/task/{process}/schedstat").read_text("ascii").split()[1]) / 1e9
    except OSError:
        return math.nan


def busy(process: int) -> float:
    """The seconds of processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def command(database: str, folder: Path, profile: Path | None) -> list[str]:
    """The command line; with `profile` under Python's profiler, which makes it two or three times as slow."""
    under = ["-m", "cProfile", "-o", str(profile)] if profile else []
    program = Path(sys.executable).with_name("bastide")
    serve = ["serve", "--port", "0", "--data", str(folder), "--log-level", "warning"]
    return [sys.executable, *under, str(program), *serve, *(["--db", database] if database else [])]


@contextlib.contextmanager
def served(database: str, folder: Path, secret: str, profile: Path | None = None) -> Iterator[Server]:
    """A server, ended afterwards. Raises RuntimeError if it does not begin, with what it said."""
    line = command(database, folder, profile)
    environment = {**os.environ, **LIMITS, "BASTIDE_SECRET": secret, "PYTHONUNBUFFERED": "1"}
    # As where it is installed: the modules are compiled once, and not at every start.
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
    """The port that the server names on its first line."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        found = re.search(r"http://[\w.]+:(\d+)", said.read_text("utf-8"))
        if found:
            return int(found[1])
        time.sleep(0.005)
    raise RuntimeError(f"the server did not begin: {said.read_text('utf-8').strip() or 'it said nothing'}")
