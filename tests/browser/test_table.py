"""Table features beyond playing: coming back, joining, trading, asking why, taking back, chatting."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from bastide.kernel.game import Game
from tests.browser.fixtures import DESK, PHONE, SIDEWAYS
from tests.browser.player import Keyboard, Mouse, Player, until
from tests.browser.serving import Served
from tests.browser.tables import begin, duel, small
from tests.browser.test_access import findings, overflow, wait_for_people
from tests.browser.traffic import Traffic
from tests.chosen import by_turns, now_and_then

OpenBrowser = Callable[..., BrowserContext]


KEEP_LINES = """{
  const Real = WebSocket;
  window.lines = [];
  window.WebSocket = class extends Real {
    constructor(...given) { super(...given); lines.push(this); if (window.cut) this.close(); }
  };
}"""
"""Remembers the page's lines, and opens none while `cut` is set."""


CLEAR = """() => {
  const flag = document.querySelector("#rail .flag").getBoundingClientRect();
  return [...document.querySelectorAll("#rail .stats li span")].every((one) => {
    const box = one.getBoundingClientRect();
    return box.right <= flag.left || box.left >= flag.right || box.bottom <= flag.top || box.top >= flag.bottom;
  });
}"""


def decisions(served: Served, table: str) -> list[str]:
    """All decisions of the game at this table, as stored."""
    match = served.stored(table).match
    assert match is not None
    assert isinstance(match.game, Game)
    return [decision.text for decision in match.game.decisions]


def rolled(context: OpenBrowser) -> tuple[Page, Page]:
    """A duel in which the host has rolled and is on turn, a seven being dealt with."""
    host, guest = duel(context)
    host.locator('#actions [data-notation="roll"]').click()
    players = [Player(page, Mouse(page)) for page in (host, guest)]
    for _ in range(8):
        for player in players:
            if player.page.locator("#choice[data-live]").count():
                player.choose()
            if player.page.locator("#targets[data-forced] [data-notation]").count():
                player.place()
        if host.locator('#actions [data-notation="end"]').count():
            return host, guest
        host.wait_for_timeout(150)
    raise AssertionError("the roll was never over")


def test_a_reload_keeps_the_seat_and_the_game(context: OpenBrowser, served: Served) -> None:
    page = context("en").new_page()
    traffic = Traffic.of(page)
    table = begin(page, small(3, 5))
    Player(page, Mouse(page)).wait()
    before = {panel: page.locator(panel).text_content() or "" for panel in ("#hand", "#rail", "#prompt")}
    page.reload()
    for panel, text in before.items():
        expect(page.locator(panel)).to_have_text(text)
    until(page, "(version) => Number(document.body.dataset.version) === version", served.stored(table).version)
    page.goto("/")
    page.locator(f'.list a[href="/t/{table}"]').click()
    expect(page.locator("#hand")).to_be_visible()
    assert traffic.errors == []


def test_a_lost_line_comes_back_and_what_was_sent_is_played_once(context: OpenBrowser, served: Served) -> None:
    page = context("en").new_page()
    page.add_init_script(KEEP_LINES)
    table = begin(page, small(2, 5))
    player = Player(page, Mouse(page))
    roll = page.locator('#actions [data-notation="roll"]')
    while player.wait() != "turn" or not roll.count():
        {"choice": player.choose, "answer": player.refuse, "place": player.place, "turn": player.turn}[player.wait()]()
    before = len(decisions(served, table))
    page.evaluate("window.cut = true; lines.at(-1).close()")
    expect(page.locator('body[data-link="down"]')).to_be_attached()
    expect(page.locator(".offline")).to_be_visible()
    roll.click()
    page.evaluate("window.cut = false")
    until(page, "() => !document.querySelector('#actions [data-notation=roll]')")
    expect(page.locator('body[data-link="up"]')).to_be_attached()
    assert decisions(served, table)[before:].count("roll") == 1
    assert page.evaluate("lines.length") >= 2


def test_two_people_trade_by_offer_and_counter_offer(context: OpenBrowser, served: Served) -> None:
    host, guest = rolled(context)
    host.locator('#actions [data-form="offer"]').click()
    form = host.locator('form[data-form="offer"]')
    if not form.is_visible():
        host.locator('#offer input[value="players"]').locator("xpath=..").click()
    give = host.locator("#hand [data-adds]").first
    given = give.get_attribute("data-adds")
    wanted = next(
        slot.get_attribute("data-good")
        for slot in guest.locator("#hand [data-good]").all()
        if slot.get_attribute("data-count") != "0" and slot.get_attribute("data-good") != given
    )
    expect(form.locator("[data-send]")).to_have_attribute("aria-disabled", "true")
    give.click()
    for _ in range(2):
        form.locator(f'[data-side="want"] [data-adds="{wanted}"]').click()
    form.locator("[data-send]").click()
    expect(guest.locator("#rail .flag")).to_be_attached()
    guest.set_viewport_size(PHONE)
    assert guest.evaluate(CLEAR), "the flag of an offer hides how many cards somebody holds"
    guest.set_viewport_size(DESK)
    counter = guest.locator("#offer details.counter")
    counter.locator("summary").click()
    form = counter.locator('form[data-form="counter"]')
    send = form.locator("[data-send]")
    while int(form.locator(f'[data-side="give"] [data-good="{wanted}"] [data-count]').inner_text() or 0) > 1:
        form.locator(f'[data-side="give"] [data-good="{wanted}"]').click()
    if send.get_attribute("aria-disabled") == "true":
        guest.locator(f'#hand [data-adds="{wanted}"]').click()
    send.click()
    before = int(host.locator(f'#hand [data-good="{wanted}"]').get_attribute("data-count") or 0)
    host.locator("#offer .reply.counter [data-notation]").click()
    expect(host.locator(f'#hand [data-good="{wanted}"]')).to_have_attribute("data-count", str(before + 1))
    texts = decisions(served, host.url.rsplit("/", 1)[1])
    assert f"offer {given} for {wanted}*2" in texts
    assert f"counter {wanted} for {given}" in texts


def test_the_log_that_grew_turn_by_turn_is_that_of_a_fresh_page(context: OpenBrowser) -> None:
    host, guest = rolled(context)
    shown = "() => [...document.querySelectorAll('#log > ol > li')].map((one) => one.id + one.textContent)"
    host.locator('#actions [data-notation="end"]').click()
    guest.locator('#actions [data-notation="roll"]').click()
    for page in (host, guest):
        until(page, "() => document.getElementById('log-2')?.textContent.includes('Odile')")
        grown = page.evaluate(shown)
        assert [line[:5] for line in grown] == ["log-0", "log-1", "log-2"]
        page.add_init_script(KEEP_LINES)
        page.reload()
        assert page.evaluate(shown) == grown
    # What a line that begins anew does not show is gone from the page.
    host.evaluate("document.querySelector('#log > ol').insertAdjacentHTML('beforeend', '<li id=log-9>?</li>')")
    expect(host.locator('body[data-link="up"]')).to_be_attached()
    traffic = Traffic.of(host)
    host.evaluate("lines.at(-1).close()")
    until(host, "() => document.getElementById('log-9') === null")
    # It says what it has, and is not sent that again.
    until(host, "() => lines.length > 1")
    assert not {"defs", "land", "log-0", "bank"} & traffic.panels().keys()
    assert traffic.frames
    told = "new URL(lines.at(-1).url).searchParams.get('have')"
    before, count = host.evaluate(told), host.evaluate("lines.length")
    host.evaluate("lines.at(-1).close()")
    until(host, "(count) => lines.length > count", count)
    assert host.evaluate(told) == before.replace(".log-9.unknown", "")
    assert [line[:5] for line in host.evaluate(shown)] == ["log-0", "log-1", "log-2"]


SHEET = """() => [...document.querySelectorAll("#players .pdetail")].map((one) => one.innerHTML)"""
"""What the sheet of a phone tells of each player."""


@now_and_then(2)
def test_the_sheet_of_players_is_sent_while_it_is_up_however_wide_the_window_becomes(context: OpenBrowser) -> None:
    host, guest = rolled(context)
    traffic = Traffic.of(guest)
    guest.set_viewport_size(PHONE)
    guest.reload()
    begun = guest.evaluate(SHEET)
    host.locator('#actions [data-notation="end"]').click()
    expect(guest.locator('#tabs [data-notation="roll"]')).to_be_attached()
    assert guest.evaluate(SHEET) == begun
    assert not [name for name in traffic.panels() if name.startswith("players")]
    sheet, old = guest.locator("#players"), guest.locator("#players[data-stale]")
    expect(old).to_be_attached()
    guest.locator('#tabs [data-tab="players"]').click()
    expect(sheet.locator(".pdetail.turn h3")).to_contain_text("Odile")
    expect(sheet.locator(".pdetail.turn h3")).to_be_visible()
    expect(old).not_to_be_attached()
    assert guest.evaluate(SHEET) != begun
    # While it is up it follows the game, also while the window is too wide for it.
    guest.set_viewport_size(DESK)
    expect(sheet).to_be_hidden()
    host.locator('#head [data-do="pause"]').click()
    expect(sheet.locator('[data-do="pause"]')).not_to_be_attached()
    host.locator('#pause [data-do="resume"]').click()
    expect(sheet.locator('[data-do="pause"]')).to_be_attached()
    guest.set_viewport_size(PHONE)
    expect(sheet.locator(".pdetail.turn h3")).to_be_visible()
    shown = guest.evaluate(SHEET)
    # On a desk another tab puts it away; what is fresh comes when it is up again, also where nothing has changed.
    guest.set_viewport_size(DESK)
    guest.locator('.talk-tabs [data-tab="log"]').click()
    expect(old).to_be_attached()
    guest.set_viewport_size(PHONE)
    guest.locator('#tabs [data-tab="players"]').click()
    expect(old).not_to_be_attached()
    assert guest.evaluate(SHEET) == shown
    guest.reload()
    assert guest.evaluate(SHEET) == shown, "what grew is what a fresh page has"
    assert traffic.errors == []


@by_turns(("language", "words"), [("en", "No connection: as it stood at"), ("fr", "Pas de connexion : ")])
def test_the_sheet_of_players_shows_what_it_last_knew_while_the_line_is_down(
    context: OpenBrowser, language: str, words: str
) -> None:
    page = context(language, viewport=PHONE).new_page()
    page.add_init_script(KEEP_LINES)
    traffic = Traffic.of(page)
    table = begin(page, small(2, 5))
    Player(page, Mouse(page)).wait()
    page.goto(f"/t/{table}?lang={language}")
    sheet, said = page.locator("#players"), page.locator("#players .as-of")
    expect(page.locator("#players[data-stale]")).to_be_attached()
    page.evaluate("window.cut = true; lines.at(-1).close()")
    expect(page.locator('body[data-link="down"]')).to_be_attached()
    button = page.locator('#tabs [data-tab="players"]')
    button.focus()
    page.keyboard.press("Enter")
    expect(sheet.locator(".pdetail h3").first).to_be_visible()
    assert sheet.locator(".pdetail").count() == 2
    expect(said).to_be_visible()
    expect(said).to_contain_text(words)
    # Put away and opened again it is the same; the line that comes back makes it fresh, also where nothing has changed.
    page.keyboard.press("Enter")
    expect(sheet).to_be_hidden()
    page.keyboard.press("Enter")
    expect(said).to_have_count(1)
    shown = page.evaluate(SHEET)
    page.evaluate("window.cut = false")
    expect(page.locator('body[data-link="up"]')).to_be_attached()
    expect(page.locator("#players[data-stale]")).not_to_be_attached()
    expect(said).not_to_be_attached()
    expect(sheet.locator(".pdetail h3").first).to_be_visible()
    assert page.evaluate(SHEET) == shown
    # A line that is lost while it is up leaves it as it is, with the word.
    page.evaluate("window.cut = true; lines.at(-1).close()")
    expect(said).to_be_visible()
    expect(sheet.locator(".pdetail h3").first).to_be_visible()
    page.evaluate("window.cut = false")
    expect(said).not_to_be_attached()
    assert traffic.errors == []


def test_a_sheet_of_players_that_was_never_opened_has_them_and_a_slow_line_does_not_leave_it_blank(
    context: OpenBrowser,
) -> None:
    _, guest = duel(context)
    guest.set_viewport_size(PHONE)
    # The game began after this page was loaded, and nobody has looked at its players yet.
    expect(guest.locator("#players .pdetail")).to_have_count(2)
    expect(guest.locator("#players[data-stale]")).to_be_attached()
    guest.evaluate("WebSocket.prototype.send = () => {}")
    guest.locator('#tabs [data-tab="players"]').click()
    expect(guest.locator("#players .as-of")).to_be_visible()
    expect(guest.locator("#players .pdetail h3").first).to_be_visible()


def test_a_sheet_that_is_opened_while_the_line_opens_is_asked_for(context: OpenBrowser) -> None:
    page = context("en", viewport=PHONE).new_page()
    page.add_init_script(KEEP_LINES)
    begin(page, small(2, 5))
    Player(page, Mouse(page)).wait()
    expect(page.locator("#players[data-stale]")).to_be_attached()
    page.evaluate("""() => {
      const Kept = WebSocket;
      window.WebSocket = class extends Kept {
        constructor(...given) {
          super(...given);
          window.WebSocket = Kept;
          setTimeout(() => document.querySelector('#tabs [data-tab="players"]').click());
        }
      };
      lines.at(-1).close();
    }""")
    expect(page.locator("#players .pdetail h3").first).to_be_visible()
    expect(page.locator("#players[data-stale]")).not_to_be_attached()


def test_the_standing_answer_refuses_every_offer_of_the_turn(context: OpenBrowser, served: Served) -> None:
    host, guest = rolled(context)
    guest.locator("#actions .standing").click()
    guest.locator('#standing [data-value="all"]').click()
    host.locator('#actions [data-form="offer"]').click()
    form = host.locator('form[data-form="offer"]')
    if not form.is_visible():
        host.locator('#offer input[value="players"]').locator("xpath=..").click()
    give = host.locator("#hand [data-adds]").first
    given = give.get_attribute("data-adds")
    give.click()
    form.locator(f'[data-side="want"] [data-adds]:not([data-adds="{given}"])').first.click()
    form.locator("[data-send]").click()
    until(host, "() => [...document.querySelectorAll('#log *')].some((one) => /Odile refuses/.test(one.textContent))")
    assert decisions(served, host.url.rsplit("/", 1)[1])[-1].startswith("refuse")


def test_a_refused_action_says_why_and_leads_to_the_rule(context: OpenBrowser) -> None:
    page = context("en").new_page()
    begin(page, small(2, 5))
    player = Player(page, Mouse(page))
    while player.wait() != "turn":
        {"choice": player.choose, "answer": player.refuse, "place": player.place}[player.wait()]()
    city = page.locator('#actions button[data-why="city"]')
    expect(city).to_be_visible()
    city.click(force=True)  # aria-disabled: it says why not instead
    rule = page.locator(".why-panel:popover-open a.rule")
    expect(rule).to_be_visible()
    book = str(rule.get_attribute("href"))
    page.keyboard.press("Escape")
    expect(page.locator(".why-panel:popover-open")).to_have_count(0)
    page.goto(book)
    expect(page.locator("article h1")).to_be_visible()


def test_chat_reaches_the_other_and_counts_what_is_unread(context: OpenBrowser) -> None:
    host, guest = duel(context)
    guest.locator(".says input").fill("Bonne chance <b>&amp;</b>")
    guest.keyboard.press("Enter")
    badge = host.locator('.talk [data-badge="chat"]')
    expect(badge).to_have_text("1")
    host.locator('.talk [data-tab="chat"]').click()
    expect(host.locator("#chat")).to_contain_text("Bonne chance <b>&amp;</b>")
    expect(badge).to_be_hidden()
    expect(guest.locator(".says input")).to_have_value("")


def test_a_letter_arms_arrows_walk_and_escape_takes_back(context: OpenBrowser) -> None:
    page = context("en").new_page()
    begin(page, small(2, 5, "free"))
    hands = Keyboard(page)
    player = Player(page, hands)
    player.wait()
    hands.walk(page.locator("#targets [data-notation]:visible").nth(5))
    assert page.evaluate("document.activeElement.dataset.notation").startswith("settle ")
    at = page.evaluate("document.activeElement.dataset.notation")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.notation") != at
    page.locator(".says input").focus()
    page.keyboard.type("rsce")
    expect(page.locator(".says input")).to_have_value("rsce")


FOCUS = "() => { const own = document.activeElement; return own.closest('[id]').id + ' ' + own.textContent; }"


def test_the_focus_stays_with_what_is_being_built(context: OpenBrowser) -> None:
    host, _ = rolled(context)
    button = host.locator('#actions button[data-verb="road"]')
    host.keyboard.press("r")
    expect(host.locator('#targets [data-verb="road"]:focus')).to_be_attached()
    host.keyboard.press("Escape")
    expect(button).to_be_focused()
    host.keyboard.press("r")
    roads = host.locator("#pieces").inner_html()
    host.keyboard.press("Enter")
    until(host, "(before) => document.getElementById('pieces').innerHTML !== before", roads)
    focus = str(host.evaluate(FOCUS))
    assert focus.startswith("actions "), f"the focus went to {focus!r}"


def test_undo_takes_back_the_last_piece_and_no_more(context: OpenBrowser) -> None:
    page = context("en").new_page()
    begin(page, small(2, 5, "free"))
    player = Player(page, Mouse(page))
    player.wait()
    player.place()
    player.wait()
    player.click(page.locator('[data-do="undo"]:visible').first, "undo")
    expect(page.locator('#targets [data-notation^="settle"]').first).to_be_attached()


@now_and_then(2)
@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_redo_places_again_what_undo_took_back(context: OpenBrowser, viewport: ViewportSize) -> None:
    page = context("fr", viewport, touch=viewport is PHONE).new_page()
    begin(page, small(2, 5, "free"))
    player = Player(page, Mouse(page))
    player.wait()
    if viewport is PHONE:
        page.locator("#targets [data-notation]:visible").nth(10).locator("[pointer-events=all]").tap()
        player.click(page.locator("#prompt .tick"), "settle")
    else:
        player.place()
    pieces = page.locator("#pieces").inner_html()
    undo, redo = (page.locator(f'[data-do="{what}"]:visible') for what in ("undo", "redo"))
    expect(redo).to_have_count(0)
    player.click(undo.first, "undo")
    expect(redo).to_have_attribute("aria-label", "Rétablir (Y)")
    box = redo.bounding_box()
    assert box is not None
    assert 0 <= box["x"] <= viewport["width"] - box["width"]
    assert min(box["width"], box["height"]) >= 36
    player.click(redo, "redo")
    assert page.locator("#pieces").inner_html() == pieces
    expect(redo).to_have_count(0)
    player.sent(lambda: page.keyboard.press("u"), "undo")
    assert page.locator("#pieces").inner_html() != pieces
    player.sent(lambda: page.keyboard.press("y"), "redo")
    assert page.locator("#pieces").inner_html() == pieces
    player.sent(lambda: page.keyboard.press("u"), "undo")
    places = page.locator("#targets [data-notation]:visible")
    places.nth(3).focus()
    player.sent(lambda: page.keyboard.press("Enter"), "settle")
    expect(redo).to_have_count(0)


@by_turns("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_a_yes_is_taken_back(context: OpenBrowser, served: Served, viewport: ViewportSize) -> None:
    host, guest = rolled(context)
    guest.set_viewport_size(viewport)
    host.locator('#actions [data-form="offer"]').click()
    form = host.locator('form[data-form="offer"]')
    if not form.is_visible():
        host.locator('#offer input[value="players"]').locator("xpath=..").click()
    give = host.locator("#hand [data-adds]").first
    given = give.get_attribute("data-adds")
    wanted = next(
        slot.get_attribute("data-good")
        for slot in guest.locator("#hand [data-good]").all()
        if slot.get_attribute("data-count") != "0" and slot.get_attribute("data-good") != given
    )
    give.click()
    form.locator(f'[data-side="want"] [data-adds="{wanted}"]').click()
    form.locator("[data-send]").click()
    guest.locator('#offer [data-notation="accept"]').click()
    expect(host.locator("#offer .reply.accept [data-notation]")).to_be_visible()
    expect(host.locator('[data-do="undo"]:visible')).to_have_count(0)
    back = guest.locator('#offer [data-do="undo"]')
    expect(back).to_have_text("Revenir sur votre réponse")
    back.click()
    expect(host.locator("#offer .reply.waiting")).to_be_visible()
    expect(guest.locator('#offer [data-notation="accept"]')).to_be_visible()
    guest.locator('#offer [data-notation="refuse"]').click()
    table = host.url.rsplit("/", 1)[1]
    until(host, "() => [...document.querySelectorAll('#log *')].some((one) => /Odile refuses/.test(one.textContent))")
    assert decisions(served, table)[-1] == "refuse"
    assert "accept" not in decisions(served, table)


def test_language_theme_and_sound_are_kept(context: OpenBrowser) -> None:
    page = context("en").new_page()
    begin(page, small(2, 5))
    Player(page, Mouse(page)).wait()
    page.locator('#head [data-setting="theme"]').click()
    page.locator('#head [data-setting="sound"]').click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator('#head [data-setting="sound"]')).to_have_attribute("aria-pressed", "false")
    page.locator(".menu-tool").click()
    page.locator('#menu a[hreflang="fr"]').click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator('#head [data-setting="sound"]')).to_have_attribute("aria-pressed", "false")
    page.goto("/rules")
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_on_a_phone_the_first_tap_shows_and_the_second_places(context: OpenBrowser) -> None:
    page = context("en", PHONE, touch=True).new_page()
    begin(page, small(2, 5, "free"))
    player = Player(page, Mouse(page))
    player.wait()
    target = page.locator("#targets [data-notation]:visible").nth(10)
    version = page.evaluate("document.body.dataset.version")
    target.locator("[pointer-events=all]").tap()
    expect(page.locator("body[data-chosen]")).to_be_attached()
    assert page.evaluate("document.body.dataset.version") == version
    page.locator("#prompt .tick").tap()
    until(page, "(before) => document.body.dataset.version !== before", version)


def test_on_a_phone_the_sheet_that_is_up_stays_marked(context: OpenBrowser) -> None:
    host, guest = rolled(context)
    guest.set_viewport_size(PHONE)
    guest.locator('#tabs [data-tab="log"]').click()
    host.locator('#actions [data-notation="end"]').click()
    expect(guest.locator('#tabs [data-notation="roll"]')).to_be_visible()
    expect(guest.locator('#tabs [data-tab="log"]')).to_have_attribute("aria-pressed", "true")
    expect(guest.locator('#tabs [data-tab="build"]')).to_have_attribute("aria-pressed", "false")
    # The reader alone scrolls the log away from its end, not a change of the page.
    guest.wait_for_timeout(1000)
    guest.evaluate("log.style.cssText = 'flex: none; height: 70px'; log.scrollTop = -60")
    until(guest, "() => log.scrollTop === 0")
    guest.locator("#log").hover()
    guest.mouse.wheel(0, -60)
    until(guest, "() => log.scrollTop < -24")
    guest.wait_for_timeout(100)
    assert guest.evaluate("log.scrollTop") < -24


@pytest.mark.parametrize("way", ["wheel", "fit"])
def test_the_board_zooms_and_comes_back(context: OpenBrowser, way: str) -> None:
    page = context("en").new_page()
    begin(page, small(2, 5))
    Player(page, Mouse(page)).wait()
    page.mouse.move(700, 400)
    page.mouse.wheel(0, -600)
    expect(page.locator("#stage[data-zoomed]")).to_be_attached()
    if way == "fit":
        page.locator('#head [data-zoom="fit"]').click()
    for _ in range(8 if way == "wheel" else 0):
        page.mouse.wheel(0, 600)
    expect(page.locator("#stage[data-zoomed]")).to_have_count(0)


HUSH = """{
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (...given) { if (!window.hushed) send.apply(this, given); };
}"""
"""While `hushed` is set, nothing that the page sends arrives: the line is broken, and nobody says so."""
UNTIL_TOLD = """() => new Promise((told) => {
  const every = 50, began = performance.now();
  let last = began, late = 0;
  window.hushed = true;
  const timer = setInterval(() => {
    const now = performance.now();
    late += Math.max(0, now - last - every);
    last = now;
    if (!document.querySelector(".offline").checkVisibility()) return;
    clearInterval(timer);
    told(now - began - late);
  }, every);
})"""
"""Break the line: the milliseconds until the strip shows, without those by which a busy machine delays the page."""
UNDER_THE_STRIP = """() => {
  const strip = document.querySelector(".offline");
  const { left, right, bottom } = strip.getBoundingClientRect();
  const inside = strip.scrollHeight <= strip.clientHeight && left >= 0 && right <= innerWidth;
  const under = [...document.querySelectorAll("[data-wall], .tool, .bar button")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.height && (box.top < bottom || (one.matches(".foot *, .bar *") && box.bottom > innerHeight));
  });
  return [...under.map((one) => one.id || one.className), ...(inside ? [] : ["the strip"])];
}"""
"""The panels and tools that the strip covers, or that it moves off the page; the strip itself if its text is cut."""


@now_and_then(2)
@pytest.mark.parametrize("waiting", [False, True], ids=["game", "waiting room"])
@by_turns(
    ("language", "viewport", "words"),
    [("en", DESK, "Nothing is lost"), ("fr", PHONE, "est perdu")],
    ids=["desk", "phone"],
)
def test_a_line_that_breaks_without_a_word_is_shown_within_three_seconds(
    context: OpenBrowser, language: str, viewport: ViewportSize, words: str, waiting: bool
) -> None:
    page = context(language, viewport).new_page()
    page.add_init_script(HUSH)
    if waiting:
        wait_for_people(page)
    else:
        begin(page, small(2, 5))
        Player(page, Mouse(page)).wait()
    page.wait_for_timeout(2000)
    expect(page.locator(".offline")).to_be_hidden()
    assert page.evaluate(UNTIL_TOLD) <= 3000
    expect(page.locator(".offline")).to_contain_text(words)
    for window in (viewport, *((SIDEWAYS,) if viewport == PHONE else ())):
        page.set_viewport_size(window)
        assert page.evaluate(UNDER_THE_STRIP) == []
    expect(page.locator("#said")).to_have_text(page.locator(".offline").inner_text(), use_inner_text=True)
    expect(page.locator("#said[data-shown]")).to_have_count(0)
    page.evaluate("window.hushed = false; dispatchEvent(new Event('online'))")
    expect(page.locator(".offline")).to_be_hidden()
    # Looked at in the same step: the answer to a ping that is under way hides it again.
    assert page.evaluate("""() => {
      dispatchEvent(new Event("offline"));
      return document.querySelector(".offline").checkVisibility();
    }""")
    expect(page.locator(".offline")).to_be_hidden()


LOST = [
    ("en", "Not sent:", "Send again", "Too many requests", DESK),
    ("fr", "Non envoyé\u00a0:", "Renvoyer", "Trop de demandes", PHONE),
]


@by_turns(("language", "unsent", "again", "reason", "size"), LOST, ids=["desk", "phone"])
def test_a_refused_line_of_chat_is_kept_while_the_next_one_is_written(
    context: OpenBrowser,
    axe: str,
    tmp_path: Path,
    language: str,
    unsent: str,
    again: str,
    reason: str,
    size: ViewportSize,
) -> None:
    server = Served.start(tmp_path, chat_burst=1, chat_rate=0.5)
    try:
        page = context(language, size, touch=size is PHONE).new_page()
        body = {"name": "Chat", "nickname": "Maud", "seats": [{"kind": "open"}] * 3, "config": {"seats": 3}}
        made = page.request.post(f"{server.address}/api/tables", data=body, headers={"Origin": server.address})
        page.goto(f"{server.address}/t/{made.json()['table']}")
        page.locator('body[data-link="up"]').wait_for()
        field, lines = page.locator(".says input"), page.locator("#unsaid li")
        field.fill("one")
        field.press("Enter")
        expect(page.locator("#chat")).to_contain_text("one")
        # The refusal comes while the next line is being written.
        for words, begun in (("two", "thr"), ("three", "fou")):
            field.fill(words)
            field.evaluate("(field, begun) => { field.form.requestSubmit(); field.value = begun; }", begun)
            expect(lines.last).to_contain_text(words)
        page.keyboard.press("Escape")
        expect(field).to_have_value("fou")
        expect(lines).to_have_count(2)
        expect(lines.first).to_contain_text(f"{unsent} two")
        expect(lines.first).to_contain_text(reason)
        assert findings(page, axe) == []
        assert overflow(page) == 0
        page.wait_for_timeout(2500)
        button = lines.first.get_by_role("button", name=again)
        button.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#chat")).to_contain_text("two")
        expect(field).to_be_focused()
        expect(lines).to_have_count(1)
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Enter")
        expect(lines).to_have_count(0)
        expect(page.locator("#unsaid")).to_be_hidden()
        expect(field).to_have_value("fou")
        expect(page.locator("#chat")).not_to_contain_text("three")
    finally:
        server.stop()
