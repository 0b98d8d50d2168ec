"""Games of Carcassonne through the page: how they begin, with two people in two browsers, and how they end."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from bastide.expansions.carcassonne.traders.rules import TradersRules
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.players import make_bot
from bastide.server.engine.interface import Playable
from tests.browser.chance import Chance
from tests.browser.fixtures import PHONE
from tests.browser.making import choose_game, press
from tests.browser.player import Mouse
from tests.browser.recorded import last_moves
from tests.browser.serving import Served
from tests.browser.stage import Stage
from tests.browser.tables import begin
from tests.browser.traffic import Traffic
from tests.carcassonne.kit import board
from tests.chosen import now_and_then, quick_in_turn
from tests.sizes import sized

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

OpenBrowser = Callable[..., BrowserContext]
EVERYTHING = ("river", "inns", "traders", "hills", "wheel")
FIRST = {"game": "carcassonne", "seats": 2, "options": {"first": 0}}
"""A table for two at which the reader begins."""
LATE = 100
"""After so many of some 160 decisions the check begins a game that is played to the end; other tests begin games."""
PATIENCE = 120.0
STATE = """() => {
  const shown = (selector) => [...document.querySelectorAll(selector)].some((one) => one.getClientRects().length);
  if (document.querySelector('#head[data-stage="over"]')) return "over";
  if (document.body.dataset.link !== "up" || document.body.dataset.blank !== undefined) return "";
  if (shown("#targets .target.tile")) return "tile";
  if (shown("#targets .target.claim")) return "claim";
  if (shown("#choice[data-live] button")) return "choice";
  if (shown('#actions[data-turn="mine"] [data-notation="pass"]')) return "pass";
  return "";
}"""


@dataclass
class Person:
    """Somebody who lays tiles by mouse or keyboard, and sometimes puts a figure on them."""

    page: Page
    rng: random.Random
    moves: int = 0
    seen: set[str] = field(default_factory=set)

    def act(self) -> bool:
        """Do what the page asks; False if it asks nothing."""
        state = str(self.page.evaluate(STATE))
        if state in ("", "over"):
            return False
        before = self.page.locator("body").get_attribute("data-version")
        self.seen.add(state)
        if state == "tile":
            self.lay()
        elif state == "claim":
            self.claim()
        elif state == "choice":
            buttons = self.page.locator("#choice[data-live] button:visible")
            buttons.nth(self.rng.randrange(buttons.count())).click()
        else:
            self.page.keyboard.press("f")
        self.moves += 1
        until = time.monotonic() + PATIENCE
        while self.page.locator("body").get_attribute("data-version") == before:
            assert time.monotonic() < until, f"nothing came of {state}"
            self.page.wait_for_timeout(10)
        return True

    def lay(self) -> None:
        """The tile on one of the places: turned a little, by mouse or with the keyboard."""
        if self.rng.random() < 0.3:
            self.page.keyboard.press("r")
        targets = self.page.locator("#targets .target.tile:visible")
        chosen = targets.nth(self.rng.randrange(targets.count()))
        chosen.focus()
        self.page.keyboard.press("Enter")

    def claim(self) -> None:
        """A figure on a section or on the wheel, or none; or, if there is plague, one that is taken back."""
        targets = self.page.locator("#targets .target.claim:visible")
        free = self.page.locator('#actions [data-notation="pass"]').count()
        if free and self.rng.random() < 0.4:
            self.page.keyboard.press("f")
            return
        chosen = targets.nth(self.rng.randrange(targets.count()))
        if "crown:" in str(chosen.get_attribute("data-notation")):
            # The wheel may lie beyond what is shown while the tile is near: the keyboard reaches it all the same.
            chosen.focus()
            self.page.keyboard.press("Enter")
        else:
            chosen.locator(".disc").click(force=True)


OUTSIDE = """() => [...document.querySelectorAll(".rail .player")].flatMap((card) => {
  const around = card.getBoundingClientRect();
  const flag = card.querySelector(".banner").getBoundingClientRect();
  const score = card.querySelector(".vp b").getBoundingClientRect();
  const named = card.querySelector("h2 .name").getBoundingClientRect();
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const out = [...card.querySelectorAll(".supply li")].map((one) => [one.className, one.getBoundingClientRect()]);
  return out.filter(([, box]) => box.right > around.right || box.bottom > around.bottom || meet(box, flag))
    .map(([name]) => name).concat(meet(named, score) ? ["name"] : []);
})"""
"""What does not fit into its card: goods and figures beyond the rim or under the flag, names under the score."""


def make_table(page: Page, modules: tuple[str, ...], neighbour: str = "open") -> str:
    """A table for one or two people, with bots, made on the page; its path."""
    page.goto("/create")
    page.locator(".games a", has_text="Carcassonne").click()
    form = page.locator("#making")
    form.locator('[name="nickname"]').fill("Maud")
    choose_game(page, *modules, players=4)
    for seat, sitter in (("seat1", neighbour), ("seat2", "random"), ("seat3", "random")):
        press(page, seat, sitter)
    expect(page.locator("#sentence")).to_contain_text("1 seat waits" if neighbour == "open" else "4 players")
    form.locator('[value="make"]').click()
    page.wait_for_url(re.compile(r"/t/\w+$"))
    return page.url.rpartition("/t/")[2]


def play(people: list[Person], moves: int = 10_000) -> None:
    """Play until the game is over for all, or so many moves are made."""
    until = time.monotonic() + PATIENCE
    while not all(person.page.evaluate(STATE) == "over" for person in people):
        if sum(person.moves for person in people) >= moves:
            return
        acted = [person.act() for person in people]
        if True in acted:
            until = time.monotonic() + PATIENCE
        else:
            assert time.monotonic() < until, people[0].page.locator("#prompt").inner_text()
            people[0].page.wait_for_timeout(10)


@quick_in_turn(0, 2)
def test_the_last_moves_and_the_replay(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("fr").new_page()
    traffic = Traffic.of(page)
    reader = last_moves(page, staged[0], "carcassonne", Mouse(page))
    person = Person(page, random.Random(1))
    play([person])
    assert "tile" in person.seen
    assert staged[0].stored(reader.table).stage == "over"
    expect(page.locator("#summary")).to_contain_text("Évalué à la fin")
    page.goto(f"/t/{reader.table}/replay?step=30")
    expect(page.locator("#rail > li")).to_have_count(int(reader.ending.whole.rules.seats))
    assert page.locator("#land image").count() > 4
    page.set_viewport_size(PHONE)
    tiles = [one.bounding_box() for one in page.locator(".recent-tile").all()]
    board = page.locator("#stage").bounding_box()
    assert board is not None
    assert tiles
    for tile in tiles:
        assert tile is not None
        assert tile["x"] + tile["width"] <= PHONE["width"]
        assert tile["y"] >= board["y"] + board["height"], "under the board, not over it"
    supply = page.locator("#rail .supply").first
    supply.evaluate("(one) => one.append(one.firstElementChild.cloneNode(true))")
    expect(supply.locator("li").nth(1)).to_be_visible()  # all kinds of figures, not the followers alone
    assert traffic.errors == []


class UnderWay(Chance):
    """The real engine, whose next game for two has been played by random bots so far that seat 0 lays a tile.

    Seat 0 still has all its figures.
    """

    def __init__(self, decisions: int) -> None:
        game, bot, rng = Game.new(FIRST, seed=7), make_bot("random", 7), random.Random(7)
        while game.version < decisions or game.actors != [0] or not game.legal(0)[0].startswith("tile"):
            if game.actors == [CHANCE]:
                game.draw(rng)
            else:
                seat = game.actors[0]
                spares = seat == 0 and "pass" in game.legal(0)
                game.play("pass" if spares else bot.choose(game, seat), seat)
        self.game = game

    def new(self, config: Mapping[str, Any], names: Sequence[str] = ()) -> Playable:
        """That game, with its decisions."""
        game = self.game.copy()
        game.names = tuple(names)
        return self.checked(game)


@now_and_then(2)
def test_a_game_on_a_large_map_to_the_end(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    served, _ = staged
    UnderWay.of(served, sized(LATE, 0))
    page = context("en").new_page()
    traffic = Traffic.of(page)
    table = begin(page, FIRST, bot="random")
    person = Person(page, random.Random(1))
    play([person])
    assert served.stored(table).stage == "over"
    assert {"tile", "claim"} <= person.seen
    expect(page.locator("#summary")).to_contain_text("Scored at the end")
    assert traffic.errors == []


def test_two_people_begin(context: OpenBrowser, served: Served) -> None:
    people, table, traffic = seated(context, ())
    play(people, moves=12)
    assert all("tile" in person.seen for person in people)
    assert served.stored(table).version > 24
    assert [one.errors for one in traffic] == [[], []]


def seated(context: OpenBrowser, modules: tuple[str, ...]) -> tuple[list[Person], str, list[Traffic]]:
    """Maud (English) and Tibor (French) at a table with two bots, the game begun."""
    maud, tibor = context("en").new_page(), context("fr").new_page()
    traffic = [Traffic.of(maud), Traffic.of(tibor)]
    table = make_table(maud, modules)
    tibor.goto(f"/t/{table}")
    tibor.locator('form[data-do="sit"] [name="text"]').fill("Tibor")
    tibor.locator('form[data-do="sit"] button').click()
    maud.locator('[data-do="start"]').click()
    return [Person(maud, random.Random(1)), Person(tibor, random.Random(2))], table, traffic


@pytest.mark.campaign
@pytest.mark.parametrize("modules", [(), EVERYTHING], ids=["base", "everything"])
def test_two_people_and_two_bots_to_the_end(context: OpenBrowser, served: Served, modules: tuple[str, ...]) -> None:
    people, table, traffic = seated(context, modules)
    maud, tibor = (person.page for person in people)
    play(people)
    state = served.stored(table)
    assert state.stage == "over"
    for person in people:
        expect(person.page.locator("#summary")).to_be_visible()
        assert {"tile", "claim"} <= person.seen
    expect(maud.locator("#summary")).to_contain_text("Scored at the end")
    expect(tibor.locator("#summary")).to_contain_text("Évalué à la fin")
    maud.goto(f"/t/{table}/replay?step=30")
    expect(maud.locator("#rail > li")).to_have_count(4)
    assert maud.locator("#land image").count() > 4
    assert [one.errors for one in traffic] == [[], []]


@now_and_then(2)
def test_a_game_with_all_expansions_begins(context: OpenBrowser, served: Served) -> None:
    page = context("en").new_page()
    traffic = Traffic.of(page)
    table = make_table(page, EVERYTHING, neighbour="random")
    person = Person(page, random.Random(1))
    play([person], moves=12)
    assert {"tile", "claim"} <= person.seen
    assert served.stored(table).version > 24
    assert traffic.errors == []


# The light over the tiles has no edges that could be sharp.
BITMAPS = """async () => {
  const images = [...document.querySelectorAll("#land image[data-art]")];
  const made = images.map((image) => image.getAttribute("href") ?? "");
  if (images.length === 0 || !made.every((href) => href.startsWith("blob:"))) return null;
  const sizes = await Promise.all(made.map(async (href) => {
    const bitmap = new Image();
    bitmap.src = href;
    // It may have been replaced in the meantime: the next look tells.
    if (!(await bitmap.decode().then(() => true, () => false))) return 0;
    return Math.min(bitmap.naturalWidth, bitmap.naturalHeight);
  }));
  const soft = images.map((image) => image.matches('[data-most="128"]'));
  const boxes = images.map((image, at) => soft[at] ? new DOMRect() : image.getBoundingClientRect());
  const wide = boxes.map(({ width, height, left, top, right, bottom }) =>
    left < innerWidth && top < innerHeight && right > 0 && bottom > 0 ? Math.min(width, height) : 0);
  return { stretched: Math.max(...wide.map((side, at) => side / sizes[at])), largest: Math.max(...sizes) };
}"""
"""How far the pictures of the tiles in the window are stretched; null until all of them are bitmaps."""


@now_and_then(2)
def test_tiles_are_bitmaps_that_are_sharp_at_every_zoom(context: OpenBrowser) -> None:
    page = context("en").new_page()
    begin(page, {"game": "carcassonne", "seats": 4}, bot="random")
    play([Person(page, random.Random(3))], moves=4)
    whole = bitmaps(page)
    box = page.locator("#land").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for _ in range(5):
        page.mouse.wheel(0, -400)
    bitmaps(page, above=whole)
    a_late_turn_of_the_log_stands_in_its_place(page)


def a_late_turn_of_the_log_stands_in_its_place(page: Page) -> None:
    """A page that is opened while the log grows may get an earlier turn after a later one."""
    turns = page.locator("#log ol[data-rows] > li")
    before = turns.evaluate_all("(all) => all.map((one) => one.id)")
    assert len(before) > 2
    # The page comes without its second turn, which the server then sends.
    page.add_init_script(f"""new MutationObserver((_, watch) => {{
      const turn = document.getElementById("{before[1]}");
      if (turn?.nextElementSibling?.nextElementSibling) {{ turn.remove(); watch.disconnect(); }}
    }}).observe(document, {{ childList: true, subtree: true }});""")
    page.reload()
    page.locator(f"#{before[1]}").wait_for(state="attached")
    after = [int(str(one).partition("-")[2]) for one in turns.evaluate_all("(all) => all.map((one) => one.id)")]
    assert after == sorted(after)


def bitmaps(page: Page, above: int = 0) -> int:
    """The size of the largest bitmap, once it is above this and every tile in the window has one that is hardly
    stretched."""
    until = time.monotonic() + PATIENCE
    while True:
        found = page.evaluate(BITMAPS)
        if found and found["stretched"] < 1.25 and found["largest"] > above:
            return int(found["largest"])
        assert time.monotonic() < until, found
        page.wait_for_timeout(50)


@now_and_then(2)
@pytest.mark.rule("CARC-006")
@pytest.mark.parametrize("seats", [4, 6])
def test_a_card_holds_all_figures_three_goods_and_a_marker(
    context: OpenBrowser, staged: tuple[Served, Stage], seats: int
) -> None:
    position = board(seats=seats, modules=EVERYTHING)
    rules, cells = position.r, position.game.state.cells
    goods = int(rules.module(TradersRules).goods)
    for seat, points in enumerate([47, 50, 128, 230, 99, 100][:seats]):
        cells[rules.score + seat] = points
        for good in range(3):
            cells[goods + 3 * seat + good] = 4
    staged[1].set(position)
    page = context("en").new_page()
    begin(page, rules.resolved())
    for size in ((1366, 800), (1440, 900), (1100, 800), (1280, 720), (910, 800), (720, 700)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate(OUTSIDE) == [], size
        told = [page.locator(f"#rail-{seat} .marker > span").first for seat in range(1, 4)]
        assert [one.inner_text() for one in told] == ["50", "100", "200"]
        expect(page.locator("#rail-0 .marker")).to_have_count(0)


def test_a_tile_is_turned_by_key_wheel_and_button(context: OpenBrowser) -> None:
    page = context("en").new_page()
    fetched: list[str] = []
    page.on("websocket", lambda one: one.on("framesent", lambda text: fetched.extend(str(text).split("\n"))))
    begin(page, FIRST)
    face = page.locator(".drawn-tile .face svg")
    expect(face).to_be_visible()
    expect(face.locator("image[href]")).to_have_count(2)
    # The drawn tile came with its panel.
    art = face.locator("image").first.get_attribute("data-art")
    assert any(one.startswith("/art/tile/") for one in fetched)
    assert art not in fetched
    nothing_is_played_on_a_blank_tile(page)
    page.keyboard.press("r")
    assert "90deg" in str(face.get_attribute("style"))
    page.locator('[data-turn-by="-90"]').click()
    assert "rotate(0deg)" in str(face.get_attribute("style"))
    # Pictures of the tile come only where somebody looks.
    assert page.locator("#targets image[href]").count() < page.locator("#targets image").count()
    cells = page.locator("#targets [data-cell]")
    for i in range(cells.count()):
        options = cells.nth(i).locator("[data-turned]")
        bed = cells.nth(i).locator("[data-turned]:not([data-off]) .bed").bounding_box()
        assert bed is not None
        assert abs(bed["width"] - bed["height"]) < 2, "a place is as high as it is wide"
        assert cells.nth(i).locator("[data-turned]:not([data-off])").count() == 1
        if options.count() > 1:
            shown = cells.nth(i).locator("[data-turned]:not([data-off])")
            before = shown.get_attribute("data-turned")
            shown.locator(".bed").hover()
            page.mouse.wheel(0, 120)
            expect(shown).not_to_have_attribute("data-turned", str(before))
    page.locator("#targets [data-turned]:not([data-off]) .bed").first.hover()
    expect(page.locator("#targets [data-cell]:hover [data-turned]:not([data-off]) image[href]")).to_have_count(2)


def nothing_is_played_on_a_blank_tile(page: Page) -> None:
    """While the picture of the drawn tile is missing, no place is seen, and none acts."""
    places, body = page.locator("#targets"), page.locator("body")
    expect(places).to_have_css("opacity", "1")
    before = body.get_attribute("data-version")
    held: list[Route] = []
    page.route("**/never.svg", lambda route: held.append(route))
    page.evaluate(OTHER_TILE)
    expect(places).to_have_css("opacity", "0")
    expect(places.locator(".bed").first).to_have_css("pointer-events", "none")
    places.locator(".target").first.dispatch_event("click", {"detail": 1})
    page.evaluate(OTHER_TILE)
    expect(places).to_have_css("opacity", "1")
    assert body.get_attribute("data-version") == before
    held[0].abort()


OTHER_TILE = """() => {
  const image = document.querySelector(".drawn-tile image");
  const now = image.getAttribute("data-art");
  image.setAttribute("data-art", window.other ?? "/never.svg");
  window.other = now;
  document.dispatchEvent(new Event("bastide:rest"));
}"""
"""Gives the drawn tile a picture that does not come, and at the second call its own again."""


def phone(context: OpenBrowser, language: str) -> Page:
    """A table for two on a phone, where the reader begins."""
    page = context(language, {"width": 390, "height": 844}, touch=True).new_page()
    begin(page, FIRST)
    return page


def test_a_finger_shows_turns_and_places(context: OpenBrowser) -> None:
    page = phone(context, "en")
    cell = page.locator("#targets [data-cell]").first
    shown = cell.locator("[data-turned]:not([data-off])")
    expect(shown).to_be_visible()
    shown.locator(".bed").tap()
    expect(cell.locator(".chosen")).to_be_attached()
    version = page.locator("body").get_attribute("data-version")
    if cell.locator("[data-turned]").count() > 1:
        before = shown.get_attribute("data-turned")
        shown.locator(".bed").tap()
        expect(shown).not_to_have_attribute("data-turned", str(before))
    page.locator("#prompt [data-tick]").tap()
    expect(page.locator("body")).not_to_have_attribute("data-version", str(version))


def test_a_reload_keeps_the_tile_that_is_placed_and_not_confirmed(context: OpenBrowser) -> None:
    page = phone(context, "fr")
    cell = page.locator("#targets [data-cell]:has([data-turned]:nth-of-type(2))").first
    shown = cell.locator("[data-turned]:not([data-off])")
    shown.locator(".bed").tap()
    expect(cell.locator(".chosen")).to_be_attached()
    # A turn of its own, so that the tile does not lie as it was drawn.
    shown.locator(".bed").tap()
    placed = str(cell.locator(".chosen").get_attribute("data-notation"))
    assert not placed.endswith(",0")
    face = page.locator(".drawn-tile .face svg")
    turned = face.evaluate("(one) => one.style.transform")
    page.reload()
    expect(page.locator("#targets .chosen")).to_have_attribute("data-notation", placed)
    assert face.evaluate("(one) => one.style.transform") == turned
    page.locator("#prompt [data-tick]").tap()
    expect(page.locator("#targets [data-verb=meeple]").first).to_be_attached()
    # What was confirmed is no draft.
    page.reload()
    expect(page.locator("#targets [data-verb=meeple]").first).to_be_attached()
    expect(page.locator("#targets .chosen")).to_have_count(0)
