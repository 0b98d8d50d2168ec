"""No text is cut, nothing overlaps and axe finds nothing serious, in states that games of every expansion reach.

`make check` looks at a small sample that depends on the commit: a few expansions, for each a set of modules with it, at
one moment of a game of random bots or of a stored one, at two of six sizes, in one of two languages. The campaign
looks at every set, at several moments, at all sizes, in both languages. The seed stands in the test's output;
`BASTIDE_BOXES=SEED` repeats a sample.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from bastide.kernel.families import FAMILIES
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.players import make_bot
from bastide.server.engine.interface import Playable
from tests.browser.boxes import faults
from tests.browser.fixtures import knowing
from tests.browser.serving import Served
from tests.browser.test_access import findings
from tests.browser.traffic import Traffic
from tests.compat import stored
from tests.differential.sets import Set, sets_of
from tests.differential.window import window
from tests.sizes import CAMPAIGN, sized

pytestmark = pytest.mark.timeout(300)

SIZES: Final[dict[str, ViewportSize]] = {
    f"{width}x{height}": {"width": width, "height": height}
    for width, height in ((1440, 900), (1366, 768), (820, 1180), (390, 844), (360, 560), (844, 390))
}
LANGUAGES: Final = ("en", "fr")
SEED: Final = int(os.environ.get("BASTIDE_BOXES") or window(Path(__file__).parent)[0])
SETS: Final = 3
"""How many sets the check's sample has."""
BATCHES: Final = sized(1, 60)
"""Among how many tests the sample is divided."""
MOMENTS: Final = sized(1, 4)
SETTLE_MS: Final = 100
"""Time for the page to fit itself to another size, or to open a form."""
LONGEST: Final = 600
"""A game of random bots is left after so many decisions."""
NAMES: Final = ("Guilhem", "Bérengère", "Clara", "Denis", "Emma", "Félix", "Gaspard", "Hélène")


def sample(rng: random.Random) -> list[Set]:
    """The sets that are looked at: all in the campaign; otherwise some, each of a family alone or with a module."""
    every = [one for family in FAMILIES for one in sets_of(family)]
    if CAMPAIGN:
        return every
    chosen: dict[str, Set] = {}
    for family in FAMILIES:
        of = [one for one in every if one.family == family]
        for module in ["", *dict.fromkeys(name for one in of for name in one.modules)]:
            within = [one for one in of if (module in one.modules if module else not one.modules)]
            one = rng.choice(within)
            chosen[one.name] = one
    return rng.sample(list(chosen.values()), SETS)


def moment(one: Set, rng: random.Random) -> Game:
    """A game of the set, left when seats decide, or at its end: half of them played by random bots, half stored."""
    kept = stored.file_name(one.name)
    if rng.random() < 0.5 and kept in stored.names():
        whole = Game.load(rng.choice(stored.read(kept)).record)
        game = whole.at(rng.randrange(whole.version + 1))
        while game.actors == [CHANCE]:
            decision = whole.decisions[game.version]
            game.replay(decision.text, decision.seat)
    else:
        game = played(one, rng)
    game.names = NAMES[: int(game.rules.seats)]
    return game


def played(one: Set, rng: random.Random) -> Game:
    """A game of random bots."""
    game = Game.new(rng.choice(one.configs), seed=rng.randrange(1 << 30))
    bot, enough = make_bot("random", rng.randrange(1 << 30)), rng.randrange(LONGEST)
    while not game.over and (game.actors == [CHANCE] or game.version < enough):
        if game.actors == [CHANCE]:
            game.draw(rng)
        else:
            seat = rng.choice(game.actors)
            game.play(bot.choose(game, seat), seat)
    return game


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose next game is the one in `upcoming`, and goes no further."""
    server = Served.start(tmp_path_factory.mktemp("boxes"), bot_delay=(900.0, 900.0))

    def new(config: Mapping[str, Any], names: Sequence[str] = ()) -> Playable:
        return upcoming[0]

    server.app.state.hub.shared.engine.new = new
    yield server
    server.stop()


upcoming: list[Game] = []


def opened(page: Page, server: Served, game: Game, seat: int, language: str) -> None:
    """Show the game to a seat."""
    upcoming[:] = [game]
    seats: list[dict[str, str]] = [{"kind": "bot", "bot": "random"} for _ in range(int(game.rules.seats))]
    seats[seat] = {"kind": "open"}
    body = {
        "name": "The old quay",
        "nickname": NAMES[seat],
        "config": game.rules.resolved(),
        "seats": seats,
        "start": True,
    }
    reply = page.request.post(f"{server.address}/api/tables", data=body, headers={"Origin": server.address})
    assert reply.ok, reply.text()
    page.goto(f"{server.address}/t/{reply.json()['table']}?lang={language}", wait_until="domcontentloaded")
    page.locator("#head").wait_for()
    page.evaluate("document.fonts.ready")


def looks(page: Page) -> Iterator[str]:
    """The sheets of a phone one after the other; or the page as it is, and with each form of the bar."""
    tabs = page.locator("#tabs [data-tab]:visible")
    for number in range(tabs.count()):
        tabs.nth(number).click()
        yield str(tabs.nth(number).get_attribute("data-tab"))
    if tabs.count():
        return
    yield "desk"
    forms = page.locator("#actions [data-form]:visible")
    for number in range(forms.count()):
        forms.nth(number).click()
        page.wait_for_timeout(SETTLE_MS)
        yield str(forms.nth(number).get_attribute("data-form"))
        page.keyboard.press("Escape")


def seen(page: Page, axe: str, sizes: Sequence[str]) -> Iterator[str]:
    """What is wrong at these sizes, each of its looks; axe looks at the last one of a size."""
    for name in sizes:
        page.set_viewport_size(SIZES[name])
        page.wait_for_timeout(SETTLE_MS)
        for look in looks(page):
            yield from (f"{name}, {look}: {fault}" for fault in faults(page))
        yield from (f"{name}: {finding}" for finding in findings(page, axe))


@pytest.mark.parametrize("batch", range(BATCHES))
def test_no_text_is_cut_and_nothing_overlaps(browser: Browser, hall: Served, axe: str, batch: int) -> None:
    sys.stdout.write(f"BASTIDE_BOXES={SEED}\n")
    found: list[str] = []
    for one in sample(random.Random(SEED))[batch::BATCHES]:
        rng = random.Random(f"{SEED} {one.name}")
        for _ in range(MOMENTS):
            game = moment(one, rng)
            seat = rng.choice(game.actors or [0])
            for language in LANGUAGES if CAMPAIGN else [rng.choice(LANGUAGES)]:
                context = knowing(browser.new_context(reduced_motion="reduce", viewport=SIZES["1440x900"]))
                page = context.new_page()
                traffic = Traffic.of(page)
                opened(page, hall, game.copy(), seat, language)
                sizes = list(SIZES) if CAMPAIGN else rng.sample(list(SIZES), 2)
                where = f"{one.name}, {game.version} decisions, {language}"
                found += [f"{where}, {fault}" for fault in (*seen(page, axe, sizes), *traffic.errors)]
                context.close()
    assert not found, f"BASTIDE_BOXES={SEED}\n" + "\n".join(found)
