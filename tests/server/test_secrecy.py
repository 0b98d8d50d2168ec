"""Nobody is sent what they may not know: every frame of whole games is read, and two worlds are compared.

The renderer here puts all that it is given into a panel: no page can show more than that.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.websockets import WebSocketDisconnect

from bastide.kernel.game import Game
from bastide.kernel.resample import resample
from bastide.server.common.faults import RequestRefused
from bastide.server.common.model import Command, CreateTable, SeatPlan, TableView
from bastide.server.engine.games import Games
from bastide.server.engine.interface import Engine
from bastide.server.http.socket import Connection
from bastide.server.log.commands import apply_command
from bastide.server.log.draft import Draft, Who
from bastide.server.log.match import Match
from bastide.server.log.state import TableState
from bastide.server.tables.hub import Hub
from bastide.server.tables.table import Table
from bastide.view.model import CHANCE, SPECTATOR
from tests.server.tables import hub_in, run
from tests.server.toy import Toy, ToyGame

SEATS = 3


def everything(table: TableView, language: str, unseen: frozenset[str]) -> dict[str, str]:
    return {"all": msgspec.json.encode(table).decode()}


class Ear:
    """The end of a line that a page has: keeps every frame."""

    def __init__(self, hub: Hub) -> None:
        self.frames: list[str] = []
        self.gone = asyncio.Event()
        self.app = self
        self.state = self
        self.hub = hub
        self.client = None

    async def receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "websocket.disconnect", "code": 1000}

    async def close(self, code: int, reason: str) -> None:
        self.gone.set()

    async def send_text(self, text: str) -> None:
        if self.gone.is_set():
            raise WebSocketDisconnect(1000)
        self.frames.append(text)


@contextlib.asynccontextmanager
async def listening(hub: Hub, table: Table) -> AsyncIterator[dict[tuple[int, bool], Ear]]:
    """Every seat and a spectator, each as a page and as a program; the keys are viewer and whether it gets data."""
    ears = {(viewer, data): Ear(hub) for viewer in (*range(SEATS), SPECTATOR) for data in (False, True)}
    lines = []
    for (viewer, data), ear in ears.items():
        who = Who() if viewer == SPECTATOR else Who(viewer, table.state.seats[viewer].generation)
        fake: Any = ear
        lines.append(asyncio.create_task(Connection(fake, table, who, "en", data).run(None)))
    try:
        yield ears
    finally:
        for ear in ears.values():
            ear.gone.set()
        await asyncio.gather(*lines)


class Random:
    """Plays any legal decision, whatever the seat; people are played by it as well."""

    def __init__(self, engine: Engine, seed: int) -> None:
        self.engine = engine
        self.rng = random.Random(seed)

    def choose(self, game: Any, seat: int) -> str:
        return self.engine.bot("random", self.rng.getrandbits(32)).choose(game.copy(), seat)


def table_of(config: dict[str, Any]) -> CreateTable:
    return CreateTable(name="Ears", nickname="Maud", config=config, seats=[SeatPlan() for _ in range(SEATS)], undo=True)


async def whole_game(folder: Path, engine: Engine, config: dict[str, Any], seed: int, most: int, check: Any) -> Table:
    """A random game of people, each step looked at by `check`, then every frame that anybody got."""
    async with hub_in(folder, engine, everything, seed, message_rate=1e6) as hub:
        table, made = await hub.create(table_of(config))
        people = [Who(made.seat, made.generation)]
        for number in range(1, SEATS):
            sat = await table.do(Who(), Command(f"sit-{number:016d}", "sit", f"Guest {number}"))
            people.append(Who(sat.seat, sat.generation))
        player = Random(engine, seed)
        async with listening(hub, table) as ears:
            await table.do(people[0], Command("start", "start"))
            for step in range(most):
                match = table.state.match
                assert match is not None
                if match.over:
                    break
                seat = player.rng.choice(sorted(match.free()))
                text = player.choose(match.game, seat)
                await table.do(people[seat], Command(f"n{step}", "play", text, version=table.state.version))
                await asyncio.sleep(0)
                check.position(table, step)
            while any(not ear.frames for ear in ears.values()):
                await asyncio.sleep(0.01)
        for (viewer, data), ear in ears.items():
            for frame in ear.frames:
                check.frame(viewer, data, frame)
        return table


class ToyCheck:
    """Every card of the toy is a word of its own: a viewer who reads another's card has been told."""

    def __init__(self) -> None:
        self.heard: dict[int, set[str]] = {}
        self.held: dict[int, set[str]] = {}

    def position(self, table: Table, step: int) -> None:
        match = table.state.match
        assert match is not None
        game = match.game
        assert isinstance(game, ToyGame)
        if not game.over:
            self.held = {seat: set(hand) for seat, hand in enumerate(game.hands)}

    def frame(self, viewer: int, data: bool, frame: str) -> None:
        if '\\"result\\":{' in frame or '"result":{' in frame:
            return
        for word in frame.replace("\\", "").split('"'):
            if word.startswith("secret"):
                self.heard.setdefault(viewer, set()).add(word)


def test_no_frame_of_a_toy_game_tells_another_seats_cards(tmp_path: Path) -> None:
    check = ToyCheck()
    run(whole_game(tmp_path, Toy(), {"game": "toy", "goal": 6}, 3, 400, check))
    assert SPECTATOR not in check.heard
    for seat in range(SEATS):
        assert check.held[seat], "each seat has drawn something"
        assert check.held[seat] <= check.heard[seat]
        for other in range(SEATS):
            assert seat == other or not check.heard[seat] & check.held[other]


class IslandCheck:
    """Reads frames of the island by their structure, and compares worlds that a viewer must not tell apart."""

    def __init__(self, every: int) -> None:
        self.every = every
        self.compared = 0
        self.different = 0
        self.frames = 0
        self.secrets = {"known": 0, "kept": 0}
        self.rng = random.Random(5)

    def position(self, table: Table, step: int) -> None:
        match = table.state.match
        assert match is not None
        if step % self.every or match.over:
            return
        game = match.game
        assert isinstance(game, Game)
        for viewer in (*range(SEATS), SPECTATOR):
            other = game.copy()
            other.state = resample(game.rules, game.state, viewer, self.rng)
            self.different += other.hash() != game.hash()
            assert answers(table, game, viewer) == answers(table, other, viewer)
            self.compared += 1

    def frame(self, viewer: int, data: bool, frame: str) -> None:
        found = msgspec.json.decode(frame)
        if found["type"] not in ("panels", "table"):
            return
        self.frames += 1
        if "all" in found.get("panels", ()):
            self.table(viewer, msgspec.json.decode(found["panels"]["all"]))
        if "table" in found:
            self.table(viewer, found["table"])
        for event in found["events"]:
            self.event(viewer, event)

    def table(self, viewer: int, table: dict[str, Any]) -> None:
        assert (table["seat"] if table["seat"] is not None else SPECTATOR) == viewer
        view = table["view"]
        if view is None or view["result"] is not None:
            return
        assert view["viewer"] == viewer
        for seat in view["seats"]:
            if seat["seat"] != viewer:
                assert seat["hand"] is None
                assert seat["cards"] is None
                assert seat["hidden_points"] is None
        if viewer not in view["actors"] + view["optional"]:
            assert view["legal"] == []

    def event(self, viewer: int, event: dict[str, Any]) -> None:
        if event["kind"] in ("steal", "draw"):
            secret, knows = {
                "steal": ("good", (event["seat"], event.get("victim"))),
                "draw": ("card", (event["seat"],)),
            }[event["kind"]]
            assert (secret in event) == (viewer in knows), event
            self.secrets["known" if secret in event else "kept"] += 1


def answers(table: Table, game: Game, viewer: int) -> list[object]:
    """All that a viewer can get out of a table that stands like this: the view, reasons, refusals."""
    state = table.state.fork()
    match = Match(table.shared.engine, game, state.version, SEATS)
    state.match = match
    who = Who() if viewer == SPECTATOR else Who(viewer, state.seats[viewer].generation)
    found: list[object] = [msgspec.json.encode(state.shown(table.shared.engine, who.seat, frozenset(), 0))]
    for text in ("road", "settlement", "city", "card", "trade", "bank", "end", "knight", "buy", "offer ore for wool"):
        found.append(reason(table, state, who, text))
        if viewer != SPECTATOR and viewer not in match.free():
            found.append(refusal(table, state, who, text))
    return found


def reason(table: Table, state: TableState, who: Who, text: str) -> object:
    kept, table.state = table.state, state
    try:
        why = table.why(who, text)
        return None if why is None else why.fault()
    finally:
        table.state = kept


def refusal(table: Table, state: TableState, who: Who, text: str) -> object:
    draft = Draft(state.fork(), table.shared.engine, random.Random(1), None, "")
    try:
        apply_command(draft, who, Command("x", "play", text))
    except RequestRefused as refused:
        return refused.fault()
    return None


@pytest.mark.parametrize("seed", [0, 1])
def test_no_frame_of_an_island_game_tells_what_its_reader_may_not_know(tmp_path: Path, seed: int) -> None:
    check = IslandCheck(every=20)
    config = {"game": "island", "layout": "beginner"}
    table = run(whole_game(tmp_path, Games(), config, seed, 240, check))
    assert check.frames > 1000
    assert check.compared >= 40
    assert check.different > check.compared / 3, "the worlds that are compared do differ"
    kinds = {entry.kind for entry in run(log_of(tmp_path, table.state.id))}
    assert {"play", "chance"} <= kinds
    assert check.secrets["kept"] > check.secrets["known"] > 0


async def log_of(folder: Path, table: str) -> list[Any]:
    async with hub_in(folder, Games()) as hub:
        loaded = await hub.table(table)
        assert loaded.state.match is not None
        assert CHANCE not in loaded.state.match.free()
        return await hub.shared.store.load(table)
