"""Troy through the page: a whole game of six by keyboard, a donation, ships, a battle."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.fixtures import DESK, PHONE
from tests.browser.making import choose_game, open_more
from tests.browser.player import Keyboard, Mouse, Player
from tests.browser.serving import Served
from tests.browser.stage import Stage, sit_down
from tests.browser.test_access import overflow
from tests.browser.test_games import NO_MOUSE
from tests.browser.traffic import Traffic
from tests.chosen import by_turns
from tests.expansions.island.troy.kit import FIRST_ROW, NEAR, SHIP, SIX, troy
from tests.kit import Table

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]

OpenBrowser = Callable[..., BrowserContext]
CUT = "what => [...document.querySelectorAll(what)].filter(it => it.scrollWidth > it.clientWidth + 1).length"
"""How many of these have more than fits into them."""
FLEET = "3,1 3,2 2,2 2,3 1,3 1,4"


@pytest.mark.campaign
def test_six_to_the_end_by_keyboard(context: OpenBrowser, served: Served) -> None:
    page = context("en").new_page()
    traffic = Traffic.of(page)
    page.add_init_script(NO_MOUSE)
    page.goto("/create")
    choose_game(page, *SIX)
    open_more(page)
    page.locator('[name="goal"]').fill("5")
    page.locator('#making [value="make"]').press("Enter")
    page.wait_for_url(re.compile(r"/t/\w+$"))
    config = served.stored(page.url.rsplit("/", 1)[1]).config
    assert (set(config["modules"]), config["seats"]) == (set(SIX), 6)
    Player(page, Keyboard(page)).play()
    expect(page.locator("#summary")).to_contain_text("trade point")
    assert traffic.errors == []


@by_turns("device", ["desk", "phone"])
def test_cards_are_given(context: OpenBrowser, staged: tuple[Served, Stage], device: str) -> None:
    page = context("en", PHONE if device == "phone" else DESK, touch=device == "phone").new_page()
    traffic = Traffic.of(page)
    sit_down(page, staged, troy(hands={0: "ore*2 wool*2 brick"}, trade="bank"))
    hands = Mouse(page)
    if device == "phone":
        page.locator('#tabs [data-tab="troy_own"]').click()
    hands.press(page.locator('[data-form="donate"][aria-expanded]'))
    form = page.locator("form.donate")
    for good in ("ore", "ore", "wool"):
        hands.press(form.locator(f'[data-adds="{good}"]'))
    expect(form.locator('[data-adds="brick"]')).to_have_attribute("aria-disabled", "true")
    hands.press(form.locator("[data-send]"))
    expect(page.locator("#log")).to_contain_text("for a trade point")
    assert overflow(page) == 0
    assert traffic.errors == []


def test_cards_are_given_and_ships_used_by_keyboard_in_french(
    context: OpenBrowser, staged: tuple[Served, Stage]
) -> None:
    page = context("fr").new_page()
    page.add_init_script(NO_MOUSE)
    t = troy(hands={0: "ore wool"}, ships={0: FLEET}, row="brick brick", rest="", trade="bank")
    sit_down(page, staged, t, "lifted 1", language="fr")
    page.keyboard.press("g")
    form = page.locator("form.donate")
    expect(form.locator("[data-adds]").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(form).to_be_hidden()
    expect(page.locator('button[data-form="donate"]')).to_be_focused()
    page.keyboard.press("g")
    form.locator('[data-adds="ore"]').press("Enter")
    form.locator("[data-send]").press("Enter")
    expect(page.locator("#log")).to_contain_text("pour un point de commerce")
    page.keyboard.press("x")
    expect(page.locator("#prompt")).to_contain_text("Mettez une carte")
    # A card is seen: this is not taken back, and the key says why.
    page.keyboard.press("u")
    expect(page.locator("#whynot")).to_contain_text("annuler que sa propre dernière action")
    page.keyboard.press("Escape")
    expect(page.locator("#whynot")).to_be_hidden()
    page.locator('#choice [data-notation="put-back brick"]').press("Enter")
    expect(page.locator("#log")).to_contain_text("dans la série")


@by_turns("device", ["desk", "phone"])
def test_a_ship_moves_the_sea_people(context: OpenBrowser, staged: tuple[Served, Stage], device: str) -> None:
    page = context("en", PHONE if device == "phone" else DESK, touch=device == "phone").new_page()
    t = troy(settlements={0: NEAR, 1: "4,2,N"}, hands={0: SHIP, 1: "ore"}, points={0: 2}, trade="bank")
    sit_down(page, staged, t, "steal ore")
    hands = Mouse(page)
    hands.press(page.locator('[data-verb="ship"]:visible').first)
    hands.place(page.locator('#targets [data-notation="ship 3,1"]'))
    hands.place(page.locator('#targets [data-notation="people 4,1"]'))
    hands.press(page.locator('#choice [data-notation="rob 1"]'))
    expect(page.locator("#log")).to_contain_text("builds a 3:1 ship")
    expect(page.locator("#log")).to_contain_text("moves the sea people")


def test_a_battle_is_told_card_by_card(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("en").new_page()
    t = troy(row=f"{FIRST_ROW} ore ore wool wool brick brick", trade="bank")
    shown = [f"reveal {good}" for good in ("ore", "wool", "ore", "brick", "wool", "lumber", "grain")]
    sit_down(page, staged, t, *shown)
    Mouse(page).press(page.locator('[data-notation="end"]:visible').first)
    expect(page.locator("#log")).to_contain_text("of them fight for Troy")
    expect(page.locator("#log")).to_contain_text("Troy wins the battle: its marker is at 1")
    expect(page.locator(".troy-battle .row li")).to_have_count(7)


def full(seats: int) -> Table:
    """A table with much on it."""
    return troy(
        seats,
        row=f"{FIRST_ROW} ore ore brick wool",
        givers="- - - - 0 1 2 0",
        ships={0: "3,1 3,2 2,2 2,3", 1: "4,1 5,2", 2: "5,5 4,5"},
        settlements={0: "2,0,S 4,2,N", 1: "7,1,N"},
        cities={2: "6,4,N"},
        points={0: 3, 1: 2, 2: 11},
        markers=(2, 3),
        hands={0: "lumber wool*2 ore grain", 1: "ore*4"},
    )


@by_turns("language", ["en", "fr"])
@pytest.mark.parametrize("seats", [4, 6])
def test_everything_is_shown_whole(
    context: OpenBrowser, staged: tuple[Served, Stage], seats: int, language: str
) -> None:
    page = context(language).new_page()
    traffic = Traffic.of(page)
    sit_down(page, staged, full(seats), language=language)
    assert overflow(page) == 0
    expect(page.locator(".troy-own .fleet li")).to_have_count(7)
    assert page.evaluate(CUT, ".rail .stats, .troy-own, .troy-own .btn, .troy-war, .troy-war .track li") == 0
    page.set_viewport_size(PHONE)
    assert overflow(page) == 0
    for tab in page.locator("#tabs [data-tab]").all():
        tab.click()
        assert overflow(page) == 0
    # With more panels than tabs, those of each side share one.
    for names, whole in ((("troy_own", "west"), ".troy-own, .troy-own .btn"), (("troy", "east"), ".troy-war")):
        page.locator(", ".join(f'#tabs [data-tab="{name}"]' for name in names)).click()
        assert page.evaluate(CUT, whole) == 0
    # On a low window the sheet leaves the widest board its width, until a tab shows it.
    if seats == 6:
        page.set_viewport_size({"width": 360, "height": 560})
        page.reload()
        expect(page.locator("[data-grab]")).to_have_attribute("aria-expanded", "false")
        land = page.locator("#land").bounding_box()
        assert land is not None
        assert land["width"] > 300
        page.locator('#tabs [data-tab="build"]').click()
        expect(page.locator("#hand")).to_be_visible()
    assert traffic.errors == []


def test_on_a_tablet_the_own_panel_stands_below_the_players(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("fr", {"width": 1024, "height": 768}).new_page()
    sit_down(page, staged, full(4), language="fr")
    panel, hand = page.locator("#west .fold").bounding_box(), page.locator("#hand").bounding_box()
    assert panel is not None
    assert hand is not None
    assert panel["height"] > 130, "what does not fit is scrolled to"
    assert panel["y"] + panel["height"] < hand["y"]
    expect(page.locator("#west .fold[open]")).to_have_count(1)
    expect(page.locator("#west [data-crowded]")).to_have_count(0)


def test_on_a_tablet_the_form_of_a_gift_comes_up(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("fr", {"width": 1024, "height": 768}).new_page()
    sit_down(page, staged, troy(hands={0: "ore*2 wool*2 brick"}, trade="bank"), language="fr")
    form = page.locator("form.donate")
    expect(form).not_to_be_in_viewport()
    page.keyboard.press("g")
    form.locator('[data-adds="ore"]').click()
    form.locator("[data-send]").click()
    expect(form).not_to_be_in_viewport()
    expect(page.locator("#log")).to_contain_text("pour un point de commerce")
