"""As many expansions as go together: the bar of actions is whole on a low desktop and on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, ViewportSize

from bastide.kernel.game import Game
from tests.browser.fixtures import PHONE
from tests.browser.pictures import play
from tests.browser.serving import Served
from tests.browser.test_access import findings, overflow
from tests.chosen import by_turns, now_and_then

pytestmark = pytest.mark.timeout(180)

OpenBrowser = Callable[..., BrowserContext]
MODULES = ["seafarers", "cities_knights", "event_cards", "harbors"]
LOW_DESK: ViewportSize = {"width": 1366, "height": 768}
SPILT = """() => {
  const all = [...document.querySelectorAll("#actions .make, #actions .side .btn")];
  const shown = all.filter((one) => one.checkVisibility());
  const out = shown.filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < 0 || box.right > innerWidth || box.bottom > innerHeight;
  });
  const cut = [...document.querySelectorAll("#actions .make .name, #actions .make .cost")].filter((one) => {
    const [inner, outer] = [document.createRange(), one.closest(".make").getBoundingClientRect()];
    inner.selectNodeContents(one.firstChild ?? one);
    const box = inner.getBoundingClientRect();
    return box.width > 0 && (box.left < outer.left - 1 || box.right > outer.right + 1);
  });
  return [shown.length, [...out, ...cut].map((one) => one.textContent)];
}"""
"""How many controls the bar shows, and those that are outside the window or whose words are cut."""

FULL = """(most) => [...document.querySelectorAll("#rail .stats.many")].flatMap((row) => {
  const shown = [...row.children].filter((one) => one.checkVisibility());
  while (row.children.length < most) row.append(shown.at(-1).cloneNode(true));
  row.dataset.least = [...row.children].map((_, i) => i + 1).slice(1).join(" "); // as the server says it
  const edge = row.closest(".player").getBoundingClientRect().right;
  return [...row.children].filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > edge)
    .map((one) => one.textContent);
})"""
"""The figures of players that do not fit in their row once it has as many as given."""


def may_end(game: Game) -> bool:
    """Whether seat 0 is in the middle of its turn."""
    return game.actors == [0] and "end" in game.simple(0)


@now_and_then(2)
@pytest.mark.parametrize(("size", "least"), [(LOW_DESK, 11), (PHONE, 9)], ids=["low desk", "phone"])
@by_turns("language", ["en", "fr"])
def test_the_bar_of_actions_is_whole(
    context: OpenBrowser, served: Served, axe: str, language: str, size: ViewportSize, least: int
) -> None:
    page = context(language, size, touch=size is PHONE).new_page()
    seats: list[dict[str, str]] = [{"kind": "open"}, *[{"kind": "bot", "bot": "greedy"}] * 3]
    config = {"seats": 4, "modules": MODULES}
    body = {"name": "The quay", "nickname": "Maud", "config": config, "seats": seats, "start": True}
    reply = page.request.post(f"{served.address}/api/tables", data=body, headers={"Origin": served.address})
    assert reply.ok, reply.text()
    table = reply.json()["table"]
    page.goto(f"/t/{table}?lang={language}")
    play(page, served, table, may_end)
    page.locator("#actions[data-many]").wait_for()
    page.wait_for_load_state("networkidle")
    count, wrong = page.evaluate(SPILT)
    assert count >= least
    assert wrong == []
    assert overflow(page) == 0
    assert findings(page, axe) == []
    if size is LOW_DESK:
        for most in (7, 8):
            assert page.evaluate(FULL, most) == [], f"{most} figures of a player"
