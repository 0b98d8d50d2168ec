"""A table that waits for an idle person: the question, the votes, and the seat taken back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.browser.fixtures import DESK, PHONE
from tests.browser.making import open_more
from tests.browser.serving import Served
from tests.browser.tables import make, small
from tests.browser.test_access import overflow
from tests.browser.test_clock import Time, time
from tests.browser.test_people import person
from tests.chosen import by_turns, now_and_then

__all__ = ["time"]


def three(
    browser: Browser, served: Served, language: str, size: ViewportSize
) -> tuple[list[BrowserContext], list[Page]]:
    """Maud, Odile and Lise at one table, the game begun; it awaits Maud, for at most five minutes."""
    contexts = [person(browser, served, language, size) for _ in range(3)]
    pages = [context.new_page() for context in contexts]
    table = make(pages[0], small(3, 10, first=0), people=3, idle=300)
    for page, name in zip(pages[1:], ("Odile", "Lise"), strict=True):
        sat = page.request.post(f"/api/tables/{table}/sit", data={"id": f"sits-down-at-last-{name}", "nickname": name})
        assert sat.ok, sat.text()
    begun = pages[0].request.post(f"/api/tables/{table}/commands", data={"id": "begin", "do": "start"})
    assert begun.ok, begun.text()
    for page in pages:
        page.goto(f"/t/{table}")
        page.wait_for_selector("#rail li")
    return contexts, pages


def words(language: str, english: str, french: str) -> str:
    return french if language == "fr" else english


@by_turns(("language", "size"), [("en", DESK), ("fr", PHONE)], ["desk", "phone"])
def test_the_others_decide_about_an_idle_person_who_takes_the_seat_back(
    browser: Browser, served: Served, time: Time, language: str, size: ViewportSize
) -> None:
    contexts, (maud, odile, lise) = three(browser, served, language, size)
    time.passes(odile, 31)
    before = odile.locator("#board").bounding_box()
    time.passes(odile, 215)
    asked = maud.locator('#notice [data-do="here"]')
    expect(asked).to_have_text(words(language, "I am here", "Je suis là"))
    expect(odile.locator("#notice .countdown")).to_be_visible()
    first = odile.locator("#notice .countdown").inner_text()
    expect(odile.locator("#notice .countdown")).not_to_have_text(first)
    asked.press("Enter")
    expect(asked).to_have_count(0)
    expect(odile.locator("#notice .countdown")).to_have_count(0)

    time.passes(odile, 31)
    time.passes(odile, 271)
    expect(maud.locator('#notice [data-do="here"]')).to_have_count(0)
    expect(odile.locator("#notice .way")).to_have_count(3)
    assert odile.locator("#board").bounding_box() == before, "the view is calm"
    for page in (maud, odile, lise):
        assert overflow(page) == 0
    bot = '#notice [data-text="bot"]'
    odile.locator(bot).focus()
    odile.keyboard.press("Enter")
    expect(odile.locator(bot)).to_have_attribute("aria-pressed", "true")
    expect(lise.locator(f"{bot} .way-votes")).to_contain_text("Odile")
    expect(maud.locator('#notice [data-do="back"]')).to_have_count(0)
    lise.locator(bot).click()
    expect(lise.locator("#notice .way")).to_have_count(0)
    back = maud.locator('#notice [data-do="back"]')
    expect(back).to_have_text(words(language, "Take my seat back", "Reprendre ma place"))
    back.click()
    expect(back).to_have_count(0)
    for context in contexts:
        context.close()


@now_and_then(2)
@pytest.mark.parametrize("language", ["en"])
def test_a_spectator_takes_over_an_offered_seat(browser: Browser, served: Served, time: Time, language: str) -> None:
    contexts, (maud, odile, lise) = three(browser, served, language, DESK)
    guests = person(browser, served, language)
    guest = guests.new_page()
    guest.goto(maud.url)
    time.passes(odile, 31)
    time.passes(odile, 271)
    for page in (odile, lise):
        page.locator('#notice [data-text="open"]').click()
    expect(maud.locator("#notice")).to_contain_text("until somebody takes your seat")
    guest.locator('#notice [popovertarget="people"]').click()
    guest.locator("#people #nickname").fill("Ana")
    guest.locator("#people form.sit button").click()
    expect(guest.locator("#hand")).to_be_visible()
    expect(odile.locator('#rail > [data-seat="0"]')).to_contain_text("Ana")
    expect(maud.locator('#notice [data-do="back"]')).to_have_count(0)
    for context in [*contexts, guests]:
        context.close()


def test_the_form_offers_what_is_usual_among_friends_and_strangers(browser: Browser, served: Served) -> None:
    contexts = person(browser, served)
    page = contexts.new_page()
    page.goto("/create")
    open_more(page)
    idle, turn = page.locator('[name="idle"]'), page.locator('[name="clock"][value="turn"]')
    expect(idle).to_have_value("86400")
    idle.select_option("3600")
    page.locator('[name="public"][value="public"]').locator("xpath=..").click()
    expect(turn).to_be_checked()
    expect(page.locator('[name="turn_seconds"]')).to_have_value("300")
    expect(idle).to_have_value("3600")
    page.locator('[name="public"][value="link"]').locator("xpath=..").click()
    expect(turn).not_to_be_checked()
    contexts.close()
