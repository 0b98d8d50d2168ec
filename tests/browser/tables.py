"""Tables made by the API, for tests of which the form for a new table is not the subject: a page less to load."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import BrowserContext, Page

OpenBrowser = Callable[..., BrowserContext]
Config = dict[str, Any]


def small(players: int, goal: int, pieces: str = "printed", **options: object) -> Config:
    """A game of the base island on the beginners' board, to a goal that is soon reached."""
    options = {"goal": goal, "pieces": pieces, **options}
    return {"game": "island", "seats": players, "layout": "beginner", "options": options}


def make(
    page: Page,
    config: Mapping[str, Any],
    *,
    address: str = "",
    people: int = 1,
    seat: int = 0,
    bot: str = "greedy",
    nickname: str = "Maud",
    **more: object,
) -> str:
    """Make a table, at which people have `seat` and those after it, and bots the others; return its id.

    The page's browser has the first of these seats. The game begins at once if there is one. `address` is that of a
    server that is not the one of the page's context.
    """
    seats = [{"kind": "bot", "bot": bot} for _ in range(int(config["seats"]))]
    seats[seat : seat + people] = [{"kind": "open"} for _ in range(people)]
    order = {"name": "The quay", "nickname": nickname, "config": config, "seats": seats, "start": people == 1, **more}
    reply = page.request.post(f"{address}/api/tables", data=order)
    assert reply.ok, reply.text()
    return str(reply.json()["table"])


def begin(page: Page, config: Mapping[str, Any], *, address: str = "", language: str = "", **more: Any) -> str:
    """Make a table and open its page; return its id."""
    table = make(page, config, address=address, **more)
    page.goto(f"{address}/t/{table}" + (f"?lang={language}" if language else ""))
    return table


def duel(context: OpenBrowser) -> tuple[Page, Page]:
    """Maud (English) and Odile (French) at one table, the game begun; Maud is on turn and must roll."""
    host, guest = context("en").new_page(), context("fr").new_page()
    table = make(host, small(2, 10, first=0), people=2)
    for page, what, data in (
        (guest, "sit", {"id": "sits-down-for-the-duel", "nickname": "Odile"}),
        (host, "commands", {"id": "starts-the-duel", "do": "start"}),
    ):
        reply = page.request.post(f"/api/tables/{table}/{what}", data=data)
        assert reply.ok, reply.text()
    for page in (host, guest):
        page.goto(f"/t/{table}")
        page.wait_for_selector("#rail li")
    return host, guest
