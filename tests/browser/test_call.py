"""A page calls its reader back: its title and its icon count what waits, and a sound calls while it is out of sight."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from tests.browser.fixtures import DESK, PHONE
from tests.browser.tables import duel
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
