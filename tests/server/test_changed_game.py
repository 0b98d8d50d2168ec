"""The host changes the game of a table that waits: config, chairs and series."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from bastide.server.common.model import ChangeGame, SeatPlan, Series
from bastide.server.engine.games import Games
from bastide.server.log.draft import Who
from bastide.server.log.snapshots import freeze, thaw
from tests.server.tables import CONFIG, Person, hub_in, order, playing, refused, run, seated
from tests.server.test_results import finish


def game(*seats: str, **more: Any) -> ChangeGame:
    """Another game for these chairs: `open`, or the level of a bot."""
    plans = [SeatPlan() if seat == "open" else SeatPlan("bot", seat) for seat in seats]
    return ChangeGame(**{"config": {**CONFIG, "goal": 2}, "seats": plans} | more)


def kinds(person: Person) -> list[str]:
    """The chairs, as everybody sees them."""
    return [chair.bot or chair.kind for chair in person.table.view(None).chairs]


def test_the_game_changes_and_people_keep_their_chairs(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile = await seated(hub, "Maud", "Odile")
            await odile.do("ready")
            await maud.do("change", game=game("open", "random", "random", "open", form={"goal": "2"}))
            shown = odile.table.view(1)
            assert shown.config == {**CONFIG, "goal": 2, "seats": 4}
            assert shown.before == {**CONFIG, "seats": 2}
            assert kinds(odile) == ["person", "person", "random", "open"]
            assert not shown.chairs[1].ready, "she was ready for another game"
            assert maud.table.state.form == {"goal": "2"}
            [card] = await hub.cards({maud.table.state.id: 0})
            assert (card.config, card.seats, card.open) == (shown.config, 4, 1)
            thawed = thaw(Games(), "same", freeze(Games(), maud.table.state) or b"")
            assert (thawed.form, thawed.before) == ({"goal": "2"}, shown.before)
            await maud.do("change", game=game("open", "open"))
            assert kinds(odile) == ["person", "person"]
            await maud.do("start")
            assert odile.table.view(1).before is None

    run(job())


def test_it_is_the_same_after_a_restart(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, _ = await seated(hub, "Maud", "Odile")
            await maud.do("change", game=game("open", "open", "random"))
            before = msgspec.json.encode(maud.table.view(None))
            key = maud.table.state.id
        async with hub_in(tmp_path) as hub:
            after = (await hub.table(key)).view(None)
            assert [chair.kind for chair in after.chairs] == ["person", "person", "bot"]
            assert msgspec.json.decode(before)["config"] == after.config

    run(job())


def test_a_chair_that_comes_back_grants_nothing_to_old_tokens(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile, paul = await seated(hub, "Maud", "Odile", "Paul")
            old = paul.who
            await paul.do("leave")
            await maud.do("change", game=game("open", "open"))
            await maud.do("change", game=game("open", "open", "open"))
            sam = Person(maud.table, Who(), "Sam")
            outcome = await sam.do("sit", "Sam")
            assert outcome.seat == old.seat
            assert maud.table.current(old) == Who()
            await odile.do("ready")

    run(job())


@pytest.mark.parametrize(
    ("wanted", "code", "words"),
    [
        (game("open"), "taken", "Seat 2 is taken by Odile"),
        (game("open", "open", config={**CONFIG, "speed": 3}), "config", "speed"),
        (game("open", "open", config={**CONFIG, "seats": 3}), "config", "seats 3"),
        (game("open", "open", config={"game": "chess"}), "config", "'chess'"),
        (game("open", "open", "deep blue"), "config", "'deep blue'"),
        (game("open", "open", series=Series([{"game": "toy", "speed": 3}])), "config", "speed"),
        (None, "malformed", "'change'"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    tmp_path: Path, wanted: ChangeGame | None, code: str, words: str
) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, _ = await seated(hub, "Maud", "Odile")
            version = maud.table.state.version
            assert words in str(await refused(maud.do("change", game=wanted), code))
            assert maud.table.state.version == version

    run(job())


def test_only_the_host_before_the_game_and_outside_a_series(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile = await playing(hub, "Maud", "Odile", config={**CONFIG, "goal": 1})
            wanted = game("open", "open", series=Series([{**CONFIG, "goal": 1}] * 2, 2))
            await refused(odile.do("change", game=wanted), "host")
            await refused(Person(maud.table, Who(), "Paul").do("change", game=wanted), "spectator")
            await refused(maud.do("change", game=wanted), "stage")
            await refused(maud.do("play", "draw", game=wanted), "malformed")
            await finish(maud, odile)
            await maud.do("rematch")
            assert len(maud.table.state.results) == 1
            await maud.do("change", game=wanted)
            assert maud.table.state.results == [], "a series counts its own games"
            await maud.do("start")
            await finish(maud, odile)
            await maud.do("rematch")
            await refused(maud.do("change", game=wanted), "stage")
            assert len(maud.table.state.planned) == 3

    run(job())


def test_start_fills_the_open_chairs_with_bots(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path, bot_delay=(1000.0, 1000.0)) as hub:
            table, outcome = await hub.create(order("open", "open", "random", "open"))
            maud = Person(table, Who(outcome.seat, outcome.generation), "Maud")
            await maud.do("lock", seat=3)
            await refused(maud.do("start"), "stage")
            await refused(maud.do("start", "deep blue"), "config")
            assert kinds(maud) == ["person", "open", "random", "open"]
            await maud.do("start", "random")
            assert kinds(maud) == ["person", "random", "random", "random"]
            assert table.stage == "playing"
            names = table.state.names
            assert len(set(names)) == 4

    run(job())
