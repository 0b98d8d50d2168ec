"""The end of a long game of Carcassonne: every row is whole, each title stands once, and a link leads to the replay."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, ViewportSize, expect

from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.players import make_bot
from bastide.server.engine.interface import Playable
from tests.browser.fixtures import DESK, PHONE
from tests.browser.serving import Served
from tests.chosen import by_turns

pytestmark = pytest.mark.timeout(180)

OpenBrowser = Callable[..., BrowserContext]
CONFIG: dict[str, Any] = {
    "game": "carcassonne",
    "seats": 4,
    "modules": ["river", "inns", "traders", "hills", "wheel"],
}
OVERPRINTED = """() => {
  const all = [...document.querySelectorAll("#summary .chart text")].filter((one) => one.getClientRects().length);
  const boxes = all.map((one) => one.getBoundingClientRect());
  return boxes.filter((a, i) => boxes.some((b, j) => i < j
    && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3)).length;
}"""
"""How many labels of the chart lie over another."""
REACHABLE = """(selector) => [...document.querySelectorAll(selector)].every((one) => {
  one.scrollIntoView({ block: "nearest" });
  const box = one.getBoundingClientRect();
  return box.top >= -1 && box.bottom <= innerHeight + 1 && box.left >= 0 && box.right <= innerWidth + 1;
})"""
"""Whether each of these can be scrolled into the window as a whole."""


@cache
def played() -> Game:
    """A whole game of bots, whose last decision is a bot's."""
    for seed in range(1, 20):
        game, rng = Game.new(CONFIG, seed=seed), random.Random(seed)
        bots = [make_bot("random", seed * 10 + seat) for seat in range(4)]
        while not game.over:
            if game.actors == [CHANCE]:
                game.draw(rng)
            else:
                seat = game.actors[0]
                game.play(bots[seat].choose(game.copy(), seat), seat)
        if game.decisions[-1].seat > 0:
            return game
    raise AssertionError("seat 0 ended every game")


@pytest.fixture(scope="module")
def ending(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server on which a game begins just before its end."""
    server = Served.start(tmp_path_factory.mktemp("tiles"))
    whole = played()

    def new(config: Mapping[str, Any], names: Sequence[str] = ()) -> Playable:
        return whole.at(len(whole.decisions) - 1)

    class Ends:
        def choose(self, game: Any, seat: int) -> str:
            return whole.decisions[-1].text

    engine = server.app.state.hub.shared.engine
    engine.new, engine.bot = new, lambda level, seed: Ends()
    yield server
    server.stop()


@by_turns(
    ("language", "size", "titles"),
    [("en", DESK, ("Final score", "Points by source")), ("fr", PHONE, ("Score final", "Points par origine"))],
    ids=["desk", "phone"],
)
def test_the_summary_of_a_long_game(
    context: OpenBrowser, ending: Served, language: str, size: ViewportSize, titles: tuple[str, ...]
) -> None:
    page = context(language, size).new_page()
    seats: list[dict[str, str]] = [{"kind": "open"}, *[{"kind": "bot", "bot": "random"}] * 3]
    body = {"name": "The quay", "nickname": "Maud", "config": CONFIG, "seats": seats, "start": True}
    reply = page.request.post(f"{ending.address}/api/tables", data=body, headers={"Origin": ending.address})
    assert reply.ok, reply.text()
    name = reply.json()["table"]
    for _ in range(200):
        if ending.app.state.hub.tables[name].state.stage == "over":
            break
        page.wait_for_timeout(50)
    # The pictures of a whole landscape may take long to load.
    page.goto(f"{ending.address}/t/{name}?lang={language}", wait_until="domcontentloaded")
    expect(page.locator("#summary")).to_be_visible()
    for title in titles:
        expect(page.locator("#summary h3", has_text=title)).to_have_count(1)
    for caption in page.locator("#summary caption").all():
        box = caption.bounding_box()
        assert box is not None
        assert box["width"] <= 1, "the heading says it already"
    assert page.evaluate(OVERPRINTED) == 0
    for rows in (
        "#summary .finals li",
        "#summary .ranks li",
        "#summary .sources-table tr",
        "#summary .moments li",
        "#summary .next .btn",
    ):
        assert page.locator(rows).count() > 0
        assert page.evaluate(REACHABLE, rows), f"{rows} is cut"
    page.locator("#summary .moments > a.btn").click()
    page.wait_for_url("**/replay?*")
