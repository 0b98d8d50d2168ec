"""Hidden information never reaches a page: not in its frames, its HTML, nor the answers of the API."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import BrowserContext, Page

from bastide.kernel.game import Game
from bastide.kernel.resample import resample
from bastide.players import offered
from bastide.server.common.model import HintView, OfferTimes, TableView
from bastide.server.engine.games import Games
from bastide.server.log.state import TableState
from bastide.server.tables import panel_hashes
from bastide.view.island.model import IslandView
from bastide.view.island.shown import view
from bastide.web.panels import render
from bastide.web.panels.painter import Painter
from tests.browser.player import Mouse, Player
from tests.browser.serving import Served
from tests.browser.tables import begin, small
from tests.browser.traffic import Traffic
from tests.sizes import sized

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

OpenBrowser = Callable[..., BrowserContext]
ME = 0
WORLDS = 4
DECISIONS = 120
"""After so many of all seats the check has seen enough; the campaign plays to the end."""
EVERY = 6
"""How many own moves lie at least between two looks at the truth."""


def another_world(game: Game, seed: int) -> Game:
    """The game with its hidden information resampled."""
    other = game.copy()
    other.state = resample(game.rules, game.state, ME, random.Random(seed))
    return other


def hidden(table: TableView, game: Game) -> list[object]:
    """The others' true holdings."""
    everything = view(game, -2)
    return [(seat.hand, seat.cards) for seat in everything.seats if seat.seat != ME]


def check_page(traffic: Traffic, state: TableState, offers: OfferTimes, bots: list[str], hints: int) -> int:
    """The page has what the truth gives me to see, and would have it in any world that looks the same to me.

    Gives how many of those worlds differ from the true one.
    """
    assert state.match is not None
    game = state.match.game
    assert isinstance(game, Game)
    mine = replace(state.shown(Games(), ME, frozenset({ME}), 0), offers=offers, bots=bots, hint=HintView(hints))
    panels = render(mine, "en")
    came, begun = traffic.panels(), panel_hashes.parse_hashes(re.findall(r'data-have="([^"]+)"', traffic.text())[-1])
    for name, html in Painter()(mine, "en", {"players"}).items():
        shown = panel_hashes.panel_hash(came[name]) if name in came else begun[name]
        assert shown == panel_hashes.panel_hash(html), f"the panel {name} shows something else"
    worlds = [another_world(game, seed) for seed in range(WORLDS)]
    for world in worlds:
        assert render(replace(mine, view=view(world, ME)), "en") == panels
    return sum(hidden(mine, world) != hidden(mine, game) for world in worlds)


def check_answer(answer: dict[str, Any], viewer: int | None) -> None:
    """The table as data holds no hand but the viewer's own."""
    seats = answer["view"]["seats"]
    assert len(seats) > 1
    for seat in seats:
        if seat["seat"] != viewer:
            assert seat["hand"] is None, "a hand of somebody else"
            assert seat["cards"] is None, "development cards of somebody else"
            assert seat["hidden_points"] is None, "hidden points of somebody else"


def check_events(events: list[dict[str, Any]]) -> int:
    """What others drew, or stole from others, is told without the card. Gives how many such events there were."""
    kept = 0
    for event in events:
        if event["kind"] == "draw" and event["seat"] != ME:
            assert "card" not in event
            kept += 1
        if event["kind"] == "steal" and ME not in (event["seat"], event["victim"]):
            assert "good" not in event
            kept += 1
    return kept


def test_hidden_cards_of_other_seats_are_nowhere_in_the_traffic(context: OpenBrowser, served: Served) -> None:
    mine = context("en")
    page = mine.new_page()
    traffic = Traffic.of(page)
    table = begin(page, small(4, 5))
    stranger: Page = context("en").new_page()
    offers = OfferTimes(served.settings.offer_time, served.settings.bot_delay)
    looks = differing = due = 0

    def look(moves: int) -> None:
        nonlocal looks, differing, due
        state = served.stored(table) if moves >= due else None
        # A table on which bots are just answering somebody has moved on before it is read: look after the next move.
        if state is None or page.evaluate("Number(document.body.dataset.version)") != state.version:
            return
        looks, due = looks + 1, moves + EVERY
        differing += check_page(
            traffic, state, offers, offered(served.settings.bot_processes), served.settings.hint_limit
        )
        check_answer(page.request.get(f"/api/tables/{table}").json(), ME)
        check_answer(stranger.request.get(f"/api/tables/{table}").json(), None)
        assert page.request.get(f"/api/tables/{table}/record").status == 403, "a record shows every hand"

    Player(page, Mouse(page), each=look).play(sized(DECISIONS, 0))
    assert looks >= 3
    assert differing > looks, "the worlds that look the same must not be the same"
    assert check_events(traffic.events()) > 0
    assert traffic.errors == []


def test_a_spectator_sees_what_is_public_and_nothing_private(context: OpenBrowser, served: Served) -> None:
    page = context("en").new_page()
    table = begin(page, small(3, 5))
    watcher = context("en").new_page()
    traffic = Traffic.of(watcher)
    watcher.goto(f"/t/{table}")
    watcher.wait_for_selector("#rail li")
    for panel in ("#hand", "#actions"):
        assert watcher.locator(panel).is_hidden()
    assert watcher.locator("[data-notation]").count() == 0
    state = served.stored(table)
    assert state.match is not None
    public = state.shown(Games(), None, frozenset({0}), 1)
    assert isinstance(public.view, IslandView)
    assert all(seat.hand is None and seat.cards is None for seat in public.view.seats)
    assert traffic.errors == []
