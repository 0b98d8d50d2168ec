"""Secrecy over thousands of positions: a viewer is shown and told the same in all worlds that it cannot tell apart.

There are 150 in the check, others for each commit, and 10,000 in the campaign. In every position for every viewer,
spectators included: the view, what is legal, the answers to `why`, refusals, and what the server logs. The page, which
is made of the view alone, is drawn for one viewer of each position in one language, and for all in both now and then.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from bastide.catan.base.island import Island
from bastide.kernel.game import Game
from bastide.server.common.model import TableView
from bastide.server.engine.games import Games
from bastide.server.tables.hub import Hub
from bastide.server.tables.table import Table, command_fields
from bastide.view.model import SPECTATOR, Reason, Say
from bastide.view.views import AnyView, IslandView
from bastide.web.panels import render
from tests.chosen import seed
from tests.faults.counting import keep
from tests.server.tables import hub_in, order
from tests.server.worlds import LANGUAGES, Seen, compare, positions
from tests.sizes import CAMPAIGN, sized

CHUNKS: Final = sized(1, 10)
POSITIONS: Final = sized(100, 1000)
"""How many positions a chunk has."""
FIRST: Final = 0 if CAMPAIGN else seed() % 1000
"""The first chunk: each commit looks at another one."""
DIFFERING: Final = 0.5 if CAMPAIGN else 0.3
"""Which part of the pairs of worlds must differ, at least: fewer do in the few games of one chunk."""
EVERYTHING: Final = 50
"""Every so many positions the page is drawn for all viewers in all languages."""


@cache
def four() -> int:
    """A part whose first game has four players and no expansions."""
    for chunk in range(20, 100):
        rules = next(positions(chunk, 1)).rules
        if isinstance(rules, Island) and rules.seats == 4 and not rules.modules:
            return chunk
    raise AssertionError("no part begins with four players on the base island")


async def a_table(hub: Hub) -> Table:
    table, _ = await hub.create(order("open", "open", config={"game": "island", "layout": "beginner"}))
    return table


async def look(table: Table, chunk: int, count: int) -> Seen:
    """Compare the worlds of all viewers in so many positions."""
    seen = Seen()
    rng = random.Random(chunk)
    for number, game in enumerate(positions(chunk, count)):
        viewers = range(SPECTATOR, int(game.rules.seats))
        drawn = viewers[number % len(viewers)]
        for viewer in viewers:
            languages = LANGUAGES if number % EVERYTHING == 0 else LANGUAGES[number % 2 :][:1] * (viewer == drawn)
            await compare(table, game, viewer, rng, seen, languages)
    return seen


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.rule("BASE-033", "BASE-039", "BASE-054")
@pytest.mark.parametrize("chunk", range(FIRST, FIRST + CHUNKS))
def test_nothing_hidden_is_shown_in_thousands_of_positions(tmp_path: Path, chunk: int) -> None:
    begun = time.process_time()

    async def story() -> Seen:
        async with hub_in(tmp_path, Games(), render) as hub:
            return await look(await a_table(hub), chunk, POSITIONS)

    seen = asyncio.run(story())
    assert seen.pairs >= 3 * POSITIONS
    # Of two players each knows the other's hand, if it can count.
    assert seen.differing > DIFFERING * seen.secret, "the worlds really differ"
    keep(
        f"secrecy, part {chunk - FIRST + 1} of {CHUNKS}",
        positions=POSITIONS,
        pairs=seen.pairs,
        differing=seen.differing,
        seconds=round(time.process_time() - begun, 1),
        **seen.things,
    )


def hidden(game: Game, viewer: int) -> int:
    """A number that the viewer cannot know: of which card the deck holds how many."""
    rules: Any = game.rules
    return int(game.state.cells[rules.deck]) + 7 * sum(
        int(game.state.cells[rules.hand + seat * rules.goods]) * (seat + 1)
        for seat in range(int(rules.seats))
        if seat != viewer
    )


class LeakyView(Games):
    def view(self, game: Game, viewer: int, brief: bool = False) -> AnyView:
        view = super().view(game, viewer, brief)
        assert isinstance(view, IslandView)
        return msgspec.structs.replace(view, deck=(view.deck or 0) + hidden(game, viewer))


class LeakyWhy(Games):
    def explain(self, game: Game, text: str, seat: int) -> Reason | None:
        found = super().explain(game, text, seat)
        return None if found is None else Reason(Say("{n} are hidden", {"n": hidden(game, seat)}), found.rule)


@pytest.mark.parametrize(("kind", "engine"), [("view", LeakyView), ("why", LeakyWhy)])
def test_an_engine_that_tells_one_hidden_number_is_caught(
    tmp_path: Path, kind: str, engine: Callable[[], Games]
) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, engine(), render) as hub:
            await look(await a_table(hub), four(), 20)

    with pytest.raises(AssertionError, match=f"{kind} tells what is hidden"):
        asyncio.run(story())


def test_a_log_that_tells_one_hidden_number_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, Games(), render) as hub:
            table = await a_table(hub)

            def telling(*arguments: Any) -> Any:
                match = table.state.match
                assert match is not None
                game = match.game
                assert isinstance(game, Game)
                return command_fields(*arguments) | {"seat": hidden(game, SPECTATOR)}

            monkeypatch.setattr("bastide.server.tables.table.command_fields", telling)
            await look(table, four(), 20)

    with pytest.raises(AssertionError, match="log tells what is hidden"):
        asyncio.run(story())


def test_an_error_that_tells_one_hidden_number_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from bastide.server.common.faults import RequestRefused
    from bastide.server.log import commands
    from bastide.server.log.draft import Draft

    def telling(draft: Draft) -> RequestRefused:
        game = draft.match.game
        assert isinstance(game, Game)
        return RequestRefused("turn", "{n} are hidden", n=hidden(game, SPECTATOR))

    monkeypatch.setattr(commands, "turn", telling)

    async def story() -> None:
        async with hub_in(tmp_path, Games(), render) as hub:
            await look(await a_table(hub), four(), 20)

    with pytest.raises(AssertionError, match="errors tells what is hidden"):
        asyncio.run(story())


def test_a_page_that_tells_one_hidden_number_is_caught(tmp_path: Path) -> None:
    """A page that knows more than its view, because something behind it remembers which world was looked at."""
    asked: dict[int, int] = {}

    class Remembering(Games):
        def view(self, game: Game, viewer: int, brief: bool = False) -> AnyView:
            view = super().view(game, viewer, brief)
            asked[id(view)] = hidden(game, viewer)
            return view

    def page(table: TableView, language: str, unseen: frozenset[str]) -> dict[str, str]:
        return render(table, language, unseen) | {"leak": str(asked[id(table.view)])}

    async def story() -> None:
        async with hub_in(tmp_path, Remembering(), page) as hub:
            await look(await a_table(hub), four(), 20)

    with pytest.raises(AssertionError, match="html tells what is hidden"):
        asyncio.run(story())
