"""How much pages weigh: requests and bytes on the line, with an empty cache. Times and memory: `benchmarks.browser`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page

from bastide.carcassonne.family import MODULES
from benchmarks.browser import Cost, Relay, call
from tests.browser.serving import Served

OpenBrowser = Callable[..., BrowserContext]
REQUESTS = 40
TABLE = 400_000
HOME = 150_000
READY = 1.0
"""The seconds of a processor after which the front page can be used."""


@pytest.fixture
def relay(served: Served) -> Iterator[Relay]:
    """A relay in front of the server."""
    relay = Relay(served.address)
    yield relay
    relay.stop()


def weighed(page: Page) -> Cost:
    """Count the page's requests from now on."""
    cost = Cost()
    cost.watch(page.context.new_cdp_session(page))
    return cost


def test_the_first_page_is_light(context: OpenBrowser, relay: Relay) -> None:
    page = context("en").new_page()
    cost = weighed(page)
    page.goto(f"{relay.address}/")
    page.wait_for_load_state("networkidle")
    assert 1 < cost.requests <= REQUESTS
    assert 100_000 < relay.bytes <= HOME


def test_the_first_page_is_light_with_own_games_and_public_tables_too(
    context: OpenBrowser, served: Served, relay: Relay
) -> None:
    origin = {"Origin": served.address}
    person = context("en")
    for game in ("island/base", "island/seafarers", "island/troy", "carcassonne/base"):
        made = person.request.post(f"{served.address}/play", form={"game": game, "level": "random"}, headers=origin)
        assert made.ok, made.text()
    for number, module in enumerate(("fishermen", "caravans", "seafarers", "troy")):
        config = {"modules": [module], "layout": "random" if module == "fishermen" else "beginner"}
        body = {"name": f"Quay {number}", "nickname": "Maud", "config": config, "public": True, "seats": [{}] * 4}
        call(f"{served.address}/api/tables", body=body)
    page = person.new_page()
    page.goto(f"{relay.address}/")
    page.wait_for_load_state("networkidle")
    assert page.locator(".going li").count() == 4
    assert page.locator("#public .trow").count() >= 4
    assert 100_000 < relay.bytes <= HOME


def test_the_first_page_is_soon_ready(context: OpenBrowser, served: Served) -> None:
    page = context("en").new_page()
    session = page.context.new_cdp_session(page)
    # The time of the page's own thread: the machine may be busy with other things.
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(f"{served.address}/", wait_until="load")
    page.locator(".start").first.wait_for()
    metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    assert 0 < metrics["TaskDuration"] < READY


def test_a_table_with_all_expansions_is_light_at_first(context: OpenBrowser, served: Served, relay: Relay) -> None:
    seats = [{"kind": "open"}, {"kind": "bot", "bot": "random"}]
    config = {"game": "carcassonne", "seats": 2, "modules": list(MODULES)}
    body = {"name": "Weighed", "nickname": "Maud", "config": config, "seats": seats}
    made = call(f"{served.address}/api/tables", body=body)
    call(f"{served.address}/api/tables/{made['table']}/commands", made["token"], {"id": "start", "do": "start"})
    page = context("en").new_page()
    cost = weighed(page)
    page.goto(f"{relay.address}/t/{made['table']}")
    page.wait_for_load_state("networkidle")
    page.locator("#land image[href]").first.wait_for(state="attached")
    assert 1 < cost.requests <= REQUESTS
    assert 100_000 < relay.bytes <= TABLE
