"""The form for a new table, filled in by keyboard as a reader would: the game, what goes with it, the players."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from bastide.carcassonne.family import MODULES as TILES
from bastide.catan.family import MODULES
from bastide.web.making import enlarging, numbers_of_players


def choose_game(page: Page, *modules: str, players: int = 0, click: bool = False) -> None:
    """Choose these expansions, and a number of players: without one, the first for which they are made.

    By keyboard, unless it is to be by clicks.
    """
    larger = set(enlarging().values())
    known = {**TILES, **MODULES}
    first = next((name for name in modules if name not in larger and known[name]().role != "variant"), "base")
    press(page, "what", first, click=click)
    for name in modules:
        if name != first and name not in larger:
            press(page, f"module_{name}", click=click)
    if not players and larger.intersection(modules):
        players = numbers_of_players(modules)[0]
    if players:
        press(page, "players", str(players), click=click)


def press(page: Page, name: str, value: str = "", *, click: bool = False) -> None:
    """Choose a value of a group, or tick a box, once it is offered."""
    field = page.locator(f'[name="{name}"]' + (f'[value="{value}"]' if value else ""))
    expect(field).to_be_visible()
    expect(field).to_be_enabled()
    if click:
        field.locator("xpath=..").click()
    else:
        field.press("Space")
    expect(field).to_be_checked()


def open_seat(page: Page, number: int = 1) -> None:
    """Keep a seat for a person."""
    press(page, f"seat{number}", "open")


def open_more(page: Page) -> None:
    """Unfold the rest of the form: the goal, the clock, who may come, the series."""
    page.locator(".more > summary").press("Enter")
