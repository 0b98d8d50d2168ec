"""A series of two short games: made in the form, played with a restart of the server between them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from bastide.catan.family import MODULES
from tests.browser.fixtures import DESK, PHONE, knowing
from tests.browser.making import open_more, press
from tests.browser.serving import Served
from tests.browser.test_access import findings, overflow
from tests.chosen import now_and_then

PLAY_FOR_ME = """(table) => fetch(`/api/tables/${table}/commands`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ id: crypto.randomUUID(), do: "stand-in", text: "greedy" }),
}).then((answer) => answer.status)"""


def opened(browser: Browser, language: str, window: ViewportSize) -> Page:
    """A page of its own, at no server yet."""
    context = browser.new_context(
        viewport=window, locale={"en": "en-GB", "fr": "fr-FR"}[language], reduced_motion="reduce"
    )
    context.set_default_timeout(30_000)
    return knowing(context).new_page()


def play_to_the_end(page: Page) -> None:
    """Let a bot play this person's seat until the game is over."""
    table = page.url.rpartition("/")[2].partition("?")[0]
    assert page.evaluate(PLAY_FOR_ME, table) == 200
    expect(page.locator("#summary .series")).to_be_visible(timeout=60_000)


@now_and_then(2)
@pytest.mark.timeout(240)
@pytest.mark.parametrize(
    ("language", "window", "first", "last", "again"),
    [
        ("en", DESK, "Game 1 of 2", "The series is over", "Play the series again"),
        pytest.param(
            *("fr", PHONE, "Partie 1 sur 2", "La série est terminée", "Rejouer la série"), marks=pytest.mark.campaign
        ),
    ],
    ids=["desk", "phone"],
)
def test_a_series_goes_on_after_a_restart(
    browser: Browser, tmp_path: Path, axe: str, language: str, window: ViewportSize, first: str, last: str, again: str
) -> None:
    server = Served.start(tmp_path)
    page = opened(browser, language, window)
    try:
        page.goto(f"{server.address}/create")
        open_more(page)
        page.locator('[name="goal"]').fill("3")
        page.locator('[name="series"]').select_option("evening")
        page.locator('[name="game2"]').select_option("same")
        assert findings(page, axe) == []
        assert overflow(page) == 0
        page.locator('[value="make"]').click()
        page.wait_for_url(re.compile(r"/t/\w+"))
        path = page.url.removeprefix(server.address)
        play_to_the_end(page)
        box = page.locator("#summary .series")
        expect(box.locator("h3")).to_have_text(first)
        expect(box.locator("tbody tr")).to_have_count(4)
        expect(box.locator("tbody tr").first.locator("b")).to_have_text("1")
        assert findings(page, axe) == []
        desk = page.viewport_size
        assert desk is not None
        page.set_viewport_size(PHONE)
        page.locator('[data-do="rematch"]').click()
        expect(page.locator("#room .series li.now")).to_be_visible()
        assert page.evaluate("document.body.scrollTop + document.documentElement.scrollTop") == 0, "the room at its top"
        page.set_viewport_size(desk)
        server.stop()
        server = Served.start(tmp_path)
        page.goto(server.address + path)
        room = page.locator("#room .series")
        room.scroll_into_view_if_needed()
        expect(room.locator("li.played")).to_have_count(1)
        expect(room.locator("tbody tr").first.locator("b")).to_have_text("1")
        assert findings(page, axe) == []
        assert overflow(page) == 0
        page.locator('[data-do="start"]').click()
        expect(page.locator("#room")).to_be_hidden()
        play_to_the_end(page)
        box = page.locator("#summary .series")
        expect(box.locator("h3")).to_have_text(last)
        expect(box.locator("li.played")).to_have_count(2)
        expect(page.locator('[data-do="rematch"]')).to_have_text(again)
        with page.expect_navigation():
            box.locator("li.played a").first.click()
        assert "game=1" in page.url
    finally:
        server.stop()
        page.context.close()


@pytest.mark.campaign
@pytest.mark.timeout(240)
def test_a_campaign_goes_on_after_a_restart(browser: Browser, tmp_path: Path) -> None:
    """Its first two scenarios, shortened, with a restart of the server between them."""
    server = Served.start(tmp_path)
    page = opened(browser, "en", DESK)
    try:
        page.goto(f"{server.address}/create")
        open_more(page)
        page.locator('[name="goal"]').fill("4")
        [(option, values)] = MODULES["rivers"]().options.items()
        reading = page.locator(f'[name="option_{option}"]')
        expect(reading).to_be_hidden()
        press(page, "what", "campaign")
        reading.select_option(values[-1])
        page.locator('[value="make"]').click()
        page.wait_for_url(re.compile(r"/t/\w+"))
        path = page.url.removeprefix(server.address)
        table = path.rpartition("/")[2].partition("?")[0]
        assert server.stored(table).config["modules"] == ["fishermen"]
        play_to_the_end(page)
        expect(page.locator("#summary .series h3")).to_have_text("Game 1 of 5")
        expect(page.locator("#summary .series li")).to_have_count(5)
        page.locator('[data-do="rematch"]').click()
        expect(page.locator("#room .series li.now")).to_be_visible()
        server.stop()
        server = Served.start(tmp_path)
        page.goto(server.address + path)
        expect(page.locator("#room .series li.played")).to_have_count(1)
        page.locator('[data-do="start"]').click()
        expect(page.locator("#room")).to_be_hidden()
        config = server.stored(table).config
        assert (config["modules"], config["options"]["goal"]) == (["rivers"], 4)
        assert config["options"][option] == values[-1] != values[0]
        play_to_the_end(page)
        box = page.locator("#summary .series")
        expect(box.locator("h3")).to_have_text("Game 2 of 5")
        expect(box.locator("li.played")).to_have_count(2)
        wins = [int(cell.inner_text()) for cell in box.locator("tbody tr b").all()]
        assert sum(wins) == 2
    finally:
        server.stop()
        page.context.close()
