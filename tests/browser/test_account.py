"""An account in the browser: register, take a seat, continue in another browser; keyboard, axe, phone."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.fixtures import DESK, PHONE
from tests.browser.player import Mouse, Player, until
from tests.browser.serving import Served
from tests.browser.tables import begin, small
from tests.browser.test_access import findings, overflow
from tests.browser.traffic import Traffic
from tests.chosen import by_turns, now_and_then

OpenBrowser = Callable[..., BrowserContext]
PASSWORD = "correct horse"
numbers = itertools.count()


def register(page: Page) -> str:
    """Make an account by the keyboard; its name."""
    name = f"Maud {next(numbers)}"
    page.goto("/")
    page.locator('header a[href="/account"]').click()
    form = page.locator("form", has=page.locator('[value="register"]'))
    form.locator('[name="name"]').focus()
    page.keyboard.type(name)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text(name)
    return name


def sign_in(page: Page, name: str) -> None:
    page.goto("/account")
    form = page.locator("form", has=page.locator('[value="sign-in"]'))
    form.locator('[name="name"]').fill(name)
    form.locator('[name="password"]').fill(PASSWORD)
    form.locator("button").click()
    expect(page.locator("h1")).to_have_text(name)


@now_and_then(2)
def test_a_game_goes_on_in_another_browser(context: OpenBrowser, served: Served) -> None:
    here = context("en").new_page()
    traffic = Traffic.of(here)
    name = register(here)
    table = begin(here, small(2, 5))
    assert Player(here, Mouse(here)).wait() == "turn", "the dice are to be rolled"
    before = served.stored(table).version

    there = context("fr").new_page()
    there.goto("/")
    expect(there.locator(f'a[href="/t/{table}"]')).to_have_count(0)
    sign_in(there, name)
    there.locator(f'.list a[href="/t/{table}"]').click()
    # The page is there before its script is, which alone hears a click.
    expect(there.locator('body[data-link="up"]')).to_be_attached()
    until(there, "(version) => Number(document.body.dataset.version) >= version", before)
    other = Player(there, Mouse(there))
    assert other.wait() == "turn"
    other.turn()
    version = served.stored(table).version
    assert version > before, "what was played there is stored"
    until(here, "(version) => Number(document.body.dataset.version) >= version", version)

    there.goto("/account")
    there.locator('[value="sign-out"]').click()
    expect(there.locator('[value="sign-in"]')).to_be_visible()
    there.goto(f"/t/{table}")
    there.wait_for_selector("#rail li")
    assert there.locator("#actions [data-notation]").count() == 0, "the next browser only watches"
    assert traffic.errors == []


@by_turns(("language", "dark"), [("en", False), ("fr", True)], ids=["light", "dark"])
def test_the_page_of_an_account_has_no_serious_finding(
    context: OpenBrowser, axe: str, language: str, dark: bool
) -> None:
    mine = context(language, PHONE if dark else {"width": 1440, "height": 900}, dark=dark)
    page = mine.new_page()
    page.goto("/")
    page.locator(".start").first.click()
    page.wait_for_selector("#rail li")
    register(page)
    expect(page.locator('[value="seats"]')).to_be_visible()
    assert findings(page, axe) == []
    page.locator('[value="seats"]').click()
    page.locator("summary").click()
    page.locator('details [name="password"]').fill("wrong horse")
    page.locator('[value="delete"]').click()
    expect(page.locator('details [role="alert"]')).to_be_visible()
    assert findings(page, axe) == []
    assert overflow(page) == 0


@now_and_then(2)
@by_turns(("language", "dark"), [("en", False), ("fr", True)], ids=["light", "dark"])
def test_a_session_is_ended_from_another_browser(
    context: OpenBrowser, axe: str, served: Served, language: str, dark: bool
) -> None:
    there = context("en").new_page()
    name = register(there)
    table = begin(there, small(2, 5))
    Player(there, Mouse(there)).wait()
    expect(there.locator('body[data-link="up"]')).to_be_attached()

    here = context(language, PHONE if dark else DESK, dark=dark).new_page()
    sign_in(here, name)
    own = here.locator("#sessions")
    expect(own.locator("li")).to_have_count(2)
    # The time is that of the reader's place, in the reader's words.
    expect(own.locator("time").first).not_to_contain_text("UTC")
    assert findings(here, axe) == []
    assert overflow(here) == 0
    end = own.locator('[value="end-session"]')
    end.focus()
    here.keyboard.press("Enter")
    expect(own.locator('[role="status"]')).to_be_visible()
    expect(own.locator("li")).to_have_count(1)
    expect(own.locator('[value="end-sessions"]')).to_have_count(0)
    assert findings(here, axe) == []
    # Its page is told at once, and says what to do; loaded again it only watches.
    expect(there.locator('body[data-link="down"]')).to_be_attached()
    expect(there.locator("#whynot")).to_contain_text("You were signed out here")
    there.reload()
    there.wait_for_selector("#rail li")
    expect(there.locator("#actions [data-notation]")).to_have_count(0)
    there.goto("/account")
    expect(there.locator('[value="sign-in"]')).to_be_visible()
    assert served.stored(table).seats[0].kind == "person", "the seat waits for its account to sign in"
