"""The Great Wall through the page: a whole game of six by keyboard, a knight with the mouse and on a phone, the end."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.fixtures import DESK, PHONE
from tests.browser.making import choose_game, open_more
from tests.browser.player import Keyboard, Mouse, Player, until
from tests.browser.serving import Served
from tests.browser.stage import Stage, sit_down
from tests.browser.test_access import overflow
from tests.browser.test_games import NO_MOUSE
from tests.browser.traffic import Traffic
from tests.chosen import by_turns
from tests.expansions.island.great_wall.kit import WALL, steppe
from tests.kit import Table

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]

OpenBrowser = Callable[..., BrowserContext]


def besieged(seats: int = 4) -> Table:
    """Seat 0 has a knight; riders stand everywhere."""
    return steppe(
        seats,
        levels={1: 2, 2: 4, 4: 3},
        fields={1: 2, 2: 1, 4: 2},
        gathered="I*3 II III*2",
        behind="4,2 2,2 1,3",
        penalties={2: 1, 0: 1},
        settlements={0: "0,5,N", 1: "2,5,N", 2: "0,3,N", 3: "1,6,N"},
        cities={0: "1,4,N"},
        roads={0: "0,5,NE 0,4,SE 1,4,NE", 1: "2,5,NE"},
        hands={0: "brick*3 lumber grain ore", 1: "ore*3", 2: "wool*4", 3: "grain*2"},
        cards={0: "knight roads"},
    )


@pytest.mark.campaign
def test_six_to_the_end_by_keyboard(context: OpenBrowser, served: Served) -> None:
    page = context("en").new_page()
    traffic = Traffic.of(page)
    page.add_init_script(NO_MOUSE)
    page.goto("/create")
    choose_game(page, WALL, "five_six")
    open_more(page)
    page.locator('[name="goal"]').fill("5")
    page.locator('#making [value="make"]').press("Enter")
    page.wait_for_url(re.compile(r"/t/\w+$"))
    config = served.stored(page.url.rsplit("/", 1)[1]).config
    assert (set(config["modules"]), config["seats"]) == ({WALL, "five_six"}, 6)
    player = Player(page, Keyboard(page))
    player.play()
    expect(page.locator("#summary")).to_be_visible()
    assert traffic.errors == []


@by_turns("device", ["desk", "phone"])
def test_a_knight_frees_a_hex_and_moves_the_pirate(
    context: OpenBrowser, staged: tuple[Served, Stage], device: str
) -> None:
    page = context("en", PHONE if device == "phone" else DESK, touch=device == "phone").new_page()
    traffic = Traffic.of(page)
    sit_down(page, staged, besieged().play("knight"))
    hands = Mouse(page)
    page.locator('[data-verb="free"]:visible').first.click()
    until(page, "() => document.querySelector('#targets [data-notation=\"free 2,2\"]') !== null")
    hands.place(page.locator('#targets [data-notation="free 2,2"]').first)
    until(page, "() => document.querySelector('#targets [data-notation^=\"free \"]') === null")
    page.locator('[data-verb="ride"]:visible').first.click()
    hands.place(page.locator('#targets [data-notation="ride I"]').first)
    until(page, "() => document.querySelector('#targets [data-notation=\"lead III\"]') !== null")
    hands.place(page.locator('#targets [data-notation="lead III"]').first)
    until(page, "() => document.querySelector('#targets [data-notation^=\"lead \"]') === null")
    if device == "phone":
        page.locator('#tabs [data-tab="great_wall"]').click()
    panel = page.locator(".great-wall:visible")
    expect(panel).to_contain_text("2 of 5 passes")
    expect(panel.locator("li.falls").first).to_contain_text("the next rider passes")
    assert overflow(page) == 0
    assert traffic.errors == []


def test_a_section_is_raised_by_its_key(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("fr", DESK).new_page()
    sit_down(page, staged, besieged(), language="fr")
    button = page.locator('#actions [data-notation="wall-section"]')
    expect(button).to_be_visible()
    page.keyboard.press("w")
    expect(page.locator("#log")).to_contain_text("élève la muraille au niveau 3")


def test_all_lose_together(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("en", DESK).new_page()
    lost = steppe(gathered="I", penalties={0: 2, 1: 2}, settlements={2: "1,4,N"}, rolled=False)
    sit_down(page, staged, lost, "roll 3 3")
    page.locator('[data-notation="roll"]').first.click()
    summary = page.locator("#summary")
    expect(summary).to_contain_text("All have lost")
    expect(summary).to_contain_text("Best of them is")
