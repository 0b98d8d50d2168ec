"""Games of every expansion of the island through the page, by keyboard alone: how they begin, and how they end.

In the check, the commit says which are seen at their beginning and which at their end, and which one is played as a
whole; the campaign plays all of that. The seed stands in the test's output; `BASTIDE_ROOMS=SEED` repeats a choice.

A room's `browser/game.toml` says what is its own: the `goal` of a short game, `summary`, words of the summary, and
`heard`, patterns of lines that the log of a whole game has.
"""

from __future__ import annotations

import os
import random
import re
import sys
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from bastide.kernel.game import Game
from bastide.kernel.rooms import rooms
from tests.browser.making import choose_game, open_more
from tests.browser.player import Keyboard, Player
from tests.browser.recorded import last_moves
from tests.browser.serving import Served
from tests.browser.stage import Stage
from tests.browser.test_games import NO_MOUSE
from tests.browser.traffic import Traffic
from tests.chosen import now_and_then
from tests.compat import stored
from tests.differential.window import window
from tests.sizes import CAMPAIGN

pytestmark = pytest.mark.timeout(400)

OpenBrowser = Callable[..., BrowserContext]
FAMILY: Final = "island"
ROOMS: Final = list(rooms(FAMILY))
SEED: Final = int(os.environ.get("BASTIDE_ROOMS") or window(Path(__file__).parent)[0])
OWN: Final = Path(__file__).parents[1] / "expansions" / FAMILY
FEW: Final = 40
"""After so many decisions of all seats a game has begun."""
SHORT: Final = 5
"""The goal of a whole game, unless a room has another."""
TOLD: Final = f"BASTIDE_ROOMS={SEED}\n"


def own(room: str) -> dict[str, Any]:
    """What a room says of its games."""
    file = OWN / room / "browser" / "game.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def drawn(sizes: int, but: Sequence[str] = ()) -> list[str]:
    """So many rooms but these, by the commit; all of them in the campaign."""
    left = [room for room in ROOMS if room not in but]
    return ROOMS if CAMPAIGN else sorted(random.Random(SEED).sample(left, sizes))


OPENED: Final = drawn(len(ROOMS) // 4)
ENDED: Final = drawn(len(ROOMS) // 4, OPENED)
WHOLE: Final = drawn(1)


def made(page: Page, served: Served, room: str, goal: int = 0) -> str:
    """Make a table with this expansion in the form, by keyboard; return its id."""
    page.goto("/create")
    choose_game(page, room)
    if goal:
        open_more(page)
        page.locator('[name="goal"]').fill(str(goal))
    page.locator('#making [value="make"]').press("Enter")
    page.wait_for_url(re.compile(r"/t/\w+$"))
    table = page.url.rsplit("/", 1)[1]
    config = served.stored(table).config
    assert config["modules"] == [room]
    assert not goal or config["options"]["goal"] == goal
    return table


@pytest.mark.parametrize("room", OPENED)
def test_a_game_begins(context: OpenBrowser, served: Served, room: str) -> None:
    sys.stdout.write(TOLD)
    page = context("fr").new_page()
    page.add_init_script(NO_MOUSE)
    traffic = Traffic.of(page)
    made(page, served, room)
    player = Player(page, Keyboard(page))
    player.play(FEW)
    assert len(player.done) > 2
    assert traffic.errors == []


@pytest.mark.parametrize("room", ENDED)
def test_a_game_ends(context: OpenBrowser, staged: tuple[Served, Stage], room: str) -> None:
    sys.stdout.write(TOLD)
    served, _ = staged
    page = context("en").new_page()
    page.add_init_script(NO_MOUSE)
    traffic = Traffic.of(page)
    reader = last_moves(page, served, stored.file_name(f"{FAMILY} + {room}"), Keyboard(page))
    reader.play()
    assert len(reader.done) == 2
    state = served.stored(reader.table)
    assert state.match is not None
    assert isinstance(state.match.game, Game)
    assert (state.stage, state.match.game.hash()) == ("over", reader.ending.whole.hash())
    expect(page.locator("#summary")).to_contain_text(own(room).get("summary", ""))
    assert traffic.errors == []


@now_and_then(2)
@pytest.mark.parametrize("room", WHOLE)
def test_a_whole_game(context: OpenBrowser, served: Served, room: str) -> None:
    sys.stdout.write(TOLD)
    page = context("en").new_page()
    page.add_init_script(NO_MOUSE)
    traffic = Traffic.of(page)
    table = made(page, served, room, own(room).get("goal", SHORT))
    player = Player(page, Keyboard(page), listening=own(room).get("heard", []))
    player.play()
    assert served.stored(table).stage == "over"
    expect(page.locator("#summary")).to_contain_text(own(room).get("summary", ""))
    assert player.heard == set(player.listening)
    assert traffic.errors == []
