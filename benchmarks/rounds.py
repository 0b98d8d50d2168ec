"""Runs workers in turn: one process for each subject, asked for one round after another."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from benchmarks.machine import pinning, usable_cores

PATIENCE: Final = 300.0
"""Seconds after which a worker that has not answered is ended."""


class WorkerError(Exception):
    """A worker did not start, exited, or sent an invalid answer; one line says why."""


@dataclass(frozen=True)
class Subject:
    """A subject of the benchmark: the command of its worker, and the measures it offers.

    `measures` are those of the main rounds, with the seconds of each per round.
    """

    key: str
    title: str
    command: tuple[str, ...]
    measures: Mapping[str, float]
    environment: Mapping[str, str] = field(default_factory=dict)
    folder: Path | None = None


class Worker:
    """The running process of a subject."""

    def __init__(self, subject: Subject, core: int | None) -> None:
        self.subject = subject
        self._errors = tempfile.TemporaryFile(  # noqa: SIM115 - open as long as the process runs
            "w+", encoding="utf-8", errors="replace"
        )
        self._process = subprocess.Popen(
            subject.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            encoding="utf-8",
            cwd=subject.folder,
            env={**os.environ, **subject.environment},
        )
        if core is not None:
            os.sched_setaffinity(self._process.pid, {core})
        try:
            self.about = self._read()
        except WorkerError:
            self.close()
            raise

    def ask(self, measure: str, seconds: float, number: int) -> dict[str, float]:
        """Run one round. Raises WorkerError."""
        stdin = self._process.stdin
        assert stdin is not None
        try:
            stdin.write(f"{measure} {seconds} {number}\n")
            stdin.flush()
        except OSError as error:
            raise WorkerError(f"{self.subject.title}: {self._complaint() or error}") from None
        answer = self._read()
        if not all(isinstance(value, int | float) for value in answer.values()):
            raise WorkerError(f"{self.subject.title}: answered {answer}")
        return answer

    def close(self) -> None:
        """End the process, which exits by itself when input ends."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):  # it has exited already
                    stream.close()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._errors.close()

    def _read(self) -> dict[str, Any]:
        stdout = self._process.stdout
        assert stdout is not None
        watch = threading.Timer(PATIENCE, self._process.kill)
        watch.daemon = True
        watch.start()
        line = stdout.readline()
        watch.cancel()
        try:
            answer = json.loads(line)
        except ValueError:
            raise WorkerError(f"{self.subject.title}: {self._complaint() or 'no answer'}") from None
        if not isinstance(answer, dict):
            raise WorkerError(f"{self.subject.title}: answered {line.strip()}")
        if "error" in answer:
            raise WorkerError(f"{self.subject.title}: {answer['error']}")
        return answer

    def _complaint(self) -> str:
        """The last line it wrote to stderr."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=10)
        self._errors.seek(0)
        lines = [line.strip() for line in self._errors.read().splitlines() if line.strip()]
        return lines[-1] if lines else ""


@dataclass
class Measured:
    """Every value of every round, by subject and figure, in the order of rounds; and messages on the way."""

    values: dict[str, dict[str, list[float]]] = field(default_factory=dict)
    about: dict[str, dict[str, Any]] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    cpu: float = 0.0
    wall: float = 0.0

    def add(self, key: str, answer: Mapping[str, float], prefix: str = "") -> None:
        """Store one round's answer."""
        self.cpu += answer.get("cpu", 0.0)
        self.wall += answer.get("wall", 0.0)
        rows = self.values.setdefault(key, {})
        for name, value in answer.items():
            if name not in ("cpu", "wall"):
                rows.setdefault(prefix + name, []).append(value)


def measured(
    subjects: Sequence[Subject],
    rounds: int,
    pairs: int,
    pair: tuple[str, str, str, float],
    say: Callable[[str], None],
) -> Measured:
    """Run the subjects in turn.

    In each of the `rounds`, every subject runs each of its measures once; every other round in reverse order. Then the
    two subjects of `pair` alternate their measure for its seconds, `pairs` times, to resolve a smaller difference than
    the other figures need; these figures are prefixed `paired_`. A subject that fails is left out from then on and
    listed in `missing`.
    """
    out = Measured()
    core = usable_cores()[-1] if pinning() else None
    workers: dict[str, Worker] = {}
    try:
        for subject in subjects:
            try:
                workers[subject.key] = Worker(subject, core)
                out.about[subject.key] = workers[subject.key].about
            except (WorkerError, OSError) as error:
                out.missing.append(str(error))
        plan = [(s.key, measure, seconds) for s in subjects for measure, seconds in s.measures.items()]
        # Compared values must be close in time: the same measure of all subjects, then the next one.
        order = list(dict.fromkeys(measure for _, measure, _ in plan))
        plan.sort(key=lambda task: order.index(task[1]))
        for number in range(rounds):
            say(f"round {number + 1} of {rounds}")
            for key, measure, seconds in plan if number % 2 == 0 else plan[::-1]:
                _ask(workers, out, key, measure, seconds, number)
        first, second, measure, seconds = pair
        for number in range(pairs):
            if first in workers and second in workers:
                say(f"pair {number + 1} of {pairs}: {first}, {second}")
                for key in (first, second) if number % 2 == 0 else (second, first):
                    _ask(workers, out, key, measure, seconds, number, "paired_")
    finally:
        for worker in workers.values():
            worker.close()
    return out


def _ask(
    workers: dict[str, Worker], out: Measured, key: str, measure: str, seconds: float, number: int, prefix: str = ""
) -> None:
    if key not in workers:
        return
    try:
        out.add(key, workers[key].ask(measure, seconds, number), prefix)
    except WorkerError as error:
        # A subject with gaps cannot be compared round by round.
        out.missing.append(str(error))
        out.values.pop(key, None)
        workers.pop(key).close()
