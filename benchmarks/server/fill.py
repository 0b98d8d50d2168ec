"""Fills a database with tables in mid-game, so that the benchmark does not measure openings only."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Final

from bastide.kernel.game import Game
from bastide.players import make_bot
from bastide.server.common.model import CreateTable, SeatPlan
from bastide.server.common.tokens import SeatToken, Tokens, new_id
from bastide.server.engine.games import Games
from bastide.server.log.commands import create, play, start
from bastide.server.log.draft import Draft, Who
from bastide.server.log.entries import Sit
from bastide.server.log.state import TableState
from bastide.server.storage.store import Store

SEATS: Final = 4
NAMES: Final = ("Maud", "Odile", "Robert", "Hélène")
GAMES: Final = 30
"""How many different games there are; the tables share them in turn."""
DEEPEST: Final = 240
"""How many decisions the game that is farthest on has behind it. The games begin evenly between none and this."""
ISLAND: Final = {"game": "island", "layout": "random"}


def game(number: int, of: int, config: dict[str, Any] = ISLAND, deepest: int = DEEPEST, seed: int = 0) -> Draft:
    """A table of four people, some way into its game: the last of `of` games has `deepest` decisions behind it."""
    rng = random.Random(f"{number} {seed}" if seed else number)
    draft = Draft(TableState(new_id()), Games(), rng, None, "")
    order = CreateTable(name="Quay", nickname=NAMES[0], config=config, seats=[SeatPlan()] * SEATS)
    create(draft, order, "")
    for seat in range(1, SEATS):
        draft.write(Sit(NAMES[seat], 1, 0), seat)
    start(draft, 0)
    bot = make_bot("random", number)
    for _ in range(deepest * number // max(of - 1, 1)):
        if draft.match.over:
            break
        seat = rng.choice(draft.match.game.actors)
        shown = draft.match.game.copy()
        assert isinstance(shown, Game)
        play(draft, Who(seat, 1), bot.choose(shown, seat), None)
    # A nearly finished game would soon be idle.
    return game(number, of, config, deepest, seed + 1) if draft.match.over else draft


async def fill(database: str, secret: str, tables: int, say: Callable[[str], None]) -> list[list[str]]:
    """Put so many tables into the database; return the id of each, and the tokens of its seats."""
    say(f"playing {min(GAMES, tables)} games to begin from")
    drafts = [game(number, min(GAMES, tables)) for number in range(min(GAMES, tables))]
    return await put(database, secret, drafts, tables)


async def put(database: str, secret: str, drafts: Sequence[Draft], tables: int) -> list[list[str]]:
    """Put so many tables with these games, in turn, into the database; return the same."""
    tokens = Tokens(secret, 24 * 3600)
    store = await Store.open(database)
    out: list[list[str]] = []
    try:
        for number in range(tables):
            draft = drafts[number % len(drafts)]
            draft.state.id = new_id()
            await store.create(draft.state, draft.sealed())
            out.append([tokens.issue(SeatToken(draft.state.id, seat, 1)) for seat in range(SEATS)])
            out[-1].insert(0, draft.state.id)
    finally:
        await store.close()
    return out
