"""Offers of bots close by themselves, and no answer's time depends on a hand."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bastide.kernel.game import Game
from bastide.server.engine.games import Games
from bastide.server.engine.interface import BotLike, Playable
from bastide.server.log.draft import Who
from bastide.server.log.entries import Play
from bastide.server.tables.table import Table
from tests.kit import Table as Position
from tests.kit import table as position
from tests.server.tables import Page, Person, hub_in, order, run, until

SHORTEST, LONGEST = 100.0, 200.0
ORE_OF_MAUD = {0: "wool*3", 1: "ore brick", 2: "wool grain", 3: "brick grain"}
ORE_OF_A_BOT = {0: "wool*3", 1: "wool grain", 2: "ore brick", 3: "brick grain"}


class Trader:
    """A bot that makes one offer in its turn and then ends it; as another's partner it decides as a greedy one."""

    def __init__(self, bot: BotLike, offers: str) -> None:
        self.bot = bot
        self.offers = offers
        self.made = False

    def choose(self, game: Any, seat: int) -> str:
        legal = game.legal(seat)
        if "refuse" in legal:
            return self.bot.choose(game, seat)
        if not self.made and "end" in legal:
            self.made = True
            return self.offers
        return "end" if "end" in legal else legal[0]


class Staged(Games):
    """The real engine, whose games start from one position, with bots that trade."""

    def __init__(self, start: Position, offers: str) -> None:
        self.start = start
        self.offers = offers

    def new(self, config: Mapping[str, Any], names: Sequence[str] = ()) -> Playable:
        game = Game(self.start.game.rules, list(names))
        game.state = self.start.game.state.copy()
        return game

    def bot(self, level: str, seed: int) -> BotLike:
        return Trader(super().bot(level, seed), self.offers)


@pytest.fixture
def naps(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The delays of answers, none of which is waited for."""
    slept: list[float] = []
    sleep = asyncio.sleep

    async def recorded(delay: float, *rest: Any) -> Any:
        if delay < SHORTEST:
            return await sleep(delay, *rest)
        slept.append(delay)
        return await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", recorded)
    return slept


def lines(table: Table) -> list[str]:
    match = table.state.match
    assert match is not None
    return [f"{one.seat}: {one.text}" for one in match.game.decisions]


async def at_table(hub: Any, *, connected: bool = True) -> tuple[Table, Person]:
    """Maud in seat 1 of four, the others bots; seat 0 is on turn."""
    table, outcome = await hub.create(order("greedy", "open", "greedy", "greedy", start=True, config={"seats": 4}))
    maud = Who(outcome.seat, outcome.generation)
    if connected:
        Page(table, maud)
    return table, Person(table, maud, "Maud")


def staged(hands: Mapping[int, str], offers: str = "offer wool for ore") -> Staged:
    return Staged(position(seats=4, hands=hands), offers)


def test_silence_is_a_refusal_once_the_offer_closes_and_the_bot_goes_on(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path, engine=staged(ORE_OF_MAUD), offer_time=0.2) as hub:
            table, _ = await at_table(hub)
            await until(lambda: "0: offer wool for ore" in lines(table))
            assert "1: refuse" not in lines(table), "Maud has time to answer"
            await until(lambda: "0: end" in lines(table))
            assert "1: refuse" in lines(table)
            entries = await hub.shared.store.load(table.state.id)
            mine = [entry.payload for entry in entries if entry.seat == 1 and isinstance(entry.payload, Play)]
            assert mine[0] == Play("refuse", auto=True)

    run(job())


def test_an_offer_stays_open_longer_by_the_time_for_which_the_server_stood_still(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path, engine=staged(ORE_OF_MAUD), offer_time=0.2) as hub:
            stood = 0
            hub.shared = replace(hub.shared, stood=lambda: stood)
            table, _ = await at_table(hub)
            await until(lambda: "0: offer wool for ore" in lines(table))
            begun, stood = time.monotonic(), 500
            await until(lambda: "1: refuse" in lines(table))
            assert time.monotonic() - begun > 0.4

    run(job())


def test_who_answers_in_time_is_not_refused_for(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path, engine=staged(ORE_OF_MAUD), offer_time=5.0) as hub:
            table, maud = await at_table(hub)
            await until(lambda: "0: offer wool for ore" in lines(table))
            await maud.do("play", "accept")
            await until(lambda: any(line.startswith("0: trade 1") or line == "0: end" for line in lines(table)))
            assert "1: refuse" not in lines(table)

    run(job())


def test_nothing_closes_during_a_pause_or_while_nobody_is_there(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path, engine=staged(ORE_OF_MAUD), offer_time=0.05) as hub:
            table, maud = await at_table(hub, connected=False)
            await until(lambda: "0: offer wool for ore" in lines(table))
            await asyncio.sleep(0.3)
            assert "1: refuse" not in lines(table)
            await maud.do("pause")
            Page(table, maud.who)
            await asyncio.sleep(0.3)
            assert "1: refuse" not in lines(table)
            await maud.do("resume")
            await until(lambda: "1: refuse" in lines(table))

    run(job())


def test_a_hand_too_small_for_everybody_to_see_refuses_without_being_asked(tmp_path: Path) -> None:
    async def job() -> None:
        engine = staged({0: "wool*3", 1: "brick", 2: "ore*2", 3: "grain*2"}, "offer wool for ore*2")
        async with hub_in(tmp_path, engine=engine, offer_time=600.0) as hub:
            table, _ = await at_table(hub)
            await until(lambda: "1: refuse" in lines(table))

    run(job())


def test_a_persons_offer_waits_for_people(tmp_path: Path) -> None:
    async def job() -> None:
        engine = staged({0: "wool*3", 1: "ore", 2: "ore", 3: "ore"})
        async with hub_in(tmp_path, engine=engine, offer_time=0.05) as hub:
            table, outcome = await hub.create(
                order("open", "open", "greedy", "greedy", start=False, config={"seats": 4})
            )
            maud = Person(table, Who(outcome.seat, outcome.generation), "Maud")
            odile = Person(table, Who(), "Odile")
            sat = await odile.do("sit", "Odile")
            odile.who = Who(sat.seat, sat.generation)
            await maud.do("start")
            Page(table, maud.who)
            Page(table, odile.who)
            await maud.do("play", "offer wool for ore")
            await asyncio.sleep(0.4)
            assert "1: refuse" not in lines(table)
            await maud.do("play", "withdraw")

    run(job())


@pytest.mark.parametrize(
    ("hands", "offers", "unable"),
    [
        (ORE_OF_MAUD, "offer wool for ore", set()),
        (ORE_OF_A_BOT, "offer wool for ore", set()),
        ({0: "wool*3", 1: "ore", 2: "brick*2", 3: "grain*2"}, "offer wool for ore*2", {1, 2, 3}),
        ({0: "wool*3", 1: "ore", 2: "brick*2", 3: "ore*2"}, "offer wool for ore*2", {1}),
        ({0: "wool*3", 1: "grain", 2: "brick", 3: "grain"}, "offer wool for ore", {1, 2, 3}),
    ],
    ids=["Maud has it", "a bot has it", "the bank has it", "one card", "nobody has it"],
)
def test_only_public_facts_say_who_cannot_accept(hands: Mapping[int, str], offers: str, unable: set[int]) -> None:
    start = position(seats=4, hands=hands)
    asked = Games().open_offer(start.play(offers).game)
    assert asked is not None
    assert asked.waiting == (1, 2, 3)
    assert asked.unable == unable


def test_the_delays_of_answers_are_the_same_whoever_holds_the_card(tmp_path: Path, naps: list[float]) -> None:
    """Two worlds that differ only in who holds the ore: the same delays, and silence lasts until the same moment."""

    async def story(name: str, hands: Mapping[int, str]) -> tuple[list[float], list[str]]:
        naps.clear()
        engine = staged(hands)
        async with hub_in(tmp_path / name, engine=engine, bot_delay=(SHORTEST, LONGEST), offer_time=0.4, seed=7) as hub:
            table, _ = await at_table(hub)
            await until(lambda: "0: end" in lines(table))
            told = lines(table)
            offered = told.index("0: offer wool for ore")
            answers = [line.split(": ")[0] for line in told[offered + 1 : offered + 4]]
            return naps[: len(answers) + 1], answers

    one = run(story("one", ORE_OF_MAUD))
    other = run(story("other", ORE_OF_A_BOT))
    assert one == other
    assert one[1] == ["2", "3", "1"], "Maud is silent until the offer closes"
    assert len(set(one[0])) == len(one[0]), "each delay is drawn anew"


def test_a_public_refusal_takes_as_long_as_a_bots_answer(tmp_path: Path, naps: list[float]) -> None:
    async def job() -> None:
        engine = staged({0: "wool*3", 1: "brick", 2: "ore*2", 3: "grain*2"}, "offer wool for ore*2")
        async with hub_in(tmp_path, engine=engine, bot_delay=(SHORTEST, LONGEST), offer_time=600.0) as hub:
            table, _ = await at_table(hub)
            await until(lambda: "1: refuse" in lines(table))
            taken = len(naps)
            assert taken >= 2, "one for the offer, one for the refusal"
            assert all(SHORTEST <= nap <= LONGEST for nap in naps)

    run(job())
