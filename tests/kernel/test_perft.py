"""The committed numbers of action sequences, and what `perft` counts."""

from __future__ import annotations

import pytest

from bastide.kernel.game import Game
from bastide.kernel.perft import perft, seats_to_move
from tests.kernel.perft_counts import POSITIONS, Position, kept


@pytest.mark.compiled
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_the_counts_are_those_that_are_kept(position: Position) -> None:
    assert position.counts() == kept()[position.name]


def test_every_kept_count_has_a_position() -> None:
    assert set(kept()) == {position.name for position in POSITIONS}


@pytest.mark.compiled
def test_depth_one_is_the_number_of_legal_actions_and_counting_changes_nothing() -> None:
    for position in POSITIONS:
        game = position.game()
        before = game.hash()
        able = seats_to_move(game.rules, game.state)
        assert perft(game.rules, game.state, 0) == 1
        assert perft(game.rules, game.state, 1) == sum(len(game.rules.legal(game.state, seat)) for seat in able)
        perft(game.rules, game.state, 2)
        assert game.hash() == before


def test_a_negative_depth_is_refused() -> None:
    game = Game.new({"seats": 2, "layout": "beginner"})
    with pytest.raises(ValueError, match="depth must be at least 0, got -1"):
        perft(game.rules, game.state, -1)


def test_an_ended_game_is_one_leaf_at_any_depth() -> None:
    game = Game.new({"seats": 2, "layout": "beginner", "options": {"first": 0, "turns": 1}})
    for text in ("roll", "roll 1 1", "end"):
        game.play(text)
    assert game.over
    assert [perft(game.rules, game.state, depth) for depth in range(4)] == [1, 1, 1, 1]
    assert seats_to_move(game.rules, game.state) == []
