"""The pictures of the documentation, taken from the real page: `python -m tests.browser.pictures [FOLDER]`.

A person sits down against three bots; a greedy bot says what that person does, and the page is looked at on the way.
Expansions bring pictures of their own: `walk` in `tests/expansions/FAMILY/NAME/browser/pictures.py`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from bastide.kernel.game import Game
from bastide.kernel.rooms import rooms
from tests.browser.chance import Chance
from tests.browser.fixtures import knowing
from tests.browser.making import choose_game, open_more, open_seat
from tests.browser.player import until
from tests.browser.rehearsal import advice
from tests.browser.serving import Served
from tests.differential.sets import sets_of
from tools.ensure_chromium import find_chromium

DESK: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
SETTLE_MS = 900
"""Time for flights and dice to end before a picture is taken."""
DRAWN_MS = 60_000
"""Time for all tiles of a late board to be drawn."""
PATIENCE = 60.0
"""Seconds that the bots may take until seat 0 is asked again."""
LATE = 240
"""So many decisions are made before the island is pictured."""
QUALITY = 86


def main(folder: Path) -> None:
    """Take every picture."""
    chromium = find_chromium()
    if not chromium:
        sys.exit("no Chromium was found; tools/ensure_chromium.py says where it looks")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        served = Served.start(Path(data))
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        try:
            for each in (walk, tiles, *walks()):
                Chance.begin(f"{each.__module__}.{each.__qualname__}")
                each(browser, served, folder)
        finally:
            browser.close()
            served.stop()


Walk = Callable[[Browser, Served, Path], None]
EXPANSIONS: Final = Path(__file__).parents[1] / "expansions"


def walks() -> list[Walk]:
    """What takes the pictures of the expansions."""
    found = sorted(path.relative_to(EXPANSIONS).with_suffix("") for path in EXPANSIONS.glob("*/*/browser/pictures.py"))
    return [import_module(".".join(("tests", "expansions", *path.parts))).walk for path in found]


def walk(browser: Browser, served: Served, folder: Path) -> None:
    """From the front page through a game to its replay."""
    page = knowing(browser.new_context(viewport=DESK, device_scale_factor=1, locale="en-GB")).new_page()
    page.goto(served.address)
    shoot(page, folder / "home-desktop.jpg")
    creating(browser, served, folder)
    page.goto(served.address)
    page.locator("[name=nickname]").first.fill("Maud")
    page.locator(".gamecard .start").first.click()
    page.wait_for_url("**/t/*")
    table = page.url.rsplit("/", 1)[1].split("?")[0]
    play(page, served, table, lambda game: game.version > LATE and can_settle(game))
    page.locator('#actions [data-verb="settlement"]').click()
    shoot(page, folder / "table-desktop.jpg")
    page.locator('[data-setting="theme"]').first.click()
    shoot(page, folder / "table-dark.jpg")
    page.locator('[data-setting="theme"]').first.click()
    page.set_viewport_size(PHONE)
    page.reload()
    shoot(page, folder / "table-phone.jpg")
    page.set_viewport_size(DESK)
    page.reload()
    play(page, served, table)
    shoot(page, folder / "summary-desktop.jpg")
    page.set_viewport_size(PHONE)
    shoot(page, folder / "summary-phone.jpg")
    page.set_viewport_size(DESK)
    page.goto(f"{served.address}/t/{table}/replay?step=300")
    shoot(page, folder / "replay-desktop.jpg")
    page.goto(f"{served.address}/rules/BASE-043")
    shoot(page, folder / "rules-desktop.jpg")


def creating(browser: Browser, served: Served, folder: Path) -> None:
    """The form for a new table with expansions, its fold, and the waiting room with a guest on a phone."""
    page = knowing(browser.new_context(viewport=DESK, device_scale_factor=1, locale="en-GB")).new_page()
    page.goto(f"{served.address}/create/carcassonne")
    choose_game(page, *rooms("carcassonne"))
    open_more(page)
    shoot(page, folder / "create-carcassonne.jpg")
    page.goto(f"{served.address}/create")
    page.locator("[name=nickname]").fill("Maud")
    # Two that may be played together, and with most others.
    every = [one.modules for one in sets_of("island")]
    pairs = [pair for pair in every if len(pair) == 2]
    choose_game(page, *max(pairs, key=lambda pair: sum(set(pair) <= set(other) for other in every)))
    for window, to in (DESK, "create-desktop.jpg"), (PHONE, "create-phone.jpg"):
        page.set_viewport_size(window)
        page.evaluate("scrollTo(0, 0)")
        shoot(page, folder / to)
    page.set_viewport_size(DESK)
    open_seat(page)
    page.locator('[value="make"]').press("Enter")
    page.wait_for_url("**/t/*")
    guest = knowing(browser.new_context(viewport=PHONE, locale="fr-FR")).new_page()
    guest.goto(page.url)
    guest.locator("#nickname").fill("Odile")
    guest.locator("form.sit button").click()
    guest.locator('.banner-row [data-text="mauve"]').click()
    guest.locator('[data-do="ready"]').click()
    shoot(guest, folder / "waiting-phone.jpg")
    shoot(page, folder / "waiting-desktop.jpg")


def tiles(browser: Browser, served: Served, folder: Path) -> None:
    """A table of Carcassonne, late in the game."""
    page = knowing(browser.new_context(viewport=DESK, device_scale_factor=1, locale="en-GB")).new_page()
    order = {
        "name": "Quay",
        "nickname": "Maud",
        "config": {"game": "carcassonne", "modules": ["river", "inns"]},
        "seats": [{"kind": "open"}, *[{"kind": "bot", "bot": "greedy"}] * 3],
        "start": True,
    }
    made = page.request.post(f"{served.address}/api/tables", data=order, headers={"Origin": served.address})
    table = made.json()["table"]
    page.goto(f"{served.address}/t/{table}")
    play(page, served, table, lambda game: game.version > 210)
    page.reload()
    page.locator("#land image").first.wait_for()
    expect(page.locator("#land image:not([href])")).to_have_count(0, timeout=DRAWN_MS)
    shoot(page, folder / "carcassonne-desktop.jpg")


def can_settle(game: Game) -> bool:
    """Whether seat 0 has somewhere to settle."""
    return any(text.startswith("settle") for text in game.simple(0))


def play(page: Page, served: Served, table: str, enough: Callable[[Game], bool] | None = None) -> None:
    """Let a greedy bot decide for seat 0 until it is asked and this is enough; without `enough`, to the game's end.

    Where several are asked at once the bots answer first, so that the game goes the same way in every run.
    """
    while not (game := asked(served, table)).over and not (enough and enough(game)):
        text = advice(game, 0, game.version)
        command = {"id": f"picture-{game.version}", "do": "play", "text": text}
        reply = page.request.post(
            f"{served.address}/api/tables/{table}/commands",
            data=command,
            headers={"Origin": served.address},
        )
        assert reply.ok, reply.text()
    assert game.over != bool(enough), f"the game ended after {game.version} decisions, before there was what to picture"
    version = served.app.state.hub.tables[table].state.version
    until(page, "(now) => document.body.dataset.version === now", str(version))


def asked(served: Served, table: str) -> Game:
    """The game, once seat 0 alone is to decide or it is over."""
    end = time.monotonic() + PATIENCE
    while True:
        game: Game = served.app.state.hub.tables[table].state.match.game
        if game.over or game.actors == [0]:
            return game
        assert time.monotonic() < end, f"the bots never answered; asked are {game.actors}"
        time.sleep(0.01)


def shoot(page: Page, to: Path) -> None:
    """Take one picture once the page is idle."""
    page.wait_for_timeout(SETTLE_MS)
    expect(page.locator(".gained:visible")).to_have_count(0, timeout=DRAWN_MS)
    page.screenshot(path=to, type="jpeg", quality=QUALITY, animations="disabled")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.browser.pictures", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("docs/img"), help="where the pictures go")
    main(parser.parse_args().folder)
