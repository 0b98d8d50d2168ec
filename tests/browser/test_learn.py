"""Lessons as somebody plays them who only does what is lit, and the sheet that tells what is new at a table."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect
from playwright.sync_api import Error as PlaywrightError

from bastide.kernel.families import FAMILIES
from bastide.lessons import course
from bastide.lessons.lessons import lesson, lessons
from tests.browser.boxes import faults
from tests.browser.fixtures import DESK, PHONE
from tests.browser.player import until
from tests.browser.tables import begin, small
from tests.browser.test_access import findings, overflow
from tests.chosen import by_commit, by_turns, sampled

pytestmark = pytest.mark.timeout(300)

OpenBrowser = Callable[..., BrowserContext]
COURSE = by_commit(FAMILIES, 1)
"""The family whose course is played beside another lesson."""
MOST = 200
"""The most clicks of a course."""
READY = """() => document.querySelector("[data-sent]") === null
  && (document.querySelector("[data-guide=again]") ?? document.querySelector("[data-lit]")) !== null"""
"""Whether the page waits for the learner, or the lesson is over."""
SOON = 3000
"""For how long a click waits, in milliseconds."""


def lit(page: Page) -> Locator | None:
    """What is highlighted now; None while the others play."""
    found = page.locator("[data-lit]")
    return found.first if found.count() and found.first.is_visible() else None


def ringed(page: Page) -> bool:
    """Whether a ring is drawn round it, within the window."""
    return bool(
        page.evaluate(
            """() => [...document.querySelectorAll(".lit-ring")].some((ring) => {
              const { x, y, width, height } = ring.getBoundingClientRect();
              const inside = x < innerWidth && y < innerHeight && x + width > 0 && y + height > 0;
              return !ring.hidden && width > 20 && height > 20 && inside;
            })"""
        )
    )


def offer(page: Page) -> None:
    """Offer one grain for one brick."""
    page.locator("#hand [data-adds=grain]").click(timeout=SOON)
    page.locator("form[data-form=offer] [data-side=want] [data-adds=brick]").click(timeout=SOON)
    page.locator("form[data-form=offer] [data-send]").click(timeout=SOON)


def do(page: Page, found: Locator, touch: bool) -> None:
    """Click or tap what is lit, twice where a place is previewed first."""
    if found.evaluate("(one) => one.matches('form')", timeout=SOON):
        offer(page)
    elif touch:
        found.tap(timeout=SOON)
        if page.locator("#prompt .tick").is_visible():
            page.locator("#prompt .tick").tap(timeout=SOON)
    else:
        found.click(timeout=SOON)


def follow(page: Page, touch: bool) -> list[str]:
    """Do what is lit until the lesson ends; the sentences that were shown."""
    told: list[str] = []
    for _ in range(MOST):
        until(page, READY)
        said = page.locator("#prompt .ask").inner_text()
        if said not in told:
            told.append(said)
        if page.locator("[data-guide=again]").count():
            return told
        found = lit(page)
        if found is None:
            continue  # it is being drawn
        until(page, "[...document.querySelectorAll('.lit-ring')].some((ring) => !ring.hidden)")
        assert ringed(page), said
        # The answer to the click before may just replace what was found.
        with contextlib.suppress(PlaywrightError):
            do(page, found, touch)
        page.wait_for_timeout(150)
    raise AssertionError(f"the lesson does not end: {told[-3:]}")


@by_turns(("language", "touch"), [("en", False), ("fr", True), ("fr", False), ("en", True)])
@pytest.mark.parametrize("name", sampled(lessons(), lambda name: name in COURSE, count=1, rest=pytest.mark.campaign))
def test_who_does_what_is_lit_comes_to_the_end(context: OpenBrowser, name: str, language: str, touch: bool) -> None:
    page = context(language, PHONE if touch else DESK, touch=touch).new_page()
    page.goto(f"/learn/{name}")
    told = follow(page, touch)
    assert len(told) > len(lesson(name).steps)
    expect(page.locator("#prompt .btn.main")).to_be_visible()
    assert overflow(page) == 0
    page.goto("/learn")
    done = {"en": "done", "fr": "terminée"}[language]
    expect(page.locator(f'[data-lesson="{name}"] [data-progress]')).to_have_text(done)


def test_a_wrong_move_is_answered_and_the_place_is_kept(context: OpenBrowser) -> None:
    page = context("en").new_page()
    page.goto("/learn/island")
    wrong = page.locator('#targets [data-notation="settle 1,0,N"]')
    for _ in range(2):  # a second try is answered as well
        wrong.click()
        expect(page.locator("[data-missed]")).to_contain_text("dots")
        page.locator("[data-missed]").evaluate("(one) => (one.hidden = true)")
    expect(page.locator("#rail .player").first).to_contain_text("0")
    page.locator('#targets [data-notation="settle -2,2,N"]').click()
    expect(page.locator("#prompt .ask")).to_contain_text("road beside it")
    page.reload()
    expect(page.locator("#prompt .ask")).to_contain_text("road beside it")
    page.locator("[data-guide=back]").click()
    expect(page.locator("#prompt .ask")).to_contain_text("lit corner")
    page.locator("[data-guide=skip]").click()
    expect(page.locator("#prompt .count")).to_have_text("2 of 10")
    expect(page.locator("#rail .player")).to_have_count(3)
    expect(page.locator("#rail .player .vp").first).to_contain_text("2")
    expect(page.locator("#log")).to_contain_text("Maud")


def test_a_step_is_played_by_the_keyboard_alone(context: OpenBrowser) -> None:
    page = context("en").new_page()
    page.goto("/learn/island")
    page.keyboard.press("PageDown")
    expect(page.locator("#prompt .count")).to_have_text("2 of 10")
    page.keyboard.press("e")
    expect(page.locator("#prompt .ask")).to_contain_text("end your turn")
    page.keyboard.press("PageUp")
    expect(page.locator("#prompt .ask")).to_contain_text("Every turn begins with the dice")
    page.keyboard.press("PageUp")
    place = page.locator('#targets [data-notation="settle -2,2,N"]')
    place.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#prompt .ask")).to_contain_text("road beside it")


@by_turns(("language", "dark", "size"), [("en", False, DESK), ("fr", True, PHONE)], ids=["desk", "phone"])
@pytest.mark.parametrize("name", sampled(FAMILIES, count=1, rest=pytest.mark.campaign))
def test_a_lesson_has_no_serious_finding_and_nothing_overlaps(
    context: OpenBrowser, axe: str, name: str, language: str, dark: bool, size: dict[str, int]
) -> None:
    page = context(language, size, dark=dark).new_page()
    own = lesson(name)
    for step in (0, 5, 9):
        done = [move.shown for one in own.steps[:step] for move in one.moves]
        place = course.at(own, tuple(done))
        page.goto("/learn")
        kept = json.dumps({"done": place.done, "step": step, "of": 10})
        page.evaluate("([name, kept]) => localStorage.setItem(`bastide.lesson.${name}`, kept)", [name, kept])
        page.goto(f"/learn/{name}")
        number = {"en": f"{step + 1} of 10", "fr": f"{step + 1} sur 10"}[language]
        expect(page.locator("#prompt .count")).to_have_text(number)
        assert findings(page, axe) == []
        assert faults(page) == []


def test_a_newcomer_is_told_what_is_new_once(context: OpenBrowser, axe: str) -> None:
    page = context("en", newcomer=True).new_page()
    config = {**small(4, 10, "free"), "modules": ["fishermen", "harbors"]}
    begin(page, config)
    sheet = page.locator("#briefing")
    expect(sheet).to_be_visible()
    expect(sheet.locator(".btn.main")).to_be_focused()
    expect(sheet.locator("h2").first).to_have_text(re.compile("Fishermen"))
    assert findings(page, axe) == []
    sheet.locator('[data-brief="harbors"]').click()
    expect(sheet.locator("#brief-harbors")).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    page.reload()
    expect(page.locator("#prompt")).to_be_visible()
    expect(sheet).to_be_hidden()
    # A card waits until the reason of the refusal is closed, and comes once.
    card, grey = page.locator("#first"), page.locator("#actions [data-why]").first
    grey.press("Enter")
    expect(card).to_be_hidden()
    page.keyboard.press("Escape")
    expect(card).to_contain_text("Not possible now")
    expect(grey).to_be_focused()
    assert findings(page, axe) == []
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    grey.press("Enter")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.locator('[popovertarget="menu"]').first.click()
    page.locator("[data-briefing]").click()
    expect(sheet).to_be_visible()


def test_the_sheet_fits_a_phone(context: OpenBrowser) -> None:
    page = context("fr", PHONE, touch=True, newcomer=True).new_page()
    begin(page, {**small(4, 10, "free"), "modules": ["fishermen"]})
    expect(page.locator("#briefing")).to_be_visible()
    assert overflow(page) == 0
    for button in page.locator("#briefing form :is(.btn, label)").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["y"] + box["height"] <= PHONE["height"]
