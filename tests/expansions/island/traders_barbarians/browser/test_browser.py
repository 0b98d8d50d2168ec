"""Traders & Barbarians through the page: the move of a wagon, an attack, on a desk and a phone."""

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
from tests.expansions.island.traders_barbarians.kit import trade
from tests.kit import Table

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]

OpenBrowser = Callable[..., BrowserContext]
HIT = """(one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
"""Whether the middle of a button can be seen and hit."""


def under_way() -> Table:
    """Seat 0 moves its wagon of level 3 with glass for the castle; others' roads and a barbarian are near."""
    return trade(
        4,
        wagons={0: "0,0,N", 1: "2,-2,C", 2: "0,2,C", 3: "0,0,N"},
        levels={0: 3, 1: 4, 2: 2, 3: 2},
        cargo={0: "glass", 1: "tools", 2: "marble", 3: "tools"},
        delivered={0: "marble", 1: "glass glass", 3: "sand"},
        barbarians="-1,0,E 1,-2,SE 0,1,E",
        roads={0: "0,-1,SE 0,-1,E", 1: "0,0,NE 1,-1,SE 0,-1,NE", 2: "0,2,CN 0,1,SE", 3: "-1,-1,SE -2,0,CNE"},
        settlements={0: "1,-2,S", 1: "1,0,N", 2: "0,1,S", 3: "-1,-1,S"},
        cities={0: "0,0,S", 1: "2,-1,S", 2: "1,1,S", 3: "-1,1,S"},
        hands={0: "grain*2 ore lumber*2 wool gold*2", 1: "ore*3 gold*4", 2: "wool*4 gold", 3: "grain*2 gold*3"},
        cards={0: "journey"},
    ).play("end")


@by_turns(("device", "language"), [("desk", "en"), ("phone", "fr")])
def test_a_move_shows_what_each_way_costs(
    context: OpenBrowser, staged: tuple[Served, Stage], device: str, language: str
) -> None:
    page = context(language, PHONE if device == "phone" else DESK, touch=device == "phone").new_page()
    traffic = Traffic.of(page)
    sit_down(page, staged, under_way(), language=language)
    french = language == "fr"
    expect(page.locator("#prompt")).to_contain_text("6 points, 2 or" if french else "6 points, 2 gold")
    toll = page.locator('#targets [data-notation="drive 1,-1,S"]').first
    tip = toll.get_attribute("data-tip") or ""
    assert ("1 point jusque-là, il en reste 5" if french else "1 point on the way, 5 left") in tip
    assert ("1 or à" if french else "1 gold to") in tip
    assert overflow(page) == 0
    if device == "phone":
        page.locator('#tabs [data-tab="wagon"]').click()
    own = page.locator(".traders-barbarians-own:visible")
    expect(own).to_contain_text("Vitraux" if french else "Glass")
    if device == "phone":
        page.locator('#tabs [data-tab="wagons"]').click()
    expect(page.locator(".traders-barbarians-wagons:visible")).to_contain_text(
        "Prix du niveau 4" if french else "Level 4 costs"
    )
    assert overflow(page) == 0
    assert traffic.errors == []


def test_a_wagon_goes_edge_by_edge_by_keyboard(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("en").new_page()
    page.add_init_script(NO_MOUSE)
    sit_down(page, staged, under_way())
    hands = Keyboard(page)
    hands.place(page.locator('#targets [data-notation="drive 0,-1,S"]').first)
    until(page, "() => document.querySelector('#targets [data-notation=\"drive -1,0,N\"]') !== null")
    expect(page.locator("#prompt")).to_contain_text("5 points, 2 gold")
    hands.place(page.locator('#targets [data-notation="drive 0,0,N"]').first)
    expect(page.locator("#prompt")).to_contain_text("4 points, 2 gold")
    hands.press(page.locator('#choice [data-notation="feed"]'))
    expect(page.locator("#prompt")).to_contain_text("6 points, 2 gold")
    hands.press(page.locator('#choice [data-notation="journey"]'))
    expect(page.locator('#choice [data-notation="journey"]')).to_have_count(0)
    expect(page.locator("#prompt")).to_contain_text("6 points, 2 gold")
    hands.press(page.locator('#choice [data-notation="rest"]'))
    until(page, "() => document.querySelector('#choice [data-notation=\"rest\"]') === null")


@by_turns("device", ["desk", "phone"])
def test_a_barbarian_is_driven_off(context: OpenBrowser, staged: tuple[Served, Stage], device: str) -> None:
    page = context("en", PHONE if device == "phone" else DESK, touch=device == "phone").new_page()
    traffic = Traffic.of(page)
    sit_down(page, staged, under_way().play("drive 0,-1,S"), "throw 5")
    hands = Mouse(page)
    strike = page.locator('#targets [data-notation="expel -1,0,E"]')
    until(page, "() => document.querySelector('#targets [data-notation^=\"expel \"]') !== null")
    assert "succeeds with 5 or more: 2 of 6" in (strike.first.get_attribute("data-tip") or "")
    hands.place(strike.first)
    until(page, "() => document.querySelector('#targets [data-notation=\"post 1,0,E\"]') !== null")
    hands.place(page.locator('#targets [data-notation="post 1,0,E"]').first)
    until(page, "() => document.querySelector('#targets [data-notation^=\"drive \"]') !== null")
    expect(page.locator("#log")).to_contain_text("drives a barbarian off")
    assert overflow(page) == 0
    assert traffic.errors == []


def test_on_a_phone_the_way_of_a_wagon_is_confirmed_over_its_panel(
    context: OpenBrowser, staged: tuple[Served, Stage]
) -> None:
    page = context("fr", PHONE, touch=True).new_page()
    sit_down(page, staged, under_way(), language="fr")
    page.locator("#targets .target:visible [pointer-events=all]").first.tap(force=True)
    tick = page.locator("[data-tick]")
    for width, height in ((390, 844), (360, 560)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(500)
        expect(tick).to_be_visible()
        assert tick.evaluate(HIT), (width, height)
