"""Cards fly from what gave them to the seat that got them, with a note there; without motion the notes say the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.server.engine.games import Games
from bastide.view.model import SPECTATOR
from tests.browser.fixtures import DESK, PHONE
from tests.browser.player import until
from tests.browser.serving import Served
from tests.browser.stage import Position, Stage
from tests.browser.test_access import findings, overflow
from tests.chosen import by_turns, now_and_then
from tests.kit import table as position

pytestmark = pytest.mark.timeout(120)

OpenBrowser = Callable[..., BrowserContext]
RECORD = """{
  window.flown = [];
  window.notes = {};
  new MutationObserver((changes) => {
    for (const node of changes.flatMap((change) => [...change.addedNodes])) {
      if (!(node instanceof HTMLElement)) continue;
      if (node.classList.contains("flying")) flown.push(node.dataset.good);
      if (node.classList.contains("gained"))
        notes[node.dataset.of] = [...node.querySelectorAll("span")].map((part) => {
          const good = part.querySelector("use").getAttribute("href").slice(1);
          return `${part.textContent.replace("\\u2212", "-")} ${good}`;
        }).sort();
    }
  }).observe(document, { childList: true, subtree: true });
}"""
"""Remembers which cards flew, and the last note at each seat: `+2 i-wool`."""
HANDS = {0: "ore*5 wool*2", 1: "wool*3", 2: "brick grain", 3: "lumber"}
PLACES = {1: "0,0,N", 2: "1,1,S", 3: "-1,0,N"}


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Stage]]:
    """A server whose bots wait, and whose next game is the position that a test lays out."""
    server = Served.start(tmp_path_factory.mktemp("motion"), bot_delay=(60.0, 60.0))
    yield server, Stage.of(server)
    server.stop()


def laid(**more: Any) -> Position:
    """Seat 0 is to roll; everybody has a building."""
    return position(seats=4, hands=HANDS, settlements=PLACES, cities={0: "0,0,S"}, rolled=False, **more)


def opened(
    contexts: Sequence[BrowserContext], staged: tuple[Served, Stage], start: Position, *draws: str, language: str = "en"
) -> list[Page]:
    """The page of seat 0 at a table with three bots, then pages of spectators."""
    served, stage = staged
    stage.set(start, *draws)
    pages = [context.new_page() for context in contexts]
    seats: list[dict[str, str]] = [{"kind": "open"}, *[{"kind": "bot", "bot": "greedy"}] * 3]
    body = {"name": "The quay", "nickname": "Maud", "config": {"seats": 4}, "seats": seats, "start": True}
    reply = pages[0].request.post(f"{served.address}/api/tables", data=body, headers={"Origin": served.address})
    assert reply.ok, reply.text()
    for page in pages:
        page.add_init_script(RECORD)
        page.goto(f"{served.address}/t/{reply.json()['table']}?lang={language}")
        page.locator('body[data-link="up"]').wait_for()
        until(page, "() => document.querySelector('#rail-3') !== null")
    return pages


def play(page: Page, text: str) -> None:
    """Play a decision of seat 0."""
    address, _, table = page.url.partition("/t/")
    table = table.partition("?")[0]
    command = {"id": f"motion-{text}", "do": "play", "text": text}
    reply = page.request.post(f"{address}/api/tables/{table}/commands", data=command, headers={"Origin": address})
    assert reply.ok, reply.text()


def noted(page: Page, count: int) -> dict[str, list[str]]:
    """The notes at the seats, once there are as many."""
    until(page, f"() => Object.keys(notes).length >= {count}")
    page.wait_for_timeout(100)
    found: dict[str, list[str]] = page.evaluate("notes")
    return found


def gains(start: Position, roll: str) -> dict[str, list[str]]:
    """What this roll brings each seat, by the rules."""
    game = start.game.copy()
    assert isinstance(game, Game)
    game.play("roll")
    game.play(roll, CHANCE)
    found: dict[str, list[str]] = {}
    for event in Games().events(game, game.history[-1], SPECTATOR):
        if event["kind"] == "gain":
            found.setdefault(str(event["seat"]), []).append(f"+{event['count']} i-{event['good']}")
    return {seat: sorted(cards) for seat, cards in found.items()}


def fruitful(start: Position) -> tuple[str, dict[str, list[str]]]:
    """The roll that brings most seats something, and what."""
    rolls = [
        f"roll {first} {second}"
        for first, second in ((1, 1), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 5), (4, 5), (4, 6), (5, 6), (6, 6))
    ]
    best = max(rolls, key=lambda roll: len(gains(start, roll)))
    return best, gains(start, best)


@now_and_then(2)
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("moving", [True, False], ids=["moving", "still"])
def test_every_seat_is_told_what_a_roll_brought(
    context: OpenBrowser, staged: tuple[Served, Stage], moving: bool, size: ViewportSize
) -> None:
    start = laid()
    roll, wanted = fruitful(start)
    assert len(wanted) >= 2
    pages = opened([context("en", size), context("fr")], staged, start, roll)
    for page in pages:
        page.evaluate(f"localStorage.setItem('bastide.motion', '{'on' if moving else 'off'}')")
    play(pages[0], "roll")
    for page in pages:
        assert noted(page, len(wanted)) == wanted, "the same for a player and a spectator"
        flown = page.evaluate("flown")
        assert bool(flown) == moving
        assert set(flown) <= {card.partition(" i-")[2] for cards in wanted.values() for card in cards}
        assert overflow(page) == 0
    expect(pages[0].locator(".flying")).to_have_count(0)
    expect(pages[0].locator(".gained")).to_have_count(0)


def test_a_stolen_card_is_a_back_to_others(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    start = laid(robber="0,-2")
    thief, watcher = opened([context("en"), context("en")], staged, start, "roll 3 4", "steal wool")
    for page in (thief, watcher):
        page.evaluate("localStorage.setItem('bastide.motion', 'on')")
    play(thief, "roll")
    game = start.game.copy()
    game.play("roll")
    game.play("roll 3 4", CHANCE)
    play(thief, next(text for text in game.legal() if victims(game, text) == [1]))
    assert noted(thief, 2) == {"0": ["+1 i-wool"], "1": ["-1 i-wool"]}
    assert thief.evaluate("flown") == ["wool"]
    assert noted(watcher, 2) == {"0": ["+1 mini-good"], "1": ["-1 mini-good"]}
    assert watcher.evaluate("flown") == [""]
    assert "wool" not in watcher.evaluate("JSON.stringify(notes)")


def victims(game: Game, text: str) -> list[int]:
    """Whom a move of the robber would rob, if it is certain."""
    after = game.copy()
    after.play(text)
    if CHANCE not in after.actors:
        return []
    outcomes = after.legal()
    if not all(outcome.startswith("steal") for outcome in outcomes):
        return []
    after.play(outcomes[0], CHANCE)
    return [int(event.a) for event in after.history[-1] if event.kind == "steal"]


def test_trades_with_the_bank_and_purchases_fly_too(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    start = position(seats=4, hands={0: "ore*5 wool grain"}, settlements=PLACES, cities={0: "0,0,S"})
    (page,) = opened([context("en")], staged, start, "draw knight")
    page.evaluate("localStorage.setItem('bastide.motion', 'on')")
    play(page, "bank ore*4 brick")
    assert noted(page, 1) == {"0": ["+1 i-brick", "-4 i-ore"]}
    assert sorted(page.evaluate("flown")) == ["brick", "ore", "ore", "ore"], "at most three of a kind"
    play(page, "buy")
    until(page, "() => notes[0].length === 1")
    assert page.evaluate("notes") == {"0": ["+1 mini-card"]}


def test_a_page_that_comes_back_shows_no_flights(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    start = laid()
    roll, _ = fruitful(start)
    (page,) = opened([context("en")], staged, start, roll)
    play(page, "roll")
    page.reload()
    page.locator('body[data-link="up"]').wait_for()
    page.wait_for_timeout(400)
    assert page.evaluate("[flown, notes]") == [[], {}]


@by_turns(("language", "size"), [("en", DESK), ("fr", PHONE)], ids=["desk", "phone"])
def test_motion_and_volume_are_settings_that_stay(
    context: OpenBrowser, staged: tuple[Served, Stage], axe: str, language: str, size: ViewportSize
) -> None:
    (page,) = opened([context(language, size)], staged, laid(), language=language)
    page.locator('[popovertarget="menu"]').first.click()
    motion = page.get_by_role("button", name=re.compile("^(Motion|Animations)$"))
    expect(motion).to_have_attribute("aria-pressed", "false")  # the system asks for none
    motion.press("Enter")
    expect(motion).to_have_attribute("aria-pressed", "true")
    volume = page.get_by_role("slider", name="Volume")
    expect(volume).to_have_value("70")
    volume.press("ArrowLeft")
    expect(volume).to_have_value("60")
    assert findings(page, axe) == []
    page.reload()
    page.locator('body[data-link="up"]').wait_for()
    expect(page.locator('[data-setting="volume"]')).to_have_value("60")
    expect(page.locator('[data-setting="motion"]')).to_have_attribute("aria-pressed", "true")
    page.locator('[popovertarget="menu"]').first.click()
    page.locator('[data-setting="motion"]').press("Space")
    expect(page.locator("html")).to_have_attribute("data-still", "")


APART = """async (all) => {
  const { show } = await import("/static/js/cards.js");
  const gain = (seat, good) => ({ kind: "gain", seat, good, count: 1 });
  show(all.flatMap((seat) => ["lumber", "wool", "grain"].map((good) => gain(seat, good))));
  const boxes = [...document.querySelectorAll(".gained")].map((one) => one.getBoundingClientRect());
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
  const seats = [...document.querySelectorAll("#rail .player")].map((one) => one.getBoundingClientRect());
  const covering = boxes.filter((a, i) => seats.some((b, j) => i !== j && over(a, b))).length;
  return [boxes.length, boxes.filter((a, i) => boxes.some((b, j) => i < j && over(a, b))).length, covering];
}"""
"""How many notes there are when these seats get three goods each, how many cover another, and how many another seat."""


@pytest.mark.parametrize("size", [{"width": 1366, "height": 700}, PHONE], ids=["desk", "phone"])
def test_notes_of_many_goods_leave_each_other_room(
    context: OpenBrowser, staged: tuple[Served, Stage], size: ViewportSize
) -> None:
    [page] = opened([context("en", size)], staged, laid())
    assert page.evaluate(APART, [0, 1, 2, 3]) == [4, 0, 0]
    page.evaluate("document.querySelectorAll('.gained').forEach((one) => one.remove())")
    assert page.evaluate(APART, [0]) == [1, 0, 0], "nor a seat that has won nothing"
