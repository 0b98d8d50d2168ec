"""The front page in a browser: cards that turn over, arrow keys, sizes, what goes on, and strangers at one table."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from tests.browser.boxes import faults
from tests.browser.fixtures import DESK, PHONE, SIDEWAYS
from tests.browser.serving import Served
from tests.browser.test_access import findings, overflow
from tests.browser.test_phone import SMALL
from tests.chosen import by_turns, now_and_then

OpenBrowser = Callable[..., BrowserContext]
CORNER = re.compile(r"(?:covered|overlap): #play button\.start .* #play (?:button\.turn|svg\.ic)", re.S)
SIZES: list[ViewportSize] = [DESK, {"width": 1366, "height": 768}, {"width": 820, "height": 1180}, PHONE]


def fits(page: Page, axe: str) -> None:
    """At every size axe finds nothing serious, and nothing is cut or wider than the window."""
    for size in SIZES:
        page.set_viewport_size(size)
        assert findings(page, axe) == []
        assert overflow(page) == 0


@now_and_then(2)
@by_turns(("language", "dark"), [("en", False), ("fr", True)], ids=["light", "dark"])
def test_the_front_page_fits_and_a_card_turns_over(context: OpenBrowser, axe: str, language: str, dark: bool) -> None:
    page = context(language, dark=dark).new_page()
    page.goto("/")
    fits(page, axe)
    page.locator(".fold summary").last.press("Enter")
    fits(page, axe)
    for size in SIZES:
        page.set_viewport_size(size)
        for number in (0, 5, 11):
            card = page.locator(".gamecard").nth(number)
            card.locator("> .turn").click()
            turned = card.locator(".turned")
            expect(turned).to_be_visible()
            expect(turned.locator("li")).to_have_count(3)
            expect(turned.locator("p .btn")).to_have_count(2)
            box = turned.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= size["width"]
            for button in turned.locator("p .btn").all():
                expect(button).to_be_in_viewport(ratio=0.99)
            if number == 5:
                assert findings(page, axe) == []
            page.keyboard.press("Escape")
            expect(turned).to_be_hidden()
            expect(card.locator("> .turn")).to_be_focused()


def test_arrows_walk_the_shelf_i_turns_and_enter_plays(context: OpenBrowser) -> None:
    page = context("en").new_page()
    page.set_viewport_size(DESK)
    page.goto("/")
    cards = page.locator(".shelf").first.locator(".start")
    cards.first.focus()
    for key, number in (
        ("ArrowRight", 1),
        ("ArrowDown", 7),
        ("ArrowLeft", 6),
        ("ArrowUp", 0),
        ("End", 11),
        ("Home", 0),
    ):
        page.keyboard.press(key)
        expect(cards.nth(number)).to_be_focused()
    page.keyboard.press("i")
    turned = page.locator(".turned:popover-open")
    expect(turned.get_by_role("button", name="Against bots")).to_be_focused()
    page.keyboard.press("Escape")
    expect(cards.first).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/t/\w+$"))
    page.goto("/")
    expect(page.locator(".going li").first.locator("b")).not_to_be_empty()
    expect(page.locator(".headline")).to_have_count(0)


@by_turns(("language", "dark"), [("en", True), ("fr", False)], ids=["dark", "light"])
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_newcomer_is_in_a_game_by_one_press(context: OpenBrowser, language: str, dark: bool, size: str) -> None:
    window, touch = (DESK, False) if size == "desk" else (PHONE, True)
    page = context(language, window, touch=touch, dark=dark, newcomer=True).new_page()
    page.goto("/")
    button = page.locator(".headline .main")
    expect(button).to_be_in_viewport(ratio=1)
    expect(page.locator(".headline h1")).to_be_in_viewport(ratio=1)
    # The only one in the dark colour.
    expect(page.locator(".btn.main:visible")).to_have_count(1)
    if touch:
        button.tap()
    else:
        button.click()
    page.wait_for_url(re.compile(r"/t/\w+$"))
    expect(page.locator("#board")).to_be_in_viewport()
    expect(page.locator("#land > *").first).to_be_attached()


@by_turns("language", ["en", "fr"])
def test_strangers_meet_by_one_tap_each(context: OpenBrowser, axe: str, tmp_path: Path, language: str) -> None:
    # A server of their own, where no table of another test waits for people.
    server = Served.start(tmp_path)
    try:
        first = context(language, PHONE, touch=True).new_page()
        first.goto(server.address)
        first.locator('[formaction="/people"]').tap()
        first.wait_for_url(re.compile(r"/t/\w+$"))
        second = context("en").new_page()
        second.goto(server.address)
        second.locator('[formaction="/people"]').click()
        second.wait_for_url(first.url)
        expect(first.locator("#room .seat-row.person")).to_have_count(2)
        first.goto(server.address)
        expect(first.locator(".going li")).to_have_count(2)
        for size in SIZES:
            first.set_viewport_size(size)
            assert findings(first, axe) == []
            assert overflow(first) == 0
    finally:
        server.stop()


@by_turns("language", ["en", "fr"])
def test_no_text_of_the_front_page_is_cut(context: OpenBrowser, language: str) -> None:
    page = context(language).new_page()
    page.goto("/")
    page.locator(".start").first.click()
    page.wait_for_url(re.compile(r"/t/\w+$"))
    page.goto("/")
    page.locator(".fold summary").last.press("Enter")
    page.evaluate("document.fonts.ready")
    for size in SIZES:
        page.set_viewport_size(size)
        # The corner of a card is the button that turns it.
        assert [one for one in faults(page) if not CORNER.search(one)] == []


def test_a_list_that_somebody_has_unfolded_stays_so(context: OpenBrowser) -> None:
    page = context("en").new_page()
    page.goto("/")
    for _ in range(5):
        page.request.post("/play", form={"game": "carcassonne/base", "level": "random"}, max_redirects=0)
    page.goto("/")
    own = page.locator('.list[aria-labelledby="h-own"] details')
    own.locator("summary").click()
    page.locator("body").click(position={"x": 2, "y": 300})
    with page.expect_response(lambda answer: answer.url.endswith("/") and answer.request.resource_type == "fetch"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.evaluate("new Promise((resolve) => setTimeout(resolve, 100))")
    expect(own).to_have_attribute("open", "")


@by_turns("size", [PHONE, SIDEWAYS], ids=["upright", "sideways"])
def test_what_a_finger_presses_is_large_enough(context: OpenBrowser, size: ViewportSize) -> None:
    page = context("fr", size, touch=True).new_page()
    for path in ("/", "/create"):
        page.goto(path)
        assert page.evaluate(SMALL) == [], path
        assert overflow(page) == 0
