"""The form for a new table, filled in by keyboard as a reader would: the game, what goes with it, the players."""

from __future__ import annotations

from typing import Final, Literal

from playwright.sync_api import Page, expect

from bastide.carcassonne.family import MODULES as TILES
from bastide.catan.family import MODULES
from bastide.web.making import enlarging, numbers_of_players

Hands = Literal["focus", "clicks", "keys"]
"""How a field is reached: focused by the test, by the mouse, or by Tab and arrows from where the focus is."""
STOPS: Final = 200
"""A page has fewer fields and links at which Tab stops."""
AT: Final = "() => [document.activeElement?.getAttribute('name') ?? '', document.activeElement?.value ?? '']"
"""The name and the value of the field that has the focus."""


def choose_game(page: Page, *modules: str, players: int = 0, hands: Hands = "focus") -> None:
    """Choose these expansions, and a number of players: without one, the first for which they are made."""
    larger = set(enlarging().values())
    known = {**TILES, **MODULES}
    first = next((name for name in modules if name not in larger and known[name]().role != "variant"), "base")
    press(page, "what", first, hands=hands)
    for name in modules:
        if name != first and name not in larger:
            press(page, f"module_{name}", hands=hands)
    if not players and larger.intersection(modules):
        players = numbers_of_players(modules)[0]
    if players:
        press(page, "players", str(players), hands=hands)


def press(page: Page, name: str, value: str = "", *, hands: Hands = "focus") -> None:
    """Choose a value of a group, or tick a box, once it is offered."""
    field = page.locator(f'[name="{name}"]' + (f'[value="{value}"]' if value else ""))
    expect(field).to_be_visible()
    expect(field).to_be_enabled()
    if hands == "clicks":
        field.locator("xpath=..").click()
    elif hands == "keys":
        walk_to(page, name, value)
        if not value:
            page.keyboard.press("Space")
    else:
        field.press("Space")
    expect(field).to_be_checked()


def walk_to(page: Page, name: str, value: str) -> None:
    """Move the focus to a box, or to the radio button of a value, which an arrow also chooses."""
    for _ in range(STOPS):
        if page.evaluate(AT)[0] == name:
            break
        page.keyboard.press("Tab")
    for _ in range(STOPS):
        if not value or page.evaluate(AT) == [name, value]:
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"no key leads to {name} {value}")


def open_seat(page: Page, number: int = 1) -> None:
    """Keep a seat for a person."""
    press(page, f"seat{number}", "open")


def open_more(page: Page) -> None:
    """Unfold the rest of the form: the goal, the clock, who may come, the series."""
    page.locator(".more > summary").press("Enter")
