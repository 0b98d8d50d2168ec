"""Processes that play the games of a plan.

Each plays a batch of about a second and sends each game as it ends. A process that dies is replaced: if a plug-in's bot
was deciding, that seat forfeits the game, otherwise the game is played again. A bot that thinks longer than the plan
allows is stopped with its process.
"""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing.connection import Connection
from typing import Any, Final

from bastide.arena.games import ACTS, NUMBER, SEAT, Played, Watch, forfeited, play
from bastide.arena.plan import Plan
from bastide.kernel.errors import ConfigError

try:
    import resource
except ImportError:  # pragma: no cover - Windows has no limits of this kind
    resource = None  # type: ignore[assignment] # a module elsewhere

SECOND: Final = 1.0
"""How long a batch is to take."""
LARGEST: Final = 500
LOOK: Final = 0.2
"""How often, in seconds, it is looked whether bots still decide."""
DEATHS: Final = 3
"""After how many deaths of its process while no plug-in was asked a game is given up."""
MIB: Final = 1 << 20


def gave_up(number: int, times: int) -> ConfigError:
    """The error that processes end again and again without a bot of a plug-in to blame."""
    return ConfigError(
        "game {number} cannot be played: its process has ended {count} {count:time|times}",
        {"number": number, "count": times},
    )


@dataclass(frozen=True)
class Lost:
    """A game that a seat has lost by its process: up to where it is played again, and why."""

    number: int
    acts: int
    seat: int
    fault: str


Task = int | Lost


@dataclass
class Worker:
    """A process with what it still has to send."""

    process: Any
    line: Connection
    watch: Watch
    tasks: list[Task] = field(default_factory=list)
    batch: int = 1
    seen: tuple[int, int, int] = (-1, -1, -1)
    since: float = 0.0
    given: float = 0.0

    def give(self, tasks: list[Task]) -> None:
        """Send a batch."""
        self.tasks = list(tasks)
        self.since = self.given = time.monotonic()
        with suppress(OSError):  # it has died meanwhile, which is seen as it is waited for
            self.line.send(tasks)

    def stuck(self, seconds: float) -> bool:
        """Whether a plug-in's bot has been deciding for longer than that."""
        now = time.monotonic()
        at = (self.watch[NUMBER], self.watch[ACTS], self.watch[SEAT])
        if at != self.seen or at[2] < 0:
            self.seen, self.since = at, now
        return bool(self.tasks) and now - self.since > seconds

    def end(self) -> None:
        """End it, with whatever it is doing."""
        self.process.kill()
        self.process.join()
        self.line.close()


class Pool:
    """Processes that play games of a plan, so many at most; they stay for further games until `end`."""

    def __init__(self, plan: Plan, jobs: int) -> None:
        self.plan = plan
        self._jobs = jobs
        self._context = multiprocessing.get_context("spawn")
        self._free: list[Worker] = []
        self._busy: list[Worker] = []

    def played(self, numbers: Iterable[int]) -> Generator[Played, None, None]:
        """Play these games, and give each as it ends.

        :raises ConfigError: a game cannot be played.
        """
        waiting: Iterator[int] = iter(numbers)
        again: list[Task] = []
        deaths: Counter[int] = Counter()

        def give(worker: Worker | None) -> None:
            count = 1 if worker is None else worker.batch
            tasks, again[:] = again[:count], again[count:]
            tasks += islice(waiting, count - len(tasks))
            if tasks:
                worker = worker or started(self._context, self.plan)
                self._busy.append(worker)
                worker.give(tasks)
            elif worker is not None:
                self._free.append(worker)

        try:
            for _ in range(self._jobs):
                give(self._free.pop() if self._free else None)
            while self._busy:
                multiprocessing.connection.wait([worker.line for worker in self._busy], LOOK)
                for worker in list(self._busy):
                    died = False
                    try:
                        while worker.line.poll():
                            game: Played = worker.line.recv()
                            worker.tasks.pop(0)
                            yield game
                    except (EOFError, OSError):
                        died = True
                    if not died and worker.stuck(self.plan.limits["seconds"]):
                        worker.process.kill()
                        died = True
                        cause = "time"
                    else:
                        cause = "exit"
                    if died:
                        self._busy.remove(worker)
                        worker.end()
                        again += rest(worker, cause, deaths)
                        give(None)
                    elif not worker.tasks:
                        self._busy.remove(worker)
                        worker.batch = next_size(worker.batch, worker.batch, time.monotonic() - worker.given)
                        give(worker)
        finally:
            # Some still play if nobody wants more games.
            while self._busy:
                self._busy.pop().end()

    def end(self) -> None:
        """End the processes."""
        while self._free:
            self._free.pop().end()


def next_size(size: int, played: int, seconds: float) -> int:
    """How many games a batch is to have, from the size before and how long so many games took."""
    return max(1, min(LARGEST, 2 * size, int(played * SECOND / max(seconds, 0.001))))


def rest(worker: Worker, cause: str, deaths: Counter[int]) -> list[Task]:
    """What a process that died has left: the game that it played is lost by the seat whose bot decided, if one did."""
    if not worker.tasks:
        return []
    task, *others = worker.tasks
    number = task.number if isinstance(task, Lost) else task
    deciding = worker.watch[NUMBER] == number and worker.watch[SEAT] >= 0
    if deciding and not isinstance(task, Lost):
        seat = int(worker.watch[SEAT])
        return [Lost(number, int(worker.watch[ACTS]), seat, f"{seat} {cause}"), *others]
    if isinstance(task, Lost) and task.acts > 1:
        # Played again, it died even earlier: the record ends before the first decision of a plug-in.
        return [Lost(number, 1, task.seat, task.fault), *others]
    deaths[number] += 1
    if deaths[number] >= DEATHS:
        raise gave_up(number, DEATHS)
    return [task, *others]


def started(context: Any, plan: Plan) -> Worker:
    """A new process."""
    ours, theirs = context.Pipe()
    watch = context.RawArray("q", [-1, 0, -1])
    process = context.Process(target=work, args=(theirs, watch, plan), daemon=True)
    process.start()
    theirs.close()
    return Worker(process, ours, watch)


def work(line: Connection, watch: Watch, plan: Plan) -> None:
    """Play batches until the other end is closed."""
    # Ctrl-C reaches every process of the terminal; only the main process handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if resource is not None:
        size = int(plan.limits["memory"]) * MIB
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (size, most))
    try:
        while True:
            for task in line.recv():
                if isinstance(task, Lost):
                    game = forfeited(plan, task.number, watch, task.acts, task.seat, task.fault)
                else:
                    game = play(plan, task, watch)
                line.send(game)
    except (EOFError, OSError):
        os._exit(0)  # the driver has gone


def _end_with_parent() -> None:
    """End this process when the one that started it has ended, even if a bot never comes back."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
