"""Six seats, two of them people on different devices: a desktop in English and a phone in French, against four bots."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.fixtures import DESK, PHONE
from tests.browser.making import choose_game, open_more, open_seat
from tests.browser.player import MY_MOVE, Mouse, Player
from tests.browser.serving import Served
from tests.browser.test_access import overflow
from tests.browser.traffic import Traffic

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

OpenBrowser = Callable[..., BrowserContext]

TURNS = 7
"""Everybody has had a turn."""
MOST_TURNS = 60
SPECIAL = {"en": "Special building phase: build, buy, or pass.", "fr": "construisez, achetez ou passez."}
OTHERS = {"en": "Special building phase: Odile builds.", "fr": "à Maud de construire."}
SECOND = {"en": "Your second turn: build, trade with the bank", "fr": "Votre second tour"}
TOUCHING = """() => {
  const shown = (one) => one.getClientRects().length > 0;
  const boxes = [...document.querySelectorAll("#rail > li")].filter(shown).map((one) => one.getBoundingClientRect());
  const before = (end, begin) => end <= begin + 1;
  const aside = (a, b) => before(a.right, b.left) || before(b.right, a.left);
  const apart = (a, b) => aside(a, b) || before(a.bottom, b.top) || before(b.bottom, a.top);
  return boxes.filter((a, n) => boxes.slice(n + 1).some((b) => !apart(a, b))).length;
}"""
"""How many rows of players lie over another."""
CUT = """() => {
  const shown = (one) => one.getClientRects().length > 0;
  const cut = (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== "visible";
  const texts = ["#prompt", "#head", "#actions", "#tabs", ".five-six", ".fold summary"];
  const parts = texts.map((one) => `${one} *:not(.vh, h1)`).join();
  return [...document.querySelectorAll(parts)].filter((one) => shown(one) && cut(one)).map((one) => one.outerHTML);
}"""
"""The texts of the head, the prompt, the buttons and the panel that are wider than their place."""


@dataclass
class Guest(Player):
    """A person who rolls, ends the turn, and builds in the special building phase and the second turn of a pair."""

    language: str = "en"
    builds: bool = True
    asked: int = 0
    built: int = 0
    second: int = 0

    def act(self) -> bool:
        """Do one thing, if something is asked; whether it was."""
        match self.page.evaluate(MY_MOVE):
            case "choice":
                self.choose()
            case "answer":
                self.refuse()
            case "place":
                self.place()
            case "turn":
                self.turn()
            case _:
                return False
        return True

    def turn(self) -> None:
        prompt = self.page.locator("#prompt").inner_text()
        between = self.page.locator('[data-notation="pass"]:visible').count() > 0
        assert between is (SPECIAL[self.language] in prompt)
        if between:
            self.asked += 1
            self.look_between()
        elif SECOND[self.language] in prompt:
            self.second += 1
        if (between or SECOND[self.language] in prompt) and self.builds and self.build_one():
            return
        for text in ("roll", "end", "pass"):
            button = self.page.locator(f'[data-notation="{text}"]:visible')
            if button.count():
                self.click(button.first, text)
                return

    def look_between(self) -> None:
        """The page says what can be done in the special building phase."""
        assert not self.page.locator('#actions [data-notation="end"]').count()
        assert not self.page.locator('#actions [data-form="offer"]').count()
        mine = self.page.locator("#rail > .turn")
        expect(mine).to_have_count(1)
        expect(mine).to_contain_text("Maud" if self.builds else "Odile")
        looks(self.page)

    def build_one(self) -> bool:
        """Build something, if the cards suffice."""
        made = any(self.build(verb) for verb in ("city", "settlement", "road"))
        self.built += made
        return made


def looks(page: Page) -> None:
    """Nothing is wider than the page, lies over another thing, or is cut; the log shows its end."""
    assert overflow(page) == 0
    assert page.evaluate(TOUCHING) == 0
    assert page.evaluate(CUT) == []
    assert page.evaluate("document.getElementById('log').scrollTop") > -24


def seated(context: OpenBrowser, served: Served, between: str) -> tuple[Guest, Guest]:
    """A table of six: Maud at the desktop, Odile with a phone, four bots. The game begins."""
    host, phone = context("en", DESK).new_page(), context("fr", PHONE, touch=True).new_page()
    maud, odile = Guest(host, Mouse(host)), Guest(phone, Mouse(phone), language="fr", builds=False)
    host.goto(f"{served.address}/create?lang=en")
    host.locator('[name="nickname"]').fill("Maud")
    choose_game(host, players=6)
    open_seat(host)
    open_more(host)
    host.locator(f'[name="option_between_turns"][value="{between}"]').check(force=True)
    host.locator('[name="first"]').select_option("0")
    host.locator('[value="make"]').click()
    host.wait_for_url(re.compile(r"/t/\w+$"))
    phone.goto(host.url)
    phone.locator("#nickname").fill("Odile")
    phone.locator("form.sit button").click()
    expect(phone.locator("#room .seat-row.mine")).to_contain_text("Odile")
    host.locator('#room [data-do="start"]').click()
    for page in (host, phone):
        expect(page.locator("#rail > li")).to_have_count(6)
    return maud, odile


def turn_of(page: Page) -> int:
    """The number of the turn in the head; 0 in the set-up."""
    found = re.search(r"(?:Turn|Tour) (\d+)", page.locator("#head").inner_text())
    return int(found[1]) if found else 0


def play(maud: Guest, odile: Guest, enough: Callable[[], bool]) -> None:
    """Play in turn until that is enough."""
    while not enough():
        assert turn_of(maud.page) < MOST_TURNS
        if not maud.act() and not odile.act():
            maud.page.wait_for_timeout(20)


@pytest.mark.campaign
def test_two_people_and_four_bots_with_the_special_building_phase(context: OpenBrowser, served: Served) -> None:
    maud, odile = seated(context, served, "building")
    told = [Traffic.of(guest.page) for guest in (maud, odile)]
    play(maud, odile, lambda: odile.asked > 0)
    expect(maud.page.locator("#log")).to_contain_text("ends the turn: special building phase")

    # Odile is asked, and Maud's page says so; then she sits out for good.
    play(maud, odile, lambda: odile.page.locator('#tabs [data-notation="pass"]').count() > 0)
    expect(maud.page.locator("#prompt")).to_contain_text(OTHERS["en"])
    looks(maud.page)
    odile.page.locator('#tabs [data-tab="phase"]').click()
    odile.page.locator('[data-notation="sit-out"]:visible').click()
    odile.page.locator('#tabs [data-tab="build"]').click()  # where offers open, too
    expect(maud.page.locator("#rail-1")).to_contain_text("sits out the special building phases")
    asked = odile.asked
    seen = []

    def watched() -> bool:
        if maud.page.locator('#actions [data-notation="pass"]').count():
            seen.append(OTHERS["fr"] in odile.page.locator("#prompt").inner_text().replace("\u202f", " "))
        return maud.built > 0 and turn_of(maud.page) >= TURNS

    play(maud, odile, watched)
    assert odile.asked == asked
    assert any(seen)
    looks(odile.page)

    # The builder takes back what was built, and is still asked.
    play(maud, odile, lambda: maud.done[-1] in ("road", "settlement", "city") and maud.page.evaluate(MY_MOVE) == "turn")
    built = maud.page.locator("#log .line").count()
    maud.sent(lambda: maud.page.keyboard.press("u"), "undo")
    assert maud.page.locator("#log .line").count() < built
    expect(maud.page.locator("#prompt")).to_contain_text(SPECIAL["en"])
    assert [traffic.errors for traffic in told] == [[], []]


@pytest.mark.campaign
def test_two_people_and_four_bots_with_paired_players(context: OpenBrowser, served: Served) -> None:
    maud, odile = seated(context, served, "paired")
    told = [Traffic.of(guest.page) for guest in (maud, odile)]
    play(maud, odile, lambda: turn_of(maud.page) >= TURNS and maud.second > 0 and odile.second > 0)
    assert (maud.asked, odile.asked) == (0, 0)
    expect(maud.page.locator("#log")).to_contain_text("takes a second turn, paired with")
    expect(odile.page.locator("#log")).to_contain_text("joue le second tour")
    for guest in (maud, odile):
        looks(guest.page)
    assert [traffic.errors for traffic in told] == [[], []]
