"""Clocks on the page: they tick, stop in a pause, and run out."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from bastide.server.log.entries import Entry, Play
from bastide.server.storage.store import Store
from tests.browser.fixtures import PHONE
from tests.browser.making import open_more
from tests.browser.player import Keyboard, until
from tests.browser.serving import Served
from tests.chosen import now_and_then

OpenBrowser = Callable[..., BrowserContext]
BEGAN = 1_800_000_000_000
TURN = {"kind": "turn", "seconds": 60, "answer": 20}


class Time:
    """The server's clock, which stops until a test advances it."""

    def __init__(self, served: Served) -> None:
        self.hub: Any = served.app.state.hub
        self.real = self.hub.shared
        self.passed = 0
        self.hub.shared = replace(self.real, now=lambda: BEGAN + self.passed, stood=lambda: 0)

    def passes(self, page: Page, seconds: int) -> None:
        """Advance it; a chat message makes the server check."""
        self.passed += seconds * 1000
        page.request.post(f"/api/tables/{table_of(page)}/commands", data=command("chat", "tick"))


@pytest.fixture
def time(served: Served) -> Iterator[Time]:
    moved = Time(served)
    yield moved
    moved.hub.shared = moved.real


def command(do: str, text: str = "") -> dict[str, str]:
    command.count += 1  # type: ignore[attr-defined] # a counter needs no more
    return {"id": f"clock-{command.count}", "do": do, "text": text}  # type: ignore[attr-defined] # the counter


command.count = 0  # type: ignore[attr-defined] # the counter


def table_of(page: Page) -> str:
    return page.url.split("/t/")[1].split("?")[0]


def duel(context: OpenBrowser, rule: dict[str, Any], frames: list[str], **more: Any) -> tuple[Page, Page]:
    """Maud (English) and Odile (French) at a table with a clock; Maud is on turn and must roll."""
    host, guest = context("en", **more), context("fr", **more)
    config = {"game": "island", "layout": "beginner", "options": {"first": 0}}
    asked = {"name": "Low tide", "nickname": "Maud", "config": config, "seats": [{}, {}], "clock": rule}
    made = host.request.post("/api/tables", data=asked)
    assert made.ok, made.text()
    path = made.json()["link"]
    sat = guest.request.post(f"/api{path.replace('/t/', '/tables/')}/sit", data={"nickname": "Odile", "id": "o" * 20})
    assert sat.ok, sat.text()
    pages = host.new_page(), guest.new_page()
    for page in pages:
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
        page.goto(path)
    expect(pages[0].locator("#room")).to_contain_text(re.compile(r"\d\smin for each turn"))
    pages[0].locator('[data-do="start"]').click()
    for page in pages:
        expect(page.locator("#rail .player")).to_have_count(2)
    return pages


def log_of(served: Served, table: str) -> list[Entry]:
    """The log of a table as it is stored."""

    async def read() -> list[Entry]:
        store = await Store.open(served.settings.database_url)
        try:
            return await store.load(table)
        finally:
            await store.close()

    with ThreadPoolExecutor(1) as other:
        return other.submit(lambda: asyncio.run(read())).result()


def face(page: Page, seat: int) -> Any:
    return page.locator(f'#rail [data-clock="{seat}"] [data-left]')


def seconds(page: Page, seat: int) -> int:
    minutes, rest = str(face(page, seat).inner_text()).split(":")
    return 60 * int(minutes) + int(rest)


def test_the_clock_of_whoever_is_on_turn_ticks_without_anything_being_sent(context: OpenBrowser) -> None:
    frames: list[str] = []
    maud, odile = duel(context, TURN, frames)
    for page in (maud, odile):
        expect(face(page, 0)).to_have_text(re.compile(r"^(1:00|0:5\d)$"))
        expect(face(page, 1)).to_have_text("1:00")
        expect(page.locator('#rail [data-clock="0"]')).to_have_attribute("data-runs", "")
    assert any("panels" in frame for frame in frames)
    frames.clear()
    before = seconds(maud, 0)
    until(
        maud,
        "before => document.querySelector('#rail [data-clock=\"0\"] [data-left]').textContent !== before",
        face(maud, 0).inner_text(),
    )
    assert seconds(maud, 0) < before
    assert seconds(maud, 1) == 60
    assert not any("panels" in frame for frame in frames)


@now_and_then(2)
@pytest.mark.parametrize("phone", [False, True])
def test_a_pause_stops_the_clocks_and_the_game_until_somebody_lets_it_go_on(context: OpenBrowser, phone: bool) -> None:
    maud, odile = duel(context, TURN, [], **({"viewport": PHONE} if phone else {}))
    if phone:
        odile.locator('#tabs [data-tab="players"]').click()
        odile.locator('#players [data-do="pause"]').click()
    else:
        Keyboard(odile).press(odile.locator('#head [data-do="pause"]'))
    for page, words in ((maud, "The game is paused"), (odile, "La partie est en pause")):
        expect(page.locator("#pause h2")).to_have_text(words)
        expect(page.locator('#rail [data-clock="0"]')).not_to_have_attribute("data-runs", "")
    expect(maud.locator("#pause")).to_contain_text("Odile has paused it.")
    if not phone:
        expect(odile.locator('#pause [data-do="resume"]')).to_be_focused()
    stands = face(maud, 0).inner_text()
    maud.locator('#actions [data-notation="roll"], #tabs [data-notation="roll"]').locator("visible=true").first.click()
    expect(maud.locator("#whynot")).to_contain_text("paused by Odile")
    maud.keyboard.press("Escape")
    maud.locator('#pause [data-do="resume"]').click()
    expect(odile.locator("#pause")).to_be_hidden()
    expect(maud.locator('#rail [data-clock="0"]')).to_have_attribute("data-runs", "")
    assert seconds(maud, 0) <= 60 * int(stands.split(":")[0]) + int(stands.split(":")[1])


HEAR = """() => {
  const said = document.getElementById("said");
  window.heard = [];
  new MutationObserver(() => window.heard.push(said.textContent.trim())).observe(said, { childList: true });
}"""


def test_the_only_thing_to_do_is_done_when_time_is_up_and_nothing_else(
    context: OpenBrowser, served: Served, time: Time
) -> None:
    maud, odile = duel(context, {"kind": "turn", "seconds": 600}, [])
    maud.evaluate(HEAR)
    time.passes(odile, 575)
    until(maud, "() => window.heard.includes('30 seconds left.')")
    expect(maud.locator('#rail [data-clock="0"]')).not_to_have_attribute("data-up", "")
    time.passes(odile, 16)
    until(maud, "() => window.heard.includes('10 seconds left.')")
    time.passes(odile, 10)
    until(maud, "() => window.heard.includes('Your time is up.')")
    # To roll is all that there is to do, as everybody sees. What comes then is a choice, and nobody takes it for Maud.
    until(
        maud,
        "() => document.querySelector('#rail .player[data-seat=\"0\"] .late') && document.querySelector('#dice .pair')",
    )
    expect(odile.locator('#rail .player[data-seat="0"] .late')).to_have_text("temps écoulé")
    expect(face(odile, 0)).to_have_text("0:00")
    for page, words in ((maud, "(time up)"), (odile, "(temps écoulé)")):
        expect(page.locator("#log small", has_text=words)).to_have_count(1)
    plays = [entry for entry in log_of(served, table_of(maud)) if isinstance(entry.payload, Play)]
    assert [(entry.seat, entry.payload) for entry in plays] == [(0, Play("roll", auto=True))]
    assert maud.evaluate("() => window.heard.filter((words) => words.endsWith('left.')).length") == 2


def test_a_table_is_made_with_a_clock(context: OpenBrowser, served: Served) -> None:
    page = context("fr").new_page()
    page.goto("/create")
    open_more(page)
    expect(page.locator("[data-clocks]:visible")).to_have_count(0)
    page.locator('[name="clock"][value="reserve"]').locator("xpath=..").click()
    expect(page.locator("[data-clocks]:visible")).to_have_count(4)
    page.locator('[name="reserve_minutes"]').select_option("15")
    page.locator('[name="increment"]').select_option("20")
    page.locator('[name="answer"]').select_option("45")
    page.locator('[name="late"][value="bot"]').locator("xpath=..").click()
    expect(page.locator("#sentence")).to_contain_text("plus 20\u00a0s à chaque tour")
    page.locator('[value="make"]').click()
    page.wait_for_url(re.compile(r"/t/\w+$"))
    rule = served.stored(table_of(page)).limit
    assert rule is not None
    assert (rule.kind, rule.seconds, rule.increment, rule.answer, rule.late) == ("reserve", 900, 20, 45, "bot")
    expect(page.locator("#rail .clock")).to_have_count(1)
