"""A second click, too early or on a control that replaced the first, does nothing; no answer costs a click."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from bastide.kernel.game import Game
from tests.browser.making import open_seat, press
from tests.browser.player import Mouse, Player
from tests.browser.serving import Served
from tests.browser.tables import begin, small

pytestmark = pytest.mark.slow

OpenBrowser = Callable[..., BrowserContext]
ROLL = '#actions [data-notation="roll"]'


def to_roll(context: OpenBrowser) -> tuple[Page, str]:
    """A table at which it is this person's turn to roll."""
    page = context("en").new_page()
    table = begin(page, small(2, 3))
    Player(page, Mouse(page)).wait()
    expect(page.locator(ROLL)).to_be_visible()
    return page, table


def rolled_once(page: Page, served: Served, table: str) -> None:
    """The dice have been rolled, and nothing else."""
    expect(page.locator(ROLL)).to_have_count(0)
    page.wait_for_timeout(400)
    expect(page.locator("#whynot")).to_be_hidden()
    expect(page.locator("#prompt.mine")).to_be_visible()
    match = served.stored(table).match
    assert match is not None
    assert isinstance(match.game, Game)
    mine = [decision.text for decision in match.game.decisions if decision.seat == 0]
    assert mine[-1] == "roll"
    assert mine.count("end") == 0


def test_a_double_click_on_the_dice_does_not_end_the_turn(context: OpenBrowser, served: Served) -> None:
    page, table = to_roll(context)
    page.locator(ROLL).dblclick()
    rolled_once(page, served, table)


def test_the_same_button_twice_before_the_answer_is_sent_once(context: OpenBrowser, served: Served) -> None:
    page, table = to_roll(context)
    page.locator(ROLL).evaluate("button => { button.click(); button.click(); }")
    rolled_once(page, served, table)


def test_no_answer_of_the_server_moves_a_button_that_is_being_pressed(context: OpenBrowser) -> None:
    page = context("en").new_page()
    page.goto("/create/carcassonne")
    press(page, "players", "5")
    expect(page.locator("#sentence")).to_contain_text("5 players")
    page.locator('[value="make"]').hover()
    page.mouse.down()
    with page.expect_response("**/preview"):
        open_seat(page)
    page.wait_for_timeout(100)
    expect(page.locator("#sentence")).not_to_contain_text("1 seat waits")
    page.mouse.up()
    page.wait_for_url("**/t/*")


def test_what_the_server_says_is_shown_once_a_press_is_over(context: OpenBrowser) -> None:
    page = context("en").new_page()
    page.goto("/create")
    page.locator('[value="make"]').hover()
    page.mouse.down()
    with page.expect_response("**/preview"):
        open_seat(page)
    page.mouse.move(5, 5)
    page.mouse.up()
    expect(page.locator("#sentence")).to_contain_text("1 seat waits")


def test_no_tip_stays_where_its_place_was(context: OpenBrowser) -> None:
    page = context("en").new_page()
    begin(page, small(2, 3, "free"))
    page.locator("#targets [data-tip]:visible").first.dispatch_event("pointerover")
    expect(page.locator("#tip")).to_be_visible()
    page.keyboard.press("+")
    expect(page.locator("#tip")).to_be_hidden()
