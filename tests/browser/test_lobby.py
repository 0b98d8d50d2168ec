"""The pages round a game: rules by family and expansion, games to watch, joining by code, the waiting room."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from bastide.server.common.tokens import code_of
from tests.browser.fixtures import DESK, PHONE
from tests.browser.making import open_more, press
from tests.browser.serving import Served
from tests.browser.test_access import overflow
from tests.chosen import by_turns

OpenBrowser = Callable[..., BrowserContext]
SIDEWAYS: ViewportSize = {"width": 844, "height": 390}
SIZES: list[ViewportSize] = [DESK, {"width": 820, "height": 1180}, PHONE, SIDEWAYS]


@by_turns(("language", "end"), [("en", "The end of the game"), ("fr", "Fin de partie")])
def test_the_rules_stand_by_family_and_expansion(context: OpenBrowser, language: str, end: str) -> None:
    page = context(language).new_page()
    for size in SIZES:
        page.set_viewport_size(size)
        page.goto("/rules")
        looked_up(page, end, size)


def looked_up(page: Page, end: str, size: ViewportSize) -> None:
    """A section is unfolded, and one of its rules shown."""
    sections = page.locator(".sections")
    assert sections.locator("h2").count() == 2
    assert sections.locator(f'a:visible:has-text("{end}")').count() == 2, "one under each family"
    knights = sections.locator("details").filter(has=page.locator('a[href="/rules?section=ck-walls"]'))
    expect(knights.locator("a").first).to_be_hidden()
    knights.locator("summary").click()
    walls = knights.locator('a[href="/rules?section=ck-walls"]')
    expect(walls).to_have_text(re.compile(r"^(Walls|(Les )?[Rr]emparts)"))
    walls.click()
    expect(page.locator(".found")).to_contain_text("CK-048")
    assert overflow(page) == 0
    if size is PHONE:  # the rules found stand alone, with a way back
        expect(sections).to_be_hidden()
        page.locator(".found .backlink a").click()
        expect(sections).to_be_visible()
    else:
        expect(page.locator('.sections details[open] [aria-current="true"]')).to_be_visible()


@by_turns(("language", "size"), [("en", DESK), ("fr", PHONE)], ids=["desk", "phone"])
def test_a_table_is_joined_by_its_code_and_a_running_game_is_watched(
    context: OpenBrowser, served: Served, language: str, size: ViewportSize
) -> None:
    host = context("en").new_page()
    seats = [{"kind": "open"}, {"kind": "open"}, {"kind": "bot", "bot": "greedy"}]
    config = {"seats": 3, "modules": ["harbors", "cities_knights"]}
    name = f"Quay {language} {size['width']}"
    body = {"name": name, "nickname": "Maud", "config": config, "seats": seats}
    origin = {"Origin": served.address}
    made = host.request.post(f"{served.address}/api/tables", data={**body, "public": True}, headers=origin)
    assert made.ok, made.text()
    table = made.json()["table"]
    host.goto(f"/t/{table}")
    code = host.locator("#room .code")
    expect(code).to_have_text(f"{code_of(table)[:3]} {code_of(table)[3:]}")
    expect(host.locator("#room .game")).to_contain_text("Cities & Knights")
    expect(host.locator("#room .game")).to_contain_text("The hex island")

    guest = context(language, size).new_page()
    guest.goto("/")
    guest.locator('.join [name="link"]').fill(code.inner_text().lower())
    guest.locator(".join button").click()
    guest.wait_for_url(re.compile(rf"/t/{table}"))
    sit, invite = guest.locator("#room .sit").bounding_box(), guest.locator("#room .share").bounding_box()
    assert sit is not None
    assert invite is not None
    assert sit["y"] < invite["y"], "a guest sits down before inviting others"
    assert overflow(guest) == 0
    guest.locator("#nickname").fill("Odile")
    guest.locator("form.sit button").click()
    host.locator('[data-do="start"]').click()
    expect(host.locator("#rail li").first).to_be_visible()

    third = context(language, size).new_page()
    third.goto("/")
    watch = third.locator("#watch")
    expect(watch).to_contain_text(name)
    expect(third.locator("#public")).not_to_contain_text(name)
    watch.locator(".trow").filter(has_text=name).locator("a.btn").click()
    expect(third.locator("#head .facts")).to_contain_text("watching" if language == "en" else "regardez")


@by_turns("language", ["en", "fr"])
def test_on_phones_people_sit_down_start_and_see_what_changed_in_the_first_window(
    context: OpenBrowser, served: Served, language: str
) -> None:
    host = context(language, PHONE, touch=True).new_page()
    host.goto("/create?what=fishermen&players=4&seat1=open&seat2=open")
    host.locator('[value="make"]').tap()
    host.wait_for_url(re.compile(r"/t/\w+$"))
    start = host.locator('#room [data-do="start"]')
    expect(start).to_be_in_viewport(ratio=1)
    table = host.url
    guest = context("en", PHONE, touch=True).new_page()
    guest.goto(table)
    expect(guest.locator("#nickname")).to_have_value(re.compile(r"\w"))
    expect(guest.locator("form.sit button")).to_be_in_viewport(ratio=1)
    guest.locator("form.sit button").tap()
    expect(guest.locator('#room [data-do="ready"]')).to_be_in_viewport(ratio=1)

    host.locator(f'[href="{table.removeprefix(served.address)}/game"]').tap()
    for name, value in (("what", "cities_knights"), ("players", "5"), ("layout", "random")):
        press(host, name, value, hands="clicks")
    open_more(host)
    host.locator('[name="goal"]').fill("9")
    host.locator('[value="make"]').tap()
    host.wait_for_url(table)
    told = guest.locator("#room .changed")
    expect(told).to_contain_text("Cities & Knights")
    expect(told).to_contain_text("first to 9 points")
    expect(told).to_contain_text("5 players")
    expect(told).to_be_in_viewport(ratio=1)
    expect(start).to_have_text("Fill with bots and start" if language == "en" else re.compile("Compléter avec des"))
    start.tap()
    expect(guest.locator("#room")).to_be_hidden()
    state = served.stored(table.rsplit("/", 1)[1])
    assert (state.stage, len(state.seats), state.config["options"]["goal"]) == ("playing", 5, 9)
    assert [seat.kind for seat in state.seats].count("bot") == 3
