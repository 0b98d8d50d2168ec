"""Making a table and waiting for people: expansions as pictures, folded options, banners, ready check, QR code."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from itertools import pairwise

import pytest
import segno
from playwright.sync_api import BrowserContext, ViewportSize, expect

from tests.browser.fixtures import DESK, PHONE
from tests.browser.serving import Served
from tests.browser.test_access import findings, overflow, wait_for_people

OpenBrowser = Callable[..., BrowserContext]
TABLET: ViewportSize = {"width": 820, "height": 1180}
SIZES = {"desk": DESK, "tablet": TABLET, "phone": PHONE}
AGAINST = [("en", "not with Cities & Knights", "worlds"), ("fr", "pas avec Villes & Chevaliers", "mondes")]
BROKEN = "() => [...document.images].filter((one) => one.complete && one.naturalWidth === 0).map((one) => one.src)"


@pytest.mark.parametrize("size", list(SIZES))
@pytest.mark.parametrize(("language", "against", "worlds"), AGAINST)
def test_the_cards_say_what_excludes_what_before_it_is_chosen(
    context: OpenBrowser, axe: str, language: str, against: str, worlds: str, size: str
) -> None:
    page = context(language, SIZES[size], touch=size == "phone").new_page()
    page.goto("/create")
    card = page.locator('[data-card="friendly_robber"]')
    expect(card.locator(".against")).to_have_text(f"{against}, {worlds}")
    page.locator('[name="module_cities_knights"]').press("Space")
    expect(card).to_have_attribute("data-barred", "")
    expect(card.locator(".barred")).to_have_text(against)
    expect(card.locator(".against")).to_be_hidden()
    expect(page.get_by_role("checkbox", name=card.locator("b").inner_text())).to_have_accessible_description(
        re.compile(re.escape(against))
    )
    page.locator('[name="module_cities_knights"]').press("Space")
    expect(card).not_to_have_attribute("data-barred", "")
    page.evaluate("document.querySelectorAll('.modcard img').forEach((one) => one.loading = 'eager')")
    page.wait_for_load_state("networkidle")
    assert page.evaluate(BROKEN) == []
    assert findings(page, axe) == []
    assert overflow(page) == 0


@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_rare_options_are_folded_each_with_a_sentence_and_its_rule(
    context: OpenBrowser, served: Served, axe: str, language: str, size: str
) -> None:
    page = context(language, SIZES[size], touch=size == "phone").new_page()
    page.goto("/create/carcassonne")
    farmers, ties = (page.locator(f'[name="option_{name}"]') for name in ("farmers", "hill_tie"))
    expect(farmers).to_be_hidden()
    page.locator('[name="module_hills"]').press("Space")
    page.locator('[name="module_wheel"]').press("Space")
    page.locator(".fold summary").press("Enter")
    expect(ties).to_be_visible()
    expect(page.locator('[name="option_famine_pig"]')).to_be_hidden()
    page.locator('[name="module_traders"]').press("Space")
    expect(page.locator('[name="option_famine_pig"]')).to_be_visible()
    rows = page.locator(".opt.reading:visible")
    for row in rows.all():
        note = row.locator("small")
        assert len(note.inner_text().removesuffix(row.locator(".rule").inner_text()).strip()) > 15
        expect(row.locator(".rule")).to_have_attribute("href", re.compile(r"^/rules/[A-Z-]+-\d+$"))
    ties.select_option("most")
    assert findings(page, axe) == []
    assert overflow(page) == 0
    page.locator('#making [value="make"]').press("Enter")
    page.wait_for_url(re.compile(r"/t/\w+$"))
    assert served.stored(page.url.rsplit("/", 1)[1]).config["options"]["hill_tie"] == "most"


def test_a_wrong_number_in_the_fold_opens_it(context: OpenBrowser) -> None:
    page = context("en").new_page()
    page.goto("/create")
    page.locator('[name="hand_limit"]').evaluate("(field) => { field.value = '99'; }")
    page.locator('#making [value="make"]').press("Enter")
    expect(page.locator('[name="hand_limit"]')).to_be_visible()
    assert page.url.endswith("/create")


@pytest.mark.parametrize("size", list(SIZES))
@pytest.mark.parametrize("language", ["en", "fr"])
def test_people_choose_banners_and_say_that_they_are_ready(
    context: OpenBrowser, axe: str, language: str, size: str
) -> None:
    host = context("en").new_page()
    table = wait_for_people(host)
    guest = context(language, SIZES[size], touch=size == "phone").new_page()
    guest.goto(table)
    guest.locator("#nickname").fill("Odile")
    guest.locator("form.sit button").click()

    banners = guest.locator(".banner-row button")
    banners.first.wait_for()
    guest.locator('body[data-link="up"]').wait_for()
    expect(banners).to_have_count(16)
    taken = guest.locator('.banner-row [data-text="garnet"]')
    expect(taken).to_be_disabled()
    words = {"en": "Garnet: taken by", "fr": r"Grenat\s: prise par"}[language]
    expect(taken).to_have_accessible_name(re.compile(words))
    taken = guest.locator('.banner-row [data-text="sun"]')
    expect(taken).to_be_disabled()
    words = {"en": "Sun: taken by", "fr": r"Soleil\s: pris par"}[language]
    expect(taken).to_have_accessible_name(re.compile(words))
    guest.locator('.banner-row [data-text="mauve"]').press("Enter")
    expect(guest.locator('.banner-row [data-text="mauve"]')).to_have_attribute("aria-pressed", "true")
    expect(guest.locator('.banner-row [data-text="mauve"]')).to_be_focused()
    expect(host.locator('.banner-row [data-text="mauve"]')).to_be_disabled()
    guest.locator('.banner-row [data-text="key"]').press("Enter")
    expect(guest.locator('.banner-row [data-text="key"]')).to_have_attribute("aria-pressed", "true")
    expect(host.locator('.banner-row [data-text="key"]')).to_be_disabled()
    expect(host.locator('.seat-row[data-seat="1"] .banner use')).to_have_attribute("href", "#e-key")

    expect(host.locator("#room .start p")).to_have_text("Odile is not ready yet.")
    guest.keyboard.press("r")
    ready = guest.locator("#room .start button")
    expect(ready).to_have_attribute("aria-pressed", "true")
    expect(host.locator("#room .start p")).to_have_text("Everybody is ready.")
    expect(host.locator('.seat-row[data-seat="1"] small')).to_contain_text("ready")
    expect(ready).to_be_focused()
    guest.keyboard.press("r")
    expect(host.locator("#room .start p")).to_have_text("Odile is not ready yet.")
    guest.keyboard.press("r")
    assert findings(guest, axe) == []
    assert overflow(guest) == 0

    host.locator('[data-do="start"]').press("Enter")
    expect(guest.locator("#rail li, #players li").first).to_be_attached()
    assert guest.locator(".p-mauve-key").count() > 0, "the pieces have the chosen colour"
    assert guest.locator(".p-azure").count() == 0


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_qr_code_is_the_link_and_the_game_is_shown(context: OpenBrowser, language: str) -> None:
    page = context(language).new_page()
    page.goto("/create")
    page.locator('[name="module_harbors"]').press("Space")
    page.locator('[name="seat1"]').select_option("open")
    page.locator('[value="make"]').press("Enter")
    page.wait_for_url(re.compile(r"/t/\w+$"))
    code = page.locator("#room .qr")
    expect(code).to_have_accessible_name(re.compile("QR"))
    wanted = BytesIO()
    segno.make(page.url, error="m").save(
        wanted, kind="svg", border=2, dark="#23292D", light="#FFFDF6", omitsize=True, xmldecl=False
    )
    assert page.request.get(code.get_attribute("src") or "").body() == wanted.getvalue()
    assert page.request.get("/t/../qr.svg").status == 404
    assert page.request.get("/t/short/qr.svg").status == 404
    expect(page.locator("#room .game .mosaic")).to_be_visible()
    expect(page.locator("#room .covers img")).to_have_count(1)
    page.wait_for_load_state("networkidle")
    assert page.evaluate(BROKEN) == []


def test_few_cards_stand_together_in_a_wide_row(context: OpenBrowser) -> None:
    page = context("fr", {"width": 1024, "height": 768}).new_page()
    page.goto("/create")
    for row in page.locator(".modules .cards").all():
        boxes = [one.bounding_box() or {"x": 0, "width": 0} for one in row.locator(".modcard").all()]
        gaps = [right["x"] - left["x"] - left["width"] for left, right in pairwise(boxes)]
        assert max(gaps) < 12, gaps


def test_the_host_sees_the_button_that_starts_the_game_in_a_low_window(context: OpenBrowser) -> None:
    page = context("fr", {"width": 1366, "height": 768}).new_page()
    page.goto("/create")
    page.locator('[name="module_seafarers"]').press("Space")
    page.locator('[name="seat1"]').select_option("open")
    page.locator('[value="make"]').press("Enter")
    page.wait_for_url(re.compile(r"/t/\w+$"))
    expect(page.locator('#room [data-do="start"]')).to_be_in_viewport(ratio=1)
