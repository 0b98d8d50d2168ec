"""Friendly Robber through the page: hexes that are closed, the heart, a robber that has nowhere to go."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.fixtures import DESK, PHONE
from tests.browser.player import Keyboard, Mouse, until
from tests.browser.serving import Served
from tests.browser.stage import Stage, sit_down
from tests.browser.test_access import overflow
from tests.browser.test_games import NO_MOUSE
from tests.browser.traffic import Traffic
from tests.chosen import by_turns
from tests.expansions.island.friendly_robber.test_rules import TRIO, friendly

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

OpenBrowser = Callable[..., BrowserContext]
CLOSED = ["0,0", "0,-1", "1,-1"]
"""The hexes round the corner 0,0,N."""


@by_turns("device", ["desk", "phone"])
def test_closed_hexes_are_no_targets_and_spared_players_have_a_heart(
    context: OpenBrowser, staged: tuple[Served, Stage], device: str
) -> None:
    page = context("en", PHONE if device == "phone" else DESK, touch=device == "phone").new_page()
    traffic = Traffic.of(page)
    # Seat 1 has one point and is spared; seat 2 has three, and its hexes are open.
    position = friendly(
        settlements={1: "0,0,N", 2: "-1,2,S"}, cities={0: "-2,1,S -1,0,S", 2: "1,1,S"}, rolled=False, robber="2,-2"
    )
    sit_down(page, staged, position, "roll 3 4")
    Mouse(page).press(page.locator('[data-notation="roll"]:visible').first)
    until(page, "() => document.querySelector('#targets [data-notation^=robber]') !== null")
    places = [it.get_attribute("data-notation") for it in page.locator("#targets [data-notation]").all()]
    assert not {f"robber {hex_}" for hex_ in (*CLOSED, "2,-2")} & set(places)
    assert len(places) == 19 - len(CLOSED) - 1
    if device == "phone":
        page.locator('#tabs [data-tab="players"]').click()
    hearts = page.locator("li:visible:not(:has(li))").filter(has_text="spared by the robber")
    expect(hearts).to_have_count(1)
    expect(page.locator("#rail-1, #players-1").filter(has=hearts)).to_have_count(1)
    assert overflow(page) == 0
    if device == "phone":
        page.locator('#tabs [data-tab="build"]').click()
    Mouse(page).place(page.locator('#targets [data-notation="robber 1,1"]'))
    until(page, "() => document.querySelector('#targets [data-notation^=robber]') === null")
    assert traffic.errors == []


def test_by_keyboard_alone_and_in_french_a_knight_finds_no_hex(
    context: OpenBrowser, staged: tuple[Served, Stage]
) -> None:
    page = context("fr").new_page()
    page.add_init_script(NO_MOUSE)
    hands = Keyboard(page)
    # Seat 1 closes every hex.
    position = friendly(
        layout=TRIO, settlements={0: "1,0,N", 1: "0,1,N"}, hands={1: "ore"}, cards={0: "knight"}, robber="1,0"
    )
    sit_down(page, staged, position, language="fr")
    hands.press(page.locator('[data-notation="knight"]:visible').first)
    expect(page.locator("#log")).to_contain_text("désert")
    expect(page.locator("#targets [data-notation^=robber]")).to_have_count(0)
    expect(page.locator('#actions[data-turn="mine"]')).to_be_attached()
