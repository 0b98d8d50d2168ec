"""The island's part in clocks: whose turn it is, and where only one action is possible."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from bastide.kernel.game import Game
from bastide.server.engine.games import Games
from bastide.view.island.shown import view
from bastide.view.model import SPECTATOR


@pytest.mark.parametrize("trade", ["full", "bank"])
def test_the_only_thing_to_do_is_that_which_alone_is_legal(trade: str) -> None:
    island, rng = Games(), random.Random(5)
    options = {"trade": trade}
    game = Game.new({"game": "island", "layout": "beginner", "seats": 3, "options": options}, seed=1)
    alone, turns = set(), [island.turn(game)]
    for _ in range(600):
        if game.over:
            break
        if game.actors[0] < 0:
            game.draw(rng)
            continue
        if island.turn(game) != turns[-1]:
            turns.append(island.turn(game))
        for seat in game.actors:
            only = island.only(game, seat)
            shown = view(game, SPECTATOR).seats[seat]
            holds = shown.hand_size or shown.cards_size
            offers = any(form.startswith("offer") for form in game.forms(seat))
            if only is None:
                assert holds or offers or len(game.legal(seat)) > 1
            else:
                assert not offers
                assert game.legal(seat) == [only]
                verb = only.split()[0]
                alone.add(verb)
                # Everybody could have said so: a card in the hand might have given a choice.
                assert verb not in ("roll", "end", "refuse", "discard") or not shown.cards_size
                assert verb not in ("end", "refuse", "discard") or not shown.hand_size
        game.play(rng.choice(game.legal(game.actors[0])), game.actors[0])
    assert "roll" in alone
    assert len(turns) > 20
    assert all(later[1] != earlier[1] for earlier, later in pairwise(turns))
