"""Harbours through the page: the form and its goal, the card that changes hands, rows with many figures."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.fixtures import DESK, PHONE
from tests.browser.making import press
from tests.browser.player import Keyboard, Mouse
from tests.browser.serving import Served
from tests.browser.stage import Stage, sit_down
from tests.browser.test_access import overflow
from tests.browser.test_games import NO_MOUSE
from tests.browser.traffic import Traffic
from tests.chosen import by_turns
from tests.expansions.island.harbors.kit import harbored
from tests.expansions.island.harbors.test_rules import CITY, EAST, NORTH, SOUTH, WEST
from tests.kit import Table

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

OpenBrowser = Callable[..., BrowserContext]
CUT = "what => [...document.querySelectorAll(what)].filter(it => it.scrollWidth > it.clientWidth + 1).length"
"""How many of these have more than fits into them."""


def behind(modules: tuple[str, ...] = ()) -> Table:
    """Seat 0 has as many harbour points as seat 1, who holds the card, and can build a city."""
    return harbored(
        4,
        cities={0: SOUTH, 1: EAST},
        settlements={0: f"{NORTH} 0,0,N", 1: WEST, 2: "-1,0,S"},
        hands={0: CITY},
        card=1,
        modules=modules,
    )


def test_the_form_raises_the_goal_with_every_expansion(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("en").new_page()
    served, _ = staged
    page.goto(f"{served.address}/create?lang=en")
    goal = page.locator('[name="goal"]')
    press(page, "module_harbors")
    expect(goal).to_have_value("11")
    press(page, "what", "cities_knights")
    expect(goal).to_have_value("14")
    page.locator('[name="module_harbors"]').press("Space")
    expect(goal).to_have_value("13")
    press(page, "module_harbors")
    page.locator('#making [value="make"]').press("Enter")
    page.wait_for_url(re.compile(r"/t/\w+$"))
    config = served.stored(page.url.rsplit("/", 1)[1]).config
    assert set(config["modules"]) == {"cities_knights", "harbors"}


@by_turns("device", ["desk", "phone"])
def test_a_city_at_a_harbour_takes_the_card(context: OpenBrowser, staged: tuple[Served, Stage], device: str) -> None:
    page = context("en", PHONE if device == "phone" else DESK, touch=device == "phone").new_page()
    traffic = Traffic.of(page)
    sit_down(page, staged, behind())
    hands = Mouse(page)
    hands.press(page.locator('#actions [data-verb="city"]:visible').first)
    hands.place(page.locator(f'#targets [data-notation="city {NORTH}"]').first)
    expect(page.locator("#log")).to_contain_text("takes the harbour card from")
    if device == "phone":
        page.locator('#tabs [data-tab="players"]').click()
    held = page.locator('li:visible:not(:has(li))[title$="with the harbour card"]')
    expect(held).to_have_count(1)
    expect(page.locator("#rail-0, #players-0").filter(has=held)).to_have_count(1)
    assert overflow(page) == 0
    assert page.evaluate(CUT, ".rail .stats") == 0
    assert traffic.errors == []


@pytest.mark.parametrize("modules", [("friendly_robber",), ("cities_knights",), ("seafarers", "friendly_robber")])
def test_no_figure_is_cut_off_beside_those_of_others(
    context: OpenBrowser, staged: tuple[Served, Stage], modules: tuple[str, ...]
) -> None:
    page = context("fr").new_page()
    position = harbored(4, modules=modules) if "seafarers" in modules else behind(modules)
    sit_down(page, staged, position, language="fr")
    assert page.evaluate(CUT, ".rail .stats") == 0
    assert overflow(page) == 0
    page.set_viewport_size(PHONE)
    page.locator('#tabs [data-tab="players"]').click()
    expect(page.locator("#players-0")).to_contain_text("aux ports")
    assert page.evaluate(CUT, ".cells small") == 0
    assert overflow(page) == 0


def test_by_keyboard_alone_and_in_french(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("fr").new_page()
    page.add_init_script(NO_MOUSE)
    sit_down(page, staged, behind(), language="fr")
    hands = Keyboard(page)
    hands.press(page.locator('#actions [data-verb="city"]:visible').first)
    hands.place(page.locator(f'#targets [data-notation="city {NORTH}"]').first)
    expect(page.locator("#log")).to_contain_text("prend la fiche Première Puissance Portuaire à")
    expect(page.locator("#rail-0")).to_contain_text("avec la fiche Première Puissance Portuaire")
    expect(page.locator("#rail-1")).not_to_contain_text("avec la fiche")
