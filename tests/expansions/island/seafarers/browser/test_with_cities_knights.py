"""Seafarers with Cities & Knights at one table: eight things to make and three panels have room."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import BrowserContext, ViewportSize, expect

from tests.browser.fixtures import DESK, PHONE
from tests.browser.serving import Served
from tests.browser.stage import Stage, sit_down
from tests.browser.test_access import overflow
from tests.chosen import by_turns
from tests.expansions.island.seafarers.rules.kit import afloat

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

OpenBrowser = Callable[..., BrowserContext]
LAPTOP: ViewportSize = {"width": 1280, "height": 800}
TABLET: ViewportSize = {"width": 1024, "height": 768}
TOUCHING: Final = """() => {
  const tiles = [...document.querySelectorAll("#actions .make")].map((one) => one.getBoundingClientRect());
  const hand = document.getElementById("hand").getBoundingClientRect();
  const bar = document.getElementById("actions").getBoundingClientRect();
  const wide = [...document.querySelectorAll("#actions .make :is(.name, .ask)")].filter((one) => {
    const tile = one.closest(".make").getBoundingClientRect();
    const text = one.getBoundingClientRect();
    return text.width > 0 && (text.left < tile.left - 2 || text.right > tile.right + 2);
  });
  const over = tiles.filter((tile, n) => n > 0 && tile.left < tiles[n - 1].right && tile.top < tiles[n - 1].bottom);
  const beside = Math.min(hand.right, bar.right) - Math.max(hand.left, bar.left);
  const stacked = Math.min(hand.bottom, bar.bottom) - Math.max(hand.top, bar.top);
  return [wide.map((one) => one.textContent), over.length, beside > 1 && stacked > 1, bar.right - innerWidth > 1];
}"""
"""Texts that are wider than their tile, tiles that lie over another, whether the hand or the window's edge does."""


@by_turns("language", ["en", "fr"])
def test_everything_has_room(context: OpenBrowser, staged: tuple[Served, Stage], language: str) -> None:
    page = context(language).new_page()
    position = afloat(
        modules=["cities_knights", "seafarers"],
        settlements={0: "3,4,N"},
        ships={0: "3,4,NE 4,3,SE"},
        hands={0: "lumber*2 wool*2 cloth coin paper"},
    )
    sit_down(page, staged, position, language=language)
    expect(page.locator("#actions .make")).to_have_count(8)
    panel = page.locator("#east details:has(.ck-improve)")
    expect(panel).not_to_have_attribute("data-tight", "")
    for row in panel.locator(".ck-buy").all():
        expect(row).to_be_in_viewport(ratio=1)
    for size in (DESK, LAPTOP, TABLET, PHONE):
        page.set_viewport_size(size)
        assert page.evaluate(TOUCHING) == [[], 0, False, False]
        if size is not TABLET:  # there the closed drawer lies outside the window
            assert overflow(page) == 0
