"""Accessibility of every page: no serious axe finding, nothing wider than a phone, in both themes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from tests.browser.fixtures import LOW_PHONE, PHONE, SIDEWAYS
from tests.browser.making import open_seat
from tests.browser.player import Mouse, Player
from tests.browser.recorded import last_moves
from tests.browser.serving import Served
from tests.browser.stage import Stage
from tests.browser.tables import begin, small
from tests.chosen import by_turns, now_and_then

OpenBrowser = Callable[..., BrowserContext]
PAGES = (
    "/",
    "/learn",
    "/create",
    "/account",
    "/ladder",
    "/rules",
    "/rules?q=robber",
    "/rules/BASE-031",
    "/nowhere",
    "/t/nowhere",
)
SMALL_PHONE: ViewportSize = {"width": 320, "height": 640}
SERIOUS = ("serious", "critical")
SPILT = """(inner, outer) => {
  const room = (one) => one.getBoundingClientRect();
  const holders = [...document.querySelectorAll(outer)].filter((one) => room(one).height);
  return holders.flatMap((one) => [...one.querySelectorAll(inner)].map((part) => room(part).bottom - room(one).bottom));
}"""
"""How far the bottom of each part lies below that of what holds it; a positive number is spilt."""

UPPERMOST = """(one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


def findings(page: Page, axe: str) -> list[str]:
    """The findings that axe rates serious."""
    page.evaluate(axe)
    result: dict[str, Any] = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{found['id']} ({found['impact']}): {node['target']} {node['failureSummary']}"
        for found in result["violations"]
        if found["impact"] in SERIOUS
        for node in found["nodes"][:3]
    ]


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    wide: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return wide


@by_turns(("language", "dark"), [("en", False), ("fr", True)], ids=["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_pages_have_no_serious_finding_and_fit_a_phone(
    context: OpenBrowser, axe: str, path: str, language: str, dark: bool
) -> None:
    page = context(language, dark=dark).new_page()
    page.goto(path)
    assert findings(page, axe) == []
    assert page.locator("h1").count() == 1
    assert page.locator("html").get_attribute("lang") == language
    for size in (PHONE, SMALL_PHONE):
        page.set_viewport_size(size)
        assert overflow(page) == 0


@now_and_then(2)
@by_turns(("language", "dark"), [("en", False), ("fr", True)], ids=["light", "dark"])
def test_a_table_from_the_last_moves_to_the_replay(
    context: OpenBrowser, staged: tuple[Served, Stage], axe: str, language: str, dark: bool
) -> None:
    page = context(language, dark=dark).new_page()
    reader = last_moves(page, staged[0], "island", Mouse(page))
    reader.wait()
    assert findings(page, axe) == []
    reader.play()
    table = reader.table
    assert findings(page, axe) == [], "the summary"
    page.goto(f"/t/{table}/replay")
    assert findings(page, axe) == [], "the replay"


def test_the_waiting_room_has_no_serious_finding(context: OpenBrowser, axe: str) -> None:
    page = context("en").new_page()
    wait_for_people(page)
    assert findings(page, axe) == []


def wait_for_people(page: Page) -> str:
    """Make a table with an open seat; its address."""
    page.goto("/create")
    page.locator('[name="nickname"]').fill("Maud")
    open_seat(page)
    page.locator('[value="make"]').click()
    page.wait_for_url(re.compile(r"/t/\w+$"))
    return page.url


@by_turns("language", ["en", "fr"])
def test_a_table_fits_a_phone(context: OpenBrowser, language: str) -> None:
    page = context(language, PHONE, touch=True).new_page()
    page.goto("/")
    page.locator(".start").first.click()
    player = Player(page, Mouse(page))
    while player.wait() == "answer":
        player.refuse()  # what is offered lies over the board
    page.wait_for_load_state()  # every style sheet is there
    for window in (PHONE, LOW_PHONE, SIDEWAYS):
        page.set_viewport_size(window)
        fits(page, window)


def fits(page: Page, window: ViewportSize) -> None:
    """The island is as large as it should be, and no sheet is wider than this window."""
    assert overflow(page) == 0
    land = page.locator("#land").bounding_box()
    assert land is not None
    assert land["width"] > 240, "the island is not squeezed away"
    for tab in ("trade", "log", "chat", "players", "build"):
        page.locator(f'#tabs [data-tab="{tab}"]').click()
        assert overflow(page) == 0, tab
    island, sheet = page.locator("#stage").bounding_box(), page.locator(".foot").bounding_box()
    assert island is not None
    assert sheet is not None
    beside = sheet["x"] >= island["x"] + island["width"]
    assert beside == (window is SIDEWAYS), "the sheet lies beside the board of a phone that is held sideways"


def test_the_last_row_of_a_sheet_can_be_reached_on_a_phone(context: OpenBrowser) -> None:
    page = context("en", LOW_PHONE, touch=True).new_page()
    begin(page, small(3, 10))
    player = Player(page, Mouse(page))
    roll, end = (page.locator(f'#tabs [data-notation="{text}"]') for text in ("roll", "end"))
    while (state := player.wait()) and not end.count():
        if state == "turn":
            player.click(roll, "roll")
        else:  # a seven asks for more
            {"choice": player.choose, "answer": player.refuse, "place": player.place}[state]()
    page.locator('#tabs [data-tab="trade"]').click()
    last = page.locator(".trade .goods-form.offer .main")
    for window in (LOW_PHONE, SIDEWAYS):
        page.set_viewport_size(window)
        page.locator(".trade").evaluate("(sheet) => sheet.scrollTo(0, sheet.scrollHeight)")
        assert last.evaluate(UPPERMOST), "something lies over it"


@pytest.mark.parametrize("module", ["", "cities_knights"])
def test_a_low_window_shows_players_and_bank_whole(context: OpenBrowser, module: str) -> None:
    page = context("en", {"width": 1366, "height": 645}).new_page()
    begin(page, {"game": "island", "seats": 4, "modules": [module] if module else []})
    expect(page.locator("#rail .player")).to_have_count(4)
    page.wait_for_load_state()  # every style sheet is there
    spilt = page.evaluate(f"""() => ({SPILT})(".stats, .state", "#rail .player")""")
    assert len(spilt) == 8
    assert max(spilt) <= 0
    bank, dock = page.locator("#bank").bounding_box(), page.locator(".dock").first.bounding_box()
    assert bank is not None
    assert dock is not None
    assert bank["y"] + bank["height"] <= dock["y"]
