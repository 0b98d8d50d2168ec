"""People who leave and come back, table passwords and locks, as shown and used in the browser."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.browser.fixtures import DESK, PHONE
from tests.browser.making import choose_game, open_more, open_seat
from tests.browser.player import PATIENCE_MS
from tests.browser.serving import Served
from tests.browser.test_access import overflow
from tests.chosen import now_and_then


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server on which people are absent after a second, and bots leave time to look."""
    server = Served.start(tmp_path_factory.mktemp("people"), absence=1.0, bot_delay=(1.0, 1.0))
    yield server
    server.stop()


def person(browser: Browser, served: Served, language: str = "en", viewport: ViewportSize = DESK) -> BrowserContext:
    context = browser.new_context(
        base_url=served.address,
        viewport=viewport,
        locale={"en": "en-GB", "fr": "fr-FR"}[language],
        reduced_motion="reduce",
        has_touch=viewport is PHONE,
    )
    context.set_default_timeout(PATIENCE_MS)
    return context


def make_duel(host: Page, password: str = "") -> str:
    """The address by which a table of two invites, its second seat open."""
    host.goto("/create")
    host.locator('[name="nickname"]').fill("Maud")
    choose_game(host, players=2)
    open_seat(host)
    open_more(host)
    host.locator('[name="name"]').fill("Four winds")
    host.locator('[name="password"]').fill(password)
    expect(host.locator('[name="first"] option[value="0"]')).to_have_text("Maud")
    host.locator('[name="first"]').select_option("0")
    host.locator('[value="make"]').click()
    host.wait_for_url(re.compile(r"/t/\w+$"))
    address = host.locator("#share-link").input_value()
    assert address == host.url
    return address


def take_seat(guest: Page, name: str) -> None:
    guest.locator("#nickname").fill(name)
    guest.locator("form.sit button").click()
    expect(guest.locator("#room .seat-row.mine")).to_contain_text(name)


@now_and_then(2)
def test_the_host_lets_a_bot_play_and_the_person_takes_the_seat_back(browser: Browser, impatient: Served) -> None:
    hosts, guests = person(browser, impatient), person(browser, impatient, "fr", PHONE)
    host, guest = hosts.new_page(), guests.new_page()
    table = make_duel(host)
    guest.goto(table)
    take_seat(guest, "Odile")
    host.locator('#room [data-do="start"]').click()
    expect(guest.locator("#rail > li")).to_have_count(2)
    expect(host.locator('#notice [data-do="stand-in"]')).to_have_count(0)

    # A second tab keeps the seat; only when it is gone as well is the person away.
    second = guests.new_page()
    second.goto(table)
    expect(second.locator("#rail > li")).to_have_count(2)
    guest.close()
    expect(host.locator('#rail > [data-seat="1"]')).to_contain_text("here")
    second.close()
    expect(host.locator('#rail > [data-seat="1"]')).to_contain_text("away")
    offer = host.locator('#notice [data-do="stand-in"]')
    expect(offer).to_contain_text("Let a bot play")
    offer.press("Enter")
    expect(host.locator('#rail > [data-seat="1"]')).to_contain_text("a bot plays")
    expect(offer).to_have_count(0)

    again = guests.new_page()
    again.goto(table)
    expect(again.locator("#notice")).to_contain_text("Un robot joue pour vous.")
    assert overflow(again) == 0
    again.locator('#notice [data-do="back"]').click()
    expect(again.locator('#notice [data-do="back"]')).to_have_count(0)
    expect(host.locator('#rail > [data-seat="1"]')).to_contain_text("here")

    # Now the host leaves, and a connected person becomes host.
    host.close()
    expect(again.locator('#notice [data-do="stand-in"]')).to_contain_text("Laisser jouer un robot")
    assert impatient.stored(table.rsplit("/", 1)[1]).host == 1

    # Leaving in the middle of a game is told before it is done.
    again.evaluate("document.getElementById('people').showPopover()")
    leave = again.locator('#people [data-do="leave"]')
    expect(leave).to_be_hidden()
    again.locator("#people details.leaving summary").press("Enter")
    expect(leave).to_be_visible()
    assert overflow(again) == 0
    leave.click()
    expect(again.locator('#people [data-do="leave"]')).to_have_count(0)
    hosts.close()
    guests.close()


def test_a_person_ends_the_seat_on_other_devices(browser: Browser, impatient: Served) -> None:
    here = person(browser, impatient, "fr", PHONE)
    page = here.new_page()
    table = make_duel(page)
    there = browser.new_context(base_url=impatient.address, storage_state=here.storage_state(), viewport=DESK)
    copy = there.new_page()
    copy.goto(table)
    expect(copy.locator("#room .seat-row.mine")).to_contain_text("Maud")
    page.locator("#room .seat-row.mine details.elsewhere summary").press("Enter")
    button = page.get_by_role("button", name="Ne jouer qu’ici")
    expect(button).to_be_visible()
    assert overflow(page) == 0
    button.press("Enter")
    page.wait_for_url(table)
    expect(page.locator("#room .seat-row.mine")).to_contain_text("Maud")
    expect(copy.locator("#room .seat-row.mine")).to_have_count(0)
    expect(copy.locator("#nickname")).to_be_visible()
    here.close()
    there.close()


@now_and_then(2)
def test_the_door_asks_for_the_password_and_a_locked_seat_stays_empty(browser: Browser, impatient: Served) -> None:
    hosts, guests = person(browser, impatient), person(browser, impatient, "fr", PHONE)
    host, guest = hosts.new_page(), guests.new_page()
    table = make_duel(host, "salt and rope")
    host.locator('#room .seat-row[data-seat="1"] [data-do="lock"]').click()
    expect(host.locator('#room .seat-row[data-seat="1"] [data-do="unlock"]')).to_be_visible()

    guest.goto(table)
    field = guest.locator("#table-password")
    expect(field).to_be_focused()
    field.fill("wrong one")
    guest.keyboard.press("Enter")
    expect(guest.locator('[role="alert"]')).to_contain_text("Ce n’est pas le mot de passe")
    assert overflow(guest) == 0
    guest.locator("#table-password").fill("salt and rope")
    guest.keyboard.press("Enter")
    expect(guest.locator("#room")).to_contain_text("verrouillées")
    expect(guest.locator("#nickname")).to_have_count(0)

    host.locator('#room .seat-row[data-seat="1"] [data-do="unlock"]').click()
    take_seat(guest, "Odile")
    expect(host.locator('#room .seat-row[data-seat="1"]')).to_contain_text("Odile")
    hosts.close()
    guests.close()


def test_the_focus_stays_in_the_dialog_when_the_place_of_the_host_is_given_away(
    browser: Browser, impatient: Served
) -> None:
    hosts, guests = person(browser, impatient), person(browser, impatient)
    host, guest = hosts.new_page(), guests.new_page()
    guest.goto(make_duel(host))
    take_seat(guest, "Odile")
    host.locator('#room [data-do="start"]').click()
    expect(host.locator("#rail > li")).to_have_count(2)
    host.keyboard.press("?")
    host.locator('[popovertarget="people"]').first.click()
    host.locator('#people [data-do="host"]').focus()
    host.keyboard.press("Enter")
    expect(host.locator('#people [data-do="host"]')).to_have_count(0)
    expect(host.locator("#people button:focus")).to_have_count(1)
    hosts.close()
    guests.close()


def test_the_seats_are_a_dialog_in_the_menu_once_the_game_runs(browser: Browser, impatient: Served) -> None:
    hosts = person(browser, impatient)
    host = hosts.new_page()
    make_duel(host)
    host.locator('#room .seat-row[data-seat="1"] [data-do="bot"][data-text="random"]').click()
    host.locator('#room [data-do="start"]').click()
    expect(host.locator("#rail > li")).to_have_count(2)
    host.keyboard.press("?")
    host.locator('[popovertarget="people"]').first.click()
    dialog = host.locator("#people")
    expect(dialog).to_be_visible()
    expect(host.locator("#menu")).to_be_hidden()
    dialog.locator('[data-do="stand-in"]').click()
    expect(host.locator("#notice")).to_contain_text("A bot plays for you.")
    expect(dialog).to_be_visible()
    host.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    host.locator('#notice [data-do="back"]').click()
    expect(host.locator("#notice")).not_to_contain_text("A bot plays for you.")
    hosts.close()
