"""Barbarian Attack through the page: the march with the mouse and on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.fixtures import DESK, PHONE
from tests.browser.player import Mouse, until
from tests.browser.serving import Served
from tests.browser.stage import Stage, sit_down
from tests.browser.test_access import overflow
from tests.browser.traffic import Traffic
from tests.chosen import by_turns
from tests.expansions.island.barbarian_attack.kit import attack
from tests.kit import Table

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]

OpenBrowser = Callable[..., BrowserContext]


def besieged() -> Table:
    """Seat 0 marches: hex 9 falls with the help of others, hex 8 is conquered."""
    return attack(
        4,
        barbarians={"-2,0": 1, "0,-2": 1, "-1,-1": 2, "1,-2": 3, "1,1": 2, "0,2": 1, "2,0": 1},
        knights={0: "0,-1,NE", 1: "-1,-1,E 1,0,SE 1,-1,NE", 2: "-2,-1,E", 3: "0,1,E 1,1,E"},
        settlements={3: "1,-2,N 1,1,N", 2: "-1,0,N", 1: "0,0,S", 0: "2,0,N 1,1,S"},
        cities={0: "-1,2,N", 1: "0,0,N"},
        roads={0: "-1,1,SE -1,2,NE 1,0,E", 1: "0,0,NE 0,-1,SE", 3: "0,-2,NE 1,-2,E"},
        hands={0: "grain*2 ore wool*2 lumber gold*4", 1: "ore*3", 2: "wool*4", 3: "grain*2"},
        prisoners={0: 3, 1: 2},
    ).play("end")


@by_turns("device", ["desk", "phone"])
def test_a_march_shows_what_falls(context: OpenBrowser, staged: tuple[Served, Stage], device: str) -> None:
    page = context("en", PHONE if device == "phone" else DESK, touch=device == "phone").new_page()
    traffic = Traffic.of(page)
    sit_down(page, staged, besieged())
    if device == "phone":
        page.locator('#tabs [data-tab="coast"]').click()
    expect(page.locator(".barbarian-attack-coast:visible")).to_contain_text("8 is conquered")
    hands = Mouse(page)
    hands.place(page.locator('#targets [data-notation="march 0,-1,NE"]').first)
    until(page, "() => document.querySelector('#targets [data-notation^=\"halt \"]') !== null")
    goal = page.locator('#targets [data-notation="halt -1,-1,NE"]').first
    assert "9 is freed: 3 against 2" in (goal.get_attribute("data-tip") or "")
    hands.place(goal)
    # The turn ends with the march: what the coast shows next, the bots may have changed again.
    expect(page.locator("#log")).to_contain_text("3 knights beat 2 barbarians")
    assert overflow(page) == 0
    assert traffic.errors == []
