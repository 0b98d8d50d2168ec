"""Offers beside the play: they close by themselves, leave the hand in view, and obey a standing answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from bastide.server.engine.interface import BotLike
from tests.browser.fixtures import DESK, PHONE
from tests.browser.player import until
from tests.browser.serving import Served
from tests.browser.stage import Stage
from tests.chosen import by_turns, now_and_then
from tests.kit import table as position

pytestmark = pytest.mark.timeout(120)

OpenBrowser = Callable[..., BrowserContext]
SIZES: list[tuple[str, ViewportSize]] = [("en", DESK), ("fr", PHONE), ("fr", {"width": 820, "height": 1180})]
STANDS = 5
HANDS = {0: "ore*2 brick*2 wool*2 grain*2 lumber*2", 1: "wool*3", 2: "brick grain", 3: "brick grain"}
VISIBLE = """(selector) => [...document.querySelectorAll(selector)].every((one) => {
  const box = one.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return box.width > 0 && x >= 0 && y >= 0 && x < innerWidth && y < innerHeight
    && one.contains(document.elementFromPoint(x, y));
})"""
"""Whether the middle of each of these can be seen and hit."""


class Trader:
    """A bot that offers once in each turn, and gives one answer to what others offer."""

    answer: ClassVar[str] = "refuse"

    def __init__(self) -> None:
        self.turn = -1

    def choose(self, game: Any, seat: int) -> str:
        legal = game.legal(seat)
        turn = int(game.state.cells[game.rules.turn])
        if self.answer in legal:
            return self.answer
        if "end" in legal and self.turn != turn and any(form.startswith("offer") for form in game.forms(seat)):
            self.turn = turn
            return "offer wool for ore"
        return next((text for text in ("end", "roll", "withdraw") if text in legal), legal[0])


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Stage]]:
    """A server whose bots offer, and whose next game is the position that a test lays out."""
    server = Served.start(tmp_path_factory.mktemp("offers"), offer_time=STANDS, bot_delay=(0.1, 0.2))
    stage = Stage.of(server)

    def bot(level: str, seed: int) -> BotLike:
        return Trader()

    server.app.state.hub.shared.engine.bot = bot
    yield server, stage
    server.stop()


def opened(context: BrowserContext, staged: tuple[Served, Stage], turn: int, language: str = "en") -> Page:
    """Seat 0's page at a table with three bots; this seat is on turn."""
    served, stage = staged
    stage.set(position(seats=4, hands=HANDS, on_turn=turn, roads={0: "0,-1,SE"}))
    page = context.new_page()
    seats: list[dict[str, str]] = [{"kind": "open"}, *[{"kind": "bot", "bot": "greedy"}] * 3]
    body = {"name": "The quay", "nickname": "Maud", "config": {"seats": 4}, "seats": seats, "start": True}
    reply = page.request.post(f"{served.address}/api/tables", data=body, headers={"Origin": served.address})
    assert reply.ok, reply.text()
    page.goto(f"{served.address}/t/{reply.json()['table']}?lang={language}")
    return page


def decisions(staged: tuple[Served, Stage], page: Page) -> list[str]:
    """What was decided at the page's table so far."""
    return [f"{one.seat}: {one.text}" for one in table(staged, page).state.match.game.decisions]


def version(staged: tuple[Served, Stage], page: Page) -> int:
    """The version of the page's table on the server."""
    return int(table(staged, page).state.version)


def table(staged: tuple[Served, Stage], page: Page) -> Any:
    """The page's table on the server."""
    served, _ = staged
    return served.app.state.hub.tables[page.url.rsplit("/", 1)[1].split("?")[0]]


def logged(page: Page, words: str) -> None:
    """Wait until the log says this."""
    until(page, "(words) => document.getElementById('log').textContent.includes(words)", words)


@now_and_then(2)
@pytest.mark.parametrize(("language", "size"), SIZES, ids=["desk", "phone", "tablet"])
def test_a_bots_offer_closes_by_itself_and_covers_neither_hand_nor_answers(
    context: OpenBrowser, staged: tuple[Served, Stage], language: str, size: ViewportSize
) -> None:
    page = opened(context(language, size), staged, 1, language)
    expect(page.locator('#offer [data-notation="accept"]')).to_be_visible()
    expect(page.locator("#offer .silence")).to_contain_text("s")
    for seen in ("#hand .goods-row .stack", "#offer .form-foot.two .btn"):
        assert page.evaluate(VISIBLE, seen), f"{seen} is covered"
    # A name is not broken beside the button.
    lines = """(name) => {
      const [text, range] = [document.querySelector("#offer h2").lastChild, document.createRange()];
      text.textContent = name;
      range.selectNodeContents(text);
      return range.getClientRects().length;
    }"""
    assert page.evaluate(lines, "Maximilienne") == 1
    if size is DESK:
        assert page.locator("#log").bounding_box()["height"] > 60  # type: ignore[index]  # it is shown
    # Nobody clicks: the game goes on.
    until(page, "() => document.querySelector('#offer[data-refuse]') === null")
    done = decisions(staged, page)
    assert "0: refuse" in done
    assert "1: end" in done or done[-1] == "0: refuse"


def test_the_shield_beside_an_offer_is_the_offering_players(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = opened(context(), staged, 1)
    expect(page.locator("#offer[data-refuse]")).to_be_visible()
    shield = "(selector) => document.querySelector(selector).outerHTML.match(/#[a-z]*-?[a-z]+/)?.[0]"
    assert page.evaluate(shield, "#prompt svg") == page.evaluate(shield, "#offer h2 svg")


@by_turns(("language", "size"), SIZES[:2], ids=["desk", "phone"])
def test_a_standing_answer_refuses_bots_after_a_delay_and_is_kept(
    context: OpenBrowser, staged: tuple[Served, Stage], language: str, size: ViewportSize
) -> None:
    page = opened(context(language, size), staged, 1, language)
    expect(page.locator("#offer[data-refuse]")).to_be_visible()
    page.locator("#offer .standing").click()
    page.locator('#standing [data-value="bots"]').click()
    expect(page.locator("#standing")).to_be_hidden()
    expect(page.locator("#offer[data-refuse]")).to_be_hidden()
    expect(page.locator("body")).to_have_attribute("data-offers", "bots")
    until(page, "() => document.querySelector('#offer[data-refuse]') === null")
    assert "0: refuse" in decisions(staged, page)
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-offers", "bots")
    low, high = 0.1, 0.2
    times = page.evaluate("""() => new Promise((done) => {
      const shown = performance.now();
      const delays = [];
      const timer = window.setTimeout;
      window.setTimeout = (what, wait, ...rest) => { delays.push(wait); return timer(what, wait, ...rest); };
      const panel = document.getElementById("offer");
      const twin = panel.cloneNode(false);
      for (const n of [1, 2, 3, 4, 5, 6]) {
        panel.setAttribute("data-offer", `test ${n}`);
        panel.setAttribute("data-by", "bot");
        panel.setAttribute("data-delay", "0.1 0.2");
        document.querySelector('#standing [data-value="bots"]').click();
      }
      done(delays);
    })""")
    assert len(times) >= 6
    assert all(1000 * low <= wait <= 1000 * high for wait in times[-6:])
    assert len(set(times[-6:])) == 6


@pytest.mark.parametrize(("language", "size"), SIZES[:2], ids=["desk", "phone"])
def test_a_refused_offer_stays_composed(
    context: OpenBrowser, staged: tuple[Served, Stage], language: str, size: ViewportSize
) -> None:
    page = opened(context(language, size), staged, 0, language)
    phone = size is PHONE
    page.locator('#tabs [data-tab="trade"]' if phone else '#actions [data-form="offer"]').click()
    form = page.locator('form[data-form="offer"]')
    assert page.evaluate(VISIBLE, "#hand .goods-row .stack"), "the composer covers the hand"
    page.locator('#hand [data-adds="ore"]').click()
    form.locator('[data-side="want"] [data-adds="grain"]').click()
    form.locator('[data-to="3"]').click()
    form.locator("[data-send]").click()
    while "2: refuse" not in decisions(staged, page) or "1: refuse" not in decisions(staged, page):
        page.wait_for_timeout(25)
    assert "0: offer ore for grain to 1 2" in decisions(staged, page)
    until(page, "(version) => Number(document.body.dataset.version) >= version", version(staged, page))
    expect(form).to_be_visible()
    expect(form.locator('[data-side="give"] [data-good="ore"] [data-count]')).to_have_text("1")
    expect(form.locator('[data-side="want"] [data-good="grain"] [data-count]')).to_have_text("1")
    expect(form.locator('[data-to="3"]')).to_have_attribute("aria-pressed", "false")
    expect(form.locator("[data-send]")).to_have_attribute("aria-disabled", "false")


def test_a_trade_that_is_over_gives_its_place_back(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    """The same seat in two windows: what one leaves open does not stay when the other ends the turn."""
    page = opened(context(), staged, 0)
    page.locator('#actions [data-form="offer"]').click()
    expect(page.locator("#offer .composer")).to_be_visible()
    other = page.context.new_page()
    other.goto(page.url)
    other.locator('#actions [data-notation="end"]').click()
    until(page, "() => document.querySelector('#offer > .empty') !== null")
    expect(page.locator("#offer")).to_be_hidden()


def test_a_wide_board_does_not_lie_under_an_offer(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = opened(context(), staged, 1)
    expect(page.locator("#offer[data-refuse]")).to_be_visible()
    gap = """() => {
      const land = document.getElementById("land");
      land.setAttribute("data-solid", "[[-1000, -150, 1000, 150]]");
      dispatchEvent(new Event("resize"));
      return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
        const svg = land.closest("svg"), [x, , width] = svg.getAttribute("viewBox").split(" ").map(Number);
        const right = ((1000 - x) / width) * svg.getBoundingClientRect().width;
        done(document.getElementById("offer").getBoundingClientRect().left - right);
      })));
    }"""
    assert page.evaluate(gap) > 0


@by_turns(("language", "size"), SIZES[:2], ids=["desk", "phone"])
def test_a_counter_offer_keeps_hand_answers_and_log_in_view(
    context: OpenBrowser, staged: tuple[Served, Stage], language: str, size: ViewportSize
) -> None:
    page = opened(context(language, size), staged, 1, language)
    page.locator("#offer details.counter summary").click()
    for seen in ("#hand .goods-row .stack", "#offer .form-foot.two .btn", "#offer .counter [data-send]"):
        assert page.evaluate(VISIBLE, seen), f"{seen} is covered"
    if size is DESK:
        box = page.locator("#log").bounding_box()
        assert box is not None
        assert box["height"] >= 60


@pytest.mark.parametrize("size", [{"width": 1366, "height": 768}, PHONE], ids=["low", "phone"])
def test_all_answers_to_an_offer_and_the_way_back_are_in_view(
    context: OpenBrowser, staged: tuple[Served, Stage], monkeypatch: pytest.MonkeyPatch, size: ViewportSize
) -> None:
    monkeypatch.setattr(Trader, "answer", "accept")
    monkeypatch.setitem(HANDS, 1, "grain")
    page = opened(context("fr", size), staged, 0, "fr")
    page.locator('#tabs [data-tab="trade"]' if size is PHONE else '#actions [data-form="offer"]').click()
    form = page.locator('form[data-form="offer"]')
    page.locator('#hand [data-adds="brick"]').click()
    form.locator('[data-side="want"] [data-adds="grain"]').click()
    form.locator("[data-send]").click()
    expect(page.locator("#offer .reply.accept")).to_have_count(3)
    for seen in ("#offer .reply .btn", "#offer .form-foot.two .btn"):
        assert page.evaluate(VISIBLE, seen), f"{seen} is covered"
    if size is not PHONE:
        box = page.locator("#log").bounding_box()
        assert box is not None
        assert box["height"] >= 50
        page.locator('#actions [data-verb="road"]').click()
        page.locator("#targets [data-notation][data-shown]").first.click()
    else:
        page.locator('#tabs [data-notation="end"]').click()
    deed = "end" if size is PHONE else "road"
    while len(done := [one for one in decisions(staged, page) if one.startswith("0: ")]) < 3:
        page.wait_for_timeout(25)
    assert done[1] == "0: withdraw"
    assert done[2].startswith(f"0: {deed}")


def test_an_offer_does_not_take_the_field_away_from_who_writes(
    context: OpenBrowser, staged: tuple[Served, Stage]
) -> None:
    page = opened(context("en", {"width": 1366, "height": 768}), staged, 0)
    field = page.locator(".says input")
    field.press_sequentially("no ")
    # As an offer of another player does.
    page.evaluate("document.querySelector('#offer.trade').setAttribute('data-live', '')")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(field).to_be_focused(timeout=2000)
    page.keyboard.type("wool")
    expect(field).to_have_value("no wool")
    field.blur()
    expect(field).to_be_hidden()
