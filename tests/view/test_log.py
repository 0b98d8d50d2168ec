"""The log of the island, written on as the game goes on."""

from __future__ import annotations

from bastide.kernel.game import Game
from bastide.view import view


def test_what_is_told_before_the_first_turn_stays_there_however_often_one_looks() -> None:
    config = {"game": "island", "layout": "beginner", "seats": 2, "options": {"first": 0}}
    game, other = Game.new(config), Game.new(config)
    before = view(game, 0).log
    assert {line.turn for line in before} == {0}
    assert view(game, 0).log == before
    for one in (game, other):
        one.play("roll")
        one.chance("roll 4 6")
    assert view(game, 0).log == view(other, 0).log
    assert [line.turn for line in view(game, 0).log][: len(before) + 1] == [0] * len(before) + [1]
