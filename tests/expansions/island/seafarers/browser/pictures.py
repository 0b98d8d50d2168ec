"""The pictures of Seafarers in the documentation; `python -m tests.browser.pictures` takes them with the others."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from playwright.sync_api import Browser

from bastide.kernel.game import Game
from tests.browser.fixtures import DESK, PHONE, knowing
from tests.browser.pictures import play, shoot
from tests.browser.rehearsal import Rehearsal
from tests.browser.serving import Served
from tests.browser.tables import begin

SEED: Final = 9
CONFIG: Final = {"game": "island", "seats": 4, "modules": ["seafarers"], "layout": "new_shores"}
LATE: Final = 300
"""So many decisions are made before the picture is taken."""


def walk(browser: Browser, served: Served, folder: Path) -> None:
    """A game on New Shores: a ship is placed on a desk, the board on a phone comes near its places."""
    Rehearsal.of(served, SEED)
    page = knowing(browser.new_context(viewport=DESK, device_scale_factor=1, locale="en-GB")).new_page()
    table = begin(page, CONFIG, address=served.address, language="en")
    play(page, served, table, lambda game: game.version > LATE and can_sail(game))
    page.reload()
    page.locator('#actions [data-verb="ship"]').click()
    page.locator("#rail-0").hover()
    shoot(page, folder / "sea-desktop.jpg")
    page.set_viewport_size(PHONE)
    page.reload()
    shoot(page, folder / "sea-phone.jpg")


def can_sail(game: Game) -> bool:
    """Whether seat 0 may build a ship in two places or more."""
    return sum(text.startswith("ship ") for text in game.simple(0)) > 1
