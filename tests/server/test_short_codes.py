"""The short code of a table: which games it leads to, and who shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.server.common.tokens import code_of, new_id
from bastide.server.log.draft import Who
from bastide.server.tables import hub as hubs
from bastide.server.tables.hub import Hub
from tests.server.tables import Person, hub_in, order, playing, refused, run, seated

GOAL = {"game": "toy", "goal": 1}


async def leads(hub: Hub, person: Person) -> bool:
    """Whether the code of somebody's table leads there."""
    found = await hub.coded(code_of(person.table.state.id))
    assert found in (None, person.table.state.id)
    return found is not None


def test_a_private_game_is_found_only_while_its_host_shows_the_code(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile = await seated(hub, "Maud", "Odile", config=GOAL)
            code = code_of(maud.table.state.id)
            assert await leads(hub, maud), "before the game"
            assert not maud.table.view(0).may_show_code
            await refused(maud.do("show-code"), "stage")
            await maud.do("start")
            assert not await leads(hub, maud)
            assert [maud.table.view(seat).may_show_code for seat in (0, 1, None)] == [True, False, False]
            assert [maud.table.view(seat).code for seat in (0, 1, None)] == ["", "", ""]
            await refused(odile.do("show-code"), "host")
            await refused(Person(maud.table, Who(), "w").do("show-code"), "spectator")
            await refused(maud.do("hide-code"), "stage")
            await maud.do("show-code")
            assert [maud.table.view(seat).code for seat in (0, None)] == [code, code]
            await refused(maud.do("show-code"), "stage")
            assert await leads(hub, maud)
        async with hub_in(tmp_path) as hub:
            assert await hub.coded(code) is not None, "after a restart too"
            table = await hub.table(maud.table.state.id)
            again = Person(table, maud.who, "again")
            await again.do("hide-code")
            assert not await leads(hub, again)
            await again.do("show-code")
            await again.do("play", "draw")
            assert table.state.stage == "over"
            assert not await leads(hub, again)
            await again.do("rematch")
            assert await leads(hub, again)
            await again.do("start")
            assert not await leads(hub, again), "the next game hides it"

    run(job())


@pytest.mark.parametrize("spectators", [True, False])
def test_a_public_game_is_found_where_it_may_be_watched(tmp_path: Path, spectators: bool) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile = await playing(hub, "Maud", "Odile", public=True, spectators=spectators)
            assert await leads(hub, maud) == spectators
            assert bool(maud.table.view(0).code) == spectators
            assert not maud.table.view(0).may_show_code
            await refused(maud.do("show-code"), "stage" if spectators else "spectator")
            await odile.do("leave")
            assert await leads(hub, maud) == spectators
            if spectators:
                assert (await Person(maud.table, Who(), "Luc").do("sit", "Luc")).seat == 1

    run(job())


def test_a_stranger_without_the_password_is_shown_no_code(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            table, made = await hub.create(order("open", "open", password="sesame"))
            maud = Person(table, Who(made.seat, made.generation), "Maud")
            assert maud.table.view(0).code
            assert not maud.table.view(None).code

    run(job())


def test_a_game_that_hides_its_code_takes_it_from_no_other_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            monkeypatch.setattr(hubs, "new_id", lambda: "Quay22" + new_id()[6:])
            hidden, _ = await playing(hub, "Maud", "Odile")
            assert await hub.coded("QUAY22") is None
            waits, *_ = await seated(hub, "Jean", "Luc")
            assert await leads(hub, waits)
            await hidden.do("show-code")
            assert await hub.coded("QUAY22") is None, "two could be meant"

    run(job())
