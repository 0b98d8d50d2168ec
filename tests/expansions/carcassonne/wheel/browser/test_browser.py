"""The plague on a phone: every follower that can be taken back is seen and listed, and the tick says what it does."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.fixtures import PHONE
from tests.browser.serving import Served
from tests.browser.stage import Stage, sit_down
from tests.browser.test_phone import CHOICES, settled
from tests.carcassonne.kit import RED
from tests.expansions.carcassonne.wheel.test_rules import FARMED, ICON, before, wheel

pytestmark = pytest.mark.timeout(120)

OpenBrowser = Callable[..., BrowserContext]


@pytest.mark.rule("WHEEL-019")
def test_followers_of_the_plague_are_seen_and_listed(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    position = wheel(FARMED, {"4,1 monastery": RED, "3,-1 field:NL": RED, "4,0 field:NL": RED})
    before(position, "plague").drawn(RED, ICON)
    page = context("fr", PHONE, touch=True).new_page()
    sit_down(page, staged, position, language="fr")
    for width, height in ((390, 844), (360, 560)):
        settled(page, width, height)
        choices = page.evaluate(CHOICES)
        assert len(choices) == 3, (width, height)
        assert all(one["seen"] and one["width"] > 23 for one in choices), (width, height, choices)
    entries = page.locator(".spot:visible")
    assert sorted(text.split("\n")[0] for text in entries.all_inner_texts())[0].startswith("Abbaye")
    expect(entries).to_have_count(3)
    entries.first.tap()
    tick = page.locator("[data-tick]")
    expect(tick).to_have_attribute("aria-label", re.compile(r"^Confirmer\s: Reprendre le partisan en "))
    tick.tap()
    expect(entries).to_have_count(0)
