"""The server with the real game: bots to the end, a restart in the middle, records, reasons, two languages."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bastide.kernel.game import Game
from bastide.players import make_bot
from bastide.server.common.faults import RequestRefused
from bastide.server.common.model import Command
from bastide.server.engine.games import Games
from bastide.server.log.draft import Who
from bastide.server.tables.table import Table
from tests.server.tables import Person, client_in, hub_in, order, run, until
from tests.server.test_http import JSON, bearer, command, fault, make

CONFIG: dict[str, Any] = {"game": "island", "layout": "random", "options": {"goal": 5}}
FIXED: dict[str, Any] = {"game": "island", "layout": "beginner"}


def game_of(table: Table) -> Game:
    assert table.state.match is not None
    game = table.state.match.game
    assert isinstance(game, Game)
    return game


async def play_on(table: Table, person: Person, decisions: int) -> None:
    """Let a person at seat 0 play like a bot until so many decisions were taken or the game is over."""
    bot = make_bot("greedy", 7)
    while not game_of(table).over and game_of(table).version < decisions:
        await until(lambda: game_of(table).over or person.who.seat in game_of(table).actors, 20)
        game = game_of(table)
        if not game.over and game.version < decisions:
            assert person.who.seat is not None
            version = table.state.version
            with contextlib.suppress(RequestRefused):  # a bot's answer may have come first
                await person.do("play", bot.choose(game.copy(), person.who.seat), version=version)


def test_a_game_with_bots_goes_on_over_restarts_to_a_record_that_replays(tmp_path: Path) -> None:
    async def begin() -> tuple[str, Who, str, int]:
        async with hub_in(tmp_path, Games()) as hub:
            table, made = await hub.create(
                order("open", "greedy", "random", "greedy", start=True, config=CONFIG, spectators=False)
            )
            person = Person(table, Who(made.seat, made.generation), "first")
            await play_on(table, person, 30)
        return table.state.id, person.who, game_of(table).hash(), game_of(table).version

    async def go_on(table_id: str, who: Who, hashed: str, version: int) -> str:
        async with hub_in(tmp_path, Games()) as hub:
            table = await hub.table(table_id)
            game = game_of(table)
            assert game.at(version).hash() == hashed, "bots may have played on; the past stands"
            assert game.names == ("Maud", *table.state.names[1:])
            person = Person(table, who, "second")
            with pytest.raises(RequestRefused, match="shows every hand"):
                await table.record(who)
            await play_on(table, person, 3000)
            assert table.state.stage == "over"
            return await table.record(who)

    async def read_again(table_id: str, who: Who) -> str:
        async with hub_in(tmp_path, Games()) as hub:
            table = await hub.table(table_id)
            assert table.view(None).view is None, "no spectators"
            view = table.view(0).view
            assert view is not None
            assert view.result is not None
            return await table.record(who)

    started = run(begin())
    record = run(go_on(*started))
    game = Game.load(record)
    assert game.over
    assert game.save() == record
    assert run(read_again(started[0], started[1])) == record


def test_what_is_wrong_is_said_by_the_rules_in_the_language_of_the_player(tmp_path: Path) -> None:
    with client_in(tmp_path, engine=Games()) as client:
        content = msgspec.json.encode(
            order("open", "greedy", "greedy", config={"game": "island", "options": {"gaol": 3}})
        )
        assert "gaol" in fault(client.post("/api/tables", content=content, headers=JSON), 400, "config")
        content = msgspec.json.encode(order("open", "genius", "greedy", config=CONFIG))
        assert "'genius'" in fault(client.post("/api/tables", content=content, headers=JSON), 400, "config")
        config = {"game": "island", "layout": "beginner", "options": {"first": 0}}
        made = make(client, "open", "greedy", "greedy", start=True, config=config)
        table, maud = made["table"], made["token"]
        assert "'castle 0,0'" in fault(command(client, table, maud, "play", "castle 0,0"), 400, "invalid")
        illegal = command(client, table, maud, "play", "end")
        assert "'end'" in fault(illegal, 409, "illegal")
        assert illegal.json()["fault"]["rule"].startswith("BASE-")
        french = client.post(
            f"/api/tables/{table}/commands?lang=fr",
            json={"id": "w", "do": "why", "text": "city"},
            headers=bearer(maud),
        ).json()["fault"]
        english = command(client, table, maud, "why", "city").json()["fault"]
        assert french["rule"] == english["rule"] != ""
        assert french["message"] != english["message"]
        assert command(client, table, maud, "why", "roll").json()["type"] == "ack"
        assert command(client, table, maud, "play", "roll").json()["type"] == "ack"


def an_offer(game: Game, seat: int) -> str:
    """An offer that the seat can make now, if it has not made one this turn."""
    recent = [decision.text.split()[0] for decision in game.decisions[-6:]]
    if "offer" in recent:
        return ""
    pairs = itertools.permutations(("lumber", "brick", "wool", "grain", "ore"), 2)
    offers = (f"offer {give} for {want}" for give, want in pairs)
    return next((offer for offer in offers if game.is_legal(offer, seat)), "")


def test_several_discard_and_answer_at_once(tmp_path: Path) -> None:
    """Every play of people carries the version that they all saw, as pages do that are a moment behind."""

    async def story() -> None:
        rng = random.Random(4)
        together = 0
        async with hub_in(tmp_path, Games()) as hub:
            table, made = await hub.create(order("open", "open", "open", config=FIXED))
            people = [Person(table, Who(made.seat, made.generation), "Maud")]
            for name in ("Odile", "Jean"):
                sat = await table.do(Who(), Command(f"{name:0>16}", "sit", name))
                people.append(Person(table, Who(sat.seat, sat.generation), name))
            await people[0].do("start")
            bots = [make_bot("random", seat) for seat in range(3)]
            for _ in range(200):
                game, version = game_of(table), table.state.version
                if game.over or together > 2:
                    break
                seats = game.actors
                rng.shuffle(seats)
                chosen = [(seat, an_offer(game, seat) or bots[seat].choose(game.copy(), seat)) for seat in seats]
                await asyncio.gather(*(people[seat].do("play", text, version=version) for seat, text in chosen))
                together += len(chosen) > 1
        assert together > 2

    run(story())
