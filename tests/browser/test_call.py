"""A page calls its reader back: its title and its icon count what waits, a phone vibrates and keeps its screen on, and
a sound calls while it is out of sight."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from tests.browser.boxes import faults
from tests.browser.fixtures import DESK, PHONE
from tests.browser.player import until
from tests.browser.tables import duel, make, small
from tests.chosen import by_turns, now_and_then

OpenBrowser = Callable[..., BrowserContext]
LISTEN = """{
  window.tones = 0;
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { window.tones += 1; return make.call(this); };
}"""
HIDE = """(state) => {
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
  document.dispatchEvent(new Event("visibilitychange"));
}"""

MEANS = """
  window.did = [];
  const media = window.matchMedia.bind(window);
  window.matchMedia = (query) => (query === "(pointer: coarse)" ? { matches: true } : media(query));
  Object.assign(Navigator.prototype, {
    vibrate: () => window.did.push("vibrates"),
    share: async ({ text, url }) => window.did.push(`shares ${text} ${new URL(url).pathname}`),
  });
  const lock = () => Object.assign(new EventTarget(), { release: async () => window.did.push("lets go") });
  const wakeLock = { request: async () => window.did.push("keeps on") && lock() };
  Object.defineProperty(Navigator.prototype, "wakeLock", { configurable: true, get: () => wakeLock });
"""
"""A phone's means, which the browser of the tests has not: they write down what was done."""
WAITS = """(waits) => {
  document.getElementById("prompt").classList.toggle("mine", waits);
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def icon(page: Page) -> str:
    return str(page.evaluate("decodeURIComponent(document.querySelector('link[rel=icon]').href)"))


@by_turns("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_title_and_icon_count_what_waits(context: OpenBrowser, viewport: ViewportSize) -> None:
    host, guest = duel(context)
    guest.set_viewport_size(viewport)
    expect(host).to_have_title(re.compile(r"^\(1\) "))
    for _ in range(40):
        if ">1</text>" in icon(host):
            break
        host.wait_for_timeout(50)
    assert ">1</text>" in icon(host)
    expect(guest).not_to_have_title(re.compile(r"^\("))
    assert icon(guest).endswith("/static/icon.svg")
    host.evaluate("document.querySelector('.says input').value = 'Ohé'")
    host.evaluate("document.querySelector('.says').requestSubmit()")
    expect(guest).to_have_title(re.compile(r"^\(1\) "))
    host.locator("#actions [data-notation=roll]").click()


@now_and_then(2)
@pytest.mark.parametrize("muted", [False, True], ids=["loud", "muted"])
def test_a_sound_calls_while_the_page_is_out_of_sight(context: OpenBrowser, muted: bool) -> None:
    host, guest = duel(context)
    guest.close()
    host.add_init_script(LISTEN)
    host.clock.install()
    host.reload()
    if muted:
        host.locator('#head [data-setting="sound"]').click()
    host.locator("#rail li").first.click()
    host.evaluate(HIDE, "hidden")
    host.evaluate("window.tones = 0")
    host.clock.run_for(16_000)
    assert host.evaluate("window.tones") == (0 if muted else 4)
    host.evaluate(HIDE, "visible")
    host.evaluate("window.tones = 0")
    host.clock.run_for(60_000)
    assert host.evaluate("window.tones") == 0, "the reader is here"


def test_a_phone_vibrates_stays_on_and_shares_as_its_reader_has_set(context: OpenBrowser) -> None:
    page = context("fr", PHONE).new_page()
    table = make(page, small(2, 10, first=0), people=2)
    page.goto(f"/t/{table}")
    expect(page.locator("[data-share]")).to_be_hidden()
    page.locator("#head [popovertarget=menu]").click()
    for means in ("vibrate", "share"):
        expect(page.locator(f"#menu [data-setting={means}]")).to_be_hidden()
    page.add_init_script(MEANS)
    page.reload()
    page.locator("[data-share]").click()
    assert did(page) == [f"shares Venez jouer\u202f: The quay /t/{table}"]
    page.locator("#room .bot-buttons button, #room [data-do=start]").first.click()
    expect(page.locator("#head")).to_have_attribute("data-stage", "playing")
    until(page, "() => window.did.length > 1")
    assert sorted(did(page)[1:]) == ["keeps on", "vibrates"]
    page.evaluate(WAITS, False)
    page.evaluate(WAITS, True)
    assert did(page)[3:] == ["lets go", "keeps on", "vibrates"]
    page.evaluate(HIDE, "hidden")
    page.evaluate(HIDE, "visible")
    assert did(page)[6:] == ["lets go", "keeps on"]
    page.locator("#head [popovertarget=menu]").click()
    for means in ("awake", "vibrate"):
        page.locator(f"#menu [data-setting={means}]").click()
        expect(page.locator(f"#menu [data-setting={means}]")).to_have_attribute("aria-pressed", "false")
    page.evaluate(WAITS, False)
    page.evaluate(WAITS, True)
    assert did(page)[8:] == ["lets go"]
    page.keyboard.press("Escape")
    asked(page)
    page.keyboard.press("Escape")
    enlarged(page)


def did(page: Page) -> list[str]:
    return list(page.evaluate("window.did"))


def asked(page: Page) -> None:
    """A seat tells what it gives by Enter, a hex by a tap while no places are shown, and all of them by a key."""
    sheet, parts = page.locator("#about"), page.locator("#about [data-fact]:visible")
    page.locator("#rail > li").first.focus()
    page.keyboard.press("Enter")
    expect(parts).to_have_count(1)
    expect(parts).to_have_attribute("data-fact", "seat 0")
    expect(sheet).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#rail > li").first).to_be_focused()
    page.keyboard.press("o")
    expect(parts).to_have_count(21)
    page.keyboard.press("Escape")
    hex_ = page.locator('#land [data-about="hex 0,0"]').bounding_box()
    assert hex_ is not None
    middle = (hex_["x"] + hex_["width"] / 2, hex_["y"] + hex_["height"] / 2)
    page.evaluate("document.body.dataset.armed = 'road'")
    page.mouse.click(*middle)
    page.wait_for_timeout(100)
    expect(sheet).to_be_hidden()
    page.evaluate("delete document.body.dataset.armed")
    page.mouse.click(*middle)
    expect(parts).to_have_attribute("data-fact", "hex 0,0")


def enlarged(page: Page) -> None:
    """Type follows the reader's setting: twice the size is twice the size, and nothing is cut by it."""
    before = page.evaluate("parseFloat(getComputedStyle(document.querySelector('#rail .name')).fontSize)")
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    for size, least in ((PHONE, 1.05), (DESK, 1.9)):
        page.set_viewport_size(size)
        page.wait_for_timeout(500)
        now = page.evaluate("parseFloat(getComputedStyle(document.querySelector('#rail .name')).fontSize)")
        assert now >= least * before, size
        assert faults(page) == [], size
