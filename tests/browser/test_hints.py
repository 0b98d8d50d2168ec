"""A hint on the page: asked for by its key, shown with what it names on the board, and carried out by the reader."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from librt.vecs import vec
from mypy_extensions import i64
from playwright.sync_api import BrowserContext, expect

from bastide.kernel.game import Game
from bastide.kernel.state import State
from bastide.players.hints import advise
from bastide.server.tables.shared import Shared
from tests.browser.fixtures import PHONE
from tests.browser.serving import Served
from tests.browser.tables import begin, small
from tests.browser.test_access import findings

OpenBrowser = Callable[..., BrowserContext]


@pytest.fixture
def thinking(monkeypatch: pytest.MonkeyPatch, served: Served) -> None:
    """Hints are worked out here, with few simulations."""

    async def ask(shared: Shared, table: str, level: str, question: dict[str, Any], *given: Any, **more: Any) -> str:
        game = Game.new(question["config"])
        game.state = State(vec[i64](question["cells"]))
        return msgspec.json.encode(advise(game, question["seat"], question["seed"], 0.05)).decode()

    monkeypatch.setattr(Shared, "ask_bot", ask)
    # Also where there is no core to spare for bots.
    monkeypatch.setattr(served.app.state.hub.shared.bot_pool, "count", 1)


@pytest.mark.usefixtures("thinking")
def test_a_hint_is_shown_and_the_reader_makes_the_move(context: OpenBrowser, axe: str) -> None:
    page = context("en").new_page()
    begin(page, small(3, 10, "free", first=0))
    lamp = page.locator("#actions .lamp")
    panel = page.locator("#hint")
    lamp.focus()
    page.keyboard.press("i")
    expect(panel).to_contain_text("Three good moves")
    expect(lamp).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#ghosts .hint-mark")).to_have_count(3)
    assert page.locator("#ghosts .heat").count() > 40
    expect(page.locator("#heard")).to_contain_text("1, Settlement")
    assert findings(page, axe) == []
    # On a low page it takes the place of the log while it is shown.
    page.set_viewport_size({"width": 1366, "height": 768})
    expect(page.locator(".right > .talk")).to_be_hidden()
    second = panel.locator("li").nth(1).bounding_box()
    box = panel.bounding_box()
    assert second is not None
    assert box is not None
    assert second["y"] + second["height"] <= box["y"] + box["height"], "its second move is cut"
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(page.locator(".right > .talk")).to_be_visible()
    page.keyboard.press("i")
    expect(panel).to_be_visible()
    first = panel.locator("[data-hint]").first
    notation = first.get_attribute("data-hint")
    first.click()
    place = page.locator(f'#targets [data-notation="{notation}"]')
    expect(place).to_be_focused()
    assert page.locator("#pieces").inner_html().count("settlement") == 0
    page.keyboard.press("Enter")
    expect(panel).to_be_hidden()
    expect(page.locator("#targets [data-verb=road]").first).to_be_visible()


@pytest.mark.campaign
@pytest.mark.usefixtures("thinking")
def test_on_a_phone_the_hint_gives_way_to_the_place_that_it_shows(context: OpenBrowser) -> None:
    page = context("fr", PHONE, touch=True).new_page()
    begin(page, small(3, 10, "free", first=0), language="fr")
    page.locator("#head .lamp").tap()
    panel = page.locator("#hint")
    expect(panel).to_contain_text("Trois bons coups")
    for button in panel.locator("button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    panel.locator("[data-hint]").first.tap()
    expect(panel).to_be_hidden()
    page.locator("#prompt [data-tick]").tap()
    expect(page.locator("#targets [data-verb=road]").first).to_be_visible()
