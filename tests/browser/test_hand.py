"""Cards of the hand as controls: clicking them discards, offers and gives, by mouse, key and screen reader."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from tests.browser.fixtures import DESK, PHONE
from tests.browser.player import until
from tests.browser.serving import Served
from tests.browser.stage import Position, Stage
from tests.browser.test_access import findings
from tests.browser.test_offers import VISIBLE, decisions
from tests.chosen import by_turns, now_and_then
from tests.kit import table as position

pytestmark = pytest.mark.timeout(120)

OpenBrowser = Callable[..., BrowserContext]
HANDS = {0: "ore*5 brick*2 wool*2 grain*2", 1: "wool*3", 2: "brick grain", 3: "lumber"}
SIDEWAYS: ViewportSize = {"width": 844, "height": 390}
LOW_DESK: ViewportSize = {"width": 1366, "height": 768}
TABLET: ViewportSize = {"width": 820, "height": 1180}
SMALL = """(selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect())
  .filter((box) => box.height < 44 || box.width < 40).map((box) => [box.width, box.height])"""
"""The sizes of controls that a finger would miss."""


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Stage]]:
    """A server whose bots wait, and whose next game is the position that a test lays out."""
    server = Served.start(tmp_path_factory.mktemp("hand"), bot_delay=(60.0, 60.0))
    yield server, Stage.of(server)
    server.stop()


def opened(
    context: BrowserContext, staged: tuple[Served, Stage], laid: Position, language: str, modules: str = ""
) -> Page:
    """Seat 0's page at a table with three bots."""
    served, stage = staged
    stage.set(laid)
    page = context.new_page()
    config: dict[str, object] = {"seats": 4, **({"modules": modules.split()} if modules else {})}
    seats: list[dict[str, str]] = [{"kind": "open"}, *[{"kind": "bot", "bot": "greedy"}] * 3]
    body = {"name": "The quay", "nickname": "Maud", "config": config, "seats": seats, "start": True}
    reply = page.request.post(f"{served.address}/api/tables", data=body, headers={"Origin": served.address})
    assert reply.ok, reply.text()
    page.goto(f"{served.address}/t/{reply.json()['table']}?lang={language}")
    expect(page.locator("#hand")).to_be_visible()
    return page


def seven() -> Position:
    """Seat 0 holds eleven cards and a seven was rolled."""
    return position(seats=4, hands=HANDS, on_turn=3).play("end", "roll", "roll 3 4")


def decided(staged: tuple[Served, Stage], page: Page, text: str) -> None:
    """Wait until the server has this decision."""
    for _ in range(200):
        if text in decisions(staged, page):
            return
        page.wait_for_timeout(25)
    raise AssertionError(f"{text!r} is not among {decisions(staged, page)}")


def test_a_hint_can_be_asked_for_while_cards_are_discarded(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = opened(context("en", LOW_DESK), staged, seven(), "en")
    lamp = page.locator("#head .lamp")
    expect(page.locator("#choice [data-send]")).to_be_visible()
    expect(lamp).to_be_visible()
    page.keyboard.press("i")
    expect(lamp).to_be_focused()


@by_turns(
    ("language", "sizes"), [("en", [SIDEWAYS, TABLET, DESK]), ("fr", [DESK, LOW_DESK, PHONE])], ids=["desk", "phone"]
)
def test_clicked_cards_are_discarded(
    context: OpenBrowser, axe: str, staged: tuple[Served, Stage], language: str, sizes: list[ViewportSize]
) -> None:
    page = opened(context(language, sizes[-1]), staged, seven(), language)
    for size in sizes:
        page.set_viewport_size(size)
        for seen in ("#hand .goods-row .stack", "#choice .tray", "#choice [data-send]"):
            assert page.evaluate(VISIBLE, seen), f"{seen} is covered at {size}"
        assert page.evaluate(SMALL, "#hand [data-adds], #choice button:not(.pick:not(.some))") == []
    send = page.locator("#choice [data-send]")
    for good in ("ore", "ore", "brick", "wool"):
        page.locator(f'#hand [data-adds="{good}"]').click()
        expect(send).to_have_attribute("aria-disabled", "true")
    expect(page.locator('#hand [data-adds="ore"] .taken')).to_have_text("\u22122")
    assert findings(page, axe) == []
    # A click in the tray takes a card back.
    page.locator('#choice .pick[data-good="brick"]').click()
    expect(page.locator('#hand [data-adds="brick"] .taken')).not_to_be_attached()
    page.locator('#hand [data-adds="ore"]').click()
    page.locator('#hand [data-adds="grain"]').click()
    # Five are chosen: no card more.
    expect(page.locator('#hand [data-adds="ore"]')).to_have_attribute("aria-disabled", "true")
    page.locator('#hand [data-adds="ore"]').click(force=True)
    expect(page.locator("#choice .progress")).to_contain_text("5")
    send.click()
    decided(staged, page, "0: discard wool grain ore*3")


def test_a_rolled_seven_moves_the_focus_from_the_button_to_the_cards(
    context: OpenBrowser, staged: tuple[Served, Stage]
) -> None:
    page = opened(context("fr"), staged, position(seats=4, hands=HANDS, rolled=False), "fr")
    staged[1].draws = ["roll 3 4"]
    board = page.locator("#board")
    fitted = board.get_attribute("viewBox")
    roll = page.locator('#actions [data-notation="roll"]')
    roll.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#choice[data-live]")).to_be_attached()
    expect(page.locator("#hand [data-adds]").first).to_be_focused()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert board.get_attribute("viewBox") == fitted, "the board stays while cards are chosen"


def test_keys_choose_cards_and_take_them_back_and_the_choice_is_spoken(
    context: OpenBrowser, staged: tuple[Served, Stage]
) -> None:
    page = opened(context(), staged, seven(), "en")
    for key in ("5", "5", "5", "2", "3", "4"):
        page.keyboard.press(key)
    said = page.locator("#choice [data-says]")
    expect(said).to_have_text("Brick 1, Wool 1, Ore 3")
    expect(said).to_have_attribute("role", "status")
    page.keyboard.press("Backspace")
    expect(said).to_have_text("Wool 1, Ore 3")
    assert page.evaluate("document.activeElement.closest('#hand') !== null"), "the focus is lost"
    card = page.get_by_role("button", name=re.compile("Grain.*choose one"))
    card.focus()
    page.keyboard.press("Enter")
    expect(said).to_have_text("Wool 1, Grain 1, Ore 3")
    page.locator("#choice [data-send]").focus()
    page.keyboard.press("Enter")
    decided(staged, page, "0: discard wool grain ore*3")


@now_and_then(2)
@pytest.mark.parametrize(
    ("language", "size"),
    [("en", DESK), ("fr", LOW_DESK), ("en", TABLET), ("fr", PHONE), ("en", SIDEWAYS)],
    ids=["desk", "low desk", "tablet", "phone", "sideways"],
)
def test_a_clicked_card_opens_an_offer_that_leaves_hand_and_log_in_view(
    context: OpenBrowser, staged: tuple[Served, Stage], language: str, size: ViewportSize
) -> None:
    page = opened(context(language, size), staged, position(seats=4, hands=HANDS, on_turn=0), language)
    page.locator('#hand [data-adds="ore"]').click()
    form = page.locator('form[data-form="offer"]')
    expect(form).to_be_visible()
    page.locator('#hand [data-adds="ore"]').click()
    form.locator('[data-side="want"] [data-adds="grain"]').click()
    # What is given is not asked for: the last click counts.
    form.locator('[data-side="want"] [data-adds="ore"]').click()
    expect(page.locator('#hand [data-adds="ore"] .taken')).not_to_be_attached()
    page.locator('#hand [data-adds="ore"]').click()
    page.locator('#hand [data-adds="ore"]').click()
    for seen in ("#hand .goods-row .stack", '#offer [data-side="give"] .tray', "#offer [data-send]"):
        assert page.evaluate(VISIBLE, seen), f"{seen} is covered"
    assert page.evaluate(SMALL, "#hand [data-adds], #offer form.offer :is(.choosable, .pick.some)") == []
    if size["width"] >= 1200:
        box = page.locator("#log").bounding_box()
        assert box is not None
        assert box["height"] >= 60, "the log is not in view"
    form.locator("[data-send]").click()
    decided(staged, page, "0: offer ore*2 for grain")


def test_cards_are_no_buttons_while_nothing_takes_them(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = opened(context(), staged, position(seats=4, hands=HANDS, on_turn=1), "en")
    assert page.locator("#hand .goods-row button").count() == 0
    expect(page.locator('#hand [data-good="ore"]')).to_have_attribute("data-count", "5")
    until(page, "() => document.body.dataset.link === 'up'")


@by_turns(("language", "size"), [("en", DESK), ("fr", PHONE)], ids=["desk", "phone"])
def test_a_reload_keeps_what_is_picked_and_not_sent(
    context: OpenBrowser, staged: tuple[Served, Stage], language: str, size: ViewportSize
) -> None:
    page = opened(context(language, size), staged, seven(), language)
    for good in ("ore", "ore", "brick"):
        page.locator(f'#hand [data-adds="{good}"]').click()
    page.reload()
    expect(page.locator('#hand [data-adds="ore"] .taken')).to_have_text("\u22122")
    for good in ("wool", "wool"):
        page.locator(f'#hand [data-adds="{good}"]').click()
    page.locator("#choice [data-send]").click()
    decided(staged, page, "0: discard brick wool*2 ore*2")
    # What was sent is no draft: the next one who is asked for as many starts empty.
    page.reload()
    expect(page.locator("#hand .taken")).to_have_count(0)

    page = opened(context(language, size), staged, position(seats=4, hands=HANDS), language)
    page.locator('#hand [data-adds="ore"]').click()
    form = page.locator('form[data-form="offer"]')
    form.locator('[data-side="want"] [data-adds="wool"]').click()
    form.locator('[data-to="2"]').click()
    page.reload()
    expect(form).to_be_visible()
    expect(form.locator('[data-to="2"]')).to_have_attribute("aria-pressed", "false")
    form.locator("[data-send]").click()
    decided(staged, page, "0: offer ore for wool to 1 3")
