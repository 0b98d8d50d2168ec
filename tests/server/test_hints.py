"""Hints at tables: who may ask, who is shown the answer, how long it lives, and how many there are."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE, State
from bastide.players import make_bot
from bastide.server.common.model import HintView
from bastide.server.common.settings import Settings
from bastide.server.engine.bot_pool import BotError, BotPool
from bastide.server.engine.games import Games
from bastide.server.log.draft import Who
from bastide.server.tables.hints import HintDesk
from bastide.server.tables.hub import Hub
from bastide.server.tables.shared import Shared
from bastide.server.tables.table import Table
from tests.server.tables import Person, hub_in, order, refused, run, until

FIRST = {"game": "island", "layout": "random", "options": {"first": 0}}
"""A game in which the first seat places first."""
WITH_BOTS: dict[str, Any] = {"engine": Games(), "bot_processes": 1, "bot_timeout": 120.0}


class Told:
    """In place of a bot process: says that so many corners of the set-up are good, once it may."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.go = asyncio.Event()
        self.go.set()

    async def __call__(
        self, shared: Shared, table: str, level: str, question: dict[str, Any], seconds: float, *, last: bool = False
    ) -> str:
        assert (level, last, question["hint"]) == ("strong", True, True)
        self.asked.append(question)
        await self.go.wait()
        game = Game.new(question["config"])
        game.state = State(vec[i64](question["cells"]))
        texts = game.legal(question["seat"])[:2]
        return msgspec.json.encode(([(texts[0], 0.5, "income"), (texts[1], 0.4, "")], {texts[0]: 100})).decode()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    found = Told()

    async def ask(shared: Shared, *given: Any, **more: Any) -> str:
        return await found(shared, *given, **more)

    monkeypatch.setattr(Shared, "ask_bot", ask)
    return found


async def at_table(hub: Hub, *seats: str, **more: Any) -> tuple[Table, Who]:
    table, outcome = await hub.create(order("open", *seats, config=FIRST, start=True, **more))
    await until(lambda: table.state.match is not None and table.state.match.game.actors == [0])
    return table, Who(outcome.seat, outcome.generation)


def hint_of(table: Table, seat: int | None) -> HintView | None:
    return table.view(seat).hint


class Reader:
    """A reader at a table, who counts what it is told."""

    def __init__(self, who: Who) -> None:
        self.who = who
        self.told = 0

    def notify(self, news: Any) -> None:
        self.told += 1

    def dismiss(self) -> None: ...

    def withdraw(self) -> None: ...


def test_a_hint_is_shown_to_its_seat_alone_until_the_position_changes(tmp_path: Path, told: Told) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, **WITH_BOTS) as hub:
            table, who = await at_table(hub, "greedy", "greedy")
            own, watcher = Reader(who), Reader(Who())
            table.join(own)
            table.join(watcher)
            entries = len(await hub.shared.store.load(table.state.id))
            assert hint_of(table, 0) == HintView(300)
            before = (own.told, watcher.told)
            await table.hints.ask(who, table.state.version)
            await until(lambda: own.told == before[0] + 1)
            assert watcher.told == before[1]
            found = hint_of(table, 0)
            assert found is not None
            assert found.hints is not None
            first, second = found.hints.lines
            assert (first.value, second.value, found.left) == (0.5, 0.4, 299)
            assert first.reason is not None
            assert second.reason is None
            assert found.hints.heat == {first.notation: 100}
            assert hint_of(table, None) is hint_of(table, 1) is None
            assert len(await hub.shared.store.load(table.state.id)) == entries
            # Again, it costs nothing.
            await table.hints.ask(who, None)
            assert len(told.asked) == 1
            maud = Person(table, who, "Maud")
            await maud.do("chat", "Which one?")
            assert hint_of(table, 0) == found
            await maud.do("play", second.notation)
            assert hint_of(table, 0) == HintView(299)

    run(story())


def test_what_comes_too_late_is_dropped(tmp_path: Path, told: Told) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, **WITH_BOTS) as hub:
            table, who = await at_table(hub, "greedy", "greedy")
            told.go.clear()
            asking = [asyncio.create_task(table.hints.ask(who, None)) for _ in range(2)]
            await until(lambda: told.asked)
            await Person(table, who, "Maud").do("play", table.view(0).view.legal[3])  # type: ignore[union-attr]  # it is a game
            told.go.set()
            await asyncio.gather(*asking)
            assert len(told.asked) == 1
            assert hint_of(table, 0) == HintView(299)
            # The next one is of the next position.
            await table.hints.ask(who, None)
            shown = hint_of(table, 0)
            assert shown is not None
            assert shown.hints is not None
            assert shown.hints.lines[0].notation.startswith("road")

    run(story())


def test_who_may_ask(tmp_path: Path, told: Told) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, **WITH_BOTS) as hub:
            for hints in (False, True):
                table, outcome = await hub.create(order("open", "open", "greedy", config=FIRST, hints=hints))
                maud = Person(table, Who(outcome.seat, outcome.generation), "Maud")
                odile = Person(table, Who(), "Odile")
                outcome = await odile.do("sit", "Odile")
                odile.who = Who(outcome.seat, outcome.generation)
                await refused(table.hints.ask(maud.who, None), "stage")
                await maud.do("start")
                await refused(table.hints.ask(Who(), None), "spectator")
                await refused(table.hints.ask(odile.who, None), "turn" if hints else "hint")
                if not hints:
                    refusal = await refused(table.hints.ask(maud.who, None), "hint")
                    assert "several people" in str(refusal)
                    assert hint_of(table, 0) is None
                    continue
                await table.hints.ask(maud.who, None)
                assert hint_of(table, 0) is not None
                await refused(table.hints.ask(maud.who, table.state.version + 1), "stale")
                await maud.do("pause")
                await refused(table.hints.ask(maud.who, None), "paused")
                await maud.do("resume")
                await maud.do("stand-in", "greedy")
                await refused(table.hints.ask(maud.who, None), "stand-in")
                found = table.state.id
                # An option of the table outlives a restart, what was asked does not.
        async with hub_in(tmp_path, **WITH_BOTS) as hub:
            table = await hub.table(found)
            assert table.state.hints

    run(story())


def test_hints_are_limited(tmp_path: Path, told: Told) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, hint_limit=2, hint_burst=1, hint_rate=0.01, **WITH_BOTS) as hub:
            table, who = await at_table(hub, "greedy", "greedy")
            maud = Person(table, who, "Maud")
            await table.hints.ask(who, None)
            await maud.do("play", "settle " + table.view(0).view.legal[0].partition(" ")[2])  # type: ignore[union-attr]  # it is a game
            refusal = await refused(table.hints.ask(who, None), "rate")
            assert refusal.say.args["retry"] > 1  # type: ignore[operator]  # it is a number
            table.hints._rates = type(table.hints._rates)(1.0, 10)
            await table.hints.ask(who, None)
            assert hint_of(table, 0).left == 0  # type: ignore[union-attr]  # it may ask
            await maud.do("play", table.view(0).view.legal[0])  # type: ignore[union-attr]  # it is a game
            await until(lambda: 0 in table.state.match.free(), 20)  # type: ignore[union-attr]  # it is a game
            refusal = await refused(table.hints.ask(who, None), "hint")
            assert "the limit is 2" in str(refusal)

    run(story())


def test_without_processes_the_seat_is_told_why_there_are_none(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, engine=Games(), bot_processes=0) as hub:
            table, who = await at_table(hub, "greedy", "greedy")
            refusal = await refused(table.hints.ask(who, None), "hint")
            assert "no processes" in str(refusal)
            assert "aucun processus" in refusal.fault("fr").message

    run(story())


def test_a_process_is_not_believed() -> None:
    game = Game.new(FIRST, seed=1)
    legal = game.legal(0)[0]
    assert Games().advised(game, 0, f'[[["{legal}",0.5,"income"]],{{}}]').lines[0].notation == legal
    for wrong in ("", "[]", '[[["end",0.5,""]],{}]', '[[["nonsense",0.5,""]],{}]', '{"a":1}', '[[["x",7]],{}]'):
        with pytest.raises(BotError):
            Games().advised(game, 0, wrong)


def test_a_process_is_asked_the_same_in_redealt_worlds() -> None:
    game, rng, bot = Game.new({**FIRST, "seats": 3}, seed=2), random.Random(2), make_bot("greedy", 2)
    differing = 0
    while game.version < 160 and not game.over:
        seat = game.actors[0]
        if seat == CHANCE:
            game.draw(rng)
            continue
        if game.version > 90 and game.version % 4 == 0:
            other = game.seen_by(seat, rng)
            assert Games().question(game, "strong", seat, 7) == Games().question(other, "strong", seat, 7)
            differing += game.hash() != other.hash()
        game.play(bot.choose(game, seat), seat)
    assert differing > 0


def test_a_question_that_comes_last_waits_for_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    order_: list[str] = []

    class Fake:
        alive, owner, asked = True, "", ""

        async def begin(self, question: dict[str, Any], clock: Any) -> None:
            self.asked = question["name"]

        async def answer(self) -> str:
            order_.append(self.asked)
            await asyncio.sleep(0.01)
            return self.asked

        def own_time(self) -> float:
            return 0.0

        def kill(self) -> None: ...

        async def wait(self) -> None: ...

    async def taken(pool: BotPool, owner: str) -> tuple[Fake, bool]:
        return Fake(), True

    async def story() -> None:
        monkeypatch.setattr(BotPool, "_taken", taken)
        pool = BotPool(1, 0, "secret")
        asked = [asyncio.create_task(pool.ask({"name": "first"}, 5, "a", False))]
        await asyncio.sleep(0)
        asked.append(asyncio.create_task(pool.ask({"name": "hint"}, 5, "b", False, last=True)))
        await asyncio.sleep(0)
        asked += [asyncio.create_task(pool.ask({"name": name}, 5, name, False)) for name in ("second", "third")]
        assert await asyncio.gather(*asked) == ["first", "hint", "second", "third"]

    run(story())
    assert order_ == ["first", "second", "third", "hint"]


@pytest.mark.slow
def test_a_process_works_out_a_hint(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, **WITH_BOTS) as hub:
            table, who = await at_table(hub, "greedy", "greedy")
            assert isinstance(table.hints, HintDesk)
            await table.hints.ask(who, table.state.version)
            found = hint_of(table, 0)
            assert found is not None
            assert found.hints is not None
            assert len(found.hints.lines) == 3
            assert len(found.hints.heat) > 40

    run(story())
    assert Settings().hint_limit > 0
