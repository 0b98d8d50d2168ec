"""Caravans through the page: a whole game with all variants, bids on a desk and a phone, what a wagon would bring."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.fixtures import DESK, PHONE
from tests.browser.making import choose_game, open_more
from tests.browser.player import Keyboard, Mouse, Player, until
from tests.browser.serving import Served
from tests.browser.stage import Stage, sit_down
from tests.browser.test_access import overflow
from tests.browser.test_games import NO_MOUSE
from tests.browser.traffic import Traffic
from tests.chosen import by_turns
from tests.expansions.island.caravans.kit import ARROWS, THREE_CARAVANS, caravans
from tests.kit import Table

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]

OpenBrowser = Callable[..., BrowserContext]
ALL = ("event_cards", "friendly_robber", "harbors", "two_players", "caravans")
CUT = "what => [...document.querySelectorAll(what)].filter(it => it.scrollWidth > it.clientWidth + 1).length"
"""How many of these have more than fits into them."""
A = ARROWS[0]


class Bidder(Player):
    """A player who bids a card wherever there is one to bid."""

    def choose(self) -> None:
        """A card of the hand for the next wagon; any other choice as ever."""
        panel = self.page.locator("#choice[data-live=bid]")
        card = self.page.locator("#hand [data-adds]:not([aria-disabled=true])")
        if not panel.count() or not card.count():
            super().choose()
            return
        self.hands.press(card.first)
        self.click(panel.locator("[data-send]"), "bid-card")


@pytest.mark.campaign
def test_a_whole_game_with_all_four_variants(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("en").new_page()
    traffic = Traffic.of(page)
    served, _ = staged
    page.goto(f"{served.address}/create?lang=en")
    choose_game(page, *ALL)
    open_more(page)
    page.locator('[name="goal"]').fill("6")
    page.locator('#making [value="make"]').press("Enter")
    page.wait_for_url(re.compile(r"/t/\w+$"))
    config = served.stored(page.url.rsplit("/", 1)[1]).config
    assert (config["seats"], sorted(config["modules"])) == (2, sorted(ALL))
    player = Bidder(page, Mouse(page), listening=["places a wagon"])
    player.play()
    assert {"bid-card", "wagon"} & set(player.done), player.done
    expect(page.locator("#summary")).to_be_visible()
    assert player.heard == {"places a wagon"}
    assert traffic.errors == []


def asking(seats: int = 4) -> Table:
    """Seat 0 has built and is asked for its bid."""
    return caravans(
        seats,
        wagons=THREE_CARAVANS,
        settlements={0: "1,-2,S 1,-1,N", 1: "1,0,S -1,0,S", 2: "2,-1,S", 3: "-1,2,N"},
        roads={0: "0,-1,E 1,-2,SE", 1: "0,1,NE 1,0,SE"},
        hands={0: "wool*3 grain*2 ore lumber", 1: "ore", 2: "brick", 3: "ore"},
        built=True,
    ).play("end")


def bid(page: Page, hands: Mouse | Keyboard, *goods: str) -> None:
    """Bid cards of the hand."""
    for good in goods:
        hands.press(page.locator(f'#hand [data-adds="{good}"]').first)
    hands.press(page.locator("#choice [data-send]"))


@by_turns(("device", "language"), [("desk", "en"), ("phone", "fr")])
def test_cards_of_the_hand_are_bid(
    context: OpenBrowser, staged: tuple[Served, Stage], device: str, language: str
) -> None:
    page = context(language, PHONE if device == "phone" else DESK, touch=device == "phone").new_page()
    traffic = Traffic.of(page)
    sit_down(page, staged, asking(), language=language)
    expect(page.locator("#choice-title")).to_contain_text("Misez" if language == "fr" else "Bid for the next wagon")
    assert overflow(page) == 0
    expect(page.locator('#hand [data-adds="ore"]').first).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#choice [data-send]")).to_have_attribute("aria-disabled", "true")
    bid(page, Mouse(page), "wool", "wool", "grain")
    # The others hold neither wool nor grain, so that this player decides alone.
    until(page, "() => document.querySelectorAll('#targets [data-notation^=wagon]').length === 6")
    stakes = page.locator(".caravans-strip" if device == "phone" else "#side-caravans .caravans-stakes")
    expect(stakes).to_be_visible()
    expect(stakes.locator("li")).to_have_count(4)
    expect(stakes.locator("li.decides b")).to_have_text("3")
    assert page.evaluate(CUT, ".caravans-left, .caravans-stakes li, .rail .stats") == 0
    assert overflow(page) == 0
    Mouse(page).place(page.locator('#targets [data-notation="wagon 1,-2,E"]').first)
    if device == "phone":
        tick = page.locator("#prompt [data-tick]:visible, #prompt .tick:visible")
        if tick.count():
            tick.first.click()
    told = "place un chariot" if language == "fr" else "places a wagon"
    expect(page.locator("#log")).to_contain_text(told)
    assert traffic.errors == []


def test_a_bid_by_keyboard_and_what_a_wagon_would_bring(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("en").new_page()
    page.add_init_script(NO_MOUSE)
    sit_down(page, staged, asking())
    hands = Keyboard(page)
    bid(page, hands, "grain")
    until(page, "() => document.querySelector('#targets [data-notation^=wagon]') !== null")
    target = page.locator('#targets [data-notation="wagon 1,-2,E"]')
    hands.walk(target)
    expect(page.locator("#tip")).to_contain_text("between two wagons, +1")
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("has a building between two wagons")


def test_nothing_may_be_bid(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("en").new_page()
    sit_down(page, staged, asking())
    Mouse(page).press(page.locator('#choice [data-notation="pass"]'))
    until(page, "() => document.querySelectorAll('#targets [data-notation^=wagon]').length === 6")
    expect(page.locator("#side-caravans")).to_contain_text("Nobody bids")
