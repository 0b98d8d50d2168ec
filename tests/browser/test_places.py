"""Places and their tips, tiles outside one's turn, and where the focus goes when a form is closed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserContext, Locator, Page, ViewportSize, expect

from tests.browser.fixtures import DESK, PHONE
from tests.browser.player import Mouse, Player, until
from tests.browser.serving import Served
from tests.browser.tables import begin, duel, small
from tests.browser.test_table import rolled
from tests.chosen import by_turns, now_and_then

OpenBrowser = Callable[..., BrowserContext]
COVERED = """() => {
  const tip = document.getElementById("tip").getBoundingClientRect();
  return [...document.querySelectorAll("#targets .target:not(:hover)")]
    .filter((one) => one.checkVisibility() && one.getClientRects().length)
    .map((one) => one.getBoundingClientRect())
    .filter((box) => tip.left < box.right && tip.right > box.left && tip.top < box.bottom && tip.bottom > box.top)
    .length;
}"""
"""How many other places the tip covers."""


def test_a_tip_waits_to_be_asked_covers_no_place_and_says_where_a_road_leads(context: OpenBrowser) -> None:
    page = context("en").new_page()
    begin(page, small(2, 5, "free"))
    player = Player(page, Mouse(page))
    player.wait()
    player.place()
    roads = page.locator('#targets [data-notation^="road"]')
    expect(roads.first).to_be_visible()
    page.mouse.move(1, 1)
    expect(page.locator("#tip")).to_be_hidden()
    for road in roads.all():
        road.locator("[pointer-events=all]").hover()
        expect(page.locator("#tip")).to_be_visible()
        words = page.locator("#tip b").inner_text()
        assert re.match(r"Road (towards|along|here|that)", words), words
        assert page.evaluate(COVERED) == 0, f"the tip {words!r} covers a place"
    page.keyboard.press("Tab")
    roads.first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tip")).to_be_visible()


def test_outside_ones_turn_the_tiles_say_what_things_cost(context: OpenBrowser) -> None:
    _, guest = duel(context)
    for language in ("fr", "en"):
        guest.goto(f"{guest.url.split('?')[0]}?lang={language}")
        tiles = guest.locator("#actions .make")
        for viewport in (DESK, PHONE):
            guest.set_viewport_size(viewport)
            assert tiles.count() == 4
            for words in tiles.all_inner_texts():
                assert not re.search(r"Why not|Pourquoi", words)


def test_escape_from_a_trade_returns_to_its_button(context: OpenBrowser) -> None:
    host, _ = rolled(context)
    button = host.locator('#actions [data-form="offer"]')
    button.focus()
    host.keyboard.press("Enter")
    expect(host.locator('form[data-form="offer"] button:focus')).to_be_attached()
    host.keyboard.press("Escape")
    expect(button).to_be_focused()
    host.keyboard.press("t")
    host.locator("#offer .close").click()
    expect(button).to_be_focused()


OVER_THE_PROMPT = """() => {
  const tip = document.getElementById("tip").getBoundingClientRect();
  const box = document.getElementById("prompt").getBoundingClientRect();
  return tip.left < box.right && tip.right > box.left && tip.top < box.bottom && tip.bottom > box.top;
}"""
NAMED = """() => {
  const name = document.querySelector("#rail-0 .name");
  return name.scrollWidth - name.clientWidth;
}"""
"""By how much the name of the reader is cut."""


def begun(page: Page, served: Served, name: str) -> None:
    """The page of the first of four players, who places the first settlement."""
    seats: list[dict[str, str]] = [{"kind": "open"}, *[{"kind": "bot", "bot": "random"}] * 3]
    config = {"seats": 4, "options": {"pieces": "free", "first": 0}}
    body = {"name": "Le quai", "nickname": name, "config": config, "seats": seats, "start": True}
    reply = page.request.post(f"{served.address}/api/tables", data=body, headers={"Origin": served.address})
    assert reply.ok, reply.text()
    page.goto(f"{served.address}/t/{reply.json()['table']}?lang=fr")
    expect(page.locator("#targets .target").first).to_be_visible()


def test_the_tip_of_a_tapped_place_leaves_the_prompt_free(context: OpenBrowser, served: Served) -> None:
    page = context("fr", PHONE, touch=True).new_page()
    begun(page, served, "Odile")
    places = [one.locator("[pointer-events=all]") for one in page.locator("#targets .target").all()]
    assert len(places) == 54
    for place in sorted(places, key=lambda one: (one.bounding_box() or {"y": 0})["y"])[-12:]:
        place.tap()
        expect(page.locator("#tip")).to_be_visible()
        assert not page.evaluate(OVER_THE_PROMPT), page.locator("#tip").inner_text()


OVER_THE_PLACE = """() => {
  const tip = document.getElementById("tip").getBoundingClientRect();
  const box = document.querySelector("#targets .chosen").getBoundingClientRect();
  return tip.left < box.right && tip.right > box.left && tip.top < box.bottom && tip.bottom > box.top;
}"""


@now_and_then(2)
def test_the_tip_of_a_tapped_place_leaves_the_place_free(context: OpenBrowser, served: Served) -> None:
    page = context("fr", PHONE, touch=True).new_page()
    begun(page, served, "Odile")
    places = page.locator("#targets .target").all()
    assert len(places) == 54
    covered = []
    for place in places:
        place.locator("[pointer-events=all]").tap()
        expect(page.locator("#targets .chosen")).to_have_count(1)
        expect(page.locator("#tip")).to_be_visible()
        if page.evaluate(OVER_THE_PLACE):
            covered.append(place.get_attribute("data-notation"))
    assert covered == []


def test_the_readers_name_is_whole_and_marked_below(context: OpenBrowser, served: Served) -> None:
    for name, width in (("Edmond", 1440), ("Céleste", 1024)):
        page = context("fr", {"width": width, "height": 900}).new_page()
        begun(page, served, name)
        assert page.evaluate(NAMED) == 0, name
        player = Player(page, Mouse(page))
        for _ in ("settlement", "road"):
            player.place()
            player.wait()
        expect(page.locator("#rail-0 .state")).to_have_text(re.compile("À vous de jouer|vous"))


FRAMED = """() => {
  const rows = [...document.querySelectorAll("#rail .player.turn, #rail [aria-current]")];
  return [document.body.dataset.version, [...new Set(rows.map((row) => row.dataset.seat))].join(),
    document.querySelector("#prompt .ask").textContent];
}"""
"""The version that the page shows, which players' rows are framed, and the words of the prompt."""


@by_turns(("language", "viewport"), [("en", DESK), ("fr", PHONE)], ids=["desk", "phone"])
def test_the_set_up_frames_the_player_who_places(
    context: OpenBrowser, tmp_path: Path, language: str, viewport: ViewportSize
) -> None:
    slow = Served.start(tmp_path, bot_delay=(1.0, 1.0))
    try:
        page = context(language, viewport).new_page()
        seats: list[dict[str, str]] = [{"kind": "open"}, *[{"kind": "bot", "bot": "greedy"}] * 3]
        config = {"seats": 4, "options": {"pieces": "free", "first": 0}}
        body = {"name": "The quay", "nickname": "Maud", "config": config, "seats": seats, "start": True}
        reply = page.request.post(f"{slow.address}/api/tables", data=body, headers={"Origin": slow.address})
        assert reply.ok, reply.text()
        key = reply.json()["table"]
        page.goto(f"{slow.address}/t/{key}?lang={language}")
        table = slow.app.state.hub.tables[key]
        player = Player(page, Mouse(page))
        assert page.locator("#rail .player.turn").get_attribute("data-seat") == "0"
        for _ in ("settlement", "road"):
            player.wait()
            player.place()
        seen: set[int] = set()
        for _ in range(600):
            actors, version = table.state.match.game.actors, str(table.state.version)
            shown, framed, words = page.evaluate(FRAMED)
            if actors == [0]:
                break
            if shown == version == str(table.state.version) and actors and actors[0] > 0:
                assert framed == str(actors[0]), f"{words!r}, and the row of seat {framed} is framed"
                assert table.state.seats[actors[0]].name in words
                seen.add(actors[0])
            page.wait_for_timeout(50)
        assert seen == {1, 2, 3}
    finally:
        slow.stop()


OVERLAP = """() => {
  document.querySelector("#dice .sum b").textContent = "12";
  const sum = document.querySelector("#dice .sum").getBoundingClientRect();
  return [...document.querySelectorAll("#head .tool")].filter((one) => one.getClientRects().length)
    .map((one) => one.getBoundingClientRect())
    .filter((box) => box.left < sum.right && box.right > sum.left && box.top < sum.bottom && box.bottom > sum.top)
    .length;
}"""
"""How many buttons of the head lie over the total of the dice, when it is wide."""


def test_at_twice_the_size_the_total_of_the_dice_stands_beside_the_buttons(context: OpenBrowser) -> None:
    host, _ = rolled(context)
    host.set_viewport_size({"width": 720, "height": 450})
    expect(host.locator("#dice .sum")).to_be_visible()
    assert host.evaluate(OVERLAP) == 0
    host.keyboard.press("+")
    expect(host.locator("#stage[data-zoomed]")).to_be_attached()
    assert host.evaluate(OVERLAP) == 0


SEEN = """() => [...document.querySelectorAll('#targets [data-notation^="road"] [pointer-events=all]')].map((one) => {
  const box = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
})"""
"""For each place of a road whether its middle can be hit."""


def left_behind(page: Page) -> Locator:
    """The westernmost place, once the board is zoomed in and moved to the south-east."""
    for key in ("+",) * 6 + ("ArrowRight", "ArrowDown") * 20:
        page.keyboard.press(key)
    places = page.locator("#targets .target").all()
    return min(places, key=lambda one: (one.bounding_box() or {"x": 0})["x"])


def test_places_come_into_view_on_a_board_that_is_zoomed_in(context: OpenBrowser, served: Served) -> None:
    page = context("en").new_page()
    begun(page, served, "Odile")
    far = left_behind(page)
    assert (far.bounding_box() or {"x": 0})["x"] < 0
    far.dispatch_event("click")
    expect(page.locator('#targets [data-notation^="road"]').first).to_be_attached()
    assert until(page, f"() => ({SEEN})().includes(true)")


def test_of_places_that_are_far_apart_one_comes_into_view(context: OpenBrowser, served: Served) -> None:
    page = context("en").new_page()
    begun(page, served, "Odile")
    places = page.locator("#targets .target").all()
    across = [(one.bounding_box() or {"x": 0})["x"] for one in places]
    kept = [places[across.index(edge)].get_attribute("data-notation") for edge in (min(across), max(across))]
    page.evaluate(
        """(kept) => [...document.querySelectorAll("#targets .target")]
          .forEach((one) => kept.includes(one.dataset.notation) || one.remove())""",
        kept,
    )
    for key in "+" * 6:
        page.keyboard.press(key)
    seen = SEEN.replace('[data-notation^="road"]', ".target")
    assert page.evaluate(seen) == [False, False]
    page.evaluate("document.dispatchEvent(new Event('bastide:armed'))")
    assert sorted(page.evaluate(seen)) == [False, True]


def test_a_place_that_gets_the_focus_is_moved_into_view_by_the_zoom_alone(context: OpenBrowser, served: Served) -> None:
    page = context("en").new_page()
    begun(page, served, "Odile")
    far = left_behind(page)
    far.focus()
    scrolled = "() => [document.querySelector('.stage').scrollLeft, document.querySelector('.stage').scrollTop]"
    assert page.evaluate(scrolled) == [0, 0]
    far.locator("[pointer-events=all]").click(trial=True)
