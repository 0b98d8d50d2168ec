"""The archipelago of the tests on the page: a cart is driven, and the board shows what its layout marks."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from bastide.kernel.game import Game
from bastide.players import make_bot
from tests.browser.fixtures import DESK, PHONE
from tests.browser.player import CARDS, MY_MOVE, Mouse, Player, until
from tests.browser.serving import Served
from tests.browser.stage import Stage
from tests.browser.test_access import overflow
from tests.browser.test_modules import Begun
from tests.web.rooms import entered

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

OpenBrowser = Callable[..., BrowserContext]
SITES = ("market", "ford", "boat", "vane", "zone", "chest")


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Stage]]:
    """A server that knows the archipelago."""
    with entered(["tests.island.archipelago"]):
        server = Served.start(tmp_path_factory.mktemp("archipelago"))
        yield server, Stage.of(server)
        server.stop()


def begun() -> Begun:
    """A game after some turns of bots, before a roll of seat 0."""
    config = {"seats": 4, "modules": ["archipelago"], "layout": "archipelago", "options": {"first": 0}}
    game = Game.new(config, seed=7)
    bots, rng = [make_bot("greedy", seat) for seat in range(4)], random.Random(5)
    ended = 0
    while ended < 12 or game.actors != [0] or "roll" not in game.legal(0):
        if game.actors == [-1]:
            game.draw(rng)
            continue
        text = bots[game.actors[0]].choose(game, game.actors[0])
        ended += text == "end"
        game.play(text, game.actors[0])
    return Begun(game)


def sit_down(page: Page, staged: tuple[Served, Stage]) -> None:
    """Join that game; its next roll is a six, the cart rolls a five."""
    served, stage = staged
    stage.set(begun(), "roll 2 4", "throw 5")
    page.goto(f"{served.address}/create?lang=en")
    page.locator('#making [value="make"]').press("Enter")
    page.wait_for_url(re.compile(r"/t/\w+$"))
    until(page, "() => document.querySelector('#actions[data-turn=\"mine\"]') !== null")


@pytest.mark.parametrize(("device", "size"), [("desk", DESK), ("phone", PHONE)])
def test_some_turns_are_played(
    context: OpenBrowser, staged: tuple[Served, Stage], device: str, size: dict[str, int], tmp_path: Path
) -> None:
    page = context("en", size, touch=device == "phone").new_page()
    sit_down(page, staged)
    for word in SITES:
        assert page.locator(f"#land .site-{word}").count() >= 1
    assert page.locator("#land .inner").count() == 1
    assert page.locator(".neutral").count() == 4, "two colours that nobody plays: in the rail and among the details"
    page.locator('[data-notation="roll"]:visible').first.click()
    page.locator('[data-notation="haul"]:visible').first.click()
    expect(page.locator('#choice[data-live="cart"]')).to_be_visible()
    places = page.locator('#targets [data-verb="cart"]')
    assert places.count() >= 2
    expect(page.locator("#dice .die-tells")).to_have_text(re.compile("rolls a die: 5"))
    expect(page.locator("#log")).to_contain_text("rolls a die: 5")
    page.screenshot(path=tmp_path / f"{device}.png")
    assert overflow(page) == 0
    goes = places.first.get_attribute("data-notation")
    places.first.locator("[pointer-events=all]").click(force=True)
    expect(page.locator("#choice[data-live]")).to_have_count(0)
    expect(page.locator("#log")).to_contain_text("drives the cart on")
    assert page.locator(f'#targets [data-notation="{goes}"]').count() == 0
    for _ in range(2):  # the bots take their turns, with carts of their own
        press(page, "end")
        while until(page, MY_MOVE) != "turn" or not page.locator('[data-notation="roll"]:visible').count():
            answer(page)
        press(page, "roll")
        while until(page, MY_MOVE) != "turn":
            answer(page)


def press(page: Page, notation: str) -> None:
    """Press a button, and wait until the page shows what came of it."""
    before = page.evaluate("document.body.dataset.version")
    page.locator(f'[data-notation="{notation}"]:visible').first.click()
    until(page, "(before) => document.body.dataset.version !== before", before)


def answer(page: Page) -> None:
    """Do what is due between two turns: refuse an offer, discard, move the robber."""
    before = page.evaluate("document.body.dataset.version")
    state = page.evaluate(MY_MOVE)
    if state == "answer":
        Player(page, Mouse(page)).refuse()
        return
    elif state == "choice" and page.locator("#choice[data-live] [data-notation]").count():
        page.locator("#choice[data-live] [data-notation]").first.click()
    elif state == "choice":
        while page.locator("#choice [data-send]").get_attribute("aria-disabled") == "true":
            page.locator(f":is({CARDS}):not([aria-disabled=true])").first.click()
        page.locator("#choice [data-send]").click()
    elif state == "place":
        page.locator("#targets [data-notation]:visible [pointer-events=all]").first.click(force=True)
    until(page, "(before) => document.body.dataset.version !== before", before)
