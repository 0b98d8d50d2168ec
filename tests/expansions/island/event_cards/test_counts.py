"""Counts of actions in Event Cards."""

from __future__ import annotations

import pytest

from bastide import Game
from bastide.expansions.island.event_cards.rules.deck import DECK
from bastide.kernel.perft import perft
from bastide.testing.play import island


def counts(game: Game, first: int, second: int) -> int:
    """The number of decisions of the base after a roll."""
    later = Game.load(game.save())
    later.play("roll")
    later.play(f"roll {first} {second}")
    return perft(later.rules, later.state, 1)


@pytest.mark.rule("TB-EVT-001", "TB-EVT-004")
def test_the_counts_follow_from_those_of_the_base() -> None:
    # At the start all seats have two points, no city, no knight; the robber stands in the desert.
    config = {"seats": 3, "layout": "beginner", "options": {"first": 0}}
    base, game = Game.new(config), Game.new({**config, "modules": ["event_cards"]})
    r, c = island(game), game.state.cells
    hands = [sum(int(c[r.hand + seat * r.goods + g]) > 0 for g in range(int(r.goods))) for seat in range(3)]
    harbours = [sum(int(c[r.owner + at]) == seat + 1 for at in r.board.harbors) for seat in range(3)]
    roads = sum(int(c[r.road + e]) == 1 for e in range(int(r.board.edges)))
    special = {
        "plentiful-year": 5,
        "earthquake": roads,
        "good-neighbours": sum(hands),
        **({"calm-sea": 5} if max(harbours) else {}),
    }
    assert (perft(game.rules, game.state, 1), perft(game.rules, game.state, 2)) == (1, len(DECK))
    expected = 0
    for event, number, _count in DECK:
        dice = (number - 1, 1) if number < 8 else (6, number - 6)
        expected += special.get(event) or counts(base, *dice)
    assert perft(game.rules, game.state, 3) == expected
    assert expected == PERFT_3


PERFT_3 = 213
"""As counted by hand from the base's rolls: see the test above."""
