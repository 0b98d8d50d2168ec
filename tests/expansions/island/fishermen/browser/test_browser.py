"""Fishermen through the page: deliveries, the boot, all variants, in both languages."""

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
from tests.expansions.island.fishermen.kit import INLAND, NINE, fishers
from tests.expansions.island.fishermen.test_together import ALL

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]

OpenBrowser = Callable[..., BrowserContext]
CUT = "what => [...document.querySelectorAll(what)].filter(it => it.scrollWidth > it.clientWidth + 1).length"
"""How many of these have more than fits into them."""


@by_turns("device", ["desk", "phone"])
def test_fish_are_delivered(context: OpenBrowser, staged: tuple[Served, Stage], device: str) -> None:
    page = context("en", PHONE if device == "phone" else DESK, touch=device == "phone").new_page()
    traffic = Traffic.of(page)
    t = fishers(fish={0: "1*2 2*2 3"}, hands={1: "ore", 2: "wool"}, settlements={0: INLAND, 1: "0,0,S"}, robber="1,-2")
    sit_down(page, staged, t, "steal wool")
    hands = Mouse(page)
    if device == "phone":
        page.locator('#tabs [data-tab="fish"]').click()
    hands.press(page.locator('.other-ways[popovertarget="why-fish-robber"]'))
    hands.press(page.locator('#why-fish-robber [data-notation="fish robber 1*2"]'))
    expect(page.locator("#log")).to_contain_text("pays 2 fish: the robber leaves the board")
    hands.press(page.locator('.price[data-notation^="fish steal"]'))
    hands.press(page.locator('#choice [data-notation="rob 2"]'))
    expect(page.locator("#log")).to_contain_text("pays 3 fish to take a card")
    if device == "phone":  # a choice brings up the tab with the hand
        expect(page.locator("body")).to_have_attribute("data-tab", "build")
        page.locator('#tabs [data-tab="fish"]').click()
    hands.press(page.locator('.price[data-notation="fish resource 2*2"]'))
    hands.press(page.locator('#choice [data-notation="take ore"]'))
    expect(page.locator("#log")).to_contain_text("pays 4 fish for a card from the bank")
    assert overflow(page) == 0
    assert traffic.errors == []


def test_a_phone_reaches_the_chat_from_the_log(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("en", PHONE, touch=True).new_page()
    sit_down(page, staged, fishers())
    hands = Mouse(page)
    expect(page.locator('#tabs [data-tab="chat"]')).to_have_count(0)
    hands.press(page.locator('#tabs [data-tab="log"]'))
    expect(page.locator("#log")).to_be_visible()
    hands.press(page.locator('.talk [data-tab="chat"]'))
    expect(page.locator("#chat")).to_be_visible()
    page.locator(".says input").fill("Ahoy")
    page.keyboard.press("Enter")
    expect(page.locator("#chat")).to_contain_text("Ahoy")
    hands.press(page.locator('.talk [data-tab="log"]'))
    expect(page.locator("#log")).to_be_visible()
    assert overflow(page) == 0


def test_a_road_for_fish_by_keyboard_and_in_french(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("fr").new_page()
    page.add_init_script(NO_MOUSE)
    t = fishers(fish={0: "2 3"}, settlements={0: INLAND})
    sit_down(page, staged, t, language="fr")
    hands = Keyboard(page)
    hands.press(page.locator('.price[data-notation="fish road 2 3"]'))
    expect(page.locator("#prompt")).to_contain_text("Construisez la route de vos poissons")
    hands.place(page.locator('#targets [data-notation^="road "]').first)
    expect(page.locator("#log")).to_contain_text("livre 5 poissons pour une route")


@by_turns("device", ["desk", "phone"])
def test_the_boot_is_given_away_before_the_roll(
    context: OpenBrowser, staged: tuple[Served, Stage], device: str
) -> None:
    page = context("en", PHONE if device == "phone" else DESK, touch=device == "phone").new_page()
    t = fishers(boot=0, settlements={1: INLAND}, rolled=False)
    sit_down(page, staged, t)
    expect(page.locator("#prompt")).to_contain_text("give the old boot away first")
    if device == "phone":
        page.locator('#tabs [data-tab="waters"]').click()
    Mouse(page).press(page.locator('[data-notation="boot 1"]:visible'))
    expect(page.locator("#log")).to_contain_text("gives the old boot to")


def test_a_token_is_exchanged(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("en").new_page()
    t = fishers(rolled=False, cities={0: NINE}, fish={0: "1*6 3"})
    sit_down(page, staged, t, "roll 4 5", "catch 2")
    hands = Mouse(page)
    hands.press(page.locator('[data-notation="roll"]:visible').first)
    hands.press(page.locator('#choice [data-notation="throw-back 1"]'))
    expect(page.locator("#log")).to_contain_text("draws a token of 2 fish")
    until(page, "() => document.querySelector('.fish-panel .held b').textContent === '10'")


@by_turns("language", ["en", "fr"])
def test_all_variants_are_shown_whole(context: OpenBrowser, staged: tuple[Served, Stage], language: str) -> None:
    page = context(language).new_page()
    traffic = Traffic.of(page)
    t = fishers(
        2,
        modules=ALL,
        fish={0: "1*2 2 3", 1: "2*2"},
        boot=0,
        settlements={0: "2,-1,S", 1: "0,0,S"},
        hands={0: "brick lumber wool ore", 1: "ore*2"},
        robber="1,0",
    )
    sit_down(page, staged, t, language=language)
    assert overflow(page) == 0
    expect(page.locator(".fish-panel .price")).to_have_count(5)
    assert page.evaluate(CUT, ".rail .stats, .fish-panel, .fish-panel .price, .fish-waters, .acts .name") == 0
    page.set_viewport_size(PHONE)
    for tab in ("build", "fish", "players", "log"):
        tabs = page.locator(f'#tabs [data-tab="{tab}"]')
        if tabs.count():
            tabs.click()
            assert overflow(page) == 0
    page.locator('#tabs [data-tab="fish"]').click()
    assert page.evaluate(CUT, ".fish-panel, .fish-panel .price") == 0
    page.locator('#tabs [data-tab="players"]').click()
    assert page.evaluate(CUT, ".cells small, .neutral h3") == 0
    assert traffic.errors == []


@pytest.mark.parametrize(("seats", "modules"), [(4, ()), (2, ALL)])
def test_in_a_low_window_the_fish_stand_whole_below_the_players(
    context: OpenBrowser, staged: tuple[Served, Stage], seats: int, modules: tuple[str, ...]
) -> None:
    page = context("fr", {"width": 1366, "height": 768}).new_page()
    t = fishers(seats, modules=modules, fish={0: "1*2 2 3"}, boot=1, settlements={0: INLAND}, hands={1: "ore"})
    sit_down(page, staged, t, language="fr")
    fish, hand = page.locator(".fish-panel").bounding_box(), page.locator("#hand").bounding_box()
    assert fish is not None
    assert hand is not None
    assert fish["y"] + fish["height"] < hand["y"]
    expect(page.locator("#west .fold[data-tight], #west [data-crowded]")).to_have_count(0)
    figures, banner = page.locator("#rail-0 .stats").bounding_box(), page.locator("#rail-0 .banner").bounding_box()
    assert figures is not None
    assert banner is not None
    assert banner["y"] + banner["height"] <= figures["y"] + 2, "the figures stand below the banner"
