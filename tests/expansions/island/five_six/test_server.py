"""How long a bot takes in the special building phase: the same short time, whatever it holds and does."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from bastide.kernel.game import Game
from bastide.server.engine.games import Games
from bastide.server.engine.interface import BotLike, Playable
from bastide.server.log.draft import Who
from bastide.server.tables.bots import QUICK
from bastide.server.tables.table import Table
from tests.expansions.island.five_six.kit import many, paired
from tests.kit import Table as Position
from tests.server.tables import Person, hub_in, order, run, until

SHORTEST, LONGEST = 100.0, 200.0
BOARD: dict[str, Any] = {
    "settlements": {1: "1,-2,S", 2: "-1,2,S", 3: "2,-1,S"},
    "roads": {1: "1,-2,SE", 2: "-1,2,SE", 3: "2,-1,SE"},
}
RICH = {1: "brick*3 lumber*3 wool*2 grain*4 ore*4", 2: "wool grain ore", 4: "brick lumber"}


class Staged(Games):
    """The real engine, whose games start from one position and whose bots may have to wait for a signal."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.thought = threading.Event()
        self.thought.set()

    def new(self, config: Mapping[str, Any], names: Sequence[str] = ()) -> Playable:
        game = Game(self.position.game.rules, list(names))
        game.state = self.position.game.state.copy()
        return game

    def bot(self, level: str, seed: int) -> BotLike:
        bot, engine = super().bot(level, seed), self

        class Waiting:
            def choose(self, game: Any, seat: int) -> str:
                assert engine.thought.wait(10)
                return bot.choose(game, seat)

        return Waiting()


@pytest.fixture
def naps(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The delays of bots, none of which is waited for."""
    slept: list[float] = []
    sleep = asyncio.sleep

    async def recorded(delay: float, *rest: Any) -> Any:
        if delay < SHORTEST * QUICK:
            return await sleep(delay, *rest)
        slept.append(delay)
        return await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", recorded)
    return slept


async def opened(hub: Any) -> tuple[Table, Person]:
    """A table with one person and five bots."""
    table, outcome = await hub.create(order("open", *["greedy"] * 5, start=True, config={"seats": 6}))
    return table, Person(table, Who(outcome.seat, outcome.generation), "Maud")


def decisions(table: Table) -> list[tuple[int, str]]:
    """What the bots have done."""
    assert table.state.match is not None
    return [(one.seat, one.text) for one in table.state.match.game.decisions if one.seat > 0]


@pytest.mark.parametrize("hands", [{}, RICH, dict.fromkeys(range(1, 6), "brick lumber")], ids=["poor", "rich", "roads"])
def test_every_answer_in_turn_takes_the_same_time(tmp_path: Path, naps: list[float], hands: dict[int, str]) -> None:
    async def story() -> None:
        engine = Staged(many(hands=hands, **BOARD))
        async with hub_in(tmp_path, engine=engine, bot_delay=(SHORTEST, LONGEST)) as hub:
            table, maud = await opened(hub)
            await maud.do("play", "end")
            await until(lambda: any(text == "roll" for _, text in decisions(table)))
            played = decisions(table)
            between = [text for _, text in played[: played.index((1, "roll"))]]
            assert between.count("pass") == 5
            assert len(between) == 5 or hands
            if hands == RICH:
                assert len(between) > 5, "somebody builds"
            assert naps[: len(between)] == [SHORTEST * QUICK] * len(between)
            assert SHORTEST <= naps[len(between)] <= LONGEST, "a turn of one's own takes its time"

    run(story())


def test_thinking_is_part_of_that_time(tmp_path: Path, naps: list[float]) -> None:
    async def story() -> None:
        engine = Staged(many(hands=RICH, **BOARD))
        async with hub_in(tmp_path, engine=engine, bot_delay=(SHORTEST, LONGEST)) as hub:
            table, maud = await opened(hub)
            engine.thought.clear()
            await maud.do("play", "end")
            await until(lambda: naps == [SHORTEST * QUICK])
            assert not decisions(table), "the bot still thinks, and its time has begun"
            engine.thought.set()
            await until(lambda: len(decisions(table)) > 0)

    run(story())


def test_only_a_phase_that_says_so_is_quick() -> None:
    engine = Games()
    t = many()
    assert not engine.quick(t.game)
    assert engine.quick(t.play("end").game)
    assert not engine.quick(paired().play("end").game)


@pytest.mark.parametrize("hands", [{}, RICH], ids=["poor", "rich"])
def test_when_the_time_is_up_nothing_is_played_that_tells_of_the_hand(hands: dict[int, str]) -> None:
    t = many(hands=hands, **BOARD).play("end")
    assert Games().only(t.game, 1) is None
    assert {"pass", "sit-out"} <= set(t.game.legal(1))
