"""Making a table and waiting for people: expansions as pictures, folded options, banners, ready check, QR code."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from io import BytesIO
from itertools import pairwise

import pytest
import segno
from playwright.sync_api import BrowserContext, Locator, Page, Route, ViewportSize, expect

from tests.browser.fixtures import DESK, PHONE
from tests.browser.serving import Served
from tests.browser.test_access import findings, overflow, wait_for_people
from tests.browser.turns import by_turns

OpenBrowser = Callable[..., BrowserContext]
TABLET: ViewportSize = {"width": 820, "height": 1180}
SIZES = {"desk": DESK, "tablet": TABLET, "phone": PHONE}
AGAINST = [("en", "not with Cities & Knights", "worlds"), ("fr", "pas avec Villes & Chevaliers", "mondes")]
BROKEN = "() => [...document.images].filter((one) => one.complete && one.naturalWidth === 0).map((one) => one.src)"


def fits(page: Page, axe: str) -> None:
    """At every size axe finds nothing serious, and nothing is wider than the window."""
    for size in SIZES.values():
        page.set_viewport_size(size)
        assert findings(page, axe) == []
        assert overflow(page) == 0


@by_turns(("language", "against", "worlds"), AGAINST)
def test_the_cards_say_what_excludes_what_before_it_is_chosen(
    context: OpenBrowser, axe: str, language: str, against: str, worlds: str
) -> None:
    page = context(language).new_page()
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
    fits(page, axe)


@by_turns("language", ["en", "fr"])
def test_rare_options_are_folded_each_with_a_sentence_and_its_rule(
    context: OpenBrowser, served: Served, axe: str, language: str
) -> None:
    page = context(language).new_page()
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
    fits(page, axe)
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


@by_turns(("language", "size"), [("en", "desk"), ("fr", "phone")])
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
    fits(guest, axe)
    guest.set_viewport_size(SIZES[size])

    host.locator('[data-do="start"]').press("Enter")
    expect(guest.locator("#rail li, #players li").first).to_be_attached()
    assert guest.locator(".p-mauve-key").count() > 0, "the pieces have the chosen colour"
    assert guest.locator(".p-azure").count() == 0


@by_turns("language", ["en", "fr"])
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


def map_of(page: Page) -> Locator:
    """The picture of the map, once it has come."""
    return page.locator("#map:not([data-old])")


def hold(page: Page, address: str | re.Pattern[str]) -> list[Route]:
    """Requests for this address, held until they are continued."""
    held: list[Route] = []
    page.route(address, lambda route: held.append(route))
    return held


def test_what_is_chosen_before_the_script_has_come_is_shown(context: OpenBrowser) -> None:
    page = context("en").new_page()
    held = hold(page, "**/js/lobby.js")
    page.goto("/create", wait_until="commit")
    page.locator('[name="module_cities_knights"]').press("Space")
    expect(page.locator("#sentence")).not_to_contain_text("Cities & Knights")
    held[0].continue_()
    expect(page.locator("#sentence")).to_contain_text("Cities & Knights")
    expect(map_of(page)).to_have_attribute("src", re.compile("cities_knights"))


def test_a_form_as_the_server_wrote_it_is_not_asked_about(context: OpenBrowser) -> None:
    page = context("en").new_page()
    previews: list[str] = []
    page.on("request", lambda request: previews.append(request.url) if "preview" in request.url else None)
    for address in ("/create", "/create/carcassonne"):
        page.goto(address)
        page.wait_for_timeout(600)
    assert previews == []


def test_a_form_that_the_browser_fills_again_is_shown(context: OpenBrowser) -> None:
    page = context("en").new_page()
    page.goto("/create")
    page.locator('[name="module_cities_knights"]').press("Space")
    page.locator('[name="layout"][value="random"]').press("Space")
    expect(map_of(page)).to_have_attribute("src", re.compile("random.*cities_knights"))
    for _ in range(2):
        page.locator("[data-deal]").click()
    deal = page.locator('[name="deal"]').input_value()
    expect(map_of(page)).to_have_attribute("src", re.compile(f"deal={deal}&"))
    page.goto("/rules")
    page.go_back()
    expect(page.locator('[name="module_cities_knights"]')).to_be_checked()
    expect(page.locator("#sentence")).to_contain_text("Cities & Knights")
    deal = page.locator('[name="deal"]').input_value()
    expect(map_of(page)).to_have_attribute("src", re.compile(f"random.*deal={deal}&.*cities_knights"))


LATE = [
    ("en", "Your last changes do not show here yet", "Cities & Knights"),
    ("fr", "Vos derniers choix n’apparaissent pas encore ici", "Villes & Chevaliers"),
]
FAILURES: dict[str, Callable[[Route], None]] = {
    "rate": lambda route: route.fulfill(status=429, headers={"retry-after": "2"}, body="{}"),
    "broken": lambda route: route.fulfill(status=502, body="bad gateway"),
    "offline": lambda route: route.abort(),
}


@pytest.mark.parametrize(
    ("failure", "language", "late", "name"), [("rate", *LATE[1]), ("broken", *LATE[0]), ("offline", *LATE[1])]
)
def test_a_preview_that_fails_is_marked_and_asked_for_again(
    context: OpenBrowser, axe: str, language: str, late: str, name: str, failure: str
) -> None:
    page = context(language, PHONE if failure == "rate" else DESK).new_page()
    times: list[float] = []
    fails = True

    def answer(route: Route) -> None:
        times.append(time.monotonic())
        if fails:
            FAILURES[failure](route)
        else:
            route.continue_()

    page.route("**/create/preview", answer)
    page.goto("/create")
    sentence, note = page.locator("#sentence"), page.get_by_role("status").filter(has_text=late)
    page.locator('[name="module_cities_knights"]').press("Space")
    expect(note).to_be_visible()
    # A change meanwhile does not make the page ask earlier than it may.
    page.locator('[name="module_harbors"]').press("Space")
    expect(sentence).to_have_attribute("data-old", "")
    expect(page.locator("#map")).to_have_attribute("data-old", "")
    assert findings(page, axe) == []
    assert overflow(page) == 0
    fails = False
    expect(sentence).to_contain_text(name)
    expect(note).to_be_hidden()
    expect(sentence).not_to_have_attribute("data-old", "")
    expect(map_of(page)).to_have_attribute("src", re.compile("cities_knights.*harbors|harbors.*cities_knights"))
    assert times[1] - times[0] > 1.9


@by_turns(("language", "never"), [("en", "the server has refused them"), ("fr", "le serveur les a refusés")])
def test_a_preview_that_is_refused_for_good_is_marked_until_the_next_change(
    context: OpenBrowser, language: str, never: str
) -> None:
    page = context(language).new_page()
    page.route("**/create/carcassonne/preview", lambda route: route.fulfill(status=413, body="{}"))
    page.goto("/create/carcassonne")
    page.locator('[name="module_hills"]').press("Space")
    note = page.get_by_role("status").filter(has_text=never)
    expect(note).to_be_visible()
    page.unroute("**/create/carcassonne/preview")
    page.locator('[name="module_wheel"]').press("Space")
    expect(note).to_be_hidden()
    expect(page.locator("#sentence")).not_to_have_attribute("data-old", "")


def test_the_page_is_quiet_after_a_preview_that_was_refused(context: OpenBrowser) -> None:
    """An answer that is not read keeps its request open."""
    page = context("en").new_page()
    page.goto("/create", wait_until="domcontentloaded")
    page.evaluate("document.getElementById('making').dataset.preview = '/nothing'")
    page.locator('[name="module_cities_knights"]').press("Space")
    expect(page.get_by_role("status").filter(has_text="the server has refused them")).to_be_visible()
    page.wait_for_load_state("networkidle")


def test_a_map_that_comes_late_does_not_replace_the_one_chosen_meanwhile(context: OpenBrowser) -> None:
    page = context("en").new_page()
    held = hold(page, re.compile("board.svg.*cities_knights"))
    page.goto("/create")
    first = page.locator("#map").get_attribute("src") or ""
    page.locator('[name="module_cities_knights"]').press("Space")
    expect(page.locator("#map")).to_have_attribute("data-old", "")
    page.locator('[name="module_cities_knights"]').press("Space")
    expect(map_of(page)).to_be_visible()
    held[0].continue_()
    page.wait_for_timeout(500)
    assert page.evaluate("document.getElementById('map').getAttribute('src')") == first


def test_a_map_that_comes_late_does_not_pass_for_the_one_that_is_not_known_yet(context: OpenBrowser) -> None:
    page = context("en").new_page()
    held = hold(page, re.compile("board.svg.*cities_knights"))
    page.goto("/create")
    page.locator('[name="module_cities_knights"]').press("Space")
    expect(page.locator("#map")).to_have_attribute("data-old", "")
    page.route("**/create/preview", lambda route: route.fulfill(status=502, body=""))
    page.locator('[name="module_harbors"]').press("Space")
    note = page.get_by_role("status").filter(has_text="do not show here yet")
    expect(note).to_be_visible()
    held[0].continue_()
    page.wait_for_timeout(500)
    expect(note).to_be_visible()
    expect(page.locator("#map")).to_have_attribute("data-old", "")


def test_an_answer_that_comes_after_a_change_does_not_pass_for_the_one_to_it(context: OpenBrowser) -> None:
    page = context("en").new_page()
    page.clock.install()
    previews, maps = hold(page, "**/create/preview"), hold(page, re.compile("board.svg.*cities_knights"))

    def wait(held: list[Route], count: int) -> Route:
        while len(held) < count:
            page.wait_for_timeout(20)
        return held[-1]

    page.goto("/create")
    page.clock.pause_at(time.time() + 60)
    page.locator('[name="module_cities_knights"]').press("Space")
    page.clock.run_for(200)
    first = wait(previews, 1)
    page.locator('[name="module_harbors"]').press("Space")
    first.continue_()
    late = wait(maps, 1)
    page.clock.run_for(200)
    wait(previews, 2).fulfill(status=502, body="")
    note = page.get_by_role("status").filter(has_text="do not show here yet")
    expect(note).to_be_visible()
    with page.expect_response(re.compile("board.svg.*cities_knights")):
        late.continue_()
    page.wait_for_timeout(300)
    expect(note).to_be_visible()
    expect(page.locator("#map")).to_have_attribute("data-old", "")


def test_a_map_that_cannot_be_loaded_is_asked_for_again(context: OpenBrowser) -> None:
    page = context("en").new_page()
    pictures: list[str] = []

    def answer(route: Route) -> None:
        pictures.append(route.request.url)
        if len(pictures) == 1:
            route.fulfill(status=429, body="{}")
        else:
            route.continue_()

    page.route(re.compile("board.svg.*cities_knights"), answer)
    page.goto("/create")
    page.locator('[name="module_cities_knights"]').press("Space")
    expect(page.get_by_role("status").filter(has_text="do not show here yet")).to_be_visible()
    expect(map_of(page)).to_have_attribute("src", re.compile("cities_knights"))
    expect(page.locator("[data-late]:visible")).to_have_count(0)
    assert page.evaluate("document.getElementById('map').naturalWidth") > 0


def test_the_host_sees_the_button_that_starts_the_game_in_a_low_window(context: OpenBrowser) -> None:
    page = context("fr", {"width": 1366, "height": 768}).new_page()
    page.goto("/create")
    page.locator('[name="module_seafarers"]').press("Space")
    page.locator('[name="seat1"]').select_option("open")
    page.locator('[value="make"]').press("Enter")
    page.wait_for_url(re.compile(r"/t/\w+$"))
    expect(page.locator('#room [data-do="start"]')).to_be_in_viewport(ratio=1)
