"""Catan for Two through the page: tokens and neutral colours, all variants at sea."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from bastide.expansions.island.seafarers.rules.state import SETTLED, SeafarersState
from bastide.kernel.bits import put
from tests.browser.fixtures import DESK, PHONE
from tests.browser.player import Keyboard, Mouse, until
from tests.browser.serving import Served
from tests.browser.stage import Stage, sit_down
from tests.browser.test_access import overflow
from tests.browser.test_games import NO_MOUSE
from tests.browser.traffic import Traffic
from tests.chosen import by_turns
from tests.expansions.island.event_cards import kit as event_kit
from tests.expansions.island.two_players.kit import ROAD, WHITE, module, two
from tests.expansions.island.two_players.test_building import COAST, COAST_ROAD, ROUTE
from tests.kit import Table

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]

OpenBrowser = Callable[..., BrowserContext]
FOUR = ("event_cards", "harbors", "friendly_robber")
CUT = "what => [...document.querySelectorAll(what)].filter(it => it.scrollWidth > it.clientWidth + 1).length"
"""How many of these have more than fits into them."""
MOST_GAMES = 6
LOW = "what => [...document.querySelectorAll(what)].filter(it => it.scrollHeight > it.clientHeight + 1).length"
"""How many of these are too low for what is in them."""


@by_turns("device", ["desk", "phone"])
def test_a_road_brings_a_road_of_a_neutral_colour(
    context: OpenBrowser, staged: tuple[Served, Stage], device: str
) -> None:
    page = context("en", PHONE if device == "phone" else DESK, touch=device == "phone").new_page()
    traffic = Traffic.of(page)
    t = two(settlements={0: COAST, 1: "-2,2,N"}, roads={WHITE: ROUTE}, hands={0: ROAD, 1: "ore*2"}, robber="2,-1")
    sit_down(page, staged, t)
    hands = Mouse(page)
    hands.press(page.locator('#actions [data-verb="road"]:visible').first)
    hands.place(page.locator(f'#targets [data-notation="road {COAST_ROAD}"]').first)
    expect(page.locator("#choice")).to_contain_text("neutral 1")
    hands.press(page.locator('#choice [data-notation="neutral 3"]'))
    until(page, "() => document.querySelector('#targets [data-notation^=neutral-road]') !== null")
    hands.place(page.locator('#targets [data-notation="neutral-road -1,1,E"]').first)
    expect(page.locator("#log")).to_contain_text("builds a road")
    if device == "phone":
        page.locator('#tabs [data-tab="tokens"]').click()
    hands.press(page.locator('[data-notation="banish 0,0"]:visible').first)
    expect(page.locator("#log")).to_contain_text("sends the robber to the desert, for 1 trade token")
    assert overflow(page) == 0
    assert traffic.errors == []


def test_a_forced_trade_by_keyboard_and_in_french(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("fr").new_page()
    page.add_init_script(NO_MOUSE)
    t = two(settlements={0: COAST, 1: "-2,2,N"}, hands={0: "brick*2", 1: "ore*2"}, robber="0,0")
    sit_down(page, staged, t, "grab ore", "grab ore", language="fr")
    hands = Keyboard(page)
    hands.press(page.locator('[data-notation="forced-trade"]:visible').first)
    expect(page.locator("#choice-title")).to_contain_text("choisissez 2 cartes à donner")


def test_on_a_phone_the_hand_comes_up_with_a_choice(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    """The tab with the tokens is open, and the cards to give are chosen in the hand."""
    page = context("fr", PHONE, touch=True).new_page()
    t = two(settlements={0: COAST, 1: "-2,2,N"}, hands={0: "brick*2", 1: "ore*2"}, robber="0,0")
    sit_down(page, staged, t, "grab ore", "grab ore", language="fr")
    page.locator('#tabs [data-tab="tokens"]').tap()
    page.locator('[data-notation="forced-trade"]:visible').tap()
    for _ in range(2):
        page.locator('#hand [data-adds="brick"]').tap()
    page.locator("#choice [data-send]").tap()
    expect(page.locator("#choice")).to_be_hidden()
    expect(page.locator("#log")).to_contain_text("2")


def road_at(t: Table, corner: str) -> str:
    """A path at a corner."""
    board = t.r.board
    return board.edge_names[int(board.corner_edges[3 * board.corner_index[corner]])]


def rich(t: Table) -> None:
    """Give seat 0 a figure of each variant: a damaged road, foreign islands, many tokens and a long route."""
    c = t.game.state.cells
    sea = t.r.module(SeafarersState)
    c[sea.areas] = c[sea.areas + 1] = SETTLED
    c[module(t).tokens] = 11
    c[t.r.route] = 12
    put(c, event_kit.module(t).damaged, next(e for e in range(int(t.r.board.edges)) if c[t.r.road + e] == 1), True)


@by_turns("language", ["en", "fr"])
def test_all_variants_at_sea_are_shown_whole(context: OpenBrowser, staged: tuple[Served, Stage], language: str) -> None:
    page = context(language).new_page()
    traffic = Traffic.of(page)
    t = two(modules=(*FOUR, "seafarers"), layout="new_shores", hands={0: "brick lumber wool ore"}, rolled=False)
    home = [t.r.board.hex_index[name] for name in ("0,4", "2,5")]
    corners = [t.r.board.corner_names[int(t.r.board.hex_corners[6 * h])] for h in home]
    t = two(
        modules=(*FOUR, "seafarers"),
        layout="new_shores",
        settlements={0: corners[0], 1: corners[1]},
        roads={0: road_at(t, corners[0]), WHITE: road_at(t, "2,3,S")},
        hands={0: "brick*3 lumber*3 wool*3 ore*3", 1: "ore*2"},
        played={0: "knight*3"},
        rolled=False,
    )
    rich(t)
    sit_down(page, staged, t, "reveal epidemic 8", language=language)
    Mouse(page).press(page.locator('[data-notation="roll"]:visible').first)
    expect(page.locator("#dice .event-card b")).to_have_text("8")
    assert overflow(page) == 0
    assert page.locator("#rail-0 .stats > li").count() >= 8
    assert page.evaluate(CUT, ".rail .stats, .two-players, .acts .name, .event-cards .rest span") == 0
    assert page.evaluate(LOW, "#rail-0 .stats") == 0
    band = page.locator(f'.trail[data-trail="{WHITE}"]')
    expect(band).to_be_hidden()
    page.locator(f"#rail-{WHITE}").hover()
    expect(band).to_be_visible()
    page.set_viewport_size(PHONE)
    icon = page.locator("#rail-0 .stat-hand-size svg").first
    expect(icon).to_be_visible()
    for tab in ("build", "tokens", "players", "log"):
        tabs = page.locator(f'#tabs [data-tab="{tab}"]')
        if tabs.count():
            tabs.click()
            assert overflow(page) == 0
    page.locator('#tabs [data-tab="tokens"]').click()
    expect(page.locator(".two-players-numbers")).to_contain_text("8")
    page.locator('#tabs [data-tab="players"]').click()
    assert page.evaluate(CUT, ".cells small, .two-players, .neutral h3") == 0
    assert traffic.errors == []
