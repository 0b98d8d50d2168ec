"""Stepping through a finished game, by keys, slider and list, from any viewpoint."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from bastide.catan.family import MODULES
from bastide.kernel.rooms import floors
from bastide.web.panels.module_page import ModulePage
from tests.browser.fixtures import DESK, PHONE
from tests.browser.player import Mouse, until
from tests.browser.recorded import last_moves
from tests.browser.serving import Served
from tests.browser.stage import Stage
from tests.browser.test_access import overflow
from tests.browser.traffic import Traffic
from tests.chosen import now_and_then
from tests.compat import stored

pytestmark = pytest.mark.slow

OpenBrowser = Callable[..., BrowserContext]


@now_and_then(2)
def test_a_finished_game_is_stepped_through(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    served, _ = staged
    mine = context("en")
    page = mine.new_page()
    traffic = Traffic.of(page)
    reader = last_moves(page, served, "island", Mouse(page))
    table = reader.table
    assert page.goto(f"/t/{table}/replay").status == 403  # type: ignore[union-attr]  # it is the answer of a page
    traffic.errors.clear()
    page.goto(f"/t/{table}")
    reader.play()
    page.goto(f"/t/{table}/replay")
    slider = page.locator("#scrub")
    last = int(slider.get_attribute("max") or 0)
    assert last > 4
    keys = [("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1"), ("End", str(last)), ("Home", "0")]
    for key, step in keys:
        page.keyboard.press(key)
        expect(slider).to_have_js_property("value", step)
    page.keyboard.press("PageDown")
    expect(slider).not_to_have_js_property("value", "0")
    assert "Turn" in str(slider.get_attribute("aria-valuetext"))
    page.keyboard.press("End")
    expect(slider).to_have_js_property("value", str(last))
    expect(page.locator("#rail .player")).to_have_count(2)
    open_hands = page.locator("#rail").inner_text()
    page.locator('input[name="seat"][value="0"]').locator("xpath=..").click()
    expect(page).to_have_url(f"{served.address}/t/{table}/replay?step={last}&seat=0")
    assert open_hands
    page.locator("[data-at]").first.click()
    expect(page.locator("[data-at][aria-current]")).to_have_count(1)
    page.reload()
    expect(page.locator('input[name="seat"][value="0"]')).to_be_checked()
    page.locator('input[name="speed"][value="8"]').locator("xpath=..").click()
    page.locator("[data-go=run]").click()
    until(page, "() => Number(document.getElementById('scrub').value) > 2")
    page.locator("[data-go=run]").click()
    assert page.request.get(f"/api/tables/{table}/record").ok
    assert traffic.errors == []
    phone = context("fr", PHONE, touch=True)
    phone.add_cookies([cookie for cookie in mine.cookies() if cookie["name"] != "lang"])  # type: ignore[misc]  # what was read can be written
    pocket = phone.new_page()
    pocket.goto(f"/t/{table}/replay")
    assert overflow(pocket) == 0
    # With type of twice the size and the window of a small phone, all controls are there, below a board.
    pocket.context.new_cdp_session(pocket).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    pocket.set_viewport_size({"width": 360, "height": 560})
    expect(pocket.locator("#scrub")).to_be_in_viewport(ratio=0.9)
    land = pocket.locator("#land").bounding_box()
    assert land is not None
    assert land["height"] > 150


OVERLAPS = """() => [...document.querySelectorAll("#rail .player.open")].flatMap((row) => {
  const words = document.createRange();
  words.selectNodeContents(row.querySelector("h2"));
  const name = words.getBoundingClientRect();
  const told = [...row.querySelectorAll("ul li")].map((one) => one.getBoundingClientRect());
  const beside = (it) => it.left >= name.right || it.right <= name.left;
  return told.filter((it) => !beside(it) && it.top < name.bottom - 2 && it.bottom > name.top + 2);
}).length"""
"""How many figures of expansions lie over a player's name."""


def test_figures_of_expansions_leave_the_names_free(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    told = (
        name for name, page in floors("island", "page").items() if type(page).open_figures != ModulePage.open_figures
    )
    scenario = next(name for name in told if MODULES[name]().role == "scenario")
    page = context("en", DESK).new_page()
    reader = last_moves(page, staged[0], stored.file_name(f"island + {scenario}"), Mouse(page))
    reader.play()
    page.goto(f"/t/{reader.table}/replay?step=12")
    expect(page.locator("#rail .player.open ul li").first).to_be_visible()
    assert page.evaluate(OVERLAPS) == 0
