"""Helpers for tests of the server: an application on the toy, a bare hub, and people who sit at it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import AsyncIterator, Coroutine, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from starlette.testclient import TestClient

from bastide.server.cluster.opening import open_hub
from bastide.server.common.faults import RequestRefused
from bastide.server.common.model import Chair, Command, CreateTable, SeatPlan
from bastide.server.common.settings import Settings
from bastide.server.common.tokens import Tokens
from bastide.server.engine.interface import Engine
from bastide.server.http import sessions
from bastide.server.log.draft import Outcome, Who
from bastide.server.log.state import News
from bastide.server.run.app import create_app
from bastide.server.tables.heartbeat import STOOD_STILL
from bastide.server.tables.hub import Hub
from bastide.server.tables.shared import Render
from bastide.server.tables.table import Table
from tests.server.toy import Toy

T = TypeVar("T")
SECRET = "a secret for tests only"
MARK = Tokens(SECRET, 1).mark
COOKIE = f"{sessions.COOKIE}-{MARK}"
KNOWN = f"{sessions.KNOWN}-{MARK}"

CONFIG = {"game": "toy", "goal": 4}


USUAL: dict[str, str] = {}
"""The database where a test names none; the fixture `everywhere` sets it."""


def settings(folder: Path, **more: Any) -> Settings:
    plain = Settings(
        data=folder,
        database=USUAL.get("database", ""),
        secret=SECRET,
        bot_delay=(0.0, 0.0),
        address_rate=1000.0,
        address_burst=10_000,
        cost_rate=1000.0,
        address_connections=10_000,
        new_table_rate=1000.0,
        new_table_burst=1000,
        address_tables=10_000,
    )
    return replace(plain, **more)


def run(job: Coroutine[Any, Any, T]) -> T:
    """Run a test that waits; none of them takes longer than a few seconds."""

    async def bounded() -> T:
        return await asyncio.wait_for(job, 30)

    return asyncio.run(bounded())


@contextlib.asynccontextmanager
async def hub_in(
    folder: Path, engine: Engine | None = None, render: Render | None = None, seed: int = 1, **more: Any
) -> AsyncIterator[Hub]:
    hub = await open_hub(settings(folder, **more), engine or Toy(), render, random.Random(seed))
    try:
        yield hub
    finally:
        await hub.close()


@contextlib.contextmanager
def client_in(
    folder: Path, render: Render | None = None, engine: Engine | None = None, **more: Any
) -> Iterator[TestClient]:
    app = create_app(settings(folder, **more), render=render, engine=engine or Toy(), rng=random.Random(1))
    with TestClient(app) as client:
        yield client


def complaints(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the server has logged as a warning or worse, except that a busy machine let it stand still.

    What asyncio says of connections of earlier tests is not in it.
    """
    told = [one for one in caplog.records if one.levelno >= logging.WARNING and not one.name.startswith("asyncio")]
    return [one.getMessage() for one in told if one.getMessage() != STOOD_STILL]


def order(*seats: str, start: bool = False, **more: Any) -> CreateTable:
    """A table for these chairs: `open`, or the level of a bot."""
    plans = [SeatPlan() if seat == "open" else SeatPlan("bot", seat) for seat in seats or ("open", "open", "open")]
    wanted: dict[str, Any] = {"name": "The quay", "nickname": "Maud", "config": dict(CONFIG)} | more
    return CreateTable(seats=plans, start=start, **wanted)


class Person:
    """Somebody at a table, who gives every command an id of its own."""

    def __init__(self, table: Table, who: Who, name: str = "") -> None:
        self.table = table
        self.who = who
        self.name = name
        self.count = 0

    async def do(self, do: Any, text: str = "", *, id: str = "", **more: Any) -> Outcome:
        self.count += 1
        return await self.table.do(self.who, Command(id or f"{self.name}-{self.count:016d}", do, text, **more))


async def seated(hub: Hub, *names: str, **more: Any) -> list[Person]:
    """A new table with these people at it; the first is the host."""
    table, outcome = await hub.create(order(*["open"] * len(names), nickname=names[0], **more))
    people = [Person(table, Who(outcome.seat, outcome.generation), names[0])]
    for name in names[1:]:
        person = Person(table, Who(), name)
        outcome = await person.do("sit", name)
        person.who = Who(outcome.seat, outcome.generation)
        people.append(person)
    return people


async def playing(hub: Hub, *names: str, **more: Any) -> list[Person]:
    """The same, with the game begun."""
    people = await seated(hub, *names, **more)
    await people[0].do("start")
    return people


async def until(condition: Any, seconds: float = 5.0) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)


async def refused(job: Any, code: str) -> RequestRefused:
    """The refusal with which something ends."""
    with pytest.raises(RequestRefused) as caught:
        await job
    assert caught.value.code == code, str(caught.value)
    return caught.value


class Page:
    """A connected page that remembers whether it was told of anything."""

    def __init__(self, table: Table, who: Who) -> None:
        self.who = who
        self.told = 0
        self._table = table
        table.join(self)

    def notify(self, news: Sequence[News] | None) -> None:
        self.told += 1

    def dismiss(self) -> None:
        self._table.part(self)

    def withdraw(self) -> None:
        self._table.part(self)

    def leave(self) -> None:
        self._table.part(self)


def chair_of(person: Person) -> Chair:
    """The chair of somebody, as everybody sees it."""
    assert person.who.seat is not None
    return person.table.view(None).chairs[person.who.seat]
