"""Making a table and waiting for people: what goes together, the result in view, banners, ready check, QR code."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO

import pytest
import segno
from playwright.sync_api import BrowserContext, Error, Locator, Page, Route, ViewportSize, expect

from tests.browser.fixtures import DESK, PHONE
from tests.browser.making import Hands, choose_game, open_more, open_seat, press
from tests.browser.serving import Served
from tests.browser.test_access import findings, overflow, wait_for_people
from tests.browser.test_games import NO_MOUSE
from tests.chosen import by_turns, now_and_then, seed
from tests.combinations.table import present, sets_of

OpenBrowser = Callable[..., BrowserContext]
TABLET: ViewportSize = {"width": 820, "height": 1180}
SIZES = {"desk": DESK, "tablet": TABLET, "phone": PHONE}
AGAINST = [
    ("en", "not with Cities & Knights", "Friendly robber instead of Cities & Knights"),
    ("fr", "pas avec Villes & Chevaliers", "Voleur au grand cœur au lieu de Villes & Chevaliers"),
]
BROKEN = "() => [...document.images].filter((one) => one.complete && one.naturalWidth === 0).map((one) => one.src)"


def fits(page: Page, axe: str) -> None:
    """At every size axe finds nothing serious, and nothing is wider than the window."""
    for size in SIZES.values():
        page.set_viewport_size(size)
        assert findings(page, axe) == []
        assert overflow(page) == 0


@by_turns(("language", "against", "offer"), AGAINST)
def test_what_does_not_go_together_says_why_and_offers_the_swap(
    context: OpenBrowser, axe: str, language: str, against: str, offer: str
) -> None:
    page = context(language).new_page()
    page.goto("/create")
    robber = page.locator('[name="module_friendly_robber"]')
    press(page, "module_friendly_robber")
    press(page, "what", "cities_knights")
    expect(robber).to_be_hidden()
    expect(page.locator("#told")).to_contain_text(against)
    page.locator('[data-why="modules"] summary').press("Enter")
    row = page.locator('[data-other="friendly_robber"]')
    expect(row.locator("[data-reason]")).to_have_text(against)
    expect(row.locator("[data-because]")).to_contain_text(re.compile("another expansion|autre extension"))
    fits(page, axe)
    row.get_by_role("button", name=offer).press("Enter")
    expect(robber).to_be_checked()
    expect(page.locator('[name="what"][value="base"]')).to_be_checked()
    expect(page.locator('[data-why="modules"] summary')).to_be_focused()
    page.evaluate("document.querySelectorAll('#making img').forEach((one) => one.loading = 'eager')")
    page.wait_for_load_state("networkidle")
    assert page.evaluate(BROKEN) == []


def test_a_click_on_a_number_that_cannot_be_opens_its_reason(context: OpenBrowser) -> None:
    page = context("en").new_page()
    page.goto("/create")
    press(page, "what", "seafarers")
    six = page.locator('[name="players"][value="6"]')
    expect(six).to_be_disabled()
    six.locator("xpath=..").click(force=True)  # what is disabled is not waited for
    row = page.locator('[data-why="numbers"] [data-other="6"]')
    row.get_by_role("button", name="6 players, without Seafarers").click()
    expect(six).to_be_checked()
    expect(page.locator('[name="what"][value="base"]')).to_be_checked()


RESULT: list[ViewportSize] = [
    DESK,
    {"width": 1366, "height": 768},
    {"width": 1366, "height": 600},
    PHONE,
    {"width": 360, "height": 640},
]


@now_and_then(2)
@by_turns("language", ["en", "fr"])
def test_the_result_is_in_view_at_every_size_and_place(context: OpenBrowser, axe: str, language: str) -> None:
    for size in RESULT:
        phone = size["width"] < 700
        page = context(language, size, touch=phone).new_page()
        page.goto("/create?what=campaign&module_event_cards=on")
        open_more(page)
        for place in ("0", "document.documentElement.scrollHeight / 2", "document.documentElement.scrollHeight"):
            page.evaluate(f"scrollTo(0, {place})")
            for part in ("#map", "#brief" if phone else "#sentence", '[value="make"]'):
                expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
        assert overflow(page) == 0
        assert findings(page, axe) == []
        if phone:
            page.locator("[data-unfold]").tap()
            expect(page.locator("[data-unfold]")).to_have_attribute("aria-expanded", "true")
            for part in ("#map", "#sentence", '[value="make"]'):
                expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
            box = page.locator("#map").bounding_box()
            assert box is not None
            assert box["height"] > 150
        page.close()


def test_cards_keep_room_for_their_words_in_a_window_at_200_percent(context: OpenBrowser) -> None:
    page = context("fr", {"width": 720, "height": 450}).new_page()
    page.goto("/create")
    widths = page.locator(".what").evaluate_all("(cards) => cards.map((card) => card.getBoundingClientRect().width)")
    assert min(widths) > 100
    assert overflow(page) == 0
    # The same on a phone, by the reader's own size of type: nothing leads sideways.
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    page.set_viewport_size({"width": 360, "height": 560})
    for path in ("/create", "/create/carcassonne"):
        page.goto(path)
        assert overflow(page) == 0, path
        spilt = "(all) => all.filter((one) => one.getBoundingClientRect().right > innerWidth).length"
        assert page.locator(".making :is(.with, .what, .seatcard, select)").evaluate_all(spilt) == 0, path


SETS = sorted(tuple(sorted(names)) for names in sets_of(present()))


@now_and_then(2)
@pytest.mark.parametrize("hands", ["clicks", "keys"])
def test_sets_of_modules_are_made_by_clicks_alone_and_by_keys_alone(
    context: OpenBrowser, served: Served, hands: Hands
) -> None:
    page = context("en").new_page()
    if hands == "keys":
        page.add_init_script(NO_MOUSE)
    # Each commit makes two others; the walk over all is in tests/web/pages/test_making_walk.py.
    for modules in random.Random(f"{seed()} {hands}").sample(SETS, 2):
        page.goto("/create")
        choose_game(page, *modules, hands=hands)
        if hands == "clicks":
            page.locator('[value="make"]').click()
        else:
            page.keyboard.press("Enter")
        page.wait_for_url(re.compile(r"/t/\w+$"))
        assert tuple(sorted(served.stored(page.url.rsplit("/", 1)[1]).config["modules"])) == modules


def test_the_last_form_is_offered_again(context: OpenBrowser) -> None:
    page = context("en").new_page()
    page.goto("/create")
    again = page.get_by_role("link", name="As last time")
    expect(again).to_have_count(0)
    choose_game(page, "cities_knights", "harbors", players=5)
    open_seat(page, 2)
    page.locator('[value="make"]').click()
    page.wait_for_url(re.compile(r"/t/\w+$"))
    page.goto("/create/carcassonne")
    again.click()
    for name, value in (("what", "cities_knights"), ("players", "5"), ("seat2", "open")):
        expect(page.locator(f'[name="{name}"][value="{value}"]')).to_be_checked()
    expect(page.locator('[name="module_harbors"]')).to_be_checked()
    expect(page.locator("#sentence")).to_contain_text("1 seat waits")


@by_turns("language", ["en", "fr"])
def test_rare_options_are_folded_each_with_a_sentence_and_its_rule(
    context: OpenBrowser, served: Served, axe: str, language: str
) -> None:
    page = context(language).new_page()
    page.goto("/create/carcassonne")
    farmers, ties = (page.locator(f'[name="option_{name}"]') for name in ("farmers", "hill_tie"))
    expect(farmers).to_be_hidden()
    choose_game(page, "hills", "wheel")
    open_more(page)
    expect(ties).to_be_visible()
    expect(page.locator('[name="option_famine_pig"]')).to_be_hidden()
    press(page, "module_traders")
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
    press(page, "module_harbors")
    open_seat(page)
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
    press(page, "what", "cities_knights")
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
    press(page, "what", "cities_knights")
    page.locator('[name="layout"][value="random"]').press("Space")
    expect(map_of(page)).to_have_attribute("src", re.compile("random.*cities_knights"))
    for _ in range(2):
        page.locator("[data-deal]").click()
    deal = page.locator('[name="deal"]').input_value()
    expect(map_of(page)).to_have_attribute("src", re.compile(f"deal={deal}&"))
    page.goto("/rules")
    page.go_back()
    expect(page.locator('[name="what"][value="cities_knights"]')).to_be_checked()
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


@now_and_then(2)
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
    press(page, "what", "cities_knights")
    expect(note).to_be_visible()
    # A change meanwhile does not make the page ask earlier than it may.
    press(page, "module_harbors")
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
    press(page, "what", "hills")
    note = page.get_by_role("status").filter(has_text=never)
    expect(note).to_be_visible()
    page.unroute("**/create/carcassonne/preview")
    press(page, "what", "wheel")
    expect(note).to_be_hidden()
    expect(page.locator("#sentence")).not_to_have_attribute("data-old", "")


def test_the_page_is_quiet_after_a_preview_that_was_refused(context: OpenBrowser) -> None:
    """An answer that is not read keeps its request open."""
    page = context("en").new_page()
    page.goto("/create", wait_until="domcontentloaded")
    page.evaluate("document.getElementById('making').dataset.preview = '/nothing'")
    press(page, "what", "cities_knights")
    expect(page.get_by_role("status").filter(has_text="the server has refused them")).to_be_visible()
    page.wait_for_load_state("networkidle")


def test_a_map_that_comes_late_does_not_replace_the_one_chosen_meanwhile(context: OpenBrowser) -> None:
    page = context("en").new_page()
    held = hold(page, re.compile("board.svg.*cities_knights"))
    page.goto("/create")
    first = page.locator("#map").get_attribute("src") or ""
    press(page, "what", "cities_knights")
    expect(page.locator("#map")).to_have_attribute("data-old", "")
    press(page, "what", "base")
    expect(map_of(page)).to_be_visible()
    held[0].continue_()
    page.wait_for_timeout(500)
    assert page.evaluate("document.getElementById('map').getAttribute('src')") == first


def test_a_map_that_comes_late_does_not_pass_for_the_one_that_is_not_known_yet(context: OpenBrowser) -> None:
    page = context("en").new_page()
    held = hold(page, re.compile("board.svg.*cities_knights"))
    page.goto("/create")
    press(page, "what", "cities_knights")
    expect(page.locator("#map")).to_have_attribute("data-old", "")
    page.route("**/create/preview", lambda route: route.fulfill(status=502, body=""))
    press(page, "module_harbors")
    note = page.get_by_role("status").filter(has_text="do not show here yet")
    expect(note).to_be_visible()
    held[0].continue_()
    page.wait_for_timeout(500)
    expect(note).to_be_visible()
    expect(page.locator("#map")).to_have_attribute("data-old", "")


def test_an_answer_that_comes_after_a_change_takes_no_choice_back(context: OpenBrowser) -> None:
    page = context("en").new_page()
    page.clock.install()
    previews = hold(page, "**/create/preview")

    def wait(count: int) -> Route:
        while len(previews) < count:
            page.wait_for_timeout(20)
        return previews[-1]

    page.goto("/create")
    page.clock.pause_at(time.time() + 60)
    press(page, "what", "cities_knights")
    page.clock.run_for(200)
    first = wait(1)
    press(page, "what", "troy")
    with suppress(Error):  # the page no longer waits for it
        first.continue_()
    page.wait_for_timeout(300)
    expect(page.locator('[name="what"][value="troy"]')).to_be_checked()
    expect(page.locator("#sentence")).not_to_contain_text("Cities & Knights")
    page.clock.run_for(200)
    wait(2).continue_()
    expect(page.locator("#sentence")).to_contain_text("Troy")


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
    press(page, "what", "cities_knights")
    expect(page.get_by_role("status").filter(has_text="do not show here yet")).to_be_visible()
    expect(map_of(page)).to_have_attribute("src", re.compile("cities_knights"))
    expect(page.locator("[data-late]:visible")).to_have_count(0)
    assert page.evaluate("document.getElementById('map').naturalWidth") > 0


def test_the_host_sees_the_button_that_starts_the_game_in_a_low_window(context: OpenBrowser) -> None:
    page = context("fr", {"width": 1366, "height": 768}).new_page()
    page.goto("/create")
    press(page, "what", "seafarers")
    open_seat(page)
    page.locator('[value="make"]').press("Enter")
    page.wait_for_url(re.compile(r"/t/\w+$"))
    expect(page.locator('#room [data-do="start"]')).to_be_in_viewport(ratio=1)
