"""Several expansions at one table through the page: panels fold for lack of room, and the log keeps six lines."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from bastide.kernel.game import Game
from bastide.players import make_bot
from tests.browser.fixtures import DESK, PHONE
from tests.browser.player import until
from tests.browser.serving import Served
from tests.browser.stage import Stage
from tests.browser.test_access import overflow
from tests.chosen import by_turns, now_and_then, sampled
from tests.differential.sets import sets_of
from tests.kit import Table
from tests.web.rooms import STUBS, entered

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

OpenBrowser = Callable[..., BrowserContext]
TABLES: Final = {"stubs": STUBS, "knights": ("cities_knights",), "all": ("cities_knights", *STUBS)}
LOW: Final[ViewportSize] = {"width": 1366, "height": 768}
SIX: Final = 6 * 1.34
"""The height of six lines of the log without the space between them, in units of its letters."""
ROOM: Final = """() => {
    const log = document.querySelector("#log");
    return [log.clientHeight, parseFloat(getComputedStyle(log).fontSize)];
}"""
"""The height of the log, and of its letters."""
CUT: Final = """() => [...document.querySelectorAll(".folds")]
    .filter(it => it.scrollHeight > it.clientHeight + 1 && getComputedStyle(it).overflowY !== "auto")
    .map(it => it.parentElement.id)"""
"""The columns whose panels reach over their room, and which do not scroll."""
SHORTENED: Final = """() => [...document.querySelectorAll(
        ".fold > summary :is(h3, small), .head .facts, .ck-cells-5, .ck-buy")]
    .filter(it => it.getClientRects().length)
    .filter(it => it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 3)
    .map(it => it.textContent)"""
"""Headings of panels, facts of the head and rows of improvements that are cut."""
OPEN: Final = "() => [...document.querySelectorAll('.fold[open]')].map(it => it.id)"


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Stage]]:
    """A server that knows the stubs, and whose next game is the position that a test lays out."""
    with entered():
        server = Served.start(tmp_path_factory.mktemp("modules"))
        yield server, Stage.of(server)
        server.stop()


class Begun(Table):
    """A game that has begun, as a position."""

    def __init__(self, game: Game) -> None:
        self.game = game


def begun(*modules: str) -> Begun:
    """A game with these modules after some turns of bots, before a roll of seat 0."""
    game = Game.new({"seats": 3, "modules": list(modules), "options": {"first": 0}}, seed=5)
    bots, rng = [make_bot("greedy", seat) for seat in range(3)], random.Random(5)
    ended = 0
    while ended < 9 or game.actors != [0] or "roll" not in game.legal(0):
        if game.actors == [-1]:
            game.draw(rng)
            continue
        text = bots[game.actors[0]].choose(game, game.actors[0])
        ended += text == "end"
        game.play(text, game.actors[0])
    return Begun(game)


def sit_down(page: Page, staged: tuple[Served, Stage], *modules: str, language: str = "en") -> None:
    """Join that game."""
    served, stage = staged
    stage.set(begun(*modules), "roll 2 4", "event ship")
    page.goto(f"{served.address}/create?lang={language}")
    page.locator('#making [value="make"]').press("Enter")
    page.wait_for_url(re.compile(r"/t/\w+$"))
    until(page, "() => document.querySelector('#actions[data-turn=\"mine\"]') !== null")
    page.evaluate("document.fonts.ready")
    page.locator('[data-notation="roll"]:visible').first.click()
    until(page, "() => document.querySelector('#dice .pair') !== null")


def keep(page: Page, name: str, folder: Path) -> None:
    """Take a picture for visual review."""
    page.screenshot(path=folder / f"{name}.png")


@pytest.mark.parametrize("table", sampled(TABLES, count=1, rest=pytest.mark.campaign))
def test_the_log_keeps_six_lines_and_no_panel_is_cut(
    context: OpenBrowser, staged: tuple[Served, Stage], table: str, tmp_path: Path
) -> None:
    page = context("en").new_page()
    sit_down(page, staged, *TABLES[table])
    height, letters = page.evaluate(ROOM)
    assert height >= SIX * letters, "six lines of the log"
    assert page.evaluate(CUT) == []
    assert page.evaluate(SHORTENED) == []
    keep(page, f"{table}-desk", tmp_path)
    folded = page.locator("#east .fold:not([open])")
    if table != "all":
        assert folded.count() == 0, "there is room for all"
        return
    # Of five panels all are folded: there is room for their headings alone.
    assert folded.count() >= 1, "the lowest priority folds first"
    panel = page.locator(f"#{folded.last.get_attribute('id')}")
    expect(panel.locator(".fold-short")).to_be_visible()
    panel.locator("summary").press("Enter")
    expect(panel).to_have_attribute("open", "")
    expect(panel.locator(".fold-body")).to_be_visible()
    first = page.locator("#east .fold").nth(1)
    if first.get_attribute("open") is None:
        first.locator("summary").click()
    expect(first).to_have_attribute("open", "")
    expect(first.locator(".fold-body")).to_be_in_viewport(ratio=0.3)
    keep(page, f"{table}-desk-opened", tmp_path)
    opened = set(page.evaluate(OPEN))
    assert page.evaluate(CUT) == []
    height, letters = page.evaluate(ROOM)
    assert height >= SIX * letters
    page.set_viewport_size({"width": 1440, "height": 880})
    page.set_viewport_size(DESK)
    page.wait_for_timeout(200)
    assert set(page.evaluate(OPEN)) == opened, "it stays as the reader wants it"


@now_and_then(2)
@by_turns("language", ["en", "fr"])
def test_cities_and_knights_cuts_nothing_of_head_and_panels(
    context: OpenBrowser, staged: tuple[Served, Stage], language: str
) -> None:
    page = context(language).new_page()
    sit_down(page, staged, "cities_knights", language=language)
    expect(page.locator("#east .fold")).to_have_count(2)
    for shown in page.locator("#east .fold :is(.ck-track, .ck-verdict, .ck-buy)").all():
        expect(shown).to_be_in_viewport(ratio=1)
    for size in (DESK, LOW):
        page.set_viewport_size(size)
        assert page.evaluate(SHORTENED) == []
    page.context.clear_cookies()
    page.reload()
    expect(page.locator("#head .facts")).to_contain_text("watching" if language == "en" else "regardez")
    for size in (LOW, DESK):
        page.set_viewport_size(size)
        assert page.evaluate(SHORTENED) == []
        title, rail = page.locator("#head .title").bounding_box(), page.locator("#rail").bounding_box()
        assert title is not None
        assert rail is not None
        assert title["y"] + title["height"] <= rail["y"]


@now_and_then(2)
@pytest.mark.parametrize("modules", [(), ("cities_knights",)], ids=["base", "knights"])
def test_no_tab_is_cut_at_twice_the_size(
    context: OpenBrowser, staged: tuple[Served, Stage], modules: tuple[str, ...]
) -> None:
    page = context("fr", {"width": 720, "height": 450}).new_page()
    sit_down(page, staged, *modules, language="fr")
    for width, height in ((720, 450), (683, 384), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        cut = "() => [...document.querySelectorAll('.nav > span')].filter(it => it.scrollWidth > it.clientWidth + 1)"
        assert page.evaluate(f"({cut})().map(it => it.textContent)") == [], f"{width} x {height}"


@now_and_then(2)
@pytest.mark.parametrize("table", sampled(TABLES, count=1, rest=pytest.mark.campaign))
def test_the_panels_stand_in_sheets_on_a_phone(
    context: OpenBrowser, staged: tuple[Served, Stage], table: str, tmp_path: Path
) -> None:
    page = context("en", PHONE, touch=True).new_page()
    sit_down(page, staged, *TABLES[table])
    keep(page, f"{table}-phone", tmp_path)
    expect(page.locator(".fold:visible")).to_have_count(0)
    # What a sheet tells has changed: its tab is marked until it is opened.
    marks = page.locator("#tabs [data-news]")
    assert marks.count() >= 1
    marks.evaluate_all("(all) => all.forEach((one) => one.setAttribute('data-news', 'something else'))")
    page.locator('#tabs [data-tab="log"]').click()
    expect(page.locator("#tabs [data-news]:visible")).to_have_count(marks.count())
    seen: set[Any] = set()
    for tab in page.locator("#tabs [data-tab]").all():
        tab.click()
        seen |= {panel.get_attribute("id") for panel in page.locator(".fold:visible").all()}
        if page.locator(".fold:visible").count():
            keep(page, f"{table}-phone-{tab.get_attribute('data-tab')}", tmp_path)
            for panel in page.locator(".fold:visible").all():
                expect(panel).to_have_attribute("open", "")
        assert overflow(page) == 0
        expect(tab.locator("[data-news]:visible")).to_have_count(0)
    assert seen == {panel.get_attribute("id") for panel in page.locator(".fold").all()}
    page.set_viewport_size(DESK)
    assert page.evaluate(CUT) == []


SPILT: Final = """() => {
    const column = document.querySelector(".left").getBoundingClientRect();
    const shown = [...document.querySelectorAll(".left .fold > summary")].filter(it => it.checkVisibility());
    return shown.filter(it => {
        const box = it.getBoundingClientRect();
        return box.height < 30 || box.bottom > column.bottom + 1;
    }).map(it => it.textContent);
}"""
"""The headings of panels below the players for which there is no room."""


@now_and_then(2)
def test_the_heading_of_every_panel_below_the_players_is_whole(
    context: OpenBrowser, staged: tuple[Served, Stage]
) -> None:
    served, stage = staged
    stage.position = None  # of an earlier test
    page = context("fr", {"width": 1366, "height": 768}).new_page()
    spilt = {}
    alone = [one.modules for one in sets_of("island") if len(one.modules) == 1]
    for modules in (modules for modules in alone if modules[0] not in STUBS):
        config = {"game": "island", "seats": 4, "modules": list(modules), "options": {"first": 0}}
        seats = [{"kind": "open"}, *[{"kind": "bot", "bot": "random"}] * 3]
        body = {"name": "The quay", "nickname": "Maud", "config": config, "seats": seats, "start": True}
        reply = page.request.post(f"{served.address}/api/tables", data=body, headers={"Origin": served.address})
        if not reply.ok:
            continue  # not for four players
        page.goto(f"{served.address}/t/{reply.json()['table']}", wait_until="domcontentloaded")
        page.locator("#rail-3").wait_for()
        page.wait_for_timeout(100)
        spilt[modules] = page.evaluate(SPILT)
    assert len(spilt) > 8
    assert not any(spilt.values()), spilt
