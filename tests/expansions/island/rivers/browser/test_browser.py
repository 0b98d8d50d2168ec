"""Rivers through the page: a whole game on a phone, a bridge and the tiles, exchanges of gold, all variants."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import BrowserContext, ViewportSize, expect

from tests.browser.fixtures import DESK, PHONE
from tests.browser.guided import Guided
from tests.browser.player import Keyboard, Mouse
from tests.browser.rehearsal import Rehearsal
from tests.browser.serving import Served
from tests.browser.stage import Stage, sit_down
from tests.browser.tables import begin
from tests.browser.test_access import overflow
from tests.browser.test_games import NO_MOUSE
from tests.browser.traffic import Traffic
from tests.chosen import by_turns
from tests.expansions.island.rivers.kit import BRIDGE, riverside
from tests.kit import Table

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]

OpenBrowser = Callable[..., BrowserContext]
CUT = "what => [...document.querySelectorAll(what)].filter(it => it.scrollWidth > it.clientWidth + 1).length"
"""How many of these have more than fits into them."""
OUTSIDE = """() => [...document.querySelectorAll(".rail .stats")].flatMap(row => {
  const { right, bottom } = row.getBoundingClientRect();
  return [...row.children].map(it => it.getBoundingClientRect())
    .filter(it => it.width && (it.right > right + 1 || it.bottom > bottom + 1));
}).length"""
"""How many figures of players lie outside their rows, where nobody sees them."""
LOW: ViewportSize = {"width": 1366, "height": 768}
VARIANTS = ("event_cards", "friendly_robber", "harbors", "two_players")
SITE = "-1,-1,SE"
SEED = 12
"""A game that is not long, and in which the seat builds a bridge and spends gold."""


def by_the_river(seats: int = 4, modules: tuple[str, ...] = ()) -> Table:
    """Seat 0 can build a bridge and becomes the richest by it."""
    return riverside(
        seats,
        gold=[1, 2],
        settlements={0: "-1,0,N", 1: "2,-2,N"},
        hands={0: f"{BRIDGE} ore", 1: "wool"},
        modules=modules,
    )


@dataclass(kw_only=True)
class Boatman(Guided):
    """Plays on a phone what the greedy bot would, but for development cards."""

    def decision(self) -> str:
        text = super().decision()
        return "end" if text.split(" ")[0] in ("buy", "knight", "roads", "plenty", "monopoly") else text


@pytest.fixture(scope="module")
def rehearsed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of its own, for what its engine does is replaced."""
    server = Served.start(tmp_path_factory.mktemp("rehearsal"))
    yield server
    server.stop()


@pytest.mark.campaign
def test_a_whole_game_on_a_phone(context: OpenBrowser, rehearsed: Served) -> None:
    page = context("fr", PHONE, touch=True).new_page()
    traffic = Traffic.of(page)
    Rehearsal.of(rehearsed, SEED)
    options = {"goal": 6, "trade": "bank", "first": 0}
    config = {"game": "island", "seats": 3, "modules": ["rivers"], "layout": "random", "options": options}
    table = begin(page, config, address=rehearsed.address, language="fr")
    player = Boatman(page, Mouse(page), served=rehearsed, table=table)
    player.play()
    assert {"settle", "road", "roll", "end", "bridge", "bank"} <= {text.split()[0] for text in player.done}
    assert any(text.startswith("bank gold*2") for text in player.done)
    assert rehearsed.stored(table).stage == "over"
    expect(page.locator("#summary")).to_be_visible()
    assert overflow(page) == 0
    assert traffic.errors == []


@by_turns("device", ["desk", "phone"])
def test_a_bridge_brings_gold_and_fortune(context: OpenBrowser, staged: tuple[Served, Stage], device: str) -> None:
    page = context("en", PHONE if device == "phone" else DESK, touch=device == "phone").new_page()
    traffic = Traffic.of(page)
    sit_down(page, staged, by_the_river())
    expect(page.locator("#land .stream")).to_have_count(2)
    hands = Mouse(page)
    hands.press(page.locator('#actions [data-verb="bridge"]:visible').first)
    hands.place(page.locator(f'#targets [data-notation="bridge {SITE}"]').first)
    expect(page.locator("#log")).to_contain_text("is the richest: Fortune")
    if device == "phone":
        page.locator('#tabs [data-tab="players"]').click()
        expect(page.locator("#players-0")).to_contain_text("Fortune")
    else:
        expect(page.locator("#rail-0")).to_contain_text("Fortune, for the most gold")
        expect(page.locator("#rail-1")).to_contain_text("Misery")
    assert overflow(page) == 0
    assert page.evaluate(CUT, ".rail .stats") == 0
    assert traffic.errors == []


def test_by_keyboard_alone(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("fr").new_page()
    page.add_init_script(NO_MOUSE)
    sit_down(page, staged, by_the_river(), language="fr")
    page.keyboard.press("h")
    bridge = page.locator(f'#targets [data-notation="bridge {SITE}"]').first
    expect(bridge).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator('#actions [data-verb="bridge"]')).to_be_focused()
    page.keyboard.press("h")
    Keyboard(page).place(bridge)
    expect(page.locator("#log")).to_contain_text("a le plus d’or")
    expect(page.locator("#rail-0")).to_contain_text("Fortune")


def test_all_variants_at_one_table(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("fr").new_page()
    traffic = Traffic.of(page)
    sit_down(page, staged, by_the_river(2, VARIANTS), language="fr")
    assert page.evaluate(CUT, ".rail .stats") == 0
    assert overflow(page) == 0
    page.set_viewport_size(PHONE)
    page.locator('#tabs [data-tab="players"]').click()
    assert page.evaluate(CUT, ".cells small") == 0
    assert overflow(page) == 0
    assert traffic.errors == []


@pytest.mark.parametrize(
    ("sizes", "seats", "modules"), [([DESK, LOW], 2, VARIANTS), ([PHONE], 4, ())], ids=["desk", "phone"]
)
def test_every_figure_of_a_row_is_in_sight(
    context: OpenBrowser,
    staged: tuple[Served, Stage],
    sizes: list[ViewportSize],
    seats: int,
    modules: tuple[str, ...],
) -> None:
    page = context("fr", sizes[0], touch=sizes[0] is PHONE).new_page()
    t = riverside(seats, gold=[12, 24], settlements={0: "-1,0,N"}, hands={0: "wool*12"}, modules=modules)
    sit_down(page, staged, t, language="fr")
    for size in sizes:
        page.set_viewport_size(size)
        assert page.evaluate(OUTSIDE) == 0
        if size is PHONE:
            continue
        tokens = page.locator("#west .two-players-uses").bounding_box()
        hand = page.locator("#hand").bounding_box()
        assert tokens is not None
        assert hand is not None
        assert tokens["y"] + tokens["height"] < hand["y"], "the trade tokens stand whole above the hand"
