"""Five and six players through the page: the form, the special building phase, sitting out, the second turn."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.fixtures import DESK, PHONE
from tests.browser.making import choose_game, open_more, press
from tests.browser.player import Keyboard, Mouse, until
from tests.browser.serving import Served
from tests.browser.stage import Stage, sit_down
from tests.browser.test_access import overflow
from tests.browser.test_games import NO_MOUSE
from tests.browser.traffic import Traffic
from tests.chosen import by_turns
from tests.expansions.island.five_six.kit import many, paired
from tests.kit import Table

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

OpenBrowser = Callable[..., BrowserContext]

BOARD: dict[str, Any] = {
    "settlements": {0: "0,0,N -2,1,N", 1: "1,-2,S", 2: "-1,2,S", 3: "2,-1,S", 4: "-2,-1,N", 5: "0,2,N"},
    "roads": {0: "0,0,NE 0,-1,SE -2,1,NE", 1: "1,-2,SE", 2: "-1,2,SE", 3: "2,-1,SE", 4: "-2,-1,NE", 5: "0,2,NE"},
    "cities": {1: "-3,1,N", 4: "0,1,S"},
}


def choose(page: Page, address: str, language: str) -> None:
    """Open the form for a new table, and choose the extension and six players."""
    page.goto(f"{address}/create?lang={language}")
    choose_game(page, players=6)
    open_more(page)
    expect(page.locator('[data-seat="5"]')).to_be_visible()
    expect(page.locator('[data-brought="five_six"]')).to_be_visible()


def special() -> Table:
    """Seat 5 has ended its turn: seat 0 is the first to be asked."""
    return many(on_turn=5, hands={0: "brick*2 lumber*2 wool", 3: "ore*3", 4: "wool*9"}, **BOARD).play("end")


def test_a_number_of_players_brings_the_extension(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("en").new_page()
    served, _ = staged
    page.goto(f"{served.address}/create?lang=en")
    numbers = page.locator('[name="players"]:not([disabled])')
    assert [it.get_attribute("value") for it in numbers.all()] == ["2", "3", "4", "5", "6"]
    note = page.locator('[data-brought="five_six"]')
    press(page, "players", "5")
    expect(note).to_be_visible()
    expect(page.locator('[data-seat="4"]')).to_be_visible()
    expect(page.locator('[data-seat="5"]')).to_be_hidden()
    expect(page.locator("#sentence")).to_contain_text("5–6")
    press(page, "what", "seafarers")
    expect(page.locator("#told")).to_contain_text("5 players: not with Seafarers")
    expect(page.locator('[name="players"]:checked')).to_have_value("4")
    expect(note).to_be_hidden()
    choose(page, served.address, "en")
    page.locator('[name="option_between_turns"][value="paired"]').check(force=True)
    page.locator('#making [value="make"]').press("Enter")
    page.wait_for_url(re.compile(r"/t/\w+$"))
    config = served.stored(page.url.rsplit("/", 1)[1]).config
    assert (config["seats"], config["modules"]) == (6, ["five_six"])
    assert config["options"]["between_turns"] == "paired"


@by_turns("device", ["desk", "phone"])
def test_one_builds_between_two_turns(context: OpenBrowser, staged: tuple[Served, Stage], device: str) -> None:
    page = context("en", PHONE if device == "phone" else DESK, touch=device == "phone").new_page()
    traffic = Traffic.of(page)
    sit_down(page, staged, special(), "roll 1 1")
    expect(page.locator("#prompt")).to_contain_text("Special building phase")
    assert overflow(page) == 0
    hands = Mouse(page)
    hands.press(page.locator('#actions [data-verb="road"]:visible').first)
    hands.place(page.locator('#targets [data-notation^="road"]').first)
    expect(page.locator("#log")).to_contain_text("builds a road")
    expect(page.locator("#prompt")).to_contain_text("Special building phase")
    hands.press(page.locator('[data-notation="pass"]:visible').first)
    # The bots pass or build in turn; then seat 0 begins its own turn.
    until(page, "() => document.querySelector('[data-notation=\"roll\"]') !== null")
    assert overflow(page) == 0
    assert traffic.errors == []


def test_by_keyboard_alone_and_in_french_one_sits_out_and_joins_in_again(
    context: OpenBrowser, staged: tuple[Served, Stage]
) -> None:
    page = context("fr").new_page()
    page.add_init_script(NO_MOUSE)
    hands = Keyboard(page)
    sit_down(page, staged, special(), "roll 1 1", language="fr")
    expect(page.locator("#prompt")).to_contain_text("Phase de construction spéciale")
    hands.press(page.locator('[data-notation="sit-out"]:visible').first)
    expect(page.locator("#log")).to_contain_text("ne participe plus")
    expect(page.locator("#rail-0")).to_contain_text("ne participe pas aux phases de construction spéciales")
    until(page, "() => document.querySelector('[data-notation=\"roll\"]') !== null")
    hands.press(page.locator('[data-notation="roll"]:visible').first)
    hands.press(page.locator('[data-notation="join-in"]:visible').first)
    expect(page.locator("#rail-0")).not_to_contain_text("ne participe pas")


def test_the_second_turn_of_a_pair(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("en").new_page()
    position = paired(on_turn=3, hands={0: "brick*4"}, **BOARD).play("end")
    sit_down(page, staged, position)
    expect(page.locator("#prompt")).to_contain_text("Your second turn")
    expect(page.locator("#east")).to_contain_text("Paired players")
    expect(page.locator('[data-notation="roll"]')).to_have_count(0)
    Mouse(page).press(page.locator('[data-notation="end"]:visible').first)
    expect(page.locator("#prompt")).not_to_contain_text("Your second turn")


def test_the_summary_has_room_for_six(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("en").new_page()
    sit_down(page, staged, many(on_turn=0, goal=3, hands={0: "grain*2 ore*3"}, **BOARD))
    hands = Mouse(page)
    hands.press(page.locator('#actions [data-verb="city"]:visible').first)
    hands.place(page.locator('#targets [data-notation^="city"]').first)
    expect(page.locator("#summary .ranks li")).to_have_count(6)
    for size in (DESK, PHONE):
        page.set_viewport_size(size)
        lines = page.evaluate("[...document.querySelectorAll('.ranks li > div > b')].map((one) => one.clientHeight)")
        assert max(lines) < 24, "each name is one line"
        assert overflow(page) == 0
