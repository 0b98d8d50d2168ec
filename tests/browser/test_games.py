"""Games of the base island through the page, made in the form: by mouse, by keyboard alone, one in each language."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.making import open_more
from tests.browser.player import Hands, Keyboard, Mouse, Player
from tests.browser.serving import Served
from tests.browser.traffic import Traffic
from tests.chosen import quick_in_turn
from tests.sizes import sized

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

OpenBrowser = Callable[..., BrowserContext]
FEW = 16
"""After so many decisions the pieces are placed, and the first dice are rolled."""
NO_MOUSE = """for (const kind of ["mousedown", "pointerdown", "touchstart"]) {
  addEventListener(kind, (event) => { if (event.isTrusted) throw new Error("a mouse was used"); }, true);
}"""


def make_table(page: Page, hands: Hands, *, players: int, goal: int, pieces: str = "printed") -> str:
    """Make a table for it on the page, against bots; return its id."""
    page.goto("/create")
    form = page.locator("#making")
    form.locator('[name="nickname"]').fill("Maud")
    choose(page, form.locator(f'[name="players"][value="{players}"]'), hands)
    open_more(page)
    if pieces == "free":
        form.locator('[name="pieces"]').select_option("free")
    less = form.locator('.step:has([name="goal"]) [data-nudge="-1"]')
    while form.locator('[name="goal"]').input_value() != str(goal):
        hands.press(less)
    expect(page.locator("#sentence")).to_contain_text(str(goal))
    hands.press(form.locator('[value="make"]'))
    page.wait_for_url(re.compile(r"/t/\w+$"))
    return page.url.rsplit("/", 1)[1]


def choose(page: Page, option: Locator, hands: Hands) -> None:
    """Choose one of a group of radio buttons."""
    if isinstance(hands, Keyboard):
        name = option.get_attribute("name")
        hands.reach(page.locator(f'input[name="{name}"]:checked'))
        while not option.is_checked():
            page.keyboard.press("ArrowLeft")
    else:
        option.locator("xpath=..").click()


def finished(page: Page, served: Served, table: str, traffic: Traffic) -> None:
    """The game has ended, the page shows it, and the server has it on disk."""
    state = served.stored(table)
    assert state.stage == "over"
    expect(page.locator('#head[data-stage="over"]')).to_be_attached()
    expect(page.locator("#summary")).to_be_visible()
    assert traffic.errors == []


@pytest.mark.campaign
def test_a_game_by_mouse_in_english(context: OpenBrowser, served: Served) -> None:
    page = context("en").new_page()
    traffic = Traffic.of(page)
    hands = Mouse(page)
    table = make_table(page, hands, players=4, goal=5)
    player = Player(page, hands)
    player.play()
    finished(page, served, table, traffic)
    assert {"roll", "end"} <= set(player.done)


@quick_in_turn(1, 2)
def test_a_game_begins_by_keyboard_alone_in_french(context: OpenBrowser, served: Served) -> None:
    player, table, traffic = by_keyboard(context)
    player.play(FEW)
    assert served.stored(table).version >= FEW
    assert {"settle", "road", "roll"} <= set(player.done)
    assert traffic.errors == []


def test_a_game_by_keyboard_alone_in_french(context: OpenBrowser, served: Served) -> None:
    player, table, traffic = by_keyboard(context)
    player.play()
    finished(player.page, served, table, traffic)
    assert {"settle", "road", "roll"} <= set(player.done)


def by_keyboard(context: OpenBrowser) -> tuple[Player, str, Traffic]:
    """A player at a new table for two, in French."""
    page = context("fr").new_page()
    page.add_init_script(NO_MOUSE)
    traffic = Traffic.of(page)
    hands = Keyboard(page)
    table = make_table(page, hands, players=2, goal=sized(3, 5), pieces="free")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    return Player(page, hands), table, traffic
