"""Event Cards through the page: the card in place of the dice, choices of events, a repair, the other dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.fixtures import DESK, PHONE
from tests.browser.player import Keyboard, Mouse, until
from tests.browser.serving import Served
from tests.browser.stage import Stage, sit_down
from tests.browser.test_access import overflow
from tests.browser.test_games import NO_MOUSE
from tests.browser.traffic import Traffic
from tests.chosen import by_turns
from tests.expansions.island.event_cards.kit import cards
from tests.expansions.island.five_six.browser.test_browser import BOARD
from tests.expansions.island.five_six.kit import many
from tests.expansions.island.seafarers.browser.test_sea import ROUTE
from tests.expansions.island.seafarers.rules.kit import afloat
from tests.kit import Table

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

OpenBrowser = Callable[..., BrowserContext]
SIX = ["five_six", "event_cards"]


def position(**more: Any) -> Table:
    """A position in which seat 0 has roads and cards."""
    given: dict[str, Any] = {
        "settlements": {0: "0,0,N", 1: "-1,2,S", 2: "1,1,S"},
        "roads": {0: "0,0,NE 0,0,E", 1: "-1,2,SE"},
        "hands": {0: "brick*2 lumber*2 ore", 1: "wool"},
        "robber": "2,-2",
    }
    return cards(3, **(given | more))


@by_turns("device", ["desk", "phone"])
def test_a_card_is_revealed_a_road_damaged_and_repaired(
    context: OpenBrowser, staged: tuple[Served, Stage], device: str
) -> None:
    page = context("en", PHONE if device == "phone" else DESK, touch=device == "phone").new_page()
    traffic = Traffic.of(page)
    sit_down(page, staged, position(), "reveal earthquake 6")
    button = page.locator('[data-notation="roll"]:visible').first
    expect(button).to_contain_text("Reveal a card")
    Mouse(page).press(button)
    until(page, "() => document.querySelector('#targets [data-notation^=damage]') !== null")
    places = {it.get_attribute("data-notation") for it in page.locator("#targets [data-notation]").all()}
    assert places == {"damage 0,0,NE", "damage 0,0,E"}
    Mouse(page).place(page.locator('#targets [data-notation="damage 0,0,E"]'))
    until(page, "() => document.querySelector('#targets [data-notation^=damage]') === null")
    expect(page.locator("#dice .event-card b")).to_have_text("6")
    expect(page.locator("#dice [data-die]")).to_have_count(0)
    expect(page.locator("#side-event_cards")).to_contain_text("Earthquake")
    if device == "desk":
        expect(page.locator("#rail-0")).to_contain_text("1 damaged road")
    assert overflow(page) == 0
    if device == "desk":
        Mouse(page).press(page.locator('#actions [data-verb="mend"]:visible').first)
        Mouse(page).place(page.locator('#targets [data-notation="mend 0,0,E"]'))
        until(page, "() => document.querySelector('#rail-0 .event-cards-damaged') === null")
    assert traffic.errors == []


def test_on_a_phone_the_sheet_for_trade_gives_way_to_a_choice(
    context: OpenBrowser, staged: tuple[Served, Stage]
) -> None:
    page = context("fr", PHONE, touch=True).new_page()
    sit_down(page, staged, position(played={0: "knight"}), "reveal tournament 5", language="fr")
    page.locator('[data-notation="roll"]:visible').first.tap()
    # A choice that comes up opens the tab with the hand: a tap that is quicker than the answer would be undone.
    expect(page.locator("#choice")).to_be_visible()
    page.locator('#tabs [data-tab="trade"]').tap()
    expect(page.locator('.table[data-tab="trade"] #choice')).to_be_visible()
    expect(page.locator(".trade")).to_be_hidden()
    page.locator('#choice [data-notation="take brick"]').tap()
    expect(page.locator("#choice")).to_be_hidden()


def test_by_keyboard_alone_and_in_french_a_resource_is_taken(
    context: OpenBrowser, staged: tuple[Served, Stage]
) -> None:
    page = context("fr").new_page()
    page.add_init_script(NO_MOUSE)
    hands = Keyboard(page)
    sit_down(page, staged, position(played={0: "knight"}), "reveal tournament 5", language="fr")
    hands.press(page.locator('[data-notation="roll"]:visible').first)
    expect(page.locator("#choice-title")).to_contain_text("prenez 1 ressource")
    hands.press(page.locator('#choice [data-notation="take ore"]'))
    expect(page.locator("#log")).to_contain_text("tournoi de chevaliers")
    expect(page.locator("#choice")).to_be_hidden()
    expect(page.locator('#actions[data-turn="mine"]')).to_be_attached()


def test_with_cities_and_knights_both_dice_lie_beside_the_card(
    context: OpenBrowser, staged: tuple[Served, Stage]
) -> None:
    page = context("en").new_page()
    table = position(modules=("cities_knights",))
    sit_down(page, staged, table, "throw 3", "event trade", "reveal fine-day 9")
    Mouse(page).press(page.locator('[data-notation="roll"]:visible').first)
    expect(page.locator("#dice .event-card b")).to_have_text("9")
    expect(page.locator("#dice .die.event")).to_have_count(1)
    expect(page.locator("#dice")).to_contain_text("red 3")
    assert overflow(page) == 0


@by_turns("device", ["desk", "phone"])
def test_at_sea_the_earthquake_leaves_ships_alone(
    context: OpenBrowser, staged: tuple[Served, Stage], device: str
) -> None:
    page = context("fr", PHONE if device == "phone" else DESK, touch=device == "phone").new_page()
    traffic = Traffic.of(page)
    table = afloat(modules=["event_cards", "seafarers"], rolled=False, **ROUTE)
    sit_down(page, staged, table, "reveal earthquake 6", language="fr")
    hands = Mouse(page)
    hands.press(page.locator('[data-notation="roll"]:visible').first)
    until(page, "() => document.querySelector('#targets [data-notation^=damage]') !== null")
    [road] = page.locator('#targets [data-notation^="damage"]').all()
    assert road.get_attribute("data-notation") == "damage 3,3,SE"
    if device == "phone":
        # The board comes near to the road once: it does not lead back a reader who looks at the rest.
        zoomed = page.locator(".stage[data-zoomed]")
        expect(zoomed).to_be_attached()
        page.keyboard.press("0")
        expect(zoomed).to_have_count(0)
        page.evaluate("document.dispatchEvent(new Event('bastide:armed'))")
        expect(zoomed).to_have_count(0)
    hands.place(road)
    until(page, "() => document.querySelector('#targets [data-notation^=damage]') === null")
    expect(page.locator('#actions [data-why="road"]')).to_be_visible()
    hands.press(page.locator('#actions [data-verb="ship"]'))
    hands.place(page.locator('#targets [data-notation^="ship"]:visible').first)
    expect(page.locator("#log")).to_contain_text("pose un bateau")
    assert overflow(page) == 0
    assert traffic.errors == []


def test_six_give_a_card_at_once_and_one_repairs_between_two_turns(
    context: OpenBrowser, staged: tuple[Served, Stage]
) -> None:
    page = context("fr", PHONE, touch=True).new_page()
    traffic = Traffic.of(page)
    hands = Mouse(page)
    more = BOARD | {"hands": dict.fromkeys(range(6), "ore")}
    sit_down(
        page,
        staged,
        many(modules=SIX, rolled=False, **more),
        "reveal good-neighbours 6",
        language="fr",
    )
    hands.press(page.locator('[data-notation="roll"]:visible').first)
    hands.press(page.locator('#choice [data-notation="present ore"]'))
    expect(page.locator("#choice")).to_be_hidden()
    expect(page.locator("#log")).to_contain_text("donne")
    assert overflow(page) == 0
    broken = cards(
        6,
        modules=("five_six",),
        on_turn=5,
        rolled=True,
        damaged={0: "0,-1,NE"},
        **BOARD | {"hands": {0: "brick lumber"}},
    )
    sit_down(page, staged, broken.play("end"), language="fr")
    expect(page.locator("#prompt")).to_contain_text("Phase de construction spéciale")
    hands.press(page.locator('#actions [data-verb="mend"]:visible').first)
    hands.place(page.locator('#targets [data-notation="mend 0,-1,NE"]'))
    expect(page.locator("#log")).to_contain_text("répare une route")
    assert overflow(page) == 0
    assert traffic.errors == []


def test_a_clicked_card_of_the_hand_is_the_gift(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("en").new_page()
    sit_down(page, staged, position(), "reveal good-neighbours 6")
    Mouse(page).press(page.locator('[data-notation="roll"]:visible').first)
    card = page.locator('#hand [data-notation="present ore"]')
    expect(card).to_have_attribute("data-key", "5")
    card.click()
    expect(page.locator('#hand [data-good="ore"]')).to_have_attribute("data-count", "0")
    expect(page.locator("#choice")).to_be_hidden()
