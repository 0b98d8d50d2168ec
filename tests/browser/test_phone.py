"""A phone: the choices of a figure are large, in the window and listed; no style of one family reaches the other."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.boxes import faults
from tests.browser.fixtures import PHONE
from tests.browser.serving import Served
from tests.browser.stage import Stage, sit_down
from tests.browser.tables import begin, small
from tests.carcassonne.kit import RED, board
from tests.kit import table

pytestmark = pytest.mark.timeout(120)

OpenBrowser = Callable[..., BrowserContext]
ROOT = Path(__file__).parents[2]
ROW = "S road_straight@1,0,0 road_straight@2,0,0 road_straight@3,0,0 road_straight@4,0,0 road_straight@5,0,0"
SIZES = ((390, 844), (360, 640), (360, 560), (844, 390))
CHOICES = """() => {
  const stage = document.getElementById("stage");
  return [...document.querySelectorAll("#targets .claim .disc")].filter((one) => one.checkVisibility()).map((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const above = document.elementFromPoint(left + width / 2, top + height / 2);
    return { width, seen: above !== null && stage.contains(above) };
  });
}"""
"""The discs of the figures: how wide they are, and whether they are in the window and under no panel."""
OFF = """() => {
  const [lit, land] = ["lit", "land-grounds"].map((id) => document.getElementById(id).getBoundingClientRect());
  return Math.max(...["left", "right", "top", "bottom"].map((side) => Math.abs(lit[side] - land[side])));
}"""
"""How many pixels the outlines of the features are off the tiles."""
MATCHED = """(css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const all = (rules) => [...rules].flatMap((rule) => rule.selectorText ?? all(rule.cssRules ?? []));
  const still = (selector) => selector.replace(/:(hover|focus-visible)\b/g, ":not(x)");
  return all(sheet.cssRules).filter((selector) => document.querySelector(still(selector)));
}"""
"""The selectors of a style sheet that match something on the page."""


def settled(page: Page, width: int, height: int) -> None:
    """Give the window this size, and wait until the board has moved: on a busy machine until all choices are seen."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_timeout(450)
    for _ in range(20):
        if all(one["seen"] for one in page.evaluate(CHOICES)):
            break
        page.wait_for_timeout(250)


def test_the_tile_of_a_figure_is_magnified_and_its_choices_are_seen_and_listed(
    context: OpenBrowser, staged: tuple[Served, Stage]
) -> None:
    position = board(ROW, seats=2)
    position.drawn(RED, "road_straight")
    page = context("fr", PHONE, touch=True).new_page()
    sit_down(page, staged, position, language="fr")
    page.locator("#targets [data-cell] .target:visible").first.wait_for()
    assert page.evaluate(OFF) < 2
    # A view that the reader has chosen gives way to the choice, too.
    page.locator('.tools [data-zoom="in"]').tap()
    page.wait_for_timeout(300)
    place = page.locator("#targets [data-cell] .target:visible").last
    place.evaluate("(one) => one.dispatchEvent(new MouseEvent('click', { bubbles: true }))")
    expect(page.locator("[data-tick]")).to_have_attribute("aria-label", re.compile("^Confirmer\\s: La poser en"))
    page.locator("[data-tick]").tap()
    expect(page.locator("#targets .claiming")).to_be_attached()
    for width, height in SIZES:
        settled(page, width, height)
        choices = page.evaluate(CHOICES)
        entries = page.locator(".spot:visible")
        assert len(choices) == entries.count() > 1, (width, height)
        assert all(one["seen"] for one in choices), (width, height, choices)
        assert min(one["width"] for one in choices) > 36, (width, height, choices)
        side = page.locator("#targets .claiming").evaluate("(one) => one.getBoundingClientRect().width")
        assert (190 if height != 560 else 140) < side < 210, (width, height)
    settled(page, 390, 844)
    entry = page.locator(".spot:visible", has_text="pré").first
    entry.tap()
    expect(entry).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-tick]")).to_have_attribute("aria-label", re.compile("^Confirmer\\s: Dans le pré"))
    before = page.locator("body").get_attribute("data-version")
    page.locator("[data-tick]").tap()
    expect(page.locator("body")).not_to_have_attribute("data-version", str(before))


def test_the_sheet_of_one_family_styles_nothing_of_the_other(context: OpenBrowser) -> None:
    page = context("fr", PHONE, touch=True).new_page()
    begin(page, small(2, 5, "free"), language="fr")
    css = (ROOT / "src/bastide/web/static/css/tiles.css").read_text("utf-8")
    matched = page.evaluate(MATCHED, css)
    assert [one for one in matched if "minimap" not in one and ".edges" not in one] == []
    assert page.evaluate("() => getComputedStyle(document.querySelector('#log svg')).pointerEvents") != "none"


LAYOUT = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [land, foot, tabs, main, stage] = ["#land", ".foot", "#tabs", "#tabs .main", "#stage"].map(box);
  const offer = document.getElementById("offer");
  const over = offer.getClientRects().length ? offer.getBoundingClientRect().top : foot.top;
  return { top: land.top, bottom: land.bottom, height: land.height, over, foot: foot.top,
    tabs: tabs.bottom, main: main.bottom, stage: stage.bottom, window: innerHeight, page: document.body.scrollHeight };
}"""
"""Where the land, the offer and the parts of the sheet are."""


SMALL = """() => [...document.querySelectorAll("button, a[href]")].filter((one) => {
  if (one.closest("#targets, .skip") || one.matches(".grab, .skip, .vh")) return false;
  const { width, height } = one.getBoundingClientRect();
  return one.checkVisibility({ visibilityProperty: true }) && width > 0 && Math.min(width, height) < 43.5;
}).map((one) => `${one.className} ${one.textContent}`)"""
"""The buttons that are too small for a finger."""


def test_nothing_is_cut_on_a_low_phone_and_the_sheet_folds(context: OpenBrowser) -> None:
    page = context("fr", PHONE, touch=True).new_page()
    begin(page, small(3, 5, "free", first=0), language="fr")
    page.locator("#tabs .main").wait_for()
    for width, height in ((390, 844), (360, 560), (360, 640)):
        settled(page, width, height)
        seen = page.evaluate(LAYOUT)
        assert seen["page"] == seen["window"] == height, seen
        assert max(seen["main"], seen["tabs"]) <= height, seen
        assert page.evaluate(SMALL) == [], (width, height)
    page.locator("[data-grab]").tap()
    expect(page.locator("[data-grab]")).to_have_attribute("aria-expanded", "false")
    page.wait_for_timeout(400)
    folded = page.evaluate(LAYOUT)
    assert folded["foot"] > seen["foot"] + 60
    assert folded["height"] > seen["height"]
    assert folded["bottom"] < folded["foot"]
    expect(page.locator("#hand")).to_be_hidden()
    swipe(page, -60)
    expect(page.locator("#hand")).to_be_visible()
    swipe(page, 60)
    expect(page.locator("#hand")).to_be_hidden()
    page.locator('#tabs [data-tab="build"]').tap()
    expect(page.locator("#hand")).to_be_visible()


def test_a_board_keeps_its_size_while_a_place_is_chosen_and_bots_greet_under_the_seats(context: OpenBrowser) -> None:
    page = context("fr", PHONE, touch=True).new_page()
    begin(page, small(4, 5, "free", first=0), language="fr", bot="easy")
    said, rail = page.locator(".spoken").bounding_box(), page.locator("#rail").bounding_box()
    assert said is not None
    assert rail is not None
    assert said["y"] >= rail["y"] + rail["height"]
    for width, height in ((390, 844), (360, 640), (844, 390)):
        settled(page, width, height)
        before = page.locator("#land").bounding_box()
        page.locator("#targets .target:visible [pointer-events=all]").nth(5).tap(force=True)
        expect(page.locator("[data-tick]")).to_be_visible()
        page.wait_for_timeout(300)
        assert page.locator("#land").bounding_box() == before, (width, height)
        page.keyboard.press("Escape")
        expect(page.locator("[data-tick]")).to_be_hidden()


def test_a_board_is_fitted_beside_the_offer_and_not_behind_the_hand(
    context: OpenBrowser, staged: tuple[Served, Stage]
) -> None:
    page = context("fr", PHONE, touch=True).new_page()
    sit_down(
        page, staged, table(4, hands={0: "ore*2 wool grain", 1: "brick*2", 2: "lumber", 3: "wool*3"}), language="fr"
    )
    page.locator('#tabs [data-tab="trade"]').tap()
    for width, height in ((390, 844), (360, 640), (360, 560)):
        settled(page, width, height)
        seen = page.evaluate(LAYOUT)
        assert 40 < seen["top"] < seen["bottom"] < seen["over"], (width, height, seen)
        expect(page.locator("#offer [data-send]")).to_be_in_viewport()
    for width, height in ((640, 360), (844, 390)):
        settled(page, width, height)
        expect(page.locator("#offer .partners")).to_be_in_viewport(ratio=1)
        assert faults(page) == [], (width, height)
    # What happens is announced in the words of the log, which is not on the screen, and then what is asked.
    expect(page.locator("#heard")).to_be_empty()
    page.evaluate(HEARD)
    page.locator("#tabs .main").tap()
    page.wait_for_function("() => document.querySelector('#prompt.mine') && window.heard.length > 0")
    told = page.locator("#log .line > span").all_text_contents()
    heard = " ".join(page.evaluate("window.heard"))
    rolled = next(one for one in told if " fait " in one)
    assert rolled in heard
    assert page.locator("#prompt > .ask").inner_text() in heard
    assert page.locator("#log, #prompt").evaluate_all("(all) => all.map((one) => one.ariaLive)") == ["off", "off"]


HEARD = """() => {
  window.heard = [];
  new MutationObserver(() => window.heard.push(document.getElementById("heard").textContent))
    .observe(document.getElementById("heard"), { childList: true, characterData: true, subtree: true });
}"""
"""Keeps what is announced from now on."""


def swipe(page: Page, down: int) -> None:
    """Swipe over the bar of the sheet by so many pixels."""
    box = page.locator("[data-grab]").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + 8
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in (0.3, 0.7, 1.0):
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y + down * part}]})
    page.wait_for_timeout(150)  # the finger rests: a tap would otherwise end the momentum, and nothing else
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touch.detach()


def test_the_prompt_names_its_buttons_and_no_tip_lies_over_a_sheet(
    context: OpenBrowser, staged: tuple[Served, Stage]
) -> None:
    page = context("fr", PHONE, touch=True).new_page()
    roads = {0: "0,0,NE 0,0,E"}
    sit_down(page, staged, table(4, hands={0: "brick lumber", 1: "ore"}, roads=roads), language="fr")
    page.locator('#actions [data-verb="road"]').tap()
    expect(page.locator("#prompt .cancel")).to_have_accessible_name(re.compile("Choisir autre chose"))
    page.locator("#targets .target:visible [pointer-events=all]").first.tap(force=True)
    expect(page.locator("#tip")).to_be_visible()
    box = page.locator("[data-tick]").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    page.locator('#tabs [data-tab="trade"]').tap()
    expect(page.locator("#tip")).to_be_hidden()
