"""A database with tables in play, as a server of this version leaves it: `python -m tests.server.kept_tables NAME`.

It is kept as `tests/compat/tables/NAME.db.xz`, and in `NAME.json` what each table must come to; `test_kept_tables`
opens it in later versions. A name that is there is refused: what an earlier version wrote cannot be written again.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import lzma
import random
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from bastide import CHANCE, Game
from bastide.server.accounts.accounts import Accounts, ChairKey
from bastide.server.common.faults import RequestRefused
from bastide.server.common.model import Clock, Command
from bastide.server.engine.games import Games
from bastide.server.log.draft import Who
from bastide.server.log.state import TableState
from bastide.server.tables import snapshot_writer
from bastide.server.tables.hub import Hub
from bastide.server.tables.table import Table
from tests.compat import shown
from tests.compat.played import Curious
from tests.server.tables import Person, hub_in, order, until

TABLES: Final = Path(__file__).parents[1] / "compat" / "tables"
NAMES: Final = ("Maud", "Hélène", "Ode", "Guilhem")
PASSWORD: Final = "sesame, open"
TILES: Final = ["river", "inns", "traders", "hills", "wheel"]


def names() -> list[str]:
    """The databases that are kept."""
    return sorted(path.stem for path in TABLES.glob("*.json"))


def unpacked(name: str, folder: Path) -> list[dict[str, Any]]:
    """Put a copy of a database into a server's folder; what each table must come to."""
    (folder / "bastide.db").write_bytes(lzma.decompress((TABLES / f"{name}.db.xz").read_bytes()))
    found: list[dict[str, Any]] = json.loads((TABLES / f"{name}.json").read_text("utf-8"))
    return found


def game_of(table: Table) -> Game:
    """The game that is played at a table."""
    assert table.state.match is not None
    game = table.state.match.game
    assert isinstance(game, Game)
    return game


async def facts(table: Table) -> dict[str, Any]:
    """What a table is: its version, who sits there, the words that were said, the records of its games that are over,
    and the position of the one that is played.
    """
    state = table.state
    found: dict[str, Any] = {
        "id": state.id,
        "name": state.name,
        "version": state.version,
        "stage": state.stage,
        "games": state.games,
        "host": state.host,
        "paused": state.paused,
        "seats": [[seat.kind, seat.name, seat.level, seat.generation, seat.locked] for seat in state.seats],
        "chat": [[line.seat, line.name, line.text] for line in state.chat],
        "clocked": state.limit is not None,
        "running": state.clocks is not None and bool(state.clocks.running),
        "password": bool(state.password),
    }
    host = Who(0, state.seats[0].generation)
    found["records"] = [shown.short(await table.record(host, game)) for game in range(1, state.games)]
    if state.match is not None:
        game = game_of(table)
        found |= {
            "decisions": game.version,
            "hash": game.hash(),
            "legal": shown.short(str({who: sorted(of) for who, of in shown.able(game).items()})),
        }
    return found


class Party:
    """The people of one table, who play at random and do what they have seldom done."""

    def __init__(self, table: Table, people: dict[int, Person], seed: int) -> None:
        self.table = table
        self.people: dict[int, Person] = {}
        self.bots: dict[int, Curious] = {}
        self.rng = random.Random(seed)
        for seat, person in people.items():
            self.join(seat, person)

    def join(self, seat: int, person: Person) -> None:
        """Somebody sits down."""
        self.people[seat] = person
        self.bots[seat] = Curious(self.rng.randrange(1000))

    async def step(self) -> None:
        """One decision of a person, or a moment for the bots."""
        game = game_of(self.table)
        waited = [seat for seat in game.actors if seat in self.people]
        if not waited:
            await asyncio.sleep(0.002)
            return
        seat = self.rng.choice(waited)
        version = self.table.state.version
        with contextlib.suppress(RequestRefused):  # a bot may have been quicker
            await self.people[seat].do("play", self.bots[seat].choose(game.copy(), seat), version=version)

    async def play(self, done: Callable[[Game], bool]) -> None:
        """Play until something is so."""
        while not done(game_of(self.table)):
            assert self.table.state.stage == "playing", "the game was over before"
            await self.step()


async def party(hub: Hub, people: int, seed: int, bots: tuple[str, ...] = (), **more: Any) -> Party:
    """A new table with so many people and these bots."""
    password = more.get("password", "")
    table, made = await hub.create(order(*["open"] * people, *bots, nickname=NAMES[0], **more))
    assert made.seat is not None
    out = {made.seat: Person(table, Who(made.seat, made.generation), NAMES[0])}
    for name in NAMES[1:people]:
        command = Command(f"{name:_>16}-{table.state.id}", "sit", name, secret=password)
        who = await hub.table_passwords.enter(table, Who(), password, "")
        sat = await table.do(who, command)
        assert sat.seat is not None
        out[sat.seat] = Person(table, Who(sat.seat, sat.generation), name)
    return Party(table, out, seed)


def phase(game: Game) -> str:
    """What is decided now."""
    return "" if game.over else game.rules.phase(game.state).name


async def island(hub: Hub) -> Table:
    """Full trade, clocks, a line of chat, something taken back, and an offer that not all have answered."""
    clock = Clock(kind="reserve", seconds=3600, increment=20, answer=60, late="bot")
    config = {"game": "island", "layout": "random", "options": {"pieces": "free"}}
    at = await party(hub, 4, 3, config=config, name="Le quai", public=True, clock=clock)
    await at.people[0].do("start")
    await at.people[1].do("chat", "À toi de jouer, Ode !")
    await at.play(lambda game: game.version > 150)
    while True:
        await at.play(lambda game: phase(game) == "main" and bool(game.forms(game.actors[0])))
        game = game_of(at.table)
        seat = game.actors[0]
        offers = [f"offer {give} for {want}" for give in GOODS for want in GOODS if give != want]
        offer = next((text for text in offers if game.is_legal(text, seat)), "")
        if offer:
            break
        await at.step()
    if builds := [text for text in game.simple(seat) if text.startswith(("bank", "road"))]:
        await at.people[seat].do("play", builds[0])
        await at.people[seat].do("undo")
    await at.people[seat].do("play", offer)
    await at.people[next(other for other in game_of(at.table).actors if other != seat)].do("play", "refuse")
    assert phase(game_of(at.table)) == "answer"
    return at.table


GOODS: Final = ("lumber", "brick", "wool", "grain", "ore")


async def knights(hub: Hub, edition: str, people: int, seed: int, bots: tuple[str, ...] = (), **more: Any) -> Table:
    """Cities & Knights, where a decision of its own is owed by a person."""
    config = {
        "game": "island",
        "layout": "random",
        "modules": ["cities_knights"],
        "options": {"edition": edition, "defense": "chosen", "goal": 25},
    }
    at = await party(hub, people, seed, bots, config=config, **more)
    await at.people[0].do("start")
    await at.play(lambda game: game.version > 200)
    await at.play(lambda game: phase(game) in RARE[edition] and game.actors != [CHANCE] and game.actors[0] in at.people)
    return at.table


async def carcassonne(hub: Hub) -> Table:
    """Carcassonne with everything, where a figure may be placed."""
    config = {"game": "carcassonne", "modules": TILES}
    at = await party(hub, 3, 8, config=config, name="Les remparts", spectators=False)
    await at.people[0].do("start")
    await at.people[2].do("chat", "Bonne partie.")
    await at.play(lambda game: game.version > 120)
    await at.play(lambda game: len(game.legal()) > 3 and phase(game) != "tile")
    return at.table


async def ended(hub: Hub) -> Table:
    """A game that came to its end, of somebody who has an account, and a second one begun."""
    config = {"game": "island", "modules": ["cities_knights"], "options": {"goal": 5, "edition": "classic"}}
    at = await party(hub, 2, 5, ("random",), config=config, name="Revanche")
    accounts = Accounts(hub.shared.store)
    maud = await accounts.register("Maud", "maud", await hub.passwords.hash(PASSWORD, 8))
    await accounts.link(maud, [ChairKey(at.table.state.id, 0, at.people[0].who.generation)])
    await at.people[0].do("start")
    await at.play(lambda game: game.over)
    await at.people[0].do("rematch")
    await at.people[0].do("start")
    await at.play(lambda game: game.version > 12 and game.actors[0] in at.people)
    return at.table


async def waiting(hub: Hub) -> Table:
    """A table that waits: two people, a bot, a chair that is locked."""
    config = {"game": "island", "seats": 4, "modules": ["cities_knights"], "options": {"edition": "classic"}}
    at = await party(hub, 2, 9, ("open", "greedy"), config=config, name="Bientôt", public=True, undo=False)
    await at.people[0].do("lock", seat=2)
    await at.people[1].do("chat", "On attend Ode ?")
    return at.table


RARE: Final = {
    "2025": frozenset({"treason", "displaced", "rebuild", "metropolis", "reply"}),
    "classic": frozenset({"fall", "spy", "enlist", "displaced", "reply"}),
}
"""Phases of Cities & Knights in which the tables are left."""


async def make(folder: Path) -> list[dict[str, Any]]:
    """Make the database in a folder; what each table must come to."""
    snapshot_writer.PAUSE = 0.0  # type: ignore[misc]  # so that there are snapshots without waiting for them
    turn = Clock(kind="turn", seconds=600, answer=60)
    async with hub_in(folder, Games()) as hub:
        tables = [
            await island(hub),
            await knights(hub, "2025", 3, 40, name="Le donjon", clock=turn),
            await knights(hub, "classic", 3, 70, ("greedy",), name="1250", password=PASSWORD),
            await carcassonne(hub),
            await ended(hub),
            await waiting(hub),
        ]
        paused = tables[1]
        await Person(paused, Who(0, paused.state.seats[0].generation), "pause").do("pause")
        await until(lambda: all(settled(table.state) for table in tables))
        await asyncio.sleep(1)
        return [await facts(table) for table in tables]


def settled(state: TableState) -> bool:
    """Whether no bot is about to play."""
    if state.match is None or state.paused is not None:
        return True
    return all(seat >= 0 and state.seats[seat].kind == "person" for seat in state.match.game.actors)


def main() -> int:
    """Make and keep it."""
    parser = argparse.ArgumentParser(prog="python -m tests.server.kept_tables", description=__doc__)
    parser.add_argument("name")
    name = parser.parse_args().name
    kept = TABLES / f"{name}.db.xz"
    if kept.exists():
        parser.error(f"{kept} is there already")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        found = asyncio.run(make(folder))
        with contextlib.closing(sqlite3.connect(folder / "bastide.db")) as database:
            database.execute("PRAGMA journal_mode=DELETE")
            database.execute("VACUUM")
        data = (folder / "bastide.db").read_bytes()
    TABLES.mkdir(parents=True, exist_ok=True)
    kept.write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))
    text = json.dumps(found, ensure_ascii=False, indent=1)
    (TABLES / f"{name}.json").write_text(text + "\n", "utf-8")
    sys.stdout.write(f"{len(found)} tables, {len(data)} bytes, compressed {kept.stat().st_size}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
