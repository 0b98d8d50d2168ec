"""One game under fire: people at a table on a server that is being hurt, and what must be true when they are done."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Final

from bastide.kernel.game import Game
from bastide.server.cluster.opening import open_hub
from bastide.server.common.model import Clock, Command, CreateTable, SeatPlan
from bastide.server.common.settings import Settings
from bastide.server.engine.rules_thread import RulesThread
from bastide.server.log.draft import Who
from bastide.server.log.entries import Back, Chat, Entry, Undo
from bastide.server.log.state import TableState
from bastide.server.storage import loading
from bastide.server.storage.store import Store
from tests.faults.client import Client, Memory
from tests.faults.house import House
from tests.faults.story import Seeded, Story, undisturbed

SECRET: Final = "a secret for the fault tests"
CLOCK: Final = Clock(kind="reserve", seconds=3600, increment=5, answer=600)


@dataclass
class Laid:
    """A table at which a story waits to be played: its id, and the token of each seat."""

    table: str
    tokens: list[str] = field(default_factory=list)


def where(folder: Path, database: str = "") -> Settings:
    """The settings of a server whose tables lie here."""
    return Settings(data=folder, database=database, secret=SECRET)


async def lay(story: Story, settings: Settings, count: int = 1) -> list[Laid]:
    """Make tables with everybody seated and the game begun, and leave them on the disk."""
    hub = await open_hub(settings, Seeded(story.seed))
    found = []
    for _ in range(count):
        order = CreateTable(
            name="Under fire",
            nickname="Guest 0",
            config=story.config,
            seats=[SeatPlan()] * story.seats,
            undo=True,
            clock=CLOCK,
        )
        table, made = await hub.create(order)
        laid = Laid(table.state.id, [hub.issue(table, 0, made.generation)])
        for seat in range(1, story.seats):
            sat = await table.do(Who(), Command(f"a chair for {seat:08d}", "sit", f"Guest {seat}"))
            laid.tokens.append(hub.issue(table, seat, sat.generation))
        await table.do(Who(0, made.generation), Command("begin", "start"))
        found.append(laid)
    await hub.close()
    return found


async def play(story: Story, laid: Laid, port: int, *, orderly: bool = True, tabs: int = 1) -> list[Client]:
    """Everybody plays the story to its end, seat 0 in so many tabs, and somebody watches."""
    shared = Memory()
    clients = [Client(story, port, laid.table, laid.tokens[0], memory=shared, orderly=orderly) for _ in range(tabs)]
    clients += [Client(story, port, laid.table, token, orderly=orderly) for token in laid.tokens[1:]]
    clients.append(Client(story, port, laid.table, orderly=orderly))
    try:
        await asyncio.gather(*(client.play() for client in clients))
    finally:
        for client in clients:
            client.stopped = True
    return clients


async def whole_match(
    story: Story,
    folder: Path,
    house: House,
    *,
    port: int = 0,
    orderly: bool = True,
    tabs: int = 1,
    seconds: float = 500,
    then: Callable[[], Awaitable[None]] | None = None,
) -> list[Client]:
    """Lay a table, play the story on a house that is open, let `then` happen, and judge what is on the disk."""
    [laid] = await lay(story, where(folder, house.database))
    async with house.open():
        job = asyncio.create_task(play(story, laid, port or house.port, orderly=orderly, tabs=tabs))
        keeper = house.keeper
        done, _ = await asyncio.wait({job, keeper}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if keeper in done:
            job.cancel()
            keeper.result()
        assert done, f"the game does not end; the server says {house.log()[-2000:]}"
        clients = job.result()
    if then is not None:
        await then()
    await judge(story, laid, where(folder, house.database), clients, house.gone)
    return clients


async def judge(
    story: Story, laid: Laid, settings: Settings, clients: list[Client], gone: Sequence[tuple[int, int]] = ()
) -> None:
    """Check that the table came out as if nothing had happened. `gone` is from when to when there was no server."""
    truth = undisturbed(story)
    store = await Store.open(settings.database_url)
    entries = await store.load(laid.table)
    opened, kept = await loading.load_table(store, Seeded(story.seed), RulesThread(), laid.table)
    await store.close()
    check_log(entries, clients, truth.undos)
    state = timed(story, laid, entries, gone)
    assert state.stage == "over"
    assert state.match is not None
    game = state.match.game
    assert isinstance(game, Game)
    assert [(decision.seat, decision.text) for decision in game.decisions] == truth.decisions
    assert game.hash() == truth.hash
    assert kept > 0, "there is a snapshot"
    assert opened.match is not None
    assert opened.match.game.save() == game.save(), "what comes from it is what the log tells"
    assert (opened.done, opened.clocks, opened.chat) == (state.done, state.clocks, state.chat)
    for client in clients:
        assert client.shown is not None
        viewer = client.shown["viewer"]
        if client.orderly and not story.undo:
            # Whatever happened to its line, it was told everything, once and in order.
            happened = list(chain.from_iterable(truth.heard[viewer][client.came :]))
            assert client.heard == happened, f"viewer {viewer} was not told what happened"
        if client.orderly:
            assert client.log == truth.log[viewer]
        said = [line.payload.text for line in entries if isinstance(line.payload, Chat)]
        if client.orderly and client.version == entries[-1].version:
            assert [client.chat[number] for number in sorted(client.chat)] == said


def check_log(entries: list[Entry], clients: list[Client], undos: int) -> None:
    """Versions without a gap, every command once, all that was acknowledged there and as it was told, time in order."""
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    stored = Counter(entry.command for entry in entries if entry.command is not None)
    assert set(stored.values()) == {1}
    known = {str(entry.command).partition(":")[2]: entry.upto for entry in entries if entry.command is not None}
    for client in clients:
        for command, version in client.memory.acknowledged.items():
            if command != "look":
                assert known.get(command) == version, f"{command}: told as {version}, stored as {known.get(command)}"
    said = [entry.payload.text for entry in entries if isinstance(entry.payload, Chat)]
    asked = {command for client in clients for command in client.memory.acknowledged if command.startswith("chat")}
    assert len(said) == len(asked), "every line of chat once"
    assert sum(isinstance(entry.payload, Undo) for entry in entries) == undos
    times = [entry.at for entry in entries]
    assert times == sorted(times)
    assert times[-1] <= time.time() * 1000 + 1000


def timed(story: Story, laid: Laid, entries: list[Entry], gone: Sequence[tuple[int, int]]) -> TableState:
    """The table after these entries, whose clocks ran whenever the game waited for somebody and a server was there."""
    state = TableState(laid.table)
    waited = [0] * story.seats
    for entry in entries:
        seats = [seat for seat in state.match.game.actors if seat >= 0] if state.match is not None else []
        if seats and not isinstance(entry.payload, Back):
            for died, back in gone:
                assert not state.at <= died <= back <= entry.at, "they had no server, and their clocks ran"
            for seat in seats:
                waited[seat] += entry.at - state.at
        state.replay(Seeded(story.seed), entry)
    assert state.clocks is not None
    assert state.clocks.charged == tuple(waited)
    return state


def total(*parts: Counter[str]) -> Counter[str]:
    """Counts added up, without those that are 0."""
    found: Counter[str] = Counter()
    for part in parts:
        found.update(part)
    return +found
