"""Cities & Knights through the page: a whole game in each edition, and what a card or a knight asks."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.player import Mouse, Player, until
from tests.browser.serving import Served
from tests.browser.traffic import Traffic

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

OpenBrowser = Callable[..., BrowserContext]
OPEN_POINTS = 6
"""The goal: low enough that a game ends, high enough that cities, knights and cards come into it."""


def make_table(page: Page, edition: str, language: str) -> str:
    """Make a duel of Cities & Knights on the page for it, against a bot; gives the table's id."""
    page.goto(f"/create?lang={language}")
    form = page.locator("#making")
    form.locator('[name="nickname"]').fill("Maud")
    form.locator('[name="module_cities_knights"]').check()
    form.locator('[name="players"][value="2"]').locator("xpath=..").click()
    form.locator('[name="seat1"]').select_option("random")
    form.locator(f'[name="option_edition"][value="{edition}"]').locator("xpath=..").click()
    goal = form.locator('[name="goal_cities_knights"]')
    goal.fill(str(OPEN_POINTS))
    expect(page.locator("#sentence")).to_contain_text(str(OPEN_POINTS))
    form.locator('[value="make"]').click()
    page.wait_for_url(re.compile(r"/t/\w+$"))
    return page.url.rsplit("/", 1)[1]


@dataclass
class Ruler(Player):
    """Plays by the handles of Cities & Knights too: improves, leads knights, plays cards."""

    rng: random.Random = field(default_factory=lambda: random.Random(5))

    def choose(self) -> None:
        """A choice that is owed; what is chosen on the board is left to the board, what a form asks to the form."""
        panel = self.page.locator("#choice[data-live]")
        if panel.locator(":is([data-notation], [data-send]):visible").count():
            super().choose()
            return
        handle = panel.locator("[data-verb], [data-form]").first
        asks = handle.get_attribute("data-form")
        self.hands.press(handle)
        if asks:
            self.click(panel.locator(f'form[data-form="{asks}"] [data-notation]').first, asks)
            return
        step = self.page.locator("#targets [data-opens]:not([data-notation]):visible")
        if step.count():
            self.hands.place(step.first)
        self.place()

    def turn(self) -> None:
        """Improve, activate and lead knights, play a card; then as on the plain island."""
        if not self.page.locator('#actions [data-notation="roll"]').count() and self.rules():
            return
        super().turn()

    def rules(self) -> bool:
        """Something of Cities & Knights, if it can be done."""
        for verb, key in (("recruit", "n"), ("wall", "w")):
            if self.build(verb, key):
                return True
        step = self.page.locator("#east .buy[data-notation]")
        if step.count():
            self.click(step.first, "improve")
            return True
        card = self.page.locator("#west .prow[data-notation]")
        if card.count():
            self.click(card.first, "card")
            return True
        return self.led()

    def led(self) -> bool:
        """Open the menu of a knight and do the first thing that it offers."""
        for knight in self.page.locator("#targets [data-opens^=knight]").all():
            name = knight.get_attribute("data-opens") or ""
            menu = self.page.locator(f'[data-menu="{name}"]')
            if not menu.locator("[data-notation]").count():
                continue
            self.hands.place(knight)
            expect(menu).to_be_visible()
            self.click(menu.locator("[data-notation]").first, "knight")
            return True
        return False


@pytest.mark.parametrize(("edition", "language"), [("2025", "en"), ("classic", "fr")])
def test_a_game_in_each_edition(context: OpenBrowser, served: Served, edition: str, language: str) -> None:
    page = context(language).new_page()
    traffic = Traffic.of(page)
    table = make_table(page, edition, language)
    until(page, "() => document.querySelector('#head[data-stage=\"playing\"]') !== null")
    player = Ruler(page, Mouse(page))
    player.play()
    state = served.stored(table)
    assert state.stage == "over"
    assert state.config["options"]["edition"] == edition
    expect(page.locator("#summary")).to_be_visible()
    assert traffic.errors == []
    assert {"roll", "end"} <= set(player.done)
