"""Whole games of Seafarers through the page: by mouse, by keys alone, and two people with Cities & Knights."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.fixtures import DESK, PHONE
from tests.browser.player import Keyboard, Mouse, until
from tests.browser.rehearsal import Rehearsal
from tests.browser.serving import Served
from tests.browser.tables import begin
from tests.browser.test_access import overflow
from tests.browser.test_games import NO_MOUSE
from tests.browser.traffic import Traffic
from tests.expansions.island.seafarers.browser.sailor import Sailor, sailor

pytestmark = [pytest.mark.campaign, pytest.mark.timeout(300)]

OpenBrowser = Callable[..., BrowserContext]
SEEDS: Final = {"new_shores": 6, "through_the_desert": 6, "pair": 8}
"""Games that are not long, and in which the seats of people do all that must be seen."""


@pytest.fixture(scope="module")
def rehearsed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of its own, for what its engine does is replaced."""
    server = Served.start(tmp_path_factory.mktemp("rehearsal"))
    yield server
    server.stop()


def config(layout: str, goal: int, *modules: str, seats: int = 3) -> dict[str, Any]:
    """A game at sea to a goal that is soon reached."""
    options = {"goal": goal, "trade": "bank", "first": 0}
    return {"game": "island", "seats": seats, "modules": [*modules, "seafarers"], "layout": layout, "options": options}


def words(player: Sailor) -> set[str]:
    """The first words of what a player did."""
    return {text.split()[0] for text in player.done}


def finished(page: Page, served: Served, player: Sailor, traffic: Traffic) -> None:
    """The game has ended, and the page and the store say so."""
    assert served.stored(player.table).stage == "over"
    expect(page.locator("#summary")).to_be_visible()
    assert traffic.errors == []


def test_a_game_on_new_shores_by_mouse(context: OpenBrowser, rehearsed: Served) -> None:
    page = context("en").new_page()
    traffic = Traffic.of(page)
    Rehearsal.of(rehearsed, SEEDS["new_shores"])
    table = begin(page, config("new_shores", 7), address=rehearsed.address, language="en")
    player = sailor(page, Mouse(page), rehearsed, table)
    player.play()
    finished(page, rehearsed, player, traffic)
    assert {"roll", "end", "settle", "ship"} <= words(player)


def test_a_game_through_the_desert_by_keys_alone(context: OpenBrowser, rehearsed: Served) -> None:
    page = context("fr").new_page()
    page.add_init_script(NO_MOUSE)
    traffic = Traffic.of(page)
    Rehearsal.of(rehearsed, SEEDS["through_the_desert"])
    table = begin(page, config("through_the_desert", 7), address=rehearsed.address, language="fr")
    player = sailor(page, Keyboard(page), rehearsed, table)
    player.play()
    finished(page, rehearsed, player, traffic)
    assert {"roll", "end", "settle", "ship"} <= words(player)


def test_two_people_with_cities_and_knights(context: OpenBrowser, rehearsed: Served) -> None:
    """A desktop in English and a phone in French, against a bot."""
    host, phone = context("en", DESK).new_page(), context("fr", PHONE, touch=True).new_page()
    told = [Traffic.of(page) for page in (host, phone)]
    Rehearsal.of(rehearsed, SEEDS["pair"])
    table = begin(host, config("new_shores", 6, "cities_knights"), address=rehearsed.address, language="en", people=2)
    phone.goto(f"{rehearsed.address}/t/{table}?lang=fr")
    phone.locator("#nickname").fill("Odile")
    phone.locator("form.sit button").click()
    expect(phone.locator("#room .seat-row.mine")).to_contain_text("Odile")
    host.locator('#room [data-do="start"]').click()
    for page in (host, phone):
        until(page, "() => document.querySelector('#head[data-stage=\"playing\"]') !== null")
    people = [sailor(page, Mouse(page), rehearsed, table, seat, 2) for seat, page in enumerate((host, phone))]
    table_of = rehearsed.app.state.hub.tables[table]
    while table_of.state.stage != "over":
        acted = [player.act() for player in people]
        if not any(acted):
            host.wait_for_timeout(20)
        assert overflow(phone) == 0
    for player, traffic in zip(people, told, strict=True):
        until(player.page, "() => document.querySelector('#head[data-stage=\"over\"]') !== null")
        finished(player.page, rehearsed, player, traffic)
        assert {"roll", "end", "improve", "recruit"} <= words(player)
    assert "ship" in words(people[1])
