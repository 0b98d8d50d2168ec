"""The load generator: a process with four players at each table, who play from what their pages show.

Reads its task as JSON from stdin, and writes its measurements to stdout.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import sys
import time
from collections import deque
from collections.abc import Sequence
from typing import Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from bastide.server.common.model import Ack, Command, Panels, Refused, Seated, Shown
from benchmarks.server.choose import decide
from benchmarks.server.process import busy

LANGUAGES: Final = ("en", "fr")
TICK: Final = 0.02
"""The interval, in seconds, at which the load generator measures its own delay."""
AGAIN: Final = frozenset({"stale", "turn", "illegal", "invalid"})
"""Refusals after which a player decides again: somebody else was faster, or the random decision was illegal."""
READER: Final = msgspec.json.Decoder(Ack | Panels | Refused | Seated | Shown)


class Task(msgspec.Struct):
    """The task: who sits where (each table's id and the tokens of its seats), for how long, and how fast.

    The tables are distributed over the servers at `ports` in turn, or with `scattered` the people of each table.

    `think` bounds a player's thinking time in seconds. Figures count once `warm` seconds have
    passed, for `seconds`; those of a table with one person do not. With `apart` each player has an address of their
    own.
    """

    ports: list[int]
    tables: list[list[str]]
    think: tuple[float, float]
    warm: float
    seconds: float
    seed: int = 1
    scattered: bool = False
    apart: bool = False


class Found(msgspec.Struct):
    """Measured values, times in seconds."""

    ack: list[float] = []
    shown: list[float] = []
    late: list[float] = []
    read: float = 0.0
    frames: int = 0
    bytes: int = 0
    commands: int = 0
    refused: dict[str, int] = {}
    lost: int = 0
    """Commands whose answer or frames did not arrive within the run."""
    busy: float = 0.0


class Sent(msgspec.Struct):
    """A command in flight: when it was due, its sender, its version, the pages still to show it."""

    at: float
    seat: int
    waits: set[int]
    counts: bool
    version: int = -1


class Table:
    """Four people at one table."""

    def __init__(self, number: int, run: Run, table: str, tokens: Sequence[str]) -> None:
        self.run = run
        self.sent: dict[str, Sent] = {}
        self.people = [
            Person(
                self,
                seat,
                self.address(number, seat, table, (number + seat) % 2),
                token,
                f"127.1.{number % 256}.{seat + 1}" if run.task.apart else "127.0.0.1",
            )
            for seat, token in enumerate(tokens)
        ]

    def address(self, number: int, seat: int, table: str, language: int) -> str:
        """The socket address of a page, with the players' sheet closed."""
        ports = self.run.task.ports
        port = ports[(number + seat * self.run.task.scattered) % len(ports)]
        return f"ws://127.0.0.1:{port}/ws/{table}?lang={LANGUAGES[language]}&unseen=players"

    def came(self, person: Person, version: int, at: float) -> None:
        """A page now shows a version."""
        for key, sent in list(self.sent.items()):
            if 0 <= sent.version <= version:
                self.shown(key, sent, person.seat, at)

    def acknowledged(self, key: str, version: int, at: float) -> None:
        """A command was acknowledged. Other pages may have shown it earlier."""
        sent = self.sent[key]
        sent.version = version
        if sent.counts:
            self.run.found.ack.append(at - sent.at)
        for seat in list(sent.waits):
            first = next((when for shown, when in self.people[seat].shown if shown >= version), None)
            if first is not None:
                self.shown(key, sent, seat, first)

    def shown(self, key: str, sent: Sent, seat: int, at: float) -> None:
        """One page has shown a command's effect."""
        if seat in sent.waits:
            sent.waits.discard(seat)
            if sent.counts:
                self.run.found.shown.append(at - sent.at)
        if not sent.waits:
            self.sent.pop(key, None)


class Person:
    """A player with a page open."""

    def __init__(self, table: Table, seat: int, url: str, token: str, address: str) -> None:
        self.table = table
        self.seat = seat
        self.run = table.run
        self.panels: dict[str, str] = {}
        self.shown: deque[tuple[int, float]] = deque(maxlen=16)
        self.version = 0
        self.thinking: asyncio.TimerHandle | None = None
        self.due = 0.0
        self.writing: asyncio.Task[None] | None = None
        self.rng = random.Random(f"{self.run.task.seed} {url} {seat}")
        self._url = url
        self._token = token
        self._address = address
        self._ids = itertools.count()
        self._line: ClientConnection | None = None

    async def play(self) -> None:
        """Play until the run is over."""
        headers = {"authorization": f"Bearer {self._token}"}
        async with connect(
            self._url,
            additional_headers=headers,
            max_size=None,
            open_timeout=60,
            close_timeout=2,
            local_addr=(self._address, 0),
        ) as line:
            self._line = line
            self.run.connected()
            async for text in line:
                at = time.perf_counter()
                self.hear(text if isinstance(text, str) else text.decode(), at)
                self.run.found.read += time.perf_counter() - at

    def hear(self, text: str, at: float) -> None:
        """Read a frame."""
        self.run.found.frames += 1
        self.run.found.bytes += len(text)
        frame = READER.decode(text)
        if isinstance(frame, Panels):
            self.panels.update(frame.panels)
            self.version = frame.version
            self.shown.append((frame.version, at))
            self.table.came(self, frame.version, at)
        elif isinstance(frame, Ack):
            self.table.acknowledged(frame.id, frame.version, at)
        elif isinstance(frame, Refused):
            self.table.sent.pop(frame.id, None)
            self.run.refused(frame.fault.code)
        self.think()

    def think(self) -> None:
        """Schedule a decision, if one is due."""
        if self.thinking is None and self.run.on and (self.over or self.awaited):
            wait = self.rng.uniform(*self.run.task.think)
            self.due = time.perf_counter() + wait
            self.thinking = asyncio.get_running_loop().call_later(wait, self.act)

    @property
    def over(self) -> bool:
        """Whether the host is to start the next game."""
        stage = 'data-stage="playing"' not in self.panels.get("head", "")
        return self.seat == 0 and stage and bool(self.panels)

    @property
    def awaited(self) -> bool:
        """Whether the page awaits a decision."""
        panels = self.panels
        return 'data-turn="mine"' in panels.get("actions", "") or "data-live" in panels.get("choice", "") + panels.get(
            "offer", ""
        )

    def act(self) -> None:
        """Send the decision."""
        self.thinking = None
        if not self.run.on:
            return
        if self.over:
            text, do = "", "start" if 'data-stage="waiting"' in self.panels["head"] else "rematch"
        else:
            text, do = decide(self.panels, self.rng) or "", "play"
            if not text:
                return self.think()
        command = Command(f"{self.seat}-{next(self._ids):012d}", do, text, version=self.version)  # type: ignore[arg-type]
        counts = do == "play" and self.run.measuring and len(self.table.people) > 1
        # Measured from its due time, so that a late wake-up of this process counts too.
        self.table.sent[command.id] = Sent(
            self.due, self.seat, set(range(len(self.table.people))) - {self.seat}, counts
        )
        self.run.found.commands += counts
        self.writing = asyncio.create_task(self.send(msgspec.json.encode(command).decode()))
        return None

    async def send(self, text: str) -> None:
        """Send a command's text."""
        assert self._line is not None
        await self._line.send(text)


class Run:
    """All tables of one process."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.found = Found(ack=[], shown=[], late=[], refused={})
        self.on = self.measuring = False
        self.lines = 0
        self.tables = [Table(number, self, table, tokens) for number, (table, *tokens) in enumerate(task.tables)]

    def connected(self) -> None:
        """Count a connection."""
        self.lines += 1

    def refused(self, code: str) -> None:
        """Count a refusal."""
        if self.measuring:
            self.found.refused[code] = self.found.refused.get(code, 0) + 1
        if code not in AGAIN:
            raise RuntimeError(f"the server refused a command: {code}")

    async def all(self) -> Found:
        """Connect, warm up, measure, and leave."""
        people = [person for table in self.tables for person in table.people]
        async with asyncio.TaskGroup() as group:
            jobs = []
            for person in people:
                jobs.append(group.create_task(person.play()))
                # Spread the connections: a real crowd does not arrive all at once.
                while len(jobs) - self.lines > 8:
                    await asyncio.sleep(0.005)
            while self.lines < len(people) or not all(person.panels for person in people):
                await asyncio.sleep(0.05)
            say("connected")
            self.on = True
            for person in people:
                person.think()
            await asyncio.sleep(self.task.warm)
            found = self.found
            found.read, found.frames, found.bytes = 0.0, 0, 0
            say("measuring")
            used = busy(os.getpid())
            self.measuring = True
            watch = group.create_task(self.watch())
            await asyncio.sleep(self.task.seconds)
            self.measuring = False
            found.busy = busy(os.getpid()) - used
            say("measured")
            frames, amount, read = found.frames, found.bytes, found.read
            self.on = False
            await asyncio.sleep(1.0)
            found.frames, found.bytes, found.read = frames, amount, read
            found.lost = sum(sent.counts for table in self.tables for sent in table.sent.values())
            for job in (*jobs, watch):
                job.cancel()
        return self.found

    async def watch(self) -> None:
        """Measure how late this process wakes up: its own share of the figures."""
        while self.measuring:
            due = time.perf_counter() + TICK
            await asyncio.sleep(TICK)
            self.found.late.append(time.perf_counter() - due)


def say(word: str) -> None:
    """Report progress to the parent process."""
    print(word, file=sys.stderr, flush=True)


def main() -> None:
    """Run the task from standard input."""
    found = asyncio.run(Run(msgspec.json.decode(sys.stdin.buffer.read(), type=Task)).all())
    sys.stdout.buffer.write(msgspec.json.encode(found))


if __name__ == "__main__":
    main()
