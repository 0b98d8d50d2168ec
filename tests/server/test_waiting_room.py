"""The waiting room: colours that people choose, and who is ready."""

from __future__ import annotations

from pathlib import Path

from bastide.server.common.banners import COLORS, EMBLEMS
from bastide.server.engine.games import Games
from bastide.server.log.draft import Who
from bastide.server.log.snapshots import freeze, thaw
from tests.server.tables import Person, chair_of, hub_in, order, refused, run, seated


def colors(person: Person) -> list[str]:
    """The colours of all chairs, as everybody sees them."""
    return [chair.color for chair in person.table.view(None).chairs]


def test_a_person_takes_a_colour_that_no_other_person_has(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile = await seated(hub, "Maud", "Odile")
            assert colors(maud) == list(COLORS[:2])
            await odile.do("color", "mauve")
            assert colors(maud) == ["garnet", "mauve"]
            told = await refused(odile.do("color", "garnet"), "taken")
            assert "'garnet' is taken by Maud" in str(told)
            await refused(odile.do("color", "mauve"), "taken")
            wrong = await refused(odile.do("color", "pink"), "malformed")
            assert "'pink'" in str(wrong)
            assert "garnet, azure" in str(wrong)
            await maud.do("color", "azure")
            assert colors(maud) == ["azure", "mauve"]
            assert sorted(maud.table.state.colors) == sorted(COLORS)
            watcher = Person(maud.table, Who(), "Paul")
            await refused(watcher.do("color", "ink"), "spectator")

    run(job())


def emblems(person: Person) -> list[str]:
    """The emblems of all chairs, as everybody sees them."""
    return [chair.emblem for chair in person.table.view(None).chairs]


def test_an_emblem_is_chosen_apart_from_the_colour(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile = await seated(hub, "Maud", "Odile")
            assert emblems(maud) == ["sun", "lily"]
            await odile.do("color", "mauve")
            assert emblems(maud) == ["sun", "rose"], "a colour brings its emblem"
            await odile.do("emblem", "key")
            told = await refused(maud.do("emblem", "key"), "taken")
            assert "'key' is taken by Odile" in str(told)
            await refused(odile.do("emblem", "key"), "taken")
            wrong = await refused(odile.do("emblem", "fish"), "malformed")
            assert "'fish'" in str(wrong)
            assert "sun, lily" in str(wrong)
            await odile.do("color", "ivory")
            assert emblems(maud) == ["sun", "key"], "an emblem that was chosen stays"
            assert [chair.look for chair in maud.table.view(None).chairs] == ["garnet", "ivory-key"]
            await maud.do("emblem", "tower")
            await maud.do("color", "azure")
            assert emblems(maud) == ["tower", "key"]
            assert sorted(maud.table.state.emblems) == sorted(EMBLEMS)
            watcher = Person(maud.table, Who(), "Paul")
            await refused(watcher.do("emblem", "bell"), "spectator")

    run(job())


def test_a_bot_gives_up_its_emblem_and_keeps_its_colour(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            table, outcome = await hub.create(order("open", "random", "open"))
            maud = Person(table, Who(outcome.seat, outcome.generation), "Maud")
            await maud.do("emblem", "tower")
            assert emblems(maud) == ["tower", "lily", "sun"]
            assert colors(maud) == ["garnet", "azure", "ivory"]

    run(job())


def test_a_bot_gives_up_its_colour(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            table, outcome = await hub.create(order("open", "random", "open"))
            maud = Person(table, Who(outcome.seat, outcome.generation), "Maud")
            await maud.do("color", "azure")
            assert colors(maud) == ["azure", "garnet", "ivory"]

    run(job())


def test_a_colour_stays_after_a_restart_and_for_the_next_game(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile = await seated(hub, "Maud", "Odile")
            await odile.do("color", "ink")
            await odile.do("emblem", "bell")
            await maud.do("start")
            await refused(odile.do("color", "sky"), "stage")
            await refused(odile.do("emblem", "shell"), "stage")
            assert maud.table.state.colors[1] == "ink"
        async with hub_in(tmp_path) as hub:
            table = await hub.table(maud.table.state.id)
            assert [chair.look for chair in table.view(None).chairs] == ["garnet", "ink-bell"]

    run(job())


def test_a_snapshot_keeps_the_colours(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path, Games()) as hub:
            maud, odile = await seated(hub, "Maud", "Odile", config={"options": {"first": 0}})
            await odile.do("color", "ink")
            await odile.do("emblem", "bell")
            frozen = freeze(Games(), maud.table.state)
            assert frozen is not None
            assert thaw(Games(), "t", frozen).colors == maud.table.state.colors
            assert thaw(Games(), "t", frozen).emblems == maud.table.state.emblems

    run(job())


def test_people_say_that_they_are_ready_and_take_it_back(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile = await seated(hub, "Maud", "Odile")
            assert not chair_of(odile).ready
            await odile.do("ready")
            assert chair_of(odile).ready
            await refused(odile.do("ready"), "stage")
            await odile.do("unready")
            assert not chair_of(odile).ready
            await refused(odile.do("unready"), "stage")
            await odile.do("ready")
            await odile.do("leave")
            paul = Person(maud.table, Who(), "Paul")
            await paul.do("sit", "Paul")
            assert not maud.table.view(None).chairs[1].ready, "the next person has not said so"
            await maud.do("start")
            await refused(maud.do("ready"), "stage")

    run(job())


def test_a_rematch_asks_again(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile = await seated(hub, "Maud", "Odile", config={"game": "toy", "goal": 1})
            await odile.do("ready")
            await maud.do("start")
            while maud.table.state.stage == "playing":
                acting = [maud, odile][maud.table.state.awaited[0]]
                await acting.do("play", "draw")
                if maud.table.state.stage == "playing":
                    await acting.do("play", "end")
            await maud.do("rematch")
            assert not chair_of(odile).ready

    run(job())
