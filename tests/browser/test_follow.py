"""A large board of Carcassonne: the view follows the action, a small map shows the rest, figures keep a least size."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from bastide.carcassonne.family import MODULES
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.players import make_bot
from bastide.server.engine.interface import Playable
from tests.browser.fixtures import DESK, PHONE
from tests.browser.serving import Served
from tests.chosen import now_and_then

pytestmark = pytest.mark.timeout(300)

OpenBrowser = Callable[..., BrowserContext]
CONFIG: dict[str, Any] = {"game": "carcassonne", "seats": 4, "modules": list(MODULES)}
LATE = 200
"""Decisions after which the board is large."""
SIDE = "() => document.querySelector('#pieces .moved, #targets .bed, #targets .claiming').getBoundingClientRect().width"
FIGURES = """() => [...document.querySelectorAll("#pieces .stands > .figure")].map((one) => {
  const { height } = one.getBoundingClientRect();
  return height;
})"""


def played(config: Mapping[str, Any], seed: int, enough: Callable[[Game], bool]) -> Game:
    """A game of random bots until it is as asked."""
    game, rng = Game.new(config, seed=seed), random.Random(seed)
    bots = [make_bot("random", seat) for seat in range(4)]
    while not enough(game):
        if game.actors == [CHANCE]:
            game.draw(rng)
        else:
            seat = game.actors[0]
            game.play(bots[seat].choose(game.copy(), seat), seat)
    return game


@cache
def late(verb: str) -> Game:
    """A late position in which seat 0 is to do this."""

    def enough(game: Game) -> bool:
        due = len(game.decisions) >= LATE and game.actors == [0]
        return due and any(text.startswith(verb) for text in game.legal())

    return played(CONFIG, 3, enough)


@cache
def far_river() -> Game:
    """A river so long that the whole board is small; the next tile, of seat 0, fits at its end alone."""
    return played(CONFIG | {"modules": ["river", "wheel"]}, 9, lambda game: len(game.decisions) >= 29)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose next game is `upcoming[0]`, and whose bots do nothing."""
    yield from served(tmp_path_factory.mktemp("follow"), 900.0)


@pytest.fixture(scope="module")
def lively(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose next game is `upcoming[0]`, and whose bots play."""
    yield from served(tmp_path_factory.mktemp("lively"), 0.5)


def served(folder: Path, delay: float) -> Iterator[Served]:
    """A server whose bots wait so long, in seconds."""
    server = Served.start(folder, bot_delay=(delay, delay))

    def new(config: Mapping[str, Any], names: Sequence[str] = ()) -> Playable:
        return upcoming[0]

    server.app.state.hub.shared.engine.new = new
    yield server
    server.stop()


upcoming: list[Game] = []


def opened(context: OpenBrowser, server: Served, verb: str, size: ViewportSize) -> Page:
    """The page of seat 0 in a late position."""
    return shown(context, server, late(verb), size)


def shown(context: OpenBrowser, server: Served, game: Game, size: ViewportSize) -> Page:
    """The page of seat 0."""
    upcoming[:] = [game.at(len(game.decisions))]
    page = context("en", size, touch=size is PHONE).new_page()
    seats: list[dict[str, str]] = [{"kind": "open"}, *[{"kind": "bot", "bot": "random"}] * 3]
    body = {"name": "The quay", "nickname": "Maud", "config": game.rules.resolved(), "seats": seats, "start": True}
    reply = page.request.post(f"{server.address}/api/tables", data=body, headers={"Origin": server.address})
    assert reply.ok, reply.text()
    page.goto(f"{server.address}/t/{reply.json()['table']}", wait_until="domcontentloaded")
    page.locator("#targets .target").first.wait_for(state="attached")
    page.wait_for_timeout(400)
    return page


@now_and_then(2)
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_figure_is_placed_on_a_near_tile_and_a_small_map_leads_elsewhere(
    context: OpenBrowser, hall: Served, size: ViewportSize
) -> None:
    page = opened(context, hall, "meeple", size)
    tile, small = page.locator("#targets .claiming").bounding_box(), page.locator("#minimap")
    assert tile is not None
    assert tile["width"] > 60
    assert tile["x"] >= 0
    assert tile["x"] + tile["width"] <= size["width"]
    expect(small).to_be_visible()
    before = page.locator("#board").evaluate("(board) => board.getScreenCTM().e")
    small.click(position={"x": 12, "y": 40})
    after = page.locator("#board").evaluate("(board) => board.getScreenCTM().e")
    assert after != before, "a click on the map moves the board"
    expect(page.locator("#stage[data-held]")).to_be_attached()
    page.keyboard.press("0")
    expect(small).to_be_hidden()
    assert page.locator("#stage[data-zoomed]").count() == 0


SEEN = """() => [...document.querySelectorAll("#targets .claim[data-shown]")].map((one) => {
  const { left, top, width, height } = one.querySelector(".disc").getBoundingClientRect();
  const above = document.elementFromPoint(left + width / 2, top + height / 2);
  return [one.dataset.notation, above !== null && one.contains(above), width];
})"""
"""The places for a figure: notation, whether it is seen, and its width."""


def test_places_far_from_the_tile_are_listed_where_the_whole_board_is_too_small(
    context: OpenBrowser, hall: Served
) -> None:
    page = shown(context, hall, far_river(), {"width": 1366, "height": 768})
    page.locator("#targets [data-cell] .target:visible").first.click()
    expect(page.locator("#targets .claiming")).to_be_attached()
    page.wait_for_timeout(900)
    assert page.evaluate(SIDE) > 60
    places = page.evaluate(SEEN)
    assert {text for text, seen, _width in places if seen} == {text for text, *_ in places if "crown" not in text}
    assert min(width for _text, seen, width in places if seen) > 16
    entries = page.locator(".spot:visible")
    assert {one.get_attribute("data-choose") for one in entries.all()} == {text for text, seen, _ in places if not seen}
    entries.first.click()
    page.wait_for_timeout(600)
    chosen = page.locator("#targets .claim.chosen").get_attribute("data-notation")
    assert (chosen, True) in [(text, seen) for text, seen, _width in page.evaluate(SEEN)]


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_figures_are_large_enough_and_places_say_how_the_tile_fits(
    context: OpenBrowser, hall: Served, size: ViewportSize
) -> None:
    page = opened(context, hall, "tile", size)
    page.keyboard.press("0")
    page.wait_for_timeout(400)
    assert page.evaluate(SIDE) < 40, "the board is large"
    heights = page.evaluate(FIGURES)
    assert len(heights) > 5
    assert min(heights) > 15
    places = page.locator("#targets [data-cell]")
    turned = page.locator("#targets [data-cell][data-otherwise]")
    assert 0 < turned.count() < places.count()
    expect(turned.first.locator(".turn-sign")).to_be_visible()
    expect(page.locator("#targets [data-cell]:not([data-otherwise]) .turn-sign").first).to_be_hidden()


def test_the_board_is_drawn_sharp_once_it_rests(context: OpenBrowser, hall: Served) -> None:
    page = opened(context, hall, "tile", DESK)
    told = page.evaluate("""() => new Promise((done) => {
      const seen = [];
      const sheet = document.querySelector(".sheet-of-water");
      new MutationObserver(() => seen.push(sheet.style.willChange)).observe(sheet, { attributeFilter: ["style"] });
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "+", bubbles: true }));
      setTimeout(() => done(seen), 1200);
    })""")
    assert "" in told, "the layer of the old size goes"


def test_a_tap_on_small_tiles_enlarges_them_and_lays_none(context: OpenBrowser, hall: Served) -> None:
    page = opened(context, hall, "tile", PHONE)
    page.keyboard.press("0")
    page.wait_for_timeout(400)
    before = page.evaluate(SIDE)
    page.locator("#targets [data-cell] .target:visible").first.tap()
    page.wait_for_timeout(400)
    assert page.evaluate(SIDE) > 1.5 * before
    assert page.locator("body[data-chosen]").count() == 0


FITTED = """async (width) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  document.getElementById("actions").style.width = `${width}px`;
  for (let left = 4; left > 0; left -= 1) await frame();
  return document.getElementById("board").getAttribute("viewBox");
}"""
"""Makes a panel wider or narrower, and gives what is then seen of the board."""


def test_a_panel_that_changes_while_the_view_moves_leaves_the_board_beside_the_panels(
    context: OpenBrowser, hall: Served
) -> None:
    page = opened(context, hall, "tile", DESK)
    page.evaluate(FITTED, 500)
    still = page.evaluate(FITTED, 600)
    page.evaluate("""() => document.querySelector(".sheet-of-water").animate(
      [{ transform: "translate(-420px, -160px) scale(1.3)" }, { transform: "translate(-400px, -150px) scale(1.3)" }],
      { duration: 60000 })""")
    page.evaluate(FITTED, 500)
    assert page.evaluate(FITTED, 600) == still


VIEWS = """() => {
  const key = () => {
    const { a, e, f } = document.getElementById("board").getScreenCTM();
    return [a.toFixed(3), e.toFixed(0), f.toFixed(0)].join();
  };
  let [last, since] = [key(), performance.now()];
  window.views = [last];
  setInterval(() => {
    if (key() !== last) [last, since] = [key(), performance.now()];
    else if (last !== window.views.at(-1) && performance.now() - since > 300) window.views.push(last);
  }, 40);
}"""
"""Keeps each view of the board that lasts."""


def lay(page: Page) -> None:
    """Lay the drawn tile and put no figure on it."""
    place = page.locator("#targets [data-cell]:not([data-otherwise]) .target").first
    for _ in range(4):  # until it fits somewhere as it lies
        if place.count():
            break
        page.keyboard.press("r")
    place.evaluate("(one) => one.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }))")
    expect(page.locator("#targets [data-cell]")).to_have_count(0)
    page.wait_for_timeout(600)
    if page.locator("#actions[data-turn=mine]").count():
        page.keyboard.press("f")


def wait(page: Page, seen: str) -> list[str]:
    """Let the others play until the next own tile; the views on the way, which begin with the one of before."""
    page.wait_for_function("(seen) => window.views.at(-1) === seen", arg=seen)
    page.evaluate("window.views.splice(0, window.views.length - 1)")
    for _ in range(300):
        if page.locator("#targets [data-cell]").count():
            break
        if page.locator("#choice[data-live] button[data-notation]").count():
            page.locator("#choice[data-live] button[data-notation]").first.press("Enter")
        page.wait_for_timeout(100)
    page.wait_for_timeout(700)
    found: list[str] = page.evaluate("window.views")
    return found


@now_and_then(2)
def test_the_view_stays_where_it_is_while_others_play(context: OpenBrowser, lively: Served) -> None:
    page = opened(context, lively, "tile", DESK)
    page.evaluate(VIEWS)
    seen = page.evaluate("window.views.at(-1)")
    lay(page)
    assert len(wait(page, seen)) <= 2, "it moves once at most, when the own tile is drawn"
    others = page.locator(".recent-tile")
    assert others.count() == page.locator("#pieces .recent").count() == 3
    assert [one.get_attribute("data-look") for one in others.all()] == [
        one.get_attribute("data-place") for one in page.locator("#pieces .recent").all()
    ]
    for _ in range(4):
        page.keyboard.press("+")
    page.wait_for_timeout(700)
    before = page.evaluate("window.views.at(-1)")
    lay(page)
    assert len(wait(page, before)) == 1, "a view that was chosen by hand stays"
    arrows = page.locator(".edge-arrow").count()
    hidden = next(one for one in others.all() if one.evaluate(HIDDEN))
    hidden.click()
    page.wait_for_timeout(700)
    assert not hidden.evaluate(HIDDEN)
    hidden.click()
    # A second click leads back.
    page.wait_for_function("before => window.views.at(-1) === before", arg=before)
    assert page.locator(".edge-arrow").count() == arrows > 0


HIDDEN = """(button) => {
  const mark = document.querySelector(`#pieces .recent[data-place="${button.dataset.look}"] rect`);
  const { left, top, width, height } = mark.getBoundingClientRect();
  const above = document.elementFromPoint(left + width / 2, top + height / 2);
  return above === null || above.closest("#stage") === null;
}"""
"""Whether the tile of a button is outside the window, or under a panel."""
