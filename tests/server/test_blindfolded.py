"""A bot at a table is shown only what its seat may know."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bastide.kernel.game import Game
from bastide.kernel.resample import hidden_rows
from bastide.server.engine import games
from bastide.server.engine.games import Games
from bastide.view import view

CONFIG = {"game": "island", "seats": 3, "layout": "beginner"}


class Spy:
    """A bot that keeps what it was shown."""

    def __init__(self) -> None:
        self.shown: list[Game] = []

    def choose(self, game: Game, seat: int) -> str:
        self.shown.append(game)
        return game.legal(seat)[0]


def hidden(game: Game, seat: int) -> list[int]:
    """What lies in the rows that a seat cannot see."""
    return [
        int(cell)
        for pool in game.rules.schema.pools
        for _, _, at in hidden_rows(pool, seat)
        for cell in game.state.cells[at : at + pool.kinds]
    ]


def test_what_the_seat_cannot_know_is_dealt_anew_for_every_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    spy = Spy()
    monkeypatch.setattr(games, "make_bot", lambda level, seed: spy)
    engine = Games()
    bot: Any = engine.bot("greedy", 1)
    game, rng = Game.new(CONFIG), random.Random(3)
    dealt: set[tuple[int, ...]] = set()
    true = same = 0
    for _ in range(150):
        if game.over:
            break
        if -1 in game.actors:
            game.draw(rng)
            continue
        seat = game.actors[0]
        text = bot.choose(game.copy(), seat)
        shown = spy.shown[-1]
        assert (shown.decisions, shown.history) == ([], [])
        assert view(shown, seat).seats == view(game, seat).seats
        dealt.add(tuple(hidden(shown, seat)))
        true += 1
        same += hidden(shown, seat) == hidden(game, seat)
        game.play(rng.choice(game.legal(seat)) if rng.random() < 0.7 else text, seat)
    assert true > 40
    assert same < true / 2
    assert len(dealt) > true / 2
