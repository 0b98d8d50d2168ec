"""The sea on the page: ships are moved, gold is chosen, routes are explained, and large maps can be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, ViewportSize, expect

from tests.browser.fixtures import DESK, PHONE
from tests.browser.player import Keyboard, Mouse, until
from tests.browser.serving import Served
from tests.browser.stage import Stage, sit_down
from tests.browser.test_access import overflow
from tests.browser.test_games import NO_MOUSE
from tests.chosen import by_turns
from tests.expansions.island.seafarers.rules.kit import afloat

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

OpenBrowser = Callable[..., BrowserContext]
ROUTE: Final[dict[str, Any]] = {
    "settlements": {0: "3,4,N"},
    "roads": {0: "3,3,SE"},
    "ships": {0: "3,4,NE 4,3,SE"},
    "hands": {0: "lumber*2 wool*2 ore"},
}
"""A road and two ships that meet at a settlement; the second ship can be moved."""


def test_a_ship_is_moved_by_two_clicks(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("en").new_page()
    sit_down(page, staged, afloat(**ROUTE))
    ship = page.locator('#targets [data-notation="sail 4,3,SE"]')
    expect(page.locator("#targets [data-loose]")).to_have_count(1)
    expect(ship.locator("> g")).to_have_css("opacity", "0")
    Mouse(page).place(ship)
    expect(page.locator("#prompt")).to_contain_text("Choose where your ship goes.")
    places = page.locator("#targets .target:visible")
    assert places.count() >= 2
    for place in places.all():
        expect(place).to_have_attribute("data-verb", "ship")
    Mouse(page).place(page.locator('#targets [data-notation="ship 3,3,E"]'))
    expect(page.locator("#log")).to_contain_text("takes up a ship, to move it")
    expect(page.locator('#actions [data-why="sail"]')).to_be_visible()


def test_a_ship_is_moved_by_keys(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    """One letter, and Enter for the ship and for its place; the focus then goes on to what can be done."""
    page = context("fr").new_page()
    page.add_init_script(NO_MOUSE)
    sit_down(page, staged, afloat(**ROUTE), language="fr")
    focused = "() => document.activeElement.getAttribute('data-notation')"
    page.keyboard.press("m")
    expect(page.locator("#prompt")).to_contain_text("Choisissez le bateau à déplacer")
    assert page.evaluate(focused) == "sail 4,3,SE"
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_contain_text("Choisissez où va votre bateau.")
    until(page, "() => (document.activeElement.getAttribute('data-notation') ?? '').startsWith('ship ')")
    goes = page.evaluate(focused)
    page.keyboard.press("Enter")
    until(page, "() => document.activeElement.getAttribute('data-notation') === 'end'")
    assert page.locator(f'#targets [data-notation="{goes}"]').count() == 0


@by_turns(
    ("language", "words"),
    [
        ("en", "longest route 3: 1 road and 2 ships"),
        ("fr", "route la plus longue 3\u202f: 1 route et 2 bateaux"),
    ],
)
def test_the_pieces_of_a_route_are_shown(
    context: OpenBrowser, staged: tuple[Served, Stage], language: str, words: str
) -> None:
    page = context(language).new_page()
    sit_down(page, staged, afloat(**ROUTE), language=language)
    band = page.locator('.trail[data-trail="0"]')
    expect(band).to_be_hidden()
    page.locator("#rail-0").hover()
    expect(band).to_be_visible()
    expect(page.locator("#sources-0")).to_contain_text(words)
    page.mouse.move(700, 10)
    expect(band).to_be_hidden()
    Keyboard(page).reach(page.locator("#rail-0"))
    expect(band).to_be_visible()


@pytest.mark.parametrize(("device", "size"), [("desk", DESK), ("phone", PHONE)])
def test_gold_is_chosen_where_the_eye_is(
    context: OpenBrowser, staged: tuple[Served, Stage], device: str, size: ViewportSize
) -> None:
    page = context("en", size, touch=device == "phone").new_page()
    position = afloat(layout="through_the_desert", settlements={0: "2,1,N"}, rolled=False)
    sit_down(page, staged, position, "roll 5 5")
    Mouse(page).press(page.locator('[data-notation="roll"]:visible').first)
    panel = page.locator('#choice[data-live="gold"]')
    expect(panel).to_be_visible()
    box, actions = panel.bounding_box(), page.locator("#actions").bounding_box()
    assert box is not None
    if device == "desk":
        assert actions is not None
        assert abs(box["x"] - actions["x"]) < 3, "beside the hand, where the actions stood"
        assert abs(box["y"] - actions["y"]) < 3
    else:
        assert box["y"] > size["height"] / 2, "under the thumb"
    for button in panel.locator("button:visible").all():
        expect(button).to_be_in_viewport(ratio=1)
    assert overflow(page) == 0
    Mouse(page).press(panel.locator('[data-adds="ore"]'))
    Mouse(page).press(panel.locator("[data-send]"))
    expect(panel).to_have_count(0)
    expect(page.locator("#log")).to_contain_text("for gold fields")


def test_a_seven_moves_the_pirate(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("en").new_page()
    sit_down(page, staged, afloat(rolled=False, **ROUTE), "roll 3 4")
    page.keyboard.press("e")
    expect(page.locator("#prompt")).to_contain_text("Move the robber or the pirate.")
    shade = page.locator("#lit g.shade path").first
    before = shade.get_attribute("d")
    Mouse(page).place(page.locator('#targets [data-notation="pirate 4,3"]'))
    expect(page.locator("#log")).to_contain_text("moves the pirate")
    assert shade.get_attribute("d") != before
    expect(page.locator('#targets [data-notation^="sail"]')).to_have_count(0)


# Large maps.

COLUMNS, ROWS = 10, 7
HOME: Final = {(column, row) for column in range(1, 5) for row in range(1, 5)}
ISLANDS: Final = {(7, 1), (8, 1), (7, 2), (6, 5), (7, 5), (8, 5)}
LAND: Final = ("forest 4", "hills 5", "pasture 9", "fields 10", "mountains 3", "gold 11", "forest 8")


def seventy() -> dict[str, Any]:
    """A map of seventy hexes: a home of sixteen and two islands."""
    hexes: list[dict[str, Any]] = []
    sites = []
    for row in range(ROWS):
        for column in range(COLUMNS):
            q, r = column - row // 2, row
            if (column, row) in HOME | ISLANDS:
                terrain, number = LAND[(column + 3 * row) % len(LAND)].split()
                hexes.append({"q": q, "r": r, "terrain": terrain, "number": int(number)})
            else:
                hexes.append({"q": q, "r": r, "terrain": "sea"})
            if (column, row) in HOME:
                sites.append({"word": "home", "place": f"{q},{r}"})
    return {"hexes": hexes, "harbors": [], "sites": sites}


READ: Final = """() => {
  const board = document.getElementById("board").getBoundingClientRect();
  const box = document.getElementById("land").getAttribute("data-box").split(" ").map(Number);
  const radius = parseFloat(document.getElementById("board").style.getPropertyValue("--radius"));
  const tokens = [...document.querySelectorAll("#lit > g:not(.shade) > use")].map((one) => one.getBoundingClientRect());
  const under = [...document.querySelectorAll(".tiles use")].filter((one) => {
    const at = one.getBoundingClientRect();
    const above = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
    return above === null || above.closest("#stage") === null;
  });
  return { radius, token: Math.min(...tokens.map((one) => one.width)), under: under.length, width: board.width, box };
}"""
"""How large the hexes and the smallest number token are, and how many tiles lie under a panel."""


@pytest.mark.parametrize(("device", "size", "least"), [("desk", DESK, 38), ("phone", PHONE, 18)])
def test_a_map_of_seventy_hexes_fits_and_can_be_read(
    context: OpenBrowser, staged: tuple[Served, Stage], device: str, size: ViewportSize, least: int
) -> None:
    page = context("en", size, touch=device == "phone").new_page()
    sit_down(
        page, staged, afloat(layout=seventy(), **(ROUTE | {"roads": {}, "settlements": {0: "4,2,S"}, "ships": {}}))
    )
    seen = page.evaluate(READ)
    assert seen["radius"] > least
    assert seen["under"] == 0
    assert seen["token"] >= 18, "numbers can be read, whatever the size of the hexes"
    assert overflow(page) == 0


LEAVES: Final = """() => [...document.querySelectorAll("#actions > .make")].flatMap((button) => {
  const own = button.getBoundingClientRect();
  const beyond = (part) => part.width > 0 && (part.left < own.left - 0.6 || part.right > own.right + 0.6);
  const parts = [...button.querySelectorAll("*")].filter((one) => beyond(one.getBoundingClientRect()));
  return parts.map(() => button.textContent);
})"""
"""The buttons of pieces that have a part beyond their edges."""


@pytest.mark.parametrize(
    ("device", "size", "others"),
    [
        ("phone", PHONE, ["cities_knights"]),
        ("phone", PHONE, ["cities_knights", "event_cards"]),
        ("desk", ViewportSize(width=1200, height=800), ["cities_knights", "event_cards"]),
        ("desk", ViewportSize(width=1366, height=768), ["cities_knights"]),
    ],
)
def test_all_that_can_be_made_fits(
    context: OpenBrowser, staged: tuple[Served, Stage], device: str, size: ViewportSize, others: list[str]
) -> None:
    page = context("fr", size, touch=device == "phone").new_page()
    sit_down(page, staged, afloat(modules=[*others, "seafarers"], **ROUTE), language="fr")
    makes = page.locator("#actions > .make")
    expect(makes).to_have_count(7 + len(others))
    for button in makes.all():
        expect(button).to_be_in_viewport(ratio=1)
    expect(page.locator('[data-notation="end"]:visible').first).to_be_in_viewport(ratio=1)
    assert page.evaluate(LEAVES) == []
    assert overflow(page) == 0
    if size["width"] == 1366:
        # The board reaches down between hand and actions.
        seen = page.evaluate(READ)
        assert (seen["radius"] > 46, seen["under"]) == (True, 0)
        reach = "() => document.querySelector('#land .tiles').getBoundingClientRect().bottom"
        assert page.evaluate(reach) > page.locator("#hand").bounding_box()["y"]  # type: ignore[index]  # it is shown


def test_keys_zoom_and_move_the_board(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("en").new_page()
    sit_down(page, staged, afloat(layout=seventy()))
    sheet = page.locator(".sheet-of-water")
    for _ in range(4):
        page.keyboard.press("+")
    expect(page.locator("#stage[data-zoomed]")).to_be_attached()
    before = sheet.get_attribute("style")
    page.keyboard.press("ArrowRight")
    assert sheet.get_attribute("style") != before
    page.keyboard.press("-")
    page.keyboard.press("0")
    expect(page.locator("#stage[data-zoomed]")).to_have_count(0)


def test_on_a_phone_two_buttons_zoom(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("fr", PHONE, touch=True).new_page()
    sit_down(page, staged, afloat(layout=seventy()), language="fr")
    larger, smaller = page.get_by_role("button", name="Agrandir"), page.get_by_role("button", name="Réduire")
    sheet, zoomed = page.locator(".sheet-of-water"), page.locator("#stage[data-zoomed]")
    larger.tap()
    expect(zoomed).to_be_attached()
    near = sheet.get_attribute("style")
    larger.tap()
    assert sheet.get_attribute("style") != near
    for button in (larger, smaller):
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40
    for _ in range(2):
        smaller.tap()
    expect(zoomed).to_have_count(0)
    assert overflow(page) == 0


def test_on_a_phone_the_places_of_a_large_map_come_near(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    """When a ship is to be placed the page zooms in on its places, and out again when the choice is given up."""
    page = context("en", PHONE, touch=True).new_page()
    position = afloat(layout=seventy(), settlements={0: "4,2,S"}, hands={0: "lumber wool"})
    sit_down(page, staged, position)
    page.locator('#actions [data-verb="ship"]').tap()
    expect(page.locator("#stage[data-zoomed]")).to_be_attached()
    for target in page.locator("#targets .target:visible").all():
        expect(target).to_be_in_viewport()
        box = target.bounding_box()
        assert box is not None
        assert box["width"] >= 24
    page.locator("#prompt .cancel").tap()
    expect(page.locator("#stage[data-zoomed]")).to_have_count(0)
